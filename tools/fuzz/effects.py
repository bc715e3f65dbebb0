"""What a case must not do: read or write elsewhere, start a process, use the network."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


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
        self._readable = (*{os.path.realpath(str(p)) for p in (*code, *readable)}, "/dev/null")
        self._is_on = False
        self._found: list[str] = []
        sys.addaudithook(self._note)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what happens inside.

        Raises:
            EffectError: there was an effect.
        """
        self._found.clear()
        self._is_on = True
        try:
            yield
        finally:
            self._is_on = False
        if self._found:
            raise EffectError("; ".join(self._found[:5]))

    def _note(self, event: str, details: tuple[object, ...]) -> None:
        if not self._is_on:
            return
        if event == "open":
            path, _, flags = details
            if isinstance(path, (str, bytes, os.PathLike)):
                self._is_on = False  # resolving a path may raise events of its own
                writes = isinstance(flags, int) and bool(flags & _WRITES)
                if not self._is_allowed(os.fsdecode(path), writes=writes):
                    self._found.append(f"{'writes' if writes else 'reads'} {os.fsdecode(path)!r}")
                self._is_on = True
        elif event.startswith(_CHANGES):
            if not self._is_allowed(os.fsdecode(str(details[0])), writes=True):
                self._found.append(f"{event} {details[0]!r}")
        elif event.startswith(_FORBIDDEN) and (event, details) != ("ctypes.dlopen", (None,)):
            self._found.append(f"{event} {details!r:.200}")

    def _is_allowed(self, path: str, *, writes: bool) -> bool:
        real = os.path.realpath(path)
        folders = (self._scratch,) if writes else (self._scratch, *self._readable)
        return any(real == folder or real.startswith(folder + os.sep) for folder in folders)
