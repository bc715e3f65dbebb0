"""The meaning of diagnostic codes."""

from __future__ import annotations

from bodyplan.core import Record
from bodyplan.diag import Kind, did_you_mean
from bodyplan.formats.sdf.codes import CODES
from bodyplan.lint.codes import all_kinds
from bodyplan.lint.settings import SettingsError


class Explanation(Record):
    """The meaning of codes.

    Args:
        codes: the kinds of diagnostics, in the requested order.
    """

    codes: tuple[Kind, ...]


def explain(*words: str) -> Explanation:
    """Return what diagnostic codes mean, why they matter, and how to fix the problems.

    Args:
        words: codes, names of rules, first letters of codes, or numbers and names of libsdformat
            errors, in upper or lower case; by default, all codes.

    Raises:
        SettingsError: a word matches no code.
    """
    return Explanation(tuple(kind for word in words or ("",) for kind in _find(word)))


def is_name_of(kind: Kind, word: str) -> bool:
    """Return whether a word is the code or name of a kind, or of its libsdformat error."""
    names = {kind.code, kind.name.upper(), *map(str, kind.reference or ())}
    return word.strip().upper() in names


def _find(word: str) -> list[Kind]:
    """Return the kind with this code or name, or the kinds whose codes begin with it.

    Raises:
        SettingsError: the word matches no kind.
    """
    known = all_kinds().values()
    code = word.strip().upper()
    found = [kind for kind in known if is_name_of(kind, word)]
    found = found or [kind for kind in known if kind.code.startswith(code)]
    if not found:
        _require_findable(code)
        references = [kind.reference[1] for kind in known if kind.reference is not None]
        names = [kind.name for kind in known]
        hint = did_you_mean(code, references) if "_" in code else did_you_mean(word, names)
        family = [kind.code for kind in known if kind.code[0] == code[:1]]
        if not hint and family and code[1:].isdigit():
            hint = f"`bodyplan explain {code[0]}` lists {family[0]} to {family[-1]}"
        text = f"unknown code {word!r}; {hint or '`bodyplan explain` lists all codes'}"
        raise SettingsError(text)
    return found


def _require_findable(code: str) -> None:
    """Check that a word is not a libsdformat error that no bodyplan code covers.

    Raises:
        SettingsError: the word is the number or name of such an error.
    """
    for number, name in CODES.items():
        if code in (str(number), name):
            raise SettingsError(
                f"libsdformat {number} {name} has no code: other codes cover it, or it is an error "
                f"of a program that calls libsdformat; `bodyplan explain D` lists the codes for SDFormat"
            )
