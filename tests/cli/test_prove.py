"""``bodyplan prove``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bodyplan.cli import main

pytest.importorskip("numpy")
ROBOT = """<robot name="r"><link name="a"/><link name="b"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="{}" effort="1" velocity="1"/></joint></robot>"""


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    for name, upper in (("a.urdf", 1.0), ("b.urdf", 2.0)):
        (tmp_path / name).write_text(ROBOT.format(upper))
    return str(tmp_path / "a.urdf"), str(tmp_path / "b.urdf")


def test_the_same_robot_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "sample:arm", "sample:arm.sdf"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("sample:arm and sample:arm.sdf are the same robot")
    assert shown.count("\n") == 1


def test_what_differs_is_a_row(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", *pair]) == 1
    first, *_ = capsys.readouterr().out.splitlines()
    assert first.split() == ["differs", "limits", "of", "joints", "0.5", "j", "(upper)"]


def test_json_has_every_quantity(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", *pair, "--json", "--samples", "5", "--seed", "7"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["samples"], found["seed"], found["is_equal"]) == (5, 7, False)
    assert {one["quantity"] for one in found["deviations"]} >= {"limits of joints", "links"}


def test_a_tolerance_makes_them_equal(pair: tuple[str, str]) -> None:
    assert main(["prove", *pair, "--tolerance", "0.6", "--quiet"]) == 0


MACROS = ROBOT.replace("<robot", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"').replace(
    '<link name="a"/>', '<xacro:arg name="up" default="7"/><link name="a"/>'
)


@pytest.mark.parametrize("place", [1, 2])
def test_xacro_arguments_apply_to_the_xacro_file(
    place: int, pair: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / "m.xacro").write_text(MACROS.format("$(arg up)"))
    words = [str(tmp_path / "m.xacro"), pair[1]]
    assert main(["prove", *words, "--quiet"]) == 1
    words.insert(place, "up:=2")
    assert main(["prove", *words]) == 0


def test_a_model_is_chosen_from_the_sdformat_file() -> None:
    assert main(["prove", "sample:arm", "sample:arm.sdf", "--model", "tern"]) == 0


def test_disabled_pairs_are_compared_with_two_srdf(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    less = tmp_path / "less.srdf"
    less.write_text('<robot name="tern"/>')
    words = ["prove", "sample:arm", "sample:arm.sdf", "--srdf", "sample:arm.srdf"]
    assert main([*words, "--other-srdf", "sample:arm.srdf"]) == 0
    assert main([*words, "--other-srdf", str(less)]) == 1
    assert "disabled collision pairs" in capsys.readouterr().out
    assert main(words) == 2
    assert "use --other-srdf" in capsys.readouterr().err
    assert main(["prove", "sample:arm", "sample:arm.srdf", *words[3:]]) == 0


WRONG = [
    ["--tolerance", "-1"],
    ["--tolerance", "nan"],
    ["--seed", "-1"],
    ["--samples", "0"],
    ["third.urdf"],
    ["up:=2"],
    ["--model", "m"],
]


def test_standard_input_is_read_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "-", "-"]) == 2
    assert capsys.readouterr().err == "bodyplan: standard input can be read only once\n"


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_use_is_a_sentence(
    words: list[str], pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", *pair, *words]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "internal error" not in message


def test_a_file_that_does_not_exist_is_named(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", pair[0], "nowhere.urdf"]) == 2
    assert "nowhere.urdf" in capsys.readouterr().err


def test_everything_that_differs_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = '<link name="l{0}"/>'
    joint = (
        '<joint name="j{0}" type="revolute"><parent link="a"/><child link="l{0}"/>'
        '<limit lower="-1" upper="{1}" effort="1" velocity="1"/><dynamics friction="{1}"/></joint>'
    )
    for name, upper in (("a.urdf", 1), ("b.urdf", 2)):
        parts = "".join(f"{link}{joint}".format(n, upper) for n in range(6))
        (tmp_path / name).write_text(f'<robot name="r"><link name="a"/>{parts}</robot>')
    assert main(["prove", str(tmp_path / "a.urdf"), str(tmp_path / "b.urdf")]) == 1
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[:2]]
    assert " ".join(rows[0][4:]) == (
        "0.5 j0 (upper); also j1 (upper), j2 (upper), j3 (upper) and 2 more"
    )
    assert " ".join(rows[1][1:8]) == "damping, friction and springs 0.5 j0 (friction);"
