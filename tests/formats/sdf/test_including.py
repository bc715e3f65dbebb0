"""Includes lead to the models that are meant, by every way they can be named, and to no others."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.conversion.sdf.includes import SdfIncludes
from bodyplan.resources import Resources
from tests.oracles import drake, libsdformat

with_oracle = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)

ARM = (
    '<sdf version="1.9"><model name="arm"><pose>0 0 3 0 0 0</pose>'
    '<link name="rod"><pose>{} 0 0 0 0 0</pose></link></model></sdf>'
)


@pytest.fixture(autouse=True)
def _no_models_of_this_machine(monkeypatch):
    for name in ("GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "SDF_PATH"):
        monkeypatch.delenv(name, raising=False)


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def _model(folder: Path, x: float = 1.0) -> Path:
    """The folder of a model."""
    _config(folder, '<sdf version="1.9">model.sdf</sdf>')
    _write(folder / "model.sdf", ARM.format(x))
    return folder


def _config(folder: Path, entries: str, name: str = "model.config") -> None:
    _write(folder / name, f"<model><name>arm</name>{entries}</model>")


def _top(folder: Path, uri: str, more: str = "") -> Path:
    include = f"<include><uri>{uri}</uri>{more}</include>"
    text = f'<sdf version="1.9"><model name="top"><link name="own"/>{include}</model></sdf>'
    return _write(folder / "top.sdf", text)


def _found(top: Path, resources: Resources | None = None):
    document = bodyplan.read(top)
    includes = SdfIncludes(document, resources)
    return includes.find(includes.of(document)[0])


def _x(top: Path, resources: Resources | None = None) -> float:
    """Where the link of the included model is along x."""
    document = bodyplan.read(top)
    frames = sdf_frames(document, included=SdfIncludes(document, resources))
    pose = frames.scope("top::arm").resolve("rod")
    assert pose is not None
    return pose.p[0]


def _told(top: Path) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in bodyplan.check(top).diagnostics]


# Ways to name a model


def test_a_folder_of_the_environment_has_it(tmp_path, monkeypatch):
    _model(tmp_path / "models" / "arm", 2)
    monkeypatch.setenv("GZ_SIM_RESOURCE_PATH", f"{tmp_path / 'QQQ'}:{tmp_path / 'models'}")
    assert _x(_top(tmp_path / "here", "model://arm")) == 2


def test_a_folder_that_was_named_has_it(tmp_path):
    _model(tmp_path / "elsewhere" / "arm", 3)
    top = _top(tmp_path / "here", "model://arm")
    assert _x(top, Resources(folders=[tmp_path / "elsewhere"])) == 3


def test_a_folder_called_models_near_has_it(tmp_path):
    _model(tmp_path / "models" / "arm", 4)
    assert _x(_top(tmp_path, "model://arm")) == 4


@pytest.mark.parametrize("uri", ["arm", "./arm", "arm/model.sdf", "file://{}/arm/model.sdf"])
def test_a_path_from_the_including_file_has_it(tmp_path, uri):
    _model(tmp_path / "arm", 5)
    assert _x(_top(tmp_path, uri.format(tmp_path))) == 5


def test_a_bare_name_is_a_model_in_the_folders_of_models(tmp_path):
    _model(tmp_path / "models" / "arm", 8)
    assert _x(_top(tmp_path / "models" / "top", "arm")) == 8


def test_a_bare_name_that_does_not_exist_is_reported_as_written(tmp_path):
    assert any(
        code == "D114" and "<include> 'QQQ' not found" in message
        for code, message in _told(_top(tmp_path, "QQQ"))
    )


def test_models_on_the_network_are_one_diagnostic(tmp_path):
    fuel = "https://fuel.gazebosim.org/1.0/OpenRobotics/models"
    more = "".join(f"<include><uri>{fuel}/{name}</uri></include>" for name in ("Oak", "Elm"))
    text = f'<sdf version="1.9"><world name="w"><include><uri>{fuel}/Elm</uri></include>{more}'
    top = _write(tmp_path / "top.sdf", text + "</world></sdf>")
    assert [message for code, message in _told(top) if code == "D114"] == [
        f"<include> '{fuel}/Elm' is on the network and is not downloaded (first of 3 in this file)"
    ]


def test_a_file_inside_the_folder_of_a_model_can_be_named(tmp_path):
    _write(_model(tmp_path / "models" / "arm", 6) / "other.sdf", ARM.format(7))
    assert _x(_top(tmp_path, "model://arm/other.sdf")) == 7


# model.config


@pytest.mark.parametrize(
    ("entries", "x"),
    [
        ('<sdf version="1.9">new.sdf</sdf><sdf version="1.4">old.sdf</sdf>', 1),
        ('<sdf version="1.4">old.sdf</sdf><sdf version="1.9">new.sdf</sdf>', 1),
        ('<sdf version="1.4">old.sdf</sdf><sdf version="99.0">QQQ.sdf</sdf>', 2),
        ('<sdf version="1.10">new.sdf</sdf><sdf version="1.9">old.sdf</sdf>', 1),
        ('<sdf version="1.9">new.sdf</sdf><sdf version="1.9">old.sdf</sdf>', 1),
        ('<sdf version="1.9">old.sdf</sdf><sdf version="1.9">new.sdf</sdf>', 2),
        ('<sdf version="99.0">old.sdf</sdf><sdf>new.sdf</sdf>', 2),
        ('<sdf version="99.0">QQQ.sdf</sdf><sdf version="1.4">new.sdf</sdf>', 1),
        ('<sdf>old.sdf</sdf><sdf version="1.0">new.sdf</sdf>', 1),
        ('<author><sdf version="1.9">QQQ.sdf</sdf></author><sdf version="1.4">new.sdf</sdf>', 1),
        ("<sdf>old.sdf</sdf>", 2),
        ('<sdf version=" 1.9 "> new.sdf </sdf>', 1),
    ],
)
def test_the_file_for_the_newest_supported_version_is_used(tmp_path, monkeypatch, entries, x):
    folder = tmp_path / "models" / "arm"
    _config(folder, entries)
    _write(folder / "new.sdf", ARM.format(1))
    _write(folder / "old.sdf", ARM.format(2))
    assert _x(_top(tmp_path, "model://arm")) == x
    if drake.available():
        monkeypatch.chdir(tmp_path)  # where it searches folders
        assert drake_x(tmp_path, folder) in {x, "a warning"}


def drake_x(here: Path, folder: Path) -> float | str:
    """Where the link of the included model is for libsdformat 16; Drake rejects what it warns of."""
    parsing = pytest.importorskip("pydrake.multibody.parsing")
    plant = pytest.importorskip("pydrake.multibody.plant").MultibodyPlant(0.0)
    try:
        parsing.Parser(plant).AddModels(str(_top(here, str(folder.relative_to(here)))))
    except RuntimeError as error:
        if "Ignoring version" in str(error) or "'version'" in str(error):
            return "a warning"
        raise
    rod = plant.GetBodyByName("rod")
    plant.Finalize()
    pose = plant.EvalBodyPoseInWorld(plant.CreateDefaultContext(), rod)
    return float(pose.translation()[0])


def test_a_manifest_with_the_old_name_is_read_and_reported(tmp_path):
    folder = tmp_path / "models" / "arm"
    _config(folder, '<sdf version="1.9">model.sdf</sdf>', "manifest.xml")
    _write(folder / "model.sdf", ARM.format(1))
    top = _top(tmp_path, "model://arm")
    assert _x(top) == 1
    assert ("D312", "folder 'arm' has a manifest.xml, the old name of model.config") in (_told(top))


@pytest.mark.parametrize(
    ("config", "number", "words"),
    [
        (None, 14, "has no model.config"),
        ("<model/>", 14, "lists no file"),
        ("<model><sdf version='1.4'>model.sdf</sdf><sdf version='1.9'/></model>", 14, "no file"),
        ("<robot><sdf version='1.9'>model.sdf</sdf></robot>", 14, "lists no file"),
        ("<model><sdf version='1.9'>QQQ.sdf</sdf></model>", 1, "which does not exist"),
        ("<model><sdf version='1.9'>../../top.sdf</sdf></model>", 13, "outside of its folder"),
        ("<model><sdf version='1.9'>model.sdf", 14, ""),
        ("QQQ", 14, ""),
    ],
)
def test_a_folder_that_is_not_a_model_is_reported(tmp_path, config, number, words):
    folder = _write(tmp_path / "models" / "arm" / "QQQ.txt", "").parent
    if config is not None:
        _write(folder / "model.config", config)
    found = _found(_top(tmp_path, "models/arm"))
    assert found.entity is None
    assert [fault.number for fault in found.faults] == [number]
    assert words in found.faults[0].message


def test_a_config_without_a_supported_version_is_reported(tmp_path):
    folder = _model(tmp_path / "models" / "arm")
    _config(folder, '<sdf version="99.0">model.sdf</sdf>')
    top = _top(tmp_path, "model://arm")
    message = "model.config of 'arm' lists no version up to 1.12; libsdformat uses the first file"
    assert ("D312", message) in _told(top)


# Missing files, and files with several entities


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        ('<sdf version="1.9"/>', 8, "has no model, light or actor"),
        ('<sdf version="1.9"><world name="w"/></sdf>', 8, "only a world"),
        (
            ARM.format(1).replace("</sdf>", '<model name="b"><link name="l"/></model></sdf>'),
            11,
            "2",
        ),
        ('<robot name="r"/>', 8, "URDF without links"),
        ("QQQ", 8, "not an SDFormat file"),
    ],
)
def test_a_file_with_none_or_several_entities_is_reported(tmp_path, text, number, words):
    _write(tmp_path / "arm.sdf", text)
    found = _found(_top(tmp_path, "arm.sdf"))
    assert [fault.number for fault in found.faults] == [number]
    assert words in found.faults[0].message
    assert (found.entity is None) == (number == 8)


def test_a_model_that_does_not_exist_is_reported_with_a_suggestion(tmp_path):
    _model(tmp_path / "models" / "lever")
    assert any(
        code == "D114" and "'model://levr' not found" in message
        for code, message in _told(_top(tmp_path, "model://levr"))
    )


@pytest.mark.parametrize(
    "uri",
    [
        "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Depot",
        "http://example.com/model.sdf",
        "https://app.gazebosim.org/OpenRobotics/fuel/models/Depot/3",
    ],
)
def test_nothing_is_downloaded(tmp_path, uri):
    found = _found(_top(tmp_path, uri))
    assert found.path is None
    assert [fault.number for fault in found.faults] == [14]
    assert "is not downloaded" in found.faults[0].message


def test_no_way_leads_out_of_the_folders(tmp_path):
    secret = _write(tmp_path / "secret" / "secret.sdf", ARM.format(1))
    here = tmp_path / "here"
    _model(here / "models" / "arm")
    here.joinpath("link.sdf").symlink_to(secret)
    for uri in ("../secret/secret.sdf", str(secret), f"file://{secret}", "link.sdf"):
        found = _found(_top(here, uri))
        assert found.document is None, uri
        assert [fault.number for fault in found.faults] in ([13], [14]), uri


# Includes in included files


def test_an_included_file_looks_from_where_it_is_itself(tmp_path):
    _write(tmp_path / "parts" / "arm.sdf", ARM.format(8))
    inner = "<include><uri>arm.sdf</uri></include>"
    _write(
        tmp_path / "parts" / "holder.sdf",
        f'<sdf version="1.9"><model name="holder"><link name="l"/>{inner}</model></sdf>',
    )
    document = bodyplan.read(_top(tmp_path, "parts/holder.sdf"))
    frames = sdf_frames(document, included=SdfIncludes(document))
    assert frames.scope("top::holder::arm").resolve("rod").p[0] == 8


@pytest.mark.parametrize("length", [1, 2, 5])
def test_recursive_includes_are_cut_and_reported(tmp_path, length):
    for number in range(length):
        inner = f"<include><uri>f{(number + 1) % length}.sdf</uri></include>"
        _write(
            tmp_path / f"f{number}.sdf",
            f'<sdf version="1.9"><model name="m{number}"><link name="l"/>{inner}</model></sdf>',
        )
    assert "D311" in {code for code, _ in _told(tmp_path / "f0.sdf")}


# Against the reference


@with_oracle
@pytest.mark.parametrize(
    "more",
    [
        "",
        "<pose>1 2 3 0.1 0.2 0.3</pose>",
        "<pose/>",
        '<pose relative_to="own" degrees="true">1 0 0 0 0 90</pose>',
        "<name>other</name><static>true</static>",
        "<pose>1 0 0 0 0 1</pose><placement_frame>rod</placement_frame>",
    ],
)
def test_included_models_have_the_same_poses_as_in_libsdformat(tmp_path, more):
    from tests.conversion.sdf_against import differences

    _model(tmp_path / "arm", 2)
    top = _top(tmp_path, "arm", more)
    answer = libsdformat.shared().load(top)
    assert answer.accepted, answer.codes
    document = bodyplan.read(top)
    assert not differences(sdf_frames(document, included=SdfIncludes(document)), answer)
