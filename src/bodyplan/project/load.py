"""The strict door: a robot, or what an SRDF says of one, or an error that tells all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, overload

from bodyplan.convert.from_urdf import from_urdf
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf, urdf
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.read import read
from bodyplan.formats.source import InputError, Readable
from bodyplan.lint.run import check_document
from bodyplan.lint.settings import Settings
from bodyplan.model import Robot
from bodyplan.project.checker import Checker, whole_robot
from bodyplan.text import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from bodyplan.model.semantics import Semantics
    from bodyplan.resources import Resources

_FAMILIES = ("X", "M", "U0", "T", "J", "S")
"""What must hold for a robot: the file, its macros and version, tree, joints, semantics. Meshes
that are missing, or inertia that no body has, are for ``check`` to tell."""

RobotSource = Readable | Document | urdf.Robot | Robot


class _Given(NamedTuple):
    """The robot of an SRDF: in the hub, and as a URDF where it is one."""

    robot: Robot
    root: urdf.Robot | None
    folder: Path | None = None
    """Of its file, which relative meshes start from."""


@overload
def load(
    source: Readable | Document,
    *,
    robot: RobotSource,
    arguments: Mapping[str, str] | None = ...,
    resources: Resources | None = ...,
    limits: Limits = ...,
    strict: bool = ...,
) -> Semantics: ...


@overload
def load(
    source: Readable | Document,
    *,
    robot: None = ...,
    arguments: Mapping[str, str] | None = ...,
    resources: Resources | None = ...,
    limits: Limits = ...,
    strict: bool = ...,
) -> Robot | Semantics: ...


def load(
    source: Readable | Document,
    *,
    robot: RobotSource | None = None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
    strict: bool = True,
) -> Robot | Semantics:
    """The robot that a URDF or the macros of a file describe; of an SRDF, what it says of its robot.

    Args:
        source: what ``read`` takes, or a document.
        robot: for an SRDF, its robot; it is looked for around the file where not given. With it,
            nothing but an SRDF is taken, so that a type checker knows what comes back.
        arguments: values for the arguments of files with macros.
        resources: where packages and meshes are looked for; as the environment says where not
            given.
        limits: caps on what is read.
        strict: whether errors stop it. If not, what is faulty is left out as MoveIt leaves it out:
            unknown members of groups, joints that make no tree; ``check`` says what that is.

    Raises:
        DescriptionError: nothing could be read; or, when strict, reading or a rule on the tree, the
            joints or the semantics found an error. It carries everything that these found.
        InputError: there is nothing to read, it is no robot, none was found for an SRDF, or one was
            given for something else.
    """
    document = _read(source, arguments, resources, limits)
    described = document.expanded
    if described is not None and isinstance(described.root, srdf.Robot):
        given = _partner(document, described, robot, arguments, resources, limits, strict=strict)
        _require(document, given.root, resources, strict=strict)
        return _semantics(described.root, given, resources)
    if robot is not None and described is not None and described.root is not None:
        raise InputError(
            f"{document.name}: robot=... goes with an SRDF; this is {described.format}"
        )
    if described is not None and described.format == "sdf":
        raise InputError(
            f"{document.name} is an SDFormat file, which makes no Robot yet; bodyplan.read() gives "
            f"what stands in it, and bodyplan.frames() where everything is"
        )
    _require(document, None, resources, strict=strict)
    if described is None or not isinstance(described.root, urdf.Robot):
        raise InputError(f"{document.name} is a {document.format}, no robot")
    if not described.root.links:  # reading a URDF found the same
        raise InputError(
            f"{document.name} makes no robot by itself; load the file that includes it"
        )
    return from_urdf(described.root).robot


def _read(
    source: Readable | Document,
    arguments: Mapping[str, str] | None,
    resources: Resources | None,
    limits: Limits,
) -> Document:
    if isinstance(source, Document):
        return source
    return read(source, limits=limits, arguments=arguments, resources=resources)


def _require(
    document: Document, robot: urdf.Robot | None, resources: Resources | None, *, strict: bool
) -> None:
    """Nothing, where all that must hold does.

    Raises:
        DescriptionError: it does not.
    """
    if not strict and document.expanded is not None and document.expanded.root is not None:
        return
    found = check_document(document, Settings(select=_FAMILIES), robot=robot, resources=resources)
    if document.root is None or any(d.severity is Severity.ERROR for d in found):
        raise DescriptionError(tuple(_by_place(found)))


def _by_place(found: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(found, key=lambda d: (*d.where[:3], d.code))


def _partner(
    document: Document,
    described: Document,
    robot: RobotSource | None,
    arguments: Mapping[str, str] | None,
    resources: Resources | None,
    limits: Limits,
    *,
    strict: bool,
) -> _Given:
    """The robot of an SRDF.

    Raises:
        DescriptionError: the robot has errors of its own.
        InputError: there is none.
    """
    if isinstance(robot, Robot):
        return _Given(robot, None)
    if isinstance(robot, urdf.Robot):
        return _Given(from_urdf(robot).robot, robot)
    if robot is None:
        member = Checker(resources).member(document, described)
        if member is None or member.robot is None:
            why = "it is in no file" if member is None else member.reason
            raise InputError(f"{document.name}: no robot was found for it ({why}); give robot=...")
        robot = member.robot
    partner = _read(robot, arguments, resources, limits)
    _require(partner, None, resources, strict=strict)
    root, why = whole_robot(partner)
    if root is None:
        raise InputError(why)
    return _Given(from_urdf(root).robot, root, partner.path.parent if partner.path else None)


def _semantics(root: srdf.Robot, given: _Given, resources: Resources | None) -> Semantics:
    from bodyplan.convert.from_srdf import from_srdf
    from bodyplan.resources import Resources

    finder = resources or Resources()

    def resolve(uri: str) -> Path | None:
        return finder.resolve(uri, base=given.folder).path

    return from_srdf(root, given.robot, resolve=resolve)
