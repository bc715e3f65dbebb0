"""The records of a report: plain facts about a description, independent of its format."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from bodyplan.core import Record
from bodyplan.diag.json_schema import Count
from bodyplan.model.joint import JOINT_TYPES
from bodyplan.report.configuration import ConfigurationFacts

Mark = Literal["", "missing link", "loop", "second parent", "repeated link", "in a loop"]
"""The problem at a row of the tree; empty without a problem.

- "missing link": a joint references a link that does not exist.
- "loop": the joint leads back to a link above it; the row has no rows below it.
- "second parent": another joint with the same child link already leads to this link; only the row
  of that joint has rows below it.
- "repeated link": a previous link has the same name; joints refer to that link.
- "in a loop": no root leads to this link, so a tree begins at a link of the loop.
"""

DEGREES_OF_FREEDOM: dict[str, int] = {
    kind: facts.degrees_of_freedom for kind, facts in JOINT_TYPES.items()
}
"""Degrees of freedom by joint type: first the URDF types, then the types that only SDFormat has.
Types that are not listed have 0. A gearbox has 1 DOF if no other joint moves its child link;
otherwise it only couples two rotations.
"""


class LinkFacts(Record):
    """A link.

    Args:
        name: the name as written; may be empty or repeated in an invalid file.
        mass: the mass [kg]; None without an inertial, nan if it cannot be read.
        visuals: the shape of each visual: its kind, or the URI of a mesh; "" without a shape.
        collisions: the shape of each collision, in the same form.
    """

    name: str
    mass: float | None = None
    visuals: tuple[str, ...] = ()
    collisions: tuple[str, ...] = ()


class MimicFacts(Record):
    """How a mimic joint follows the mimicked joint.

    Args:
        leader: name of the mimicked joint.
        multiplier: factor of the position of the mimicked joint.
        offset: position when the mimicked joint is at zero [rad] or [m].
        is_followed: whether the joint mimics when the robot is loaded; false if the mimicked joint
            closes a loop, does not exist, or does not have exactly one variable.
    """

    leader: str
    multiplier: float = 1.0
    offset: float = 0.0
    is_followed: bool = True


class JointFacts(Record):
    """A joint.

    Args:
        name: the name as written; may be empty or repeated in an invalid file.
        type: one of the types of the format; empty if it cannot be read.
        parent: name of the parent link.
        child: name of the child link.
        axis: unit direction, for the types that have one.
        axis2: the second axis, for the types of SDFormat that have two.
        lower: smallest position [rad] or [m]; infinite for an axis of SDFormat without a limit;
            None if it is not written, nan if it cannot be read.
        upper: largest position.
        effort: largest torque or force.
        velocity: largest speed.
        default: the position of the joint in the configuration of the report; None if it is unknown
            or not one number.
        mimic: how the joint mimics another joint; None for other joints.
    """

    JSON = (
        *("name", "type", "parent", "child", "axis", "axis2", "lower", "upper", "effort"),
        *("velocity", "default", "mimic", "degrees_of_freedom"),
    )

    name: str
    type: str
    parent: str
    child: str
    axis: tuple[float, ...] | None = None
    axis2: tuple[float, ...] | None = None
    lower: float | None = None
    upper: float | None = None
    effort: float | None = None
    velocity: float | None = None
    default: float | None = None
    mimic: MimicFacts | None = None

    @property
    def is_follower(self) -> bool:
        """Whether the joint mimics another joint when the robot is loaded."""
        return self.mimic is not None and self.mimic.is_followed

    @property
    def degrees_of_freedom(self) -> Count:
        """Number of degrees of freedom; those of a mimic joint count too."""
        return DEGREES_OF_FREEDOM.get(self.type, 0)


class Row(Record):
    """One line of the tree: a link, and the joint that leads to it.

    Args:
        depth: 0 for a root.
        above: index of the row of its parent; None for a root.
        name: the name of the link, as the joint references it.
        joint_index: index of the joint that leads to the link; None for a root.
        mark: the problem at this row; empty without a problem.
        link: the link; None if it does not exist.
        joint: the joint that leads to the link; None for a root.
        below: number of child rows.
    """

    JSON = ("depth", "above", "name", "joint_index", "mark")

    depth: Count
    above: Count | None
    name: str
    joint_index: Count | None
    mark: Mark = ""
    link: LinkFacts | None = None
    joint: JointFacts | None = None
    below: int = 0


class Freedom(Record):
    """Degrees of freedom of the loaded robot; for a world, the sum over its joints.

    Args:
        total: DOF of all joints of the tree, and of links of SDFormat that no joint connects.
        followers: DOF of the mimic joints, which do not move independently.
        joints: number of movable joints.
        loose: the part of the total that comes from links that no joint connects.
    """

    JSON = ("total", "followers", "independent", "joints", "loose")

    total: Count = 0
    followers: Count = 0
    joints: Count = 0
    loose: Count = 0

    @property
    def independent(self) -> Count:
        """DOF of the independent joints."""
        return self.total - self.followers


class Mass(Record):
    """The mass of a robot.

    Args:
        total: sum of all readable masses [kg].
        links: number of links with a mass.
        without: number of links without a mass.
        unreadable: number of links whose mass is not a finite number.
        assumed: number of links without a mass that count as 1 kg, as in libsdformat.
    """

    total: float = 0.0
    links: Count = 0
    without: Count = 0
    unreadable: Count = 0
    assumed: Count = 0


class Center(Record):
    """The centre of mass of a robot in the configuration of the report.

    Args:
        link: name of the link in whose frame the position is expressed.
        xyz: position [m].
    """

    link: str
    xyz: tuple[float, float, float]


class Reach(Record):
    """Upper bound on the distance of a robot's links from its base: the length of the longest path.

    Args:
        length: the length of the longest path [m]; infinite if a joint translates without limits.
        base: name of the first link of the path: the root, or the child of a floating joint.
        tip: name of the last link of the path.
        endless: name of a joint on the path that translates without limits; empty without one.
    """

    length: float
    base: str
    tip: str
    endless: str = ""


class FileUse(Record):
    """A file that a description references.

    Args:
        uri: the URI as written.
        times: number of references.
        collisions: number of references by collision shapes; None in a report on SDFormat.
    """

    uri: str
    times: Count
    collisions: Count | None = None


class StateFacts(Record):
    """The state of one joint.

    Args:
        joint: name of the joint.
        position: the position of each of its variables [rad] or [m].
        velocity: the velocity of each of its variables [rad/s] or [m/s].
        effort: the effort of each of its variables [N m] or [N].
    """

    joint: str
    position: tuple[float, ...] = ()
    velocity: tuple[float, ...] = ()
    effort: tuple[float, ...] = ()


class StateReport(Record):
    """The state of a model.

    Args:
        file: the name of the file, as given.
        format: the format of the file.
        name: the name of the model.
        time: the time of the state [s].
        states: the state of each joint.
    """

    file: str
    format: Literal["model_state"]
    name: str
    time: float | None
    states: tuple[StateFacts, ...]


class Counts(Record):
    """The numbers of elements, including the elements of all nested models.

    Args:
        links: number of links.
        joints: number of joints.
        joint_types: number of joints of each type; an empty type could not be read.
        visuals: number of visuals.
        collisions: number of collisions.
        materials: number of different material names; None in SDFormat.
        sensors: number of sensors.
        transmissions: number of transmissions; None in SDFormat.
        ros2_control: number of ``<ros2_control>`` blocks; None in SDFormat.
        gazebo: number of ``<gazebo>`` blocks; None in SDFormat.
    """

    links: Count = 0
    joints: Count = 0
    joint_types: Mapping[str, Count] = MappingProxyType({})
    visuals: Count = 0
    collisions: Count = 0
    materials: Count | None = None
    sensors: Count = 0
    transmissions: Count | None = None
    ros2_control: Count | None = None
    gazebo: Count | None = None


class RobotReport(Record):
    """The parts and the main properties of a robot.

    Args:
        file: the name of the file, as given; empty for a value without a file.
        format: the format of the file.
        name: the name of the robot.
        format_version: the format version by which the file is read, such as "1.0".
        counts: the numbers of its elements.
        degrees_of_freedom: the degrees of freedom of the loaded robot.
        mass: the mass of the robot.
        configuration: the configuration for the centre of mass; None without movable joints, and
            for a world.
        center_of_mass: the centre of mass in this configuration; None if the mass is zero, and for
            a world.
        reach: an upper bound on the reach; None without movable joints, if every link is at the
            base, and for a world.
        meshes: every mesh file, in the order of the file.
        textures: every texture file, in the order of the file.
        links: the links, in the order of the file.
        joints: the joints, in the order of the file.
        tree: the rows of the tree, each below the row of its parent.
    """

    file: str = ""
    format: Literal["urdf", "sdf"] = "urdf"
    name: str = ""
    format_version: str = ""
    counts: Counts = Counts()
    degrees_of_freedom: Freedom = Freedom()
    mass: Mass = Mass()
    configuration: ConfigurationFacts | None = None
    center_of_mass: Center | None = None
    reach: Reach | None = None
    meshes: tuple[FileUse, ...] = ()
    textures: tuple[FileUse, ...] = ()
    links: tuple[LinkFacts, ...] = ()
    joints: tuple[JointFacts, ...] = ()
    tree: tuple[Row, ...] = ()
