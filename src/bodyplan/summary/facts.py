"""What a summary holds: plain facts about a description, free of its format."""

from __future__ import annotations

from typing import Literal

from bodyplan.model.joint import KINDS
from bodyplan.text import Record

Mark = Literal["", "missing link", "loop", "second parent", "repeated link", "in a loop"]
"""What is broken at a row of the tree.

- "missing link": a joint names a link that is not there.
- "loop": the joint leads back to a link above it; the row is not followed.
- "second parent": the link stands elsewhere in the tree already; the row is not followed.
- "repeated link": another link has the same name; joints lead to the first of them.
- "in a loop": no root leads here, so the tree begins at some link of a loop.
"""

DEGREES_OF_FREEDOM: dict[str, int] = {
    kind: facts.degrees_of_freedom for kind, facts in KINDS.items()
}
"""By the type of the joint: those of URDF, and then those that only SDFormat has. Of any other type
none. A gearbox that is all that leads to a link turns it; others only tie two turns together."""


class LinkFacts(Record):
    """A link.

    Args:
        name: as written; may be empty or repeated in a faulty file.
        mass: in kg; None without an inertial, nan where it cannot be read.
        visuals: each shape in a word: a kind, or the address of a mesh; "" for none.
        collisions: the same for collision.
    """

    name: str
    mass: float | None = None
    visuals: tuple[str, ...] = ()
    collisions: tuple[str, ...] = ()


class JointFacts(Record):
    """A joint.

    Args:
        name: as written; may be empty or repeated in a faulty file.
        type: one of the types of the format; empty where it cannot be read.
        parent: name of the link it hangs from.
        child: name of the link it moves.
        axis: unit direction, for the types that have one.
        lower: smallest position in rad or m; of the axis of a joint of SDFormat infinite without a
            limit; None where nothing says, nan where it cannot be read.
        upper: largest position.
        effort: largest torque or force.
        velocity: largest speed.
        leader: name of the joint it follows, for a mimic joint.
        multiplier: slope, for a mimic joint.
        offset: position when the leader is at zero, for a mimic joint.
        axis2: the second axis, for the types of SDFormat that have two.
        default: where it is when nobody says; None where it is not known, or not one number.
        can_follow: whether it follows its leader, if any, when the robot is loaded: not where that
            has not one variable, is kept apart from the tree, or is not there at all.
    """

    name: str
    type: str
    parent: str
    child: str
    axis: tuple[float, ...] | None = None
    lower: float | None = None
    upper: float | None = None
    effort: float | None = None
    velocity: float | None = None
    leader: str | None = None
    multiplier: float = 1.0
    offset: float = 0.0
    axis2: tuple[float, ...] | None = None
    default: float | None = None
    can_follow: bool = True

    @property
    def is_follower(self) -> bool:
        """Whether another joint says where it is."""
        return self.leader is not None and self.can_follow

    @property
    def degrees_of_freedom(self) -> int:
        """In how many ways it moves, those of a follower included."""
        return DEGREES_OF_FREEDOM.get(self.type, 0)


class Row(Record):
    """One line of the tree: a link, and the joint that leads to it.

    Args:
        depth: 0 for a root.
        above: the number of the row it hangs from; None for a root.
        name: name of the link, as the joint says it.
        link: the link; None where there is none of this name.
        joint: the joint that leads to it; None for a root.
        mark: what is broken here.
        below: how many rows hang directly from it.
    """

    depth: int
    above: int | None
    name: str
    link: LinkFacts | None
    joint: JointFacts | None
    mark: Mark = ""
    below: int = 0


class Freedom(Record):
    """Degrees of freedom, as the robot has them that is loaded; of a world, those of its joints.

    Args:
        total: of all joints that make the tree, and of links of SDFormat that nothing holds.
        followers: of the mimic joints that follow another, so that they do not move by themselves.
        joints: how many joints move.
        loose: of the total, that of links of SDFormat that nothing holds.
    """

    total: int = 0
    followers: int = 0
    joints: int = 0
    loose: int = 0

    @property
    def independent(self) -> int:
        """Those that are left when followers follow."""
        return self.total - self.followers


class Mass(Record):
    """The mass of a robot.

    Args:
        total: sum of all readable masses in kg.
        links: how many links have one.
        without: how many links have none.
        unreadable: how many links have one that is no finite number.
        taken: of the links without one, how many count with 1 kg, as readers of SDFormat have it.
    """

    total: float = 0.0
    links: int = 0
    without: int = 0
    unreadable: int = 0
    taken: int = 0


class Center(Record):
    """The centre of mass of a robot whose joints are where they are by default.

    Args:
        link: name of the link in whose frame it is told.
        xyz: where it is [m].
    """

    link: str
    xyz: tuple[float, float, float]


class Reach(Record):
    """How far the links of a robot can be from its base, at most: the way along them, stretched.

    Args:
        length: of the longest such way [m]; infinite where a joint slides without limits.
        base: name of the link it begins at: the root, or what a joint lets free.
        tip: name of the link that it leads to.
        endless: name of the joint that slides without limits; empty for none.
    """

    length: float
    base: str
    tip: str
    endless: str = ""


class FileUse(Record):
    """A file that a description names.

    Args:
        uri: as written.
        visuals: how often for looks.
        collisions: how often for collision.
    """

    uri: str
    visuals: int = 0
    collisions: int = 0

    @property
    def times(self) -> int:
        """How often in all."""
        return self.visuals + self.collisions


class StateFacts(Record):
    """The state of one joint in a model_state."""

    joint: str
    position: tuple[float, ...] = ()
    velocity: tuple[float, ...] = ()
    effort: tuple[float, ...] = ()


class Summary(Record):
    """The facts about one description.

    Args:
        file: how messages call the file; empty for a value without one.
        format: "urdf", "model_state"; "sdf" inside the summary of such a file.
        name: of the robot.
        version: of the format in force, such as "1.0".
        links: in the order of the file.
        joints: in the order of the file.
        joint_types: how many joints of each type, "" for unreadable types; the format's order.
        rows: the tree or trees, each link below the one it hangs from.
        freedom: degrees of freedom.
        mass: the mass.
        center: the centre of mass; None where there is no mass, and for a world.
        reach: how far links can be from the base; None where nothing moves or can be away from it,
            and for a world.
        visuals: how many.
        collisions: how many.
        materials: how many different names of materials.
        sensors: how many.
        transmissions: how many.
        ros2_control: how many blocks.
        gazebo: how many blocks.
        meshes: every mesh file with how often it is named, in the order of the file.
        textures: every texture file, likewise.
        states: the joints of a model_state.
        time: the time of a model_state in s.
    """

    file: str = ""
    format: str = "urdf"
    name: str = ""
    version: str | None = None
    links: tuple[LinkFacts, ...] = ()
    joints: tuple[JointFacts, ...] = ()
    joint_types: tuple[tuple[str, int], ...] = ()
    rows: tuple[Row, ...] = ()
    freedom: Freedom = Freedom()
    mass: Mass = Mass()
    center: Center | None = None
    reach: Reach | None = None
    visuals: int = 0
    collisions: int = 0
    materials: int = 0
    sensors: int = 0
    transmissions: int = 0
    ros2_control: int = 0
    gazebo: int = 0
    meshes: tuple[FileUse, ...] = ()
    textures: tuple[FileUse, ...] = ()
    states: tuple[StateFacts, ...] = ()
    time: float | None = None

    @property
    def roots(self) -> tuple[str, ...]:
        """Names of the links that nothing leads to."""
        return tuple(row.name for row in self.rows if not row.depth)
