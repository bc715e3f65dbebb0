"""A bug of bodyplan as a diagnostic of the file that it occurred in."""

from __future__ import annotations

from collections.abc import Iterable

from bodyplan.diag.diagnostic import Diagnostic, Where
from bodyplan.diag.failure import cause_of, report_request, show_traceback
from bodyplan.diag.kind import Kind, Severity, register

INTERNAL_ERROR = register(
    Kind(
        "X012",
        "internal-error",
        Severity.ERROR,
        """bodyplan failed while it processed this file.

## Why it matters
This is a bug in bodyplan, or the machine ran out of memory. The file was not checked, or not to its
end: what is wrong with it is unknown. All other files are processed as usual. No configuration or
comment suppresses this diagnostic.

The message names the type of the exception and the line of bodyplan that raised it, or how the
process ended that checked the file.

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
    """Return the diagnostic for an exception that nothing expected.

    Args:
        error: what was raised while the file was processed.
        name: of the file, as messages call it.
    """
    show_traceback(error)
    return _diagnostic(cause_of(error), name, report_request(error))


def process_failed(reason: str, name: str, *, has_ended: bool) -> Diagnostic:
    """Return the diagnostic for a file of which another process has no result.

    Args:
        reason: why, such as "its process was killed by signal 9, twice".
        name: of the file, as messages call it.
        has_ended: whether the process ended.
    """
    hint = "it may have run out of memory; --jobs 1 leaves more for each file"
    return _diagnostic(reason, name, hint if has_ended else report_request())


def with_hint(found: Diagnostic) -> str:
    """Return a diagnostic with its hint, as one sentence."""
    return f"{found}; {found.hint}"


def resolve_locations(found: Iterable[Diagnostic]) -> None:
    """Work out the place of each diagnostic now, where a failure still belongs to its file."""
    for diagnostic in found:
        diagnostic.where  # noqa: B018


def _diagnostic(what: str, name: str, hint: str) -> Diagnostic:
    place = Where(name, 1, 1, 1, 1, "/")
    return Diagnostic(INTERNAL_ERROR, f"internal error: {what}", place, hint=hint)
