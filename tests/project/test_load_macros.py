"""Robots out of files with macros, whatever format these make."""

from __future__ import annotations

import numpy as np
import pytest

import bodyplan
from bodyplan.cli import main

SDF = """<?xml version="1.0"?>
<sdf version="1.9" xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:property name="length" value="0.5"/>
  <model name="m">
    <link name="base"/>
    <link name="arm"><pose>0 0 ${2 * length} 0 0 0</pose></link>
    <joint name="j" type="revolute">
      <parent>base</parent><child>arm</child><axis><xyz>0 1 0</xyz></axis>
    </joint>
  </model>
</sdf>
"""


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "m.sdf.xacro"
    path.write_text(SDF)
    return path


def test_macros_that_make_an_sdformat_model_make_a_robot(model):
    robot = bodyplan.load(model)

    poses = robot.forward_kinematics([0.0])
    assert [link.name for link in robot.links] == ["base", "arm"]
    assert np.allclose(poses[1][:3, 3], [0, 0, 1])
    assert bodyplan.frames(model).scopes


@pytest.mark.parametrize("verb", ["fk", "inertia", "show", "check", "where"])
def test_every_verb_takes_macros_that_make_a_model(model, verb, capsys):
    status = main([verb, str(model)])

    said = capsys.readouterr()
    assert "fault of bodyplan" not in said.err
    assert status in {0, 1}
