"""Files of configurations: CSV with or without a header, and NumPy arrays (.npy)."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from bodyplan.core import plural, quoted
from bodyplan.files.streams import open_named
from bodyplan.kinematics._arguments import whole
from bodyplan.kinematics.columns import angle_columns, columns_of, quaternion_columns
from bodyplan.model import Robot, UnknownNameError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_NUMBERS = 50_000_000
"""The largest number of values in one file: 400 MB in memory."""
_MAX_LINE = 1_000_000
_BLOCK = 10_000
"""Number of lines that are converted to an array at once."""
_ROUNDED = 1e-3
"""A quaternion whose length differs from 1 by at most this much counts as rounded."""
_NUMPY_MAGIC, _ARCHIVE_MAGIC = b"\x93NUMPY", b"PK\x03\x04"


class ConfigurationFileError(ValueError):
    """A file does not contain configurations of the robot, or cannot be read."""


class Configurations(NamedTuple):
    """The configurations in a file.

    Args:
        q: (rows, nq) the configurations [rad] or [m].
        lines: (rows,) the line of each row in a text file; None for an array.
        columns: for each column of the file, its index in q; None for a file without a header.
        name: the name of the file.
    """

    q: NDArray[np.float64]
    lines: NDArray[np.int64] | None = None
    columns: tuple[int, ...] | None = None
    name: str = ""

    def label(self, row: int) -> str:
        """Return the name of a row in messages: "line 3" of a text file, "row 3" of an array."""
        return f"row {row + 1}" if self.lines is None else f"line {self.lines[row]}"


def read_configurations(
    source: str | os.PathLike[str] | IO[bytes],
    robot: Robot,
    start: NDArray[np.float64] | None = None,
    *,
    degrees: bool = False,
) -> Configurations:
    """Return the configurations in a CSV or .npy file. Nothing is ever unpickled.

    The header of a CSV names joints, or variables such as "base/x", in any order; the other joints
    have their positions in ``start``. Without a header, and in an array, every row has nq numbers
    in the order of ``robot.q_names``. Lines that begin with ``#`` are comments.

    Args:
        source: path of the file, or a binary stream.
        robot: the robot of the configurations.
        start: (nq,) a configuration with the positions of the joints that the file does not name
            [rad] or [m]; by default the default configuration.
        degrees: whether angles in the file are in degrees.

    Raises:
        ConfigurationFileError: the file cannot be read, or does not contain configurations of this
            robot; the message gives the file name, the line and the reason.
        TypeError: robot is not a Robot.
    """
    import numpy as np

    whole(robot)
    start = robot.q() if start is None else start
    with _opened(source) as (name, stream):
        head = stream.peek(len(_NUMPY_MAGIC))[: len(_NUMPY_MAGIC)]
        if head.startswith(_ARCHIVE_MAGIC):
            raise ConfigurationFileError(
                f"{name} is an archive; save one of its tables as .csv or .npy"
            )
        if head == _NUMPY_MAGIC:
            header, values, lines = None, _array(name, stream, robot), None
        elif name.lower().endswith(".npy"):
            raise ConfigurationFileError(f"{name} is not a NumPy file: its first bytes differ")
        else:
            header, values, lines = _table(name, stream, robot)
    columns = _columns(name, robot, header)
    _require_finite(name, robot, values, lines, columns)
    if degrees:
        angles = angle_columns(robot)[list(columns)]
        values[:, angles] = np.radians(values[:, angles])
    if header is None:
        return Configurations(values, lines, None, name)
    if len(values) * len(start) > MAX_NUMBERS:
        raise ConfigurationFileError(
            f"{name} has {plural(len(values), 'configuration')} of {plural(len(start), 'number')}"
            f" each: more than the limit of {MAX_NUMBERS:,} in total; split the file"
        )
    q = np.empty((len(values), len(start)))
    q[:] = start
    q[:, columns] = values
    return Configurations(q, lines, columns, name)


def quaternion_note(robot: Robot, given: Configurations) -> str:
    """Return a message on quaternions that are not normalized; empty if all are normalized.

    Args:
        robot: the robot.
        given: the configurations of the robot.

    Raises:
        ValueError: a quaternion has length zero.
    """
    import numpy as np

    for name, columns in quaternion_columns(robot).items():
        lengths = np.linalg.norm(given.q[:, columns], axis=1)
        called = f"quaternion x, y, z, w of joint {quoted(name)}"
        for wrong in (lengths == 0.0, np.abs(lengths - 1.0) > _ROUNDED):
            rows = np.flatnonzero(wrong)
            if not rows.size:
                continue
            row = int(rows[0])
            at = f" in {given.label(row)}" if len(given.q) > 1 else ""
            if not lengths[row]:
                raise ValueError(
                    f"{called} is 0 0 0 0{at}, not a valid rotation; the identity is 0 0 0 1"
                )
            more = f", and {rows.size - 1:,} more" if rows[1:].size else ""
            return f"{called} has length {lengths[row]:.6g}{at}{more}; it is normalized"
    return ""


@contextmanager
def _opened(
    source: str | os.PathLike[str] | IO[bytes],
) -> Iterator[tuple[str, io.BufferedReader]]:
    """Open a file and provide its name and byte stream; a stream passed as ``source`` stays open.

    Raises:
        ConfigurationFileError: the file cannot be read.
    """
    if not isinstance(source, str | os.PathLike):
        raw: Any = source
        stream = io.BufferedReader(raw)
        try:
            yield str(getattr(source, "name", "-")), stream
        finally:
            stream.detach()
        return
    name = os.fspath(source)
    if os.path.isdir(name):
        raise ConfigurationFileError(f"{name} is a folder, not a file of configurations")
    try:
        file = open(name, "rb", opener=open_named)  # noqa: SIM115  (closed below)
    except FileNotFoundError:
        raise ConfigurationFileError(f"{name} does not exist") from None
    except ValueError:
        raise ConfigurationFileError(f"{name!r} is not a valid file name") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigurationFileError(f"{name} cannot be read: {reason}") from None
    with file:
        yield name, file


def _expected(robot: Robot) -> str:
    """Return a text, for messages, that says which columns a table of configurations must have."""
    names = robot.q_names
    listed = ", ".join(names[:8]) + (", ..." if names[8:] else "")
    return f"{plural(len(names), 'column')} ({listed})"


# Arrays


def _array(name: str, stream: IO[bytes], robot: Robot) -> NDArray[np.float64]:
    """Return the numbers (rows, nq) of a NumPy file. Nothing is ever unpickled.

    Raises:
        ConfigurationFileError: the file contains other data, too many numbers, or fewer numbers
            than it declares.
    """
    import numpy as np
    from numpy.lib import format as npy

    try:
        version = npy.read_magic(stream)
        read_header = npy.read_array_header_1_0 if version[0] == 1 else npy.read_array_header_2_0
        shape, is_fortran, dtype = read_header(stream)
    except Exception:  # noqa: BLE001  (a header may contain anything)
        raise ConfigurationFileError(f"{name}: invalid header of a NumPy file") from None
    if dtype.hasobject:
        raise ConfigurationFileError(
            f"{name} contains Python objects, not numbers; they are never unpickled"
        )
    if dtype.kind not in "fiu":
        raise ConfigurationFileError(
            f"{name} contains values of type {dtype}; expected real numbers"
        )
    nq = len(robot.q_names)
    if len(shape) not in {1, 2} or shape[-1] != nq or min(shape) < 0:
        raise ConfigurationFileError(f"{name} has shape {shape}; expected (rows, {nq})")
    count = int(np.prod(shape, dtype=object))
    if count > MAX_NUMBERS:
        raise ConfigurationFileError(
            f"{name} contains {count:,} numbers; at most {MAX_NUMBERS:,} are read at once"
        )
    data = stream.read(count * dtype.itemsize)
    if len(data) < count * dtype.itemsize:
        raise ConfigurationFileError(f"{name} is truncated: its header declares {count:,} numbers")
    values = np.frombuffer(data, dtype)
    values = values.reshape(shape[::-1]).T if is_fortran else values.reshape(shape)
    table = np.array(values, np.float64, order="C").reshape(-1, nq) if nq else np.zeros((1, 0))
    if not len(table):
        raise ConfigurationFileError(f"{name} has no configurations")
    return table


# Text


def _table(
    name: str, stream: IO[bytes], robot: Robot
) -> tuple[list[str] | None, NDArray[np.float64], NDArray[np.int64]]:
    """Return the column names (None without a header), the numbers, and the line of each row.

    Raises:
        ConfigurationFileError: the text is not a table of numbers.
    """
    import numpy as np

    lines = _lines(name, stream)
    first = next(lines, None)
    if first is None:
        raise ConfigurationFileError(
            f"{name} is empty; expected a header with joint names, and one line per configuration"
        )
    separator = _separator(first[1])
    cells = _cells(first[1], separator)
    header = None if all(map(_is_number, cells)) else cells
    count = len(cells)
    nq = len(robot.q_names)
    if header is None and count != nq:
        raise ConfigurationFileError(
            f"{name} has {plural(count, 'column')} and no header; configurations of this robot "
            f"have {_expected(robot)}{'' if first[0] == 1 else '; a line that begins with # is a comment'}"
        )
    parts: list[NDArray[np.float64]] = []
    numbers: list[int] = []
    block: list[list[float]] = []
    for number, text in chain([first] if header is None else [], lines):
        cells = _cells(text, separator)
        if len(cells) != count:
            raise ConfigurationFileError(
                f"{name}:{number}: expected {plural(count, 'value')}, got {len(cells)}"
            )
        block.append(_numbers(name, number, cells))
        numbers.append(number)
        if len(numbers) * count > MAX_NUMBERS:
            raise ConfigurationFileError(
                f"{name} has more numbers than the limit of {MAX_NUMBERS:,}; split the file"
            )
        if len(block) == _BLOCK:
            parts.append(np.array(block))
            block = []
    if block:
        parts.append(np.array(block).reshape(len(block), count))
    if not parts:
        raise ConfigurationFileError(f"{name} has a header but no configurations")
    return header, np.concatenate(parts), np.array(numbers)


def _lines(name: str, stream: IO[bytes]) -> Iterator[tuple[int, str]]:
    """Yield each line that is neither blank nor a comment (#), with its number."""
    number = 0
    while data := stream.readline(_MAX_LINE):
        number += 1
        if len(data) >= _MAX_LINE:
            raise ConfigurationFileError(
                f"{name}:{number}: this line is longer than {_MAX_LINE:,} bytes"
            )
        try:
            text = data.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise ConfigurationFileError(f"{name}:{number}: not UTF-8 text") from None
        if "\0" in text:
            raise ConfigurationFileError(f"{name}:{number}: binary data")
        text = text.strip()
        if text and not text.startswith("#"):
            yield number, text


def _separator(line: str) -> str | None:
    """Return the separator of the values; None for spaces."""
    for sign in (",", ";", "\t"):
        if sign in line:
            return sign
    return None if len(line.split()) > 1 and all(map(_is_number, line.split())) else ","


def _cells(line: str, separator: str | None) -> list[str]:
    """Return the values of a line, without surrounding spaces and quotation marks."""
    if '"' in line and separator is not None:
        import csv

        with suppress(csv.Error):  # a cell of more than 131,072 characters
            return [cell.strip() for cell in next(csv.reader([line], delimiter=separator))]
    return [cell.strip() for cell in line.split(separator)]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _numbers(name: str, line: int, cells: Sequence[str]) -> list[float]:
    """Return the numbers of a line.

    Raises:
        ConfigurationFileError: a cell is not a number.
    """
    try:
        if not any("_" in cell for cell in cells):
            return list(map(float, cells))
    except ValueError:
        pass
    for column, cell in enumerate(cells, 1):
        if "_" in cell or not _is_number(cell):
            what = f"expected a number, got {cell[:40]!r}" if cell else "missing number"
            raise ConfigurationFileError(f"{name}:{line}: {what} in column {column}{_hint(cell)}")
    return list(map(float, cells))


def _hint(cell: str) -> str:
    """Return a hint on how to correct a cell; empty if unknown."""
    if "," in cell and _is_number(cell.replace(",", ".", 1)):
        return "; use a decimal point"
    if len(cell.split()) > 1 and all(map(_is_number, cell.split())):
        return "; separate columns with commas"
    return ""


# The joints of the columns


def _columns(name: str, robot: Robot, header: Sequence[str] | None) -> tuple[int, ...]:
    """Return, for each column of a file, its index in a configuration.

    Raises:
        ConfigurationFileError: a column title is not a joint or variable, or is a duplicate.
    """
    if header is None:
        return tuple(range(robot.nq))
    found: dict[int, str] = {}
    for title in header:
        if not title:
            raise ConfigurationFileError(f"{name}: column {len(found) + 1} of the header is empty")
        try:
            columns = columns_of(robot, title)
        except (UnknownNameError, ValueError) as error:
            raise ConfigurationFileError(f"{name}: {error}") from None
        if columns.stop - columns.start != 1:
            names = ", ".join(robot.q_names[columns])
            raise ConfigurationFileError(
                f"{name}: joint {title!r} needs one column for each variable: {names}"
            )
        if columns.start in found:
            raise ConfigurationFileError(f"{name}: duplicate column {title!r}")
        found[columns.start] = title
    return tuple(found)


def _require_finite(
    name: str,
    robot: Robot,
    values: NDArray[np.float64],
    lines: NDArray[np.int64] | None,
    columns: Sequence[int],
) -> None:
    """Check that all numbers are finite.

    Raises:
        ConfigurationFileError: a number is not finite.
    """
    import numpy as np

    wrong = np.argwhere(~np.isfinite(values))
    if not len(wrong):
        return
    row, column = (int(index) for index in wrong[0])
    at = f"{name}, row {row + 1}" if lines is None else f"{name}:{lines[row]}"
    joint = robot.q_names[columns[column]]
    more = f" ({len(wrong):,} such values)" if wrong[1:].size else ""
    raise ConfigurationFileError(
        f"{at}: {joint} is {values[row, column]:g}, not a finite position{more}"
    )
