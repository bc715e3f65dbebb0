"""What MoveIt's setup assistant says about a package: the URDF that its SRDF was made for."""

from __future__ import annotations

import os
import re
import shlex
from typing import NamedTuple

from bodyplan.formats.source import FilePath
from bodyplan.project.scan import ASSISTANT

_MOST = 64 * 1024
_LINE = re.compile(r"^([ \t]*+)([A-Za-z_]++)[ \t]*+:(.*)$", re.MULTILINE)


class Named(NamedTuple):
    """A URDF by its package and its path in there, with the values of its xacro arguments."""

    package: str
    path: str
    arguments: tuple[tuple[str, str], ...] = ()


def named_urdf(folder: str) -> Named | None:
    """The URDF that the assistant was given; None where it does not say.

    The file is YAML of three levels; these lines of it are read without a YAML parser, as
    pairing must work where none is installed.
    """
    path = os.path.join(folder, ASSISTANT)
    text = FilePath(path).file().head(_MOST).decode("utf-8", "replace")
    depth: int | None = None
    found: dict[str, str] = {}
    for indent, key, rest in _LINE.findall(text):
        value = rest.partition("#")[0].strip(" \t\r")
        if key.lower() == "urdf" and not value:
            depth = len(indent)
        elif depth is not None and len(indent) <= depth:
            break
        elif depth is not None:
            is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            found.setdefault(key.lower(), value[1:-1] if is_quoted else value)
    path = found.get("relative_path", "")
    if not path or os.path.isabs(path) or ".." in path.split("/"):
        return None
    return Named(found.get("package", ""), path, _arguments(found.get("xacro_args", "")))


def _arguments(text: str) -> tuple[tuple[str, str], ...]:
    """Return the arguments in a command line of xacro."""
    try:
        words = shlex.split(text)
    except ValueError:  # a quotation mark without its partner
        return ()
    pairs = (word.partition(":=") for word in words if not word.startswith("-"))
    return tuple((name, value) for name, sign, value in pairs if name and sign)
