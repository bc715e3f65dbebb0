"""SDFormat worlds as scenes: their models, where these are, and the lights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.conversion.from_sdf import each_model
from bodyplan.conversion.sdf_includes import frames
from bodyplan.core.names import UnknownNameError
from bodyplan.description.robot_files import RobotFiles
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.model import Robot
from bodyplan.model.frame_names import WORLD_NAME
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.viewer.records import SceneLight, SceneSpot, pose_of

if TYPE_CHECKING:
    from bodyplan.conversion.sdf_frames import SdfFrames
    from bodyplan.resources import Resources


class World:
    """The models and lights of an SDFormat file; nothing of other files.

    Args:
        document: the file.
        resources: where included models are searched.
    """

    def __init__(self, document: Document, resources: Resources | None) -> None:
        described = expanded_document(document)
        self._frames: SdfFrames | None = None
        if described is not None and isinstance(described.root, sdf.Root):
            self._frames = frames(described, resources=resources)
        self._document = document
        self._resources = resources

    @property
    def has_models(self) -> bool:
        """Whether it has several models."""
        tops = () if self._frames is None else self._frames.scopes
        return sum(len(top.children) if top.is_world else 1 for top in tops) > 1

    def models(self) -> Iterator[tuple[str, Robot]]:
        """Return its models by name."""
        for scope, made in () if self._frames is None else each_model(self._frames):
            files = RobotFiles(self._document, self._resources, made.robot)
            yield scope.name, made.robot.with_files(files).with_losses(made.losses)

    def pose(self, robot: Robot, name: str = "") -> Transform:
        """Return the pose of the root link of a model in its world.

        Args:
            robot: the model.
            name: of the model in the file, if it has several.
        """
        if self._frames is None or not robot.links or robot.root_link.name == WORLD_NAME:
            return IDENTITY
        path = f"{name or robot.name}::{robot.root_link.name}"
        for scope in self._frames.scopes:
            if scope.is_world:
                try:
                    return scope.resolve(path) or IDENTITY
                except (UnknownNameError, ValueError):
                    continue
        return IDENTITY

    def lights(self) -> list[SceneLight]:
        """Return the lights of its worlds that are on."""
        return [
            SceneLight(
                name=light.name,
                type=light.type,
                pose=pose_of(scope.resolve(light) or IDENTITY),
                direction=light.direction,
                diffuse=(light.diffuse[0], light.diffuse[1], light.diffuse[2]),
                cast_shadows=light.cast_shadows,
                intensity=light.intensity,
                spot=None
                if light.type != "spot" or light.spot is None
                else SceneSpot(light.spot.inner_angle, light.spot.outer_angle, light.spot.falloff),
            )
            for scope in (() if self._frames is None else self._frames.scopes)
            if isinstance(scope.element, sdf.World)
            for light in scope.element.lights
            if light.light_on
        ]
