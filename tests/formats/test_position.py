"""A position in a file says which value is there, and the place of a value leads back to it."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.spec.bind import walk

URDF = """\
<robot name="r">
  <link name="a"/><link name="b"/>
  <joint name="j" type="revolute">
    <parent link="a"/><child link="b"/>
    <limit lower="-1" upper="2" effort="3" velocity="4"/>
    <unknown x="1"/>
  </joint>
</robot>
"""


@pytest.fixture(scope="module")
def document():
    return bodyplan.read(URDF)


def position(document, text: str, inside: int = 0):
    line = next(n for n, one in enumerate(URDF.splitlines(), 1) if text in one)
    return document.at(line, URDF.splitlines()[line - 1].index(text) + 1 + inside)


def test_in_a_value_it_is_the_field_and_its_content(document):
    found = position(document, '"2"', 1)
    assert (found.node.tag, found.attribute, found.field.name) == ("limit", "upper", "upper")
    assert found.content == 2.0
    assert found.value is document.root.joint("j").limit


def test_in_a_tag_it_is_the_element(document):
    found = position(document, "<joint", 2)
    assert (found.node.tag, found.attribute, found.field) == ("joint", "", None)
    assert found.value is document.root.joint("j")


def test_in_an_unknown_element_there_is_no_value(document):
    found = position(document, 'x="1"')
    assert (found.node.tag, found.attribute, found.value) == ("unknown", "x", None)


def test_outside_the_root_there_is_nothing():
    assert bodyplan.read("<!-- c -->\n<robot name='r'/>").at(1, 3) is None


@pytest.mark.parametrize("name", ["sample:arm", "sample:arm.sdf", "sample:arm.srdf"])
def test_the_place_of_every_value_leads_back_to_it(name):
    document = bodyplan.read(name)
    for value in walk(document.root):
        if document.node(value) is None:
            continue
        where = document.place(value)
        found = document.at(where.line, where.column)
        assert found.node is document.node(value)
        assert found.value is value
