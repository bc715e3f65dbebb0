"""Sensors: D381 to D388."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.sensor import OLDER_TYPES
from bodyplan.lint.context import Context
from bodyplan.lint.names import unknown_name
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import of_class, sensor_settings, settings_of
from bodyplan.spec import Element

_COMPLETE = frozenset(
    (
        *("imu", "altimeter", "magnetometer", "air_pressure", "air_speed", "force_torque"),
        *("navsat", "rfid", "rfidtag"),
    )
)
"""Types that make sense with the defaults of all settings."""
_NOISES = ("none", "gaussian", "gaussian_quantized")


@rule("D381", "sdf-sensor-without-settings", severity="warning")
def sensor_without_settings(sensor: sdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A sensor does not have the element with the settings of its type.

    ## Why it matters
    Readers take the defaults without a word: a camera of 320 by 240 pixels, a lidar of one beam
    with range 0. Some simulators make no such sensor at all.

    ## Example
        <sensor name="eye" type="camera"/>

    ## Use instead
        <sensor name="eye" type="camera">
          <camera><image><width>640</width><height>480</height></image></camera>
        </sensor>
    """
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    fields = settings_of(sensor)
    type_ = OLDER_TYPES.get(sensor.type, sensor.type)
    if fields and type_ not in _COMPLETE and not any(getattr(sensor, name) for name in fields):
        message = f"{ctx.describe(sensor)} of type {sensor.type} has no <{fields[0]}>"
        yield ctx.report(sensor, message, hint="readers take the default of every setting")


@rule("D382", "sdf-settings-of-other-sensor", severity="warning")
def settings_of_other_sensor(sensor: sdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A sensor has the settings of another type.

    ## Why it matters
    Readers look only at those of its type, so these are lost. Most often the type is what is
    wrong.

    ## Example
        <sensor name="eye" type="imu"><camera>...</camera></sensor>

    ## Use instead
        <sensor name="eye" type="camera"><camera>...</camera></sensor>
    """
    own = settings_of(sensor)
    for field, types in sensor_settings().items() if own else ():
        content = getattr(sensor, field)
        if types and content is not None and field not in own:
            message = f"{ctx.describe(sensor)} of type {sensor.type} has no use for <{field}>"
            yield ctx.report(content, message)


@rule("D383", "sdf-sensor-alias", severity="hint", fix="always")
def sensor_alias(sensor: sdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A type of sensor is told by its older or shorter name.

    ## Why it matters
    Readers take both. Gazebo Classic knows ray, gpu_ray, depth and gps only; the other names came
    with new Gazebo, and its documents know only these.

    ## Example
        <sensor name="scan" type="ray">

    ## Use instead
        <sensor name="scan" type="lidar">

    ## Fix safety
    Unsafe: older simulators do not know the new name.
    """
    name = OLDER_TYPES.get(sensor.type)
    if name is not None:
        message = f"{ctx.describe(sensor)}: {sensor.type} is called {name} today"
        fix = ctx.fix_set(f"Write {name}", "unsafe", sensor, type=name)
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
"""What goes from one value to another, and whether it may not be empty."""


@rule("D385", "sdf-range-inverted", severity="warning", fix="sometimes")
def range_inverted(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A range ends before it begins, or where it begins.

    ## Why it matters
    The near plane of a camera lies behind its far plane, the smallest distance of a lidar is above
    its largest, a beam ends before it starts. The reference reader says nothing, and the sensor
    sees nothing; some renderers stop.

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
                continue  # told as missing
            field = first if ctx.written(value, first) else last
            fix = None
            if low > high:
                fix = ctx.fix_set("Swap the two", "unsafe", value, **{first: high, last: low})
            what = (
                f"{first.replace('_', ' ')} {low:g} is not below {last.replace('_', ' ')} {high:g}"
            )
            yield ctx.report(value, f"{ctx.describe(value)}: {what}", field=field, fix=fix)


@rule("D387", "sdf-noise-unknown", severity="warning", fix="sometimes")
def noise_unknown(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A kind of noise is none that readers know.

    ## Why it matters
    The reference reader takes an unknown word for none, without a word: the sensor is perfect. In
    a camera and in a sensor of forces it refuses the file, so there it is an error.

    ## Example
        <noise type="gausian"><stddev>0.01</stddev></noise>

    ## Use instead
        <noise type="gaussian"><stddev>0.01</stddev></noise>

    ## Fix safety
    Writing the nearest word is unsafe: another one may have been meant.
    """
    for noise in of_class(ctx, sdf.Noise, sdf.CameraNoise, sdf.LidarNoise, sdf.ImuNoise):
        if noise.type and noise.type not in _NOISES:
            message = f"{ctx.describe(noise)}: {quoted(noise.type)} is no kind of noise"
            hint = f"kinds: {', '.join(_NOISES)}"
            told = unknown_name(ctx, noise, message, lambda: _NOISES, field="type", hint=hint)
            yield told.graded(Severity.ERROR) if _is_refused(noise, ctx) else told


def _is_refused(noise: Element, ctx: Context) -> bool:
    """Whether the reference reader passes on that it does not know a noise."""
    owner: Element | None = noise
    while owner is not None and not isinstance(owner, sdf.ForceTorque | sdf.Camera):
        owner = ctx.owner(owner)
    return owner is not None


@rule("D388", "sdf-sensor-in-wrong-place", severity="warning")
def sensor_in_wrong_place(sensor: sdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A sensor of a joint stands in a link, or one of a link in a joint.

    ## Why it matters
    The reference reader takes both. New Gazebo measures forces in joints only, and makes no other
    sensor in a joint than that.

    ## Example
        <joint name="wrist" type="fixed"> ... <sensor name="eye" type="camera"/></joint>

    ## Use instead
        <link name="hand"><sensor name="eye" type="camera"/></link>
    """
    owner = ctx.owner(sensor)
    if isinstance(owner, sdf.Joint) and sensor.type not in ("", "force_torque"):
        message = f"{ctx.describe(sensor)} of type {sensor.type} belongs into a link"
        yield ctx.report(sensor, message)
    elif isinstance(owner, sdf.Link) and sensor.type == "force_torque":
        message = f"{ctx.describe(sensor)} measures in a joint, and stands in a link"
        yield ctx.report(sensor, message, severity=Severity.INFO)
