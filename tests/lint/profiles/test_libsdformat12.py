"""The libsdformat12 profile gives the verdict of libsdformat 12.3 and the names of its errors.

``docs/libsdformat-disputes.md`` is the only list of exceptions: its table is read here.
"""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from bodyplan.cli import main
from bodyplan.diag import Severity
from bodyplan.formats.read import read_bytes
from bodyplan.project.check import check
from tests.growth import HANG_GUARD
from tests.oracles import libsdformat
from tests.oracles.sdf_mutations import BASES, bases, mutations
from tests.oracles.sdformat_answers import Loaded

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "libsdformat-disputes.md"
SEED = 7
MUTATIONS_A_FILE = 85
FEWER = {"port-1.9.sdf": 40, "crane-1.9.sdf": 70, "lamp-1.8.sdf": 70}
"""Files that the library takes several times as long for."""

pytestmark = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)


@dataclass(frozen=True)
class Case:
    """One file, and what the library says of it."""

    name: str
    data: bytes
    folder: Path
    library: Loaded

    @cached_property
    def profile(self) -> list[tuple[str, str]]:
        """Name and message of each error; the findings themselves would keep every tree alive."""
        return [
            (found.kind.reference[1], found.message)
            for found in findings(self.data, self.folder, "libsdformat12")
            if found.severity is Severity.ERROR
        ]

    @property
    def accepted(self) -> bool:
        return not self.profile

    @cached_property
    def names(self) -> set[str]:
        return {name for name, _ in self.profile}

    @cached_property
    def causes(self) -> set[str]:
        """The library's names; there is one for a file that does not read, and one for a text."""
        causes = self.library.causes() if self.library.codes else set()
        return {"FILE_READ" if name == "STRING_READ" else name for name in causes}

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


def findings(data, folder, profile):
    document = read_bytes(data, "model.sdf", path=folder / "model.sdf")
    return list(check(document, profile=profile).diagnostics)


def asked(files):
    """Cases of names, bytes and folders; the library is asked in two processes at a time."""
    files = list(files)

    def ask(part):
        with libsdformat.LibSdformat(seconds=10, megabytes=1500) as library:
            return [library.load(data, folder=folder, want="") for _, data, folder in part]

    with ThreadPoolExecutor(2) as pool:
        even, odd = pool.map(ask, (files[::2], files[1::2]))
    answers = [None] * len(files)
    answers[::2], answers[1::2] = even, odd
    return [Case(*file, answer) for file, answer in zip(files, answers, strict=True)]


@pytest.fixture(scope="module")
def fixtures():
    """Every description of the tests, and the samples."""
    folders = (ROOT / "tests", ROOT / "src" / "bodyplan" / "samples")
    paths = [path for folder in folders for path in sorted(folder.rglob("*.sdf"))]
    cases = asked((str(path.relative_to(ROOT)), path.read_bytes(), path.parent) for path in paths)
    assert len(cases) >= 250
    return cases


@pytest.fixture(scope="module")
def mutated():
    """Mutations of models and worlds of every version, always the same."""
    cases = asked(
        (mutation.name, mutation.data, BASES)
        for path in bases()
        for mutation in mutations(path, SEED, FEWER.get(path.name, MUTATIONS_A_FILE))
    )
    accepted = sum(case.library.accepted for case in cases)
    print(f"asked libsdformat about {len(cases)} files: {accepted} accepted")
    assert len(cases) >= 1000
    return cases


# Exceptions


def listed(heading):
    """The classes in the table below a heading of the page."""
    section = PAGE.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([A-Za-z0-9.-]+)` \|", section, re.MULTILINE))


def dispute(case):
    """The class of a disagreement between the library and the profile; None for none known."""
    if "&QQQ;" in case.text:
        return "entity"
    if case.library.crash:
        return "dies-of-names" if "ASSERTION" in case.library.crash else "dies"
    if case.accepted and re.search(r"<sdf[^>]*>\s*<include", case.text):
        return "include-at-the-root"
    if case.accepted or case.library.accepted:
        return None
    both = case.causes | case.names
    if both & {"DUPLICATE_NAME", "RESERVED_NAME"}:
        return "name-again"
    if "robot.urdf" in case.text or "crane.urdf" in case.text:
        return "urdf-included"
    return None


def unlisted(cases, heading, classify):
    """Names of the cases whose class is not on the page, and what both sides said."""
    known = listed(heading)
    return [
        (case.name, classify(case), sorted(case.causes), case.library.crash[:40], case.profile[:3])
        for case in cases
        if classify(case) not in known
    ]


def disagreements(cases):
    differing = [
        case
        for case in cases
        if (case.accepted if case.library.crash else case.names != case.causes)
    ]
    return unlisted(differing, "Differences of the profile", dispute)


# Agreement


def test_verdict_and_error_names_on_fixtures_are_those_of_libsdformat(fixtures):
    assert not disagreements(fixtures)


def test_verdict_and_names_of_errors_on_mutations_are_the_librarys(mutated):
    assert not disagreements(mutated)


def test_hardly_any_mutation_is_in_dispute(mutated):
    differing = [case for case in mutated if case.names != case.causes]
    assert len(differing) <= len(mutated) // 50


def test_every_listed_class_occurs(fixtures, mutated):
    differing = [
        case
        for case in [*fixtures, *mutated]
        if (case.library.crash and case.accepted) or case.names != case.causes
    ]
    assert listed("Differences of the profile") - {dispute(case) for case in differing} == set()


PARAMETERS = [
    '<link element_id="float" action="remove"/>',
    '<link element_id="QQQ" action="remove"/>',
    '<link element_id="flag" name="float" action="modify"/>',
    '<link element_id="float" action="add"/>',
    '<link element_id="" name="more" action="add"/>',
    '<joint element_id="stick" action="modify"><type>QQQ</type></joint>',
    '<joint element_id="stick" action="remove"/>',
    '<joint element_id="stick" action="QQQ"/>',
    '<joint element_id="stick"><pose action="add">0 0 1 0 0 0</pose></joint>',
    '<QQQ element_id="stick" action="remove"/>',
    "",
]


@pytest.mark.parametrize("params", PARAMETERS)
def test_parameters_of_includes_are_judged_as_the_library_does(params):
    text = (
        '<sdf version="1.9"><world name="w"><include><uri>parts/buoy.sdf</uri>'
        f"<experimental:params>{params}</experimental:params></include></world></sdf>"
    )
    case = asked([(params, text.encode(), BASES)])[0]
    assert case.names == case.causes, case.profile


# The profile itself


GOOD = b'<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>'
BAD = b'<sdf version="1.9"><model name="m"><link name="l"><pose>1 2</pose></link></model></sdf>'


def test_the_command_gives_the_verdict(tmp_path, capsys):
    good, bad = tmp_path / "good.sdf", tmp_path / "bad.sdf"
    good.write_bytes(GOOD)
    bad.write_bytes(BAD)

    assert main(["check", "--profile", "libsdformat12", str(good)]) == 0
    assert main(["check", "--profile", "libsdformat12", "--format", "concise", str(bad)]) == 1
    assert "bad.sdf:1:57: D109 error" in capsys.readouterr().out


def test_every_error_has_a_location_in_the_file(fixtures):
    for case in fixtures:
        document = read_bytes(case.data, "model.sdf", path=case.folder / "model.sdf")
        for found in check(document, profile="libsdformat12").diagnostics:
            where = found.where
            assert (1, 1) <= where[1:3] <= where[3:5]
            assert where.line <= len(document.source.text.splitlines()) + 1
            assert found.message.isprintable()


@pytest.mark.parametrize(
    "data",
    [
        b"<sdf version='1.9'>" + b"<x>" * 100_000,
        b"<sdf version='1.9'><model name='m'>" + b"<link name='a'/>" * 20_000 + b"</model></sdf>",
        b"<sdf version='1.9'><model name='m'>" + b"<pose>1</pose>" * 20_000 + b"</model></sdf>",
        b"<sdf version='1.9'><model name='m'>" + b"<include/>" * 20_000 + b"</model></sdf>",
    ],
    ids=["deep", "links", "poses", "includes"],
)
def test_hostile_files_are_judged_in_linear_time(data, tmp_path):
    started = time.process_time()
    for found in findings(data, tmp_path, "libsdformat12")[:100]:
        assert str(found)
    assert time.process_time() - started < HANG_GUARD
