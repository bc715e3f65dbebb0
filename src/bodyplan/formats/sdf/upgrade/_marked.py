"""Conversion rules for moved values and changed defaults, made from the element classes.

The classes mark both with ``Was``. libsdformat's own conversion from 1.0 searches for some values
in the wrong place (clip, save and depth_camera of a camera; limit and suspension in the ODE block
of a joint). This module uses the place that SDFormat 1.0 defines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from bodyplan.formats.sdf.joint import Limit
from bodyplan.formats.sdf.root import Root
from bodyplan.formats.sdf.scene import GuiCamera
from bodyplan.formats.sdf.surface import FrictionOde
from bodyplan.formats.sdf.upgrade._rule import AttributeName, Default, Held, Inner, Rule, Tag
from bodyplan.formats.sdf.upgrade.draft import IN_STATE
from bodyplan.spec import Element, Version, reachable, spec_of
from bodyplan.spec.element import Field

_APART = (Limit, FrictionOde, GuiCamera)
"""Elements without rules from here: they have rules elsewhere, or only the spelling changed."""


def marked(lower: Version, upper: Version) -> tuple[Rule, ...]:
    """Return the rules for values whose location or default differs between two versions.

    Args:
        lower: the older version.
        upper: the newer version, which is the next one.
    """
    moved: list[Rule] = []
    defaults: list[Rule] = []
    for cls, where, fields in _changing():
        moved += _moved(where, fields, lower)
        if cls not in _APART:
            changes = changed_defaults(cls, lower, upper)
            defaults += [Default(where, tag, old, new) for tag, old, new in changes]
    return (*moved, *defaults)


def changed_defaults(
    cls: type[Element], lower: Version, upper: Version
) -> Iterator[tuple[str, str, str]]:
    """Yield the children of an element whose default changed: tag, old and new default."""
    for field in spec_of(cls).all_fields:
        if not field.mark.was:
            continue
        old, new = field.at(lower).default, field.at(upper).default
        has_it = field.exists_in(upper) and field.first_after(upper) is None
        if old != new and has_it and field.codec is not None:
            before, since = (field.codec.format(one).replace("e+", "e") for one in (old, new))
            yield field.tags[0], before, since


def _moved(where: str, fields: list[Field], lower: Version) -> Iterator[Rule]:
    """Yield the rules for values of an element that moved after the version ``lower``.

    Args:
        where: the paths of the element, as in ``Rule.where``.
        fields: the changed fields of the element.
        lower: the last version with the old location.
    """
    names: list[str] = []
    for field in fields:
        place = next((was.place for was in field.history if was.until == lower), None)
        if place is None:
            continue
        old, _, attribute = place.partition("@")
        new = field.tags[0] if field.tags else field.xml
        if not attribute:
            yield Tag(where, old, new)
        elif field.place == "attribute":
            yield AttributeName(where, attribute, new)
        elif old:
            yield Held(where, old.rstrip("/"), attribute, new)
        else:
            names.append(attribute if attribute == new else f"{attribute}>{new}")
    if names:
        yield Inner(where, " ".join(names))


@cache
def _changing() -> tuple[tuple[type[Element], str, list[Field]], ...]:
    """Return each element class with changes between versions: class, paths, changed fields."""
    found = []
    for cls, where in _paths().items():
        fields = [field for field in spec_of(cls).all_fields if field.mark.was]
        # fields of the same class first, because a downgrade renames them last
        fields.sort(key=lambda field: cls not in field.elements)
        if fields:
            found.append((cls, where, [field for field in fields if not field.mark.gap]))
    return tuple(found)


def _paths() -> dict[type[Element], str]:
    """Return the paths of each element class, as in ``Rule.where``: "joint/axis joint/axis2".

    The paths inside states are included, with "~" before the last tag.
    """
    tags: dict[type[Element], dict[str, None]] = defaultdict(dict, {Root: {Root.TAG: None}})
    holders: dict[type[Element], dict[tuple[type[Element], str], None]] = defaultdict(dict)
    for cls in reachable(Root):
        for field in spec_of(cls).all_fields:
            for inner, tag in zip(field.elements, field.tags, strict=False):
                tags[inner][tag] = None
                holders[inner][cls, tag] = None
    return {
        cls: " ".join(
            f"{outer}/{mark}{tag}"
            for around, tag in places
            for outer in tags[around]
            for mark in ("", IN_STATE)
        )
        for cls, places in holders.items()
    }
