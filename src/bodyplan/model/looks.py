"""The appearance of a description, beyond the colours and texture files of the robot model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bodyplan.core import Record
from bodyplan.model.robot import Robot
from bodyplan.model.transform import IDENTITY, Transform


class Texture(Record):
    """A picture that a description computes, such as a checkerboard.

    Args:
        kind: "2d", or "cube" for six squares, one below the other, for the sides x, -x, y, -y, z,
            -z.
        png: the picture as PNG.
    """

    kind: Literal["2d", "cube"]
    png: bytes


class Surface(Record):
    """The mapping of a material's picture to primitive shapes.

    Args:
        texture: name of a computed texture; empty if the picture is the texture file of the
            material.
        repeat: the number of repetitions of a flat picture along x and y.
        is_uniform: whether a flat picture is repeated per metre, not per size of the shape, and a
            cube is not stretched with the shape.
    """

    texture: str
    repeat: tuple[float, float]
    is_uniform: bool


class Looks(Record):
    """The computed textures and the surroundings with which a description is drawn.

    Args:
        textures: computed pictures by name.
        surfaces: the mappings of pictures to primitive shapes, by material name.
        sky: the picture around the scene, a cube; None without a sky.
        surroundings: shapes that are not part of the robot but drawn with it, such as the ground.
        pose: the pose of the robot's root in these surroundings.
    """

    textures: Mapping[str, Texture] = {}
    surfaces: Mapping[str, Surface] = {}
    sky: Texture | None = None
    surroundings: Robot | None = None
    pose: Transform = IDENTITY
