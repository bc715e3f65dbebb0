"""A model of SDFormat in its default configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.conversion.direction import ModelChoiceError
from bodyplan.conversion.sdf.from_sdf import from_sdf
from bodyplan.core import replace
from bodyplan.report.configuration import DEFAULT, ConfigurationRequest
from bodyplan.report.default_configuration import DefaultConfiguration, default_configuration
from bodyplan.report.facts import DEGREES_OF_FREEDOM

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.frames import SdfFrames


def default_configuration_of_model(
    frames: SdfFrames, name: str, request: ConfigurationRequest = DEFAULT
) -> DefaultConfiguration | None:
    """Return the properties of a model in a configuration; None if the model cannot be read.

    Raises:
        ConfigurationError: the model cannot have the requested configuration.
    """
    try:
        robot = from_sdf(frames, name).robot
    except ModelChoiceError:
        return None
    if not robot.links:
        return None
    # SDFormat has no floating joints: these joints represent links without a parent joint
    floating = {joint.name for joint in robot.joints if joint.type == "floating"}
    defaults = default_configuration(robot, request, floating)
    loose = len(floating) * DEGREES_OF_FREEDOM["floating"]
    freedom = replace(defaults.degrees_of_freedom, loose=loose)
    reach = None if len(floating) == len(robot.movable_joints) else defaults.reach
    return defaults._replace(degrees_of_freedom=freedom, reach=reach)
