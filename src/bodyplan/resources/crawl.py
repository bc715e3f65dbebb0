"""The packages and models in a tree of folders, found in one pass."""

from __future__ import annotations

import os
from typing import NamedTuple

from bodyplan.resources.folders import Folders, Listing
from bodyplan.resources.manifest import MODEL, OLD_PACKAGE, PACKAGE, name_in

MOST_FOLDERS = 5_000
"""The largest number of folders of a tree that are searched. The share folder of a whole ROS
distribution has 500."""
DEEPEST = 12
"""The largest number of levels of a tree that are searched."""
IGNORED = ("CATKIN_IGNORE", "AMENT_IGNORE", "COLCON_IGNORE")
"""Files that hide their folder and its subfolders from build tools."""
NO_FURTHER = "rospack_nosubdirs"


class Crawl(NamedTuple):
    """The packages and models in a tree.

    Args:
        packages: the folder of each package or model, by name; the first folder of a name is used.
        copies: the other folders of each name, in order.
        is_whole: whether the whole tree was searched, without reaching a limit.
    """

    packages: dict[str, str]
    copies: dict[str, list[str]]
    is_whole: bool


def crawl(folders: Folders, root: str, *, stays: bool = False) -> Crawl:
    """Return the packages and models in a tree, by the rules of rospack.

    A folder with a manifest is a package, and folders below it are not further packages. Hidden
    folders and folders that build tools ignore are left out. Folders near the top come first.

    Args:
        folders: the cached listings of folders.
        root: the top of the tree; it may be a package itself.
        stays: whether links out of the tree are ignored.
    """
    packages: dict[str, str] = {}
    copies: dict[str, list[str]] = {}

    def look(place: str, listing: Listing) -> bool:
        if any(mark in listing.entries for mark in IGNORED):
            return False
        name = manifest_name(place, listing)
        if name is not None and packages.setdefault(name, place) != place:
            copies.setdefault(name, []).append(place)
        return name is None and NO_FURTHER not in listing.entries

    is_whole = folders.visit(root, look, depth=DEEPEST, most=MOST_FOLDERS, stays=stays)
    return Crawl(packages, copies, is_whole)


def models_in(folders: Folders, root: str) -> dict[str, list[str]]:
    """Return the folders of models in a tree, also inside packages, by folder name.

    Gazebo finds a model by the name of its folder, regardless of its manifest.

    Args:
        folders: the cached listings of folders.
        root: the top of the tree; links out of it are ignored.
    """
    found: dict[str, list[str]] = {}

    def look(place: str, listing: Listing) -> bool:
        if MODEL not in listing.entries:
            return True
        found.setdefault(os.path.basename(place), []).append(place)
        return False

    folders.visit(root, look, depth=DEEPEST, most=MOST_FOLDERS, stays=True)
    return found


def manifest_name(folder: str, listing: Listing) -> str | None:
    """Return the name that a folder declares as a package or model; None if it is neither."""
    for file in (PACKAGE, MODEL):
        found = listing.entries.get(file)
        if found is not None and found.kind == "file":
            return name_in(os.path.join(folder, file)) or os.path.basename(folder)
    return os.path.basename(folder) if OLD_PACKAGE in listing.entries else None
