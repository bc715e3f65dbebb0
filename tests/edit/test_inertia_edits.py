"""Mass properties are written in few digits, and only where they differ."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bodyplan
from bodyplan import inertia
from bodyplan.edit.inertia import mass_edits, rounded, rounded_together
from bodyplan.formats.editing import edited
from bodyplan.geometry.solids import Mass
from bodyplan.model import Inertial, Transform
from tests.inertia.test_mass import ANGLES, SIZE, VECTOR, bodies
from tests.slices import amount

FULL = """<robot name="r">
  <link name="a">
    <inertial>
      <!-- from CAD -->
      <origin rpy="0 0 1.5" xyz="0.10 0 0"/>
      <mass value="2.50"/>
      <inertia ixx="1.0" ixy="0" ixz="0" iyy="1.00" iyz="-1e-15" izz="1"/>
    </inertial>
  </link>
</robot>
"""
SDF = """<sdf version="1.9"><model name="m">
  <link name="a">
    <inertial>
      <pose degrees="true">0.10 0 0 0 0 90</pose>
      <mass>2.50</mass>
      <inertia><ixx>1.0</ixx><iyy>1.00</iyy><izz>1</izz></inertia>
    </inertial>
  </link>
</model></sdf>
"""


def after(text, mass):
    document = bodyplan.read(text)
    root = document.root
    (link,) = root.models[0].links if document.format == "sdf" else root.links
    edits = mass_edits(document, link, mass)
    return edited(document, edits).source.text if edits else text


@pytest.mark.parametrize("text", [FULL, SDF])
def test_what_is_the_same_keeps_its_text(text):
    assert after(text, Mass(2.5, (0.1, 0.0, 0.0), (1.0, 0.0, 0.0, 1.0, 0.0, 1.0))) == text
    nearly = Mass(2.5 + 1e-13, (0.1, 1e-17, 0.0), (1.0, 1e-14, 0.0, 1.0, 0.0, 1.0 - 1e-14))
    assert after(text, nearly) == text


@pytest.mark.parametrize(
    ("mass", "old", "new"),
    [
        (Mass(2.75, (0.1, 0, 0), (1, 0, 0, 1, 0, 1)), "2.50", "2.75"),
        (Mass(2.5, (0.1, 0, 0), (1, 0, 0, 1, 0, 1.25)), 'izz="1"', 'izz="1.25"'),
        (Mass(2.5, (0.1, 0, -0.5), (1, 0, 0, 1, 0, 1)), "0.10 0 0", "0.1 0 -0.5"),
    ],
)
def test_only_the_numbers_that_differ_change(mass, old, new):
    assert after(FULL, mass) == FULL.replace(old, new)


@pytest.mark.parametrize(
    ("mass", "old", "new"),
    [
        (Mass(2.75, (0.1, 0, 0), (1, 0, 0, 1, 0, 1)), "2.50", "2.75"),
        (Mass(2.5, (0.1, 0, 0), (1, 0, 0, 1, 0, 1.25)), "<izz>1<", "<izz>1.25<"),
        (Mass(2.5, (0.1, 0, -0.5), (1, 0, 0, 1, 0, 1)), "0.10 0 0 0 0 90", "0.1 0 -0.5 0 0 90"),
        (Mass(2.5, (0.1, 0, 0), (1, 0, 0, 2, 0, 1)), "<ixx>1.0<", "<ixx>2<"),
    ],
)
def test_the_same_holds_for_sdformat(mass, old, new):
    assert after(SDF, mass) == SDF.replace(old, new)


def test_a_link_without_inertial_gets_one():
    text = '<robot name="r">\n  <link name="a">\n  </link>\n</robot>\n'
    found = after(text, Mass(0.5, (0.0, 0.0, 0.25), (0.01, 0, 0, 0.02, 0, 0.025)))
    assert found == (
        '<robot name="r">\n'
        '  <link name="a">\n'
        "    <inertial>\n"
        '      <origin xyz="0 0 0.25"/>\n'
        '      <mass value="0.5"/>\n'
        '      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.025"/>\n'
        "    </inertial>\n"
        "  </link>\n"
        "</robot>\n"
    )
    plain = after(text, Mass(0.5, (1e-20, 0.0, 0.0), (0.01, 0, 0, 0.02, 0, 0.025)))
    assert "origin" not in plain


def test_a_link_of_sdformat_without_inertial_gets_one():
    text = '<sdf version="1.9"><model name="m">\n  <link name="a"/>\n</model></sdf>\n'
    found = after(text, Mass(0.5, (0.0, 0.0, 0.25), (0.01, 0, 0, 0.02, 0, 0.025)))
    root = bodyplan.read(found).root
    told = root.models[0].links[0].inertial
    assert (told.mass, told.pose.value) == (0.5, (0.0, 0.0, 0.25, 0.0, 0.0, 0.0))
    assert (told.inertia.ixx, told.inertia.iyy, told.inertia.izz) == (0.01, 0.02, 0.025)
    assert bodyplan.check(found).diagnostics == ()


@pytest.mark.parametrize("bad", ['<mass value="abc"/>', '<mass value="nan"/>', ""])
def test_numbers_that_cannot_be_read_are_written_anew(bad):
    text = FULL.replace('<mass value="2.50"/>', bad).replace("0.10 0 0", "0.10 QQQ 0")
    body = Mass(0.5, (0.0, 0.0, 0.25), (0.01, 0.0, 0.0, 0.02, 0.0, 0.025))
    found = bodyplan.load(after(text, body)).link("a").inertial
    assert found is not None
    told = inertia.mass_of(found)
    assert told.mass == 0.5
    assert told.p_BC == (0.0, 0.0, 0.25)


BAD_SDF = """<sdf version="1.9"><model name="m"><link name="a"><inertial>
  <pose>{}</pose><mass>{}</mass>
  <inertia><ixx>{}</ixx><ixy>0</ixy><ixz>0</ixz><iyy>1</iyy><iyz>0</iyz><izz>1</izz></inertia>
</inertial></link></model></sdf>
"""


@pytest.mark.parametrize(
    ("text", "mass"),
    [
        (FULL.replace('rpy="', 'rpy="QQQ '), 0.5),
        (FULL.replace("0.10 0 0", "0.10 QQQ 0"), 0.5),
        (BAD_SDF.format("0 0 QQQ 0 0 0", 2, 1), 0.5),
        (BAD_SDF.format("0 0 0 0 0 0", "QQQ", 1), 1.0),
        (BAD_SDF.format("0 0 0 0 0 0", 1, "QQQ"), 1.0),
    ],
)
@pytest.mark.parametrize("height", [0.0, 0.25])
def test_what_cannot_be_read_is_written_also_where_it_counts_as_the_same(text, mass, height):
    assert any(one.code in {"X105", "X106", "D134"} for one in bodyplan.read(text).diagnostics)
    body = Mass(mass, (0.0, 0.0, height), (1.0, 0.0, 0.0, 1.0, 0.0, 1.0))
    found = after(text, body)
    told = bodyplan.load(found).link("a").inertial
    assert told is not None
    told = inertia.mass_of(told)
    assert (told.mass, told.p_BC) == (mass, (0.0, 0.0, height))
    assert told.inertia == pytest.approx(body.inertia, abs=1e-14)


@given(SIZE, ANGLES, VECTOR)
@settings(max_examples=amount(60, short=10))
def test_what_is_written_reads_back_the_same_within_ten_digits(size, rpy, xyz):
    body = bodies(size, rpy, xyz)
    text = after(FULL, body)
    back = inertia.mass_of(bodyplan.load(text).link("a").inertial)
    largest = max(map(abs, body.inertia))
    assert back.mass == pytest.approx(body.mass, rel=1e-9)
    assert back.p_BC == pytest.approx(body.p_BC, abs=1e-9 * max(1.0, *map(abs, xyz)))
    assert back.inertia == pytest.approx(body.inertia, abs=3e-9 * largest)
    assert after(text, body) == text
    assert inertia.is_possible(back)


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_rounding_takes_less_than_a_thousand_millionth_of_the_largest(a, b):
    one, two = rounded_together((a, b))
    largest = max(abs(a), abs(b))
    assert abs(one - a) <= 1e-9 * largest
    assert abs(two - b) <= 1e-9 * largest
    assert rounded_together((one, two)) == (one, two)


def test_rounding_leaves_odd_numbers_alone():
    assert rounded_together((0.0, -0.0)) == (0.0, 0.0)
    assert rounded_together((5e-324, 0.0)) == (5e-324, 0.0)
    assert rounded_together((math.inf, 1.0)) == (math.inf, 1.0)
    assert str(rounded_together((-1e-20, 1.0))[0]) == "0.0"


def test_rounding_that_would_make_a_body_impossible_is_left_out():
    a, b = 1 / 3, 2 / 3 + 1e-16
    flat = Inertial(1.0, Transform(), (a, 0.0, 0.0, b, 0.0, a + b))
    assert inertia.is_possible(inertia.mass_of(rounded(flat)), 0.0)
