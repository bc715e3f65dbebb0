"""Joints, mimic relations and closed loops of MJCF."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.chains import free, loop_points, open_loops
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf.assets import add
from bodyplan.conversion.mjcf.text import number, numbers
from bodyplan.conversion.rounding import without_noise
from bodyplan.model.joint import ENDLESS, FREE, UNLIMITED, across

_FLOATING_BASE = "root"
_AXES: tuple[model.Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_FAR = 1e10
"""Replacement for an infinite limit: MuJoCo requires both ends of a range."""


class JointWriter:
    """Adds joints to bodies, and collects the equality constraints between joints and bodies.

    Args:
        robot: the robot.
        log: collects what is lost.
    """

    def __init__(self, robot: model.Robot, log: RobotLossLog) -> None:
        self._robot = robot
        self._log = log
        self._names: set[str] = set()
        self._scalar: set[str] = set()
        self.limited: set[str] = set()
        """Names of the joints of MJCF that have a range."""
        self._order: list[Callable[[model.Configuration], Iterable[float]]] = []
        """For each joint, a function that returns its numbers in qpos."""
        self.equalities = Node("equality")

    @property
    def scalar(self) -> frozenset[str]:
        """Names of the hinges and slides in MJCF, which have a single position."""
        return frozenset(self._scalar)

    def qpos(self, configuration: model.Configuration) -> Iterator[float]:
        """Yield the numbers of qpos in a configuration."""
        for values in self._order:
            yield from values(configuration)

    def free(self, body: Node, root_joint: model.Joint | None, height: float) -> None:
        """Add a free joint to a root body.

        Args:
            body: the root body.
            root_joint: the floating virtual joint of the SRDF; None without one.
            height: initial height of the body [m]; ignored with a root joint.
        """
        named = _FLOATING_BASE if root_joint is None else root_joint.name
        name = free(named, self._names | set(self._robot.joint_names))
        self._names.add(name)
        add(body, "freejoint", {"name": name})
        if root_joint is not None:
            self._order.append(partial(_free_position, root_joint))
        else:
            self._order.append(lambda _: (0.0, 0.0, height, 1.0, 0.0, 0.0, 0.0))

    def add(self, body: Node, joint: model.Joint, *, is_top: bool) -> None:
        """Add the joints that move a body relative to its parent.

        Args:
            body: the child body.
            joint: a joint of the robot.
            is_top: whether the parent is the world.
        """
        match joint.type:
            case "fixed":
                return
            case "floating" if is_top:
                attributes = {"name": free(joint.name, self._names)}
                passive = _passive(joint.dynamics)
                kind = {"type": "free"} if passive else {}
                add(body, "joint" if kind else "freejoint", attributes | kind | passive)
                self._order.append(partial(_free_position, joint))
            case "ball" | "floating":
                self._rotations(body, joint)
            case "universal" | "revolute2":
                first, second = joint.variables
                self._one(body, joint, "hinge", first, joint.axis, joint.limit, joint.dynamics, 0)
                self._one(
                    body, joint, "hinge", second, joint.axis2, joint.limit2, joint.dynamics2, 1
                )
            case "planar":
                self._planar(body, joint)
            case "prismatic":
                self._single(body, joint, "slide")
            case "screw":
                self._single(body, joint, "hinge")
                travel = f"{joint.name}/travel"
                self._one(body, joint, "slide", travel, joint.axis, UNLIMITED, FREE, -1)
                self._couple(travel, joint.name, joint.pitch, 0.0)
                self._log.add("moved", joint, "pitch", "its translation is a joint that mimics it")
            case _:
                self._single(body, joint, "hinge")
        self._dropped(joint)

    def _dropped(self, joint: model.Joint) -> None:
        for field, of_axis in (("limit", ""), ("limit2", " of the second axis")):
            limit: model.Limit = getattr(joint, field)
            if math.isfinite(limit.velocity):
                reason = "MuJoCo has no velocity limits"
                self._log.add("dropped", joint, f"velocity limit{of_axis}", reason)
            if limit.effort <= 0.0:
                reason = "MuJoCo has no effort limit of zero; the joint has none in the result"
                self._log.add("dropped", joint, f"effort limit{of_axis}", reason)

    def _single(self, body: Node, joint: model.Joint, kind: str) -> None:
        """Add a joint that is a single hinge or slide, and its mimic relation."""
        is_endless = joint.type == "continuous"
        limit = joint.limit
        if is_endless:
            limit = model.Limit(velocity=limit.velocity, effort=limit.effort)
        self._one(body, joint, kind, joint.name, joint.axis, limit, joint.dynamics, 0)
        mimic = joint.mimic
        if mimic is not None:
            self._couple(joint.name, mimic.leader, mimic.multiplier, mimic.offset)

    def _couple(self, follower: str, leader: str, multiplier: float, offset: float) -> None:
        numbers_ = numbers((offset, multiplier, 0.0, 0.0, 0.0))
        pair = {"joint1": follower, "joint2": leader, "polycoef": numbers_}
        add(self.equalities, "joint", pair)

    def _one(
        self,
        body: Node,
        joint: model.Joint,
        kind: str,
        name: str,
        axis: model.Vec3,
        limit: model.Limit,
        dynamics: model.Dynamics,
        place: int,
    ) -> None:
        """Add a single hinge or slide for a joint, or for one of its variables.

        Args:
            body: the child body.
            joint: the joint of the robot.
            kind: "hinge" or "slide".
            name: the name of the hinge or slide; it may get a suffix.
            axis: the axis in the joint frame.
            limit: the limits of the variable.
            dynamics: the damping, friction, armature and spring of the variable.
            place: the index of the variable in ``joint``; -1 for the translation of a screw joint.
        """
        back = joint.X_JC.inverse()
        attributes = {"name": free(name, self._names)}
        self._scalar.add(attributes["name"])
        if kind != "hinge":
            attributes["type"] = kind
        if any(back.p) and kind == "hinge":
            attributes["pos"] = numbers(map(without_noise, back.p))
        direction = model.Transform(back.R) @ axis
        if direction != _AXES[2]:
            attributes["axis"] = numbers(map(without_noise, direction))
        attributes |= self._range(joint, attributes["name"], limit)
        if math.isfinite(limit.effort) and limit.effort > 0.0 and limit.effort < _FAR:
            attributes["actuatorfrcrange"] = numbers((-limit.effort, limit.effort))
        attributes |= _passive(dynamics)
        if dynamics.spring_stiffness:
            attributes["stiffness"] = number(dynamics.spring_stiffness)
            if dynamics.spring_reference:
                attributes["springref"] = number(dynamics.spring_reference)
        add(body, "joint", attributes)
        if place >= 0:
            self._order.append(lambda found: (found[joint.name][place],))
        else:
            self._order.append(lambda found: (joint.pitch * found[joint.name][0],))

    def _range(self, joint: model.Joint, name: str, limit: model.Limit) -> dict[str, str]:
        lower, upper = max(limit.lower, -_FAR), min(limit.upper, _FAR)
        if limit.lower <= -ENDLESS and limit.upper >= ENDLESS:
            return {}
        if lower < upper:
            self.limited.add(name)
            return {"range": numbers((lower, upper))}
        if lower == upper:
            add(
                self.equalities, "joint", {"joint1": name, "polycoef": numbers((lower, 0, 0, 0, 0))}
            )
            reason = "equal lower and upper limits become an equality constraint"
            self._log.add("moved", joint, "limit", reason)
        else:
            reason = "the lower limit is above the upper one"
            self._log.add("dropped", joint, "limit", reason, changes_meaning=True)
        return {}

    def _planar(self, body: Node, joint: model.Joint) -> None:
        x = across(joint.axis)
        (a, b, c), (u, v, w) = joint.axis, x
        y = (b * w - c * v, c * u - a * w, a * v - b * u)
        speed = model.Limit(velocity=joint.limit.velocity, effort=joint.limit.effort)
        for place, (kind, axis) in enumerate((("slide", x), ("slide", y), ("hinge", joint.axis))):
            name = joint.variables[place]
            self._one(body, joint, kind, name, axis, speed, joint.dynamics, place)

    def _rotations(self, body: Node, joint: model.Joint) -> None:
        """Add a ball joint; for a floating joint, add three slides before it."""
        back = joint.X_JC.inverse()
        if joint.type == "floating":
            for place, axis in enumerate(_AXES):
                name = joint.variables[place]
                self._one(body, joint, "slide", name, axis, UNLIMITED, FREE, place)
            reason = "MuJoCo allows free joints in the world only; it is three slides and a ball"
            self._log.add("moved", joint, "type", reason)
        attributes = {"name": free(joint.name, self._names), "type": "ball"}
        if any(back.p):
            attributes["pos"] = numbers(map(without_noise, back.p))
        attributes |= _passive(joint.dynamics)
        add(body, "joint", attributes)
        self._order.append(partial(_ball_position, joint))

    def loops(
        self, bodies: Mapping[str, str], site: Callable[[str, str, model.Transform], str]
    ) -> None:
        """Add constraints for the joints that close loops.

        If only an anchor on the first body is given, MuJoCo assumes that the loop is closed in the
        neutral configuration. If it is open in this configuration, sites on both bodies are written
        instead.

        Args:
            bodies: for each link name, the name of its body.
            site: function that adds a site to a link, given the link, the name and the pose, and
                returns its name, which may get a suffix.
        """
        are_open = open_loops(self._robot)
        for joint in self._robot.loops:
            names = {"body1": bodies[joint.parent], "body2": bodies[joint.child]}
            if joint.type == "fixed":
                pose = joint.origin @ joint.X_JC
                x, y, z, w = pose.quat_xyzw
                relative = numbers((*pose.p, w, x, y, z))
                add(self.equalities, "weld", {"name": joint.name, **names, "relpose": relative})
            elif joint.type in {"ball", "revolute", "continuous"}:
                points = loop_points(joint)
                for number_, point in enumerate(points, 1):
                    name = joint.name if len(points) == 1 else f"{joint.name}_{number_}"
                    ends = {**names, "anchor": numbers((joint.origin @ point).p)}
                    if joint.name in are_open:
                        first = site(joint.parent, f"{name}_1", joint.origin @ point)
                        second = site(joint.child, f"{name}_2", joint.X_JC.inverse() @ point)
                        ends = {"site1": first, "site2": second}
                    add(self.equalities, "connect", {"name": name, **ends})
                reason = "MuJoCo holds the loop by forces; limits and friction are not kept"
                self._log.add("approximated", joint, "", reason)
            else:
                reason = f"MuJoCo has no loop of a {joint.type} joint"
                self._log.add("dropped", joint, "", reason, changes_meaning=True)


def _passive(dynamics: model.Dynamics) -> dict[str, str]:
    """Return the attributes for damping, friction and armature, which all joints support."""
    values = {
        "damping": dynamics.damping,
        "frictionloss": dynamics.friction,
        "armature": dynamics.armature,
    }
    return {name: number(value) for name, value in values.items() if value}


def _free_position(joint: model.Joint, found: model.Configuration) -> tuple[float, ...]:
    """Return the qpos of a free joint: position and quaternion (w first) in the world frame."""
    pose = joint.origin @ joint.motion(found[joint.name]) @ joint.X_JC
    x, y, z, w = pose.quat_xyzw
    return (*map(without_noise, pose.p), *map(without_noise, (w, x, y, z)))


def _ball_position(joint: model.Joint, found: model.Configuration) -> tuple[float, ...]:
    """Return the qpos of a ball joint: a quaternion (w first) in the frame of the body."""
    rotation = model.Transform.from_quat_xyzw(tuple(found[joint.name][-4:]))  # type: ignore[arg-type]
    end = model.Transform(joint.X_JC.R)
    x, y, z, w = (end.inverse() @ rotation @ end).quat_xyzw
    return w, x, y, z
