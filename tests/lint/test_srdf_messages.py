"""Who searches for a message of MoveIt finds the rule, and every fault of SRDF has one."""

import json
import re

import pytest

from bodyplan.diag import kinds
from bodyplan.formats.read import read_bytes
from bodyplan.lint.check import check_document
from bodyplan.lint.rule import rules
from tests.lint import cases

FAULTS = {
    "a link that the robot does not have": (*("S101", "S121", "S302", "S401", "S501", "S601"),),
    "a joint that the robot does not have": ("S102", "S205", "S701", "S704"),
    "a group that the file does not have": ("S103", "S201", "S301", "S303"),
    "another name of the robot": ("S001",),
    "a chain whose ends are not connected": ("S122",),
    "an empty group": ("S105", "S110"),
    "a group that cannot be resolved": ("S106", "S109"),
    "a circle of groups": ("S108",),
    "a state that misses joints of its group": ("S209",),
    "a state with too many or too few values": ("S221",),
    "a state outside the limits": ("S223",),
    "an end effector whose parent link is in its own group": ("S304",),
    "a parent group that lacks the parent link": ("S305",),
    "a pair that stands there twice": ("S503",),
    "a pair of a link with itself": ("S502",),
    "a pair that is disabled twice, for different reasons": ("S504",),
    "a pair that is both enabled and disabled": ("S505",),
    "a virtual joint whose child is not the root": ("S402",),
    "a sphere with a bad number": ("S602",),
    "a sphere outside its geometry": ("S606",),
}
"""What the checks of SRDF and URDF together promise, and the codes that keep it."""

WORDS = {
    "S001": "not same robot URDF",
    "S101": "link known URDF",
    "S102": "joint known URDF",
    "S122": "chain",
    "S201": "state group known",
    "S205": "joint known URDF",
    "S209": "state missing",
    "S221": "variable values supplied",
    "S301": "end effector group not known",
    "S302": "parent end effector not known URDF",
    "S303": "group not found specified parent group end-effector",
    "S304": "not identify parent group end-effector",
    "S305": "specified parent group end-effector not include parent link",
    "S306": "end-effector cannot own parent",
    "S307": "not identify parent group end-effector",
    "S401": "virtual joint not attach link robot known",
    "S402": "skipping virtual joint child frame not match URDF frame ASSUMED_FIXED_ROOT_JOINT",
    "S406": "skipping virtual joint parent frame empty",
    "S408": "no root/virtual joint specified SRDF",
    "S501": "link not known URDF disable enable collisions",
    "S509": "start state collision",
    "S512": "visual geometry collision geometry left empty",
    "S601": "link not known URDF",
    "S701": "joint marked passive not known URDF ignored",
    "S704": "property joint not known URDF ignored",
}
"""The words of each message that somebody would search for."""


def srdf_kinds():
    """The kinds of the rules on SRDF; S8xx are those on the settings beside it."""
    rules()
    return [kind for code, kind in sorted(kinds().items()) if "S" < code < "S8"]


def section(page, heading):
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def folder_of(code):
    return next(folder for folder in cases.folders() if folder.name.startswith(f"{code}_"))


def test_every_rule_of_srdf_reports_what_moveit_says():
    for kind in srdf_kinds():
        said = section(kind.page, "What MoveIt says")
        assert said.endswith("."), kind.code
        assert len(said.split()) > 3 or said == "Nothing.", kind.code


def test_the_section_is_between_the_reason_and_the_example():
    for kind in srdf_kinds():
        headings = re.findall(r"^## (.*)$", kind.page, re.MULTILINE)
        place = headings.index("What MoveIt says")
        assert headings[place - 1] == "Why it matters", kind.code
        assert headings[place + 1] == "Example", kind.code


@pytest.mark.parametrize("code", WORDS)
def test_the_words_of_the_message_are_in_the_page(code):
    (kind,) = (kind for kind in srdf_kinds() if kind.code == code)
    said = section(kind.page, "What MoveIt says").lower()
    said = said.replace("root or virtual", "root/virtual")
    missing = [word for word in WORDS[code].lower().split() if word not in said]
    assert not missing


@pytest.mark.parametrize("fault", FAULTS)
def test_every_problem_has_a_code_and_a_file_that_shows_it_with_line_and_column(fault):
    for code in FAULTS[fault]:
        paths = [cases.report_path(path) for path in cases.files(folder_of(code), "bad")]
        reports = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        shown = [each for report in reports for each in report if each["code"] == code]
        assert shown, code
        assert all(each["line"] >= 1 and each["column"] >= 1 for each in shown)


@pytest.mark.parametrize(
    ("sphere", "code", "line", "column"),
    [
        ('<sphere center="0 0 0" radius="QQQ"/>', "X105", 3, 32),
        ('<sphere center="0 0" radius="0.1"/>', "X106", 3, 17),
        ('<sphere radius="0.1"/>', "X103", 3, 2),
    ],
)
def test_numbers_of_spheres_that_do_not_read_are_named_at_their_place(sphere, code, line, column):
    text = (
        '<robot name="arm">\n<link_sphere_approximation link="base_link">\n'
        f"{sphere}\n</link_sphere_approximation>\n</robot>\n"
    )
    diagnostics = check_document(read_bytes(text.encode(), "test.srdf"))
    places = [(d.code, d.where.line, d.where.column) for d in diagnostics]
    assert (code, line, column) in places


def test_every_code_of_the_tables_is_one():
    known = {kind.code for kind in srdf_kinds()}
    assert {code for codes in FAULTS.values() for code in codes} | WORDS.keys() <= known
