"""What an audit event is about: the paths, as the system resolves them.

The event of ``os.open`` has a name, and not the folder that the name is relative to. ``install`` puts
a function in the place of ``os.open`` that remembers the folder while it runs.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

_FOLDERS: dict[str, tuple[tuple[int, int], ...]] = {
    "os.remove": ((0, 1),),
    "os.rmdir": ((0, 1),),
    "os.mkdir": ((0, 2),),
    "os.chmod": ((0, 2),),
    "os.chown": ((0, 3),),
    "os.utime": ((0, 3),),
    "os.symlink": ((1, 2),),
    "os.rename": ((0, 2), (1, 3)),
    "os.link": ((0, 2), (1, 3)),
    "shutil.copyfile": ((0, 9), (1, 9)),
    "shutil.move": ((0, 9), (1, 9)),
}
"""By event, which arguments are names, and which are the folders that the names are relative to."""
_ENTERS = getattr(os, "O_PATH", 0)
_STAYS = getattr(os, "O_NOFOLLOW", 0)
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_open = os.open
_now = threading.local()


def install() -> None:
    """Let events say which folder ``os.open`` begins in."""

    def opening(
        path: str | os.PathLike[str], flags: int, mode: int = 0o777, *, dir_fd: int | None = None
    ) -> int:
        before = getattr(_now, "folder", None)
        _now.folder = dir_fd
        try:
            return _open(path, flags, mode, dir_fd=dir_fd)
        finally:
            _now.folder = before

    if os.open is _open:
        os.open = opening
        if _open in os.supports_dir_fd:
            os.supports_dir_fd.add(opening)


def paths(event: str, arguments: tuple[object, ...]) -> Iterator[str]:
    """Yield the paths without symbolic links that an event is about.

    What is only entered, to open something below it, is none; neither is what is open already.
    """
    if event == "bodyplan.open":
        yield str(arguments[0])
    elif event == "open":
        flags = arguments[2] if len(arguments) > 2 and isinstance(arguments[2], int) else 0
        if not flags & _ENTERS:
            folder = getattr(_now, "folder", None)
            yield from _real(arguments[0], folder, follows=not flags & _STAYS)
    else:
        for at, relative_to in _FOLDERS.get(event, ((0, 9),)):
            folder = arguments[relative_to] if relative_to < len(arguments) else None
            if at < len(arguments):
                yield from _real(arguments[at], folder, follows=False)


def writes(event: str, arguments: tuple[object, ...]) -> bool:
    """Whether an event changes what it is about."""
    if event == "open":
        flags = arguments[2] if len(arguments) > 2 else 0
        return isinstance(flags, int) and bool(flags & WRITES)
    return event in _FOLDERS or event in {"os.truncate", "os.setxattr", "os.removexattr"}


def _real(name: object, folder: object, *, follows: bool) -> Iterator[str]:
    if not isinstance(name, (str, bytes, os.PathLike)):
        return
    text = os.fsdecode(name)
    if isinstance(folder, int) and folder >= 0 and not os.path.isabs(text):
        try:
            text = os.path.join(os.readlink(f"/proc/self/fd/{folder}"), text)
        except OSError:  # another system
            text = os.path.join(f"/dev/fd/{folder}", text)
    try:
        head, tail = os.path.split(os.path.join(os.getcwd(), text))
        is_plain = not follows and tail not in {"", ".", ".."}
        yield os.path.join(os.path.realpath(head), tail) if is_plain else os.path.realpath(text)
    except (FileNotFoundError, ValueError):  # the current folder has gone; a NUL in the name
        yield text
