"""The verb completion: scripts that the shells take, with every verb and option."""

from __future__ import annotations

import builtins
import shutil
import subprocess

import pytest

from bodyplan.cli import summaries
from bodyplan.cli.verbs.completion import SHELLS, whole_parser
from bodyplan.formats.source import SAMPLES

VERBS = summaries()

shtab = pytest.importorskip("shtab")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
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
        "bodyplan: the installed shtab does not support fish: pip install -U shtab\n",
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
        "bodyplan: completion requires shtab: pip install shtab\n",
    )


ASKED = {
    ("fk", "sample:arm", "--frame", "too"): ["tool0"],
    ("workspace", "sample:arm", "--base", "fore"): ["forearm_link"],
    ("fk", "sample:arm", "--state", "ho"): ["home"],
    ("fk", "sample:arm", "-q", "elb"): ["elbow_joint="],
    ("srdf", "add", "pair", "tern.srdf", "fore"): ["forearm_link"],
    ("srdf", "add", "state", "tern.srdf", "bent", "gri"): ["gripper"],
    ("srdf", "add", "end-effector", "tern.srdf", "ee", "--parent-group", "gri"): ["gripper"],
    ("explain", "J10"): [f"J10{number}" for number in (1, 2, 3, 4, 6, 7, 8)],
    ("check", "--select", "I301"): ["I301"],
    ("show", "none.urdf", "--frame", ""): [],
}


def sample(here):
    for name in ("arm.urdf", "arm.srdf"):
        shutil.copy(SAMPLES / "arm" / name, here / name)
    (here / "arm.srdf").rename(here / "tern.srdf")


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("words", ASKED, ids=" ".join)
def test_bash_completes_names_of_the_robot(complete, here, words):
    sample(here)
    offered = complete("bodyplan", *words)
    assert offered[: len(ASKED[words])] == ASKED[words]
    assert all(word.startswith(words[-1]) for word in offered)


@pytest.mark.parametrize("words", [*ASKED][:7], ids=" ".join)
def test_fish_completes_names_of_the_robot(complete_in_fish, here, words):
    sample(here)
    assert complete_in_fish(" ".join(["bodyplan", *words])) == ASKED[words]


def test_fish_completes_verbs_and_files(complete_in_fish, here):
    (here / "robot.urdf").write_text("")
    assert complete_in_fish("bodyplan works") == ["workspace"]
    assert "robot.urdf" in complete_in_fish("bodyplan check rob")


def names(bodyplan, kind, line):
    status, out, err = bodyplan("completion", "bash", "--names", kind, line)
    assert (status, err) == (0, "")
    return out.splitlines()


def test_names_are_those_of_every_robot_on_the_line(bodyplan, here):
    sample(here)
    (here / "b.urdf").write_text('<robot name="b"><link name="other"/></robot>')
    found = names(bodyplan, "links", "bodyplan check arm.urdf b.urdf --frame ")
    assert {"tool0", "other"} <= set(found)
    assert names(bodyplan, "groups", "bodyplan fk arm.urdf") == [
        "arm",
        "gripper",
        "arm_and_gripper",
    ]
    assert names(bodyplan, "states", "bodyplan show tern.srdf") == ["home", "open", "closed"]
    assert "tool0" in names(bodyplan, "frames", "bodyplan srdf add pair tern.srdf ")


def test_frames_of_sdformat_are_offered(bodyplan, here):
    frame = '<frame name="tcp" attached_to="a"><pose>0 0 1 0 0 0</pose></frame>'
    model = f'<model name="m"><link name="a"/>{frame}</model>'
    (here / "m.sdf").write_text(f'<sdf version="1.9">{model}</sdf>')
    assert names(bodyplan, "frames", "bodyplan fk m.sdf --frame ") == ["a", "tcp"]
    assert names(bodyplan, "links", "bodyplan inertia m.sdf --links ") == ["a"]


@pytest.mark.parametrize("text", ["", "<robot", "\x7fELF", "<html/>"])
def test_what_cannot_be_read_offers_nothing_and_says_nothing(bodyplan, here, text):
    (here / "a.urdf").write_text(text)
    for kind in ("frames", "joints", "states"):
        assert names(bodyplan, kind, "bodyplan fk a.urdf 'open") == []


def test_a_kind_that_is_unknown_is_a_sentence(bodyplan):
    assert bodyplan("completion", "bash", "--names", "wheels", "")[::2] == (
        2,
        "bodyplan: --names: expected one of frames, links, joints, states, groups, codes, got 'wheels'\n",
    )


@pytest.mark.parametrize(
    "name", ["$(touch pwned)", "`touch pwned`", "a;touch pwned", "x y", "${HOME}", "a'b", "*", "~"]
)
def test_a_name_that_a_shell_would_run_is_never_offered(complete, bodyplan, here, name):
    link = name.replace('"', "&quot;")
    (here / "evil.urdf").write_text(
        f'<robot name="r"><link name="base"/><link name="{link}"/><joint name="j" type="fixed">'
        f'<parent link="base"/><child link="{link}"/></joint></robot>'
    )
    assert names(bodyplan, "links", "bodyplan fk evil.urdf") == ["base"]
    assert complete("bodyplan", "fk", "evil.urdf", "--frame", "") == ["base"]
    assert [path.name for path in here.iterdir()] == ["evil.urdf"]
