"""The frames of an SDFormat file: one graph for each world, and for each model outside worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, KeysView, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from bodyplan.conversion.sdf.pose import expressed_in, is_plain, transform_of, unit_axis
from bodyplan.core import Record, quoted
from bodyplan.formats import sdf
from bodyplan.model import IDENTITY, Transform, UnknownNameError, Vec3
from bodyplan.model.frames.fault import FrameKind
from bodyplan.model.frames.graph import FrameGraph
from bodyplan.model.scoped_names import BETWEEN_NAMES, MODEL_NAME
from bodyplan.spec import Element, Version

if TYPE_CHECKING:
    from bodyplan.formats.document import Document


class Extent(Record):
    """The size of an included model, including all models that it includes.

    Args:
        models: number of models, including this model.
        depth: nesting depth of the includes; 1 if the model includes no other model. Both numbers
            are infinite if files include each other in a cycle.
    """

    models: float
    depth: float


class IncludedModel(Record):
    """The model of an include.

    Args:
        model: the model, as declared in its own file.
        version: version of the model's file.
        document: the model's file, if known; used for the order of the elements.
        extent: size of the model and its includes, if known.
    """

    model: sdf.Model
    version: Version
    document: Document | None = None
    extent: Extent | None = None


Included = Callable[[sdf.Include], "IncludedModel | sdf.Model | Literal[False] | None"]
"""Function that returns the model of an include: None if it is unknown, False if the include has no
model. A model without a version has the version of the including file."""

_NO_PARTS: tuple[Element, ...] = ()


class FrameTree:
    """A graph of frames, and the element of each frame.

    Args:
        world: whether this is the graph of a world.
        included: returns the models of includes.
    """

    def __init__(self, *, world: bool, included: Included) -> None:
        self.graph = FrameGraph(world=world)
        self.elements: list[Element | None] = [None]
        """For each frame, its element: a world, model, link, joint, frame, or include with unknown
        model."""
        self.scopes: dict[int, FrameScope] = {}
        self.opaque: set[int] = set()
        """Frame numbers of includes whose models are unknown."""
        self.included = included
        self.left_out: list[tuple[sdf.Include, FrameScope]] = []
        """Includes that are dropped because they exceed the limits, with their scopes."""
        self.brought: float = 0
        """Number of included models, including models that are about to be added."""

    def add(
        self,
        element: Element,
        scope: int,
        name: str,
        kind: FrameKind,
        pose: sdf.Pose | None,
        *,
        attached_to: str = "",
        placement_frame: str = "",
        merged: bool = False,
    ) -> int:
        """Add a frame, and return its number."""
        self.elements.append(element)
        return self.graph.add(
            scope,
            name,
            kind,
            None if pose is None else IDENTITY if is_plain(pose) else partial(transform_of, pose),
            reach=0.0 if pose is None else sum(map(abs, pose.value[:3])),
            relative_to="" if pose is None else pose.relative_to,
            attached_to=attached_to,
            placement_frame=placement_frame,
            merged=merged,
        )

    def holder(self, number: int) -> FrameScope:
        """Return the scope that contains a frame; for an outermost model, its own scope."""
        return self.scopes.get(self.graph.scopes[number]) or self.scopes[number]


class FrameScope:
    """One instance of a world or model, with its names and poses.

    Names are resolved in this scope, and in nested models with names such as ``arm::hand``. The
    frame of the scope itself is named ``__model__`` or ``world``. A model that is included several
    times has a scope for each include.

    Args:
        tree: the graph that contains the scope.
        number: the frame number of the element.
        element: the world or model.
        version: the version of the file that contains the element.
        parent: the outer scope; None for a world, and for a model outside of worlds.
        include: the ``<include>`` of the model.
        document: the file that contains the element, if known.
        is_counted: whether the models that it includes already count towards the limit.
    """

    def __init__(
        self,
        tree: FrameTree,
        number: int,
        element: sdf.World | sdf.Model,
        version: Version,
        *,
        parent: FrameScope | None = None,
        include: sdf.Include | None = None,
        document: Document | None = None,
        is_counted: bool = False,
    ) -> None:
        self.tree = tree
        self.number = number
        self.is_counted = is_counted
        self.element = element
        self.version = version
        self.parent = parent
        self.include = include
        self.document = document
        self.is_open = False
        """Whether an include with unknown model may add any name to this scope."""
        self.children: list[FrameScope] = []
        self.bringers: frozenset[int] = parent.bringers if parent is not None else frozenset()
        """The ``id`` of each included model that contains this scope."""
        if include is not None or parent is None:
            self.bringers |= {id(element)}
        tree.scopes[number] = self

    def __repr__(self) -> str:
        return f"<FrameScope {self.path}>"

    # Properties

    @property
    def name(self) -> str:
        """The name, which an include may override."""
        if self.include is not None and self.include.name:
            return self.include.name
        return self.element.name

    @property
    def path(self) -> str:
        """The name, prefixed by the names of the outer models, such as ``arm::hand``."""
        graph = self.tree.graph
        return self.name if self.number == 0 else graph.path(self.number)

    @property
    def is_world(self) -> bool:
        """Whether it is a world."""
        return self.number == 0

    @property
    def is_static(self) -> bool:
        """Whether it is a static model."""
        return self.tree.graph.kinds[self.number] == "static model"

    @property
    def is_nested(self) -> bool:
        """Whether it is a nested model."""
        return self.parent is not None and not self.parent.is_world

    @property
    def is_merged(self) -> bool:
        """Whether its links, joints, frames and models are merged into the outer scope."""
        return self.include is not None and self.include.merge

    @property
    def pose(self) -> sdf.Pose:
        """The effective pose: the pose of the include, if it declares one."""
        if self.include is not None and self.include.pose is not None:
            return self.include.pose
        return self.element_pose or sdf.Pose()

    @property
    def element_pose(self) -> sdf.Pose | None:
        """The pose that the model itself declares; None for a world."""
        return self.element.pose if isinstance(self.element, sdf.Model) else None

    @property
    def known(self) -> KeysView[str]:
        """The same names as ``names``, as a view instead of a copy."""
        return self.tree.graph.known(self.number)

    @property
    def names(self) -> list[str]:
        """The names that can be referenced in this scope, without the names in nested models."""
        return list(self.known)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """For the ``id`` of each element, its frame number; includes elements of merged models."""
        graph, elements = self.tree.graph, self.tree.elements
        found = {id(self.element): self.number}
        waiting = [self.number]
        while waiting:
            for number in graph.members(waiting.pop()):
                found.setdefault(id(elements[number]), number)
                scope = self.tree.scopes.get(number)
                if scope is not None and scope.is_merged:
                    waiting.append(number)
                elif scope is not None and scope.include is not None:
                    found.setdefault(id(scope.include), number)
        return found

    @cached_property
    def _holders(self) -> dict[int, int]:
        """For the ``id`` of each part of a link, joint or world, the frame that contains it."""
        found: dict[int, int] = {}
        elements = self.tree.elements
        for number in [self.number, *self._numbers.values()]:
            for part in placed_parts(elements[number]):
                found.setdefault(id(part), number)
        return found

    # Poses

    def number_of(self, name: str) -> int:
        """Return the number of the frame with this name; an empty name is this scope's own frame.

        Raises:
            UnknownNameError: the name does not exist.
        """
        number = self.tree.graph.find(self.number, name) if name else self.number
        if number is None:
            kind = "world" if self.is_world else "model"
            raise UnknownNameError("frame", name, self.names, f"{kind} {quoted(self.path)}")
        return number

    def resolve(self, what: str | Element, to: str = "", *, default: str = "") -> Transform | None:
        """Return a pose, expressed in a frame; None if the file does not define the pose.

        Args:
            what: the name of a frame; a pose; or an element of this model or world with a pose: a
                link, joint, frame, model, include, or a part of a link or joint, such as a
                collision or a sensor.
            to: the frame in which the pose is expressed; this model or world by default.
            default: the frame for poses without ``relative_to``; this model or world by default.

        Raises:
            UnknownNameError: a given name does not exist.
            ValueError: the element is not in this model or world, or has no pose.
        """
        graph, target = self.tree.graph, self.number_of(to)
        if isinstance(what, str):
            return graph.resolve(self.number_of(what), target)
        if isinstance(what, sdf.Pose):
            return self._placed(what, self.number_of(default), target)
        number = self._numbers.get(id(what))
        if number is not None:
            return graph.resolve(number, target)
        number = self._holders.get(id(what))
        if number is None:
            words = f"this <{what.TAG}> has no pose in {quoted(self.path)}"
            raise ValueError(words)
        pose: sdf.Pose = getattr(what, "pose")  # noqa: B009  (every part has one)
        return self._placed(pose, number, target, of_link=isinstance(what, sdf.Inertial))

    def _placed(
        self, pose: sdf.Pose, default: int, target: int, *, of_link: bool = False
    ) -> Transform | None:
        base: int | None = default
        if pose.relative_to and not of_link:
            base = self.tree.graph.find(self.number, pose.relative_to)
        outer = None if base is None else self.tree.graph.resolve(base, target)
        inner = transform_of(pose)
        return None if outer is None or inner is None else outer @ inner

    def links(self) -> Iterator[tuple[int, sdf.Link]]:
        """Yield the links of this model and of merged models, with their frame numbers."""
        for number, element in self._own():
            if isinstance(element, sdf.Link):
                yield number, element

    def joints(self) -> Iterator[tuple[int, sdf.Joint]]:
        """Yield the joints of this model and of merged models, with their frame numbers."""
        for number, element in self._own():
            if isinstance(element, sdf.Joint):
                yield number, element

    def _own(self) -> Iterator[tuple[int, Element | None]]:
        waiting = [self.number]
        while waiting:
            for number in self.tree.graph.members(waiting.pop()):
                yield number, self.tree.elements[number]
                scope = self.tree.scopes.get(number)
                if scope is not None and scope.is_merged:
                    waiting.append(number)

    def link_poses(self) -> dict[str, Transform | None]:
        """Return the poses of all links of this model in the model frame, by name.

        Links of merged models are included; links of other nested models are not.
        """
        graph = self.tree.graph
        return {
            graph.names[number]: graph.resolve(number, self.number) for number, _ in self.links()
        }

    def poses(self) -> dict[str, Transform | None]:
        """Return the poses of all frames in this scope, by name such as ``arm::hand``."""
        graph = self.tree.graph
        return {
            graph.path(number, self.number): pose for number, pose in graph.poses_in(self.number)
        }

    def axis(self, joint: str | sdf.Joint, axis: str = "axis", to: str = "") -> Vec3 | None:
        """Return the normalized axis of a joint; None if the axis or its frame is unknown.

        Args:
            joint: a joint of this model or world.
            axis: "axis" or "axis2".
            to: the frame in which the axis is expressed; the joint frame by default.

        Raises:
            UnknownNameError: a given name does not exist.
            ValueError: the joint is not in this model or world.
        """
        number = self.number_of(joint) if isinstance(joint, str) else self._numbers.get(id(joint))
        element = None if number is None else self.tree.elements[number]
        if number is None or not isinstance(element, sdf.Joint):
            raise ValueError(f"this joint does not belong to {quoted(self.path)}")
        chosen: sdf.Axis | None = element.axis2 if axis == "axis2" else element.axis
        direction = None if chosen is None else unit_axis(chosen)
        if chosen is None or direction is None:
            return None
        graph, holder = self.tree.graph, self.tree.holder(number)
        name = holder.axis_frame(chosen)
        base = graph.find(holder.number, name) if name else number
        target = self.number_of(to) if to else number
        turn = None if base is None else graph.resolve(base, target)
        return None if turn is None else Transform(turn.R) @ direction

    def axis_frame(self, axis: sdf.Axis) -> str:
        """Return the name of the frame in which an axis is expressed; empty for the joint frame."""
        document = self.document
        has_flag = document is not None and document.written(axis, "use_parent_model_frame")
        is_nested = self.is_nested and self.include is None
        return expressed_in(axis, self.version, has_flag=has_flag, is_nested=is_nested)

    # Rigid bodies

    def body(self, name: str = "") -> Element | None:
        """Return the link, static model or world to which a frame is fixed; None if unknown.

        Args:
            name: the name of the frame; this model or world by default.

        Raises:
            UnknownNameError: the name does not exist.
        """
        body = self.tree.graph.body(self.number_of(name))
        return None if body is None else self.tree.elements[body]

    def body_name(self, name: str = "") -> str | None:
        """Return the name of the link or static model to which a frame is fixed; None if unknown.

        Args:
            name: the name of the frame; this model or world by default.

        Raises:
            UnknownNameError: the name does not exist.
        """
        graph = self.tree.graph
        body = graph.body(self.number_of(name))
        if body is None:
            return None
        path = graph.path(body, self.number)
        if graph.kinds[body] == "static model" and body != self.number:
            return f"{path}{BETWEEN_NAMES}{MODEL_NAME}"
        return path

    def is_hidden(self, name: str) -> bool:
        """Return whether a name may be defined by an include whose model is unknown."""
        graph, at = self.tree.graph, self.number
        for part in name.split(BETWEEN_NAMES):
            found = graph.find(at, part)
            if found in self.tree.opaque:
                return True
            if found is None or found not in self.tree.scopes:
                return found is None and self.tree.scopes[at].is_open
            at = found
        return False


def placed_parts(element: Element | None) -> Sequence[Element]:
    """Yield the parts of a link, joint or world that have a pose, but are not frames."""
    if isinstance(element, sdf.Link):
        inertial = () if element.inertial is None else (element.inertial,)
        return (
            *inertial,
            *element.collisions,
            *element.visuals,
            *element.sensors,
            *element.lights,
            *element.particle_emitters,
            *element.projectors,
            *element.audio_sources,
        )
    if isinstance(element, sdf.Joint):
        return element.sensors
    if isinstance(element, sdf.World):
        return (*element.lights, *element.actors)
    return _NO_PARTS
