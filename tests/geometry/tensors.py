"""Tensors, angles and lengths of all kinds, and tensors as matrices."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

ELEMENT = st.one_of(
    st.just(0.0),
    st.just(1.0),
    st.floats(-1, 1).map(lambda x: round(x, 15)),
    st.floats(-1e-9, 1e-9).map(lambda x: round(x, 18)),
)
TENSORS = st.tuples(*[ELEMENT] * 6)
SCALES = st.integers(-290, 290).map(lambda power: 10.0**power)
ANGLE = st.floats(-7, 7)
ANGLES = st.tuples(ANGLE, ANGLE, ANGLE)
SMALL = st.floats(-2, 2)
LENGTH = st.floats(1e-3, 5)


def matrix(tensor):
    """A tensor of six numbers as a matrix."""
    xx, xy, xz, yy, yz, zz = tensor
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
