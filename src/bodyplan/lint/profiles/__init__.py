"""Profiles: the verdict of one reader, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from bodyplan.diag import Diagnostic, did_you_mean
from bodyplan.formats.document import Document
from bodyplan.text import Record

Judge = Callable[[Document], list[Diagnostic]]


class Profile(Record):
    """A reader whose verdict can be asked for.

    Args:
        name: what the user calls it.
        meaning: one line for the help.
        module: where its ``judge(document)`` is; loaded when asked for.
    """

    name: str
    meaning: str
    module: str

    def judge(self, document: Document) -> list[Diagnostic]:
        """What this reader says: errors where it refuses, warnings where it drops or complains."""
        found: list[Diagnostic] = import_module(self.module).judge(document)
        return found


PROFILES = {
    profile.name: profile
    for profile in (
        Profile(
            "urdfdom",
            "accept or refuse as check_urdf of urdfdom 6 does",
            "bodyplan.lint.profiles.urdfdom",
        ),
        Profile(
            "libsdformat",
            "accept or refuse as libsdformat 12 does",
            "bodyplan.lint.profiles.libsdformat",
        ),
    )
}


def profile_named(name: str) -> Profile:
    """A profile by its name.

    Raises:
        ValueError: there is none.
    """
    profile = PROFILES.get(name)
    if profile is None:
        hint = did_you_mean(name, PROFILES) or f"there is {', '.join(PROFILES)}"
        raise ValueError(f"unknown profile {name!r}; {hint}")
    return profile
