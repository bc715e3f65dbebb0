"""Profiles: the verdict of one parser, and nothing else. Each is a package of this folder."""

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
    """Check that there is a profile of this name.

    Raises:
        ValueError: there is none.
    """
    if name not in PROFILES:
        hint = did_you_mean(name, PROFILES) or f"there is {', '.join(PROFILES)}"
        raise ValueError(f"unknown profile {name!r}; {hint}")


def judge(document: Document, profile: str) -> list[Diagnostic]:
    """Return what one parser says: errors where it refuses, warnings where it drops or complains.

    Args:
        document: the file.
        profile: one of ``PROFILES``.

    Raises:
        ValueError: there is no such profile.
    """
    require_profile(profile)
    found: list[Diagnostic] = import_module(f"{__name__}.{profile}").judge(document)
    return found
