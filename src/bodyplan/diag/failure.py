"""What bodyplan reports about an internal error: type, location and version, and nothing of the machine."""

from __future__ import annotations

from bodyplan._version import __version__
from bodyplan.core import visible


def cause_of(error: BaseException) -> str:
    """Return type and location of an exception: "IndexError at bodyplan.formats.tail:84".

    The location is the innermost line of bodyplan; where the exception is from a library, its line
    follows. The exception's own message is left out: it may quote the file.
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
    """Return whether an exception is a bug in bodyplan, and not what a public function documents.

    Those are exceptions of bodyplan, of the system, and a ``ValueError`` or ``TypeError`` that a
    statement of bodyplan raises with a sentence about its arguments.
    """
    if isinstance(error, OSError) or type(error).__module__.startswith("bodyplan."):
        return False
    steps = []
    step = error.__traceback__
    while step is not None:
        steps.append(step)
        step = step.tb_next
    names = [one.tb_frame.f_globals.get("__name__", "") for one in steps[1:]]  # behind the caller
    if not any(name.startswith("bodyplan.") for name in names):
        return False
    if type(error) not in {ValueError, TypeError} or not names[-1].startswith("bodyplan."):
        return True
    from opcode import opname

    return opname[steps[-1].tb_frame.f_code.co_code[steps[-1].tb_lasti]] != "RAISE_VARARGS"


def report_request(error: BaseException | None = None) -> str:
    """Return what to do about it."""
    if isinstance(error, MemoryError):
        return "there was not enough memory; --jobs 1 leaves more for each file"
    return (
        f"this is a bug in bodyplan {__version__}: report it with this message, the output of "
        "`bodyplan doctor` and, if possible, the file"
    )


def show_traceback(error: BaseException) -> None:
    """Print the traceback on standard error, where ``BODYPLAN_DEBUG`` asks for it."""
    import os
    import sys

    if os.environ.get("BODYPLAN_DEBUG"):
        from traceback import format_exception

        lines = "".join(format_exception(error)).split("\n")
        sys.stderr.write("\n".join(map(visible, lines)))
