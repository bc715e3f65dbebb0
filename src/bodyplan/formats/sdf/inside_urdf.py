"""SDFormat inside a URDF: what stands in `<gazebo>` blocks, as typed values with their places.

    document = bodyplan.read("robot.urdf")
    for part in gazebo_parts(document):
        if isinstance(part.value, sdf.Sensor):
            print(part.block.reference, part.value.type, part.place().line)

The converter of the simulator copies such elements into the link, joint or model that a block is
about. What is a setting of the converter itself, such as `<mu1>`, stays as it is.

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
from bodyplan.formats.document import Document
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.common import NEWEST, VERSIONS
from bodyplan.formats.sdf.reading import SdfReading
from bodyplan.formats.urdf.gazebo import SDFORMAT_ELEMENTS
from bodyplan.spec import Element, Field, Raw, Spec, Version, reachable, spec_of
from bodyplan.text import Tree

if TYPE_CHECKING:
    from bodyplan.spec import Part

_PLUGIN = "plugin"
"""What has a rule of its own for the attributes that it must have (U305)."""
_CLASSES: dict[str, type[Element]] = {
    tag: getattr(sdf, tag.title().replace("_", "")) for tag in (*SDFORMAT_ELEMENTS, _PLUGIN)
}
"""By tag; all others are settings of the converter, or nothing of SDFormat."""
_TEMPLATES = ("collision", "visual")
"""What is copied into each visual or collision of the link, and so needs no name or shape."""


class GazeboPart(Record):
    """An element of SDFormat in a `<gazebo>` block.

    Args:
        block: what it stands in; its ``reference`` is the link or joint it is about.
        value: the element, as an SDFormat file would give it.
        document: a view of the file in which this element is the root, for its positions.
    """

    block: urdf.Gazebo
    value: Element
    document: Document

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong in it; warnings at most, as a URDF is read without it."""
        return self.document.diagnostics

    def place(
        self, value: Element | Raw | None = None, field: str | None = None, part: Part | None = None
    ) -> Where:
        """Where a value stands, as ``Document.place``.

        Args:
            value: this element, or one in it.
            field: one of its fields.
            part: "name" for the name of the attribute instead of its value.
        """
        return self.document.place(self.value if value is None else value, field, part)


def gazebo_parts(document: Document) -> tuple[GazeboPart, ...]:
    """The SDFormat elements in the `<gazebo>` blocks of a URDF, in the order of the file.

    They are read as the newest version, which is what the converter takes them for.

    Args:
        document: a URDF. Of one with macros, take ``expanded_document(document)``; for other documents there
            is none.
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
    tree = Tree(node, has_text=document.tree.has_text, depth=document.tree.depth)
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
    """Collects what is found in one element of a block.

    Args:
        document: that it stands in.
        node: the element.
        known_tags: every tag that it may hold somewhere.
    """

    def __init__(self, document: Document, node: Node, known_tags: Any) -> None:
        super().__init__(document.places, document.limits, NEWEST, known_tags)
        self._top = node
        depth = document.tree.depth
        self.is_shallow = depth is not None and depth <= document.limits.max_depth

    def missing(self, spec: Spec, field: Field, node: Node) -> Any:
        """What a template need not have, and what other rules tell, is not missed."""
        is_template = node is self._top and spec.tag in _TEMPLATES
        with self._silent(is_template or spec.tag == _PLUGIN):
            return super().missing(spec, field, node)

    def assumed(self, spec: Spec, field: Field, node: Node) -> Any:  # noqa: ARG002  (as there)
        """Defaults are what the writer of a block relies on."""
        return field.default

    def unknown_child(self, spec: Spec, node: Node, child: Node, value: Any) -> None:
        """What only older versions know does nothing, though nobody misspelt it."""
        last = _last_version_of(spec.cls, child.tag)
        with self._silent(last is not None):
            super().unknown_child(spec, node, child, value)
        if last is not None and not self.is_full:
            message = (
                f"<{child.tag}> in <{node.tag}> is of SDFormat {last[0]}.{last[1]} and older; in a "
                f"URDF it counts for nothing"
            )
            self.add(kinds.UNKNOWN_ELEMENT, message, child, severity=Severity.INFO)

    @contextmanager
    def _silent(self, is_silent: bool) -> Iterator[None]:
        """Tells nothing meanwhile, if so."""
        was_full = self.is_full
        self.is_full = was_full or is_silent
        yield
        self.is_full = was_full


def _last_version_of(cls: type[Element], tag: str) -> Version | None:
    """The last version in which an element could stand in another."""
    found = (v for v in reversed(VERSIONS) if tag in spec_of(cls, v).by_tag)
    return next(found, None)
