"""The kinds of diagnostics, and their registry: one object for each code."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

from bodyplan.core import Record


class Severity(StrEnum):
    """How much a diagnostic matters, from worst to least. Compare by ``rank``, not as text."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    HINT = "hint"

    @property
    def rank(self) -> int:
        """The rank, from 0 for error to 3 for hint."""
        return _RANKS[self]


_WITHOUT_DOCSTRINGS = 2
"""The optimization level of ``python -OO``, which removes docstrings and so the pages of rules."""
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


class Reference(NamedTuple):
    """The error of the format's own parser, such as libsdformat, for the same problem.

    Args:
        code: the number of the error in that parser.
        name: the name of the error, such as `POSE_RELATIVE_TO_INVALID`.
    """

    code: Annotated[int, ("minimum", 1)]
    name: str


class Kind(Record):
    """One kind of diagnostic; there is one object for each code.

    Args:
        code: a letter for the family and three digits; never reused for another kind.
        name: a name in words with hyphens, such as "limit-missing".
        severity: the default severity.
        page: the documentation as Markdown: why it matters, example, use instead, fix safety.
        fix: whether its diagnostics have a fix: "always", "sometimes" or "never".
        since: the first version of bodyplan that has this kind.
        reference: the error of the format's own parser, such as libsdformat.
    """

    JSON = ("code", "name", "severity", "fix", "since", "page", "reference")
    OPTIONAL = ("reference",)

    code: str
    name: str
    severity: Severity
    page: str
    fix: Literal["always", "sometimes", "never"] = "never"
    since: str = "0.1"
    reference: Reference | None = None

    @property
    def title(self) -> str:
        """The first line of the page."""
        return self.page.strip().partition("\n")[0]

    @property
    def reference_error(self) -> str:
        """The error of the format's reference parser; empty if it has none.

        For example "libsdformat 26 POSE_RELATIVE_TO_INVALID".
        """
        if self.reference is None:
            return ""
        return f"libsdformat {self.reference[0]} {self.reference[1]}"

    def __reduce__(self) -> tuple[Any, ...]:
        # no page for a registered kind, because the other process has registered it too
        page = None if _KINDS.get(self.code) is self else self.page
        fields = (self.code, self.name, self.severity, page, self.fix, self.since, self.reference)
        return (_restored, fields)


_KINDS: dict[str, Kind] = {}
_NAMES: dict[str, str] = {}


def _restored(
    code: str,
    name: str,
    severity: Severity,
    page: str | None,
    fix: Literal["always", "sometimes", "never"],
    since: str,
    reference: Reference | None = None,
) -> Kind:
    """Return the kind that this process has registered.

    If the module of the kind is not imported, return a kind without a page.
    """
    known = _KINDS.get(code)
    if page is None and known is not None:
        return known
    return Kind(code, name, severity, page or "", fix, since, reference)


class DuplicateCodeError(ValueError):
    """A code or a name was declared twice."""


def register(kind: Kind) -> Kind:
    """Register a kind by its code, and return it.

    Raises:
        DuplicateCodeError: the code or the name belongs to another kind.
        ValueError: the page does not say why it matters.
    """
    if kind.code in _KINDS:
        raise DuplicateCodeError(f"{kind.code} is both {_KINDS[kind.code].name} and {kind.name}")
    if kind.name in _NAMES:
        raise DuplicateCodeError(f"{kind.name} is both {_NAMES[kind.name]} and {kind.code}")
    if "## Why it matters" not in kind.page and sys.flags.optimize < _WITHOUT_DOCSTRINGS:
        raise ValueError(f"the page of {kind.code} has no '## Why it matters'")
    _KINDS[kind.code] = kind
    _NAMES[kind.name] = kind.code
    return kind


def kinds() -> dict[str, Kind]:
    """Return the kinds that the imported modules have registered, by code, sorted."""
    return dict(sorted(_KINDS.items()))
