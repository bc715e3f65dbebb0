"""Messages for failures: an error that the user can correct, or a bug in bodyplan."""

from __future__ import annotations

from collections.abc import Sequence

from bodyplan.cli.errors import UserError
from bodyplan.cli.parser import OTHER_VERBS
from bodyplan.collision.pairs import TooManyPairsError
from bodyplan.core import plural
from bodyplan.core.names import visible
from bodyplan.diag import Severity, did_you_mean
from bodyplan.diag.diagnostic import cause_of, report_request, show_traceback
from bodyplan.files.error import WriteError
from bodyplan.formats.document import DescriptionError
from bodyplan.formats.editing import EditError
from bodyplan.formats.input_error import ChoiceError, InputError
from bodyplan.lint.settings import SettingsError
from bodyplan.model.numeric import NumpyMissingError

_SENTENCES = (
    *(UserError, InputError, EditError, SettingsError, NumpyMissingError, TooManyPairsError),
)
"""Errors whose message is written for the user."""
_SPELLINGS = {"robot": "the URDF itself"}
"""What messages of the command line call an argument of a function, by argument name."""


def sentence_of(error: Exception) -> str | None:
    """Return the message of an error; None for a bug in bodyplan."""
    if isinstance(error, ChoiceError):
        return error.sentence(_SPELLINGS)
    if isinstance(error, _SENTENCES):
        return str(error)
    if isinstance(error, DescriptionError):
        errors = [str(one) for one in error.diagnostics if one.severity is Severity.ERROR]
        more = f" and {plural(len(errors) - 1, 'more error')}" if errors[1:] else ""
        return f"{errors[0]}{more}; `bodyplan check` shows all" if errors else "cannot be read"
    if isinstance(error, WriteError):
        return error.sentence("--{}")
    if not isinstance(error, OSError):
        return None
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "the current folder does not exist any more"  # only this error has no path
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"cannot read or write: {reason[:1].lower()}{reason[1:]}"
    return f"{error.filename}: {reason}"


def failure_of(error: Exception) -> str:
    """Return the message of an error; for a bug, also how to report it."""
    return visible(sentence_of(error) or _bug(error))


def _bug(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return f"not enough memory: {error}" if str(error) else "not enough memory"
    show_traceback(error)
    return f"internal error: {cause_of(error)}; {report_request(error)}"


def may_be_output(error: Exception) -> bool:
    """Return whether the error may come from writing to standard output."""
    return isinstance(error, OSError) and not isinstance(error, (InputError, WriteError))


def unknown_verb(words: Sequence[str], verbs: Sequence[str]) -> str:
    """Return the message for an unknown verb or a misplaced option, with suggestions."""
    first = words[0]
    what, hint = f"verb {first!r}", f"verbs are {', '.join(verbs)}"
    if first.startswith("-"):
        what, hint = f"option {first}", "see `bodyplan --help`"
        later = next((word for word in words if word in verbs), "")
        if later:
            hint = f"options follow the verb: bodyplan {later} {first}"
    known = OTHER_VERBS.get(first, "")
    if known in verbs:
        return visible(f"unknown {what}; did you mean {known!r}?")
    return visible(
        f"unknown {what}; {did_you_mean(first, (*verbs, '--help', '--version')) or hint}"
    )
