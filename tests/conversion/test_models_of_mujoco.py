"""MuJoCo's own models become URDF or SDFormat and MJCF again, and are the same robot unless a loss says why."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import bodyplan
from bodyplan.resources import Resources
from tests.conversion.ledger import unexplained

pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

FOLDERS = ("suite", "third_party", "locomotion/walkers/assets", "mujoco/testing/assets")
SLOW = {"drosophila", "fruitfly"}
"""Beginnings of the names of models with hundreds of meshes."""


def models() -> list[Path]:
    found = find_spec("dm_control")  # is not imported: that would require its dependencies
    if found is None or not found.submodule_search_locations:
        return []
    root = Path(found.submodule_search_locations[0])
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.xml"))
    return [path for path in files if not path.name.startswith(tuple(SLOW))]


@pytest.mark.long(keep=16)
@pytest.mark.skipif(not models(), reason="pip install --no-deps dm_control")
@pytest.mark.parametrize("target", ["urdf", "sdf"])
@pytest.mark.parametrize("path", models(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_mjcf_comes_back_compiles_and_is_the_same_robot(path, target, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # MuJoCo writes a log where it runs
    try:
        mujoco.MjModel.from_xml_path(str(path))
    except ValueError as error:
        pytest.skip(f"MuJoCo rejects it: {error}")
    robot = bodyplan.load(path)
    resources = Resources(folders=[path.parent])
    there = bodyplan.convert(robot, target, folder=tmp_path)
    file = there.save(tmp_path / f"there.{target}")
    middle = bodyplan.load(file, resources=resources)
    assert unexplained(bodyplan.diff(robot, middle, samples=20), there.losses, robot) == []
    back = bodyplan.convert(middle, "mjcf", resources=resources)
    again = back.save(tmp_path / "again.xml")
    mujoco.MjModel.from_xml_path(str(again))
    found = bodyplan.diff(middle, again, samples=20)
    assert unexplained(found, back.losses, middle) == []


def test_a_difference_without_a_loss_is_not_explained():
    one = bodyplan.load(
        "<robot name='r'><link name='a'><visual><geometry><sphere radius='1'/>"
        "</geometry></visual></link></robot>"
    )
    other = bodyplan.load("<robot name='r'><link name='a'/></robot>")
    assert unexplained(bodyplan.diff(one, other, samples=1), (), one) != []
