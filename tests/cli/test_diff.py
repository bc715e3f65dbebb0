"""``bodyplan diff``."""

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
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.chdir(tmp_path)
    for name, upper in (("a.urdf", 1.0), ("b.urdf", 2.0)):
        (tmp_path / name).write_text(ROBOT.format(upper))
    return "a.urdf", "b.urdf"


def test_the_same_robot_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "sample:arm", "sample:arm"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("sample:arm and sample:arm are the same robot\n")
    assert shown.splitlines()[1].startswith("poses of 13 links at 200 random configurations")


def test_two_formats_are_the_same_but_for_what_only_one_of_them_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["diff", "sample:arm", "sample:arm.sdf", "--samples", "5"]) == 1
    shown = capsys.readouterr().out
    assert "are the same robot but for names (1), sensors (1) and transmissions (7)" in shown
    assert "safety_controller of joint 'shoulder_lift_joint'" in shown
    words = ["kinematics,limits,dynamics", "--ignore", "safety_controller"]
    assert main(["diff", "sample:arm", "sample:arm.sdf", "--select", *words]) == 0


def test_a_difference_has_both_values_and_places(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *pair]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["joint 'j'", "  ~ limit.upper  1 -> 2 rad  a.urdf:3:2  b.urdf:3:2"]
    assert "a.urdf and b.urdf are different robots: limits (1)" in lines


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("robots/a.urdf", "robots/b.urdf"), ("a.urdf", "b.urdf")),
        (("robots/a.urdf", "robots/new/b.urdf"), ("a.urdf", "new/b.urdf")),
        (("a.urdf", "robots/b.urdf"), ("a.urdf", "robots/b.urdf")),
    ],
)
def test_the_folder_of_both_is_named_once(
    names: tuple[str, str],
    shown: tuple[str, str],
    pair: tuple[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("robots/new").mkdir(parents=True)
    for old, new in zip(pair, names, strict=True):
        Path(old).rename(new)
    assert main(["diff", *names]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "  ~ limit.upper  1 -> 2 rad  {}:3:2  {}:3:2".format(*shown)
    assert "{} and {} are different robots: limits (1)".format(*names) in lines


def test_aspects_and_fields_are_left_out(pair: tuple[str, str]) -> None:
    assert main(["diff", *pair, "--ignore", "limits", "--quiet"]) == 0
    assert main(["diff", *pair, "--ignore", "velocity,upper", "--quiet"]) == 0
    assert main(["diff", *pair, "--select", "kinematics,inertia", "--quiet"]) == 0
    assert main(["diff", *pair, "--select", "limits", "--quiet"]) == 1


def test_json_has_every_difference(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *pair, "--json", "--samples", "5", "--seed", "7"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "different"
    assert (found["motion"]["configurations"], found["motion"]["seed"]) == (5, 7)
    (one,) = found["differences"]
    assert (one["kind"], one["name"], one["field"]) == ("joint", "j", "limit.upper")
    assert (one["first"], one["second"], one["unit"], one["amount"]) == (1.0, 2.0, "rad", 0.5)
    assert {key: one["where"][key] for key in ("file", "line", "column", "path")} == {
        "file": "a.urdf",
        "line": 3,
        "column": 2,
        "path": "/robot/joint/limit",
    }


def test_markdown_shows_hostile_names_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, name in (("a.urdf", "l"), ("b.urdf", "&lt;b>|`@me` [x](http://x)")):
        Path(file).write_text(f'<robot name="r"><link name="{name}"/></robot>')
    assert main(["diff", "a.urdf", "b.urdf", "--format", "markdown"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("**a.urdf and b.urdf are ")
    assert "| Entity | Field | Change | Location |" in shown
    for hostile in ("<b>", "|`", " @me", "](http"):
        assert hostile not in shown


def test_a_value_of_several_lines_stays_in_its_row_of_markdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    mesh = '<mesh filename="b&#10;&#10;same robot&#10;===&#13;.stl"/>'
    for file, visual in (
        ("a.urdf", ""),
        ("b.urdf", f"<visual><geometry>{mesh}</geometry></visual>"),
    ):
        Path(file).write_text(f'<robot name="r"><link name="a">{visual}</link></robot>')
    assert main(["diff", "a.urdf", "b.urdf", "--format", "markdown"]) == 1
    lines = capsys.readouterr().out.split("\n")
    row = next(line for line in lines if "only in the second robot" in line)
    assert "same robot" in row
    assert row.startswith("| ")
    assert row.endswith(" |")
    assert not {"same robot", "==="} & {*lines}


def test_a_tolerance_makes_them_equal(pair: tuple[str, str]) -> None:
    assert main(["diff", *pair, "--tolerance", "0.6", "--quiet"]) == 0


MACROS = ROBOT.replace("<robot", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"').replace(
    '<link name="a"/>', '<xacro:arg name="up" default="7"/><link name="a"/>'
)


@pytest.mark.parametrize("place", [1, 2])
def test_xacro_arguments_apply_to_the_xacro_file(
    place: int, pair: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / "m.xacro").write_text(MACROS.format("$(arg up)"))
    words = [str(tmp_path / "m.xacro"), pair[1]]
    assert main(["diff", *words, "--quiet"]) == 1
    words.insert(place, "up:=2")
    assert main(["diff", *words]) == 0


def test_a_model_is_chosen_from_the_sdformat_file() -> None:
    words = ["--model", "tern", "--select", "kinematics"]
    assert main(["diff", "sample:arm", "sample:arm.sdf", *words]) == 0


def test_the_srdf_is_compared_if_both_have_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    less = tmp_path / "less.srdf"
    less.write_text('<robot name="tern"/>')
    words = ["diff", "sample:arm", "sample:arm", "--srdf", "sample:arm.srdf"]
    assert main([*words, "--other-srdf", "sample:arm.srdf"]) == 0
    assert main([*words, "--other-srdf", str(less)]) == 1
    assert "- disabled pair '" in capsys.readouterr().out
    assert main(words) == 2
    assert "use --other-srdf" in capsys.readouterr().err
    assert main(["diff", "sample:arm.srdf", "sample:arm.srdf"]) == 0


def test_a_robot_is_not_compared_with_an_srdf(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "sample:arm", "sample:arm.srdf"]) == 2
    assert capsys.readouterr().err == (
        "bodyplan: sample:arm.srdf is an SRDF and sample:arm is a robot: compare two robots, with "
        "--srdf and --other-srdf for their SRDFs, or two SRDFs\n"
    )


WRONG = [
    ["--tolerance", "-1"],
    ["--tolerance", "nan"],
    ["--seed", "-1"],
    ["--samples", "0"],
    ["third.urdf"],
    ["up:=2"],
    ["--model", "m"],
    ["--select", "colour"],
    ["--ignore", "nonsense"],
]


def test_standard_input_is_read_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "-", "-"]) == 2
    assert capsys.readouterr().err == "bodyplan: standard input can be read only once\n"


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_use_is_a_sentence(
    words: list[str], pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *pair, *words]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "internal error" not in message


def test_a_file_that_does_not_exist_is_named(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", pair[0], "nowhere.urdf"]) == 2
    assert "nowhere.urdf" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["prove", "compare", "same"])
def test_other_names_of_the_verb_suggest_it(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "a.urdf", "b.urdf"]) == 2
    assert "did you mean 'diff'?" in capsys.readouterr().err


def test_a_long_list_is_cut_and_all_lists_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    link = '<link name="l{0}"/><joint name="j{0}" type="{1}"><parent link="a"/><child link="l{0}"/></joint>'
    for name, kind in (("a.urdf", "fixed"), ("b.urdf", "floating")):
        parts = "".join(link.format(n, kind) for n in range(80))
        Path(name).write_text(f'<robot name="r"><link name="a"/>{parts}</robot>')
    assert main(["diff", "a.urdf", "b.urdf", "--select", "type"]) == 1
    assert "and 20 more; --all lists them" in capsys.readouterr().out
    assert main(["diff", "a.urdf", "b.urdf", "--select", "type", "--all"]) == 1
    assert capsys.readouterr().out.count("fixed -> floating") == 80
