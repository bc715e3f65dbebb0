"""``bodyplan completion``: tab completion for shells."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from bodyplan.cli import OK, VERBS
from bodyplan.cli.parser import Parser
from bodyplan.cli.trouble import Trouble

SHELLS = ("bash", "zsh", "fish", "powershell", "tcsh")


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "completion",
        "Print tab completion for a shell.\n\n"
        'bash: eval "$(bodyplan completion bash)"\n'
        "zsh:  bodyplan completion zsh > ~/.zfunc/_bodyplan\n"
        "fish: bodyplan completion fish > ~/.config/fish/completions/bodyplan.fish",
    )
    made.add_argument("shell", choices=SHELLS, help="the shell")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Prints the script."""
    try:
        import shtab
    except ImportError:
        raise Trouble("completion needs shtab: pip install shtab") from None
    if arguments.shell not in shtab.SUPPORTED_SHELLS:
        raise Trouble(f"this version of shtab knows no {arguments.shell}: pip install -U shtab")
    sys.stdout.write(shtab.complete(whole_parser(shtab.FILE), arguments.shell) + "\n")
    return OK


def whole_parser(file: object = None) -> argparse.ArgumentParser:
    """One parser with all verbs below it.

    Args:
        file: what shtab completes the names of files with.
    """
    whole = argparse.ArgumentParser("bodyplan")
    verbs = whole.add_subparsers(dest="verb", metavar="VERB")
    for name, verb in VERBS.items():
        made = import_module(verb.module).parser()
        if file is not None:
            _complete_files(made, file)
        verbs.add_parser(name, parents=[made], add_help=False, help=verb.summary)
    return whole


def _complete_files(parser: argparse.ArgumentParser, file: object) -> None:
    """Marks the arguments that take files, those of verbs below a verb too."""
    for action in parser._actions:  # noqa: SLF001  (argparse shows them nowhere else)
        if action.metavar in {"ROBOT", "FILE"}:
            vars(action)["complete"] = file
        if isinstance(action.choices, dict):
            for inner in action.choices.values():
                _complete_files(inner, file)
