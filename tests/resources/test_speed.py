"""How often the disk is asked. Calls are counted, nothing is timed."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from tests.resources.layouts import build, package

from bodyplan.resources import Resources

FOLDERS = ("meshes/visual", "meshes/collision", "meshes/textures")


@pytest.fixture
def calls(monkeypatch) -> Counter[tuple[str, str]]:
    """How often each path was listed or looked at, by the function of the system."""
    counted: Counter[tuple[str, str]] = Counter()
    for name in ("scandir", "listdir", "stat", "lstat", "open"):
        real = getattr(os, name)

        def count(path=".", *rest, _name=name, _real=real, **options):
            counted[_name, os.fspath(path) if not isinstance(path, int) else str(path)] += 1
            return _real(path, *rest, **options)

        monkeypatch.setattr(os, name, count)
    return counted


def only(calls: Counter[tuple[str, str]], *names: str) -> dict[str, int]:
    return {path: count for (name, path), count in calls.items() if name in names}


@pytest.fixture
def workspace(tmp_path) -> Path:
    """A workspace with 500 meshes of one package in three folders, and 40 other packages."""
    build(
        tmp_path,
        {
            "ws/src/arm/package.xml": package("arm"),
            "ws/src/arm/urdf/arm.urdf": "",
            **{f"ws/src/arm/{FOLDERS[n % 3]}/part_{n}.stl": "" for n in range(500)},
            **{f"ws/src/other_{n}/package.xml": package(f"other_{n}") for n in range(40)},
            **{f"opt/share/tool_{n}/package.xml": package(f"tool_{n}") for n in range(40)},
        },
    )
    return tmp_path


def test_500_meshes_in_three_folders_cost_one_listing_a_folder(workspace, calls):
    resources = Resources(environment={})
    base = workspace / "ws/src/arm/urdf"
    for number in range(500):
        uri = f"package://arm/{FOLDERS[number % 3]}/part_{number}.stl"
        assert resources.resolve(uri, base=base).path is not None
    listed = only(calls, "scandir", "listdir")
    top = str(workspace / "ws/src/arm")
    assert listed == dict.fromkeys([top, f"{top}/meshes", *(f"{top}/{f}" for f in FOLDERS)], 1)
    looked = only(calls, "stat", "lstat", "open")
    assert sum(looked.values()) < 150  # the folders above and their links, whatever the meshes
    assert not any("part_" in path for path in looked)


def test_500_meshes_that_are_missing_list_no_folder_twice(workspace, calls):
    environment = {
        "ROS_PACKAGE_PATH": f"{workspace}/ws/src{os.pathsep}{workspace}/opt/share",
        "AMENT_PREFIX_PATH": f"{workspace}/opt",
    }
    resources = Resources(environment=environment)
    for number in range(500):
        for name in ("arm", "nobody"):
            uri = f"package://{name}/{FOLDERS[number % 3]}/QQQ_{number}.stl"
            assert resources.resolve(uri, base=workspace / "ws/src/arm/urdf").path is None
    listed = only(calls, "scandir", "listdir")
    assert max(listed.values()) == 1
    assert len(listed) <= sum(1 for p in workspace.rglob("*") if p.is_dir()) + 1
    looked = only(calls, "stat", "lstat")
    assert sum(looked.values()) < 1500


def test_a_package_of_a_search_path_costs_one_pass_over_its_tree(workspace, calls):
    resources = Resources(environment={"ROS_PACKAGE_PATH": f"{workspace}/ws/src"})
    for number in range(40):
        found = resources.find_package(f"other_{number}", base=workspace / "opt")
        assert found.path == workspace / f"ws/src/other_{number}"
    assert resources.find_package("other_QQQ", base=workspace / "opt").path is None
    assert max(only(calls, "scandir").values()) == 1
    manifests = [path for path in only(calls, "open") if path.endswith("package.xml")]
    assert len(manifests) == len(set(manifests))


def test_the_same_question_is_answered_from_memory(workspace, calls):
    resources = Resources(environment={})
    base = workspace / "ws/src/arm/urdf"
    first = resources.resolve("package://arm/meshes/QQQ.stl", base=base)
    calls.clear()
    assert resources.resolve("package://arm/meshes/QQQ.stl", base=base) is first
    assert not calls
