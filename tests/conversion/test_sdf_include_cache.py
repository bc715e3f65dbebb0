"""Files that include each other, checked one after the other, are read once and judged as alone."""

from __future__ import annotations

import random

import pytest

from bodyplan.conversion.sdf import include_cache as sdf_include_cache
from bodyplan.conversion.sdf.include_cache import IncludeCache
from bodyplan.conversion.sdf.includes import SdfIncludes
from bodyplan.core import Limits
from bodyplan.description.checker import Checker, Job
from bodyplan.description.session import Session
from bodyplan.formats.read import read
from bodyplan.lint.settings import Settings
from bodyplan.resources import Resources

FAULTS = (
    *("", "", "", '<joint name="j" type="QQQ"><parent>l</parent><child>l</child></joint>'),
    '<link name="l"/>',
    '<frame name="f" attached_to="m#::l"/>',
    '<frame name="f" attached_to="QQQ"/>',
    '<frame name="f" attached_to="m#::m@::QQQ"/>',
)
PARAMS = (
    '<experimental:params><link element_id="l" action="modify"><pose>1 0 0 0 0 0</pose></link>'
    "</experimental:params>"
)


def model(number: int, content: str) -> str:
    return f'<sdf version="1.9"><model name="m{number}"><link name="l"/>{content}</model></sdf>'


def include(number: int, more: str = "") -> str:
    return f"<include><uri>m{number}.sdf</uri>{more}</include>"


def written(folder, files):
    paths = [folder / f"m{number}.sdf" for number in range(len(files))]
    for number, path in enumerate(paths):
        path.write_text(model(number, files[number]), encoding="utf-8")
    return paths


def any_files(seed: int) -> list[str]:
    """Files that include others of them, now and then in circles, with faults here and there."""
    chance = random.Random(seed)
    count = chance.randint(2, 9)
    files = []
    for number in range(count):
        first = 0 if chance.random() < 0.3 else number + 1
        others = [chance.randrange(first, count + 1) for _ in range(chance.randint(0, 3))]
        others = [other for other in others if other < count or chance.random() < 0.3]
        parts = [include(o, PARAMS if chance.random() < 0.1 else "") for o in others]
        fault = chance.choice(FAULTS)
        for sign in "#@":
            fault = fault.replace(sign, str(chance.randrange(count)))
        files.append("".join([*parts, fault]))
    return files


def told(checker, paths, limits):
    """What is found in each file."""
    jobs = [Job(str(path), Settings(limits=limits), is_alone=True) for path in paths]
    reports = [checker.check(job).report for job in jobs]
    return {
        report.name: [(str(one.where), one.code, one.message) for one in report.diagnostics]
        for report in reports
    }


@pytest.mark.long(keep=20)
@pytest.mark.parametrize("elements", [150_000, 40, 20, 12])
@pytest.mark.parametrize("seed", range(15))
def test_files_are_judged_as_alone_in_whatever_order(seed, elements, tmp_path):
    paths = written(tmp_path, any_files(seed))
    limits = Limits(max_elements=elements)
    alone = {}
    for path in paths:
        alone |= told(Checker(Session()), [path], limits)
    assert told(Checker(Session()), paths, limits) == alone
    assert told(Checker(Session()), paths[::-1], limits) == alone


@pytest.fixture
def opened(monkeypatch):
    """The names of included files that were read."""
    names: list[str] = []

    def noted(path, **options):
        names.append(path.name)
        return read(path, **options)

    monkeypatch.setattr(sdf_include_cache, "read", noted)
    return names


SHAPES = {
    "a circle": lambda count: [include((n + 1) % count) for n in range(count)],
    "a chain": lambda count: [include(n + 1) if n + 1 < count else "" for n in range(count)],
    "a tree": lambda count: [
        "".join(include(m) for m in (2 * n + 1, 2 * n + 2) if m < count) for n in range(count)
    ],
    "each with all": lambda count: ["".join(map(include, range(count))) for _ in range(count)],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_run_reads_each_included_file_once(shape, opened, tmp_path):
    paths = written(tmp_path, SHAPES[shape](30))
    told(Checker(Session()), paths, Limits())
    assert len(opened) == len(set(opened)) >= 29


@pytest.mark.parametrize("shape", ["a circle", "a chain"])
def test_a_run_that_keeps_little_reads_again_and_finds_the_same(shape, monkeypatch, tmp_path):
    paths = written(tmp_path, SHAPES[shape](30))
    usual = told(Checker(Session()), paths, Limits())
    monkeypatch.setattr(sdf_include_cache, "MOST_KEPT", 10)
    assert told(Checker(Session()), paths, Limits()) == usual


def test_what_another_file_has_read_counts_for_the_next_too(tmp_path):
    count = 20
    paths = written(tmp_path, [*map(include, range(1, count)), ""])
    whole = "".join(map(include, range(1, count)))
    paths.append(tmp_path / "all.sdf")
    paths[-1].write_text(model(99, whole), encoding="utf-8")
    limits = Limits(max_elements=60)
    cache, resources = IncludeCache(), Resources()
    for path in paths:
        document = read(path, limits=limits)
        includes = SdfIncludes(document, resources, cache)
        found = [includes.find(one).document for one in includes.of(document)]
    assert None in found  # the files before have read all of them
    assert found.count(None) < count - 1


def test_a_folder_of_files_in_a_circle_names_no_file_that_is_not_part_of_it(tmp_path):
    paths = written(tmp_path, [include(1), include(2), include(1), ""])
    found = told(Checker(Session()), paths, Limits())
    codes = {name[-6:]: [code for _, code, _ in each] for name, each in found.items()}
    assert codes == {"m0.sdf": ["D311"], "m1.sdf": ["D311"], "m2.sdf": ["D311"], "m3.sdf": []}
