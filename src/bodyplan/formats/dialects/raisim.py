"""RaiSim, and the rotor parameters that training environments write."""

from bodyplan.spec.raw import NO_READER, Dialect, Extension

DIALECT = Dialect(
    title="RaiSim",
    about="Springs and reflected inertia in `<dynamics>`.",
    reader="RaiSim",
    source="raisimLib issue 63",
    urdf=(
        Extension(
            "Dynamics",
            "@rotor_inertia",
            "inertia of the rotor, times the gear ratio squared",
            holds="number",
            unit="kg or kg·m²",
            quantity="armature",
        ),
        Extension(
            "Dynamics",
            "@stiffness",
            "stiffness of a spring at the joint",
            holds="number",
            unit="N/m or N·m/rad",
            quantity="spring_stiffness",
        ),
        Extension(
            "Dynamics",
            "@armature",
            "reflected inertia of the rotor, named as in MJCF",
            NO_READER,
            "number",
            "kg or kg·m²",
            "armature",
        ),
    ),
)
