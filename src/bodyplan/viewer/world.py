"""SDFormat worlds as scenes: their models, where these are, and the lights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.conversion.direction import ModelChoiceError, robot_from
from bodyplan.conversion.sdf_includes import frames
from bodyplan.core.names import UnknownNameError
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.model import Robot
from bodyplan.model.frame_names import WORLD_NAME
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.viewer.records import SceneLight, pose_of

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def model_names(document: Document, resources: Resources | None) -> list[str]:
    """Return the models of an SDFormat file with several; none for other files."""
    described = expanded_document(document)
    if described is None or not isinstance(described.root, sdf.Root):
        return []
    try:
        robot_from(described, resources=resources)
    except ModelChoiceError as error:
        return list(error.names)
    return []


def pose_in_world(
    document: Document, robot: Robot, model: str, resources: Resources | None
) -> Transform:
    """Return the pose of the root link of a model in its world.

    Args:
        document: the file.
        robot: the model.
        model: its name in the file, if it has several.
        resources: where included models are searched.
    """
    described = expanded_document(document)
    if described is None or not isinstance(described.root, sdf.Root) or not robot.links:
        return IDENTITY
    if robot.root_link.name == WORLD_NAME:
        return IDENTITY
    path = f"{model or robot.name}::{robot.root_link.name}"
    for scope in frames(described, resources=resources).scopes:
        if scope.is_world:
            try:
                return scope.resolve(path) or IDENTITY
            except (UnknownNameError, ValueError):
                continue
    return IDENTITY


def lights(document: Document, resources: Resources | None) -> list[SceneLight]:
    """Return the lights of the worlds of an SDFormat file that are on."""
    described = expanded_document(document)
    if described is None or not isinstance(described.root, sdf.Root):
        return []
    return [
        SceneLight(
            name=light.name,
            type=light.type,
            pose=pose_of(scope.resolve(light) or IDENTITY),
            direction=light.direction,
            diffuse=(light.diffuse[0], light.diffuse[1], light.diffuse[2]),
            cast_shadows=light.cast_shadows,
            intensity=light.intensity,
        )
        for scope in frames(described, resources=resources).scopes
        if isinstance(scope.element, sdf.World)
        for light in scope.element.lights
        if light.light_on
    ]
