"""The search for the SRDF of a robot around the file of the robot."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.description.load import load
from bodyplan.description.search._pairing import home_of
from bodyplan.description.search.find import survey
from bodyplan.description.search.nearby import FilesAround
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import FilePath, is_in_samples, name_like
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import Semantics, State
from bodyplan.semantics.problem import FREE_FLYER

if TYPE_CHECKING:
    from bodyplan.description.search.members import RobotMember
    from bodyplan.resources import Resources

_LISTED = 3
"""The largest number of other SRDFs that a message names."""


class SrdfNotFoundError(InputError):
    """No SRDF was found near the file of a robot."""


class FoundSemantics(NamedTuple):
    """The semantics of an SRDF, and where it was found.

    Args:
        semantics: the groups, states and so on.
        path: the path of the SRDF.
        robot: the robot file to which the SRDF belongs, if it is another file of the same robot;
            else empty.
    """

    semantics: Semantics
    path: FilePath
    robot: str = ""


def find_semantics(
    document: Document,
    robot: Robot,
    states: Iterable[str] = (),
    *,
    resources: Resources | None = None,
    read_one: Callable[[FilePath], Semantics] | None = None,
) -> FoundSemantics:
    """Return the semantics of the SRDF near the file of a robot.

    Of several SRDFs, use the first that defines the states, or else the first that can be read. If
    no SRDF belongs to the file, use the SRDF of another file of the same robot, if this SRDF
    defines the states and the robot has all joints of these states.

    Args:
        document: the document from which the robot was read.
        robot: the robot.
        states: the required states, each as "name" or "group/name".
        resources: the folders in which packages are searched.
        read_one: a function that returns the semantics of the SRDF at a path, or raises one of the
            errors below; by default ``load``, which is strict.

    Raises:
        SrdfNotFoundError: no SRDF was found.
        DescriptionError: no SRDF can be read, and the first has errors.
        InputError: no SRDF can be read, and the first cannot be opened.
    """
    read_srdf = read_one or (lambda path: load(path, robot=robot, resources=resources))
    wanted = {word.rpartition("/")[2] for word in states}
    found: FoundSemantics | None = None
    errors: list[DescriptionError | InputError] = []
    for path in srdfs_around(document.path, resources):
        try:
            one = FoundSemantics(read_srdf(path), path)
        except (DescriptionError, InputError) as error:
            errors.append(error)
            continue
        found = found or one
        if wanted <= {key[1] for key in one.semantics.states}:
            return one
    if found is not None:
        return found
    if errors:
        raise errors[0]
    for member in _of_namesakes(document.path, robot.name, resources):
        path = FilePath(member.path)
        try:
            semantics = read_srdf(path)
        # ignored, because neither the user nor the robot's file refers to this file
        except (DescriptionError, InputError):
            continue
        chosen = [state for key, state in semantics.states.items() if key[1] in wanted]
        if wanted <= {one.name for one in chosen} and not any(map(unknown_joints, chosen)):
            return FoundSemantics(semantics, path, member.robot or "")
    raise SrdfNotFoundError(f"no SRDF found near {document.name}{_of_others(document)}")


def srdfs_around(path: Path | None, resources: Resources | None = None) -> list[FilePath]:
    """Return the SRDFs that belong to a robot.

    Args:
        path: the path of the robot's file; None if the robot was not read from a file.
        resources: the folders in which packages are searched.
    """
    if path is None:
        return []
    if is_in_samples(path):
        return [FilePath(str(path.with_name(f"{path.parent.name}.srdf")))]
    found = FilesAround(resources=resources).belongings(str(path))
    return [FilePath(one) for one in found if one.lower().endswith((".srdf", ".srdf.xacro"))]


def _of_namesakes(path: Path | None, name: str, resources: Resources | None) -> list[RobotMember]:
    """Return the SRDFs that belong to other robot files with this robot name."""
    if path is None or not name:
        return []
    return FilesAround(resources=resources).namesakes(str(path), name)


def unknown_joints(state: State) -> list[str]:
    """Return the joints of a state that the robot lacks, except the floating base of Pinocchio."""
    return [name for name in state.unknown if name != FREE_FLYER]


def _of_others(document: Document) -> str:
    """Return the part of a message that names SRDFs nearby that belong to other robot files."""
    if document.path is None:
        return ""
    home = home_of(os.path.dirname(os.path.abspath(document.path)))
    if home in (os.path.dirname(home), os.path.expanduser("~")):
        return ""  # too many files to search: a home folder, or the root of the file system
    try:
        members = survey(home).members
    except (InputError, OSError):
        return ""
    others = [
        f"; {name_like(one.path, document.name)} is that of {os.path.basename(one.robot)}"
        for one in members
        if one.kind == "srdf" and one.robot is not None
    ]
    return "".join(others[:_LISTED])
