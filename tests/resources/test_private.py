"""A robot below somebody's home folder reaches nothing there, whatever it calls the folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.resources.layouts import build, package

from bodyplan.resources import Resources

SECRET = "home/alice/.ssh/id_rsa"
PLACES = {
    "in the home folder": "home/alice",
    "in a folder of it": "home/alice/Downloads",
    "in an unpacked archive": "home/alice/Downloads/robot/urdf",
    "in a package": "home/alice/ws/src/arm/urdf",
    "beside a folder that is called like a source space": "home/alice/src/robots",
}
"""Where the robot of a stranger lies."""
HIDDEN = [
    "package://alice/.ssh/id_rsa",
    "model://alice/.ssh/id_rsa",
    "package://alice/./.ssh//id_rsa",
    "package://alice/%2Essh/id_rsa",
    "package://alice/.SSH/id_rsa",
    "package://alice/ws/../.ssh/id_rsa",
    "package://home/alice/.ssh/id_rsa",
    "package://robot/.ssh/id_rsa",
    "package://.ssh/id_rsa",
    "package://urdf/../../../.ssh/id_rsa",
    "package://Downloads/../.ssh/id_rsa",
    "package://arm/../../../.ssh/id_rsa",
    ".ssh/id_rsa",
    "../.ssh/id_rsa",
    "../../../.ssh/id_rsa",
    "../../../../.ssh/id_rsa",
]
PLAIN = [
    "package://alice/Documents/secret.stl",
    "package://anything/Documents/secret.stl",
    "package://Documents/secret.stl",
    "model://alice/Documents/secret.stl",
]
WAYS = {
    "the home folder of this user": (True, {}),
    "that of another user": (False, {}),
    "one under version control": (True, {"home/alice/.git/config": "token"}),
    "that of another user, under version control": (False, {"home/alice/.git/config": "token"}),
    "one that looks like a package": (True, {"home/alice/package.xml": package("alice")}),
}


@pytest.fixture(params=WAYS)
def resources(request, tmp_path) -> Resources:
    is_own, more = WAYS[request.param]
    files = {
        SECRET: "SECRET",
        "home/alice/Documents/secret.stl": "SECRET",
        "home/alice/ws/src/arm/package.xml": package("arm"),
        **{f"{place}/r.urdf": "" for place in PLACES.values()},
        **more,
    }
    build(tmp_path, files)
    return Resources(environment={"HOME": str(tmp_path / "home/alice")} if is_own else {})


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("uri", HIDDEN)
def test_a_hidden_file_is_never_found(resources, tmp_path, place, uri):
    base = tmp_path / PLACES[place]
    assert resources.resolve(uri, base=base).path is None
    assert resources.refusal(tmp_path / SECRET, base)
    assert resources.file(uri, base=base) is None


@pytest.mark.parametrize("place", [place for place in PLACES if place != "in the home folder"])
@pytest.mark.parametrize("uri", PLAIN)
def test_a_home_directory_is_no_package(resources, tmp_path, place, uri):
    base = tmp_path / PLACES[place]
    resolution = resources.resolve(uri, base=base)
    assert resolution.path is None
    assert not resources.is_inside(tmp_path / "home/alice/Documents/secret.stl", base)


@pytest.mark.parametrize("place", PLACES)
def test_the_reason_is_given(resources, tmp_path, place):
    resolution = resources.resolve("package://alice/.ssh/id_rsa", base=tmp_path / PLACES[place])
    assert resolution.near == ()
    assert resolution.remark("refused") is not None
    assert resolution.remark("refused").detail == (
        "'alice' is a home folder; it is a package only if you name it with --package"
    )
    found = resources.find_package("alice", base=tmp_path / PLACES[place])
    assert found.path is None
    assert found.remark("refused") == resolution.remark("refused")


def test_who_names_the_folder_allows_it_but_nothing_hidden(resources, tmp_path):
    home, base = tmp_path / "home/alice", tmp_path / PLACES["in a folder of it"]
    named = resources.extended(packages={"alice": home})
    assert named.file("package://alice/Documents/secret.stl", base=base) is not None
    assert named.file("package://alice/.ssh/id_rsa", base=base) is None
    assert named.refusal(tmp_path / SECRET, base) == "hidden files and folders are not read"
    for folder in (home, home.parent):
        named = resources.extended(folders=[folder])
        for uri in HIDDEN:
            assert named.resolve(uri, base=base).path is None
            assert named.refusal(tmp_path / SECRET, base)


@pytest.mark.parametrize(
    "variable", ["ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH", "GZ_SIM_RESOURCE_PATH"]
)
def test_a_variable_makes_no_packages_of_plain_folders(tmp_path, variable):
    build(
        tmp_path,
        {"x/own/r.urdf": "", "d/plain/a.stl": "", "d/share/plain/a.stl": "", "d/.ssh/id_rsa": ""},
    )
    resources = Resources(environment={variable: str(tmp_path / "d")})
    for uri in ("package://plain/a.stl", "package://.ssh/id_rsa", "model://plain/a.stl"):
        assert resources.resolve(uri, base=tmp_path / "x/own").path is None


def test_the_sources_of_a_workspace_are_read_only_where_they_are_packages(tmp_path):
    build(
        tmp_path,
        {
            "ws/install/share/arm/package.xml": package("arm"),
            "ws/install/share/arm/a.stl": "-> ../../../src/arm/a.stl",
            "ws/install/share/arm/b.stl": "-> ../../../src/notes/b.stl",
            "ws/src/arm/package.xml": package("arm"),
            "ws/src/arm/a.stl": "",
            "ws/src/notes/b.stl": "",
        },
    )
    base = tmp_path / "ws/install/share/arm"
    resources = Resources(environment={})
    assert resources.is_inside(base / "a.stl", base)
    assert not resources.is_inside(base / "b.stl", base)


def test_a_hidden_folder_around_a_robot_hides_nothing_of_it(tmp_path):
    build(tmp_path, {".cache/robot/urdf/r.urdf": "", ".cache/robot/meshes/a.stl": ""})
    base = tmp_path / ".cache/robot/urdf"
    resources = Resources(environment={"HOME": str(tmp_path)})
    for uri in ("../meshes/a.stl", "package://robot/meshes/a.stl"):
        assert resources.file(uri, base=base).path == Path(tmp_path / ".cache/robot/meshes/a.stl")


def test_a_folder_that_is_searched_lends_its_packages_and_nothing_else(tmp_path):
    build(
        tmp_path,
        {
            "all/arm/package.xml": package("arm"),
            "all/arm/a.stl": "",
            "all/plain/a.stl": "",
            "all/a.stl": "",
            "r/r.urdf": "",
        },
    )
    base = tmp_path / "r"
    resources = Resources(searched=[tmp_path / "all"], environment={})
    assert resources.file("package://arm/a.stl", base=base) is not None
    assert resources.resolve("package://plain/a.stl", base=base).path is None
    assert not resources.is_inside(tmp_path / "all/a.stl", base)
