"""The parser of options: short help pages, and errors that name the way out."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any, NoReturn

from bodyplan.diag import did_you_mean
from bodyplan.diag.render.plain import visible

COLUMNS = 80
"""As wide as every terminal is."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help pages of at most 80 columns, the same for every version of Python."""

    def __init__(self, prog: str, **options: Any) -> None:
        # Without a width, argparse loads shutil and three compressors to find one.
        options.setdefault("width", min(terminal_columns(sys.stdout), COLUMNS))
        super().__init__(prog, **options)

    def _format_usage(self, *parts: Any, **_: Any) -> str:
        """The positional arguments only; the options stand below, with their meaning."""
        usage, actions = parts[:2]
        if usage is not None:  # it was made before: argparse hides these arguments meanwhile
            return f"usage: {usage.strip()}\n\n"
        words = [
            self._format_args(action, action.metavar or _choice(action) or action.dest.upper())
            for action in actions
            if not action.option_strings
        ]
        return f"usage: {' '.join([self._prog, '[options]', *words])}\n\n"

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        if action.nargs in {"+", "*"}:
            name = action.metavar or default_metavar
            return f"{name} ..." if action.nargs == "+" else f"[{name} ...]"
        return super()._format_args(action, default_metavar)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        names = ", ".join(action.option_strings)
        if not names or action.nargs == 0:
            return names or super()._format_action_invocation(action)
        return f"{names} {self._format_args(action, _choice(action) or action.dest.upper())}"


def _choice(action: argparse.Action) -> str:
    """The words that an action takes, as the help shows them; empty if it takes any."""
    return f"{{{','.join(map(str, action.choices))}}}" if action.choices else ""


def terminal_columns(stream: object) -> int:
    """How wide the terminal behind a stream is; 80 where there is none."""
    try:
        return int(os.environ.get("COLUMNS", "")) or COLUMNS
    except ValueError:
        pass
    try:
        return os.get_terminal_size(stream.fileno()).columns or COLUMNS  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):
        return COLUMNS


class Parser(argparse.ArgumentParser):
    """Argument parser whose errors are one sentence, with near names."""

    def __init__(self, verb: str, description: str) -> None:
        super().__init__(
            prog=f"bodyplan {verb}",
            description=description,
            formatter_class=_Formatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Ends with exit status 2 and one sentence."""
        sys.stderr.write(f"{self.prog}: {visible(self._sentence(message))}\n")
        raise SystemExit(2)

    def _sentence(self, message: str) -> str:
        """What argparse says, in words that name the way out."""
        help_word = f"see `{self.prog} --help`"
        words = message.removeprefix("unrecognized arguments: ")
        if words != message:
            word = words.split(" ")[0].partition("=")[0]
            if not word.startswith("-"):
                return f"{word!r} is one argument too many; {help_word}"
            hint = did_you_mean(word, self._option_string_actions) or help_word
            return f"unknown option {word}; {hint}"
        missing = message.removeprefix("the following arguments are required: ")
        if missing != message:
            missing = missing.removesuffix(", ARG:=VALUE")  # which is not required
            verb = "are" if "," in missing else "is"
            return f"{missing} {verb} missing; {help_word}"
        match = re.fullmatch(r"argument (\S+): (.*)", message, re.DOTALL)
        if match is None:
            return f"{message}; {help_word}"
        return self._about(match[1].rpartition("/")[2], match[2], help_word)

    def _about(self, name: str, reason: str, help_word: str) -> str:
        """What is wrong with one argument."""
        action = self._option_string_actions.get(name) or next(
            (a for a in self._actions if name in {a.dest, a.metavar, _choice(a)}), None
        )
        if wrong := re.match(r"invalid choice: '(.*?)'(?: \(choose|, maybe)", reason, re.DOTALL):
            words = [str(word) for word in (action and action.choices) or ()]
            hint = did_you_mean(wrong[1], words)
            more = f"; {hint}" if hint else ""
            if action is None or not action.option_strings:
                return f"{wrong[1]!r} is none of {', '.join(words)}{more}"
            return f"{name} takes {', '.join(words[:-1])} or {words[-1]}, not {wrong[1]!r}{more}"
        if wrong := re.match(r"invalid int value: '(.*)'", reason, re.DOTALL):
            return f"{name} takes a whole number, not {wrong[1]!r}"
        if wrong := re.match(r"invalid float value: '(.*)'", reason, re.DOTALL):
            return f"{name} takes a number, not {wrong[1]!r}"
        if other := re.match(r"not allowed with argument (\S+)", reason):
            return f"{name} and {other[1].rpartition('/')[2]} exclude each other"
        if reason.startswith("expected one argument"):
            return f"{name} needs a value; {help_word}"
        if reason.startswith("ignored explicit argument"):
            return f"{name} takes no value"
        return f"{name}: {reason}"
