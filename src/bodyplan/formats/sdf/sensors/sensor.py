"""SDFormat sensors: the fields that all share, and an element for each type."""

from typing import Literal, get_args

from bodyplan.formats.sdf.common import ATTRIBUTE, VERSIONS, Sdf
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.formats.sdf.sensors.camera import Camera, LogicalCamera
from bodyplan.formats.sdf.sensors.noise import NavSatSensing, NoisyValue, NoisyVector
from bodyplan.formats.sdf.sensors.range import Lidar, Ray, Sonar
from bodyplan.spec import (
    ANGLE,
    LENGTH,
    RATE,
    Annotated,
    Attr,
    Child,
    Needed,
    Text,
    Vec3,
    Version,
    Was,
    element,
)


@element("air_pressure", source="air_pressure.sdf; libsdformat AirPressure.cc", since=(1, 6))
class AirPressure(Sdf):
    """A barometer."""

    reference_altitude: Annotated[
        float, Child("altitude of the world origin above sea level", unit=LENGTH)
    ] = 0.0
    pressure: Annotated[
        NoisyValue | None, Child("noise of the pressure, in Pa", tag="pressure")
    ] = None


@element("air_speed", source="air_speed.sdf; libsdformat AirSpeed.cc", since=(1, 10))
class AirSpeed(Sdf):
    """An airspeed sensor, which measures a differential pressure."""

    pressure: Annotated[
        NoisyValue | None, Child("noise of the differential pressure, in Pa", tag="pressure")
    ] = None


@element("altimeter", source="altimeter.sdf; libsdformat Altimeter.cc", since=(1, 5))
class Altimeter(Sdf):
    """An altimeter, which measures height and vertical velocity."""

    vertical_position: Annotated[
        NoisyValue | None, Child("noise of the height, in m", tag="vertical_position")
    ] = None
    vertical_velocity: Annotated[
        NoisyValue | None, Child("noise of the vertical velocity, in m/s", tag="vertical_velocity")
    ] = None


@element("contact", source="contact.sdf")
class ContactSensor(Sdf):
    """A sensor that reports the contacts of collisions of its link.

    SDFormat defines a single `<collision>`; if there are several, Gazebo monitors all of them.
    """

    collisions: Annotated[
        tuple[str, ...],
        Needed(
            "collisions of the link",
            tag="collision",
            was=(Was(until=(1, 0), place="collision/@name"),),
            refers=("collision",),
        ),
    ] = ()
    topic: Annotated[str, Needed("topic of the contacts")] = "__default_topic__"


@element("force_torque", source="forcetorque.sdf; libsdformat ForceTorque.cc", since=(1, 4))
class ForceTorque(Sdf):
    """A sensor of the force and torque that a joint transmits."""

    frame: Annotated[
        Literal["parent", "child", "sensor"],
        Child(
            "frame in which the result is expressed: parent or child link, or sensor",
            was=(Was(until=(1, 4), default="parent"),),
        ),
    ] = "child"
    measure_direction: Annotated[
        Literal["parent_to_child", "child_to_parent"],
        Child(
            "parent_to_child (wrench on the child by the parent) or child_to_parent",
            since=(1, 5),
        ),
    ] = "child_to_parent"
    force: Annotated[
        NoisyVector | None, Child("noise of the force, in N", tag="force", since=(1, 7))
    ] = None
    torque: Annotated[
        NoisyVector | None, Child("noise of the torque, in N m", tag="torque", since=(1, 7))
    ] = None


class _SatelliteReceiver(Sdf):
    position_sensing: Annotated[NavSatSensing | None, Child("noise of the position, in m")] = None
    velocity_sensing: Annotated[
        NavSatSensing | None, Child("noise of the velocity, in m/s", tag="velocity_sensing")
    ] = None


@element("gps", source="gps.sdf; libsdformat NavSat.cc", since=(1, 4))
class Gps(_SatelliteReceiver):
    """A satellite navigation receiver, by its old name gps, which is still allowed."""


@element("navsat", source="navsat.sdf; libsdformat NavSat.cc", since=(1, 7))
class NavSat(_SatelliteReceiver):
    """A satellite navigation receiver, such as GPS."""


@element("accel", source="imu.sdf, noise/accel; imu.sdf, noise/rate", since=(1, 4))
class ImuRateNoise(Sdf):
    """The noise of one kind of measurement in older files, identical on all three axes."""

    mean: Annotated[float, Child("mean of the noise", until=(1, 5))] = 0.0
    stddev: Annotated[float, Child("standard deviation of the noise", until=(1, 5))] = 0.0
    bias_mean: Annotated[float, Child("mean of the bias, drawn once", until=(1, 5))] = 0.0
    bias_stddev: Annotated[float, Child("standard deviation of the bias", until=(1, 5))] = 0.0


@element("noise", source="imu.sdf, noise", since=(1, 4))
class ImuNoise(Sdf):
    """The noise of an IMU in older files, which did not distinguish the axes."""

    type: Annotated[str, Needed("gaussian", until=(1, 5))] = "gaussian"
    rate: Annotated[
        ImuRateNoise, Needed("noise of the angular velocity, in rad/s", tag="rate", until=(1, 5))
    ] = ImuRateNoise()
    accel: Annotated[ImuRateNoise, Needed("noise of the acceleration, in m/s^2", until=(1, 5))] = (
        ImuRateNoise()
    )


@element("custom_rpy", source="imu.sdf, orientation_reference_frame/custom_rpy", since=(1, 6))
class CustomRpy(Sdf):
    """The rotation of the reference frame if its localization is CUSTOM."""

    value: Annotated[
        Vec3, Text("roll, pitch and yaw of the reference in the parent frame", unit=ANGLE)
    ] = (0.0, 0.0, 0.0)
    parent_frame: Annotated[
        str, Attr("parent frame: a link, or world; by default the sensor", refers=("frame",))
    ] = ""


@element("grav_dir_x", source="imu.sdf, orientation_reference_frame/grav_dir_x", since=(1, 6))
class GravityDirection(Sdf):
    """The x axis of the reference frame if its localization is GRAV_UP or GRAV_DOWN."""

    value: Annotated[
        Vec3,
        Text("direction; its component perpendicular to gravity is the x axis of the reference"),
    ] = (1.0, 0.0, 0.0)
    parent_frame: Annotated[
        str,
        Attr(
            "frame in which it is expressed: a link, or world; by default the sensor",
            refers=("frame",),
        ),
    ] = ""


@element(
    "orientation_reference_frame",
    source="imu.sdf, orientation_reference_frame; libsdformat Imu.cc",
    since=(1, 6),
)
class OrientationReferenceFrame(Sdf):
    """The frame relative to which an IMU measures its orientation."""

    localization: Annotated[
        Literal["CUSTOM", "ENU", "NED", "NWU", "GRAV_UP", "GRAV_DOWN"],
        Needed(
            "CUSTOM (by custom_rpy), ENU (NED and NWU up to 1.8), or GRAV_UP and GRAV_DOWN "
            "(z against and along gravity, x by grav_dir_x)",
            severity="warning",
        ),
    ] = "CUSTOM"
    custom_rpy: Annotated[CustomRpy | None, Child("the reference of CUSTOM")] = None
    grav_dir_x: Annotated[GravityDirection | None, Child("the x axis of GRAV_UP and GRAV_DOWN")] = (
        None
    )


@element("imu", source="imu.sdf; libsdformat Imu.cc", since=(1, 3))
class Imu(Sdf):
    """An inertial measurement unit: it measures angular velocity, acceleration and orientation."""

    angular_velocity: Annotated[
        NoisyVector | None, Child("noise of the angular velocity, in rad/s", since=(1, 5))
    ] = None
    linear_acceleration: Annotated[
        NoisyVector | None,
        Child(
            "noise of the acceleration, in m/s^2",
            tag="linear_acceleration",
            since=(1, 5),
        ),
    ] = None
    enable_orientation: Annotated[bool, Child("report the orientation", since=(1, 6))] = True
    orientation_reference_frame: Annotated[
        OrientationReferenceFrame | None,
        Child("reference of the orientation; by default the initial orientation", since=(1, 6)),
    ] = None
    topic: Annotated[str, Child("topic of the measurements", until=(1, 6))] = "__default_topic__"
    noise: Annotated[
        ImuNoise | None, Child("noise, identical on all axes", since=(1, 4), until=(1, 5))
    ] = None


@element("magnetometer", source="magnetometer.sdf; libsdformat Magnetometer.cc", since=(1, 5))
class Magnetometer(Sdf):
    """A magnetometer, which measures the magnetic field [T]."""

    x: Annotated[NoisyValue | None, Child("noise along the x axis")] = None
    y: Annotated[NoisyValue | None, Child("noise along the y axis", tag="y")] = None
    z: Annotated[NoisyValue | None, Child("noise along the z axis", tag="z")] = None


@element("rfidtag", source="rfid.sdf")
class RfidTag(Sdf):
    """An RFID tag, without options."""


@element("rfid", source="rfidtag.sdf")
class Rfid(Sdf):
    """An RFID reader, without options."""


@element("transceiver", source="transceiver.sdf", since=(1, 4))
class Transceiver(Sdf):
    """The options of a wireless transmitter or receiver."""

    essid: Annotated[str, Child("network name")] = "wireless"
    frequency: Annotated[float, Child("transmission frequency", unit="MHz")] = 2442.0
    min_frequency: Annotated[float, Child("minimum reception frequency", unit="MHz")] = 2412.0
    max_frequency: Annotated[float, Child("maximum reception frequency", unit="MHz")] = 2484.0
    gain: Annotated[float, Needed("antenna gain", unit="dBi")] = 2.5
    power: Annotated[float, Needed("transmission power", unit="dBm")] = 14.5
    sensitivity: Annotated[float, Child("sensitivity: minimum received power", unit="dBm")] = -90.0


CameraType = Literal[
    "camera",
    "depth_camera",
    "rgbd_camera",
    "thermal_camera",
    "segmentation_camera",
    "boundingbox_camera",
    "wide_angle_camera",
    "multicamera",
]
LidarType = Literal["lidar", "gpu_lidar"]
RadioType = Literal["wireless_receiver", "wireless_transmitter"]
SensorType = Literal[
    CameraType,
    LidarType,
    "imu",
    "altimeter",
    "magnetometer",
    "air_pressure",
    "air_speed",
    "force_torque",
    "contact",
    "logical_camera",
    "navsat",
    "rfid",
    "rfidtag",
    "sonar",
    RadioType,
    "custom",
    "depth",
    "rgbd",
    "thermal",
    "segmentation",
    "boundingbox",
    "wideanglecamera",
    "gps",
    "ray",
    "gpu_ray",
]


@element("sensor", source="sensor.sdf; libsdformat Sensor.cc")
class Sensor(Sdf):
    """A sensor of a link or a joint."""

    name: Annotated[str, Attr("unique among the sensors of its link or joint")]
    type: Annotated[
        SensorType,
        Attr("sensor type; ray, gpu_ray, gps, depth and others without `_camera` are old names"),
    ]
    pose: Annotated[Pose, Child("pose relative to its link or joint", was=ORIGIN)] = IDENTITY
    update_rate: Annotated[
        float,
        Child(
            "measurements per second of simulated time; one per step if 0 or less",
            unit=RATE,
            was=ATTRIBUTE,
        ),
    ] = 0.0
    always_on: Annotated[bool, Child("measure even without subscribers", was=ATTRIBUTE)] = False
    topic: Annotated[str, Child("topic of the measurements; by default derived from the name")] = ""
    frame_id: Annotated[
        str, Child("frame of the messages; by default the sensor name", since=(1, 12))
    ] = ""
    visualize: Annotated[bool, Child("display it in the user interface", was=ATTRIBUTE)] = False
    cameras: Annotated[
        tuple[Camera, ...],
        Child("options of all cameras except logical ones", of=get_args(CameraType)),
    ] = ()
    lidar: Annotated[
        Lidar | None, Child("options of lidar and gpu_lidar", of=get_args(LidarType), since=(1, 6))
    ] = None
    ray: Annotated[
        Ray | None, Child("options of the same types by their old names", of=get_args(LidarType))
    ] = None
    imu: Annotated[Imu | None, Child("options of imu", of=("imu",), since=(1, 3))] = None
    force_torque: Annotated[
        ForceTorque | None, Child("options of force_torque", of=("force_torque",), since=(1, 4))
    ] = None
    contact: Annotated[ContactSensor | None, Child("options of contact", of=("contact",))] = None
    navsat: Annotated[NavSat | None, Child("options of navsat", of=("navsat",), since=(1, 7))] = (
        None
    )
    gps: Annotated[
        Gps | None, Child("options of the same type by its old name", of=("navsat",), since=(1, 4))
    ] = None
    altimeter: Annotated[
        Altimeter | None, Child("options of altimeter", of=("altimeter",), since=(1, 5))
    ] = None
    magnetometer: Annotated[
        Magnetometer | None, Child("options of magnetometer", of=("magnetometer",), since=(1, 5))
    ] = None
    air_pressure: Annotated[
        AirPressure | None, Child("options of air_pressure", of=("air_pressure",), since=(1, 6))
    ] = None
    air_speed: Annotated[
        AirSpeed | None, Child("options of air_speed", of=("air_speed",), since=(1, 10))
    ] = None
    logical_camera: Annotated[
        LogicalCamera | None,
        Child("options of logical_camera", of=("logical_camera",), since=(1, 5)),
    ] = None
    sonar: Annotated[Sonar | None, Child("options of sonar", of=("sonar",), since=(1, 4))] = None
    transceiver: Annotated[
        Transceiver | None,
        Child(
            "options of wireless_receiver and wireless_transmitter",
            of=get_args(RadioType),
            since=(1, 4),
        ),
    ] = None
    rfid: Annotated[Rfid | None, Child("marks an RFID reader", of=("rfid",))] = None
    rfidtag: Annotated[RfidTag | None, Child("marks an RFID tag", of=("rfidtag",))] = None
    plugins: Annotated[tuple[Plugin, ...], Child("plugins")] = ()
    enable_metrics: Annotated[bool, Child("report performance metrics", since=(1, 7))] = False
    frames: OldFrames = ()


def first_version(kind: str) -> Version:
    """Return the first SDFormat version in which a type of sensor is valid.

    Some types, such as altimeter, were valid before SDFormat had an element for their options.
    """
    return (1, 10) if kind == "air_speed" else VERSIONS[0]
