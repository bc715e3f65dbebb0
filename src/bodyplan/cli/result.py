"""Output of a changed description: to standard output, its own file, or another file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.cli._changes import unified_diff
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import write_files
from bodyplan.cli.output import show_content, show_text
from bodyplan.cli.patterns import folder_of
from bodyplan.core import listed
from bodyplan.core.names import visible
from bodyplan.files.writer import Output
from bodyplan.formats.document import Document
from bodyplan.formats.read import read_bytes
from bodyplan.formats.rebase import rebased
from bodyplan.formats.source import WordOrPath, is_in_samples

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def _is_in_sample(document: Document) -> bool:
    """Return whether a document was read from a sample robot."""
    return document.path is not None and is_in_samples(document.path)


def require_output_for_json(
    arguments: argparse.Namespace, inputs: Sequence[WordOrPath], *, writes: bool = True
) -> None:
    """Check that JSON and a changed file do not both go to standard output.

    Args:
        arguments: the arguments of the verb.
        inputs: the inputs; the result for standard input is written to standard output.
        writes: whether the verb writes a file by default.

    Raises:
        UserError: both would go to standard output.
    """
    writes = (writes or arguments.in_place) and not arguments.check
    to_output = arguments.output == "-" or (not arguments.output and writes and "-" in inputs)
    if arguments.json and (arguments.diff or to_output):
        raise UserError("--json already uses standard output; use -o FILE or --in-place")


def write_result(
    arguments: argparse.Namespace,
    source: WordOrPath,
    before: Document,
    after: Document,
    beside: Sequence[Output] = (),
) -> None:
    """Write a changed document according to the output options.

    By default, a document is written back to the file that was read. If the input is the folder of
    a model or its model.config, this file is the SDFormat file of the model.

    Args:
        arguments: the arguments of the verb.
        source: the input.
        before: the document that was read.
        after: the changed document.
        beside: further files. All files are written, or none.

    Raises:
        UserError: the input is not a file of the user, or is outside the folder that the user named.
        WriteError: a file cannot be written.
    """
    if arguments.diff:
        show_text(unified_diff(before.name, before.source.text, after.source.text))
    elif arguments.check:
        return
    elif arguments.output == "-" or (source == "-" and arguments.output is None):
        write_files(*beside, arguments=arguments)
        show_content(after.source)
    else:
        outputs = [*beside]
        if arguments.output:
            expected = before.on_disk if before.is_at(arguments.output) else None
            after = with_paths_from(after, arguments)
            outputs.append(Output(arguments.output, after.to_bytes(), expected))
        elif _is_in_sample(before) or after.to_bytes() != before.to_bytes():
            outputs.append(_own_file(arguments, source, before, after))
        write_files(*outputs, arguments=arguments)


def with_paths_from(document: Document, arguments: argparse.Namespace) -> Document:
    """Return a document whose relative paths are relative to the folder of the output.

    Changed paths are reported on standard error.
    """
    folder = os.path.dirname(arguments.output) or os.curdir
    made, uris = rebased(document, folder)
    if uris and not vars(arguments).get("quiet"):
        names = listed(uris, 5)
        paths = "1 relative path starts" if len(uris) == 1 else f"{len(uris)} relative paths start"
        text = f"{document.name}: {paths} from the folder of {arguments.output} now: {names}"
        sys.stderr.write(f"{visible(text)}\n")
    return made


def expansion_for(
    data: bytes, path: Path | None, resources: Resources | None, arguments: argparse.Namespace
) -> bytes:
    """Return the expansion of a xacro file, with paths relative to the folder of the output.

    Args:
        data: the expansion.
        path: the xacro file.
        resources: the folders in which referenced files are searched.
        arguments: the arguments of the verb.
    """
    if arguments.output in {None, "-"} or path is None:
        return data
    made = read_bytes(data, path.name, path=path)
    made.resources = resources
    return with_paths_from(made, arguments).to_bytes()


def write_back(
    arguments: argparse.Namespace, changed: Sequence[tuple[WordOrPath, Document, Document]]
) -> None:
    """Write several changed documents back to their files: all of them, or none.

    Args:
        arguments: the arguments of the verb.
        changed: for each document, the input, the original and the changed document.

    Raises:
        UserError: an input is not a file of the user, or is outside the folder that the user named.
        WriteError: a file cannot be written.
    """
    outputs = [_own_file(arguments, *one) for one in changed]
    write_files(*outputs, arguments=arguments)


def _own_file(
    arguments: argparse.Namespace, source: WordOrPath, document: Document, after: Document
) -> Output:
    """Return the output that writes a changed document back to its file.

    If the file is a symbolic link to another file in the named folder, that other file is written.

    Raises:
        UserError: the file is not a file of the user, or is outside of the folder that the user
            named.
    """
    name = os.fspath(source)
    path = str(document.path or name)
    if _is_in_sample(document):
        raise UserError(f"{name} is part of bodyplan; use -o FILE or --diff")
    if not os.path.lexists(name) and os.path.normpath(path) != os.path.normpath(name):
        # for example a robot in the cache of robot_descriptions
        raise UserError(f"{name} is not a file of yours; use -o FILE or --diff")
    given = vars(arguments)
    words = (*given.get("inputs", ()), given.get("input"), given.get("file"))
    known = document.on_disk.place if document.on_disk is not None else None
    real = known or os.path.realpath(path)
    folder = folder_of(path, real, [word for word in words if word])
    if not folder:
        return Output(path, after.to_bytes(), document.on_disk)
    inner = os.path.relpath(real, os.path.realpath(folder))
    return Output(inner, after.to_bytes(), document.on_disk, below=folder)
