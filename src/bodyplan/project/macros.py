"""Which files with macros are robots, and which only bring macros for others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from bodyplan.core import Limits
from bodyplan.project.attempts import Attempts
from bodyplan.text import parse

_LIMITS = Limits(max_bytes=4 * 1024 * 1024)
_SEMANTICS = frozenset(
    ("group", "group_state", "end_effector", "virtual_joint", "disable_collisions")
)
_DEFINITIONS = frozenset(
    f"xacro:{word}" for word in ("macro", "property", "arg", "include", "insert_block")
)


class Outline(NamedTuple):
    """What a file with macros says of itself, without being expanded.

    Args:
        kind: "xacro" or "srdf", what it makes if no other file includes it; empty for nothing.
        name: of the robot.
        included: the files that it includes, each by the parts at the end of its name. What
            precedes them, such as $(find arm_description), may lead to any folder.
    """

    kind: str = ""
    name: str = ""
    included: frozenset[tuple[str, ...]] = frozenset()


def entry_points(paths: Iterable[str], attempt: Attempts | None = None) -> dict[str, Outline]:
    """Return the files that make a robot or an SRDF on their own, by path.

    Such a file names its robot, makes more than definitions, needs no argument, and no other of
    the files includes it. A file that is not XML counts as one. Each file is read once.

    Args:
        paths: the files with macros.
        attempt: calls what is done with one file; what that raises is for the caller by default.
    """
    attempt = attempt or Attempts(keeps=False)
    found = {path: attempt(path, Outline(), _outline, path) for path in paths}
    included = {end for outline in found.values() for end in outline.included}
    lengths = {len(end) for end in included}

    def is_included(path: str) -> bool:
        return any(tuple(path.split("/")[-length:]) in included for length in lengths)

    return {path: one for path, one in found.items() if one.kind and not is_included(path)}


def _outline(path: str) -> Outline:
    try:
        with open(path, "rb") as stream:
            data = stream.read(_LIMITS.max_bytes)
    except (OSError, ValueError):
        return Outline()
    root = parse(data, _LIMITS).root
    if root is None:  # the check says why; maybe it was meant to be a robot
        return Outline("xacro")
    names = (include.get("filename", "") for include in root.iter("xacro:include"))
    included = frozenset(_end(name, path) for name in names)
    name = root.get("name", "").strip()
    tags = {child.tag for child in root}
    needs_argument = any(
        child.tag == "xacro:arg" and child.get("default") is None for child in root
    )
    if root.tag != "robot" or not name or needs_argument or not tags - _DEFINITIONS:
        return Outline(included=included)
    is_srdf = bool(tags & _SEMANTICS) or ".srdf." in os.path.basename(path).lower()
    return Outline("srdf" if is_srdf else "xacro", name, included)


def _end(name: str, path: str) -> tuple[str, ...]:
    """The parts of the name of an included file behind what is computed."""
    end = re.split(r"[)}]", name)[-1].strip("/")
    if end == name.strip("/"):  # from the folder of the file itself
        end = os.path.normpath(os.path.join(os.path.dirname(path), end))
    return tuple(end.split("/"))
