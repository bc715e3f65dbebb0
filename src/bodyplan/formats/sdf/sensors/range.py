"""Range sensors: lidar, which was formerly called ray, and sonar."""

from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf
from bodyplan.spec import ANGLE, LENGTH, Annotated, Child, Needed, Was, element


@element("noise", source="ray.sdf, noise; lidar.sdf, noise; libsdformat Lidar.cc", since=(1, 4))
class LidarNoise(Sdf):
    """The noise of each measured distance."""

    type: Annotated[
        str,
        Needed(
            "gaussian, drawn for each beam; libsdformat also accepts none and gaussian_quantized"
        ),
    ] = "gaussian"
    mean: Annotated[float, Child("mean of the noise", unit=LENGTH)] = 0.0
    stddev: Annotated[float, Child("standard deviation of the noise", unit=LENGTH)] = 0.0


@element("range", source="ray.sdf, range; lidar.sdf, range")
class LidarRange(Sdf):
    """The shortest and longest distance that a lidar measures, and its resolution."""

    min: Annotated[float, Needed("minimum distance", unit=LENGTH, was=ATTRIBUTE)] = 0.0
    max: Annotated[float, Needed("maximum distance", unit=LENGTH, was=ATTRIBUTE)] = 0.0
    resolution: Annotated[
        float,
        Child("resolution of the distances", unit=LENGTH, was=ATTRIBUTE),
    ] = 0.0


@element("horizontal", source="ray.sdf, scan/horizontal; lidar.sdf, scan/horizontal")
class LidarHorizontal(Sdf):
    """The horizontal angles of the beams of a lidar."""

    samples: Annotated[
        int,
        Needed(
            "number of simulated beams per sweep",
            gt=0,
            severity="warning",
            was=(Was(until=(1, 0), place="@samples", default=1),),
            codec=UNSIGNED,
        ),
    ] = 640
    resolution: Annotated[
        float,
        Needed(
            "reported distances per beam: below 1 interpolated, above 1 averaged",
            was=(Was(until=(1, 0), place="@resolution", needed=False),),
        ),
    ] = 1.0
    min_angle: Annotated[float, Needed("angle of the first beam", unit=ANGLE, was=ATTRIBUTE)] = 0.0
    max_angle: Annotated[
        float, Needed("angle of the last beam; not below min_angle", unit=ANGLE, was=ATTRIBUTE)
    ] = 0.0


@element("vertical", source="ray.sdf, scan/vertical; lidar.sdf, scan/vertical")
class LidarVertical(Sdf):
    """The vertical angles of the beams of a lidar."""

    samples: Annotated[
        int,
        Needed(
            "number of simulated layers per sweep",
            gt=0,
            severity="warning",
            was=ATTRIBUTE,
            codec=UNSIGNED,
        ),
    ] = 1
    resolution: Annotated[
        float,
        Child(
            "reported layers per simulated layer: below 1 interpolated, above 1 averaged",
            was=ATTRIBUTE,
        ),
    ] = 1.0
    min_angle: Annotated[float, Needed("angle of the lowest layer", unit=ANGLE, was=ATTRIBUTE)] = (
        0.0
    )
    max_angle: Annotated[
        float,
        Needed("angle of the highest layer; not below min_angle", unit=ANGLE, was=ATTRIBUTE),
    ] = 0.0


@element("scan", source="ray.sdf, scan; lidar.sdf, scan")
class LidarScan(Sdf):
    """The directions of the beams in one sweep of a lidar."""

    horizontal: Annotated[LidarHorizontal, Needed("beams of a layer")] = LidarHorizontal()
    vertical: Annotated[LidarVertical | None, Child("layers; by default one")] = None


class _LaserScanner(Sdf):
    scan: Annotated[LidarScan, Needed("pattern of beams")] = LidarScan()
    range: Annotated[LidarRange, Needed("range of the beams")] = LidarRange()
    noise: Annotated[LidarNoise | None, Child("noise of the distances", since=(1, 4))] = None
    visibility_mask: Annotated[
        int,
        Child(
            "a visual is visible if its visibility_flags share a bit with this mask",
            since=(1, 9),
            codec=UNSIGNED,
        ),
    ] = 4294967295


@element("lidar", source="lidar.sdf; libsdformat Lidar.cc", since=(1, 6))
class Lidar(_LaserScanner):
    """A lidar."""


@element("ray", source="ray.sdf; libsdformat Lidar.cc")
class Ray(_LaserScanner):
    """A lidar, by its old name ray, which is still allowed."""


@element("sonar", source="sonar.sdf", since=(1, 4))
class Sonar(Sdf):
    """An ultrasonic sensor, which measures the distance to the nearest object in front of it."""

    geometry: Annotated[
        Literal["cone", "sphere"], Child("shape of the region", severity="warning", since=(1, 6))
    ] = "cone"
    min: Annotated[float, Needed("minimum distance", unit=LENGTH)] = 0.0
    max: Annotated[float, Needed("maximum distance", unit=LENGTH)] = 1.0
    radius: Annotated[
        float,
        Child(
            "radius of the cone at the maximum distance; ignored for a sphere",
            unit=LENGTH,
            was=(Was(until=(1, 5), needed=True),),
        ),
    ] = 0.5
