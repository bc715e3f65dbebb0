"""The command ``bodyplan``: one module per verb, imported when the verb is used."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from io import TextIOWrapper
from typing import TextIO

from bodyplan._version import __version__

OK, FINDINGS, USAGE, INTERRUPTED = 0, 1, 2, 130
_COLLECTED = (50_000, 20, 20)
"""Thresholds of the garbage collector; with Python's defaults, it takes 10 % of the run time."""
_SIGNALLED = 128
"""The exit status after a signal is this value plus the number of the signal, as in shells."""
_ORDER = (
    *(
        "check",
        "fix",
        "show",
        "view",
        "render",
        "fk",
        "collisions",
        "spheres",
        "simplify",
        "workspace",
        "inertia",
        "where",
        "bundle",
        "fmt",
        "rename",
    ),
    *("convert", "diff", "srdf", "expand", "explain", "schema", "doctor", "completion"),
)
"""Order of the verbs on the help page; other verbs follow by name."""
_VERB = re.compile(r"[a-z]+")
_FOLDER = os.path.join(os.path.dirname(__file__), "verbs")


@cache
def summaries() -> dict[str, str]:
    """Return the one-line summary of each verb, from the modules in ``verbs``."""
    modules = (name.partition(".") for name in os.listdir(_FOLDER))
    names = {name for name, _, ending in modules if ending == "py" and _VERB.fullmatch(name)}
    found: dict[str, str] = {}
    for name in (*(name for name in _ORDER if name in names), *sorted(names.difference(_ORDER))):
        with open(os.path.join(_FOLDER, f"{name}.py"), encoding="utf-8") as source:
            found[name] = source.readline().partition(": ")[2].rstrip('."\n')
    return found


def usage() -> str:
    """Return the help page of the command."""
    width = max(map(len, summaries()))
    listed = "\n".join(f"  {name:<{width}}  {summary}" for name, summary in summaries().items())
    return (
        "usage: bodyplan VERB [options] ROBOT ...\n"
        f"{listed}\n\n"
        "A ROBOT is a path, '-' for standard input, or sample:NAME (arm, quadruped,\n"
        "rover); many verbs accept folders and patterns. Try: bodyplan check sample:arm\n"
        "Help for a verb: bodyplan VERB --help; version: -V, --version\n"
        "exit status: 0 done, 1 problems or changes, 2 wrong usage or input, 130 stopped\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit status.

    Args:
        arguments: the words after the command; by default the arguments of the process.
    """
    # if other code calls main(), its process keeps its own garbage collection
    is_own = arguments is None
    if is_own:
        handle_signals()
        gc.set_threshold(*_COLLECTED)
    words = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams()
    try:
        status = _requested(words)()
        sys.stdout.flush()
        if is_own:
            gc.freeze()  # skip garbage collection at exit
    except KeyboardInterrupt:
        sys.stderr.write("bodyplan: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:  # the program that reads the output, such as `head`, has ended
        _silence()
        return OK
    except Exception as error:  # noqa: BLE001  (the last resort: a message without traceback)
        from bodyplan.cli import failure  # imported late, because only a run that fails needs it

        if failure.may_be_output(error):
            _silence()
        return _failed(failure.failure_of(error))
    return status


def handle_signals() -> None:
    """Let SIGTERM and SIGHUP end the process like Ctrl-C, so that partial files are removed."""
    import signal

    def end(number: int, _: object) -> None:
        raise SystemExit(_SIGNALLED + number)

    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(ValueError):  # only allowed in the main thread
                signal.signal(number, end)


def _requested(words: list[str]) -> Callable[[], int]:
    """Return a function that runs the requested verb and returns the exit status."""
    if not words:
        return partial(_written, sys.stderr, usage(), USAGE)
    if words[0] in ("-h", "--help", "help"):
        if words[1:]:
            return _requested([*words[1:], "--help"])
        return partial(_written, sys.stdout, usage(), OK)
    if words[0] in ("-V", "--version"):
        return partial(_written, sys.stdout, f"bodyplan {__version__}\n", OK)
    if not _VERB.fullmatch(words[0]) or not os.path.isfile(f"{_FOLDER}/{words[0]}.py"):
        from bodyplan.cli.failure import unknown_verb  # imported late, because it is rarely needed

        return partial(_failed, unknown_verb(words, list(summaries())))
    module = import_module(f"bodyplan.cli.verbs.{words[0]}")
    parser = module.parser()
    try:
        arguments = parser.parse_words(words[1:])
    except SystemExit as stop:  # argparse exits after its help, and after a usage error
        code = stop.code if isinstance(stop.code, int) else USAGE
        return partial(_written, sys.stdout, "", code)
    if words[0] != "check" and "files_from" in vars(arguments):
        from bodyplan.cli.many import verb  # imported late, because most runs are for one file

        if verb.is_many(words[0], arguments):
            return partial(verb.run, words[0], module, arguments)
    return partial(module.run, arguments)


def _written(stream: TextIO, text: str, status: int) -> int:
    stream.write(text)
    return status


def _failed(sentence: str) -> int:
    with suppress(OSError):  # the output may be closed
        sys.stdout.flush()
        sys.stderr.write(f"bodyplan: {sentence}\n")
    return USAGE


def _prepare_streams() -> None:
    """Ensure that standard streams exist, and that standard output can write every character."""
    if None in {sys.stdin, sys.stdout, sys.stderr}:
        _open_missing_streams()
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _open_missing_streams() -> None:
    """Replace streams that were closed before the start by the null device."""
    from os import devnull
    from pathlib import Path

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  (kept)


def _silence() -> None:
    """Discard output that is still buffered: its reader has ended, so flushing it would fail."""
    import os

    with suppress(OSError, ValueError):  # the stream has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
