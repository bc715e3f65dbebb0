"""Conversion of the actuators of a compiled MuJoCo model to transmissions and force limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from bodyplan import model
from bodyplan.conversion.loss import OTHER_ACTUATORS
from bodyplan.conversion.mjcf._geoms import numbers_of
from bodyplan.conversion.mjcf.text import number as text_of
from bodyplan.conversion.mjcf.text import numbers
from bodyplan.model.details import Actuator

_KINDS = {
    "gaintype": frozenset(("fixed", "affine", "muscle")),
    "biastype": frozenset(("none", "affine", "muscle")),
    "dyntype": frozenset(("none", "integrator", "filter", "filterexact", "muscle")),
}
"""The types whose behaviour is fully defined by parameters; others, such as "user", are lost."""
_ENUMS = {"gaintype": "mjtGain", "biastype": "mjtBias", "dyntype": "mjtDyn"}
_USUAL = {"gaintype": "fixed", "biastype": "none", "dyntype": "none"}


class ActuatorReader:
    """Reads the actuators of joints.

    Args:
        mujoco: the package.
        compiled: the compiled model.
        note: callback that records a loss.
    """

    def __init__(self, mujoco: Any, compiled: Any, note: Callable[..., None]) -> None:
        self._mujoco = mujoco
        self._m = compiled
        self._note = note
        count = len(compiled.actuator_trntype)  # not ``nu``: an actuator can have several controls
        joint = mujoco.mjtTrn.mjTRN_JOINT
        self._joints = {
            number: int(compiled.actuator_trnid[number][0])
            for number in range(count)
            if compiled.actuator_trntype[number] == joint
        }
        """For each actuator of a joint, the index of the joint."""
        self._count = count
        self.own: list[Actuator] = []
        """The transmissions with the tag and attributes of their actuator in MJCF."""

    def forces(self) -> Mapping[int, float]:
        """Return, for each joint index, the sum of the force limits of its actuators.

        The unit is N m or N. A joint is omitted if the force of an actuator is unlimited.
        """
        found: dict[int, float] = {}
        for number, joint in self._joints.items():
            found[joint] = found.get(joint, 0.0) + self._force(number)
        return {joint: force for joint, force in found.items() if 0.0 < force < math.inf}

    def _force(self, number: int) -> float:
        """Return the largest force of an actuator on its joint [N m] or [N]."""
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
            own = _element(self._mujoco, m, number, reference)
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
        """Return the names of the settings of an actuator that the robot model cannot store."""
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
        """Return "position", "velocity" or "effort" for an actuator; empty for any other kind."""
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


def _element(
    mujoco: Any, m: Any, index: int, reference: float
) -> tuple[str, dict[str, str]] | None:
    """Return the tag of an actuator, and its attributes except ``name`` and ``joint``.

    Return None if the actuator has a plugin, a delay, a callback, several controls or several
    activations, which the tag and attributes could not represent.

    Args:
        mujoco: the package.
        m: the compiled model.
        index: the index of the actuator.
        reference: the position of its joint in MuJoCo at which the robot's joint position is zero
            [rad] or [m].
    """

    def value(name: str) -> tuple[float, ...]:
        found = getattr(m, f"actuator_{name}", None)
        return () if found is None else numbers_of(found[index : index + 1].ravel())

    def flag(name: str) -> bool:
        return any(value(name))

    kinds = {}
    for name, enum in _ENUMS.items():
        word = getattr(mujoco, enum)(int(value(name)[0])).name.partition("_")[2].lower()
        if word not in _KINDS[name]:
            return None
        kinds[name] = word
    is_single = value("ctrlnum") in {(), (1.0,)} and value("actnum")[0] <= 1.0
    if not is_single or value("plugin")[:1] not in {(), (-1.0,)}:
        return None
    if flag("history") or flag("delay") or flag("dampingpoly"):
        return None
    gain, bias = list(value("gainprm")), list(value("biasprm"))
    controls, lengths, gear = value("ctrlrange"), value("lengthrange"), value("gear")
    shift = gear[0] * reference
    is_plain = kinds == _USUAL | {"biastype": "affine"} and not any(gain[1:] + bias[3:])
    tag = "general"
    if kinds == _USUAL and gain[0] == 1.0 and not any(gain[1:] + bias):
        tag = "motor"
    elif is_plain and not bias[0] and gain[0] > 0.0 and bias[1] == -gain[0] and bias[2] <= 0.0:
        tag = "position"
        controls = (controls[0] - shift, controls[1] - shift) if any(controls) else controls
    elif is_plain and not any(bias[:2]) and gain[0] > 0.0 and bias[2] == -gain[0]:
        tag = "velocity"
    else:
        bias[0] += bias[1] * shift if kinds["biastype"] == "affine" else 0.0
        gain[0] += gain[1] * shift if kinds["gaintype"] == "affine" else 0.0
    if any(lengths):
        lengths = (lengths[0] - shift, lengths[1] - shift)
    made = {"kp": text_of(gain[0])} if tag == "position" else {}
    if tag == "velocity" or (tag == "position" and bias[2]):
        made["kv"] = text_of(-bias[2])
    if tag == "general":
        made |= {name: word for name, word in kinds.items() if word != _USUAL[name]}
        made["gainprm"] = _without_end(gain)
        if any(bias):
            made["biasprm"] = _without_end(bias)
        if kinds["dyntype"] != "none":
            made["dynprm"] = _without_end(value("dynprm"))
        if flag("actearly"):
            made["actearly"] = "true"
    if gear != (1.0, 0.0, 0.0, 0.0, 0.0, 0.0):
        made["gear"] = _without_end(gear)
    ranges = {"ctrl": controls, "force": value("forcerange")}
    for name, ends in (ranges | {"act": value("actrange")} if tag == "general" else ranges).items():
        if any(ends):
            made[f"{name}range"] = numbers(ends)
            if not flag(f"{name}limited"):
                made[f"{name}limited"] = "false"
    if any(lengths):
        made["lengthrange"] = numbers(lengths)
    for name in ("armature", "damping", "user"):
        if flag(name):
            made[name] = _without_end(value(name))
    if flag("group"):
        made["group"] = str(int(value("group")[0]))
    return tag, made


def _without_end(values: Any) -> str:
    """Return numbers as text, without trailing zeros in the list."""
    found = list(values)
    while len(found) > 1 and not found[-1]:
        del found[-1]
    return numbers(found)
