"""The list of files in a bundle, which shows a later run that the bundle may be replaced."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from bodyplan import core
from bodyplan.files.opener import open_real
from bodyplan.files.writer import check_target

MARKER = "bodyplan-bundle.json"
"""The name of the list, which is at the top level of a bundle."""
_FORMAT = 1
_LARGEST = 64 * 1024 * 1024  # limit on the size of the list [bytes]; 50,000 files need 6 MB
_PIECE = 1024 * 1024
_MOST_SHOWN = 3


class BundleError(ValueError):
    """The target already exists, or cannot be written; the message explains what to do."""


class Listed(NamedTuple):
    """The entry of a file in the list of a bundle.

    Args:
        size: the size [bytes].
        checksum: the CRC-32 of the content.
    """

    size: int
    checksum: int


def list_of(files: Mapping[str, Listed]) -> bytes:
    """Return the content of the list of files; its length depends only on names and sizes."""
    rows = {name: {"size": f.size, "crc32": f"{f.checksum:08x}"} for name, f in files.items()}
    table = {"format": "bodyplan bundle", "version": _FORMAT, "files": rows}
    return json.dumps(table, indent=1).encode() + b"\n"


def is_archive(target: Path) -> bool:
    """Return whether a target is the path of an archive."""
    return target.suffix.lower() == ".zip" and not target.is_dir()


def require_target(target: Path, *, force: bool) -> None:
    """Check that a bundle may be written to a target.

    Raises:
        BundleError: the target is a file, a folder with other files, or, if ``force`` is False, a
            folder with a bundle; or its parent folder does not exist.
        WriteError: the target is an archive that cannot be written.
    """
    if not target.parent.is_dir():
        raise BundleError(f"cannot write {target}: folder {target.parent} does not exist")
    if not Path(os.path.realpath(target)).name:
        raise BundleError(f"cannot write {target}: name a new folder in it")
    if is_archive(target):
        check_target(target, force=force)
    elif target.is_dir():
        if any(target.iterdir()) and not force:
            raise BundleError(f"{target} already exists; --force replaces it if it is a bundle")
        require_bundle(target)
    elif target.exists():
        raise BundleError(f"{target} is a file; name a folder, or an archive that ends with .zip")


def require_bundle(place: Path) -> tuple[str, ...]:
    """Check that a folder contains only files that ``bundle`` wrote.

    Args:
        place: the folder, which may be empty.

    Returns:
        The files in the folder.

    Raises:
        BundleError: the folder was not written by ``bundle``, or was changed afterwards.
    """
    remedy = "delete it or choose another target"
    try:
        if not any(place.iterdir()):
            return ()
        real = os.path.realpath(place)
        with open_real(os.path.join(real, MARKER)) as stream:
            listed = _listed(stream.read(_LARGEST))
        files = {name: _is_same(path, listed.get(name)) for name, path in _in_folder(real)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BundleError(
            f"{place} was not written by `bodyplan bundle`, so --force does not replace it; {remedy}"
        ) from None
    others = sorted(name for name, is_same in files.items() if not is_same)
    if others:
        raise BundleError(
            f"{place} holds files that were added or changed after `bodyplan bundle` wrote it: "
            f"{core.listed(others, _MOST_SHOWN)}; {remedy}"
        )
    return (*files,)


def _listed(data: bytes) -> dict[str, Listed]:
    """Return the files of a list.

    Raises:
        ValueError, KeyError, TypeError, AttributeError, RecursionError: the data are not a list of
        files.
    """
    table = json.loads(data)
    if table["format"] != "bodyplan bundle" or table["version"] != _FORMAT:
        raise ValueError("another format")
    rows = table["files"].items()
    return {name: Listed(row["size"], int(row["crc32"], 16)) for name, row in rows}


def _in_folder(place: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the path of each file in a folder, except the list."""
    for folder, folders, names in os.walk(place):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in (*names, *links):
            path = os.path.join(folder, name)
            inner = os.path.relpath(path, place).replace(os.sep, "/")
            if inner != MARKER:
                yield inner, path


def _is_same(path: str, listed: Listed | None) -> bool:
    found = os.lstat(path)
    if listed is None or not stat.S_ISREG(found.st_mode) or found.st_size != listed.size:
        return False
    checksum = 0
    with open_real(path) as stream:
        while piece := stream.read(_PIECE):
            checksum = crc32(piece, checksum)
    return checksum == listed.checksum
