"""Conversions are found by the names of their modules."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import bodyplan
from bodyplan.conversion import direction
from bodyplan.conversion.direction import convertible_formats, robot_from

URDF = "<robot name='r'><link name='a'/></robot>"
SDF = "<sdf version='1.9'><model name='m'><link name='a'/></model></sdf>"


def test_every_module_of_a_format_is_found():
    assert convertible_formats() == ("mjcf", "sdf", "urdf")


@pytest.mark.parametrize("text", [URDF, SDF])
def test_a_document_is_converted_by_the_module_of_its_format(text):
    made = robot_from(bodyplan.read(text))
    assert made.robot.root_link.name == "a"
    assert made.missing == ()


def test_a_document_of_another_format_is_refused_in_a_sentence():
    document = bodyplan.read("<robot name='r'><group name='g'/></robot>", format="srdf")
    with pytest.raises(ValueError, match="<string> is srdf, which cannot be converted to a robot"):
        robot_from(document)


def test_a_new_module_is_enough_for_a_new_format(monkeypatch):
    robot = bodyplan.load(URDF)
    made = SimpleNamespace(robot=robot, losses=(), missing=())
    module = SimpleNamespace(convert=lambda document, model, resources: made)
    monkeypatch.setitem(sys.modules, "bodyplan.conversion.toy.from_toy", module)
    monkeypatch.setattr(direction, "convertible_formats", lambda: ("toy",))
    document = bodyplan.read(URDF)
    document.format = "toy"
    assert robot_from(document).robot is robot
