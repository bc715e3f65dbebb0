"""Joints that are not frames of their model: joints of its world, and ``<drake:joint>``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bodyplan.conversion.sdf._joints import PLANAR
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.model_conversion import WORLD, Conversion
from bodyplan.core import quoted
from bodyplan.formats import sdf
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.spec import Raw

DRAKE_JOINT = "drake:joint"
END_NOT_FOUND = "a model that it connects was not found"
"""The reason why a joint of the world is dropped if the model at its other end is missing."""
Candidate = tuple[FrameScope, int, sdf.Joint, "tuple[int, int] | None"]
"""The scope in which a joint's names are resolved, its number, the joint, and its frames on both
links."""


def body_of(conversion: Conversion, scope: FrameScope, name: str) -> int | None:
    """Return the number of the link to which a frame is fixed; WORLD if static; None if unknown."""
    if name == WORLD_NAME:
        return WORLD
    graph = conversion.graph
    number = graph.find(scope.number, name)
    body = None if number is None else graph.body(number)
    return WORLD if body is not None and graph.kinds[body] != "link" else body


def outer_joints(conversion: Conversion, links: Mapping[int, Any]) -> Iterator[Candidate]:
    """Yield the joints of the world that connect links of the model, and ``<drake:joint>`` joints.

    A joint of the world to another model is recorded as a loss, because the robot is one model.

    Args:
        conversion: the conversion of the model.
        links: all links of the model, by frame number.
    """
    world = conversion.top.parent
    if world is not None and world.is_world:
        yield from _of_world(conversion, world, links)
    for scope in conversion.scopes:
        for raw in scope.element.extra.elements:
            if raw.tag == DRAKE_JOINT:
                yield from _of_drake(conversion, scope, raw)


def _of_world(
    conversion: Conversion, world: FrameScope, links: Mapping[int, Any]
) -> Iterator[Candidate]:
    for number, joint in world.joints() if conversion.around is None else conversion.around:
        ends = [body_of(conversion, world, name) for name in (joint.parent, joint.child)]
        if not any(end in links for end in ends):
            continue
        if all(end == WORLD or end in links for end in ends) and ends[1] != WORLD:
            conversion.outside[number] = joint.name
            yield world, number, joint, None
            continue
        reason = "it connects the robot to another model, which is not part of the robot"
        if any(world.is_hidden(name) for name in (joint.parent, joint.child)):
            reason = END_NOT_FOUND
        conversion.log.dropped(joint, "", reason)


def _of_drake(conversion: Conversion, scope: FrameScope, raw: Raw) -> Iterator[Candidate]:
    """Yield the joint of a ``<drake:joint>``; Drake reads only the type "planar" in SDFormat."""
    node, graph = raw.node, conversion.graph
    name, kind = node.get("name", ""), node.get("type", "")
    parent, child = ((node.findtext(tag) or "").strip() for tag in ("drake:parent", "drake:child"))
    frames = [graph.find(scope.number, end) for end in (parent, child)]
    called = f"<{DRAKE_JOINT}> {quoted(name)}"
    if kind != "planar" or None in frames:
        reason = f"{called} has the unknown type {quoted(kind)}"
        if kind == "planar":
            reason = f"{called} has a frame that does not exist"
        conversion.log.dropped(scope.element, "", reason, changes_meaning=True)
        return
    if (node.findtext("drake:damping") or "").strip("0. \n\t"):
        reason = f"the damping of {called} differs by direction, which is not supported"
        conversion.log.dropped(scope.element, "", reason)
    number = -1 - len(conversion.outside)
    prefix = conversion.name(scope.number) if scope is not conversion.top else ""
    conversion.outside[number] = f"{prefix}::{name}" if prefix else name
    axis = sdf.Axis(xyz=sdf.Xyz(value=(0.0, 0.0, 1.0)))
    planar: Any = PLANAR
    joint = sdf.Joint(name=name, type=planar, parent=parent, child=child, axis=axis)
    first, second = frames
    assert first is not None
    assert second is not None
    yield scope, number, joint, (first, second)
