"""Meshes outside the allowed folders are not opened, by no rule and no verb, whatever they are."""

from __future__ import annotations

import os
import sys

import pytest

pytest.importorskip("numpy")
if sys.platform == "win32":
    pytest.skip("there are no links and pipes", allow_module_level=True)

from tests.hostile.runs import assert_harmless, run, without_own

ROBOT = (
    "<robot name='r'><link name='base'><visual><geometry><mesh filename='{0}'/></geometry>"
    "</visual><collision><geometry><mesh filename='{0}'/></geometry></collision></link></robot>"
)
FACET = (
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
)
MESHES = {
    "a.stl": f"solid QQQ\n{FACET}endsolid QQQ\n",
    "a.dae": '<COLLADA version="1.4.1"><asset><unit name="QQQ" meter="0.0254"/></asset></COLLADA>',
    "a.obj": "mtllib QQQ.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
    "a.gltf": '{"asset": {"version": "2.0", "generator": "QQQ"}}',
    "a.ply": "ply\nformat ascii 1.0\ncomment QQQ\nelement vertex 0\nend_header\n",
    "a.glb": "glTF QQQ",
}


def _linked(folder, mesh):
    (folder / mesh).symlink_to(folder.parent / "outside" / mesh)
    return mesh


def _linked_folder(folder, mesh):
    (folder / "meshes").symlink_to(folder.parent / "outside")
    return f"meshes/{mesh}"


WAYS = {
    "by dots": lambda folder, mesh: f"../outside/{mesh}",
    "by its full path": lambda folder, mesh: str(folder.parent / "outside" / mesh),
    "by a file address": lambda folder, mesh: f"file://{folder.parent / 'outside' / mesh}",
    "by a link": _linked,
    "by a linked folder": _linked_folder,
}
VERBS = {
    "check": ["check", "--meshes"],
    "check one rule": ["check", "--select", "G508,G509,G510"],
    "check a profile": ["check", "--profile", "urdfdom"],
    "fix": ["fix", "--diff"],
    "where": ["where", "--all"],
    "inertia": ["inertia"],
    "view": ["view", "-o", "out.html"],
    "to SDFormat": ["convert", "-o", "out.sdf"],
    "to MJCF": ["convert", "-o", "out.xml"],
    "bundle": ["bundle", "-o", "out.zip"],
    "srdf": ["srdf", "new", "-o", "out.srdf"],
}


@pytest.mark.long(keep=20, each=("mesh", "way", "verb", "is_pipe"))
@pytest.mark.parametrize("is_pipe", [False, True], ids=["a file", "a pipe"])
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mesh", MESHES)
def test_a_mesh_outside_is_not_opened(mesh, way, verb, is_pipe, folder, tmp_path):
    (tmp_path / "outside").mkdir()
    if is_pipe:
        os.mkfifo(tmp_path / "outside" / mesh)
    else:
        (tmp_path / "outside" / mesh).write_text(MESHES[mesh])
    (folder / "r.urdf").write_text(ROBOT.format(WAYS[way](folder, mesh)))
    words = [*VERBS[verb][:2], "r.urdf", *VERBS[verb][2:]]
    if verb != "srdf":
        words = [VERBS[verb][0], "r.urdf", *VERBS[verb][1:]]
    answer = run(words, tmp_path, folder, cwd=folder, BODYPLAN_CACHE="0")
    assert not answer.err.startswith(f"bodyplan {words[0]}:"), answer.err  # wrong usage
    assert_harmless(without_own(answer), shows_content=verb == "fix")
    assert "QQQ" not in answer.out + answer.err
