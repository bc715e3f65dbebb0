"""The error codes of libsdformat 12.3 for the problems of frames that bodyplan finds."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.conversion.sdf.frame_faults import FrameFault, frame_faults
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.formats import sdf
from bodyplan.spec import Element

_LATER = {"JOINT_AXIS_EXPRESSED_IN_INVALID", "JOINT_AXIS_MIMIC_INVALID"}
"""Error codes that libsdformat 12 does not have."""


def reference_errors(top: FrameScope) -> frozenset[str]:
    """Return all error codes of libsdformat 12.3 for the problems in a world or model.

    One cause can have several: a frame attached to an unknown one is also not part of the tree.
    """
    found: set[str] = set()
    for fault in frame_faults(top):
        if fault.error and not fault.is_silent and fault.error not in _LATER:
            found.update((fault.error, *_follows(fault)))
    for scope in top.children if top.is_world else [top]:
        for number, joint in scope.joints():
            found.update(_of_ends(scope, number, joint))
    return frozenset(found)


def _follows(fault: FrameFault) -> Iterator[str]:
    """Yield the other error codes of libsdformat with the same cause."""
    holder = fault.holder
    is_placed = isinstance(holder, sdf.Frame | sdf.Joint) and bool(holder.pose.relative_to)
    if fault.kind == "cycle" and fault.error == "FRAME_ATTACHED_TO_CYCLE":
        if all(_hangs(member) for member in fault.members):
            yield "POSE_RELATIVE_TO_CYCLE"
    elif fault.kind in {"unknown", "no link", "world"}:
        if fault.field == "relative_to":
            yield "POSE_RELATIVE_TO_GRAPH_ERROR"
        elif fault.field in {"attached_to", "canonical_link", None}:
            yield "FRAME_ATTACHED_TO_GRAPH_ERROR"
            if fault.field == "attached_to" and not is_placed:
                yield "POSE_RELATIVE_TO_GRAPH_ERROR"
        elif fault.field == "child":
            yield "FRAME_ATTACHED_TO_GRAPH_ERROR"
            if not is_placed:
                yield "POSE_RELATIVE_TO_INVALID"
                yield "POSE_RELATIVE_TO_GRAPH_ERROR"
    elif fault.kind == "itself" and fault.field == "parent":
        yield "JOINT_PARENT_SAME_AS_CHILD"
    elif fault.kind == "itself" and fault.field == "child":
        yield "FRAME_ATTACHED_TO_CYCLE"
        if not is_placed:
            yield "POSE_RELATIVE_TO_CYCLE"


def _hangs(member: Element) -> bool:
    """Whether the pose of a frame is relative to the frame that it is attached to."""
    return isinstance(member, sdf.Frame | sdf.Joint) and not member.pose.relative_to


def _of_ends(scope: FrameScope, number: int, joint: sdf.Joint) -> Iterator[str]:
    """Yield the error codes of libsdformat for the links of a joint in an outermost model."""
    graph = scope.tree.graph
    parent = None if joint.parent == "world" else graph.find(scope.number, joint.parent)
    child = graph.find(scope.number, joint.child)
    names = {joint.parent: parent, joint.child: child}
    if scope.is_hidden(joint.parent) or scope.is_hidden(joint.child):
        return
    # libsdformat searches the parent among links, joints and frames, the child also among models
    if parent is not None and graph.is_scope(parent):
        yield "JOINT_PARENT_LINK_INVALID"
    if joint.child.rpartition("::")[2] == "__model__":
        yield "JOINT_CHILD_LINK_INVALID"
    if any(name and name != "world" and found is None for name, found in names.items()):
        yield "FRAME_ATTACHED_TO_INVALID"
    if joint.child == "world":
        yield "FRAME_ATTACHED_TO_INVALID"
    moved = None if child is None else graph.body(number)
    body = None if parent is None else graph.body(parent)
    if moved is None and body is None and joint.parent != "world":
        yield "JOINT_PARENT_SAME_AS_CHILD"
