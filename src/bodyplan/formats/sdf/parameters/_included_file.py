"""An included SDFormat file to which parameters are applied, and the files that it includes."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.editing import EditError, edited
from bodyplan.formats.sdf.common import NEWEST
from bodyplan.formats.sdf.including import Found
from bodyplan.formats.sdf.model import Include, Model
from bodyplan.formats.sdf.parameters.places import Changed, changed_of, moved
from bodyplan.formats.sdf.upgrade import upgrade
from bodyplan.formats.sdf.upgrade.draft import Draft, child_of, children_of, text_of
from bodyplan.formats.sdf.upgrade.edits import edits_of
from bodyplan.formats.sdf.world import World
from bodyplan.spec import Element, Spec, Version, spec_of
from bodyplan.spec.bind import by_class
from bodyplan.text import Edit

if TYPE_CHECKING:
    from pathlib import Path

    from bodyplan.formats.document import Document

Finder = Callable[["Document", Include], Found]
"""A function that resolves an include of a document: it returns the file and the entity."""
Adopter = Callable[["Document", dict[int, Found], dict[int, Include]], None]
"""A function called with each new document that results from parameters.

Its other arguments are the results of the includes that were changed too, and the original includes
for those that were not, both by ``id`` of the include in the new document."""

MOST_PARTS = 200
"""The largest number of nested includes that the parameters of one include may open."""
READ_BY: Version = (1, 9)
"""The version to which included files of older versions are converted before the changes."""
_MERGED = frozenset({"link", "model", "joint", "frame", "gripper", "plugin"})
"""Tags of the elements of a merged model that become elements of the surrounding model."""
_PLACED = frozenset({"link", "model"})
"""Tags of the elements of a merged model to which merging adds a missing pose."""
_OVERRIDES = ("pose", "static")


class Item(NamedTuple):
    """An element of an included file, or of a file that this file includes in turn.

    Args:
        part: the file that contains the element.
        node: the element in the changed tree of ``part``.
        cls: the class of the element; None for elements with only a value, and for custom elements.
        include: if the element is the model, light or actor of a nested include, the ``<include>``
            element.
        around: the file that contains ``include``; None without one.
        is_merged: whether the element is a link or model that an include with ``merge`` puts into
            another model.
        found: for a nested include that is not opened yet, its resolution; ``node`` is then the
            ``<include>`` element.
    """

    part: ParameterPart
    node: Node
    cls: type[Element] | None
    include: Node | None = None
    around: ParameterPart | None = None
    is_merged: bool = False
    found: Found | None = None

    @property
    def key(self) -> Node:
        """The node that represents the element among its siblings: the ``<include>``, if any."""
        return self.node if self.include is None else self.include

    @property
    def tag(self) -> str:
        """The tag of the element; for an unopened include, that of its model, light or actor."""
        entity = None if self.found is None else self.found.entity
        return self.node.tag if entity is None else entity.TAG

    @property
    def name(self) -> str | None:
        """The name by which the element is found in its parent; an include can override it."""
        include = self.include if self.found is None else self.node
        override = None if include is None else child_of(include, "name")
        if override is not None and text_of(override):
            return text_of(override)
        entity = None if self.found is None else self.found.entity
        name = self.node.get("name") if entity is None else getattr(entity, "name", None)
        return None if name is None else name.strip()

    def entered(self) -> Item | None:
        """Return this element; for an unopened include, open it and return its entity.

        Return None if the limit on opened files is reached.
        """
        return self if self.found is None else self.part.entered(self.node, self.found)

    @property
    def spec(self) -> Spec | None:
        """The declaration of the element; None for custom content."""
        return None if self.cls is None else spec_of(self.cls, self.part.version)


class _Children:
    """The children of an element, by name and by tag, in document order.

    Args:
        items: the children in document order.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self.by_name: dict[str, list[tuple[int, Item]]] = {}
        self.by_tag: dict[str, list[tuple[int, Item]]] = {}
        self.lengths: dict[int, int] = {}
        """The number of names of each length."""
        self._orders: dict[Node, int] = {}
        self._names: dict[Node, str] = {}
        for item in items:
            self.add(item)

    def add(self, item: Item) -> None:
        """Append a child."""
        order = self._orders[item.key] = len(self._orders)
        self.by_tag.setdefault(item.tag, []).append((order, item))
        self._call(order, item)

    def _call(self, order: int, item: Item) -> None:
        name = item.name
        if name is not None:
            self._names[item.key] = name
            self.lengths[len(name)] = self.lengths.get(len(name), 0) + 1
            insort(self.by_name.setdefault(name, []), (order, item), key=lambda one: one[0])

    def _uncall(self, order: int, node: Node) -> None:
        name = self._names.pop(node, None)
        if name is not None:
            self.lengths[len(name)] -= 1
            _drop(self.by_name, name, order)

    def rename(self, item: Item) -> None:
        """Store the name of a child again, after it was renamed."""
        order = self._orders[item.key]
        self._uncall(order, item.key)
        self._call(order, item)

    def remove(self, item: Item) -> None:
        """Remove a child."""
        order = self._orders[item.key]
        self._uncall(order, item.key)
        _drop(self.by_tag, item.tag, order)

    def longest(self, identifier: str, start: int) -> Item | None:
        """Return the child whose name is the longest prefix of an identifier from an offset on.

        If several children have this name, return the first of them; without such a child, None.
        """
        left = len(identifier) - start
        for length in sorted((n for n, count in self.lengths.items() if count), reverse=True):
            found = self.by_name.get(identifier[start : start + length]) if length <= left else None
            if found:
                return found[0][1]
        return None


def _drop(table: dict[str, list[tuple[int, Item]]], key: str, order: int) -> None:
    items = table[key]
    index = bisect_right(items, order, key=lambda one: one[0]) - 1
    del items[index]
    if not items:
        del table[key]


class _Changing(Draft):
    """A draft in which all elements can be changed, including the custom content of plugins."""

    def _index(self, top: Node) -> None:
        for node in top.iter():
            for child in node:
                self._parents[child] = node


class ParameterPart:
    """One included file to which parameters are applied.

    Args:
        found: the resolved include, with a document and an entity.
        find: the function that resolves the includes in this file.
        around: the file that includes this one, if parameters are applied to it, too.
    """

    def __init__(self, found: Found, find: Finder, around: ParameterPart | None = None) -> None:
        document, entity = found.document, found.entity
        assert document is not None
        assert entity is not None
        self.found = found
        self.document = _raised(document)
        self.version: Version = max(self.document.version or NEWEST, READ_BY)
        self.draft = _Changing(self.document)
        # an upgrade does not change the index of the entity in the root
        node, root = document.node(entity), document.tree.root
        assert root is not None
        index = next(i for i, child in enumerate(root) if child is node)
        self.entity = Item(self, self.draft.root[index], type(entity))
        self.nested: dict[Node, Item] = {}
        """The entities of the included files that were read, by the element of the include."""
        self._find = find
        self.budget: list[int] = [MOST_PARTS] if around is None else around.budget
        self.paths: frozenset[Path | None] = frozenset((found.path,))
        if around is not None:
            self.paths |= around.paths
        self._children: dict[Node, _Children] = {}
        self._includes: dict[Node, Include] | None = None

    # Access to elements

    def children(self, item: Item) -> _Children:
        """Return the children of an element of this file, with the entities of its includes."""
        found = self._children.get(item.node)
        if found is None:
            found = self._children[item.node] = _Children(self._items(item))
        return found

    def _items(self, item: Item) -> Iterator[Item]:
        spec = item.spec
        holds_models = item.cls in (Model, World)
        for child in item.node:
            found = self._brought(child) if holds_models and child.tag == "include" else None
            if found is None:
                yield self.item(child, spec)
            elif not _is_merged(child):
                yield Item(self, child, None, found=found)
            elif (inner := self.entered(child, found)) is not None:
                children = inner.part.children(inner).by_tag.values()
                items = sorted((one for like in children for one in like), key=lambda one: one[0])
                for _, one in items:
                    if one.tag in _MERGED:
                        yield one._replace(is_merged=one.tag in _PLACED)

    def item(self, child: Node, spec: Spec | None) -> Item:
        """Return a child element as an ``Item``.

        Args:
            child: the child element.
            spec: the declaration of its parent; None if the parent is a custom element.
        """
        field = None if spec is None else spec.by_tag.get(child.tag)
        cls = None
        if field is not None and field.elements:
            cls = field.elements[field.tags.index(child.tag)]
        return Item(self, child, cls)

    def _brought(self, include: Node) -> Found | None:
        """Resolve a nested include; return None if this fails, or if the include is recursive."""
        value = None if self.draft.is_new(include) else self._value(include)
        found = None if value is None else self._find(self.document, value)
        if found is None or found.path in self.paths or not is_changeable(found):
            return None
        return found

    def entered(self, include: Node, found: Found) -> Item | None:
        """Open a nested include and return its entity; None if the limit on opened files is hit."""
        if include not in self.nested:
            if not self.budget[0]:
                return None
            self.budget[0] -= 1
            inner = ParameterPart(found, self._find, self).entity
            self.nested[include] = inner._replace(include=include, around=self)
        return self.nested[include]

    def _value(self, include: Node) -> Include | None:
        if self._includes is None:
            values = by_class(self.document.root).get(Include, [])
            found = ((self.document.node(value), value) for value in values)
            self._includes = {node: value for node, value in found if node is not None}
        return self._includes.get(self.draft.twin(include))

    # The overrides of an include

    def take_over(self, item: Item) -> None:
        """Move the overrides in an ``<include>`` into its entity, so that they can be changed."""
        include, around = item.include, item.around
        if include is None or around is None or _is_merged(include):
            return
        outer, inner, node = around.draft, self.draft, item.node
        name, frame = child_of(include, "name"), child_of(include, "placement_frame")
        if name is not None and (name.text or "").strip():
            inner.set_attribute(node, "name", (name.text or "").strip())
        if frame is not None and item.cls is Model:
            inner.set_attribute(node, "placement_frame", (frame.text or "").strip())
        for tag in _OVERRIDES:
            override = child_of(include, tag)
            if override is not None:
                self.remove([self.item(old, item.spec) for old in children_of(node, tag)], item)
                self.add(item, copied(inner, override))
        for plugin in children_of(include, "plugin"):
            self.add(item, copied(inner, plugin))
        gone = ("name", "placement_frame", "plugin", *_OVERRIDES)
        outer.remove([child for child in include if child.tag in gone])

    # Changing

    def add(self, parent: Item, node: Node) -> Item:
        """Append a new element to an element."""
        self.draft.put(parent.node, node)
        item = self.item(node, parent.spec)
        if parent.node in self._children:
            self._children[parent.node].add(item)
        return item

    def remove(self, items: Iterable[Item], parent: Item) -> None:
        """Remove children of an element."""
        for item in items:
            if item.include is not None and item.around is not None:
                item.around.draft.remove([item.include])
                item.around.nested.pop(item.include, None)
            else:
                item.part.draft.remove([item.node])
            known = self._children.get(parent.node)
            if known is not None:
                known.remove(item)

    def refill(self, item: Item, new: Node) -> None:
        """Replace the attributes, text and children of an element by those of another."""
        node, draft = item.node, self.draft
        draft.remove(list(node))
        for name in list(node.attrib):
            if name not in new.attrib:
                draft.drop_attribute(node, name)
        for name, value in new.attrib.items():
            draft.set_attribute(node, name, value)
        draft.set_text(node, (new.text or "").strip())
        for child in list(new):
            draft.put(node, child)
        self._children.pop(node, None)

    def renamed(self, item: Item, parent: Item) -> None:
        """Update the cached name of a child after it was renamed."""
        known = self._children.get(parent.node)
        if known is not None:
            known.rename(item)

    def forget(self, parent: Item) -> None:
        """Discard the cached children of an element."""
        self._children.pop(parent.node, None)

    # The result

    @property
    def is_changed(self) -> bool:
        """Whether parameters have changed this file, or a file that it includes."""
        inner = self.nested.values()
        return bool(self.draft.before) or any(item.part.is_changed for item in inner)

    def made(self, adopt: Adopter) -> Found:
        """Apply the changes to the text, and return the include with the resulting document.

        Raises:
            EditError: the edits conflict, or the changed file cannot be read.
        """
        edits = edits_of(self.draft)
        after = edited(self.document, edits)
        if after.root is None:
            raise EditError("the changed file cannot be read")
        is_file = self.document is self.found.document
        after.remember(changed_of, Changed(self.document, edits, is_file=is_file))
        nested: dict[int, Found] = {}
        same: dict[int, Include] = {}
        for include, value in self._kept_includes(edits, after):
            item = self.nested.get(include)
            if item is not None and item.part.is_changed:
                nested[id(value)] = item.part.made(adopt)
            elif (old := self._value(include)) is not None:
                same[id(value)] = old
        adopt(after, nested, same)
        index = list(self.draft.root).index(self.entity.node)
        assert after.tree.root is not None
        twin = after.tree.root[index]
        root = after.root
        entities = [*root.models, *root.lights, *root.actors]
        entity = next((one for one in entities if after.node(one) is twin), None)
        return self.found._replace(document=after, entity=entity)

    def _kept_includes(self, edits: list[Edit], after: Document) -> Iterator[tuple[Node, Include]]:
        """Yield the includes that were not removed.

        Yields:
            The element in the draft, and the typed include in the new document.
        """
        values = {
            after.layout.span(node).start: value
            for value in by_class(after.root).get(Include, [])
            if (node := after.node(value)) is not None
        }
        if not values:
            return
        layout, draft = self.document.layout, self.draft
        kept = [node for node in draft.root.iter("include") if not draft.is_new(node)]
        starts = [layout.span(draft.twin(node)).start for node in kept]
        places = moved(edits, starts)
        for node, start in zip(kept, starts, strict=True):
            value = values.get(places[start])
            if value is not None:
                yield node, value


def is_changeable(found: Found) -> bool:
    """Return whether parameters can be applied: the included file has an entity and no errors."""
    document = found.document
    if document is None or found.entity is None or document.tree.fault is not None:
        return False
    return not any(one.severity.value == "error" for one in document.diagnostics)


def copied(draft: Draft, node: Node, without: tuple[str, ...] = ()) -> Node:
    """Copy an element with all its descendants into a draft, without inserting it.

    Args:
        draft: the draft to which the copy belongs.
        node: the element to copy; it can belong to any tree.
        without: attributes of this element that are not copied.
    """

    def made(one: Node) -> Node:
        return draft.make(one.tag, (one.text or "").strip(), one.attrib)

    top = made(node)
    for name in without:
        top.attrib.pop(name, None)
    waiting = [(node, top)]
    while waiting:
        old, new = waiting.pop()
        waiting += [(child, draft.put(new, made(child))) for child in old]
    return top


def _is_merged(include: Node) -> bool:
    return include.get("merge", "").strip().lower() in ("true", "1")


def _raised(document: Document) -> Document:
    """Upgrade a document of an older version to ``READ_BY``, whose names parameters use."""
    version = document.version
    if version is None or version >= READ_BY:
        return document
    try:
        return upgrade(document, READ_BY).document
    except EditError:
        return document
