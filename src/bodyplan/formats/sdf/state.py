"""States: where models, links, joints and lights are at one moment, and how they move."""

from bodyplan.formats.sdf.common import POSE, UNSIGNED, Sdf
from bodyplan.formats.sdf.pose import IDENTITY, Frame, OldFrames, Pose
from bodyplan.spec import (
    ACCELERATION,
    EFFORT,
    LENGTH,
    POSITION,
    SPEED,
    Annotated,
    Attr,
    Child,
    Floats,
    Needed,
    Text,
    Vec3,
    Was,
    element,
)

_STILL = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@element("angle", source="model_state.sdf, joint/angle; joint_state.sdf, angle", since=(1, 3))
class JointAngle(Sdf):
    """Position of one axis of a joint."""

    value: Annotated[float, Text("the position", unit=POSITION)] = 0.0
    axis: Annotated[int, Attr("which axis, from 0 on", needed=True, codec=UNSIGNED)] = 0


@element("joint", source="state.sdf, model/joint; model_state.sdf, joint", since=(1, 3))
class JointAngles(Sdf):
    """Positions of a joint, as files up to 1.11 tell them."""

    name: Annotated[str, Attr("the joint", until=(1, 11), refers=("joint",))]
    angles: Annotated[
        tuple[JointAngle, ...], Needed("one position for each axis", until=(1, 11))
    ] = ()


@element("position", source="joint_state.sdf, axis_state/position and so on", since=(1, 12))
class AxisValue(Sdf):
    """A position, velocity or acceleration of one axis."""

    value: Annotated[float, Text("the value; of turning in radians, or in degrees")] = 0.0
    degrees: Annotated[bool, Attr("it is told in degrees")] = False


@element("axis_state", source="joint_state.sdf, axis_state and axis2_state", since=(1, 12))
class AxisState(Sdf):
    """How one axis of a joint stands and moves."""

    position: Annotated[AxisValue | None, Child("its position", unit=POSITION)] = None
    velocity: Annotated[AxisValue | None, Child("its speed", unit=SPEED, tag="velocity")] = None
    acceleration: Annotated[
        AxisValue | None, Child("its acceleration", unit=ACCELERATION, tag="acceleration")
    ] = None
    effort: Annotated[float, Child("force or torque that drives it", unit=EFFORT)] = 0.0


@element("joint_state", source="joint_state.sdf", since=(1, 12))
class JointState(Sdf):
    """How a joint stands and moves."""

    name: Annotated[str, Attr("the joint", refers=("joint",))]
    axis_state: Annotated[AxisState | None, Child("its first axis")] = None
    axis2_state: Annotated[AxisState | None, Child("its second axis", tag="axis2_state")] = None
    angle: Annotated[
        JointAngle | None, Child("position of an axis, as older files tell it", deprecated=(1, 12))
    ] = None


@element("light_state", source="light_state.sdf", since=(1, 5))
class LightState(Sdf):
    """Where a light is."""

    name: Annotated[str, Attr("the light")]
    pose: Annotated[Pose, Child("where it is")] = IDENTITY
    frames: Annotated[tuple[Frame, ...], Child("named frames inside it", until=(1, 6))] = ()


@element("angular_velocity", source="link_state.sdf, angular_velocity and so on", since=(1, 12))
class AngularVector(Sdf):
    """An angular velocity or acceleration."""

    value: Annotated[Vec3, Text("the vector; in radians, or in degrees")] = (0.0, 0.0, 0.0)
    degrees: Annotated[bool, Attr("it is told in degrees")] = False


@element("collision_state", source="link_state.sdf; state.sdf, model/link/collision", since=(1, 3))
class CollisionState(Sdf):
    """Says that a collision shape is there."""

    name: Annotated[str, Attr("the collision shape", refers=("collision",))]
    pose: Annotated[Pose, Needed("where it is", until=(1, 4))] = IDENTITY


@element("wrench", source="state.sdf of 1.0 and 1.2, model/link/wrench")
class PointWrench(Sdf):
    """A force and a torque that act at a point of a link, as the first versions tell them."""

    pos: Annotated[Vec3, Child("where they act", unit=LENGTH, until=(1, 2))] = (0.0, 0.0, 0.0)
    mag: Annotated[
        Floats, Needed("force, then torque", unit="N, N m", codec=POSE, until=(1, 2))
    ] = _STILL


@element("link_state", source="link_state.sdf; state.sdf, model/link")
class LinkState(Sdf):
    """Where a link is, how it moves, and what pushes it."""

    name: Annotated[str, Attr("the link", refers=("link",))]
    pose: Annotated[
        Pose, Child("where it is in its model", was=(Was(until=(1, 4), needed=True),))
    ] = IDENTITY
    linear_velocity: Annotated[Vec3, Child("velocity of its origin", unit="m/s", since=(1, 12))] = (
        0.0,
        0.0,
        0.0,
    )
    angular_velocity: Annotated[
        AngularVector | None, Child("angular velocity", unit="rad/s", since=(1, 12))
    ] = None
    linear_acceleration: Annotated[
        Vec3, Child("acceleration of its origin", unit="m/s^2", since=(1, 12))
    ] = (0.0, 0.0, 0.0)
    angular_acceleration: Annotated[
        AngularVector | None,
        Child("angular acceleration", unit="rad/s^2", tag="angular_acceleration", since=(1, 12)),
    ] = None
    force: Annotated[Vec3, Child("force on it", unit="N", since=(1, 12))] = (0.0, 0.0, 0.0)
    torque: Annotated[Vec3, Child("torque on it", unit="N m", since=(1, 12))] = (0.0, 0.0, 0.0)
    collision_states: Annotated[
        tuple[CollisionState, ...],
        Child("its collision shapes", since=(1, 3), was=(Was(until=(1, 11), place="collision"),)),
    ] = ()
    velocity: Annotated[
        Floats,
        Child("linear, then angular velocity", unit="m/s, rad/s", codec=POSE, deprecated=(1, 12)),
    ] = _STILL
    acceleration: Annotated[
        Floats,
        Child(
            "linear, then angular acceleration",
            unit="m/s^2, rad/s^2",
            codec=POSE,
            since=(1, 3),
            deprecated=(1, 12),
        ),
    ] = _STILL
    wrench: Annotated[
        Floats,
        Child(
            "force, then torque on it",
            unit="N, N m",
            codec=POSE,
            since=(1, 3),
            gap=((1, 0), (1, 2)),
            deprecated=(1, 12),
        ),
    ] = _STILL
    wrenches: Annotated[
        tuple[PointWrench, ...], Child("forces and torques at points of it", until=(1, 2))
    ] = ()
    frames: OldFrames = ()


@element("model_state", source="model_state.sdf; state.sdf, model")
class ModelState(Sdf):
    """Where a model is, and the states of what is in it."""

    name: Annotated[str, Attr("the model", refers=("model",))]
    pose: Annotated[Pose, Child("where it is", was=(Was(until=(1, 4), needed=True),))] = IDENTITY
    scale: Annotated[Vec3, Child("its size along x, y and z, as factors", since=(1, 6))] = (
        1.0,
        1.0,
        1.0,
    )
    joint_states: Annotated[tuple[JointState, ...], Child("its joints", since=(1, 12))] = ()
    link_states: Annotated[
        tuple[LinkState, ...], Child("its links", was=(Was(until=(1, 11), place="link"),))
    ] = ()
    model_states: Annotated[
        tuple["ModelState", ...],
        Child("the models in it", since=(1, 5), was=(Was(until=(1, 11), place="model"),)),
    ] = ()
    frames: Annotated[tuple[Frame, ...], Child("named frames inside it", since=(1, 5))] = ()
    joints: Annotated[
        tuple[JointAngles, ...], Child("its joints", since=(1, 3), until=(1, 11))
    ] = ()
