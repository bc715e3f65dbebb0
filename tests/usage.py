"""What a program takes, which is not what the process of the tests takes.

Linux gives a process that is started the largest size of the one that started it as its own: the
program is started by a small process in between.
"""

from __future__ import annotations

import ctypes
import gc
import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_BETWEEN = """
import json, os, sys
null = os.open(os.devnull, os.O_RDWR)
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[
    (os.POSIX_SPAWN_DUP2, null, 0), (os.POSIX_SPAWN_DUP2, null, 1)])
_, status, used = os.wait4(process, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""


class Usage(NamedTuple):
    """What a program took.

    Args:
        status: its exit status.
        err: what it told.
        seconds: time of the processor, that of other processes included.
        megabytes: its peak memory.
    """

    status: int
    err: str
    seconds: float
    megabytes: float


def used_by(*words: str) -> Usage:
    """Run a program, which is told by its whole path, to its end."""
    command = [sys.executable, "-I", "-S", "-c", _BETWEEN, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    status, seconds, kilobytes = json.loads(done.stdout)
    return Usage(status, done.stderr, seconds, kilobytes / 1024)


def own_peak() -> float:
    """Return the peak memory of this process [MB]; 0 where the system does not say."""
    with suppress(OSError), Path("/proc/self/status").open(encoding="ascii") as lines:
        for line in lines:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return 0.0


def give_back() -> None:
    """Give memory back to the system: garbage, and what the C library keeps (glibc).

    What is left has come to stay: the next search for garbage, which takes 0.2 s else, leaves it out.
    """
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        with suppress(AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
