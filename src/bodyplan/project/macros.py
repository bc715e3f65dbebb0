"""Which files with macros are robots, and which only bring macros for others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from bodyplan.project.attempts import Attempt, directly
from bodyplan.project.heads import head_of
from bodyplan.text import Limits, parse

_LIMITS = Limits(max_bytes=4 * 1024 * 1024)
_INCLUDED = re.compile(rb"""<xacro:include\s[^<>]*?filename\s*=\s*["']([^"']*)""")
_SEMANTICS = frozenset(
    ("group", "group_state", "end_effector", "virtual_joint", "disable_collisions")
)
_DEFINITIONS = frozenset(
    f"xacro:{word}" for word in ("macro", "property", "arg", "include", "insert_block")
)


def entry_points(paths: Iterable[str], attempt: Attempt = directly) -> dict[str, str]:
    """The files that make a robot or an SRDF by themselves: "xacro" or "srdf" by path.

    Such a file names its robot, makes more than definitions, needs no argument, and no other of
    the files includes it.

    Args:
        paths: the files with macros.
        attempt: calls what is done with one file.
    """
    paths = list(paths)
    ends: set[tuple[str, ...]] = set()
    for path in paths:
        ends |= attempt(path, ends, _ends, path)
    lengths = {len(end) for end in ends}

    def is_included(path: str) -> bool:
        return any(tuple(path.split("/")[-length:]) in ends for length in lengths)

    found = {path: attempt(path, None, _made_by, path) for path in paths if not is_included(path)}
    return {path: kind for path, kind in found.items() if kind is not None}


def _ends(path: str) -> set[tuple[str, ...]]:
    """The files that one includes, each by the parts at the end of the name that stands there.

    What stands before it, such as $(find arm_description), may lead to any folder.
    """
    ends: set[tuple[str, ...]] = set()
    for name in _INCLUDED.findall(_data(path)):
        text = name.decode("utf-8", "replace")
        tail = re.split(r"[)}]", text)[-1].strip("/")
        if tail == text.strip("/"):  # from the folder of the file itself
            tail = os.path.normpath(os.path.join(os.path.dirname(path), tail))
        ends.add(tuple(tail.split("/")))
    return ends


def _made_by(path: str) -> str | None:
    """What a file makes; None where it makes nothing by itself."""
    head = head_of(path)
    if head.tag != "robot" or not head.name:
        return None
    root = parse(_data(path), _LIMITS).root
    if root is None:
        return None
    if any(child.tag == "xacro:arg" and child.get("default") is None for child in root):
        return None
    tags = {child.tag for child in root}
    if not tags - _DEFINITIONS:
        return None
    is_srdf = bool(tags & _SEMANTICS) or ".srdf." in os.path.basename(path).lower()
    return "srdf" if is_srdf else "xacro"


def _data(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(_LIMITS.max_bytes)
    except (OSError, ValueError):
        return b""
