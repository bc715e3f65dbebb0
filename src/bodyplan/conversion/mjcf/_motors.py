"""Actuators of a compiled model of MuJoCo, as transmissions, and the force limits of joints."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from bodyplan import model
from bodyplan.conversion.loss import OTHER_ACTUATORS
from bodyplan.conversion.mjcf._geoms import numbers_of
from bodyplan.conversion.mjcf._own_actuators import actuator_element
from bodyplan.model.details import Actuator


class ActuatorReader:
    """Reads the actuators of joints.

    Args:
        mujoco: the package.
        compiled: the model.
        note: records a loss.
    """

    def __init__(self, mujoco: Any, compiled: Any, note: Callable[..., None]) -> None:
        self._mujoco = mujoco
        self._m = compiled
        self._note = note
        count = len(compiled.actuator_trntype)  # one actuator can have several controls
        joint = mujoco.mjtTrn.mjTRN_JOINT
        self._joints = {
            number: int(compiled.actuator_trnid[number][0])
            for number in range(count)
            if compiled.actuator_trntype[number] == joint
        }
        """Numbers of the joints that actuators drive."""
        self._count = count
        self.own: list[Actuator] = []
        """The actuators of the transmissions as MJCF writes them."""

    def forces(self) -> Mapping[int, float]:
        """Return the largest force of all actuators of a joint, by its number [N m] or [N].

        A joint with an actuator whose force nothing limits has none.
        """
        found: dict[int, float] = {}
        for number, joint in self._joints.items():
            found[joint] = found.get(joint, 0.0) + self._force(number)
        return {joint: force for joint, force in found.items() if 0.0 < force < math.inf}

    def _force(self, number: int) -> float:
        """Return the largest force of an actuator on its joint."""
        m = self._m
        gear = abs(float(m.actuator_gear[number][0]))
        force = math.inf
        if m.actuator_forcelimited[number]:
            force = gear * max(map(abs, numbers_of(m.actuator_forcerange[number])))
        if m.actuator_ctrllimited[number] and self._interface(number) == "effort":
            largest = max(map(abs, numbers_of(m.actuator_ctrlrange[number])))
            force = min(force, gear * abs(float(m.actuator_gainprm[number][0])) * largest)
        return force

    def transmissions(self) -> list[model.Transmission]:
        """Return the transmissions of the actuators that drive joints."""
        m = self._m
        found = []
        for number in range(self._count):
            name = m.actuator(number).name
            joint = m.joint(self._joints[number]).name if number in self._joints else ""
            if not joint:
                reason = "only motors of joints are converted"
                self._note("dropped", "actuator", name, reason)
                continue
            gear = float(m.actuator_gear[number][0])
            interface = self._interface(number)
            gains = None
            if interface in {"position", "velocity"}:
                position, velocity = numbers_of(m.actuator_biasprm[number][1:3])
                gains = (-position * gear * gear + 0.0, -velocity * gear * gear + 0.0)
            made = model.Transmission(
                f"{joint}_transmission",
                "",
                (joint,),
                (name,),
                (gear,),
                (interface,),
                () if gains is None else (gains,),
            )
            found.append(made)
            reference = float(m.qpos0[m.jnt_qposadr[self._joints[number]]])
            own = actuator_element(self._mujoco, m, number, reference)
            if own is not None:
                self.own.append((made, *own))
            lost = self._lost(number, interface)
            if lost:
                reason = "only the gear, force limit and gains of an actuator are converted"
                self._note(
                    "dropped", "actuator", name, reason if own is None else OTHER_ACTUATORS, lost
                )
        return found

    def _lost(self, number: int, interface: str) -> str:
        """Return the settings of an actuator that have no place in the robot model."""
        m = self._m
        gain = float(m.actuator_gainprm[number][0])
        lost = []
        if not interface or (interface == "effort" and gain != 1.0):
            lost.append("gains")
        if m.actuator_ctrllimited[number] and interface != "effort":
            joint = self._joints[number]
            gear = float(m.actuator_gear[number][0])
            lower, upper = numbers_of(m.actuator_ctrlrange[number])
            own = [gear * one for one in numbers_of(m.jnt_range[joint])]
            if interface != "position" or [lower, upper] != own:
                lost.append("range of its control")
        return " and ".join(lost)

    def _interface(self, number: int) -> str:
        """Return what commands the joint of an actuator; empty if that is neither of the usual."""
        m, mujoco = self._m, self._mujoco
        if m.actuator_dyntype[number] != mujoco.mjtDyn.mjDYN_NONE:
            return ""
        if m.actuator_gaintype[number] != mujoco.mjtGain.mjGAIN_FIXED:
            return ""
        if m.actuator_biastype[number] == mujoco.mjtBias.mjBIAS_NONE:
            return "effort"
        gain = float(m.actuator_gainprm[number][0])
        _, position, velocity = numbers_of(m.actuator_biasprm[number][:3])
        if position and position == -gain:
            return "position"
        return "velocity" if not position and velocity == -gain else ""
