"""Hostile addresses and folders: an answer, soon, and nothing outside without a remark."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest
from tests.growth import HANG_GUARD
from tests.resources.layouts import build, package

from bodyplan.resources import Resources, folders
from bodyplan.resources.find import MOST_ADDRESSES, MOST_MISSING


@pytest.fixture
def robot(tmp_path) -> Path:
    """The folder of a description in a package, beside a secret."""
    build(
        tmp_path,
        {
            "robot/package.xml": package("robot"),
            "robot/urdf/robot.urdf": "",
            "robot/meshes/base.stl": "",
            "secret/key": "",
            "secret/meshes/key.stl": "",
        },
    )
    return tmp_path / "robot/urdf"


def kinds(resolution) -> set[str]:
    return {remark.kind for remark in resolution.remarks}


@pytest.mark.parametrize(
    "uri",
    [
        "package://robot/../secret/key",
        "package://robot/meshes/../../secret/key",
        "package://robot/QQQ/../../secret/key",
        "../../secret/key",
        "../meshes/../../secret/key",
        "file://../../secret/key",
        "{top}/secret/key",
        "file://{top}/secret/key",
        "file:{top}/secret/key",
        "package://robot/../secret",
        "package://QQQ/secret/key",
        "package://secret/key",
        "package://{name}/secret/key",
        "link/key",
        "package://robot/link/key",
        "package://robot/file_link",
        "package://robot/../../../../../../../../../../etc/passwd",
        "package://etc/passwd",
        "package://QQQ/etc/passwd",
        "/etc/passwd",
    ],
)
def test_nothing_outside_is_found_without_a_remark(robot, uri):
    top = robot.parent.parent
    (robot / "link").symlink_to(top / "secret")
    (robot.parent / "link").symlink_to(top / "secret")
    (robot.parent / "file_link").symlink_to(top / "secret/key")
    resources = Resources(environment={"HOME": str(top)})
    resolution = resources.resolve(uri.format(top=top, name=top.name), base=robot)
    if resolution.path is not None:
        assert kinds(resolution) & {"outside", "symlink"}
        assert not resources.is_inside(resolution.path, robot)


def test_what_lies_in_the_package_has_no_such_remark(robot):
    (robot.parent / "meshes/inner.stl").symlink_to(robot.parent / "meshes/base.stl")
    resources = Resources(environment={})
    for uri in ("../meshes/base.stl", "package://robot/meshes/inner.stl"):
        resolution = resources.resolve(uri, base=robot)
        assert resolution.remarks == ()
        assert resources.is_inside(resolution.path, robot)


def test_a_package_that_was_named_may_be_read(robot):
    top = robot.parent.parent
    resources = Resources({"secret": top / "secret"}, environment={})
    resolution = resources.resolve("package://secret/key", base=robot)
    assert resolution.path == top / "secret/key"
    assert resolution.remarks == ()


@pytest.mark.parametrize("name", ["", ".", "..", "../../etc", "a/b", "/etc", "a\0b", "a" * 5000])
def test_what_is_no_name_of_a_package_is_not_looked_up(robot, name):
    resolution = Resources(environment={}).find_package(name, base=robot)
    assert resolution.path is None
    assert resolution.remarks or resolution.tried


@pytest.mark.parametrize(
    "uri",
    [
        "package://robot/meshes/ba\nse.stl",
        "package://ro\0bot/a.stl",
        "a\0b.stl",
        "/a\0b.stl",
        "\ud800.stl",
        "package://" + "a" * 3000 + "/" + "b" * 900,
        "a" * 300,
        "../" * 90 + "x",
        "file:///" + "../" * 90 + "x",
        "package://robot/" + "meshes/../" * 45 + "meshes/base.stl",
    ],
    ids=range(10),
)
def test_odd_names_have_an_answer(robot, uri):
    resolution = Resources(environment={}).resolve(uri, base=robot)
    assert resolution.tried
    assert all(place.outcome for place in resolution.tried)


def test_a_file_with_a_line_end_in_its_name_is_found_with_a_remark(robot):
    (robot / "a\nb.stl").write_text("")
    resolution = Resources(environment={}).resolve("a\nb.stl", base=robot)
    assert resolution.path == robot / "a\nb.stl"
    assert kinds(resolution) == {"control"}
    assert "\\n" in resolution.remarks[0].detail


def test_links_in_a_circle_end(robot):
    (robot / "loop").symlink_to(robot / "loop")
    (robot / "deep").symlink_to(robot)
    (robot / "deeper").symlink_to(robot.parent)
    (robot.parent / "again").symlink_to(robot.parent.parent)
    start = time.process_time()
    top = robot.parent.parent
    environment = {"ROS_PACKAGE_PATH": str(top), "GZ_SIM_RESOURCE_PATH": str(top)}
    resources = Resources(folders=[top], environment=environment)
    assert resources.resolve("loop", base=robot).path is None
    assert resources.resolve("loop/a.stl", base=robot).path is None
    assert resources.resolve("package://QQQ/loop/a.stl", base=robot).path is None
    around = resources.resolve("deep/deeper/urdf/deep/../meshes/base.stl", base=robot)
    assert around.path is not None
    assert around.path.resolve() == robot.parent / "meshes/base.stl"
    assert resources.resolve("package://nobody/QQQ.stl", base=robot).path is None
    assert time.process_time() - start < HANG_GUARD


def test_a_closed_folder_is_an_outcome_and_its_files_can_still_be_found(robot, monkeypatch):
    closed = str(robot.parent / "meshes")
    scan = os.scandir

    def refuse(path):
        if os.fspath(path) == closed:
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    resources = Resources(environment={})
    assert resources.resolve("../meshes/base.stl", base=robot).path is not None
    missing = resources.resolve("../meshes/QQQ.stl", base=robot)
    assert missing.tried[0].outcome == "permission denied"


def test_a_folder_that_cannot_even_be_asked_is_an_outcome(robot, monkeypatch):
    def refuse(path, **_):
        raise PermissionError(13, "Permission denied", path)

    resources = Resources(environment={"ROS_PACKAGE_PATH": "/QQQ"})
    for name in ("scandir", "lstat", "stat"):
        monkeypatch.setattr(os, name, refuse)
    resolutions = [resources.resolve(u, base=robot) for u in ("a.stl", "package://b/c", "/d/e")]
    monkeypatch.undo()
    assert all(resolution.path is None for resolution in resolutions)
    assert resolutions[0].tried[0].outcome == "permission denied"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_and_devices_are_no_files_and_are_not_opened(robot):
    os.mkfifo(robot / "pipe.stl")
    os.mkfifo(robot / "package.xml")
    os.mkfifo(robot.parent.parent / "secret/package.xml")
    resources = Resources(folders=[robot.parent.parent], environment={})
    resolution = resources.resolve("pipe.stl", base=robot)
    assert resolution.path is None
    assert resolution.tried[0].outcome == "a device or a pipe"
    assert resources.resolve("package://secret/key", base=robot).path is not None
    assert resources.resolve("file:///dev/null", base=robot).path is None


def test_a_manifest_is_searched_not_parsed(robot):
    bomb = "<!DOCTYPE p [<!ENTITY a 'x'>]><package><name>&a;</name></package>"
    build(robot.parent.parent, {"robot/package.xml": bomb})
    resolution = Resources(environment={}).resolve("package://x/meshes/base.stl", base=robot)
    assert resolution.found_by == "folders above the file"
    long = "<package><name>" + " " * 10**6 + "late</name></package>"
    build(robot.parent.parent, {"robot/package.xml": long + "<name" * 10**6})
    start = time.process_time()
    assert Resources(environment={}).find_package("late", base=robot).path is None
    assert time.process_time() - start < HANG_GUARD


def test_a_folder_with_more_entries_than_are_listed_still_has_its_files(robot, monkeypatch):
    monkeypatch.setattr(folders, "MOST_ENTRIES", 3)
    for number in range(20):
        (robot / f"part_{number}.stl").write_text("")
    resources = Resources(environment={})
    assert all(
        resources.resolve(f"part_{number}.stl", base=robot).path is not None for number in range(20)
    )
    assert resources.resolve("QQQ.stl", base=robot).tried[0].outcome == "no such file"


def test_the_cap_on_folders_of_a_tree_is_named(robot, monkeypatch):
    from bodyplan.resources import _package_candidates as package_candidates
    from bodyplan.resources import crawl

    monkeypatch.setattr(crawl, "MOST_FOLDERS", 2)
    monkeypatch.setattr(package_candidates, "MOST_FOLDERS", 2)
    resources = Resources(environment={"ROS_PACKAGE_PATH": str(robot.parent.parent)})
    resolution = resources.find_package("nobody", base=None)
    assert resolution.tried[0].outcome == "no such package in the first 2 folders"


def test_very_many_addresses_that_lead_nowhere_end_soon(robot):
    top = robot.parent.parent
    for number in range(200):
        (robot / f"part_{number}.stl").write_text("")
    environment = {"ROS_PACKAGE_PATH": str(top), "AMENT_PREFIX_PATH": str(top)}
    resources = Resources(environment=environment)
    start = time.process_time()
    for number in range(MOST_MISSING):
        resources.resolve(f"package://p{number}/a/b/c/part_{number}.stl", base=robot)
    last = resources.resolve("package://one/more.stl", base=robot)
    assert f"{MOST_MISSING:,} unresolved URIs before it (the limit)" in last.remarks[0].detail
    assert time.process_time() - start < HANG_GUARD


def test_very_many_spellings_of_one_address_end_soon(robot):
    resources = Resources(environment={})
    start = time.process_time()
    for number in range(MOST_ADDRESSES):
        uri = f"package://robot/{'/' * (number % 70)}meshes/{'/' * (number // 70 % 70)}base.stl"
        resources.resolve(uri + " " * (number // 4900), base=robot)
    assert time.process_time() - start < HANG_GUARD


@pytest.mark.skipif(sys.platform == "win32", reason="folders there cannot be removed while in use")
def test_a_current_folder_that_was_removed_is_survived(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert Resources(folders=["x"], environment={}).resolve("a.stl", base="y").path is None


def test_addresses_of_a_network_are_no_look_ups(tmp_path, monkeypatch):
    monkeypatch.setattr("bodyplan.resources.find.MOST_ADDRESSES", 3)
    (tmp_path / "base.stl").touch()
    resources = Resources(environment={})
    for number in range(10):
        found = resources.resolve(f"https://example.org/{number}.stl", base=tmp_path)
        assert found.scheme == "network"
    assert resources.resolve("base.stl", base=tmp_path).path == tmp_path / "base.stl"
