"""What is loaded: start-up is felt at every keystroke. Modules are counted, nothing is timed."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.conftest import ERROR

HEAVY = {
    "dataclasses",
    "difflib",
    "inspect",
    "json",
    "multiprocessing",
    "numpy",
    "rich",
    "shutil",
    "subprocess",
    "tempfile",
    "trimesh",
    "xml.dom",
}
LOADED = """
import sys
before = set(sys.modules)
{what}
print("loaded:", *sorted(set(sys.modules) - before))
"""
RUN = "from bodyplan.cli import main; main({words!r})"


def loaded(what, **options):
    """The modules that some code loads in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(what=what)],
        capture_output=True,
        text=True,
        check=True,
        **options,
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


def test_importing_the_package_loads_nothing_else():
    found = loaded(
        "import typing, contextlib, importlib.util, importlib.machinery; before = set(sys.modules); import bodyplan"
    )
    assert found <= {"bodyplan", "bodyplan._version", "__future__"}


@pytest.mark.parametrize(
    "words",
    [
        ["check", "sample:arm"],
        ["check", "sample:arm", "--format", "concise"],
        ["check", "clean.urdf"],
        ["fix", "sample:arm", "--check"],
        ["--help"],
        ["--version"],
        ["check", "--help"],
        ["fk", "--help"],
        ["workspace", "--help"],
    ],
    ids=" ".join,
)
def test_nothing_heavy_is_loaded(tmp_path, words):
    (tmp_path / "clean.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    found = loaded(RUN.format(words=words), cwd=tmp_path)
    assert not found & HEAVY


def test_a_robot_with_problems_needs_no_heavy_modules_but_for_near_names(tmp_path):
    (tmp_path / "error.urdf").write_text(ERROR)
    found = loaded(RUN.format(words=["check", "error.urdf"]), cwd=tmp_path)
    assert not found & (HEAVY - {"difflib"})


def test_the_help_loads_no_rules():
    assert not any(
        name.startswith("bodyplan.lint") for name in loaded(RUN.format(words=["--help"]))
    )
