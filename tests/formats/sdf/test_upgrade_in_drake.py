"""An upgraded file is the same robot in Drake as the original, or a loss says what changed.

`python -m tests.formats.sdf.test_upgrade_in_drake 10` compares every SDFormat file of the tests, and
510 mutants; the tests compare a part of them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bodyplan import read
from bodyplan.conversion.sdf.versions import to_version
from bodyplan.formats.editing import EditError
from bodyplan.formats.sdf.upgrade import Converted
from tests.oracles import drake_facts, sdf_mutations
from tests.slices import amount

NEWEST = "1.12"
SEED = 16
TESTS = Path(__file__).parents[2]
ROBOTS = sorted((Path(__file__).parent / "fixtures" / "robots").glob("*.sdf"))
"""Robots of single-DOF joints, each with what an upgrade must convert."""
UNSUPPORTED = {"flat-names-1.6.sdf", "flat-world-1.7.sdf"}
"""Files that only libsdformat reads: Drake requires a model for each '::' in a name."""

needs_drake = pytest.mark.skipif(not drake_facts.available(), reason=drake_facts.WANTED)


class Case(NamedTuple):
    """A file, and what Drake reads before and after the upgrade."""

    name: str
    upgraded: Converted
    before: drake_facts.Answer
    after: drake_facts.Answer

    def verdict(self) -> str:
        """Whether both are the same robot."""
        if self.before.error:
            return "not read before"
        if not self.after.error and not drake_facts.differences(self.before, self.after):
            return "same"
        if any(loss.changes_meaning for loss in self.upgraded.losses):
            return "reported as a loss"
        return "not read after" if self.after.error else "different"


def cases(files: Iterable[tuple[str, Path, bytes]]) -> list[Case]:
    """Upgrade contents, and read them in Drake; files that cannot be upgraded are left out."""
    upgraded = [
        (name, path, data, done)
        for name, path, data in files
        if (done := _upgraded(data)) is not None
    ]
    answers = drake_facts.read_all(
        [
            (path, content)
            for _, path, data, done in upgraded
            for content in (data, done.document.to_bytes())
        ]
    )
    return [
        Case(name, done, before, after)
        for (name, _, _, done), before, after in zip(
            upgraded, answers[::2], answers[1::2], strict=True
        )
    ]


def _upgraded(data: bytes) -> Converted | None:
    try:
        return to_version(read(data), NEWEST)
    except EditError:
        return None


def files() -> Iterator[tuple[str, Path, bytes]]:
    """Yield every SDFormat file of the tests, without those that are made to crash readers."""
    for path in sorted([*TESTS.rglob("*.sdf"), *TESTS.rglob("*.world")]):
        if "hostile" not in path.parts:
            yield str(path.relative_to(TESTS)), path, path.read_bytes()


def mutants(count: int) -> Iterator[tuple[str, Path, bytes]]:
    """Yield so many mutants of each base, and six times as many of each robot that Drake reads."""
    for path in [*sdf_mutations.bases(), *ROBOTS]:
        number = 6 * count if path in ROBOTS and path.name not in UNSUPPORTED else count
        for mutation in sdf_mutations.mutations(path, SEED, number):
            yield mutation.name, path, mutation.data


def _wrong(found: Iterable[Case]) -> list[tuple[str, str, list[str]]]:
    return [
        (
            case.name,
            case.after.error or case.verdict(),
            drake_facts.differences(case.before, case.after)[:6],
        )
        for case in found
        if case.verdict() in {"different", "not read after"}
    ]


@needs_drake
def test_an_upgraded_robot_is_the_same_in_drake() -> None:
    found = cases((path.name, path, path.read_bytes()) for path in ROBOTS)
    assert _wrong(found) == []
    assert {case.name for case in found if case.verdict() != "same"} == UNSUPPORTED


@needs_drake
def test_the_density_of_an_old_file_is_still_that_of_its_links() -> None:
    path = next(path for path in ROBOTS if path.name == "density-1.6.sdf")
    (case,) = cases([(path.name, path, path.read_bytes())])
    volume = 0.1 * 0.2 * 0.3
    for answer in (case.before, case.after):
        assert answer.facts["link brick::light mass"] == [pytest.approx(850 * volume)]
        # the density of a collision overrides that of its link
        assert answer.facts["link brick::heavy mass"] == [pytest.approx(2700 * volume)]


@needs_drake
def test_an_upgraded_file_of_the_tests_is_the_same_robot_in_drake() -> None:
    found = cases(list(files())[:: amount(9, short=36)])
    assert _wrong(found) == []
    assert sum(case.verdict() == "same" for case in found) >= amount(25, short=6)


@pytest.mark.long
@needs_drake
def test_an_upgraded_mutant_is_the_same_robot_in_drake() -> None:
    found = cases(mutants(2))
    assert len(found) >= 90
    assert _wrong(found) == []
    assert sum(case.verdict() == "same" for case in found) >= 25


@needs_drake
@pytest.mark.parametrize("name", sorted(UNSUPPORTED))
def test_parts_that_become_a_nested_model_are_those_of_the_names_with_underscores(
    name: str,
) -> None:
    path = next(path for path in ROBOTS if path.name == name)
    data = path.read_bytes()
    after = _upgraded(data)
    assert after is not None
    plain, nested = drake_facts.read_all(
        [(path, data.replace(b"::", b"__")), (path, after.document.to_bytes())]
    )
    assert not plain.error
    assert not nested.error
    different = drake_facts.differences(plain, nested)
    # a fixed joint belongs to the model of its child
    assert [fact for fact in different if "mount" not in fact] == []


def main(count: int) -> int:
    """Compare every file and the mutants, and print the verdicts."""
    wrong = 0
    for what, chosen in (("files", list(files())), ("mutants", list(mutants(count)))):
        found = cases(chosen)
        print(f"{len(chosen)} {what}, {len(found)} upgraded:")
        for verdict, number in Counter(case.verdict() for case in found).most_common():
            print(f"  {number} {verdict}")
        for line in _wrong(found):
            print("  ", *line)
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
