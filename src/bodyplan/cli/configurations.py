"""Files of configurations: CSV with or without names, and the arrays of NumPy."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.cli.positions import are_angles, places_of
from bodyplan.model import Robot
from bodyplan.text import plural

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_NUMBERS = 50_000_000
"""Numbers in one file: 400 MB in memory."""
_LONGEST_LINE = 1_000_000
_BLOCK = 10_000
"""Lines that are turned into an array at once."""
_NUMPY_MAGIC, _ARCHIVE_MAGIC = b"\x93NUMPY", b"PK\x03\x04"


class Configurations(NamedTuple):
    """What a file holds.

    Args:
        q: (rows, nq).
        lines: of a text, the line of each row; None for an array.
        has_names: whether its columns have names, so that others may be given beside them.
        places: where its columns stand in a configuration.
        name: of the file.
    """

    q: NDArray[np.float64]
    lines: NDArray[np.int64] | None
    has_names: bool
    places: Sequence[int] = ()
    name: str = ""

    def called(self, row: int) -> str:
        """What a row is called."""
        return f"row {row + 1}" if self.lines is None else f"line {self.lines[row]}"


def read_configurations(
    name: str, robot: Robot, start: NDArray[np.float64], *, in_degrees: bool = False
) -> Configurations:
    """The configurations in a file.

    Args:
        name: of a CSV or NPY file; "-" for standard input.
        robot: whose they are.
        start: (nq,) where the joints are that the file does not name.
        in_degrees: angles are in degrees.

    Raises:
        UserError: the file cannot be read, or does not hold configurations of this robot.
    """
    import numpy as np

    with _opened(name) as stream:
        head = stream.peek(len(_NUMPY_MAGIC))[: len(_NUMPY_MAGIC)]
        if head.startswith(_ARCHIVE_MAGIC):
            raise UserError(f"{name} is an archive; save one table in it as .csv or .npy")
        if head == _NUMPY_MAGIC:
            columns, values, lines = None, _array(name, stream, robot), None
        elif name.lower().endswith(".npy"):
            raise UserError(f"{name} is no file of NumPy: it does not begin as one")
        else:
            columns, values, lines = _table(name, stream, robot)
    places = _places(name, robot, columns)
    _require_finite(name, robot, values, lines, places)
    if in_degrees:
        turns = np.array(are_angles(robot), bool)[places]
        values[:, turns] = np.radians(values[:, turns])
    if columns is None:
        return Configurations(values, lines, has_names=False)
    if len(values) * len(start) > MOST_NUMBERS:
        raise UserError(
            f"{name} holds {plural(len(values), 'configuration')} of {plural(len(start), 'number')}"
            f" each: more than {MOST_NUMBERS:,} in all; split it"
        )
    q = np.empty((len(values), len(start)))
    q[:] = start
    q[:, places] = values
    return Configurations(q, lines, has_names=True, places=places, name=name)


def _opened(name: str) -> io.BufferedReader:
    """The bytes of a file, or of standard input.

    Raises:
        UserError: it cannot be read.
    """
    if name == "-":
        source: Any = sys.stdin.buffer
        return io.BufferedReader(source)
    if os.path.isdir(name):
        raise UserError(f"{name} is a folder, no file of configurations")
    try:
        return Path(name).open("rb")
    except FileNotFoundError:
        raise UserError(f"{name}: there is no such file") from None
    except ValueError:
        raise UserError(f"{name!r} is no name of a file") from None
    except OSError as error:
        raise UserError(
            f"{name} cannot be read: {(error.strerror or str(error)).lower()}"
        ) from None


def _expected(robot: Robot) -> str:
    """The shape of a table of configurations, in words."""
    names = robot.q_names
    listed = ", ".join(names[:8]) + (", ..." if names[8:] else "")
    return f"{plural(len(names), 'column')} ({listed})"


# Arrays


def _array(name: str, stream: IO[bytes], robot: Robot) -> NDArray[np.float64]:
    """(rows, nq) the numbers of a file of NumPy. Nothing is ever unpickled.

    Raises:
        UserError: it holds something else, too much, or less than it says.
    """
    import numpy as np
    from numpy.lib import format as npy

    try:
        version = npy.read_magic(stream)
        read_header = npy.read_array_header_1_0 if version[0] == 1 else npy.read_array_header_2_0
        shape, is_fortran, dtype = read_header(stream)
    except Exception:  # noqa: BLE001  (a header may hold anything)
        raise UserError(f"{name}: the head of this file of NumPy cannot be read") from None
    if dtype.hasobject:
        raise UserError(f"{name} holds Python objects, not numbers; they are never unpickled")
    if dtype.kind not in "fiu":
        raise UserError(f"{name} holds values of type {dtype}; configurations are real numbers")
    nq = len(robot.q_names)
    if len(shape) not in {1, 2} or shape[-1] != nq or min(shape) < 0:
        raise UserError(f"{name} has shape {shape}; configurations have shape (rows, {nq})")
    count = int(np.prod(shape, dtype=object))
    if count > MOST_NUMBERS:
        raise UserError(
            f"{name} holds {count:,} numbers; at most {MOST_NUMBERS:,} are read at once"
        )
    data = stream.read(count * dtype.itemsize)
    if len(data) < count * dtype.itemsize:
        raise UserError(f"{name} is cut short: its head promises {count:,} numbers")
    values = np.frombuffer(data, dtype)
    values = values.reshape(shape[::-1]).T if is_fortran else values.reshape(shape)
    table = np.array(values, np.float64, order="C").reshape(-1, nq) if nq else np.zeros((1, 0))
    if not len(table):
        raise UserError(f"{name} holds no configuration")
    return table


# Text


def _table(
    name: str, stream: IO[bytes], robot: Robot
) -> tuple[list[str] | None, NDArray[np.float64], NDArray[np.int64]]:
    """Names of the columns, if it has any; the numbers; and the line of each row.

    Raises:
        UserError: it is no table.
    """
    import numpy as np

    lines = _lines(name, stream)
    first = next(lines, None)
    if first is None:
        raise UserError(f"{name} is empty; a header with joint names and a line each are needed")
    separator = _separator(first[1])
    cells = _cells(first[1], separator)
    columns = None if all(map(_is_number, cells)) else cells
    count = len(cells)
    nq = len(robot.q_names)
    if columns is None and count != nq:
        raise UserError(
            f"{name} has {plural(count, 'column')} and no header; configurations of this robot "
            f"have {_expected(robot)}{'' if first[0] == 1 else '; what begins with # is no header'}"
        )
    parts: list[NDArray[np.float64]] = []
    places: list[int] = []
    block: list[list[float]] = []
    if columns is None:
        block.append(_numbers(name, first[0], cells))
        places.append(first[0])
    for number, text in lines:
        cells = _cells(text, separator)
        if len(cells) != count:
            raise UserError(
                f"{name}:{number}: there {'is' if len(cells) == 1 else 'are'} "
                f"{plural(len(cells), 'value')} in this line, and {count} in the first one"
            )
        block.append(_numbers(name, number, cells))
        places.append(number)
        if len(places) * count > MOST_NUMBERS:
            raise UserError(f"{name} holds more than {MOST_NUMBERS:,} numbers; split it")
        if len(block) == _BLOCK:
            parts.append(np.array(block))
            block = []
    if block:
        parts.append(np.array(block).reshape(len(block), count))
    if not parts:
        raise UserError(f"{name} has a header, and no configuration below it")
    return columns, np.concatenate(parts), np.array(places)


def _lines(name: str, stream: IO[bytes]) -> Iterator[tuple[int, str]]:
    """The lines that hold something, with their numbers; comments begin with #."""
    number = 0
    while data := stream.readline(_LONGEST_LINE):
        number += 1
        if len(data) >= _LONGEST_LINE:
            raise UserError(f"{name}:{number}: this line is longer than {_LONGEST_LINE:,} bytes")
        try:
            text = data.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise UserError(f"{name}:{number}: this is no text in UTF-8") from None
        if "\0" in text:
            raise UserError(f"{name}:{number}: this is no text")
        text = text.strip()
        if text and not text.startswith("#"):
            yield number, text


def _separator(line: str) -> str | None:
    """What stands between the values; None for blanks."""
    for sign in (",", ";", "\t"):
        if sign in line:
            return sign
    return None if len(line.split()) > 1 and all(map(_is_number, line.split())) else ","


def _cells(line: str, separator: str | None) -> list[str]:
    """The values of a line. A comma at its very end ends nothing, as spreadsheets write it."""
    if '"' in line and separator is not None:
        import csv

        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator))]
    return [cell.strip() for cell in line.split(separator)]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _numbers(name: str, line: int, cells: Sequence[str]) -> list[float]:
    """The numbers of a line.

    Raises:
        UserError: a cell is none.
    """
    try:
        if not any("_" in cell for cell in cells):
            return list(map(float, cells))
    except ValueError:
        pass
    for column, cell in enumerate(cells, 1):
        if "_" in cell or not _is_number(cell):
            what = f"{cell[:40]!r} is no number" if cell else "there is no number"
            raise UserError(f"{name}:{line}: {what} in column {column}{_hint(cell)}")
    return list(map(float, cells))


def _hint(cell: str) -> str:
    """What may be wrong with a cell; empty for no idea."""
    if "," in cell and _is_number(cell.replace(",", ".", 1)):
        return "; write a point, not a comma"
    if len(cell.split()) > 1 and all(map(_is_number, cell.split())):
        return "; put commas between the columns"
    return ""


# What the columns are


def _places(name: str, robot: Robot, columns: Sequence[str] | None) -> list[int]:
    """Where the columns stand in a configuration.

    Raises:
        UserError: a column is no joint, or two are the same one.
    """
    if columns is None:
        return list(range(len(robot.q_names)))
    found: dict[int, str] = {}
    for column in columns:
        if not column:
            raise UserError(f"{name}: column {len(found) + 1} has no name in the header")
        places = places_of(robot, column, f"{name}:")
        if places.stop - places.start != 1:
            names = ", ".join(robot.q_names[places])
            raise UserError(f"{name}: joint {column!r} has a column for each variable: {names}")
        if places.start in found:
            raise UserError(f"{name}: column {column!r} is there twice")
        found[places.start] = column
    return list(found)


def _require_finite(
    name: str,
    robot: Robot,
    values: NDArray[np.float64],
    lines: NDArray[np.int64] | None,
    places: Sequence[int],
) -> None:
    """Nothing, where all numbers are finite.

    Raises:
        UserError: one is not.
    """
    import numpy as np

    wrong = np.argwhere(~np.isfinite(values))
    if not len(wrong):
        return
    row, column = (int(index) for index in wrong[0])
    at = f"{name}, row {row + 1}" if lines is None else f"{name}:{lines[row]}"
    joint = robot.q_names[places[column]]
    more = f" ({len(wrong):,} such values in all)" if wrong[1:].size else ""
    raise UserError(f"{at}: {joint} is {values[row, column]:g}, which is no position{more}")
