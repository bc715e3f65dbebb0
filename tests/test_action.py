"""The GitHub action checks what a pull request changes, and no name in it becomes a command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
GOOD = '<robot name="r"><link name="base"/></robot>\n'
BAD = '<robot name="r"><link name="base"/><link name="base"/></robot>\n'


def git(folder, *words):
    names = ["-c", "user.name=ann", "-c", "user.email=ann@example.com"]
    command = ["git", *names, *words]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def base(tmp_path):
    """A repository with a good and a bad robot; returns its first commit."""
    git(tmp_path, "init", "-q")
    (tmp_path / "old.urdf").write_text(BAD)
    (tmp_path / "same.urdf").write_text(GOOD)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    return git(tmp_path, "rev-parse", "HEAD")


def checked(folder, **environment):
    """Exit status and output of the action's script."""
    folders = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", str(ROOT / "tools" / "check_changes")],
        cwd=folder,
        env={**os.environ, "PATH": folders, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def commit(folder, **files):
    for name, text in files.items():
        (folder / name).write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "second")


def test_only_the_robots_that_a_pull_request_changes_are_annotated(tmp_path, base):
    commit(tmp_path, **{"new arm.urdf": BAD, "-o$(touch x).urdf": BAD, "notes.txt": BAD})
    status, output = checked(tmp_path, BASE=base)
    assert status == 1
    files = {line.partition("file=")[2].partition(",")[0] for line in output.splitlines()}
    assert {"new arm.urdf", "-o$(touch x).urdf"} <= files
    assert not files & {"old.urdf", "same.urdf", "notes.txt"}
    assert "::error file=new arm.urdf,line=1," in output
    assert not (tmp_path / "x").exists()


def test_a_pull_request_without_robots_passes(tmp_path, base):
    commit(tmp_path, **{"notes.txt": "a"})
    (tmp_path / "old.urdf").unlink()
    git(tmp_path, "commit", "-qam", "deleted")
    assert checked(tmp_path, BASE=base) == (0, "no robot description is changed\n")


def test_without_a_pull_request_all_is_checked_or_what_is_named(tmp_path, base):
    assert checked(tmp_path)[0] == 1
    assert checked(tmp_path, PATHS="same.urdf\n")[0] == 0
    assert checked(tmp_path, PATHS="same.urdf\nold.urdf")[0] == 1
    assert checked(tmp_path, PATHS="old.urdf", PROFILE="urdfdom", FAIL_ON="error")[0] == 1


def test_the_modules_of_a_pull_request_are_not_imported(tmp_path, base):
    commit(tmp_path, **{"bodyplan.py": "open('ran', 'w')", "yaml.py": "open('ran', 'w')"})
    checked(tmp_path, PATHS="same.urdf")
    assert not (tmp_path / "ran").exists()


def test_inputs_reach_the_commands_of_the_action_only_as_environment():
    steps = ACTION["runs"]["steps"]
    assert all("${{" not in step.get("run", "") for step in steps)
    used = str(steps)
    assert [name for name in ACTION["inputs"] if f"inputs.{name} " not in used] == []


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
@pytest.mark.parametrize("target", ["OUTSIDE", "..", ".git/config", "/dev/null", "nowhere", "."])
def test_a_link_of_a_pull_request_that_leads_out_is_not_read(tmp_path, target):
    outside = tmp_path / "secret.urdf"
    outside.write_text(BAD.replace("base", "secret"))
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, **{"notes.txt": "a"})
    first = git(folder, "rev-parse", "HEAD")
    (folder / "a.urdf").symlink_to(target.replace("OUTSIDE", str(outside)))
    commit(folder)
    status, output = checked(folder, BASE=first)
    assert status == 1
    assert output.startswith("::error title=unreadable input::a.urdf is a symbolic link")
    assert len(output.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_to_a_file_of_the_repository_is_read(tmp_path, base):
    (tmp_path / "new.urdf").symlink_to("old.urdf")
    commit(tmp_path)
    status, output = checked(tmp_path, BASE=base)
    assert status == 1
    assert "::error file=new.urdf,line=1," in output


def test_endings_in_any_case_are_those_of_robots(tmp_path, base):
    commit(tmp_path, **{"A.URDF": BAD})
    assert "::error file=A.URDF,line=1," in checked(tmp_path, BASE=base)[1]
