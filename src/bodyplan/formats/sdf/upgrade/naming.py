"""Names: up to 1.6 a joint could be called like a link; from 1.7 on all of a model are frames."""

from __future__ import annotations

from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade.draft import Draft, children_of, text_of
from bodyplan.formats.sdf.upgrade.rule import Context

_KINDS = ("model", "link", "joint", "frame")
"""What has a frame, in the order in which it gets its name."""


def unique_names(context: Context, model: Node) -> None:
    """Gives each part of a model a name that no part of another kind has.

    Source: libsdformat 12, Model.cc: the later kind gets its own tag behind its name, and a number
    where that is taken as well.
    """
    taken: set[str] = set()
    for kind in _KINDS:
        parts = children_of(model, kind)
        own = [part.get("name", "") for part in parts]
        clashes = taken.intersection(own)
        taken.update(own)
        for part, name in zip(parts, own, strict=True) if clashes else ():
            if name and name in clashes:
                clashes.discard(name)  # a second one of the same kind is a fault of the file
                new = _free(f"{name}_{kind}", taken)
                taken.add(new)
                _rename(context.draft, model, part, new)


def _free(name: str, taken: set[str]) -> str:
    found, number = name, 0
    while found in taken:
        found, number = f"{name}{number}", number + 1
    return found


def _rename(draft: Draft, model: Node, part: Node, new: str) -> None:
    old = part.get("name", "")
    draft.set_attribute(part, "name", new)
    draft.changed(part, f"{part.tag} {old!r} becomes {new!r}: from 1.7 on names must be unique")
    if part.tag != "link":
        return
    for joint in children_of(model, "joint"):  # in old files they speak of links
        for end in (*children_of(joint, "parent"), *children_of(joint, "child")):
            if text_of(end) == old:
                draft.set_text(end, new)
