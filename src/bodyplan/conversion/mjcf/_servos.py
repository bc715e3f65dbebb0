"""The gains of position servos that hold any robot still in MuJoCo.

With a gain from the effort limit alone, light links diverge, because MuJoCo integrates the force of
a servo explicitly. So ``kp`` is large enough to hold the weight on the joint within a small error,
but not larger than is stable at the time step; ``kv`` is critical damping. This module does not use
NumPy, because the base installation does not include it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from bodyplan import model
from bodyplan.geometry.solids import Mass, combined
from bodyplan.inertia.bodies import link_masses, poses_at
from bodyplan.inertia.mass import inertia_about
from bodyplan.model.joint import JOINT_TYPES, LINEAR, ROTARY

TIME_STEP = 0.002
"""MuJoCo's default time step [s]."""
NEAR = 0.01
"""The position error at which a servo holds the weight on its joint [rad] or [m]."""
_WEAKEST = 0.01
"""The smallest gain, used for joints without weight, as a fraction of the largest gain."""
_COUPLED = 0.25
"""The largest gain of a mimicked joint, as a fraction of the largest gain of other joints.

MuJoCo enforces mimic relations by forces that ignore the implicitly integrated damping. For
example, the NAO's fingers with 1e-9 kg m² reach 90 rad/s at the full gain, but stay below 0.4 rad/s
at a quarter of this gain.
"""
_GRAVITY = 9.81
_NOTHING = Mass(0.0)


class Load(NamedTuple):
    """The load of a joint with one variable.

    Args:
        inertia: inertia about the joint axis, including the armature: the diagonal entry of the
            mass matrix at the configuration [kg m²] or [kg].
        weight: upper bound on the torque or force of gravity in any configuration [N m] or [N].
        torque: the torque or force of gravity at the configuration with a fixed base [N m] or [N].
        is_mimicked: whether other joints mimic this joint.
    """

    inertia: float
    weight: float
    torque: float
    is_mimicked: bool = False


class Gains(NamedTuple):
    """The gains of a position servo.

    Args:
        kp: the position gain [N m/rad] or [N/m].
        kv: the velocity gain [N m s/rad] or [N s/m].
        is_largest: whether ``kp`` is limited to the largest stable gain, so that the position error
            may exceed ``NEAR``.
    """

    kp: float
    kv: float
    is_largest: bool


def gains_of(load: Load, time_step: float, least_inertia: float) -> Gains:
    """Return the gains of the servo of a joint.

    Args:
        load: the inertia and weight on the joint.
        time_step: the time step of the simulation [s].
        least_inertia: the smallest inertia that is assumed [kg m²] or [kg].
    """
    inertia = max(load.inertia, least_inertia)
    largest = inertia / time_step**2 * (_COUPLED if load.is_mimicked else 1.0)
    wanted = max(load.weight / NEAR, _WEAKEST * largest)
    kp = min(wanted, largest)
    return Gains(_rounded(kp), _rounded(2.0 * math.sqrt(kp * inertia)), wanted > largest)


def _rounded(value: float) -> float:
    """Return a number rounded to three significant digits."""
    return float(f"{value:.3g}")


def loads_of(robot: model.Robot, positions: model.Configuration) -> Mapping[str, Load]:
    """Return the load of each joint with one variable.

    The load of a mimicked joint includes the weights and torques on its mimic joints.

    Args:
        robot: the robot.
        positions: positions of all joints.
    """
    masses, poses = link_masses(robot), poses_at(robot, positions)
    links = {name: number for number, name in enumerate(robot.link_names)}
    outer = [
        masses[name].moved(pose) if name in masses else _NOTHING
        for name, pose in zip(robot.link_names, poses, strict=True)
    ]
    """For each link, the combined mass of the link and all links below it, in the root link's
    frame."""
    levers = [
        masses[name].mass * math.hypot(*masses[name].p_BC) if name in masses else 0.0
        for name in robot.link_names
    ]
    """For each link, the sum, over it and the links below it, of the mass times an upper bound on
    the distance between its centre and the frame of the first link [kg m]."""
    found: dict[str, Load] = {}
    for joint in reversed(robot.joints):  # children before their parents
        child, parent = links[joint.child], links[joint.parent]
        body = outer[child]
        arm = levers[child] + body.mass * math.hypot(*joint.X_JC.p)
        if JOINT_TYPES[joint.type].degrees_of_freedom == 1:
            found[joint.name] = _load(joint, body, arm, poses[parent] @ joint.origin)
        outer[parent] = combined((outer[parent], body)) or _NOTHING
        levers[parent] += arm + body.mass * (math.hypot(*joint.origin.p) + _travel(joint))
    for joint in robot.joints:
        followed = robot.mimics.get(joint.name)
        if followed is not None and {joint.name, followed.leader} <= found.keys():
            leader, own = found[followed.leader], found[joint.name]
            ratio = followed.multiplier
            weight = leader.weight + abs(ratio) * own.weight
            torque = leader.torque + ratio * own.torque
            found[followed.leader] = leader._replace(weight=weight, torque=torque, is_mimicked=True)
    return found


def _load(joint: model.Joint, body: Mass, arm: float, X_WJ: model.Transform) -> Load:
    """Return the load of a joint.

    Args:
        joint: a joint with one variable.
        body: combined mass of all links that the joint moves, in the frame W of the root link.
        arm: the sum, over these links, of the mass times an upper bound on the distance between its
            centre and the joint frame in any configuration [kg m].
        X_WJ: pose of the joint frame in W.
    """
    a, b, c = axis = model.Transform(X_WJ.R) @ joint.axis
    armature = joint.dynamics.armature
    if joint.type not in ROTARY:
        weight = body.mass * _GRAVITY
        return Load(body.mass + armature, weight, weight * c)
    xx, xy, xz, yy, yz, zz = inertia_about(body, X_WJ.p)
    inertia = a * a * xx + b * b * yy + c * c * zz + 2.0 * (a * b * xy + a * c * xz + b * c * yz)
    x, y, _ = (m - p for m, p in zip(body.p_BC, X_WJ.p, strict=True))
    torque = body.mass * _GRAVITY * (axis[0] * y - axis[1] * x)
    return Load(inertia + armature, arm * _GRAVITY, torque)


def _travel(joint: model.Joint) -> float:
    """Return the largest travel of a joint along its axis [m]; 0 if it rotates or has no limits."""
    if joint.type not in LINEAR:
        return 0.0
    ends = (joint.limit.lower, joint.limit.upper)
    return max((abs(end) for end in ends if math.isfinite(end)), default=0.0)
