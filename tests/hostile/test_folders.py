"""Hostile folders: whatever lies in them, the robots in there are checked, and nothing hangs."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.folders import FOLDERS, STEERING, URDF, robot, write
from tests.hostile.runs import Answer, assert_harmless, run
from tests.slices import amount

COMMANDS = {
    "checked": ("check", "IN"),
    "checked for programs": ("check", "IN", "--json"),
    "checked for services": ("check", "IN", "--format", "sarif"),
    "checked for builds": ("check", "IN", "--format", "junit"),
    "checked for GitHub": ("check", "IN", "--format", "github"),
    "checked for editors": ("check", "IN", "--format", "concise", "--jobs", "2"),
    "fixed": ("fix", "IN", "--unsafe", "--check"),
    "laid out": ("fmt", "IN", "--diff"),
    "looked through for meshes": ("where", "IN", "--all"),
}
LARGE = [name for name in FOLDERS if name[0].isdigit() or name.endswith(" 1 GB")]
"""These are only checked and looked through: it takes long to build them. For the others, one folder
after the other gets every second of the other commands."""
UNREAD = {
    "a configuration of 1 GB",
    "a project of 1 GB",
    "a configuration of 100,000 brackets",
    "a configuration that is no TOML",
    "a project whose tool is no table",
    "a project whose bodyplan is no table",
    "a configuration with patterns that never end",
    "a configuration with an escape sequence",
    "a configuration with a large number",
    "a configuration with a key of 500,000 parts",
    "a configuration with a table of 500,000 parts",
    "a configuration with 100,000 braces",
    "a configuration with 100,000 tables",
}
"""Their settings are refused, so that nothing is checked."""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="pipes, sockets and odd names are for other systems"
)


@pytest.mark.long(keep=7)
@pytest.mark.parametrize("name", FOLDERS)
def test_a_hostile_folder_does_no_harm(name, folder, tmp_path):
    with contextlib.suppress(OSError) if name == "sockets" else contextlib.nullcontext():
        FOLDERS[name](folder)  # not every system has sockets with names
    few = ("checked for programs", "looked through for meshes")
    others = [what for what in COMMANDS if what not in few]
    chosen = few if name in LARGE else (*few, *others[list(FOLDERS).index(name) % 2 :: 2])
    for what in chosen[:: amount(1, short=2)]:
        words = COMMANDS[what]
        named = [str(folder) if word == "IN" else word for word in words]
        answer = run(named, tmp_path, folder)
        assert_harmless(answer, shows_content="--diff" in words)
        if what == "checked for programs" and name not in UNREAD:
            files = json.loads(answer.out)["files"]
            assert any(file["format"] == "urdf" for file in files), answer.err[-1000:]


@pytest.mark.parametrize("name", ["names of files that steer", "names of folders that steer"])
def test_files_with_odd_names_are_all_checked(name, folder, tmp_path):
    FOLDERS[name](folder)
    answer = run(["check", "in", "--json", "--jobs", "1"], tmp_path, folder)
    files = [file for file in json.loads(answer.out)["files"] if file["format"] == "urdf"]
    assert len(files) == len(STEERING)


@pytest.mark.parametrize("name", STEERING)
def test_a_file_with_an_odd_name_can_be_named(name, folder, tmp_path):
    write(folder, f"{name}.urdf", URDF)
    is_special = name.startswith(("-", "~", "sample:", "description:"))
    word = f"./{name}.urdf" if is_special else f"{name}.urdf"
    for words in (["check"], ["show"], ["fmt", "--check"], ["fix", "--diff"], ["where"]):
        answer = run([*words, word], tmp_path, folder, cwd=folder)
        assert_harmless(answer, shows_content="--diff" in words)
        assert answer.status in {0, 1}, answer.err
        missing = run([*words, f"QQQ{word}"], tmp_path, folder, cwd=folder)
        assert_harmless(missing)
        assert missing.status == 2


def test_a_folder_with_too_many_levels_is_reported(folder, tmp_path):
    FOLDERS["3,000 folders in each other"](folder)
    for words in (["check"], ["fix", "--check"], ["fmt", "--check"], ["where"]):
        answer = run([*words, str(folder)], tmp_path, folder)
        assert_harmless(answer)
        assert "levels" in answer.err + answer.out


@pytest.mark.parametrize(
    "trigger",
    [
        "r.urdf",
        "r.srdf",
        "state.xml",
        "joint_limits.yaml",
        "m.urdf.xacro",
        "package.xml",
        "in",
        "urdf",
    ],
)
@pytest.mark.parametrize("gone", ["in", "in/p", "in/p/urdf", "in/p/urdf/r.urdf"])
def test_a_folder_that_vanishes_is_reported(trigger, gone, folder, tmp_path):
    robot(folder, "p/urdf/")
    write(folder, "p/package.xml", b"<package><name>p</name></package>")
    change = f"{trigger}=>{tmp_path / gone}"
    for words in (["check", "in"], ["check", "in/p/urdf/r.srdf"], ["fix", "in", "--check"]):
        answer = run(words, tmp_path, folder, HOSTILE_GONE=change)
        assert_harmless(answer)
        away = tmp_path / f"{gone}.gone"
        if away.exists():
            away.rename(tmp_path / gone)


@pytest.mark.parametrize(
    "closed", ["in", "in/p", "in/p/urdf", "in/p/urdf/r.urdf", "in/p/package.xml", "in/q"]
)
def test_a_closed_folder_is_reported(closed, folder, tmp_path):
    robot(folder, "p/urdf/")
    robot(folder, "q/")
    write(folder, "p/package.xml", b"<package><name>p</name></package>")
    path = str(tmp_path / closed)
    for words in (["check"], ["fix", "--check"], ["fmt", "--check"], ["where"]):
        answer = run([*words, str(folder)], tmp_path, folder, HOSTILE_CLOSED=path)
        assert_harmless(answer)
        if closed in {"in", "in/p/urdf/r.urdf"}:
            assert answer.status == 2
            assert "denied" in answer.err or closed == "in", answer.err


def in_a_removed_folder(words: list[str], place: Path) -> Answer:
    """Runs a command whose current folder is gone."""
    (place / "gone").mkdir()
    allowed = (place, Path(os.devnull))  # where the rest of the output goes
    answer = run(words, place, *allowed, cwd=place / "gone", HOSTILE_REMOVED="1")
    named = [event for event in answer.events if os.path.isabs(event[1])]
    assert_harmless(answer._replace(events=named))
    return answer


@pytest.mark.parametrize("word", [".", "r.urdf"])
def test_a_current_folder_that_was_removed_is_reported(word, tmp_path):
    answer = in_a_removed_folder(["check", word], tmp_path)
    assert answer.status == 2
    assert "folder" in answer.err


@pytest.mark.parametrize("verb", ["check", "where", "show", "fix --diff", "fmt --diff", "expand"])
def test_a_full_path_needs_no_current_folder(verb, tmp_path):
    file = tmp_path / ("r.xacro" if verb == "expand" else "r.urdf")
    file.write_bytes(URDF)
    answer = in_a_removed_folder([*verb.split(), str(file)], tmp_path)
    assert answer.status != 2, answer.err
    assert "folder" not in answer.err.replace(str(tmp_path), "")


def test_a_program_that_starts_in_a_folder_that_was_removed_reports_it(tmp_path):
    (tmp_path / "gone").mkdir()
    line = f"rmdir ../gone; exec {sys.executable} -m bodyplan check ."
    done = subprocess.run(
        ["/bin/sh", "-c", line], cwd=tmp_path / "gone", capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == b"bodyplan: the current folder does not exist any more\n"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the system lets root read everything"
)
def test_a_folder_that_is_closed_on_disk_is_reported(folder, tmp_path):
    robot(folder, "p/")
    robot(folder, "q/")
    (folder / "q").chmod(0)
    (folder / "p/r.urdf").chmod(0)
    try:
        answer = run(["check", str(folder)], tmp_path, folder)
        assert_harmless(answer)
        assert answer.status == 2
        assert answer.err.count("denied") == 2
    finally:
        (folder / "q").chmod(0o700)


MODULES = (
    "argparse",
    "numpy",
    "yaml",
    "json",
    "multiprocessing",
    "bodyplan_x",
    "difflib",
    "tomllib",
)


@pytest.mark.parametrize("switch", [[], ["-P"]])
def test_python_m_bodyplan_imports_nothing_from_the_current_folder(switch, tmp_path):
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a module of a stranger ran')")
    (tmp_path / "r.urdf").write_text("<robot name='r'><link name='l'/></robot>")
    answer = subprocess.run(
        [sys.executable, *switch, "-m", "bodyplan", "check", ".", "--meshes"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (0, "")
