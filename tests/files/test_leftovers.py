"""What a killed run leaves behind, the next one removes, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from bodyplan.files import temporary
from bodyplan.files.temporary import remove_leftovers, temporary_name, temporary_path
from bodyplan.files.writer import write_file, writing
from tests.files.conftest import left_in, ordinary_user

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only there processes are asked for")
OLD_ENOUGH = 120.0


@pytest.fixture(autouse=True)
def _not_swept(monkeypatch):
    """No folder was looked through yet."""
    monkeypatch.setattr(temporary, "_swept", set())


@pytest.fixture(scope="module")
def dead():
    """The number of a process that does not exist any more."""
    run = subprocess.Popen([sys.executable, "-c", ""])
    run.wait()
    return run.pid


def make(path, *, age=OLD_ENOUGH):
    path.write_bytes(b"half")
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def name_of(process, name="arm.urdf"):
    """The name that a process gives."""
    return temporary_name(name).replace(f"-{os.getpid()}-", f"-{process}-")


def test_names_are_recognised(tmp_path):
    for name in ("arm.urdf", "a", "n" * 255, "ü" * 127, "b'\udcff'", "new\nline"):
        made = temporary_name(name)
        assert temporary._NAME.fullmatch(made), made
        assert len(os.fsencode(made)) <= 255
        (tmp_path / made).touch()
    assert temporary_path(tmp_path / "a").parent == tmp_path


def test_the_next_run_removes_what_a_dead_one_left(target, dead):
    left = make(target.with_name(name_of(dead)))
    other = make(target.with_name(name_of(dead, "another.svg")))
    write_file(target, b"new")
    assert not left.exists()
    assert not other.exists()
    assert left_in(target.parent) == ["arm.urdf"]


def test_a_folder_that_a_dead_run_left_is_removed_too(tmp_path, dead):
    folder = tmp_path / name_of(dead, "bundle")
    (folder / "meshes").mkdir(parents=True)
    make(folder / "meshes" / "a.stl")
    outside = tmp_path / "outside"
    outside.mkdir()
    make(outside / "kept")
    (folder / "link").symlink_to(outside)
    os.utime(folder, (1, 1))
    remove_leftovers(tmp_path)
    assert left_in(tmp_path) == ["outside"]
    assert left_in(outside) == ["kept"]


def test_what_may_be_anything_else_stays(tmp_path, dead):
    name = name_of(dead)
    names = {
        "of a process that is alive": name_of(os.getppid()),
        "of another machine": name.replace(temporary._host(), "00000000"),
        "without its point": name[1:],
        "with more behind it": f"{name}~",
        "in capitals": name.upper(),
        "of a short random part": name.replace(".tmp", "")[:-1] + ".tmp",
        "of no process": name_of(0),
        "of the old form": ".bodyplan-0123abcd",
        "somebody's own": "arm.tmp",
    }
    for one in names.values():
        make(tmp_path / one)
    young = make(tmp_path / name_of(dead, "young"), age=5.0)
    future = make(tmp_path / name_of(dead, "future"), age=-1000.0)
    kept = make(tmp_path / "kept")
    link = tmp_path / name_of(dead, "link")
    link.symlink_to(kept)
    os.utime(link, (1, 1), follow_symlinks=False)
    remove_leftovers(tmp_path)
    expected = [*names.values(), young.name, future.name, "kept", link.name]
    assert left_in(tmp_path) == sorted(expected)


def test_what_belongs_to_somebody_else_stays(common, dead):
    mine = make(common / name_of(dead))
    with ordinary_user():
        remove_leftovers(common)
    assert mine.exists()


def test_a_folder_is_looked_through_once(target, dead):
    write_file(target, b"new")
    left = make(target.with_name(name_of(dead)))
    write_file(target, b"newer")
    assert left.exists()


WRITE = """
import sys, time
from bodyplan.cli import handle_signals
from bodyplan.files.writer import write_file
handle_signals()
def parts():
    yield b"half"
    print("writing", flush=True)
    time.sleep(60)
write_file("arm.urdf", parts())
"""


def interrupted(folder, number):
    run = subprocess.Popen(
        [sys.executable, "-c", WRITE], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with run:
        assert run.stdout.readline() == b"writing\n"
        run.send_signal(number)
    return run.pid


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_run_that_is_ended_removes_its_own(name, target):
    interrupted(target.parent, getattr(signal, name))
    assert left_in(target.parent) == ["arm.urdf"]
    assert target.read_bytes() == b"<robot name='old'/>"


def test_what_a_killed_run_left_is_removed_by_the_next(target):
    process = interrupted(target.parent, signal.SIGKILL)
    left = [name for name in left_in(target.parent) if name != "arm.urdf"]
    assert len(left) == 1
    assert f"-{process}-" in left[0]
    os.utime(target.with_name(left[0]), (1, 1))
    write_file(target, b"new")
    assert left_in(target.parent) == ["arm.urdf"]


def test_an_error_in_the_block_leaves_nothing(target):
    with pytest.raises(ZeroDivisionError), writing(target) as stream:
        stream.write(b"half")
        raise ZeroDivisionError
    assert left_in(target.parent) == ["arm.urdf"]
    assert target.read_bytes() == b"<robot name='old'/>"
