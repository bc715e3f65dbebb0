"""Folders on disk: each folder is listed once, and later queries use the listing."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from bodyplan.files.opener import is_within

Kind = Literal["file", "folder", "special", "nothing"]
"""The kind of entry at a path. "special" is a device, a pipe or a socket; "nothing" includes a
broken link."""

MOST_ENTRIES = 50_000
"""The largest number of entries of a folder that are listed; other entries are queried one by
one."""
_MOST_PARTS = 100
"""The largest number of parts of a path for which each folder is cached."""


class Entry(NamedTuple):
    """The entry of a name in a folder."""

    kind: Kind
    is_link: bool = False


class Listing(NamedTuple):
    """The content of a folder.

    Args:
        entries: the entries by name.
        trouble: the reason why the folder cannot be listed, such as "no such folder" or "permission
            denied"; empty if it can.
        is_whole: whether all entries of the folder are listed; a large folder may have more.
    """

    entries: dict[str, Entry]
    trouble: str = ""
    is_whole: bool = True


class Descent(NamedTuple):
    """The existing beginning of a path.

    Args:
        path: the existing part of the path, in the spelling on disk.
        kind: the kind of entry at the whole path; "nothing" if it does not exist.
        missing: the parts that could not be followed.
        spelled: the parts that could be followed, in the spelling on disk.
        is_other_case: whether a part is spelled in another case on disk.
        has_link: whether a symbolic link was followed.
        trouble: the reason why the path ends early, if the system reported one.
    """

    path: str
    kind: Kind
    missing: tuple[str, ...] = ()
    spelled: tuple[str, ...] = ()
    is_other_case: bool = False
    has_link: bool = False
    trouble: str = ""


class Folders:
    """Cached listings of folders."""

    def __init__(self) -> None:
        self._listings: dict[str, Listing] = {}
        self._lowered: dict[str, dict[str, str]] = {}
        self._real: dict[str, str] = {}
        self._kinds: dict[str, Entry] = {}

    def listing(self, folder: str) -> Listing:
        """Return the listing of a folder; if it cannot be listed, an empty one with the reason."""
        found = self._listings.get(folder)
        if found is None:
            found = self._listings[folder] = _listed(folder)
        return found

    def entry(self, folder: str, name: str) -> Entry:
        """Return the entry with a name in a folder."""
        listing = self.listing(folder)
        found = listing.entries.get(name)
        if found is not None:
            return found
        # If a folder may not be listed, its files may still be opened by name: query the entry
        # itself.
        if listing.is_whole:
            return Entry("nothing")
        return self.probe(os.path.join(folder, name))

    def probe(self, path: str) -> Entry:
        """Return the entry at a path, without listing its folder."""
        found = self._kinds.get(path)
        if found is None:
            found = self._kinds[path] = _probed(path)
        return found

    def is_folder(self, path: str) -> bool:
        """Return whether there is a folder at a path."""
        return self.probe(path).kind == "folder"

    def real(self, path: str) -> str:
        """Return the real path of an absolute path.

        The real path of each folder is computed only once.
        """
        found = self._real.get(path)
        if found is None:
            try:
                found = self._resolved(path)
            except (OSError, ValueError):
                found = path
            self._real[path] = found
        return found

    def _resolved(self, path: str) -> str:
        folder, name = os.path.split(path)
        if name in {"", ".", ".."} or os.name == "nt" or path.count(os.sep) > _MOST_PARTS:
            return os.path.realpath(path)
        place = os.path.join(self.real(folder), name)
        return os.path.realpath(place) if os.path.islink(place) else place

    def above(self, folder: str) -> str:
        """Return the parent folder; for a symbolic link, the parent of its target."""
        return os.path.dirname(self.real(folder) if self.probe(folder).is_link else folder)

    def descend(self, folder: str, parts: Sequence[str], *, any_case: bool = False) -> Descent:
        """Follow the parts of a path down from a folder.

        Args:
            folder: the absolute path of the first folder.
            parts: the parts of the path, including ``..``.
            any_case: whether a name in another case is followed if the exact name does not exist.
        """
        spelled: list[str] = []
        entry = Entry("folder")
        is_other_case = has_link = False
        place = folder
        for number, part in enumerate(parts):
            if entry.kind != "folder":
                missing = tuple(parts[number:])
                return Descent(place, "nothing", missing, tuple(spelled), trouble="not a folder")
            if part == "..":
                place = self.above(place)
                spelled.append(part)
                continue
            name = part
            entry = self.entry(place, part)
            if entry.kind == "nothing" and any_case:
                name = self._in_other_case(place, part) or part
                entry = self.entry(place, name)
            if entry.kind == "nothing":
                trouble = self.listing(place).trouble
                missing = tuple(parts[number:])
                return Descent(
                    place, "nothing", missing, tuple(spelled), is_other_case, has_link, trouble
                )
            is_other_case = is_other_case or name != part
            has_link = has_link or entry.is_link
            spelled.append(name)
            place = os.path.join(place, name)
        if not parts:
            entry = self.probe(folder)
        return Descent(place, entry.kind, (), tuple(spelled), is_other_case, has_link)

    def visit(
        self,
        folder: str,
        look: Callable[[str, Listing], bool],
        *,
        depth: int,
        most: int,
        stays: bool = False,
    ) -> bool:
        """Call a function for a folder and its subfolders, breadth first, each real folder once.

        Return whether all folders were visited. Hidden folders are skipped.

        Args:
            folder: the first folder.
            look: the function, which receives a folder and its listing, and returns whether to
                visit the subfolders.
            depth: the largest number of levels below the first folder.
            most: the largest number of visited folders.
            stays: whether links that lead out of the first folder are ignored.
        """
        top = self.real(folder)
        seen = {top}
        level = [(folder, top)]
        for _ in range(depth + 1):
            below: list[tuple[str, str]] = []
            for place, real in level:
                if most <= 0:
                    return False
                most -= 1
                listing = self.listing(place)
                if not look(place, listing):
                    continue
                for name, entry in sorted(listing.entries.items()):
                    if entry.kind != "folder" or name.startswith("."):
                        continue
                    path = os.path.join(place, name)
                    target = self.real(path) if entry.is_link else os.path.join(real, name)
                    if stays and not is_within(target, top):
                        continue
                    if target not in seen:  # symbolic links may form a loop
                        seen.add(target)
                        below.append((path, target))
            level = below
        return not level

    def _in_other_case(self, folder: str, name: str) -> str | None:
        lowered = self._lowered.get(folder)
        if lowered is None:
            lowered = self._lowered[folder] = {}
            for other in self.listing(folder).entries:
                lowered.setdefault(other.casefold(), other)
        return lowered.get(name.casefold())


def _listed(folder: str) -> Listing:
    entries: dict[str, Entry] = {}
    try:
        with os.scandir(folder) as found:
            for entry in found:
                if len(entries) >= MOST_ENTRIES:
                    return Listing(entries, is_whole=False)
                entries[entry.name] = _entry(entry)
    except (OSError, ValueError) as error:
        return Listing(entries, reason(error), is_whole=False)
    return Listing(entries)


def _entry(entry: os.DirEntry[str]) -> Entry:
    try:
        is_link = entry.is_symlink()
        if entry.is_dir():
            return Entry("folder", is_link)
        if entry.is_file():
            return Entry("file", is_link)
        if is_link:
            return Entry("special" if os.path.exists(entry.path) else "nothing", is_link)
    except OSError:  # a link that leads to itself, or through an inaccessible folder
        return Entry("nothing", is_link=True)
    return Entry("special")


def _probed(path: str) -> Entry:
    is_link = False
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISLNK(mode):
            is_link = True
            mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return Entry("nothing", is_link)
    if stat.S_ISDIR(mode):
        return Entry("folder", is_link)
    return Entry("file" if stat.S_ISREG(mode) else "special", is_link)


def reason(error: OSError | ValueError) -> str:
    """Return a description of an error of the operating system."""
    if isinstance(error, FileNotFoundError):
        return "no such folder"
    if isinstance(error, NotADirectoryError):
        return "not a folder"
    if isinstance(error, PermissionError):
        return "permission denied"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[:1].lower() + error.strerror[1:]
    return "not a valid file name"
