"""Configuration: where it is found, what it says, and what is said of mistakes in it."""

from __future__ import annotations

import re

import pytest
from tests.cli.conftest import ERROR, WARNING


@pytest.fixture
def robot(here):
    """A robot with a warning, J112, two folders below the current one."""
    path = here / "a" / "b" / "warning.urdf"
    path.parent.mkdir(parents=True)
    path.write_text(WARNING)
    return path


@pytest.fixture
def codes(bodyplan):
    """Checks, and gives the codes with their severities."""

    def run(*words):
        _, out, err = bodyplan("check", "--format", "concise", *words)
        assert not err
        return re.findall(r" ([A-Z]\d{3} \w+) ", out)

    return run


IGNORING = 'ignore = ["J112"]\n'


@pytest.mark.parametrize("folder", [".", "a", "a/b"])
def test_the_configuration_of_a_folder_above_holds(robot, here, codes, folder):
    assert codes(robot) == ["J112 warning"]
    (here / folder / "bodyplan.toml").write_text(IGNORING)
    assert codes(robot) == []
    (here / folder / "bodyplan.toml").unlink()
    (here / folder / "pyproject.toml").write_text("[tool.bodyplan]\n" + IGNORING)
    assert codes(robot) == []


def test_the_nearest_configuration_holds_alone(robot, here, codes):
    (here / "bodyplan.toml").write_text(IGNORING)
    (here / "a" / "pyproject.toml").write_text("[tool.other]\n")
    assert codes(robot) == []
    (here / "a" / "pyproject.toml").write_text("[tool.bodyplan]\n")
    assert codes(robot) == ["J112 warning"]
    (here / "a" / "bodyplan.toml").write_text(IGNORING)
    assert codes(robot) == []


def test_each_file_has_the_configuration_of_its_folder(robot, here, codes):
    (here / "warning.urdf").write_text(WARNING)
    (here / "a" / "bodyplan.toml").write_text('[severity]\nJ = "hint"\n')
    assert codes("warning.urdf", robot) == ["J112 warning", "J112 hint"]


def test_each_file_fails_by_its_own_configuration(robot, here, bodyplan):
    (here / "warning.urdf").write_text(WARNING)
    (here / "a" / "bodyplan.toml").write_text('fail-on = "warning"\n[severity]\nJ = "info"\n')
    assert bodyplan("check", "warning.urdf", robot)[0] == 0
    (here / "a" / "bodyplan.toml").write_text('fail-on = "info"\n[severity]\nJ = "info"\n')
    assert bodyplan("check", "warning.urdf", robot)[0] == 1
    _, out, _ = bodyplan("check", "warning.urdf", robot, "--quiet", "--format", "concise")
    assert out.startswith("a/b/warning.urdf:5:30: J112 info ")
    assert out.count("\n") == 1


def test_standard_input_and_samples_go_by_the_current_folder(here, bodyplan, feed):
    (here / "bodyplan.toml").write_text(IGNORING)
    feed(WARNING)
    assert bodyplan("check", "-") == (0, "no problems found in 1 file\n", "")


def test_a_configuration_can_be_named_or_left_out(robot, here, codes):
    (here / "bodyplan.toml").write_text(IGNORING)
    (here / "other.toml").write_text('[severity]\nJ112 = "error"\n')
    assert codes(robot, "--config", "other.toml") == ["J112 error"]
    assert codes(robot, "--no-config") == ["J112 warning"]


def test_options_come_on_top(robot, here, codes, bodyplan):
    (here / "bodyplan.toml").write_text('select = ["X"]\nfail-on = "warning"\n')
    assert codes(robot) == []
    assert codes(robot, "--select", "J") == ["J112 warning"]
    assert bodyplan("check", robot, "--select", "J")[0] == 1
    assert bodyplan("check", robot, "--select", "J", "--fail-on", "error")[0] == 0
    (here / "bodyplan.toml").write_text('ignore = ["X"]\n')
    (here / "error.urdf").write_text(ERROR)
    assert codes(robot, "error.urdf", "--ignore", "J") == []


def test_codes_can_be_ignored_for_some_files(robot, here, codes):
    (here / "bodyplan.toml").write_text('[per-file-ignores]\n"a/*" = ["J112"]\n')
    (here / "warning.urdf").write_text(WARNING)
    assert codes("warning.urdf", robot) == ["J112 warning"]


def test_severities_decide_the_exit_status(robot, here, bodyplan):
    assert bodyplan("check", robot)[0] == 0
    (here / "bodyplan.toml").write_text('[severity]\nJ1 = "error"\nJ = "info"\n')
    assert bodyplan("check", robot)[0] == 1


def test_profile_and_limits_can_be_in_it(robot, here, bodyplan, codes):
    (here / "bodyplan.toml").write_text('profile = "urdfdom"\n')
    assert codes(robot) == []
    (here / "bodyplan.toml").write_text("[limits]\nmax_bytes = 10\n")
    assert "exceeds the limit max_bytes = 10" in bodyplan("check", robot)[2]
    assert bodyplan("check", robot, "--limit", "max_bytes=10000")[0] == 0


def test_fixing_goes_by_the_same_configuration(robot, here, bodyplan):
    (here / "bodyplan.toml").write_text(IGNORING)
    bodyplan("fix", "--unsafe", robot)
    assert robot.read_text() == WARNING
    bodyplan("fix", "--unsafe", "--no-config", robot)
    assert robot.read_text() != WARNING


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('selec = ["J"]', "unknown setting 'selec'; did you mean 'select'?"),
        ("zzz = 1", "unknown setting 'zzz'; expected one of "),
        ("select = 1", "select must be a list of codes"),
        ('select = ["J9999"]', "'J9999' is not a rule code; expected a code such as J101"),
        ('ignore = ["Q1"]', "unknown code Q1; "),
        ('fail-on = "fatal"', "'fatal' is not a severity; use error, warning, info, hint"),
        ('severity = "error"', "severity must be a table"),
        ('[severity]\nQ = "error"', "unknown code Q; "),
        ('[severity]\nJ = "bad"', "'bad' is not a severity; "),
        ('profile = "urdfdon"', "unknown profile 'urdfdon'; did you mean 'urdfdom'?"),
        ("profile = 1", "profile must be a name"),
        ("[limits]\nmax_byte = 1", "unknown limit 'max_byte'; did you mean 'max_bytes'?"),
        ('[limits]\nmax_bytes = "1"', "limit max_bytes must be a positive whole number, not '1'"),
        ('[per-file-ignores]\n"a" = 1', "per-file-ignores must be a list of codes"),
        ('[per-file-ignores]\n"a" = ["Q"]', "unknown code Q; "),
        ("= 1", "Invalid "),
    ],
)
def test_mistakes_are_a_sentence_with_the_name_of_the_file(robot, here, bodyplan, text, sentence):
    path = here / "bodyplan.toml"
    path.write_text(text)
    for verb in ("check", "fix"):
        status, out, err = bodyplan(verb, robot)
        assert (status, out) == (2, "")
        assert err.startswith(f"bodyplan: {path}: {sentence}")
        assert err.count("\n") == 1
    assert robot.read_text() == WARNING


XACRO = (
    '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    '<xacro:arg name="size" default="small"/><link name="$(arg size)_base"/></robot>'
)


@pytest.mark.parametrize("verb", ["show", "fk", "inertia", "expand", "check", "fix"])
def test_every_verb_uses_the_xacro_arguments_of_the_configuration(here, bodyplan, verb):
    (here / "urdf").mkdir()
    (here / "urdf" / "arm.urdf.xacro").write_text(XACRO.replace("small", "${x}"))
    (here / "bodyplan.toml").write_text('[xacro."urdf/arm.urdf.xacro"]\nsize = "large"\n')
    more = {"fk": ["--json"], "fix": ["--check"]}.get(verb, [])
    status, out, err = bodyplan(verb, "urdf/arm.urdf.xacro", *more)
    assert "M101" not in out + err
    assert status in {0, 1}
    if verb in {"show", "fk", "expand"}:
        assert "large_base" in out


def test_an_argument_on_the_command_line_wins_over_the_configuration(here, bodyplan):
    (here / "arm.urdf.xacro").write_text(XACRO)
    (here / "bodyplan.toml").write_text('[xacro."arm.urdf.xacro"]\nsize = 3\nother = true\n')
    assert "3_base" in bodyplan("show", "arm.urdf.xacro")[1]
    assert "big_base" in bodyplan("show", "arm.urdf.xacro", "size:=big")[1]
    assert "small_base" in bodyplan("show", "arm.urdf.xacro", "--no-config")[1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('xacro = "a"', "xacro must be a table"),
        ('xacro."a.xacro" = 1', "xacro.'a.xacro' must be a table of arguments"),
        (
            'xacro."a.xacro".b = [1]',
            "xacro.'a.xacro'.b must be a string, number or boolean",
        ),
    ],
)
def test_wrong_xacro_arguments_of_a_configuration_are_reported(here, bodyplan, text, reason):
    (here / "arm.urdf.xacro").write_text(XACRO)
    (here / "bodyplan.toml").write_text(text)
    status, _, err = bodyplan("check", "arm.urdf.xacro")
    assert status == 2
    assert reason in err
