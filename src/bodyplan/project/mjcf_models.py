"""The MJCF files of a folder that are whole models, and not parts that others include."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from bodyplan.conversion.mjcf_limits import MOST_FILES
from bodyplan.formats.source import FilePath
from bodyplan.project.root_element import root_element_of

_MOST = 4 << 20
"""Bytes of a file that are searched for what it includes."""
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_INCLUDE = re.compile(rb"<include\b[^<>]*?\bfile\s*=\s*[\"']([^\"'<>]+)[\"']")
_WORLD = re.compile(rb"<worldbody\b")


def mjcf_models(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the files that are whole models: they have a world, and no other file includes them.

    Args:
        paths: XML files.
    """
    whole: list[str] = []
    names: dict[str, list[str]] = {}
    for path in paths:
        tag = root_element_of(path).tag
        if tag not in {"mujoco", "mujocoinclude"}:
            continue
        data = _COMMENT.sub(b"", FilePath(path).file().head(_MOST))
        found = [name.decode("utf-8", "replace") for name in _INCLUDE.findall(data)]
        names[os.path.abspath(path)] = found
        if tag == "mujoco" and (found or _WORLD.search(data)):
            whole.append(path)
    included: set[str] = set()
    for path in names:
        included |= _included_by(path, names)
    return tuple(path for path in whole if os.path.abspath(path) not in included)


def _included_by(main: str, names: Mapping[str, list[str]]) -> set[str]:
    """Return what a file includes; MuJoCo searches all in the folder of the main file."""
    found: set[str] = set()
    todo = [main]
    while todo and len(found) <= MOST_FILES:
        for name in names.get(todo.pop(), ()):
            path = os.path.abspath(os.path.join(os.path.dirname(main), name))
            if path not in found:
                found.add(path)
                todo.append(path)
    return found
