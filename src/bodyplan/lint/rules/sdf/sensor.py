"""Sensors: D381 to D388."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.sensors.noise import NOISE_TYPES
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import unknown_name
from bodyplan.lint.facts.sdf import of_class, settings_of
from bodyplan.lint.rule import also, rule
from bodyplan.model.attachment import OLDER_SENSORS
from bodyplan.spec import Element, spec_of
from bodyplan.spec.schema_kinds import DUPLICATE_ELEMENT

_COMPLETE = frozenset(
    (
        *("imu", "altimeter", "magnetometer", "air_pressure", "air_speed", "force_torque"),
        *("navsat", "rfid", "rfidtag"),
    )
)
"""Types of sensors that need no element of their type, because all its defaults are usable."""
_NOISY = (sdf.ForceTorque, sdf.Camera, sdf.Imu, sdf.Altimeter)
"""Elements in which libsdformat rejects an unknown noise type."""


@rule("D381", "sdf-sensor-element-missing", severity="warning")
def sensor_element_missing(sensor: sdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A sensor lacks the element that configures its type.

    ## Why it matters
    libsdformat silently uses the defaults: a camera of 320 by 240 pixels, a lidar with one beam and
    range 0. Some simulators do not create such a sensor.

    ## Example
        <sensor name="eye" type="camera"/>

    ## Use instead
        <sensor name="eye" type="camera">
          <camera><image><width>640</width><height>480</height></image></camera>
        </sensor>
    """
    if ctx.is_broken_off:
        return  # missing elements may be in the part that was cut off
    fields = settings_of(sensor)
    type_ = OLDER_SENSORS.get(sensor.type, sensor.type)
    if fields and type_ not in _COMPLETE and not any(getattr(sensor, name) for name in fields):
        tag = spec_of(sdf.Sensor).by_name[fields[0]].tags[0]
        message = f"{ctx.describe(sensor)} of type {sensor.type} has no <{tag}>"
        yield ctx.report(sensor, message, hint=f"add <{tag}>; libsdformat assumes all defaults")


@also(DUPLICATE_ELEMENT)
def several_cameras(sensor: sdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """Report cameras after the first, except of a multicamera, which has several."""
    if sensor.type == "multicamera":
        return
    for camera in sensor.cameras[1:]:
        message = f"duplicate <camera> in {ctx.describe(sensor)}; only the first is used"
        fix = ctx.fix_remove("Remove the duplicate", "unsafe", camera)
        hint = "a sensor of type multicamera has several cameras"
        yield ctx.report(camera, message, hint=hint, fix=fix)


@rule("D383", "sdf-sensor-alias", severity="hint", fix="always")
def sensor_alias(sensor: sdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A sensor uses an older or shorter name of its type.

    ## Why it matters
    libsdformat accepts both names. Gazebo Classic supports only ray, gpu_ray, depth and gps; the
    other names came with new Gazebo, and its documentation uses only them.

    ## Example
        <sensor name="scan" type="ray">

    ## Use instead
        <sensor name="scan" type="lidar">

    ## Fix safety
    Unsafe: older simulators do not support the new name.
    """
    name = OLDER_SENSORS.get(sensor.type)
    if name is not None:
        message = f"{ctx.describe(sensor)}: type {sensor.type} is an old name of {name}"
        fix = ctx.fix_set(f"Change the type to {name}", "unsafe", sensor, type=name)
        yield ctx.report(sensor, message, field="type", fix=fix)


_RANGES: tuple[tuple[type[Any], str, str, bool], ...] = (
    (sdf.CameraClip, "near", "far", True),
    (sdf.DepthCameraClip, "near", "far", True),
    (sdf.LogicalCamera, "near", "far", True),
    (sdf.Projector, "near_clip", "far_clip", True),
    (sdf.LidarRange, "min", "max", True),
    (sdf.LidarHorizontal, "min_angle", "max_angle", False),
    (sdf.LidarVertical, "min_angle", "max_angle", False),
    (sdf.Sonar, "min", "max", True),
    (sdf.ParticleEmitter, "min_velocity", "max_velocity", False),
    (sdf.Transceiver, "min_frequency", "max_frequency", False),
    (sdf.Spot, "inner_angle", "outer_angle", False),
    (sdf.TrackVisual, "min_dist", "max_dist", False),
)
"""Ranges: element, lower and upper field, and whether they must not be equal."""


@rule("D385", "sdf-range-inverted", severity="warning", fix="sometimes")
def range_inverted(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The lower end of a range is not below its upper end.

    ## Why it matters
    The near plane of a camera is behind its far plane, the minimum distance of a lidar exceeds its
    maximum, a beam ends before it starts. libsdformat accepts it silently, and the sensor detects
    nothing; some renderers stop.

    ## Example
        <clip><near>100</near><far>0.1</far></clip>

    ## Use instead
        <clip><near>0.1</near><far>100</far></clip>

    ## Fix safety
    Swapping the two is unsafe: one of them may be in another unit.
    """
    for cls, first, last, is_open in _RANGES:
        for value in of_class(ctx, cls):
            low, high = getattr(value, first), getattr(value, last)
            if not (low > high or (is_open and low == high)):
                continue
            if not (ctx.written(value, first) or ctx.written(value, last)):
                continue  # the missing elements are already reported
            field = first if ctx.written(value, first) else last
            fix = None
            if low > high:
                fix = ctx.fix_set(
                    f"Swap {first} and {last}", "unsafe", value, **{first: high, last: low}
                )
            what = (
                f"{first.replace('_', ' ')} {low:g} is not below {last.replace('_', ' ')} {high:g}"
            )
            yield ctx.report(value, f"{ctx.describe(value)}: {what}", field=field, fix=fix)


@rule("D387", "sdf-noise-unknown", severity="warning", fix="sometimes")
def noise_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A `<noise>` has an unknown type.

    ## Why it matters
    libsdformat silently ignores noise of an unknown type: the sensor is perfect. In a camera, IMU,
    altimeter or force sensor it rejects the file, so there it is an error.

    ## Example
        <noise type="gausian"><stddev>0.01</stddev></noise>

    ## Use instead
        <noise type="gaussian"><stddev>0.01</stddev></noise>

    ## Fix safety
    Writing the most similar type is unsafe: another one may have been meant.
    """
    for noise in of_class(ctx, sdf.Noise, sdf.CameraNoise, sdf.LidarNoise, sdf.ImuNoise):
        if noise.type and noise.type not in NOISE_TYPES:
            message = f"{ctx.describe(noise)}: unknown noise type {quoted(noise.type)}"
            hint = f"use {', '.join(NOISE_TYPES[:-1])} or {NOISE_TYPES[-1]}"
            found = unknown_name(ctx, noise, message, lambda: NOISE_TYPES, field="type", hint=hint)
            yield found.graded(Severity.ERROR) if _is_rejected(noise, ctx) else found


def _is_rejected(noise: Element, ctx: Context) -> bool:
    """Return whether libsdformat rejects an unknown noise type here."""
    owner: Element | None = noise
    while owner is not None and not isinstance(owner, _NOISY):
        owner = ctx.owner(owner)
    return owner is not None


@rule("D388", "sdf-sensor-wrong-parent", severity="warning")
def sensor_wrong_parent(sensor: sdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A joint sensor is in a link, or a link sensor in a joint.

    ## Why it matters
    libsdformat accepts both. New Gazebo supports force sensors in joints only, and no other sensor
    in a joint.

    ## Example
        <joint name="wrist" type="fixed"> ... <sensor name="eye" type="camera"/></joint>

    ## Use instead
        <link name="hand"><sensor name="eye" type="camera"/></link>
    """
    owner = ctx.owner(sensor)
    if isinstance(owner, sdf.Joint) and sensor.type not in ("", "force_torque"):
        message = f"{ctx.describe(sensor)} of type {sensor.type} must be in a link"
        yield ctx.report(sensor, message)
    elif isinstance(owner, sdf.Link) and sensor.type == "force_torque":
        message = (
            f"{ctx.describe(sensor)} of type {sensor.type} should be in a joint, not in a link"
        )
        yield ctx.report(sensor, message, severity=Severity.INFO)
