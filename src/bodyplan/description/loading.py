"""From a description to its robot, or to the semantics of an SRDF."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.conversion.direction import ModelChoiceError, convertible_formats, robot_from
from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.core import replace
from bodyplan.description.checker import whole_robot
from bodyplan.description.robot_files import RobotFiles
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.input_error import ChoiceError, InputError
from bodyplan.formats.loss import Loss, Place
from bodyplan.formats.srdf import Robot as Srdf
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import Settings
from bodyplan.model import Robot
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.conversion.direction import RobotConversion
    from bodyplan.description.description import Description
    from bodyplan.model.planning.semantics import Semantics
    from bodyplan.resources import Resources

_FAMILIES = ("X", "M", "U0", "T", "J", "S", "D1", "D311", "D331")
"""The codes whose errors prevent strict loading: file, macros, version, tree, joints and semantics;
for SDFormat, errors of libsdformat. Missing meshes and impossible inertia are reported only by
``check``."""
_NOT_ASKED = ("D119", "D137")
"""Codes about inertia that match ``_FAMILIES`` but do not prevent loading."""

_ASKED = Settings(select=_FAMILIES, ignore=_NOT_ASKED)
_ALONE = Settings(select=("X", "M", "S"))
_NOT_FOUND = frozenset({"D101", "D108", "D113", "D114"})
"""Codes that report an include whose model is missing from the robot."""


class _GivenText(NamedTuple):
    """The robot of an SRDF, and the root element of its URDF, if it was read from a URDF."""

    robot: Robot
    root: urdf.Robot | None = None
    folder: Path | None = None
    """The folder of the robot's file; relative mesh paths start there."""


def loaded(description: Description, *, strict: bool) -> Robot | Semantics:
    """Return the robot of a description, or the semantics of an SRDF; see ``load``."""
    document, described = description.written, description.expanded
    if description.own_srdf is not None:
        overlay = _overlay(description.own_srdf, description, strict=strict)
        return overlay.robot.with_semantics(overlay)
    if described is not None and isinstance(described.root, Srdf):
        given = _partner(description, strict=strict)
        required(description, given, strict=strict)
        return _semantics(described.root, given, description.resources)
    if described is not None and _has_models(described):
        return _model(description, described, strict=strict)
    if description.model and described is not None and described.root is not None:
        after = f" requires SDFormat, got {described.format}"
        raise ChoiceError(f"{document.name}: ", "model", after)
    required(description, strict=strict)
    if described is None or not isinstance(described.root, urdf.Robot):
        raise InputError(f"{document.name} is a {document.format}, not a robot")
    if not described.root.links:  # not for a plain URDF: its diagnostics report this
        if document.format == "xacro":
            why = " does not define a robot on its own; load the file that includes it"
        else:
            why = ": this robot has no links"
        raise InputError(f"{document.name}{why}")
    return _loaded(robot_from(described), document, description.resources)


def _loaded(made: RobotConversion, document: Document, resources: Resources | None) -> Robot:
    """Return the robot of a URDF with its losses and files."""
    found = _connected(made.robot).with_losses(made.losses)
    return found.with_files(RobotFiles(document, resources))


def _connected(robot: Robot) -> Robot:
    """Return a robot without the links and joints that are not connected to its root link."""
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


def _model(description: Description, described: Document, *, strict: bool) -> Robot:
    """Return the robot that a model of an SDFormat file describes.

    Raises:
        DescriptionError: the file has errors.
        InputError: the model does not exist, or none of several models is selected.
    """
    document, resources = description.written, description.resources
    diagnostics = required(description, strict=strict)
    try:
        made = robot_from(described, model=description.model, resources=resources)
    except ModelChoiceError as error:
        if description.model or not error.names:
            raise InputError(f"{document.name}: {error}") from None
        raise ChoiceError(f"{document.name}: {error}, with ", "model", value="NAME") from None
    if strict and made.missing:
        faults = tuple(one.graded(Severity.ERROR) for one in diagnostics if one.code in _NOT_FOUND)
        if faults:
            raise DescriptionError(faults)
        raise InputError(f"{document.name}: {made.missing[0]}")
    if not strict:
        diagnostics = check_document(document, _ASKED, resources=resources)
    robot = made.robot.with_files(RobotFiles(document, resources, made.robot))
    # an MJCF file itself defines collision pairs and states
    own: Srdf | None = getattr(made, "srdf", None)
    if own is not None:
        robot = robot.with_semantics(_semantics(own, _GivenText(robot), resources))
    return robot.with_diagnostics(_by_place(diagnostics)).with_losses(made.losses)


def _overlay(description: Description, robot: Description, *, strict: bool) -> Semantics:
    """Return the semantics of an SRDF.

    Raises:
        DescriptionError: the SRDF or the robot has errors.
        InputError: the file is not an SRDF, or ``robot`` does not describe a robot.
    """
    root = _srdf_in(description)
    given = _robot_of(robot, strict=strict)
    required(description, given, strict=strict)
    return _semantics(root, given, description.resources)


def _srdf_in(description: Description) -> Srdf:
    """Return the root of an SRDF.

    Raises:
        DescriptionError: the file cannot be read.
        InputError: the file is not an SRDF.
    """
    document, described = description.written, description.expanded
    if described is None or described.root is None:
        required(description, strict=True)
    if described is None or not isinstance(described.root, Srdf):
        got = document.format
        raise ChoiceError(f"{document.name}: ", "srdf", f" requires an SRDF, got {got}")
    return described.root


def semantics_on(description: Description, robot: Robot, *, strict: bool) -> Semantics:
    """Return the semantics of an SRDF for a robot, without names that the robot lacks.

    Raises:
        DescriptionError: the SRDF cannot be read, or has errors that do not depend on the robot.
        InputError: the file is not an SRDF.
    """
    root = _srdf_in(description)
    if strict:
        required_alone(description)
    return _semantics(root, _GivenText(robot), description.resources)


def required(
    description: Description, given: _GivenText | None = None, *, strict: bool
) -> list[Diagnostic]:
    """Check that a description has no errors that prevent loading, and return its diagnostics.

    If not strict and a part of the file can be read, nothing is checked and the list is empty.

    Args:
        description: the description.
        given: the robot of an SRDF.
        strict: whether errors raise an exception.

    Raises:
        DescriptionError: the description has such errors.
    """
    document, described = description.written, description.expanded
    if not strict and described is not None and described.root is not None:
        return []
    robot = None if given is None else given.root or given.robot
    resources = description.resources
    found = check_document(document, _ASKED, robot=robot, resources=resources, in_blocks=False)
    if document.root is None or any(d.severity is Severity.ERROR for d in found):
        found = check_document(document, _ASKED, robot=robot, resources=resources)
        raise DescriptionError(tuple(_by_place(found)))
    return found


def required_alone(description: Description) -> None:
    """Check that an SRDF has no errors that are independent of its robot.

    Raises:
        DescriptionError: the SRDF has such errors.
    """
    resources = description.resources
    found = check_document(description.written, _ALONE, resources=resources)
    if any(one.severity is Severity.ERROR for one in found):
        raise DescriptionError(tuple(found))


def is_partial(description: Description, found: Robot | Semantics, error: DescriptionError) -> bool:
    """Return whether a part of a robot is missing or changed because of an error.

    Args:
        description: the description.
        found: the robot or the semantics, loaded without the invalid parts.
        error: the exception of the strict loading.
    """
    if not isinstance(found, Robot) or found.unconnected or found.loops:
        return True
    errors = [one.where.path for one in error.diagnostics if one.severity is Severity.ERROR]
    paths = {_path_of(loss, description.expanded) for loss in found.losses}
    return any(f"{one}/".startswith(f"{path}/") for path in paths - {""} for one in errors)


def _path_of(loss: Loss, document: Document | None) -> str:
    """Return the path of the element that a loss concerns; empty for the root, or if unknown."""
    source, path = loss.source, ""
    if isinstance(source, Place):
        path = source.path
    elif document is not None and isinstance(source, Element) and document.node(source) is not None:
        path = document.place(source).path
    return path if path.count("/") > 1 else ""


def _by_place(found: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(found, key=lambda d: (*d.where[:3], d.code))


def _partner(description: Description, *, strict: bool) -> _GivenText:
    """Return the robot of an SRDF.

    Raises:
        DescriptionError: the robot has errors.
        InputError: no robot was found.
    """
    if isinstance(description.given_robot, urdf.Robot):
        root = description.given_robot
        return _GivenText(from_urdf(root).robot, root)
    if description.given_robot is not None:
        return _GivenText(description.given_robot)
    partner, reason, _ = description.partner
    if partner is None:
        before = f"{description.name}: no robot was found for it ({reason}); pass "
        raise ChoiceError(before, "robot")
    return _robot_of(partner, strict=strict)


def _has_models(described: Document) -> bool:
    """Return whether a file is in a format other than URDF that can be converted to a robot."""
    return described.format != "urdf" and described.format in convertible_formats()


def _robot_of(partner: Description, *, strict: bool) -> _GivenText:
    """Return the robot to which an SRDF belongs.

    Raises:
        DescriptionError: the robot has errors.
        InputError: the file is not a robot.
    """
    folder = partner.path.parent if partner.path else None
    expanded = partner.expanded
    if expanded is not None and _has_models(expanded):
        return _GivenText(_model(partner, expanded, strict=strict), None, folder)
    required(partner, strict=strict)
    root, why = whole_robot(partner.written)
    if root is None:
        raise InputError(why)
    found = _loaded(from_urdf(root, expanded), partner.written, partner.resources)
    return _GivenText(found, root, folder)


def _semantics(root: Srdf, given: _GivenText, resources: Resources | None) -> Semantics:
    from bodyplan.resources import Resources
    from bodyplan.semantics.from_srdf import from_srdf

    resolve = partial((resources or Resources()).file, base=given.folder)
    return from_srdf(root, given.robot, resolve=resolve)


def robot_in(found: Robot | Semantics) -> Robot:
    """Return a robot unchanged; for semantics, return their robot with these semantics."""
    return found if isinstance(found, Robot) else found.robot.with_semantics(found)
