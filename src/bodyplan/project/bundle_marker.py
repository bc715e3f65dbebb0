"""The list of files in a bundle, by which a later run knows that the bundle may be replaced."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from bodyplan import core
from bodyplan.files.reader import open_regular

if TYPE_CHECKING:
    from zipfile import ZipInfo

MARKER = "bodyplan-bundle.json"
"""The name of the list; it lies at the top of a bundle."""
_FORMAT = 1
_LARGEST = 64 * 1024 * 1024  # bytes of a list: that of 50,000 files has 6 MB
_PIECE = 1024 * 1024
_MOST_SHOWN = 3


class BundleError(ValueError):
    """The target is taken, or cannot be written; the message says what to do."""


class Listed(NamedTuple):
    """What the list says of a file.

    Args:
        size: its bytes.
        checksum: CRC-32 of its content.
    """

    size: int
    checksum: int


def list_of(files: Mapping[str, Listed]) -> bytes:
    """Return the content of the list; its length depends on names and sizes only."""
    rows = {name: {"size": f.size, "crc32": f"{f.checksum:08x}"} for name, f in files.items()}
    table = {"format": "bodyplan bundle", "version": _FORMAT, "files": rows}
    return json.dumps(table, indent=1).encode() + b"\n"


def is_archive(target: Path) -> bool:
    """Whether a target is to be an archive."""
    return target.suffix.lower() == ".zip" and not target.is_dir()


def check_target(target: Path, *, is_forced: bool) -> Path:
    """Return the target without links, once it is certain that a bundle may go there.

    Raises:
        BundleError: it is taken by something else than a bundle, or by one and ``is_forced`` is
            not set, or its folder does not exist.
    """
    place = Path(os.path.realpath(target))
    if not place.parent.is_dir():
        raise BundleError(f"cannot write {target}: folder {place.parent} does not exist")
    if not place.name:
        raise BundleError(f"cannot write {target}: name a new folder in it")
    if not os.path.lexists(place):
        return place
    if is_archive(place):
        if not place.is_file():
            raise BundleError(f"cannot write {target}: it is not a file")
    elif not place.is_dir():
        raise BundleError(f"{target} is a file; name a folder, or an archive that ends with .zip")
    elif not any(place.iterdir()):
        return place
    if not is_forced:
        raise BundleError(f"{target} already exists; --force replaces it if it is a bundle")
    require_bundle(place, str(target))
    return place


def require_bundle(place: Path, called: str) -> None:
    """Make sure that nothing is lost but what ``bundle`` wrote.

    Args:
        place: the folder or archive.
        called: how the user calls it.

    Raises:
        BundleError: it was not written by ``bundle``, or was changed since.
    """
    try:
        others = list(_in_archive(place) if is_archive(place) else _in_folder(place))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        others = None
    remedy = "delete it or choose another target"
    if others is None:
        raise BundleError(
            f"{called} was not written by `bodyplan bundle`, so --force does not replace it; {remedy}"
        )
    if others:
        raise BundleError(
            f"{called} holds files that were added or changed after `bodyplan bundle` wrote it: "
            f"{core.listed(sorted(others), _MOST_SHOWN)}; {remedy}"
        )


def _listed(data: bytes) -> dict[str, Listed]:
    """Return the files of a list.

    Raises:
        ValueError, KeyError, TypeError, AttributeError, RecursionError: it is not a list.
    """
    table = json.loads(data)
    if table["format"] != "bodyplan bundle" or table["version"] != _FORMAT:
        raise ValueError("another format")
    rows = table["files"].items()
    return {name: Listed(row["size"], int(row["crc32"], 16)) for name, row in rows}


def _in_folder(place: Path) -> Iterator[str]:
    """The files in a folder that are not as ``bundle`` wrote them."""
    with open_regular(place / MARKER) as stream:
        listed = _listed(stream.read(_LARGEST))
    for folder, folders, names in os.walk(place):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in (*names, *links):
            path = os.path.join(folder, name)
            inner = os.path.relpath(path, place).replace(os.sep, "/")
            if inner != MARKER and not _is_same(path, listed.get(inner)):
                yield inner


def _is_same(path: str, listed: Listed | None) -> bool:
    found = os.lstat(path)
    if listed is None or not stat.S_ISREG(found.st_mode) or found.st_size != listed.size:
        return False
    checksum = 0
    with open_regular(Path(path)) as stream:
        while piece := stream.read(_PIECE):
            checksum = crc32(piece, checksum)
    return checksum == listed.checksum


def _in_archive(place: Path) -> Iterator[str]:
    """The files in an archive that are not as ``bundle`` wrote them; none is unpacked but the list."""
    import zipfile

    try:
        with open_regular(place) as stream, zipfile.ZipFile(stream) as archive:
            infos: dict[str, ZipInfo] = {info.filename: info for info in archive.infolist()}
            (own,) = [name for name in infos if name.rpartition("/")[2] == MARKER]
            if infos[own].file_size > _LARGEST or len(infos) != len(archive.infolist()):
                raise ValueError("not a list")
            with archive.open(own) as inside:
                listed = _listed(inside.read(_LARGEST))
            comment = archive.comment
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise ValueError(str(error)) from None
    top = own.removesuffix(MARKER)
    if comment:
        yield "a comment"
    for name, info in infos.items():
        found = Listed(info.file_size, info.CRC)
        if name != own and (
            not name.startswith(top) or listed.get(name.removeprefix(top)) != found
        ):
            yield name
