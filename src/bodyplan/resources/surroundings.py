"""The surroundings of a file: the folders above it, its package, repository and workspace."""

from __future__ import annotations

import os
from typing import NamedTuple

from bodyplan.files.opener import OUTSIDE, is_within
from bodyplan.resources.folders import Folders
from bodyplan.resources.manifest import MODEL, PACKAGE, Manifest, name_in, sources_of

HIDDEN = "hidden files and folders are not read"
MOST_ABOVE = 32
"""The largest number of folders above a file that are examined."""
_INNER_FOLDERS = frozenset(("mjcf", "sdf", "srdf", "urdf", "xacro"))
"""Usual names of the folder for descriptions inside a package."""
_OF_USERS = frozenset(("home", "Users"))
"""Names of folders that contain the home folders of all users."""
_MOST_OUTER = 3  # largest depth of a folder in ``_OF_USERS``: /home, /var/home, /export/data/home
_PRIVATE = (
    *(".ssh", ".gnupg", ".aws", ".netrc", ".profile", ".bashrc", ".bash_history", ".zshrc"),
    *("NTUSER.DAT", "AppData"),
)
"""Files and folders whose presence identifies a home folder, whatever its name and owner."""
_NEAR = 4  # number of levels above a file that are searched for a package folder without a manifest


class Surroundings(NamedTuple):
    """The surroundings of the files of one folder.

    Args:
        base: the folder.
        above: the folder and its parent folders, nearest first, without the top of the file system.
        manifests: the manifests of those folders that are packages or models, nearest first.
        home: the folder of the robot: its package, or else its repository, or else the folder that
            contains ``urdf`` or similar, or ``meshes``.
        repository: the folder that contains ``.git``; None without one.
        sources: the folder ``src`` of the workspace; None without one.
    """

    base: str
    above: tuple[str, ...]
    manifests: tuple[Manifest, ...]
    home: str
    repository: str | None
    sources: str | None

    @property
    def roots(self) -> tuple[str, ...]:
        """The folders from which these files may reference other files."""
        kinds: dict[str, str] = {}
        for manifest in self.manifests:
            kinds.setdefault(manifest.file, manifest.folder)
        return tuple(dict.fromkeys((self.base, *kinds.values(), self.home)))

    @property
    def tops(self) -> tuple[str, ...]:
        """The folders in which all files belong to the robot, so that packages need no manifest."""
        return (self.home,) if self.repository is None else (self.home, self.repository)

    def name_of(self, folder: str) -> str:
        """Return the name in the manifest of one of the folders above; empty without a manifest."""
        return next((m.name for m in self.manifests if m.folder == folder and m.name), "")


def surroundings(folders: Folders, base: str, user_home: str) -> Surroundings:
    """Return the package and workspace around a folder.

    Args:
        folders: the cached listings of folders.
        base: the absolute path of the folder.
        user_home: the home folder of the user, which is never treated as a package; empty if
            unknown.
    """
    above = tuple(_above(base))
    manifests = [
        Manifest(folder, file, name_in(os.path.join(folder, file)))
        for folder in above
        for file in (PACKAGE, MODEL)
        if folders.probe(os.path.join(folder, file)).kind == "file"
        and not _is_home(folders, folder, user_home)
    ]
    repository = next((f for f in above if _is_there(folders, f, ".git")), None)
    if repository is not None and is_private(folders, repository, user_home):
        repository = None  # some users keep their whole home folder under version control
    if manifests:
        home = manifests[0].folder
    else:
        home = repository or _home_without_marks(folders, above, user_home) or base
    sources = _sources(folders, above)
    return Surroundings(base, above, tuple(manifests), home, repository, sources)


def _above(folder: str) -> list[str]:
    found: list[str] = []
    while len(found) < MOST_ABOVE and os.path.dirname(folder) != folder:
        found.append(folder)
        folder = os.path.dirname(folder)
    return found


def _home_without_marks(folders: Folders, above: tuple[str, ...], user_home: str) -> str | None:
    """Return the nearest folder that contains ``urdf`` or ``meshes``; None without one."""
    for folder in above[:_NEAR]:
        if is_private(folders, folder, user_home):
            return None
        if folders.is_folder(os.path.join(folder, "meshes")):
            return folder
        outer = os.path.dirname(folder)
        is_inner = os.path.basename(folder).lower() in _INNER_FOLDERS
        if is_inner and not _is_top(outer) and not is_private(folders, outer, user_home):
            return outer
    return None


def _sources(folders: Folders, above: tuple[str, ...]) -> str | None:
    """Return the ``src`` folder of the workspace that contains a folder; None without one."""
    own = next((folder for folder in above if os.path.basename(folder) == "src"), None)
    return own or built_from(folders, above[0] if above else "")


def built_from(folders: Folders, folder: str) -> str | None:
    """Return the ``src`` folder of the workspace in whose install or build space a folder is."""
    return next((sources for sources in sources_of(folder) if folders.is_folder(sources)), None)


def _is_there(folders: Folders, folder: str, name: str) -> bool:
    return folders.probe(os.path.join(folder, name)).kind != "nothing"


def is_private(folders: Folders, folder: str, user_home: str) -> bool:
    """Return whether a folder is or contains a home folder, or is the top of the file system.

    Such a folder is never a package, unless the user names it; otherwise a description could use it
    to access private files.

    Args:
        folders: the cached listings of folders.
        folder: the absolute path of the folder.
        user_home: the home folder of the user; empty if unknown.
    """
    marks = (os.path.join(folder, mark) for mark in _PRIVATE)
    return _is_home(folders, folder, user_home) or any(
        folders.probe(mark).kind != "nothing" for mark in marks
    )


def _is_home(folders: Folders, folder: str, user_home: str) -> bool:
    """Return whether a folder is a home folder, or contains one, judged by its path."""
    return any(
        os.path.dirname(path) == path
        or (user_home != "" and is_within(user_home, path))
        or path == "/root"
        or _holds_homes(path)
        or _holds_homes(os.path.dirname(path))
        for path in {folder, folders.real(folder)}
    )


def _holds_homes(path: str) -> bool:
    """Return whether a folder contains the home folders of all users."""
    return os.path.basename(path) in _OF_USERS and path.count(os.sep) <= _MOST_OUTER


def _is_top(folder: str) -> bool:
    """Return whether a folder is directly below the top of the file system."""
    top = os.path.dirname(folder)
    return os.path.dirname(top) == top


def refusal_below(root: str, real: str) -> str:
    """Return the reason why a path may not be read from a root; empty if it may.

    If the root is the top of the file system, only files directly in it may be read.

    Args:
        root: the real path of the root, without symbolic links.
        real: the path, without symbolic links.
    """
    if os.path.dirname(root) == root:
        is_inside = os.path.dirname(real) == root
    else:
        is_inside = is_within(real, root)
    if not is_inside:
        return OUTSIDE
    inner = real[len(root) :].split(os.sep)
    return HIDDEN if any(part.startswith(".") for part in inner) else ""
