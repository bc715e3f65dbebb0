"""The names that tab completion offers on a command line."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from bodyplan.cli.codes import all_kinds
from bodyplan.formats.expansion import expanded_document
from bodyplan.formats.read import read
from bodyplan.formats.source import SAMPLE_PREFIX, FilePath, WordOrPath
from bodyplan.project.checker import Checker
from bodyplan.project.load import load
from bodyplan.project.srdf_search import srdfs_around

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.model import Robot

_HARMLESS = re.compile(r"[\w.:+@%/=][\w.:+@%/=-]*")
"""Names that are not options and contain nothing that a shell expands: bash expands completions, also commands in them."""


def known_names(kind: str, line: str) -> list[str]:
    """The names of a kind that the robots on a command line have; nothing where none can be read.

    Names with signs that mean something to a shell, or blanks, are left out.

    Args:
        kind: one of ``completion.KINDS``; "joints" are those that take a value.
        line: the command line as far as it is typed.
    """
    if kind == "codes":
        return list(all_kinds())
    found: dict[str, None] = {}
    for name in _inputs(line):
        with suppress(ValueError, OSError):  # nobody wants to read of errors while typing
            found |= dict.fromkeys(_names(kind, name))
    return [name for name in found if _HARMLESS.fullmatch(name)]


def _inputs(line: str) -> Iterator[str]:
    """The words of a line that name files or samples."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quote that is still open
        words = line.split()
    for word in words[1:]:
        if word.startswith(SAMPLE_PREFIX) or os.path.isfile(word):
            yield word


def _names(kind: str, source: WordOrPath) -> Iterator[str]:
    document = read(source)
    described = expanded_document(document)
    if described is not None and described.format == "srdf":
        yield from _of_srdf(kind, document, described)
    elif described is not None and kind in {"states", "groups"}:
        for srdf in srdfs_around(document.path):
            yield from _names(kind, srdf)
    elif described is not None:
        yield from _of_robot(kind, load(document, strict=False))


def _of_srdf(kind: str, document: Document, described: Document) -> Iterator[str]:
    root = described.root
    if kind == "states":
        yield from (state.name for state in root.group_states)
    elif kind == "groups":
        yield from (group.name for group in root.groups)
    else:
        member = Checker().member(document, described)
        if member is not None and member.robot is not None:
            yield from _names(kind, FilePath(member.robot))


def _of_robot(kind: str, robot: Robot) -> Iterator[str]:
    if kind == "joints":
        yield from (f"{joint.name}=" for joint in robot.independent_joints)
        return
    yield from robot.link_names
    if kind == "frames":
        yield from (frame.name for frame in robot.frames)
