"""``bodyplan completion``: tab completion for shells."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from bodyplan.cli import OK, VERBS
from bodyplan.cli.common import Parser, Trouble


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "completion",
        "Print tab completion for a shell.\n\n"
        'bash: eval "$(bodyplan completion bash)"\n'
        "zsh:  bodyplan completion zsh > ~/.zfunc/_bodyplan",
    )
    made.add_argument("shell", choices=["bash", "zsh", "tcsh"], help="the shell")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Prints the script."""
    try:
        import shtab
    except ImportError:
        raise Trouble("completion needs shtab: pip install shtab") from None
    sys.stdout.write(shtab.complete(whole_parser(), arguments.shell) + "\n")
    return OK


def whole_parser() -> argparse.ArgumentParser:
    """One parser with all verbs below it."""
    whole = argparse.ArgumentParser("bodyplan")
    verbs = whole.add_subparsers(dest="verb", metavar="VERB")
    for name, verb in VERBS.items():
        made = import_module(verb.module).parser()
        verbs.add_parser(name, parents=[made], add_help=False, help=verb.summary)
    return whole
