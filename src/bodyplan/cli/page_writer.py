"""Where a page for people is written: how wide, in which characters, in colour or not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from bodyplan.cli.drawing import Line, colored, plain
from bodyplan.cli.output import is_standard_output, show_text, wants_color, write_output
from bodyplan.cli.parser import terminal_columns
from bodyplan.core import visible
from bodyplan.report import wording


class PageWriter:
    """Writes pages for people.

    Args:
        arguments: of the verb, with the options of output and colours. A file has no colours.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        to_file = not is_standard_output(arguments.output)
        encoding = (sys.stdout.encoding or "").lower()
        self._arguments = arguments
        self.is_ascii = not to_file and not encoding.startswith("utf")
        """Whether signs have to be spelled out."""
        on_terminal = not to_file and sys.stdout.isatty()
        self.width = terminal_columns(sys.stdout) if on_terminal else None
        """Columns that there are; None where nothing has to fit."""
        self._in_color = not to_file and wants_color(arguments.color)

    def write(self, lines: Iterable[Line]) -> None:
        """Writes a page, without empty lines at its end."""
        shown = list(lines)
        while shown and not shown[-1].spans:
            shown.pop()
        if self.is_ascii:
            shown = [line.map(wording.in_ascii) for line in shown]
        shown = [line.map(visible) for line in shown]  # names are so already; nothing else need be
        text = colored(shown) if self._in_color else plain(shown)
        write_text(text, self._arguments, "backslashreplace", is_content=False)


def write_text(
    text: str, arguments: argparse.Namespace, errors: str, *, is_content: bool = True
) -> None:
    """Writes text; on standard output, what its encoding lacks is spelled out.

    Args:
        text: what to write.
        arguments: of the verb, with the options of output.
        errors: how it is spelled: "backslashreplace", or "xmlcharrefreplace" in a picture.
        is_content: whether names are in it as the file has them.

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
