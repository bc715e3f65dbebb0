"""Where links are, how they move and what moves them: pure functions of a robot and arrays.

Arrays of NumPy, JAX or Torch in, the same kind out; any number of leading batch axes. Frames are
those of the names: R the first root, L a link. Velocities of floating, planar and ball joints are
told in the frame of the child, linear first.
"""

from bodyplan.kinematics.bounds import OutOfBounds, out_of_bounds
from bodyplan.kinematics.configuration import difference, integrate
from bodyplan.kinematics.dynamics import (
    GRAVITY,
    center_of_mass,
    center_of_mass_jacobian,
    gravity_torque,
    inverse_dynamics,
    mass_matrix,
)
from bodyplan.kinematics.forward import forward_kinematics
from bodyplan.kinematics.jacobian import Reference, frame_jacobian
from bodyplan.kinematics.manipulability import Motion, manipulability
from bodyplan.kinematics.reach import Reach, reach

__all__ = [
    "GRAVITY",
    "Motion",
    "OutOfBounds",
    "Reach",
    "Reference",
    "center_of_mass",
    "center_of_mass_jacobian",
    "difference",
    "forward_kinematics",
    "frame_jacobian",
    "gravity_torque",
    "integrate",
    "inverse_dynamics",
    "manipulability",
    "mass_matrix",
    "out_of_bounds",
    "reach",
]


def __dir__() -> list[str]:
    """What is for users: no modules of the package."""
    return __all__
