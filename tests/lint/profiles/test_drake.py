"""The default check and the profiles of SDFormat give the verdict of libsdformat 16 and of Drake.

A sample of the mutants is compared here; ``benchmarks/sdf_verdicts.py`` compares 2,000.
"""

import re

import pytest

from bodyplan.cli import main
from tests.lint.profiles.drake_cases import (
    MISSED,
    OF_DRAKE,
    STRICTER,
    asked,
    extended_sensors,
    fixed_poses,
    fixtures,
    judged,
    judged_by_drake,
    listed,
    mutants,
)
from tests.oracles import drake
from tests.slices import amount

MUTANTS_A_FILE = amount(25, short=3)
STEP = amount(1, short=5)
"""One in so many files is compared."""

needs_drake = pytest.mark.skipif(not drake.available(), reason=drake.WANTED)


@pytest.fixture(scope="module")
def cases():
    """Every SDFormat file of the tests, and a sample of mutants."""
    beside = [*fixed_poses(), *extended_sensors()]
    found = asked([*list(fixtures())[::STEP], *mutants(MUTANTS_A_FILE), *beside])
    assert len(found) >= amount(800, short=120)
    return found


@needs_drake
@pytest.mark.parametrize("profile", [None, "libsdformat"])
def test_the_verdict_is_that_of_libsdformat_16(cases, profile):
    lax, strict = judged(cases, profile)
    assert not [one for one in lax if one[1] not in listed(MISSED)]
    assert not [one for one in strict if not one[1] <= listed(STRICTER)]


@needs_drake
def test_the_verdict_of_the_profile_of_drake_is_that_of_drake(cases):
    assert not [one for one in judged_by_drake(cases) if one[1] not in listed(OF_DRAKE)]


@needs_drake
def test_elements_that_drake_ignores_are_warnings_of_its_profile(cases):
    compared = 0
    for case in cases:
        found = case.found("drake")
        is_rejected = bool(case.errors("drake"))
        if is_rejected or case.answer.refusal or b"<include" in case.data:
            continue
        theirs = re.findall(r"SDFormat element in (\S+): (\S+?)['\"]", str(case.answer.printed))
        ours = [re.search(r"ignores <(\S+)> in <(\S+)>", message) for *_, message in found]
        assert {(one[2], one[1]) for one in ours if one} == set(theirs), case.name
        compared += bool(theirs)
    assert compared >= amount(50, short=10)


@needs_drake
def test_few_files_are_in_dispute(cases):
    lax, strict = judged(cases, "libsdformat")
    assert len(lax) + len(strict) <= len(cases) // 20


MODEL = '<sdf version="1.9"><model name="m"><link name="l"/>{}</model></sdf>'


@pytest.mark.parametrize(
    ("profile", "part", "codes"),
    [
        ("libsdformat", '<joint name="j" type="gearbox"><parent>world</parent><child>l</child></joint>', ""),
        ("drake", '<joint name="j" type="gearbox"><parent>world</parent><child>l</child></joint>', "D911"),
        ("drake", '<plugin name="p" filename="f"/>', "D912"),
        ("drake", "<QQQ/>", "D111"),
        ("libsdformat", '<frame name="f" my:a=""/>', ""),
        ("libsdformat", '<link name="k"/><joint name="j" type="fixed"><parent>__model__</parent><child>k</child></joint>', ""),
    ],
)  # fmt: skip
def test_each_profile_reports_what_its_reader_reports(profile, part, codes, tmp_path, capsys):
    path = tmp_path / "model.sdf"
    path.write_text(MODEL.format(part), encoding="utf-8")
    main(["check", "--profile", profile, "--format", "concise", str(path)])
    told = set(re.findall(r" ([A-Z]\d{3}) (?:error|warning)", capsys.readouterr().out))
    assert told >= set(codes.split())
    assert told or not codes
