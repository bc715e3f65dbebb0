"""The recipes of CONTRIBUTING.md for an attribute, a rule and a verb, followed in a copy of the source."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "bodyplan"
RULE = '''\
"""A rule of the recipe."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule


@rule("N999", "name-with-q", severity="warning")
def name_with_q(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """Check for links with a name that begins with Q.

    ## Why it matters

    This is a test.
    """
    if link.name.startswith("Q"):
        yield ctx.report(link, f"link {link.name!r} begins with Q", field="name")
'''
VERB = '''\
"""``bodyplan links``: print the names of the links."""

from __future__ import annotations

import argparse
from functools import partial

from bodyplan.cli import OK
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser
from bodyplan.project.load import load

_PAGE = """\\
Print the names of the links.

examples:
  bodyplan links arm.urdf

arguments:
  FILE                     the robot

output:
  @output

exit status: 0 printed, 2 wrong usage
"""
parser = partial(Parser, "links", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Print the names."""
    names = [link.name for link in load(arguments.file).links]
    write_output("".join(f"{name}\\n" for name in names), arguments)
    return OK
'''
URDF = """\
<robot name="r">
  <link name="Q1"/>
  <link name="b"/>
  <joint name="j" type="fixed">
    <parent link="Q1"/>
    <child link="b"/>
    <dynamics damping="1" {attribute}/>
  </joint>
</robot>
"""
SDF = '<sdf version="1.11"><model name="m"><link name="Q1"/></model></sdf>\n'


RUN = """\
import sys
sys.meta_path[:] = [one for one in sys.meta_path if isinstance(one, type)]
sys.path.insert(0, sys.argv.pop(1))
from bodyplan.cli import main
raise SystemExit(main())
"""
"""Runs the command from a folder, even where the package is installed as editable: that adds a finder."""


@pytest.fixture
def copy(tmp_path):
    """A folder with a copy of the source."""
    shutil.copytree(
        SOURCE, tmp_path / "src" / "bodyplan", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "r.urdf").write_text(URDF.format(attribute=""))
    (tmp_path / "m.sdf").write_text(SDF)
    return tmp_path


def bodyplan(folder: Path, *words: str) -> str:
    """What the command prints when it runs from the copy."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(folder / "src"), *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_an_attribute_with_a_bound_is_one_field(copy):
    path = copy / "src" / "bodyplan" / "formats" / "urdf" / "joint.py"
    text = path.read_text("utf-8")
    start = text.index("class Dynamics(Element):")
    end = text.index("\n\n\n", start)
    field = '\n    stiction: Annotated[float, Attr("force to start", unit=EFFORT, ge=0.0)] = 0.0'
    path.write_text(text[:end] + field + text[end:], "utf-8")

    (copy / "r.urdf").write_text(URDF.format(attribute='stiction="-1"'))
    assert "stiction" in bodyplan(copy, "check", "r.urdf", "--select", "X114")
    (copy / "r.urdf").write_text(URDF.format(attribute='stiction="1"'))
    assert "stiction" not in bodyplan(copy, "check", "r.urdf", "--select", "X")
    assert '"stiction"' in bodyplan(copy, "schema", "urdf")


def test_a_rule_about_links_of_every_format_is_one_file(copy):
    rules = copy / "src" / "bodyplan" / "lint" / "rules" / "robot"
    (rules / "name_with_q.py").write_text(RULE, "utf-8")

    found = bodyplan(copy, "check", "r.urdf", "m.sdf", "--select", "N999", "--format", "concise")
    places = [line.partition(" ")[0] for line in found.splitlines() if "N999" in line]
    assert sorted(places) == ["m.sdf:1:49:", "r.urdf:2:15:"]
    assert "begins with Q" in bodyplan(copy, "explain", "N999")


def test_a_verb_is_one_file(copy):
    (copy / "src" / "bodyplan" / "cli" / "verbs" / "links.py").write_text(VERB, "utf-8")

    assert bodyplan(copy, "links", "r.urdf") == "Q1\nb\n"
    assert "  links       print the names of the links\n" in bodyplan(copy, "--help")
