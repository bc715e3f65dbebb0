"""ANYmal: limits of the drives, and shapes that filter the robot out of point clouds."""

from bodyplan.spec.raw import Dialect, Extension

DIALECT = Dialect(
    title="ANYmal",
    about="Written by the descriptions of ANYbotics.",
    reader="ANYmal's control software",
    source="anymal_b_simple_description, anymal_c_simple_description",
    urdf=(
        Extension(
            "Limit",
            "@command_effort",
            "largest effort that may be commanded",
            holds="number",
            unit="N or N·m",
        ),
        Extension("Limit", "@current", "largest current of the motor", holds="number", unit="A"),
        Extension(
            "Limit",
            "@gear_velocity",
            "largest velocity at the gear",
            holds="number",
            unit="rad/s",
        ),
        Extension("Link", "self_filter", "shape whose points are removed from point clouds"),
    ),
)
