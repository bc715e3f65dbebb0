"""The states of models, links, joints and lights: poses, velocities and forces."""

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
    """The position of one axis of a joint."""

    value: Annotated[float, Text("position", unit=POSITION)] = 0.0
    axis: Annotated[int, Attr("index of the axis, from 0", needed=True, codec=UNSIGNED)] = 0


@element("joint", source="state.sdf, model/joint; model_state.sdf, joint", since=(1, 3))
class JointAngles(Sdf):
    """The positions of a joint's axes, up to SDFormat 1.11."""

    name: Annotated[str, Attr("name of the joint", until=(1, 11), refers=("joint",))]
    angles: Annotated[tuple[JointAngle, ...], Needed("positions of the axes", until=(1, 11))] = ()


@element("position", source="joint_state.sdf, axis_state/position and so on", since=(1, 12))
class AxisValue(Sdf):
    """A position, velocity or acceleration of one axis."""

    value: Annotated[float, Text("value; angles are in radians, unless degrees is set")] = 0.0
    degrees: Annotated[bool, Attr("the value is in degrees")] = False


@element("axis_state", source="joint_state.sdf, axis_state and axis2_state", since=(1, 12))
class AxisState(Sdf):
    """The position, velocity, acceleration and effort of one axis of a joint."""

    position: Annotated[AxisValue | None, Child("position", unit=POSITION)] = None
    velocity: Annotated[AxisValue | None, Child("velocity", unit=SPEED, tag="velocity")] = None
    acceleration: Annotated[
        AxisValue | None, Child("acceleration", unit=ACCELERATION, tag="acceleration")
    ] = None
    effort: Annotated[float, Child("actuation force or torque", unit=EFFORT)] = 0.0


@element("joint_state", source="joint_state.sdf", since=(1, 12))
class JointState(Sdf):
    """The state of a joint."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    axis_state: Annotated[AxisState | None, Child("first axis")] = None
    axis2_state: Annotated[AxisState | None, Child("second axis", tag="axis2_state")] = None
    angle: Annotated[
        JointAngle | None, Child("position of an axis, in older files", deprecated=(1, 12))
    ] = None


@element("light_state", source="light_state.sdf", since=(1, 5))
class LightState(Sdf):
    """The state of a light."""

    name: Annotated[str, Attr("name of the light")]
    pose: Annotated[Pose, Child("pose")] = IDENTITY
    frames: Annotated[tuple[Frame, ...], Child("named frames", until=(1, 6))] = ()


@element("angular_velocity", source="link_state.sdf, angular_velocity and so on", since=(1, 12))
class AngularVector(Sdf):
    """An angular velocity or acceleration."""

    value: Annotated[Vec3, Text("vector; in radians, unless degrees is set")] = (0.0, 0.0, 0.0)
    degrees: Annotated[bool, Attr("the value is in degrees")] = False


@element("collision_state", source="link_state.sdf; state.sdf, model/link/collision", since=(1, 3))
class CollisionState(Sdf):
    """The state of a collision of a link: its pose."""

    name: Annotated[str, Attr("name of the collision", refers=("collision",))]
    pose: Annotated[Pose, Needed("pose", until=(1, 4))] = IDENTITY


@element("wrench", source="state.sdf of 1.0 and 1.2, model/link/wrench")
class PointWrench(Sdf):
    """A force and a torque at a point of a link, in SDFormat 1.0 and 1.2."""

    pos: Annotated[Vec3, Child("point of application", unit=LENGTH, until=(1, 2))] = (0.0, 0.0, 0.0)
    mag: Annotated[
        Floats, Needed("force, then torque", unit="N, N m", codec=POSE, until=(1, 2))
    ] = _STILL


@element("link_state", source="link_state.sdf; state.sdf, model/link")
class LinkState(Sdf):
    """The state of a link: pose, velocity, acceleration and wrench."""

    name: Annotated[str, Attr("name of the link", refers=("link",))]
    pose: Annotated[
        Pose, Child("pose relative to the model", was=(Was(until=(1, 4), needed=True),))
    ] = IDENTITY
    linear_velocity: Annotated[
        Vec3, Child("linear velocity of the origin", unit="m/s", since=(1, 12))
    ] = (
        0.0,
        0.0,
        0.0,
    )
    angular_velocity: Annotated[
        AngularVector | None, Child("angular velocity", unit="rad/s", since=(1, 12))
    ] = None
    linear_acceleration: Annotated[
        Vec3, Child("linear acceleration of the origin", unit="m/s^2", since=(1, 12))
    ] = (0.0, 0.0, 0.0)
    angular_acceleration: Annotated[
        AngularVector | None,
        Child("angular acceleration", unit="rad/s^2", tag="angular_acceleration", since=(1, 12)),
    ] = None
    force: Annotated[Vec3, Child("applied force", unit="N", since=(1, 12))] = (0.0, 0.0, 0.0)
    torque: Annotated[Vec3, Child("applied torque", unit="N m", since=(1, 12))] = (0.0, 0.0, 0.0)
    collision_states: Annotated[
        tuple[CollisionState, ...],
        Child("collisions", since=(1, 3), was=(Was(until=(1, 11), place="collision"),)),
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
            "applied force, then torque",
            unit="N, N m",
            codec=POSE,
            since=(1, 3),
            gap=((1, 0), (1, 2)),
            deprecated=(1, 12),
        ),
    ] = _STILL
    wrenches: Annotated[
        tuple[PointWrench, ...], Child("forces and torques at points of the link", until=(1, 2))
    ] = ()
    frames: OldFrames = ()


@element("model_state", source="model_state.sdf; state.sdf, model")
class ModelState(Sdf):
    """The state of a model, including those of its links, joints and nested models."""

    name: Annotated[str, Attr("name of the model", refers=("model",))]
    pose: Annotated[Pose, Child("pose", was=(Was(until=(1, 4), needed=True),))] = IDENTITY
    scale: Annotated[Vec3, Child("scale factors along x, y and z", since=(1, 6))] = (
        1.0,
        1.0,
        1.0,
    )
    joint_states: Annotated[tuple[JointState, ...], Child("joints", since=(1, 12))] = ()
    link_states: Annotated[
        tuple[LinkState, ...], Child("links", was=(Was(until=(1, 11), place="link"),))
    ] = ()
    model_states: Annotated[
        tuple["ModelState", ...],
        Child("nested models", since=(1, 5), was=(Was(until=(1, 11), place="model"),)),
    ] = ()
    frames: Annotated[tuple[Frame, ...], Child("named frames", since=(1, 5))] = ()
    joints: Annotated[tuple[JointAngles, ...], Child("joints", since=(1, 3), until=(1, 11))] = ()
