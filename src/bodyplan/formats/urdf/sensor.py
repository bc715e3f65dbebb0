"""URDF sensors: camera and ray, and all sensors that the ROS wiki proposes."""

import math
from typing import Literal

from bodyplan.formats.urdf._link import IDENTITY, Pose
from bodyplan.spec import ANGLE, LENGTH, PIXELS, RATE, Annotated, Attr, Child, Element, Raw, element

_CURRENT = "ROS wiki urdf/XML/sensor; urdfdom urdf_sensor.cpp"
_PROPOSAL = "ROS wiki urdf/XML/sensor/proposals"

SensorType = Literal[
    "camera",
    "ray",
    "imu",
    "magnetometer",
    "gps",
    "force_torque",
    "contact",
    "sonar",
    "rfidtag",
    "rfid",
]


@element("image", source=_CURRENT, extension=True)
class Image(Element):
    """The images of a camera."""

    width: Annotated[int, Attr("width", unit=PIXELS, gt=0)]
    height: Annotated[int, Attr("height", unit=PIXELS, gt=0)]
    format: Annotated[str, Attr("encoding, one of sensor_msgs/image_encodings")]
    hfov: Annotated[float, Attr("horizontal field of view", unit=ANGLE, gt=0.0, lt=math.tau)]
    near: Annotated[float, Attr("near clip distance", unit=LENGTH, gt=0.0, at_bound="info")]
    far: Annotated[float, Attr("far clip distance", unit=LENGTH, gt=0.0)]


@element("camera", source=_CURRENT, extension=True)
class Camera(Element):
    """A camera that looks along z of the sensor frame; x is to the right in the image, y down."""

    image: Image


@element("horizontal", source=_CURRENT, extension=True)
class Sweep(Element):
    """The horizontal or vertical directions of the rays of a laser scanner."""

    samples: Annotated[int, Attr("rays in a sweep", gt=0)] = 1
    resolution: Annotated[
        float, Attr("points per ray: below 1 interpolated, above 1 averaged", gt=0.0)
    ] = 1.0
    min_angle: Annotated[float, Attr("first angle", unit=ANGLE)] = 0.0
    max_angle: Annotated[float, Attr("last angle", unit=ANGLE)] = 0.0


@element("range", source=_PROPOSAL, extension=True)
class Range(Element):
    """The range of distances that a ray sensor measures."""

    min: Annotated[float, Attr("smallest distance", unit=LENGTH, ge=0.0, either=True)] = 0.0
    max: Annotated[float | None, Attr("largest distance", unit=LENGTH, gt=0.0, either=True)] = None
    resolution: Annotated[
        float | None, Attr("resolution of the distance", unit=LENGTH, gt=0.0, either=True)
    ] = None


@element("ray", source=_CURRENT, extension=True)
class Ray(Element):
    """A laser scanner."""

    horizontal: Annotated[Sweep | None, Child("rays side by side", tag="horizontal")] = None
    vertical: Annotated[Sweep | None, Child("rays above each other", tag="vertical")] = None
    range: Range | None = None


@element("gyro", source=_PROPOSAL, extension=True)
class Noisy(Element):
    """A measured quantity, with its noise."""

    noise: Annotated[Raw | None, Child("noise as in SDFormat; kept unchanged", tag="noise")] = None


@element("imu", source=_PROPOSAL, extension=True)
class Imu(Element):
    """An inertial measurement unit."""

    gyro: Annotated[Noisy | None, Child("angular rate", tag="gyro")] = None
    acceleration: Annotated[Noisy | None, Child("linear acceleration", tag="acceleration")] = None


@element("magnetometer", source=_PROPOSAL, extension=True)
class Magnetometer(Element):
    """A magnetometer."""

    noise: Annotated[Raw | None, Child("noise as in SDFormat; kept unchanged", tag="noise")] = None


@element("gps", source=_PROPOSAL, extension=True)
class Gps(Element):
    """A satellite positioning receiver."""

    position_sensing: Annotated[Noisy | None, Child("position", tag="position_sensing")] = None
    velocity_sensing: Annotated[Noisy | None, Child("velocity", tag="velocity_sensing")] = None


@element("force_torque", source=_PROPOSAL, extension=True)
class ForceTorque(Element):
    """A sensor of force and torque."""

    frame: Annotated[
        Literal["parent", "child", "sensor"] | None,
        Attr("frame in which the wrench is expressed", either=True),
    ] = None
    measure_direction: Annotated[
        Literal["parent_to_child", "child_to_parent"] | None,
        Attr("direction of the measured wrench", either=True),
    ] = None


@element("contact", source=_PROPOSAL, extension=True)
class Contact(Element):
    """A contact sensor."""

    collision: Annotated[
        str | None, Attr("name of the monitored collision", either=True, refers=("collision",))
    ] = None


@element("sonar", source=_PROPOSAL, extension=True)
class Sonar(Element):
    """An ultrasonic range finder."""

    min: Annotated[float | None, Attr("smallest distance", unit=LENGTH, ge=0.0, either=True)] = None
    max: Annotated[float | None, Attr("largest distance", unit=LENGTH, gt=0.0, either=True)] = None
    radius: Annotated[
        float | None,
        Attr("radius of the cone at the largest distance", unit=LENGTH, gt=0.0, either=True),
    ] = None


@element("rfidtag", source=_PROPOSAL, extension=True)
class RfidTag(Element):
    """A tag that an RFID reader detects."""


@element("rfid", source=_PROPOSAL, extension=True)
class Rfid(Element):
    """An RFID reader."""


@element("sensor", source=_CURRENT + "; " + _PROPOSAL, extension=True)
class Sensor(Element):
    """A sensor on a link. Its origin is the optical frame: z forward, x right, y down."""

    name: Annotated[str, Attr("unique among the sensors")]
    type: Annotated[SensorType | None, Attr("kind of the sensor (proposal)")] = None
    id: Annotated[str | None, Attr("label for ordering (proposal)")] = None
    update_rate: Annotated[
        float | None,
        Attr("measurement rate; by default every cycle", unit=RATE, gt=0.0, at_bound="info"),
    ] = None
    parent: Annotated[str, Child("link it is mounted on", attr="link", refers=("link",))]
    origin: Annotated[Pose, Child("optical frame in the link frame")] = IDENTITY
    camera: Camera | None = None
    ray: Ray | None = None
    imu: Imu | None = None
    magnetometer: Magnetometer | None = None
    gps: Gps | None = None
    force_torque: ForceTorque | None = None
    contact: Contact | None = None
    sonar: Sonar | None = None
    rfidtag: RfidTag | None = None
    rfid: Rfid | None = None
    gazebo: Annotated[
        Raw | None, Child("settings for the simulator; kept unchanged", tag="gazebo")
    ] = None
