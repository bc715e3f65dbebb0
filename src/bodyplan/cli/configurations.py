"""The configurations that a command line requests: one configuration, or all in a file."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.cli.positions import configuration_request, require_apart
from bodyplan.cli.robots import NamedInput
from bodyplan.kinematics.configuration_file import (
    ConfigurationFileError,
    Configurations,
    read_configurations,
)
from bodyplan.report.configuration import ConfigurationError

if TYPE_CHECKING:
    from bodyplan.report.configuration import ConfigurationFacts


def requested_configurations(
    named: NamedInput, arguments: argparse.Namespace
) -> tuple[Configurations, ConfigurationFacts]:
    """Return the requested configurations, and how joints were set; without a file, it is only one.

    Raises:
        UserError: a joint or state does not exist, or the file does not fit the robot.
    """
    import numpy as np

    robot = named.robot
    try:
        facts = configuration_request(arguments, named).of(robot)
    except ConfigurationError as error:
        raise UserError(f"-q: {error}") from None
    start = np.array(list(facts.q.values()), np.float64)
    name = arguments.configurations
    if name is None:
        return Configurations(start[None]), facts
    source = sys.stdin.buffer if name == "-" else name
    try:
        found = read_configurations(source, robot, start, degrees=arguments.degrees)
    except ConfigurationFileError as error:
        raise UserError(str(error)) from None
    require_apart(robot, arguments.q, found)
    if found.columns is None and (arguments.state or arguments.q or arguments.zero):
        option = "--state" if arguments.state else "-q" if arguments.q else "--zero"
        raise UserError(f"{option} has no effect: {name} sets all joints")
    columns = range(robot.nq) if found.columns is None else found.columns
    variables = {robot.q_names[column] for column in columns}
    joints = {
        one.name for one in robot.independent_joints if not variables.isdisjoint(one.variables)
    }
    return found, facts.completed_by(name, variables | joints)
