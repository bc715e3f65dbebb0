"""Conversion rules for sensors: the older names of types, and the noise of IMUs."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade._rule import Context, Special
from bodyplan.formats.sdf.upgrade.draft import child_of, text_of

_GROUPS = {"rate": "angular_velocity", "accel": "linear_acceleration"}
_AXES = ("x", "y", "z")
_VALUES = ("mean", "stddev", "bias_mean", "bias_stddev")
_USUAL = "gaussian"

Noise = tuple[str, dict[str, str]]
"""The type of a noise, and its values by tag."""


def older_type(names: Mapping[str, str]) -> Special:
    """Return a function that renames types of sensors, from a map of new names to old names."""

    def rename(context: Context, sensor: Node) -> None:
        name = sensor.get("type", "")
        if name in names:
            context.draft.set_attribute(sensor, "type", names[name])
            context.draft.changed(sensor, f"type {name} becomes {names[name]}")

    return rename


def noise_apart(context: Context, imu: Node) -> None:
    """Replace the common noise of an IMU by a noise for each axis, for 1.5 and later."""
    draft, noise = context.draft, child_of(imu, "noise")
    if noise is None:
        return
    kind = child_of(noise, "type")
    index = list(imu).index(noise)
    for old, new in _GROUPS.items():
        if child_of(imu, new) is not None:
            draft.lost(noise, f"<{old}>", f"<{new}> overrides it")
            continue
        group, values = child_of(noise, old), draft.make(new)
        draft.put(imu, values, index)
        index += 1
        for axis in _AXES:
            attributes = {"type": _USUAL if kind is None else text_of(kind)}
            made = draft.make("noise", attributes=attributes)
            draft.put(draft.add(values, axis), made)
            for tag in _VALUES:
                value = None if group is None else child_of(group, tag)
                if value is not None:
                    draft.add(made, tag, text_of(value))
    draft.changed(noise, "one noise for each axis")
    draft.remove([noise])


def noise_together(context: Context, imu: Node) -> None:
    """Replace the noises of the axes of an IMU by a common noise, for 1.4."""
    draft = context.draft
    groups = {old: child_of(imu, new) for old, new in _GROUPS.items()}
    there = [group for group in groups.values() if group is not None]
    if not there:
        return
    noises = {old: _common(group) for old, group in groups.items() if group is not None}
    kinds = {noise[0] for noise in noises.values() if noise is not None}
    if child_of(imu, "noise") is None and None not in noises.values() and len(kinds) == 1:
        made = draft.add(imu, "noise", index=list(imu).index(there[0]))
        draft.add(made, "type", kinds.pop())
        for old in _GROUPS:
            values = draft.add(made, old)
            common = noises.get(old)
            for tag, text in () if common is None else common[1].items():
                draft.add(values, tag, text)
        draft.changed(imu, "one noise for all axes")
    else:
        for group in there:
            if len(group):
                reason = "before 1.5 all axes have the same noise, of the same type"
                draft.lost(group, f"<{group.tag}>", reason, changes_meaning=True)
    draft.remove(there)


def _common(group: Node) -> Noise | None:
    """Return the noise that all axes have; None if they differ, or if 1.4 does not support it."""
    found: list[Noise] = []
    for axis in _AXES:
        holder = child_of(group, axis)
        noise = None if holder is None else child_of(holder, "noise")
        if noise is None or any(child.tag not in _VALUES for child in noise):
            return None
        values = {child.tag: text_of(child) for child in noise}
        found.append((noise.get("type", "none"), values))
    return found[0] if found[0] == found[1] == found[2] else None
