"""Check that the codes of diagnostics in options and configurations exist."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module

from bodyplan.diag import Kind, did_you_mean, kinds
from bodyplan.formats.registry import FORMATS
from bodyplan.lint import profiles
from bodyplan.lint.rule import rules
from bodyplan.lint.settings import Settings, SettingsError, parse_code

_HOMES = ("bodyplan.formats.read", "bodyplan.lint.run", "bodyplan.description.folder_kinds")
"""Modules, besides the rules, that define kinds of diagnostics."""


def all_kinds() -> dict[str, Kind]:
    """Return every kind of diagnostic, including the kinds of profiles, by code."""
    rules()
    of_formats = (known.reading for known in FORMATS.values() if known.reading)
    for home in (*_HOMES, *of_formats):
        import_module(home)
    profiles.load_all()
    return kinds()


def parse_codes(option: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return the codes that an option names.

    Raises:
        SettingsError: the option names no code, or a code that does not exist.
    """
    found = tuple(parse_code(code) for word in words for code in word.split(",") if code.strip())
    if not found:
        raise SettingsError(f"{option}: missing code, such as J101, or J for the whole family")
    _require_known(found)
    return found


def require_profile(name: str) -> None:
    """Check that a profile exists.

    Raises:
        SettingsError: the profile does not exist.
    """
    try:
        profiles.require_profile(name)
    except ValueError as error:
        raise SettingsError(str(error)) from None


def require_valid(settings: Settings) -> None:
    """Check that the codes and the profile of a configuration exist.

    Raises:
        SettingsError: a code or the profile does not exist.
    """
    if settings.profile is not None:
        require_profile(settings.profile)
    listed = (settings.select, settings.ignore, settings.severity)
    for codes in (*listed, *settings.per_file_ignore.values()):
        _require_known(codes)


def _require_known(codes: Iterable[str]) -> None:
    codes = tuple(codes)
    known = all_kinds() if codes else {}
    for code in codes:
        if not any(name.startswith(code) for name in known):
            hint = did_you_mean(code, known) or "see `bodyplan explain` for all codes"
            raise SettingsError(f"unknown code {code}; {hint}")
