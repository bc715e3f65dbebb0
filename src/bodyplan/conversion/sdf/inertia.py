"""The mass of SDFormat links: as declared, or computed from their collision shapes."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.conversion.loss import LossLog
from bodyplan.conversion.sdf.pose import pose_fault, transform_of
from bodyplan.conversion.sdf.shapes import shape_of
from bodyplan.core import Record
from bodyplan.formats import sdf
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.solids import InertiaTensor, Mass, combined, rotated, solid
from bodyplan.model import Transform
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.geometry.shapes import Resolve

DENSITY = 1000.0
"""Default density: the density of water [kg/m^3]."""
_UNKNOWN = "the volume of its shape is unknown"


def tensor_of(inertia: sdf.Inertia | None) -> InertiaTensor:
    """Return the entries of an inertia; the default is moments of 1 kg m^2."""
    t = inertia or sdf.Inertia()
    return t.ixx, t.ixy, t.ixz, t.iyy, t.iyz, t.izz


class LinkMass(Record):
    """The mass of a link.

    Args:
        mass: mass [kg], centre of mass in the link frame [m], and inertia about the centre of mass,
            along the axes of the link frame [kg m^2]; None without a valid mass.
        is_auto: whether the mass was computed from the collision shapes.
        without: collisions that do not contribute: their shape is unknown or has no volume or valid
            pose.
        ignored: fields of the inertial that are declared but ignored.
        reasons: for each collision of ``without``, the reason.
    """

    mass: Mass | None
    is_auto: bool = False
    without: tuple[sdf.Collision, ...] = ()
    ignored: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


def _mass_of(geometry: sdf.Geometry, density: float, resolve: Resolve | None) -> Mass | str:
    """Return the mass of a shape in its own frame, or the reason why it is unknown."""
    shape = shape_of(geometry, LossLog({}))
    if isinstance(shape, model.Mesh) and resolve is not None:
        from bodyplan.geometry.shapes import mass_of

        try:
            return mass_of(shape, density, resolve)
        except MeshError as error:
            return str(error)
    if shape is None or isinstance(shape, model.Mesh | model.Plane | model.OtherShape):
        return _UNKNOWN
    found = solid(shape, density)
    return found if found.mass > 0 and isfinite(found.mass) else _UNKNOWN


def link_mass(
    link: sdf.Link,
    is_written: Callable[[Element, str], bool] | None = None,
    resolve: Resolve | None = None,
    pose_of: Callable[[sdf.Collision], Transform | None] | None = None,
) -> LinkMass:
    """Return the mass of a link as libsdformat reads it.

    With ``auto``, it is the sum over the collision shapes. Their density is declared by the
    collision, else by the inertial; else it is 1000 kg/m^3. A declared mass scales the sum; a
    declared pose or inertia is ignored. A link without an inertial has a mass of 1 kg and moments
    of 1 kg m^2.

    Args:
        link: the link.
        is_written: returns whether a field is declared in the file, as ``document.written`` does;
            by default, whether the value differs from the default value.
        resolve: finds the file of a mesh by its URI; without it, the mass of meshes is unknown.
        pose_of: returns the pose of a collision in the link frame; without it, poses are assumed to
            be relative to the link.

    Source: libsdformat Link.cc, ResolveAutoInertials; Collision.cc, CalculateInertial.
    """
    inertial = link.inertial
    if inertial is None or not inertial.auto:
        return LinkMass(_written_mass(inertial))
    written = is_written or _differs
    density = inertial.density if written(inertial, "density") else DENSITY
    parts: list[Mass] = []
    without: list[sdf.Collision] = []
    reasons: list[str] = []
    for collision in link.collisions:
        own = collision.density if written(collision, "density") else density
        shape = _mass_of(collision.geometry, own, resolve)
        X_LG = transform_of(collision.pose) if pose_of is None else pose_of(collision)
        if isinstance(shape, Mass) and X_LG is not None:
            parts.append(shape.moved(X_LG))
            continue
        without.append(collision)
        reasons.append(shape if isinstance(shape, str) else "its pose cannot be resolved")
    total = combined(parts)
    if total is not None and written(inertial, "mass") and isfinite(inertial.mass):
        total = total.scaled(inertial.mass / total.mass)
    ignored = tuple(name for name in ("pose", "inertia") if written(inertial, name))
    return LinkMass(total, True, tuple(without), ignored, tuple(reasons))


def plain_mass(
    link: sdf.Link, is_written: Callable[[Element, str], bool] | None = None
) -> float | None:
    """Return only the mass of a link [kg], as ``link_mass`` does; None without a valid mass.

    Args:
        link: the link.
        is_written: returns whether a field is declared in the file; see ``link_mass``.
    """
    inertial = link.inertial
    if inertial is None or inertial.auto:
        found = link_mass(link, is_written).mass
        return None if found is None else found.mass
    return inertial.mass if pose_fault(inertial.pose) is None else None


def _written_mass(inertial: sdf.Inertial | None) -> Mass | None:
    """Return the declared mass, expressed in the link frame."""
    if inertial is None:
        return Mass(1.0, inertia=(1.0, 0.0, 0.0, 1.0, 0.0, 1.0))
    X_LI = transform_of(inertial.pose)
    if X_LI is None:
        return None
    return Mass(inertial.mass, X_LI.p, rotated(tensor_of(inertial.inertia), X_LI.R))


def _differs(value: Element, field: str) -> bool:
    return bool(getattr(value, field) != type(value)._defaults[field])
