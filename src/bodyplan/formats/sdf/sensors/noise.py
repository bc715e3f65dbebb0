"""Noise of sensors."""

import math

from bodyplan.formats.sdf.common import Sdf
from bodyplan.spec import TIME, Annotated, Attr, Child, Was, element

NOISE_TYPES = ("none", "gaussian", "gaussian_quantized")


@element("noise", source="noise.sdf; libsdformat Noise.cc", since=(1, 4))
class Noise(Sdf):
    """The noise of a measured value; its parameters have the unit of this value."""

    type: Annotated[
        str,
        Attr(
            "none, gaussian (drawn for each measurement) or gaussian_quantized (and rounded)",
            needed=True,
        ),
    ] = "none"
    mean: Annotated[float, Child("mean of the noise")] = 0.0
    stddev: Annotated[
        float,
        Child("standard deviation of the noise", was=(Was(until=(1, 5), ge=-math.inf),), ge=0.0),
    ] = 0.0
    bias_mean: Annotated[float, Child("mean of the bias, drawn once")] = 0.0
    bias_stddev: Annotated[
        float,
        Child("standard deviation of the bias", was=(Was(until=(1, 5), ge=-math.inf),), ge=0.0),
    ] = 0.0
    dynamic_bias_stddev: Annotated[
        float,
        Child("standard deviation of the process that drives the bias drift", since=(1, 6), ge=0.0),
    ] = 0.0
    dynamic_bias_correlation_time: Annotated[
        float,
        Child("correlation time of the bias drift, about an hour", unit=TIME, since=(1, 6)),
    ] = 0.0
    precision: Annotated[
        float, Child("quantization step of gaussian_quantized; 0 for no rounding")
    ] = 0.0


@element(
    "x",
    source=(
        "imu.sdf, forcetorque.sdf, magnetometer.sdf, gps.sdf, navsat.sdf, altimeter.sdf, "
        "air_pressure.sdf, air_speed.sdf: the elements that contain only noise"
    ),
    since=(1, 4),
)
class NoisyValue(Sdf):
    """A measured value, with its noise."""

    noise: Annotated[Noise | None, Child("noise of this value; by default none")] = None


@element("angular_velocity", source="imu.sdf, angular_velocity; forcetorque.sdf", since=(1, 5))
class NoisyVector(Sdf):
    """A measured vector, with the noise of its component along each axis of the sensor."""

    x: Annotated[NoisyValue | None, Child("along the x axis")] = None
    y: Annotated[NoisyValue | None, Child("along the y axis", tag="y")] = None
    z: Annotated[NoisyValue | None, Child("along the z axis", tag="z")] = None


@element("position_sensing", source="gps.sdf, position_sensing; navsat.sdf", since=(1, 4))
class NavSatSensing(Sdf):
    """The horizontal and vertical noise of a satellite navigation receiver."""

    horizontal: Annotated[
        NoisyValue | None, Child("horizontal, to the east and to the north", tag="horizontal")
    ] = None
    vertical: Annotated[NoisyValue | None, Child("vertical", tag="vertical")] = None
