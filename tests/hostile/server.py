"""Forks a process for each command that it is told: the modules are imported once for all of them.

What is forked leaves ``serve`` with the request, and goes on as the process of that command.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import multiprocessing
import os
import pkgutil
import socket
import sys
import threading
import traceback
from typing import cast

from bodyplan.report.pictures.image import _cairosvg
from tests.hostile import command

LAZY = (
    *("difflib", "json", "multiprocessing.connection", "PIL.Image", "shutil"),
    *("statistics", "stringprep", "subprocess", "yaml", "zipfile"),
)
"""Modules of others that verbs import when they need them."""


def modules() -> None:
    """Imports what the commands need; nothing but the program itself may be opened for that."""
    import bodyplan

    allowed = command.program_folders()
    found: list[tuple[str, str]] = []
    hearing = True

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if hearing:
            known = command.opened(event, arguments)
            found.extend(what for what in known if not what[1].startswith(allowed))

    sys.addaudithook(hear)
    own = [module.name for module in pkgutil.walk_packages(bodyplan.__path__, "bodyplan.")]
    for name in (*own, *LAZY):
        if "__main__" not in name and ".worker" not in name:
            with contextlib.suppress(ImportError):  # some need what is not always installed
                importlib.import_module(name)
    with contextlib.suppress(ImportError, OSError):
        _cairosvg()
    hearing = False
    assert not found, f"opened by an import: {found}"


def serve(link: socket.socket) -> command.Request | None:
    """Forks for each request, in a loop; gives back the request in a fork, None at the end.

    A request is two file descriptors, for the output and the errors, and a line of JSON. Two lines
    answer it: the number of the process, and, when it has ended, its exit status.
    """
    lines = link.makefile("rb")
    while True:
        _, streams, _, _ = socket.recv_fds(link, 1, 2)
        if not streams:
            return None
        request = cast("command.Request", json.loads(lines.readline()))
        process = os.fork()
        if not process:
            os.setsid()
            for stream, number in zip(streams, (1, 2), strict=True):
                os.dup2(stream, number)
                os.close(stream)
            lines.close()
            link.close()
            return request
        for stream in streams:
            os.close(stream)
        link.sendall(b"%d\n" % process)
        _, status = os.waitpid(process, 0)
        link.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


def main() -> None:
    """Serves the socket whose number is the argument."""
    modules()
    allowed = command.program_folders()
    gc.collect()
    gc.freeze()  # a command imports less; what it does not know shall take none of its time
    request = serve(socket.socket(fileno=int(sys.argv[1])))
    if request is not None:
        status = 1
        try:
            command.main(request, allowed)
            status = 0
        except BaseException:  # noqa: BLE001  (a fault of ours, or an end that was called for)
            traceback.print_exc()
        end(status)


def end(status: int) -> None:
    """Ends a fork as a process ends, but nothing is taken down, which takes long.

    A command leaves no thread and no process behind, so that there is nothing to wait for.
    """
    left = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    left += multiprocessing.active_children()
    if left:
        sys.stderr.write(f"it left {left}\n")
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
