"""Python of strangers: no file of the current folder is opened or run, and nothing is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bodyplan
from bodyplan.core.syntax import parsed_expression, parsed_module

SOURCES = Path(bodyplan.__file__).parent
BROKEN = ("x = (", "a b", "'\\d' +", "f'{'", "\tx\n  y", "'\\N{x}'", "print 1", "1if 2else")
NAMES = ("<unknown>", "<expression>", "<string>", "<stdin>", "<module>")
SHADOWS = ("multiprocessing", "subprocess", "pickle", "numpy", "yaml", "mujoco", "bodyplan", "site")
"""Modules that a process of Python would find in the current folder before the real ones."""
RUN = """
import multiprocessing, sys
opened = []
def hook(event, arguments):
    if event == "open" and str(arguments[0]).startswith("<"):
        opened.append(arguments[0])
sys.addaudithook(hook)
if __name__ == "__main__":
    method = sys.argv.pop(1)
    if method:
        multiprocessing.set_start_method(method)
    from bodyplan.cli import main
    status = main(sys.argv[1:])
    assert not opened, opened
    sys.exit(status)
"""
MACROS = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="p" value="${%s}"/><link name="${p}"/></robot>
"""
LIBRARY = MACROS.replace("<link", '<xacro:macro name="m"><link').replace(
    "/></rob", "/></xacro:macro></rob"
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs named pipes")


@pytest.fixture
def checked(tmp_path):
    """Runs ``check`` in the folder of a stranger."""
    (tmp_path / "run.py").write_text(RUN)
    folder = tmp_path / "in"
    folder.mkdir()

    def run(*words, method=""):
        return subprocess.run(
            [sys.executable, tmp_path / "run.py", method, "check", ".", *words],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    run.folder = folder
    return run


@pytest.mark.parametrize("text", BROKEN)
def test_no_file_is_opened_to_show_a_syntax_error(text, checked):
    folder = checked.folder
    for name in NAMES:
        os.mkfifo(folder / name)
    (folder / "package.xml").write_text("<package><name>p</name></package>")
    (folder / "a.launch.py").write_text(text)
    (folder / "launch").mkdir()
    (folder / "launch" / "b.py").write_text(text)
    (folder / "setup.py").write_text(text)
    (folder / "joint_limits.yaml").write_text("joint_limits:\n  j:\n    max_velocity: 1.0\n")
    whole = MACROS % text.replace("{", "").replace("'", '"').replace("\n", " ")
    (folder / "r.urdf.xacro").write_text(whole.replace('"${', "'${").replace('}"', "}'"))
    (folder / "library.xacro").write_text(LIBRARY % "1 +")
    (folder / "mesh.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry>'
        '<mesh filename="package://p/a.stl"/></geometry></visual></link></robot>'
    )
    done = checked()
    assert done.returncode == 1, done.stderr
    assert "Warning" not in done.stderr
    assert "Traceback" not in done.stderr


def test_the_parsers_are_called_in_one_place():
    found = [
        str(path.relative_to(SOURCES))
        for path in SOURCES.rglob("*.py")
        if re.search(r"\bast\.parse\(|literal_eval|(?<![.\w])compile\(", path.read_text("utf-8"))
    ]
    assert sorted(found) == ["core/syntax.py", "spec/reader.py"]  # the latter compiles readers


def test_what_is_odd_is_parsed_without_a_warning(recwarn):
    assert parsed_expression("'\\d' if 1else 2").body is not None
    assert len(parsed_module("x = '\\d'").body) == 1
    assert not recwarn.list


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_processes_run_no_module_of_the_current_folder(method, checked, tmp_path):
    for name in SHADOWS:
        (checked.folder / f"{name}.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w')")
    for number in range(4):
        (checked.folder / f"{number}.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    done = checked("--jobs", "2", method=method)
    assert not (tmp_path / "run").exists()
    assert (done.returncode, done.stderr) == (0, "")
