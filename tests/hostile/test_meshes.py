"""Meshes that ask for very much end with a sentence, soon and in little memory, through every verb."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("collada")
pytest.importorskip("PIL")
if sys.platform == "win32":
    pytest.skip("there are no links and pipes", allow_module_level=True)

from tests.hostile.meshes import ATTACKS, OUTSIDE, ROBOT, SDF
from tests.hostile.runs import MEGABYTES, assert_harmless, run, without_own

SECONDS = 10.0
VERBS = {
    "check": ["check", "--meshes"],
    "view": ["view", "-o", "out.html"],
    "inertia": ["inertia"],
    "to MJCF": ["convert", "-o", "out.xml"],
    "to SDFormat": ["convert", "-o", "out.sdf"],
    "bundle": ["bundle", "-o", "out.zip"],
}
MEGABYTES_OF_MUJOCO = 1_200
"""Of the process in which MuJoCo tries a result, which has a limit of its own."""
SECRET = b"QQQ-secret-QQQ" * 8


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "robot"
    made.mkdir()
    return made


def run_verb(verb: str, folder: Path, robot: str = "r.urdf"):
    """Run a verb on a robot that is in a folder."""
    words = [*VERBS[verb], robot]
    return without_own(run(words, folder.parent, folder, cwd=folder, BODYPLAN_CACHE="0"))


def written_by(folder: Path) -> bytes:
    """All that is in the folder, links aside."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return b"".join(path.read_bytes() for path in found)


@pytest.mark.long(keep=20, each=("verb",))
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", ATTACKS)
def test_a_mesh_that_asks_for_very_much_gets_little(name, verb, folder):
    mesh = ATTACKS[name](folder)
    (folder / "r.urdf").write_text(ROBOT.format(mesh=mesh))
    answer = run_verb(verb, folder)
    assert_harmless(answer, seconds=SECONDS)
    assert not (folder / "w").exists()


@pytest.mark.long(each=("name", "verb"))
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", OUTSIDE)
def test_what_a_mesh_names_is_not_read_through_a_link(name, verb, folder):
    secret = folder.parent / "secret"
    secret.write_bytes(SECRET)
    mesh = OUTSIDE[name](folder, secret)
    (folder / "r.urdf").write_text(ROBOT.format(mesh="a.stl" if "mesh is" in name else mesh))
    answer = run_verb(verb, folder)
    assert_harmless(answer, seconds=SECONDS)
    assert b"QQQ-secret" not in written_by(folder)


@pytest.mark.parametrize("verb", ["check", "view", "inertia", "to MJCF"])
def test_many_links_with_a_mesh_of_their_own_scale_share_a_limit(verb, folder):
    from tests.geometry import written

    (folder / "a.stl").write_bytes(written.stl(written.TRIANGLE.repeat(200_000, axis=0)))
    links = "".join(
        f"<link name='l{i}'><visual><geometry><mesh filename='a.stl' scale='1 1 {1 + i}'/></geometry>"
        f"</visual><collision><geometry><mesh filename='a.stl' scale='1 {2 + i} 1'/></geometry>"
        "</collision></link>"
        for i in range(500)
    )
    joints = "".join(
        f"<joint name='j{i}' type='fixed'><parent link='l0'/><child link='l{i}'/></joint>"
        for i in range(1, 500)
    )
    (folder / "r.urdf").write_text(f"<robot name='r'>{links}{joints}</robot>")
    megabytes = MEGABYTES_OF_MUJOCO if verb == "to MJCF" else MEGABYTES
    assert_harmless(run_verb(verb, folder), seconds=SECONDS, megabytes=megabytes)


@pytest.mark.parametrize("verb", ["check", "view", "to MJCF"])
def test_the_meshes_of_sdformat_are_limited_alike(verb, folder):
    mesh = ATTACKS["an EPS picture in a GLB"](folder)
    (folder / "r.sdf").write_text(SDF.format(mesh=mesh))
    assert_harmless(run_verb(verb, folder, "r.sdf"), seconds=SECONDS)
