"""Textures that MuJoCo generates, and their mapping onto shapes; not part of the robot model."""

from __future__ import annotations

from typing import Any

from bodyplan.geometry.png import png_of
from bodyplan.model import Robot, Transform
from bodyplan.model.looks import Looks, Surface, Texture

MOST_PIXELS = 1 << 22
"""The largest number of pixels of a generated texture; known models have fewer."""
MOST_IN_ALL = 1 << 24
_FACES = 6


def pixels_of(mujoco: Any, texture: Any) -> int:
    """Return the number of pixels of a generated texture of a spec; 0 for a texture from files."""
    if not int(texture.builtin) or texture.file or any(texture.cubefiles):
        return 0
    width, height = int(texture.width), int(texture.height)
    is_flat = int(texture.type) == int(mujoco.mjtTexture.mjTEXTURE_2D)
    return width * height if is_flat else width * width * _FACES


def looks_of(
    mujoco: Any, m: Any, files: frozenset[str], around: tuple[Robot | None, Transform] | None
) -> Looks:
    """Return the appearance of a compiled model: textures, materials and surroundings.

    Args:
        mujoco: the package.
        m: the compiled model; all its textures are generated.
        files: names of the materials whose 2D texture is a file.
        around: the world, and the pose of the robot in it, if the world is not part of the robot.
    """
    kinds, role = mujoco.mjtTexture, int(mujoco.mjtTextureRole.mjTEXROLE_RGB)
    made: dict[int, Texture] = {}
    sky = None
    for number in range(m.ntex):
        kind = int(m.tex_type[number])
        picture = Texture("2d" if kind == kinds.mjTEXTURE_2D else "cube", _picture(m, number))
        if kind == kinds.mjTEXTURE_SKYBOX:
            sky = sky or picture
        else:
            made[number] = picture
    surfaces = {}
    for number in range(m.nmat):
        name, texture = m.mat(number).name, int(m.mat_texid[number][role])
        if texture in made or name in files:
            x, y = map(float, m.mat_texrepeat[number])
            is_uniform = bool(m.mat_texuniform[number])
            own = m.tex(texture).name if texture in made else ""
            surfaces[name] = Surface(own, (x, y), is_uniform)
    named = {m.tex(number).name: one for number, one in made.items()}
    return Looks(named, surfaces, sky, *(around or ()))


def _picture(m: Any, number: int) -> bytes:
    height, width = int(m.tex_height[number]), int(m.tex_width[number])
    channels, first = int(m.tex_nchannel[number]), int(m.tex_adr[number])
    data = m.tex_data[first : first + height * width * channels]
    return png_of(data.reshape(height, width, channels)[:, :, :3])
