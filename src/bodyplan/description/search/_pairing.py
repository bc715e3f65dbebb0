"""The choice of the robot to which a file belongs, by robot name, file name and location.

Candidates are ranked by the kind of evidence; see ``_BOTH`` to ``_PLACE``. Among candidates of
equal rank, the nearer file is chosen, then the file with more of the referenced names, then the
file whose name differs in fewer words.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from bodyplan.description.search._name_matching import (
    names_defined,
    names_used,
    parts_of,
    plain,
    stem_of,
)

_MOST_COMPARED = 12
"""The largest number of candidates of equal rank whose content is compared."""
_MOST_ALIKE = 100
"""The maximum number of robots with one name, or around a file, that are compared with the file."""
_ENOUGH = 0.5
"""The share of the referenced names that a robot must define if the names of robot and file do not
match."""
_UNKNOWN_FIT = _ENOUGH
"""The assumed share for files with macros, whose names are unknown before expansion."""

SAME_FOLDER, SAME_ROBOT, SAME_PACKAGE, ELSEWHERE = range(4)

_LAYOUT = frozenset(
    (
        *("config", "configs", "control", "description", "launch", "moveit", "moveit_config"),
        *("param", "params", "robot", "robots", "semantic", "semantics", "sdf", "srdf"),
        *("state", "states", "urdf", "xacro", "xml"),
    )
)
"""Names of subfolders into which the files of one robot are sorted."""


_BOTH, _STEM, _NAME, _LIKE, _SHARED, _PLACE = range(6)
"""Ranks of evidence: equal robot name and file name; equal file name; equal robot name; similar
names; a common word in the file names; only the location."""


class File(NamedTuple):
    """A description that was found.

    Args:
        path: the path, in the form used in messages.
        kind: "urdf", "xacro", "srdf", "model_state" or "settings".
        name: the name of the robot in the file.
        package: the folder of its package, or a folder that is treated as a package.
        is_in_package: whether the package folder has a ``package.xml``.
    """

    path: str
    kind: str
    name: str = ""
    package: str = ""
    is_in_package: bool = False

    @property
    def folder(self) -> str:
        """The folder that contains the file."""
        return folder_of(self.path)

    @property
    def stem(self) -> str:
        """The name of the file without suffixes."""
        return stem_of(self.path)


class Partner(NamedTuple):
    """The robot that was found for a file.

    Args:
        path: the file of the robot; None if no robot was found.
        reason: why this robot was chosen, or why no robot was found.
        rivals: other robots that match equally well.
        better: other robots of the same name that have more of the links and joints in the file.
        arguments: values for the xacro arguments of the robot.
    """

    path: str | None
    reason: str
    rivals: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()


class _Candidate(NamedTuple):
    rank: int
    level: int
    reason: str
    robot: File


@lru_cache(maxsize=4096)
def folder_of(path: str) -> str:
    """Return the folder of a path; cached, because each pair of settings and robot needs it."""
    return os.path.dirname(path)


@lru_cache(maxsize=4096)
def home_of(folder: str) -> str:
    """Return the folder of the robot to which the files in a folder belong.

    For ``panda/srdf``, it is ``panda``.
    """
    is_layout = os.path.basename(folder).lower() in _LAYOUT
    return os.path.dirname(folder) if is_layout else folder


class Robots:
    """The robots that files can belong to, indexed by name and folder.

    Args:
        files: the URDF files, and the xacro files that define robots.
    """

    def __init__(self, files: Iterable[File]) -> None:
        self.files = list(files)
        self.by_path = {file.path: file for file in self.files}
        self._by_stem = _index(self.files, lambda file: plain(file.stem))
        self._by_name = _index(self.files, lambda file: plain(file.name))
        self._by_package = _index(self.files, lambda file: file.package)
        self._by_word = _index_by_word(self.files)
        self._by_home: dict[str, dict[str, File]] = defaultdict(dict)
        for file in self.files:
            folder = file.folder
            for _ in range(3):  # the folder itself and the two folders above it
                self._by_home[folder][file.path] = file
                if folder == os.path.dirname(folder):
                    break
                folder = os.path.dirname(folder)
        self.defined = cache(names_defined)
        """Returns the links and joints of a URDF, which is read only once."""
        self._used = cache(names_used)

    def partner(self, file: File) -> Partner:
        """Return the robot to which a file belongs."""
        known = self._by_names(file) or self._by_place(file)
        candidates = [c for c in known if c.level < ELSEWHERE or self._has_most(file, c.robot)]
        if not candidates and known:
            far = os.path.basename(known[0].robot.path)
            return Partner(None, f"{far} in another package lacks most of its links and joints")
        if not candidates:
            return Partner(None, self._why_none(file))
        first = min(candidate[:2] for candidate in candidates)
        best = [candidate for candidate in candidates if candidate[:2] == first]
        best = self._unless_it_contradicts(file, best, candidates)
        chosen, *others = self._ordered(file, best)
        is_weak = chosen[0].rank > _LIKE
        if is_weak and chosen[1] < _ENOUGH:
            return Partner(None, self._why_none(file))
        rivals = tuple(other.robot.path for other, *key in others if key == list(chosen[1:]))
        better = self._better(file, chosen[0], candidates)
        return Partner(chosen[0].robot.path, _reason(file, chosen[0]), rivals, better)

    def _has_most(self, file: File, robot: File) -> bool:
        """Return whether a robot in another package defines most of the referenced names.

        In another package, an equal name alone is not sufficient.
        """
        return self._fit(file, robot) >= _ENOUGH

    # Candidates

    def _by_names(self, file: File) -> list[_Candidate]:
        """Return robots with the file name of a file, or with the robot name that it references."""
        stem, name = plain(file.stem), plain(file.name)
        found: dict[str, _Candidate] = {}
        near = [*self._by_stem.get(stem, ())]
        if name:
            near += [*self._named(file, name), *self._by_stem.get(name, ())]
        for robot in near:
            candidate = _evidence(file, robot, self.level(file, robot))
            if candidate is not None:
                found[robot.path] = candidate
        if not any(candidate.rank <= _NAME for candidate in found.values()):
            for robot in self.around(file):
                alike = _evidence(file, robot, self.level(file, robot))
                if alike is not None:
                    found.setdefault(robot.path, alike)
        return list(found.values())

    def _named(self, file: File, name: str) -> Sequence[File]:
        """Return the robots with a robot name.

        If there are too many, return only those whose file name shares a word with that of the
        file.
        """
        found = self._by_name.get(name, ())
        if len(found) <= _MOST_ALIKE:
            return found
        alike = [
            robot
            for word in sorted(parts_of(file.stem))
            for robot in self._by_word.get((name, word), ())[:_MOST_ALIKE]
        ]
        return alike or found[:_MOST_ALIKE]

    def _by_place(self, file: File) -> list[_Candidate]:
        """Return the robot around a file as a candidate, if there is exactly one."""
        around = self.around(file)
        nearest = min((self.level(file, robot) for robot in around), default=ELSEWHERE)
        only = [robot for robot in around if self.level(file, robot) == nearest]
        plain_ones = [robot for robot in only if robot.kind == "urdf"] or only
        if len(plain_ones) != 1 or nearest == ELSEWHERE:
            return []
        what = "URDF" if plain_ones[0].kind == "urdf" else "robot"
        return [_Candidate(_PLACE, nearest, f"the only {what} nearby", plain_ones[0])]

    def around(self, file: File) -> Sequence[File]:
        """Return the robots in the folder of a file, in its robot's folder, or in its package."""
        home = home_of(file.folder)
        in_home = self._by_home.get(home, {})
        in_package = self._by_package.get(file.package, ()) if file.package else ()
        if len(in_home) + len(in_package) > 2 * _MOST_ALIKE:
            return ()
        return list({**in_home, **{robot.path: robot for robot in in_package}}.values())

    def level(self, file: File, robot: File) -> int:
        """Return the distance level of a robot and a file, from SAME_FOLDER to ELSEWHERE."""
        if robot.folder == file.folder:
            return SAME_FOLDER
        if robot.path in self._by_home.get(home_of(file.folder), ()):
            return SAME_ROBOT
        is_same = file.package == robot.package and file.package
        return SAME_PACKAGE if is_same else ELSEWHERE

    # Choice

    def _unless_it_contradicts(
        self, file: File, best: list[_Candidate], candidates: list[_Candidate]
    ) -> list[_Candidate]:
        """Return the best candidates, unless they lack most of the names that the file references.

        If they do, and were chosen for their file name, return the nearest candidates with an equal
        robot name that define at least half of the names.
        """
        others = [c for c in candidates if c.rank == _NAME and c.level <= SAME_PACKAGE]
        if best[0].rank > _STEM or not others:
            return best
        fits = max(self._fit(file, candidate.robot) for candidate in best)
        others_fit = max(self._fit(file, other.robot) for other in others[:_MOST_COMPARED])
        if fits < _ENOUGH <= others_fit:
            level = min(other.level for other in others)
            return [other for other in others if other.level == level]
        return best

    def _better(
        self, file: File, chosen: _Candidate, candidates: list[_Candidate]
    ) -> tuple[str, ...]:
        """Return other robots with the same robot name nearby that define more names of the file."""
        named = [
            candidate.robot
            for candidate in candidates
            if candidate.robot is not chosen.robot
            and candidate.level <= SAME_PACKAGE
            and candidate.robot.kind == "urdf"
            and candidate.robot.name in (file.name, chosen.robot.name)
        ]
        if not named:
            return ()
        fit = self._fit(file, chosen.robot)
        found = [robot.path for robot in named[:_MOST_COMPARED] if self._fit(file, robot) > fit]
        return tuple(found)

    def _ordered(
        self, file: File, candidates: list[_Candidate]
    ) -> list[tuple[_Candidate, float, int, int]]:
        """Return the candidates, best first, each with the values by which they are ordered."""
        words = parts_of(file.stem, file.name)
        candidates = sorted(
            candidates, key=lambda c: (_differing(words, c.robot), c.robot.kind, c.robot.path)
        )
        needs_fit = len(candidates) > 1 or candidates[0].rank > _LIKE
        rated = [
            (
                candidate,
                round(self._fit(file, candidate.robot), 2) if needs_fit else 1.0,
                _differing(words, candidate.robot),
                int(candidate.robot.kind != "urdf"),
            )
            for candidate in candidates[:_MOST_COMPARED]
        ]
        return sorted(rated, key=lambda rate: (-rate[1], rate[2], rate[3]))

    def _fit(self, file: File, robot: File) -> float:
        """Return the share of the names referenced in a file that a robot defines."""
        if robot.kind != "urdf":
            return _UNKNOWN_FIT
        used = self._used(file.path)
        return len(used & self.defined(robot.path)) / len(used) if used else _UNKNOWN_FIT

    def _why_none(self, file: File) -> str:
        if not self.files:
            return "no URDF found nearby"
        named = f"for a robot {file.name!r}" if file.name else f"called {file.stem!r}"
        return f"no URDF nearby is {named}"


def _evidence(file: File, robot: File, level: int) -> _Candidate | None:
    """Return a candidate with the reason why a robot matches; None if it does not match."""
    same_name = bool(file.name) and file.name == robot.name
    same_stem = file.stem.lower() == robot.stem.lower()
    if same_name and same_stem:
        return _Candidate(_BOTH, level, "same robot name and file name", robot)
    if same_stem and level <= SAME_PACKAGE:
        return _Candidate(_STEM, level, "same file name", robot)
    if same_name:
        return _Candidate(_NAME, level, "same robot name", robot)
    if level > SAME_PACKAGE:
        return None
    if plain(file.name) and plain(file.name) == plain(robot.name):
        reason = f"similar robot names, {file.name!r} and {robot.name!r}"
        return _Candidate(_LIKE, level, reason, robot)
    if plain(file.name) == plain(robot.stem) or plain(robot.name) == plain(file.stem):
        return _Candidate(_LIKE, level, "file name matches the robot name", robot)
    if parts_of(file.stem) & parts_of(robot.stem):
        return _Candidate(_SHARED, level, "similar names, and it has the links", robot)
    return None


def _differing(words: frozenset[str], robot: File) -> int:
    """Return the number of words that only one of two file names contains."""
    return len(words ^ parts_of(robot.stem))


def _reason(file: File, candidate: _Candidate) -> str:
    if candidate.rank == _PLACE:
        return candidate.reason
    return f"{candidate.reason}, {place_words(file, candidate.robot, candidate.level)}"


def place_words(file: File, robot: File, level: int) -> str:
    """Return a text about the location of a robot relative to a file."""
    if level == SAME_FOLDER:
        return "same folder"
    if file.package == robot.package and file.is_in_package:
        return "same package"
    return "same parent folder" if level <= SAME_PACKAGE else "another package"


def _index_by_word(files: list[File]) -> dict[tuple[str, str], list[File]]:
    found: dict[tuple[str, str], list[File]] = defaultdict(list)
    for file in files:
        for word in parts_of(file.stem):
            found[plain(file.name), word].append(file)
    return found


def _index(files: list[File], key: Callable[[File], str]) -> dict[str, list[File]]:
    found: dict[str, list[File]] = defaultdict(list)
    for file in files:
        word = key(file)
        if word:
            found[word].append(file)
    return found
