"""The verbs agree on the files of a description: spelling, packages, and what is in included models."""

import pytest
from tests.resources.layouts import build, package

import bodyplan

MANIFEST = '<model><name>The {0}</name><sdf version="1.9">model.sdf</sdf></model>'
WORLD = '<sdf version="1.9"><world name="w">{0}</world></sdf>'
INCLUDE = "<include><name>n{0}</name><uri>model://{0}</uri></include>"


def model(*uris):
    shapes = "".join(
        f'<visual name="v{n}"><geometry><mesh><uri>{uri}</uri></mesh></geometry></visual>'
        for n, uri in enumerate(uris)
    )
    return f'<sdf version="1.9"><model name="m"><link name="l">{shapes}</link></model></sdf>'


def world(*names):
    return WORLD.format("".join(map(INCLUDE.format, names)))


def files(name, folder, *uris):
    return {
        f"{folder}/{name}/model.config": MANIFEST.format(name),
        f"{folder}/{name}/model.sdf": model(*uris),
    }


def found(report, code):
    return [one.message for one in report.diagnostics if one.code == code]


@pytest.mark.parametrize("inside", ["model://box/meshes/gone.dae", "meshes/gone.dae"])
def test_a_file_that_an_included_model_lacks_is_an_error_of_the_world(tmp_path, inside):
    outer = {"w.sdf": world("shelf")}
    shelf = {
        "models/shelf/model.config": MANIFEST.format("shelf"),
        "models/shelf/model.sdf": WORLD.format(INCLUDE.format("box"))
        .replace("world", "model")
        .replace("</model>", '<link name="l"/></model>'),
    }
    build(tmp_path, outer | shelf | files("box", "models", inside, "meshes/there.stl"))
    build(tmp_path, {"models/box/meshes/there.stl": ""})
    for name in ("w.sdf", "models/shelf/model.sdf"):
        (message,) = found(bodyplan.check(tmp_path / name), "R101")
        assert inside in message
    assert len(bodyplan.where(tmp_path / "w.sdf").unfound) == 1
    of_folder = bodyplan.check(tmp_path)
    assert len(found(of_folder, "R101")) == 1


@pytest.mark.parametrize(
    "folder", ["assets/props", "arm_description/gazebo", "src/arm/deep/er", "models"]
)
def test_models_that_a_run_reads_are_found_by_the_worlds_of_the_run(tmp_path, folder):
    packages = {"arm_description/package.xml": package("arm_description")}
    build(tmp_path, packages | {"sim/worlds/w.sdf": world("crate")} | files("crate", folder))
    build(tmp_path, {"src/arm/package.xml": package("arm")})
    assert found(bodyplan.check(tmp_path), "D114") == []


def test_a_name_with_another_case_or_package_is_no_file_that_is_found(tmp_path):
    robot = "".join(
        f'<visual><geometry><mesh filename="{uri}"/></geometry></visual>'
        for uri in ("meshes/base.stl", "package://gone/meshes/tip.stl", "meshes/tip.stl")
    )
    build(
        tmp_path,
        {
            "arm.urdf": f'<robot name="arm"><link name="base">{robot}</link></robot>',
            "meshes/Base.STL": "",
            "meshes/tip.stl": "",
        },
    )
    made = bodyplan.where(tmp_path / "arm.urdf")
    assert [one.is_misnamed for one in made.resources] == [True, True, False]
    assert [one.uri for one in made.wrong_case] == ["meshes/base.stl"]
