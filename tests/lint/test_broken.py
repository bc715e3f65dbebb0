"""Files that break off anywhere: nothing is told that would not be told of the whole file."""

from pathlib import Path

import pytest

from bodyplan.formats.read import read_bytes
from bodyplan.lint.check import check_document
from bodyplan.lint.fix import fix_document
from tests.lint.cases import RULES

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "src" / "bodyplan" / "samples"
BASES = ROOT / "tests" / "oracles" / "sdf_mutations" / "bases"
CUTS = 60
FILES = [
    SAMPLES / "arm" / "arm.urdf",
    SAMPLES / "arm" / "arm.srdf",
    SAMPLES / "rover" / "rover.urdf",
    SAMPLES / "arm" / "arm.sdf",
    *sorted(BASES.glob("*.sdf")),
    RULES / "D127_sdf_relative_to_cycle" / "good.sdf",
    RULES / "D385_sdf_range_inverted" / "good.sdf",
]


def told(data, name):
    return {(one.code, one.where.line) for one in check_document(read_bytes(data, name))}


@pytest.mark.long(keep=6)
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_a_file_that_is_cut_off_has_no_diagnostic_that_the_whole_file_does_not_have(path):
    data = path.read_bytes()
    known = told(data, path.name)
    for number in range(1, CUTS):
        cut = data[: len(data) * number // CUTS]
        found = {one for one in told(cut, path.name) if not one[0].startswith("X00")}
        assert found <= known, cut[-60:]


RANGE = """<sdf version="1.9"><model name="m"><link name="l">
<pose>0 0 0 0 0 0 7</pose>
<sensor name="s" type="gpu_lidar"><lidar><scan><horizontal><samples>9</samples><resolution>1</resolution>
<min_angle>-1</min_angle><max_angle>1</max_angle></horizontal></scan><range>
<min>0.5</min><max>"""


@pytest.mark.parametrize("rest", ["", "0", "0.", "0.1</max>", "0.1</max></range>", "0</mix>"])
def test_a_value_that_was_cut_is_not_judged_and_has_no_fix(rest):
    """The maximum may go on, as in 0.8; the pose before it has seven numbers whatever follows."""
    document = read_bytes((RANGE + rest).encode(), "m.sdf")
    found = check_document(document)
    assert {one.code for one in found} == {"X001", "D134"}
    assert fix_document(document, unsafe=True).document.to_bytes() == document.to_bytes()


def test_what_is_true_of_a_part_of_the_robot_is_not_reported_for_all_of_it():
    """Four of four links have the same inertia, but in the whole robot only four of twelve."""
    tensor = 'ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"'
    links = [
        f'<link name="l{n}"><inertial><mass value="{n + 1}"/><inertia {tensor}/></inertial></link>'
        for n in range(4)
    ]
    text = f'<robot name="r">{"".join(links)}'
    for rest, expected in (("</robot>", True), ("<link", False), ("", False)):
        found = check_document(read_bytes(f"{text}{rest}".encode(), "r.urdf"))
        assert ("I302" in {one.code for one in found}) is expected


PARTS = {
    "before the last link": ("</link><link name='b'><visual>", ["G201"]),
    "in the link": ("", []),
    "behind the link": ("</link>", ["G201"]),
    "behind the link, in a comment": ("</link><!-- ", ["G201"]),
    "with the wrong end tag": ("</limk>", []),
    "with the end tag of the robot": ("</robot>", []),
    "behind the link, with the wrong end tag": ("</link></rowbot>", ["G201"]),
    "in a character that is none": ("</link>\0", ["G201"]),
}


@pytest.mark.parametrize(("rest", "expected"), PARTS.values(), ids=PARTS)
def test_what_is_before_the_open_part_is_judged(rest, expected):
    text = f'<robot name="r"><link name="a"><visual><geometry><mesh filename=""/></geometry></visual>{rest}'
    found = [one.code for one in check_document(read_bytes(text.encode(), "r.urdf"))]
    assert [code for code in found if not code.startswith("X")] == expected
