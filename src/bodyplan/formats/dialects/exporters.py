"""Names that exporters and tutorials write, and that no parser reads."""

from bodyplan.spec.raw import NO_READER, Dialect, Extension

DIALECT = Dialect(
    title="Exporters",
    about="Harmless names from exporters and templates.",
    reader=NO_READER,
    source="robotiq_2f of doosan-robot; kuka_robot_descriptions; gbionics/adam issue 139",
    urdf=(
        Extension("Inertia", "@iyx", "lower triangle of the inertia, equal to ixy", holds="number"),
        Extension("Inertia", "@izx", "lower triangle of the inertia, equal to ixz", holds="number"),
        Extension("Inertia", "@izy", "lower triangle of the inertia, equal to iyz", holds="number"),
        Extension("Robot", "version", "version of the generated file", holds="text"),
        Extension(
            "Actuator",
            "motorInertia",
            "inertia of the motor's rotor",
            holds="number",
            unit="kg·m²",
            quantity="rotor_inertia",
        ),
        Extension(
            "Hardware", "properties", "properties; they belong next to `<hardware>`, not inside it"
        ),
    ),
)
