"""The recipes of CONTRIBUTING.md for an attribute, a rule and a verb, followed in a copy of the source."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "bodyplan"
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
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


def example(heading: str, language: str) -> str:
    """The first block of a language below a heading of the guide."""
    section = GUIDE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    block = re.search(rf"^( *)```{language}\n(.*?)^\1```", section, re.DOTALL | re.MULTILINE)
    assert block is not None, heading
    return dedent(block[2])


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
    path = copy / "src" / "bodyplan" / "formats" / "urdf" / "_joint.py"
    text = path.read_text("utf-8")
    start = text.index("class Dynamics(Element):")
    end = text.index("\n\n\n", start)
    field = example("Add an attribute or element", "text").strip()
    path.write_text(f"{text[:end]}\n    {field}{text[end:]}", "utf-8")

    (copy / "r.urdf").write_text(URDF.format(attribute='stiction="-1"'))
    assert "stiction" in bodyplan(copy, "check", "r.urdf", "--select", "X114")
    (copy / "r.urdf").write_text(URDF.format(attribute='stiction="1"'))
    assert "stiction" not in bodyplan(copy, "check", "r.urdf", "--select", "X")
    assert '"stiction"' in bodyplan(copy, "schema", "urdf")


def test_a_rule_about_links_of_every_format_is_one_file(copy):
    rules = copy / "src" / "bodyplan" / "lint" / "rules" / "robot"
    (rules / "name_with_q.py").write_text(example("Add a rule", "python"), "utf-8")

    found = bodyplan(copy, "check", "r.urdf", "m.sdf", "--select", "N999", "--format", "concise")
    places = [line.partition(" ")[0] for line in found.splitlines() if "N999" in line]
    assert sorted(places) == ["m.sdf:1:49:", "r.urdf:2:15:"]
    assert "begins with Q" in bodyplan(copy, "explain", "N999")


def test_a_verb_is_one_file(copy):
    verb = copy / "src" / "bodyplan" / "cli" / "verbs" / "links.py"
    verb.write_text(example("Add a verb", "python"), "utf-8")

    assert bodyplan(copy, "links", "r.urdf") == "Q1\nb\n"
    assert "  links       print the names of the links\n" in bodyplan(copy, "--help")
