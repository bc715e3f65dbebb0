"""Packages by name, roots, what may be read, and the way to another process."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from tests.resources.layouts import GAZEBO, MERGED, ROS_1, ROS_2, UNPACKED, ZIP, build, package

from bodyplan.resources import VARIABLES, Resources

ARM = "ws/src/arm_description"


@pytest.fixture
def ros_1(tmp_path) -> Path:
    build(tmp_path, ROS_1)
    return tmp_path


def names(paths, top) -> list[str]:
    return [str(path.relative_to(top)) for path in paths]


def test_a_package_is_found_by_name(ros_1):
    resources = Resources(environment={"ROS_PACKAGE_PATH": str(ros_1 / "opt")})
    base = ros_1 / ARM / "urdf"
    own = resources.find_package("arm_description", base=base)
    assert (own.path, own.folder, own.is_folder) == (ros_1 / ARM, ros_1 / ARM, True)
    assert own.found_by == "package.xml above the file"
    other = resources.find_package("gripper_description", base=base)
    assert other.path == ros_1 / "opt/share/gripper_description"
    assert other.found_by == "ROS_PACKAGE_PATH"
    assert other.remarks == ()


def test_a_package_that_is_not_there_is_explained_with_near_names(ros_1):
    resources = Resources(environment={"ROS_PACKAGE_PATH": str(ros_1 / "opt")})
    lost = resources.find_package("griper_descriptionQQQ", base=ros_1 / ARM)
    assert lost.path is None
    assert lost.near[0] == "gripper_description"
    assert [place.source for place in lost.tried] == [
        "package.xml above the file",
        "folder of that name above the file",
        "folder beside the package of the file",
        "src of the workspace",
        "ROS_PACKAGE_PATH",
    ]


def test_an_unpacked_archive_is_taken_for_its_package_with_a_remark(tmp_path):
    build(tmp_path, UNPACKED)
    found = Resources(environment={}).find_package("robot", base=tmp_path / "Downloads/robot-main")
    assert found.path == tmp_path / "Downloads/robot-main"
    assert [remark.kind for remark in found.remarks] == ["package"]
    other = Resources(environment={}).find_package("rob", base=tmp_path / "Downloads/robot-main")
    assert other.path is None


def test_text_without_a_file_has_the_named_packages_only(ros_1):
    resources = Resources(
        {"arm": ros_1 / ARM}, [ros_1 / "opt/share/gripper_description"], environment={}
    )
    assert resources.resolve("package://arm/meshes/base.stl", base=None).path is not None
    relative = resources.resolve("meshes/finger.stl", base=None)
    assert relative.path == ros_1 / "opt/share/gripper_description/meshes/finger.stl"
    assert [remark.kind for remark in relative.remarks] == ["base"]
    lost = Resources(environment={}).resolve("meshes/finger.stl", base=None)
    assert (lost.path, lost.tried) == (None, ())
    assert [remark.kind for remark in lost.remarks] == ["base"]


def test_a_folder_is_distinguished_from_a_file(ros_1):
    resources = Resources(environment={})
    base = ros_1 / ARM / "urdf"
    for uri in ("package://arm_description", "package://arm_description/meshes/", "../meshes"):
        found = resources.resolve(uri, base=base)
        assert found.is_folder
        assert "folder" in {remark.kind for remark in found.remarks}
    build(ros_1, GAZEBO)
    model = resources.resolve("model://wheel", base=ros_1 / "models/rover")
    assert (model.path, model.remarks) == (ros_1 / "models/wheel", ())


def test_a_uri_that_leaves_its_model_has_a_suggestion(tmp_path):
    build(tmp_path, {"box/model.config": "<model><name>box</name></model>", "box/meshes/a.dae": ""})
    found = Resources(environment={}).resolve(
        "model://box/../box/meshes/a.dae", base=tmp_path / "box"
    )
    assert found.suggestion == "model://box/meshes/a.dae"


def test_the_roots_of_a_file_in_a_package_are_its_folder_and_the_package(ros_1):
    roots = Resources(environment={}).roots(ros_1 / ARM / "urdf")
    assert names(roots, ros_1) == [f"{ARM}/urdf", ARM]


def test_packages_become_roots_when_they_are_found(ros_1):
    resources = Resources(environment={})
    base = ros_1 / ARM / "urdf"
    parts = ros_1 / "ws/src/common/parts"
    assert not resources.is_inside(parts / "meshes/hand.stl", base)
    resources.resolve("package://robot_parts/meshes/QQQ.stl", base=base)
    assert resources.is_inside(parts / "meshes/hand.stl", base)
    assert resources.roots(base)[-1] == parts
    assert not resources.is_inside(parts / "meshes/hand.stl", ros_1 / "opt")


def test_what_was_named_is_a_root_from_the_beginning(ros_1):
    resources = Resources({"arm": ros_1 / ARM}, [ros_1 / "opt"], environment={})
    assert names(resources.roots(None), ros_1) == [ARM, "opt"]
    assert resources.is_inside(ros_1 / "opt/share", None)
    assert not resources.is_inside(ros_1 / "ws", None)
    assert not resources.is_inside(ros_1 / "opt/../ws", None)


def test_a_repository_is_the_package_of_what_is_in_none(tmp_path):
    build(tmp_path, {"work/repo/.git/": "", "work/repo/a/b/robot.urdf": ""})
    roots = Resources(environment={}).roots(tmp_path / "work/repo/a/b")
    assert names(roots, tmp_path) == ["work/repo/a/b", "work/repo"]


@pytest.mark.parametrize(
    ("files", "base", "root"),
    [
        (ZIP, "Downloads/robot/urdf", "Downloads/robot"),
        ({"x/robot/meshes/": "", "x/robot/desc/r.urdf": ""}, "x/robot/desc", "x/robot"),
        ({"x/robot/sub/urdf/": ""}, "x/robot/sub/urdf", "x/robot/sub"),
        ({"x/robot/r.urdf": ""}, "x/robot", "x/robot"),
    ],
)
def test_the_package_of_a_plain_archive_is_recognised(tmp_path, files, base, root):
    build(tmp_path, files)
    roots = Resources(environment={}).roots(tmp_path / base)
    assert roots[-1] == tmp_path / root


def test_no_home_is_taken_for_a_package(tmp_path):
    build(tmp_path, {"ann/urdf/r.urdf": "", "ann/meshes/": ""})
    resources = Resources(environment={"HOME": str(tmp_path / "ann")})
    assert names(resources.roots(tmp_path / "ann/urdf"), tmp_path) == ["ann/urdf"]


def test_links_of_a_built_package_may_lead_to_its_sources(tmp_path):
    build(tmp_path, MERGED)
    environment = {"COLCON_PREFIX_PATH": str(tmp_path / "ws/install")}
    resources = Resources(environment=environment)
    found = resources.resolve("package://arm_description/meshes/base.stl", base=tmp_path / "home")
    assert found.path is not None
    assert found.path.resolve() == tmp_path / "ws/src/arm_description/meshes/base.stl"
    assert resources.is_inside(found.path, tmp_path / "home")
    assert found.remarks == ()


def test_another_process_gets_the_same_settings(ros_1, monkeypatch):
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(ros_1 / "opt"))
    monkeypatch.setenv("QQQ", "not to be told")
    one = Resources({"arm": ros_1 / ARM}, [ros_1 / "ws"], allowed_environment=["ROBOT_NAME"])
    data = json.loads(json.dumps(one.as_data()))
    assert set(data["environment"]) <= {*VARIABLES, "HOME", "USERPROFILE"}
    monkeypatch.delenv("ROS_PACKAGE_PATH")
    for other in (Resources.from_data(data), pickle.loads(pickle.dumps(one))):  # noqa: S301
        assert other.as_data() == one.as_data()
        assert other.allowed_environment == one.extended().allowed_environment == {"ROBOT_NAME"}
        for uri in ("package://arm/meshes/base.stl", "package://rosbuilt/meshes/finger.stl"):
            assert other.resolve(uri, base=None) == one.resolve(uri, base=None)
            assert other.resolve(uri, base=None).path is not None


def test_relative_settings_hold_wherever_the_process_goes(ros_1, monkeypatch, tmp_path_factory):
    monkeypatch.chdir(ros_1)
    resources = Resources({"arm": ARM}, ["opt"], environment={"AMENT_PREFIX_PATH": "opt"})
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert resources.resolve("package://arm/meshes/base.stl", base=None).path is not None
    assert resources.find_package("rosbuilt", base=None).path == ros_1 / "opt/share/rosbuilt"


def test_a_thousand_prefixes_are_looked_through(tmp_path):
    build(tmp_path, ROS_2)
    prefixes = [str(tmp_path / f"p{number}") for number in range(998)]
    environment = {"AMENT_PREFIX_PATH": ":".join([*prefixes, str(tmp_path / "opt/ros")])}
    found = Resources(environment=environment).find_package("hand_description", base=None)
    assert found.path == tmp_path / "opt/ros/share/hand_description"
    assert len(found.tried) == 999


def test_a_manifest_may_be_cut_off_or_empty(tmp_path):
    for text in ("", "<package", "<package><name>", "<package><name/></package>", "\xff\0"):
        build(tmp_path, {"robot/package.xml": text, "robot/a.stl": ""})
        resources = Resources(environment={})
        found = resources.resolve("package://robot/a.stl", base=tmp_path / "robot")
        assert found.found_by == "folder of that name above the file"
    build(tmp_path, {"robot/package.xml": "<package><name>\n  arm </name></package>"})
    assert Resources(environment={}).find_package("arm", base=tmp_path / "robot").path
    build(tmp_path, {"robot/package.xml": "<package><name>arm</name"})
    assert Resources(environment={}).find_package("arm", base=tmp_path / "robot").path


def test_a_name_twice_in_a_tree_is_the_nearest_one(tmp_path):
    build(
        tmp_path,
        {
            "ws/a/b/arm/package.xml": package("arm"),
            "ws/z/package.xml": package("arm"),
        },
    )
    environment = {"ROS_PACKAGE_PATH": str(tmp_path / "ws")}
    found = Resources(environment=environment).find_package("arm", base=None)
    assert found.path == tmp_path / "ws/z"


def test_the_values_describe_themselves(ros_1):
    resources = Resources(environment={})
    found = resources.resolve("package://arm_description/meshes/base.stl", base=ros_1 / ARM)
    assert found.suggestion is None
    assert found.remark("case") is None
    assert found.tried[-1].is_found
    assert "Resources(packages={}" in repr(resources)


def test_a_package_beside_the_file_may_be_in_a_folder_of_another_name(tmp_path):
    parts = tmp_path / "panda_description"
    (parts / "meshes").mkdir(parents=True)
    (parts / "package.xml").write_text(package("moveit_panda_description"))
    (parts / "meshes/a.stl").write_bytes(b"solid")
    config = tmp_path / "panda_config"
    config.mkdir()
    (config / "package.xml").write_text(package("moveit_panda_config"))
    uri = "package://moveit_panda_description/meshes/a.stl"
    found = Resources(environment={}).resolve(uri, base=str(config))
    assert found.path == parts / "meshes/a.stl"
    (config / "package.xml").unlink()  # a folder of its own may lie anywhere
    assert Resources(environment={}).resolve(uri, base=str(config)).path is None


def test_a_package_is_not_meant_because_its_kind_has_the_same_word(ros_1):
    resources = Resources(environment={"ROS_PACKAGE_PATH": str(ros_1 / "opt")})
    near = resources.find_package("ur5_description", base=ros_1 / ARM).near
    assert near == ()
    assert resources.find_package("griper_description", base=ros_1 / ARM).near == (
        "gripper_description",
    )
