"""NVIDIA Isaac Sim and Isaac Gym: closed loops, extra frames, fixed joints that are not merged."""

from bodyplan.spec.raw import Dialect, Extension

_LOOP = "loop_joint"

DIALECT = Dialect(
    title="Isaac",
    about="Read by the URDF importers of Isaac Sim and Isaac Gym.",
    reader="Isaac Sim",
    source="Isaac Sim urdf-importer-extension, UrdfParser.cpp",
    urdf=(
        Extension(
            "Joint",
            "@dont_collapse",
            "keep this fixed joint when fixed joints are merged",
            "Isaac Sim and Isaac Gym",
            "flag",
        ),
        Extension(
            "Dynamics",
            "@spring_stiffness",
            "stiffness of a spring that pulls the joint to its reference",
            holds="number",
            unit="N/m or N·m/rad",
            quantity="spring_stiffness",
        ),
        Extension("Robot", _LOOP, "joint that closes a kinematic loop", quantity="loop_joint"),
        Extension("Robot", f"{_LOOP}/@name", "name of the loop joint", holds="text"),
        Extension("Robot", f"{_LOOP}/@type", "type of the loop joint", holds="text"),
        Extension("Robot", f"{_LOOP}/link1/@link", "first link", holds="text"),
        Extension(
            "Robot",
            f"{_LOOP}/link1/@xyz",
            "position of the loop joint in the frame of the first link",
            holds="numbers",
            unit="m",
        ),
        Extension("Robot", f"{_LOOP}/link2/@link", "second link", holds="text"),
        Extension(
            "Robot",
            f"{_LOOP}/link2/@xyz",
            "position of the loop joint in the frame of the second link",
            holds="numbers",
            unit="m",
        ),
        Extension("Robot", "fixed_frame", "named frame fixed to a link"),
        Extension("Sensor", "@isaac_sim_config", "name of a sensor preset", holds="text"),
        Extension("Ray", "@isaac_sim_config", "name of a sensor preset", holds="text"),
    ),
)
