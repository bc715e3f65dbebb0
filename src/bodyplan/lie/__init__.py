"""Rotations and poses as Lie groups, for arrays of NumPy, JAX or Torch.

Results are arrays of the same library as the arguments. Every function accepts any number of
leading (batch) axes. The names of functions contain the order of quaternions, such as ``xyzw``. In
twists, the linear part is first. Roll, pitch and yaw mean R = Rz(yaw) Ry(pitch) Rx(roll).
"""

from bodyplan.lie import se3 as se3
from bodyplan.lie import so3 as so3
