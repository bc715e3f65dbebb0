"""Atomic writing of files that never silently loses data."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import IO, NamedTuple

from bodyplan.files.error import WriteError
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
        expected: its state when it was read; None for a file that was not read.
        is_beside: whether it comes along with another file: one that is there with the same content
            stays, one with other content is not replaced without ``force``.
    """

    path: str | os.PathLike[str]
    data: Data
    expected: FileState | None = None
    is_beside: bool = False


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
    """Write a file atomically: at every moment it has the complete old or new content.

    A symbolic link is followed: its target is replaced, the link stays. Owner, group, permissions
    and extended attributes are kept.

    Args:
        path: the file.
        data: the bytes, or one part after the other.
        expected: its state when it was read; a file that has changed since is not overwritten.
        is_new: raise if the path exists.
        streams: write to a pipe or a device directly.
        stays: raise if a symbolic link leads to another folder.
        permit: the losses that the caller permits.

    Raises:
        WriteError: it is not written; an existing file is unchanged.
    """
    with writing(
        path, expected=expected, is_new=is_new, streams=streams, stays=stays, permit=permit
    ) as stream:
        _write(stream, data)


def write_files(
    outputs: Sequence[Output], *, permit: Permit = NOTHING, makes_folders: bool = False
) -> None:
    """Write several files that belong together: all of them, or none if a problem can be detected.

    All are first written to temporary files and compared with what was read; then each replaces its
    target. Only a system error between two of these steps leaves some files old and some new.

    Args:
        outputs: the files, without duplicates.
        permit: the losses that the caller permits.
        makes_folders: whether missing folders are created.

    Raises:
        WriteError: nothing is written, or the file in the message is not.
    """
    outputs = [output for output in outputs if not (output.is_beside and _is_there(output, permit))]
    if makes_folders:
        for output in outputs:
            folder = os.path.dirname(os.fspath(output.path))
            with system_errors_named(os.fspath(output.path)):
                os.makedirs(folder or ".", exist_ok=True)
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


def _is_there(output: Output, permit: Permit) -> bool:
    """Whether a file that comes along is there already.

    Raises:
        WriteError: a file with other content is.
    """
    path = os.fspath(output.path)
    try:
        if not os.path.isfile(path) or not isinstance(output.data, bytes):
            return False
        with open(path, "rb") as stream:
            is_same = stream.read(len(output.data) + 1) == output.data
    except (OSError, ValueError):
        return False  # the error will occur again on writing
    if not is_same and not permit.force:
        raise WriteError(path, "a file with other content is there", "force", "overwrites it")
    return is_same


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

    At the end of the block the file replaces its target; if it raises, the target is unchanged.

    Args:
        path: as for ``write_file``.
        expected: as for ``write_file``.
        is_new: as for ``write_file``.
        streams: as for ``write_file``.
        stays: as for ``write_file``.
        permit: the losses that the caller permits.

    Raises:
        WriteError: it is not written; an existing file is unchanged.
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
    """Check whether ``write_file`` would succeed, before a long computation.

    The arguments are those of ``write_file``.

    Raises:
        WriteError: it would fail.
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
