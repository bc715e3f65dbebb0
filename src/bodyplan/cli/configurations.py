"""The configurations that a command line requests: one configuration, or all in a file."""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.cli.positions import configuration_request, require_apart
from bodyplan.cli.robots import NamedInput
from bodyplan.core.names import visible
from bodyplan.kinematics.configuration_file import (
    ConfigurationFileError,
    Configurations,
    read_configurations,
)
from bodyplan.report.configuration import ConfigurationError, ConfigurationRequest


class Requested(NamedTuple):
    """The configurations that a command line requests.

    Args:
        request: the positions that the options of the command line set.
        file: the configurations in a file; None if the command line names no file.
    """

    request: ConfigurationRequest
    file: Configurations | None


def requested_configurations(named: NamedInput, arguments: argparse.Namespace) -> Requested:
    """Return the configuration that options request, and the configurations in a file, if any.

    Raises:
        UserError: a joint or state does not exist, or the file does not fit the robot.
    """
    import numpy as np

    robot = named.robot
    request = configuration_request(arguments, named)
    try:
        facts = request.of(robot)
    except ConfigurationError as error:
        raise UserError(f"-q: {error}") from None
    name = arguments.configurations
    if name is None:
        return Requested(request, None)
    start = np.array(list(facts.q.values()), np.float64)
    source = sys.stdin.buffer if name == "-" else name
    try:
        found = read_configurations(source, robot, start, degrees=arguments.degrees)
    except ConfigurationFileError as error:
        raise UserError(str(error)) from None
    require_apart(robot, arguments.q, found)
    if found.columns is None and (arguments.state or arguments.q or arguments.zero):
        option = "--state" if arguments.state else "-q" if arguments.q else "--zero"
        raise UserError(f"{option} has no effect: {name} sets all joints")
    return Requested(request, found._replace(name=name))


def report_note(note: str, *, is_quiet: bool) -> None:
    """Print on standard error a note on the configurations of a report, unless it is empty."""
    if note and not is_quiet:
        sys.stderr.write(f"bodyplan: {visible(note)}\n")
