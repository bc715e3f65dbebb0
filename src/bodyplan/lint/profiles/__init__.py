"""Profiles: each package in this folder gives the verdict of one parser."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from bodyplan.diag import Diagnostic, did_you_mean

if TYPE_CHECKING:
    from bodyplan.formats.document import Document

PROFILES = tuple(
    sorted(name for name in os.listdir(__path__[0]) if name[0].isalpha() and "." not in name)
)
"""The names of the profiles."""


def load_all() -> None:
    """Load every profile, so that its kinds of diagnostics are known."""
    for name in PROFILES:
        import_module(f"{__name__}.{name}")


def require_profile(name: str) -> None:
    """Check that a profile of this name exists.

    Raises:
        ValueError: the profile does not exist.
    """
    if name not in PROFILES:
        hint = did_you_mean(name, PROFILES) or f"use {' or '.join(PROFILES)}"
        raise ValueError(f"unknown profile {name!r}; {hint}")


def judge(document: Document, profile: str) -> list[Diagnostic]:
    """Return the diagnostics of one parser: errors if it rejects the file, else warnings.

    Args:
        document: the file.
        profile: one of ``PROFILES``.

    Raises:
        ValueError: the profile does not exist.
    """
    require_profile(profile)
    found: list[Diagnostic] = import_module(f"{__name__}.{profile}").judge(document)
    return found
