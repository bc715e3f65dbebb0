"""A ROS parameter file as a document, so that rules can check it."""

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
    """Where in the YAML file a typed value comes from."""

    nodes: tuple[Node, ...]
    """The YAML nodes that the value was read from.

    A controller may have two: a mapping in the controller manager with its type, and a mapping with
    its own parameters."""
    key: Scalar | None
    """The YAML key whose value this is; None for a list item."""
    path: str
    """The keys that lead to the value, with a slash before each key."""
    inner_path: str
    """The keys that lead to the mapping with the fields.

    For a ROS node, the last key is ``ros__parameters``."""


class SettingsDocument(Document):
    """A ROS parameter file (YAML) as it was read. It can be checked, but not edited.

    Args:
        source: the bytes of the file and their decoded text.
        reader: the function that creates a document from bytes, called to create a copy.
        format: "joint_limits", "controllers", "moveit_controllers" or "kinematics"; None if the
            kind of file is unknown.
        root: the typed root; None if the file could not be read.
        entries: where each typed value comes from, by the ``id`` of the value.
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
        """Return whether the file contains a field explicitly, also if with its default value."""
        return self._node(value, field) is not None

    def place(
        self, value: Element | Raw, field: str | None = None, part: Part | None = None
    ) -> Where:
        """Return the location of a typed value's key, or that of the content of one of its fields.

        Args:
            value: a value of this document.
            field: the field whose location is returned; if the file does not contain it, the
                location of the key of the typed value.
            part: "name" for the location of the field's key; by default, that of its content.
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
        """Return the key and YAML node that a field was read from; None if not in the file."""
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
        """Raise an exception: ROS parameter files cannot be edited.

        Raises:
            EditError: always.
        """
        raise EditError(f"{self.name}: ROS 2 parameter files are only checked, not edited")
        yield  # type: ignore[unreachable]


def where_in(source: Source, span: Span, path: str) -> Where:
    """Return the location of a range of text, with the keys that lead to it."""
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
"""The keys in a file that a list field is read from, by the name of the field."""
