"""SDFormat joints: types, axes, limits, dynamics and options for physics engines."""

import math
from typing import Literal

from bodyplan.formats.sdf.common import ATTRIBUTE, Sdf
from bodyplan.formats.sdf.pose import IDENTITY, ORIGIN, OldFrames, Pose
from bodyplan.formats.sdf.sensors.sensor import Sensor
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
    ("piston", "piston was removed in 1.5; prismatic is the most similar type", "prismatic"),
    ("floating", "remove the joint: a link without a joint is free", None),
    ("planar", "SDFormat has no planar joint", None),
    ("hinge", "use revolute", "revolute"),
    ("slider", "use prismatic", "prismatic"),
    ("spherical", "use ball", "ball"),
)


@element("mimic", source="mimic.sdf; libsdformat JointAxis.cc, MimicConstraint", since=(1, 11))
class Mimic(Sdf, instead={"leader": "joint"}):
    """Mimic: position = multiplier * (position of the mimicked axis - reference) + offset."""

    joint: Annotated[str, Attr("name of the mimicked joint", refers=("joint",))]
    axis: Annotated[str, Attr("mimicked axis: axis or axis2")] = "axis"
    multiplier: Annotated[float, Needed("factor of the mimicked position")] = 1.0
    offset: Annotated[
        float, Needed("position when the mimicked axis is at its reference", unit=POSITION)
    ] = 0.0
    reference: Annotated[
        float,
        Needed("position of the mimicked axis at which this axis is at offset", unit=POSITION),
    ] = 0.0


@element("dynamics", source="joint.sdf, axis/dynamics; libsdformat JointAxis.cc")
class Dynamics(Sdf):
    """Passive forces of an axis: damping, friction and a spring."""

    damping: Annotated[
        float,
        Child(
            "viscous coefficient; negative with implicit_spring_damper enables adaptive damping, "
            "an experiment of Gazebo",
            unit=DAMPING,
            was=ATTRIBUTE,
        ),
    ] = 0.0
    friction: Annotated[float, Child("static (Coulomb) friction", unit=EFFORT, was=ATTRIBUTE)] = 0.0
    spring_reference: Annotated[
        float, Needed("rest position of the spring", unit=POSITION, since=(1, 5))
    ] = 0.0
    spring_stiffness: Annotated[
        float, Needed("stiffness of the spring", unit=_STIFFNESS, since=(1, 5))
    ] = 0.0


@element("limit", source="joint.sdf, axis/limit; libsdformat JointAxis.cc")
class Limit(Sdf):
    """The limits of an axis: position, effort, velocity, and the compliance of its joint stops."""

    lower: Annotated[
        float,
        Needed(
            "lower position limit; omit it for no limit (never required in axis2)",
            unit=POSITION,
            was=(Was(until=(1, 9), default=-1e16), *ATTRIBUTE),
        ),
    ] = -math.inf
    upper: Annotated[
        float,
        Needed(
            "upper position limit; omit it for no limit (never required in axis2)",
            unit=POSITION,
            was=(Was(until=(1, 9), default=1e16), *ATTRIBUTE),
        ),
    ] = math.inf
    effort: Annotated[
        float,
        Child(
            "maximum force or torque; negative means no limit",
            unit=EFFORT,
            was=(Was(until=(1, 9), default=-1.0), Was(until=(1, 2), default=0.0), *ATTRIBUTE),
        ),
    ] = math.inf
    velocity: Annotated[
        float,
        Child(
            "maximum velocity; negative means no limit; not enforced by every simulator",
            unit=SPEED,
            was=(Was(until=(1, 9), default=-1.0), Was(until=(1, 2), default=0.0), *ATTRIBUTE),
        ),
    ] = math.inf
    stiffness: Annotated[
        float, Child("stiffness of the joint stops, for Simbody", unit=_STIFFNESS, since=(1, 4))
    ] = 1e8
    dissipation: Annotated[
        float,
        Child("dissipation of the joint stops, for Simbody", unit="s/rad or s/m", since=(1, 4)),
    ] = 1.0


@element("xyz", source="joint.sdf, axis/xyz; libsdformat JointAxis.cc", since=(1, 2))
class Xyz(Sdf):
    """The direction of an axis, and the frame in which it is expressed."""

    value: Annotated[Vec3, Text("direction; libsdformat normalizes it, and rejects zero")] = (
        0.0,
        0.0,
        1.0,
    )
    expressed_in: Annotated[
        str,
        Attr(
            "frame in which the direction is expressed, such as `__model__`; by default the joint frame",
            since=(1, 7),
            refers=("frame",),
        ),
    ] = ""


@element("axis", source="joint.sdf, axis; libsdformat JointAxis.cc")
class Axis(Sdf):
    """An axis of a joint: direction, limits, dynamics and mimic constraint."""

    xyz: Annotated[
        Xyz,
        Needed(
            "direction; expressed in the model frame before 1.5, by default in the joint frame "
            "from 1.5 on",
            was=ATTRIBUTE,
        ),
    ] = Xyz()
    limit: Annotated[Limit, Needed("limits of the motion (required in axis2 from 1.6 on)")] = (
        Limit()
    )
    dynamics: Annotated[Dynamics | None, Child("passive forces")] = None
    mimic: Annotated[
        Mimic | None, Child("axis of another joint that this one mimics", since=(1, 11))
    ] = None
    initial_position: Annotated[
        float,
        Child("initial position", unit=POSITION, since=(1, 6), until=(1, 8), deprecated=(1, 8)),
    ] = 0.0
    use_parent_model_frame: Annotated[
        bool,
        Needed(
            "xyz is expressed in the model frame, not in the joint frame; replaced by expressed_in",
            since=(1, 5),
            until=(1, 6),
        ),
    ] = False


@element("limit", source="joint.sdf, physics/ode/limit and physics/ode/suspension")
class OdeCompliance(Sdf):
    """The compliance of joint stops, or of a suspension, in ODE: a spring and a damper."""

    cfm: Annotated[
        float, Needed("constraint force mixing; 0 is rigid", unit=_MIXING, was=ATTRIBUTE)
    ] = 0.0
    erp: Annotated[
        float,
        Needed(
            "error reduction: fraction of the error that is corrected in a step, 0 to 1",
            was=ATTRIBUTE,
        ),
    ] = 0.2


@element("ode", source="joint.sdf, physics/ode")
class JointOde(Sdf):
    """Options of a joint for the Open Dynamics Engine (ODE)."""

    cfm_damping: Annotated[
        bool,
        Child(
            "implement damping by constraint force mixing, which allows any damping and adds one "
            "active constraint; old name of implicit_spring_damper",
            since=(1, 3),
        ),
    ] = False
    implicit_spring_damper: Annotated[
        bool,
        Child(
            "implement spring and damping by constraint force mixing and error reduction, which "
            "allows any value and adds one active constraint",
            since=(1, 4),
        ),
    ] = False
    fudge_factor: Annotated[
        float, Child("fraction of the excess motor force at the stops, 0 to 1")
    ] = 0.0
    cfm: Annotated[
        float, Child("constraint force mixing of the constrained directions", unit=_MIXING)
    ] = 0.0
    erp: Annotated[
        float, Child("error reduction of the constrained directions, 0 to 1", since=(1, 4))
    ] = 0.2
    bounce: Annotated[
        float, Child("restitution of the stops: speed after the stop / speed before it")
    ] = 0.0
    max_force: Annotated[float, Child("maximum force or torque to reach velocity", unit=EFFORT)] = (
        0.0
    )
    velocity: Annotated[
        float, Child("target velocity from the start; 0 does not actuate the joint", unit=SPEED)
    ] = 0.0
    limit: Annotated[OdeCompliance | None, Child("compliance of the stops")] = None
    suspension: Annotated[
        OdeCompliance | None, Child("compliance of a suspension", tag="suspension")
    ] = None
    provide_feedback: Annotated[
        bool,
        Child(
            "compute the forces and torques in the joint; overrides the element of the same name "
            "outside of ode",
            since=(1, 3),
            until=(1, 6),
        ),
    ] = False


@element("simbody", source="joint.sdf, physics/simbody", since=(1, 4))
class JointSimbody(Sdf):
    """Options of a joint for Simbody."""

    must_be_loop_joint: Annotated[bool, Child("cut a closed loop at this joint")] = False


@element("physics", source="joint.sdf, physics")
class JointPhysics(Sdf):
    """Options of a joint for particular physics engines."""

    simbody: Annotated[JointSimbody | None, Child("for Simbody", since=(1, 4))] = None
    ode: Annotated[JointOde | None, Child("for the Open Dynamics Engine")] = None
    provide_feedback: Annotated[
        bool, Child("compute the forces and torques in the joint, for sensors", since=(1, 4))
    ] = False


@element("joint", source="joint.sdf; libsdformat Joint.cc")
class Joint(
    Sdf,
    instead={
        "kind": "type",
        "origin": "pose",
        "X_PJ": "pose",
        "limit": "axis.limit",
        "limits": "axis.limit",
        "bounds": "axis.limit",
        "mimic": "axis.mimic",
        "dynamics": "axis.dynamics",
    },
):
    """A joint: how its child link moves relative to its parent link."""

    name: Annotated[str, Attr("unique among its siblings", defines="joint")]
    type: Annotated[
        JointType,
        Attr(
            "joint type: revolute (rotates about axis within limits), continuous (rotates about "
            "axis without limits; since 1.6), prismatic (slides along axis), screw (rotates about "
            "and slides along axis, coupled; since 1.5), revolute2 (two revolute joints in series, "
            "axis then axis2), universal (rotates about axis and axis2), ball (rotates about any "
            "axis), gearbox (two coupled revolute joints; since 1.4), fixed (does not move; since "
            "1.5)",
            trim=True,
            elsewhere=_FOREIGN_TYPES,
        ),
    ]
    parent: Annotated[
        str,
        Child(
            "parent link, or world; from 1.8 on any frame",
            was=(Was(until=(1, 0), place="parent/@link"),),
            refers=("link", "frame"),
        ),
    ]
    child: Annotated[
        str,
        Child(
            "child link, not world; from 1.8 on any frame",
            was=(Was(until=(1, 0), place="child/@link"),),
            refers=("link", "frame"),
        ),
    ]
    pose: Annotated[Pose, Child("joint frame, relative to the child by default", was=ORIGIN)] = (
        IDENTITY
    )
    axis: Annotated[
        Axis | None,
        Child(
            "axis, or the first of two axes; fixed and ball joints have none",
            was=(Was(until=(1, 4), needed=True),),
        ),
    ] = None
    axis2: Annotated[
        Axis | None,
        Child("second axis of a revolute2, universal or gearbox joint", tag="axis2"),
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
            "of a gearbox: link relative to which both angles are measured, that of the parent about "
            "axis and that of the child about axis2",
            since=(1, 4),
            refers=("link", "frame"),
        ),
    ] = ""
    screw_thread_pitch: Annotated[
        float,
        Child(
            "of a screw: distance along the axis per turn; positive is a right-handed thread",
            unit="m/turn",
            since=(1, 10),
        ),
    ] = 1.0
    thread_pitch: Annotated[
        float,
        Child(
            "of a screw: rotation per metre; positive is a left-handed thread; "
            "screw_thread_pitch = -2 pi / thread_pitch, and overrides it",
            unit="rad/m",
            deprecated=(1, 10),
        ),
    ] = 1.0
    physics: Annotated[JointPhysics | None, Child("options of particular physics engines")] = None
    sensors: Annotated[
        tuple[Sensor, ...], Child("sensors of the joint, such as force_torque", since=(1, 4))
    ] = ()
    frames: OldFrames = ()
