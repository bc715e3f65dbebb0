"""The verb completion: scripts that the shells take, with every verb and option."""

from __future__ import annotations

import builtins
import shutil
import subprocess

import pytest

from bodyplan.cli import VERBS
from bodyplan.cli.completion import SHELLS, whole_parser

shtab = pytest.importorskip("shtab")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_shell_takes_the_script(bodyplan, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    status, out, err = bodyplan("completion", shell)
    assert (status, err) == (0, "")
    done = subprocess.run([shell, "-n"], input=out, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_verb_and_option_is_in_it(bodyplan, shell):
    if shell not in shtab.SUPPORTED_SHELLS:
        pytest.skip(f"this version of shtab knows no {shell}")
    _, out, _ = bodyplan("completion", shell)
    for verb in VERBS:
        assert verb in out
    for option in options():
        assert option.lstrip("-") in out


def options():
    """Every long option of every verb."""
    whole = whole_parser()
    (verbs,) = (action for action in whole._actions if action.choices)
    assert set(verbs.choices) == set(VERBS)
    for made in verbs.choices.values():
        for action in made._actions:
            yield from (word for word in action.option_strings if word.startswith("--"))


def test_a_shell_that_shtab_does_not_know_is_a_sentence(bodyplan, monkeypatch):
    monkeypatch.setattr(shtab, "SUPPORTED_SHELLS", ["bash"])
    assert bodyplan("completion", "fish")[::2] == (
        2,
        "bodyplan: this version of shtab knows no fish: pip install -U shtab\n",
    )


def test_bash_completes_verbs_options_and_files(complete, here):
    (here / "robot.urdf").write_text("")
    assert complete("bodyplan", "che") == ["check"]
    assert complete("bodyplan", "check", "--form") == ["--format"]
    assert set(complete("bodyplan", "check", "--format", "")) >= {"full", "concise", "json"}
    assert complete("bodyplan", "check", "rob") == ["robot.urdf"]


def test_without_shtab_a_sentence_says_what_to_do(bodyplan, monkeypatch):
    real = builtins.__import__

    def importing(name, *rest, **options):
        if name == "shtab":
            raise ImportError(name)
        return real(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", importing)
    assert bodyplan("completion", "bash")[::2] == (
        2,
        "bodyplan: completion needs shtab: pip install shtab\n",
    )
