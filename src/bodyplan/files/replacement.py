"""A file that replaces another one: written beside it, compared, then put in its place."""

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
    """Name errors of the system as the caller named the file."""
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        raise system_error(path, error) from None


@contextmanager
def write_errors_named(path: str) -> Iterator[None]:
    """Name errors of writing; not those of another file, which somebody reads meanwhile."""
    try:
        yield
    except (BrokenPipeError, WriteError):
        raise
    except OSError as error:
        if error.filename is not None:
            raise
        raise system_error(path, error) from None


class Folders:
    """The folders that are written in, each held open once."""

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
        """A folder that stays open until all is done.

        Raises:
            OSError: there is none.
        """
        if path not in self._opened:
            self._opened[path] = Folder(path)
        return self._opened[path]

    def lock(self) -> None:
        """Wait for other runs that are replacing files in them."""
        for _, folder in sorted(self._opened.items()):
            folder.lock(_LOCK_SECONDS)


class Replacement:
    """A file on its way: written beside its place, compared, then put there.

    Args:
        path: as the caller named it.
        folders: those that are open already.
        expected: what it was when it was read.
        is_new: whether nothing may be there.
        stays: whether a symbolic link must not lead to another folder.
        permit: what the caller insists on.
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
        """The exception, where ``force`` writes all the same if its effect is told."""
        return WriteError(self.path, reason, "force" if effect else None, effect)

    # Before anything is written

    def prepare(self) -> None:
        """Find the place, and check what lies there.

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
        return f"{shown} is no folder" if os.path.exists(shown) else f"there is no folder {shown}"

    def _checked(self) -> os.stat_result | None:
        """What lies at the place, once it is certain that it may be replaced; None for nothing.

        Raises:
            WriteError: it may not.
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
        """That no symbolic link, and no other current folder, leads elsewhere by now."""
        known = self.expected.place if self.expected is not None else None
        if known is not None and known != self.real:
            raise WriteError(self.path, f"it leads to {self.real} now, and {known} was read")

    # Beside the place

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """The new file beside its place; when the block ends, it is on the disk.

        Raises:
            WriteError: it cannot be made, or written.
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
        """Compare what lies at the place with what was read, and take over its attributes.

        Raises:
            WriteError: it has changed, or something of it cannot be kept.
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
        """Compare, and copy the attributes; what lies there, as it was seen once it was open."""
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
        """Put the file in its place.

        Raises:
            WriteError: the system refuses.
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
        """Put the file in its place, and look whether what it has replaced is what was read.

        So that a change is seen even where it came after the last comparison.

        Returns:
            Whether it was done; some systems cannot.

        Raises:
            WriteError: it is not; it is back in its place.
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
        """Remove what is left beside the place."""
        self._close()
        if self.temporary:
            with suppress(OSError):
                self.folder.unlink(self.temporary)

    def _close(self) -> None:
        if self.made >= 0:
            os.close(self.made)
            self.made = -1


def _read(source: int, size: int) -> bytes:
    """Bytes of a file, one more than it should have if there is one."""
    parts = []
    left = size + 1
    while left > 0 and (part := os.read(source, min(left, _PIECE))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _is_same(one: os.stat_result | None, other: os.stat_result | None, *, but: str = "") -> bool:
    """Whether two looks have seen the same file in the same state.

    Args:
        one: the first look.
        other: the second.
        but: what may differ: another name counts as a change of its own.
    """
    if one is None or other is None:
        return one is other
    return all(getattr(one, name) == getattr(other, name) for name in _STATE if name != but)
