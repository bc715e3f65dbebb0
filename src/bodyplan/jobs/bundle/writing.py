"""Writing a bundle: either all of its files are written, or no file."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING
from zlib import crc32

from bodyplan.files.error import WriteError
from bodyplan.files.writer import Output, write_files
from bodyplan.jobs.bundle.marker import (
    MARKER,
    BundleError,
    Listed,
    is_archive,
    list_of,
    require_bundle,
)
from bodyplan.jobs.bundle.plan import Item, opened

if TYPE_CHECKING:
    from zipfile import ZipInfo

_PIECE = 1024 * 1024
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that archives of the same robot are identical."""

Progress = Callable[[int, int], None]


def write(items: Sequence[Item], place: Path, *, force: bool, progress: Progress | None) -> None:
    """Write the files of a bundle, and the list of these files.

    Args:
        items: the files; the last one is the list, which is completed while the others are written.
        place: the folder or archive.
        force: whether an older bundle is replaced.
        progress: a function that is called with the number of written bytes and the total number
            of bytes.

    Raises:
        BundleError: the bundle cannot be written, or would replace files that are not a bundle.
        KeyboardInterrupt: the user interrupted the process; no incomplete files remain.
    """
    try:
        if is_archive(place):
            archive = partial(_write_archive, items, place.stem, progress)
            write_files(Output(place, archive), force=force)
        else:
            write_files(*_in_folder(items, place, progress), force=force)
    except WriteError as error:
        raise BundleError(error.sentence("--{}")) from None
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        reason = error.strerror or str(error)
        raise BundleError(f"cannot write {place}: {name}{reason[:1].lower()}{reason[1:]}") from None


def _in_folder(items: Sequence[Item], place: Path, progress: Progress | None) -> Iterator[Output]:
    """Yield the files of a bundle folder, then removals of files that only the old bundle has."""
    is_there = place.is_dir()
    older = require_bundle(place) if is_there else ()
    below, prefix = (place, "") if is_there else (place.parent, f"{place.name}/")
    count = _Count(items, progress)
    for item in items:
        yield Output(f"{prefix}{item.path}", count.pieces(item), below=below)
    own = {item.path for item in items}
    for name in older:
        if name not in own:
            yield Output(name, None, below=below)


def _write_archive(
    items: Sequence[Item], name: str, progress: Progress | None, stream: IO[bytes]
) -> None:
    import zipfile

    count = _Count(items, progress)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for item in items:
            info = _entry(f"{name}/{item.path}")
            info.file_size = item.size
            with archive.open(info, "w", force_zip64=item.size > 1 << 30) as inside:
                for piece in count.pieces(item):
                    inside.write(piece)


def _entry(path: str) -> ZipInfo:
    import zipfile

    info = zipfile.ZipInfo(path, _EARLIEST)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # always Unix, so that archives are identical on all machines
    info.external_attr = 0o100644 << 16
    return info


def content_of(item: Item) -> Iterator[bytes]:
    """Yield the bytes of a file; their number is the size in the plan.

    Raises:
        OSError: the file was replaced or truncated since it was added.
    """
    if item.data is not None:
        yield item.data
        return
    left = item.size
    with opened(item) as stream:
        while left and (piece := stream.read(min(_PIECE, left))):
            left -= len(piece)
            yield piece
    if left:
        raise OSError(errno.ESTALE, "it changed while it was bundled", str(item.source))


class _Count:
    """Reports the progress of writing, and completes the list of written files."""

    def __init__(self, items: Iterable[Item], progress: Progress | None) -> None:
        self._total = sum(item.size for item in items)
        self._progress = progress
        self._written = 0
        self._listed: dict[str, Listed] = {}
        if progress is not None:
            progress(0, self._total)

    def pieces(self, item: Item) -> Iterator[bytes]:
        """Yield the bytes of a file to write.

        The list of files is generated from all files that were written before it.
        """
        if item.path == MARKER:
            item.data = list_of(self._listed)
        checksum = 0
        for piece in content_of(item):
            yield piece
            checksum = crc32(piece, checksum)
            self._written += len(piece)
            if self._progress is not None:
                self._progress(self._written, self._total)
        self._listed[item.path] = Listed(item.size, checksum)
