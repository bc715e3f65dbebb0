"""The parser of options, with short help pages, and errors that explain how to correct them."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NoReturn

from bodyplan.cli._page import Rules, declarations, parts_of
from bodyplan.cli.output import require_other_target
from bodyplan.core.names import visible
from bodyplan.diag import did_you_mean

COLUMNS = 80
"""The width of a page in columns, which every terminal has."""
_NARROWEST, _WIDEST = 20, 10_000
"""The minimum and the maximum width of a page, in columns."""
_SPECIAL = ("-", "sample:", "description:")
"""The first characters of words that are not file names."""
_END, _PLAIN = "--\0", "\0"
"""The word that replaces "--" for argparse, and a prefix of the words after it. They contain NUL,
which words from a command line cannot contain."""
_PATHS = ("FILE", "PATH", "ROBOT")
"""The metavariables of arguments that are paths."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help pages of at most 80 columns, the same for every version of Python."""

    def __init__(self, prog: str, **options: Any) -> None:
        # Without a width, argparse imports shutil and three compression modules to find the width.
        options.setdefault("width", min(terminal_columns(sys.stdout), COLUMNS))
        super().__init__(prog, **options)

    def _format_usage(self, *parts: Any, **_: Any) -> str:
        """Return the usage line with the positional arguments only.

        The options are listed below it.
        """
        usage, actions = parts[:2]
        if usage is not None:  # set by parse_intermixed_args, which hides positional arguments
            return f"usage: {usage.strip()}\n\n"
        from textwrap import fill  # imported late, as in argparse itself

        line = f"usage: {self._prog} {self.synopsis(actions)}"
        indent = " " * len("usage: ")
        return fill(line, self._width, subsequent_indent=indent, break_on_hyphens=False) + "\n\n"

    def synopsis(self, actions: Iterable[argparse.Action]) -> str:
        """Return the synopsis after the verb: required options and positional arguments."""
        named = [action for action in actions if action.option_strings and action.required]
        others = [action for action in actions if not action.option_strings]
        words = [f"{one.option_strings[0]} {self._value(one)}" for one in named]
        return " ".join(["[options]", *words, *map(self._value, others)])

    def _value(self, action: argparse.Action) -> str:
        metavar = action.metavar or _choice(action) or action.dest.upper()
        return self._format_args(action, metavar if isinstance(metavar, str) else "")

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Return paragraphs unchanged, or in shorter lines on a narrow terminal."""
        if self._width >= COLUMNS:
            return super()._fill_text(text, width, indent)
        return narrowed(text, width)

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


def narrowed(text: str, width: int) -> str:
    """Return a text whose lines fit a width; indented examples and headings do not change."""
    return "\n".join(line for one in text.split("\n\n") for line in _narrow(one, width))[1:]


def _narrow(paragraph: str, width: int) -> Iterator[str]:
    """Yield an empty line, then the lines of a paragraph."""
    from textwrap import wrap

    yield ""
    text: list[str] = []
    for line in (*paragraph.splitlines(), ""):
        if line[:1] not in {"", " ", "#"}:
            text.append(line)
            continue
        yield from wrap(" ".join(text), width)
        text.clear()
        if line:
            yield line


def _choice(action: argparse.Action) -> str:
    """Return the choices of an action as the help shows them; empty for any value."""
    return f"{{{','.join(map(str, action.choices))}}}" if action.choices else ""


def terminal_columns(stream: object) -> int:
    """Return the width in ``COLUMNS``, else that of the terminal of a stream; 80 if unknown.

    An impossible width in the environment is ignored.
    """
    try:
        columns = int(os.environ.get("COLUMNS", ""))
    except ValueError:
        columns = 0
    if not 0 < columns <= _WIDEST:
        try:
            columns = os.get_terminal_size(stream.fileno()).columns  # type: ignore[attr-defined]
        except (OSError, ValueError, AttributeError):
            columns = COLUMNS
    return min(max(columns, _NARROWEST), _WIDEST) if columns > 0 else COLUMNS


def _unmarked(value: Any) -> Any:
    return value.removeprefix(_PLAIN) if isinstance(value, str) else value


class _Once(argparse._StoreAction):  # noqa: SLF001  (argparse has no other name for it)
    """Stores the value of an option, and rejects a second value.

    For options with choices, the last value is used, so that a shell alias can be overridden.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        given = vars(namespace).setdefault("_given", set())
        if self.option_strings and self.choices is None and self.dest in given:
            raise argparse.ArgumentError(self, "set twice")
        given.add(self.dest)
        super().__call__(parser, namespace, values, option_string)


OTHER_VERBS = {
    **dict.fromkeys(("prove", "compare", "same", "verify"), "diff"),
    **dict.fromkeys(("lint", "validate", "verdict", "test"), "check"),
    **dict.fromkeys(("format", "indent", "tidy"), "fmt"),
    **dict.fromkeys(("repair", "autofix"), "fix"),
    **dict.fromkeys(("xacro", "preprocess"), "expand"),
    **dict.fromkeys(("display", "viz", "open"), "view"),
    **dict.fromkeys(("info", "print", "tree"), "show"),
    **dict.fromkeys(("pack", "package", "export"), "bundle"),
}
"""Verbs by their names in other programs and in older versions."""


def _verb_for(option: str) -> str:
    """Return a hint to a verb with the name of an unknown option; empty if no verb matches."""
    name = option.lstrip("-")
    verb = OTHER_VERBS.get(name, name)
    is_verb = verb.isalpha() and os.path.isfile(f"{os.path.dirname(__file__)}/verbs/{verb}.py")
    return f"run `bodyplan {verb}` for that" if is_verb else ""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence, with suggestions.

    Args:
        verb: the words of the verb, such as "check" or "srdf add".
        page: the help page of the verb, which declares its arguments; see ``_page.py``.
        constants: further attributes of the parsed namespace.
    """

    def __init__(self, verb: str, page: str, **constants: Any) -> None:
        parts = parts_of(page)
        super().__init__(
            prog=f"bodyplan {verb}",
            description=parts.description,
            epilog=parts.notes or None,
            formatter_class=_Formatter,
            allow_abbrev=False,
            add_help=False,
        )
        self._positionals.title = "arguments"
        self.register("action", None, _Once)
        self.register("action", "store", _Once)
        # matches negative numbers and lists of numbers, which are not options
        self._negative_number_matcher = re.compile(r"-[\d.][-+\d.,eE ]*")
        self.add_argument("-h", "--help", action="help", help="show this page")
        self._words: list[str] = []
        self._rules = Rules(parts.rules)
        for title, lines in parts.sections:
            self._declare(title, lines)
        self.set_defaults(**constants)

    def _declare(self, title: str, lines: str) -> None:
        """Add the arguments of a section."""
        is_own = title in {"arguments", "options"}
        group = self if is_own else self.add_argument_group(title)
        declared = list(declarations(lines))
        target: argparse._ActionsContainer = group
        for one, following in zip_longest(declared, declared[1:]):
            if not one.is_alternative:
                has_others = following is not None and following.is_alternative
                target = group.add_mutually_exclusive_group() if has_others else group
            self._rules.add(*one.add(target))

    def parse_words(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words of a verb; all words after "--" are file names.

        Options may be placed between the inputs.

        Raises:
            UserError: values are out of range or contradict each other, or the output would replace
                a file that is read.
        """
        words = list(words)
        end = words.index("--") if "--" in words else len(words)
        head, tail = words[:end], words[end + 1 :]
        for word in head:
            self._require_no_file(word)
        if "-" in tail:
            self._require_no_file("-")
        if end < len(words):
            # some versions of argparse do not support both "--" and options between inputs
            self.add_argument(_END, action="store_true", help=argparse.SUPPRESS)
            head.append(_END)
        plain = (f"{_PLAIN}{word}" if word[:1] == "-" and word != "-" else word for word in tail)
        parsed = self.parse_intermixed_args([*head, *plain])
        for name, value in vars(parsed).items():
            if isinstance(value, list):
                setattr(parsed, name, list(map(_unmarked, value)))
            else:
                setattr(parsed, name, _unmarked(value))
        given = vars(parsed)
        is_needed = not given.get("files_from", "-") and not given.get("here")
        if is_needed and not given.get("input", given.get("inputs")):
            self.error("the following arguments are required: ROBOT")
        self._rules.require(parsed)
        if getattr(parsed, "output", None):
            require_other_target(parsed)
        return parsed

    def _require_no_file(self, word: str) -> None:
        """Check that no file has the name of a word that is an option or has a special meaning.

        A shell replaces ``*`` by file names, which then cannot be distinguished from options.
        """
        if not word.startswith(_SPECIAL) or self._negative_number_matcher.match(word):
            return
        is_option = word[:1] == "-"
        if is_option and word[1:2] != "-" and (value := self._attached(word)):
            apart = f"{word.removesuffix(value)} {value.removeprefix('=')}"
            self._refuse(
                f"{word}: separate the option from its value: {apart}; for a file of this name "
                f"write ./{word}"
            )
        try:
            is_file = os.path.lexists(word)
        except ValueError:  # the word cannot be a file name
            return
        if is_file and word == "-":
            self._refuse(
                "'-' means standard input, but a file of this name exists; write ./- or /dev/stdin"
            )
        elif is_file:
            meaning = "an option" if is_option else "another robot"
            self._refuse(
                f"{word!r} means {meaning}, but a file of this name exists; write ./{word} for the "
                f"file, or rename it"
            )

    def _attached(self, word: str) -> str:
        """Return the value that is attached to a short option, or an empty text."""
        for index, letter in enumerate(word[1:], 1):
            action = self._option_string_actions.get(f"-{letter}")
            if action is None:
                return ""
            if action.nargs != 0:
                return word[index + 1 :]
        return ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse like argparse, but store the words for error messages."""
        self._words = self._words or list(args or ())
        return super().parse_known_args(args, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Check that a path is not empty, which would mean the current folder."""
        if value == "" and action.option_strings and action.metavar in _PATHS:
            raise argparse.ArgumentError(action, "expected a path, got an empty name")
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one sentence."""
        self._refuse(self._sentence(message).replace(_PLAIN, ""))

    def _refuse(self, sentence: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {visible(sentence)}\n")
        raise SystemExit(2)

    def _sentence(self, message: str) -> str:
        """Return an error message of argparse in the wording of bodyplan."""
        help_word = f"see `{self.prog} --help`"
        words = message.removeprefix("unrecognized arguments: ")
        if words != message:
            word = words.split(" ")[0]
            if not word.startswith("-"):
                word = word.removeprefix(_PLAIN)
                return f"unexpected argument {word!r}; {help_word}"
            word = word.partition("=")[0]
            hint = did_you_mean(word, self._option_string_actions) or _verb_for(word) or help_word
            return f"unknown option {word}; {hint}"
        missing = message.removeprefix("the following arguments are required: ")
        if missing != message:
            unknown = self._unknown_option()
            if unknown:
                return self._sentence(f"unrecognized arguments: {unknown}")
            missing = missing.removesuffix(", ARG:=VALUE")  # xacro arguments are not required
            return f"missing {missing}; {help_word}"
        match = re.fullmatch(r"argument (\S+): (.*)", message, re.DOTALL)
        if match is None:
            return f"{message}; {help_word}"
        return self._about(match[1].rpartition("/")[2], match[2], help_word)

    def _unknown_option(self) -> str:
        """Return the first unknown option; empty if all are known."""
        for word in self._words:
            if word == "--":
                break
            name = word.partition("=")[0]
            is_short = len(word) > 2 and word[1] != "-"  # combined options, as in -hV
            known = name[:2] if is_short else name
            is_option = word[:1] == "-" and not self._negative_number_matcher.match(word)
            if is_option and word != "-" and known not in self._option_string_actions:
                return word
        return ""

    def _about(self, name: str, reason: str, help_word: str) -> str:
        """Return the message about one argument."""
        action = self._option_string_actions.get(name) or next(
            (a for a in self._actions if name in {a.dest, a.metavar, _choice(a)}), None
        )
        if wrong := re.match(r"invalid choice: '(.*?)'(?: \(choose|, maybe)", reason, re.DOTALL):
            words = [str(word) for word in (action and action.choices) or ()]
            hint = did_you_mean(wrong[1], words)
            more = f"; {hint}" if hint else ""
            if action is None or not action.option_strings:
                return f"expected {', '.join(words[:-1])} or {words[-1]}, got {wrong[1]!r}{more}"
            return (
                f"{name}: expected {', '.join(words[:-1])} or {words[-1]}, got {wrong[1]!r}{more}"
            )
        if wrong := re.match(r"invalid int value: '(.*)'", reason, re.DOTALL):
            return f"{name}: expected an integer, got {wrong[1]!r}"
        if wrong := re.match(r"invalid float value: '(.*)'", reason, re.DOTALL):
            return f"{name}: expected a number, got {wrong[1]!r}"
        if other := re.match(r"not allowed with argument (\S+)", reason):
            return f"{name} cannot be combined with {other[1].rpartition('/')[2]}"
        if reason.startswith("expected one argument"):
            return f"{name} requires a value; {help_word}"
        if reason == "set twice":
            return f"{name} is set twice"
        if reason.startswith("ignored explicit argument"):
            return f"{name} does not accept a value"
        return f"{name}: {reason}"
