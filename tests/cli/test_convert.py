"""The verb convert: where the result goes, what is told, and what the exit status says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bodyplan.cli import main
from bodyplan.conversion.mjcf import from_mjcf
from bodyplan.core import replace
from bodyplan.jobs._robot_conversion import convert_robot
from bodyplan.model import Transform

MODEL = """<sdf version="1.8">
  <!-- a comment -->
  <model name="m">
    <link name="a"/>
    <link name="b"/>
    <joint name="j" type="revolute">
      <parent>a</parent>
      <child>b</child>
      <axis><xyz>1 0 0</xyz></axis>
    </joint>
  </model>
</sdf>
"""
LOSSY = MODEL.replace("<xyz>", "<initial_position>1</initial_position><xyz>")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A file that converts without loss."""
    path = tmp_path / "m.sdf"
    path.write_text(MODEL)
    return path


@pytest.fixture
def lossy(tmp_path: Path) -> Path:
    """A file with something that 1.9 does not have."""
    path = tmp_path / "lossy.sdf"
    path.write_text(LOSSY)
    return path


def test_the_result_goes_to_standard_output(
    model: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["convert", str(model), "--to", "sdf1.9"]) == 0
    out = capsysbinary.readouterr()
    assert out.out == MODEL.replace("1.8", "1.9").encode()
    assert b"0 changes, 0 losses" in out.err
    assert model.read_text() == MODEL


def test_it_goes_to_a_file_or_back(model: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.sdf"
    assert main(["convert", str(model), "--to", "sdf1.9", "-o", str(target), "--quiet"]) == 0
    assert target.read_text() == MODEL.replace("1.8", "1.9")
    assert main(["convert", str(model), "--to", "sdf1.9", "--in-place"]) == 0
    assert model.read_text() == target.read_text()


def test_the_newest_version_needs_no_number(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(model), "--to", "sdf", "--in-place"]) == 0
    assert 'version="1.12"' in model.read_text()
    assert "<lower>-1e16</lower>" in model.read_text()


def test_a_loss_stops_it_unless_allowed(lossy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(lossy), "--to", "sdf1.9", "--in-place"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("line 9  dropped  <initial_position>")
    assert "<initial_position>" in told
    assert "nothing is written" in told
    assert lossy.read_text() == LOSSY
    assert main(["convert", str(lossy), "--to", "sdf1.9", "--in-place", "--force"]) == 0
    assert lossy.read_text() == MODEL.replace("1.8", "1.9")


def test_nothing_goes_to_standard_output_when_something_is_lost(
    lossy: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["convert", str(lossy), "--to", "sdf1.9"]) == 1
    assert capsysbinary.readouterr().out == b""


def test_what_changes_the_meaning_is_reported_first(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = LOSSY.replace("<xyz>", '<xyz expressed_in="nowhere">')
    model.write_text(text.replace('<model name="m">', '<model name="m" canonical_link="a">'))
    assert main(["convert", str(model), "--to", "sdf1.6", "--check"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert "changes meaning" in lines[0]
    assert "dropped" in lines[1]


def test_diff_and_check_write_nothing(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(model), "--to", "sdf1.9", "--diff"]) == 1
    assert '+<sdf version="1.9">' in capsys.readouterr().out
    assert main(["convert", str(model), "--to", "sdf1.9", "--check"]) == 1
    assert main(["convert", str(model), "--to", "sdf1.8", "--check"]) == 0
    assert main(["convert", str(model), "--to", "sdf1.8", "--diff"]) == 0
    assert model.read_text() == MODEL


def test_json_has_everything(lossy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(lossy), "--to", "sdf1.10", "--json"]) == 1
    page = json.loads(capsys.readouterr().out)
    assert page["version"] == 1
    (file,) = page["files"]
    assert (file["from_version"], file["to_version"], file["changed"], file["written"]) == (
        "1.8",
        "1.10",
        True,
        False,
    )
    assert [change["step"] for change in file["changes"]] == ["1.9 to 1.10"] * 4
    (loss,) = file["losses"]
    assert loss["what"] == "<initial_position>"
    assert loss["place"]["line"] == 9
    assert loss["changes_meaning"] is False
    assert main(["convert", str(lossy), "--to", "sdf1.10", "--json", "--in-place"]) == 1
    assert json.loads(capsys.readouterr().out)["files"][0]["written"] is False
    words = ["convert", str(lossy), "--to", "sdf1.10", "--json", "--in-place", "--force"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["files"][0]["written"] is True
    assert 'version="1.10"' in lossy.read_text()


@pytest.mark.parametrize("target", ["usd", "sdf1.1", "sdf2", "1.1", "9"])
def test_other_targets_are_refused_with_those_that_are_possible(
    target: str, model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(model), "--to", target]) == 2
    told = capsys.readouterr().err
    assert "sdf1.12" in told
    assert told.count("\n") == 1


def test_unreadable_sources_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.sdf"
    for text in ('<sdf version="1.8"><model>', '<sdf version="9.9"/>', "<sdf/>", "", "QQQ"):
        path.write_text(text)
        assert main(["convert", str(path), "--to", "sdf"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_json_and_the_result_do_not_share_standard_output(model: Path) -> None:
    assert main(["convert", str(model), "--to", "sdf", "--json", "--diff"]) == 2
    assert main(["convert", str(model), "--to", "sdf", "--json", "-o", "-"]) == 2


@pytest.mark.parametrize("target", ["sdf1.9", "SDF1.9", "sdformat-1.9", "1.9"])
def test_a_version_may_be_alone(
    target: str, model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(model), "--to", target, "--in-place"]) == 0
    assert capsys.readouterr().err == f"{model}: 1.8 to 1.9, 0 changes, 0 losses\n"
    assert model.read_text() == MODEL.replace("1.8", "1.9")


@pytest.mark.parametrize("words", [["--in-place"], ["-o", "-"], ["--diff"]])
def test_json_and_the_file_do_not_both_go_to_standard_output(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "-", "--to", "sdf", "--json", *words]) == 2
    told = "bodyplan: --json already uses standard output; use -o FILE or --in-place\n"
    assert capsys.readouterr() == ("", told)


def test_another_format_is_chosen_by_the_ending(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "sample:arm", "-o", str(tmp_path / "arm.sdf")]) == 0
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("sample:arm: urdf 1.0 to sdf 1.11, ")
    words = ["diff", "sample:arm", str(tmp_path / "arm.sdf"), "--select", "kinematics,inertia"]
    assert main(words) == 0
    capsys.readouterr()
    assert main(["convert", "sample:arm", "-o", str(tmp_path / "arm")]) == 2
    assert "--to is missing" in capsys.readouterr().err


def test_mjcf_is_written_with_its_meshes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "sample:arm", "-o", str(tmp_path / "arm.xml")]) == 0
    summary = "sample:arm: urdf 1.0 to mjcf, 30 losses, 10 files in assets/"
    assert capsys.readouterr().err.splitlines()[-1] == summary
    assert (tmp_path / "assets" / "pedestal.stl").is_file()
    assert main(["convert", "sample:arm", "--to", "mjcf"]) == 2  # it needs files beside it


def test_a_file_is_not_overwritten_in_another_format(tmp_path: Path) -> None:
    path = tmp_path / "a.urdf"
    path.write_text('<robot name="r"><link name="a"/></robot>')
    assert main(["convert", str(path), "--to", "sdf", "--in-place"]) == 2
    assert path.read_text().startswith("<robot")


def test_losses_of_a_kind_can_be_forbidden(tmp_path: Path) -> None:
    words = ["convert", "sample:arm", "-o", str(tmp_path / "arm.sdf"), "--fail-on-loss"]
    assert main([*words, "dropped"]) == 1
    assert not (tmp_path / "arm.sdf").exists()
    assert main([*words, "approximated,assumed"]) == 0
    assert main([*words, "QQQ"]) == 2


def test_a_model_of_a_world_is_chosen_by_name(tmp_path: Path) -> None:
    target = tmp_path / "tern.urdf"
    words = ["convert", "sample:arm.world", "-o", str(target), "--quiet"]
    assert main(words) == 2  # it has three models
    assert main([*words, "--model", "tern", "--verify"]) == 0
    words = ["diff", "sample:arm", str(target), "--select", "kinematics,inertia"]
    assert main(words) == 0


def test_losses_as_json_say_where(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["convert", "sample:arm", "-o", str(tmp_path / "arm.sdf"), "--losses", "json"]
    assert main(words) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert (file["format"], file["to_format"], file["to_version"]) == ("urdf", "sdf", "1.11")
    found = [one for one in file["losses"] if "safety_controller" in one["what"]]
    assert found[0]["place"]["line"] > 0


def test_relative_meshes_are_found_from_the_folder_of_the_result(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "m.stl").write_text("solid")
    (tmp_path / "a.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="m.stl"/></geometry>'
        "</visual></link></robot>"
    )
    target = tmp_path / "out" / "a.sdf"
    assert main(["convert", str(tmp_path / "a.urdf"), "-o", str(target), "--quiet"]) == 0
    assert "<uri>../m.stl</uri>" in target.read_text()


def test_the_srdf_of_the_result_is_written_beside_it(bodyplan, tmp_path):
    made, srdf = tmp_path / "arm.sdf", tmp_path / "new.srdf"
    options = ("--srdf", "sample:arm.srdf", "--srdf-output", srdf, "-o", made)
    assert bodyplan("convert", "sample:arm", *options)[0] == 0
    options = ("--srdf", "sample:arm.srdf", "--other-srdf", srdf)
    selected = ("--select", "kinematics,semantics")
    assert bodyplan("diff", "sample:arm", made, *options, *selected)[0] == 0


def test_without_an_srdf_none_is_written(bodyplan, tmp_path):
    made, srdf = tmp_path / "arm.sdf", tmp_path / "new.srdf"
    status, _, errors = bodyplan("convert", "sample:arm", "-o", made, "--srdf-output", srdf)
    assert status == 2
    assert "this conversion has no SRDF" in errors
    assert not made.exists()


ARM = """<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">
<parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>"""


@pytest.fixture
def arm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.urdf").write_text(ARM)
    return tmp_path / "arm.urdf"


MISTAKES = {
    "convert arm.urdf -o arm.sdf --srdf-output -": "--srdf-output needs a file",
    "convert arm.urdf --to sdf --jsonl --resume -": "--resume needs a file",
    "check arm.urdf --jsonl --resume -": "--resume needs a file",
    "convert arm.urdf -o arm.urdf --to sdf": "has the ending of urdf, and --to is sdf",
    "convert arm.xml -o arm.xml --to sdf": "is the source, and the result is sdf; name another",
    "convert arm.urdf -o new.sdf --to urdf1.2": "has the ending of sdf, and --to is urdf",
    "convert arm.urdf -o new.txt": "unknown ending .txt of --output: use .urdf,",
    "convert arm.urdf -o new": "--to is missing",
    "convert arm.urdf -o -": "--to is missing",
    "convert arm.urdf --to sfd": "or a format with a version such as sdf1.12; did you mean 'sdf'?",
    "convert cut.urdf --to urdf1.2 -o new.urdf": "cannot be converted: the file ends",
    "convert cut.urdf --to urdf1.2 -o new.urdf --anyway": "cannot be converted: the file ends",
    "convert cut.urdf -o new.sdf": "use --anyway to ignore invalid parts",
    "convert old.urdf --to urdf -o new.urdf": "unsupported version '7.0'; supported are 1.0, 1.1 and",
    "convert old.urdf --to urdf1.1": "unsupported version '7.0'; supported are 1.0, 1.1 and 1.2",
    "convert arm.urdf --to urdf2": "unknown URDF version 2; expected one of urdf1.0, urdf1.1, urdf1.2",
    "convert arm.urdf --to mjcf3.2": "MJCF has no versions, got 'mjcf3.2'; use 'mjcf'",
    "convert arm.urdf -o nowhere/new.sdf": "folder nowhere does not exist",
    "convert . --to sdf": "use -o FOLDER",
    "convert *.xacro --to sdf -o out/": "no file matches *.xacro",
}


@pytest.mark.parametrize("words", MISTAKES, ids=list(MISTAKES))
def test_mistakes_are_one_sentence_and_nothing_is_written(
    words: str, arm: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (arm.parent / "arm.xml").write_text(ARM)
    (arm.parent / "cut.urdf").write_text(ARM[:120])
    (arm.parent / "old.urdf").write_text(ARM.replace("<robot", '<robot version="7.0"'))
    before = {path.name: path.read_text() for path in arm.parent.iterdir()}
    assert main(words.split()) == 2
    shown = capsys.readouterr()
    assert MISTAKES[words] in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""
    assert {path.name: path.read_text() for path in arm.parent.iterdir()} == before


def test_an_xml_file_can_be_of_any_format(arm: Path) -> None:
    assert main(["convert", "arm.urdf", "--to", "urdf1.2", "-o", "new.xml", "--quiet"]) == 0
    assert 'version="1.2"' in (arm.parent / "new.xml").read_text()
    assert main(["convert", "arm.urdf", "--to", "sdf", "-o", "arm.urdf", "--force", "--quiet"]) == 0
    assert "<sdf" in arm.read_text()


def test_losses_between_versions_and_of_uris_have_the_lines_of_the_source(
    arm: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mesh = '<visual><geometry><mesh filename="package://QQQ/a_b.stl"/></geometry></visual>'
    text = ARM.replace("continuous", "fixed").replace('"a"/>', f'"a">\n{mesh}</link>', 1)
    arm.write_text(text.replace('<axis xyz="0 0 1"/>', ""))
    words = ["convert", "arm.urdf", "--to", "sdf1.4", "-o", "new.sdf", "--uris", "relative"]
    assert main(words) == 0
    rows = [row.split("  ") for row in capsys.readouterr().err.splitlines()]
    found = {tuple(filter(None, row))[2].strip(): row[0] for row in rows if len(row) > 3}
    assert found["type fixed of <joint> 'j'"] == "line 2"
    assert found["URI 'package://QQQ/a_b.stl' of <link> 'a'"] == "line 1"


def test_a_comparison_names_the_file_that_is_written(
    arm: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "arm.urdf", "-o", "new.sdf", "--verify"]) == 0
    assert "arm.urdf and new.sdf are the same robot" in capsys.readouterr().err


def test_mjcf_is_compared_as_mujoco_compiles_it(
    arm: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("mujoco")
    words = ["convert", "sample:arm", "-o", "new.xml", "--verify"]
    assert main(words) == 0
    said = capsys.readouterr().err
    assert "are different robots: " in said  # MuJoCo has no velocity limits
    assert said.splitlines()[-1] == "losses name each of these differences"
    assert (arm.parent / "new.xml").exists()


def test_a_difference_that_no_loss_names_stops_the_conversion(
    arm: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def losing(robot: Any, *others: Any) -> Any:
        joints = [replace(one, origin=Transform(p=(9.0, 0.0, 0.0))) for one in robot.joints]
        return convert_robot(replace(robot, joints=joints), *others)

    monkeypatch.setattr("bodyplan.jobs.convert.convert_robot", losing)
    assert main(["convert", "arm.urdf", "-o", "new.sdf", "--verify"]) == 1
    said = capsys.readouterr().err
    assert "no loss names 1 difference: \"joint 'j' origin.xyz\"" in said
    assert not (arm.parent / "new.sdf").exists()


def test_mjcf_is_not_verified_without_mujoco(
    arm: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(from_mjcf, "find_spec", lambda _: None)
    assert main(["convert", "arm.urdf", "-o", "new.xml", "--verify"]) == 2
    said = capsys.readouterr().err
    assert "reading MJCF requires MuJoCo, which is not installed: pip install" in said
    assert not (arm.parent / "new.xml").exists()


def test_a_source_with_errors_is_converted_as_far_as_it_reads_on_request(
    arm: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arm.write_text(ARM.replace('child link="b"', 'child link="QQQ"'))
    assert main(["convert", "arm.urdf", "-o", "new.sdf"]) == 2
    assert not (arm.parent / "new.sdf").exists()
    assert main(["convert", "arm.urdf", "-o", "new.sdf", "--anyway"]) == 0
    shown = capsys.readouterr().err
    assert "invalid parts are ignored" in shown
    assert "dropped  <joint> 'j'  its child link 'QQQ' does not exist" in shown
    assert "<link" in (arm.parent / "new.sdf").read_text()
