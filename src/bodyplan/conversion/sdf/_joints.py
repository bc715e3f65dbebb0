"""Conversion of SDFormat joints: types, axes, limits and mimic relations."""

from __future__ import annotations

import math

from bodyplan import model
from bodyplan.conversion.readable_numbers import has_numbers
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.model_conversion import Conversion
from bodyplan.conversion.sdf.pose import unit_axis
from bodyplan.core import quoted
from bodyplan.formats import sdf
from bodyplan.model.joint import COUPLING, FREE, JOINT_TYPES, TWO_AXES, UNLIMITED, WITH_PITCH

ENDLESS = 1e16
"""Limits of at least this size mean "unlimited"; files of older versions use 1e16 for that."""
PLANAR = "drake:planar"
"""The joint type of a ``<drake:joint type="planar">``."""
_NAMES: dict[str, model.JointType] = {kind: kind for kind in JOINT_TYPES} | {
    "piston": "prismatic",
    PLANAR: "planar",
}
_UNKNOWN = ("floating", "planar")
"""Joint types of the robot model that SDFormat does not support."""
_ONE_DOF = "only joints with one degree of freedom can mimic another"
_SECOND = TWO_AXES | COUPLING
"""The types with a second axis in SDFormat."""


def kind_of(joint: sdf.Joint) -> model.JointType | None:
    """Return the robot model's type of a joint; None if the type is unknown."""
    kind = joint.type.lower()
    return None if kind in _UNKNOWN else _NAMES.get(kind)


def dynamics_of(axis: sdf.Axis | None) -> model.Dynamics:
    """Return the damping, friction and spring of an axis as declared."""
    dynamics = None if axis is None else axis.dynamics
    if dynamics is None:
        return FREE
    return model.Dynamics(
        dynamics.damping, dynamics.friction, dynamics.spring_stiffness, dynamics.spring_reference
    )


class JointMaker:
    """Converts a joint.

    Args:
        conversion: the conversion of the model.
        scope: the model that contains the joint.
        number: the number of the frame of the joint.
        joint: the joint.
    """

    def __init__(
        self, conversion: Conversion, scope: FrameScope, number: int, joint: sdf.Joint
    ) -> None:
        self._conversion = conversion
        self._log = conversion.log
        self._scope = scope
        self._number = number
        self._joint = joint

    def made(
        self,
        parent: str,
        child: str,
        X_PJ: model.Transform,
        X_JC: model.Transform,
        leaders: dict[int, str],
    ) -> model.Joint:
        """Return the joint between two links.

        Args:
            parent: name of the parent link.
            child: name of the child link.
            X_PJ: pose of the joint frame in the parent link frame.
            X_JC: pose of the child link frame in the joint frame.
            leaders: names of all joints, by frame number.
        """
        joint, log = self._joint, self._log
        log.declared(joint)
        log.declared(joint.pose)
        if joint.physics is not None:
            log.declared(joint.physics)
            if joint.physics.simbody is not None:
                log.declared(joint.physics.simbody)
        kind = self._kind()
        axis = self._axis(kind, joint.axis, "axis", kind not in {"fixed", "ball"})
        axis2 = self._axis(kind, joint.axis2, "axis2", kind in _SECOND)
        bounds, dynamics = self._freedom(kind, joint.axis)
        bounds2, dynamics2 = self._freedom(kind, joint.axis2 if kind in TWO_AXES else None)
        return model.Joint(
            self._conversion.name(self._number),
            kind,
            parent,
            child,
            X_PJ,
            axis or (1.0, 0.0, 0.0),
            bounds,
            self._mimic(kind, leaders),
            dynamics,
            axis2 or (0.0, 1.0, 0.0),
            bounds2,
            self._pitch(kind),
            X_JC,
            dynamics2,
            self._gear(kind),
        )

    def _kind(self) -> model.JointType:
        kind = kind_of(self._joint)
        if kind is None:
            self._log.assumed(self._joint, "type", "unknown joint type; assumed fixed")
        return kind or "fixed"

    def _axis(
        self, kind: model.JointType, axis: sdf.Axis | None, field: str, is_used: bool
    ) -> model.Vec3 | None:
        """Return the normalized axis in the joint frame; None if the joint does not use it.

        Args:
            kind: the type of the joint.
            axis: the axis element; None if it is missing.
            field: "axis" or "axis2".
            is_used: whether joints of this type have this axis.
        """
        log, graph = self._log, self._conversion.graph
        if not is_used:
            if axis is not None:
                number = "second axis" if field == "axis2" else "axis"
                log.dropped(self._joint, field, f"a {kind} joint has no {number}")
            return None
        if axis is None:
            log.assumed(self._joint, field, f"a {kind} joint requires an axis; z is assumed")
            axis = sdf.Axis()
        log.declared(axis)
        log.declared(axis.xyz)
        direction = unit_axis(axis)
        if direction is None:
            log.assumed(axis, "xyz", "it has no direction, so it has no effect")
            return (0.0, 0.0, 0.0)
        name = self._scope.axis_frame(axis)
        base = graph.find(self._scope.number, name) if name else self._number
        turn = None if base is None else self._conversion.between(base, self._number)
        if turn is None:
            log.assumed(
                axis, "xyz", f"frame {quoted(name)} cannot be resolved; the joint frame is assumed"
            )
            return direction
        return model.Transform(turn.R) @ direction

    def _freedom(
        self, kind: model.JointType, axis: sdf.Axis | None
    ) -> tuple[model.Limit, model.Dynamics]:
        """Return the effective limits, and the damping, friction and spring."""
        if axis is None or kind in {"fixed", "ball"}:
            return UNLIMITED, FREE
        log, limit = self._log, axis.limit
        log.declared(limit)
        lower, upper = -math.inf, math.inf
        if kind == "continuous":
            for field in ("lower", "upper"):
                if abs(getattr(limit, field)) < ENDLESS:
                    log.dropped(limit, field, "a continuous joint has no position limits")
        else:
            lower, upper = self._bound(limit, "lower", lower), self._bound(limit, "upper", upper)
        velocity, effort = self._most(limit, "velocity"), self._most(limit, "effort")
        bounds = model.Limit(lower, upper, velocity, effort)
        if axis.dynamics is None:
            return bounds, FREE
        log.declared(axis.dynamics)
        dynamics = dynamics_of(axis)
        if not has_numbers(dynamics):
            log.dropped(axis, "dynamics", "invalid numbers")
            return bounds, FREE
        return bounds, dynamics

    def _bound(self, limit: sdf.Limit, field: str, otherwise: float) -> float:
        value: float = getattr(limit, field)
        if math.isnan(value):
            self._log.assumed(limit, field, "invalid value; no limit is assumed")
        return value if abs(value) < ENDLESS else otherwise

    def _most(self, limit: sdf.Limit, field: str) -> float:
        """Return the velocity or effort limit; infinity for a negative one, as in libsdformat."""
        value: float = getattr(limit, field)
        if math.isnan(value):
            self._log.assumed(limit, field, "invalid value; no limit is assumed")
            return math.inf
        if value == 0.0 and not self._conversion.written(self._scope, limit, field):
            return math.inf  # 0 is the default before version 1.3; libsdformat ignores it
        return math.inf if value < 0.0 or value >= ENDLESS else value

    def _mimic(self, kind: model.JointType, leaders: dict[int, str]) -> model.Mimic | None:
        """Return the mimic relation of the joint; None if it has none that can be converted."""
        log, joint = self._log, self._joint
        if joint.axis2 is not None and joint.axis2.mimic is not None:
            log.dropped(joint.axis2, "mimic", _ONE_DOF, changes_meaning=True)
        mimic = None if joint.axis is None else joint.axis.mimic
        if mimic is None or joint.axis is None:
            return None
        log.declared(mimic)
        number = self._conversion.graph.find(self._scope.number, mimic.joint)
        leader = None if number is None else leaders.get(number)
        if JOINT_TYPES[kind].degrees_of_freedom != 1:
            log.dropped(joint.axis, "mimic", _ONE_DOF, changes_meaning=True)
        elif leader is None:
            log.dropped(joint.axis, "mimic", f"{quoted(mimic.joint)} does not exist")
        elif mimic.axis != "axis":
            reason = "mimicking a second axis is not converted"
            element = None if number is None else self._scope.tree.elements[number]
            is_valid = mimic.axis == "axis2" and getattr(element, "axis2", None) is not None
            log.dropped(joint.axis, "mimic", reason, changes_meaning=is_valid)
        else:
            offset = mimic.offset
            if mimic.reference:
                offset -= mimic.multiplier * mimic.reference
            return model.Mimic(leader, mimic.multiplier, offset)
        return None

    def _pitch(self, kind: model.JointType) -> float:
        """Return the travel of a screw joint [m/rad]; positive for a right-handed thread."""
        joint, log, scope = self._joint, self._log, self._scope
        if kind not in WITH_PITCH:
            for field in ("screw_thread_pitch", "thread_pitch"):
                if getattr(joint, field) != 1.0:
                    log.dropped(joint, field, f"a {kind} joint has no thread")
            return 0.0
        new = self._conversion.written(scope, joint, "screw_thread_pitch")
        old = self._conversion.written(scope, joint, "thread_pitch")
        if new:
            if old and joint.thread_pitch * joint.screw_thread_pitch != -2.0 * math.pi:
                log.dropped(joint, "thread_pitch", "screw_thread_pitch is used")
            pitch = joint.screw_thread_pitch / (2.0 * math.pi)
        elif old:
            pitch = -1.0 / joint.thread_pitch if joint.thread_pitch else math.inf
        else:
            log.assumed(joint, "screw_thread_pitch", "missing; 1 m per revolution is assumed")
            pitch = 1.0 / (2.0 * math.pi)
        if not math.isfinite(pitch):
            log.assumed(joint, "thread_pitch", "not a number; no travel is assumed")
            return 0.0
        return pitch

    def _gear(self, kind: model.JointType) -> model.Gear | None:
        joint, log = self._joint, self._log
        if kind not in COUPLING:
            if joint.gearbox_ratio != 1.0:
                log.dropped(joint, "gearbox_ratio", f"a {kind} joint has no gears")
            if joint.gearbox_reference_body:
                log.dropped(joint, "gearbox_reference_body", f"a {kind} joint has no gears")
            return None
        name, graph = joint.gearbox_reference_body, self._conversion.graph
        number = graph.find(self._scope.number, name) if name else None
        body = None if number is None else graph.body(number)
        if body is None or graph.kinds[body] != "link":
            if name:
                log.dropped(joint, "gearbox_reference_body", f"{quoted(name)} is not a link")
            return model.Gear(joint.gearbox_ratio)
        return model.Gear(joint.gearbox_ratio, self._conversion.name(body))
