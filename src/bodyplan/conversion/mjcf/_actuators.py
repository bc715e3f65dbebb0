"""Actuators of MJCF: a motor or a servo, depending on the command interface of the joint."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.chains import free
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf._inertia import TINY
from bodyplan.conversion.mjcf._servos import NEAR, TIME_STEP, Load, gains_of, loads_of
from bodyplan.conversion.mjcf.text import number, numbers
from bodyplan.core import listed, quoted
from bodyplan.formats.loss import LossKind
from bodyplan.model.joint import ENDLESS

_KINDS = {"position": "position", "velocity": "velocity", "effort": "motor"}
"""The MJCF element for each command interface of a joint."""


class _Drive(NamedTuple):
    """An actuator to write.

    Args:
        joint: the joint that it drives.
        name: the name of the actuator; empty for the name of the joint.
        reduction: the ratio of the motor position to the joint position.
        interface: the command interface of the joint.
        source: the part of the robot that declares the actuator.
        gains: the position and velocity gains of the servo; None if unknown.
    """

    joint: model.Joint
    name: str
    reduction: float
    interface: str
    source: model.Transmission | model.Joint
    gains: tuple[float, float] | None = None


class ActuatorWriter:
    """Creates the actuators of a robot.

    Args:
        robot: the robot.
        joints: names of the joints that are a single hinge or slide in MJCF.
        limited: names of the joints in ``joints`` that have a range.
        commands: command interfaces by joint name, for joints without a transmission.
        home: the configuration that servos hold.
        time_step: the time step of the simulation [s].
        log: collects what is lost.
    """

    def __init__(
        self,
        robot: model.Robot,
        joints: Collection[str],
        limited: Collection[str],
        commands: Mapping[str, tuple[str, ...]],
        log: RobotLossLog,
        *,
        home: model.Configuration,
        time_step: float = TIME_STEP,
    ) -> None:
        self._robot = robot
        self._scalar = joints
        self._limited = limited
        self._commands = commands
        self._log = log
        self._home = home
        self._time_step = time_step
        self._held: list[tuple[str, float]] = []
        """For each actuator, the joint whose position it controls ("" if it controls no position),
        and its gear."""

    @cached_property
    def _loads(self) -> Mapping[str, Load]:
        return loads_of(self._robot, self._home)

    def section(self) -> Node:
        """Return the element with all actuators."""
        made = Node("actuator")
        taken: set[str] = set()
        details = self._robot.details
        own = list(() if details is None else details.actuators)
        for drive in (*self._of_transmissions(), *self._of_commands()):
            kind = _KINDS.get(drive.interface, "motor")
            name = free(drive.name or drive.joint.name, taken)
            attributes = {"name": name, "joint": drive.joint.name}
            written = next((one for one in own if one[0] == drive.source), None)
            if written is not None:  # copied from the robot's own MJCF file
                own.remove(written)
                made.append(Node(written[1], attributes | written[2]))
                is_position = drive.interface == "position"
                self._held.append((drive.joint.name if is_position else "", drive.reduction))
                continue
            if kind == "motor":
                attributes |= self._motor(drive)
            else:
                attributes |= self._servo(drive, kind)
            made.append(Node(kind, attributes))
            self._held.append((drive.joint.name if kind == "position" else "", 1.0))
        if details is None or details.format != "mjcf":
            self._name_joints_without_servo(made)
        return made

    def _name_joints_without_servo(self, section: Node) -> None:
        """Record which joints have no servo, if other joints have position servos."""
        held = {one.get("joint") for one in section if one.tag in {"position", "velocity"}}
        alone = [
            joint.name
            for joint in self._robot.joints
            if joint.name in self._scalar and joint.name not in held and joint.mimic is None
        ]
        if alone and section.find("position") is not None:
            does = "1 joint has" if len(alone) == 1 else f"{len(alone)} joints have"
            reason = (
                f"{does} no servo, because the file commands them by effort or not at all; without a "
                f"controller nothing holds them: {listed(map(quoted, alone))}"
            )
            self._log.add("assumed", self._robot, "interfaces", reason)

    def controls(self, found: model.Configuration) -> str:
        """Return the control of each actuator as text, for servos that hold a configuration.

        The controls of actuators that do not control a position are 0. The text is empty if no
        actuator controls a position.
        """
        if not any(name for name, _ in self._held):
            return ""
        return numbers(found[name][0] * gear if name else 0.0 for name, gear in self._held)

    def _of_transmissions(self) -> Iterator[_Drive]:
        for transmission in self._robot.transmissions:
            if transmission.type:
                reason = "the type of a transmission is not converted: actuators of MuJoCo have no plugins"
                self._log.add("dropped", transmission, "type", reason)
            reason = "the name of a transmission is not converted: its actuator has its own"
            self._log.add("dropped", transmission, "name", reason)
            count = len(transmission.joints)
            if count > 1:
                joints = listed(map(quoted, transmission.joints))
                reason = f"MuJoCo has one actuator for each of its joints {joints}"
                self._log.add("moved", transmission, "joints", reason)
            none = [None] * count
            columns = zip(
                transmission.joints,
                (*transmission.actuators, *none),
                (*transmission.reductions, *none),
                (*transmission.interfaces, *none),
                (*transmission.gains, *none),
                strict=False,
            )
            for joint, name, reduction, interface, gains in columns:
                if joint not in self._scalar:
                    reason = f"joint {quoted(joint)} has no single position"
                    self._log.add("dropped", transmission, "joints", reason)
                    continue
                made = self._robot.joint(joint)
                word = interface or self._of_joint(made)
                yield _Drive(made, name or "", reduction or 1.0, word, transmission, gains)

    def _of_commands(self) -> Iterator[_Drive]:
        """Yield drives of the joints with a command interface but without a transmission."""
        driven = {name for one in self._robot.transmissions for name in one.joints}
        for name in self._commands:
            if name in driven or name not in self._scalar or not self._robot.has_joint(name):
                continue
            joint = self._robot.joint(name)
            if joint.mimic is None:
                yield _Drive(joint, "", 1.0, self._of_joint(joint), joint)

    def _of_joint(self, joint: model.Joint) -> str:
        """Return the first command interface of a joint; record the other interfaces as lost."""
        several = [one for one in self._commands.get(joint.name, ()) if one in _KINDS]
        if len(several) > 1:
            reason = f"its actuator is commanded by {several[0]}, not by {', '.join(several[1:])}"
            self._log.add("dropped", joint, "interfaces", reason)
        return several[0] if several else ""

    def _motor(self, drive: _Drive) -> dict[str, str]:
        found = {} if drive.reduction == 1.0 else {"gear": number(drive.reduction)}
        effort = drive.joint.limit.effort
        if 0.0 < effort < ENDLESS:
            largest = effort / abs(drive.reduction)
            found["ctrlrange"] = numbers((-largest, largest))
        return found

    def _servo(self, drive: _Drive, kind: str) -> dict[str, str]:
        if drive.reduction != 1.0:
            reason = f"the {kind} that commands it is that of the joint"
            change: LossKind = "dropped" if drive.gains is None else "moved"
            self._log.add(change, drive.source, "reductions", reason)
        if kind == "velocity":
            return self._velocity_servo(drive)
        kp, kv = drive.gains or self._gains(drive)
        found = {"kp": number(kp), "kv": number(kv)}
        if drive.joint.name in self._limited:
            found["inheritrange"] = "1"
        return found

    def _gains(self, drive: _Drive) -> tuple[float, float]:
        """Return kp and kv for a position servo without known gains; record the assumption."""
        joint = drive.joint
        load = self._loads[joint.name]
        needed = load._replace(weight=load.weight + joint.dynamics.friction)
        gains = gains_of(needed, self._time_step, TINY)
        held = f"hold the weight and friction of the joint within {NEAR:g}"
        if gains.is_largest:
            held = f"are the largest that are stable at a time step of {self._time_step:g} s"
        reason = f"its gains are assumed: they {held}, and damp it critically"
        self._log.add("assumed", drive.source, "interfaces", reason)
        if 0.0 < joint.limit.effort < abs(load.torque):
            reason = (
                f"the effort limit of {quoted(joint.name)}, {joint.limit.effort:g}, is less than the "
                f"{abs(load.torque):.3g} with which gravity pulls at the default configuration; "
                f"the servo cannot hold it"
            )
            self._log.add("assumed", joint, "effort limit", reason)
        return gains.kp, gains.kv

    def _velocity_servo(self, drive: _Drive) -> dict[str, str]:
        effort = drive.joint.limit.effort
        is_limited = 0.0 < effort < ENDLESS
        gain = effort if is_limited else 1.0
        if drive.gains is not None:
            gain = drive.gains[1]
        else:
            why = "the effort limit at an error of 1" if is_limited else f"{gain:g}"
            reason = f"its gain kv is assumed: {why}"
            self._log.add("assumed", drive.source, "interfaces", reason)
        found = {"kv": number(gain)}
        speed = drive.joint.limit.velocity
        if 0.0 < speed < ENDLESS:
            found["ctrlrange"] = numbers((-speed, speed))
        return found
