"""Mass properties written into a description: only the numbers that differ, in few digits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bodyplan.conversion.sdf_pose import EULER, transform_of
from bodyplan.conversion.urdf_elements import transform_of as urdf_transform_of
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
"""Digits of the largest of numbers that belong together; the others end at the same place. What is
left out is less than a thousand millionth of the largest."""

UNREADABLE = frozenset(("X103", "X104", "X105", "X106", "D134"))
"""Findings about what is missing or does not read as a number; something else is taken for it."""
LinkElement = urdf.Link | sdf.Link
_ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
_EMPTY = urdf.Inertia(ixx=0.0, ixy=0.0, ixz=0.0, iyy=0.0, iyz=0.0, izz=0.0)


def unread_places(document: Document) -> frozenset[str]:
    """The paths of what is written in a document and cannot be read; a default stands for it."""
    return frozenset(one.where.path for one in document.diagnostics if one.code in UNREADABLE)


def mass_edits(
    document: Document, link: LinkElement, mass: Mass, unread: frozenset[str] | None = None
) -> list[Edit]:
    """The edits that give a link other mass properties; none where it has them.

    The axes of its inertia tensor stay as they are. Numbers that are the same within the
    digits that are written keep their text; what cannot be read is written anew.

    Args:
        document: that the link was read from.
        link: the element.
        mass: expressed in the frame of the link.
        unread: what ``unread_places`` gives; to be asked once where many links change.

    Raises:
        NotInDocumentError: the link is not from this document.
        ValueError: a number is not finite.
    """
    told = unread_places(document) if unread is None else unread
    if isinstance(link, sdf.Link):
        return _sdf_edits(document, link, mass, told)
    return _urdf_edits(document, link, mass, told)


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
    told = _with_unchanged_digits(
        tuple(getattr(old.inertia, name) for name in _ENTRIES), new.inertia
    )
    inertial = replace(
        old,
        origin=origin,
        mass=_with_unchanged_digits((old.mass,), (new.mass,))[0],
        inertia=replace(old.inertia, **dict(zip(_ENTRIES, told, strict=True))),
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
    if transform_of(pose) is None:  # no pose: written anew
        plain = (*new.origin.p, 0.0, 0.0, 0.0)
        pose = replace(pose, value=plain, degrees=False, rotation_format=EULER)
    elif rounded_together(pose.value[:3], _size(mass)) != new.origin.p:
        pose = replace(pose, value=(*new.origin.p, *pose.value[3:]))
    if old.inertia is not None:
        told = _with_unchanged_digits(
            tuple(getattr(old.inertia, name) for name in _ENTRIES), new.inertia
        )
        tensor = replace(old.inertia, **dict(zip(_ENTRIES, told, strict=True)))
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
    """The edits of fields that stay as they are, where the text says what cannot be read.

    Args:
        document: that the old value was read from.
        unread: the paths of what cannot be read.
        old: what it was read as: a default stands for what cannot be read.
        new: what it shall be.
        places: for each field the place of its text in the element, as paths of findings have it.
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
    """The same in few digits: mass, centre and inertia each in ``DIGITS`` digits of their largest.

    A body that is possible stays so; if rounding would break it, the inertia keeps all digits.
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
    """Numbers that end at the same decimal place: the last of ``DIGITS`` digits of the largest.

    Args:
        numbers: of one kind.
        least: a magnitude that counts as one of them, so that what is nothing beside it vanishes.
    """
    return _ending_at(numbers, max(least, *map(abs, numbers)))


def _ending_at(numbers: Sequence[float], largest: float) -> tuple[float, ...]:
    """Numbers rounded to the last of ``DIGITS`` digits of the largest."""
    if not 0.0 < largest < 1e300:  # beyond, rounding may lead out of what numbers can be
        return tuple(numbers)
    places = DIGITS - 1 - math.floor(math.log10(largest))
    if places > 300:  # beyond what Python rounds to
        return tuple(numbers)
    return tuple(round(number, places) + 0.0 for number in numbers)


def _size(mass: Mass) -> float:
    """How large the body is, beside which a position may be nothing [m]."""
    if not mass.mass > 0.0 or not all(map(math.isfinite, (mass.mass, *mass.inertia))):
        return 0.0
    return radius_of_gyration(mass)


def _with_unchanged_digits(old: Sequence[float], new: Sequence[float]) -> tuple[float, ...]:
    """The new numbers, those that are the same in their digits as they were."""
    if not all(map(math.isfinite, old)):
        return tuple(new)
    same = _ending_at(old, max(map(abs, new)))
    return tuple(
        before if short == after else after
        for before, short, after in zip(old, same, new, strict=True)
    )
