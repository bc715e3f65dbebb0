"""MuJoCo accepts the meshes, pictures and inertias that are written, or a loss says which it does not get."""

from __future__ import annotations

import os
import struct
import zlib

import pytest

import bodyplan
from bodyplan import model

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

QUAD = [[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]]
SOLID = [*QUAD, [[0, 0, 1], [1, 0, 0], [0, 1, 0]]]
NOT_FINITE = "m.stl has vertices that are not finite"
MESHES = {
    "solid": (SOLID, [], 5),
    "one triangle": (QUAD[:1], ["it is flat, and MuJoCo requires a volume"], 6),
    "four points of a plane": (QUAD, ["it is flat, and MuJoCo requires a volume"], 8),
    "one point": ([[[1, 1, 1]] * 3], ["its vertices are on a line"], None),
    "a line": ([[[0, 0, 0], [1, 0, 0], [2, 0, 0]]], ["its vertices are on a line"], None),
    "nan": ([*SOLID, [[0, 0, np.nan], [1, 0, 1], [0, 1, 1]]], [NOT_FINITE], None),
    "infinite": ([*SOLID, [[0, 0, np.inf], [1, 0, 1], [0, 1, 1]]], [NOT_FINITE], None),
}


def stl(triangles) -> bytes:
    records = np.zeros(len(triangles), [("n", "<f4", 3), ("c", "<f4", (3, 3)), ("r", "<u2")])
    records["c"] = np.array(triangles, "<f4")
    return bytes(80) + struct.pack("<I", len(triangles)) + records.tobytes()


def robot_with(folder, tag):
    mesh = "<geometry><mesh filename='m.stl'/></geometry>"
    inertial = (
        "<inertial><mass value='1'/>"
        "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
    )
    path = folder / "r.urdf"
    path.write_text(
        f"<robot name='r'><link name='a'>{inertial}<{tag}>{mesh}</{tag}></link></robot>"
    )
    return path


@pytest.mark.parametrize("tag", ["visual", "collision"])
@pytest.mark.parametrize(("triangles", "reasons", "count"), MESHES.values(), ids=MESHES)
def test_a_mesh_has_a_volume_or_is_a_loss(triangles, reasons, count, tag, tmp_path):
    (tmp_path / "m.stl").write_bytes(stl(triangles))
    made = bodyplan.convert(robot_with(tmp_path, tag), "mjcf", strict=False)
    told = [loss.reason for loss in made.losses]
    assert len(told) == len(reasons), told
    assert all(reason in one for one, reason in zip(told, reasons, strict=True))
    assert any(loss.changes_meaning for loss in made.losses) == (count is None)
    compiled = mujoco.MjModel.from_xml_path(str(made.save(tmp_path / "r.xml")))
    assert compiled.mesh_vertnum.tolist() == ([] if count is None else [count])


@pytest.mark.parametrize("last", [0.2, 0.2 + 1e-13, 0.2 * (1.0 + 1e-10)])
@pytest.mark.parametrize("turn", [0.0, 0.3])
def test_a_flat_body_has_an_inertia_that_mujoco_accepts(last, turn, tmp_path):
    pose = model.Transform.from_rpy((turn, turn, 0.0))
    inertial = model.Inertial(1.0, pose, (0.1, 0.0, 0.0, 0.1, 0.0, last))
    links = [model.Link("a"), model.Link("b", inertial)]
    robot = model.Robot("r", links, [model.Joint("j", "revolute", "a", "b")])
    made = bodyplan.convert(robot, "mjcf")
    assert not any("rejects" in loss.reason for loss in made.losses)
    compiled = mujoco.MjModel.from_xml_path(str(made.save(tmp_path / "r.xml")))
    np.testing.assert_allclose(sorted(compiled.body_inertia[2]), [0.1, 0.1, 0.2], rtol=1e-9)


def png(*extra) -> bytes:
    def chunk(kind, data):
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 6, 0, 0, 0)
    pixels = zlib.compress(b"\0\xff\0\0\xff")
    parts = [chunk(b"IHDR", head), *(chunk(*one) for one in extra)]
    parts += [chunk(b"IDAT", pixels), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize(
    "extra",
    [
        (),
        ((b"sBIT", b"\x08\x08\x08"),),
        ((b"iCCP", b"x"), (b"tIME", b"x")),
        ((b"sRGB", b"\0"), (b"pHYs", b"x")),
    ],
    ids=["plain", "sBIT", "iCCP", "pHYs"],
)
def test_a_picture_that_other_programs_read_is_one_for_mujoco(extra, tmp_path):
    (tmp_path / "t.png").write_bytes(png(*extra))
    path = tmp_path / "r.urdf"
    path.write_text(
        "<robot name='r'><link name='a'><visual><geometry><box size='1 1 1'/></geometry>"
        "<material name='m'><texture filename='t.png'/></material></visual></link></robot>"
    )
    made = bodyplan.convert(path, "mjcf")
    assert not any("rejects" in loss.reason for loss in made.losses)
    compiled = mujoco.MjModel.from_xml_path(str(made.save(tmp_path / "r.xml")))
    assert compiled.ntex == 1


@pytest.mark.parametrize(
    "attributes",
    [
        'refpos="0.1 0.2 0.3"',
        'refpos="0.1 0.2 0.3" scale="2 3 4"',
        'refquat="0.9 0.1 0.2 0.3" refpos="0.1 0.2 0.3" scale="2 2 2"',
    ],
)
def test_the_reference_pose_of_a_mesh_is_in_the_pose_of_its_shape(attributes, tmp_path):
    (tmp_path / "part.stl").write_bytes(stl(SOLID))
    text = (
        f'<mujoco><asset><mesh name="p" file="part.stl" {attributes}/></asset><worldbody>'
        '<body name="a"><freejoint/><geom type="mesh" mesh="p" pos="1 0 0" euler="10 20 30"/>'
        "</body></worldbody></mujoco>"
    )
    (tmp_path / "r.xml").write_text(text)
    m = mujoco.MjModel.from_xml_path(str(tmp_path / "r.xml"))
    R = np.zeros(9)
    mujoco.mju_quat2Mat(R, m.geom_quat[0])
    theirs = m.mesh_vert @ R.reshape(3, 3).T + m.geom_pos[0]
    robot = bodyplan.load(tmp_path / "r.xml")
    (part,) = robot.link("a").collisions
    corners = np.unique(np.reshape(SOLID, (-1, 3)), axis=0)
    ours = corners * part.shape.scale @ np.array(part.origin.R).T + part.origin.p
    order = [np.abs(theirs - one).sum(axis=1).argmin() for one in ours]
    np.testing.assert_allclose(ours, theirs[order], atol=1e-6)
    assert not any("mesh" in str(loss) for loss in robot.losses)


def test_a_mesh_that_is_turned_before_it_is_scaled_is_a_loss(tmp_path):
    (tmp_path / "part.stl").write_bytes(stl(SOLID))
    (tmp_path / "r.xml").write_text(
        '<mujoco><asset><mesh name="p" file="part.stl" refquat="0.9 0.1 0.2 0.3" scale="1 2 3" '
        'inertia="shell"/></asset><worldbody><body name="a"><freejoint/><geom type="mesh" mesh="p"/>'
        "</body></worldbody></mujoco>"
    )
    found = [loss for loss in bodyplan.load(tmp_path / "r.xml").losses if "turned" in loss.reason]
    assert len(found) == 1
    assert found[0].changes_meaning


def test_one_mesh_in_very_many_scales_is_limited(tmp_path, monkeypatch):
    monkeypatch.setattr("bodyplan.conversion.mjcf.assets.MOST_WRITTEN", 2 * len(SOLID))
    (tmp_path / "a.stl").write_bytes(stl(SOLID))
    shapes = "".join(
        f'<collision><geometry><mesh filename="a.stl" scale="1 1 {scale}"/></geometry></collision>'
        for scale in (1, 2, 3, 4)
    )
    (tmp_path / "r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    made = bodyplan.convert(tmp_path / "r.urdf", "mjcf", strict=False)
    assert mujoco.MjModel.from_xml_path(str(made.save(tmp_path / "r.xml"))).nmesh == 3
    assert [loss.reason for loss in made.losses if "limit" in loss.reason] == [
        f"all meshes exceed the limit of {2 * len(SOLID):,} triangles"
    ]


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("r\u202elts.gnp", "r_lts.gnp"),
        ("a\u0085b", "a_b"),
        pytest.param(
            "con", "_con", marks=pytest.mark.skipif(os.name == "nt", reason="a device there")
        ),
    ],
)
def test_a_copied_mesh_has_a_name_for_every_system(name, right, tmp_path):
    (tmp_path / f"{name}.stl").write_bytes(stl(SOLID))
    path = robot_with(tmp_path, "visual")
    path.write_text(path.read_text().replace("m.stl", f"{name}.stl"), encoding="utf-8")
    made = bodyplan.convert(path, "mjcf", strict=False)
    assert [asset.path for asset in made.assets] == [f"assets/{right}.stl"]
