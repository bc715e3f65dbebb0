"""The kinds of conversion rules, each for one step to the next version and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Record
from bodyplan.formats.sdf.upgrade.draft import Draft, child_of, children_of, text_of


class Frames(Protocol):
    """Resolves the poses, axes and links of a document, given elements of its tree.

    Older versions cannot express a pose or axis in a named frame. With an object of this class,
    such poses and axes are converted; without one, they are losses.
    """

    def pose(self, element: Node) -> Sequence[float] | None:
        """Return the pose of an element, such as a link or sensor, in its default frame before 1.7.

        That is the model for a link, the child link for a joint, the parent for a model, and the
        link for an element inside a link. The result is x y z [m] roll pitch yaw [rad]; None if it
        cannot be resolved.
        """

    def axis(self, axis: Node, frame: Literal["joint", "model"]) -> Sequence[float] | None:
        """Return the direction of an axis, expressed in the frame of its joint or model.

        Return None if it cannot be resolved.
        """

    def body(self, element: Node) -> str | None:
        """Return the link to which a joint's parent or child, which may be a frame, is attached.

        Args:
            element: the ``<parent>`` or ``<child>``.
        """


class Context(Record):
    """The state of a conversion.

    Args:
        draft: the tree that is converted.
        frames: the resolved frames of the document, if available.
    """

    draft: Draft
    frames: Frames | None = None


class Rule(Record):
    """The base class of all conversion rules: it changes nothing.

    Args:
        where: the elements to which the rule applies, as the last tags of their paths, such as
            "joint/axis joint/axis2"; a space separates alternatives. "~" before a last tag selects
            the elements inside a state.
    """

    where: str

    def up(self, context: Context, node: Node) -> None:
        """Convert an element to the next version."""

    def down(self, context: Context, node: Node) -> None:
        """Convert an element to the previous version."""


class Inner(Rule):
    """A rule for attributes that became child elements of the same element.

    Args:
        names: the attributes, separated by spaces; "rgba>color" if the child element has a
            different name.
    """

    names: str

    def up(self, context: Context, node: Node) -> None:
        draft, count = context.draft, 0
        for name in self.names.split():
            old, _, new = name.partition(">")
            tag = new or old
            value = draft.drop_attribute(node, old)
            if value is None:
                continue
            if child_of(node, tag) is not None:
                draft.lost(node, f"attribute {old}", f"<{tag}> overrides it")
                continue
            draft.add(node, tag, value.strip(), count)
            count += 1
            draft.changed(node, f"attribute {old} becomes <{tag}>")

    def down(self, context: Context, node: Node) -> None:
        draft = context.draft
        for name in self.names.split():
            old, _, new = name.partition(">")
            child = child_of(node, new or old)
            if child is not None and not len(child):
                draft.set_attribute(node, old, text_of(child))
                draft.remove([child])
                draft.changed(node, f"<{new or old}> becomes attribute {old}")


class Held(Rule):
    """A rule for a child element whose value moved from an attribute to the text.

    Args:
        tag: the tag of the child in older versions.
        attribute: the attribute of this child.
        to: the tag of the child in newer versions.
    """

    tag: str
    attribute: str
    to: str

    def up(self, context: Context, node: Node) -> None:
        draft, child = context.draft, child_of(node, self.tag)
        value = None if child is None else draft.drop_attribute(child, self.attribute)
        if child is None or value is None:
            return
        for inner in list(child):
            draft.lost(inner, f"<{inner.tag}>", f"<{self.to}> has only a value")
        draft.remove(list(child))
        if self.to != self.tag:
            draft.rename(child, self.to)
        draft.set_text(child, value.strip())
        draft.changed(child, f"attribute {self.attribute} of <{self.tag}> becomes text")


class Tag(Rule):
    """A rule for a child element that was renamed.

    Args:
        old: the tag in older versions.
        new: the tag in newer versions.
        ways: "down" to rename only in conversions to older versions, because newer versions accept
            both names.
    """

    old: str
    new: str
    ways: Literal["both", "down"] = "both"

    def up(self, context: Context, node: Node) -> None:
        if self.ways != "down":
            self._rename(context.draft, node, self.old, self.new)

    def down(self, context: Context, node: Node) -> None:
        self._rename(context.draft, node, self.new, self.old)

    @staticmethod
    def _rename(draft: Draft, node: Node, old: str, new: str) -> None:
        is_taken = child_of(node, new) is not None
        for child in children_of(node, old):
            if is_taken and text_of(child) and not len(child):
                draft.lost(child, f"<{old}>", f"<{new}> overrides it")
                draft.remove([child])
                continue
            draft.rename(child, new)
            draft.changed(child, f"<{old}> becomes <{new}>")


class AttributeName(Rule):
    """A rule for an attribute that was renamed.

    Args:
        old: the name in older versions.
        new: the name in newer versions.
    """

    old: str
    new: str

    def up(self, context: Context, node: Node) -> None:
        draft, value = context.draft, context.draft.drop_attribute(node, self.old)
        if value is not None:
            draft.set_attribute(node, self.new, value)
            draft.changed(node, f"attribute {self.old} becomes {self.new}")


class Moved(Rule):
    """A rule for an element that moved, with its content, to another path.

    Args:
        old: the path in older versions, below the element in ``where``, such as "physics/gravity".
        new: the path in newer versions.
    """

    old: str
    new: str

    def up(self, context: Context, node: Node) -> None:
        move(context.draft, node, self.old, self.new)

    def down(self, context: Context, node: Node) -> None:
        move(context.draft, node, self.new, self.old)


class Default(Rule):
    """A rule for a default value that changed.

    If a file omits the value, the default of the original version is written, so that it still
    applies. This requires that the parent exists or may be created.

    Args:
        path: the element with the value, as a path below the element in ``where``.
        old: the default in older versions.
        new: the default in newer versions.
        makes: whether missing parents in the path are created.
        explicit: how the old default is written in the newer version; by default as ``old``.
    """

    path: str
    old: str
    new: str
    makes: bool = False
    explicit: str | None = None

    def up(self, context: Context, node: Node) -> None:
        self._write(context.draft, node, self.explicit or self.old, is_last=True)

    def down(self, context: Context, node: Node) -> None:
        self._write(context.draft, node, self.new, is_last=False)

    def _write(self, draft: Draft, node: Node, value: str, *, is_last: bool) -> None:
        *way, last = self.path.split("/")
        holder: Node | None = node
        for tag in way:
            assert holder is not None
            inner = child_of(holder, tag)
            if inner is None and not self.makes:
                return
            holder = draft.add(holder, tag) if inner is None else inner
        assert holder is not None
        if child_of(holder, last) is None:
            new = (i for i, child in enumerate(holder) if draft.is_new(child) and not is_last)
            # both directions give the same order
            draft.add(holder, last, value, next(new, None))
            draft.changed(holder, f"<{last}> added: {value} was the default, which has changed")


Special = Callable[[Context, Node], None]


class Call(Rule):
    """A rule with functions: ``above`` for the next version, ``below`` for the previous one."""

    above: Special | None = None
    below: Special | None = None

    def up(self, context: Context, node: Node) -> None:
        if self.above is not None:
            self.above(context, node)

    def down(self, context: Context, node: Node) -> None:
        if self.below is not None:
            self.below(context, node)


class Step(Record):
    """The conversion rules between two consecutive versions.

    Args:
        lower: the older version.
        upper: the newer version.
        make: a function that returns the rules; it is called on demand, because it takes longer
            than the conversion of a small file.
    """

    lower: tuple[int, int]
    upper: tuple[int, int]
    make: Callable[[], tuple[Rule, ...]]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in the order of ``climb``; ``descend`` applies them in reverse order."""
        return self.make()


def move(draft: Draft, node: Node, old: str, new: str) -> None:
    """Move an element to another path, and create the parents that are missing there.

    If the new path already has an element, that one is kept, and the other is recorded as a loss.

    Args:
        draft: the tree that is converted.
        node: the element below which both paths begin.
        old: the path of the element to move.
        new: its new path.
    """
    found = find(node, old)
    if found is None:
        return
    *parents, tag = new.split("/")
    holder = node
    for name in parents:
        inner = child_of(holder, name)
        holder = draft.add(holder, name) if inner is None else inner
    if child_of(holder, tag) is not None:
        draft.lost(found, f"<{found.tag}>", f"<{new}> overrides it")
        draft.remove([found])
        return
    draft.changed(found, f"<{old}> becomes <{new}>")
    if tag != found.tag:
        draft.rename(found, tag)
    if draft.parent(found) is not holder:  # otherwise only its tag changed
        draft.take([found])
        draft.put(holder, found)


def find(node: Node, path: str) -> Node | None:
    """Return the first element at a path of tags below an element; None if it does not exist."""
    found: Node | None = node
    for tag in path.split("/"):
        found = None if found is None else child_of(found, tag)
    return found
