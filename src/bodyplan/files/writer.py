"""Writes files; no other module does.

Files that belong together are first written to temporary files in the folders of their targets.
Then each replaces its target. Nothing is written through a symbolic link: the path of the folder
that the user names may contain links, but the file in it and all subfolders may not be links.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, suppress
from pathlib import Path
from typing import IO, NamedTuple

from bodyplan.core import listed
from bodyplan.files._folder import Folder, link_error
from bodyplan.files.error import WriteError, system_errors_named
from bodyplan.files.opener import FileState
from bodyplan.files.streams import is_stream, open_stream

Data = bytes | Iterable[bytes] | Callable[[IO[bytes]], object] | None
"""The content of a file: bytes, an iterable of parts, or a function that writes it; None removes
the file."""

_PIECE = 1024 * 1024
_MOST_SHOWN = 5
_IGNORES_CASE = sys.platform in {"win32", "darwin"}


class Output(NamedTuple):
    """One of several files to write.

    Args:
        path: the file.
        data: the content; None removes the file.
        expected: the state of the file when it was read; None for a file that was not read.
        below: for a file that accompanies another file: the folder of that file, to which ``path``
            is relative; missing folders are created. An existing file with other content is
            replaced only with ``force``; a file with the same content is not changed.
    """

    path: str | os.PathLike[str]
    data: Data
    expected: FileState | None = None
    below: str | os.PathLike[str] | None = None


def write_files(*outputs: Output, force: bool = False, streams: bool = False) -> None:
    """Write files that belong together: all of them, or none if a problem can be detected.

    At any time, each file has its complete old or new content. Only a system error between two
    replacements leaves some files old and some new; the message names the new files.

    Args:
        outputs: the files.
        force: whether to overwrite changed or write-protected files, even if the new file cannot
            keep the owner of the old one.
        streams: whether an output may be a pipe or device, which is written after all other files
            are prepared.

    Raises:
        WriteError: no file is written, or only the files that the message names.
    """
    with ExitStack() as stack:
        roots: dict[str, Folder] = {}
        stack.callback(_close, roots)
        flows: list[Output] = []
        made: list[_Replacement] = []
        places: dict[tuple[int, int, str], str] = {}
        for output in outputs:
            is_named = output.below is None and output.expected is None
            if streams and is_named and is_stream(os.fsdecode(output.path)):
                flows.append(output)
                continue
            one = _Replacement(output, roots, force=force)
            stack.callback(one.discard)
            one.prepare(places)
            made.append(one)
        for one in made:
            one.verify()
        for flow in flows:
            name = os.fsdecode(flow.path)
            with system_errors_named(name):
                handle = open_stream(name)
            with system_errors_named(name, of_others=False), os.fdopen(handle, "wb") as stream:
                _fill(stream, flow.data)
        _replace(made)


def make_folder(path: str, *, below: str) -> None:
    """Create a folder for files, and its missing parent folders.

    Args:
        path: the folder.
        below: the folder that the user named, which may be a link or missing; folders below it may
            not be links.

    Raises:
        WriteError: a folder cannot be created.
    """
    top, inner = below, os.path.relpath(path or os.curdir, below)
    parts = () if inner == os.curdir else Path(inner).parts
    if not os.path.isdir(below):
        top, name = os.path.split(os.path.normpath(below))
        parts = name, *parts
    if os.pardir in parts:
        raise WriteError(path, f"it is not below {below}")
    with system_errors_named(path), closing(_opened(path, top)) as root, root.inner(parts, []):
        pass


def check_target(
    path: str | os.PathLike[str], *, force: bool = False, streams: bool = False
) -> None:
    """Check whether a file can be written, before a long computation.

    The arguments are those of ``Output`` and ``write_files``.

    Raises:
        WriteError: the file cannot be written.
    """
    if streams and is_stream(os.fsdecode(path)):
        return
    roots: dict[str, Folder] = {}
    try:
        _Replacement(Output(path, b""), roots, force=force).verify()
    finally:
        _close(roots)


def _replace(made: Sequence[_Replacement]) -> None:
    done: list[str] = []
    for one in made:
        try:
            one.replace()
        except WriteError as error:
            if not done:
                raise
            verb = "is" if len(done) == 1 else "are"
            reason = f"{error.reason}; {listed(done, _MOST_SHOWN)} {verb} already written"
            raise WriteError(error.path, reason, errno=error.errno) from None
        done.append(one.name)
    for one in {(id(one.root), one.parts): one for one in made}.values():
        with suppress(OSError), one.folder() as folder:
            folder.flush()


class _Replacement:
    """The replacement of one file: a temporary file is written, compared, and moved over it.

    Args:
        output: the file.
        roots: the open folders that the user named, by path; the folder of the file is added.
        force: see ``write_files``.
    """

    def __init__(self, output: Output, roots: dict[str, Folder], *, force: bool) -> None:
        self._output, self._force = output, force
        self._temporary = ""
        """The name of the temporary file; empty without one."""
        self._made: list[tuple[str, ...]] = []
        """Folders that were created for the file."""
        self._is_beside = output.below is not None and output.expected is None
        self._was_missing = False
        path = os.fsdecode(output.path)
        top, self._last = os.path.split(path)
        self.name = path
        """The name of the file in messages."""
        self.parts: tuple[str, ...] = ()
        """The names of the folders between the folder that the user named and the file."""
        if output.below is not None:
            top, inner = os.fsdecode(output.below), Path(path)
            self.name = os.path.join("" if top == os.curdir else top, path)
            self.parts, self._last = inner.parts[:-1], inner.name
            if inner.anchor or os.pardir in inner.parts:
                raise WriteError(self.name, f"it is not below {top or os.curdir}")
        if not path or "\0" in path or not _is_encodable(path):
            raise WriteError(repr(path), "it is not the name of a file")
        if self._last in {"", os.curdir, os.pardir}:
            raise WriteError(self.name, "it is a folder", errno=errno.EISDIR)
        with system_errors_named(self.name):
            if top not in roots:
                roots[top] = _opened(self.name, top)
        self.root = roots[top]

    def folder(self, *, makes: bool = False) -> AbstractContextManager[Folder]:
        """Enter the folder of the file."""
        return self.root.inner(self.parts, self._made if makes else None)

    def prepare(self, places: dict[tuple[int, int, str], str]) -> None:
        """Write the temporary file.

        Args:
            places: the names of the files that are written, by their location; this file is added.

        Raises:
            WriteError: the target must not be replaced, or the system reports an error.
        """
        with system_errors_named(self.name), self.folder(makes=True) as folder:
            found, here = self._checked(folder), os.stat(**folder.at(os.curdir))
            name = self._last.casefold() if _IGNORES_CASE else self._last
            place = here.st_dev, here.st_ino, name
            if place in places:
                raise WriteError(self.name, f"it is the same file as {places[place]}")
            places[place] = self.name
            self._was_missing = found is None
            if self._output.data is None:
                return
            self._temporary = f".bodyplan-{os.urandom(8).hex()}.tmp"
            flags, mode = os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666 if found is None else 0o600
            try:
                handle = folder.open(self._temporary, flags, mode)
            except PermissionError as error:
                reason = f"you have no permission to create files in {folder.path or os.curdir}"
                raise WriteError(self.name, reason, errno=error.errno) from None
        with system_errors_named(self.name, of_others=False), os.fdopen(handle, "w+b") as stream:
            _fill(stream, self._output.data)
            stream.flush()
            with system_errors_named(self.name), self.folder() as folder:
                if found is not None and self._is_there(stream, folder):
                    self.discard()
                    return
                if found is not None:
                    self._take_over(found, handle)
                os.fsync(handle)

    def _checked(self, folder: Folder) -> os.stat_result | None:
        """Return the status of the target, after checking that it may be replaced; None if missing."""
        expected, found = self._output.expected, folder.status(self._last)
        known = None if expected is None else expected.place
        if known is not None and known != (real := os.path.realpath(self.name)):
            raise WriteError(self.name, f"it now refers to {real}, but {known} was read")
        if found is None:
            if expected is not None:
                self._refuse("the file was deleted after it was read", "creates it again")
            return None
        if stat.S_ISLNK(found.st_mode):
            remedy = "write to another folder" if self._is_beside else "name that file itself"
            raise link_error(self.name, remedy)
        if stat.S_ISDIR(found.st_mode):
            raise WriteError(self.name, "it is a folder", errno=errno.EISDIR)
        if not stat.S_ISREG(found.st_mode):
            raise WriteError(self.name, "it is not a regular file", errno=errno.EINVAL)
        if not found.st_mode & 0o222:
            self._refuse("the file is read-only", "writes it, and keeps it read-only")
        return found

    def _is_there(self, stream: IO[bytes], folder: Folder) -> bool:
        """Return whether the file accompanies another file and exists with the same content."""
        if not self._is_beside:
            return False
        stream.seek(0)
        with os.fdopen(folder.open(self._last, os.O_RDONLY), "rb") as other:
            while (piece := stream.read(_PIECE)) == other.read(_PIECE):
                if not piece:
                    return True
        self._refuse("a file with other content already exists", "overwrites it")
        return False

    def _refuse(self, reason: str, effect: str) -> None:
        if not self._force:
            raise WriteError(self.name, reason, "force", effect)

    def _take_over(self, found: os.stat_result, handle: int) -> None:
        """Give the new file the owner, group and permissions of the old file."""
        mode, now = stat.S_IMODE(found.st_mode), os.fstat(handle)
        if (now.st_uid, now.st_gid) != (found.st_uid, found.st_gid):
            try:
                os.fchown(handle, found.st_uid, found.st_gid)
            except OSError:
                self._refuse("its owner or group cannot be kept", "writes it with yours")
                mode &= 0o777  # a set-user-ID bit must not give the rights of another owner
        if hasattr(os, "fchmod"):
            os.fchmod(handle, mode)

    def verify(self) -> None:
        """Compare the target with its state when it was read.

        Raises:
            WriteError: the target has changed, or must not be replaced any more.
        """
        expected = self._output.expected
        with system_errors_named(self.name), self.folder() as folder:
            if self._checked(folder) is None or self._force:
                return
            if self._is_beside and self._was_missing:
                self._refuse("another program has written it in the meantime", "overwrites it")
            if expected is None:
                return
            with os.fdopen(folder.open(self._last, os.O_RDONLY), "rb") as stream:
                if stream.read(len(expected.data) + 1) != expected.data:
                    self._refuse("the file changed on disk after it was read", "overwrites it")

    def replace(self) -> None:
        """Move the temporary file over the target; remove the target if it has no new content.

        Raises:
            WriteError: the system reports an error.
        """
        with system_errors_named(self.name), self.folder() as folder:
            if self._output.data is None:
                os.unlink(**folder.at(self._last))
                self._made = [self.parts[:end] for end in range(1, len(self.parts) + 1)]
            elif self._temporary:
                folder.replace(self._temporary, self._last)
                self._temporary, self._made = "", []

    def discard(self) -> None:
        """Remove the temporary file, and created folders that are empty without it."""
        if self._temporary:
            with suppress(OSError), self.folder() as folder:
                os.unlink(**folder.at(self._temporary))
            self._temporary = ""
        for *parts, last in reversed(self._made):
            with suppress(OSError), self.root.inner(parts) as folder:
                os.rmdir(**folder.at(last))


def _close(roots: dict[str, Folder]) -> None:
    for root in roots.values():
        root.close()


def _is_encodable(path: str) -> bool:
    try:
        return bool(os.fsencode(path))
    except UnicodeEncodeError:  # an unpaired surrogate
        return False


def _opened(name: str, top: str) -> Folder:
    """Open the folder that the user named for a file.

    Raises:
        WriteError: the folder is missing, or is not a folder.
    """
    try:
        os.path.abspath(top)
        return Folder(top)
    except (FileNotFoundError, NotADirectoryError) as error:
        reason = f"{top} is not a folder" if os.path.exists(top) else f"folder {top} does not exist"
        if error.filename is None:
            reason = "the current folder does not exist any more"
        raise WriteError(name, reason, errno=error.errno) from None


def _fill(stream: IO[bytes], data: Data) -> None:
    if callable(data):
        data(stream)
    elif data is not None:
        stream.writelines([data] if isinstance(data, bytes) else data)
