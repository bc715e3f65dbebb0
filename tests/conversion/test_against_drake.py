"""Robots of SDFormat files have the poses, masses, inertias and axes that Drake computes."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.diag import Severity
from tests.oracles import drake_robot

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(not drake_robot.available(), reason=drake_robot.WANTED)

ROOT = Path(__file__).parents[2]
PARTS = 8
"""The files are tested in so many parts, which can run at the same time."""
_INERTIA = "Drake replaces the mass and inertia of a link whose inertia is invalid"
_FAR = "the poses exceed the range of floating-point numbers"
DIFFERENT = {
    "tests/formats/sdf/fixtures/codes/19-link-inertia-invalid-mass-zero.sdf": _INERTIA,
    "tests/formats/sdf/fixtures/codes/34-parameter-error-huge.sdf": _FAR,
    "tests/lint/rules/D306_sdf_pose_out_of_range/bad.sdf": _FAR,
    "tests/lint/rules/I102_zero_mass/bad_model.sdf": _INERTIA,
    "tests/lint/rules/I102_zero_mass/good_static.sdf": _INERTIA,
}
"""The files whose robots differ, and why."""


def files() -> list[Path]:
    found = [
        path
        for folder in ("examples", "src", "tests")
        for ending in ("*.sdf", "*.world")
        for path in (ROOT / folder).rglob(ending)
        if "hostile" not in path.parts
    ]
    return sorted(found)


def is_accepted(path: Path) -> bool:
    """Whether the default check of a file finds no error."""
    found = bodyplan.check(path).files
    return all(d.severity is not Severity.ERROR for file in found for d in file.diagnostics)


@pytest.fixture(scope="module")
def oracle():
    return drake_robot.shared()


@pytest.mark.long(keep=2)
@pytest.mark.filterwarnings("ignore:(overflow|invalid value) encountered:RuntimeWarning")
@pytest.mark.parametrize("part", range(PARTS))
def test_robots_of_all_files_are_those_of_drake(part, oracle):
    from tests.conversion.drake_against import REJECTED, differences

    found = {}
    for path in files()[part::PARTS]:
        if not is_accepted(path):
            continue
        told = differences(path, oracle)
        if told and not told[0].startswith(REJECTED):
            found[path.relative_to(ROOT).as_posix()] = told
    expected = {str(path.relative_to(ROOT)) for path in files()[part::PARTS]} & {*DIFFERENT}
    assert {name: told for name, told in found.items() if name not in DIFFERENT} == {}
    assert {*found} == expected
