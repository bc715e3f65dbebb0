"""Colours of the materials that Gazebo defines in its scripts."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.conversion.gazebo_scripts import looks_with_scripts, script_color


@pytest.mark.parametrize(
    ("name", "color"),
    [
        ("Gazebo/Red", (1.0, 0.0, 0.0, 1.0)),
        ("Gazebo/Grey", (0.7, 0.7, 0.7, 1.0)),
        ("Gazebo/Gray", (0.7, 0.7, 0.7, 1.0)),
        ("Gazebo/DarkGray", (0.175, 0.175, 0.175, 1.0)),
        ("Gazebo/YellowGlow", (1.0, 1.0, 0.0, 1.0)),
        ("Gazebo/RedTransparent", (1.0, 0.0, 0.0, 0.5)),
        ("Gazebo/BlueTransparentOverlay", (0.0, 0.0, 1.0, 0.5)),
        ("Gazebo/GreyTransparent", (0.5, 0.5, 0.5, 0.5)),
        ("Gazebo/WoodFloor", None),
        ("Gazebo/QQQ", None),
        ("Red", None),
        ("", None),
    ],
)
def test_the_color_is_the_diffuse_one(name, color):
    assert script_color(name) == color


VISUAL = '<visual><geometry><box size="1 1 1"/></geometry>{}</visual>'
GREEN = '<material name="m"><color rgba="0 1 0 1"/></material>'


def colors(text: str) -> list[tuple[float, ...] | None]:
    """The colours that the visuals of a description are drawn in."""
    document = bodyplan.read(text)
    robot = bodyplan.load(document, strict=False)
    look = looks_with_scripts(document)
    found = [look(link, one) for link in robot.links for one in link.visuals]
    return [None if one is None else one.rgba for one in found]


@pytest.mark.parametrize(
    ("visual", "block", "color"),
    [
        ("", "<material>Gazebo/Blue</material>", (0, 0, 1, 1)),
        ("", '<material value="Gazebo/Blue"/>', (0, 0, 1, 1)),
        ("", "<material><script><name>Gazebo/Blue</name></script></material>", (0, 0, 1, 1)),
        (
            "",
            "<visual><material><script><name>Gazebo/Blue</name></script></material></visual>",
            (0, 0, 1, 1),
        ),
        (GREEN, "<material>Gazebo/Blue</material>", (0, 1, 0, 1)),
        ("", "<material>Gazebo/QQQ</material>", None),
        ("", "<mu1>0.5</mu1><visual/><material/>", None),
    ],
)
def test_the_block_of_a_link_colors_what_has_no_color(visual, block, color):
    text = (
        f'<robot name="r"><link name="a">{VISUAL.format(visual)}</link>'
        f'<gazebo reference="a">{block}</gazebo><gazebo><material>Gazebo/Red</material></gazebo>'
        "</robot>"
    )
    assert colors(text) == [color]


@pytest.mark.parametrize(
    ("material", "color"),
    [
        ("<script><name>Gazebo/Red</name></script>", (1, 0, 0, 1)),
        ("<script><name>Gazebo/Red</name></script><diffuse>0 1 0 1</diffuse>", (0, 1, 0, 1)),
        ("<script><name>Mine/Red</name></script>", None),
        ("<ambient>1 1 1 1</ambient>", None),
    ],
)
def test_the_script_of_a_visual_of_sdformat_is_its_color(material, color):
    text = (
        '<sdf version="1.9"><model name="m"><link name="a"><visual name="v"><geometry><sphere>'
        f"<radius>1</radius></sphere></geometry><material>{material}</material></visual></link>"
        "</model></sdf>"
    )
    assert colors(text) == [color]
