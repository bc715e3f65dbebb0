"""Actuators of MJCF: a motor, or a position or velocity servo, by what the joint is commanded by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.chains import free
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf_text import number, numbers
from bodyplan.core import quoted
from bodyplan.model.joint import ENDLESS

_KINDS = {"position": "position", "velocity": "velocity", "effort": "motor"}
"""Elements of MJCF by the interface that commands a joint."""
_NEAR = 0.05
"""Error at which a servo exerts the effort limit of its joint [rad] or [m]."""
_GAIN = 100.0
"""Gain of a position servo whose joint has no effort limit."""


class _Drive(NamedTuple):
    """What drives a joint."""

    joint: model.Joint
    name: str
    reduction: float
    interface: str
    source: model.Transmission | model.Joint


class ActuatorWriter:
    """Creates the actuators of a robot.

    Args:
        robot: the robot.
        joints: names of its joints that have one position in MJCF.
        limited: names of those that have a range.
        commands: what joints are commanded by, by their names, if no transmission says it.
        log: collects what is lost.
    """

    def __init__(
        self,
        robot: model.Robot,
        joints: Collection[str],
        limited: Collection[str],
        commands: Mapping[str, tuple[str, ...]],
        log: RobotLossLog,
    ) -> None:
        self._robot = robot
        self._scalar = joints
        self._limited = limited
        self._commands = commands
        self._log = log
        self._positions: list[str] = []
        """For each actuator the joint whose position it is commanded by; empty for others."""

    def section(self) -> Node:
        """Return the element with all actuators."""
        made = Node("actuator")
        taken: set[str] = set()
        for drive in (*self._of_transmissions(), *self._of_commands()):
            kind = _KINDS.get(drive.interface, "motor")
            name = free(drive.name or drive.joint.name, taken)
            attributes = {"name": name, "joint": drive.joint.name}
            if kind == "motor":
                attributes |= self._motor(drive)
            else:
                attributes |= self._servo(drive, kind)
            made.append(Node(kind, attributes))
            self._positions.append(drive.joint.name if kind == "position" else "")
        return made

    def controls(self, found: model.Configuration) -> str:
        """Return the controls that hold a configuration; an empty text if none holds positions."""
        if not any(self._positions):
            return ""
        return numbers(found[name][0] if name else 0.0 for name in self._positions)

    def _of_transmissions(self) -> Iterator[_Drive]:
        for transmission in self._robot.transmissions:
            if transmission.type:
                reason = "an actuator of MuJoCo has no plugin"
                self._log.add("dropped", transmission, "type", reason)
            reason = "an actuator of MuJoCo has its own name"
            self._log.add("dropped", transmission, "name", reason)
            count = len(transmission.joints)
            none = [None] * count
            columns = zip(
                transmission.joints,
                (*transmission.actuators, *none),
                (*transmission.reductions, *none),
                (*transmission.interfaces, *none),
                strict=False,
            )
            for joint, name, reduction, interface in columns:
                if joint not in self._scalar:
                    reason = f"joint {quoted(joint)} has no single position"
                    self._log.add("dropped", transmission, "joints", reason)
                    continue
                made = self._robot.joint(joint)
                word = interface or self._of_joint(made)
                yield _Drive(made, name or "", reduction or 1.0, word, transmission)

    def _of_commands(self) -> Iterator[_Drive]:
        """Yield the joints that are commanded and that no transmission drives."""
        driven = {name for one in self._robot.transmissions for name in one.joints}
        for name in self._commands:
            if name in driven or name not in self._scalar or not self._robot.has_joint(name):
                continue
            joint = self._robot.joint(name)
            if joint.mimic is None:
                yield _Drive(joint, "", 1.0, self._of_joint(joint), joint)

    def _of_joint(self, joint: model.Joint) -> str:
        """Return the first interface that commands a joint; the others are lost."""
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
            self._log.add("dropped", drive.source, "reductions", reason)
        effort = drive.joint.limit.effort
        is_limited = 0.0 < effort < ENDLESS
        if kind == "velocity":
            gain = effort if is_limited else 1.0
            found = {"kv": number(gain)}
            speed = drive.joint.limit.velocity
            if 0.0 < speed < ENDLESS:
                found["ctrlrange"] = numbers((-speed, speed))
            why = "the effort limit at an error of 1" if is_limited else f"{gain:g}"
        else:
            gain = float(f"{effort / _NEAR:.3g}") if is_limited else _GAIN
            found = {"kp": number(gain), "dampratio": "1"}
            if drive.joint.name in self._limited:
                found["inheritrange"] = "1"
            why = f"the effort limit at an error of {_NEAR:g}" if is_limited else f"{gain:g}"
        gain_name = next(iter(found))
        reason = f"its gain {gain_name} is assumed: {why}"
        self._log.add("assumed", drive.source, "interfaces", reason)
        return found
