"""Sensors that measure distance: lidar with its older name ray, and sonar."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf
from bodyplan.spec import ANGLE, LENGTH, Annotated, Child, Needed, Was, element


@element("noise", source="ray.sdf, noise; lidar.sdf, noise; libsdformat Lidar.cc", since=(1, 4))
class LidarNoise(Sdf):
    """Noise on each measured distance."""

    type: Annotated[
        str,
        Needed(
            "gaussian, drawn for each beam; the reference takes none and gaussian_quantized too"
        ),
    ] = "gaussian"
    mean: Annotated[float, Child("mean of the noise", unit=LENGTH)] = 0.0
    stddev: Annotated[float, Child("standard deviation of the noise", unit=LENGTH)] = 0.0


@element("range", source="ray.sdf, range; lidar.sdf, range")
class LidarRange(Sdf):
    """The distances that a beam can measure."""

    min: Annotated[float, Needed("smallest distance", unit=LENGTH, was=ATTRIBUTE)] = 0.0
    max: Annotated[float, Needed("largest distance", unit=LENGTH, was=ATTRIBUTE)] = 0.0
    resolution: Annotated[
        float,
        Child("step between two distances that can be told apart", unit=LENGTH, was=ATTRIBUTE),
    ] = 0.0


@element("horizontal", source="ray.sdf, scan/horizontal; lidar.sdf, scan/horizontal")
class LidarHorizontal(Sdf):
    """The beams side by side: how many there are, and how far they fan out."""

    samples: Annotated[
        int,
        Needed(
            "how many beams one sweep simulates",
            gt=0,
            severity="warning",
            was=(Was(until=(1, 0), place="@samples", default=1),),
            codec=UNSIGNED,
        ),
    ] = 640
    resolution: Annotated[
        float,
        Needed(
            "distances given out for each beam: below 1 filled in between, above 1 averaged",
            was=(Was(until=(1, 0), place="@resolution", needed=False),),
        ),
    ] = 1.0
    min_angle: Annotated[
        float, Needed("direction of the first beam", unit=ANGLE, was=ATTRIBUTE)
    ] = 0.0
    max_angle: Annotated[
        float, Needed("direction of the last beam; not below min_angle", unit=ANGLE, was=ATTRIBUTE)
    ] = 0.0


@element("vertical", source="ray.sdf, scan/vertical; lidar.sdf, scan/vertical")
class LidarVertical(Sdf):
    """The layers of beams one above the other."""

    samples: Annotated[
        int,
        Needed(
            "how many layers one sweep simulates",
            gt=0,
            severity="warning",
            was=ATTRIBUTE,
            codec=UNSIGNED,
        ),
    ] = 1
    resolution: Annotated[
        float,
        Child(
            "layers given out for each one simulated: below 1 filled in between, above 1 averaged",
            was=ATTRIBUTE,
        ),
    ] = 1.0
    min_angle: Annotated[
        float, Needed("direction of the lowest layer", unit=ANGLE, was=ATTRIBUTE)
    ] = 0.0
    max_angle: Annotated[
        float,
        Needed("direction of the highest layer; not below min_angle", unit=ANGLE, was=ATTRIBUTE),
    ] = 0.0


@element("scan", source="ray.sdf, scan; lidar.sdf, scan")
class LidarScan(Sdf):
    """The pattern of the beams of one sweep."""

    horizontal: Annotated[LidarHorizontal, Needed("the beams of a layer")] = LidarHorizontal()
    vertical: Annotated[LidarVertical | None, Child("the layers; a single one where absent")] = None


class _LaserScanner(Sdf):
    scan: Annotated[LidarScan, Needed("where the beams go")] = LidarScan()
    range: Annotated[LidarRange, Needed("how far they reach")] = LidarRange()
    noise: Annotated[LidarNoise | None, Child("noise on the distances", since=(1, 4))] = None
    visibility_mask: Annotated[
        int,
        Child(
            "sees a visual where this and its visibility_flags share a bit",
            since=(1, 9),
            codec=UNSIGNED,
        ),
    ] = 4294967295


@element("lidar", source="lidar.sdf; libsdformat Lidar.cc", since=(1, 6))
class Lidar(_LaserScanner):
    """A laser scanner: beams that measure distance."""


@element("ray", source="ray.sdf; libsdformat Lidar.cc")
class Ray(_LaserScanner):
    """A laser scanner under its older name, which is still allowed."""


@element("sonar", source="sonar.sdf", since=(1, 4))
class Sonar(Sdf):
    """An ultrasonic sensor: the distance of the nearest thing in a region in front of it."""

    geometry: Annotated[
        Literal["cone", "sphere"], Child("shape of the region", severity="warning", since=(1, 6))
    ] = "cone"
    min: Annotated[float, Needed("smallest distance", unit=LENGTH)] = 0.0
    max: Annotated[float, Needed("largest distance", unit=LENGTH)] = 1.0
    radius: Annotated[
        float,
        Child(
            "radius of the cone at the largest distance; a sphere has no use for it",
            unit=LENGTH,
            was=(Was(until=(1, 5), needed=True),),
        ),
    ] = 0.5
