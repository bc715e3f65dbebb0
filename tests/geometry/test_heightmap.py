"""Heightmaps: the brightness of pixels is the height of terrain, where Gazebo has it."""

import numpy as np
import pytest

from bodyplan.geometry import MeshError, mesh_of
from bodyplan.geometry._heightmap import MOST_VERTICES, terrain
from bodyplan.model import Heightmap

PIL = pytest.importorskip("PIL.Image")


def write(path, values, depth=8):
    kind = np.uint8 if depth == 8 else np.uint16
    PIL.fromarray(np.asarray(values, kind)).save(path)
    return path


@pytest.mark.parametrize("depth", [8, 16])
def test_pixels_are_corners_and_the_first_row_is_the_largest_y(tmp_path, depth):
    most = 2**depth - 1
    path = write(tmp_path / "h.png", [[0, most], [most // 5, 0], [0, 0]], depth)
    mesh = terrain(path, (10.0, 20.0, 5.0), (1.0, 2.0, 3.0))
    assert mesh.vertices.tolist() == [
        [-4.0, 12.0, 3.0],
        [6.0, 12.0, 8.0],
        [-4.0, 2.0, 4.0],
        [6.0, 2.0, 3.0],
        [-4.0, -8.0, 3.0],
        [6.0, -8.0, 3.0],
    ]
    assert len(mesh.faces) == 4
    normals = np.cross(
        *(mesh.vertices[mesh.faces[:, k]] - mesh.vertices[mesh.faces[:, 0]] for k in (1, 2))
    )
    assert (normals[:, 2] > 0).all()


def test_the_brightest_pixel_has_the_height_of_the_size(tmp_path):
    path = write(tmp_path / "h.png", [[0, 50], [100, 0]])
    assert terrain(path, (1.0, 1.0, 4.0)).vertices[:, 2].tolist() == [0.0, 2.0, 4.0, 0.0]


def test_a_black_picture_is_flat(tmp_path):
    path = write(tmp_path / "h.png", np.zeros((3, 3)))
    assert not terrain(path, (1.0, 1.0, 4.0)).vertices[:, 2].any()


def test_a_large_picture_has_a_bounded_number_of_vertices_on_the_same_surface(tmp_path):
    rows, columns = np.mgrid[0:700, 0:1000]
    path = write(tmp_path / "h.png", 40 * rows + 30 * columns, 16)
    mesh = terrain(path, (10.0, 7.0, 1.0))
    assert len(mesh.vertices) == MOST_VERTICES**2
    x, y, z = mesh.vertices.T
    expected = (40 * (0.5 - y / 7.0) * 699 + 30 * (x / 10.0 + 0.5) * 999) / (40 * 699 + 30 * 999)
    np.testing.assert_allclose(z, expected, atol=1e-9)
    np.testing.assert_allclose(mesh.bounds, [[-5, -3.5, 0], [5, 3.5, 1]], atol=1e-9)


def test_a_picture_in_colour_counts_by_its_first_channel(tmp_path):
    values = np.zeros((2, 2, 3), np.uint8)
    values[0, 0] = 200, 10, 10
    PIL.fromarray(values).save(tmp_path / "h.png")
    assert terrain(tmp_path / "h.png", (1.0, 1.0, 1.0)).vertices[:, 2].tolist() == [
        1.0,
        0.0,
        0.0,
        0.0,
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"QQQ", "is not a picture"),
        (b"\x89PNG\r\n\x1a\n", "incomplete PNG file"),
    ],
)
def test_what_is_not_a_picture_has_a_reason(tmp_path, data, words):
    (tmp_path / "h.png").write_bytes(data)
    with pytest.raises(MeshError, match=words):
        terrain(tmp_path / "h.png", (1.0, 1.0, 1.0))


def test_a_picture_of_one_pixel_has_a_reason(tmp_path):
    with pytest.raises(MeshError, match="fewer than 2 pixels"):
        terrain(write(tmp_path / "h.png", [[1]]), (1.0, 1.0, 1.0))


def test_the_file_is_found_as_that_of_a_mesh(tmp_path):
    path = write(tmp_path / "h.png", [[0, 1], [1, 0]])
    assert len(mesh_of(Heightmap(uri="h.png"), lambda _: path).faces) == 2
    with pytest.raises(MeshError, match=r"heightmap 'h.png' not found"):
        mesh_of(Heightmap(uri="h.png"), lambda _: None)
    with pytest.raises(MeshError, match=r"heightmap 'h.png' cannot be located"):
        mesh_of(Heightmap(uri="h.png"))
