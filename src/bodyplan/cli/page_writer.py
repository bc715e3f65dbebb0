"""The output of a page: width, characters and colour."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from bodyplan.cli.output import is_standard_output, show_text, wants_color, write_output
from bodyplan.cli.pages.drawing import Line, colored, plain
from bodyplan.cli.parser import terminal_columns
from bodyplan.core import visible
from bodyplan.report import wording


class PageWriter:
    """Writes pages.

    Args:
        arguments: arguments of the verb, with output and colour options. A file has no colours.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        to_file = not is_standard_output(arguments.output)
        encoding = (sys.stdout.encoding or "").lower()
        self._arguments = arguments
        self.is_ascii = not to_file and not encoding.startswith("utf")
        """Whether only ASCII can be written."""
        on_terminal = not to_file and sys.stdout.isatty()
        self.width = terminal_columns(sys.stdout) if on_terminal else None
        """Number of columns of the terminal; None if the output is not a terminal."""
        self._in_color = not to_file and wants_color(arguments.color)

    def write(self, lines: Iterable[Line]) -> None:
        """Write a page, without empty lines at its end."""
        shown = list(lines)
        while shown and not shown[-1].spans:
            shown.pop()
        if self.is_ascii:
            shown = [line.map(wording.in_ascii) for line in shown]
        shown = [line.map(visible) for line in shown]  # names are escaped already
        text = colored(shown) if self._in_color else plain(shown)
        write_text(text, self._arguments, "backslashreplace", is_content=False)


def write_text(
    text: str, arguments: argparse.Namespace, errors: str, *, is_content: bool = True
) -> None:
    """Write text; on standard output, characters that cannot be encoded are escaped.

    Args:
        text: the text.
        arguments: the arguments of the verb, with its output options.
        errors: the error handler for encoding: "backslashreplace", or "xmlcharrefreplace" for SVG.
        is_content: whether the text comes from files, so that control characters must be escaped.

    Raises:
        WriteError: the file cannot be written.
    """
    if is_standard_output(arguments.output):
        encoding = sys.stdout.encoding or "utf-8"
        text = text.encode(encoding, errors).decode(encoding)
        if is_content:
            show_text(text)
            return
    write_output(text, arguments)
