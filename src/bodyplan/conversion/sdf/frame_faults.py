"""Problems of SDFormat frames, as records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from bodyplan.conversion.sdf.frame_tree import FrameScope, FrameTree, placed_parts
from bodyplan.conversion.sdf.pose import pose_fault
from bodyplan.core import Record, quoted
from bodyplan.formats import sdf
from bodyplan.model.frames.fault import GraphFault
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.formats.document import Document

FaultKind = Literal[
    "unknown",
    "cycle",
    "not a link",
    "no link",
    "not finite",
    "duplicate",
    "not allowed",
    "no pose",
    "world",
    "itself",
    "same name",
    "same body",
    "no axis",
    "not an axis",
    "too much",
]
"""The kind of problem.

- "unknown": the name does not exist in this scope or a nested scope.
- "cycle": frames are defined relative to each other in a cycle; the members are in the order of the
  cycle.
- "not a link": the canonical link is not a link.
- "no link": the model contains neither a link nor a model, and is not static.
- "not finite": each pose is finite, but so far away that the combined pose is not.
- "duplicate": another member already has the name.
- "not allowed": the pose of an outermost model has ``relative_to``.
- "no pose": an include has a placement frame but no pose.
- "world": the child of a joint is the world.
- "itself": a joint is its own parent or child, or mimics itself.
- "same name", "same body": parent and child of a joint have the same name, or are the same body.
- "no axis": the mimicked joint does not have this axis.
- "not an axis": a mimicked axis is neither "axis" nor "axis2".
- "too much": the limit on included models is exceeded, and further models are dropped.
"""


class FrameFault(Record):
    """A problem of a frame.

    Args:
        error: libsdformat's error code; empty if libsdformat reports none.
        kind: the kind of the problem.
        value: the element of the document with the problem.
        field: the field with the problem; None for the whole element.
        name: the referenced name.
        holder: the link, joint, frame, model or include that the problem concerns.
        scope: the scope in which the name is resolved.
        members: the other elements involved; for a cycle, all elements in order.
        names: the names of the members.
        is_silent: whether libsdformat loads the file, silently or with a printed warning.
        document: the file that contains the value, if known; it may be an included file.
    """

    error: str
    kind: FaultKind
    value: Element
    field: str | None
    name: str
    holder: Element
    scope: FrameScope
    members: tuple[Element, ...] = ()
    names: tuple[str, ...] = ()
    is_silent: bool = False
    document: Document | None = None

    def __repr__(self) -> str:
        return f"<FrameFault {self.error} {self.kind} {quoted(self.name)} in {self.scope.path}>"


def frame_faults(top: FrameScope) -> Iterator[FrameFault]:
    """Yield the problems of a world or model: of its graph of frames, then of each scope in it.

    A cause that affects several elements is reported only once.
    """
    tree = top.tree
    for fault in tree.graph.faults():
        found = _reported(tree, fault)
        if found is not None:
            yield found
    for include, scope in tree.left_out:
        uri = include.uri
        yield _fault("", "too much", include, "uri", uri, include, scope, is_silent=True)
    waiting = [top]
    while waiting:
        scope = waiting.pop()
        yield from _of_scope(scope)
        waiting.extend(reversed(scope.children))


# Problems of the graph


def _reported(tree: FrameTree, fault: GraphFault) -> FrameFault | None:
    """Return a problem of the graph as a problem of the file; None if it is reported elsewhere."""
    number = fault.frame
    element, scope = tree.elements[number], tree.holder(number)
    own = tree.scopes.get(number)
    if element is None or number in tree.opaque:
        return None
    error, value, field = _where(fault, element, own)
    if fault.kind == "not finite" and isinstance(value, sdf.Pose) and pose_fault(value):
        return None  # already reported as an invalid pose
    document = scope.document
    if own is not None:
        if fault.said == "placement_frame" or field in {"canonical_link", None}:
            scope = own
        if value is own.element or value is own.element_pose:
            document = own.document
    if fault.kind == "unknown":
        if not fault.name or scope.is_hidden(fault.name):
            return None  # a missing name is reported where the file is read
        if isinstance(element, sdf.Joint) and fault.name == "world" and field == "child":
            return None  # reported below
    if fault.kind == "no link" and own is not None and own.is_open:
        return None
    if fault.members == (number,) and field == "child":
        return None  # reported below
    members = [(tree.elements[m], tree.graph.names[m]) for m in fault.members]
    return FrameFault(
        error,
        fault.kind,
        value,
        field,
        fault.name,
        element,
        scope,
        tuple(member for member, _ in members if member is not None),
        tuple(name for member, name in members if member is not None),
        # libsdformat rejects an invalid canonical link when checking, not when loading
        is_silent=not error or fault.kind == "not a link" or _is_renamed(tree, fault, scope),
        document=document,
    )


def _is_renamed(tree: FrameTree, fault: GraphFault, scope: FrameScope) -> bool:
    """Return whether libsdformat renames one of two members with equal names, with a warning.

    This applies to members of different kinds in nested models, and to frames of a world.
    """
    element = tree.elements[fault.frame]
    if fault.kind != "duplicate" or any(
        type(tree.elements[member]) is type(element) for member in fault.members
    ):
        return False
    return scope.is_nested or (scope.is_world and isinstance(element, sdf.Frame))


_ERRORS = {
    "no link": "MODEL_WITHOUT_LINK",
    "not a link": "MODEL_CANONICAL_LINK_INVALID",
    "duplicate": "DUPLICATE_NAME",
    "not finite": "",
}


def _where(
    fault: GraphFault, element: Element, own: FrameScope | None
) -> tuple[str, Element, str | None]:
    """Return libsdformat's error code of a problem of the graph, and the element and field.

    Args:
        fault: the problem.
        element: the element of the frame with the problem.
        own: the scope of this element if it is a world or model.
    """
    error = _ERRORS.get(fault.kind)
    if fault.kind == "duplicate":
        include = None if own is None else own.include
        return "DUPLICATE_NAME", include if include and include.name else element, "name"
    if fault.kind == "no link":
        return "MODEL_WITHOUT_LINK", element, None
    if fault.said in {"pose", "relative_to"}:
        pose: Element = own.pose if own is not None else getattr(element, "pose", element)
        if fault.said == "pose":
            return "", pose, "value"
        word = "CYCLE" if fault.kind == "cycle" else "INVALID"
        return f"POSE_RELATIVE_TO_{word}", pose, "relative_to"
    if fault.said == "placement_frame":
        if own is not None and own.include is not None and own.include.placement_frame:
            element = own.include
        # MODEL_PLACEMENT_FRAME_INVALID is only for includes without a pose
        return "POSE_RELATIVE_TO_INVALID", element, "placement_frame"
    if isinstance(element, sdf.Joint):
        field, invalid = "child", "JOINT_CHILD_LINK_INVALID"
    elif isinstance(element, sdf.Model):
        field, invalid = "canonical_link", "MODEL_CANONICAL_LINK_INVALID"
    else:
        field, invalid = "attached_to", "FRAME_ATTACHED_TO_INVALID"
    if fault.kind == "cycle":
        graph = "FRAME_ATTACHED_TO" if fault.of_bodies else "POSE_RELATIVE_TO"
        return f"{graph}_CYCLE", element, field
    return error or invalid, element, field


def _fault(
    error: str,
    kind: FaultKind,
    value: Element,
    field: str,
    name: str,
    holder: Element,
    scope: FrameScope,
    *,
    is_silent: bool = False,
) -> FrameFault:
    """Return a problem in the file that contains a scope."""
    return FrameFault(
        error, kind, value, field, name, holder, scope, (), (), is_silent, scope.document
    )


# Problems outside of the graph


def _of_scope(scope: FrameScope) -> Iterator[FrameFault]:
    """Yield the problems of a model, its joints, and the parts of its links."""
    element, include = scope.element, scope.include
    if isinstance(element, sdf.Model):
        pose = element.pose
        if scope.parent is None and pose.relative_to:
            name = pose.relative_to
            yield _fault(
                "ATTRIBUTE_INVALID", "not allowed", pose, "relative_to", name, element, scope
            )
        if include is not None and include.placement_frame and include.pose is None:
            yield _fault(
                "MODEL_PLACEMENT_FRAME_INVALID",
                "no pose",
                include,
                "placement_frame",
                include.placement_frame,
                include,
                scope.parent or scope,
            )
    numbers = scope.tree.graph.members(scope.number)
    for number in numbers:
        member = scope.tree.elements[number]
        if isinstance(member, sdf.Joint):
            yield from _of_joint(scope, number, member)
        yield from _of_parts(scope, member)
    if isinstance(element, sdf.World):
        yield from _of_parts(scope, element)


def _of_parts(scope: FrameScope, holder: Element | None) -> Iterator[FrameFault]:
    """Yield problems of the ``relative_to`` frames of the parts of an element."""
    for part in placed_parts(holder):
        pose: sdf.Pose = getattr(part, "pose")  # noqa: B009  (every part has one)
        name = pose.relative_to
        if not name or isinstance(part, sdf.Inertial) or _is_there(scope, name):
            continue
        yield _fault(
            "POSE_RELATIVE_TO_INVALID",
            "unknown",
            pose,
            "relative_to",
            name,
            part,
            scope,
            is_silent=True,
        )


def _is_there(scope: FrameScope, name: str) -> bool:
    return scope.tree.graph.find(scope.number, name) is not None or scope.is_hidden(name)


def _of_joint(scope: FrameScope, number: int, joint: sdf.Joint) -> Iterator[FrameFault]:
    """Yield the problems of the links, the axes and the mimic constraints of a joint."""

    def fault(error: str, kind: FaultKind, field: str, name: str) -> FrameFault:
        # libsdformat checks this only for outermost models
        is_silent = scope.is_nested and kind not in {"same name", "world"}
        word = f"JOINT_{error}"
        return _fault(word, kind, joint, field, name, joint, scope, is_silent=is_silent)

    graph, parent, child = scope.tree.graph, joint.parent, joint.child
    own_name = graph.names[number]
    found = graph.find(scope.number, parent)
    if parent and parent != "world" and not _is_there(scope, parent):
        yield fault("PARENT_LINK_INVALID", "unknown", "parent", parent)
    if parent and parent == own_name:
        yield fault("PARENT_LINK_INVALID", "itself", "parent", parent)
    if child == "world":
        yield fault("CHILD_LINK_INVALID", "world", "child", child)
    elif child and child == own_name:
        yield fault("CHILD_LINK_INVALID", "itself", "child", child)
    if child and parent == child:
        yield fault("PARENT_SAME_AS_CHILD", "same name", "child", child)
    elif found is not None and parent not in {"world", own_name}:
        body, moved = graph.body(found), graph.body(number)
        if body is not None and body == moved:
            yield fault("PARENT_SAME_AS_CHILD", "same body", "child", child)
    for field in ("axis", "axis2"):
        axis: sdf.Axis | None = joint.axis if field == "axis" else joint.axis2
        if axis is not None:
            yield from _of_axis(scope, joint, axis, field)


def _of_axis(
    scope: FrameScope, joint: sdf.Joint, axis: sdf.Axis, field: str
) -> Iterator[FrameFault]:
    """Yield the problems of the frame of an axis, and of the axis that it mimics."""
    name = scope.axis_frame(axis)
    if name and name == axis.xyz.expressed_in and not _is_there(scope, name):
        error = "JOINT_AXIS_EXPRESSED_IN_INVALID"
        yield _fault(error, "unknown", axis.xyz, "expressed_in", name, joint, scope)
    mimic = axis.mimic
    if mimic is None or not mimic.joint:
        return
    kind: FaultKind | None = None
    number = scope.tree.graph.find(scope.number, mimic.joint)
    leader = None if number is None else scope.tree.elements[number]
    at = "joint"
    if not isinstance(leader, sdf.Joint):
        kind = None if scope.is_hidden(mimic.joint) else "unknown"
    elif mimic.axis not in {"axis", "axis2"}:
        kind, at = "not an axis", "axis"
    elif leader is joint and mimic.axis == field:
        kind = "itself"
    elif (leader.axis if mimic.axis == "axis" else leader.axis2) is None:
        kind, at = "no axis", "axis"
    if kind is not None:
        name = mimic.joint if at == "joint" else mimic.axis
        yield _fault("JOINT_AXIS_MIMIC_INVALID", kind, mimic, at, name, joint, scope)
