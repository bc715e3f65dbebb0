"""What the reference reader refuses is told where the file is read, and clean files are not."""

import pytest

import bodyplan
from bodyplan.diag import Severity

JOINT = '<joint name="j" type="revolute"><parent>a</parent>{}<axis>{}</axis></joint>'


def errors(inside, version="1.9"):
    text = f'<sdf version="{version}"><model name="m">{inside}</model></sdf>'
    found = bodyplan.read(text).diagnostics
    return [(one.code, one.message) for one in found if one.severity is Severity.ERROR]


@pytest.mark.parametrize(
    "inside",
    [
        '<link name="l"><inertial><mass>1</mass><mass>QQQ</mass></inertial></link>',
        '<link name="l"><inertial><mass>1</mass></inertial><inertial><mass>QQQ</mass></inertial></link>',
        '<link name="l"><pose>0 0 0 0 0 0</pose><pose>QQQ</pose></link>',
    ],
    ids=["value", "element", "pose"],
)
def test_an_element_that_does_not_count_has_to_read_all_the_same(inside):
    assert [code for code, _ in errors(inside)] == ["D134"]


def test_a_valid_duplicate_element_is_not_an_error():
    assert errors('<link name="l"><pose>0 0 0 0 0 0</pose><pose>1 0 0 0 0 0</pose></link>') == []


@pytest.mark.parametrize("child", ["<child/>", "<child></child>", "<child> </child>"])
def test_the_end_of_a_joint_cannot_be_empty(child):
    assert errors(JOINT.format(child, "<xyz>0 0 1</xyz>")) == [("D134", "<child> is empty")]


def test_the_direction_of_an_axis_cannot_be_empty():
    assert [code for code, _ in errors(JOINT.format("<child>b</child>", "<xyz/>"))] == ["D134"]


def test_an_empty_text_of_an_optional_element_is_not_an_error():
    assert errors('<link name="l"><pose/><gravity/></link>') == []


def test_an_empty_custom_attribute_is_no_error():
    text = '<sdf version="1.9"><model name="m"><link name="l" my:own=" "/></model></sdf>'
    assert "D104" not in [one.code for one in bodyplan.check(text).diagnostics]
