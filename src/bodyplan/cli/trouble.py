"""What goes wrong for reasons that the user can change."""

from __future__ import annotations


class Trouble(ValueError):  # noqa: N818  (a sentence for the user, not a fault of the program)
    """Something the user has to change; the message is the whole story."""


class InternalTrouble(Trouble):
    """A bug of bodyplan that reading a file found; the message is its diagnostic."""


def sentence_of(error: Exception) -> str | None:
    """Return what an error says to the user; None for a bug of bodyplan.

    The modules of the errors are loaded only here: most runs have none.
    """
    from bodyplan.files.error import WriteError
    from bodyplan.formats.editing import EditError
    from bodyplan.formats.input_error import InputError
    from bodyplan.lint.settings import SettingsError

    if isinstance(error, (Trouble, InputError, EditError, SettingsError)):
        return str(error)
    if isinstance(error, WriteError):
        return error.sentence("--{}")
    if not isinstance(error, OSError):
        return None
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "the current folder does not exist any more"  # nothing else has no name
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"cannot read or write: {reason[:1].lower()}{reason[1:]}"
    return f"{error.filename}: {reason}"
