"""The robots that a command line displays; they are reloaded when their files change."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bodyplan import viewer
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import require_macros, robot_of, session_of, shown_path, split_arguments
from bodyplan.cli.output import is_standard_output, require_unread
from bodyplan.cli.positions import configuration_request
from bodyplan.cli.robots import NamedInput
from bodyplan.core import quoted
from bodyplan.core.names import plural, visible
from bodyplan.description.description import Description
from bodyplan.model import Robot
from bodyplan.report.configuration import ConfigurationError

if TYPE_CHECKING:
    from bodyplan.formats.source import Readable
    from bodyplan.viewer import Scene
    from bodyplan.viewer.picture import Values
    from bodyplan.viewer.records import SceneFinding
    from bodyplan.viewer.sources import Read


class Requested:
    """The robots that a command line names, in the configuration that it requests.

    Args:
        arguments: the arguments of the verb.
        most: the maximum number of robots that the verb accepts.

    Raises:
        UserError: too many robots, or an option is invalid.
    """

    def __init__(self, arguments: argparse.Namespace, most: int = 1) -> None:
        self._arguments = arguments
        inputs, self._values = split_arguments(
            (arguments.input, *arguments.values), quiet=arguments.quiet
        )
        if inputs[most:]:
            expected = "one ROBOT" if most == 1 else f"{most} at most"
            raise UserError(f"unexpected argument {inputs[most]!r}; expected {expected}")
        if [*inputs, arguments.srdf].count("-") > 1:
            raise UserError("standard input can be read only once")
        session = session_of(arguments, self._values)
        names = [shown_path(robot_of(name)) for name in inputs]
        read: list[Readable] = [sys.stdin.buffer.read() if name == "-" else name for name in names]
        self.source = viewer.Source(
            read,
            session=session,
            srdf=arguments.srdf,
            model=arguments.model or "",
            configure=self._configure,
        )

    def _configure(self, robot: Robot, found: Sequence[Read]) -> Values:
        """Return the requested joint positions by joint name; empty for the default configuration.

        Raises:
            UserError: a joint or state does not exist, or a value is invalid.
        """
        descriptions = [one for one in found if isinstance(one, Description)]
        formats = {one.written.format for one in descriptions}
        require_macros(self._values, has_macros="xacro" in formats)
        named = NamedInput(descriptions[0], robot, robot.semantics)
        request = configuration_request(self._arguments, named)
        if request.is_default:
            return {}
        try:
            positions = request.of(robot).positions
        except ConfigurationError as error:
            raise UserError(f"-q: {error}") from None
        return {joint.name: tuple(positions[joint.name]) for joint in robot.independent_joints}


def scene_of_file(requested: Requested, arguments: argparse.Namespace) -> Scene:
    """Return the scene for a picture or page; report a summary of problems on standard error.

    These are errors in its files, missing textures, and meshes that are not shown.

    Raises:
        InputError: a file cannot be opened.
        UserError: the files contain no robot, an option is invalid, or the output is an input.
    """
    scene = requested.source.scene()
    if not scene.robots:
        raise UserError(scene.error or "this file contains no robot")
    if not is_standard_output(arguments.output):
        require_unread(arguments.output, scene.files)
    errors = [one for one in scene.data().findings if one.severity == "error" or _is_texture(one)]
    errors.sort(key=lambda one: one.severity != "error")
    if errors and not arguments.quiet:
        first, place = errors[0], errors[0].where
        at = "" if place is None else f"{place.file}:{place.line}: "
        more = f" and {plural(len(errors) - 1, 'more problem')}" if errors[1:] else ""
        text = f"{at}{first.message} ({first.code}){more}; invalid parts are ignored"
        sys.stderr.write(f"bodyplan: {visible(text)}\n")
    if not arguments.quiet:
        _report_meshes(scene)
    return scene


def _report_meshes(scene: Scene) -> None:
    """Report on standard error how many visual meshes are not shown, with the first reason."""
    meshes = [
        visual.shape
        for robot in scene.data().robots
        for link in robot.links
        for visual in link.visuals
        if visual.shape.kind == "mesh"
    ]
    lost = [mesh for mesh in meshes if mesh.problem]
    if not lost:
        return
    uri = lost[0].uri or ""
    count = plural(len(meshes), "mesh is", "meshes are")
    text = f"{len(lost):,} of {count} not shown; {quoted(uri)}: {lost[0].problem}"
    if lost[0].problem == viewer.NOT_FOUND and uri.startswith("package://"):
        package = uri[len("package://") :].partition("/")[0]
        text += f"; set the path of the package with --package {package}=PATH"
    sys.stderr.write(f"bodyplan: {visible(text)}\n")


def _is_texture(finding: SceneFinding) -> bool:
    """Return whether a diagnostic is a warning about a missing texture."""
    return finding.code in viewer.TEXTURE_CODES and finding.severity == "warning"
