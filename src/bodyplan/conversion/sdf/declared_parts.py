"""The links and joints of an SDFormat file as declared, with the location of each value."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from functools import partial
from math import nan
from typing import TYPE_CHECKING, Any

from bodyplan import model
from bodyplan.conversion.loss import LossLog
from bodyplan.conversion.origins import part_origins, place
from bodyplan.conversion.sdf._fields import DROPPED
from bodyplan.conversion.sdf._joints import dynamics_of, kind_of
from bodyplan.conversion.sdf.inertia import tensor_of
from bodyplan.conversion.sdf.pose import transform_of
from bodyplan.conversion.sdf.shapes import shape_of, written_shape
from bodyplan.core import Record
from bodyplan.core.names import UnknownNameError
from bodyplan.diag import Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.pose import IDENTITY
from bodyplan.model.joint import FREE, UNLIMITED
from bodyplan.model.parts import UNKNOWN_AXIS, UNKNOWN_INERTIA, UNKNOWN_POSE, Parts
from bodyplan.model.scoped_names import BETWEEN_NAMES, WORLD_NAME
from bodyplan.spec import Element
from bodyplan.spec.schema_kinds import OUT_OF_RANGE

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.frame_tree import FrameScope
    from bodyplan.conversion.sdf.frames import SdfFrames
    from bodyplan.formats.document import Document

_NAMES = {"leader": "joint"}
"""For fields of the robot model with another name in SDFormat, that name."""


class SdfSource(Record):
    """A document, with lookups of its elements.

    Args:
        document: the document.
        values: for each class, the elements of the document.
        owner: returns the parent element of an element.
        frames: returns the frames of the document.
    """

    document: Document
    values: dict[type[Element], list[Any]]
    owner: Callable[[Element], Element | None]
    frames: Callable[[], SdfFrames]


def sdf_parts(source: SdfSource) -> tuple[Parts, ...]:
    """Return the links and joints of each outermost model of a file, and the joints of each world.

    Links and joints of nested models are named ``inner::link``. Those of included models are
    omitted.
    """
    members: dict[int, tuple[Element, list[sdf.Link], list[sdf.Joint]]] = {}
    for link in source.values.get(sdf.Link, ()):
        top = _outermost(source, link)
        members.setdefault(id(top), (top, [], []))[1].append(link)
    for joint in source.values.get(sdf.Joint, ()):
        top = _outermost(source, joint)
        members.setdefault(id(top), (top, [], []))[2].append(joint)
    is_readable = _readable(source.document)
    return tuple(
        _parts(source, top, links, joints, is_readable) for top, links, joints in members.values()
    )


def written_at(element: Element, field: str) -> tuple[Element, str | None]:
    """Return the element and field in SDFormat of a field of the robot model.

    Args:
        element: element from which the value of the robot model was read.
        field: field of the robot model; for an inertial, also an entry of its inertia.
    """
    match element:
        case sdf.Inertial() if field not in {"mass", "origin"}:
            inertia = element.inertia
            return (element, None) if inertia is None else (inertia, _entry(field))
        case sdf.Inertial() | sdf.Visual() | sdf.Collision() if field == "origin":
            pose = element.pose
            return (element, None) if pose is IDENTITY else (pose, "value")
        case sdf.Visual() | sdf.Collision() if field == "shape":
            return element.geometry, None
        case sdf.Joint() if field == "axis" and element.axis is not None:
            return element.axis.xyz, "value"
    return element, _NAMES.get(field, field)


def _entry(field: str) -> str | None:
    return None if field == "inertia" else field


def _outermost(source: SdfSource, value: Element) -> Element:
    """Return the outermost model or actor around a link or joint; the world if that contains it."""
    found, around = value, source.owner(value)
    if isinstance(around, sdf.World):
        return around
    while around is not None and not isinstance(around, sdf.World | sdf.Root):
        found, around = around, source.owner(around)
    return found


def _readable(document: Document) -> Callable[[Element], bool]:
    """Return a function that returns whether all values in an element could be read."""
    errors = [
        one
        for one in document.diagnostics
        if one.severity is Severity.ERROR and one.kind is not OUT_OF_RANGE
    ]
    if not errors:
        return lambda _: True
    lines = sorted(one.where[1:3] for one in errors)
    layout, position = document.places.layout, document.source.position

    def is_readable(element: Element) -> bool:
        node = document.node(element)
        if node is None:
            return True
        start, _, _, end = layout.span(node)
        return bisect_left(lines, position(start)) == bisect_left(lines, position(end))

    return is_readable


def _parts(
    source: SdfSource,
    top: Element,
    links: list[sdf.Link],
    joints: list[sdf.Joint],
    is_readable: Callable[[Element], bool],
) -> Parts:
    reader, is_static = _PartsReader(source, top), static_parts(source.owner)
    made_links = [(reader.link(link), link) for link in links]
    made_joints = [(reader.joint(joint), joint) for joint in joints]
    merged = tuple(reader.merged(joints))
    own = {link.name for link, _ in made_links}
    unread = {id(made) for made, link in made_links if not is_readable(link)}
    unread |= {id(made) for made, joint in made_joints if kind_of(joint) is None}
    return Parts(
        getattr(top, "name", ""),
        tuple(link for link, _ in made_links),
        tuple(joint for joint, _ in made_joints),
        model.Origins(partial(_origins, made_links, made_joints), partial(place, source.document)),
        frozenset(unread),
        frozenset(id(made) for made, link in made_links if is_static(link)),
        False,
        tuple(name for name in reader.ends if name not in own),
        merged,
    )


class _PartsReader:
    """Reads the links and joints of one outermost model.

    Args:
        source: the document.
        top: the model.
    """

    def __init__(self, source: SdfSource, top: Element) -> None:
        self._source = source
        self._top = top
        self._log = LossLog(DROPPED)
        self._links: dict[int, str] = {}
        """For each frame number, the name of a link that a joint connects."""

    def _prefix(self, value: Element) -> str:
        """Return the prefix of the names in a nested model, such as ``inner::``."""
        prefix, around = "", self._source.owner(value)
        while around is not self._top and isinstance(around, sdf.Model):
            prefix = f"{getattr(around, 'name', '')}{BETWEEN_NAMES}{prefix}"
            around = self._source.owner(around)
        return prefix

    def _scope(self, value: Element) -> FrameScope | None:
        """Return the scope of the model or world that contains a link or joint."""
        around = self._source.owner(value)
        return None if around is None else self._source.frames().scope_of(around)

    def _pose(self, link: sdf.Link, part: sdf.Visual | sdf.Collision) -> model.Transform:
        """Return the pose of a visual or collision in its link."""
        if not part.pose.relative_to:
            return transform_of(part.pose) or UNKNOWN_POSE
        scope = self._scope(link)
        try:
            X_LG = None if scope is None else scope.resolve(part, to=link.name)
        except (UnknownNameError, ValueError):
            X_LG = None
        return X_LG or UNKNOWN_POSE

    def link(self, link: sdf.Link) -> model.Link:
        """Return a link as declared."""
        return model.Link(
            self._prefix(link) + link.name,
            None if link.inertial is None else self._inertial(link.inertial),
            tuple(self._geometry(link, visual) for visual in link.visuals),
            tuple(self._geometry(link, collision) for collision in link.collisions),
        )

    def _inertial(self, inertial: sdf.Inertial) -> model.Inertial:
        """Return the declared inertial; the mass is nan if missing or computed from shapes."""
        is_written = not inertial.auto and self._source.document.written(inertial, "mass")
        return model.Inertial(
            inertial.mass if is_written else nan,
            transform_of(inertial.pose) or UNKNOWN_POSE,
            UNKNOWN_INERTIA if inertial.inertia is None else tensor_of(inertial.inertia),
        )

    def _geometry(self, link: sdf.Link, part: sdf.Visual | sdf.Collision) -> model.Geometry:
        is_empty = part.geometry.empty is not None
        shape = model.OtherShape("empty", "") if is_empty else shape_of(part.geometry, self._log)
        return model.Geometry(shape, self._pose(link, part), part.name, None)

    @property
    def ends(self) -> Collection[str]:
        """The names of the links that joints connect, without duplicates."""
        return dict.fromkeys(self._links.values())

    def _end(self, scope: FrameScope | None, prefix: str, name: str) -> str:
        """Return the parent or child link of a joint; the declared name if it is not a link."""
        found = None if scope is None else scope.tree.graph.find(scope.number, name)
        body = None if scope is None or found is None else scope.tree.graph.body(found)
        link = None if scope is None or body is None else scope.tree.elements[body]
        if scope is None or body is None or not isinstance(link, sdf.Link):
            return name if name == WORLD_NAME else prefix + name
        end = self._links.get(body)
        if end is None:
            if self._source.owner(link) is not None:  # the link is in this file
                end = self._prefix(link) + link.name
            else:
                top = self._source.frames().scope_of(self._top)
                end = scope.tree.graph.path(body, 0 if top is None else top.number)
            self._links[body] = end
        return end

    def merged(self, joints: list[sdf.Joint]) -> Iterator[model.Joint]:
        """Yield the joints of the included models that are merged into models of given joints."""
        if sdf.Include not in self._source.values:
            return
        known = set(map(id, joints))
        scopes = {id(scope): scope for scope in map(self._scope, joints) if scope is not None}
        for scope in scopes.values():
            for number, joint in scope.joints():
                if id(joint) not in known:
                    yield self.joint(joint, scope.tree.holder(number))

    def joint(self, joint: sdf.Joint, scope: FrameScope | None = None) -> model.Joint:
        """Return a joint as declared.

        Args:
            joint: the joint.
            scope: the scope of the link names; by default the model or world that contains the
                joint.
        """
        axis, axis2, prefix = joint.axis, joint.axis2, self._prefix(joint)
        mimic = None if axis is None else axis.mimic
        scope = scope or self._scope(joint)
        return model.Joint(
            prefix + joint.name,
            kind_of(joint) or "fixed",
            self._end(scope, prefix, joint.parent),
            self._end(scope, prefix, joint.child),
            UNKNOWN_POSE,
            UNKNOWN_AXIS if axis is None else axis.xyz.value,
            _bounds(axis),
            None
            if mimic is None or mimic.axis != "axis"  # the robot model can only mimic a first axis
            else model.Mimic(prefix + mimic.joint, mimic.multiplier, mimic.offset),
            dynamics_of(axis),
            UNKNOWN_AXIS if axis2 is None else axis2.xyz.value,
            _bounds(axis2),
            0.0,
            UNKNOWN_POSE,
            dynamics_of(axis2),
            None,
        )


def _bounds(axis: sdf.Axis | None) -> model.Limit:
    if axis is None:
        return UNLIMITED
    limit = axis.limit
    return model.Limit(limit.lower, limit.upper, limit.velocity, limit.effort)


def static_parts(owner: Callable[[Element], Element | None]) -> Callable[[Element], bool]:
    """Return a function that returns whether a link or model is in a static model or an actor.

    Args:
        owner: returns the parent element of an element.
    """
    known: dict[int, bool] = {}

    def is_static(part: Element) -> bool:
        inside: list[Element] = []
        around: Element | None = part
        found = False
        while around is not None and not found:
            if id(around) in known:
                found = known[id(around)]
                break
            inside.append(around)
            found = isinstance(around, sdf.Actor) or (
                isinstance(around, sdf.Model) and around.static
            )
            around = owner(around)
        known.update((id(one), found) for one in inside)
        return found

    return is_static


def _origins(
    links: list[tuple[model.Link, sdf.Link]], joints: list[tuple[model.Joint, sdf.Joint]]
) -> Iterator[tuple[Record, Element]]:
    for link, element in links:
        yield from link_origins(link, element)
    for joint, written in joints:
        yield from joint_origins(joint, written)


def link_origins(link: model.Link, element: sdf.Link) -> Iterator[tuple[Record, Element]]:
    """Yield the values of a link, paired with their elements."""
    yield from part_origins(
        link, element, lambda part: written_shape(part.geometry) or part.geometry
    )
    for geometry, part in zip(link.visuals, element.visuals, strict=True):
        if geometry.material is not None:
            yield geometry.material, part.material or part


def joint_origins(joint: model.Joint, element: sdf.Joint) -> Iterator[tuple[Record, Element]]:
    """Yield the values of a joint, paired with their elements."""
    yield joint, element
    axes = (
        (element.axis, joint.limit, joint.dynamics),
        (element.axis2, joint.limit2, joint.dynamics2),
    )
    for axis, bounds, dynamics in axes:
        if axis is not None and bounds is not UNLIMITED:
            yield bounds, axis.limit
        if axis is not None and dynamics is not FREE:
            yield dynamics, axis.dynamics or axis
    if element.axis is not None and joint.mimic is not None:
        yield joint.mimic, element.axis.mimic or element.axis
