"""The possible locations of a package, in the order of the search."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from itertools import chain, islice, tee
from typing import NamedTuple

from bodyplan.files.opener import is_within
from bodyplan.resources._installs import Installs
from bodyplan.resources._result import FOUND
from bodyplan.resources.crawl import MOST_FOLDERS, Crawl, crawl, manifest_name, models_in
from bodyplan.resources.folders import Folders
from bodyplan.resources.manifest import MODEL, OLD_PACKAGE, PACKAGE, name_in
from bodyplan.resources.surroundings import Surroundings, is_private, refusal_below, surroundings
from bodyplan.resources.variables import MODELS, PREFIXES, TREES, entries

NO_FOLDER = "no such folder"
NO_PACKAGE = "no such package"
NO_MANIFEST = f"no {PACKAGE} or {MODEL} in it"
PRIVATE = "a home folder, not a package"
LINKED = "a symbolic link that leads out of the folders around the file"
REFUSED = frozenset((NO_MANIFEST, PRIVATE, LINKED))
"""Outcomes for folders that exist, but must not be used as packages."""
_SOURCES = "src of the workspace"
_SEARCHED = "searched folder"
_NEAREST = 3  # levels above a file at which a folder "models" is searched
_MOST_LISTED = 200  # limit on the installed packages that are listed for similar names
_MOST_BESIDE = 500  # limit on the folders next to a package whose manifests are read
_COPY = re.compile(r"[-. (]|_(?:main|master|copy)\b")
"""The text after the name of a package in the name of an unpacked archive: robot-main, robot-1.2,
robot (1)."""


class PackageCandidate(NamedTuple):
    """A possible location of a package.

    Args:
        source: why this location is searched, such as "package.xml above the file".
        folder: the folder of the package, or where it would be.
        outcome: "found", or the reason why it is not the package.
        is_guess: whether the folder only has a similar name, and so is only likely to be the
            package.
    """

    source: str
    folder: str
    outcome: str = FOUND
    is_guess: bool = False

    @property
    def is_found(self) -> bool:
        """Whether the package was found here."""
        return self.outcome == FOUND


class PackageCandidates:
    """Finds packages by name.

    Args:
        folders: the cached listings of folders.
        packages: the folders that the user gave, by name of the package.
        roots: further folders of the user; each is a package or contains packages.
        searched: folders in which packages with a manifest are searched.
        environment: the environment variables.
    """

    def __init__(
        self,
        folders: Folders,
        packages: Mapping[str, str],
        roots: Sequence[str],
        searched: Sequence[str],
        environment: Mapping[str, str],
    ) -> None:
        self.folders = folders
        self.installs = Installs(folders)
        self.packages = packages
        self.roots = roots
        self.searched = searched
        self.environment = environment
        self._crawls: dict[tuple[str, bool], Crawl] = {}
        self._model_folders: dict[str, dict[str, list[str]]] = {}
        self._named: dict[str, dict[str, list[str]]] = {}
        self._around: dict[str, Surroundings] = {}
        self._places: dict[tuple[str, str | None], Iterator[PackageCandidate]] = {}
        self._known: dict[str | None, tuple[str, ...]] = {}

    def of(self, name: str, base: str | None) -> Iterator[PackageCandidate]:
        """Yield the possible locations of a package, which are computed lazily and cached.

        Args:
            name: the name of the package.
            base: the folder of the file that refers to the package; None without a file.
        """
        key = (name, base)
        found = self._places.get(key)
        if found is None:
            (found,) = tee(_distinct(self._all(name, base)), 1)
            self._places[key] = found
        return copy(found)  # a copy of the cached iterator, which shares the results

    def around(self, base: str) -> Surroundings:
        """Return the packages and manifests around a folder."""
        found = self._around.get(base)
        if found is None:
            found = surroundings(self.folders, base, self.user_home)
            self._around[base] = found
        return found

    @cached_property
    def user_home(self) -> str:
        """The home folder of the user; empty if unknown."""
        return self.environment.get("HOME") or self.environment.get("USERPROFILE") or ""

    @cached_property
    def variables(self) -> dict[str, tuple[str, ...]]:
        """The folders in each environment variable for packages that is set."""
        found = {name: entries(self.environment, name) for name in (*TREES, *PREFIXES, *MODELS)}
        return {name: folders for name, folders in found.items() if folders}

    def known(self, base: str | None) -> tuple[str, ...]:
        """Return the names of all packages that can be found, to suggest similar ones."""
        found = self._known.get(base)
        if found is None:
            found = self._known[base] = tuple(dict.fromkeys(self._names(base)))
        return found

    def _all(self, name: str, base: str | None) -> Iterator[PackageCandidate]:
        if name in self.packages:
            folder = self.packages[name]
            yield PackageCandidate("--package", folder, self._outcome(folder))
        for root in self.roots:
            yield self._in_tree("--folder", root, name)
        for tree in self.searched:
            yield self._in_tree(_SEARCHED, tree, name)
        if base is not None:
            yield from self._without_links(self._above(name, self.around(base)), base)
        for variable, folders in self.variables.items():
            for folder in folders:
                yield from self._in_entry(variable, folder, name)
        if base is not None:
            yield from self._without_links(self._in_models(name, self.around(base)), base)
            yield from self._without_links(self._models(name, base), base)
            yield from self._unpacked(name, self.around(base))

    def _without_links(
        self, places: Iterator[PackageCandidate], base: str
    ) -> Iterator[PackageCandidate]:
        """Yield the candidates; refuse those to which a symbolic link near the file leads.

        Such a link may have been distributed with the file. If it were followed, its target would
        become an allowed folder.
        """
        for place in places:
            is_refused = place.is_found and not self._stays(place.folder, self.around(base))
            yield place._replace(outcome=LINKED) if is_refused else place

    def _stays(self, folder: str, around: Surroundings) -> bool:
        """Return whether the real path of a folder is in the same surroundings as the folder."""
        if folder in around.above:
            return True
        top = around.repository or os.path.dirname(around.home)
        if not is_within(folder, top):
            top = os.path.dirname(folder)
        return not refusal_below(self.folders.real(top), self.folders.real(folder))

    def _unpacked(self, name: str, around: Surroundings) -> Iterator[PackageCandidate]:
        """Yield the folders above a file that are named like an unpacked archive of the package."""
        for folder in around.above:
            called = os.path.basename(folder)
            if called.startswith(name) and _COPY.match(called, len(name)) is not None:
                source = "folder of a similar name above the file"
                yield PackageCandidate(source, folder, self.judged(folder, around), is_guess=True)

    def judged(self, folder: str, around: Surroundings | None = None) -> str:
        """Return "found" if a folder may be used as a package, or the reason why it must not.

        A package has a manifest. Only a folder that belongs to the robot itself may lack one.

        Args:
            folder: the folder, which exists.
            around: the surroundings of the file that refers to the package; None if the folder
                cannot be a part of the surroundings.
        """
        if is_private(self.folders, folder, self.user_home):
            return PRIVATE
        if around is not None and (
            folder in around.above or any(map(partial(self._holds, folder), around.tops))
        ):
            return FOUND
        return FOUND if self._is_package(folder) else NO_MANIFEST

    def _holds(self, folder: str, top: str) -> bool:
        """Return whether a folder is below ``top``, as written and after links are resolved."""
        is_below = not refusal_below(self.folders.real(top), self.folders.real(folder))
        return is_within(folder, top) and is_below

    def _outcome(self, folder: str) -> str:
        return FOUND if self.folders.is_folder(folder) else NO_FOLDER

    def _above(self, name: str, around: Surroundings) -> Iterator[PackageCandidate]:
        """Yield the candidates above a file, beside its package, and in its workspace."""
        for file in (PACKAGE, MODEL):
            found = [manifest for manifest in around.manifests if manifest.file == file]
            for manifest in found:
                own = manifest.name
                outcome = f"its name is {own!r}" if own else "its manifest has no name"
                if own == name:
                    yield PackageCandidate(f"{file} above the file", manifest.folder)
                else:
                    yield PackageCandidate(f"{file} above the file", manifest.path, outcome)
            if not found and file == PACKAGE:
                yield PackageCandidate(f"{file} above the file", around.base, "not found")
        source = "folder of that name above the file"
        named = [folder for folder in around.above if os.path.basename(folder) == name]
        for folder in named:
            yield PackageCandidate(source, folder, self.judged(folder, around))
        if not named:
            yield PackageCandidate(source, around.base, "not found")
        # search the repository of the file before folders beside the repository
        steps = [self._beside(name, around), self._in_repository(name, around)]
        yield from chain.from_iterable(
            reversed(steps) if around.home == around.repository else steps
        )
        if around.sources is not None:
            yield self._in_tree(_SOURCES, around.sources, name)
        yield from self._installed_beside(name, around)

    def _in_models(self, name: str, around: Surroundings) -> Iterator[PackageCandidate]:
        """Yield the model in each folder ``models`` near the file, which may be in ``worlds``."""
        for outer in around.above[:_NEAREST]:
            models = os.path.join(outer, "models")
            if self.folders.is_folder(models):
                folder = os.path.join(models, name)
                outcome = FOUND if self._is_package(folder) else NO_PACKAGE
                yield PackageCandidate("models folder near the file", folder, outcome)

    def _models(self, name: str, base: str) -> Iterator[PackageCandidate]:
        """Yield the models in the search folders and in the repository, nearest first."""
        for tree in dict.fromkeys((*self.searched, self.around(base).repository)):
            if tree is not None and self.folders.is_folder(tree):
                places = self._models_in(tree).get(name, ())
                for folder in sorted(places, key=partial(_shared, base), reverse=True):
                    yield PackageCandidate("model in a folder of that name", folder)

    def _models_in(self, tree: str) -> dict[str, list[str]]:
        """Return the models in a tree; the result is cached."""
        if tree not in self._model_folders:
            self._model_folders[tree] = models_in(self.folders, tree)
        return self._model_folders[tree]

    def _beside(self, name: str, around: Surroundings) -> Iterator[PackageCandidate]:
        """Yield the packages next to the package of the file, up to the top of its repository."""
        source = "folder beside the package of the file"
        outer = os.path.dirname(around.home)
        while os.path.dirname(outer) != outer:
            folder = os.path.join(outer, name)
            if not self.folders.is_folder(folder):
                yield PackageCandidate(source, folder, NO_FOLDER)
            # folders above the file were already examined by their names
            elif folder not in around.above:
                yield PackageCandidate(source, folder, self.judged(folder, around))
            if around.manifests or around.repository:
                for other in self._packages_in(outer).get(name, ()):
                    yield PackageCandidate("package beside the package of the file", other)
            outer = os.path.dirname(outer)
            if around.repository is None or not is_within(outer, around.repository):
                return

    def _in_repository(self, name: str, around: Surroundings) -> Iterator[PackageCandidate]:
        if around.repository is not None:
            yield self._in_tree("repository of the file", around.repository, name, around.base)

    def _packages_in(self, outer: str) -> dict[str, list[str]]:
        """Return the subfolders with a manifest, by the name in the manifest."""
        found = self._named.get(outer)
        if found is None:
            found = self._named[outer] = {}
            for name in islice(self._inside(outer), _MOST_BESIDE):
                folder = os.path.join(outer, name)
                manifest = os.path.join(folder, PACKAGE)
                if self.folders.probe(manifest).kind == "file":
                    found.setdefault(name_in(manifest), []).append(folder)
        return found

    def _installed_beside(self, name: str, around: Surroundings) -> Iterator[PackageCandidate]:
        """Yield the packages in the install space that contains the file."""
        share = next((f for f in around.above if os.path.basename(f) == "share"), None)
        if share is None:
            return
        source = "share folder above the file"
        prefix = os.path.dirname(share)
        for folder in (
            os.path.join(share, name),
            os.path.join(os.path.dirname(prefix), name, "share", name),
        ):
            is_there = self.folders.is_folder(folder)
            yield PackageCandidate(source, folder, self.judged(folder) if is_there else NO_FOLDER)

    def _in_entry(self, variable: str, folder: str, name: str) -> Iterator[PackageCandidate]:
        """Yield the locations of the package in one of the folders that a variable lists."""
        if variable in TREES:
            yield self._in_tree(variable, folder, name)
            return
        if variable in MODELS:
            tries = [os.path.join(folder, name)]
        else:
            tries = [os.path.join(folder, "share", name)]
            if variable == "COLCON_PREFIX_PATH":
                tries.append(os.path.join(folder, name, "share", name))
        for path in tries:
            outcome = NO_FOLDER
            if self.folders.is_folder(path):  # an entry may be a package that contains models
                outcome = FOUND if self._is_package(folder) else self.judged(path)
            yield PackageCandidate(variable, path, outcome)

    def _is_package(self, folder: str) -> bool:
        """Return whether a folder has a manifest.

        Each manifest is probed by name, because the folder may not be listable.
        """
        return any(
            self.folders.probe(os.path.join(folder, file)).kind == "file"
            for file in (PACKAGE, MODEL, OLD_PACKAGE)
        )

    def _in_tree(self, source: str, root: str, name: str, near: str = "") -> PackageCandidate:
        """Return the package with a name in a tree, or a folder of that name at its top.

        Args:
            source: the reason why the tree is searched.
            root: the tree.
            name: the name of the package.
            near: a folder; if several packages have the name, the package nearest to this folder is
                used.
        """
        if not self.folders.is_folder(root):
            return PackageCandidate(source, root, NO_FOLDER)
        stays = bool(near) or source in (_SOURCES, _SEARCHED)
        direct = os.path.join(root, name)
        is_direct = self.folders.is_folder(direct) and not (stays and self._leads_out(direct, root))
        if is_direct and manifest_name(direct, self.folders.listing(direct)) == name:
            return PackageCandidate(source, direct)
        found = self.crawl(root, stays=stays)
        if name in found.packages:
            places = [found.packages[name], *(found.copies.get(name, ()) if near else ())]
            return PackageCandidate(source, max(places, key=partial(_shared, near)))
        if source == "--folder":
            installed = os.path.join(root, "share", name)
            if os.path.basename(root) == name:
                return PackageCandidate(source, root)
            if is_direct or self.folders.is_folder(installed):
                return PackageCandidate(source, direct if is_direct else installed)
        cap = "" if found.is_whole else f" in the first {MOST_FOLDERS:,} folders"
        return PackageCandidate(source, root, f"{NO_PACKAGE}{cap}")

    def _leads_out(self, folder: str, root: str) -> bool:
        return not is_within(self.folders.real(folder), self.folders.real(root))

    def crawl(self, root: str, *, stays: bool = False) -> Crawl:
        """Return the packages in a tree; the result is cached.

        Args:
            root: the top folder of the tree.
            stays: whether to ignore links that lead out of the tree. Such links are followed only
                in trees that the user named.
        """
        found = self._crawls.get((root, stays))
        if found is None:
            found = self._crawls[root, stays] = crawl(self.folders, root, stays=stays)
        return found

    def _names(self, base: str | None) -> Iterator[str]:
        yield from self.packages
        for root in self.roots:
            yield from self.crawl(root).packages
            yield from self._inside(root)
        for tree in self.searched:
            yield from self.crawl(tree, stays=True).packages
        if base is not None:
            around = self.around(base)
            yield from (manifest.name for manifest in around.manifests if manifest.name)
            named = (folder for folder in around.above if self.judged(folder, around) == FOUND)
            yield from map(os.path.basename, named)
            if around.manifests or around.repository:
                yield from self._inside(os.path.dirname(around.home))
            if around.repository is not None:
                yield from self.crawl(around.repository, stays=True).packages
            if around.sources is not None:
                yield from self.crawl(around.sources, stays=True).packages
        listed = 0
        for variable, folders in self.variables.items():
            for folder in folders:
                listed += 1
                if listed > _MOST_LISTED:
                    return
                if variable in TREES:
                    yield from self.crawl(folder).packages
                elif variable in PREFIXES:
                    yield from self._inside(os.path.join(folder, "share"))
                else:
                    yield from self._inside(folder)

    def _inside(self, folder: str) -> Iterator[str]:
        listed = self.folders.listing(folder).entries.items()
        return (name for name, entry in listed if entry.kind == "folder" and name[0] != ".")


def _distinct(places: Iterator[PackageCandidate]) -> Iterator[PackageCandidate]:
    """Yield the candidates, but each folder that was found only once."""
    seen: set[str] = set()
    for place in places:
        if place.is_found and place.folder in seen:
            continue
        if place.is_found:
            seen.add(place.folder)
        yield place


def _shared(one: str, other: str) -> int:
    """Return the length of the common beginning of two absolute paths; 0 without one."""
    return len(os.path.commonpath([one, other])) if one else 0
