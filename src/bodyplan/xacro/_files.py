"""File access of an expansion: no other module opens files or lists folders."""

from __future__ import annotations

import errno
import fnmatch
import os
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.core import quoted, shown
from bodyplan.files.opener import File, TooLargeError, missing_folder
from bodyplan.resources.surroundings import HIDDEN
from bodyplan.text import over
from bodyplan.xacro.expansion import Package, ProblemKind
from bodyplan.xacro.limits import XacroLimits

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_MAGIC = re.compile("[*?[]")
LONGEST_SHOWN = 200
_LONGEST_NAME = 4_096
"""The largest number of characters of a file name; operating systems reject longer names."""
_MOST_NAMES = 2_000
"""The largest number of names in a folder that are compared with the name of a missing file."""
_MOST_LISTED = 100_000
"""The largest number of folder entries that glob patterns list, because symbolic links can form
loops."""
_MOST_PARTS = 100
_MOST_ABOVE = 32
"""A workspace is searched in at most this number of parent folders of the main file."""


class FileError(Exception):
    """A file or package that cannot be read.

    Args:
        kind: what went wrong: "file" (it cannot be read), "outside" (not in an allowed folder),
            "package" (not found) or "limit" (exceeded).
        message: the reason.
        name: the name of the file, the package or the limit.
        known: existing names, to which the name can be compared: of packages, or of the files
            beside a missing file.
    """

    def __init__(
        self, kind: ProblemKind, message: str, name: str, known: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.kind: ProblemKind = kind
        self.name = name
        self.known = known


class Files:
    """Opens files and finds packages for one expansion.

    Args:
        path: the main file; None if the main text is not from a file.
        name: the path of the main file in messages; if it is relative, the paths of other files in
            messages are relative too.
        size: the size of the main file [bytes].
        resources: the locations of packages, and the allowed folders.
        limits: the limits of the expansion; ``max_bytes`` limits the total size of the files.
    """

    def __init__(
        self,
        path: Path | None,
        name: str,
        size: int,
        resources: Resources,
        limits: XacroLimits,
    ) -> None:
        self.base = Path(os.path.abspath(path)).parent if path is not None else Path.cwd()
        self.resources = resources
        self._current = "" if os.path.isabs(name) else os.path.join(os.getcwd(), "")
        self._bases = [self.base]
        """Folders from which packages were searched; packages found from there may be read."""
        self.packages: dict[str, Package] = {}
        self._limit = limits.max_bytes
        self._left = limits.max_bytes - size
        self._near: dict[str, FileError] = {}
        self._listed_left = _MOST_LISTED
        self._names: dict[str, tuple[str, ...] | None] = {}
        self._folders: dict[str, str] = {}
        """The real path of each folder, without symbolic links."""

    def read(self, name: str) -> tuple[str, bytes]:
        """Return the absolute path and the bytes of a file.

        Raises:
            FileError: the file is outside of the allowed folders, cannot be read, or is too
                large.
        """
        if len(name) > _LONGEST_NAME:
            message = f"{quoted(name, LONGEST_SHOWN)} cannot be read: the name is too long"
            raise FileError("file", message, name[:LONGEST_SHOWN])
        try:
            path = os.path.abspath(name)
            if not os.path.lexists(path):
                path = self._installed_from(path)
            self._allowed(path, name)
            file = File(Path(path), self._refusal, self.resources.reader, os.fspath(self.base))
            data = file.read(max(self._left, 0))
        except TooLargeError:
            message = f"all files together are too large: {over('max_bytes', self._limit)}"
            raise FileError("limit", message, "max_bytes") from None
        except (OSError, ValueError) as error:  # ValueError: the name contains a NUL character
            reason = (getattr(error, "strerror", None) or os.strerror(errno.EINVAL)).lower()
            known: tuple[str, ...] = ()
            if isinstance(error, FileNotFoundError):
                found = self._names_beside(path)
                if found is None:
                    missing = missing_folder(path)
                    folder = quoted(self.called(missing), LONGEST_SHOWN)
                    reason = f"folder {folder} does not exist"
                    found = self._names_beside(missing)
                known = found or ()
            message = f"{quoted(self.called(name), LONGEST_SHOWN)} cannot be read: {reason}"
            raise FileError("file", message, name, known) from None
        self._left -= len(data)
        return path, data

    def called(self, path: str) -> str:
        """Return the path of a file for messages: relative if the main file's path is relative."""
        return path.removeprefix(self._current)

    def _installed_from(self, path: str) -> str:
        """Return the source file that a build installed to a path; the path itself if unknown."""
        for base in self._bases:
            found = self.resources.installed_from(path, base=base)
            if found is not None:
                return os.path.normpath(found)
        return path

    def _names_beside(self, path: str) -> tuple[str, ...] | None:
        """Return the names in the folder of a file; None if the folder is missing."""
        folder = os.path.dirname(path)
        if folder not in self._names:
            names: tuple[str, ...] | None = ()
            if self.resources.is_inside(folder, self.base):
                try:
                    with os.scandir(folder) as entries:
                        names = tuple(sorted(e.name for e in islice(entries, _MOST_NAMES)))
                except FileNotFoundError:
                    names = None
                except OSError:
                    names = ()
            self._names[folder] = names
        return self._names[folder]

    def _allowed(self, path: str, name: str) -> str:
        """Return the real path of a file, which must be in an allowed folder if it exists.

        Raises:
            FileError: the file exists and is outside of the allowed folders.
        """
        drive = os.path.splitdrive(path)[0]
        if drive.startswith("\\\\") and drive != os.path.splitdrive(self.base)[0]:
            message = f"{quoted(self.called(name), LONGEST_SHOWN)} is on another machine"
            raise FileError("outside", message, name)
        real = self._real(path)
        why = self._refusal(real)
        if why and os.path.lexists(real):
            message = f"{quoted(self.called(name), LONGEST_SHOWN)} is {why}"
            raise FileError("outside", message, name)
        return real

    def _refusal(self, real: str) -> str:
        """Return why reading a real path is not allowed; empty if it is allowed."""
        refusals = [self.resources.refusal(real, base) for base in self._bases]
        if not all(refusals) or self._is_neighbour(real):
            return ""
        if HIDDEN in refusals:
            return "hidden, or in a hidden folder, and not in an allowed folder"
        return "outside the allowed folders"

    def _real(self, path: str) -> str:
        """Return the real path of a file; the real path of each folder is computed only once."""
        folder, name = os.path.split(path)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        real = os.path.join(self._folders[folder], name)
        return os.path.realpath(path) if os.name == "nt" or os.path.islink(real) else real

    def _is_neighbour(self, real: str) -> bool:
        """Return whether a path is in another package of the same workspace or repository."""
        for root in self._workspaces:
            inner = os.path.relpath(real, root).split(os.sep)
            if any(part.startswith(".") for part in inner):
                # the path is in a hidden folder, or outside of the root, so that it begins with
                # ".."
                continue
            folders = (os.path.join(root, *inner[:count]) for count in range(1, len(inner) + 1))
            if any(os.path.isfile(os.path.join(folder, "package.xml")) for folder in folders):
                return True
        return False

    @cached_property
    def _workspaces(self) -> tuple[str, ...]:
        """The parent folders of the main file that contain related packages.

        These are the ``src`` folder of a workspace, the ``share`` folder of an install space, and
        the root of a repository, unless they contain the home folder of the user.
        """
        home = os.path.realpath(os.path.expanduser("~"))
        folder = os.path.realpath(self.base)
        found: list[str] = []
        for _ in range(_MOST_ABOVE):
            outer = os.path.dirname(folder)
            if outer == folder or (home + os.sep).startswith(folder + os.sep):
                break
            if os.path.basename(folder) in {"src", "share"} or os.path.lexists(
                os.path.join(folder, ".git")
            ):
                found.append(folder)
            folder = outer
        return tuple(found)

    def matching(self, pattern: str) -> list[str]:
        """Return the files that match a glob pattern, sorted.

        Raises:
            FileError: the pattern leads out of the allowed folders, or a limit is exceeded.
        """
        if _MAGIC.search(pattern) is None or "\0" in pattern:
            return []
        if pattern.count(os.sep) > _MOST_PARTS:
            message = f"the pattern has more than {_MOST_PARTS} parts"
            raise FileError("file", message, pattern[:LONGEST_SHOWN])
        return sorted(self._glob(pattern))

    def _glob(self, pattern: str) -> Iterator[str]:
        folder, name = os.path.split(pattern)
        if _MAGIC.search(pattern) is None:
            self._allowed(os.path.abspath(pattern), pattern)
            if os.path.lexists(pattern) if name else os.path.isdir(folder):
                yield pattern
            return
        outer = [folder]
        if folder != pattern and _MAGIC.search(folder) is not None:
            outer = list(self._glob(folder))
        for place in outer:
            if _MAGIC.search(name) is None:
                path = os.path.join(place, name)
                self._allowed(os.path.abspath(path), path)
                if os.path.lexists(path) if name else os.path.isdir(place):
                    yield path
                continue
            for found in fnmatch.filter(self._listed(place or os.curdir), name):
                if name[0] == "." or found[0] != ".":
                    yield os.path.join(place, found)

    def _listed(self, folder: str) -> list[str]:
        real = self._allowed(os.path.abspath(folder), folder)
        try:
            found = os.listdir(real)
        except OSError:
            return []
        self._listed_left -= 1 + len(found)
        if self._listed_left < 0:
            message = f"patterns list more than {_MOST_LISTED:,} files"
            raise FileError("file", message, folder)
        return found

    def find(self, name: str, file: str | None) -> str:
        """Return the folder of a package.

        Args:
            name: the name of the package.
            file: the file that contains ``$(find ...)``.

        Raises:
            FileError: the package is not found.
        """
        known = self.packages.get(name)
        if known is not None:
            if known.path is None:
                raise self._near[name]
            return str(known.path)
        found = self.resources.find_package(name, base=self.base)
        near = [*found.near]
        if found.path is None and file is not None:
            folder = Path(os.path.abspath(file)).parent
            other = self.resources.find_package(name, base=folder)
            self._bases += [folder] if other.path is not None and folder not in self._bases else []
            near += [n for n in other.near if n not in near]
            found = found if other.path is None else other
        self.packages[name] = Package(name, found.path)
        if found.path is not None:
            return str(found.path)
        if found.remarks:
            message = f"$(find {shown(name)}): {found.remarks[0].detail}"
        else:
            message = f"package {quoted(name)} not found"
            if found.tried:
                places = "place" if len(found.tried) == 1 else "places"
                message += f" ({len(found.tried)} {places} searched)"
        self._near[name] = FileError("package", message, name, tuple(near))
        raise self._near[name]
