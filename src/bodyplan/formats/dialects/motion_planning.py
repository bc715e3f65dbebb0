"""Motion planning: extensions for Tesseract, for self-collision checkers, and others in SRDF."""

from bodyplan.spec.raw import NO_READER, Dialect, Extension

DIALECT = Dialect(
    title="Motion planning",
    about="Extensions of SRDF by Tesseract, and shapes for self-collision checking in URDF.",
    reader="Tesseract",
    source="tesseract_srdf; open_manipulator_moveit_config; iiwa_description",
    urdf=(
        Extension(
            "Link",
            "self_collision_checking",
            "shape for self-collision checking",
            "the self-collision checkers of RCPRG",
        ),
    ),
    srdf=(
        Extension("Robot", "kinematics_plugin_config", "YAML file of the kinematics plugins"),
        Extension("Robot", "contact_managers_plugin_config", "YAML file of the collision plugins"),
        Extension("Robot", "calibration_config", "YAML file of calibrated joint origins"),
        Extension("Robot", "collision_margins", "distances below which links collide"),
        Extension("Robot", "group_tcps", "tool centre points of a group"),
        Extension("Robot", "group_opw", "parameters of the analytic inverse kinematics"),
        Extension(
            "Group",
            "passive_joint",
            "passive joint of the group; srdfdom reads it directly in `<robot>` only",
            NO_READER,
        ),
    ),
)
