"""Which files with macros are robots, and which only bring macros for others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from bodyplan.project.heads import head_of
from bodyplan.text import Limits, parse

_LIMITS = Limits(max_bytes=4 * 1024 * 1024)
_INCLUDED = re.compile(rb"""<xacro:include\s[^>]*?filename\s*=\s*["']([^"']*)""")
_SEMANTICS = frozenset(
    ("group", "group_state", "end_effector", "virtual_joint", "disable_collisions")
)
_DEFINITIONS = frozenset(
    f"xacro:{word}" for word in ("macro", "property", "arg", "include", "insert_block")
)


def entry_points(paths: Iterable[str]) -> list[str]:
    """The files that make a robot by themselves.

    Such a file names its robot, makes more than definitions and no SRDF, needs no argument, and no
    other of the files includes it.
    """
    paths = list(paths)
    included = {name for path in paths for name in _included(path)}
    return [path for path in paths if os.path.basename(path) not in included and _is_robot(path)]


def _included(path: str) -> set[str]:
    return {
        os.path.basename(found.decode("utf-8", "replace"))
        for found in _INCLUDED.findall(_data(path))
    }


def _is_robot(path: str) -> bool:
    head = head_of(path)
    if head.tag != "robot" or not head.name:
        return False
    root = parse(_data(path), _LIMITS).root
    if root is None:
        return False
    if any(child.tag == "xacro:arg" and child.get("default") is None for child in root):
        return False
    tags = {child.tag for child in root}
    return bool(tags - _DEFINITIONS) and not tags & _SEMANTICS


def _data(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(_LIMITS.max_bytes)
    except (OSError, ValueError):
        return b""
