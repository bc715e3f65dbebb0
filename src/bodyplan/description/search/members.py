"""The files of a folder, each with the robot to which it belongs."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from bodyplan.description.search._attempts import Attempts
from bodyplan.description.search._launch import Launch, Parts, launch_of
from bodyplan.description.search._macros import macro_files
from bodyplan.description.search._name_matching import (
    group_names,
    joint_names,
    names_used,
    parts_of,
    tokens,
    words_of,
)
from bodyplan.description.search._pairing import (
    ELSEWHERE,
    SAME_FOLDER,
    SAME_PACKAGE,
    File,
    Partner,
    Robots,
    folder_of,
    home_of,
    place_words,
)
from bodyplan.description.search._root_element import NOTHING, RootElement, root_element_of
from bodyplan.description.search._setup_assistant import NamedRobot, named_urdf
from bodyplan.description.search.scan import PACKAGE, Scan, kind_of
from bodyplan.files.opener import is_within
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read
from bodyplan.formats.registry import robot_of
from bodyplan.formats.source import FilePath
from bodyplan.resources import Resources
from bodyplan.resources.manifest import name_in, package_above

_BY_ASSISTANT = "named in .setup_assistant"
MOST_ABOVE = 8
"""The largest number of folders above a file that are searched for the top of its package."""
_MOST_BESIDE = 500
"""The largest number of folders next to a MoveIt configuration in which its package is searched."""
_MOST_HOLDERS = 100
"""The largest number of robots that are listed for one joint or group name."""


class RobotMember(NamedTuple):
    """A file of a project.

    Args:
        path: the file.
        kind: "urdf", "xacro", "srdf", "sdf", "model_state" or "settings".
        robot: the robot to which it belongs; None for a robot or world, or if no robot was found.
        semantics: the SRDF of a settings file; None for other files.
        reason: why it belongs to the robot, or why no robot was found; empty for a robot.
        rivals: other robots that match equally well.
        better: other robots of the same name that have more of the links and joints in the file.
        arguments: values for the xacro arguments of the robot, as recorded by MoveIt's setup
            assistant.
        is_beside: whether a settings file belongs to the robot only because it is next to the SRDF.
    """

    path: str
    kind: str
    robot: str | None = None
    semantics: str | None = None
    reason: str = ""
    rivals: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()
    is_beside: bool = False


class _Rated(NamedTuple):
    """A robot to which a settings file may belong.

    Candidates are compared as tuples of their fields; the smallest is the best.
    """

    level: int
    unnamed: int
    """Minus the number of words in the robot's name, if it begins the name of the file or a folder."""
    missed: int
    """Minus the number of joint and group names that the settings file and the robot share."""
    unlike: int
    """Minus the number of words that both file names contain."""
    is_bare: bool
    """Whether the robot has no SRDF."""
    robot: File
    semantics: RobotMember | None


def _kind_by_content(path: str) -> str:
    """Return the kind of a file with the suffix .xml: "xml" if it does not describe a robot."""
    tag = root_element_of(path).tag
    if tag != "robot":
        return tag if tag in {"model_state", "sdf"} else "xml"
    try:
        document = read(FilePath(path))
    except InputError:
        return "xml"
    robot = robot_of(document)
    if robot is not None and not (robot.links or robot.joints):
        return "xml"  # files of other programs can have the root element <robot>, too
    return document.format or "xml"


class Pairing:
    """Finds the robot to which each file belongs.

    Args:
        scans: the scanned folders; the first is the folder around the files.
        top: the folder that was searched; a folder directly in it counts as a package if its files
            are in no package.
        given: robots that the user named; they count as near to every file.
        resources: the folders in which packages are searched; by default those of the environment.
        attempt: calls functions for single files, and stores their exceptions; by default,
            exceptions reach the caller.
    """

    def __init__(
        self,
        scans: Sequence[Scan],
        *,
        top: str = "",
        given: Sequence[str] = (),
        resources: Resources | None = None,
        attempt: Attempts | None = None,
    ) -> None:
        self._attempt = attempt = attempt or Attempts(keeps=False)
        self._outside = [path for found in scans for path in found.outside]
        self._top = "" if top == "." else top
        self._resources = resources
        self._packages = {folder for found in scans for folder in found.packages}
        self._assistants = {folder for found in scans for folder in found.assistants}
        self._package_of = cache(self._find_package)
        self._launches = [path for found in scans for path in found.launches]
        paths = dict.fromkeys((*given, *(path for found in scans for path, _ in found.files)))
        kinds: dict[str, str] = {path: kind for found in scans for path, kind in found.files}
        for path in [path for path in paths if kinds.get(path) == "xml"]:
            kinds[path] = attempt(path, "xml", _kind_by_content, path)
        self.macros = macro_files((path for path in paths if kinds.get(path) == "xacro"), attempt)
        made = self.macros.entries
        found = {
            path: made[path].kind if path in made else kinds.get(path, "urdf")
            for path in paths
            if kinds.get(path) != "xacro" or path in made
        }
        heads = {path: RootElement("robot", outline.name) for path, outline in made.items()}
        has_others = bool({"srdf", "model_state", "settings"} & set(found.values()))
        self.robots = Robots(self._files(found, ("urdf", "xacro"), heads if has_others else None))
        self._others = self._files(found, ("srdf", "model_state"), heads)
        self._alone = [path for path, kind in found.items() if kind == "sdf"]
        self._settings = self._files(found, ("settings",))

    @cached_property
    def semantics(self) -> list[RobotMember]:
        """The SRDF and model_state files, each with the robot found for it."""
        return self._members(self.member, self._others)

    def members(self) -> list[RobotMember]:
        """Return all files: robots by path, each followed by its files; then the other files.

        SDFormat files come last; they are complete without other files.
        """
        found = [*self.semantics, *self._members(self.settings_member, self._settings)]
        by_robot: dict[str | None, list[RobotMember]] = {None: []}
        for member in found:
            by_robot.setdefault(member.robot, []).append(member)
        ordered: list[RobotMember] = []
        for robot in self.robots.files:
            own = by_robot.pop(robot.path, [])
            known = next((m.arguments for m in own if m.kind == "srdf" and m.arguments), ())
            own = [member._replace(arguments=member.arguments or known) for member in own]
            ordered += [RobotMember(robot.path, robot.kind, arguments=known), *own]
        ordered += [member for members in by_robot.values() for member in members]
        return ordered + [RobotMember(path, "sdf") for path in sorted(self._alone)]

    def member(self, file: File) -> RobotMember:
        """Return an SRDF or model_state file with the robot found for it."""
        kind = "srdf" if file.kind == "srdf" else "model_state"
        partner = self._named(file) if kind == "srdf" else None
        partner = partner or self.robots.partner(file)
        path, reason, rivals, better, arguments = partner
        if path is None:
            reason += self._about_links()
        return RobotMember(file.path, kind, path, None, reason, rivals, better, arguments)

    def _about_links(self) -> str:
        """Return an addition to the message that no robot was found, about symbolic links."""
        for path in self._outside:
            if kind_of(path) in ("urdf", "xacro") and path not in self.robots.by_path:
                name = os.path.basename(path)
                return f"; {name} is a symbolic link out of its folder and was not followed"
        return ""

    def file(self, path: str, kind: str, name: str) -> File:
        """Return the record of a file, given the name of its robot."""
        package = self._package_of(os.path.dirname(path))
        return File(path, kind, name, package, package in self._packages)

    def _members(
        self, member_of: Callable[[File], RobotMember], files: list[File]
    ) -> list[RobotMember]:
        found = [self._attempt(file.path, None, member_of, file) for file in files]
        return [member for member in found if member is not None]

    def _files(
        self,
        found: dict[str, str],
        kinds: tuple[str, ...],
        heads: Mapping[str, RootElement] | None = None,
    ) -> list[File]:
        """Return the files of some kinds.

        Args:
            found: the kind of each file, by path.
            kinds: the kinds of files to return.
            heads: the root elements already read, by path; None if the robot names are not needed.
        """

        def made(path: str, kind: str) -> File:
            head = NOTHING if heads is None else heads.get(path) or root_element_of(path)
            return self.file(path, kind, head.name)

        files = [
            self._attempt(path, None, made, path, kind)
            for path, kind in found.items()
            if kind in kinds
        ]
        return [file for file in files if file is not None]

    def _find_package(self, folder: str) -> str:
        """Return the nearest folder with a ``package.xml``, from a folder upwards.

        If no such folder exists, return the folder directly below the top folder on this path, or
        the top folder itself.
        """
        inner, here = folder, folder
        for _ in range(MOST_ABOVE):
            if here in self._packages or os.path.isfile(os.path.join(here, PACKAGE)):
                self._packages.add(here)
                return here
            if here in (self._top, "", os.path.dirname(here)):
                break
            inner, here = here, os.path.dirname(here)
        around = package_above(os.path.abspath(self._top), MOST_ABOVE)
        if around is not None:
            self._packages.add(around)
            return around
        return inner if here == self._top else home_of(inner)

    # Records of MoveIt's setup assistant

    def _named(self, file: File) -> Partner | None:
        """Return the URDF that the setup assistant recorded for the package of an SRDF."""
        folder = next(
            (f for f in (file.folder, os.path.dirname(file.folder)) if f in self._assistants), None
        )
        named = named_urdf(folder) if folder is not None else None
        if named is None or folder is None:
            return None
        for robot in self.robots.files:
            inside = os.path.relpath(robot.path, robot.package or ".")
            if inside == named.path and self._is_called(robot.package, named.package or folder):
                return Partner(robot.path, _BY_ASSISTANT, arguments=named.arguments)
        return self._elsewhere(folder, named)

    def _elsewhere(self, folder: str, named: NamedRobot) -> Partner | None:
        """Return the recorded URDF if its package is outside the searched folder."""
        if not named.package:
            return None
        package = self._beside(folder, named.package)
        if package is None:
            resources = self._resources or Resources()
            found = resources.find_package(named.package, base=folder).path
            package = str(found) if found is not None else None
        if package is None:
            return None
        path = os.path.join(package, named.path)
        if not is_within(os.path.realpath(path), os.path.realpath(package)):
            return None
        if not os.path.isfile(path):
            return None
        return Partner(path, _BY_ASSISTANT, arguments=named.arguments)

    def _beside(self, folder: str, name: str) -> str | None:
        """Return the folder of the package with a name, among the folders next to a folder."""
        outer = os.path.dirname(folder)
        try:
            inner = sorted(os.listdir(outer or "."))[:_MOST_BESIDE]
        except OSError:
            return None
        # symbolic links that lead out of the folder are ignored
        top = os.path.realpath(outer or ".")
        places = (os.path.join(outer, other) for other in inner)
        inside = (place for place in places if is_within(os.path.realpath(place), top))
        return next((place for place in inside if self._is_called(place, name)), None)

    @staticmethod
    def _is_called(folder: str, name: str) -> bool:
        return folder == name or name in (
            os.path.basename(folder),
            name_in(os.path.join(folder, PACKAGE)),
        )

    # Settings

    def settings_member(self, file: File) -> RobotMember:
        """Return a settings file with the robot of its launch file, or with the best match."""
        found, launched = self._best_member(file), self._launched.get(file.path)
        if launched is None:
            return found
        semantics = found.semantics if found.robot == launched.robot else None
        return launched._replace(semantics=semantics)

    @cached_property
    def _launched(self) -> dict[str, RobotMember]:
        """The settings files that a launch file loads together with exactly one robot, by path."""
        by_name: dict[str, list[File]] = defaultdict(list)
        for file in (*self.robots.files, *self._settings):
            by_name[os.path.basename(file.path)].append(file)
        found: dict[str, list[RobotMember]] = defaultdict(list)
        for path in self._launches if self._settings else ():
            launch = self._attempt(path, Launch(), launch_of, path)
            reason = f"both are in {os.path.basename(path)}"
            robots = [(one, self._placed(one.path, by_name)) for one in launch.robots]
            known = [(one, file) for one, file in robots if file is not None]
            if len({file.path for _, file in known}) != 1:
                continue
            one, robot = known[0]
            for parts in launch.settings:
                loaded = self._placed(parts, by_name)
                if loaded is not None:
                    member = RobotMember(loaded.path, "settings", robot.path, reason=reason)
                    found[loaded.path].append(member._replace(arguments=one.arguments))
        return {
            path: members[0]
            for path, members in found.items()
            if len({member.robot for member in members}) == 1
        }

    def _placed(self, parts: Parts, by_name: Mapping[str, list[File]]) -> File | None:
        """Return the file at a path that begins with the name of a package."""
        package, *inside = parts
        end = os.path.join(os.sep, *inside)
        for file in by_name.get(inside[-1], ()) if package and inside else ():
            is_there = os.path.join(os.sep, file.path).endswith(end)
            if is_there and self._is_called(file.package, package):
                return file
        return None

    def _best_member(self, file: File) -> RobotMember:
        """Return a settings file with the robot that matches most of its names."""
        own = parts_of(file.stem, os.path.basename(file.package))
        inside = os.path.relpath(file.folder or os.curdir, file.package or os.curdir).split(os.sep)
        called = [words_of(name) for name in (*inside, file.stem)]
        shared = Counter(
            number
            for word in tokens(file.path)
            for number in self._holders.get(word, ())[:_MOST_HOLDERS]
        )
        named_by: dict[int, int] = {}
        for words in called:
            for length in range(1, len(words) + 1):
                for number in self._offers_by_name.get(tuple(words[:length]), ())[:_MOST_HOLDERS]:
                    named_by[number] = max(length, named_by.get(number, 0))
        rated: list[_Rated] = []
        for number in {**shared, **named_by}:
            robot, srdf = self._offers[number]
            count, named = shared[number], named_by.get(number, 0)
            if not count and robot.kind != "xacro":
                continue  # macros may create names of a xacro file, but not of a URDF
            level = self._nearness(file, robot, srdf)
            # in another package, one common word may be accidental
            if named or count > int(level == ELSEWHERE):
                alike = len(own & parts_of(robot.stem, robot.name))
                rated.append(_Rated(level, -named, -count, -alike, srdf is None, robot, srdf))
        if not rated:
            return self._guess(file)
        best = min(rated, key=lambda rate: (*rate[:5], rate.robot.path))
        others = [rate.robot.path for rate in rated if rate[:4] == best[:4]]
        rivals = tuple(path for path in dict.fromkeys(others) if path != best.robot.path)
        if best.level == ELSEWHERE and rivals:
            return RobotMember(file.path, "settings", reason="several robots match")
        return RobotMember(
            file.path,
            "settings",
            best.robot.path,
            best.semantics.path if best.semantics is not None else None,
            self._settings_reason(file, best),
            rivals,
        )

    def _guess(self, file: File) -> RobotMember:
        """Return a settings file that shares no name with a robot, with a robot found by location."""
        beside = [one for one in self.semantics if folder_of(one.path) == file.folder]
        if len(beside) == 1 and beside[0].robot is not None and beside[0].kind == "srdf":
            robot, srdf = beside[0].robot, beside[0].path
            reason = f"beside {os.path.basename(srdf)}"
            return RobotMember(file.path, "settings", robot, srdf, reason, is_beside=True)
        around = [robot for robot in self.robots.around(file) if robot.kind == "xacro"]
        if len(around) == 1:
            reason = "the only robot nearby"
            return RobotMember(file.path, "settings", around[0].path, None, reason)
        return RobotMember(file.path, "settings", reason=self._why_none())

    def _settings_reason(self, file: File, best: _Rated) -> str:
        what = "1 name in common" if best.missed == -1 else f"{-best.missed} names in common"
        if not best.missed:
            what = "named like the robot"
        near = self.robots.level(file, best.robot)
        if best.semantics is not None and best.level < near:
            return f"{what}, beside {os.path.basename(best.semantics.path)}"
        return f"{what}, {place_words(file, best.robot, near)}"

    @cached_property
    def _offers(self) -> list[tuple[File, RobotMember | None]]:
        """The candidates: each robot without an SRDF, and each robot with each SRDF that it has."""
        found: list[tuple[File, RobotMember | None]] = [
            (robot, None) for robot in self.robots.files
        ]
        for member in self.semantics:
            robot = self.robots.by_path.get(member.robot or "")
            if robot is not None and member.kind == "srdf":
                found.append((robot, member))
        return found

    @cached_property
    def _offers_by_name(self) -> dict[tuple[str, ...], list[int]]:
        """The indices in ``_offers``, by the words of the robot name and of the file name."""
        found: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, (robot, _) in enumerate(self._offers):
            for name in {robot.stem, robot.name}:
                found[tuple(words_of(name))].append(number)
        return found

    @cached_property
    def _holders(self) -> dict[str, list[int]]:
        """For each joint or group name, the indices in ``_offers`` of the robots that define it."""
        found: dict[str, list[int]] = defaultdict(list)
        joints = cache(joint_names)
        for number, (robot, srdf) in enumerate(self._offers):
            nothing: frozenset[str] = frozenset()
            names = self._attempt(robot.path, nothing, joints, robot.path)
            if srdf is not None:
                names |= group_names(srdf.path)
                if robot.kind != "urdf":  # the SRDF references names that macros create
                    names |= names_used(srdf.path)
            for name in names:
                found[name].append(number)
        return found

    def _nearness(self, file: File, robot: File, srdf: RobotMember | None) -> int:
        """Return the distance level of a settings file and a robot or, if nearer, its SRDF."""
        level = self.robots.level(file, robot)
        if srdf is None:
            return level
        folder = folder_of(srdf.path)
        if folder == file.folder:
            return SAME_FOLDER
        is_same = file.package and file.package == self._package_of(folder)
        return min(level, SAME_PACKAGE if is_same else ELSEWHERE)

    def _why_none(self) -> str:
        if not self.robots.files:
            return f"no URDF found nearby{self._about_links()}"
        return f"no joint in common with a robot around it{self._about_links()}"
