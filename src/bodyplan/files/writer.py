"""Atomic writing of files, which loses nothing silently."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import IO, NamedTuple

from bodyplan.files.permit import NOTHING, Permit
from bodyplan.files.replacement import Folders, Replacement, system_errors_named, write_errors_named
from bodyplan.files.state import FileState
from bodyplan.files.streams import descriptor_of, is_stream, open_stream

Data = bytes | Iterable[bytes]


class Output(NamedTuple):
    """One of several files to write.

    Args:
        path: the file.
        data: its new content.
        expected: what it was when it was read; None for a file that was not.
    """

    path: str | os.PathLike[str]
    data: Data
    expected: FileState | None = None


def write_file(
    path: str | os.PathLike[str],
    data: Data,
    *,
    expected: FileState | None = None,
    is_new: bool = False,
    streams: bool = False,
    stays: bool = False,
    permit: Permit = NOTHING,
) -> None:
    """Write a file so that at every moment the old or the new content is there, whole.

    A symbolic link is followed: its target is replaced, the link stays. Owner, group, permissions
    and extended attributes are kept.

    Args:
        path: the file.
        data: the bytes, or one part after the other.
        expected: what it was when it was read; a file that has changed since is not overwritten.
        is_new: refuse where there is anything of this name.
        streams: write to a pipe or a device as it comes, where the path names one.
        stays: refuse a symbolic link that leads to another folder.
        permit: what the caller insists on.

    Raises:
        WriteError: it is not written; what was there stays.
    """
    with writing(
        path, expected=expected, is_new=is_new, streams=streams, stays=stays, permit=permit
    ) as stream:
        _write(stream, data)


def write_files(outputs: Sequence[Output], *, permit: Permit = NOTHING) -> None:
    """Write several files that belong together: all of them, or none as far as one can tell before.

    All are written beside their places first and compared with what was read; then each takes
    its place. Only an error of the system between two of these steps leaves some old and some new.

    Args:
        outputs: the files; none of them twice.
        permit: what the caller insists on.

    Raises:
        WriteError: nothing is written, or what the message names is not.
    """
    with Folders() as folders, ExitStack() as stack:
        made: list[Replacement] = []
        for output in outputs:
            one = Replacement(output.path, folders, output.expected, permit=permit)
            stack.callback(one.discard)
            with one.opened() as stream:
                _write(stream, output.data)
            made.append(one)
        folders.lock()
        for one in made:
            one.finish()
        for one in made:
            one.replace()


@contextmanager
def writing(
    path: str | os.PathLike[str],
    *,
    expected: FileState | None = None,
    is_new: bool = False,
    streams: bool = False,
    stays: bool = False,
    permit: Permit = NOTHING,
) -> Iterator[IO[bytes]]:
    """Write a file as ``write_file`` does, through a stream.

    When the block ends the file takes its place; when it raises, what was there stays.

    Args:
        path: as for ``write_file``.
        expected: as for ``write_file``.
        is_new: as for ``write_file``.
        streams: as for ``write_file``.
        stays: as for ``write_file``.
        permit: what the caller insists on.

    Raises:
        WriteError: it is not written; what was there stays.
    """
    name = os.fsdecode(path)
    if streams and _is_stream(name):
        with write_errors_named(name), os.fdopen(_opened_stream(name), "wb") as stream:
            yield stream
        return
    with Folders() as folders:
        one = Replacement(name, folders, expected, is_new=is_new, stays=stays, permit=permit)
        try:
            with one.opened() as stream:
                yield stream
            folders.lock()
            one.finish()
            one.replace()
        finally:
            one.discard()


def check_target(
    path: str | os.PathLike[str],
    *,
    expected: FileState | None = None,
    is_new: bool = False,
    streams: bool = False,
    stays: bool = False,
    permit: Permit = NOTHING,
) -> None:
    """Check whether ``write_file`` would write, as far as one can tell before.

    What computes for long asks first. The arguments are those of ``write_file``.

    Raises:
        WriteError: it would not.
    """
    name = os.fsdecode(path)
    if streams and _is_stream(name):
        return
    with Folders() as folders:
        Replacement(name, folders, expected, is_new=is_new, stays=stays, permit=permit).prepare()


def _write(stream: IO[bytes], data: Data) -> None:
    stream.writelines([data] if isinstance(data, bytes) else data)


def _is_stream(path: str) -> bool:
    try:
        return descriptor_of(path) is not None or is_stream(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _opened_stream(path: str) -> int:
    with system_errors_named(path):
        return open_stream(path)
