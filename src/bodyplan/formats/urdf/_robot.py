"""URDF robots and joints, and model_state documents, which contain joint positions."""

import math
from typing import Any, get_args

from bodyplan.formats.urdf._control import Ros2Control, Transmission
from bodyplan.formats.urdf._link import IDENTITY, JointType, Link, Material, Pose
from bodyplan.formats.urdf.gazebo import Gazebo
from bodyplan.formats.urdf.sensor import Sensor
from bodyplan.model.joint import JOINT_TYPES
from bodyplan.spec import (
    ACCELERATION,
    DAMPING,
    EFFORT,
    JERK,
    POSITION,
    POSITION_GAIN,
    SPEED,
    TIME,
    VELOCITY_GAIN,
    Annotated,
    Attr,
    Child,
    Element,
    Floats,
    Vec3,
    element,
)

_BOUND: dict[str, Any] = {"ge": 0.0, "severity": "warning", "rejected_since": (1, 2)}
"""The bound of limits that must not be negative; urdfdom rejects these only from URDF 1.2 on."""


@element("calibration", source="urdfdom joint.cpp, parseJointCalibration")
class Calibration(Element):
    """The positions at which a reference switch changes, for the calibration of the joint."""

    rising: Annotated[
        float | None, Attr("position of the switching edge when moving up", unit=POSITION)
    ] = None
    falling: Annotated[
        float | None, Attr("position of the switching edge when moving down", unit=POSITION)
    ] = None
    reference_position: Annotated[
        float | None, Attr("obsolete; urdfdom never reads it", unit=POSITION)
    ] = None


@element("dynamics", source="urdfdom joint.cpp, parseJointDynamics")
class Dynamics(Element):
    """The passive forces or torques in a joint: damping and friction."""

    damping: Annotated[
        float, Attr("viscous coefficient", unit=DAMPING, ge=0.0, severity="warning")
    ] = 0.0
    friction: Annotated[
        float, Attr("static (Coulomb) friction", unit=EFFORT, ge=0.0, severity="warning")
    ] = 0.0


@element("limit", source="urdfdom joint.cpp, parseJointLimits")
class Limit(Element):
    """The limits of position, effort and velocity of a joint."""

    lower: Annotated[
        float, Attr("smallest position", unit=POSITION, default_since=((1, 2), -math.inf))
    ] = 0.0
    upper: Annotated[
        float, Attr("largest position", unit=POSITION, default_since=((1, 2), math.inf))
    ] = 0.0
    effort: Annotated[
        float, Attr("largest force or torque", unit=EFFORT, **_BOUND, required_before=(1, 2))
    ] = math.inf
    velocity: Annotated[
        float, Attr("largest speed", unit=SPEED, **_BOUND, required_before=(1, 2))
    ] = math.inf
    acceleration: Annotated[
        float, Attr("largest acceleration", unit=ACCELERATION, **_BOUND, since=(1, 2))
    ] = math.inf
    deceleration: Annotated[
        float | None,
        Attr(
            "largest deceleration; by default the acceleration limit",
            unit=ACCELERATION,
            **_BOUND,
            since=(1, 2),
        ),
    ] = None
    jerk: Annotated[float, Attr("largest jerk", unit=JERK, **_BOUND, since=(1, 2))] = math.inf


@element("mimic", source="urdfdom joint.cpp, parseJointMimic")
class Mimic(Element, instead={"leader": "joint"}):
    """A mimic joint: its position is multiplier * position of the mimicked joint + offset."""

    joint: Annotated[str, Attr("name of the mimicked joint", refers=("joint",))]
    multiplier: Annotated[float, Attr("slope")] = 1.0
    offset: Annotated[float, Attr("position when the mimicked joint is at zero", unit=POSITION)] = (
        0.0
    )


@element("safety_controller", source="urdfdom joint.cpp, parseJointSafety")
class SafetyController(Element):
    """The soft limits of a joint, inside its hard limits, and the gains that enforce them."""

    soft_lower_limit: Annotated[
        float, Attr("position below which braking begins", unit=POSITION)
    ] = 0.0
    soft_upper_limit: Annotated[
        float, Attr("position above which braking begins", unit=POSITION)
    ] = 0.0
    k_position: Annotated[
        float,
        Attr(
            "gain from position error to the bound on velocity",
            unit=POSITION_GAIN,
            ge=0.0,
            severity="warning",
        ),
    ] = 0.0
    k_velocity: Annotated[
        float,
        Attr(
            "gain from velocity error to the bound on effort",
            unit=VELOCITY_GAIN,
            ge=0.0,
            severity="warning",
        ),
    ]


_BALL = "URDF has no ball joint: use three revolute joints, or SDFormat"
_OF_SDFORMAT = "SDFormat supports this joint type, URDF does not"
_CALLED = {
    "hinge": "revolute",
    "rotational": "revolute",
    "slide": "prismatic",
    "slider": "prismatic",
    "linear": "prismatic",
    "free": "floating",
    "weld": "fixed",
    "rigid": "fixed",
    "static": "fixed",
}
_TYPES_ELSEWHERE = (
    ("spherical", _BALL, None),
    ("ball", _BALL, None),
    *(
        (kind, _OF_SDFORMAT, None)
        for kind in JOINT_TYPES
        if kind not in (*get_args(JointType), "ball")
    ),
    *((word, f"in URDF that is {meant!r}", meant) for word, meant in _CALLED.items()),
)


@element("joint", source="urdfdom joint.cpp, parseJoint; ROS wiki urdf/XML/joint")
class Joint(
    Element,
    instead={
        "kind": "type",
        "bounds": "limit",
        "limits": "limit",
        "pose": "origin",
        "X_PJ": "origin",
    },
):
    """A joint between two links. At position zero, the joint frame J is the child link frame."""

    name: Annotated[str, Attr("unique among the joints of the robot", defines="joint")]
    type: Annotated[JointType, Attr("how the child link moves", elsewhere=_TYPES_ELSEWHERE)]
    origin: Annotated[Pose, Child("joint frame J in the parent link's frame P, X_PJ")] = IDENTITY
    parent: Annotated[str, Child("link that carries the joint", attr="link", refers=("link",))]
    child: Annotated[str, Child("link that the joint moves", attr="link", refers=("link",))]
    axis: Annotated[
        Vec3,
        Child(
            "unit direction in J; normal of the plane if planar", attr="xyz", bare=(0.0, 0.0, 0.0)
        ),
    ] = (1.0, 0.0, 0.0)
    limit: Limit | None = None
    calibration: Calibration | None = None
    dynamics: Dynamics | None = None
    mimic: Mimic | None = None
    safety_controller: SafetyController | None = None


_SOURCE = "ROS wiki urdf/XML/model_state"


@element("joint_state", source=_SOURCE)
class JointState(Element):
    """The state of one joint, with one value for each degree of freedom."""

    joint: Annotated[str, Attr("name of the joint", refers=("joint",))]
    position: Annotated[Floats, Attr("positions", unit=POSITION)] = ()
    velocity: Annotated[Floats, Attr("velocities", unit=SPEED)] = ()
    effort: Annotated[Floats, Attr("efforts", unit=EFFORT)] = ()


@element("model_state", source=_SOURCE)
class ModelState(Element):
    """The state of a robot at one instant."""

    model: Annotated[str | None, Attr("name of the robot in its URDF")] = None
    name: Annotated[str | None, Attr("older spelling of model")] = None
    time_stamp: Annotated[float | None, Attr("time of the state", unit=TIME)] = None
    joint_states: Annotated[tuple[JointState, ...], Child("states of joints")] = ()


@element("robot", source="urdfdom model.cpp; ROS wiki urdf/XML/robot")
class Robot(Element):
    """The root element of a URDF file, as it is in the file. ``read(...).root`` returns it.

    ``load(...)`` converts it to a ``model.Robot``.
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
        """Return the first link with this name.

        Raises:
            UnknownNameError: the link does not exist; the message suggests similar names.
        """
        return self._named("link", name, self.links)

    def joint(self, name: str) -> Joint:
        """Return the first joint with this name.

        Raises:
            UnknownNameError: the joint does not exist; the message suggests similar names.
        """
        return self._named("joint", name, self.joints)

    def material(self, name: str) -> Material:
        """Return the first material with this name.

        Raises:
            UnknownNameError: the material does not exist; the message suggests similar names.
        """
        return self._named("material", name, self.materials)
