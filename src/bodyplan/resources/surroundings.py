"""What lies around a file: the folders above it, its package, its repository, its workspace."""

from __future__ import annotations

import os
from typing import NamedTuple

from bodyplan.files.opener import OUTSIDE, is_within
from bodyplan.resources.folders import Folders
from bodyplan.resources.manifest import MODEL, PACKAGE, Manifest, name_in, sources_of

HIDDEN = "hidden files and folders are not read"
MOST_ABOVE = 32
"""Folders above a file that are looked at."""
_INNER_FOLDERS = frozenset(("mjcf", "sdf", "srdf", "urdf", "xacro"))
"""What people call the folder for descriptions inside a package."""
_OF_USERS = frozenset(("home", "Users"))
"""Folders that hold the home folders of all users."""
_MOST_OUTER = 3  # such a folder is as near as this to the top: /home, /var/home, /export/data/home
_PRIVATE = (
    *(".ssh", ".gnupg", ".aws", ".netrc", ".profile", ".bashrc", ".bash_history", ".zshrc"),
    *("NTUSER.DAT", "AppData"),
)
"""What shows that a folder is a home folder, whatever its name and whichever user runs this."""
_NEAR = 4  # levels above a file where a folder may be its package without saying so


class Surroundings(NamedTuple):
    """What lies around the files of one folder.

    Args:
        base: the folder.
        above: the folder and those above it, nearest first, without the top of the file system.
        manifests: of those that are packages or models, nearest first.
        home: the robot's own folder: its package where it is in one, else its repository, else the
            folder around ``urdf`` or such, or with ``meshes`` in it.
        repository: the folder that holds ``.git``, if there is one.
        sources: the folder ``src`` of the workspace, if there is one.
    """

    base: str
    above: tuple[str, ...]
    manifests: tuple[Manifest, ...]
    home: str
    repository: str | None
    sources: str | None

    @property
    def roots(self) -> tuple[str, ...]:
        """The folders from which a file here may read: its own, its package, its model."""
        kinds: dict[str, str] = {}
        for manifest in self.manifests:
            kinds.setdefault(manifest.file, manifest.folder)
        return tuple(dict.fromkeys((self.base, *kinds.values(), self.home)))

    @property
    def tops(self) -> tuple[str, ...]:
        """The folders below which everything belongs to the robot; a package needs no manifest."""
        return (self.home,) if self.repository is None else (self.home, self.repository)

    def name_of(self, folder: str) -> str:
        """Return the name in the manifest of one of the folders above.

        Empty if it does not exist.
        """
        return next((m.name for m in self.manifests if m.folder == folder and m.name), "")


def surroundings(folders: Folders, base: str, user_home: str) -> Surroundings:
    """Return the package and workspace around a folder.

    Args:
        folders: answers questions about the disk.
        base: the folder, absolute.
        user_home: the home folder of the user, or empty; no package is as wide as that.
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
        repository = None  # some people keep their whole home folder under version control
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
    """Return the folder around ``urdf``, or with ``meshes`` in it: that of an unpacked archive."""
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
    """Return the ``src`` of the workspace around a folder, in its source or build space."""
    own = next((folder for folder in above if os.path.basename(folder) == "src"), None)
    return own or built_from(folders, above[0] if above else "")


def built_from(folders: Folders, folder: str) -> str | None:
    """Return the ``src`` of the workspace whose install or build space a folder is in."""
    return next((sources for sources in sources_of(folder) if folders.is_folder(sources)), None)


def _is_there(folders: Folders, folder: str, name: str) -> bool:
    return folders.probe(os.path.join(folder, name)).kind != "nothing"


def is_private(folders: Folders, folder: str, user_home: str) -> bool:
    """Return whether a folder is a home folder, or contains one, or is the file system root.

    Such a folder is never a package, unless the user names it: a description could name it to
    reach what is private.

    Args:
        folders: answers questions about the disk.
        folder: absolute.
        user_home: the home folder of the user, or empty.
    """
    marks = (os.path.join(folder, mark) for mark in _PRIVATE)
    return _is_home(folders, folder, user_home) or any(
        folders.probe(mark).kind != "nothing" for mark in marks
    )


def _is_home(folders: Folders, folder: str, user_home: str) -> bool:
    """Return whether a folder is a home folder, or around one, by where it is."""
    return any(
        os.path.dirname(path) == path
        or (user_home != "" and is_within(user_home, path))
        or path == "/root"
        or _holds_homes(path)
        or _holds_homes(os.path.dirname(path))
        for path in {folder, folders.real(folder)}
    )


def _holds_homes(path: str) -> bool:
    """Return whether the home folders of all users are in a folder."""
    return os.path.basename(path) in _OF_USERS and path.count(os.sep) <= _MOST_OUTER


def _is_top(folder: str) -> bool:
    """Return whether it is a folder that most machines have.

    Right below the top of the file system.
    """
    top = os.path.dirname(folder)
    return os.path.dirname(top) == top


def refusal_below(root: str, real: str) -> str:
    """Return why a root does not allow a path; empty where it does.

    The top of the file system allows only what lies right in it.

    Args:
        root: without symbolic links.
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
