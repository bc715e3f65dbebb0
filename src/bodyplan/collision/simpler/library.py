"""The parent side of the sandboxed process in which a library processes meshes."""

from __future__ import annotations

import subprocess
import threading
import time
from contextlib import suppress
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Literal, Self

from bodyplan.collision.simpler._child import (
    MODULES,
    MOST_MEMORY,
    MOST_PROCESSOR_SECONDS,
    MOST_SECONDS,
)
from bodyplan.collision.simpler._messages import receive, send
from bodyplan.core.child import is_out_of_time, started, status_name
from bodyplan.geometry.mesh.error import MeshError

Kind = Literal["parts", "decimated"]
_CHILD = "bodyplan.collision.simpler._child"
_NAMES = {"parts": "CoACD", "decimated": "fast-simplification"}
_PACKAGES = {"parts": "coacd", "decimated": "fast-simplification"}
_ENVIRONMENT = {
    "OMP_WAIT_POLICY": "passive",
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}
"""Environment of the process. OpenMP threads use no processor time while they wait, because that
would count towards the limit. NumPy starts no threads, because a thread that exists before the
process is sandboxed would stay outside the sandbox."""
_GRACE = 60
"""Time for the process to start and answer, in addition to ``MOST_SECONDS`` [s]."""
_ENDING = 5
"""Time for the process to exit after its last message [s]."""


class PackageMissingError(ModuleNotFoundError):
    """A package of an optional extra is not installed; the message says what to install."""


def require_package(kind: Kind) -> None:
    """Check that the package that computes a kind of mesh is installed.

    Raises:
        PackageMissingError: the package is not installed.
    """
    if find_spec(MODULES[kind]) is None:
        raise PackageMissingError(
            f"{kind!r} requires {_PACKAGES[kind]}, which is not installed: "
            "pip install 'bodyplan[simplify]'",
            name=MODULES[kind],
        )


class Library:
    """The child process of a library, as a context manager that ends the process on exit.

    Args:
        kind: kind of the meshes that the library computes.
    """

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._name = _NAMES[kind]
        self._start = time.monotonic()

    def __enter__(self) -> Self:
        """Start the process.

        Raises:
            MeshError: the process cannot start.
        """
        try:
            self._process = started(_CHILD, _ENVIRONMENT)
        except (OSError, ValueError) as error:
            raise MeshError(
                f"{self._name} needs a Python process of its own, which cannot start: {error}"
            ) from None
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        """End the process."""
        self._process.kill()
        with suppress(OSError):  # data that could not be sent is not needed any more
            self._process.__exit__(None, None, None)

    def ask(self, *arrays: Any) -> list[Any] | None:
        """Send arrays to the library and return its arrays; None if its answer is invalid.

        Raises:
            MeshError: the process exceeds a limit or crashes.
        """
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        left = MOST_SECONDS + _GRACE - (time.monotonic() - self._start)
        timer = threading.Timer(max(left, 0.0), process.kill)
        timer.daemon = True
        timer.start()
        found = None
        try:
            if not self._is_told:
                process.stdin.write(f"{self._kind}\n".encode())
                self._is_told = True
            send(process.stdin, arrays)
            found = receive(process.stdout)
        except (OSError, ValueError):  # the process has ended, or its answer is invalid
            found = None
        finally:
            timer.cancel()
        if found is None:
            self._require_success()
        return found

    _is_told = False

    def _require_success(self) -> None:
        """Check that the process did not crash or exceed a limit.

        Raises:
            MeshError: the process exceeded a limit or crashed.
        """
        try:
            status = self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        if not status:
            return
        hint = "a larger tolerance or fewer triangles take less"
        if is_out_of_time(status):
            limit = f"{MOST_PROCESSOR_SECONDS} s of processor time"
            raise MeshError(f"{self._name} did not finish within {limit}; {hint}")
        if time.monotonic() - self._start >= MOST_SECONDS:
            raise MeshError(f"{self._name} did not finish within {MOST_SECONDS} s; {hint}")
        limit = f"the limit on its memory is {MOST_MEMORY >> 20:,} MiB"
        raise MeshError(f"{self._name} crashed ({status_name(status)}); {limit}")
