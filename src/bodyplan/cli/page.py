"""The help page of a verb declares its arguments; parser, help, completion and checks derive from it.

A page begins with what the verb does, and ends with notes and the exit status. Between them are
sections: a title with a colon, and a line for each argument, two blanks before its meaning. A
meaning may go on in lines that are indented by six blanks or more.

    --depth N [0..]         show N levels of the tree below its root
    -o, --output FILE !     write to this file
    | --check               write nothing; exit 1 if anything would change
    --chain BASE TIP *      the joints on the path from one link to another
    [CODE ...]              a code, its name, or the beginning of codes

``!`` is required, ``*`` may be repeated, ``...`` takes several values, ``[...]`` may be left out;
``|`` excludes the option above. ``{a,b}`` are the choices, ``[2]`` is the default, ``[0..16]`` are
the bounds; N is a whole number, SCORE a number. ``= name`` and ``= name:value`` say what the
argument sets. A line without a meaning, or with one that begins with a sign, takes that of
``SHARED``, and ``@name`` the lines of a set there.

The section "together" holds rules: ``--srdf with --state``, ``--links with --compute or --repair``,
``--alone without --robot``.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.diag import Severity
from bodyplan.lint.profiles import PROFILES

_ARGUMENTS = f"""
ROBOT  a path, '-' for standard input, or sample:NAME
ROBOT ...  a path, '-' for standard input, or sample:NAME; also folders and patterns
[ARG:=VALUE ...]  values for the arguments of its macros
--select CODES *  report only these codes or families, such as J,I104
--ignore CODES *  leave these out
--fail-on {{{",".join(Severity)}}}  least severity that makes the exit status 1; error by default
--profile NAME  report only what one parser says: {" or ".join(PROFILES)}
--meshes  open the meshes too: what is wrong with them, and masses against them
--robot ROBOT  the URDF that the file belongs to; else it is looked for
--config FILE  read this configuration, search for none
--no-config  read no configuration
--limit NAME=VALUE *  change a cap on the input, such as max_bytes=500000000
--package NAME=PATH *  the folder of a package or model; goes before everything else
--folder PATH *  a folder that is a package or holds packages
--allow-env NAME *  let $(env NAME) and $(optenv NAME) read this environment variable
--model NAME  the model, where an SDFormat file has several
--anyway  take a robot with errors, without what is faulty
--base LINK  the link or frame that positions are told in; the root link by default
--json  print as JSON
--in-place  write the changed file back to the file (default)
--diff  show the changes, write nothing; exit 1 if there are any
--check  write nothing; exit 1 if anything would change
-o, --output FILE  write to this file
--force  write even where that would lose something, such as a change by another program or the owner of the file
--break-links  replace a file with several hard links; the others keep the old content
-q, --quiet  say nothing but errors
--color {{auto,always,never}} [auto]  colours; by default on a terminal
"""
SHARED: dict[str, tuple[str, str]] = {}
"""Names, values and meaning of each, by its long name, or by what a positional argument is called."""
for _line in _ARGUMENTS.strip().splitlines():
    _own, _, _meaning = _line.partition("  ")
    _name = next((word for word in _own.split() if word.startswith("--")), _own)
    SHARED[_name] = (_own, _meaning)
SETS = {
    "file": "FILE  the SRDF, or '-' for standard input",
    "config": "--config\n--no-config",
    "rules": "--select\n--ignore\n--fail-on\n--profile\n--meshes\n--robot\n@config\n--limit",
    "packages": "--package\n--folder\n--allow-env",
    "reading": "--model\n--anyway\n--limit",
    "force": "--force\n--break-links",
    "output": "--output\n@force",
    "write": "--in-place\n| --diff\n| --check\n| --output  ; '-' for standard output\n@force\n--quiet",
}
"""Lines of a page that belong together, by the name of the set."""
_SECTION = re.compile(r"^([a-z][a-z ]*):\n((?:  .*\n)+)", re.MULTILINE)
_BOUNDS = re.compile(r"\[(\d*)\.\.(\d*)\]")
_RULE = re.compile(r"(\S+) (with|without) (.*)")
_CONTINUED = " " * 6
_SIGNS = ":;,("
"""What a meaning begins with that goes on from a shared one."""


def _whole(text: str) -> int:
    """A whole number, also as 1e5 or 100,000.

    Raises:
        ArgumentTypeError: it is none.
    """
    try:
        value = float(text.replace(",", ""))
        if "_" not in text and value.is_integer():
            return int(value)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"invalid int value: {text!r}")


_TYPES = {"N": _whole, "SCORE": float}
_DESTINATIONS = {"ROBOT": "input", "ARG:=VALUE": "value", "JOINT=VALUE": "value"}


class Page(NamedTuple):
    """The parts of a page.

    Args:
        description: what the verb does, with examples.
        sections: of each its title, and the lines of its arguments.
        notes: what stands below them.
        rules: the section "together".
    """

    description: str
    sections: tuple[tuple[str, str], ...]
    notes: str
    rules: str


def parts_of(text: str) -> Page:
    """Return the parts of a page."""
    matches = list(_SECTION.finditer(text))
    listed = [(match[1], match[2]) for match in matches]
    examples = [
        f"\n\nexamples:\n{lines.rstrip()}" for title, lines in listed if title == "examples"
    ]
    head = text[: matches[0].start()] if matches else text.partition("\n\nexit status:")[0]
    notes = text[matches[-1].end() if matches else len(head) :].strip()
    sections = tuple(one for one in listed if one[0] not in {"examples", "together"})
    rules = "".join(lines for title, lines in listed if title == "together")
    return Page(head.strip() + "".join(examples), sections, notes, rules)


class Declaration(NamedTuple):
    """A line of a section.

    Args:
        specification: the names and values.
        meaning: the rest.
        is_alternative: whether it excludes the option above.
    """

    specification: str
    meaning: str
    is_alternative: bool

    def add(self, group: argparse._ActionsContainer) -> tuple[argparse.Action, str]:
        """Add the argument to a parser or a group; return it with its bounds."""
        specification, _, destination = self.specification.partition(" = ")
        is_optional = specification.startswith("[")
        words = specification[1:-1].split() if is_optional else specification.split()
        names = [word.removesuffix(",") for word in words if word.startswith("-")]
        marks = {word[0]: word for word in words if word[0] in "{[!*." and word}
        bounds = next((word for word in words if _BOUNDS.fullmatch(word)), "")
        default = next((w[1:-1] for w in words if w[0] == "[" and w != bounds), None)
        values = [word for word in words if word[0] not in "-{[!*."]
        settings: dict[str, Any] = {"help": self.meaning}
        destination, _, constant = destination.partition(":")
        if not names:
            own = _DESTINATIONS.get(values[0], values[0].lower())
            names = [destination or (f"{own}s" if "." in marks else own)]
        elif destination:
            settings["dest"] = destination
        if constant:
            settings |= {"action": "store_const", "const": constant}
        elif not values and "{" not in marks:
            settings["action"] = "store_true"
        if values:
            settings["metavar"] = values[0] if len(values) == 1 else tuple(values)
            settings["type"] = _TYPES.get(values[0])
        if "{" in marks:
            settings["choices"] = marks["{"][1:-1].split(",")
        if len(values) > 1:
            settings["nargs"] = len(values)
        if "." in marks:
            settings["nargs"] = "*" if is_optional else "+"
            if names[0].startswith("-"):
                settings |= {"action": "extend", "default": []}
        elif "*" in marks:
            settings |= {"action": "append", "default": []}
        if default is not None:
            settings["default"] = default
        if "!" in marks:
            settings["required"] = True
        return group.add_argument(*names, **settings), bounds


def declarations(block: str) -> Iterator[Declaration]:
    """Return the arguments in the lines of a section, those of sets included."""
    lines: list[str] = []
    for line in block.splitlines():
        if not line.startswith(_CONTINUED):
            lines.append(line.strip())
        else:
            lines[-1] += (" " if "  " in lines[-1] else "  ") + line.strip()
    for line in lines:
        if line.startswith("@"):
            yield from declarations(SETS[line[1:]])
            continue
        own, _, meaning = line.removeprefix("| ").partition("  ")
        meaning = meaning.strip()
        if own in SHARED:
            own, shared = SHARED[own]
            if not meaning or meaning[0] in _SIGNS:
                meaning = shared + " " * meaning.startswith("(") + meaning
        yield Declaration(own, meaning, line.startswith("| "))


class Rules:
    """What the values of the arguments of a verb have to be, by themselves and together.

    Args:
        text: the section "together" of its page.
    """

    def __init__(self, text: str) -> None:
        self._rules = [
            match for match in map(_RULE.fullmatch, map(str.strip, text.splitlines())) if match
        ]
        self._bounds: dict[argparse.Action, str] = {}
        self._actions: dict[str, argparse.Action] = {}

    def know(self, action: argparse.Action, bounds: str) -> None:
        """Add an argument, with its bounds if it has any."""
        self._actions |= dict.fromkeys(action.option_strings, action)
        if bounds:
            self._bounds[action] = bounds

    def require(self, arguments: argparse.Namespace) -> None:
        """Check the values.

        Raises:
            UserError: one is out of bounds, or options do not go together.
        """
        for action, bounds in self._bounds.items():
            value = getattr(arguments, action.dest)
            low, high = bounds[1:-1].split("..")
            if value is not None and not float(low or "-inf") <= value <= float(high or "inf"):
                upper = f" to {int(high):,}" if high else ""
                name = action.option_strings[-1]
                raise UserError(f"{name} takes a number from {low}{upper}, not {value:,}")
        for option, kind, rest in (match.groups() for match in self._rules):
            others, comma, reason = rest.partition(", ")
            is_there = any(self._is_given(arguments, other) for other in others.split(" or "))
            if self._is_given(arguments, option) and is_there is (kind == "without"):
                verb = "goes with" if kind == "with" else "does not go with"
                raise UserError(f"{option} {verb} {others}{comma}{reason}")

    def _is_given(self, arguments: argparse.Namespace, option: str) -> bool:
        action = self._actions[option]
        value = getattr(arguments, action.dest)
        return value is not None and value is not False and value != action.default
