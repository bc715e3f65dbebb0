"""What is said about a file: a diagnostic with code, severity, place, reason, and a fix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

from bodyplan.core import Record, shown
from bodyplan.diag.failure import cause_of, report_request, show_traceback
from bodyplan.diag.kind import Kind, Severity
from bodyplan.text import Edit

_LONGEST_MESSAGE = 2000  # characters; names and values in a message may have any length

T = TypeVar("T")
Safety = Literal["safe", "unsafe", "display"]


class Call(NamedTuple):
    """A call of a macro.

    Args:
        macro: name of the macro.
        file: that calls it.
        line: of the calling tag, from 1.
        column: of the calling tag, from 1.
    """

    macro: str
    file: str
    line: int
    column: int


class Where(NamedTuple):
    """A location in a file. Lines and columns count from 1; columns count characters.

    Args:
        file: how messages call the file.
        line: of its start.
        column: of its start.
        end_line: of its end.
        end_column: behind its last character.
        path: XPath-like address of the element, with ``/@name`` for an attribute.
        calls: for a location in a macro, the calls that led there, outermost first.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    path: str
    calls: tuple[Call, ...] = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Fix(Record):
    """A repair as text edits.

    Args:
        title: what it does, as an order.
        edits: spans of the text that was read, and its replacement.
        safety: "safe" keeps the meaning for every reader; "unsafe" may not be what the author
            meant; "display" is for the reader only and never applied.
    """

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = "safe"


class Diagnostic:
    """One finding. The place and the fix are worked out when first asked for.

    Args:
        kind: which finding it is.
        message: what is wrong here, with the values.
        where: the place, or a function that finds it.
        severity: of this finding; the kind's own when not given.
        hint: what to do about it, or a function that finds out.
        fix: a repair, or a function that makes it.
        needs: what outside of the file would remove the finding, such as "package 'arm_parts'";
            empty if the file itself is wrong.
    """

    __slots__ = ("_fix", "_hint", "_where", "kind", "message", "needs", "severity")

    def __init__(
        self,
        kind: Kind,
        message: str,
        where: Where | Callable[[], Where],
        *,
        severity: Severity | None = None,
        hint: str | Callable[[], str | None] | None = None,
        fix: Fix | Callable[[], Fix | None] | None = None,
        needs: str = "",
    ) -> None:
        self.kind = kind
        self.needs = needs
        self.message = shown(message, _LONGEST_MESSAGE)
        self.severity = kind.severity if severity is None else severity
        self._hint = hint
        self._where = where
        self._fix = fix

    @property
    def code(self) -> str:
        """The number of the kind, such as "J101"."""
        return self.kind.code

    @property
    def name(self) -> str:
        """The name of the kind, such as "limit-missing"."""
        return self.kind.name

    @property
    def where(self) -> Where:
        """The place."""
        if not isinstance(self._where, tuple):
            self._where = self._where()
        return self._where

    @property
    def hint(self) -> str | None:
        """What to do about it."""
        if callable(self._hint):
            hint = self._worked_out(self._hint)
            if callable(self._hint):  # it did not fail
                self._hint = hint
        return self._hint

    @property
    def fix(self) -> Fix | None:
        """The repair, if there is one."""
        if self._fix is not None and not isinstance(self._fix, Fix):
            self._fix = self._worked_out(self._fix)
        return self._fix

    def _worked_out(self, make: Callable[[], T | None]) -> T | None:
        """Return what a function makes; None where it fails, which the hint then says."""
        try:
            return make()
        except Exception as error:  # noqa: BLE001  (a hint that fails ends no run)
            show_traceback(error)
            self._hint = f"internal error: {cause_of(error)}; {report_request(error)}"
            return None

    def graded(self, severity: Severity) -> Diagnostic:
        """Return the same diagnostic with another severity."""
        if severity is self.severity:
            return self
        return Diagnostic(
            self.kind,
            self.message,
            self._where,
            severity=severity,
            hint=self._hint,
            fix=self._fix,
            needs=self.needs,
        )

    def and_others(self, count: int, where: str) -> Diagnostic:
        """Return the same finding, whose message says how many more of the kind there are.

        Args:
            count: of the others; without any, nothing changes.
            where: they are, such as "at this place".
        """
        if not count:
            return self
        return Diagnostic(
            self.kind,
            f"{self.message} (and {count:,} more {where})",
            self._where,
            severity=self.severity,
            hint=self._hint,
            fix=self._fix,
            needs=self.needs,
        )

    def about(self, kind: Kind, message: str) -> Diagnostic:
        """Return another diagnostic at the same location."""
        return Diagnostic(kind, message, self._where)

    def __str__(self) -> str:
        return f"{self.where}: {self.code} {self.severity} {self.message}"

    def __repr__(self) -> str:
        return f"<Diagnostic {self}>"

    def _state(self) -> tuple[Any, ...]:
        return (self.kind, self.message, self.where, self.severity, self.hint, self.fix, self.needs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Diagnostic) and self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._state())

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, self._state())


def _restored(
    kind: Kind,
    message: str,
    where: Where,
    severity: Severity,
    hint: str | None,
    fix: Fix | None,
    needs: str,
) -> Diagnostic:
    return Diagnostic(kind, message, where, severity=severity, hint=hint, fix=fix, needs=needs)
