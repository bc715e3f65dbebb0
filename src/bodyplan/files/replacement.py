"""Replacement of a file: a temporary file is written, compared, and moved over the target."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import IO, Self

from bodyplan.files.attributes import copy_attributes
from bodyplan.files.error import WriteError, system_error
from bodyplan.files.folder import Folder
from bodyplan.files.permit import NOTHING, Permit
from bodyplan.files.state import FileState
from bodyplan.files.temporary import remove_leftovers_in, temporary_name

_PIECE = 1024 * 1024
_LOCK_SECONDS = 2.0
_STATE = (
    "st_dev",
    "st_ino",
    "st_mode",
    "st_uid",
    "st_gid",
    "st_size",
    "st_mtime_ns",
    "st_ctime_ns",
)
_PROTECTED = {
    errno.EBUSY: "it is a mount point, which cannot be replaced",
    errno.EPERM: "the system protects the file from being replaced",
    errno.EACCES: "the system protects the file from being replaced",
}
"""Why the system refuses at the end, by number."""


@contextmanager
def system_errors_named(path: str) -> Iterator[None]:
    """Convert system errors to errors with the path of the caller."""
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        raise system_error(path, error) from None


@contextmanager
def write_errors_named(path: str) -> Iterator[None]:
    """Convert errors of writing, but not those of other files that are read meanwhile."""
    try:
        yield
    except (BrokenPipeError, WriteError):
        raise
    except OSError as error:
        if error.filename is not None:
            raise
        raise system_error(path, error) from None


class Folders:
    """The folders of the targets, each opened once."""

    def __init__(self) -> None:
        self._opened: dict[str, Folder] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for folder in self._opened.values():
            folder.close()

    def open(self, path: str) -> Folder:
        """Return a folder that stays open until the end.

        Raises:
            OSError: it does not exist.
        """
        if path not in self._opened:
            self._opened[path] = Folder(path)
        return self._opened[path]

    def lock(self) -> None:
        """Wait for other runs that are replacing files in them."""
        for _, folder in sorted(self._opened.items()):
            folder.lock(_LOCK_SECONDS)


class Replacement:
    """The replacement of one file: written to a temporary file, compared, then moved.

    Args:
        path: the target, as passed by the caller.
        folders: the open folders.
        expected: its state when it was read.
        is_new: whether the target must not exist.
        stays: whether a symbolic link to another folder is an error.
        permit: the losses that the caller permits.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        folders: Folders,
        expected: FileState | None = None,
        *,
        is_new: bool = False,
        stays: bool = False,
        permit: Permit = NOTHING,
    ) -> None:
        self.path = os.fsdecode(path)
        self.folders = folders
        self.expected = expected
        self.is_new = is_new and not permit.force
        self.stays = stays and not permit.force
        self.permit = permit
        self.temporary = ""
        """The name of what is there of it; empty for nothing."""
        self.made = -1
        """What was made, open."""
        self.replaced: os.stat_result | None = None
        """What it replaces, where that must be what was read."""

    def refusal(self, reason: str, effect: str = "") -> WriteError:
        """Return the exception; with an effect, it suggests ``force``."""
        return WriteError(self.path, reason, "force" if effect else None, effect)

    # Before anything is written

    def prepare(self) -> None:
        """Find the target and check it.

        Raises:
            WriteError: it must not be replaced.
        """
        try:
            self.real = os.path.realpath(self.path)
            above = os.path.realpath(os.path.dirname(self.path) or os.curdir)
        except ValueError:  # a NUL, or half a character
            raise WriteError(repr(self.path), "it is not the name of a file") from None
        except OSError as error:
            raise WriteError(
                self.path, "the current folder does not exist any more", errno=error.errno
            ) from None
        folder, self.name = os.path.split(self.real)
        if not self.path:
            raise WriteError("''", "it is not the name of a file")
        if not self.name or self.path.endswith(os.sep):
            raise WriteError(self.path, "it is a folder", errno=errno.EISDIR)
        if self.stays and folder != above and os.path.islink(self.path):
            reason = f"it is a symbolic link to {self.real}, in another folder"
            raise self.refusal(reason, "writes there")
        with system_errors_named(self.path):
            try:
                self.folder = self.folders.open(folder)
            except (FileNotFoundError, NotADirectoryError) as error:
                raise WriteError(self.path, self._missing(folder), errno=error.errno) from None
            self.exists = self._checked() is not None

    def _missing(self, folder: str) -> str:
        asked = os.path.dirname(self.path)
        shown = folder if not asked or os.path.isdir(asked) else asked
        return (
            f"{shown} is not a folder"
            if os.path.exists(shown)
            else f"folder {shown} does not exist"
        )

    def _checked(self) -> os.stat_result | None:
        """Return the status of the target, after checking that it may be replaced; None if missing.

        Raises:
            WriteError: it must not be replaced.
        """
        self._require_same_place()
        found = self.folder.stat(self.name)
        was_read = self.expected is not None
        if found is None:
            if was_read and not self.permit.force:
                raise self.refusal("the file was deleted after it was read", "creates it again")
            return None
        self._require_file(found, was_read=was_read)
        if self.is_new:
            raise self.refusal("the file exists", "overwrites it")
        if found.st_nlink > 1 and not self.permit.break_links:
            more = found.st_nlink - 1
            others = "another hard link" if more == 1 else f"{more} other hard links"
            raise WriteError(
                self.path,
                f"the file has {others}, which would keep the old content",
                "break_links",
                "writes a file of its own",
            )
        if not self.permit.force:
            if not found.st_mode & 0o222:
                raise self.refusal("the file is read-only", "writes it, and keeps it read-only")
            try:
                self.folder.require_permission(self.name)
            except PermissionError:
                reason = "you have no permission to write it"
                raise self.refusal(reason, "replaces it") from None
        return found

    def _require_file(self, found: os.stat_result, *, was_read: bool) -> None:
        if stat.S_ISREG(found.st_mode):
            return
        if stat.S_ISLNK(found.st_mode):
            raise WriteError(self.path, "its symbolic links lead in a circle", errno=errno.ELOOP)
        now = " now" if was_read else ""
        if stat.S_ISDIR(found.st_mode):
            raise WriteError(self.path, f"it is a folder{now}", errno=errno.EISDIR)
        raise WriteError(self.path, f"it is not a regular file{now}", errno=errno.EINVAL)

    def _require_same_place(self) -> None:
        """Check that a changed symbolic link or current folder does not lead to another target."""
        known = self.expected.place if self.expected is not None else None
        if known is not None and known != self.real:
            raise WriteError(self.path, f"it leads to {self.real} now, and {known} was read")

    # Beside the place

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Open the temporary file; at the end of the block it is flushed to disk.

        Raises:
            WriteError: it cannot be created or written.
        """
        self.prepare()
        with write_errors_named(self.path), os.fdopen(self._create(), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            self.made = os.dup(stream.fileno())

    def _create(self) -> int:
        self.temporary = temporary_name(self.name)
        with system_errors_named(self.path):
            try:
                return self.folder.create(self.temporary, 0o600 if self.exists else 0o666)
            except PermissionError as error:
                reason = f"you have no permission to create files in {self.folder.path}"
                raise WriteError(self.path, reason, errno=error.errno) from None

    def finish(self) -> None:
        """Compare the target with what was read, and copy its attributes.

        Raises:
            WriteError: it has changed, or some attributes cannot be kept.
        """
        with system_errors_named(self.path):
            found = self._checked()
            if found is not None:
                found = self._take_over(found)
            self.inode = os.fstat(self.made).st_ino
            self._close()
            if self.expected is not None and not self.permit.force:
                if not _is_same(found, self.folder.stat(self.name)):
                    raise self._changed()
                self.replaced = found

    def _take_over(self, found: os.stat_result) -> os.stat_result:
        """Compare and copy the attributes; return the status of the opened target."""
        try:
            source: int | None = self.folder.open(self.name, os.O_RDONLY)
        except PermissionError:
            if not self.permit.force:
                raise
            source = None  # it cannot be read: nothing to compare
        try:
            if source is not None:
                found = os.fstat(source)
                if not self.permit.force:
                    self._compare(source, found)
            lost = copy_attributes(source, found, self.made)
        finally:
            if source is not None:
                os.close(source)
        if lost and not self.permit.force:
            reason = f"{lost[0]} cannot be kept"
            raise self.refusal(reason, "writes it without")
        return found

    def _compare(self, source: int, found: os.stat_result) -> None:
        expected = self.expected
        if expected is None:
            return
        if found.st_size != len(expected.data) or _read(source, found.st_size) != expected.data:
            raise self._changed()

    def _changed(self) -> WriteError:
        return self.refusal("the file changed on disk after it was read", "overwrites it")

    # At the place

    def replace(self) -> None:
        """Move the file over its target.

        Raises:
            WriteError: the system reports an error.
        """
        with system_errors_named(self.path):
            try:
                if self.is_new:
                    self.folder.give_name(self.temporary, self.name)
                elif not self._exchange():
                    self.folder.replace(self.temporary, self.name)
            except FileExistsError:
                raise self.refusal("the file exists", "overwrites it") from None
            except OSError as error:
                if error.errno not in _PROTECTED:
                    raise
                raise WriteError(self.path, _PROTECTED[error.errno], errno=error.errno) from None
        self.temporary = ""
        self.folder.flush()
        remove_leftovers_in(self.folder)

    def _exchange(self) -> bool:
        """Exchange the file with its target, and check that the old target is what was read.

        This detects a change after the last comparison.

        Returns:
            Whether it was done; some systems do not support it.

        Raises:
            WriteError: the target had changed; it is restored.
        """
        if self.replaced is None or not self.folder.exchange(self.temporary, self.name):
            return False
        now = self.folder.stat(self.temporary)
        if now is None or _is_same(self.replaced, now, but="st_ctime_ns"):
            self.folder.unlink(self.temporary)
            return True
        self.folder.exchange(self.temporary, self.name)
        back = self.folder.stat(self.temporary)
        if back is None or back.st_ino == self.inode:
            raise self._changed()
        # somebody has replaced ours in the meantime: neither of the two may go
        kept = f"{self.name}.{os.urandom(4).hex()}.kept"
        self.folder.replace(self.temporary, kept)
        self.temporary = ""
        reason = f"the file changed on disk twice in the meantime; one version of it is {kept}"
        raise WriteError(self.path, reason)

    def discard(self) -> None:
        """Remove the temporary file."""
        self._close()
        if self.temporary:
            with suppress(OSError):
                self.folder.unlink(self.temporary)

    def _close(self) -> None:
        if self.made >= 0:
            os.close(self.made)
            self.made = -1


def _read(source: int, size: int) -> bytes:
    """Read a file, at most one byte more than expected."""
    parts = []
    left = size + 1
    while left > 0 and (part := os.read(source, min(left, _PIECE))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _is_same(one: os.stat_result | None, other: os.stat_result | None, *, but: str = "") -> bool:
    """Whether two status results are of the same file in the same state.

    Args:
        one: the first status.
        other: the second.
        but: what may differ: renaming changes the time of the last change.
    """
    if one is None or other is None:
        return one is other
    return all(getattr(one, name) == getattr(other, name) for name in _STATE if name != but)
