"""The root of a URDF document."""

from bodyplan.formats.urdf._common import Pose
from bodyplan.formats.urdf._joint import Joint
from bodyplan.formats.urdf._link import Link, Material
from bodyplan.formats.urdf._ros2_control import Ros2Control
from bodyplan.formats.urdf._transmission import Transmission
from bodyplan.formats.urdf.gazebo import Gazebo
from bodyplan.formats.urdf.sensor import Sensor
from bodyplan.spec import Annotated, Attr, Child, Element, element


@element("robot", source="urdfdom model.cpp; ROS wiki urdf/XML/robot")
class Robot(Element):
    """The root element of a URDF file, as written: ``read(...).root``.

    What the file describes, with frames and units resolved, is a ``model.Robot``: ``load(...)``.
    """

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

    def link(self, name: str) -> Link:
        """Return the first link of a name.

        Raises:
            UnknownNameError: the link does not exist; the message suggests near names.
        """
        return self._named("link", name, self.links)

    def joint(self, name: str) -> Joint:
        """Return the first joint of a name.

        Raises:
            UnknownNameError: the joint does not exist; the message suggests near names.
        """
        return self._named("joint", name, self.joints)

    def material(self, name: str) -> Material:
        """Return the first material of a name.

        Raises:
            UnknownNameError: the material does not exist; the message suggests near names.
        """
        return self._named("material", name, self.materials)
