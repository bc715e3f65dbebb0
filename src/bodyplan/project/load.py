"""Strict loading of a robot, or of what an SRDF says of one; an error carries every diagnostic."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, overload

from bodyplan.conversion.direction import ModelChoiceError, robot_from
from bodyplan.conversion.from_urdf import from_urdf
from bodyplan.core import DEFAULT_LIMITS, Limits, replace
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import as_mjcf, read
from bodyplan.formats.source import FilePath, Readable
from bodyplan.formats.srdf import Robot as Srdf
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import Settings
from bodyplan.model import Robot
from bodyplan.project.checker import Checker, whole_robot
from bodyplan.project.robot_files import RobotFiles

if TYPE_CHECKING:
    from bodyplan.conversion.direction import RobotConversion
    from bodyplan.model.semantics import Semantics
    from bodyplan.resources import Resources

_FAMILIES = ("X", "M", "U0", "T", "J", "S", "D1", "D311", "D331")
"""What must hold for a robot: the file, its macros and version, tree, joints, semantics; of
SDFormat, what its reader asks for. Meshes that are missing, or inertia that no body has, are for
``check`` to report."""
_NOT_ASKED = ("D119", "D137")
"""Of these families what is said about inertia."""

_ASKED = Settings(select=_FAMILIES, ignore=_NOT_ASKED)
_NOT_FOUND = frozenset({"D101", "D108", "D113", "D114"})
"""What is said about an include whose model is not in the robot."""

RobotSource = Readable | Document | urdf.Robot | Robot


class _Given(NamedTuple):
    """The robot of an SRDF, and as the URDF that it is from, if it is from one."""

    robot: Robot
    root: urdf.Robot | None = None
    folder: Path | None = None
    """Of its file, which relative meshes start from."""


@overload
def load(
    source: Readable | Document,
    *,
    robot: RobotSource,
    srdf: None = ...,
    model: str = ...,
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
    srdf: Readable | Document | None = ...,
    model: str = ...,
    arguments: Mapping[str, str] | None = ...,
    resources: Resources | None = ...,
    limits: Limits = ...,
    strict: bool = ...,
) -> Robot: ...  # an SRDF alone is the rare case: give robot=


def load(
    source: Readable | Document,
    *,
    robot: RobotSource | None = None,
    srdf: Readable | Document | None = None,
    model: str = "",
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
    strict: bool = True,
) -> Robot | Semantics:
    """The robot that a URDF, an SDFormat file or the macros of a file describe.

    Of an SRDF, what it says of its robot. A type checker takes the answer for that where ``robot``
    is given, and else for a robot.

    Args:
        source: what ``read`` takes, or a document.
        robot: for an SRDF, its robot; it is looked for around the file where not given. With it,
            nothing but an SRDF is taken.
        srdf: for a robot, the SRDF that the robot shall know: ``robot.semantics``.
        model: of an SDFormat file with several models the name of the one that is the robot.
        arguments: values for the arguments of files with macros.
        resources: where packages and meshes are looked for; as the environment says where not
            given.
        limits: input limits.
        strict: whether errors stop it. If not, what is invalid is left out, as MoveIt does:
            unknown members of groups, joints that do not form a tree, and links that are not
            connected to the root link of the largest tree; ``check`` reports them, and for
            SDFormat ``robot.diagnostics`` has them, too.

    Raises:
        DescriptionError: nothing could be read; or, when strict, reading or a rule on the tree, the
            joints or the semantics found an error, or a model that the robot includes was not
            found. It carries everything that these found.
        InputError: there is nothing to read, it is not a robot, none was found for an SRDF, one was
            given for something else, or a file has several models and none is chosen.
    """
    document = as_mjcf(_read(source, arguments, resources, limits))
    options = _Options(model, arguments, resources, limits, strict)
    if srdf is not None:
        overlay = _overlay(_read(srdf, None, resources, limits), document, options)
        return overlay.robot.with_semantics(overlay)
    described = expanded_document(document)
    if described is not None and isinstance(described.root, Srdf):
        given = _partner(document, described, robot, options)
        _require(document, given.root or given.robot, resources, strict=strict)
        return _semantics(described.root, given, resources)
    if robot is not None and described is not None and described.root is not None:
        raise InputError(f"{document.name}: robot=... requires an SRDF, got {described.format}")
    if described is not None and described.format in {"sdf", "mjcf"}:
        return _model(document, described, options)
    if model and described is not None and described.root is not None:
        raise InputError(f"{document.name}: model=... requires SDFormat, got {described.format}")
    _require(document, None, resources, strict=strict)
    if described is None or not isinstance(described.root, urdf.Robot):
        raise InputError(f"{document.name} is a {document.format}, not a robot")
    if not described.root.links:  # of a URDF, reading said so, where errors stop it
        if document.format == "xacro":
            why = " does not make a robot on its own; load the file that includes it"
        else:
            why = ": this robot has no links"
        raise InputError(f"{document.name}{why}")
    return _loaded(robot_from(described), document, resources)


def _loaded(made: RobotConversion, document: Document, resources: Resources | None) -> Robot:
    """Return the robot of a URDF with its losses and files."""
    found = _connected(made.robot).with_losses(made.losses)
    return found.with_files(RobotFiles(document, resources))


def _connected(robot: Robot) -> Robot:
    """Return a robot without the links and joints that its root link does not lead to."""
    if len(robot.roots) < 2:
        return robot
    links = robot.subtree(robot.root_link.name)
    names = {link.name for link in links}
    joints = {joint.name: joint for joint in robot.joints if joint.child in names}
    found = Robot(
        robot.name,
        links,
        [
            joint
            if joint.mimic is None or joint.mimic.leader in joints
            else replace(joint, mimic=None)
            for joint in joints.values()
        ],
        [joint for joint in robot.loops if {joint.parent, joint.child} <= names],
        [frame for frame in robot.frames if frame.link in names],
        [sensor for sensor in robot.sensors if sensor.link in names],
        [one for one in robot.transmissions if {*one.joints} <= {*joints}],
    )
    found = found.with_unconnected(link.name for link in robot.links if link.name not in names)
    return found.with_origins(robot.origins).with_details(robot.details)


class _Options(NamedTuple):
    """How a robot is loaded."""

    model: str
    arguments: Mapping[str, str] | None
    resources: Resources | None
    limits: Limits
    strict: bool


def _model(document: Document, described: Document, options: _Options) -> Robot:
    """The robot that a model of an SDFormat file describes.

    Raises:
        DescriptionError: it has errors.
        InputError: it has no such model, or several.
    """
    diagnostics = _require(document, None, options.resources, strict=options.strict)
    try:
        made = robot_from(described, model=options.model, resources=options.resources)
    except ModelChoiceError as error:
        hint = "" if options.model or not error.names else ", with model=NAME"
        raise InputError(f"{document.name}: {error}{hint}") from None
    if options.strict and made.missing:
        faults = tuple(one.graded(Severity.ERROR) for one in diagnostics if one.code in _NOT_FOUND)
        if faults:
            raise DescriptionError(faults)
        raise InputError(f"{document.name}: {made.missing[0]}")
    if not options.strict:
        diagnostics = check_document(document, _ASKED, resources=options.resources)
    robot = made.robot.with_files(RobotFiles(document, options.resources, made.robot))
    own: Srdf | None = getattr(made, "srdf", None)  # MJCF has pairs and states itself
    if own is not None:
        robot = robot.with_semantics(_semantics(own, _Given(robot), options.resources))
    return robot.with_diagnostics(_by_place(diagnostics)).with_losses(made.losses)


def _overlay(document: Document, robot: Document, options: _Options) -> Semantics:
    """What an SRDF says of a robot.

    Raises:
        DescriptionError: one of them has errors.
        InputError: they are not an SRDF and a robot.
    """
    described = expanded_document(document)
    if described is None or described.root is None:
        _require(document, None, options.resources, strict=True)
    if described is None or not isinstance(described.root, Srdf):
        raise InputError(f"{document.name}: srdf=... requires an SRDF, got {document.format}")
    given = _partner(document, described, robot, options)
    _require(document, given.root or given.robot, options.resources, strict=options.strict)
    return _semantics(described.root, given, options.resources)


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
    document: Document,
    robot: urdf.Robot | Robot | None,
    resources: Resources | None,
    *,
    strict: bool,
) -> list[Diagnostic]:
    """What is said of a document in which all that must hold does; nothing when not strict.

    Raises:
        DescriptionError: it does not.
    """
    described = expanded_document(document)
    if not strict and described is not None and described.root is not None:
        return []
    found = check_document(document, _ASKED, robot=robot, resources=resources, in_blocks=False)
    if document.root is None or any(d.severity is Severity.ERROR for d in found):
        found = check_document(document, _ASKED, robot=robot, resources=resources)
        raise DescriptionError(tuple(_by_place(found)))
    return found


def _by_place(found: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(found, key=lambda d: (*d.where[:3], d.code))


def _partner(
    document: Document,
    described: Document,
    robot: RobotSource | None,
    options: _Options,
) -> _Given:
    """The robot of an SRDF.

    Raises:
        DescriptionError: the robot has errors of its own.
        InputError: no robot was found.
    """
    if isinstance(robot, Robot):
        return _Given(robot)
    if isinstance(robot, urdf.Robot):
        return _Given(from_urdf(robot).robot, robot)
    arguments = options.arguments
    if robot is None:
        member = Checker(options.resources).member(document, described)
        if member is None or member.robot is None:
            why = "it was not read from a file" if member is None else member.reason
            raise InputError(f"{document.name}: no robot was found for it ({why}); pass robot=...")
        robot = FilePath(member.robot)
        arguments = {**dict(member.arguments), **(arguments or {})}
    partner = _read(robot, arguments, options.resources, options.limits)
    folder = partner.path.parent if partner.path else None
    expanded = expanded_document(partner)
    if expanded is not None and expanded.format in {"sdf", "mjcf"}:
        return _Given(_model(partner, expanded, options), None, folder)
    _require(partner, None, options.resources, strict=options.strict)
    root, why = whole_robot(partner)
    if root is None:
        raise InputError(why)
    found = _loaded(from_urdf(root, expanded), partner, options.resources)
    return _Given(found, root, folder)


def _semantics(root: Srdf, given: _Given, resources: Resources | None) -> Semantics:
    from bodyplan.resources import Resources
    from bodyplan.semantics.from_srdf import from_srdf

    resolve = partial((resources or Resources()).file, base=given.folder)
    return from_srdf(root, given.robot, resolve=resolve)
