"""Reading by declaration that keeps only errors that end the reading in libsdformat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Limits
from bodyplan.diag import Diagnostic, Fix, Kind, Severity
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.reading import SdfReading
from bodyplan.lint.profiles.sdf_errors import reference_error
from bodyplan.spec import Field, Spec, Version
from bodyplan.spec.codec import InvalidKeywordError
from bodyplan.spec.element import blank_of
from bodyplan.spec.recorder import Locator, Part

_MISSING_NAME = "__default__"
_INVALID_ELEMENTS = frozenset({"atmosphere", "shader"})
"""Elements that libsdformat reports as invalid if their type is."""


class SeenReading(SdfReading):
    """Collects the errors that end the reading of one file in libsdformat, in its order."""

    def __init__(self, places: Locator, limits: Limits, version: Version) -> None:
        super().__init__(places, limits, version, set)
        self.refusals: list[Diagnostic] = []
        self.errors: list[Diagnostic] = []
        """Errors that do not end the reading."""
        self.words: list[Diagnostic] = []
        """Unknown keywords, which libsdformat reports for the objects that it creates."""

    def add(
        self,
        kind: Kind,
        message: str,
        node: Node,
        part: Part = "tag",
        attr: str | None = None,
        *,
        severity: Severity | None = None,
        hint: str | Callable[[], str | None] | None = None,
        fix: Callable[[], Fix | None] | None = None,  # noqa: ARG002  (as before)
    ) -> None:
        """Record a diagnostic if libsdformat rejects the file because of it."""
        kind = self.translated.get(kind.code, kind)
        if kind in {kinds.BAD_VALUE, kinds.OUT_OF_RANGE}:
            kind = reference_error(9 if attr is None else 5)
        elif kind not in {kinds.MISSING_ATTRIBUTE, kinds.MISSING_ELEMENT}:
            return
        place = partial(self.places.where, node, part, attr)
        found = Diagnostic(kind, message, place, severity=severity, hint=hint)
        if found.severity is Severity.ERROR:
            is_end = kind is not kinds.MISSING_ELEMENT or node.tag == "joint"
            (self.refusals if is_end else self.errors).append(found)

    def bad(self, spec: Spec, field: Field, node: Node, error: ValueError) -> Any:
        """Read a value that is not clean; libsdformat accepts empty values of repeatable elements."""
        if field.is_many and field.place == "value" and not (node.text or "").strip():
            return blank_of(field)
        known = len(self.refusals)
        value = super().bad(spec, field, node, error)
        if (
            isinstance(error, InvalidKeywordError)
            and field.codec is not None
            and field.codec.blank == ""
        ):
            number = 9 if field.place != "attribute" or spec.tag in _INVALID_ELEMENTS else 5
            found = (
                one.about(reference_error(number), one.message) for one in self.refusals[known:]
            )
            self.words += found
            del self.refusals[known:]
        return value

    def missing(self, spec: Spec, field: Field, node: Node) -> Any:
        """Report a missing required attribute or child element."""
        if spec.tag == "include":
            return ""  # reported before
        if spec.tag == "joint" and field.place != "attribute" and node.get("type") == "ball":
            return _MISSING_NAME  # the one joint that may do without, as far as reading goes
        return super().missing(spec, field, node)
