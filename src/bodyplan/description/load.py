"""Strict loading of a robot or of the semantics of an SRDF; the exception has all diagnostics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, overload

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.formats import urdf
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import ChoiceError
from bodyplan.formats.source import Readable
from bodyplan.model import Robot

if TYPE_CHECKING:
    from bodyplan.model.planning.semantics import Semantics
    from bodyplan.resources import Resources

RobotSource = Readable | Document | Description | urdf.Robot | Robot


@overload
def load(
    source: Readable | Document | Description,
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
    source: Readable | Document | Description,
    *,
    robot: None = ...,
    srdf: Readable | Document | Description | None = ...,
    model: str = ...,
    arguments: Mapping[str, str] | None = ...,
    resources: Resources | None = ...,
    limits: Limits = ...,
    strict: bool = ...,
) -> Robot: ...  # wrong for an SRDF without robot=, which is rare


def load(
    source: Readable | Document | Description,
    *,
    robot: RobotSource | None = None,
    srdf: Readable | Document | Description | None = None,
    model: str = "",
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
    strict: bool = True,
) -> Robot | Semantics:
    """Return the robot that a URDF, xacro, SDFormat or MJCF file describes.

    For an SRDF, return its semantics. A type checker assumes ``Semantics`` if ``robot`` is given,
    else ``Robot``.

    Args:
        source: a description, a document, or a source for ``read``; a description keeps the choices
            with which it was opened, and only ``strict`` applies to it.
        robot: for an SRDF, its robot; by default, the robot is searched around the file. If given,
            the source must be an SRDF.
        srdf: for a robot, its SRDF, which becomes ``robot.semantics``.
        model: the name of the model that is the robot, if an SDFormat file has several models.
        arguments: values for the arguments of files with macros.
        resources: the folders in which packages and meshes are searched; by default those of the
            environment.
        limits: input limits.
        strict: whether errors raise an exception. If not, invalid parts are left out, as in MoveIt:
            unknown members of groups, joints that do not form a tree, and links that are not
            connected to the root link of the largest tree; ``check`` reports them, and for SDFormat
            ``robot.diagnostics`` contains them, too.

    Raises:
        DescriptionError: nothing could be read; or, when strict, the file has errors in its syntax,
            tree, joints or semantics, or a model that the robot includes was not found. The
            exception has all these diagnostics.
        InputError: the source cannot be opened or is not a robot; no robot was found for an SRDF; a
            robot was given although the source is not an SRDF; or ``model`` does not select one of
            several models.
    """
    if not isinstance(source, Description):
        session = Session(resources=resources, arguments=arguments, limits=limits)
        source = session.open(source, robot=robot, srdf=srdf, model=model)
    is_read = source.expanded is not None and source.expanded.root is not None
    if robot is not None and is_read and not source.is_srdf:
        raise ChoiceError(f"{source.name}: ", "robot", f" requires an SRDF, got {source.format}")
    return source.loaded(strict=strict)


def robot_from(source: Source | Description | Robot, resources: Resources | None = None) -> Robot:
    """Return the robot of a description; a robot is returned unchanged.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
    """
    if isinstance(source, Robot):
        return source
    return opened(source, Session(resources=resources)).robot
