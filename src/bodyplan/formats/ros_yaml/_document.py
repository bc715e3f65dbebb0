"""A ROS 2 parameter file as a document, for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.diag import Where
from bodyplan.formats.document import Document, DocumentReader
from bodyplan.formats.editing import EditError, Editing
from bodyplan.formats.ros_yaml.nodes import Mapping, Node, Scalar
from bodyplan.spec import Element, Part, Raw, spec_of
from bodyplan.text import ElementTree, Fault, Source, Span

if TYPE_CHECKING:
    from bodyplan.formats.srdf import Robot as Semantics


class Entry(NamedTuple):
    """The origin of a value."""

    nodes: tuple[Node, ...]
    """The YAML nodes that the value was read from; a controller has its type in one mapping and its
    joints in another mapping."""
    key: Scalar | None
    """The YAML key of the value."""
    path: str
    """The path of keys to the value, with a slash before each key."""
    inner_path: str
    """The path of keys to the fields of the value; for a ROS node, it ends with
    ``ros__parameters``."""


class SettingsDocument(Document):
    """One YAML file as it was read. Such a file is checked but never edited.

    Args:
        source: the bytes.
        reader: the function that reads the bytes again for a copy.
        format: "joint_limits", "controllers", "moveit_controllers" or "kinematics"; None for other
            files.
        root: the typed root; None if nothing could be read.
        entries: the origin of each value, by its ``id``.
        fault: the error at which reading stopped, if any.
        limits: the input limits.
        path: the file that the document was read from, if any.
    """

    def __init__(
        self,
        source: Source,
        *,
        reader: DocumentReader,
        format: str | None = None,  # noqa: A002  (the public name of the attribute)
        root: Element | None = None,
        entries: dict[int, Entry] | None = None,
        fault: Fault | None = None,
        limits: Limits = DEFAULT_LIMITS,
        path: Path | None = None,
    ) -> None:
        super().__init__(
            source,
            ElementTree(None, fault),
            reader=reader,
            format=format,
            root=root,
            limits=limits,
            path=path,
        )
        self._entries = entries or {}
        self.semantics: Semantics | None = None
        """The SRDF of the robot, which defines its groups."""

    def written(self, value: Element, field: str) -> bool:
        """Return whether the file contains a key, even with its default value."""
        return self._node(value, field) is not None

    def place(
        self, value: Element | Raw, field: str | None = None, part: Part | None = None
    ) -> Where:
        """Return the location of a value: its key, or the value of one of its keys.

        Args:
            value: a value of this document.
            field: the field; if it is not written, the location is the key of the value.
            part: "name" for the field's key instead of its value.
        """
        entry = self._entries.get(id(value))
        if entry is None or isinstance(value, Raw):
            return self.where(None)
        found = self._node(value, field) if field is not None else None
        if found is not None:
            key, node = found
            span = node.span if isinstance(node, Scalar) and part != "name" else key.span
            return where_in(self.source, span, f"{entry.inner_path}/{key.text}")
        return where_in(self.source, _span(entry), entry.path)

    def _node(self, value: Element, field: str) -> tuple[Scalar, Node] | None:
        """Return the key and the node that a field was read from."""
        entry = self._entries.get(id(value))
        declared = spec_of(type(value)).by_name.get(field)
        if entry is None or declared is None:
            return None
        names = KEYS.get(field, (declared.xml or field,))
        for node in entry.nodes:
            if isinstance(node, Mapping):
                for key, behind in node.pairs():
                    if key.text in names:
                        return key, behind
        return None

    @contextmanager
    def editing(self) -> Iterator[Editing]:
        """Raise an error: ROS 2 parameter files are not edited.

        Raises:
            EditError: always.
        """
        raise EditError(f"{self.name}: ROS 2 parameter files are only checked, not edited")
        yield  # type: ignore[unreachable]


def where_in(source: Source, span: Span, path: str) -> Where:
    """Return the location of a range of text, with the path of keys to it."""
    position = source.position
    return Where(source.name, *position(span.start), *position(span.end), path or "/")


def _span(entry: Entry) -> Span:
    if entry.key is not None:
        return entry.key.span
    start, end = entry.nodes[0].span if entry.nodes else Span(0, 0)
    return Span(start, end if entry.nodes and isinstance(entry.nodes[0], Scalar) else start)


KEYS: dict[str, tuple[str, ...]] = {
    "joints": (
        "joints",
        "joint",
        "joint_name",
        "dof_names",
        "wheel_names",
        "wheels_names",
        "left_wheel_names",
        "left_wheel",
        "right_wheel_names",
        "right_wheel",
        "front_wheels_names",
        "rear_wheels_names",
        "steering_joints_names",
        "traction_joints_names",
    ),
    "command_interfaces": ("command_interfaces", "interface_names", "interface_name"),
    "state_interfaces": ("state_interfaces",),
    "names": ("controller_names",),
}
"""The keys of list fields in the file, if they differ from the name of the field."""
