"""Where links are, how they move and what moves them: pure functions of a robot and arrays.

Arrays of NumPy, JAX or Torch in, the same kind out; any number of leading batch axes. Frames are
those of the names: R the first root, L a link. Velocities of floating, planar and ball joints are
told in the frame of the child, linear first.
"""

from bodyplan.kinematics.bounds import OutOfBounds as OutOfBounds
from bodyplan.kinematics.bounds import out_of_bounds as out_of_bounds
from bodyplan.kinematics.configuration import difference as difference
from bodyplan.kinematics.configuration import integrate as integrate
from bodyplan.kinematics.dynamics import center_of_mass as center_of_mass
from bodyplan.kinematics.dynamics import center_of_mass_jacobian as center_of_mass_jacobian
from bodyplan.kinematics.dynamics import gravity_torque as gravity_torque
from bodyplan.kinematics.dynamics import inverse_dynamics as inverse_dynamics
from bodyplan.kinematics.dynamics import mass_matrix as mass_matrix
from bodyplan.kinematics.forward import forward_kinematics as forward_kinematics
from bodyplan.kinematics.jacobian import Reference as Reference
from bodyplan.kinematics.jacobian import frame_jacobian as frame_jacobian
from bodyplan.kinematics.manipulability import Motion as Motion
from bodyplan.kinematics.manipulability import manipulability as manipulability
from bodyplan.kinematics.reach import Reach as Reach
from bodyplan.kinematics.reach import reach as reach
from bodyplan.model.motion import GRAVITY as GRAVITY
