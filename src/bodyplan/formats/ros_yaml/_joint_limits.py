"""joint_limits.yaml: limits of joints for motion planning, in addition to those of the URDF."""

from bodyplan.spec import (
    ACCELERATION,
    EFFORT,
    JERK,
    POSITION,
    SPEED,
    Annotated,
    Attr,
    Child,
    Element,
    element,
)

_SOURCE = (
    "moveit2 robot_model_loader.cpp; ros2_control joint_limits/joint_limits_rosparam.hpp; "
    "pilz_industrial_motion_planner joint_limits_aggregator.cpp"
)


@element("joint_limit", source=_SOURCE)
class JointLimit(Element):
    """The limits of one joint.

    Each limit applies only if its flag, such as ``has_velocity_limits``, is true.
    """

    name: Annotated[str, Attr("name of the joint", refers=("joint",))]
    has_position_limits: Annotated[bool | None, Attr("whether positions are limited")] = None
    min_position: Annotated[float | None, Attr("smallest position", unit=POSITION)] = None
    max_position: Annotated[float | None, Attr("largest position", unit=POSITION)] = None
    has_velocity_limits: Annotated[bool | None, Attr("whether the velocity is limited")] = None
    min_velocity: Annotated[float | None, Attr("smallest velocity", unit=SPEED)] = None
    max_velocity: Annotated[float | None, Attr("largest velocity", unit=SPEED)] = None
    has_acceleration_limits: Annotated[bool | None, Attr("whether the acceleration is limited")] = (
        None
    )
    min_acceleration: Annotated[float | None, Attr("smallest acceleration", unit=ACCELERATION)] = (
        None
    )
    max_acceleration: Annotated[float | None, Attr("largest acceleration", unit=ACCELERATION)] = (
        None
    )
    has_deceleration_limits: Annotated[bool | None, Attr("whether the deceleration is limited")] = (
        None
    )
    max_deceleration: Annotated[
        float | None, Attr("largest deceleration; negative for the Pilz planner", unit=ACCELERATION)
    ] = None
    has_jerk_limits: Annotated[bool | None, Attr("whether the jerk is limited")] = None
    max_jerk: Annotated[float | None, Attr("largest jerk", unit=JERK)] = None
    has_effort_limits: Annotated[bool | None, Attr("whether the effort is limited")] = None
    max_effort: Annotated[float | None, Attr("largest force or torque", unit=EFFORT)] = None
    angle_wraparound: Annotated[
        bool | None, Attr("whether the position wraps around after a full turn")
    ] = None
    has_soft_limits: Annotated[bool | None, Attr("whether there are soft limits")] = None
    soft_lower_limit: Annotated[float | None, Attr("soft lower bound", unit=POSITION)] = None
    soft_upper_limit: Annotated[float | None, Attr("soft upper bound", unit=POSITION)] = None
    k_position: Annotated[float | None, Attr("gain of the position bound")] = None
    k_velocity: Annotated[float | None, Attr("gain of the velocity bound")] = None


@element("joint_limits", source=_SOURCE)
class JointLimits(Element):
    """The joint limits of a robot, and the factors by which motion planning scales them."""

    default_velocity_scaling_factor: Annotated[
        float | None,
        Attr("fraction of the velocity limits that plans use", gt=0, le=1, severity="warning"),
    ] = None
    default_acceleration_scaling_factor: Annotated[
        float | None,
        Attr("fraction of the acceleration limits that plans use", gt=0, le=1, severity="warning"),
    ] = None
    joints: Annotated[tuple[JointLimit, ...], Child("limits of the joints")] = ()
