"""The names that packages and models give themselves, from the beginning of their manifests."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from bodyplan.files.opener import found_file

PACKAGE = "package.xml"
MODEL = "model.config"
OLD_PACKAGE = "manifest.xml"
"""The manifest of rosbuild; it has no name, the package is called like its folder."""

BUILT = frozenset(("build", "devel", "install", "devel_isolated", "install_isolated"))
"""What build tools put beside the folder ``src`` of a workspace."""
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


def sources_of(folder: str) -> tuple[str, ...]:
    """Return the ``src`` of the workspace whose install or build space a folder is in, if it is.

    What is installed there may be a link to it. A ``src`` that is a link itself could lead
    anywhere.
    """
    while os.path.dirname(folder) != folder:
        outer = os.path.dirname(folder)
        if os.path.basename(folder) in BUILT:
            sources = os.path.join(outer, "src")
            return () if os.path.islink(sources) else (sources,)
        folder = outer
    return ()


def has_manifest(folder: str) -> bool:
    """Return whether a folder is a package or model by a manifest in it."""
    return any(os.path.isfile(os.path.join(folder, file)) for file in (PACKAGE, MODEL, OLD_PACKAGE))


def package_above(folder: str | None, most: int = 32) -> str | None:
    """Return the nearest folder with a ``package.xml``, from a folder upwards; None without one.

    Args:
        folder: the absolute path.
        most: how many folders are looked at.
    """
    for _ in range(most):
        if folder is None or os.path.isfile(os.path.join(folder, PACKAGE)):
            return folder
        outer = os.path.dirname(folder)
        folder = None if outer == folder else outer
    return None


def name_in(path: str) -> str:
    """Return the name in a manifest; empty if the manifest does not exist or cannot be read.

    The text is searched, not parsed: nothing in it can be expanded or loop.
    """
    in_author = False  # the <author> has a <name> too
    for end, tag, content in _TAG.findall(_beginning_of(path)):
        if tag == "author":
            in_author = not end
        elif not end and not in_author:
            name: str = content.strip()
            return name if len(name) <= _LONGEST_NAME else ""
    return ""


def is_for_ros1(path: str | os.PathLike[str] | None) -> bool:
    """Return whether a file is in a package that only ROS 1 builds: with catkin, and not ament.

    Args:
        path: the path of the file; None for one that is in no folder.
    """
    package = None if path is None else package_above(os.path.dirname(os.path.abspath(path)))
    text = "" if package is None else _beginning_of(os.path.join(package, PACKAGE))
    return ">catkin<" in text and ">ament" not in text


def _beginning_of(path: str) -> str:
    """Return the first part of a manifest without comments; empty if it cannot be read."""
    folder = os.path.dirname(os.path.abspath(path))
    found = found_file(path, folder, *sources_of(folder)).head(_MOST_BYTES)
    return _COMMENT.sub("", found.decode("utf-8", "replace"))
