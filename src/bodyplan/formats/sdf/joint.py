"""SDFormat joints: nine kinds of motion, one or two axes, and what physics engines ask of them."""

import math
from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, Sdf
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.formats.sdf.sensor import Sensor
from bodyplan.spec import (
    DAMPING,
    EFFORT,
    POSITION,
    SPEED,
    Annotated,
    Attr,
    Child,
    Needed,
    Text,
    Vec3,
    Was,
    element,
)

_STIFFNESS = "N m/rad or N/m"
_MIXING = "rad/(N m s) or m/(N s)"


JointType = Literal[
    "revolute",
    "continuous",
    "prismatic",
    "fixed",
    "ball",
    "universal",
    "screw",
    "revolute2",
    "gearbox",
]
_FOREIGN_TYPES = (
    ("piston", "piston was a type until 1.4; prismatic is the nearest", "prismatic"),
    ("floating", "leave the joint out: a link without a joint is free", None),
    ("planar", "SDFormat has no planar joint", None),
    ("hinge", "the type is called revolute", "revolute"),
    ("slider", "the type is called prismatic", "prismatic"),
    ("spherical", "the type is called ball", "ball"),
)


@element("mimic", source="mimic.sdf; libsdformat JointAxis.cc, MimicConstraint", since=(1, 11))
class Mimic(Sdf):
    """Position of this axis = multiplier * (position of the leader - reference) + offset."""

    joint: Annotated[str, Attr("name of the leader", refers=("joint",))]
    axis: Annotated[str, Attr("axis of the leader that counts: axis or axis2")] = "axis"
    multiplier: Annotated[float, Needed("slope")] = 1.0
    offset: Annotated[
        float, Needed("position when the leader is at its reference", unit=POSITION)
    ] = 0.0
    reference: Annotated[
        float, Needed("position of the leader that counts as zero", unit=POSITION)
    ] = 0.0


@element("dynamics", source="joint.sdf, axis/dynamics; libsdformat JointAxis.cc")
class Dynamics(Sdf):
    """Passive forces along or about the axis: damping, friction and a spring."""

    damping: Annotated[
        float,
        Child(
            "viscous coefficient; a negative one with implicit_spring_damper asks for adaptive "
            "damping, an experiment of Gazebo",
            unit=DAMPING,
            was=ATTRIBUTE,
        ),
    ] = 0.0
    friction: Annotated[float, Child("static (Coulomb) friction", unit=EFFORT, was=ATTRIBUTE)] = 0.0
    spring_reference: Annotated[
        float, Needed("position at which the spring is at rest", unit=POSITION, since=(1, 5))
    ] = 0.0
    spring_stiffness: Annotated[
        float, Needed("stiffness of the spring", unit=_STIFFNESS, since=(1, 5))
    ] = 0.0


@element("limit", source="joint.sdf, axis/limit; libsdformat JointAxis.cc")
class Limit(Sdf):
    """How far, how hard and how fast an axis may move, and how its stops give way."""

    lower: Annotated[
        float,
        Needed(
            "smallest position; left out where there is none (axis2 never asks for it)",
            unit=POSITION,
            was=(Was(until=(1, 9), default=-1e16), *ATTRIBUTE),
        ),
    ] = -math.inf
    upper: Annotated[
        float,
        Needed(
            "largest position; left out where there is none (axis2 never asks for it)",
            unit=POSITION,
            was=(Was(until=(1, 9), default=1e16), *ATTRIBUTE),
        ),
    ] = math.inf
    effort: Annotated[
        float,
        Child(
            "largest force or torque; none where negative",
            unit=EFFORT,
            was=(Was(until=(1, 9), default=-1.0), Was(until=(1, 2), default=0.0), *ATTRIBUTE),
        ),
    ] = math.inf
    velocity: Annotated[
        float,
        Child(
            "largest speed; none where negative; not every simulator keeps it",
            unit=SPEED,
            was=(Was(until=(1, 9), default=-1.0), Was(until=(1, 2), default=0.0), *ATTRIBUTE),
        ),
    ] = math.inf
    stiffness: Annotated[
        float, Child("stiffness of the stops, for Simbody", unit=_STIFFNESS, since=(1, 4))
    ] = 1e8
    dissipation: Annotated[
        float, Child("energy lost in the stops, for Simbody", unit="s/rad or s/m", since=(1, 4))
    ] = 1.0


@element("xyz", source="joint.sdf, axis/xyz; libsdformat JointAxis.cc", since=(1, 2))
class Xyz(Sdf):
    """The direction of an axis, and the frame it is told in."""

    value: Annotated[Vec3, Text("direction; readers scale it to length 1, and refuse zero")] = (
        0.0,
        0.0,
        1.0,
    )
    expressed_in: Annotated[
        str,
        Attr(
            "frame that the direction is told in, such as `__model__`; the joint frame where empty",
            since=(1, 7),
            refers=("frame",),
        ),
    ] = ""


@element("axis", source="joint.sdf, axis; libsdformat JointAxis.cc")
class Axis(Sdf):
    """A line that a joint turns about or slides along."""

    xyz: Annotated[
        Xyz,
        Needed(
            "direction; told in the model frame before 1.5, from then on in the joint frame "
            "where nothing else is said",
            was=ATTRIBUTE,
        ),
    ] = Xyz()
    limit: Annotated[Limit, Needed("bounds of the motion (axis2 asks for it from 1.6 on)")] = (
        Limit()
    )
    dynamics: Annotated[Dynamics | None, Child("passive forces")] = None
    mimic: Annotated[
        Mimic | None, Child("axis of another joint that this one follows", since=(1, 11))
    ] = None
    initial_position: Annotated[
        float,
        Child(
            "position at the start", unit=POSITION, since=(1, 6), until=(1, 8), deprecated=(1, 8)
        ),
    ] = 0.0
    use_parent_model_frame: Annotated[
        bool,
        Needed(
            "xyz is told in the model frame, not in the joint frame; now xyz's expressed_in",
            since=(1, 5),
            until=(1, 6),
        ),
    ] = False


@element("limit", source="joint.sdf, physics/ode/limit and physics/ode/suspension")
class OdeCompliance(Sdf):
    """How soft ODE makes a stop or a suspension: together a spring and a damper."""

    cfm: Annotated[
        float, Needed("constraint force mixing; 0 is hard", unit=_MIXING, was=ATTRIBUTE)
    ] = 0.0
    erp: Annotated[
        float,
        Needed(
            "error reduction: part of the error that is taken back in a step, 0 to 1", was=ATTRIBUTE
        ),
    ] = 0.2


@element("ode", source="joint.sdf, physics/ode")
class JointOde(Sdf):
    """What the Open Dynamics Engine is told about a joint."""

    cfm_damping: Annotated[
        bool,
        Child(
            "damping is made by constraint force mixing, which allows any amount of it and keeps "
            "one constraint more at work; older word for implicit_spring_damper",
            since=(1, 3),
        ),
    ] = False
    implicit_spring_damper: Annotated[
        bool,
        Child(
            "spring and damping are made by constraint force mixing and error reduction, which "
            "allows any amount of them and keeps one constraint more at work",
            since=(1, 4),
        ),
    ] = False
    fudge_factor: Annotated[
        float, Child("part of the excess force of a motor that counts at the stops, 0 to 1")
    ] = 0.0
    cfm: Annotated[
        float, Child("constraint force mixing in the directions that are held", unit=_MIXING)
    ] = 0.0
    erp: Annotated[
        float, Child("error reduction in the directions that are held, 0 to 1", since=(1, 4))
    ] = 0.2
    bounce: Annotated[
        float, Child("bounciness of the stops: speed after the stop / speed before it")
    ] = 0.0
    max_force: Annotated[
        float, Child("largest force or torque that goes into reaching velocity", unit=EFFORT)
    ] = 0.0
    velocity: Annotated[
        float, Child("speed wanted from the start; 0 leaves the joint alone", unit=SPEED)
    ] = 0.0
    limit: Annotated[OdeCompliance | None, Child("how soft the stops are")] = None
    suspension: Annotated[
        OdeCompliance | None, Child("how soft a suspension is", tag="suspension")
    ] = None
    provide_feedback: Annotated[
        bool,
        Child(
            "compute the forces and torques in the joint; wins over the word of the same name "
            "outside of ode",
            since=(1, 3),
            until=(1, 6),
        ),
    ] = False


@element("simbody", source="joint.sdf, physics/simbody", since=(1, 4))
class JointSimbody(Sdf):
    """What Simbody is told about a joint."""

    must_be_loop_joint: Annotated[
        bool, Child("where links form a loop, the tree of bodies is cut at this joint")
    ] = False


@element("physics", source="joint.sdf, physics")
class JointPhysics(Sdf):
    """What single physics engines are told about a joint."""

    simbody: Annotated[JointSimbody | None, Child("for Simbody", since=(1, 4))] = None
    ode: Annotated[JointOde | None, Child("for the Open Dynamics Engine")] = None
    provide_feedback: Annotated[
        bool, Child("compute the forces and torques in the joint, for sensors", since=(1, 4))
    ] = False


@element("joint", source="joint.sdf; libsdformat Joint.cc")
class Joint(Sdf):
    """Lets its child link move relative to its parent link, in the way of its type."""

    name: Annotated[str, Attr("unique among its siblings", defines="joint")]
    type: Annotated[
        JointType,
        Attr(
            "how the child moves: revolute (turns about axis between limits), continuous (turns "
            "about axis without limits; since 1.6), prismatic (slides along axis), screw (turns "
            "about axis and slides along it, coupled; since 1.5), revolute2 (two hinges in series, "
            "axis then axis2), universal (turns about axis and axis2, not about the third), ball "
            "(turns in every direction), gearbox (two hinges geared together; since 1.4), fixed "
            "(not at all; since 1.5)",
            trim=True,
            elsewhere=_FOREIGN_TYPES,
        ),
    ]
    parent: Annotated[
        str,
        Child(
            "link it hangs from, or world; from 1.8 on any frame",
            was=(Was(until=(1, 0), place="parent/@link"),),
            refers=("link", "frame"),
        ),
    ]
    child: Annotated[
        str,
        Child(
            "link it moves, never world; from 1.8 on any frame",
            was=(Was(until=(1, 0), place="child/@link"),),
            refers=("link", "frame"),
        ),
    ]
    pose: Annotated[
        Pose, Child("the joint frame; in the child's frame where nothing else is said", was=ORIGIN)
    ] = IDENTITY
    axis: Annotated[
        Axis | None,
        Child(
            "the axis, or the first of two; fixed and ball joints have none",
            was=(Was(until=(1, 4), needed=True),),
        ),
    ] = None
    axis2: Annotated[
        Axis | None,
        Child("the second axis of a revolute2, universal or gearbox joint", tag="axis2"),
    ] = None
    gearbox_ratio: Annotated[
        float,
        Child(
            "of a gearbox: angle of the child = -ratio * angle of the parent, both measured "
            "from gearbox_reference_body",
            since=(1, 4),
        ),
    ] = 1.0
    gearbox_reference_body: Annotated[
        str,
        Child(
            "of a gearbox: link that both angles start from, the parent's about axis and the "
            "child's about axis2",
            since=(1, 4),
            refers=("link", "frame"),
        ),
    ] = ""
    screw_thread_pitch: Annotated[
        float,
        Child(
            "of a screw: way along the axis in one turn; positive is a right-handed thread",
            unit="m/turn",
            since=(1, 10),
        ),
    ] = 1.0
    thread_pitch: Annotated[
        float,
        Child(
            "of a screw: turn in a metre of way; positive is a left-handed thread; "
            "screw_thread_pitch = -2 pi / thread_pitch, and wins where both stand",
            unit="rad/m",
            deprecated=(1, 10),
        ),
    ] = 1.0
    physics: Annotated[JointPhysics | None, Child("settings of single physics engines")] = None
    sensors: Annotated[
        tuple[Sensor, ...], Child("sensors in the joint, such as force_torque", since=(1, 4))
    ] = ()
    frames: OldFrames = ()
