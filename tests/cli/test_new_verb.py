"""A verb is one file: its page declares its arguments, and the command finds it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest

from bodyplan.cli.errors import UserError
from bodyplan.cli.parser import Parser

VERB = '''"""``bodyplan count``: count the links of a robot."""

from __future__ import annotations

import argparse
from functools import partial

from bodyplan.cli import OK
from bodyplan.cli.inputs import opened
from bodyplan.cli.inputs import session_of
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser

_PAGE = """\\
Count the links of a robot.

examples:
  bodyplan count arm.urdf

arguments:
  ROBOT

options:
  --least N [1..9]         exit 1 where there are fewer

output:
  @output
  --quiet

exit status: 0 counted, 2 wrong usage or unreadable input
"""
parser = partial(Parser, "count", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Prints the number of links."""
    write_output(f"{len(opened(session_of(arguments), arguments.input).written.root.links)}\\n", arguments)
    return OK
'''


def test_a_file_makes_a_verb(tmp_path):
    import bodyplan

    package = os.path.dirname(bodyplan.__file__)
    shutil.copytree(package, tmp_path / "bodyplan", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "bodyplan/cli/verbs/count.py").write_text(VERB)

    def run(*words):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        command = [sys.executable, "-m", "bodyplan", *words]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        return done.returncode, done.stdout, done.stderr

    assert "\n  count       count the links of a robot\n" in run("--help")[1]
    assert re.search(
        r"^  --least N  +exit 1 where there are fewer$", run("count", "--help")[1], re.MULTILINE
    )
    assert run("count", "sample:arm") == (0, "13\n", "")
    assert run("count", "sample:arm", "--least", "12") == (
        2,
        "",
        "bodyplan: --least must be at least 1 and at most 9, got 12\n",
    )


PAGE = """\
Do something.

examples:
  bodyplan planted x

arguments:
  KIND {a,b}               what
  [CODE ...]               more

options:
  -s, --size N [2] [1..]   how many
  --pair BASE TIP *        two names
  --near NAME ...          names
  --other = else:7         another
  --not
                           a meaning that goes on
                           in the next line
  | --never                the other one
  --form {x,y} !           how
  --score SCORE [0..1]     how good

together:
  --score with --pair or --near
  --not without --near, which is not

A note.

exit status: 0 done
"""


def planted(*words):
    return Parser("planted", PAGE).parse_words([*words, "--form", "x"])


def test_a_page_declares_arguments():
    found = planted("a", "J1", "J2", "--pair", "l", "m", "--near", "n", "o", "--pair", "p", "q")
    assert (found.kind, found.codes, found.size, found.form) == ("a", ["J1", "J2"], 2, "x")
    assert (found.pair, found.near) == ([["l", "m"], ["p", "q"]], ["n", "o"])
    assert (found.never, getattr(found, "not"), found.score) == (False, False, None)
    assert planted("b", "--size", "1e3").size == 1000
    assert getattr(planted("b", "--other"), "else") == "7"


WRONG = {
    ("--size", "0"): "--size must be at least 1, got 0",
    ("--score", "2", "--near", "a"): "--score must be at least 0 and at most 1, got 2.0",
    ("--score", "nan", "--near", "a"): "--score must be at least 0 and at most 1, got nan",
    ("--score", "0"): "--score requires --pair or --near",
    ("--not", "--near", "a"): "--not cannot be combined with --near, which is not",
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_values_and_rules_are_checked(words):
    with pytest.raises(UserError, match=WRONG[words]):
        planted("a", *words)


def test_alternatives_exclude_each_other(capsys):
    with pytest.raises(SystemExit):
        planted("a", "--not", "--never")
    assert "--never cannot be combined with --not" in capsys.readouterr().err


def test_a_page_is_shown_as_it_is_written():
    text = Parser("planted", PAGE).format_help()
    assert text.startswith("usage: bodyplan planted [options] --form {x,y} KIND [CODE ...]\n")
    assert "Do something.\n\nexamples:\n  bodyplan planted x\n" in text
    assert text.endswith("A note.\n\nexit status: 0 done\n")
    assert "a meaning that goes on in the next line" in " ".join(text.split())
