"""Output of a verb to standard output or a file, and progress lines on a terminal."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, TypeVar

from bodyplan.cli.errors import UserError
from bodyplan.core import visible_lines

if TYPE_CHECKING:
    from bodyplan.text import Source


T = TypeVar("T")
_PATIENCE, _INTERVAL = 1.0, 0.1
"""Time before the progress line appears, and time between two updates [s]."""


def tracked(
    parts: Iterable[T], total: int | None, what: str, *, is_quiet: bool = False
) -> Iterator[T]:
    """Yield the given items; on a terminal, show a progress line with count, speed and time left.

    Args:
        parts: the items, such as files.
        total: the number of items; None if unknown.
        what: the name of the work in the progress line.
        is_quiet: whether to show no progress line.
    """
    line = None if (total is not None and total < 2) or is_quiet else _Line.on_terminal()
    if line is None:
        yield from parts
        return
    start = time.monotonic()
    try:
        for done, part in enumerate(parts):
            if line.is_due():
                line.show(f"{what}: {_pace(done, total, time.monotonic() - start)}")
            yield part
    finally:
        line.clear()


def progress_of(arguments: argparse.Namespace) -> Callable[[Sequence[T], str], Iterator[T]]:
    """Return a function to pass as ``progress``; it shows nothing with ``--quiet``."""
    return lambda parts, what: tracked(parts, len(parts), what, is_quiet=arguments.quiet)


def _pace(done: int, total: int | None, seconds: float) -> str:
    """Return the number of finished items, the speed, and the time left, as text."""
    rate = done / max(seconds, 1e-9)
    text = f"{done:,}" if total is None else f"{done:,} of {total:,}"
    if not done:
        return text
    text += f", {rate:,.0f}/s" if rate >= 10.0 else f", {rate:.2g}/s"
    if total is None:
        return text
    minutes, left = divmod(round((total - done) / rate), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{text}, {hours} h {minutes} min left"
    return f"{text}, {minutes} min {left} s left" if minutes else f"{text}, {left} s left"


class _Line:
    """A progress line on a terminal: it appears after a second, and is removed at the end."""

    def __init__(self) -> None:
        self._due = time.monotonic() + _PATIENCE
        self._is_there = False

    @classmethod
    def on_terminal(cls) -> _Line | None:
        """Return a progress line; None if standard error is not a terminal."""
        return cls() if sys.stderr.isatty() else None

    def is_due(self) -> bool:
        """Return whether it is time for the next update."""
        return time.monotonic() >= self._due

    def show(self, text: str) -> None:
        """Show a text in the line."""
        self._due = time.monotonic() + _INTERVAL
        self._is_there = True
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._is_there:
            self._is_there = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def watching(
    what: str, shown: Callable[[int], str] = "{:,}".format
) -> Callable[[int, int], None] | None:
    """Return a function of (done, total) that shows progress; None if stderr is not a terminal.

    The line appears after a second, and is removed at the end.

    The progress line appears after a second, and is removed when ``done`` reaches ``total``.

    Args:
        what: the name of the work in the line.
        shown: a function that formats a number of items.
    """
    line = _Line.on_terminal()
    if line is None:
        return None

    def watch(done: int, total: int) -> None:
        if done >= total:
            line.clear()
        elif line.is_due():
            line.show(f"{what}: {shown(done)} of {shown(total)}")

    return watch


_DESCRIPTIONS = (".urdf", ".sdf", ".world", ".srdf", ".xacro")
_PARTS = (
    *(".stl", ".dae", ".obj", ".mtl", ".glb", ".gltf", ".bin"),
    *(".yaml", ".yml", ".toml", ".config"),
)
"""File extensions of meshes and configurations."""
_PICTURES = (".svg", ".png", ".pdf")


class Captured(TextIOWrapper):
    """An output stream that stores text, which is printed later."""

    is_shown = False
    """Whether the stored text is printed on a terminal later."""


def _is_shown() -> bool:
    """Return whether standard output is a terminal, or its text is printed on a terminal later."""
    return sys.stdout.isatty() or (isinstance(sys.stdout, Captured) and sys.stdout.is_shown)


def is_standard_output(target: str | None) -> bool:
    """Return whether an output is standard output."""
    return target in {None, "-"}


def write_output(result: str | bytes, arguments: argparse.Namespace) -> None:
    """Write a result to the file that ``-o`` names, else to standard output.

    Args:
        result: the text or bytes to write.
        arguments: the arguments of the verb.

    Raises:
        WriteError: the file cannot be written.
    """
    if not is_standard_output(arguments.output):
        _to_file(result if isinstance(result, bytes) else result.encode(), arguments)
    elif isinstance(result, bytes):
        sys.stdout.flush()
        sys.stdout.buffer.write(result)
    else:
        sys.stdout.write(result)


def write_parts(parts: Iterable[bytes], arguments: argparse.Namespace) -> None:
    """Write a result in parts; characters that the output cannot encode are escaped.

    Args:
        parts: the result in UTF-8, one part after the other.
        arguments: the arguments of the verb.
    """
    if not is_standard_output(arguments.output):
        _to_file(parts, arguments)
        return
    encoding = sys.stdout.encoding or "utf-8"
    for part in parts:
        text = part.decode("utf-8", "surrogateescape")
        show_text(text.encode(encoding, "backslashreplace").decode(encoding))


def _to_file(data: bytes | Iterable[bytes], arguments: argparse.Namespace) -> None:
    from bodyplan.cli.files import write_files  # imported late, because most runs write no file
    from bodyplan.files.writer import Output

    write_files(Output(arguments.output, data), arguments=arguments)


def show_text(text: str) -> None:
    """Write text from files to standard output.

    On a terminal, control characters are escaped. Elsewhere, the text is unchanged.
    """
    sys.stdout.write(visible_lines(text.replace("\r\n", "\n")) if _is_shown() else text)


def show_content(source: Source) -> None:
    """Write a description to standard output.

    On a terminal, control characters are escaped. Elsewhere, its bytes are unchanged.
    """
    if _is_shown():
        show_text(source.text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(source.data)


def write_content(source: Source, arguments: argparse.Namespace) -> None:
    """Write a description to the file that ``-o`` names, else to standard output.

    Args:
        source: the description.
        arguments: the arguments of the verb.

    Raises:
        WriteError: the file cannot be written.
    """
    if is_standard_output(arguments.output):
        show_content(source)
    else:
        _to_file(source.data, arguments)


def require_other_target(arguments: argparse.Namespace) -> None:
    """Check that ``-o`` does not overwrite an input, unless the verb edits this file.

    A report must not have the file extension of a description, nor of a picture.

    Args:
        arguments: arguments of a verb with an output.

    Raises:
        UserError: the output would replace an input, or have a misleading name.
    """
    given = vars(arguments)
    read = [given.get(name) for name in ("robot", "srdf", "configurations")]
    only_shows = "compute" in given and not (given["compute"] or given["repair"])
    is_report = "in_place" not in given or only_shows
    if is_report:
        read += [given.get("input"), *given.get("inputs", ())]
    targets = given["output"] if isinstance(given["output"], list) else [given["output"]]
    for target in targets:
        require_unread(target, filter(None, read))
        if "draws" not in given and target.lower().endswith(_PICTURES):
            raise UserError(
                f"-o {target}: this verb draws no pictures; show, workspace and srdf new do"
            )
        if is_report and "makes_robot" not in given and target.lower().endswith(_DESCRIPTIONS):
            hint = "use --compute or --repair to write one" if only_shows else "use another ending"
            raise UserError(f"-o {target}: the output is not a robot description; {hint}")
        if is_report and "draws" not in given and target.lower().endswith(_PARTS):
            what = "neither a mesh nor a configuration"
            raise UserError(f"-o {target}: the output is {what}; use another ending")


def require_unread(target: str, names: Iterable[str | os.PathLike[str]]) -> None:
    """Check that an output does not overwrite a file that is read.

    Raises:
        UserError: the output would overwrite such a file.
    """
    if any(_is_read(target, os.fspath(name)) for name in names):
        raise UserError(f"-o {target} would overwrite a file that is read")


def _is_read(target: str, name: str) -> bool:
    """Return whether an input is the target, or a folder with the target among its descriptions."""
    try:
        if os.path.isdir(name):
            folder = os.path.join(os.path.realpath(name), "")
            is_inside = os.path.realpath(target).startswith(folder)
            return is_inside and os.path.isfile(target) and target.lower().endswith(_DESCRIPTIONS)
        return os.path.samefile(target, name)
    except (OSError, ValueError):  # one of the two files does not exist
        return False


def wants_color(choice: str) -> bool:
    """Return whether standard output should be coloured."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
