"""Rules on the hub: what they are called with, where they report, and what their fixes change."""

import pytest

from bodyplan import model
from bodyplan.diag import Kind, Severity
from bodyplan.formats.read import read_bytes
from bodyplan.lint._parts import values_of
from bodyplan.lint.context import Context

URDF = """<robot name="r">
  <link name="a"><inertial><origin xyz="1 2 3" rpy="0.1 0 0"/><mass value="2"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <collision name="c"><geometry><sphere radius="0.5"/></geometry></collision></link>
  <link name="a"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="QQQ"/>
    <limit lower="-1" upper="1" effort="3" velocity="4"/></joint>
  <joint name="odd" type="QQQ"><parent link="a"/><child link="a"/></joint>
</robot>
"""
SDF = """<sdf version="1.9"><model name="m">
  <link name="a"><inertial><pose>1 2 3 0.1 0 0</pose><mass>2</mass>
    <inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link>
  <link name="a"/>
  <joint name="j" type="revolute"><parent>a</parent><child>QQQ</child>
    <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper><effort>3</effort>
    <velocity>4</velocity></limit></axis></joint>
  <joint name="odd" type="QQQ"><parent>a</parent><child>a</child></joint>
</model></sdf>
"""
BOTH = pytest.mark.parametrize("text", [URDF, SDF], ids=["urdf", "sdf"])


def context(text):
    made = Context(read_bytes(text.encode(), "r.sdf" if text.startswith("<sdf") else "r.urdf"))
    made.kind = Kind("I999", "made-up", Severity.ERROR, "A page.\n\n## Why it matters\nTests.\n")
    return made


def pointed_at(ctx, value, field=None):
    """The text that a diagnostic about a value of the hub points at."""
    where = ctx.report(value, "wrong", field=field).where
    text = ctx.document.source.text.splitlines()[where.line - 1]
    return text[where.column - 1 : where.end_column - 1]


@BOTH
def test_links_and_joints_are_as_written_whether_or_not_they_make_a_tree(text):
    (parts,) = context(text).parts
    assert [link.name for link in parts.links] == ["a", "a"]
    assert [(joint.name, joint.parent, joint.child) for joint in parts.joints] == [
        ("j", "a", "QQQ"),
        ("odd", "a", "a"),
    ]
    assert parts.joints[0].limit == model.Limit(-1.0, 1.0, 4.0, 3.0)
    inertial = parts.links[0].inertial
    assert inertial == model.Inertial(
        2.0, model.Transform.from_rpy((0.1, 0, 0), (1.0, 2.0, 3.0)), (1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
    )


@BOTH
def test_rules_on_joints_are_not_called_with_joints_of_an_unknown_type(text):
    ctx = context(text)
    assert [joint.name for joint in values_of(ctx, model.Joint)] == ["j"]
    assert [link.name for link in values_of(ctx, model.Link)] == ["a", "a"]
    assert [part.name for part in values_of(ctx, model.Geometry)] == ["c"]


@BOTH
def test_diagnostics_on_the_hub_point_at_what_is_written(text):
    ctx = context(text)
    (parts,) = ctx.parts
    link, joint = parts.links[0], parts.joints[0]
    assert pointed_at(ctx, link, "name") == "a"
    assert pointed_at(ctx, link.inertial, "mass") == "2"
    assert pointed_at(ctx, link.inertial, "inertia") == "inertia"
    assert pointed_at(ctx, link.inertial, "iyy") == "1"
    assert pointed_at(ctx, link.inertial, "origin").startswith("1 2 3")
    assert pointed_at(ctx, link.collisions[0], "name") == "c"
    assert pointed_at(ctx, link.collisions[0], "shape") == "geometry"
    assert pointed_at(ctx, link.collisions[0].shape, "radius") == "0.5"
    assert pointed_at(ctx, joint, "type") == "revolute"
    assert pointed_at(ctx, joint, "child") == "QQQ"
    assert pointed_at(ctx, joint.limit, "velocity") == "4"
    assert ctx.written(joint.limit, "lower")
    assert not ctx.written(link.collisions[0], "origin")


@BOTH
def test_a_fix_of_a_value_of_the_hub_changes_its_bytes_and_no_others(text):
    ctx = context(text)
    (parts,) = ctx.parts
    inertial, bounds = parts.links[0].inertial, parts.joints[0].limit
    moved = ctx.fix_set("Move", "unsafe", inertial, origin=(7.0, 8.0, 9.0))()
    assert _edited(text, moved) in (
        text.replace("1 2 3", "7 8 9"),
        text.replace("1 2 3 0.1 0 0", "7 8 9 0.1 0 0"),
    )
    swapped = ctx.fix_set("Swap", "unsafe", bounds, lower=1.5, upper=5.0)()
    assert _edited(text, swapped).replace("1.5", "-1").replace("5", "1").count("-1") == 1


def _edited(text, fix):
    for edit in sorted(fix.edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def test_links_of_nested_models_have_the_names_of_their_models():
    text = (
        '<sdf version="1.9"><world name="w"><model name="m"><link name="a"/><model name="inner">'
        '<static>true</static><link name="b"/></model><joint name="j" type="fixed">'
        "<parent>a</parent><child>inner::b</child></joint></model>"
        '<model name="n"><link name="c"/></model></world></sdf>'
    )
    one, other = context(text).parts
    assert (one.name, [link.name for link in one.links]) == ("m", ["a", "inner::b"])
    assert [id(link) in one.static for link in one.links] == [False, True]
    assert [joint.child for joint in one.joints] == ["inner::b"]
    assert (other.name, [link.name for link in other.links]) == ("n", ["c"])


def test_what_cannot_be_read_is_nan():
    text = URDF.replace('value="2"', 'value="QQQ"').replace('rpy="0.1 0 0"', 'rpy="QQQ"')
    inertial = context(text).parts[0].links[0].inertial
    assert inertial.mass != inertial.mass
