"""Poses as a table, CSV, JSON and NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, get_args

from bodyplan.cli.pages.drawing import Line, Span, cells
from bodyplan.cli.pages.points import npy_head
from bodyplan.report import wording
from bodyplan.report.poses import Form

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

FORMS: tuple[Form, ...] = get_args(Form)
_MATRIX = tuple(f"m{row}{column}" for row in range(4) for column in range(4))
COLUMNS = {
    "4x4": _MATRIX,
    "xyz-rpy": ("x", "y", "z", "roll", "pitch", "yaw"),
    "xyz-quat": ("x", "y", "z", "qx", "qy", "qz", "qw"),
}
"""Names of the numbers of a pose, by form."""


class Layout(NamedTuple):
    """The representation of poses.

    Args:
        form: one of ``FORMS``.
        in_degrees: whether angles are in degrees.
        frames: names of the links or frames.
    """

    form: Form
    in_degrees: bool
    frames: tuple[str, ...]

    @property
    def units(self) -> str:
        """Units of lengths, and of angles if the form has angles."""
        if self.form != "xyz-rpy":
            return "m"
        return "m, degrees" if self.in_degrees else "m, rad"

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the numbers of a pose."""
        return COLUMNS[self.form]


# Tables


def pose_lines(
    poses: Numbers, layout: Layout, first: int, width: int | None, *, is_ascii: bool, many: bool
) -> Iterator[Line]:
    """Yield the lines of a table of poses.

    Args:
        poses: the (rows, frames, n) numbers of the poses, as from ``in_form``.
        layout: the representation of the poses.
        first: the number of the first row.
        width: columns that the table must fit; None for no limit.
        is_ascii: whether to use only ASCII.
        many: whether the rows are numbered.
    """
    if layout.form == "4x4":
        yield from _matrices(poses, layout, first, many=many)
        return
    for fewer in (0, 2, 3):  # number of decimals to drop on a narrow terminal
        rows = _rows(poses, layout, first, fewer, many=many)
        widths = [max(cells(row[column][0]) for row in rows) for column in range(len(rows[0]))]
        if width is None or sum(widths) + 2 * (len(widths) - 1) <= width:
            break
    left = 2 if many else 1
    for row in rows:
        line = Line()
        for column, ((text, style), size) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (size - cells(text))
            shown = text + padding if column < left else padding + text
            line.add(wording.in_ascii(shown) if is_ascii else shown, style)
            line.add("  ", "")
        yield line


def _rows(
    poses: Numbers, layout: Layout, first: int, fewer: int, *, many: bool
) -> list[list[Span]]:
    """Return the cells of a table, its header first.

    Args:
        poses: the numbers (rows, frames, n) that ``in_form`` returns.
        layout: the representation of the poses.
        first: the number of the first row.
        fewer: the number of decimals to drop.
        many: whether the rows are numbered.
    """
    heads = [*(["row"] if many else []), "frame", *layout.columns]
    found: list[list[Span]] = [[(head, "dim") for head in heads]]
    turned = layout.in_degrees and layout.form == "xyz-rpy"
    for row, links in enumerate(poses.tolist(), first):
        for frame, numbers in zip(layout.frames, links, strict=True):
            line: list[Span] = [(f"{row:,}", "dim")] if many else []
            line.append((wording.name(frame), "bold"))
            for column, number in enumerate(numbers):
                # six decimals show micrometres and microradians
                digits = (4 if turned and column > 2 else 6) - fewer
                line.append((_text(number, digits), "" if column < 3 else "cyan"))
            found.append(line)
    return found


def _text(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}" if abs(value) < 1e9 else f"{value:.6g}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def _matrices(poses: Numbers, layout: Layout, first: int, *, many: bool) -> Iterator[Line]:
    for row, matrices in enumerate(poses):
        for name, matrix in zip(layout.frames, matrices.reshape(-1, 4, 4), strict=True):
            title = Line((wording.name(name), "bold"))
            if many:
                title.add(f"  row {first + row:,}", "dim")
            yield title
            texts = [[_text(value, 6) for value in line] for line in matrix.tolist()]
            widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
            for line in texts:
                shown = (f"{t:>{w}}" for t, w in zip(line, widths, strict=True))
                yield Line(("  " + "  ".join(shown), ""))


# Files


def csv_head(layout: Layout) -> bytes:
    """Return the CSV line with the names of the columns."""
    return f"row,frame,{','.join(layout.columns)}\n".encode()


def csv_rows(poses: Numbers, layout: Layout, first: int) -> bytes:
    """Return a CSV line for each pose, with numbers in full precision."""
    names = [_quoted(name) for name in layout.frames]
    frames, lines = len(names), []
    for index, numbers in enumerate(poses.reshape(-1, poses.shape[-1]).tolist()):
        row, frame = divmod(index, frames)
        lines.append(f"{first + row},{names[frame]},{','.join(map(repr, numbers))}\n")
    return "".join(lines).encode("utf-8", "backslashreplace")


def _quoted(name: str) -> str:
    """Return a name as a cell of CSV."""
    if any(sign in name for sign in ',"\n\r'):
        doubled = name.replace('"', '""')
        return f'"{doubled}"'
    return name


def npy_chunks(blocks: Iterable[Numbers], rows: int, layout: Layout) -> Iterator[bytes]:
    """Yield the bytes of a NumPy file, block by block.

    The shape of the array is (rows, frames, 4, 4), (rows, frames, 6) or (rows, frames, 7).
    """
    inner = (4, 4) if layout.form == "4x4" else (len(layout.columns),)
    yield npy_head((rows, len(layout.frames), *inner))
    for block in blocks:
        yield block.astype("<f8").tobytes()
