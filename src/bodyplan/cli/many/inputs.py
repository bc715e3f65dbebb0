"""The input files of a verb, including files in lists, and their output files."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import IO, NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import expand, folder_survey, is_folder
from bodyplan.cli.many.running import Item
from bodyplan.cli.patterns import fixed_folder, is_pattern
from bodyplan.files.streams import open_named
from bodyplan.formats.source import MODEL_MANIFEST, is_path

_PIECE = 1 << 20
_MOST_NAME = 1 << 16
"""The maximum length of a line in a list [bytes]; paths are shorter on every system."""


def names_in(name: str) -> Iterator[str]:
    """Yield the names in a list while it is read.

    Args:
        name: name of the list; "-" for standard input.

    Raises:
        UserError: the list cannot be read, or one of its lines is not a path.
    """
    with _opened(name) as stream:
        while line := stream.readline(_MOST_NAME):
            text = line.removesuffix(b"\n")
            word = os.fsdecode(text.removesuffix(b"\r"))
            if text.endswith(b"\r") and b"\0" not in text and os.path.lexists(text):
                raise UserError(f"--files-from {name}: a file has a name that ends in a line end")
            if len(line) == _MOST_NAME or "\0" in word:
                raise UserError(f"--files-from {name}: a line is not a path")
            if word == "-":
                raise UserError(f"--files-from {name}: '-' is not a path; for a file, write ./-")
            if word:
                yield word


def count_of(name: str) -> int | None:
    """Return the number of lines of a list; None if the list can be read only once.

    Raises:
        UserError: the list cannot be read.
    """
    if name == "-":
        return None
    with _opened(name) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return None
        count, last = 0, b"\n"
        while piece := stream.read(_PIECE):
            count, last = count + piece.count(b"\n"), piece[-1:]
        return count + (last != b"\n")


def _opened(name: str) -> IO[bytes]:
    if name == "-":
        return sys.stdin.buffer
    try:
        return open(name, "rb", opener=open_named)
    except OSError as error:
        raise UserError(f"--files-from {name}: {error.strerror or error}") from None


_ENDINGS = (".urdf", ".sdf", ".world", ".xml", ".mjcf", ".srdf")
_SPECIAL = ("-", "sample:", "description:")


class Work(NamedTuple):
    """The work of a verb for one file.

    Args:
        word: the file, as the command line names it.
        other: the file to compare with; empty for a verb that does not compare.
        output: the output file; None if no file is written.
        top: the folder of all output files.
        values: values for xacro arguments that MoveIt's setup assistant recorded for this file.
    """

    word: str
    other: str = ""
    output: str | None = None
    top: str = ""
    values: tuple[str, ...] = ()


def is_collection(word: str) -> bool:
    """Return whether a word names several files: a folder that is not a model, or a pattern."""
    if is_folder(word):
        return not os.path.isfile(os.path.join(word, MODEL_MANIFEST))
    return is_pattern(word)


def key_of(word: str, name: str) -> str:
    """Return the path of a file relative to the folder or pattern by which it was found."""
    folder = fixed_folder(word) if is_pattern(word) else word
    if os.path.isdir(folder) and name != word:
        return os.path.relpath(name, folder)
    return os.path.basename(name)


def items_of(words: Iterable[str], *, is_edited: bool) -> list[Item]:
    """Return the files that words name, without duplicates.

    Args:
        words: files, folders, patterns.
        is_edited: whether the files are edited; if so, SRDF files and xacro libraries are included.

    Raises:
        UserError: a folder contains no description, or no file matches a pattern.
    """
    found: dict[str, Item] = {}
    for word in words:
        for name, values in _named(word, is_edited=is_edited):
            work = Work(_plain(name, word), values=values)
            found.setdefault(name, Item(name, key_of(word, name), work, len(found)))
    return list(found.values())


def items_in(listed: str, first: int) -> Iterator[Item]:
    """Yield the files in a list while it is read.

    Args:
        listed: the list; "-" for standard input.
        first: the number of the first file.
    """
    for number, name in enumerate(names_in(listed), first):
        yield Item(name, name, Work(name), number)


def _named(word: str, *, is_edited: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not is_collection(word) or not is_folder(word):
        yield from (
            (os.fspath(one), ()) for one in (expand([word]) if is_pattern(word) else [word])
        )
        return
    found = folder_survey(word)
    for member in found.members:
        if member.kind in {"urdf", "sdf", "xacro"} or (is_edited and member.kind != "settings"):
            yield member.path, tuple(f"{name}:={value}" for name, value in member.arguments)
    yield from ((name, ()) for name in (found.libraries if is_edited else found.models))


def _plain(name: str, word: str) -> str:
    """Return a found path as a word that can only mean this file: ``./-`` for a file named "-"."""
    is_found = name != word and name.startswith(_SPECIAL)
    return os.path.join(os.curdir, name) if is_found else name


def with_others(items: Iterable[Item], other: str) -> Iterator[Item]:
    """Yield files, each with the file to compare it with.

    Args:
        items: the files.
        other: one file for all, or a folder with one file for each.
    """
    for item in items:
        yield item._replace(work=item.work._replace(other=_counterpart(other, item.key)))


def _counterpart(other: str, key: str) -> str:
    if not is_collection(other):
        return other
    path = os.path.join(other, key)
    if os.path.isfile(path):
        return path
    stem = os.path.join(other, _stem(key))
    found = [stem + ending for ending in _ENDINGS if os.path.isfile(stem + ending)]
    return found[0] if len(found) == 1 else path


def with_outputs(
    items: Iterable[Item], folder: str, ending: str, arguments: argparse.Namespace
) -> list[Item]:
    """Return files with their output files, which have the same relative paths.

    Args:
        items: the files.
        folder: the folder for all output files.
        ending: the file extension of the outputs; empty to keep that of each input.
        arguments: the arguments of the verb.

    Raises:
        UserError: two results would have the same output file, or a result would replace an input.
    """
    found = list(items)
    key = _key_in_list(found) if arguments.files_from else _key
    made = [
        item._replace(
            work=item.work._replace(output=_target(folder, key(item), ending), top=folder)
        )
        for item in found
    ]
    targets: dict[str, Item] = {}
    sources = {os.path.realpath(item.name): item.name for item in found}
    for item in made:
        target = item.work.output
        same = targets.setdefault(os.path.normcase(os.path.normpath(target)).casefold(), item)
        if same is not item:
            raise UserError(f"-o {folder}: {same.name} and {item.name} would both become {target}")
        if os.path.realpath(target) in sources:
            raise UserError(f"-o {folder}: {target} is one of the inputs; name another folder")
    return made


def _key(item: Item) -> str:
    return item.key


def _key_in_list(items: list[Item]) -> Callable[[Item], str]:
    """Return a function that returns the relative path of the output of a file in a list.

    This is the path in the list. If a path in the list is absolute or contains "..", all output
    paths are instead relative to the common folder of the files.
    """
    parts = (item.key.replace(os.sep, "/").split("/") for item in items)
    if not any(os.path.isabs(item.key) for item in items) and not any(".." in one for one in parts):
        return lambda item: os.path.normpath(item.key)
    folders = [os.path.dirname(os.path.abspath(item.name)) for item in items]
    top = os.path.commonpath(folders)
    return lambda item: os.path.relpath(os.path.abspath(item.name), top)


def _target(folder: str, key: str, ending: str) -> str:
    if not is_path(key):
        key = key.rpartition(":")[2]
    return os.path.join(folder, _stem(key) + ending if ending else key)


def _stem(key: str) -> str:
    """Return a path without the suffixes of a description."""
    stem, ending = os.path.splitext(key)
    if ending.lower() == ".xacro":
        key, (stem, ending) = stem, os.path.splitext(stem)
    return stem if ending.lower() in _ENDINGS or ending else key
