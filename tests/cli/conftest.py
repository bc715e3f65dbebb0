"""What the tests of the verbs share: running one, and robots with known faults."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys

import pytest

from bodyplan.cli import main
from bodyplan.resources import VARIABLES

CLEAN = '<robot name="r">\n  <link name="a"/>\n</robot>\n'
ERROR = '<robot name="r">\n  <link/>\n</robot>\n'
"""One error, X103, in line 2, column 4."""
WARNING = """<robot name="r">
  <link name="a"/>
  <link name="b"/>
  <joint name="j" type="fixed">
    <origin xyz="0 0 0" rpy="90 0 0"/>
    <parent link="a"/>
    <child link="b"/>
  </joint>
</robot>
"""
"""One warning, J112, with an unsafe fix, in line 5, column 30."""
SAFE = '<robot name="r">\n  <link name="a"><gravity>1</gravity></link>\n  <gazebo/>\n</robot>\n'


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    """No colours, no width and no search path from outside."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", *VARIABLES):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder, empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def bodyplan(capsys):
    """Runs a verb in this process, and gives the exit status and both outputs."""

    def run(*words):
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def _run_shell(shell, script):
    """What a script prints, where ``bodyplan`` is the command under test."""
    beside = os.path.dirname(sys.executable)
    path = {**os.environ, "PATH": f"{beside}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [shell, "-c", script], text=True, capture_output=True, check=False, env=path
    )
    return done.stdout


@pytest.fixture
def complete_in_fish(bodyplan, tmp_path):
    """What fish offers behind a line."""
    pytest.importorskip("shtab")
    if shutil.which("fish") is None:
        pytest.skip("needs fish")
    script = tmp_path / "bodyplan.fish"
    script.write_text(bodyplan("completion", "fish")[1])

    def ask(line):
        out = _run_shell("fish", f"source {script}; complete -C '{line}'")
        return [word.partition("\t")[0] for word in out.splitlines()]

    return ask


@pytest.fixture
def complete(bodyplan):
    """What bash offers behind some words."""
    pytest.importorskip("shtab")
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    script = bodyplan("completion", "bash")[1]

    def ask(*words):
        line = " ".join(f"'{word}'" for word in words)
        asked = (
            f"{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}\n"
            f'COMP_LINE="{" ".join(words)}"\n'
            '_shtab_bodyplan; printf "%s\\n" "${COMPREPLY[@]}"\n'
        )
        return _run_shell("bash", asked).split()

    return ask


@pytest.fixture
def feed(monkeypatch):
    """Gives bytes to the standard input."""

    def give(text):
        data = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


@pytest.fixture
def spawn():
    """Starts the command in a process of its own, and waits for its end."""

    def start(*words, **options):
        environment = {**os.environ, "PYTHONWARNINGS": "error", **options.pop("env", {})}
        options.setdefault("timeout", 60)
        return subprocess.run(
            [sys.executable, "-m", "bodyplan", *map(str, words)],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
            **options,
        )

    return start
