"""The urdfdom profile gives the verdict of check_urdf 6, and its refusals are errors without it.

``docs/reference/parsers.md`` is the only list of exceptions: its tables are read here.
"""

import re
import time
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.core import Limits
from bodyplan.diag import Severity
from bodyplan.formats.read import read_bytes
from bodyplan.jobs.check import check
from tests.growth import HANG_GUARD
from tests.oracles import urdfdom
from tests.oracles.mutations import mutations
from tests.slices import amount

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "reference" / "parsers.md"
SEED = 7
MUTATIONS_A_ROBOT = amount(44, short=3)
ASKED = "asked check_urdf 6 about {} files: {} accepted, {} refused"

pytestmark = pytest.mark.skipif(not urdfdom.available(), reason="check_urdf 6 is not installed")


@dataclass(frozen=True)
class Case:
    """One file, and what the tool says about it."""

    name: str
    data: bytes
    tool: urdfdom.Verdict

    @cached_property
    def profile(self) -> list[tuple[str, str]]:
        """Code and message of each finding; the findings themselves would keep every tree alive."""
        return [(found.code, found.message) for found in findings(self.data, "urdfdom")]

    @cached_property
    def codes(self) -> Counter[str]:
        return Counter(code for code, _ in self.profile)

    @cached_property
    def refusal(self) -> str:
        """The profile's reason to refuse the file; empty if it accepts it."""
        return next((message for code, message in self.profile if code == "U901"), "")

    @property
    def accepted(self) -> bool:
        return not self.refusal

    @cached_property
    def is_error_by_default(self) -> bool:
        return any(found.severity is Severity.ERROR for found in findings(self.data, None))


def findings(data, profile, **options):
    document = read_bytes(data, "robot.urdf", **options)
    return list(check(document, profile=profile).diagnostics)


def asked(files):
    """Cases of names and bytes; the tool is asked in two processes at a time."""
    files = list(files)
    verdicts = urdfdom.verdicts([data for _, data in files], jobs=2)
    return [Case(name, data, tool) for (name, data), tool in zip(files, verdicts, strict=True)]


@pytest.fixture(scope="module")
def real():
    """Every robot of example-robot-data."""
    return asked((str(path), path.read_bytes()) for path in urdfdom.example_robots())


@pytest.fixture(scope="module")
def fixtures():
    """Every description of the tests, and the samples."""
    folders = (ROOT / "tests", ROOT / "src" / "bodyplan" / "samples")
    paths = [
        p for folder in folders for p in sorted(folder.rglob("*")) if p.suffix in {".urdf", ".xml"}
    ]
    return asked((str(path.relative_to(ROOT)), path.read_bytes()) for path in paths)


@pytest.fixture(scope="module")
def mutated():
    """Mutations of every robot of example-robot-data, always the same."""
    cases = asked(
        (mutation.name, mutation.data)
        for path in urdfdom.example_robots()
        for mutation in mutations(path, SEED, MUTATIONS_A_ROBOT)
    )
    accepted = sum(case.tool.accepted for case in cases)
    print(ASKED.format(len(cases), accepted, len(cases) - accepted))
    assert len(cases) >= amount(2000, short=150)
    return cases


# Exceptions


def listed(heading):
    """The classes in the table below a heading of the page."""
    section = PAGE.read_text(encoding="utf-8").partition(f"### {heading}\n")[2].partition("\n##")[0]
    return re.findall(r"^\| `([a-z0-9-]+)` \|", section, re.MULTILINE)


def dispute(case):
    """The class of a disagreement between the tool and the profile; None for none known."""
    if case.tool.crashed and case.tool.accepted and case.accepted:
        return "endless-tree" if case.codes["U904"] else "endless-print"
    return None


def lenience(case):
    """The class of a refused file without an error by default; None for none known."""
    if case.data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in case.data[:4]:
        return "utf-16"
    if "root element is <model_state>" in case.refusal:
        return "model-state"
    if "root element is <mujoco>" in case.refusal:
        return "mjcf"
    if "<?...?>" in case.refusal:
        return "instruction"
    if re.search(r"(xyz|rpy|quat_xyzw): .*\\[tnr]", case.refusal):
        return "blanks-in-lists"
    return None


def unlisted(cases, heading, classify):
    """Names of the cases whose class is not on the page, and what both sides said."""
    known = listed(heading)
    return [
        (case.name, classify(case), case.tool, case.profile)
        for case in cases
        if classify(case) not in known
    ]


def disagreements(cases):
    differing = [c for c in cases if c.tool.crashed or c.tool.accepted != c.accepted]
    return unlisted(differing, "With the profile", dispute)


def leniences(cases):
    differing = [c for c in cases if not c.tool.accepted and not c.is_error_by_default]
    return unlisted(differing, "Without the profile", lenience)


# Agreement on the verdict


def test_the_verdict_on_real_robots_is_the_tools(real):
    assert not disagreements(real)


def test_the_verdict_on_fixtures_is_the_tools(fixtures):
    assert not disagreements(fixtures)


def test_the_verdict_on_mutations_is_the_tools(mutated):
    assert not disagreements(mutated)


PIECES = """<robot name="r">|</robot>|<link name="a"/>|<link name="b">|</link>|<|>|/|</|/>|<?|?>|<?x?>|<!--
-->|--|<!|<![CDATA[|]]>| |\n|\v|"|'|=|a|x="1"| x="1"|&|&amp;|&#0;|&#;|&foo;|&#32;|&#9;|&#x31;|<x>|</x>|<x/>|</x/>
<!DOCTYPE robot>|-|.|:|1|+|e|\t|\0|\r\n|\xef\xbb\xbf|\xff""".replace("\n-->", "|-->").replace(
    "\n<!DOC", "|<!DOC"
)
WHOLE = """<?xml version="1.0"?><!-- c -->
<robot name="r" version="1.1"><material name="m"><color rgba="0 0.5 1 1"/></material>
<link name="a"><visual><origin xyz="0 0 1" rpy="0 0 0"/><geometry><box size="1 2 3"/></geometry>
<material name="m"/></visual></link><link name="b"/>
<joint name="j" type="prismatic"><origin xyz="0 1 2" quat_xyzw="0 0 0 1"/><parent link="a"/>
<child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="2" effort="1" velocity="1"/>
<dynamics damping="1"/><mimic joint="k" offset="1"/><safety_controller k_velocity="1"/></joint>
</robot>"""


@st.composite
def broken(draw):
    """A file with pieces of XML in places where they do not belong."""
    text = draw(st.sampled_from(["", WHOLE, '<robot name="r"><link name="a"/></robot>']))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        piece = draw(st.sampled_from(PIECES.split("|")) | st.characters(max_codepoint=255))
        text = text[:start] + piece + text[start + draw(st.sampled_from([0, 0, 1, 2, 5])) :]
    return text.encode("latin-1")


@given(data=broken())
def test_the_verdict_on_broken_xml_is_the_tools(data):
    case = Case("generated", data, urdfdom.verdict(data))
    assert not disagreements([case])
    assert not leniences([case])


# Agreement on what is dropped and complained about

DROPPED = re.compile(
    r"Error: +(Could not parse (visual|collision|inertial) |No name given for the li)"
)


@pytest.mark.parametrize("corpus", ["real", "fixtures", "mutated"])
def test_as_many_parts_of_links_are_dropped_as_the_tool_says(corpus, request):
    for case in request.getfixturevalue(corpus):
        dropped = sum(DROPPED.match(line) is not None for line in case.tool.messages)
        assert case.codes["U902"] == dropped, case.name


@pytest.mark.parametrize("corpus", ["real", "fixtures", "mutated"])
def test_the_profile_is_silent_about_an_accepted_file_when_the_tool_is(corpus, request):
    for case in request.getfixturevalue(corpus):
        if case.tool.accepted:
            said = case.codes["U902"] + case.codes["U903"]
            assert bool(said) == bool(case.tool.messages), (case.name, case.tool.messages)


NAMED = re.compile(r"\[([^\]]*)\]|value \(([^)]*)\)|(?:joint|link|material) '([^']*)'")
FOLLOWING = re.compile(r"Error: +(joint xml is not|Could not parse )")
"""Lines that only say where the fault of the line before was."""


def test_a_rejection_names_what_the_tool_names(mutated):
    for case in mutated:
        reasons = [line for line in case.tool.messages if not FOLLOWING.match(line)]
        if not case.tool.accepted and reasons:
            for groups in NAMED.findall(reasons[-1]):
                name = repr("".join(groups)[:60])[1:-1]
                assert name in case.refusal, (case.name, reasons, case.profile)


# What the tool refuses is an error without the profile


def test_what_the_tool_rejects_is_an_error_by_default(real, fixtures, mutated):
    assert not leniences([*real, *fixtures, *mutated])


@pytest.mark.long
def test_every_listed_lenience_occurs(fixtures, mutated):
    classes = {
        lenience(c) for c in [*fixtures, *mutated] if not c.accepted and not c.is_error_by_default
    }
    assert classes == set(listed("Without the profile"))


# The listed disagreements


def chain(joints):
    """A robot of links a0, a1, ... with joints between these numbers."""
    links = "".join(f'<link name="a{i}"/>' for i in sorted({i for pair in joints for i in pair}))
    lines = "".join(
        f'<joint name="j{number}" type="fixed"><parent link="a{a}"/><child link="a{b}"/></joint>'
        for number, (a, b) in enumerate(joints)
    )
    return f'<robot name="r">{links}{lines}</robot>'.encode()


ENDLESS = {
    "endless-tree": chain([(0, 1), (1, 1)]),
    "endless-print": chain([(i, i + 1) for i in range(40) for _ in "ab"]),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_the_tool_prints_without_end_is_accepted(name):
    case = Case(name, ENDLESS[name], urdfdom.verdict(ENDLESS[name]))
    assert case.tool.crashed
    assert case.accepted
    assert dispute(case) == name


def test_a_file_beyond_the_limits_gets_no_verdict():
    found = findings(WHOLE.encode(), "urdfdom", limits=Limits(max_bytes=100))
    assert [(d.code, d.severity) for d in found] == [("X005", Severity.ERROR)]


def test_the_page_lists_nothing_else():
    assert listed("With the profile") == [*ENDLESS, "beyond-limits"]


# Robustness


@given(data=st.binary(max_size=200) | broken())
def test_every_diagnostic_has_a_place_in_the_file_and_one_line_of_message(data):
    for encoding in (b"", b'<?xml version="1.0" encoding="utf-16"?>', b"\xff\xfe"):
        document = read_bytes(encoding + data, "robot.urdf")
        for found in check(document, profile="urdfdom").diagnostics:
            where = found.where
            assert (1, 1) <= where[1:3] <= where[3:5]
            assert where.line <= len(document.source.text) + 1
            assert found.message.isprintable()


@pytest.mark.parametrize(
    "data",
    [
        b"<a>" * 200_000,
        b'<robot name="r">' + b'<link name="a"><visual/></link>' * 50_000 + b"</robot>",
        b'<robot name="r">' + b"<!" * 100_000,
        b"<robot " + b"a=' " * 100_000,
        b'<robot name="r" version="' + b"9" * 1_000_000 + b'"/>',
        b'<robot name="' + b"&#99999999999;&amp;&x" * 50_000 + b'"/>',
        chain([(i, i + 1) for i in range(20_000)] + [(20_000, 5)]),
        b'<robot name="r"><link name="a">' + b"<visual/>" * 50_000 + b"</link></robot>",
    ],
    ids=["deep", "alike", "declarations", "quotes", "version", "references", "loop", "visuals"],
)
def test_hostile_files_are_judged_in_linear_time(data):
    started = time.process_time()
    for found in findings(data, "urdfdom"):
        assert str(found)
    assert time.process_time() - started < HANG_GUARD
