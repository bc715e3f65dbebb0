"""Edits of mass properties: only the numbers that differ, with few digits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bodyplan.conversion.sdf.pose import EULER, transform_of
from bodyplan.conversion.urdf.declared_parts import transform_of as urdf_transform_of
from bodyplan.core import replace
from bodyplan.formats import sdf, urdf
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.pose import IDENTITY as SDF_IDENTITY
from bodyplan.geometry.solids import Mass
from bodyplan.inertia.mass import flaws, inertial_of, radius_of_gyration
from bodyplan.model import IDENTITY, Inertial, Transform
from bodyplan.spec import Element, change
from bodyplan.text import Edit

DIGITS = 10
"""Related numbers, such as the entries of an inertia, are rounded to the same decimal place, so
that the largest of them has this many significant digits. The rounding error is less than
a billionth of the largest number.
"""

UNREADABLE = frozenset(("X103", "X104", "X105", "X106", "D134"))
"""Codes of diagnostics about missing or invalid numbers, for which a default is assumed."""
LinkElement = urdf.Link | sdf.Link
_ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
_EMPTY = urdf.Inertia(ixx=0.0, ixy=0.0, ixz=0.0, iyy=0.0, iyz=0.0, izz=0.0)


def unread_places(document: Document) -> frozenset[str]:
    """Return the paths of invalid values in a document, for which a default is assumed."""
    return frozenset(one.where.path for one in document.diagnostics if one.code in UNREADABLE)


def mass_edits(
    document: Document, link: LinkElement, mass: Mass, unread: frozenset[str] | None = None
) -> list[Edit]:
    """Return the edits that set the mass properties of a link; empty if nothing changes.

    The axes of the inertia tensor do not change. Numbers that are equal within the written digits
    keep their text; invalid values are replaced.

    Args:
        document: the document of the link.
        link: the element.
        mass: the mass properties, expressed in the link frame.
        unread: the result of ``unread_places``, if already computed.

    Raises:
        NotInDocumentError: the link is not from this document.
        ValueError: a number is not finite.
    """
    invalid = unread_places(document) if unread is None else unread
    if isinstance(link, sdf.Link):
        return _sdf_edits(document, link, mass, invalid)
    return _urdf_edits(document, link, mass, invalid)


def _urdf_edits(
    document: Document, link: urdf.Link, mass: Mass, unread: frozenset[str]
) -> list[Edit]:
    old = link.inertial
    X_LI = IDENTITY if old is None else urdf_transform_of(old.origin) or IDENTITY
    new = rounded(inertial_of(mass, X_LI.R))
    tensor = replace(_EMPTY, **dict(zip(_ENTRIES, new.inertia, strict=True)))
    if old is None:
        origin = urdf.IDENTITY if not any(new.origin.p) else urdf.Pose(xyz=new.origin.p)
        inertial = urdf.Inertial(origin=origin, mass=new.mass, inertia=tensor)
        return change.insertions(document, link, inertial)
    origin = old.origin
    if origin is urdf.IDENTITY or urdf_transform_of(origin) is None:
        origin = urdf.Pose(xyz=new.origin.p) if any(new.origin.p) else origin
    elif rounded_together(origin.xyz, _size(mass)) != new.origin.p:
        origin = replace(origin, xyz=new.origin.p)
    moments = _with_unchanged_digits(
        tuple(getattr(old.inertia, name) for name in _ENTRIES), new.inertia
    )
    inertial = replace(
        old,
        origin=origin,
        mass=_with_unchanged_digits((old.mass,), (new.mass,))[0],
        inertia=replace(old.inertia, **dict(zip(_ENTRIES, moments, strict=True))),
    )
    edits = change.diff(document, old, inertial)
    places = {"xyz": "/@xyz", "rpy": "/@rpy"}
    return [*edits, *_repaired_fields(document, unread, old.origin, origin, places)]


def _sdf_edits(
    document: Document, link: sdf.Link, mass: Mass, unread: frozenset[str]
) -> list[Edit]:
    old = link.inertial
    X_LI = IDENTITY if old is None else transform_of(old.pose) or IDENTITY
    new = rounded(inertial_of(mass, X_LI.R))
    tensor = replace(sdf.Inertia(), **dict(zip(_ENTRIES, new.inertia, strict=True)))
    if old is None:
        pose = (
            SDF_IDENTITY
            if not any(new.origin.p)
            else sdf.Pose(value=(*new.origin.p, 0.0, 0.0, 0.0))
        )
        inertial = sdf.Inertial(pose=pose, mass=new.mass, inertia=tensor)
        return change.insertions(document, link, inertial)
    pose = old.pose
    if transform_of(pose) is None:  # invalid pose: replaced
        plain = (*new.origin.p, 0.0, 0.0, 0.0)
        pose = replace(pose, value=plain, degrees=False, rotation_format=EULER)
    elif rounded_together(pose.value[:3], _size(mass)) != new.origin.p:
        pose = replace(pose, value=(*new.origin.p, *pose.value[3:]))
    if old.inertia is not None:
        moments = _with_unchanged_digits(
            tuple(getattr(old.inertia, name) for name in _ENTRIES), new.inertia
        )
        tensor = replace(old.inertia, **dict(zip(_ENTRIES, moments, strict=True)))
    (weight,) = _with_unchanged_digits((old.mass,), (new.mass,))
    new_inertial = replace(old, pose=pose, mass=weight, inertia=tensor)
    edits = change.diff(document, old, new_inertial)
    edits += _repaired_fields(document, unread, old, new_inertial, {"mass": "/mass"})
    if old.inertia is not None:
        entries = {entry: f"/{entry}" for entry in _ENTRIES}
        edits += _repaired_fields(document, unread, old.inertia, tensor, entries)
    return edits + _repaired_fields(document, unread, old.pose, pose, {"value": ""})


def _repaired_fields(
    document: Document,
    unread: frozenset[str],
    old: Element,
    new: Element,
    places: Mapping[str, str],
) -> list[Edit]:
    """Return the edits that replace invalid texts whose default happens to equal the new value.

    An invalid text is read as the default, so the old and new values do not differ.

    Args:
        document: the document of the old value.
        unread: the paths of invalid values.
        old: the value as read, with defaults for invalid values.
        new: the new value.
        places: the path of each field in the element, as in diagnostics.
    """
    if not unread or document.node(old) is None:
        return []
    path = document.place(old).path
    fields = {
        name: getattr(new, name)
        for name, place in places.items()
        if path + place in unread and getattr(old, name) == getattr(new, name)
    }
    return change.set_fields(document, old, **fields)


def rounded(inertial: Inertial) -> Inertial:
    """Return an inertial whose mass, centre and inertia are each rounded to ``DIGITS`` digits.

    A valid inertia stays valid: if rounding would make it invalid, it keeps all digits.
    """
    size = _size(Mass(inertial.mass, inertial.origin.p, inertial.inertia))
    x, y, z = rounded_together(inertial.origin.p, size)
    xx, xy, xz, yy, yz, zz = rounded_together(inertial.inertia)
    (mass,) = rounded_together((inertial.mass,))
    tensor = (xx, xy, xz, yy, yz, zz)
    before = flaws(
        Mass(inertial.mass, inertia=inertial.inertia), positive=0.0, triangle=0.0, is_exact=True
    )
    if not before and flaws(Mass(mass, inertia=tensor), positive=0.0, triangle=0.0, is_exact=True):
        tensor = inertial.inertia
    return Inertial(mass, Transform(inertial.origin.R, (x, y, z)), tensor)


def rounded_together(numbers: Sequence[float], least: float = 0.0) -> tuple[float, ...]:
    """Round numbers to the same decimal place: the last of ``DIGITS`` digits of the largest.

    Args:
        numbers: related numbers of the same unit.
        least: a lower bound for the largest number, so that negligible numbers become zero.
    """
    return _ending_at(numbers, max(least, *map(abs, numbers)))


def _ending_at(numbers: Sequence[float], largest: float) -> tuple[float, ...]:
    """Return numbers rounded to the last of ``DIGITS`` digits of the largest."""
    if not 0.0 < largest < 1e300:  # larger numbers may overflow when rounded
        return tuple(numbers)
    places = DIGITS - 1 - math.floor(math.log10(largest))
    if places > 300:  # beyond the range of round()
        return tuple(numbers)
    return tuple(round(number, places) + 0.0 for number in numbers)


def _size(mass: Mass) -> float:
    """Return the radius of gyration [m], which sets the precision of positions; 0 if invalid."""
    if not mass.mass > 0.0 or not all(map(math.isfinite, (mass.mass, *mass.inertia))):
        return 0.0
    return radius_of_gyration(mass)


def _with_unchanged_digits(old: Sequence[float], new: Sequence[float]) -> tuple[float, ...]:
    """Return the new numbers, but keep each old number that rounds to the new number."""
    if not all(map(math.isfinite, old)):
        return tuple(new)
    same = _ending_at(old, max(map(abs, new)))
    return tuple(
        before if short == after else after
        for before, short, after in zip(old, same, new, strict=True)
    )
