"""Every rule has a page and fixtures; every fixture says exactly what is found in it."""

import json
from contextlib import contextmanager

import pytest

from bodyplan.diag import kinds
from bodyplan.lint.fix import fix_document
from bodyplan.lint.rule import rules
from tests.lint import cases

FOLDERS = cases.folders()
GOOD = [path for folder in FOLDERS for path in cases.files(folder, "good")]


def name(path):
    return f"{path.parent.name}/{path.name}"


def code(path):
    return path.parent.name.partition("_")[0]


def test_every_kind_has_a_fixture_folder_of_its_name():
    rules()
    expected = {f"{kind.code}_{kind.name.replace('-', '_')}" for kind in kinds().values()}
    assert {folder.name for folder in FOLDERS} == expected - cases_of_whole_files()


def of_folder(path):
    """Whether a fixture has its fault only as one of the files of a folder."""
    return any(path.with_name(mark).is_file() for mark in ("as_folder", "without_mujoco"))


def cases_of_whole_files():
    """Kinds whose fixtures are no text files: tests/hostile, tests/formats and tests/cli make them."""
    return {
        f"{kind.code}_{kind.name.replace('-', '_')}"
        for kind in kinds().values()
        if kind.code in {"X004", "X005", "X012", "X013"}
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_bad_files_are_reported_and_repaired_as_is_written_down(folder):
    kind = kinds()[folder.name.partition("_")[0]]
    offers = []
    for path in cases.files(folder, "bad"):
        with noting(path):
            found = cases.findings(path)
            assert cases.report(path, found) == json.loads(
                cases.report_path(path).read_text(encoding="utf-8")
            )
            assert kind.code in {one.code for one in found}
            offers += [one.fix is not None for one in found if one.code == kind.code]
            is_repaired_as_written_down_and_once(path)
            if not of_folder(path):
                safe_fixes_alone_bring_no_new_code(path, {one.code for one in found})
    assert offers
    if kind.fix == "always":
        assert all(offers)
    elif kind.fix == "never":
        assert not any(offers)
    else:
        assert any(offers)


@contextmanager
def noting(path):
    """Says with an assertion that does not hold which file it is about."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"the file is {name(path)}")
        raise


def is_repaired_as_written_down_and_once(path):
    robot, settings = cases.partner(path.parent), cases.settings(path.parent)
    once = fix_document(cases.document(path), settings, unsafe=True, robot=robot)
    fixed = cases.fixed_path(path)
    expected = fixed.read_bytes() if fixed.exists() else path.read_bytes()
    assert once.document.to_bytes() == expected
    twice = fix_document(once.document, settings, unsafe=True, robot=robot)
    assert twice.document.to_bytes() == once.document.to_bytes()
    assert not twice.applied


def safe_fixes_alone_bring_no_new_code(path, before):
    robot, settings = cases.partner(path.parent), cases.settings(path.parent)
    result = fix_document(cases.document(path), settings, robot=robot)
    assert {found.code for found in result.remaining} <= before
    assert not result.reverted


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_a_good_file_does_not_show_the_problem_of_its_folder(path):
    assert code(path) not in {found.code for found in cases.findings(path)}


def test_pages_say_why_show_an_example_and_what_to_use_instead():
    rules()
    for kind in kinds().values():
        for heading in ("## Why it matters", "## Example", "## Use instead"):
            assert heading in kind.page, (kind.code, heading)
        assert ("## Fix safety" in kind.page) == (kind.fix != "never"), kind.code
        assert kind.title.endswith("."), kind.code
