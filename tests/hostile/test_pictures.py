"""Every format that Pillow writes, named by every format of meshes: only six of them are decoded."""

from __future__ import annotations

import io
import os
import warnings
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("collada")
pictures = pytest.importorskip("PIL.Image")

from tools.fuzz.pictures import PICTURES  # noqa: E402

from bodyplan import load  # noqa: E402
from bodyplan.cli import main  # noqa: E402
from bodyplan.conversion.loss import RobotLossLog  # noqa: E402
from bodyplan.conversion.mjcf.assets import MjcfAssets  # noqa: E402
from bodyplan.geometry import pictures as own  # noqa: E402
from bodyplan.geometry._heightmap import terrain  # noqa: E402
from bodyplan.geometry.mesh.error import MeshError  # noqa: E402
from bodyplan.geometry.mesh.patches import PatchLoader, unshown_pictures  # noqa: E402
from bodyplan.geometry.opened import as_file  # noqa: E402
from tests.geometry import written  # noqa: E402
from tests.hostile.contents import mjcf, sdf, urdf  # noqa: E402
from tests.hostile.meshes import EPS, OBJ, TEXTURED, glb_with_picture, with_pictures  # noqa: E402

SHOWN = {"PNG", "JPEG", "BMP", "TGA", "GIF", "WEBP"}
_MODES = ("RGB", "L", "1", "P", "F")


def drawn() -> dict[str, bytes]:
    """A picture in each format that Pillow writes here."""
    pictures.init()
    found = {"EPS": EPS}
    with warnings.catch_warnings():
        return _drawn(found)


def _drawn(found: dict[str, bytes]) -> dict[str, bytes]:
    warnings.simplefilter("ignore")  # some formats are deprecated
    for kind in sorted(pictures.SAVE.keys() - {"MPO"}):  # which is a JPEG with others behind it
        for mode in _MODES:
            buffer = io.BytesIO()
            try:
                pictures.linear_gradient("L").resize((8, 8)).convert(mode).save(buffer, kind)
            except (OSError, ValueError, KeyError, RuntimeError):
                continue
            found.setdefault(kind, buffer.getvalue())
            break
    return found


DRAWN = drawn()


@pytest.fixture(autouse=True)
def opened(monkeypatch):
    """The formats that Pillow was asked for; what it has for others is an error, as is a program."""
    asked: list[str] = []
    real = pictures.open

    def spy(stream, *_, formats=None):
        assert isinstance(stream, io.BytesIO)
        assert formats is not None
        assert len(formats) == 1
        asked.extend(formats)
        return real(stream, formats=formats)

    monkeypatch.setattr(pictures, "open", spy)
    for module in ("posix_spawn", "fork", "system", "execv", "execve", "popen"):
        if hasattr(os, module):
            monkeypatch.setattr(os, module, lambda *_: pytest.fail("a program is started"))
    own._converted.clear()
    return asked


def meshes(folder: Path, data: bytes, ending: str) -> list[Path]:
    """A mesh of each format with the picture."""
    name = f"p.{ending}"
    (folder / name).write_bytes(data)
    (folder / "a.mtl").write_text(f"newmtl m\nmap_Kd {name}\n")
    texture = written.ply(*written.TRIANGLE, [(0, 1, 2)], comment=f"TextureFile {name}")
    contents = {
        "a.gltf": with_pictures([data]),
        "b.gltf": with_pictures([data], "image/jpeg"),
        "a.glb": glb_with_picture(data),
        "a.obj": OBJ,
        "a.dae": written.dae(library=TEXTURED % name),
        "a.ply": texture,
    }
    for mesh, content in contents.items():
        (folder / mesh).write_bytes(content)
    return [folder / mesh for mesh in contents]


@pytest.mark.parametrize("ending", ["png", "tif"])
@pytest.mark.parametrize("kind", DRAWN)
def test_only_six_formats_are_decoded_whatever_names_them(kind, ending, tmp_path, opened):
    for mesh in meshes(tmp_path, DRAWN[kind], ending):
        (patch,) = PatchLoader().load(mesh)
        if patch.look is not None and patch.look.image is not None:
            assert kind in SHOWN, mesh
        if mesh.suffix in {".gltf", ".glb"}:
            assert (patch.look.image is not None) == (kind in SHOWN), mesh
            assert bool(unshown_pictures(mesh)) == (kind not in SHOWN), mesh
    try:
        terrain(tmp_path / f"p.{ending}", (1.0, 1.0, 1.0))
    except MeshError:
        assert kind not in SHOWN
    assert set(opened) <= {kind} & SHOWN


@pytest.mark.parametrize("kind", DRAWN)
def test_mjcf_gets_png_of_these_formats_only(kind, tmp_path, opened):
    (tmp_path / "p.png").write_bytes(DRAWN[kind])
    (tmp_path / "r.urdf").write_text(
        "<robot name='r'><link name='base'><visual><geometry><box size='1 1 1'/></geometry>"
        "<material name='m'><texture filename='p.png'/></material></visual></link></robot>"
    )
    robot = load(tmp_path / "r.urdf")
    log = RobotLossLog()
    assets = MjcfAssets(robot, log)
    assets.look(robot.links[0].visuals[0])
    textures = [one for one in assets.files if one.path.endswith(".png")]
    assert bool(textures) == (kind in SHOWN)
    assert bool(log.losses) == (kind not in SHOWN)
    assert set(opened) <= {kind} & SHOWN


ROBOTS = {
    "r.urdf": urdf(material="<material name='m'><texture filename='p.png'/></material>"),
    "albedo.sdf": sdf(
        "<box><size>1 1 1</size></box>",
        "<material><pbr><metal><albedo_map>p.png</albedo_map><normal_map>p.png</normal_map></metal>"
        "</pbr></material>",
    ),
    "height.sdf": sdf("<heightmap><uri>p.png</uri><size>1 1 1</size></heightmap>"),
    "ground.sdf": sdf(
        "<heightmap><uri>p.png</uri><size>1 1 1</size><texture><size>1</size><diffuse>p.png</diffuse>"
        "<normal>p.png</normal></texture></heightmap>"
    ),
    "texture.xml": mjcf(
        "<texture name='t' type='2d' file='p.png'/><material name='m' texture='t'/>",
        "<geom size='1' material='m'/>",
    ),
    "height.xml": mjcf(
        "<hfield name='h' file='p.png' size='1 1 1 1'/>", "<geom type='hfield' hfield='h'/>"
    ),
}


@pytest.mark.long(keep=12, each=("robot",))
@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("kind", DRAWN)
def test_what_names_a_picture_in_a_robot_gets_six_formats_only(
    kind, robot, tmp_path, opened, capfd
):
    (tmp_path / "p.png").write_bytes(DRAWN[kind])
    (tmp_path / robot).write_text(ROBOTS[robot])
    for output in ("made.html", "made.glb"):
        assert main(["view", str(tmp_path / robot), "-o", str(tmp_path / output)]) in {0, 2}
    assert main(["convert", str(tmp_path / robot), "-o", str(tmp_path / "x/made.xml")]) in {0, 1, 2}
    assert "Traceback" not in capfd.readouterr().err
    assert set(opened) <= {kind} & SHOWN


def test_every_format_that_pillow_reads_is_tried_or_cannot_be_written():
    """Those without a writer are in ``tools/fuzz/pictures``, by their first bytes."""
    others = {name for name in pictures.OPEN if name not in DRAWN}
    assert others & set(own.FORMATS) == set()
    assert len(DRAWN) >= 20


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_the_fuzzer_are_decoded_as_six_formats_only(name, tmp_path, opened):
    for mesh in meshes(tmp_path, PICTURES[name], "png"):
        PatchLoader().load(mesh)
    assert set(opened) <= SHOWN


def test_the_reason_names_the_format_of_what_is_left_out(tmp_path):
    (mesh, *_) = meshes(tmp_path, EPS, "png")
    (reason,) = unshown_pictures(mesh)
    assert str(reason) == "picture 0 is an EPS file, which is not shown"
    assert reason.is_left_out


def test_decoded_pixels_share_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(own, "MOST_DECODED_IN_ALL", 150)
    data = [DRAWN["BMP"] + bytes([number]) for number in range(4)]
    (tmp_path / "a.gltf").write_bytes(with_pictures(data))
    mesh = as_file(tmp_path / "a.gltf")
    for _ in range(2):  # what was refused is refused again
        found = [one.look.image is not None for one in PatchLoader().load(mesh)]
        assert found == [True, True, False, False]
