"""Arrays of a robot in a file ``.npz``: written as a whole, read without trust."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from bodyplan.core import field_names, quoted
from bodyplan.files.writer import Output, write_files
from bodyplan.model.arrays_check import checked
from bodyplan.model.arrays_layout import LAYOUT, InvalidArraysError, frozen

if TYPE_CHECKING:
    from bodyplan.model.arrays import RobotArrays

MOST_BYTES = 1 << 30
"""More is not unpacked: half a million links take a quarter of it."""

_TEXTS = {"link_names": 1, "joint_names": 1, "name": 0}
"""The names, with their axes."""


def save(arrays: RobotArrays, path: str | os.PathLike[str]) -> None:
    """Write all of it to a file; one that is there is replaced as a whole.

    Raises:
        WriteError: it cannot be written.
    """
    held = {field: getattr(arrays, field) for field in field_names(type(arrays))}
    for field in _TEXTS:
        held[field] = np.asarray(held[field], dtype=np.str_)
    layout = np.asarray(LAYOUT)
    write_files(Output(path, lambda stream: np.savez(stream, layout=layout, **held)))


def load(kind: type[RobotArrays], path: str | os.PathLike[str]) -> RobotArrays:
    """Return the arrays that ``save`` has written.

    Args:
        kind: the class.
        path: the file.

    Raises:
        InvalidArraysError: the file holds something else, or numbers that cannot be.
        OSError: it cannot be read.
    """
    name = os.fspath(path)
    held = _loaded(name, field_names(kind))
    layout = held.pop("layout", None)
    if layout is None or layout.shape != () or layout.dtype.kind not in "iu":
        raise InvalidArraysError(f"{name} does not contain robot arrays of layout {LAYOUT}")
    if layout != LAYOUT:
        raise InvalidArraysError(
            f"{name} contains robot arrays of layout {layout}, but this version reads {LAYOUT}: "
            f"save them again from the description"
        )
    missing = [field for field in field_names(kind) if field not in held]
    if missing:
        raise InvalidArraysError(f"{name} has no array {quoted(missing[0])}")
    for field, axes in _TEXTS.items():
        if held[field].ndim != axes or held[field].dtype.kind != "U":
            raise InvalidArraysError(f"{name} is not a valid robot: {field} is not text")
        read = held[field].tolist()
        held[field] = tuple(read) if axes else read
    for field, value in held.items():
        held[field] = value if isinstance(value, tuple | str) else frozen(value)
    return checked(kind(**held), name)


def _loaded(name: str, fields: Iterable[str]) -> dict[str, Any]:
    """Return the arrays of a file by name.

    Raises:
        InvalidArraysError: it is not such a file, is damaged, or has too much data.
        OSError: it cannot be read.
    """
    import zipfile

    wanted = ("layout", *fields)
    with open(name, "rb") as opened:
        try:
            if not zipfile.is_zipfile(opened):
                raise InvalidArraysError("not a .npz file")
            opened.seek(0)
            with np.load(opened, allow_pickle=False) as file:
                sizes = {info.filename: info.file_size for info in file.zip.infolist()}
                size = sum(sizes.get(f"{field}.npy", 0) for field in wanted)
                if size > MOST_BYTES:
                    raise InvalidArraysError(
                        f"unpacked they would have {size} bytes, and at most {MOST_BYTES} are read"
                    )
                return {field: file[field] for field in wanted if field in file.files}
        except Exception as error:  # noqa: BLE001  (damage comes as errors of a dozen types)
            why = str(error) or "the file is damaged"
            raise InvalidArraysError(f"{name} does not contain robot arrays: {why}") from None
