"""The MJCF files of a folder that are whole models, not parts that other files include."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from bodyplan.conversion.mjcf.limits import MOST_FILES
from bodyplan.description.search._root_element import root_element_of
from bodyplan.formats.source import FilePath

_MOST = 4 << 20
"""The largest number of bytes of a file that are searched for includes."""
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_INCLUDE = re.compile(rb"<include\b[^<>]*?\bfile\s*=\s*[\"']([^\"'<>]+)[\"']")
_WORLD = re.compile(rb"<worldbody\b")


def mjcf_models(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the files that are whole models, which no other model includes.

    A whole model has ``<mujoco>`` as its root, and contains a ``<worldbody>`` or includes files. Of
    models that include each other, only the first is returned. A file that is too long to be
    searched counts as a whole model.

    Args:
        paths: XML files.
    """
    whole: list[str] = []
    names: dict[str, list[str]] = {}
    for path in paths:
        tag = root_element_of(path).tag
        if tag not in {"mujoco", "mujocoinclude"}:
            continue
        head = FilePath(path).file().head(_MOST)
        data = _COMMENT.sub(b"", head)
        found = [name.decode("utf-8", "replace") for name in _INCLUDE.findall(data)]
        names[os.path.abspath(path)] = found
        if tag == "mujoco" and (found or _WORLD.search(data) or len(head) == _MOST):
            whole.append(path)
    parts = {path: _included_by(path, names) for path in map(os.path.abspath, whole)}
    others = set().union(*(parts[path] - {path} for path in parts))
    kept = [path for path in whole if os.path.abspath(path) not in others]
    known = set().union(*({os.path.abspath(path), *parts[os.path.abspath(path)]} for path in kept))
    for path in whole:  # the models that include each other
        if os.path.abspath(path) not in known:
            kept.append(path)
            known |= {os.path.abspath(path), *parts[os.path.abspath(path)]}
    return tuple(path for path in whole if path in kept)


def _included_by(main: str, names: Mapping[str, list[str]]) -> set[str]:
    """Return the paths of the files that a file includes, directly or indirectly.

    MuJoCo searches an included file in the folder of the main file, then in the folder of the
    including file.
    """
    found: set[str] = set()
    todo = [main]
    while todo and len(found) <= MOST_FILES:
        part = todo.pop()
        for name in names.get(part, ()):
            paths = [
                os.path.abspath(os.path.join(os.path.dirname(one), name)) for one in (main, part)
            ]
            path = next((one for one in paths if one in names), paths[0])
            if path not in found:
                found.add(path)
                todo.append(path)
    return found
