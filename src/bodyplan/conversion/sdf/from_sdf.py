"""Conversion of an SDFormat model, with its nested models, to a robot model.

Every declared field is converted, or recorded with a reason.

Links, joints and frames of nested models are named ``inner::link``. A link that is fixed to the
world is attached to a link ``world``. A joint is reversed if this is the only way to connect its
links to the tree. A link without joints gets a floating joint. A file with errors still yields a
robot: invalid parts are dropped and recorded as losses.

Source: libsdformat 12.3 and 17, Model.cc, Joint.cc, FrameSemantics.cc.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan import model
from bodyplan.conversion.chains import turned_round
from bodyplan.conversion.details import DetailReader
from bodyplan.conversion.direction import ModelChoiceError
from bodyplan.conversion.loss import Fields
from bodyplan.conversion.mimics import consistent_mimics
from bodyplan.conversion.sdf._fields import KEEPS
from bodyplan.conversion.sdf._joints import JointMaker, kind_of
from bodyplan.conversion.sdf._links import link_of, sensor_of
from bodyplan.conversion.sdf._spanning_tree import Ends, ModelTree, anchors, free_name
from bodyplan.conversion.sdf.declared_parts import joint_origins, link_origins
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.frames import SdfFrames, sdf_frames
from bodyplan.conversion.sdf.model_conversion import WORLD, Conversion
from bodyplan.conversion.sdf.outer_joints import END_NOT_FOUND
from bodyplan.core import Record, collector_paused, listed, quoted, replace
from bodyplan.formats import sdf
from bodyplan.formats.loss import Loss
from bodyplan.formats.sdf.parameters.places import changed_of
from bodyplan.model.details import Detail, Details
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.diag import Where
    from bodyplan.formats.document import Document
    from bodyplan.resources import Resources


NOT_FOUND = "the included model was not found"
"""The reason why an include is missing in the robot."""


class SdfConversion(Record):
    """The result of converting an SDFormat model to a robot model.

    Args:
        robot: the robot.
        losses: the values that were dropped or assumed.
        links: the elements of the links, by name; without the link ``world``.
        joints: the elements of the joints and loops, by name.
        scopes: for each link name, the model that contains the link.
        static: names of the links in static models; they never move.
    """

    robot: model.Robot
    losses: tuple[Loss, ...] = ()
    links: Mapping[str, sdf.Link] = MappingProxyType({})
    joints: Mapping[str, sdf.Joint] = MappingProxyType({})
    scopes: Mapping[str, FrameScope] = MappingProxyType({})
    static: frozenset[str] = frozenset()

    @property
    def missing(self) -> tuple[Loss, ...]:
        """The losses caused by a missing model that may affect links, joints, poses or masses."""
        return tuple(loss for loss in self.losses if loss.reason in {NOT_FOUND, END_NOT_FOUND})


def convert(
    document: Document, *, model: str = "", resources: Resources | None = None
) -> SdfConversion:
    """Convert a model of a document, with the models that it includes; see ``direction``.

    Args:
        document: the SDFormat file.
        model: name of the model; optional if the file has one.
        resources: the folders in which included models are searched.

    Raises:
        ModelChoiceError: the model does not exist, or no name was given and there are several.
    """
    from bodyplan.conversion.sdf.includes import frames

    return from_sdf(frames(document, resources=resources), model)


def from_sdf(source: Document | sdf.Root | SdfFrames, name: str = "") -> SdfConversion:
    """Convert a model of a file to a robot, in time linear in the size of the file.

    Args:
        source: the file, its root, or its frames, which contain the included models.
        name: the name of the model; optional if the file has one model. A nested model is named
            ``arm::hand``.

    Raises:
        ModelChoiceError: the model does not exist, or no name was given and there are several.
    """
    frames = source if isinstance(source, SdfFrames) else sdf_frames(source)
    with collector_paused():
        return _converted(chosen_model(frames, name), frames)


def each_model(frames: SdfFrames) -> Iterator[tuple[FrameScope, SdfConversion]]:
    """Convert the outermost models of a file, in time linear in the size of the file.

    Elements of the file outside a model are not recorded as losses.
    """
    for top in frames.scopes:
        around = tuple(top.joints()) if top.is_world else ()
        for scope in top.children if top.is_world else [top]:
            if not scope.is_merged:
                yield scope, _converted(scope, frames, around)


def motion_losses(frames: SdfFrames) -> list[Loss]:
    """Return the losses of all models of a file that change how links move, without duplicates."""
    found: dict[tuple[int, str, str], Loss] = {}
    with collector_paused():
        for top in frames.scopes:
            for scope in top.children if top.is_world else [top]:
                for loss in _converted(scope, frames).losses if not scope.is_merged else ():
                    if loss.changes_meaning:
                        found.setdefault((id(loss.source), loss.what, loss.reason), loss)
    return list(found.values())


def chosen_model(frames: SdfFrames, name: str = "") -> FrameScope:
    """Return the model with this name; without a name, the only model or only non-static model.

    Raises:
        ModelChoiceError: the model does not exist, or no name was given and there are several.
    """
    models = [
        scope
        for top in frames.scopes
        for scope in (top.children if top.is_world else [top])
        if not scope.is_merged
    ]
    names = tuple(dict.fromkeys(scope.name for scope in models))
    known = listed(map(quoted, names), 20)
    if name:
        found = next((scope for scope in models if scope.name == name), None)
        if found is None:
            found = next(
                (s for s in frames.all_scopes() if not s.is_world and s.path == name), None
            )
        if found is None:
            raise ModelChoiceError(
                f"model {quoted(name)} does not exist; the models are {known or 'none'}", names
            )
        return found
    moving = [scope for scope in models if not scope.is_static]
    if len(models) == 1 or len(moving) == 1:
        return (moving or models)[0]
    if not models:
        raise ModelChoiceError("it has no model", names)
    raise ModelChoiceError(f"it has {len(models)} models, {known}: choose one", names)


def _converted(
    top: FrameScope, frames: SdfFrames, around: Sequence[tuple[int, sdf.Joint]] | None = None
) -> SdfConversion:
    """Convert a model.

    Args:
        top: the model.
        frames: the frames of the file.
        around: the joints of the world; if given, elements outside the model are not recorded as
            losses.
    """
    conversion = Conversion(top, around)
    log = conversion.log
    if around is None:
        _note_what_is_around(conversion, frames)
    links = _named(conversion, sdf.Link)
    bodies = {
        number: link_of(conversion, scope, number, link) for number, (scope, link) in links.items()
    }
    tree = ModelTree(conversion, links)
    names = {number: body.name for number, body in bodies.items()}
    names[WORLD] = free_name(WORLD_NAME, {*names.values()})
    leaders = {ends.number: conversion.name(ends.number) for ends in tree.joints}
    made: list[model.Joint] = []
    apart: list[model.Joint] = []
    for place, ends in enumerate(tree.joints):
        joint = _joint(conversion, ends, names, leaders)
        child, parent = quoted(joint.child), quoted(joint.parent)
        if place in tree.kept:
            made.append(joint)
        elif place in tree.reversed:
            words = f"link {parent} is attached to link {child}: no other joint connects them"
            log.assumed(ends.joint, "", f"reversed: {words}")
            made.append(turned_round(joint))
        else:
            words = f"link {child} has another parent joint, or it closes a loop"
            log.assumed(ends.joint, "", f"{words}; kept as a loop constraint")
            if joint.mimic is not None:
                words = "a loop constraint has no position, so it cannot mimic"
                log.dropped(ends.joint, "axis", words)
            apart.append(replace(joint, mimic=None))
    elements = {leaders[ends.number]: ends.joint for ends in tree.joints}
    made = consistent_mimics(
        made,
        lambda name, reason: log.dropped(elements[name].axis or elements[name], "mimic", reason),
        [joint.name for joint in apart],
    )
    held = anchors(conversion, links, tree, names, set(elements))
    has_world = tree.main == WORLD and bool(links)
    above = [model.Link(names[WORLD])] if has_world else []
    carried = _Carried(conversion, names, leaders, has_world)
    robot = model.Robot(
        top.name,
        (*above, *bodies.values()),
        (*made, *held),
        apart,
        [frame for frame, _ in carried.frames],
        [sensor for sensor, _ in carried.sensors],
        self_collide=_self_collide(top),
    )
    pairs = [(conversion.name(number), *entry) for number, entry in links.items()]
    between = [(leaders[ends.number], ends.scope, ends.joint) for ends in tree.joints]
    known = partial(_origins, robot, pairs, between, [*carried.frames, *carried.sensors])
    robot = robot.with_origins(model.Origins(known, _place))
    robot = robot.with_details(Details("sdf", partial(_details, conversion), _place))
    return SdfConversion(
        robot,
        tuple(log.losses),
        {name: link for name, _, link in pairs},
        elements,
        {name: scope for name, scope, _ in pairs},
        frozenset(name for name, scope, _ in pairs if scope.number in conversion.static),
    )


def _joint(
    conversion: Conversion, ends: Ends, names: Mapping[int, str], leaders: dict[int, str]
) -> model.Joint:
    """Return a joint from its declared parent to its declared child, even if the tree reverses it.

    Args:
        conversion: the conversion of the model.
        ends: the joint and its links.
        names: the names of the links, by frame number.
        leaders: names of all joints, by frame number.
    """
    on_parent, on_child = ends.frames or (ends.number, ends.number)
    X_PJ = conversion.between(on_parent, ends.parent)
    X_JC = conversion.between(ends.child, on_child)
    if X_PJ is None or X_JC is None:
        conversion.log.assumed(ends.joint, "pose", "it cannot be resolved; ignored")
    maker = JointMaker(conversion, ends.scope, ends.number, ends.joint)
    return maker.made(
        names[ends.parent],
        names[ends.child],
        X_PJ or model.IDENTITY,
        X_JC or model.IDENTITY,
        leaders,
    )


def _note_what_is_around(conversion: Conversion, frames: SdfFrames) -> None:
    """Record as losses what the robot lacks of the file, nested models, and their includes."""
    log, top = conversion.log, conversion.top
    document = frames.scopes[0].document
    if document is not None:
        log.declared(document.root)
    around: list[FrameScope] = [top]
    while around[-1].parent is not None:
        around.append(around[-1].parent)
    for outer, chosen in zip(around[1:], around, strict=False):
        for scope in outer.children:
            if scope is not chosen:
                log.dropped(scope.include or scope.element, "", "another model is the robot")
        if outer.is_world:
            log.declared(outer.element)
        else:
            log.dropped(outer.element, "", "the robot is a model in it")
    for scope in frames.scopes:
        if scope is not around[-1]:
            log.dropped(scope.element, "", "the robot is not part of it")
    for scope in conversion.scopes:
        log.declared(scope.element)
        log.declared(scope.pose)
        if scope.include is not None:
            log.declared(scope.include)
        if _self_collide(scope) != _self_collide(top):
            log.dropped(
                scope.element, "self_collide", "the robot model has one setting for all links"
            )
        if scope.number in conversion.static and not all(map(_stands_still, scope.joints())):
            log.assumed(scope.element, "static", "its joints can still move")
        brought = {id(child.include) for child in scope.children if child.include is not None}
        for include in scope.element.includes:
            if id(include) not in brought and scope.tree.included(include) is not False:
                log.dropped(include, "", NOT_FOUND)


def _self_collide(scope: FrameScope) -> bool:
    return isinstance(scope.element, sdf.Model) and scope.element.self_collide


def _stands_still(joint: tuple[int, sdf.Joint]) -> bool:
    return (kind_of(joint[1]) or "fixed") == "fixed"


def _named(conversion: Conversion, kind: type[sdf.Link]) -> dict[int, tuple[FrameScope, sdf.Link]]:
    """Return the links by frame number; of links with equal names, only the first."""
    found: dict[int, tuple[FrameScope, sdf.Link]] = {}
    names: set[str] = set()
    for scope, number, link in conversion.members(kind):
        assert isinstance(link, sdf.Link)
        name = conversion.name(number)
        if name in names:
            conversion.log.dropped(link, "", "duplicate name")
            continue
        names.add(name)
        found[number] = scope, link
    return found


class _Carried:
    """The frames and sensors that are attached to links, paired with their elements.

    Args:
        conversion: the conversion of the model.
        names: the names of the links, by frame number.
        joints: names of the joints and loops, by frame number.
        has_world: whether the robot has a link ``world``.
    """

    def __init__(
        self,
        conversion: Conversion,
        names: Mapping[int, str],
        joints: Mapping[int, str],
        has_world: bool,
    ) -> None:
        self._conversion = conversion
        self._names = names
        self._joints = joints
        self._has_world = has_world
        self.frames: list[tuple[model.Frame, _Written]] = []
        self.sensors: list[tuple[model.Sensor, _Written]] = []
        self._add_frames()
        self._add_sensors()

    def _add_frames(self) -> None:
        conversion, log, graph = self._conversion, self._conversion.log, self._conversion.graph
        seen: set[str] = set()
        for scope, number, frame in conversion.members(sdf.Frame):
            assert isinstance(frame, sdf.Frame)
            log.declared(frame)
            log.declared(frame.pose)
            name, body = conversion.name(number), graph.body(number)
            if body is not None and graph.kinds[body] != "link":
                body = WORLD
            X_LF = None if body is None else conversion.between(number, body)
            if name in seen:
                log.dropped(frame, "", "duplicate name")
            elif body is None or X_LF is None or body not in self._names:
                log.dropped(frame, "", "it cannot be resolved")
            elif body == WORLD and not self._has_world:
                log.dropped(frame, "", "it is fixed to the world, but no link of the robot is")
            else:
                seen.add(name)
                made = model.Frame(name, self._names[body], X_LF)
                self.frames.append((made, _Written(scope, frame)))

    def _add_sensors(self) -> None:
        conversion, names = self._conversion, self._names
        for scope, number, link in conversion.members(sdf.Link):
            assert isinstance(link, sdf.Link)
            for sensor in link.sensors if number in names else ():
                made = sensor_of(conversion, scope, sensor, number, (number, names[number]))
                self.sensors.append((made, _Written(scope, sensor)))
        for scope, number, joint in conversion.members(sdf.Joint):
            assert isinstance(joint, sdf.Joint)
            child = conversion.graph.body(number)
            for sensor in joint.sensors:
                if child is None or child not in names or number not in self._joints:
                    conversion.log.dropped(sensor, "", "its joint is dropped")
                    continue
                ends, name = (child, names[child]), self._joints[number]
                made = sensor_of(conversion, scope, sensor, number, ends, name)
                self.sensors.append((made, _Written(scope, sensor)))


class _Written(NamedTuple):
    """An element and the model that contains it."""

    scope: FrameScope
    element: Element


def _place(written: _Written) -> Where | None:
    """Return the location of an element, or of the include whose parameters created it."""
    scope, element = written
    document = scope.document
    node = None if document is None else document.node(element)
    if document is None and scope.parent is not None and scope.include is not None:
        return _place(_Written(scope.parent, scope.include))  # an included URDF
    if document is None or node is None:
        return None
    changed = document.derived(changed_of)
    if changed is None:
        return document.place(element)
    is_whole = not isinstance(element, sdf.Link | sdf.Joint)
    found = changed.where(document, node, is_whole=is_whole)
    if found is not None:
        return found
    inner: FrameScope | None = scope
    while inner is not None and (inner.include is None or inner.document is not document):
        inner = inner.parent
    if inner is None or inner.parent is None or inner.include is None:
        return None
    return _place(_Written(inner.parent, inner.include))


_NO_DETAILS = frozenset(
    (
        *("Root.version", "Model.models", "Model.includes", "Model.frames", "World.frames"),
        *("World.models", "World.includes", "World.joints", "Include.pose", "Include.static"),
        *("Include.uri", "Include.name", "Include.merge", "Include.placement_frame"),
        "Model.placement_frame",
    )
)
"""Fields that are never details: the robot model contains them or their effect on poses, or they
are read separately."""
_NOT_SEEN: Fields = {
    sdf.Visual: KEEPS[sdf.Visual].replace(" transparency", ""),
    sdf.JointSimbody: "",
}
"""For two classes, the entries of ``KEEPS`` without the fields that the robot model contains only
in part, which are details too: transparency, and the joint at which a loop is cut."""


_NOISE = 1e-12
"""Numbers of a pose below this size count as zero."""


def _details(conversion: Conversion) -> Iterator[Detail]:
    """Yield the values of a model and its world for which the robot model has no field."""
    reader = DetailReader({**KEEPS, **_NOT_SEEN}, _NO_DETAILS, conversion.log.losses)
    top = conversion.top
    if conversion.static:
        yield Detail("", "static", "true", _Written(top, top.element))
    X_WM: model.Transform | None = None
    if top.parent is not None and not top.is_nested:
        X_WM = conversion.between(top.number, top.parent.number)
        for one in reader.details(top.parent.element, "world"):
            yield replace(one, source=_Written(top.parent, one.source))
    elif top.parent is None:
        X_WM = conversion.between(top.number, WORLD)
    for field, value in () if X_WM is None else (("xyz", X_WM.p), ("rpy", X_WM.rpy)):
        if any(abs(number) > _NOISE for number in value):
            yield Detail("", f"pose/{field}", value, _Written(top, top.element))
    for scope in conversion.scopes:
        name = "" if scope is top else f"model {conversion.name(scope.number)!r}"
        for one in reader.details(scope.element, name):
            yield replace(one, source=_Written(scope, one.source))
        if isinstance(scope.element, sdf.Model) and scope.element.canonical_link:
            link = scope.element.canonical_link
            if link != next((one.name for one in scope.element.links), None):
                yield Detail(name, "canonical_link", link, _Written(scope, scope.element))
        if scope.include is not None:  # the include is in the outer file
            for one in reader.details(scope.include, name):
                yield replace(one, source=_Written(scope.parent or scope, one.source))


def _origins(
    robot: model.Robot,
    links: list[tuple[str, FrameScope, sdf.Link]],
    joints: list[tuple[str, FrameScope, sdf.Joint]],
    carried: list[tuple[Any, _Written]],
) -> Iterator[tuple[Record, _Written]]:
    """Yield the parts of a robot, paired with their origins."""
    yield from carried
    for name, scope, element in links:
        for value, source in link_origins(robot.link(name), element):
            yield value, _Written(scope, source)
    apart = {joint.name: joint for joint in robot.loops}
    for name, scope, written in joints:
        joint = apart[name] if name in apart else robot.joint(name)
        for value, source in joint_origins(joint, written):
            yield value, _Written(scope, source)
