"""Replacing SDFormat gearboxes by mimic relations, for formats without gearboxes.

A gearbox enforces ``angle of the child = -ratio * angle of the parent``, both relative to the
reference link of the gearbox. If all joints from the reference link to both gears have parallel
axes, this is a linear relation of their positions. If only two joints are involved, it is a mimic
relation.

Source: SDFormat 1.12 specification, joint/gearbox_ratio and joint/gearbox_reference_body.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from bodyplan import model
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.core import quoted, replace
from bodyplan.formats.loss import LossKind
from bodyplan.model.joint import COUPLING, ROTARY

_NEAR = 1e-9


class _NotExactError(ValueError):
    """A gearbox is not equivalent to a mimic relation; the message is the reason."""


def without_gearboxes(robot: model.Robot, log: RobotLossLog) -> model.Robot:
    """Return a robot whose gearboxes are replaced by mimic relations if these are exact.

    Other gearboxes become joints that turn freely, or are dropped if they close a loop.

    Args:
        robot: the robot.
        log: collects what is lost.
    """
    gears = [joint for joint in (*robot.joints, *robot.loops) if joint.type in COUPLING]
    if not gears:
        return robot
    joints = {joint.name: joint for joint in robot.joints}
    leaders = {joint.mimic.leader for joint in robot.joints if joint.mimic is not None}
    poses = _poses(robot)
    for gear in gears:
        is_in_tree = gear.name in joints
        if is_in_tree:
            joints[gear.name] = replace(joints[gear.name], type="revolute", gear=None)
        try:
            follower, mimic = _relation(robot, gear, joints, leaders, poses)
        except _NotExactError as error:
            what = "the joint turns freely" if is_in_tree else "it is left out"
            kind: LossKind = "approximated" if is_in_tree else "dropped"
            reason = f"its coupling is not a mimic relation: {error}; {what}"
            log.add(kind, gear, "gear", reason, changes_meaning=True)
            continue
        joints[follower] = replace(joints[follower], mimic=mimic)
        leaders.add(mimic.leader)
        reason = f"joint {quoted(follower)} mimics {quoted(mimic.leader)} instead"
        log.add("moved", gear, "gear", reason)
    loops = tuple(one for one in robot.loops if one.type not in COUPLING)
    left_out = {one.name for one in robot.loops if one.type in COUPLING}
    sensors = list(robot.sensors)
    for number, sensor in enumerate(sensors):
        if sensor.joint in left_out:
            reason = f"its joint {quoted(sensor.joint)} is left out; it is on the link"
            log.add("dropped", sensor, "joint", reason)
            sensors[number] = replace(sensor, joint="")
    made = replace(robot, joints=tuple(joints.values()), loops=loops, sensors=tuple(sensors))
    return made.with_notes_of(robot)


def _relation(
    robot: model.Robot,
    gear: model.Joint,
    joints: Mapping[str, model.Joint],
    leaders: Container[str],
    poses: Mapping[str, model.Transform],
) -> tuple[str, model.Mimic]:
    """Return the name of the mimic joint, and its mimic relation.

    Args:
        robot: the robot.
        gear: the gearbox.
        joints: joints by name, with the mimic relations found so far.
        leaders: names of the mimicked joints.
        poses: poses of the links in the neutral configuration.

    Raises:
        _NotExactError: the gearbox is not equivalent to a mimic relation.
    """
    relation = gear.gear or model.Gear()
    if not robot.has_link(relation.reference):
        raise _NotExactError("it has no reference link")
    turn = model.Transform((poses[gear.parent] @ gear.origin).R)
    of_parent = _turns(robot, relation.reference, gear.parent, turn @ gear.axis, poses)
    of_child = _turns(robot, relation.reference, gear.child, turn @ gear.axis2, poses)
    factors = dict(of_child)
    for name, factor in of_parent.items():
        factors[name] = factors.get(name, 0.0) + relation.ratio * factor
    constant = 0.0
    for name in list(factors):
        # already removed if an earlier iteration replaced it by the joint that it mimics
        mimic = joints[name].mimic if name in factors else None
        while mimic is not None:
            factor = factors.pop(name)
            constant += factor * mimic.offset
            name = mimic.leader  # noqa: PLW2901  (continue with the mimicked joint)
            factors[name] = factors.get(name, 0.0) + factor * mimic.multiplier
            mimic = joints[name].mimic
    names = [name for name, factor in factors.items() if abs(factor) > _NEAR]
    if len(names) != 2:
        if len(names) == 1:
            raise _NotExactError(f"it holds joint {quoted(names[0])} at a fixed angle")
        raise _NotExactError(f"it relates {len(names) or 'no'} joints")
    names.sort(key=lambda name: (name in of_child, name not in of_parent, name == gear.name))
    leader, follower = names
    if follower in leaders:
        leader, follower = follower, leader
    scale = -1.0 / factors[follower]
    return follower, model.Mimic(leader, factors[leader] * scale, constant * scale + 0.0)


def _turns(
    robot: model.Robot,
    base: str,
    tip: str,
    wanted: model.Vec3,
    poses: Mapping[str, model.Transform],
) -> dict[str, float]:
    """Return, for each joint between two links, 1 or -1: the direction in which it turns the tip.

    The links are the reference link ``base`` and the gear ``tip``. Every joint between them must be
    fixed, or rotate about an axis parallel to the axis of the gear, which is a unit vector in the
    frame of the root link. The direction is 1 if both axes have the same direction.

    Raises:
        _NotExactError: a joint between the links does not turn about a parallel axis.
    """
    tree = robot.tree
    path = tree.path(robot.link_index(base), robot.link_index(tip))
    if path is None:
        raise _NotExactError(f"nothing connects {quoted(tip)} to the reference link")
    up, _, down = path
    found: dict[str, float] = {}
    for sign, numbers in ((-1.0, up), (1.0, down)):
        for number in numbers:
            joint = robot.joints[number]
            if joint.type == "fixed":
                continue
            if joint.type not in ROTARY:
                raise _NotExactError(f"{quoted(joint.name)} is a {joint.type} joint")
            own = model.Transform((poses[joint.parent] @ joint.origin).R) @ joint.axis
            cosine = sum(a * b for a, b in zip(wanted, own, strict=True))
            if abs(abs(cosine) - 1.0) > _NEAR:
                raise _NotExactError(f"the axis of {quoted(joint.name)} is not parallel to its own")
            found[joint.name] = sign if cosine > 0.0 else -sign
    return found


def _poses(robot: model.Robot) -> dict[str, model.Transform]:
    """Return the poses of all links in their root links, in the neutral configuration."""
    poses: dict[str, model.Transform] = {}
    for link in robot.links:  # parents first
        joint = robot.parent_joint(link.name)
        if joint is None:
            poses[link.name] = model.IDENTITY
        else:
            poses[link.name] = poses[joint.parent] @ joint.origin @ joint.X_JC
    return poses
