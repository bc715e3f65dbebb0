"""The frames of an SDFormat file: one graph for each world and each model outside of worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, KeysView, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from bodyplan.conversion.sdf_pose import expressed_in, is_plain, transform_of, unit_axis
from bodyplan.core import Record, quoted
from bodyplan.formats import sdf
from bodyplan.model import IDENTITY, Transform, UnknownNameError, Vec3
from bodyplan.model.frame_fault import FrameKind
from bodyplan.model.frame_names import BETWEEN_NAMES, MODEL_NAME
from bodyplan.model.frames import FrameGraph
from bodyplan.spec import Element, Version

if TYPE_CHECKING:
    from bodyplan.formats.document import Document


class Extent(Record):
    """How much an included model brings with all that it includes in turn.

    Args:
        models: how many, itself among them.
        depth: how deep they are in each other; 1 where it includes none. Both are without end where
            files include each other in a circle.
    """

    models: float
    depth: float


class IncludedModel(Record):
    """What an include stands for.

    Args:
        model: the model that it brings, as it is in its own file.
        version: of that file.
        document: that file, where it is known; its order of elements counts.
        extent: how much it brings, where that is known.
    """

    model: sdf.Model
    version: Version
    document: Document | None = None
    extent: Extent | None = None


Included = Callable[[sdf.Include], "IncludedModel | sdf.Model | Literal[False] | None"]
"""The model of an include: None where it is not known, False where it is known that it brings none.
A bare model has the includer's version."""

_NO_PARTS: tuple[Element, ...] = ()


class FrameTree:
    """One graph, and the elements that its frames stand for.

    Args:
        world: whether it is of a world.
        included: what includes stand for.
    """

    def __init__(self, *, world: bool, included: Included) -> None:
        self.graph = FrameGraph(world=world)
        self.elements: list[Element | None] = [None]
        """Of each frame: a world, model, link, joint or frame; an include without its model."""
        self.scopes: dict[int, FrameScope] = {}
        self.opaque: set[int] = set()
        """Includes without their models: nothing is known of what is inside."""
        self.included = included
        self.left_out: list[tuple[sdf.Include, FrameScope]] = []
        """Includes that were one too many."""
        self.brought: float = 0
        """How many models includes have brought, or are about to."""

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
        """The number of a new frame."""
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
        """The scope that a frame is written in; of a model outside of everything, itself."""
        return self.scopes.get(self.graph.scopes[number]) or self.scopes[number]


class FrameScope:
    """One instance of a world or a model: the names in it, and where things are.

    Names are looked for in this scope and in the models inside it, as ``arm::hand``; its own frame
    is called ``__model__`` or ``world``. A model that several includes bring has a scope for each.

    Args:
        tree: the graph it is in.
        number: of its frame.
        element: the world or model.
        version: of the file that the element is written in.
        parent: the scope around it; None for a world, and for a model outside of worlds.
        include: what brought the model here.
        document: the file that the element is written in, where it is known.
        is_counted: whether what its includes bring was counted with it.
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
        """Whether an include that is not known may bring any name to it."""
        self.children: list[FrameScope] = []
        self.bringers: frozenset[int] = parent.bringers if parent is not None else frozenset()
        """The included models that it is in, by ``id``."""
        if include is not None or parent is None:
            self.bringers |= {id(element)}
        tree.scopes[number] = self

    def __repr__(self) -> str:
        return f"<FrameScope {self.path}>"

    # What it is

    @property
    def name(self) -> str:
        """What it is called here, which an include may have changed."""
        if self.include is not None and self.include.name:
            return self.include.name
        return self.element.name

    @property
    def path(self) -> str:
        """Its name with those of the models around it: ``arm::hand``."""
        graph = self.tree.graph
        return self.name if self.number == 0 else graph.path(self.number)

    @property
    def is_world(self) -> bool:
        """Whether it is a world."""
        return self.number == 0

    @property
    def is_static(self) -> bool:
        """Whether it is a model that never moves."""
        return self.tree.graph.kinds[self.number] == "static model"

    @property
    def is_nested(self) -> bool:
        """Whether it is a model in a model."""
        return self.parent is not None and not self.parent.is_world

    @property
    def is_merged(self) -> bool:
        """Whether its links, joints, frames and models count as those of the scope around it."""
        return self.include is not None and self.include.merge

    @property
    def pose(self) -> sdf.Pose:
        """The pose that counts: that of the include, if it has one."""
        if self.include is not None and self.include.pose is not None:
            return self.include.pose
        return self.element_pose or sdf.Pose()

    @property
    def element_pose(self) -> sdf.Pose | None:
        """The pose that the model itself says; None for a world."""
        return self.element.pose if isinstance(self.element, sdf.Model) else None

    @property
    def known(self) -> KeysView[str]:
        """The same as ``names``, which takes no time however many there are."""
        return self.tree.graph.known(self.number)

    @property
    def names(self) -> list[str]:
        """The names that can be used in it, without those in the models in it."""
        return list(self.known)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The frames of the elements in it by ``id``; those of merged models too."""
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
        """The frames that the parts of links, joints and worlds are in, by ``id`` of the part."""
        found: dict[int, int] = {}
        elements = self.tree.elements
        for number in [self.number, *self._numbers.values()]:
            for part in placed_parts(elements[number]):
                found.setdefault(id(part), number)
        return found

    # Where things are

    def number_of(self, name: str) -> int:
        """The frame of a name.

        Raises:
            UnknownNameError: the name does not exist.
        """
        number = self.tree.graph.find(self.number, name) if name else self.number
        if number is None:
            kind = "world" if self.is_world else "model"
            raise UnknownNameError("frame", name, self.names, f"{kind} {quoted(self.path)}")
        return number

    def resolve(self, what: str | Element, to: str = "", *, default: str = "") -> Transform | None:
        """The pose of something in a frame; None where what the file says leads nowhere.

        Args:
            what: the name of a frame; a pose; or an element of this model or world that has one:
                a link, joint, frame, model, include, or a part of a link or joint, such as a
                collision or a sensor.
            to: the frame to express the pose in; this model or world where not given.
            default: for a pose that is relative to nothing in particular, the frame around it; this
                model or world where not given.

        Raises:
            UnknownNameError: a name that was given does not exist.
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
        """The links of this model and those merged into it, each with the number of its frame."""
        for number, element in self._own():
            if isinstance(element, sdf.Link):
                yield number, element

    def joints(self) -> Iterator[tuple[int, sdf.Joint]]:
        """The joints in it and those merged into it, each with the number of its frame."""
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
        """The poses of all links of this model in its own frame, by name.

        The links of models inside it are not among them; those of merged models are.
        """
        graph = self.tree.graph
        return {
            graph.names[number]: graph.resolve(number, self.number) for number, _ in self.links()
        }

    def poses(self) -> dict[str, Transform | None]:
        """The poses of all frames in it in its own frame, by name, as ``arm::hand``."""
        graph = self.tree.graph
        return {
            graph.path(number, self.number): pose for number, pose in graph.poses_in(self.number)
        }

    def axis(self, joint: str | sdf.Joint, axis: str = "axis", to: str = "") -> Vec3 | None:
        """The direction of a joint's axis, of length 1; None where it has none, or leads nowhere.

        Args:
            joint: of this model or world.
            axis: "axis" or "axis2".
            to: the frame to express the direction in; that of the joint where not given.

        Raises:
            UnknownNameError: a name that was given does not exist.
            ValueError: it is not a joint of this model or world.
        """
        number = self.number_of(joint) if isinstance(joint, str) else self._numbers.get(id(joint))
        element = None if number is None else self.tree.elements[number]
        if number is None or not isinstance(element, sdf.Joint):
            raise ValueError(f"this joint does not belong to {quoted(self.path)}")
        told: sdf.Axis | None = element.axis2 if axis == "axis2" else element.axis
        direction = None if told is None else unit_axis(told)
        if told is None or direction is None:
            return None
        graph, holder = self.tree.graph, self.tree.holder(number)
        name = expressed_in(told, holder.version)
        base = graph.find(holder.number, name) if name else number
        target = self.number_of(to) if to else number
        turn = None if base is None else graph.resolve(base, target)
        return None if turn is None else Transform(turn.R) @ direction

    # Bodies

    def body(self, name: str = "") -> Element | None:
        """What a frame is fixed to: a link, a static model or the world; None if to nothing.

        Args:
            name: of the frame; this model or world where not given.

        Raises:
            UnknownNameError: the name does not exist.
        """
        body = self.tree.graph.body(self.number_of(name))
        return None if body is None else self.tree.elements[body]

    def body_name(self, name: str = "") -> str | None:
        """The name of what a frame is fixed to; of a static model as ``table::__model__``.

        Args:
            name: of the frame; this model or world where not given.

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
        """Whether a name may be one that an include brings whose model is not known."""
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
    """The parts of a link, joint or world that have a pose, but no frame of their own."""
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
