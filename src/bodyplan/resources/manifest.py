"""The names that packages and models give themselves, from the beginning of their manifests."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from bodyplan.files.reader import first_bytes

PACKAGE = "package.xml"
MODEL = "model.config"
OLD_PACKAGE = "manifest.xml"
"""The manifest of rosbuild; it has no name, the package is called like its folder."""

_MOST_BYTES = 64 * 1024  # a name stands in the first lines
_LONGEST_NAME = 200
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"<(/?)(author|name)\b[^<>]*>([^<>&]*)")


class Manifest(NamedTuple):
    """A file that makes a folder a package or a model.

    Args:
        folder: where it lies.
        file: "package.xml" or "model.config".
        name: what it says; empty where it says nothing.
    """

    folder: str
    file: str
    name: str

    @property
    def path(self) -> str:
        """The file."""
        return os.path.join(self.folder, self.file)


def has_manifest(folder: str) -> bool:
    """Return whether a folder is a package or model by a manifest in it."""
    return any(os.path.isfile(os.path.join(folder, file)) for file in (PACKAGE, MODEL, OLD_PACKAGE))


def name_in(path: str) -> str:
    """The name that a manifest gives; empty if it does not exist, or it cannot be read.

    The text is searched, not parsed: nothing in it can be expanded or loop.
    """
    text = first_bytes(path, _MOST_BYTES).decode("utf-8", "replace")
    in_author = False  # who has a name too
    for end, tag, content in _TAG.findall(_COMMENT.sub("", text)):
        if tag == "author":
            in_author = not end
        elif not end and not in_author:
            name: str = content.strip()
            return name if len(name) <= _LONGEST_NAME else ""
    return ""
