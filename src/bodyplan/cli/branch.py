"""A verb with verbs of its own: which of them is meant, and the page that lists them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from bodyplan.cli.parser import Parser
from bodyplan.diag import did_you_mean
from bodyplan.diag.parts.plain import visible

Verbs = Mapping[str, tuple[str, Callable[[], Parser]]]
"""Verbs by name: what each does, in one line, and what makes its parser."""


class Branch(Parser):
    """A parser that hands its words on to that of the verb they begin with.

    Args:
        verb: its own words, such as "srdf add".
        page: its help page, without the verbs.
        verbs: what may follow.
    """

    def __init__(self, verb: str, page: str, verbs: Verbs) -> None:
        super().__init__(verb, page)
        self.parsers = {name: make() for name, (_, make) in verbs.items()}
        self.summaries = {name: summary for name, (summary, _) in verbs.items()}
        # Tab completion looks for these. Words go to the parsers themselves: their pages and
        # errors are ours, and they let options stand between the other words.
        listed = self.add_subparsers(metavar="VERB", parser_class=argparse.ArgumentParser)
        for name, made in self.parsers.items():
            listed.add_parser(name, parents=[made], add_help=False, help=self.summaries[name])

    def parse_words(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words as the verb does that they begin with."""
        if words and words[0] in ("-h", "--help"):
            self.print_help()
            raise SystemExit(0)
        made = self.parsers.get(words[0]) if words else None
        if made is None:
            self._unknown(words)
        return made.parse_words(words[1:])

    def format_help(self) -> str:
        """The page: what the verb is for, and the verbs below it."""
        width = max(map(len, self.parsers))
        verbs = "".join(f"  {name:<{width}}  {text}\n" for name, text in self.summaries.items())
        return (
            f"usage: {self.prog} VERB [options] ...\n\n{self.description}\n\nverbs:\n{verbs}\n"
            "options:\n"
            f"  -h, --help  show this page; `{self.prog} VERB --help` tells more\n\n{self.epilog}\n"
        )

    def _unknown(self, words: Sequence[str]) -> NoReturn:
        names = list(self.parsers)
        listed = f"{', '.join(names[:-1])} or {names[-1]}"
        if not words:
            self.error(f"say what: {listed}")
        hint = did_you_mean(words[0], names) or f"see `{self.prog} --help`"
        sentence = f"{words[0]!r} is not {listed}; {hint}"
        sys.stderr.write(f"{self.prog}: {visible(sentence)}\n")
        raise SystemExit(2)
