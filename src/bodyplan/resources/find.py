"""Search for the packages and files to which descriptions refer, with a cache for one run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bodyplan.diag import Budget
from bodyplan.files.opener import File, Reader
from bodyplan.resources._package_candidates import REFUSED, PackageCandidate, PackageCandidates
from bodyplan.resources._result import Remark, Resolution, Tried
from bodyplan.resources._roots import Roots
from bodyplan.resources._search import Search, refusal_of
from bodyplan.resources._similar_files import SimilarFiles
from bodyplan.resources.address import parse
from bodyplan.resources.folders import Folders
from bodyplan.resources.variables import relevant

MOST_ADDRESSES = 20_000
"""The largest number of URIs that one run resolves; network URIs do not count. The largest of 474
public robots has 300."""
MOST_MISSING = 5_000
"""The largest number of unresolved URIs, after which no further URI is resolved, because searching
for missing files takes much longer."""


REMEDY = "allow its folder with --folder PATH"
"""The hint for a file outside the allowed folders."""


class RefusedError(PermissionError):
    """A file may not be read.

    Args:
        reason: the reason, and how to allow the file.
        path: the path of the file, which was found and not opened.
    """

    def __init__(self, reason: str, path: Path) -> None:
        super().__init__(reason)
        self.path = path


class Resources:
    """Finds the packages and files of descriptions, and records all searched locations.

    Each folder is listed once, at its first use. Use one object for a run, and a new object if
    files may have been added or removed since. Only manifests and files with install rules of
    packages are opened; no code is run, and no file is downloaded.

    Args:
        packages: the folder of each package, by package name.
        folders: further folders, each of which is a package or model, or contains packages or
            models.
        environment: the environment variables; by default those of the process.
        searched: folders in which packages with a manifest are searched; other files in them may
            not be read.
        allowed_environment: names of the environment variables that xacro files may read with
            ``$(env)`` and ``$(optenv)``; by default no variables.
    """

    def __init__(
        self,
        packages: Mapping[str, str | os.PathLike[str]] | None = None,
        folders: Sequence[str | os.PathLike[str]] = (),
        environment: Mapping[str, str] | None = None,
        *,
        searched: Sequence[str | os.PathLike[str]] = (),
        allowed_environment: Iterable[str] = (),
    ) -> None:
        self.searched = tuple(dict.fromkeys(map(_absolute, searched)))
        self.allowed_environment = frozenset(allowed_environment)
        self.packages = {name: _absolute(path) for name, path in (packages or {}).items()}
        self.folders = tuple(dict.fromkeys(map(_absolute, folders)))
        self.environment = relevant(os.environ if environment is None else environment)
        self.reader = Reader()
        """The reader of referenced files, with the sizes that were read."""
        self._disk = Folders()
        self._places = PackageCandidates(
            self._disk, self.packages, self.folders, self.searched, self.environment
        )
        self._roots = Roots(self._disk, self._places)
        self._similar_files = SimilarFiles(self._disk, Budget())
        self._made: dict[tuple[str, str | None], Resolution] = {}
        self._looked_up = self._missing = 0

    def extended(
        self,
        packages: Mapping[str, str | os.PathLike[str]] | None = None,
        folders: Sequence[str | os.PathLike[str]] = (),
        searched: Sequence[str | os.PathLike[str]] = (),
    ) -> Resources:
        """Return a copy with further folders and packages, which are searched last.

        Args:
            packages: the folder of each package, by package name.
            folders: further folders, each of which is a package or model, or contains packages or
                models.
            searched: further folders in which packages with a manifest are searched.
        """
        made = Resources(
            {**(packages or {}), **self.packages},
            (*self.folders, *folders),
            self.environment,
            searched=(*self.searched, *searched),
            allowed_environment=self.allowed_environment,
        )
        made.reader = self.reader
        return made

    # Search

    def resolve(self, uri: str, *, base: str | os.PathLike[str] | None) -> Resolution:
        """Return the file of a URI, with all locations that were tried. Never raises.

        Args:
            uri: the URI as written.
            base: the folder of the file with the reference; None for text without a file.
        """
        folder = None if base is None else _absolute(base)
        key = (uri, folder)
        found = self._made.get(key)
        if found is None:
            found = self._resolved(uri, folder)
            if len(self._made) < MOST_ADDRESSES:
                self._made[key] = found
        return found

    def file(self, uri: str, *, base: str | os.PathLike[str] | None) -> File | None:
        """Return the file of a URI, for reading it; None if it does not exist.

        Args:
            uri: the URI as written.
            base: the folder of the file with the reference; None for text without a file.

        Raises:
            PermissionError: the file may not be read; the message contains the reason and a hint.
        """
        path = self.resolve(uri, base=base).path
        if path is None:
            return None
        refusal = self.refusal(path, base)
        if refusal:
            raise RefusedError(f"{refusal}; {REMEDY}", path)
        return self.file_at(path, base=base)

    def file_at(self, path: str | os.PathLike[str], *, base: str | os.PathLike[str] | None) -> File:
        """Return a file by its path; its permission is checked each time that it is opened.

        Args:
            path: the file, which need not exist.
            base: the folder of the file with the reference; None for text without a file.
        """
        folder = None if base is None else _absolute(base)
        judge = partial(self._roots.refusal, base=folder)
        return File(Path(_absolute(path)), judge, self.reader, folder)

    def typed(self, path: str | os.PathLike[str]) -> File:
        """Return a file that the user named, which may be read wherever it is.

        The files to which it refers may be read only from the allowed folders.

        Args:
            path: the file, which need not exist.
        """
        full = _absolute(path)
        folder = os.path.dirname(full)
        try:
            real = os.path.realpath(full)
        except ValueError:  # a NUL in the name
            real = full

        def judge(other: str) -> str:
            return "" if other == real else self._roots.refusal(other, folder)

        return File(Path(full), judge, self.reader, folder)

    def find_package(self, name: str, *, base: str | os.PathLike[str] | None) -> Resolution:
        """Return the folder of a package or model, with all searched locations. Never raises.

        Args:
            name: the name of the package.
            base: the folder of the file with the reference; None for text without a file.
        """
        folder = None if base is None else _absolute(base)
        address = parse(f"package://{name}")
        if not address.is_open or address.package != name:
            remarks = [Remark(note.kind, note.detail) for note in address.notes]
            if not remarks:
                remarks = [Remark("package", f"{name[:80]!r} is not the name of a package")]
            return Resolution(address.uri, "package", name, remarks=tuple(remarks))
        tried: list[Tried] = []
        for place in self._places.of(name, folder):
            tried.append(Tried(place.source, Path(place.folder), place.outcome))
            if place.is_found:
                self._roots.declare(place.folder, folder)
                return self._package(name, place, tried)
        known = [other for other in self._places.known(folder) if other != name]
        near = self._similar_files.near_packages(name, known)
        refused = next((place for place in tried if place.outcome in REFUSED), None)
        notes = () if refused is None else (Remark("refused", refusal_of(refused)),)
        return Resolution(
            address.uri, "package", name, tried=tuple(tried), near=near, remarks=notes
        )

    def installed_from(
        self, path: str | os.PathLike[str], *, base: str | os.PathLike[str] | None
    ) -> Path | None:
        """Return the source file that the nearest package installs at a path; None without one.

        Args:
            path: the file, which does not exist, such as ``$(find arm)/urdf/arm.xacro`` of a
                package that is not installed.
            base: the folder of the file with the reference; None for text without a file.
        """
        full, folder = _absolute(path), None if base is None else _absolute(base)

        def allows(package: str) -> bool:
            return self._roots.holds(self._disk.real(package), folder)

        found = self._places.installs.source_of(full, allows)
        return None if found is None else Path(found.package, *found.parts)

    @staticmethod
    def _package(name: str, place: PackageCandidate, tried: list[Tried]) -> Resolution:
        path = Path(place.folder)
        detail = f"the folder of the package is called {path.name!r}"
        return Resolution(
            f"package://{name}",
            "package",
            name,
            path,
            folder=path,
            is_folder=True,
            tried=tuple(tried),
            remarks=(Remark("package", detail),) if place.is_guess else (),
        )

    def _resolved(self, uri: str, base: str | None) -> Resolution:
        address = parse(uri)
        if address.is_open and self._looked_up >= MOST_ADDRESSES:
            return _given_up(
                uri, f"{MOST_ADDRESSES:,} other URIs were resolved before it (the limit)"
            )
        if address.is_open and self._missing >= MOST_MISSING:
            return _given_up(uri, f"{MOST_MISSING:,} unresolved URIs before it (the limit)")
        search = Search(self._places, self._roots, self._similar_files, address, base)
        found = search.result()
        self._looked_up += address.is_open
        self._missing += found.path is None and address.is_open
        return found

    # The folders that may be read

    def roots(self, base: str | os.PathLike[str] | None) -> tuple[Path, ...]:
        """Return the folders from which a file in ``base`` may reference other files.

        These are its folder, its package (or its repository, if it is not in a package), all
        packages and folders that the user named, and the packages that were found so far for files
        in this folder.

        Args:
            base: the folder of the file; None for text without a file.
        """
        return tuple(map(Path, self._roots.of(None if base is None else _absolute(base))))

    def is_inside(self, path: str | os.PathLike[str], base: str | os.PathLike[str] | None) -> bool:
        """Return whether a path may be read: ``refusal`` is empty."""
        return not self.refusal(path, base)

    def refusal(self, path: str | os.PathLike[str], base: str | os.PathLike[str] | None) -> str:
        """Return the reason why a file may not be read, as a clause; empty if it may be read.

        This function alone decides which files a description can make bodyplan read: files whose
        real path (without symbolic links) is in one of the ``roots`` and has no hidden names below
        this root.

        Args:
            path: the file.
            base: the folder of the file with the reference; None for text without a file.
        """
        real = self._disk.real(_absolute(path))
        return self._roots.refusal(real, None if base is None else _absolute(base))

    # For other processes

    def as_data(self) -> dict[str, Any]:
        """Return the configuration as plain values, for JSON or another process."""
        return {
            "packages": dict(self.packages),
            "folders": list(self.folders),
            "searched": list(self.searched),
            "environment": dict(self.environment),
            "allowed_environment": sorted(self.allowed_environment),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Resources:
        """Return a new object with a configuration from ``as_data``."""
        return cls(
            data["packages"],
            data["folders"],
            data["environment"],
            searched=data.get("searched", ()),
            allowed_environment=data.get("allowed_environment", ()),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # Results are not pickled: another process repeats the search.
        return (Resources.from_data, (self.as_data(),))

    def __repr__(self) -> str:
        return f"Resources(packages={self.packages!r}, folders={self.folders!r})"


def _absolute(path: str | os.PathLike[str]) -> str:
    try:
        return os.path.abspath(os.fspath(path))
    except OSError:  # the current folder was removed
        return os.fspath(path)


def _given_up(uri: str, why: str) -> Resolution:
    return Resolution(uri, "other", remarks=(Remark("length", f"not resolved: {why}"),))
