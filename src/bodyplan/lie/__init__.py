"""Rotations and poses as groups: arrays of NumPy, JAX or Torch in, the same kind out.

Every function takes any number of leading axes. Quaternions have their order in the name; twists
are linear first; R = Rz(yaw) Ry(pitch) Rx(roll).
"""

from bodyplan.lie import se3 as se3
from bodyplan.lie import so3 as so3
