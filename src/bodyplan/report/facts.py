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
"""What is invalid at a row of the tree.

- "missing link": a joint references a link that does not exist.
- "loop": the joint leads back to a link above it; the row is not followed.
- "second parent": another joint has the same child link; the row is not followed.
- "repeated link": another link has the same name; joints lead to the first of them.
- "in a loop": no root leads here, so the tree begins at some link of a loop.
"""

DEGREES_OF_FREEDOM: dict[str, int] = {
    kind: facts.degrees_of_freedom for kind, facts in JOINT_TYPES.items()
}
"""By the type of the joint: those of URDF, and then those that only SDFormat has. Of any other type
none. A gearbox that is all that leads to a link turns it; others only tie two turns together."""


class LinkFacts(Record):
    """A link.

    Args:
        name: as written; may be empty or repeated in an invalid file.
        mass: in kg; None without an inertial, nan where it cannot be read.
        visuals: each shape in a word: a kind, or the URI of a mesh; "" for none.
        collisions: the same for collision.
    """

    name: str
    mass: float | None = None
    visuals: tuple[str, ...] = ()
    collisions: tuple[str, ...] = ()


class MimicFacts(Record):
    """How a mimic joint moves with another.

    Args:
        leader: name of the mimicked joint.
        multiplier: slope.
        offset: position when the leader is at zero [rad] or [m].
        is_followed: whether it mimics when the robot is loaded: not if the leader does not have
            one variable, closes a loop, or does not exist.
    """

    leader: str
    multiplier: float = 1.0
    offset: float = 0.0
    is_followed: bool = True


class JointFacts(Record):
    """A joint.

    Args:
        name: as written; may be empty or repeated in an invalid file.
        type: one of the types of the format; empty where it cannot be read.
        parent: name of the parent link.
        child: name of the child link.
        axis: unit direction, for the types that have one.
        axis2: the second axis, for the types of SDFormat that have two.
        lower: smallest position [rad] or [m]; of the axis of a joint of SDFormat infinite without a
            limit; None where it is not written, nan where it cannot be read.
        upper: largest position.
        effort: largest torque or force.
        velocity: largest speed.
        default: its position in the configuration of the report; None where it is not known, or not
            one number.
        mimic: how it mimics another joint; None if it does not.
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
        """Whether it mimics another joint when the robot is loaded."""
        return self.mimic is not None and self.mimic.is_followed

    @property
    def degrees_of_freedom(self) -> Count:
        """Number of degrees of freedom, those of a mimic joint included."""
        return DEGREES_OF_FREEDOM.get(self.type, 0)


class Row(Record):
    """One line of the tree: a link, and the joint that leads to it.

    Args:
        depth: 0 for a root.
        above: index of the row of its parent; None for a root.
        name: of the link, as the joint references it.
        joint_index: index of the joint that leads to it; None for a root.
        mark: what is invalid here; empty for nothing.
        link: the link; None if it does not exist.
        joint: the joint that leads to it; None for a root.
        below: number of rows directly below it.
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
    """Degrees of freedom of the robot that is loaded; of a world, the sum over its joints.

    Args:
        total: of all joints of the tree, and of links of SDFormat that no joint holds.
        followers: of the mimic joints, which do not move independently.
        joints: number of movable joints.
        loose: of the total, that of links of SDFormat that no joint holds.
    """

    JSON = ("total", "followers", "independent", "joints", "loose")

    total: Count = 0
    followers: Count = 0
    joints: Count = 0
    loose: Count = 0

    @property
    def independent(self) -> Count:
        """Those of the independent joints."""
        return self.total - self.followers


class Mass(Record):
    """The mass of a robot.

    Args:
        total: sum of all readable masses [kg].
        links: number of links with a mass.
        without: number of links without.
        unreadable: number of links whose mass is not a finite number.
        assumed: of the links without one, how many count as 1 kg, as in libsdformat.
    """

    total: float = 0.0
    links: Count = 0
    without: Count = 0
    unreadable: Count = 0
    assumed: Count = 0


class Center(Record):
    """The centre of mass of a robot in the configuration of the report.

    Args:
        link: name of the link in whose frame it is given.
        xyz: position [m].
    """

    link: str
    xyz: tuple[float, float, float]


class Reach(Record):
    """Upper bound on the distance of the links of a robot from its base: the length of the path.

    Args:
        length: of the longest path [m]; infinite if a joint slides without limits.
        base: name of its first link: the root, or the child of a floating joint.
        tip: name of the link that it leads to.
        endless: name of the joint that slides without limits; empty for none.
    """

    length: float
    base: str
    tip: str
    endless: str = ""


class FileUse(Record):
    """A file that a description references.

    Args:
        uri: as written.
        times: number of references.
        collisions: number of these for collision; None if that makes no difference.
    """

    uri: str
    times: Count
    collisions: Count | None = None


class StateFacts(Record):
    """The state of one joint.

    Args:
        joint: name of the joint.
        position: of each of its variables [rad] or [m].
        velocity: likewise.
        effort: likewise.
    """

    joint: str
    position: tuple[float, ...] = ()
    velocity: tuple[float, ...] = ()
    effort: tuple[float, ...] = ()


class StateReport(Record):
    """The state of a model.

    Args:
        file: how the file was named.
        format: of the file.
        name: of the model.
        time: of the state [s].
        states: of each joint.
    """

    file: str
    format: Literal["model_state"]
    name: str
    time: float | None
    states: tuple[StateFacts, ...]


class Counts(Record):
    """How many elements there are, those of all models inside included.

    Args:
        links: in all.
        joints: in all.
        joint_types: joints of each type; the empty one is unreadable.
        visuals: in all.
        collisions: in all.
        materials: different names of materials; None in SDFormat.
        sensors: in all.
        transmissions: in all; None in SDFormat.
        ros2_control: blocks; None in SDFormat.
        gazebo: blocks; None in SDFormat.
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
    """What a robot consists of.

    Args:
        file: how the file was named; empty for a value without one.
        format: of the file.
        name: of the robot.
        format_version: in force, such as "1.0".
        counts: of its parts.
        degrees_of_freedom: of the robot that is loaded.
        mass: of the robot.
        configuration: of the joints, for the centre of mass; None where nothing moves, and for a
            world.
        center_of_mass: in that configuration; None without mass, and for a world.
        reach: None where nothing moves or can be away from the base, and for a world.
        meshes: every mesh file, in the order of the file.
        textures: every texture file, likewise.
        links: in the order of the file.
        joints: in the order of the file.
        tree: each row below the one of its parent.
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
