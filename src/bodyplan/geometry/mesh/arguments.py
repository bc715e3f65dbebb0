"""Checks the arguments of functions on meshes."""

from __future__ import annotations

import math
from numbers import Real
from typing import TYPE_CHECKING, Any

from bodyplan.core import shown
from bodyplan.geometry.mesh.error import MeshError

if TYPE_CHECKING:
    from bodyplan.model.transform import Vec3


def factors_of(scale: object) -> Vec3:
    """Return the factor along each axis; a single number scales all three.

    Raises:
        MeshError: the scale is not a number or three numbers, or is not finite.
    """
    factors = _three((scale, scale, scale) if isinstance(scale, Real) else scale)
    if factors is None or not all(map(math.isfinite, factors)):
        raise MeshError(f"scale must be a number or three numbers, got {_shown(scale)}")
    return factors


def point_of(point: object) -> Vec3:
    """Return the coordinates of a point.

    Raises:
        MeshError: the point does not consist of three numbers.
    """
    coordinates = _three(point)
    if coordinates is None:
        raise MeshError(f"point must be three numbers, got {_shown(point)}")
    return coordinates


def _three(given: Any) -> Vec3 | None:
    """Return a sequence of three numbers as a tuple; None for anything else."""
    try:
        x, y, z = given
        return None if isinstance(given, str | bytes) else (float(x), float(y), float(z))
    except (TypeError, ValueError, OverflowError):
        return None


def check_density(density: object) -> None:
    """Check that a density is a positive, finite number.

    Raises:
        MeshError: the density is not positive or not finite.
    """
    if not isinstance(density, Real) or not 0.0 < float(density) < math.inf:
        raise MeshError(f"density must be a positive number, got {_shown(density)}")


def _shown(given: object) -> str:
    """Return a short representation of a value for a message."""
    shape = getattr(given, "shape", ())
    return shown(repr(given), 60) if shape in {(), (3,)} else f"an array of shape {shape}"
