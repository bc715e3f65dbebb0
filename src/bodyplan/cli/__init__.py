"""The command ``bodyplan``: one verb a module, loaded when it is asked for."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import TextIOWrapper

from bodyplan._version import __version__

OK, FINDINGS, USAGE, INTERRUPTED = 0, 1, 2, 130
_COLLECTED = (50_000, 20, 20)
"""Thresholds of the garbage collector: Python's own cost a tenth of the time of a short command."""
_SIGNALLED = 128
"""What shells add to the number of a signal that ended a process."""
_ORDER = (
    *("check", "fix", "show", "fk", "workspace", "inertia", "where", "bundle", "fmt", "rename"),
    *("convert", "srdf", "expand", "explain", "schema", "doctor", "completion"),
)
"""How the help page lists the verbs; those that are not here follow by name."""
_VERB = re.compile(r"[a-z]+")
_FOLDER = os.path.join(os.path.dirname(__file__), "verbs")


@cache
def summaries() -> dict[str, str]:
    """Return what each verb does, in one line, from the modules in ``verbs``."""
    modules = (name.partition(".") for name in os.listdir(_FOLDER))
    names = {name for name, _, ending in modules if ending == "py" and _VERB.fullmatch(name)}
    found: dict[str, str] = {}
    for name in (*(name for name in _ORDER if name in names), *sorted(names.difference(_ORDER))):
        with open(os.path.join(_FOLDER, f"{name}.py"), encoding="utf-8") as source:
            found[name] = source.readline().partition(": ")[2].rstrip('."\n')
    return found


def usage() -> str:
    """The help page of the command."""
    width = max(map(len, summaries()))
    listed = "\n".join(f"  {name:<{width}}  {summary}" for name, summary in summaries().items())
    return (
        "usage: bodyplan VERB [options] ROBOT ...\n"
        f"{listed}\n\n"
        "A ROBOT is a path, '-' for standard input, or sample:NAME (arm, quadruped,\n"
        "rover); many verbs take folders and patterns. Try: bodyplan check sample:arm\n"
        "`bodyplan VERB --help` tells more; -V, --version shows the version\n"
        "exit status: 0 done, 1 findings or changes, 2 wrong usage or input, 130 stopped\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one verb, and gives back the exit status.

    Args:
        arguments: the words after the command; those of the process by default.
    """
    is_own = arguments is None  # the process, so that how it collects garbage is ours too
    if is_own:
        handle_signals()
        gc.set_threshold(*_COLLECTED)
    words = list(sys.argv[1:] if arguments is None else arguments)
    _mend_streams()
    try:
        status = _done(words)
        sys.stdout.flush()
        if is_own:
            gc.freeze()  # the end of the process looks for no garbage
    except KeyboardInterrupt:
        sys.stderr.write("bodyplan: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone
        _silence()
        return OK
    except Exception as error:  # noqa: BLE001  (the last resort: a sentence, no traceback)
        from bodyplan.cli import failure  # most runs do not fail

        if failure.may_be_output(error):
            _silence()
        return _failed(failure.failure_of(error))
    return status


def handle_signals() -> None:
    """Let SIGTERM and SIGHUP end the process as Ctrl-C does: what is half written is removed."""
    import signal

    def end(number: int, _: object) -> None:
        raise SystemExit(_SIGNALLED + number)

    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(ValueError):  # only the first thread may
                signal.signal(number, end)


def _done(words: list[str]) -> int:
    """Does what the words say, and gives back the exit status."""
    if not words:
        sys.stderr.write(usage())
        return USAGE
    if words[0] in ("-h", "--help", "help"):
        if words[1:]:
            return _done([*words[1:], "--help"])
        sys.stdout.write(usage())
        return OK
    if words[0] in ("-V", "--version"):
        sys.stdout.write(f"bodyplan {__version__}\n")
        return OK
    if not _VERB.fullmatch(words[0]) or not os.path.isfile(f"{_FOLDER}/{words[0]}.py"):
        from bodyplan.cli.failure import unknown_verb  # most words are verbs

        return _failed(unknown_verb(words, list(summaries())))
    module = import_module(f"bodyplan.cli.verbs.{words[0]}")
    parser = module.parser()
    try:
        arguments = parser.parse_words(words[1:])
    except SystemExit as stop:  # help, or wrong words
        return stop.code if isinstance(stop.code, int) else USAGE
    status: int = module.run(arguments)
    return status


def _failed(sentence: str) -> int:
    with suppress(OSError):  # nobody may be listening any more
        sys.stdout.flush()
        sys.stderr.write(f"bodyplan: {sentence}\n")
    return USAGE


def _mend_streams() -> None:
    """Makes sure that there are streams, and that no character brings them down."""
    if None in {sys.stdin, sys.stdout, sys.stderr}:
        _open_missing_streams()
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _open_missing_streams() -> None:
    """Opens nothing in the place of streams that were closed before the start."""
    from os import devnull
    from pathlib import Path

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  (kept)


def _silence() -> None:
    """Sends what is still in the buffers nowhere, so that nobody complains at the end."""
    import os

    with suppress(OSError, ValueError):  # no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
