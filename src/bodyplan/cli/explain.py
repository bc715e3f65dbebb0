"""``bodyplan explain``: what a code means."""

from __future__ import annotations

import argparse
import sys

from bodyplan.cli import OK
from bodyplan.cli.common import Parser, Trouble
from bodyplan.diag import Kind, did_you_mean, kinds


def parser() -> Parser:
    """The options of the verb."""
    made = Parser("explain", "Say what a code means, why it matters, and what to do about it.")
    made.add_argument("codes", nargs="*", metavar="CODE", help="such as J101 or limit-missing; all codes when absent")
    made.add_argument("--json", action="store_true", help="print the pages as JSON")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Prints the pages."""
    known = all_kinds()
    chosen = [_find(word, known) for word in arguments.codes] or list(known.values())
    if arguments.json:
        import json

        sys.stdout.write(json.dumps([_table(kind) for kind in chosen], indent=2) + "\n")
    elif arguments.codes:
        sys.stdout.write("\n\n".join(_page(kind) for kind in chosen))
    else:
        width = max(len(kind.name) for kind in chosen)
        for kind in chosen:
            fix = "" if kind.fix == "never" else f"  [fix {kind.fix}]"
            sys.stdout.write(f"{kind.code}  {kind.severity:<7}  {kind.name:<{width}}  {kind.title}{fix}\n")
    return OK


def all_kinds() -> dict[str, Kind]:
    """Every kind of finding, the profiles' too, by code."""
    from importlib import import_module

    from bodyplan.lint.profiles import PROFILES
    from bodyplan.lint.rule import rules

    rules()
    for profile in PROFILES.values():
        import_module(profile.module)
    return kinds()


def _find(word: str, known: dict[str, Kind]) -> Kind:
    kind = known.get(word.upper())
    if kind is None:
        kind = next((k for k in known.values() if k.name == word.lower()), None)
    if kind is None:
        names = [*known, *(k.name for k in known.values())]
        hint = did_you_mean(word, names) or "`bodyplan explain` lists all codes"
        raise Trouble(f"unknown code {word!r}; {hint}")
    return kind


def _table(kind: Kind) -> dict[str, str]:
    return {
        "code": kind.code,
        "name": kind.name,
        "severity": str(kind.severity),
        "fix": kind.fix,
        "since": kind.since,
        "page": kind.page,
    }


def _page(kind: Kind) -> str:
    head = f"{kind.code} {kind.name} ({kind.severity}; fix: {kind.fix}; since {kind.since})"
    return f"{head}\n{'=' * len(head)}\n\n{kind.page.strip()}\n"
