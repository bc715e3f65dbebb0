"""The values that parameters of includes set, and whether libsdformat accepts them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.core import REQUIRED
from bodyplan.diag import Severity
from bodyplan.formats.sdf.lenient import read_value
from bodyplan.formats.sdf.parameters._included_file import Item, ParameterPart
from bodyplan.formats.sdf.reading import SdfReading
from bodyplan.formats.sdf.root import Root
from bodyplan.formats.sdf.upgrade.draft import text_of
from bodyplan.spec import Element, reachable
from bodyplan.spec import schema_kinds as kinds
from bodyplan.spec.codec import InvalidKeywordError
from bodyplan.spec.element import Field
from bodyplan.spec.faults import is_allowed
from bodyplan.spec.writer import format_value

if TYPE_CHECKING:
    from bodyplan.spec import Spec


class Value(NamedTuple):
    """Marks that the text of an element is a value.

    Args:
        field: the declaration of the value; None for a custom element.
    """

    field: Field | None


def value_of(item: Item, parent: Item) -> Value | None:
    """Return how the text of an element is declared; None if the element has no value."""
    if item.spec is not None:
        return None if item.spec.text is None else Value(item.spec.text)
    field = None if parent.spec is None else parent.spec.by_tag.get(item.node.tag)
    if field is not None:
        return Value(field) if field.codec is not None else None
    return Value(None) if text_of(item.node) else None


def is_refused(field: Field, text: str) -> bool:
    """Return whether a text is invalid for an attribute, which then keeps its previous value."""
    if not text.strip():
        return field.is_required
    return not reads(field, text)


def reads(field: Field, text: str) -> bool:
    """Return whether libsdformat accepts a text as the value of a field."""
    if field.codec is None or field.codec.blank == "":  # any text; it is checked later
        return True
    try:
        value = field.codec.parse(text.strip())
    except ValueError:
        return read_value(field.codec, text) is not None
    return field.mark.severity is not None or is_allowed(field.mark, value)


def default_text(field: Field) -> str:
    """Return the default value of a field as text; empty if it has none, or is a text field."""
    if field.codec is None or field.default in (None, REQUIRED) or field.place == "text":
        return ""
    try:
        return format_value(field, field.default)
    except ValueError:
        return ""


class _TextReading(SdfReading):
    """Reads an element, and accepts any text as a keyword: the changed file is checked later."""

    def bad(self, spec: Spec, field: Field, node: Node, error: ValueError) -> Any:
        """Return "" for an unknown keyword, without a report; report other invalid values."""
        if (
            isinstance(error, InvalidKeywordError)
            and field.codec is not None
            and field.codec.blank == ""
        ):
            return ""
        return super().bad(spec, field, node, error)


def fault_in(node: Node, spec: Spec, part: ParameterPart) -> str | None:
    """Return the first error in a new element; None if it is valid.

    Args:
        node: the new element.
        spec: its declaration.
        part: the file to which it is to be added.
    """
    document = part.document
    reading = _TextReading(document.places, document.limits, part.version, set)
    spec.read_with_text(node, reading)
    errors = [one for one in reading.take() if one.severity is Severity.ERROR]
    refused = (one.message for one in errors if one.kind is not kinds.OUT_OF_RANGE)
    return next(refused, None)


@cache
def classes() -> dict[str, type[Element]]:
    """Return the SDFormat element classes by tag; of several with a tag, the first one."""
    found: dict[str, type[Element]] = {}
    for cls in reachable(Root):
        found.setdefault(cls.TAG, cls)
    return found


@cache
def _description_files() -> frozenset[str]:
    return frozenset(cls.SOURCE.partition(";")[0].partition(",")[0] for cls in reachable(Root))


def has_description_file(tag: str) -> bool:
    """Return whether libsdformat describes the elements with a tag in a file of their own.

    Only such elements can be added or replaced by their ``element_id``.
    """
    return f"{tag}.sdf" in _description_files()
