"""SDFormat worlds as scenes: models, their poses, and lights."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.conversion.origins import place
from bodyplan.conversion.sdf.from_sdf import each_model
from bodyplan.conversion.sdf.includes import frames
from bodyplan.core.names import UnknownNameError
from bodyplan.description.robot_files import RobotFiles
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.model import Box, Geometry, Link, Material, Origins, Robot
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.viewer.records import SceneLight, SceneSpot, pose_of

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.frames import SdfFrames
    from bodyplan.resources import Resources

UNREAD_SIZE = 0.5
"""Smallest edge length of the box that is drawn in place of a model that cannot be read [m]."""
UNREAD_SHARE = 0.02
"""Smallest edge length of these boxes, as a fraction of the largest distance between two of them
along one axis.
"""
_UNREAD = Material("not found", (0.9, 0.45, 0.1, 0.5))


class World:
    """The models and lights of an SDFormat file; empty for files of other formats.

    Args:
        document: the file.
        resources: the folders in which included models are searched.
    """

    def __init__(self, document: Document, resources: Resources | None) -> None:
        described = document.expanded
        self._frames: SdfFrames | None = None
        if described is not None and isinstance(described.root, sdf.Root):
            self._frames = frames(described, resources=resources)
        self._document = document
        self._resources = resources

    @property
    def has_models(self) -> bool:
        """Whether the file has several models."""
        tops = () if self._frames is None else self._frames.scopes
        return sum(len(top.children) if top.is_world else 1 for top in tops) > 1

    def models(self) -> Iterator[tuple[str, Robot]]:
        """Yield the name and the robot of each model in the file."""
        for scope, made in () if self._frames is None else each_model(self._frames):
            files = RobotFiles(self._document, self._resources, made.robot)
            yield scope.name, made.robot.with_files(files).with_losses(made.losses)

    def unread(self) -> Iterator[tuple[Robot, Transform]]:
        """Yield a box for each include whose model is unknown, with its pose.

        Such a model was not found, or has a network URI, which is never fetched. If the boxes are
        far apart, they are enlarged, so that all boxes are visible in one view.
        """
        found = [
            (include, tree.holder(number).document or self._document, pose)
            for top in (() if self._frames is None else self._frames.scopes)
            for tree in (top.tree,)
            for number in sorted(tree.opaque)
            if isinstance(include := tree.elements[number], sdf.Include)
            for pose in (tree.graph.resolve(number, top.number) or IDENTITY,)
        ]
        ends = [
            (min(axis), max(axis)) for axis in zip(*(pose.p for *_, pose in found), strict=True)
        ]
        apart = max((high - low for low, high in ends), default=0.0)
        shape = Box((max(UNREAD_SIZE, UNREAD_SHARE * apart),) * 3)
        for include, document, pose in found:
            name = include.name or include.uri.rstrip("/").rpartition("/")[2] or "include"
            link = Link(name, visuals=(Geometry(shape=shape, material=_UNREAD),))
            origins = Origins(((link, include),).__iter__, partial(place, document))
            yield Robot(name, (link,)).with_origins(origins), pose

    @property
    def bare(self) -> Robot | None:
        """A robot with one link at the origin, to show the only world of a file without models.

        None unless the file contains exactly one world.
        """
        tops = () if self._frames is None else self._frames.scopes
        if len(tops) != 1 or not isinstance(world := tops[0].element, sdf.World):
            return None
        link = Link(WORLD_NAME)
        located = partial(place, self._document)
        return Robot(world.name, (link,)).with_origins(Origins(((link, world),).__iter__, located))

    def pose(self, robot: Robot, name: str = "") -> Transform:
        """Return the pose of the root link of a model in its world.

        Args:
            robot: the model.
            name: the name of the model in the file, if the file has several models.
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
        """Return the lights of the worlds that are switched on."""
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
