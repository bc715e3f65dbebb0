"""``bodyplan completion``: print tab completion for a shell."""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module
from typing import NamedTuple

from bodyplan.cli import OK, summaries
from bodyplan.cli.errors import UserError
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser

KINDS = ("frames", "links", "joints", "states", "groups", "codes")
"""The kinds of names that can be completed."""
SHELLS = ("bash", "zsh", "fish", "powershell", "tcsh")

_PAGE = f"""\
Print tab completion for a shell.

examples:
  eval "$(bodyplan completion bash)"
  bodyplan completion zsh -o ~/.zfunc/_bodyplan
  bodyplan completion fish -o ~/.config/fish/completions/bodyplan.fish

arguments:
  SHELL {{{",".join(SHELLS)}}}
                           {", ".join(SHELLS[:-1])} or {SHELLS[-1]}

options:
  --names KIND LINE        print names of the robots on a command line: {", ".join(KINDS)};
                           for use by the scripts

output:
  @output

exit status: 0 printed, 2 wrong usage, or shtab is not installed
"""
parser = partial(Parser, "completion", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    if arguments.names is not None:
        kind, line = arguments.names
        if kind not in KINDS:
            raise UserError(f"--names: expected one of {', '.join(KINDS)}, got {kind!r}")
        # imported late: it reads robots, which the script does not need
        from bodyplan.cli.known_names import known_names

        write_output("".join(f"{name}\n" for name in known_names(kind, line)), arguments)
        return OK
    try:
        import shtab
    except ImportError:
        raise UserError("completion requires shtab: pip install shtab") from None
    shell = arguments.shell
    if shell not in shtab.SUPPORTED_SHELLS:
        raise UserError(f"the installed shtab does not support {shell}: pip install -U shtab")
    whole = whole_parser(PathCompletions(shtab.FILE, shtab.DIRECTORY))
    asking = "".join(_ASKING[shell].format(kind=kind) for kind in KINDS if shell in _ASKING)
    write_output(shtab.complete(whole, shell, preamble=asking) + "\n", arguments)
    return OK


_ASKING = {
    "bash": """_bodyplan_{kind}() {{
  local IFS=$'\\n'
  compgen -W "$(bodyplan completion bash --names {kind} "$COMP_LINE" 2>/dev/null)" -- "$1"
}}
""",
    "zsh": """_bodyplan_{kind}() {{
  local -a names
  names=("${{(@f)$(bodyplan completion zsh --names {kind} "${{(j: :)words}}" 2>/dev/null)}}")
  compadd -a names
}}
""",
    "fish": """function _bodyplan_{kind}
  bodyplan completion fish --names {kind} (commandline -p | string collect) 2>/dev/null
end
""",
}
"""Shell functions that complete names, by shell."""
_NAMED = {
    "--frame": "frames",
    "--base": "frames",
    "--q": "joints",
    "--state": "states",
    "--links": "links",
    "--link": "links",
    "--parent-link": "links",
    "--child-link": "links",
    "--chain": "links",
    "--group": "groups",
    "--parent-group": "groups",
    "--select": "codes",
    "--ignore": "codes",
    "codes": "codes",
    "group": "groups",
    "links": "links",
}
"""The kind of names that each option or argument accepts."""


class PathCompletions(NamedTuple):
    """The shtab completers for files and folders."""

    file: object
    folder: object


def whole_parser(places: PathCompletions | None = None) -> argparse.ArgumentParser:
    """Return one parser with all verbs.

    Args:
        places: the completions for the names of files and folders; None to set no completion.
    """
    whole = argparse.ArgumentParser("bodyplan", allow_abbrev=False)
    verbs = whole.add_subparsers(dest="verb", metavar="VERB")
    for name, summary in summaries().items():
        made = import_module(f"bodyplan.cli.verbs.{name}").parser()
        if places is not None:
            _complete(made, places)
        verbs.add_parser(name, parents=[made], add_help=False, help=summary)
    return whole


def _complete(parser: argparse.ArgumentParser, places: PathCompletions) -> None:
    """Set the completers for files, folders and names, also in subcommands."""
    for action in parser._actions:  # noqa: SLF001  (argparse has no public list of them)
        kind = _NAMED.get(action.option_strings[-1] if action.option_strings else action.dest)
        if action.metavar in {"ROBOT", "FILE"}:
            vars(action)["complete"] = places.file
        elif action.metavar == "PATH":
            vars(action)["complete"] = places.folder
        elif kind is not None:
            vars(action)["complete"] = {
                "bash": f"_bodyplan_{kind}",
                "zsh": f"_bodyplan_{kind}",
                "fish": f"(_bodyplan_{kind})",
            }
        if isinstance(action.choices, dict):
            for inner in action.choices.values():
                _complete(inner, places)
