"""Which environment variables a robot may read is the user's choice, never that of the robot's files."""

from __future__ import annotations

import pytest
from tests.cli.test_options import all_verbs

from bodyplan.cli.inputs import session_of

ALLOWING = 'allow-env = ["ROBOT_NAME"]\n'
IGNORED = "allow-env is ignored, because this configuration may have come with the robot"


@pytest.fixture
def allowed(here):
    """Gives the variables that a robot may read under these options."""

    def run(*words):
        arguments = all_verbs()["where"].parse_args(["r.urdf", *map(str, words)])
        resources = session_of(arguments).resources
        return set() if resources is None else set(resources.allowed_environment)

    return run


def test_every_verb_that_looks_for_packages_takes_the_option():
    for name, parser in all_verbs().items():
        options = {option for action in parser._actions for option in action.option_strings}
        if "--package" in options:
            assert {"--allow-env", "--config", "--no-config"} <= options, name


def test_no_variable_may_be_read_by_default(allowed):
    assert allowed() == set()


def test_the_option_names_variables(allowed):
    assert allowed("--allow-env", "A", "--allow-env", "B") == {"A", "B"}


def test_a_configuration_that_was_named_allows_variables(allowed, here):
    (here / "ours.toml").write_text(ALLOWING)
    assert allowed("--config", "ours.toml", "--allow-env", "A") == {"ROBOT_NAME", "A"}


@pytest.mark.parametrize("name", ["bodyplan.toml", "pyproject.toml"])
def test_a_configuration_that_was_found_allows_nothing(allowed, here, capsys, name):
    table = "[tool.bodyplan]\n" if name == "pyproject.toml" else ""
    (here / name).write_text(table + ALLOWING)
    assert allowed() == set()
    assert IGNORED in capsys.readouterr().err
    assert allowed("--no-config") == set()
    assert capsys.readouterr().err == ""


def test_a_configuration_that_does_not_exist_is_an_error(bodyplan, here):
    (here / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    status, _, err = bodyplan("where", "r.urdf", "--config", "QQQ.toml")
    assert (status, "--config QQQ.toml: file not found" in err) == (2, True)


@pytest.mark.parametrize("name", ["", "A=B", " ", "A\nB"])
def test_what_no_variable_can_be_called_is_an_error(bodyplan, here, name):
    (here / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    status, _, err = bodyplan("where", "r.urdf", "--allow-env", name)
    assert (status, "--allow-env expects the name of" in err) == (2, True)


@pytest.mark.parametrize("value", ['"A"', "[1]", '["A=B"]', "{}"])
def test_a_configuration_lists_names(bodyplan, here, value):
    (here / "ours.toml").write_text(f"allow-env = {value}\n")
    (here / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    status, _, err = bodyplan("where", "r.urdf", "--config", "ours.toml")
    assert (status, "allow-env must be a list of names" in err) == (2, True)
