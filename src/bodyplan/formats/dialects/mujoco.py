"""MuJoCo: the element ``<mujoco>`` in URDF files."""

from bodyplan.spec.raw import Dialect, Extension

DIALECT = Dialect(
    title="MuJoCo",
    about="MuJoCo reads `<compiler>`, `<option>` and `<size>` of this section, as in MJCF.",
    reader="MuJoCo",
    source="MuJoCo xml_urdf.cc; MuJoCo manual, URDF extensions",
    urdf=(
        Extension("Robot", "mujoco", "options of MuJoCo's compiler and solver"),
        Extension(
            "Robot",
            "mujoco/compiler/@meshdir",
            "folder of the meshes",
            holds="text",
        ),
        Extension(
            "Robot",
            "mujoco/compiler/@strippath",
            "drop the folders from the paths of meshes",
            holds="flag",
        ),
        Extension(
            "Robot", "mujoco/compiler/@discardvisual", "drop the visual geometry", holds="flag"
        ),
        Extension(
            "Robot", "mujoco/compiler/@fusestatic", "merge links without joints", holds="flag"
        ),
        Extension(
            "Robot",
            "mujoco/compiler/@balanceinertia",
            "repair inertias that violate the triangle inequality",
            holds="flag",
        ),
    ),
)
