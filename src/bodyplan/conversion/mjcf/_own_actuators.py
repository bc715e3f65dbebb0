"""Actuators of a compiled model as elements of MJCF, from which MuJoCo compiles the same actuators."""

from __future__ import annotations

from typing import Any

from bodyplan.conversion.mjcf._geoms import numbers_of
from bodyplan.conversion.mjcf.text import number as text_of
from bodyplan.conversion.mjcf.text import numbers

_KINDS = {
    "gaintype": frozenset(("fixed", "affine", "muscle")),
    "biastype": frozenset(("none", "affine", "muscle")),
    "dyntype": frozenset(("none", "integrator", "filter", "filterexact", "muscle")),
}
"""The kinds whose meaning is in the numbers of an actuator."""
_ENUMS = {"gaintype": "mjtGain", "biastype": "mjtBias", "dyntype": "mjtDyn"}
_USUAL = {"gaintype": "fixed", "biastype": "none", "dyntype": "none"}


def actuator_element(
    mujoco: Any, m: Any, index: int, reference: float
) -> tuple[str, dict[str, str]] | None:
    """Return the tag and the attributes, without name and joint, of an actuator of a joint.

    None for actuators of plugins, with delays, with callbacks or with several controls or
    activations.

    Args:
        mujoco: the package.
        m: the compiled model.
        index: of the actuator.
        reference: the position of its joint that is zero in the robot [rad] or [m].
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
    """Return numbers as text, without the zeros at their end."""
    found = list(values)
    while len(found) > 1 and not found[-1]:
        del found[-1]
    return numbers(found)
