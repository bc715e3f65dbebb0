"""From the words of the command line to the files that are meant."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.cli.errors import InternalError, UserError
from bodyplan.core import DEFAULT_LIMITS, Limits, quoted
from bodyplan.diag.internal import INTERNAL_ERROR, with_hint
from bodyplan.diag.parts.plain import visible
from bodyplan.formats.expansion import expanded_document, expansion_of
from bodyplan.formats.read import read
from bodyplan.formats.source import SAMPLE_PREFIX
from bodyplan.formats.trouble import trouble
from bodyplan.lint.settings import current_folder

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.resources import Resources

CALLED = {
    "urdf": "a URDF",
    "srdf": "an SRDF",
    "sdf": "an SDFormat file",
    "model_state": "the state of a model",
    "xacro": "a file with macros",
}
"""What descriptions are called in sentences, by format."""
_SIGN = ":="


class Words(NamedTuple):
    """What the words of a command line name.

    Args:
        inputs: files, folders, patterns.
        arguments: values for the arguments of files with macros, by name.
    """

    inputs: list[str]
    arguments: dict[str, str]


def split_arguments(words: Iterable[str], *, quiet: bool = False) -> Words:
    """The inputs among some words, and the arguments for files with macros: ``NAME:=VALUE``.

    As in ROS 2; what counts for nothing there is told on standard error.

    Args:
        words: of the command line.
        quiet: tell nothing.

    Raises:
        UserError: no input, or a word with two signs.
    """
    inputs: list[str] = []
    given: list[str] = []
    for word in words:
        (given if _SIGN in word and not os.path.lexists(word) else inputs).append(word)
    if not inputs:
        raise UserError("no ROBOT is named; NAME:=VALUE is an argument for the macros of one")
    if not given:
        return Words(inputs, {})
    from bodyplan.formats.xacro.arguments import parse_arguments

    try:
        parsed = parse_arguments(given)
    except ValueError as error:
        raise UserError(str(error)) from None
    for word, reason in () if quiet else parsed.ignored:
        sys.stderr.write(f"bodyplan: {visible(word)} is ignored: {reason}\n")
    return Words(inputs, parsed.values)


def one_input(
    name: str, words: Iterable[str], *, quiet: bool = False
) -> tuple[str, dict[str, str]]:
    """The input of a verb that takes one, and the arguments for its macros.

    Args:
        name: the word that argparse takes for the input.
        words: those behind it.
        quiet: tell nothing of what is ignored.

    Raises:
        UserError: no input, or several.
    """
    found = split_arguments((name, *words), quiet=quiet)
    if found.inputs[1:]:
        raise UserError(f"{found.inputs[1]!r} is one argument too many; one ROBOT can be named")
    return found.inputs[0], found.arguments


def require_macros(arguments: Mapping[str, str], *, has_macros: bool) -> None:
    """Nothing, when there are macros that arguments can be for.

    Raises:
        UserError: there are none.
    """
    if arguments and not has_macros:
        name, value = next(iter(arguments.items()))
        raise UserError(
            f"{name}:={value} is an argument for macros, but no file with macros is named"
        )


def description(
    name: str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Document:
    """The document that an input holds; unknown arguments are reported on standard error.

    Args:
        name: of the input.
        limits: caps on it.
        arguments: values for the arguments of its macros.
        resources: where its packages are looked for.

    Raises:
        InputError: there is nothing to read.
        UserError: it is no robot description at all.
    """
    document = read(name, limits=limits, arguments=arguments, resources=resources)
    if any(one.kind is INTERNAL_ERROR for one in document.diagnostics):
        raise InternalError(with_hint(document.diagnostics[0]))
    reason = trouble(document)
    if reason is not None:
        raise UserError(reason)
    if arguments:
        _report_unknown(document)
    return document


def _report_unknown(document: Document) -> None:
    """Write which arguments the file neither declares nor uses, so that they have no effect."""
    expansion = expansion_of(document)
    if expansion is None or not expansion.undeclared:
        return
    from bodyplan.formats.xacro.hints import unknown_arguments

    for name, hint in unknown_arguments(expansion).items():
        sys.stderr.write(f"bodyplan: unknown argument {quoted(name)}; {hint}\n")


def described_by(document: Document) -> Document:
    """The document itself; of a file with macros what they make.

    Raises:
        UserError: the macros cannot be expanded.
    """
    found = expanded_document(document)
    if found is None:
        command = check_command(document)
        raise UserError(f"{document.name}: its macros cannot be expanded; `{command}` tells why")
    return found


def check_command(document: Document, *options: str) -> str:
    """What checks a document as it was read: with the same arguments for its macros."""
    from shlex import join

    name = "-" if document.name == "<stdin>" else document.name
    if name.startswith("-") and name != "-":  # it would be an option
        name = f"./{name}"
    values = (f"{key}:={value}" for key, value in document.arguments.items())
    return join(["bodyplan", "check", name, *options, *values])


def expand(inputs: Sequence[str]) -> Iterator[str]:
    """The inputs with folders and patterns replaced by the robots and worlds in them, each once.

    Raises:
        UserError: a folder or pattern that holds none.
    """
    yield from dict.fromkeys(name for word in inputs for name in _expanded(word))


def is_folder(word: str) -> bool:
    """Whether an input is a folder."""
    return bool(word) and word != "-" and os.path.isdir(word)


def _expanded(name: str) -> list[str]:
    if not name:
        raise UserError("an empty name is no file")
    if name == "-" or name.startswith(SAMPLE_PREFIX) or os.path.isfile(name):
        return [name]
    from bodyplan.cli.folders import files_of  # most inputs are files

    return files_of(name)


def shown_path(name: str) -> str:
    """The shortest name of a file in the current folder; other names stay as they are."""
    if not Path(name).is_absolute():
        return name
    here = current_folder()
    return name if here is None else name.removeprefix(os.path.join(here, "")) or name
