"""Franka robots: friction, drives and velocity limits in franka_description."""

from bodyplan.spec.raw import NO_READER, Dialect, Extension

_ENVELOPE = "position_based_velocity_limits"

DIALECT = Dialect(
    title="Franka",
    about="Written by `franka_description` for FER, FR3 and FP3 robots.",
    reader="Franka's own simulation and identification tools",
    source="franka_description robots/common/utils.xacro; libfranka joint_velocity_limits.h",
    urdf=(
        Extension("Dynamics", "@K", "stiffness of the simulated joint controller", holds="number"),
        Extension("Dynamics", "@D", "damping of the simulated joint controller", holds="number"),
        Extension(
            "Dynamics",
            "@mu_coulomb",
            "Coulomb friction of the joint",
            holds="number",
            unit="N or N·m",
            quantity="coulomb_friction",
        ),
        Extension(
            "Dynamics",
            "@mu_viscous",
            "viscous friction of the joint",
            holds="number",
            unit="N·s/m or N·m·s/rad",
            quantity="viscous_friction",
        ),
        Extension(
            "Dynamics",
            "@gear_ratio",
            "motor revolutions per revolution of the joint",
            holds="number",
            quantity="gear_ratio",
        ),
        Extension(
            "Dynamics",
            "@motor_inertia",
            "inertia of the motor's rotor, before the gear",
            holds="number",
            unit="kg·m²",
            quantity="rotor_inertia",
        ),
        Extension(
            "Joint", _ENVELOPE, "velocity limit that shrinks near the position limits", "libfranka"
        ),
        Extension(
            "Joint",
            f"{_ENVELOPE}/@velocity_offset",
            "offset of the limit curve",
            "libfranka",
            "number",
            "m/s or rad/s",
        ),
        Extension(
            "Joint",
            f"{_ENVELOPE}/@deceleration_limit",
            "deceleration that the limit curve assumes",
            "libfranka",
            "number",
            "m/s² or rad/s²",
        ),
        Extension("Geometry", "@name", "label written by exporters", NO_READER, "text"),
    ),
)
