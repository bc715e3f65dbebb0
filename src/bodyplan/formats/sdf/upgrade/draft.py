"""A tree that may be changed, and that remembers how every changed element was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.document import Document
from bodyplan.formats.lenient import parse_leniently
from bodyplan.formats.sdf.upgrade.outcome import Change, Loss, Place

OPAQUE = "plugin"
"""Its content belongs to whoever wrote the plugin, and is never touched."""

IN_STATE = "~"
"""Before the tags of elements that tell the state of others and are called like them."""
_MODEL_STATE = "model_state"
_WHOLE_MODELS = "insertions"
"""Where whole models stand inside a state."""


class Before(NamedTuple):
    """An element as it was read."""

    tag: str
    attributes: dict[str, str]
    text: str
    children: list[Node]


class Draft:
    """The tree of a document under change.

    Elements that are new, and those that were read, are of the same kind; ``before`` has the old
    state of those that changed. Nothing inside a plugin or an element of another name space
    (``a:b``) can be found here, so no rule can change it.

    Args:
        document: the document; it stays as it is.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        root = parse_leniently(document.source.data, document.limits).tree.root
        assert root is not None
        self.root = root
        self.before: dict[Node, Before] = {}
        self.losses: list[Loss] = []
        self.changes: list[Change] = []
        self.step = ""
        """The two versions between which the rules work that run now."""
        self._parents: dict[Node, Node] = {}
        self._by_tag: dict[str, list[Node]] = {}
        self._new: set[Node] = set()
        self._states: set[Node] = set()
        self._twins: dict[Node, Node] | None = None
        self._index(root)

    def _index(self, top: Node) -> None:
        stack = [(top, False)]
        while stack:
            node, in_state = stack.pop()
            if node.tag == _MODEL_STATE:
                in_state = True
            if in_state:
                self._states.add(node)
            self._enter(node)
            if len(node) and not is_opaque(node):
                in_state = (in_state or node.tag == "state") and node.tag != _WHOLE_MODELS
                for child in reversed(node):
                    self._parents[child] = node
                    stack.append((child, in_state))

    def _enter(self, node: Node) -> None:
        tag = IN_STATE + node.tag if node in self._states else node.tag
        self._by_tag.setdefault(tag, []).append(node)

    # Looking

    def tagged(self, tag: str) -> list[Node]:
        """The elements of a tag, those too that got it meanwhile; some may be gone again.

        The list grows while rules run: whoever goes through it meets new ones as well.

        Args:
            tag: a tag; with IN_STATE before it, for what tells the state of something.
        """
        return self._by_tag.setdefault(tag, [])

    def parent(self, node: Node) -> Node | None:
        """The element around this one; None for the root, and for what is no longer there."""
        return self._parents.get(node)

    def is_there(self, node: Node) -> bool:
        """Whether an element is still part of the tree."""
        return node is self.root or node in self._parents

    def is_new(self, node: Node) -> bool:
        """Whether an element was made here."""
        return node in self._new

    def made(self) -> Iterable[Node]:
        """The elements that were made here."""
        return self._new

    def twin(self, node: Node) -> Node:
        """The element of the document that this one was, or the nearest one around a new one."""
        while node in self._new and (parent := self._parents.get(node)) is not None:
            node = parent
        if self._twins is None:
            self._twins = dict(zip(self._originals(), self.document.layout.elements, strict=True))
        found = self._twins.get(node)
        return found if found is not None else self.document.layout.elements[0]

    def _originals(self) -> Iterator[Node]:
        """The elements that were read, in their old order."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            old = self.before.get(node)
            stack += reversed(node if old is None else old.children)

    # Changing

    def _touch(self, node: Node) -> None:
        if node not in self.before and node not in self._new:
            self.before[node] = Before(node.tag, dict(node.attrib), text_of(node), list(node))

    def set_attribute(self, node: Node, name: str, value: str) -> None:
        """Gives an attribute a value."""
        if node.get(name) != value:
            self._touch(node)
            node.set(name, value)

    def drop_attribute(self, node: Node, name: str) -> str | None:
        """Takes an attribute away, and gives back its value."""
        if name not in node.attrib:
            return None
        self._touch(node)
        return node.attrib.pop(name)

    def set_text(self, node: Node, text: str) -> None:
        """Gives an element a text."""
        if text_of(node) != text:
            self._touch(node)
            node.text = text

    def rename(self, node: Node, tag: str) -> None:
        """Gives an element another tag."""
        self._touch(node)
        node.tag = tag
        self._enter(node)

    def make(self, tag: str, text: str = "", attributes: Mapping[str, str] | None = None) -> Node:
        """A new element, not yet anywhere."""
        node = Node(tag, dict(attributes or {}))
        node.text = text or None
        self._new.add(node)
        self._enter(node)
        return node

    def put(self, parent: Node, node: Node, index: int | None = None) -> Node:
        """Puts an element into another, at its end unless an index is given; gives it back."""
        self._touch(parent)
        if index is None:
            parent.append(node)
        else:
            parent.insert(index, node)
        self._parents[node] = parent
        return node

    def add(self, parent: Node, tag: str, text: str = "", index: int | None = None) -> Node:
        """A new element with a text inside another one."""
        return self.put(parent, self.make(tag, text), index)

    def take(self, nodes: Iterable[Node]) -> None:
        """Takes elements out of their parents, to be put elsewhere."""
        by_parent: dict[Node, set[Node]] = {}
        for node in nodes:
            parent = self._parents.pop(node, None)
            if parent is not None:
                by_parent.setdefault(parent, set()).add(node)
        for parent, gone in by_parent.items():
            self._touch(parent)
            if len(gone) == 1:
                parent.remove(gone.pop())
            else:
                parent[:] = [child for child in parent if child not in gone]

    def remove(self, nodes: Iterable[Node]) -> None:
        """Removes elements with everything in them."""
        nodes = list(nodes)
        self.take(nodes)
        stack = nodes
        while stack:
            node = stack.pop()
            for child in node:
                if self._parents.pop(child, None) is not None:
                    stack.append(child)

    # Telling

    def changed(self, node: Node, what: str) -> None:
        """Notes what was done to an element."""
        self.changes.append(Change(self.step, what, self._place(node)))

    def lost(self, node: Node, what: str, reason: str, *, changes_meaning: bool = False) -> None:
        """Notes what has no place in the other version. Of what was made here, nothing is lost."""
        if node not in self._new:
            place = self._place(node)
            self.losses.append(Loss(self.step, what, reason, place, changes_meaning))

    def _place(self, node: Node) -> Place:
        return Place(self.document, self.twin(node))


def is_opaque(node: Node) -> bool:
    """Whether what stands in an element is nobody's business here."""
    return node.tag == OPAQUE or ":" in node.tag


def text_of(node: Node) -> str:
    """The text of an element without the blanks around it."""
    return (node.text or "").strip()


def child_of(node: Node, tag: str) -> Node | None:
    """The first child of a tag."""
    return next((child for child in node if child.tag == tag), None)


def children_of(node: Node, tag: str) -> list[Node]:
    """The children of a tag."""
    return [child for child in node if child.tag == tag]
