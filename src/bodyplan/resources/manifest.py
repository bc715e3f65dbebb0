"""The names of packages and models, from the beginning of their manifests."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from bodyplan.files.opener import found_file

PACKAGE = "package.xml"
MODEL = "model.config"
OLD_PACKAGE = "manifest.xml"
"""The manifest of rosbuild. It contains no name; the package has the name of its folder."""

BUILT = frozenset(("build", "devel", "install", "devel_isolated", "install_isolated"))
"""Folders that build tools create next to the folder ``src`` of a workspace."""
_MOST_BYTES = 64 * 1024  # limit on the beginning of a manifest: the name is in the first lines
_LONGEST_NAME = 200
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"<(/?)(author|name)\b[^<>]*>([^<>&]*)")


class Manifest(NamedTuple):
    """A file that makes a folder a package or a model.

    Args:
        folder: the folder of the manifest.
        file: "package.xml" or "model.config".
        name: the name in the manifest; empty without a name.
    """

    folder: str
    file: str
    name: str

    @property
    def path(self) -> str:
        """The path of the manifest."""
        return os.path.join(self.folder, self.file)


def sources_of(folder: str) -> tuple[str, ...]:
    """Return the ``src`` folder of the workspace whose install or build space contains a folder.

    Installed files may be links into this folder. The result is empty or has one folder. A ``src``
    folder that is itself a link is not returned, because it could lead anywhere.
    """
    while os.path.dirname(folder) != folder:
        outer = os.path.dirname(folder)
        if os.path.basename(folder) in BUILT:
            sources = os.path.join(outer, "src")
            return () if os.path.islink(sources) else (sources,)
        folder = outer
    return ()


def has_manifest(folder: str) -> bool:
    """Return whether a folder contains the manifest of a package or model."""
    return any(os.path.isfile(os.path.join(folder, file)) for file in (PACKAGE, MODEL, OLD_PACKAGE))


def package_above(folder: str | None, most: int = 32) -> str | None:
    """Return the nearest folder with a ``package.xml``, from a folder upwards; None without one.

    Args:
        folder: the absolute path of the first folder; None for no folder.
        most: the largest number of folders that are checked.
    """
    for _ in range(most):
        if folder is None or os.path.isfile(os.path.join(folder, PACKAGE)):
            return folder
        outer = os.path.dirname(folder)
        folder = None if outer == folder else outer
    return None


def name_in(path: str) -> str:
    """Return the name in a manifest; empty if the manifest does not exist or cannot be read.

    The text is searched, not parsed, so that entities in it are not expanded.
    """
    in_author = False  # an <author> also has a <name>
    for end, tag, content in _TAG.findall(_beginning_of(path)):
        if tag == "author":
            in_author = not end
        elif not end and not in_author:
            name: str = content.strip()
            return name if len(name) <= _LONGEST_NAME else ""
    return ""


def is_for_ros1(path: str | os.PathLike[str] | None) -> bool:
    """Return whether a file is in a package that only ROS 1 can build: with catkin, without ament.

    Args:
        path: the path of the file; None for a file without a folder.
    """
    package = None if path is None else package_above(os.path.dirname(os.path.abspath(path)))
    text = "" if package is None else _beginning_of(os.path.join(package, PACKAGE))
    return ">catkin<" in text and ">ament" not in text


def _beginning_of(path: str) -> str:
    """Return the first part of a manifest without comments; empty if it cannot be read."""
    folder = os.path.dirname(os.path.abspath(path))
    found = found_file(path, folder, *sources_of(folder)).head(_MOST_BYTES)
    return _COMMENT.sub("", found.decode("utf-8", "replace"))
