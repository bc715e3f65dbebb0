"""What a case must not do: read or write elsewhere, start a process, use the network."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.hostile import audit

CANARY_NAME = "FUZZ_CANARY"
"""An environment variable that nothing may print."""
CANARY = "canary-5d1c7e"
"""Its value."""
_FORBIDDEN = (
    *("subprocess.", "socket.connect", "socket.getaddrinfo", "socket.bind", "os.system", "os.exec"),
    *(
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "urllib.",
        "ftplib.",
        "http.client.",
        "ctypes.dlopen",
    ),
    *("os.kill", "os.putenv", "os.unsetenv"),
)
_CHANGES = (
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
    *("os.utime", "os.chmod", "os.chown", "os.setxattr", "os.removexattr", "os.chflags"),
)
_OWN = ("subprocess.Popen", sys.executable)
"""Our own Python, in which MuJoCo compiles."""


class EffectError(AssertionError):
    """A case had an effect that reading a file must not have."""


class Watch:
    """Notes effects by an audit hook of the interpreter, while it is switched on.

    Args:
        scratch: the folder of the cases; what happens in it is allowed.
        readable: further folders that may be read.
    """

    def __init__(self, scratch: Path, readable: tuple[Path, ...]) -> None:
        self._scratch = os.path.realpath(scratch)
        code = (
            *sysconfig.get_paths().values(),
            sys.prefix,
            sys.base_prefix,
            *filter(None, sys.path),
        )
        self._readable = (*{os.path.realpath(str(p)) for p in (*code, *readable)}, os.devnull)
        self._has_child = False
        self._found: list[str] = []
        _listen()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what happens inside.

        Raises:
            EffectError: there was an effect.
        """
        self._found.clear()
        _watches.append(self)
        try:
            yield
        finally:
            _watches.remove(self)
        if self._found:
            raise EffectError("; ".join(self._found[:5]))

    def note(self, event: str, details: tuple[object, ...]) -> None:
        """Note an event of the interpreter if it is an effect."""
        if event in {"open", "bodyplan.open"} or event.startswith(_CHANGES):
            writes = audit.writes(event, details) or event.startswith(_CHANGES)
            self._found += [
                f"{'writes' if writes else 'reads'} {path!r} ({event})"
                for path in audit.paths(event, details)
                if not self._is_allowed(path, writes=writes)
            ]
        elif event.startswith(_FORBIDDEN) and not self._is_own(event, details):
            self._found.append(f"{event} {details!r:.200}")

    def _is_own(self, event: str, details: tuple[object, ...]) -> bool:
        """Whether it is the program itself that is opened, or our own child that starts or ends."""
        if (event, *details[:1]) == _OWN:
            self._has_child = True
        return (
            (event, details) == ("ctypes.dlopen", (None,))
            or (event, *details[:1]) == _OWN
            or (event == "os.kill" and self._has_child)
        )

    def _is_allowed(self, real: str, *, writes: bool) -> bool:
        folders = (self._scratch, os.devnull) if writes else (self._scratch, *self._readable)
        return any(real == folder or real.startswith(folder + os.sep) for folder in folders)


_watches: list[Watch] = []
"""Those that are switched on."""


@cache
def _listen() -> None:
    """Add the one hook of this process, which stays: each makes every call of id() 30 times slower."""
    audit.install()
    sys.addaudithook(_hear)


def _hear(event: str, details: tuple[object, ...]) -> None:
    for watch in _watches:
        watch.note(event, details)
