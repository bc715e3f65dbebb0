"""Names of files that look like options are files, or are refused; they are never obeyed."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

import pytest
from tests.cli.conftest import CLEAN
from tests.cli.test_options import all_verbs
from tests.slices import amount

from bodyplan.cli import known_names, main, summaries
from bodyplan.cli.verbs import completion

VERBS = summaries()

ROOT = Path(__file__).parent.parent.parent
UNEVEN = '<robot  name="r">\n<link name="a"/></robot>\n'
VICTIM = '<robot name="victim">\n  <link name="v"/>\n</robot>\n'


@pytest.fixture
def folder(here):
    """A folder as an attacker may have filled it."""
    (here / "r.urdf").write_text(UNEVEN)
    (here / "victim.urdf").write_text(VICTIM)
    return here


def everything(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


FILES = [
    "-ovictim.urdf",
    "-qovictim.urdf",
    "-o victim.urdf",
    "-o=victim.urdf",
    "-o",
    "-h",
    "-x.urdf",
    "-",
    "--output=victim.urdf",
    "--force",
    "--in-place",
    "--diff",
    "--limit=max_bytes=1",
    "--unknown.urdf",
    "---.urdf",
    "sample:arm",
]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("verb", ["fmt", "fix", "check", "show", "bundle", "where"])
def test_a_pattern_of_the_shell_that_meets_such_a_file_is_refused(verb, name, folder, bodyplan):
    (folder / name).write_text(UNEVEN)
    before = everything(folder)
    status, out, err = bodyplan(verb, *sorted(os.listdir()))
    assert (status, out) == (2, "")
    assert f"./{name}" in err
    assert err.count("\n") == 1
    assert everything(folder) == before


@pytest.mark.parametrize("name", [name for name in FILES if name not in {"-", "sample:arm"}])
@pytest.mark.parametrize("form", ["behind the end of options", "with a folder"])
def test_such_a_file_has_a_name_all_the_same(form, name, folder, bodyplan):
    (folder / name).write_text(UNEVEN)
    words = ["--", name] if form == "behind the end of options" else [f"./{name}"]
    assert bodyplan("fmt", "--quiet", *words) == (0, "", "")
    assert (folder / name).read_text() != UNEVEN
    assert (folder / "victim.urdf").read_text() == VICTIM
    assert (folder / "r.urdf").read_text() == UNEVEN


@pytest.mark.parametrize("name", ["-", "sample:arm"])
def test_a_file_called_like_another_input_has_a_name_too(name, folder, bodyplan):
    (folder / name).write_text(UNEVEN)
    assert bodyplan("fmt", "--quiet", f"./{name}") == (0, "", "")
    assert (folder / name).read_text() != UNEVEN


def test_standard_input_is_ambiguous_behind_the_end_of_options_too(folder, bodyplan):
    (folder / "-").write_text(UNEVEN)
    status, _, err = bodyplan("check", "--", "-")
    assert status == 2
    assert err == (
        "bodyplan check: '-' means standard input, but a file of this name exists; write ./- or /dev/stdin\n"
    )


ATTACHED = [
    ["fmt", "-ovictim.urdf", "r.urdf"],
    ["fmt", "r.urdf", "-o=victim.urdf"],
    ["srdf", "new", "r.urdf", "-ovictim.urdf"],
]


@pytest.mark.parametrize("words", ATTACHED, ids=" ".join)
def test_a_value_is_a_word_of_its_own(words, folder, bodyplan):
    before = everything(folder)
    status, out, err = bodyplan(*words)
    assert (status, out) == (2, "")
    assert "separate the option from its value" in err
    assert "o victim.urdf; for a file of this name write ./-" in err
    assert everything(folder) == before


def test_values_apart_from_their_option_go_on(folder, bodyplan):
    assert bodyplan("fmt", "r.urdf", "--quiet", "-o", "new.urdf") == (0, "", "")
    assert bodyplan("fmt", "r.urdf", "--quiet", "--output=other.urdf") == (0, "", "")
    assert (folder / "new.urdf").read_bytes() == (folder / "other.urdf").read_bytes()


def test_options_are_between_the_inputs_and_before_the_end_of_options(folder, bodyplan):
    (folder / "-x.urdf").write_text(UNEVEN)
    (folder / "--").write_text(UNEVEN)
    assert bodyplan(
        "fmt", "r.urdf", "--indent", "3", "victim.urdf", "--quiet", "--", "-x.urdf", "--"
    ) == (
        0,
        "",
        "",
    )
    assert {(folder / name).read_text() for name in ("r.urdf", "-x.urdf", "--")} == {
        '<robot name="r">\n   <link name="a"/>\n</robot>\n'
    }


def test_names_behind_the_end_of_options_are_reported_as_they_are(here, bodyplan):
    assert bodyplan("check", "--", "-none.urdf")[2] == "bodyplan: -none.urdf does not exist\n"
    assert bodyplan("doctor", "--", "-x")[2] == (
        "bodyplan doctor: unexpected argument '-x'; see `bodyplan doctor --help`\n"
    )


def test_words_that_take_several_values_end_there(here, bodyplan):
    (here / "-a.srdf").write_text('<robot name="r"/>\n')
    words = ("srdf", "add", "group", "--alone", "--joint", "i", "j", "--", "-a.srdf", "-name")
    assert bodyplan(*words)[0] == 0
    assert '<group name="-name">' in (here / "-a.srdf").read_text()


def test_numbers_are_no_options(here, bodyplan):
    (here / "-1").write_text(CLEAN)
    assert bodyplan("check", "-1", "--quiet") == (0, "", "")


def test_a_name_that_cannot_be_one_is_refused_as_ever(bodyplan):
    assert bodyplan("fmt", "-\0")[0] == 2


@pytest.mark.parametrize("name", all_verbs())
def test_no_option_can_be_abbreviated(name, capsys):
    parser = all_verbs()[name]
    options = [word for word in parser._option_string_actions if word.startswith("--")]
    for option in options[:: amount(1, short=4)]:
        for end in range(3, len(option)):
            short = option[:end]
            if short not in options:
                assert main([*name.split(), short]) == 2
                assert f"unknown option {short}" in capsys.readouterr().err


def test_no_verb_reads_words_from_a_file_or_has_other_signs():
    for parser in all_verbs().values():
        assert parser.fromfile_prefix_chars is None
        assert parser.prefix_chars == "-"
        assert not parser.allow_abbrev


def test_the_hooks_end_their_options():
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    page = (ROOT / "docs" / "guide" / "start.md").read_text("utf-8")
    for found in (text, page):
        hooks = re.findall(r"entry: bodyplan \w+\n +args: \[(.*)\]", found)
        assert len(hooks) == found.count("entry: bodyplan") > 0
        assert {hook.split(", ")[-1] for hook in hooks} == {"--"}


def test_a_hook_writes_to_the_files_that_it_is_given(folder, bodyplan):
    (folder / "-ovictim.urdf").write_text(UNEVEN)
    assert bodyplan("fmt", "--quiet", "--", "-ovictim.urdf", "r.urdf") == (0, "", "")
    assert (folder / "victim.urdf").read_text() == VICTIM


def test_a_command_to_copy_means_the_file(here, bodyplan):
    (here / "-x y.urdf").write_text('<robot name="r">\n  <link/>\n</robot>\n')
    assert "run bodyplan check './-x y.urdf'" in bodyplan("show", "--", "-x y.urdf")[1]


def test_completion_offers_no_names_that_are_options(here):
    (here / "r.urdf").write_text(
        '<robot name="r"><link name="-orc"/><link name="a"/><joint name="j" type="fixed">'
        '<parent link="-orc"/><child link="a"/></joint></robot>'
    )
    assert known_names.known_names("links", "bodyplan fk r.urdf --frame ") == ["a"]


def test_the_parser_of_completion_abbreviates_nothing():
    whole = completion.whole_parser()
    assert isinstance(whole, argparse.ArgumentParser)
    assert not whole.allow_abbrev
    assert set(VERBS) <= set(next(iter(whole._subparsers._group_actions)).choices)
