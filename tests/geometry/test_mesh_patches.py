"""What a mesh looks like has the triangles that it measures, whatever else its file holds."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("collada")

from tests.geometry import written  # noqa: E402

import bodyplan  # noqa: E402
from bodyplan.geometry.mesh import _formats as mesh_formats  # noqa: E402
from bodyplan.geometry.mesh.error import MeshError  # noqa: E402
from bodyplan.geometry.mesh.loading import load_mesh  # noqa: E402
from bodyplan.geometry.mesh.mesh import TriangleMesh  # noqa: E402
from bodyplan.geometry.mesh.patches import PatchLoader  # noqa: E402
from bodyplan.viewer import scene_of  # noqa: E402

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
NO_EFFECT = '<library_materials><material id="m"><instance_effect url="#no"/></material></library_materials>'
NO_COLOUR = (
    '<library_effects><effect id="e"><profile_COMMON><technique sid="c"><lambert><diffuse>'
    "<color>red</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>"
)
POLYGONS = (
    '<polylist count="2"><input semantic="VERTEX" source="#v" offset="0"/>'
    "<vcount>4 3</vcount><p>{}</p></polylist>"
)
MIRRORED = '<node><scale>1 -1 2</scale><instance_geometry url="#g"/></node>'
READABLE = {
    "nothing but triangles": written.dae(POINTS, FACES),
    "a unit": written.dae(POINTS, FACES, unit='<unit name="inch" meter="0.0254"/>'),
    "a mirrored node": written.dae(POINTS, FACES, scene=MIRRORED),
    "a material without its effect": written.dae(POINTS, FACES, library=NO_EFFECT),
    "a colour that is no number": written.dae(POINTS, FACES, library=NO_COLOUR),
    "a comment between numbers": written.dae(POINTS, FACES).replace(
        b"0.0 1.0", b"0.0 <!-- x --> 1.0", 1
    ),
    "polygons": written.dae(POINTS, primitives=POLYGONS.format("0 1 2 3 0 1 3")),
}
BROKEN = {
    "polygons without all vertices": written.dae(POINTS, primitives=POLYGONS.format("0 1 2 3 0")),
    "a vertex number out of range": written.dae(POINTS, [(0, 1, 9)]),
    "a negative vertex number": written.dae(POINTS, [(0, 1, -1)]),
    "an infinite coordinate": written.dae(POINTS, FACES).replace(b"1.0", b"1e99", 1),
    "no triangles": written.dae(POINTS, primitives="<lines/>"),
    "a document type": written.dae(POINTS, FACES, before="<!DOCTYPE COLLADA>"),
    "nodes without end": written.dae_bomb(),
    "half of a file": written.dae(POINTS, FACES)[:600],
    "no file but a pointer": b"version https://git-lfs.github.com/spec/v1\n",
}


@pytest.mark.parametrize("name", READABLE)
def test_collada_looks_as_it_measures_with(name, tmp_path):
    path = tmp_path / "a.dae"
    path.write_bytes(READABLE[name])
    mesh = load_mesh(path)
    patches = PatchLoader().load(path)
    shown = [TriangleMesh(one.vertices, one.faces) for one in patches]
    assert sum(one.face_count for one in shown) == mesh.face_count
    assert sum(one.area for one in shown) == pytest.approx(mesh.area)
    corners = np.concatenate([one.corners for one in shown])
    assert np.stack((corners.min(axis=0), corners.max(axis=0))) == pytest.approx(mesh.bounds)


@pytest.mark.parametrize("name", BROKEN)
def test_collada_is_refused_with_the_reason_of_a_measurement_for(name, tmp_path):
    path = tmp_path / "a.dae"
    path.write_bytes(BROKEN[name])
    with pytest.raises(MeshError) as measured:
        load_mesh(path)
    with pytest.raises(MeshError) as shown:
        PatchLoader().load(path)
    assert str(shown.value) == str(measured.value)


@pytest.mark.parametrize(
    "use",
    [
        scene_of,
        lambda path: bodyplan.convert(path, "mjcf"),
        lambda path: bodyplan.load(path).to_glb(),
    ],
    ids=["view", "convert", "to_glb"],
)
def test_a_file_is_parsed_once_for_all_its_parts_and_scales(use, tmp_path, monkeypatch):
    """With a material, so that it is drawn as it looks."""
    monkeypatch.setenv("BODYPLAN_CACHE", "0")
    parsed = []
    shown = mesh_formats.shown_pieces
    monkeypatch.setattr(
        mesh_formats, "shown_pieces", lambda *given, **how: parsed.append(1) or shown(*given, **how)
    )
    (tmp_path / "a.mtl").write_text("newmtl red\nKd 1 0 0\n")
    corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nmtllib a.mtl\nusemtl red\n"
    faces = "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (tmp_path / "a.obj").write_text(corners + "".join(f"o p{n}\n{faces}" for n in range(4)))
    visuals = "".join(
        f'<visual name="v{n}"><geometry><mesh><uri>a.obj</uri><scale>{n + 1} 1 1</scale>'
        f"<submesh><name>p{n}</name></submesh></mesh></geometry></visual>"
        for n in range(4)
    )
    robot = tmp_path / "r.sdf"
    robot.write_text(
        f'<sdf version="1.9"><model name="m"><link name="l">{visuals}</link></model></sdf>'
    )
    use(robot)
    assert parsed == [1]
