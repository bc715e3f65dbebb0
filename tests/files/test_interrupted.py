"""A run that is ended leaves no temporary file, and one that is killed only a recognizable one."""

from __future__ import annotations

import fnmatch
import os
import signal
import subprocess
import sys

import pytest

from tests.files.conftest import left_in, write_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only there runs are ended by signals")
WRITE = """
import sys, time
from bodyplan.cli import handle_signals
from bodyplan.files.writer import Output, write_files
handle_signals()
def parts():
    yield b"half"
    print("writing", flush=True)
    time.sleep(60)
write_files(Output("arm.urdf", parts()))
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


def test_a_killed_run_leaves_the_old_file_and_a_recognizable_one(target):
    interrupted(target.parent, signal.SIGKILL)
    (left,) = [name for name in left_in(target.parent) if name != "arm.urdf"]
    assert fnmatch.fnmatch(left, ".bodyplan-*.tmp")
    assert target.read_bytes() == b"<robot name='old'/>"


def test_an_error_while_the_content_is_made_leaves_nothing(target):
    def parts():
        yield b"half"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_file(target, parts())
    assert left_in(target.parent) == ["arm.urdf"]
    assert target.read_bytes() == b"<robot name='old'/>"
