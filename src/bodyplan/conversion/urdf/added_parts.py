"""Losses for the parts of converted SDFormat that only ``<gazebo>`` blocks of the URDF declare.

Only Gazebo reads these parts in the URDF; every program reads them in the result. Drake does not
support some joints among them, and rejects the whole file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.conversion.sdf.whole_parts import own_scopes, path_of, whole_parts
from bodyplan.core import Record, quoted
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss
from bodyplan.model import Joint, Robot
from bodyplan.model.joint import NOT_IN_DRAKE, TWO_AXES

_PARTS = frozenset(("link", "joint", "model"))
_ORTHOGONAL = 1e-10
"""Largest scalar product of two axes that are orthogonal."""


def added_parts(
    root: Node, document: Document, robot: Robot, own: Collection[int]
) -> Iterator[Loss]:
    """Yield a loss for each copied link, joint and model, and for each joint that Drake rejects.

    Args:
        root: the root of the result.
        document: the same result as a document.
        robot: the robot that was converted.
        own: the ``id()`` of each element that was written from the robot model; all other elements
            were copied from ``<gazebo>`` blocks.
    """
    copied = [node for model in root.iter("model") for node in model if id(node) not in own]
    added = [node for node in copied if node.tag in _PARTS]
    if not added and all(node.tag != "static" for node in copied):
        return
    top = sdf_frames(document).main
    rejected = dict(_rejected(top, robot))
    direct = set(map(id, root.find("model") or ()))
    for node in added:
        if id(node) in direct:
            name = node.get("name", "")
            reason = "it is from a <gazebo> block, which only Gazebo reads in a URDF"
            if name in rejected:
                reason += f"; {rejected.pop(name)}"
            yield Loss("assumed", f"<{node.tag}> {quoted(name)}", reason, robot)
    for name, reason in rejected.items():
        yield _about(robot, name, reason)


def _rejected(top: FrameScope, robot: Robot) -> Iterator[tuple[str, str]]:
    """Yield each joint that Drake rejects: its name, the reason."""
    joints = {joint.name: joint for joint in whole_parts(top, None).joints}
    yield from _parallel(joints.values())
    for scope in own_scopes(top):
        for number, joint in scope.joints():
            name = path_of(top, number)
            if scope.is_static and joint.type != "fixed":
                yield name, "it cannot move in a <static> model, and Drake rejects such a model"
            elif not robot.has_joint(name) and joint.type in NOT_IN_DRAKE:
                yield name, f"Drake rejects it, because it does not support {joint.type} joints"
            elif not robot.has_joint(name) and joint.type in TWO_AXES and joint.axis2 is None:
                yield name, "Drake rejects it, because it has no <axis2>"
            elif not robot.has_joint(name) and joint.type in TWO_AXES and name in joints:
                both = zip(joints[name].axis, joints[name].axis2, strict=True)
                if abs(sum(a * b for a, b in both)) > _ORTHOGONAL:
                    yield name, "Drake rejects it, because its axes are not orthogonal"


def _parallel(joints: Collection[Joint]) -> Iterator[tuple[str, str]]:
    """Yield each joint whose two links an earlier joint connects already: its name, the reason."""
    found: dict[frozenset[str], str] = {}
    for joint in joints:
        first = found.setdefault(frozenset((joint.parent, joint.child)), joint.name)
        if first != joint.name:
            links = f"{quoted(joint.parent)} and {quoted(joint.child)}"
            yield joint.name, f"Drake rejects it, because {quoted(first)} connects {links} too"


def _about(robot: Robot, name: str, reason: str) -> Loss:
    is_own = robot.has_joint(name)
    part: Record = robot.joint(name) if is_own else robot
    return Loss("approximated", "" if is_own else f"<joint> {quoted(name)}", reason, part)
