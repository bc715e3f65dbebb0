"""Cameras and scanners: U405 to U413."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.names import nearest
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.urdf.sensor import sensor_name

_BAYER = [f"BAYER_{pattern}" for pattern in ("RGGB", "BGGR", "GBRG", "GRBG")]
_GAZEBO_FORMATS = {
    *("L8", "L16", "R8G8B8", "B8G8R8", "R16G16B16", "RGB_INT8", "RGB_INT16", "RGB_INT32"),
    *("RGBA_INT8", "BGR_INT8", "BGR_INT16", "BGR_INT32", "BGRA_INT8", "L_INT8", "L_INT16"),
    *("R_FLOAT16", "R_FLOAT32", "RGB_FLOAT16", "RGB_FLOAT32"),
    *(f"{bayer}8" for bayer in _BAYER),
}
_ROS_FORMATS = {
    *("rgb8", "rgba8", "rgb16", "rgba16", "bgr8", "bgra8", "bgr16", "bgra16", "mono8", "mono16"),
    *(f"{bayer.lower()}{bits}" for bayer in _BAYER for bits in (8, 16)),
    *("yuv422", "yuv422_yuy2", "uyvy", "yuyv", "nv21", "nv24"),
}
_ROS_MATRICES = {
    f"{kind}{channels}"
    for kind in ("8UC", "8SC", "16UC", "16SC", "32SC", "32FC", "64FC")
    for channels in ("", 1, 2, 3, 4)
}
FORMATS = frozenset(
    _GAZEBO_FORMATS | _ROS_FORMATS | {name.upper() for name in _ROS_FORMATS} | _ROS_MATRICES
)
"""Encodings of images: of Gazebo and SDFormat, and of sensor_msgs by value and by constant."""


def _similar_formats(word: str) -> list[str]:
    """Return similar encodings: in the same case, those with the same first letter first."""
    same_case = sorted(name for name in FORMATS if name.islower() == word.islower())
    return sorted(nearest(word, same_case), key=lambda name: name[0] != word[0])


@rule("U405", "camera-clip-inverted", severity="warning", fix="sometimes")
def camera_clip_inverted(image: urdf.Image, ctx: Context) -> Iterator[Diagnostic]:
    """The near clip distance of a camera is not below the far one.

    ## Why it matters
    There is nothing between the two, so the image is empty; renderers divide by the difference.

    ## Example
        <image ... near="20" far="0.1"/>

    ## Use instead
        <image ... near="0.1" far="20"/>

    ## Fix safety
    Swapping is unsafe: one of the numbers may be wrong instead. There is no fix for equal distances.
    """
    if image.far > 0 and image.near >= image.far:
        fix = None
        if image.near > image.far:
            fix = ctx.fix_set("Swap near and far", "unsafe", image, near=image.far, far=image.near)
        yield ctx.report(
            image,
            f"sensor {sensor_name(ctx, image)}: near {image.near:g} must be below far {image.far:g}",
            field="near",
            fix=fix,
        )


@rule("U408", "image-format-unknown", severity="warning", fix="sometimes")
def image_format_unknown(image: urdf.Image, ctx: Context) -> Iterator[Diagnostic]:
    """The format of an image is not a known encoding.

    ## Why it matters
    Encodings are case-sensitive, and programs reject unknown ones. Known are the encodings of
    sensor_msgs, such as rgb8 (or RGB8, the name of the constant), mono8, 16UC1 and bayer_rggb8, and
    those of Gazebo, such as R8G8B8 and L8.

    ## Example
        <image ... format="r8g8b8"/>

    ## Use instead
        <image ... format="R8G8B8"/>

    ## Fix safety
    Writing the most similar encoding is unsafe: another one may be meant.
    """
    if image.format and image.format not in FORMATS:
        by_case = sorted(name for name in FORMATS if name.lower() == image.format.strip().lower())
        similar = by_case[:1] or _similar_formats(image.format)
        best = similar[0] if similar else ""
        yield ctx.report(
            image,
            f"sensor {sensor_name(ctx, image)}: unknown image format {image.format!r}",
            field="format",
            hint=f"did you mean {best!r}?" if best else "use rgb8 or mono8",
            fix=ctx.fix_set(f"Write {best!r}", "unsafe", image, format=best) if best else None,
        )


@rule("U411", "scan-angles-inverted", severity="warning", fix="always")
def scan_angles_inverted(sweep: urdf.Sweep, ctx: Context) -> Iterator[Diagnostic]:
    """The first angle of a scan is above the last.

    ## Why it matters
    A scan goes from the smaller to the larger angle. Simulators reject the sensor, or return the rays
    in the wrong order, which mirrors the world.

    ## Example
        <horizontal samples="640" min_angle="1.57" max_angle="-1.57"/>

    ## Use instead
        <horizontal samples="640" min_angle="-1.57" max_angle="1.57"/>

    ## Fix safety
    Swapping is unsafe: a minus sign may be missing instead.
    """
    low, high = sweep.min_angle, sweep.max_angle
    if low > high:
        yield ctx.report(
            sweep,
            f"sensor {sensor_name(ctx, sweep)}: min_angle {low:g} is above max_angle {high:g}",
            field="min_angle",
            hint="swap the angles, or restore a lost minus sign",
            fix=ctx.fix_set("Swap the angles", "unsafe", sweep, min_angle=high, max_angle=low),
        )


@rule("U412", "scan-without-angle", severity="info")
def scan_without_angle(sweep: urdf.Sweep, ctx: Context) -> Iterator[Diagnostic]:
    """A scanner has several rays with the same direction.

    ## Why it matters
    The two angles are equal; missing angles are zero. All rays measure the same distance.

    ## Example
        <horizontal samples="640"/>

    ## Use instead
        <horizontal samples="640" min_angle="-1.57" max_angle="1.57"/>
    """
    if sweep.samples > 1 and sweep.min_angle == sweep.max_angle:
        yield ctx.report(
            sweep,
            f"sensor {sensor_name(ctx, sweep)}: {sweep.samples} rays from {sweep.min_angle:g} "
            f"to {sweep.max_angle:g} rad",
            hint="write min_angle and max_angle",
        )


@rule("U413", "scan-angle-in-degrees", severity="warning", fix="sometimes")
def scan_angle_in_degrees(sweep: urdf.Sweep, ctx: Context) -> Iterator[Diagnostic]:
    """An angle of a scan is more than a full turn.

    ## Why it matters
    Angles are in radians. A number above 6.28 is usually in degrees; the scan then covers many turns.

    ## Example
        <horizontal samples="640" min_angle="-90" max_angle="90"/>

    ## Use instead
        <horizontal samples="640" min_angle="-1.5708" max_angle="1.5708"/>

    ## Fix safety
    Converting degrees to radians is unsafe: the numbers may be wrong in another way.
    """
    angles = {"min_angle": sweep.min_angle, "max_angle": sweep.max_angle}
    large = [name for name, angle in angles.items() if abs(angle) > math.tau + 1e-3]
    if large:
        is_degrees = all(abs(angle) <= 360 for angle in angles.values())
        fix = None
        if is_degrees:
            radians = {
                name: round(math.radians(angle), 6)
                for name, angle in angles.items()
                if ctx.written(sweep, name)
            }
            fix = ctx.fix_set("Convert degrees to radians", "unsafe", sweep, **radians)
        yield ctx.report(
            sweep,
            f"sensor {sensor_name(ctx, sweep)}: "
            + " and ".join(f"{name} {angles[name]:g}" for name in large)
            + f" rad exceed{'s' * (len(large) == 1)} a full turn",
            field=large[0],
            hint="write radians" if is_degrees else None,
            fix=fix,
        )
