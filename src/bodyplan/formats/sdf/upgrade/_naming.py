"""Conversion rules for names: from 1.7 on, a joint cannot have the name of a link, for example."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade._rule import Context
from bodyplan.formats.sdf.upgrade.draft import Draft, child_of, children_of, is_opaque, text_of

_KINDS = ("model", "link", "joint", "frame")
"""Tags of the elements that have a frame; of two with the same name, the later kind is renamed."""
_SEPARATOR = "::"
_NO_SEPARATOR = "1.8 does not allow '::' in names"
_ATTRIBUTES = frozenset(
    {"attached_to", "relative_to", "expressed_in", "canonical_link", "placement_frame"}
)
_TEXTS = frozenset(
    {
        "parent",
        "child",
        "gripper_link",
        "palm_link",
        "placement_frame",
        "gearbox_reference_body",
    }
)
"""Tags whose text is a reference to a name; ``_ATTRIBUTES`` are attributes that are one."""


def unique_names(context: Context, around: Node) -> None:
    """Rename children of a model or world so that names are unique, for 1.7 and later.

    Source: libsdformat 12, Model.cc and World.cc: "_" and the tag are appended to the name of the
    element whose kind is later in ``_KINDS``, and a number if this name exists, too.
    """
    taken = {name for include in children_of(around, "include") if (name := _name(include))}
    for kind in _KINDS:
        own: set[str] = set()
        for part in children_of(around, kind):
            name = part.get("name", "")
            if name and name in taken and name not in own:
                new = _free(f"{name}_{kind}", taken)
                taken.add(new)
                _rename(context.draft, around, part, new)
            own.add(name)  # two of the same kind are an error in the file
            taken.add(name)


def _name(part: Node) -> str:
    """Return the name of an element; that of an include is in its child ``<name>``."""
    if part.tag != "include":
        return part.get("name", "")
    element = child_of(part, "name")
    return "" if element is None else text_of(element)


def _free(name: str, taken: set[str]) -> str:
    found, number = name, 0
    while found in taken:
        found, number = f"{name}{number}", number + 1
    return found


def _rename(draft: Draft, around: Node, part: Node, new: str) -> None:
    old = part.get("name", "")
    draft.set_attribute(part, "name", new)
    draft.changed(part, f"{part.tag} {old!r} becomes {new!r}: from 1.7 on names must be unique")
    if part.tag != "link":
        return
    for joint in children_of(around, "joint"):  # in old versions, these can only be links
        for end in (*children_of(joint, "parent"), *children_of(joint, "child")):
            if text_of(end) == old:
                draft.set_text(end, new)


# Names with separators, which 1.8 and later reject


def plain_names(context: Context, root: Node) -> None:
    """Replace ``::`` in the names that remain, such as those of collisions, for 1.8 and later."""
    stack = [root]
    while stack:
        node = stack.pop()
        inner = [child for child in node if not is_opaque(child)]
        named = [child for child in inner if _SEPARATOR in _name(child)]
        without_separators(context.draft, node, dict.fromkeys(named, _NO_SEPARATOR))
        stack += reversed(inner)


def without_separators(draft: Draft, around: Node, parts: Mapping[Node, str]) -> None:
    """Replace ``::`` in the names of elements, and in the references to them, by ``__``.

    Args:
        draft: the tree that is converted.
        around: the parent of the elements.
        parts: the elements, each with the reason for the reported loss.
    """
    if not parts:
        return
    taken = {_name(child) for child in around}
    renamed: dict[str, str] = {}
    for part, reason in parts.items():
        old = _name(part)
        if old not in renamed:
            renamed[old] = _free(old.replace(_SEPARATOR, "__"), taken)
            taken.add(renamed[old])
        element = child_of(part, "name") if part.tag == "include" else None
        if element is None:
            draft.set_attribute(part, "name", renamed[old])
        else:
            draft.set_text(element, renamed[old])
        draft.lost(part, f"name {old!r}", f"it becomes {renamed[old]!r}: {reason}")
    stack = [around]
    while stack:
        node = stack.pop()
        for attribute in _ATTRIBUTES & node.attrib.keys():
            draft.set_attribute(node, attribute, _replaced(node.attrib[attribute], renamed))
        if node.tag == "mimic" and "joint" in node.attrib:
            draft.set_attribute(node, "joint", _replaced(node.attrib["joint"], renamed))
        elif node.tag in _TEXTS and not len(node):
            draft.set_text(node, _replaced(text_of(node), renamed))
        # in a contact sensor, the text is the name of a collision
        elif node.tag == "collision" and not len(node):
            draft.set_text(node, renamed.get(text_of(node), text_of(node)))
        stack += [child for child in node if not is_opaque(child)]


def _replaced(reference: str, renamed: Mapping[str, str]) -> str:
    """Return a reference, with its longest prefix that is a renamed element replaced."""
    end = len(reference)
    while end > 0:
        if reference[:end] in renamed:
            return renamed[reference[:end]] + reference[end:]
        end = reference.rfind(_SEPARATOR, 0, end)
    return reference
