"""How a format draws its models, beyond the colours and texture files of the robot model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bodyplan.core import Record
from bodyplan.model.robot import Robot
from bodyplan.model.transform import IDENTITY, Transform


class Texture(Record):
    """A picture that a description computes, such as a checkerboard.

    Args:
        kind: "2d", or "cube": six squares, one below the other: those towards x, -x, y, -y, z, -z.
        png: the picture.
    """

    kind: Literal["2d", "cube"]
    png: bytes


class Surface(Record):
    """How the picture of a material lies on primitive shapes.

    Args:
        texture: name of a computed texture; empty for the file of the material.
        repeat: how often a flat picture is repeated along x and y.
        is_uniform: a flat picture is repeated in space, not over the size of the shape; a cube is
            not stretched with the shape.
    """

    texture: str
    repeat: tuple[float, float]
    is_uniform: bool


class Looks(Record):
    """How a model is drawn.

    Args:
        textures: computed pictures by name.
        surfaces: how pictures lie on primitive shapes, by the name of the material.
        sky: the picture around the scene, a cube; None without one.
        surroundings: shapes that are not part of the robot but drawn with it, such as the ground.
        pose: the pose of the robot's root in these surroundings.
    """

    textures: Mapping[str, Texture] = {}
    surfaces: Mapping[str, Surface] = {}
    sky: Texture | None = None
    surroundings: Robot | None = None
    pose: Transform = IDENTITY
