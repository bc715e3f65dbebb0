"""Suppression by comments: what they hold for, and what is said about those not needed."""

import pytest

from bodyplan.formats.read import read_bytes
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import Settings


def codes(text, settings=None):
    found = check_document(read_bytes(text.encode(), "robot.urdf"), settings or Settings())
    return sorted(diagnostic.code for diagnostic in found)


def robot(*lines, end="\n"):
    return end.join(['<robot name="r">', *lines, "</robot>", ""])


BAD_LINK = '<link name="left/base" weight="1"/>'  # N004 and X102


def test_without_a_comment_both_diagnostics_are_there():
    assert codes(robot(BAD_LINK)) == ["N004", "X102"]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("ignore N004", ["X102"]),
        ("ignore N004, X102", []),
        ("ignore N004 X102", []),
        ("ignore N", ["X102"]),
        ("ignore N0 X1", []),
        ("ignore n004 x102", []),
        ("ignore", []),
        ("ignore J101", ["N004", "X008", "X102"]),
        ("ignore N004 J101", ["X102"]),
    ],
)
def test_a_comment_before_an_element_holds_for_the_codes_it_names(words, left):
    assert codes(robot(f"<!-- bodyplan: {words} -->", BAD_LINK)) == left


@pytest.mark.parametrize(
    "comment", ["<!--bodyplan:ignore N004-->", "<!--  bodyplan:  ignore  N004  -->"]
)
def test_blanks_in_the_comment_do_not_matter(comment):
    assert codes(robot(comment, BAD_LINK)) == ["X102"]


def test_a_comment_holds_for_the_next_element_only():
    text = robot(
        '<link name="base"/>',
        "<!-- bodyplan: ignore X102 -->",
        '<link name="arm" weight="1"/>',
        '<joint name="j" type="fixed" weight="1"><parent link="base"/><child link="arm"/></joint>',
    )
    assert codes(text) == ["X102"]


def test_a_comment_holds_for_everything_inside_the_element():
    text = robot(
        "<!-- bodyplan: ignore X102 -->",
        '<link name="base">',
        '<visual><origin xyz="0 0 0" x="1"/><geometry><sphere radius="1" x="1"/></geometry></visual>',
        "</link>",
    )
    assert codes(text) == []


def test_a_comment_inside_an_element_holds_for_the_child_behind_it():
    text = robot(
        '<link name="base" x="1">',
        "<visual>",
        "<!-- bodyplan: ignore X102 -->",
        '<geometry><sphere radius="1" x="1"/></geometry>',
        "</visual>",
        "</link>",
    )
    assert codes(text) == ["X102"]


def test_a_comment_before_the_root_holds_for_the_whole_robot():
    assert codes("<!-- bodyplan: ignore N004 X102 -->\n" + robot(BAD_LINK)) == []


def test_other_comments_may_be_between():
    text = robot("<!-- bodyplan: ignore N004 X102 -->", "<!-- the base -->", "", BAD_LINK)
    assert codes(text) == []


def test_two_comments_add_up():
    text = robot("<!-- bodyplan: ignore N004 -->", "<!-- bodyplan: ignore X102 -->", BAD_LINK)
    assert codes(text) == []


@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_comment_for_the_whole_file_may_be_anywhere(position):
    lines = [BAD_LINK, '<gazebo reference="left/base"><selfCollide>true</selfCollide></gazebo>']
    lines.insert(position, "<!-- bodyplan: ignore-file N004 -->")
    assert codes(robot(*lines)) == ["X102"]


def test_a_comment_for_the_whole_file_without_codes_silences_it():
    assert codes(robot("<!-- bodyplan: ignore-file -->", BAD_LINK)) == []


def test_an_unused_comment_is_reported_at_its_location():
    text = robot('<link name="base"/>', "  <!-- bodyplan: ignore J101 -->", "<gazebo><a/></gazebo>")
    (found,) = check_document(read_bytes(text.encode(), "robot.urdf"))
    assert found.code == "X008"
    assert "J101" in found.message
    assert (found.where.line, found.where.column) == (3, 3)
    assert (found.where.end_line, found.where.end_column) == (3, 33)


def test_a_comment_at_the_end_of_its_parent_belongs_to_the_next_element_of_the_file():
    text = robot(
        '<link name="base">', "<!-- bodyplan: ignore X102 -->", "</link>", "<gazebo><a/></gazebo>"
    )
    assert codes(text) == ["X008"]


def test_other_comments_are_left_alone():
    assert codes(robot("<!-- bodyplan reads this: ignore N004 -->", BAD_LINK)) == ["N004", "X102"]
    assert codes(robot("<!-- bodyplan: ignored -->", BAD_LINK)) == ["N004", "X102"]


def test_line_ends_of_windows_do_not_shift_anything():
    text = robot("", "<!-- bodyplan: ignore N004 -->", BAD_LINK, "", end="\r\n")
    assert codes(text) == ["X102"]


def test_every_encoding_is_searched():
    data = robot("<!-- bodyplan: ignore N004 X102 -->", BAD_LINK).encode("utf-16")
    found = check_document(read_bytes(data, "robot.urdf"))
    assert [diagnostic.code for diagnostic in found] == ["X113"]  # that it is in UTF-16


def test_a_place_in_the_last_column_of_the_element_is_inside():
    text = robot('<!-- bodyplan: ignore X109 --><link name="base">stray</link>')
    assert codes(text) == []


def test_errors_of_the_tree_can_be_suppressed_at_their_place():
    text = robot('<link name="base"/>', "<!-- bodyplan: ignore T003 -->", '<link name="lamp"/>')
    assert codes(text) == []


def test_an_ignored_code_leaves_its_comment_unused():
    settings = Settings(ignore=("N004",))
    assert codes(robot("<!-- bodyplan: ignore N004 -->", BAD_LINK), settings) == ["X008", "X102"]


def test_a_comment_behind_the_last_element_holds_for_nothing():
    text = f'<robot name="r">{BAD_LINK}<!-- bodyplan: ignore --></robot><!-- bodyplan: ignore -->'
    assert codes(text) == ["N004", "X102"]
