"""SDFormat elements in the `<gazebo>` blocks of a URDF, as typed values with locations.

    document = bodyplan.read("robot.urdf")
    for part in gazebo_parts(document):
        if isinstance(part.value, sdf.Sensor):
            print(part.block.reference, part.value.type, part.place().line)

When libsdformat converts a URDF, it copies these elements into the link or joint that the block
references, or into the model. Options of this conversion, such as `<mu1>`, are not SDFormat
elements.

Source: libsdformat parser_urdf.cc.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Record
from bodyplan.diag import Diagnostic, Severity, Where
from bodyplan.formats import sdf, urdf
from bodyplan.formats.dialects import is_extension
from bodyplan.formats.document import Document
from bodyplan.formats.sdf import sdf_kinds as kinds
from bodyplan.formats.sdf.common import NEWEST, VERSIONS
from bodyplan.formats.sdf.reading import SdfReading
from bodyplan.formats.urdf.gazebo import SDFORMAT_ELEMENTS
from bodyplan.spec import Element, Field, Raw, Spec, Version, reachable, spec_of
from bodyplan.text import ElementTree

if TYPE_CHECKING:
    from bodyplan.spec import Part

_PLUGIN = "plugin"
"""A plugin; its missing attributes are not reported here, but by rule U305."""
_CLASSES: dict[str, type[Element]] = {
    tag: getattr(sdf, tag.title().replace("_", "")) for tag in (*SDFORMAT_ELEMENTS, _PLUGIN)
}
"""The element classes by tag; any other tag is an option of the conversion, or unknown."""
_TEMPLATES = ("collision", "visual")
"""Elements that libsdformat merges into each visual or collision of the link.

Here, they need neither a name nor a shape."""


class GazeboPart(Record):
    """An SDFormat element in a `<gazebo>` block of a URDF.

    Args:
        block: the block that contains the element; its ``reference`` is the name of the link or
            joint.
        value: the typed element, of the same class as in an SDFormat file.
        document: a document whose root is this element, and whose locations are those in the URDF.
    """

    block: urdf.Gazebo
    value: Element
    document: Document

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of the element, at most warnings, because the URDF itself is valid."""
        return self.document.diagnostics

    def place(
        self, value: Element | Raw | None = None, field: str | None = None, part: Part | None = None
    ) -> Where:
        """Return the location of the element, of an element inside it, or of a field.

        Args:
            value: the element inside ``self.value``; by default ``self.value`` itself.
            field: a field of this element; by default, the location is that of the tag.
            part: "name" for the location of the attribute's name; by default, that of its value.
        """
        return self.document.place(self.value if value is None else value, field, part)


def gazebo_parts(document: Document) -> tuple[GazeboPart, ...]:
    """Return the SDFormat elements in the `<gazebo>` blocks of a URDF, in the order of the file.

    The elements are read as SDFormat of the newest version, because libsdformat does so too.

    Args:
        document: a URDF; for a xacro file, pass ``document.expanded``. The result is empty for
            other formats.
    """
    root = document.root
    if not isinstance(root, urdf.Robot):
        return ()
    return tuple(
        _part(document, block, raw.node)
        for block in root.gazebo
        for raw in block.content
        if raw.tag in _CLASSES
    )


def _part(document: Document, block: urdf.Gazebo, node: Node) -> GazeboPart:
    cls = _CLASSES[node.tag]
    reading = _InnerReading(document, node, partial(_tags, cls))
    spec = spec_of(cls, NEWEST)
    value = spec.read_with_text(node, reading)
    tree = ElementTree(node, has_text=document.tree.has_text, depth=document.tree.depth)
    view = Document(
        document.source,
        tree,
        reader=document.reader,
        format="sdf",
        version=NEWEST,
        root=value,
        limits=document.limits,
        path=document.path,
        places=document.places,
    )
    view.diagnostics = tuple(map(_at_most_warning, reading.take()))
    return GazeboPart(block, value, view)


def _at_most_warning(diagnostic: Diagnostic) -> Diagnostic:
    is_error = diagnostic.severity is Severity.ERROR
    return diagnostic.graded(Severity.WARNING) if is_error else diagnostic


@cache
def _tags(cls: type[Element]) -> set[str]:
    return {
        tag for inside in reachable(cls) for field in spec_of(inside).fields for tag in field.tags
    }


class _InnerReading(SdfReading):
    """Collects the diagnostics of one SDFormat element in a `<gazebo>` block.

    Args:
        document: the URDF.
        node: the XML element.
        known_tags: a function that returns all tags that the element and its descendants may have.
    """

    def __init__(self, document: Document, node: Node, known_tags: Any) -> None:
        super().__init__(document.places, document.limits, NEWEST, known_tags)
        self.is_extension = partial(is_extension, "sdf")
        self._top = node
        depth = document.tree.depth
        self.is_shallow = depth is not None and depth <= document.limits.max_depth

    def missing(self, spec: Spec, field: Field, node: Node) -> Any:
        """Report a missing field, unless it may be omitted here or a rule reports it."""
        is_template = node is self._top and spec.tag in _TEMPLATES
        with self._silent(is_template or spec.tag == _PLUGIN):
            return super().missing(spec, field, node)

    def assumed(self, spec: Spec, field: Field, node: Node) -> Any:  # noqa: ARG002  (inherited)
        """Return the default value of a field without a report: such blocks rely on defaults."""
        return field.default

    def unknown_child(self, spec: Spec, node: Node, child: Node, value: Any) -> None:
        """Report an unknown child; as information only, if an older version defines it."""
        last = _last_version_of(spec.cls, child.tag)
        with self._silent(last is not None):
            super().unknown_child(spec, node, child, value)
        if last is not None and not self.is_full:
            message = (
                f"<{child.tag}> in <{node.tag}> is ignored: it was removed after SDFormat "
                f"{last[0]}.{last[1]}"
            )
            self.add(kinds.UNKNOWN_ELEMENT, message, child, severity=Severity.INFO)

    @contextmanager
    def _silent(self, is_silent: bool) -> Iterator[None]:
        """Suppress all reports inside a ``with`` block if ``is_silent``."""
        was_full = self.is_full
        self.is_full = was_full or is_silent
        yield
        self.is_full = was_full


def _last_version_of(cls: type[Element], tag: str) -> Version | None:
    """Return the last SDFormat version in which an element may contain a child with this tag."""
    found = (v for v in reversed(VERSIONS) if tag in spec_of(cls, v).by_tag)
    return next(found, None)
