"""Writing a bundle: beside its place first, then moved there whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from bodyplan.files.error import WriteError
from bodyplan.files.permit import Permit
from bodyplan.files.temporary import remove_leftovers, temporary_path
from bodyplan.files.writer import writing
from bodyplan.project.bundle_plan import Item

if TYPE_CHECKING:
    from zipfile import ZipInfo

_PIECE = 1024 * 1024
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same robot makes the same bytes."""
_MOST_SHOWN = 3

Progress = Callable[[int, int], None]


class BundleError(ValueError):
    """The target is taken, or cannot be written; the message says what to do."""


def is_archive(target: Path) -> bool:
    """Whether a target is to be an archive."""
    return target.suffix.lower() == ".zip" and not target.is_dir()


def check_target(target: Path, *, is_forced: bool) -> Path:
    """The target without links, once it is certain that a bundle may go there.

    Raises:
        BundleError: it is taken, or there is no folder for it.
    """
    place = Path(os.path.realpath(target))
    if not place.parent.is_dir():
        raise BundleError(f"cannot write {target}: there is no folder {place.parent}")
    if not place.name:
        raise BundleError(f"cannot write {target}: name a new folder in it")
    if not os.path.lexists(place):
        return place
    if is_archive(place):
        if not place.is_file():
            raise BundleError(f"cannot write {target}: it is no file")
    elif not place.is_dir():
        raise BundleError(f"{target} is a file; name a folder, or an archive that ends with .zip")
    elif not any(place.iterdir()):
        return place
    if not is_forced:
        raise BundleError(f"{target} is there already; --force replaces it")
    return place


def write(
    items: Sequence[Item], place: Path, *, is_forced: bool, progress: Progress | None
) -> None:
    """Writes the files of a bundle.

    Raises:
        BundleError: it cannot be written, or a folder would be replaced that is no older bundle of
            this robot.
        KeyboardInterrupt: as it comes; nothing is left behind.
    """
    import shutil

    made = temporary_path(place)
    try:
        if is_archive(place):
            with writing(place, permit=Permit(force=is_forced)) as stream:
                _write_archive(items, stream, place.stem, progress)
            return
        if is_forced:
            _require_older_bundle(items, place)
        try:
            made.mkdir()
            _write_folder(items, made, progress)
            _move(made, place)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
        remove_leftovers(place.parent)
    except WriteError as error:
        raise BundleError(error.sentence("--{}")) from None
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        reason = error.strerror or str(error)
        raise BundleError(f"cannot write {place}: {name}{reason[:1].lower()}{reason[1:]}") from None


def _require_older_bundle(items: Iterable[Item], place: Path) -> None:
    """Makes sure that nothing is lost that is not written anew.

    Raises:
        BundleError: the folder holds other files.
    """
    ours = {item.path for item in items}
    others: list[str] = []
    for folder, _, names in os.walk(place):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), place).replace(os.sep, "/")
            if path not in ours:
                others.append(path)
    if others:
        shown = ", ".join(sorted(others)[:_MOST_SHOWN])
        more = f" and {len(others) - _MOST_SHOWN} more" if len(others) > _MOST_SHOWN else ""
        raise BundleError(
            f"{place} holds files that are not in the new bundle: {shown}{more}; "
            "remove it yourself, or name another folder"
        )


def _move(made: Path, place: Path) -> None:
    """Puts a folder in the place of an older one."""
    import shutil

    if not place.exists():
        os.rename(made, place)
        return
    old = temporary_path(place)
    try:
        os.rename(place, old)
        os.rename(made, place)
    except BaseException:
        if old.exists() and not place.exists():
            os.rename(old, place)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _write_folder(items: Sequence[Item], top: Path, progress: Progress | None) -> None:
    count = _Count(items, progress)
    for item in items:
        path = top.joinpath(*item.path.split("/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as stream:
            for piece in _content(item):
                stream.write(piece)
                count.add(len(piece))


def _write_archive(
    items: Sequence[Item], stream: IO[bytes], name: str, progress: Progress | None
) -> None:
    import zipfile

    count = _Count(items, progress)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for item in items:
            info = _entry(f"{name}/{item.path}")
            info.file_size = item.size
            with archive.open(info, "w", force_zip64=item.size > 1 << 30) as inside:
                for piece in _content(item):
                    inside.write(piece)
                    count.add(len(piece))


def _entry(path: str) -> ZipInfo:
    import zipfile

    info = zipfile.ZipInfo(path, _EARLIEST)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix, whatever this machine is: the same bytes everywhere
    info.external_attr = 0o100644 << 16
    return info


def _content(item: Item) -> Iterator[bytes]:
    if item.data is not None:
        yield item.data
        return
    assert item.source is not None
    with item.source.open("rb") as stream:
        while piece := stream.read(_PIECE):
            yield piece


class _Count:
    """Tells how far the writing is."""

    def __init__(self, items: Iterable[Item], progress: Progress | None) -> None:
        self._total = sum(item.size for item in items)
        self._progress = progress
        self._written = 0
        if progress is not None:
            progress(0, self._total)

    def add(self, count: int) -> None:
        self._written += count
        if self._progress is not None:
            self._progress(self._written, self._total)
