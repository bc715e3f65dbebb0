"""Replacing inertias that no rigid body can have, and that simulators reject."""

from __future__ import annotations

from bodyplan import model
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.core import replace
from bodyplan.geometry.solids import InertiaTensor, Mass
from bodyplan.inertia.correction import corrected
from bodyplan.inertia.plausibility import rounded
from bodyplan.inertia.tensor import is_finite, is_point
from bodyplan.model.transform import ORIGIN

SMALL_RADIUS = 1e-3
"""Radius of the solid sphere whose inertia is assumed for a link with mass but no inertia [m]."""
_LARGEST = 1e300
"""Largest accepted mass and moment of inertia [kg, kg m²]; sums of larger values may overflow."""


_THIN = 1e-12
"""Amount by which two moments of a flat body are increased, as a share of the largest principal
moment. libsdformat computes the principal moments A ≤ B ≤ C, and rejects A + B < C even if only
rounding causes it."""


def not_flat(tensor: InertiaTensor) -> InertiaTensor:
    """Return an inertia that libsdformat accepts; the inertia of a flat body is increased."""
    xx, xy, xz, yy, yz, zz = tensor
    if not (xy or xz or yz):
        return tensor
    half = 0.5 * (xx + yy + zz)  # the second moments of a flat body have determinant 0
    x, y, z = half - xx, half - yy, half - zz
    determinant = x * (y * z - yz * yz) - xy * (xy * z + yz * xz) - xz * (xy * yz + xz * y)
    if not abs(determinant) <= _THIN * half * half * half:
        return tensor
    more = _THIN * half
    return xx + more, xy, xz, yy + more, yz, zz + more


def possible_inertial(link: model.Link, log: RobotLossLog) -> model.Inertial | None:
    """Return the inertial of a link with the nearest inertia that a rigid body can have.

    Return None if the mass is negative, or if numbers are too large for computations.

    Args:
        link: the link.
        log: collects the loss if the inertia changes.

    Returns:
        The same object if its inertia is possible or its mass is zero.
    """
    inertial = link.inertial
    if inertial is None:
        return None
    if inertial.mass < 0.0 or max(inertial.mass, *map(abs, inertial.inertia)) > _LARGEST:
        what = "its mass is negative" if inertial.mass < 0.0 else "its numbers are too large"
        reason = f"{what}, and simulators reject it"
        log.add("dropped", link, "inertial", reason, changes_meaning=True)
        return None
    if not inertial.mass > 0.0 or not is_finite(inertial.inertia):
        return inertial
    if is_point(inertial.inertia, inertial.mass):
        moment = 0.4 * inertial.mass * SMALL_RADIUS**2
        reason = f"simulators reject mass without inertia; inertia of a sphere of {1e3 * SMALL_RADIUS:g} mm radius is assumed"
        log.add("assumed", link, "inertia", reason)
        return replace(inertial, inertia=(moment, 0.0, 0.0, moment, 0.0, moment))
    found = corrected(Mass(inertial.mass, ORIGIN, inertial.inertia)).inertia
    if found == inertial.inertia:
        return inertial
    reason = "no rigid body has this inertia, and simulators reject it; the nearest one is written"
    log.add("approximated", link, "inertia", reason)
    return replace(inertial, inertia=rounded(found))
