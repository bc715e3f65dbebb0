"""The search for the file of a URI, at one location after the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bodyplan.core import quoted
from bodyplan.files.opener import OUTSIDE, is_within
from bodyplan.resources._package_candidates import (
    LINKED,
    NO_MANIFEST,
    PRIVATE,
    REFUSED,
    PackageCandidate,
    PackageCandidates,
)
from bodyplan.resources._result import FOUND, Remark, Resolution, Tried
from bodyplan.resources._roots import Roots
from bodyplan.resources._similar_files import SimilarFiles
from bodyplan.resources.address import Address, Note, leaves
from bodyplan.resources.folders import Descent
from bodyplan.resources.manifest import MODEL, PACKAGE
from bodyplan.resources.surroundings import HIDDEN
from bodyplan.resources.variables import FILES, MODELS, TREES, entries

ITSELF = "the path itself"
ABOVE = "folders above the file"
ENDING = "end of the path, in the package of the file"
# how many parts at the end of a path from another machine are searched in the package
_MOST_ENDING = 8
_THERE = ("file", "folder")


class Search:
    """Searches for the file of one URI.

    Args:
        places: the finder of packages.
        roots: the folders that may be read.
        similar_files: the finder of similar files.
        address: the parsed URI.
        base: the folder of the file that contains the URI.
    """

    def __init__(
        self,
        places: PackageCandidates,
        roots: Roots,
        similar_files: SimilarFiles,
        address: Address,
        base: str | None,
    ) -> None:
        self.places = places
        self.disk = places.folders
        self.roots = roots
        self.similar_files = similar_files
        self.address = address
        self.base = base
        self.tried: list[Tried] = []
        self.notes = list(address.notes)
        self.near: tuple[str, ...] = ()
        self.found: Descent | None = None
        self.folder: str | None = None
        """The folder to which the path is relative: its package, or the folder below which it was
        found."""
        self.right: str | None = None
        """The correct form of the URI."""
        self._other_case: tuple[int, str, Descent] | None = None
        self._refused = ""
        """The reason why the last ``_take`` refused an existing file; empty if it refused no
        file."""
        self._spellings = [address.parts]
        # percent-encoding is common in file:// URIs, and a mistake in other URIs
        if address.decoded is not None:
            self._spellings.insert(0 if address.scheme == "file" else 1, address.decoded)

    def result(self) -> Resolution:
        """Return the result of the search."""
        address = self.address
        is_package = address.scheme in {"package", "model"}
        if address.is_open:
            if is_package:
                self._find_in_package()
            elif address.scheme == "relative":
                self._find_beside()
            else:
                self._find_absolute()
            if self.found is not None:
                self._judge(self.found)
            else:
                self._note_refusal()
            if (
                self.found is None
                and self.right is None
                and (is_package or address.scheme == "relative")
            ):
                self.right = address.written(address.parts)
        found = self.found
        return Resolution(
            address.uri,
            address.scheme,
            address.package,
            None if found is None else Path(found.path),
            folder=Path(self.folder) if is_package and self.folder is not None else None,
            is_folder=found is not None and found.kind == "folder",
            tried=tuple(self.tried),
            near=self.near,
            remarks=tuple(map(self._remark, self.notes)),
        )

    def _note_refusal(self) -> None:
        """Record why an existing file or package is not used."""
        found = [t for t in self.tried if t.outcome in REFUSED or t.outcome in {HIDDEN, OUTSIDE}]
        if found:
            self.notes.append(Note("refused", refusal_of(found[0])))

    def _remark(self, note: Note) -> Remark:
        suggestion = note.suggestion
        if suggestion is None and note.is_mended and self.right != self.address.uri:
            suggestion = self.right
        return Remark(note.kind, note.detail, suggestion)

    # A single location

    def _look(self, source: str, folder: str) -> bool:
        """Use the file if it exists below a folder; return whether it is used."""
        if self._take(source, folder):
            return True
        parts = self._spellings[0]
        reached = self.disk.descend(folder, parts)
        if self._refused:
            self.tried.append(Tried(source, _path(folder, parts), self._refused))
            return False
        outcome = reached.trouble or _missing(reached)
        other = self.disk.descend(folder, parts, any_case=True)
        if other.kind in _THERE and not self._refusal(other):
            outcome = "exists in different case"
            if self._other_case is None:
                self._other_case = (len(self.tried), folder, other)
        self.tried.append(Tried(source, _path(folder, parts), outcome))
        return False

    def _take(self, source: str, folder: str, *, is_open: bool = True) -> bool:
        """Use the file below a folder if it exists and may be used; return whether it is used.

        Args:
            source: why the file is searched at this location.
            folder: the folder to which the path is relative.
            is_open: whether the folder may be read; if not, the file is used only if it is in
                another folder that may be read.
        """
        self._refused = ""
        for parts in self._spellings:
            reached = self.disk.descend(folder, parts)
            if reached.kind in _THERE:
                self._refused = self._refusal(reached, is_open=is_open)
                if self._refused:
                    continue
                self.found, self.folder = reached, folder
                self.tried.append(Tried(source, Path(os.path.normpath(reached.path)), FOUND))
                if parts is self.address.decoded and self.address.scheme != "file":
                    detail = "percent-encoded characters, which few programs decode"
                    self.notes.append(Note("percent", detail, is_mended=True))
                return True
        return False

    def _refusal(self, found: Descent, *, is_open: bool = True) -> str:
        """Return the reason why an existing file must not be used; empty if it may be used.

        Hidden files, and paths that leave their package by ``..``, must be in an allowed folder.
        Any other path may lead out of the allowed folders through a link: the file then counts as
        found, but is not read.
        """
        stays = self.address.scheme == "relative" or ".." not in found.spelled
        is_hidden = any(part.startswith(".") and part != ".." for part in found.spelled)
        if is_open and stays and not is_hidden:
            return ""
        return self.roots.refusal(self.disk.real(found.path), self.base)

    def _settle_case(self) -> bool:
        """Use the first file whose name differs only in case; return whether one was found."""
        if self._other_case is None:
            return False
        number, self.folder, self.found = self._other_case
        path = os.path.normpath(self.found.path)
        self.tried[number] = Tried(self.tried[number].source, Path(path), FOUND)
        self._note_case(self.found)
        return True

    def _note_case(self, found: Descent) -> None:
        ours = self._spellings[0][-len(found.spelled) :]
        pairs = enumerate(zip(ours, found.spelled, strict=False))
        start = next((number for number, (old, name) in pairs if old != name), -1)
        on_disk = quoted("/".join(found.spelled[start:]))
        detail = f"the name on disk is {on_disk}; file names are case-sensitive on Linux"
        self.notes.append(Note("case", detail, is_mended=True))

    # In a package

    def _find_in_package(self) -> None:
        name, base = self.address.package, self.base
        first: PackageCandidate | None = None
        for place in self.places.of(name, base):
            if not place.is_found:
                is_refused = place.outcome in REFUSED
                if is_refused and self._take(place.source, place.folder, is_open=False):
                    return
                self.tried.append(Tried(place.source, Path(place.folder), place.outcome))
                continue
            self.roots.declare(place.folder, base)
            if self._look(place.source, place.folder) or self._look_installed(place.folder):
                if place.is_guess:
                    self._note_package(first)
                elif first is not None:
                    lacks = self._called(first.folder)
                    detail = f"the first package of this name, in {lacks}, lacks the file"
                    self.notes.append(Note("shadow", detail))
                return
            first = first or place
        if self._settle_case():
            if first is not None and first.is_guess:
                self._note_package(None)
            return
        if self._find_above():
            self._note_package(first)
            return
        self.folder = first.folder if first is not None else None
        if first is None:
            self.near = self.similar_files.near_packages(name, self.places.known(base))
            self._look_elsewhere(None if base is None else self.places.around(base).home)
        else:
            self.near = self.similar_files.near(first.folder, self.address.parts, self.base)
            self._look_elsewhere(first.folder)

    def _look_installed(self, package: str) -> bool:
        """Use the source that a package installs at the missing path; return whether it is used."""
        parts = self._spellings[0]
        for source in self.places.installs.sources(package, parts):
            if source.made_by:
                outcome = f"generated by {source.made_by} when the package is built"
                self.tried.append(Tried(source.rule, _path(package, parts), outcome))
                continue
            reached = self.disk.descend(package, source.parts)
            path = Path(os.path.normpath(reached.path))
            outcome = FOUND if reached.kind in _THERE else reached.trouble or _missing(reached)
            if outcome == FOUND:
                outcome = self._refusal(reached) or FOUND
            else:
                path = _path(package, source.parts)
            self.tried.append(Tried(source.rule, path, outcome))
            if outcome == FOUND:
                self.found, self.folder = reached, package
                self.right = self.address.written(self.address.parts)
                return True
        return False

    def _find_above(self) -> bool:
        """Use the file if the path of the URI exists below a folder above the description.

        Then the folder of the package was renamed, or unpacked from an archive under another name.
        """
        parts = self.address.parts
        if self.base is None or not parts or leaves(parts):
            return False
        around = self.places.around(self.base)
        for folder in around.above:
            is_own = is_within(folder, around.home)
            if not is_own and not self._begins(folder):
                continue
            outcome = self.places.judged(folder, around)
            if outcome == FOUND:
                self.roots.declare(folder, self.base)
            if self._take(ABOVE, folder, is_open=outcome == FOUND):
                return True
            if self._refused and outcome != FOUND:
                self.tried.append(Tried(ABOVE, Path(folder), outcome))
                return self._settle_case()
            if is_own and self._other_case is None:
                other = self.disk.descend(folder, parts, any_case=True)
                if other.kind in _THERE and not self._refusal(other, is_open=outcome == FOUND):
                    self._other_case = (len(self.tried), folder, other)
        self.tried.append(Tried(ABOVE, _path(self.base, parts), "not found in any of them"))
        return self._settle_case()

    def _begins(self, folder: str) -> bool:
        """Return whether the first part of the path exists in a folder, without listing it."""
        firsts = {os.path.join(folder, parts[0]) for parts in self._spellings}
        return any(self.disk.probe(path).kind != "nothing" for path in firsts)

    def _note_package(self, first: PackageCandidate | None) -> None:
        """Record that a file was found in a package whose name differs from the URI."""
        assert self.base is not None
        assert self.folder is not None
        assert self.found is not None
        wrong = quoted(self.address.package)
        around = self.places.around(self.base)
        own = around.name_of(self.folder)
        called = os.path.basename(self.folder)
        if first is not None and not first.is_guess:
            lacks, has = self._called(first.folder), self._called(self.folder)
            detail = f"the package {wrong} in {lacks} lacks the file; {has} contains it"
        elif own:
            detail = f"the name of the package is {quoted(own)}, not {wrong}"
        else:
            detail = f"package {wrong} not found; the file is in a folder named {called!r}"
        folder, name, path = self.folder, own or called, os.path.normpath(self.found.path)
        if not own and is_within(around.home, folder) and is_within(path, around.home):
            # a folder without a manifest counts as the package, whatever its name
            folder, name = around.home, os.path.basename(around.home)
        if own or (name.replace("_", "").isalnum() and name.islower()):
            tail = os.path.relpath(path, folder).replace(os.sep, "/")
            self.right = f"{self.address.scheme}://{name}/{tail}"
        else:
            self.right = self._portable(path)
        self.notes.append(Note("package", detail, is_mended=True))

    # In the folder of the file, and in folders that programs use instead

    def _find_beside(self) -> None:
        base, parts = self.base, self.address.parts
        if base is None:
            detail = "a relative path requires a file, but the text was not read from one"
            self.notes.append(Note("base", detail))
        for source, folder in self._relative_places():
            if self._look(source, folder):
                self.roots.declare(folder, base)
                if source in FILES:  # only Gazebo resolves file://media/...
                    self.notes = [note for note in self.notes if note.kind != "scheme"]
                    return
                break
        else:
            if not self._settle_case() and not self._find_above():
                self._miss_beside(parts)
                return
        assert self.found is not None
        if base is not None and self.folder is not None and self.folder != base:
            begin = self._called(self.folder)
            detail = f"the path is relative to {begin}, not to the folder of its file"
            self.notes.append(Note("base", detail, is_mended=True))
            self.right = self._portable(self.found.path)

    def _miss_beside(self, parts: tuple[str, ...]) -> None:
        if parts[:1] == ("media",):
            detail = "the file is part of Gazebo classic; set GAZEBO_RESOURCE_PATH to its location"
            self.notes = [Note("simulator", detail)]
        elif self.base is not None and parts:
            self.near = self.similar_files.near(self.base, parts, self.base)
            self._look_elsewhere(self.places.around(self.base).home)

    def _relative_places(self) -> Iterator[tuple[str, str]]:
        """Yield each folder to which the path may be relative, once, with the reason."""
        found: list[tuple[str, str]] = []
        places = self.places
        if self.base is not None:
            found.append(("folder of the file", self.base))
            if not leaves(self.address.parts):
                roots = self.places.around(self.base).roots
                found += [("package of the file", root) for root in roots]
        if not leaves(self.address.parts):
            found += [("--package", folder) for folder in places.packages.values()]
            found += [("--folder", folder) for folder in places.roots]
            for variable in (*FILES, *MODELS, *TREES):
                found += [(variable, f) for f in entries(places.environment, variable)]
        seen: set[str] = set()
        for source, folder in found:
            if folder not in seen:
                seen.add(folder)
                yield source, folder

    # Anywhere on disk

    def _find_absolute(self) -> None:
        drive, tops = self.address.drive, [os.sep]
        if drive:
            tops = [f"{drive}:{os.sep}"] if os.name == "nt" else []
            if not tops:
                path = f"{drive.upper()}:/{'/'.join(self.address.parts)}"
                self.tried.append(Tried(ITSELF, Path(path), "a Windows path"))
        is_there = any(self._is_at(top, parts) for top in tops for parts in self._spellings)
        if is_there or (not drive and self._is_installed()):
            assert self.found is not None
            self.right = self._portable(self.found.path)
        elif self.base is not None:
            self._look_for_ending(self.base)

    def _is_at(self, top: str, parts: tuple[str, ...]) -> bool:
        """Return whether an absolute path exists, ignoring letter case."""
        # enter existing folders without listing them, because their listing may be forbidden
        depth = 0
        while depth < len(parts) - 1 and self.disk.is_folder(
            os.path.join(top, *parts[: depth + 1])
        ):
            depth += 1
        start = os.path.join(top, *parts[:depth])
        reached = self.disk.descend(start, parts[depth:], any_case=True)
        if reached.kind not in _THERE:
            outcome = reached.trouble or _missing(reached)
            self.tried.append(Tried(ITSELF, _path(top, parts), outcome))
            return False
        self.found = reached
        self.tried.append(Tried(ITSELF, Path(os.path.normpath(reached.path)), FOUND))
        if reached.is_other_case:
            self._note_case(reached)
        return True

    def _is_installed(self) -> bool:
        """Return whether a package around an absolute path installs a source file at this path."""
        path = os.path.join(os.sep, *self._spellings[0])
        found = self.places.installs.source_of(path, self._allows)
        if found is None:
            return False
        self.found = self.disk.descend(found.package, found.parts)
        self.tried.append(Tried(found.rule, Path(os.path.normpath(self.found.path)), FOUND))
        return True

    def _allows(self, folder: str) -> bool:
        return self.roots.holds(self.disk.real(folder), self.base)

    def _look_for_ending(self, base: str) -> None:
        """Search the package of the file for the last parts of a path from another machine."""
        parts, around = self.address.parts, self.places.around(base)
        folders = [folder for folder in around.above if is_within(folder, around.home)]
        for start in range(max(0, len(parts) - _MOST_ENDING), len(parts)):
            for folder in folders:
                reached = self.disk.descend(folder, parts[start:], any_case=True)
                if reached.kind == "file":
                    self.tried.append(Tried(ENDING, Path(reached.path), "possible match"))
                    self.right = self._portable(reached.path)
                    return
        self.tried.append(Tried(ENDING, Path(around.home), "no such file"))
        if parts:
            self.near = tuple(self.similar_files.same_name(around.home, parts[-1])[:3])
            self._look_elsewhere(around.home)

    # Afterwards

    def _look_elsewhere(self, folder: str | None) -> None:
        """Record the location of the file with the missing name in a package, if only one exists."""
        parts = self.address.parts
        if folder is None or not parts:
            return
        same = self.similar_files.same_name(folder, parts[-1])
        if len(same) == 1:
            path = os.path.join(folder, *same[0].split("/"))
            suggestion = self._portable(path)
            if folder == self.folder:
                suggestion = self.address.written(tuple(same[0].split("/")))
            detail = f"a file of that name is in {self._called(os.path.dirname(path))}"
            self.notes.append(Note("elsewhere", detail, suggestion=suggestion))

    def _judge(self, found: Descent) -> None:
        """Record remarks on the file that was found."""
        address = self.address
        if found.kind == "folder" and (address.parts or address.scheme != "model"):
            self.notes.append(Note("folder", "expected a file, but this is a folder"))
        path = os.path.normpath(found.path)
        if self.folder is None or found.has_link or ".." in found.spelled:
            real = self.disk.real(found.path)
        else:
            real = os.path.join(self.disk.real(self.folder), *found.spelled)
        is_noted = any(note.kind == "outside" for note in self.notes)
        if not is_noted and not self.roots.holds(real, self.base):
            if any(is_within(path, root) for root in self.roots.of(self.base)):
                detail = f"a symbolic link leads to {real}, outside the allowed folders"
                self.notes.append(Note("symlink", detail))
            else:
                detail = f"{path} is outside the package of the file and all allowed folders"
                self.notes.append(Note("outside", detail, is_mended=True))
        if self.right is None and address.scheme in {"package", "model", "relative"}:
            is_plain = ".." not in found.spelled or address.scheme == "relative"
            self.right = address.written(found.spelled) if is_plain else self._portable(path)

    def _called(self, folder: str) -> str:
        """Return the name of a folder for messages.

        The name is relative to the file if the folder is near, otherwise the whole path.
        """
        if self.base is None or not os.path.isabs(self.base):
            return folder
        if not any(is_within(folder, root) for root in self.places.around(self.base).roots):
            return folder
        path = os.path.relpath(folder, self.base).replace(os.sep, "/")
        return "the folder of the file" if path == "." else path

    def _portable(self, path: str) -> str | None:
        """Return the URI that works wherever the package of the description is found, or None."""
        # relative only if the current folder was removed
        if self.base is None or not os.path.isabs(self.base):
            return None
        around = self.places.around(self.base)
        path = os.path.normpath(path)
        for manifest in around.manifests:
            if manifest.name and is_within(path, manifest.folder):
                if manifest.file == PACKAGE:
                    tail = self.places.installs.target_of(manifest.folder, path)
                    return f"package://{manifest.name}/{tail}"
                tail = os.path.relpath(path, manifest.folder).replace(os.sep, "/")
                return f"model://{os.path.basename(manifest.folder)}/{tail}"
        if any(is_within(path, root) for root in around.roots):
            return os.path.relpath(path, self.base).replace(os.sep, "/")
        return None


def _missing(reached: Descent) -> str:
    if reached.kind == "special":
        return "a device or a pipe"
    return "no such folder" if len(reached.missing) > 1 else "no such file"


def _path(folder: str, parts: tuple[str, ...]) -> Path:
    return Path(os.path.normpath(os.path.join(folder, *parts)))


def refusal_of(place: Tried) -> str:
    """Return why an existing file or package is not used, as a sentence without a full stop."""
    shown = quoted(place.path.name)
    if place.outcome == PRIVATE:
        return f"{shown} is a home folder; it is a package only if you name it with --package"
    if place.outcome == NO_MANIFEST:
        missing = f"{PACKAGE} or {MODEL}"
        return f"{shown} has no {missing}; it is a package only if you name it with --package"
    if place.outcome == LINKED:
        return f"{shown} is {LINKED}; it is a package only if you name it with --package"
    return f"{shown} is not used: {place.outcome}"
