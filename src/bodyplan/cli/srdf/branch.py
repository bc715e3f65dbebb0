"""A verb with subcommands: their parsers, and the page that lists them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from bodyplan.cli.parser import Parser
from bodyplan.core.names import visible
from bodyplan.diag import did_you_mean

Verbs = Mapping[str, tuple[str, Callable[[], Parser]]]
"""Subcommands by name: summary in one line, and factory of the parser."""


class Branch(Parser):
    """A parser that passes its words on to the parser of a subcommand.

    Args:
        verb: the words of the verb, such as "srdf add".
        page: the help page, without the subcommands.
        verbs: the subcommands.
    """

    def __init__(self, verb: str, page: str, verbs: Verbs) -> None:
        super().__init__(verb, page)
        self.parsers = {name: make() for name, (_, make) in verbs.items()}
        self.summaries = {name: summary for name, (summary, _) in verbs.items()}
        # The subparsers of argparse are only for tab completion. ``parse_words`` uses self.parsers,
        # which have the help pages and errors of bodyplan and accept options between other words.
        listed = self.add_subparsers(metavar="VERB", parser_class=argparse.ArgumentParser)
        for name, made in self.parsers.items():
            listed.add_parser(name, parents=[made], add_help=False, help=self.summaries[name])

    def parse_words(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words with the parser of the subcommand, which is the first word."""
        if words and words[0] in ("-h", "--help"):
            self.print_help()
            raise SystemExit(0)
        made = self.parsers.get(words[0]) if words else None
        if made is None:
            self._unknown(words)
        return made.parse_words(words[1:])

    def format_help(self) -> str:
        """Return the page: description and subcommands."""
        width = max(map(len, self.parsers))
        verbs = "".join(f"  {name:<{width}}  {text}\n" for name, text in self.summaries.items())
        return (
            f"usage: {self.prog} VERB [options] ...\n\n{self.description}\n\nverbs:\n{verbs}\n"
            "options:\n"
            f"  -h, --help  show this page; for one verb: `{self.prog} VERB --help`\n\n{self.epilog}\n"
        )

    def _unknown(self, words: Sequence[str]) -> NoReturn:
        names = list(self.parsers)
        listed = f"{', '.join(names[:-1])} or {names[-1]}"
        if not words:
            self.error(f"missing verb: expected {listed}")
        hint = did_you_mean(words[0], names) or f"see `{self.prog} --help`"
        sentence = f"unknown verb {words[0]!r}, expected {listed}; {hint}"
        sys.stderr.write(f"{self.prog}: {visible(sentence)}\n")
        raise SystemExit(2)
