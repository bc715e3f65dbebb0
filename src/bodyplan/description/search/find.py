"""The robots of a folder, each with the files that belong to it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import Record
from bodyplan.description import folder_kinds as kinds
from bodyplan.description.search._attempts import Attempts
from bodyplan.description.search._mjcf_models import mjcf_models
from bodyplan.description.search._root_element import root_element_of
from bodyplan.description.search.members import Pairing, RobotMember
from bodyplan.description.search.nearby import FilesAround, reaches_beyond
from bodyplan.description.search.scan import scan, too_many
from bodyplan.diag import Diagnostic, Severity, Where
from bodyplan.formats.input_error import InputError

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_ROBOTS = ("urdf", "xacro", "sdf")


class Project(Record):
    """A robot and the files that belong to it.

    Args:
        robot: the URDF, xacro or SDFormat file of the robot; an SDFormat file may contain a whole
            world. None for files without a robot.
        semantics: the SRDF files of the robot.
        states: the model_state files of the robot.
        settings: the files with its joint limits, controllers and kinematics solvers.
        reasons: for each of these files, why it belongs to the robot, or why no robot was found.
    """

    robot: Path | None
    semantics: tuple[Path, ...] = ()
    states: tuple[Path, ...] = ()
    settings: tuple[Path, ...] = ()
    reasons: Mapping[Path, str] = MappingProxyType({})


class Survey(NamedTuple):
    """The files of a folder: robots first, each followed by the files that belong to it.

    Args:
        folder: the folder that was searched.
        members: the files.
        troubles: sentences about folders that could not be read.
        unread: for each file that is not a member, by name, the diagnostic with the reason.
        libraries: files with macros that define no robot on their own.
        fragments: for each file with macros that no file includes, by name, the reason why it
            defines no robot.
        defined: the names that the files with macros define.
        models: MJCF files that are whole models.
        whole: the libraries that define a whole robot, but are included by other files.
    """

    folder: str
    members: list[RobotMember]
    troubles: list[str]
    unread: dict[str, Diagnostic]
    libraries: tuple[str, ...] = ()
    fragments: Mapping[str, str] = MappingProxyType({})
    defined: frozenset[str] = frozenset()
    models: tuple[str, ...] = ()
    whole: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to check."""
        found = (self.members, self.unread, self.libraries, self.fragments, self.models)
        return not any(found)


def find_projects(folder: str | os.PathLike[str]) -> list[Project]:
    """Find the robots in a folder and below, each with the files that belong to it.

    Files belong together if they are in one folder or package and refer to the same robot;
    ``reasons`` gives the evidence for each file. Files without a robot come last, each as a
    separate project.

    Args:
        folder: a package, a workspace or any other folder.

    Raises:
        InputError: the folder does not exist, cannot be read, or contains too many files.
    """
    found = survey(os.fspath(folder))
    projects: dict[str, list[RobotMember]] = {}
    for member in found.members:
        projects.setdefault(member.robot or member.path, []).append(member)
    return [_project(members) for members in projects.values()]


def _project(members: list[RobotMember]) -> Project:
    def of(kind: str) -> tuple[Path, ...]:
        return tuple(Path(member.path) for member in members if member.kind == kind)

    robots = (*of("urdf"), *of("xacro"), *of("sdf"))
    return Project(
        robots[0] if robots else None,
        of("srdf"),
        of("model_state"),
        of("settings"),
        {Path(member.path): member.reason for member in members if member.reason},
    )


def survey(folder: str, resources: Resources | None = None) -> Survey:
    """Return the files of a folder, robots first, each followed by the files that belong to it.

    Args:
        folder: the folder to search.
        resources: the folders in which packages outside this folder are searched.

    Raises:
        InputError: the folder does not exist, cannot be read, or contains too many files.
    """
    if not os.path.isdir(folder):
        what = "is not a folder" if os.path.exists(folder) else "does not exist"
        raise InputError(f"{folder} {what}")
    found = scan(folder)
    if not found.is_whole:
        raise InputError(too_many(folder))
    if found.troubles and not found.files:
        raise InputError(found.troubles[0])
    attempts = Attempts()
    pairing = Pairing([found], top=folder, resources=resources, attempt=attempts)
    members, macros = pairing.members(), pairing.macros
    # the robot of a file may be outside the searched folder
    nearby = FilesAround(resources=resources)
    top = os.path.abspath(folder)
    members = [
        attempts(member.path, member, _found_around, nearby, member, top) for member in members
    ]
    members = [member for member in members if member.path not in attempts.failures]
    order = {robot: number for number, robot in enumerate(_robots(members))}
    members.sort(key=lambda member: order[member.robot or _own(member)])
    unread = {path: _outside(path, real, folder) for path, real in found.outside.items()}
    return Survey(
        folder,
        members,
        found.troubles,
        {**unread, **attempts.failures},
        macros.libraries,
        macros.fragments,
        macros.defined,
        mjcf_models(path for path, kind in found.files if kind == "xml"),
        macros.whole,
    )


def _outside(path: str, target: str, folder: str) -> Diagnostic:
    """Return the diagnostic about a symbolic link that leads out of a folder."""
    message = f"not checked: symbolic link to {target}, outside {folder}"
    hint = "name the file on the command line to check it"
    place = Where(path, 1, 1, 1, 1, "/")
    return Diagnostic(kinds.NOT_CHECKED, message, place, severity=Severity.WARNING, hint=hint)


def _own(member: RobotMember) -> str:
    """Return the path of a member if it is a robot; empty for other members."""
    return member.path if member.kind in _ROBOTS else ""


def _robots(members: list[RobotMember]) -> dict[str, None]:
    """Return the robots in order: robots in the folder, then robots around the folder."""
    found = dict.fromkeys(member.path for member in members if member.kind in _ROBOTS)
    found |= dict.fromkeys(member.robot for member in members if member.robot is not None)
    return {**found, "": None}


def _found_around(nearby: FilesAround, member: RobotMember, top: str) -> RobotMember:
    """Return a member; if it has no robot, with the robot found around the folder."""
    if member.robot is not None or member.kind in _ROBOTS:
        return member
    if not reaches_beyond(member.path, top):
        return member
    name = "" if member.kind == "settings" else root_element_of(member.path).name
    found = nearby.member(member.path, member.kind, name)
    return found if found.robot is not None else member
