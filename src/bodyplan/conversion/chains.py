"""Chains of supported joints that replace joints of types that a format does not support."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bodyplan import model
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.core import replace
from bodyplan.inertia.bodies import poses_at
from bodyplan.model.joint import FREE, JOINT_TYPES, LINEAR, ROTARY, UNLIMITED, across
from bodyplan.model.scoped_names import WORLD_NAME

_NEAR = 1e-12
"""Distance from the axis below which a point counts as on the axis [m]."""
_CLOSED = 1e-9
"""Distance below which two points coincide [m]."""
REVERSIBLE = frozenset({"fixed", "revolute", "continuous", "prismatic", "screw"})
"""The types of joints that can be reversed by negating the axis."""
_AXES: tuple[model.Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

_FEW = 64
"""Number of numeric suffixes that ``free`` tries one by one before it searches by bisection."""


class Chain(NamedTuple):
    """The joints and links that replace one joint, from its parent link to its child link."""

    joints: tuple[model.Joint, ...]
    links: tuple[model.Link, ...] = ()
    """Massless links between these joints."""


def chain_of(
    joint: model.Joint, known: frozenset[str], taken: set[str], log: RobotLossLog
) -> Chain:
    """Return a chain of supported joints that moves the child link as the joint does.

    Each new joint is named after the variable of the joint that it replaces, so the variables of
    the robot keep their names. The quaternion of a ball joint becomes three angles.

    Args:
        joint: a joint of the robot.
        known: the types of joints that the format supports.
        taken: all names of links and joints; the names of new links and joints are added.
        log: collects what is lost.
    """
    if joint.type in known:
        return Chain((joint,))
    steps = list(_steps(joint, log))
    if len(steps) == 1:
        return Chain(tuple(steps))
    log.add(
        "moved",
        joint,
        "type",
        f"a {joint.type} joint becomes {len(steps)} joints over massless links",
    )
    joints: list[model.Joint] = []
    links: list[model.Link] = []
    parent = joint.parent
    for number, step in enumerate(steps, 1):
        is_last = number == len(steps)
        child = joint.child if is_last else free(f"{joint.name}_link{number}", taken)
        name = step.name if step.name == joint.name else free(step.name, taken)
        if not is_last:
            links.append(model.Link(child))
        origin = joint.origin if number == 1 else model.IDENTITY
        end = joint.X_JC if is_last else model.IDENTITY
        joints.append(replace(step, name=name, parent=parent, child=child, origin=origin, X_JC=end))
        parent = child
    return Chain(tuple(joints), tuple(links))


def _steps(joint: model.Joint, log: RobotLossLog) -> Iterator[model.Joint]:
    """Yield joints with one axis each that, in series, move as the joint does."""
    first, *rest = joint.variables or (joint.name,)
    one = replace(joint, axis2=_AXES[1], limit2=UNLIMITED, dynamics2=FREE, pitch=0.0, gear=None)
    match joint.type:
        case "universal" | "revolute2":
            yield replace(one, name=first, type="revolute", mimic=None)
            yield replace(
                one,
                name=rest[0],
                type="revolute",
                axis=joint.axis2,
                limit=joint.limit2,
                dynamics=joint.dynamics2,
                mimic=None,
            )
        case "screw":
            yield replace(one, type="revolute")
            mimic = model.Mimic(joint.name, joint.pitch)
            yield replace(
                one,
                name=f"{joint.name}/travel",
                type="prismatic",
                limit=UNLIMITED,
                dynamics=FREE,
                mimic=mimic,
            )
        case "planar":
            x = across(joint.axis)
            (a, b, c), (u, v, w) = joint.axis, x
            y = (b * w - c * v, c * u - a * w, a * v - b * u)
            yield replace(one, name=first, type="prismatic", axis=x)
            yield replace(one, name=rest[0], type="prismatic", axis=y)
            yield replace(one, name=rest[1], type="continuous", limit=UNLIMITED)
        case "ball" | "floating":
            if joint.type == "floating":
                for name, axis in zip((first, *rest), _AXES, strict=False):
                    yield replace(one, name=name, type="prismatic", axis=axis)
            log.add(
                "approximated",
                joint,
                "type",
                "its rotation becomes three angles, which are singular if the second angle is 90 degrees",
                changes_meaning=True,
            )
            for letter, axis in zip("zyx", reversed(_AXES), strict=True):
                name = f"{joint.name}/angle_{letter}"
                yield replace(one, name=name, type="continuous", axis=axis, limit=UNLIMITED)
        case "gearbox":
            log.add(
                "approximated",
                joint,
                "gear",
                "the coupling of a gearbox is not kept; the joint turns freely",
                changes_meaning=True,
            )
            yield replace(one, type="revolute")
        case _:
            yield one


def unreserved(name: str, kind: str) -> str:
    """Return a name that SDFormat does not reserve.

    Args:
        name: the name.
        kind: suffix to append if the name is reserved.
    """
    is_reserved = name == WORLD_NAME or (name.startswith("__") and name.endswith("__"))
    return f"{name.strip('_')}_{kind}" if is_reserved else name


def free(name: str, taken: set[str]) -> str:
    """Return a free name, with a number as suffix if necessary, and add it to ``taken``.

    Thousands of elements may have the same name, so large numbers are found by bisection.
    """
    found, last, number = name, 1, 1
    while found in taken:
        last, number = number, number + 1 if number < _FEW else 2 * number
        found = f"{name}_{number}"
    while number - last > 1:
        middle = (last + number) // 2
        if f"{name}_{middle}" in taken:
            last = middle
        else:
            number, found = middle, f"{name}_{middle}"
    taken.add(found)
    return found


def without_child_pose(joint: model.Joint, taken: set[str], log: RobotLossLog) -> Chain:
    """Return joints that replace a joint, and whose child link frames coincide with their frames.

    URDF requires this. The joint frame is moved to the child link frame if that does not change the
    motion: if the joint does not rotate, or if the origin of the child link is on the axis of
    rotation. Otherwise, a massless link and a fixed joint are inserted before the child link.

    Args:
        joint: a joint of the robot.
        taken: all names of links and joints; the names of new links and joints are added.
        log: collects what is lost.
    """
    end = joint.X_JC
    if end == model.IDENTITY:
        return Chain((joint,))
    back = model.Transform(end.inverse().R)
    (a, b, c), (x, y, z) = joint.axis, end.p
    aside = (b * z - c * y, c * x - a * z, a * y - b * x)
    is_fixed = joint.type == "fixed"
    moves = joint.type in LINEAR or (joint.type in ROTARY and max(map(abs, aside)) < _NEAR)
    if is_fixed or moves:
        axis = joint.axis if is_fixed else back @ joint.axis
        origin = joint.origin @ end
        return Chain((replace(joint, origin=origin, axis=axis, X_JC=model.IDENTITY),))
    return _behind_link(joint, taken, log)


def with_joint_frames(robot: model.Robot, log: RobotLossLog) -> model.Robot:
    """Return a robot in which each ball joint frame has the orientation of its child link.

    MuJoCo expresses the rotation of a ball joint in the frame of the body. If this frame is rotated
    relative to the joint frame, a massless link is inserted between joint and child.

    Args:
        robot: the robot.
        log: collects what is lost.
    """
    world = {link.name for link in robot.roots} & {WORLD_NAME}
    turned = {
        joint.name
        for joint in robot.joints
        if joint.type == "ball" or (joint.type == "floating" and joint.parent not in world)
        if joint.X_JC.R != model.IDENTITY.R
    }
    if not turned:
        return robot
    taken = {*robot.link_names, *robot.joint_names}
    links, joints = list(robot.links), list[model.Joint]()
    for joint in robot.joints:
        chain = _behind_link(joint, taken, log) if joint.name in turned else Chain((joint,))
        joints += chain.joints
        links += chain.links
    return replace(robot, links=tuple(links), joints=tuple(joints)).with_notes_of(robot)


def _behind_link(joint: model.Joint, taken: set[str], log: RobotLossLog) -> Chain:
    """Return a chain that inserts a massless link in the joint frame between joint and child."""
    end = joint.X_JC
    link = free(f"{joint.name}_link", taken)
    log.add(
        "moved",
        joint,
        "child pose",
        "the pose of the child link in the joint frame becomes a fixed joint over a massless link",
    )
    fixed = model.Joint(free(f"{joint.name}_end", taken), "fixed", link, joint.child, end)
    return Chain((replace(joint, child=link, X_JC=model.IDENTITY), fixed), (model.Link(link),))


def turned_round(joint: model.Joint) -> model.Joint:
    """Return the joint with parent and child swapped.

    At the same joint position, the two links have the same relative pose as before.
    """
    x, y, z = joint.axis
    return replace(
        joint,
        parent=joint.child,
        child=joint.parent,
        origin=joint.X_JC.inverse(),
        X_JC=joint.origin.inverse(),
        axis=(0.0 - x, 0.0 - y, 0.0 - z),  # without minus zero
    )


def loop_points(loop: model.Joint) -> tuple[model.Transform, ...]:
    """Return the points, in the joint frame, at which a loop constraint connects two links."""
    points: tuple[model.Vec3, ...] = ((0.0, 0.0, 0.0),)
    if loop.type in {"revolute", "continuous"}:
        x, y, z = loop.axis
        points += ((0.1 * x, 0.1 * y, 0.1 * z),)
    elif loop.type != "ball":
        points += _AXES
    return tuple(model.Transform(p=point) for point in points)


def open_loops(robot: model.Robot) -> dict[str, float]:
    """Return how far the loops that are open in the neutral configuration are from closed [m].

    The keys are the names of the loop constraints. Loops that are closed in this configuration are
    omitted.
    """
    if not robot.loops:
        return {}
    poses = poses_at(robot, {one.name: JOINT_TYPES[one.type].neutral for one in robot.joints})
    found = {}
    for loop in robot.loops:
        first = poses[robot.link_index(loop.parent)] @ loop.origin
        second = poses[robot.link_index(loop.child)] @ loop.X_JC.inverse()
        points = loop_points(loop)
        gap = max(math.dist((first @ one).p, (second @ one).p) for one in points)
        if gap > _CLOSED:
            found[loop.name] = gap
    return found


def turned_by_loops(robot: model.Robot, tops: Mapping[str, str]) -> dict[str, model.Joint]:
    """Return, for the name of each joint that an SDFormat parser reverses, the loop that causes it.

    In SDFormat, a loop constraint between links of two trees is an ordinary joint. The parser
    attaches the later tree to the earlier one at this joint, and reverses the joints between the
    constrained link of the later tree and the root of that tree.

    Args:
        robot: the robot.
        tops: for each link, the root of its tree if floating joints are ignored.
    """
    found: dict[str, model.Joint] = {}
    first = robot.roots[0].name
    settled = {WORLD_NAME if any(one.name == WORLD_NAME for one in robot.roots) else first}
    waiting = [one for one in robot.loops if tops[one.parent] != tops[one.child]]
    while waiting:
        loop = next((o for o in waiting if {tops[o.parent], tops[o.child]} & settled), None)
        if loop is None:
            settled.add(tops[waiting[0].parent])
            continue
        waiting.remove(loop)
        link = loop.child if tops[loop.parent] in settled else loop.parent
        way: list[model.Joint] = []
        while link != tops[link] and (above := robot.parent_joint(link)) is not None:
            way.append(above)
            link = above.parent
        if tops[link] not in settled and all(one.type in REVERSIBLE for one in way):
            found.update((one.name, loop) for one in way)
        settled.add(tops[link])
    return found
