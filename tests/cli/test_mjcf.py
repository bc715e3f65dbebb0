"""Verbs that read MJCF."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("mujoco")

ARM = """<mujoco model="arm">
  <worldbody>
    <body name="base">
      <body name="upper" pos="0 0 0.2">
        <joint name="swing" axis="0 1 0" range="-1 1" limited="true"/>
        <geom type="box" size="0.1 0.1 0.1" mass="2"/>
      </body>
    </body>
  </worldbody>
  <compiler angle="radian"/>
</mujoco>"""
INVALID = "<mujoco><worldbody><body><joint/></body></worldbody></mujoco>"


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    path = tmp_path / "arm.xml"
    path.write_text(ARM)
    return path


@pytest.mark.parametrize("verb", ["show", "fk", "inertia", "workspace"])
def test_a_verb_reads_mjcf(bodyplan, arm, verb):
    status, output, _ = bodyplan(verb, arm)
    assert status == 0
    assert "upper" in output


def test_two_files_of_mjcf_are_compared(bodyplan, arm):
    assert bodyplan("prove", arm, arm)[0] == 0


@pytest.mark.parametrize("verb", ["show", "fk", "inertia", "convert"])
def test_what_mujoco_rejects_is_one_sentence(bodyplan, tmp_path, verb):
    path = tmp_path / "bad.xml"
    path.write_text(INVALID)
    status, _, errors = bodyplan(verb, path, *(["--to", "urdf"] if verb == "convert" else []))
    assert status == 2
    assert "MuJoCo rejects it: mass and inertia of moving bodies" in errors


def test_mjcf_is_not_repaired(bodyplan, arm):
    status, _, errors = bodyplan("inertia", arm, "--repair")
    assert status == 2
    assert "is MJCF, which is not edited" in errors
