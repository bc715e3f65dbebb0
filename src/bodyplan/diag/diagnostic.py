"""A diagnostic: code, severity, location, message and fix; also the one for a bug in bodyplan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeVar

from bodyplan._version import __version__
from bodyplan.core import Record, shown, visible
from bodyplan.diag.kind import Kind, Severity, register
from bodyplan.text import Edit


def cause_of(error: BaseException) -> str:
    """Return type and location of an exception: "IndexError at bodyplan.formats.tail:84".

    The location is the innermost line of bodyplan; if a library raised the exception, the line of
    the library follows. The message of the exception is left out, because it may quote the file.
    """
    lines: list[str] = []
    step = error.__traceback__
    while step is not None:
        lines.append(f"{step.tb_frame.f_globals.get('__name__', '?')}:{step.tb_lineno}")
        step = step.tb_next
    own = [line for line in lines if line.startswith("bodyplan.")]
    text = type(error).__name__
    if own:
        text += f" at {own[-1]}"
    if lines and lines[-1] not in own:
        text += f" (in {lines[-1]})"
    return text


def is_internal(error: BaseException) -> bool:
    """Return whether an exception is a bug in bodyplan, not a documented exception.

    Documented exceptions are the exception classes of bodyplan, ``OSError``, and each
    ``ValueError`` or ``TypeError`` from a ``raise`` statement in bodyplan.
    """
    if isinstance(error, OSError) or type(error).__module__.startswith("bodyplan."):
        return False
    steps = []
    step = error.__traceback__
    while step is not None:
        steps.append(step)
        step = step.tb_next
    # leave out the first frame, which belongs to the caller
    names = [one.tb_frame.f_globals.get("__name__", "") for one in steps[1:]]
    if not any(name.startswith("bodyplan.") for name in names):
        return False
    if type(error) not in {ValueError, TypeError} or not names[-1].startswith("bodyplan."):
        return True
    from opcode import opname

    return opname[steps[-1].tb_frame.f_code.co_code[steps[-1].tb_lasti]] != "RAISE_VARARGS"


def report_request(error: BaseException | None = None) -> str:
    """Return advice for the user after a bug or a lack of memory."""
    if isinstance(error, MemoryError):
        return "there was not enough memory; --jobs 1 leaves more for each file"
    return (
        f"this is a bug in bodyplan {__version__}: report it with this message, the output of "
        "`bodyplan doctor` and, if possible, the file"
    )


def show_traceback(error: BaseException) -> None:
    """Print the traceback on standard error, if ``BODYPLAN_DEBUG`` is set."""
    import os
    import sys

    if os.environ.get("BODYPLAN_DEBUG"):
        from traceback import format_exception

        lines = "".join(format_exception(error)).split("\n")
        sys.stderr.write("\n".join(map(visible, lines)))


_LONGEST_MESSAGE = 2000  # in characters; names and values in a message may have any length

T = TypeVar("T")
Safety = Literal["safe", "unsafe", "display"]


class Call(NamedTuple):
    """A call of a macro.

    Args:
        macro: the name of the macro.
        file: the file that calls the macro.
        line: the line of the calling tag, from 1.
        column: the column of the calling tag, from 1.
    """

    macro: str
    file: str
    line: int
    column: int


class Where(NamedTuple):
    """A location in a file. Lines and columns count from 1; columns count characters.

    Args:
        file: the name of the file in messages.
        line: the line of the first character.
        column: the column of the first character.
        end_line: the line of the last character.
        end_column: the column after the last character.
        path: an XPath-like path of the element, with ``/@name`` for an attribute.
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
        title: what the fix does, in the imperative.
        edits: the spans of the text to replace, each with its new text.
        safety: "safe" keeps the meaning for every parser; "unsafe" may not be what the author
            meant; "display" is only shown and never applied.
    """

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = "safe"


class Diagnostic:
    """One diagnostic. Its location, hint and fix are computed at first use.

    Args:
        kind: the kind, with code, name and default severity.
        message: what is wrong, with names and values.
        where: the location, or a function that returns it.
        severity: the severity of this diagnostic; by default, that of its kind.
        hint: what to do about the problem, or a function that returns this text.
        fix: a repair, or a function that returns it.
        needs: what is missing outside of the file, such as "package 'arm_parts'"; empty if the
            file itself is wrong.
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
        """The location."""
        if not isinstance(self._where, tuple):
            self._where = self._where()
        return self._where

    @property
    def hint(self) -> str | None:
        """What to do about the problem."""
        if callable(self._hint):
            hint = self._worked_out(self._hint)
            if callable(self._hint):  # the function did not fail
                self._hint = hint
        return self._hint

    @property
    def fix(self) -> Fix | None:
        """The repair, if there is one."""
        if self._fix is not None and not isinstance(self._fix, Fix):
            self._fix = self._worked_out(self._fix)
        return self._fix

    def _worked_out(self, make: Callable[[], T | None]) -> T | None:
        """Return the result of a function, or None if it fails; the hint then reports the failure."""
        try:
            return make()
        except Exception as error:  # noqa: BLE001  (a hint that fails must not end the run)
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
        """Return this diagnostic with a message that also counts further diagnostics of its kind.

        Args:
            count: the number of further diagnostics; 0 changes nothing.
            where: the location of the further diagnostics, such as "at this place".
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

    def about(self, kind: Kind, message: str, hint: str | None = None) -> Diagnostic:
        """Return another diagnostic at the same location."""
        return Diagnostic(kind, message, self._where, hint=hint)

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


INTERNAL_ERROR = register(
    Kind(
        "X012",
        "internal-error",
        Severity.ERROR,
        """bodyplan failed while it processed this file.

## Why it matters
This is a bug in bodyplan, or the machine ran out of memory. The file was not checked, or only in
part: its other problems are unknown. All other files are processed as usual. No configuration or
comment suppresses this diagnostic.

The message names the type of the exception and the line of bodyplan that raised it, or how the
process that checked the file ended.

## Example
    arm.urdf:1:1: X012 error internal error: IndexError at bodyplan.formats.tail:84

## Use instead
Report the message with the output of `bodyplan doctor` and, if possible, the file. With
`BODYPLAN_DEBUG=1` in the environment, the traceback is printed as well. If a process ran out of
memory, `--jobs 1` leaves more for each file.
""",
    )
)


def internal_error(error: BaseException, name: str) -> Diagnostic:
    """Return the diagnostic for an unexpected exception.

    Args:
        error: the exception that was raised while the file was processed.
        name: the name of the file in messages.
    """
    show_traceback(error)
    return _diagnostic(cause_of(error), name, report_request(error))


def process_failed(reason: str, name: str, *, has_ended: bool) -> Diagnostic:
    """Return the diagnostic for a file that a worker process did not finish.

    Args:
        reason: the reason, such as "its process was killed by signal 9, twice".
        name: the name of the file in messages.
        has_ended: whether the process crashed or was killed.
    """
    hint = "it may have run out of memory; --jobs 1 leaves more for each file"
    return _diagnostic(reason, name, hint if has_ended else report_request())


def with_hint(found: Diagnostic) -> str:
    """Return a diagnostic with its hint, as one sentence."""
    return f"{found}; {found.hint}"


def resolve_locations(found: Iterable[Diagnostic]) -> None:
    """Compute the location of each diagnostic now, while a failure can be traced to its file."""
    for diagnostic in found:
        diagnostic.where  # noqa: B018


def _diagnostic(what: str, name: str, hint: str) -> Diagnostic:
    place = Where(name, 1, 1, 1, 1, "/")
    return Diagnostic(INTERNAL_ERROR, f"internal error: {what}", place, hint=hint)
