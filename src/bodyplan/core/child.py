"""Starts a Python child process, in which a library may crash or hang."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping

_CODE = (
    "import sys; sys.path[:] = sys.argv[2:]\n__import__(sys.argv[1], fromlist=('serve',)).serve()"
)
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def started(module: str, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a Python process that calls the function ``serve`` of a module; connect it by pipes.

    Args:
        module: the full name of the module.
        environment: additional environment variables of the child process.

    Raises:
        OSError, ValueError: the process cannot start, for example because Python is embedded in
            another program.
    """
    return subprocess.Popen(  # noqa: S603  (this Python)
        [sys.executable, "-P", "-c", _CODE, module, *_paths()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=_PACKAGE,
        env={**os.environ, "PYTHONSAFEPATH": "1", **environment},
    )


def status_name(status: int) -> str:
    """Return the name of the signal that ended a process, or its status."""
    if -status in set(signal.Signals):
        return signal.Signals(-status).name
    return f"status {status}"


def is_out_of_time(status: int) -> bool:
    """Return whether a process ended because of its limit on processor time."""
    return status == -getattr(signal, "SIGXCPU", 0)


def _paths() -> list[str]:
    """Return the import path of the process, without the current folder, which is not trusted."""
    try:
        here = os.path.realpath(os.getcwd())
    except OSError:  # the current folder was removed
        here = ""
    paths = [path for path in sys.path if os.path.isabs(path) and os.path.realpath(path) != here]
    own = os.path.dirname(_PACKAGE)
    return paths if own in paths else [*paths, own]
