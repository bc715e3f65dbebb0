"""Rotations and poses as Lie groups, for arrays of NumPy, JAX or Torch.

Results are arrays of the same library. Every function accepts any number of leading axes. The order
of quaternions is in the names; twists are linear first; R = Rz(yaw) Ry(pitch) Rx(roll).
"""

from bodyplan.lie import se3 as se3
from bodyplan.lie import so3 as so3
