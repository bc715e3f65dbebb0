"""Checking a file of one format loads the declarations and rules of no other: they take long."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_project import loaded_by

SDF = """<sdf version="1.9"><model name="lever">
  <link name="base">
    <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
  </link>
  <link name="arm"/>
  <joint name="j" type="revolute"><parent>base</parent><child>arm</child>
    <axis><xyz>0 0 1</xyz></axis></joint>
</model></sdf>
"""


def _rooms(loaded: set[str], room: str) -> set[str]:
    return {name for name in loaded if f"{name}.".startswith(f"{room}.")}


@pytest.fixture(scope="module")
def of_sdf(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What checking a small model loads."""
    path: Path = tmp_path_factory.mktemp("model") / "lever.sdf"
    path.write_text(SDF, "utf-8")
    return loaded_by(f"from bodyplan.cli import main; main(['check', {str(path)!r}])")


@pytest.fixture(scope="module")
def of_urdf() -> set[str]:
    """What checking a URDF loads."""
    return loaded_by("from bodyplan.cli import main; main(['check', 'sample:arm'])")


@pytest.mark.parametrize("other", ["formats.urdf", "formats.srdf", "formats.ros_yaml", "xacro"])
def test_a_check_of_sdf_loads_no_other_declarations(of_sdf: set[str], other: str) -> None:
    assert _rooms(of_sdf, f"bodyplan.{other}") == set()


@pytest.mark.parametrize("other", ["formats.sdf", "formats.srdf", "formats.ros_yaml", "xacro"])
def test_a_check_of_urdf_loads_no_other_declarations(of_urdf: set[str], other: str) -> None:
    assert _rooms(of_urdf, f"bodyplan.{other}") == set()


def test_a_check_of_sdf_loads_no_rules_of_other_formats(of_sdf: set[str]) -> None:
    of_others = _rooms(of_sdf, "bodyplan.lint.rules") - {"bodyplan.lint.rules"}
    for own in ("document", "robot", "sdf"):
        of_others -= _rooms(of_sdf, f"bodyplan.lint.rules.{own}")
    assert of_others == set()


def test_a_check_of_urdf_loads_no_rules_of_other_formats(of_urdf: set[str]) -> None:
    for folder in ("sdf", "srdf", "ros_yaml", "xacro"):
        assert _rooms(of_urdf, f"bodyplan.lint.rules.{folder}") == set()


@pytest.mark.parametrize("room", ["bodyplan.resources", "bodyplan.edit", "bodyplan.kinematics"])
def test_a_check_without_files_to_find_loads_nothing_that_finds_them(
    of_sdf: set[str], room: str
) -> None:
    assert _rooms(of_sdf, room) == set()
