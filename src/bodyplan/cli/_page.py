"""The help page of a verb declares its arguments; parser, help, completion and checks derive from it.

A page begins with a description of the verb, and ends with notes and the exit status. Between them
are sections: a title with a colon, and one line per argument, with two spaces before its help text.
A help text may continue in lines that are indented by six spaces or more.

    --depth N [0..]         show N levels of the tree below its root
    -o, --output FILE !     write to this file
    | --check               write nothing; exit 1 if anything would change
    --chain BASE TIP *      the joints on the path from one link to another
    [CODE ...]              a code, its name, or the beginning of codes

``!`` marks a required option, ``*`` an option that may be repeated, ``...`` several values,
``[...]`` an optional argument; ``|`` an option that cannot be combined with the option above.
``{a,b}`` are the choices, ``[2]`` is the default, ``[0..16]`` is the range. N is an integer, NUMBER
and SCORE are numbers, all other values are text. ``= name`` and ``= name:value`` name the attribute
that the argument sets. A line without a help text uses the text in ``SHARED``; a help text that
begins with a punctuation mark extends the text in ``SHARED``. ``@name`` inserts the lines in
``SETS``.

The section "together" lists constraints on combinations. ``--links with --compute or --repair``
means that ``--links`` requires one of the other two options; ``--alone without --robot`` means that
the two options cannot be combined.
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
ROBOT  path, '-' for standard input, or sample:NAME
ROBOT ...  path, '-' for standard input, or sample:NAME; also folders and patterns
[ROBOT]  path, '-' for standard input, or sample:NAME
[ROBOT ...]  path, '-' for standard input, or sample:NAME; also folders and patterns
--jobs N [1..]  number of processes; default: one per processor for many files
--executor NAME  run on dask:ADDRESS, or on the executor that MODULE:FUNCTION returns
--files-from FILE  also the files that this file lists, one per line; '-' for standard input
--shard K/N  process only part K of N; the part of a file depends only on its name
--jsonl  print one JSON object per file, on one line, as soon as it is done
--resume FILE  append these lines to FILE, and skip the files that it lists already
--cache FOLDER  store results in this folder, which runs may share; reuse those of unchanged files
--timeout NUMBER [60]  time limit for each file in a worker process [s]; default: 60
--memory N [4096] [64..]  memory limit for each file in a worker process [MiB]; default: 4096
[ARG:=VALUE ...]  values of xacro arguments
--select CODES *  report only these codes or families, such as J,I104
--ignore CODES *  do not report these
--fail-on {{{",".join(Severity)}}}  lowest severity that makes the exit status 1; default: error
--profile NAME  report only what one parser reports: {" or ".join(PROFILES)}
--meshes  open the meshes too; check them, and inertia against them
--collisions  compute which links can touch; check the pairs and states of an SRDF against that
--robot ROBOT  URDF that the file belongs to; default: search for it
--config FILE  read this configuration file; do not search for one
--no-config  read no configuration file
--limit NAME=VALUE *  change an input limit, such as max_bytes=500000000
--package NAME=PATH *  folder of a package or model; overrides all other locations
--folder PATH *  folder that is a package or contains packages
--allow-env NAME *  let $(env NAME) and $(optenv NAME) read this environment variable
--model NAME  model to use, if an SDFormat file has several
--anyway  continue with a robot that has errors, without its invalid parts
--base LINK  link or frame in which positions are expressed; default: the root link
--zero  set all joints to zero, also outside of their limits; default: zero, or the middle of limits that exclude it
--state NAME *  set joints to a state of the SRDF, NAME or GROUP/NAME; may be repeated
--srdf FILE  SRDF of the robot; default: search near the robot
-q, --q JOINT=VALUE,... *  set joints [rad, m] by name, or all by numbers in order; overrides the state
--degrees  angles are in degrees
--json  print as JSON
--in-place  write the changed file back to the file (default)
--diff  show the changes, write nothing; exit 1 if there are any
--check  write nothing; exit 1 if anything would change
-o, --output FILE  write to this file
--force  write even if something is lost or overwritten, such as a part of the robot or a change by another program
--quiet  print only errors
--color {{auto,always,never}} [auto]  color the output; default: on a terminal
"""
SHARED: dict[str, tuple[str, str]] = {}
"""Arguments of several verbs: specification and help text, by long option or argument name."""
for _line in _ARGUMENTS.strip().splitlines():
    _own, _, _meaning = _line.partition("  ")
    _name = next((word for word in _own.split() if word.startswith("--")), _own)
    SHARED[_name] = (_own, _meaning)
SETS = {
    "file": "FILE  the SRDF, or '-' for standard input",
    "config": "--config\n--no-config",
    "rules": "--select\n--ignore\n--fail-on\n--profile\n--meshes\n--collisions\n--robot\n@config\n--limit",
    "packages": "--package\n--folder\n--allow-env",
    "configuration": "--zero\n--state\n--srdf\n--q\n--degrees",
    "reading": "--model\n--anyway\n--limit",
    "force": "--force",
    "many": "--jobs\n--executor\n--files-from\n--shard\n--jsonl\n--resume\n--timeout\n--memory",
    "output": "--output\n@force",
    "write": "--in-place\n| --diff\n| --check\n| --output  ; '-' for standard output\n@force\n--quiet",
}
"""Groups of lines that several pages insert with ``@name``, by name."""
_SECTION = re.compile(r"^([a-z][a-z ]*):\n((?:  .*\n)+)", re.MULTILINE)
_BOUNDS = re.compile(r"\[(\d*)\.\.(\d*)\]")
_RULE = re.compile(r"(\S+) (with|without) (.*)")
_CONTINUED = " " * 6
_SIGNS = ":;,("
"""First characters of a help text that extends a shared help text."""


def _whole(text: str) -> int:
    """Return an integer, also written as 1e5 or 100,000.

    Raises:
        ArgumentTypeError: the text is not an integer.
    """
    try:
        value = float(text.replace(",", ""))
        if "_" not in text and value.is_integer():
            return int(value)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"invalid int value: {text!r}")


_TYPES = {"N": _whole, "SCORE": float, "NUMBER": float}
_DESTINATIONS = {"ROBOT": "input", "ARG:=VALUE": "value", "JOINT=VALUE": "value"}


class Page(NamedTuple):
    """The parts of a page.

    Args:
        description: the description of the verb, with examples.
        sections: the title and the argument lines of each section.
        notes: the text below the sections.
        rules: the section "together", with constraints on combinations of options.
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
    """The declaration of one argument in a section.

    Args:
        specification: the names, values and marks of the argument.
        meaning: the help text.
        is_alternative: whether the argument cannot be combined with the option above.
    """

    specification: str
    meaning: str
    is_alternative: bool

    def add(self, group: argparse._ActionsContainer) -> tuple[argparse.Action, str]:
        """Add the argument to a parser or a group; return it with its bounds, such as "[0..16]"."""
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
        elif is_optional:
            settings["nargs"] = "?"
        elif "*" in marks:
            settings |= {"action": "append", "default": []}
        if default is not None:
            settings["default"] = default
        if "!" in marks:
            settings["required"] = True
        return group.add_argument(*names, **settings), bounds


def declarations(block: str) -> Iterator[Declaration]:
    """Yield the arguments in the lines of a section, including those of inserted sets."""
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
    """The constraints on the arguments of a verb: bounds of values, and combinations of options.

    Args:
        text: the section "together" of the help page.
    """

    def __init__(self, text: str) -> None:
        self._rules = [
            match for match in map(_RULE.fullmatch, map(str.strip, text.splitlines())) if match
        ]
        self._bounds: dict[argparse.Action, str] = {}
        self._actions: dict[str, argparse.Action] = {}

    def add(self, action: argparse.Action, bounds: str) -> None:
        """Add an argument, with its bounds; empty for no bounds."""
        self._actions |= dict.fromkeys(action.option_strings, action)
        if bounds:
            self._bounds[action] = bounds

    def require(self, arguments: argparse.Namespace) -> None:
        """Check the values of all arguments.

        Raises:
            UserError: a value is out of bounds, or options cannot be combined.
        """
        for action, bounds in self._bounds.items():
            value = getattr(arguments, action.dest)
            low, high = bounds[1:-1].split("..")
            if value is not None and not float(low or "-inf") <= value <= float(high or "inf"):
                upper = f" and at most {int(high):,}" if high else ""
                name = action.option_strings[-1]
                raise UserError(f"{name} must be at least {low}{upper}, got {value:,}")
        for option, kind, rest in (match.groups() for match in self._rules):
            others, comma, reason = rest.partition(", ")
            is_there = any(self._is_given(arguments, other) for other in others.split(" or "))
            if self._is_given(arguments, option) and is_there is (kind == "without"):
                verb = "requires" if kind == "with" else "cannot be combined with"
                raise UserError(f"{option} {verb} {others}{comma}{reason}")

    def _is_given(self, arguments: argparse.Namespace, option: str) -> bool:
        action = self._actions[option]
        value = getattr(arguments, action.dest)
        return value is not None and value is not False and value != action.default
