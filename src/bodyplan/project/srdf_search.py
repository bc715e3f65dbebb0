"""The SRDF of a robot, looked for around its file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import SAMPLE_PREFIX, name_like
from bodyplan.model import Robot
from bodyplan.model.semantics import Semantics, State
from bodyplan.project.find import survey
from bodyplan.project.load import load
from bodyplan.project.nearby import Nearby
from bodyplan.project.pairing import home_of
from bodyplan.semantics.problem import FREE_FLYER

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_LISTED = 3
"""Other SRDFs that a message names."""


class SrdfNotFoundError(InputError):
    """No SRDF was found near the file of a robot."""


class FoundSemantics(NamedTuple):
    """What an SRDF says of a robot, and where it was found.

    Args:
        semantics: the groups, states and so on.
        path: of the SRDF.
        robot: the file that it belongs to, where that is another file of the same robot.
    """

    semantics: Semantics
    path: str
    robot: str = ""


def find_semantics(
    document: Document,
    robot: Robot,
    states: Iterable[str] = (),
    *,
    resources: Resources | None = None,
    read_one: Callable[[str], Semantics] | None = None,
) -> FoundSemantics:
    """Return what the SRDF around the file of a robot says of it.

    Of several, the first that has the states; if none has them, the first that can be read. If none
    belongs to the file, one of another file of the same robot, if it has the states and the robot
    all their joints.

    Args:
        document: that the robot was read from.
        robot: the robot.
        states: "name" or "group/name" each.
        resources: where packages are looked for.
        read_one: returns what the SRDF of a path says, or raises one of the errors below; by
            default ``load``, which is strict.

    Raises:
        SrdfNotFoundError: no SRDF was found.
        DescriptionError: those that there are have errors; it is that of the first.
        InputError: the first cannot be read.
    """
    read_srdf = read_one or (lambda path: load(path, robot=robot, resources=resources))
    wanted = {word.rpartition("/")[2] for word in states}
    is_sample = document.name.startswith(SAMPLE_PREFIX)
    name = document.name if is_sample or document.path is None else str(document.path)
    found: FoundSemantics | None = None
    errors: list[DescriptionError | InputError] = []
    for path in srdfs_around(name, resources) if is_sample or document.path else ():
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
    is_named = document.path is not None and robot.name
    for member in Nearby(resources=resources).namesakes(name, robot.name) if is_named else ():
        try:
            semantics = read_srdf(member.path)
        except (DescriptionError, InputError):  # nobody named it
            continue
        chosen = [state for key, state in semantics.states.items() if key[1] in wanted]
        if wanted <= {one.name for one in chosen} and not any(map(unknown_joints, chosen)):
            return FoundSemantics(semantics, member.path, member.robot or "")
    raise SrdfNotFoundError(f"no SRDF found near {document.name}{_of_others(document)}")


def srdfs_around(name: str, resources: Resources | None = None) -> list[str]:
    """Return the SRDFs that belong to a robot.

    Args:
        name: a sample, or the path of a file.
        resources: where its packages are looked for.
    """
    if name.startswith(SAMPLE_PREFIX):
        return [f"{name.partition('.')[0]}.srdf"]
    found = Nearby(resources=resources).belongings(name)
    return [path for path in found if path.lower().endswith((".srdf", ".srdf.xacro"))]


def unknown_joints(state: State) -> list[str]:
    """The joints of a state that the robot does not have; the base of Pinocchio does not count."""
    return [name for name in state.unknown if name != FREE_FLYER]


def _of_others(document: Document) -> str:
    """Which SRDFs in the folder of a robot belong to other files; empty for none."""
    if document.path is None:
        return ""
    home = home_of(os.path.dirname(os.path.abspath(document.path)))
    if home in (os.path.dirname(home), os.path.expanduser("~")):
        return ""  # it holds everything
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
