"""An edit changes its own characters and no other; what is read again is what was asked for."""

from __future__ import annotations

import codecs
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bodyplan
from bodyplan import model
from bodyplan.core import replace
from bodyplan.formats.editing import EditError
from bodyplan.formats.urdf import (
    Box,
    Capsule,
    Collision,
    Dynamics,
    Gazebo,
    Geometry,
    Joint,
    Limit,
    Link,
    Material,
    Noisy,
    Pose,
    Sphere,
    Visual,
)
from bodyplan.spec import Extra, Raw, diff
from bodyplan.spec.change import NotInDocumentError
from tests.growth import lines
from tests.oracles import urdfdom
from tests.slices import amount
from tests.spec.changing import changed
from tests.spec.values import difference
from tests.text.documents import documents

SAMPLES = sorted((Path(bodyplan.__file__).parent / "samples").glob("*/*.urdf"))
LARGEST = 40_000
"""Larger files take longer and have nothing new."""

STYLES = {
    "as it is": lambda text: text.encode(),
    "byte order mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "line ends of old Macs": lambda text: text.replace("\n", "\r").encode(),
    "tabs": lambda text: re.sub(r"(?m)^(  )+", lambda m: "\t" * (len(m[0]) // 2), text).encode(),
    "utf-16": lambda text: re.sub(r"<\?xml.*?\?>\s*", "", text).encode("utf-16"),
    "latin-1": lambda text: (
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + re.sub(r"<\?xml.*?\?>\s*", "", text)
    ).encode("latin-1", "replace"),
    "single quotes": lambda text: re.sub(r'="([^"\']*)"', r"='\1'", text).encode(),
    "one line": lambda text: re.sub(r">\s+<", "><", text).encode(),
    "no end tags": lambda text: re.sub(r"<(\w+)([^<>]*)></\1>", r"<\1\2/>", text).encode(),
}


@cache
def robots():
    try:
        found = [path for path in urdfdom.example_robots() if path.stat().st_size < LARGEST]
    except urdfdom.OracleMissingError:
        found = []
    return [*SAMPLES, *found]


@cache
def source(path, style):
    return STYLES[style](path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))


def read_clean(data):
    document = bodyplan.read(data)
    assert document.root is not None
    return document


def edited_to(document, new):
    """Edits a document to a new value; checks what holds for any edit; gives back the edits."""
    before, encoding, bom = document.source.text, document.source.encoding, document.source.bom
    old = document.root
    edits = diff(document, old, new)
    with document.editing() as edit:
        edit.replace(old, new)
        assert edit.edits == edits
    assert (document.source.encoding, document.source.bom) == (encoding, bom)
    assert document.tree.fault is None
    assert not difference(document.root, new)
    # what no edit covers stands there in the same order, piece by piece
    after, position = document.source.text, 0
    kept = pieces(before, edits)
    assert after.startswith(kept[0])
    assert after.endswith(kept[-1])
    for piece in kept:
        found = after.find(piece, position)
        assert found >= 0
        position = found + len(piece)
    return edits


def pieces(text, edits):
    """What stands between some edits."""
    kept, position = [], 0
    for edit in sorted(edits):
        kept.append(text[position : edit.start])
        position = max(position, edit.end)
    return [*kept, text[position:]]


# Any change of any robot


@given(data=st.data())
@settings(max_examples=amount(120, short=30))
def test_any_change_of_a_robot_is_read_back_and_touches_nothing_else(data):
    path = data.draw(st.sampled_from(robots()), label="path")
    style = data.draw(st.sampled_from(sorted(STYLES)), label="style")
    document = bodyplan.read(source(path, style))
    old, text = document.root, document.source.text
    new = old
    for _ in range(data.draw(st.integers(1, 4))):
        new = data.draw(changed(new, document.version))
    try:
        edited_to(document, new)
    except EditError:  # the old encoding has not every character
        assert style == "latin-1"
        assert document.source.text == text
        return
    edited_to(document, old)


@given(text=documents(), data=st.data())
@settings(max_examples=amount(120, short=30))
def test_any_change_of_any_xml_is_read_back_and_touches_nothing_else(text, data):
    document = bodyplan.read(text, format="urdf")
    assert diff(document, document.root, document.root) == []
    new = data.draw(changed(document.root, document.version))
    edited_to(document, new)


@given(data=st.data())
@settings(max_examples=60)
def test_a_number_changed_and_changed_back_gives_the_same_bytes(data):
    document = bodyplan.read(source(data.draw(st.sampled_from(robots())), "as it is"))
    joints = [joint for joint in document.root.joints if joint.limit is not None]
    if not joints:
        return
    limit = data.draw(st.sampled_from(joints)).limit
    before = document.to_bytes()
    value = data.draw(st.floats(0.125, 1e6))
    node = document.node(limit)
    text = node.get("effort")
    if text != f"{limit.effort:g}" or value == limit.effort:
        return
    index = document.root.joints.index(next(j for j in joints if j.limit is limit))
    with document.editing() as edit:
        edit.set(limit, effort=value)
        assert [document.source.text[e.start : e.end] for e in edit.edits] == [text]
    assert document.root.joints[index].limit.effort == value
    with document.editing() as edit:
        edit.set(document.root.joints[index].limit, effort=limit.effort)
    assert document.to_bytes() == before


def test_no_change_is_no_edit(example_robot):
    document = bodyplan.read(example_robot)
    assert diff(document, document.root, document.root) == []
    with document.editing() as edit:
        edit.replace(document.root, document.root)
    assert document.to_bytes() == example_robot.read_bytes()


# One change, seen in the text

ARM = """<?xml version="1.0"?>
<!-- head -->
<robot name='arm'>
\t<link name='base'> <!-- the base -->
\t\t<visual>
\t\t\t<!-- in metres -->
\t\t\t<origin xyz='+1 1.50 1e0' rpy="0 0 0"/>
\t\t\t<geometry><box size='1 2 3'/></geometry>
\t\t</visual>
\t</link> <!-- end of the base -->
\t<!-- of the hand -->
\t<link name='hand'/>
\t<joint name='wrist' type='revolute'>
\t\t<parent link='base'/>
\t\t<child link='hand'/>
\t\t<limit lower='-1' upper='1.50' effort='1e1' velocity='+2'/>
\t</joint>
\t<gazebo reference='hand'><kp>1<!-- soft -->  </kp></gazebo>
</robot>
"""


def changes(text, change):
    """Lines that go and lines that come when a change is made."""
    document = bodyplan.read(text)
    with document.editing() as edit:
        change(edit, document.root)
    before, after = text.split("\n"), document.source.text.split("\n")
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return before[head : len(before) - tail], after[head : len(after) - tail], document


def visual(robot):
    return robot.links[0].visuals[0]


def test_one_number_changes_its_own_text_only():
    _, _, document = changes(
        ARM, lambda edit, robot: edit.set(robot.joints[0].limit, effort=2.5, velocity=2.0)
    )
    assert document.source.text == ARM.replace("1e1", "2.5").replace("+2", "2")
    document = bodyplan.read(ARM)
    limit = document.root.joints[0].limit
    assert [edit.text for edit in diff(document, limit, replace(limit, upper=1.5))] == []
    (edit,) = diff(document, limit, replace(limit, upper=1.75))
    assert (ARM[edit.start : edit.end], edit.text) == ("1.50", "1.75")


LINES = {
    "a new attribute": (
        lambda edit, robot: edit.set(robot.links[1], type="x"),
        ["\t<link name='hand'/>"],
        ["\t<link name='hand' type='x'/>"],
    ),
    "a child of an element without any": (
        lambda edit, robot: edit.add(robot.links[1], Collision(geometry=Geometry(shape=Sphere(radius=1.0)))),
        ["\t<link name='hand'/>"],
        ["\t<link name='hand'>", "\t\t<collision>", "\t\t\t<geometry>", '\t\t\t\t<sphere radius="1"/>',
         "\t\t\t</geometry>", "\t\t</collision>", "\t</link>"],
    ),
    "two children and an attribute of an element without any": (
        lambda edit, robot: (
            edit.set(robot.links[1], type="x"),
            edit.add(robot.links[1], Visual(name="a", geometry=Geometry())),
            edit.add(robot.links[1], Visual(name="a", geometry=Geometry())),
        ),
        ["\t<link name='hand'/>"],
        ["\t<link name='hand' type='x'>", *['\t\t<visual name="a">', "\t\t\t<geometry/>", "\t\t</visual>"] * 2, "\t</link>"],
    ),
    "a link behind the last": (
        lambda edit, robot: edit.add(robot, Link(name="tool")),
        [],
        ['\t<link name="tool"/>'],
    ),
    "a link behind a comment that ends its line": (
        lambda edit, robot: edit.set(robot, links=(robot.links[0], Link(name="x"), robot.links[1])),
        [],
        ['\t<link name="x"/>'],
    ),
    "a link before the first": (
        lambda edit, robot: edit.set(robot, links=(Link(name="x"), *robot.links)),
        [],
        ['\t<link name="x"/>'],
    ),
    "links in another order keep their text": (
        lambda edit, robot: edit.set(robot, links=tuple(reversed(robot.links))),
        ["\t<link name='hand'/>"],
        None,
    ),
    "an axis where it is declared": (
        lambda edit, robot: edit.set(robot.joints[0], axis=(0.0, 0.0, 1.0)),
        [],
        ['\t\t<axis xyz="0 0 1"/>'],
    ),
    "a link removed, its comment stays": (
        lambda edit, robot: edit.remove(robot.links[1]),
        ["\t<link name='hand'/>"],
        [],
    ),
    "the last link replaced by another": (
        lambda edit, robot: (edit.remove(robot.links[1]), edit.add(robot, Link(name="z"))),
        ["\t<link name='hand'/>"],
        ['\t<link name="z"/>'],
    ),
    "another shape": (
        lambda edit, robot: edit.set(visual(robot).geometry, shape=Sphere(radius=1.0)),
        ["\t\t\t<geometry><box size='1 2 3'/></geometry>"],
        ['\t\t\t<geometry><sphere radius="1"/></geometry>'],
    ),
    "no shape": (
        lambda edit, robot: edit.set(visual(robot).geometry, shape=None),
        ["\t\t\t<geometry><box size='1 2 3'/></geometry>"],
        ["\t\t\t<geometry></geometry>"],
    ),
    "one attribute unset": (
        lambda edit, robot: edit.unset(visual(robot).origin, "rpy"),
        ["\t\t\t<origin xyz='+1 1.50 1e0' rpy=\"0 0 0\"/>"],
        ["\t\t\t<origin xyz='+1 1.50 1e0'/>"],
    ),
    "XML that nobody knows": (
        lambda edit, robot: edit.add(robot.links[1], Raw.parse("<a>b\nc<b/></a>")),
        ["\t<link name='hand'/>"],
        ["\t<link name='hand'>", "\t\t<a>b", "c<b/></a>", "\t</link>"],
    ),
    "XML in a gazebo block": (
        lambda edit, robot: edit.add(robot.gazebo[0], Raw.parse("<kd>2</kd>")),
        ["\t<gazebo reference='hand'><kp>1<!-- soft -->  </kp></gazebo>"],
        ["\t<gazebo reference='hand'><kp>1<!-- soft -->  </kp><kd>2</kd></gazebo>"],
    ),
    "a second attribute in the order of the declaration": (
        lambda edit, robot: edit.set(robot.links[1], inertial=None),
        [],
        [],
    ),
    "a name with every character that must be escaped": (
        lambda edit, robot: edit.set(robot, name="<a> & 'b' \"c\"\n"),
        ["<robot name='arm'>"],
        ["<robot name='&lt;a> &amp; &apos;b&apos; \"c\"&#10;'>"],
    ),
    "dynamics that say nothing are written all the same": (
        lambda edit, robot: edit.add(robot.joints[0], Dynamics()),
        [],
        ['\t\t<dynamics damping="0" friction="0"/>'],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_only_these_lines_change(name):
    change, gone, come = LINES[name]
    found_gone, found_come, document = changes(ARM, change)
    if come is None:
        assert sorted(ARM.split("\n")) == sorted(document.source.text.split("\n"))
        return
    assert (found_gone, found_come) == (gone, come)


def test_what_is_moved_keeps_its_text():
    document = bodyplan.read(ARM)
    base, hand = document.root.links
    new = replace(base, type="x")
    with document.editing() as edit:
        edit.set(document.root, links=(hand, new))
    assert document.root.links == (hand, new)
    assert "<link name='base' type='x'> <!-- the base -->" in document.source.text
    assert "xyz='+1 1.50 1e0'" in document.source.text
    assert "<!-- in metres -->" in document.source.text


@pytest.mark.parametrize(("text", "change", "expected"), [
    ("<robot name='r'><link name='a'></link></robot>", lambda e, r: e.add(r.links[0], Visual(geometry=Geometry())),
     "<robot name='r'><link name='a'>\n  <visual>\n    <geometry/>\n  </visual>\n</link></robot>"),
    ("<robot name='r'/>", lambda e, r: e.add(r, Link(name="a")), "<robot name='r'>\n  <link name=\"a\"/>\n</robot>"),
    ("<robot name='r' />", lambda e, r: (e.add(r, Link(name="a")), e.add(r, Link(name="b"))),
     "<robot name='r'>\n  <link name=\"a\"/>\n  <link name=\"b\"/>\n</robot>"),
    ("<robot name='r'>\r\n</robot>", lambda e, r: (e.add(r, Link(name="a")), e.add(r, Link(name="b"))),
     "<robot name='r'>\r\n  <link name=\"a\"/>\r\n  <link name=\"b\"/>\r\n</robot>"),
    ("<robot name='r'><link name='a'/></robot>", lambda e, r: e.add(r, Link(name="b")),
     "<robot name='r'><link name='a'/><link name=\"b\"/></robot>"),
    ("<robot name='r'>\n <link name='a'/></robot>", lambda e, r: e.add(r, Link(name="b")),
     "<robot name='r'>\n <link name='a'/>\n <link name=\"b\"/></robot>"),
    ("<robot name='r'>\n <!-- c -->\n</robot>", lambda e, r: e.add(r, Link(name="b")),
     "<robot name='r'>\n  <link name=\"b\"/>\n <!-- c -->\n</robot>"),
    ("<robot name='r'>\n\t<link\n\t\tname='a'\n\t\ttype='b'/>\n</robot>", lambda e, r: e.unset(r.links[0], "type"),
     "<robot name='r'>\n\t<link\n\t\tname='a'/>\n</robot>"),
])  # fmt: skip
def test_new_elements_fit_in_wherever_they_come(text, change, expected):
    document = bodyplan.read(text)
    with document.editing() as edit:
        change(edit, document.root)
    assert document.source.text == expected


JOINT = "<robot name='r'><joint name='j' type='revolute'><parent link='a'/><child link='b'/>{}</joint></robot>"
VALUE_CHILDREN = {
    "<axis/>": '<axis xyz="0 0 1"/>',
    "<axis xyz='1 0 0'/>": "<axis xyz='0 0 1'/>",
    "<axis  />": '<axis xyz="0 0 1"  />',
    "": '<axis xyz="0 0 1"/>',
    "<axis QQQ='1'/>": "<axis xyz='0 0 1' QQQ='1'/>",
}  # fmt: skip


@pytest.mark.parametrize("old", VALUE_CHILDREN)
def test_the_value_of_a_child_is_set_in_place(old):
    document = bodyplan.read(JOINT.format(old))
    with document.editing() as edit:
        edit.set(document.root.joints[0], axis=(0.0, 0.0, 1.0))
    assert document.source.text == JOINT.format(VALUE_CHILDREN[old])
    with document.editing() as edit:
        edit.unset(document.root.joints[0], "axis")
    assert document.source.text == JOINT.format("")


def sonar(inside):
    return f"<robot name='r'><sensor name='s'><parent link='a'/><sonar{inside}</sensor></robot>"


@pytest.mark.parametrize(("old", "changed_to", "without"), [
    (" max='2'/>", " max='4'/>", "/>"),
    ("><max>2</max></sonar>", "><max>4</max></sonar>", "></sonar>"),
    ("><max> 2 <!-- m --></max></sonar>", "><max> 4 <!-- m --></max></sonar>", "></sonar>"),
    ("><max><![CDATA[2]]></max></sonar>", "><max>4</max></sonar>", "></sonar>"),
    ("/>", ' max="4"/>', "/>"),
    (" max='2'><max>3</max></sonar>", " max='4'><max>3</max></sonar>", "></sonar>"),
])  # fmt: skip
def test_a_value_in_either_form_stays_in_its_form(old, changed_to, without):
    document = bodyplan.read(sonar(old))
    with document.editing() as edit:
        edit.set(document.root.sensors[0].sonar, max=4.0)
    assert document.source.text == sonar(changed_to)
    assert document.root.sensors[0].sonar.max == 4.0
    with document.editing() as edit:
        edit.unset(document.root.sensors[0].sonar, "max")
    assert document.source.text == sonar(without)
    assert document.root.sensors[0].sonar.max is None


def param(inside):
    return f"<robot name='r'><ros2_control name='c' type='system'><hardware><param name='p'{inside}</hardware></ros2_control></robot>"


@pytest.mark.parametrize(("old", "changed_to", "without"), [
    ("/>", ">x &lt;y</param>", "></param>"),
    ("></param>", ">x &lt;y</param>", "></param>"),
    ("> 1 </param>", "> x &lt;y </param>", ">  </param>"),
    ("><!-- a -->1<!-- b --></param>", "><!-- a -->x &lt;y<!-- b --></param>", "><!-- a --><!-- b --></param>"),
    (">1<!-- a -->2</param>", ">x &lt;y</param>", "></param>"),
    ("><![CDATA[<1>]]></param>", ">x &lt;y</param>", "></param>"),
    (">1<QQQ/>\n</param>", ">x &lt;y<QQQ/>\n</param>", "><QQQ/>\n</param>"),
])  # fmt: skip
def test_the_text_of_an_element_is_set_in_place(old, changed_to, without):
    document = bodyplan.read(param(old))
    with document.editing() as edit:
        edit.set(document.root.ros2_control[0].hardware.params[0], value="x <y")
    assert document.source.text == param(changed_to)
    assert document.root.ros2_control[0].hardware.params[0].value == "x <y"
    with document.editing() as edit:
        edit.unset(document.root.ros2_control[0].hardware.params[0], "value")
    assert document.source.text == param(without)
    assert document.root.ros2_control[0].hardware.params[0].value == ""


def test_repetitions_go_with_the_child_that_counts():
    document = bodyplan.read(JOINT.format("<axis xyz='1 0 0'/><axis xyz='0 1 0'/>"))
    with document.editing() as edit:
        edit.unset(document.root.joints[0], "axis")
    assert document.source.text == JOINT.format("")


def test_infinity_that_an_absent_attribute_means_is_written_by_leaving_it_out():
    limit = "<limit lower='-1' upper='1' effort='1' velocity='1'/>"
    document = bodyplan.read(JOINT.format(limit).replace("name='r'", "name='r' version='1.2'"))
    old = document.root.joints[0].limit
    with document.editing() as edit:
        edit.replace(old, replace(old, effort=float("inf")))
    assert "<limit lower='-1' upper='1' velocity='1'/>" in document.source.text
    document = bodyplan.read(JOINT.format(limit))
    with pytest.raises(ValueError, match="inf"), document.editing() as edit:
        edit.set(document.root.joints[0].limit, effort=float("inf"))


def test_unknown_attributes_and_elements_change_one_by_one():
    document = bodyplan.read(
        "<robot name='r'><link name='a' b='1' c='2'><d/><e/><d/></link></robot>"
    )
    link = document.root.links[0]
    d, e, _ = link.extra.elements
    new = replace(link, extra=Extra((("c", "3"), ("f", "4")), (e, d, Raw.parse("<g/>"))))
    with document.editing() as edit:
        edit.replace(link, new)
    assert document.root.links[0] == new
    assert document.source.text == (
        "<robot name='r'><link name='a' c='3' f='4'><e/><d/><g/></link></robot>"
    )


# What cannot be done

REFUSED = {
    "nan": (lambda e, r: e.set(visual(r).origin, xyz=(float("nan"), 0.0, 0.0)), ValueError),
    "infinity": (lambda e, r: e.set(r.joints[0].limit, effort=float("inf")), ValueError),
    "too few numbers": (lambda e, r: e.set(visual(r).origin, xyz=(1.0, 2.0)), ValueError),
    "an unknown word": (lambda e, r: e.set(r.joints[0], type="hinge"), ValueError),
    "a character XML lacks": (lambda e, r: e.set(r, name="\x00"), ValueError),
    "no such field": (lambda e, r: e.set(r, QQQ=1), KeyError),
    "no such field to unset": (lambda e, r: e.unset(r, "QQQ"), KeyError),
    "a value of another document": (lambda e, r: e.set(bodyplan.read(ARM).root, name="x"), NotInDocumentError),
    "a value of no document": (lambda e, r: e.remove(Link(name="a")), NotInDocumentError),
    "a default that is not written": (lambda e, r: e.set(r.joints[0].origin, xyz=(0.0, 0.0, 1.0)), NotInDocumentError),
    "another class": (lambda e, r: e.replace(r.links[0], r.joints[0]), TypeError),
    "no place": (lambda e, r: e.add(r, Limit()), ValueError),
    "no such place": (lambda e, r: e.add(r, Link(name="a"), field="joints"), ValueError),
    "a second limit": (lambda e, r: e.add(r.joints[0], Limit()), ValueError),
    "a second shape": (lambda e, r: e.add(visual(r).geometry, Capsule(radius=1.0, length=1.0)), ValueError),
    "two edits of one value": (lambda e, r: (e.set(r, name="a"), e.set(r, name="b")), EditError),
    "an edit inside what is removed": (lambda e, r: (e.remove(r.links[0]), e.set(visual(r).origin, xyz=(0.0, 0.0, 0.0))), EditError),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_done_changes_nothing(name):
    change, error = REFUSED[name]
    document = bodyplan.read(ARM)
    root = document.root
    with pytest.raises(error), document.editing() as edit:
        edit.set(root.links[1], type="never seen")
        change(edit, root)
    assert document.to_bytes() == ARM.encode()
    assert document.root is root


WRONG = {
    "a field that does not exist": (lambda e, r: e.set(r.joints[0].limit, lowr=1.0), "<limit> has no field 'lowr'; did you mean 'lower'?"),
    "a field of another vocabulary": (lambda e, r: e.set(r.joints[0], bounds=Limit()), "<joint> has no field 'bounds'; use 'limit'"),
    "a field to unset": (lambda e, r: e.unset(r.joints[0].limit, "lowr"), "<limit> has no field 'lowr'; did you mean 'lower'?"),
    "text for a number": (lambda e, r: e.set(r.joints[0].limit, lower="1"), "<limit> lower: expected a number, got '1'"),
    "a truth value for a number": (lambda e, r: e.set(r.joints[0].limit, lower=True), "<limit> lower: expected a number, got True"),
    "a number for text": (lambda e, r: e.set(r.joints[0], parent=3), "<joint> parent: expected a string, got 3"),
    "a link for its name": (lambda e, r: e.set(r.joints[0], parent=r.links[1]), "<joint> parent: expected a string, got urdf.Link"),
    "text for three numbers": (lambda e, r: e.set(r.joints[0], axis="0 0 1"), "<joint> axis: expected 3 numbers, got '0 0 1'"),
    "text among three numbers": (lambda e, r: e.set(r.joints[0], axis=(0, 0, "1")), "<joint> axis: expected 3 numbers, got (0, 0, '1')"),
    "numbers for an element": (lambda e, r: e.set(r.joints[0], origin=(0, 0, 1)), "<joint> origin: expected urdf.Pose, got (0, 0, 1)"),
    "a value of the robot for an element": (lambda e, r: e.set(r.joints[0], limit=model.Limit()), "<joint> limit: expected urdf.Limit, got model.Limit"),
    "another element": (lambda e, r: e.set(r.joints[0], limit=Dynamics()), "<joint> limit: expected urdf.Limit, got urdf.Dynamics"),
    "one element for several": (lambda e, r: e.set(r.links[1], visuals=visual(r)), "<link> visuals: expected a list or tuple, got urdf.Visual"),
    "other elements among several": (lambda e, r: e.set(r.links[1], visuals=[visual(r).geometry]), "<link> visuals: expected urdf.Visual, got [urdf.Geometry(shape=urdf.Box(size=(1.0, 2.0, 3.0)))]"),
    "too few numbers": (lambda e, r: e.set(r.joints[0], axis=(0, 1)), "axis: expected 3 numbers, got 2"),
    "an unknown value": (lambda e, r: e.set(r.joints[0], type="revolut"), "type: unknown value 'revolut'; did you mean 'revolute'?"),
    "nan": (lambda e, r: e.set(r.joints[0].limit, lower=float("nan")), "lower: nan cannot be written in a description"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_the_error_for_a_wrong_edit_names_the_field(name):
    change, message = WRONG[name]
    document = bodyplan.read(ARM)
    with pytest.raises((KeyError, TypeError, ValueError)) as caught, document.editing() as edit:
        change(edit, document.root)
    assert str(caught.value) == message
    assert document.to_bytes() == ARM.encode()


def test_a_class_with_several_places_needs_the_field():
    text = "<robot name='r'><sensor name='s'><parent link='a'/><imu/></sensor></robot>"
    document = bodyplan.read(text)
    imu = document.root.sensors[0].imu
    with pytest.raises(ValueError, match="gyro or acceleration"), document.editing() as edit:
        edit.add(imu, Noisy())
    with document.editing() as edit:
        edit.add(imu, Noisy(), field="acceleration")
    assert document.root.sensors[0].imu.acceleration == Noisy()


def test_a_character_that_the_encoding_lacks_is_refused():
    data = '<?xml version="1.0" encoding="ISO-8859-1"?><robot name="é"/>'.encode("latin-1")
    document = bodyplan.read(data)
    with (
        pytest.raises(EditError, match="'€' does not exist in iso8859-1"),
        document.editing() as edit,
    ):
        edit.set(document.root, name="€")
    assert document.to_bytes() == data
    with document.editing() as edit:
        edit.set(document.root, name="ü")
    assert document.to_bytes() == data.replace(b"\xe9", b"\xfc")


def test_alike_elements_are_both_added():
    document = bodyplan.read("<robot name='r'>\n</robot>")
    with document.editing() as edit:
        edit.add(document.root, Gazebo(reference="a"))
        edit.add(document.root, Gazebo(reference="a"))
    assert len(document.root.gazebo) == 2


def test_the_same_edit_twice_is_one():
    document = bodyplan.read("<robot name='r'>\n</robot>")
    with document.editing() as edit:
        edit.set(document.root, name="s", version="1.0")
        edit.set(document.root, name="s", version="1.0")
    assert document.source.text == "<robot name='s' version='1.0'>\n</robot>"


def test_a_child_is_added_behind_the_text_of_its_element():
    text = (
        '<robot name="r"><ros2_control name="a" type="system"><hardware>'
        '<plugin>p</plugin><param name="n">value</param></hardware></ros2_control></robot>'
    )
    document = bodyplan.read(text)
    with document.editing() as edit:
        edit.add(document.root.ros2_control[0].hardware.params[0], Raw.parse("<QQQ/>"))
    assert document.source.text == text.replace("value", "value<QQQ/>")
    assert document.root.ros2_control[0].hardware.params[0].value == "value"


def test_an_edit_in_a_file_that_breaks_off_works_on_what_is_there():
    document = bodyplan.read("<robot name='r'>\n  <link name='a'/>\n  <link name='b'>")
    with document.editing() as edit:
        edit.set(document.root.links[0], name="c")
    assert document.source.text == "<robot name='r'>\n  <link name='c'/>\n  <link name='b'>"


def test_changing_many_links_takes_time_in_proportion():
    def work(count):
        links = "".join(f"<link name='l{i}'/>\n" for i in range(count))
        document = bodyplan.read(f"<robot name='r'>\n{links}</robot>")
        new = tuple(replace(link, type="x") for link in document.root.links[1:])
        changed = replace(document.root, links=(Link(name="n"), *new))
        return lines(lambda: diff(document, document.root, changed))

    assert work(2_000) < 5 * work(500)


def test_box_is_what_the_samples_use():
    assert Box(size=(1.0, 2.0, 3.0)) == visual(bodyplan.read(ARM).root).geometry.shape
    assert Pose() != visual(bodyplan.read(ARM).root).origin
    assert Material(name="a") != Joint(name="a", type="fixed", parent="a", child="b")
