"""A changeable copy of a tree, which stores the original state of every changed element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.converted import Change
from bodyplan.formats.document import Document
from bodyplan.formats.lenient import parse_leniently
from bodyplan.formats.loss import Loss, Place

OPAQUE = "plugin"
"""The tag of a plugin, whose content is custom and is never changed."""

IN_STATE = "~"
"""The prefix of a tag that selects only elements inside a state.

In a state, elements have the same tags as the elements whose states they are."""
_MODEL_STATE = "model_state"
_WHOLE_MODELS = "insertions"
"""The tag of the element in a state that contains models instead of states of models."""


class Before(NamedTuple):
    """The original state of a changed element."""

    tag: str
    attributes: dict[str, str]
    text: str
    children: list[Node]


class Draft:
    """A copy of the tree of a document that rules can change.

    ``before`` has the original state of each changed element. The content of plugins and of
    elements with a namespace prefix (``a:b``) is not indexed, so that no rule changes it.

    Args:
        document: the document, which is not changed.
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
        """The two versions of the conversion step that is running."""
        self._parents: dict[Node, Node] = {}
        self._by_tag: dict[str, list[Node]] = {}
        self._new: set[Node] = set()
        self._states: set[Node] = set()
        self._twins: dict[Node, Node] | None = None
        self._frame_names: dict[tuple[str, Node], set[str | None]] = {}
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

    # Access to elements

    def tagged(self, tag: str) -> list[Node]:
        """Return the elements that have, or once had, a tag; some may have been removed.

        The list grows while rules run, so that a loop over it also reaches new elements.

        Args:
            tag: a tag; with IN_STATE before it, for an element inside a state.
        """
        return self._by_tag.setdefault(tag, [])

    def parent(self, node: Node) -> Node | None:
        """Return the parent of an element; None for the root and for removed elements."""
        return self._parents.get(node)

    def is_there(self, node: Node) -> bool:
        """Return whether an element is still part of the tree."""
        return node is self.root or node in self._parents

    def is_new(self, node: Node) -> bool:
        """Return whether an element was created after the copy."""
        return node in self._new

    def made(self) -> Iterable[Node]:
        """Return the new elements."""
        return self._new

    def frame_names(self, node: Node) -> set[str | None]:
        """Return the names of the frames in a model, as they were at the first call in a step."""
        key = self.step, node
        if key not in self._frame_names:
            self._frame_names[key] = {child.get("name") for child in node if child.tag == "frame"}
        return self._frame_names[key]

    def twin(self, node: Node) -> Node:
        """Return the element of the document of which an element is the copy.

        For a new element, return that of its nearest ancestor that is not new.
        """
        while node in self._new and (parent := self._parents.get(node)) is not None:
            node = parent
        if self._twins is None:
            self._twins = dict(zip(self._originals(), self.document.layout.elements, strict=True))
        found = self._twins.get(node)
        return found if found is not None else self.document.layout.elements[0]

    def _originals(self) -> Iterator[Node]:
        """Yield the elements of the copy as they were before all changes, in document order."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            old = self.before.get(node)
            stack += reversed(node if old is None else old.children)

    # Changes

    def _touch(self, node: Node) -> None:
        if node not in self.before and node not in self._new:
            self.before[node] = Before(node.tag, dict(node.attrib), text_of(node), list(node))

    def set_attribute(self, node: Node, name: str, value: str) -> None:
        """Set an attribute."""
        if node.get(name) != value:
            self._touch(node)
            node.set(name, value)

    def drop_attribute(self, node: Node, name: str) -> str | None:
        """Remove an attribute and return its value."""
        if name not in node.attrib:
            return None
        self._touch(node)
        return node.attrib.pop(name)

    def set_text(self, node: Node, text: str) -> None:
        """Set the text of an element."""
        if text_of(node) != text:
            self._touch(node)
            node.text = text

    def rename(self, node: Node, tag: str) -> None:
        """Change the tag of an element."""
        self._touch(node)
        node.tag = tag
        self._enter(node)

    def make(self, tag: str, text: str = "", attributes: Mapping[str, str] | None = None) -> Node:
        """Create an element without a parent."""
        node = Node(tag, dict(attributes or {}))
        node.text = text or None
        self._new.add(node)
        self._enter(node)
        return node

    def put(self, parent: Node, node: Node, index: int | None = None) -> Node:
        """Insert an element into a parent, by default at its end, and return it."""
        self._touch(parent)
        if index is None:
            parent.append(node)
        else:
            parent.insert(index, node)
        self._parents[node] = parent
        return node

    def add(self, parent: Node, tag: str, text: str = "", index: int | None = None) -> Node:
        """Add a new element with a text to a parent."""
        return self.put(parent, self.make(tag, text), index)

    def take(self, nodes: Iterable[Node]) -> None:
        """Detach elements from their parents, so that they can be inserted elsewhere."""
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
        """Remove elements with their content."""
        nodes = list(nodes)
        self.take(nodes)
        stack = nodes
        while stack:
            node = stack.pop()
            for child in node:
                if self._parents.pop(child, None) is not None:
                    stack.append(child)

    # Reports

    def changed(self, node: Node, what: str) -> None:
        """Record a change of an element, to be reported with the result."""
        self.changes.append(Change(self.step, what, self._place(node)))

    def lost(self, node: Node, what: str, reason: str, *, changes_meaning: bool = False) -> None:
        """Record the loss of a part that the other version cannot express.

        If the element is new, nothing is recorded.

        Args:
            node: the element that contains the part, or is the part.
            what: the part.
            reason: the reason.
            changes_meaning: whether the result describes a different robot because of the loss.
        """
        if node not in self._new:
            place = self._place(node)
            loss = Loss("dropped", what, reason, place, self.step, changes_meaning)
            self.losses.append(loss)

    def _place(self, node: Node) -> Place:
        return Place(self.document, self.twin(node))


def is_opaque(node: Node) -> bool:
    """Return whether the content of an element is custom and must not be changed."""
    return node.tag == OPAQUE or ":" in node.tag


def text_of(node: Node) -> str:
    """Return the text of an element without surrounding whitespace."""
    return (node.text or "").strip()


def child_of(node: Node, tag: str) -> Node | None:
    """Return the first child with a tag."""
    return next((child for child in node if child.tag == tag), None)


def children_of(node: Node, tag: str) -> list[Node]:
    """Return the children with a tag."""
    return [child for child in node if child.tag == tag]
