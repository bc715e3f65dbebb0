"""The root of a URDF document."""

from bodyplan.formats.urdf.common import Pose
from bodyplan.formats.urdf.gazebo import Gazebo
from bodyplan.formats.urdf.joint import Joint
from bodyplan.formats.urdf.link import Link, Material
from bodyplan.formats.urdf.ros2_control import Ros2Control
from bodyplan.formats.urdf.sensor import Sensor
from bodyplan.formats.urdf.transmission import Transmission
from bodyplan.spec import Annotated, Attr, Child, Element, element


@element("robot", source="urdfdom model.cpp; ROS wiki urdf/XML/robot")
class Robot(Element):
    """A robot: rigid links, and joints that make a tree of them."""

    name: Annotated[str, Attr("name of the robot")]
    version: Annotated[str, Attr("version of the format, as major.minor")] = "1.0"
    origin: Annotated[
        Pose | None, Child("pose of the model; only the SDFormat converter reads it")
    ] = None
    materials: Annotated[tuple[Material, ...], Child("materials for all links")] = ()
    links: Annotated[tuple[Link, ...], Child("rigid bodies, in the order of the file")] = ()
    joints: Annotated[tuple[Joint, ...], Child("connections, in the order of the file")] = ()
    transmissions: Annotated[tuple[Transmission, ...], Child("actuator couplings")] = ()
    gazebo: Annotated[tuple[Gazebo, ...], Child("settings for the simulator")] = ()
    sensors: Annotated[tuple[Sensor, ...], Child("sensors on links")] = ()
    ros2_control: Annotated[tuple[Ros2Control, ...], Child("ROS 2 hardware components")] = ()
