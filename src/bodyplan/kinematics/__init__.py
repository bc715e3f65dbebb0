"""Kinematics and dynamics of a robot: pure functions of the robot and arrays.

Arrays are of NumPy, JAX or Torch, and results are of the same library. Arrays may have any number
of leading batch axes. In names such as X_RL, R is the frame of the first root link and L the frame
of a link. Velocities of floating, planar and ball joints are expressed in the moved joint frame,
linear first; this is the frame of the child link unless X_JC differs from the identity.
"""

from bodyplan.kinematics._configuration import difference, integrate
from bodyplan.kinematics._dynamics import (
    GRAVITY,
    center_of_mass,
    center_of_mass_jacobian,
    gravity_torque,
    inverse_dynamics,
    mass_matrix,
)
from bodyplan.kinematics._jacobian import Reference, frame_jacobian
from bodyplan.kinematics.bounds import (
    BoundViolation,
    OutOfBounds,
    bound_violations,
    out_of_bounds,
)
from bodyplan.kinematics.columns import (
    angle_columns,
    columns_of,
    quaternion_columns,
    with_positions,
)
from bodyplan.kinematics.configuration_file import (
    ConfigurationFileError,
    Configurations,
    read_configurations,
)
from bodyplan.kinematics.forward import forward_kinematics, poses_by_name
from bodyplan.kinematics.manipulability import Motion, manipulability
from bodyplan.kinematics.reach import Reach, reach

__all__ = [
    "GRAVITY",
    "BoundViolation",
    "ConfigurationFileError",
    "Configurations",
    "Motion",
    "OutOfBounds",
    "Reach",
    "Reference",
    "angle_columns",
    "bound_violations",
    "center_of_mass",
    "center_of_mass_jacobian",
    "columns_of",
    "difference",
    "forward_kinematics",
    "frame_jacobian",
    "gravity_torque",
    "integrate",
    "inverse_dynamics",
    "manipulability",
    "mass_matrix",
    "out_of_bounds",
    "poses_by_name",
    "quaternion_columns",
    "reach",
    "read_configurations",
    "with_positions",
]


def __dir__() -> list[str]:
    """Return the public names, without the modules of the package."""
    return __all__
