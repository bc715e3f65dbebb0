"""Splits a mesh by colour or texture, for formats that allow only one material per mesh."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from bodyplan.geometry.mesh._weld import classes
from bodyplan.geometry.mesh.looks import Look
from bodyplan.geometry.mesh.patches import Patch
from bodyplan.geometry.png import png_of

_LEAST_VERTICES = 4
_MOST_COLORS = 4_096
_CHUNK = 10_000
"""The number of rows that are converted to text in one step."""
_BLOCK = 4
"""Edge length of the square of each colour in a palette texture [pixels], large enough that
texture filters do not mix colours."""


class Group(NamedTuple):
    """Triangles of one colour or texture.

    Args:
        look: the material of the first triangles; None if the file has no materials.
        corners: (F, 3, 3) the corners of the triangles, counter-clockwise [m].
        uv: (F, 3, 2) texture coordinates, from the lower left; None if the material has no texture.
        is_mixed: whether the colour of a triangle is the mean of different vertex colours.
    """

    look: Look | None
    corners: Any
    uv: Any = None
    is_mixed: bool = False


def by_look(patches: Iterable[Patch], *, has_picture: bool = False) -> tuple[Group, ...]:
    """Return one group of triangles for each colour or texture, in the order of the file.

    A group that cannot be a solid (fewer than four vertices, or no area) is merged into the largest
    group.

    Args:
        patches: the patches of a mesh.
        has_picture: whether triangles without a material keep their texture coordinates, because a
            picture is applied to them.
    """
    found: dict[tuple[object, ...] | None, list[Patch]] = {}
    mixed = False
    for patch in patches:
        plain = patch
        if patch.colors is not None and patch.look is None:
            plain, is_mixed = _with_palette(patch)
            mixed = mixed or is_mixed
        look = plain.look
        key = None if look is None else (tuple(round(one, 2) for one in look.rgba), look.image)
        found.setdefault(key, []).append(plain)
    groups = [_group(parts, has_picture=has_picture, is_mixed=mixed) for parts in found.values()]
    groups = [one for one in groups if len(one.corners)]
    if len(groups) < 2:
        return tuple(groups)
    largest = max(groups, key=lambda one: len(one.corners))
    few = [one for one in groups if one is not largest and not _is_enough(one.corners)]
    if few:
        corners = np.concatenate([largest.corners, *(one.corners for one in few)])
        uv = largest.uv
        if uv is not None:
            uv = np.concatenate([uv, np.zeros((len(corners) - len(uv), 3, 2))])
        whole = largest._replace(corners=corners, uv=uv)
        groups = [whole if one is largest else one for one in groups if one not in few]
    return tuple(groups)


def _group(parts: Sequence[Patch], *, has_picture: bool, is_mixed: bool) -> Group:
    look = parts[0].look
    corners = np.concatenate([one.vertices[one.faces] for one in parts])
    is_mapped = has_picture and any(one.uv is not None for one in parts)
    if not is_mapped if look is None else look.image is None:
        return Group(look, corners, None, is_mixed)
    uv = [np.zeros((len(one.faces), 3, 2)) if one.uv is None else one.uv for one in parts]
    return Group(look, corners, np.concatenate(uv), is_mixed)


def _is_enough(corners: Any) -> bool:
    """Return whether triangles have at least four distinct vertices, and a non-zero area."""
    if len(np.unique(corners.reshape(-1, 3), axis=0)) < _LEAST_VERTICES:
        return False
    first, second, third = np.moveaxis(corners, 1, 0)
    return bool(np.linalg.norm(np.cross(second - first, third - first)).max() > 0.0)


def _with_palette(patch: Patch) -> tuple[Patch, bool]:
    """Return a patch whose vertex colours are converted to a material.

    Also return whether any triangle had vertices of different colours, which are averaged.
    """
    of_corners = np.asarray(patch.colors, float)[:, :4][patch.faces]
    is_mixed = bool(np.ptp(of_corners, axis=1).any())
    colors = of_corners.mean(axis=1).round().astype(int)
    opacity = float(np.median(colors[:, 3])) / 255.0 if colors.shape[1] > 3 else 1.0
    values, numbers = np.unique(colors[:, :3], axis=0, return_inverse=True)
    if len(values) > _MOST_COLORS:
        colors = colors // 16 * 16 + 8
        values, numbers = np.unique(colors[:, :3], axis=0, return_inverse=True)
    if len(values) == 1:
        r, g, b = (values[0] / 255.0).tolist()
        return patch._replace(look=Look("color", (r, g, b, opacity)), colors=None), False
    side = int(np.ceil(np.sqrt(len(values))))
    pixels = np.zeros((side * side, 3), np.uint8)
    pixels[: len(values)] = values
    rows = pixels.reshape(side, side, 3).repeat(_BLOCK, axis=0).repeat(_BLOCK, axis=1)
    look = Look("colors", (1.0, 1.0, 1.0, opacity), ("image/png", png_of(rows)))
    row, column = np.divmod(numbers.ravel(), side)
    uv = np.stack(((column + 0.5) / side, 1.0 - (row + 0.5) / side), axis=-1)
    return patch._replace(look=look, colors=None, uv=uv[:, None].repeat(3, axis=1)), is_mixed


def obj_of(corners: Any, uv: Any = None) -> bytes:
    """Return triangles as the content of an OBJ file.

    Args:
        corners: (F, 3, 3) the corners of the triangles.
        uv: (F, 3, 2) texture coordinates; None to write no texture coordinates.
    """
    rows = np.asarray(corners, np.float64).reshape(-1, 3)
    first, number = classes(rows)
    pieces = [_lines(lambda x, y, z: f"v {x!r} {y!r} {z!r}\n", rows[first])]
    faces = number.reshape(-1, 3) + 1
    if uv is None:
        return b"".join((*pieces, _lines(lambda a, b, c: f"f {a} {b} {c}\n", faces)))
    places = np.asarray(uv, np.float64).reshape(-1, 2)
    first, number = classes(places)
    pieces.append(_lines(lambda u, v: f"vt {u:.9g} {v:.9g}\n", places[first]))
    both = np.stack((faces, number.reshape(-1, 3) + 1), axis=-1).reshape(-1, 6)
    return b"".join(
        (*pieces, _lines(lambda a, u, b, v, c, w: f"f {a}/{u} {b}/{v} {c}/{w}\n", both))
    )


def _lines(line: Callable[..., str], rows: Any) -> bytes:
    """Return the rows as lines of text; rows are converted in chunks, to save memory."""
    return b"".join(
        "".join(line(*row) for row in rows[start : start + _CHUNK].tolist()).encode()
        for start in range(0, len(rows), _CHUNK)
    )
