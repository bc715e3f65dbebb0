"""What a command must not do is noticed; were it not, the tests beside this one would say little."""

from __future__ import annotations

import os
import sys

import pytest

from tests.hostile import runs
from tests.hostile.runs import assert_harmless, run

WORK = "sum(n * n for n in range(15_000_000))"
OFFENCES = {
    "a file is opened": "open('/etc/hostname')",
    "a file is opened as bytes": "open(b'/etc/hostname')",
    "a file is opened by the system": "import os; os.open('/etc/hostname', 0)",
    "a file is removed": "import os, contextlib\nwith contextlib.suppress(OSError): os.remove('x')",
    "a socket is opened": "import socket; socket.socket().close()",
    "a program is started": "import subprocess; subprocess.run(['true'])",
    "a shell is started": "import os; os.system('true')",
    "a library of the system is loaded": "import ctypes; ctypes.CDLL('libm.so.6')",
    "a fork opens a file": "import os\nif not os.fork(): open('/etc/hostname'); os._exit(0)\nos.wait()",
    "memory is taken": "b'x' * 600_000_000",
    "more memory is taken than there may be": "b'x' * 4_000_000_000",
    "time is taken": WORK,
    "time is taken in a fork": f"import os\nif not os.fork(): {WORK}; os._exit(0)\nos.wait()",
    "it ends by itself": "raise SystemExit(0)",
    "it is killed": "import os; os.kill(os.getpid(), 9)",
    "a fork stays behind": "import os, time\nif not os.fork(): time.sleep(60)",
    "a thread stays behind": "import threading, time; threading.Thread(target=time.sleep, args=[60]).start()",
    "it waits": "import time; time.sleep(60)",
    "it steers": "print('\\x1b[31m')",
    "it steers errors": "import sys; print('\\x9b31m', file=sys.stderr)",
    "it tells a fault": "import sys; print('Traceback', file=sys.stderr)",
}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(runs, "_PATIENCE", 30)


@pytest.mark.parametrize("name", OFFENCES)
def test_an_offence_is_noticed(name, tmp_path, monkeypatch):
    if "behind" in name or "waits" in name:
        monkeypatch.setattr(runs, "_PATIENCE", 1)
    with pytest.raises(AssertionError):
        assert_harmless(run(["python", OFFENCES[name]], tmp_path), seconds=0.05)


@pytest.mark.parametrize("text", ["pass", "open('inside', 'w').close()", "import colorsys"])
def test_what_is_allowed_is_harmless(text, tmp_path):
    assert_harmless(run(["python", text], tmp_path, tmp_path))


def test_a_command_sees_only_its_own_environment_and_folder(tmp_path):
    (tmp_path / "in").mkdir()
    text = "import os, sys; print(os.getcwd(), os.environ.get('QQQ'), sys.stdin.read())"
    for value in ("1", None):
        more = {} if value is None else {"QQQ": value}
        answer = run(["python", text], tmp_path, cwd=tmp_path / "in", **more)
        assert answer.out.split() == [os.path.realpath(tmp_path / "in"), str(value)]


def test_what_a_command_changes_is_gone_for_the_next(tmp_path):
    text = "import bodyplan, sys; print(hasattr(bodyplan, 'QQQ')); bodyplan.QQQ = 1"
    for _ in range(2):
        assert run(["python", text], tmp_path).out == "False\n"


def test_a_program_of_its_own_counts(tmp_path):
    """As that which expands macros does."""
    text = f"import subprocess; subprocess.run([{sys.executable!r}, '-c', {WORK!r}])"
    assert run(["python", text], tmp_path).seconds > 0.05
