"""Sensors that measure distance: lidar with its older name ray, and sonar."""

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf
from bodyplan.spec import ANGLE, LENGTH, Annotated, Child, Was, element


@element("noise", source="ray.sdf, noise; lidar.sdf, noise; libsdformat Lidar.cc", since=(1, 4))
class LidarNoise(Sdf):
    """Noise on each measured distance."""

    type: Annotated[
        str,
        Child(
            "gaussian, drawn for each beam; the reference takes none and gaussian_quantized too",
            needed=True,
        ),
    ] = "gaussian"
    mean: Annotated[float, Child("mean of the noise", unit=LENGTH)] = 0.0
    stddev: Annotated[float, Child("standard deviation of the noise", unit=LENGTH)] = 0.0


@element("range", source="ray.sdf, range; lidar.sdf, range")
class LidarRange(Sdf):
    """The distances that a beam can measure."""

    min: Annotated[float, Child("smallest distance", unit=LENGTH, was=ATTRIBUTE, needed=True)] = 0.0
    max: Annotated[float, Child("largest distance", unit=LENGTH, was=ATTRIBUTE, needed=True)] = 0.0
    resolution: Annotated[
        float,
        Child("step between two distances that can be told apart", unit=LENGTH, was=ATTRIBUTE),
    ] = 0.0


@element("horizontal", source="ray.sdf, scan/horizontal; lidar.sdf, scan/horizontal")
class LidarHorizontal(Sdf):
    """The beams side by side: how many there are, and how far they fan out."""

    samples: Annotated[
        int,
        Child(
            "how many beams one sweep simulates",
            gt=0,
            severity="warning",
            was=(Was(until=(1, 0), place="@samples", default=1),),
            codec=UNSIGNED,
            needed=True,
        ),
    ] = 640
    resolution: Annotated[
        float,
        Child(
            "distances given out for each beam: below 1 filled in between, above 1 averaged",
            was=(Was(until=(1, 0), place="@resolution", needed=False),),
            needed=True,
        ),
    ] = 1.0
    min_angle: Annotated[
        float, Child("direction of the first beam", unit=ANGLE, was=ATTRIBUTE, needed=True)
    ] = 0.0
    max_angle: Annotated[
        float,
        Child(
            "direction of the last beam; not below min_angle",
            unit=ANGLE,
            was=ATTRIBUTE,
            needed=True,
        ),
    ] = 0.0


@element("vertical", source="ray.sdf, scan/vertical; lidar.sdf, scan/vertical")
class LidarVertical(Sdf):
    """The layers of beams one above the other."""

    samples: Annotated[
        int,
        Child(
            "how many layers one sweep simulates",
            gt=0,
            severity="warning",
            was=ATTRIBUTE,
            codec=UNSIGNED,
            needed=True,
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
        float, Child("direction of the lowest layer", unit=ANGLE, was=ATTRIBUTE, needed=True)
    ] = 0.0
    max_angle: Annotated[
        float,
        Child(
            "direction of the highest layer; not below min_angle",
            unit=ANGLE,
            was=ATTRIBUTE,
            needed=True,
        ),
    ] = 0.0


@element("scan", source="ray.sdf, scan; lidar.sdf, scan")
class LidarScan(Sdf):
    """The pattern of the beams of one sweep."""

    horizontal: Annotated[LidarHorizontal, Child("the beams of a layer", needed=True)] = (
        LidarHorizontal()
    )
    vertical: Annotated[LidarVertical | None, Child("the layers; a single one where absent")] = None


@element("lidar", source="lidar.sdf; libsdformat Lidar.cc", since=(1, 6))
class Lidar(Sdf):
    """A laser scanner: beams that measure distance."""

    scan: Annotated[LidarScan, Child("where the beams go", needed=True)] = LidarScan()
    range: Annotated[LidarRange, Child("how far they reach", needed=True)] = LidarRange()
    noise: Annotated[LidarNoise | None, Child("noise on the distances")] = None
    visibility_mask: Annotated[
        int,
        Child(
            "sees a visual where this and its visibility_flags share a bit",
            since=(1, 9),
            codec=UNSIGNED,
        ),
    ] = 4294967295


@element("ray", source="ray.sdf; libsdformat Lidar.cc")
class Ray(Sdf):
    """A laser scanner under its older name, which is still allowed."""

    scan: Annotated[LidarScan, Child("where the beams go", needed=True)] = LidarScan()
    range: Annotated[LidarRange, Child("how far they reach", needed=True)] = LidarRange()
    noise: Annotated[LidarNoise | None, Child("noise on the distances", since=(1, 4))] = None
    visibility_mask: Annotated[
        int,
        Child(
            "sees a visual where this and its visibility_flags share a bit",
            since=(1, 9),
            codec=UNSIGNED,
        ),
    ] = 4294967295


@element("sonar", source="sonar.sdf", since=(1, 4))
class Sonar(Sdf):
    """An ultrasonic sensor: the distance of the nearest thing in a region in front of it."""

    geometry: Annotated[str, Child("shape of the region: cone or sphere", since=(1, 6))] = "cone"
    min: Annotated[float, Child("smallest distance", unit=LENGTH, needed=True)] = 0.0
    max: Annotated[float, Child("largest distance", unit=LENGTH, needed=True)] = 1.0
    radius: Annotated[
        float,
        Child(
            "radius of the cone at the largest distance; a sphere has no use for it",
            unit=LENGTH,
            was=(Was(until=(1, 5), needed=True),),
        ),
    ] = 0.5
