"""The URDF for which MoveIt's setup assistant created the SRDF of a package."""

from __future__ import annotations

import os
import shlex
from typing import Any, NamedTuple

from bodyplan.description.search.scan import ASSISTANT
from bodyplan.formats.source import FilePath

_MOST = 64 * 1024


class NamedRobot(NamedTuple):
    """A URDF: its package, its path in the package, and the values of its xacro arguments."""

    package: str
    path: str
    arguments: tuple[tuple[str, str], ...] = ()


def named_urdf(folder: str) -> NamedRobot | None:
    """Return the URDF that the setup assistant recorded, or None."""
    from bodyplan.formats.ros_yaml.nodes import Mapping, Scalar, compose

    def values(node: object) -> dict[str, Any]:
        pairs = node.pairs() if isinstance(node, Mapping) else ()
        # keys in lower case, because their case varies
        return {key.text.lower(): value for key, value in pairs}

    path = os.path.join(folder, ASSISTANT)
    text = FilePath(path).file().head(_MOST).decode("utf-8", "replace")
    config = next(iter(values(compose(text).root).values()), None)
    urdf = values(values(config).get("urdf"))
    found = {key: value.text for key, value in urdf.items() if isinstance(value, Scalar)}
    path = found.get("relative_path", "")
    if not path or os.path.isabs(path) or ".." in path.split("/"):
        return None
    return NamedRobot(found.get("package", ""), path, _arguments(found.get("xacro_args", "")))


def _arguments(text: str) -> tuple[tuple[str, str], ...]:
    """Return the arguments in a command line of xacro."""
    try:
        words = shlex.split(text)
    except ValueError:  # an unclosed quotation mark
        return ()
    pairs = (word.partition(":=") for word in words if not word.startswith("-"))
    return tuple((name, value) for name, sign, value in pairs if name and sign)
