"""Walls around the process: what it may use up, and what it may do.

Nothing in an expansion needs more than to compute. Files are read by the parent process, which
looks at where they lie; whatever else would reach out of this process is refused here, even if an
expression should find a way past its guard.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

_ALLOWED = {
    *("compile", "exec", "import", "marshal.loads", "code.__new__", "builtins.id"),
    *("sys._getframe", "sys.unraisablehook", "sys.excepthook", "object.__getattr__"),
    # patterns of includes list folders
    *("os.scandir", "os.listdir"),
    *("cpython._PySys_ClearAuditHooks", "cpython.PyInterpreterState_Clear"),
}


class DeniedError(PermissionError):
    """Something that an expansion has no need to do."""


def limit_memory(size: int) -> None:
    """Lets the system refuse more memory than this, where it can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def limit_time(seconds: int, stop: Callable[[], None]) -> None:
    """Calls a function when so much processor time is used up; ends the process a bit later.

    The function cannot be called while Python is inside a long call, such as the sum of a
    long list. The end comes in any case.
    """
    with suppress(ImportError, ValueError, OSError, AttributeError):
        import resource

        def reached(_: int, __: FrameType | None) -> None:
            stop()

        signal.signal(signal.SIGPROF, reached)
        used = sum(os.times()[:2])
        signal.setitimer(signal.ITIMER_PROF, max(seconds - 0.3 - used, 0.1))
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        most = seconds if hard == resource.RLIM_INFINITY else min(seconds, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def close(libraries: tuple[str, ...]) -> None:
    """From here on, refuses everything but computing, and reading Python's own modules.

    Args:
        libraries: the folders that modules come from.
    """
    homes = tuple(os.path.join(folder, "") for folder in libraries)

    def hook(event: str, args: tuple[object, ...]) -> None:
        if event in _ALLOWED or event.startswith("glob.glob"):
            return
        if event == "open":
            path, mode, _ = args
            reads = mode is None or (isinstance(mode, str) and mode in {"r", "rb"})
            if reads and isinstance(path, str) and path.startswith(homes):
                return
        raise DeniedError(f"an expansion has no need of {event}")

    sys.addaudithook(hook)


def end_of_time() -> None:
    """From here on, nothing is interrupted: the answer is on its way."""
    with suppress(AttributeError, ValueError, OSError):
        signal.setitimer(signal.ITIMER_PROF, 0)
