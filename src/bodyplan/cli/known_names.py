"""The names that tab completion offers on a command line."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from bodyplan.description.search.srdf_search import srdfs_around
from bodyplan.description.session import Session
from bodyplan.formats.source import SAMPLE_PREFIX, WordOrPath
from bodyplan.lint.codes import all_kinds

if TYPE_CHECKING:
    from bodyplan.description.description import Description
    from bodyplan.model import Robot

_HARMLESS = re.compile(r"[\w.:+@%/=][\w.:+@%/=-]*")
"""Names that are safe in a shell: bash expands completions, and would run commands in them."""


def known_names(kind: str, line: str) -> list[str]:
    """Return names of a kind from the robots on a command line; empty if no robot can be read.

    Names with spaces, or with characters that a shell interprets, are left out.

    Args:
        kind: one of ``completion.KINDS``; "joints" means independent joints.
        line: the command line up to the cursor.
    """
    if kind == "codes":
        return list(all_kinds())
    found: dict[str, None] = {}
    for name in _inputs(line):
        with suppress(ValueError, OSError):  # completion shows no errors
            found |= dict.fromkeys(_names(kind, name))
    return [name for name in found if _HARMLESS.fullmatch(name)]


def _inputs(line: str) -> Iterator[str]:
    """Yield the words of a command line that name files or samples."""
    try:
        words = shlex.split(line)
    except ValueError:  # the last word has an open quote
        words = line.split()
    for word in words[1:]:
        if word.startswith(SAMPLE_PREFIX) or os.path.isfile(word):
            yield word


def _names(kind: str, source: WordOrPath) -> Iterator[str]:
    found = Session().open(source)
    if found.is_srdf:
        yield from _of_srdf(kind, found)
    elif found.expanded is not None and kind in {"states", "groups"}:
        for srdf in srdfs_around(found.path):
            yield from _names(kind, srdf)
    elif found.expanded is not None:
        yield from _of_robot(kind, found.parts)


def _of_srdf(kind: str, found: Description) -> Iterator[str]:
    root = found.require_expanded().root
    if kind == "states":
        yield from (state.name for state in root.group_states)
    elif kind == "groups":
        yield from (group.name for group in root.groups)
    else:
        robot = found.partner.description
        if robot is not None:
            yield from _of_robot(kind, robot.parts)


def _of_robot(kind: str, robot: Robot) -> Iterator[str]:
    if kind == "joints":
        yield from (f"{joint.name}=" for joint in robot.independent_joints)
        return
    yield from robot.link_names
    if kind == "frames":
        yield from (frame.name for frame in robot.frames)
