"""Application of the parameters of an include (`<experimental:params>`) to the included file.

    <include>
      <uri>model://arm</uri>
      <experimental:params>
        <link element_id="hand"><pose action="modify">0 0 1 0 0 0</pose></link>
        <visual element_id="hand::shell" action="remove"/>
      </experimental:params>
    </include>

The file on disk does not change: the result is a new document, whose text has the changes.

Source: libsdformat 12.3, ParamPassing.cc and parser.cc, and experiments with it.
"""

from __future__ import annotations

from itertools import islice
from xml.etree.ElementTree import Element as Node

from bodyplan.core import collector_paused, quoted, shown
from bodyplan.diag import did_you_mean
from bodyplan.formats.editing import EditError
from bodyplan.formats.sdf.including import Found, IncludeFault
from bodyplan.formats.sdf.model import Include
from bodyplan.formats.sdf.parameters._included_file import (
    Adopter,
    Finder,
    Item,
    ParameterPart,
    copied,
    is_changeable,
)
from bodyplan.formats.sdf.parameters._values import (
    classes,
    default_text,
    fault_in,
    has_description_file,
    is_refused,
    reads,
    value_of,
)
from bodyplan.formats.sdf.upgrade.draft import text_of
from bodyplan.spec import Element, Raw, spec_of
from bodyplan.spec.element import Field

_BETWEEN = "::"
_ACTIONS = ("add", "modify", "remove", "replace")
_OWN = ("element_id", "action")
"""Attributes that select the element and the action; they are not copied into the element."""
_FRAMES = frozenset({"link", "joint", "frame", "model"})
"""Tags of the elements of a model whose names must be unique among all of them."""
_MOST_HINTS = 20
"""The largest number of faults for which similar names are searched, which takes time."""
_NEAR_NAMES = 2_000
"""The largest number of names that are compared to find similar ones."""


def with_params(found: Found, params: Raw, find: Finder, adopt: Adopter) -> Found:
    """Apply the parameters of an include, and return the include with the changed document.

    Parameters that cannot be applied are ignored, and reported in the faults.

    Args:
        found: the resolution of the include, without parameters.
        params: the element ``<experimental:params>``.
        find: the function that resolves the includes in the included file.
        adopt: the function that is called with each document that the parameters change.
    """
    if not is_changeable(found):
        return found
    with collector_paused():
        change = _Change(ParameterPart(found, find))
        for node in params.node:
            change.apply(node)
        faults = (*found.faults, *change.faults)
        if not change.part.is_changed:
            return found._replace(faults=faults)
        try:
            made = change.part.made(adopt)
        except EditError as error:
            message = f"parameters of the include cannot be applied: {error}"
            return found._replace(faults=(*faults, IncludeFault(9, "", message)))
    return made._replace(faults=faults)


class _Change:
    """Applies the parameters of an include in the order of the file, and collects faults.

    Args:
        part: the included file.
    """

    def __init__(self, part: ParameterPart) -> None:
        self.part = part
        self.faults: list[IncludeFault] = []
        self._current = Raw(part.entity.node)
        self._hints = 0

    def _fault(self, number: int, message: str, hint: str | None = None) -> None:
        self.faults.append(IncludeFault(number, "", message, hint, element=self._current))

    def _remark(self, message: str) -> None:
        self._fault(0, message)

    # Application of one parameter

    def apply(self, node: Node) -> None:
        """Apply one parameter: a child of ``<experimental:params>``."""
        self._current = Raw(node)
        identifier, action = node.get("element_id"), node.get("action")
        tag = f"<{shown(node.tag)}>"
        if identifier is None:
            self._fault(4, f"{tag} in the parameters is ignored: missing element_id")
        elif _BETWEEN in identifier and not identifier.rpartition(_BETWEEN)[2]:
            message = f"element_id {quoted(identifier)} has no name after its last ::"
            self._fault(5, message)
        elif action is not None and action not in _ACTIONS:
            self._unknown_action(action)
        elif action == "add":
            self._add(node, identifier)
        else:
            found, parent = self._by_id(identifier, node.tag)
            if found is None:
                self._not_found(node.tag, identifier, parent)
            elif action is None:
                self._children(node, found)
            elif action == "modify":
                self._modify(node, found, parent)
            elif action == "remove":
                self._remove(node, found, parent)
            elif (new := self._new_by_file(node, found.part)) is not None:
                self._replace(found, parent, new)

    def _unknown_action(self, action: str) -> None:
        message = f"unknown action {quoted(action)} in the parameters"
        hint = did_you_mean(action, _ACTIONS) or f"use one of {', '.join(_ACTIONS)}"
        self._fault(5, message, hint)

    def _by_id(self, identifier: str, tag: str | None) -> tuple[Item | None, Item]:
        """Find an element by its identifier.

        The search is that of libsdformat: it enters the sibling with the longest matching name, and
        of several with this name only the first. Names of a single letter are not found, except as
        the whole identifier of the parent of an added element (``tag=None``).

        Args:
            identifier: names separated by ``::``.
            tag: the tag of the element; None for any tag.

        Returns:
            The element (None if not found), and the innermost parent that was found.
        """
        parent, start, longest = self.part.entity, 0, 0
        while True:
            children = parent.part.children(parent)
            whole = children.by_name.get(identifier) if tag is None else None
            if whole:
                return whole[0][1].entered(), parent
            item = children.longest(identifier, start)
            end = 0 if item is None else start + len(item.name or "") - 1
            inner = None if item is None or end <= longest else item.entered()
            if item is None or inner is None:
                return None, parent
            if end + 1 == len(identifier) and tag in (None, item.tag):
                return inner, parent
            parent, start, longest = inner, end, end
            if identifier.startswith(_BETWEEN, end + 1):
                start = end + 1 + len(_BETWEEN)

    def _not_found(self, tag: str, identifier: str, parent: Item) -> None:
        message = f"<{shown(tag)}> {quoted(identifier)} does not exist in the included file"
        self._fault(8, message, self._near(tag, identifier, parent))

    def _near(self, tag: str, identifier: str, parent: Item) -> str | None:
        """Return a hint for an element that is not found: similar names, or why it is not found."""
        self._hints += 1
        if self._hints > _MOST_HINTS:
            return None
        outer, _, name = identifier.rpartition(_BETWEEN)
        children = parent.part.children(parent)
        alike = [item for _, item in children.by_name.get(name, ())]
        if len(name) == 1 and any(item.tag == tag for item in alike):
            return "use a longer name; libsdformat does not find a name of a single letter"
        if parent is not self.part.entity and parent.name == name:
            first = f"{quoted(identifier)}, a <{shown(parent.tag)}>"
            return f"rename one of the siblings; libsdformat only finds the first, {first}"
        if self.part.entity.name == identifier.partition(_BETWEEN)[0]:
            return "remove the name of the model itself"
        known = children.by_tag.get(tag, ())
        names = [item.name for _, item in islice(known, _NEAR_NAMES) if item.name]
        before = f"{outer}{_BETWEEN}" if outer else ""
        return did_you_mean(name, names) and did_you_mean(
            identifier, [f"{before}{name}" for name in names]
        )

    # Adding and replacing whole elements

    def _add(self, node: Node, identifier: str) -> None:
        name, tag = node.get("name"), f"<{shown(node.tag)}>"
        if name is None:
            self._fault(4, f"{tag} to add has no name")
            return
        if not name.strip():
            self._fault(5, f"{tag} to add has an empty name")
            return
        known, _ = self._by_id(f"{identifier}{_BETWEEN}{name}", node.tag)
        if known is not None and node.tag != "plugin":
            self._twice(node.tag, name)
            return
        parent = self.part.entity
        if identifier:
            found, around = self._by_id(identifier, None)
            if found is None:
                self._not_found_to_add(identifier, around)
                return
            parent = found
        new = self._new_by_file(node, parent.part)
        if new is None:
            return
        if self._has(parent, node.tag, name) and node.tag != "plugin":
            self._twice(node.tag, name)
            return
        parent.part.add(parent, new)

    def _not_found_to_add(self, identifier: str, around: Item) -> None:
        message = f"parent {quoted(identifier)} does not exist in the included file"
        names = list(islice(around.part.children(around).by_name, _NEAR_NAMES))
        self._hints += 1
        hint = did_you_mean(identifier, names) if self._hints <= _MOST_HINTS else None
        self._fault(8, message, hint)

    def _twice(self, tag: str, name: str) -> None:
        what = "link, joint, frame or model" if tag in _FRAMES else f"<{shown(tag)}>"
        message = f"{what} {quoted(name.strip())} already exists in the included file"
        self._fault(2, message, "modify or replace it, or use another name")

    def _new_by_file(self, node: Node, part: ParameterPart) -> Node | None:
        """Create the element that a parameter adds; on an error, add a fault and return None."""
        if not has_description_file(node.tag):
            message = f"<{shown(node.tag)}> cannot be added or replaced"
            self._fault(9, message)
            return None
        return self._new(node, part, classes().get(node.tag), None)

    def _new(
        self, node: Node, part: ParameterPart, cls: type[Element] | None, field: Field | None
    ) -> Node | None:
        new = copied(part.draft, node, _OWN)
        if cls is not None:
            fault = fault_in(new, spec_of(cls, part.version), part)
        else:
            is_bad = field is not None and text_of(new) and not reads(field, text_of(new))
            fault = f"invalid value {quoted(text_of(new))}" if is_bad else None
        if fault is not None:
            self._fault(9, f"<{shown(node.tag)}> in the parameters is not valid: {fault}")
            return None
        return new

    def _replace(self, item: Item, parent: Item, new: Node) -> None:
        name = new.get("name")
        is_new = name is not None and name.strip() != item.name
        if name is not None and is_new and self._has(parent, item.node.tag, name):
            self._twice(item.node.tag, name)
        if item.include is not None and item.around is not None:
            outer = item.around.draft
            index = list(parent.node).index(item.include)
            parent.part.remove([item], parent)
            outer.put(parent.node, copied(outer, new), index)
            parent.part.forget(parent)
            return
        item.part.refill(item, new)
        parent.part.renamed(item, parent)

    def _has(self, parent: Item, tag: str, name: str) -> bool:
        """Return whether a child of a parent already has the name of a new element."""
        alike = _FRAMES if tag in _FRAMES else {tag}
        known = parent.part.children(parent).by_name.get(name.strip(), ())
        return any(item.tag in alike for _, item in known)

    # Changing children

    def _children(self, node: Node, item: Item) -> None:
        """Apply a parameter without an action: each of its children has its own action."""
        if not has_description_file(node.tag):
            self._fault(9, f"the children of <{shown(node.tag)}> cannot be changed")
            return
        if len(node) and item.include is not None:
            item.part.take_over(item)
        for child in node:
            self._current = Raw(child)
            action = child.get("action")
            if action is None:
                message = f"<{shown(child.tag)}> in the parameters has no action"
                self._fault(4, message, f"use one of {', '.join(_ACTIONS)}")
            elif action not in _ACTIONS:
                self._unknown_action(action)
            elif action == "modify":
                found = self._child(item, child, modify=True)
                if found is None:
                    self._no_child(item, child)
                else:
                    self._modify(child, found, item)
            elif action == "remove":
                found = self._child(item, child)
                if found is None:
                    self._no_child(item, child)
                else:
                    self._remove(child, found, item)
            else:
                self._new_child(child, item, action)

    def _new_child(self, node: Node, item: Item, action: str) -> None:
        spec = item.spec
        field = None if spec is None else spec.by_tag.get(node.tag)
        if field is None:
            message = f"<{shown(node.tag)}> is not allowed in <{shown(item.node.tag)}>"
            known = () if spec is None else spec.by_tag
            self._fault(9, message, did_you_mean(node.tag, known))
            return
        cls = field.elements[field.tags.index(node.tag)] if field.elements else None
        new = self._new(node, item.part, cls, field)
        if new is None or cls is Include:  # libsdformat ignores an added include
            return
        name = node.get("name")
        if action == "replace":
            found = self._child(item, node)
            if found is None:
                self._no_child(item, node)
            else:
                self._replace(found, item, new)
        elif not field.is_many and self._child(item, node) is not None:
            message = f"<{shown(node.tag)}> is ignored: <{shown(item.node.tag)}> already has one"
            self._remark(f"{message}; use action='replace'")
        elif name and node.tag != "plugin" and self._has(item, node.tag, name):
            self._twice(node.tag, name)
        else:
            item.part.add(item, new)

    def _child(self, item: Item, node: Node, *, modify: bool = False) -> Item | None:
        """Return the child of an element that an element of a parameter refers to, by tag and name.

        Args:
            item: the element of the included file.
            node: the element of the parameter; without a name, it refers to the first child with
                the tag.
            modify: whether an unknown name is a new name for the first child with the tag, so that
                this child is returned.
        """
        children = item.part.children(item)
        first = next((one for _, one in children.by_tag.get(node.tag, ())), None)
        name = node.get("name")
        if first is None:
            return self._assumed(item, node.tag) if name is None or modify else None
        if name is None:
            if first.name is not None and first.tag != "plugin":
                shown_name = quoted(first.name)
                self._remark(
                    f"<{shown(node.tag)}> without a name refers to the first one, {shown_name}"
                )
            return first.entered()
        known = (one for _, one in children.by_name.get(name, ()) if one.tag == node.tag)
        found = next(known, first if modify else None)
        return None if found is None else found.entered()

    def _assumed(self, item: Item, tag: str) -> Item | None:
        """Add a required child that the file omits, with its default value; else return None."""
        spec = item.spec
        field = None if spec is None else spec.by_tag.get(tag)
        if tag == "pose" and item.is_merged:  # merging models adds it
            return item.part.add(item, item.part.draft.make(tag))
        if field is None or not field.is_required_in(item.part.version) or field.is_many:
            return None
        return item.part.add(item, item.part.draft.make(tag, default_text(field)))

    def _no_child(self, item: Item, node: Node) -> None:
        name = node.get("name")
        called = f"<{shown(node.tag)}>{'' if name is None else ' ' + quoted(name)}"
        outer = item.name
        inside = f"<{shown(item.node.tag)}>{'' if outer is None else ' ' + quoted(outer)}"
        self._hints += 1
        hint = None
        if self._hints <= _MOST_HINTS:
            children = item.part.children(item)
            if name is not None and node.tag in children.by_tag:
                known = islice(children.by_tag[node.tag], _NEAR_NAMES)
                hint = did_you_mean(name, [one.name for _, one in known if one.name])
            else:
                hint = did_you_mean(node.tag, children.by_tag)
        spec = item.spec
        if hint is None and name is None and spec is not None and node.tag in spec.by_tag:
            hint = "use action='add' to add it"
        self._fault(8, f"{called} does not exist in {inside} of the included file", hint)

    def _remove(self, node: Node, item: Item, parent: Item) -> None:
        """Remove the element that a parameter refers to; if it has children, remove only these."""
        if not len(node):
            if text_of(node):
                self._remark(
                    f"<{shown(node.tag)}> is ignored: an element to remove must not have a text"
                )
            else:
                parent.part.remove([item], parent)
            return
        if item.include is not None:
            item.part.take_over(item)
        for child in node:
            found = self._child(item, child)
            if found is None:
                self._no_child(item, child)
            else:
                item.part.remove([found], item)

    # Modifying

    def _modify(self, node: Node, item: Item, parent: Item) -> None:
        """Set the attributes and texts that a parameter has in an element and its descendants."""
        if item.include is not None:
            item.part.take_over(item)
        waiting = [(node, item, parent)]
        while waiting:
            node, item, parent = waiting.pop()
            self._attributes(node, item, parent)
            if text_of(node):
                self._set_text(node, item, parent)
                continue
            inner = [
                (child, found, item)
                for child in node
                if (found := self._child_to_modify(child, item)) is not None
            ]
            waiting += reversed(inner)

    def _child_to_modify(self, node: Node, item: Item) -> Item | None:
        """Return the child that an element of a parameter refers to, if the element has children.

        If the element has none, modify the child here, and return None.
        """
        found = self._child(item, node, modify=True)
        if found is None:
            self._no_child(item, node)
            return None
        if text_of(node):
            if self._set_text(node, found, item):
                self._attributes(node, found, item)
            return None
        if len(node):
            return found
        value = value_of(found, item)
        if value is None:
            self._remark(f"<{shown(node.tag)}> in the parameters has no effect")
            return None
        found.part.draft.set_text(
            found.node, "" if value.field is None else default_text(value.field)
        )
        self._attributes(node, found, item)
        return None

    def _set_text(self, node: Node, item: Item, parent: Item) -> bool:
        """Set the text of an element; return False if the text is invalid."""
        value, text = value_of(item, parent), text_of(node)
        if value is None:
            return True
        fits = value.field is None or reads(value.field, text)
        if item.cls is not None:
            trial = Node(item.node.tag, dict(item.node.attrib))
            trial.text = text
            fits = fault_in(trial, spec_of(item.cls, item.part.version), item.part) is None
        if not fits:
            message = f"<{shown(item.node.tag)}> cannot be {quoted(text)}; it is not changed"
            self._fault(9, message)
            return False
        item.part.draft.set_text(item.node, text)
        return True

    def _attributes(self, node: Node, item: Item, parent: Item) -> None:
        spec, draft = item.spec, item.part.draft
        for name, text in _attributes_of(node).items():
            field = None if spec is None else spec.by_attribute.get(name)
            is_own = spec is None and name in item.node.attrib
            if field is None and not is_own and ":" not in name:
                message = f"unknown attribute {quoted(name)} on <{shown(item.node.tag)}>"
                known = item.node.attrib if spec is None else spec.by_attribute
                self._fault(5, message, did_you_mean(name, known))
                continue
            message = (
                f"attribute {quoted(name)} of <{shown(item.node.tag)}> cannot be {quoted(text)}"
            )
            if field is not None and is_refused(field, text):
                self._remark(f"{message}; it is not changed")
                continue
            is_new = name == "name" and text.strip() != item.name
            if is_new and self._has(parent, item.node.tag, text):
                self._twice(item.node.tag, text)
            draft.set_attribute(item.node, name, text)
            if name == "name":
                parent.part.renamed(item, parent)


def _attributes_of(node: Node) -> dict[str, str]:
    """Return the attributes that a parameter sets in the element."""
    return {name: text for name, text in node.attrib.items() if name not in _OWN}
