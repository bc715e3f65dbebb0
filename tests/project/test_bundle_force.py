"""``force`` replaces what ``bundle`` wrote, and nothing else."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from tests.project.test_bundle import nowhere, robot, stl
from tests.resources.layouts import build, package

from bodyplan.jobs.bundle.bundling import bundle
from bodyplan.jobs.bundle.marker import MARKER, BundleError

NOT_OURS = "was not written by `bodyplan bundle`"
CHANGED = "holds files that were added or changed after"


@pytest.fixture
def arm(tmp_path) -> Path:
    build(
        tmp_path,
        {
            "arm/package.xml": package("arm"),
            "arm/arm.urdf": robot("a.stl", "b.stl"),
            "arm/a.stl": stl("a"),
            "arm/b.stl": stl("b"),
        },
    )
    return tmp_path / "arm/arm.urdf"


def state(place: Path) -> dict[str, bytes]:
    if place.is_file():
        return {place.name: place.read_bytes()}
    return {str(path): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def add_a_file(place: Path) -> None:
    (place / "notes.txt").write_text("mine")


def add_a_hidden_file(place: Path) -> None:
    build(place, {".git/config": "mine"})


def add_a_link(place: Path) -> None:
    (place / "more").symlink_to(place.parent)


def change_a_file(place: Path) -> None:
    (place / "a.stl").write_text(stl("A"))


def replace_a_file_by_a_link(place: Path) -> None:
    (place / "a.stl").unlink()
    (place / "a.stl").symlink_to("b.stl")


FOLDERS = [add_a_file, add_a_hidden_file, add_a_link, change_a_file, replace_a_file_by_a_link]


@pytest.mark.parametrize("change", FOLDERS)
def test_a_folder_that_was_changed_stays(arm, tmp_path, change):
    out = tmp_path / "out"
    bundle(arm, out, resources=nowhere())
    change(out)
    before = state(out)
    with pytest.raises(BundleError, match=CHANGED):
        bundle(arm, out, resources=nowhere(), force=True)
    assert state(out) == before


def test_a_folder_of_which_files_were_removed_is_replaced(arm, tmp_path):
    bundle(arm, tmp_path / "out", resources=nowhere())
    (tmp_path / "out/a.stl").unlink()
    bundle(arm, tmp_path / "out", resources=nowhere(), force=True)
    assert (tmp_path / "out/a.stl").exists()


LISTS = {
    "no list": None,
    "an empty list": "",
    "another table": "[]",
    "a table of another program": '{"files": {}}',
    "a list of another version": '{"format": "bodyplan bundle", "version": 99, "files": {}}',
    "a list that is none": '{"format": "bodyplan bundle", "version": 1, "files": [1]}',
    "deep brackets": "[" * 100_000,
}


@pytest.mark.parametrize("name", LISTS)
def test_a_folder_of_somebody_else_stays(arm, tmp_path, name):
    build(tmp_path, {"out/arm.urdf": "mine"})
    if LISTS[name] is not None:
        (tmp_path / "out" / MARKER).write_text(LISTS[name])
    before = state(tmp_path / "out")
    with pytest.raises(BundleError, match=NOT_OURS):
        bundle(arm, tmp_path / "out", resources=nowhere(), force=True)
    assert state(tmp_path / "out") == before


def test_what_appears_while_the_bundle_is_written_stays(arm, tmp_path):
    out = tmp_path / "out"
    bundle(arm, out, resources=nowhere())
    arm.write_text(robot("b.stl"))

    def late(done: int, total: int) -> None:
        if done == total:
            (out / "notes.txt").write_text("mine")

    bundle(arm, out, resources=nowhere(), force=True, progress=late)
    assert set(state(out)) == {str(out / n) for n in ("arm.urdf", "b.stl", "notes.txt", MARKER)}


def test_the_list_names_files_and_nothing_of_this_machine(arm, tmp_path):
    bundle(arm, tmp_path / "out", resources=nowhere())
    text = (tmp_path / "out" / MARKER).read_text()
    assert set(json.loads(text)["files"]) == {"arm.urdf", "a.stl", "b.stl"}
    assert str(tmp_path) not in text
    bundle(arm, tmp_path / "out.zip", resources=nowhere())
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.read(f"out/{MARKER}").decode() == text
