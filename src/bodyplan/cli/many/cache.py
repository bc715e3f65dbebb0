"""A cache of results for later runs: an entry is valid until one of its files changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any

from bodyplan._version import __version__
from bodyplan.cli.many._answer import Answer
from bodyplan.conversion.direction import convertible_formats
from bodyplan.description.description import Description
from bodyplan.diag.pieces import without_commands
from bodyplan.files.opener import open_real, user_file
from bodyplan.files.writer import Output, write_files

_LAYOUT = 2
"""Version of the format of entries; a new version makes old entries invalid."""
_PIECE, _MOST_ENTRY = 1 << 20, 64 << 20
MOST_FILE = 128 << 20
"""The maximum size of a file that an entry depends on [bytes]."""
_COARSE = 20_000_000
"""The coarsest expected resolution of modification times [ns]. A result is not stored if one of its
files changed within this time before the run: a later change could have the same time."""


def through_cache(
    folder: str,
    facts: Iterable[object],
    words: Sequence[str],
    work: Callable[[], Answer],
    describe: Callable[[], Iterable[Description]],
) -> Answer:
    """Return the result from the cache, or compute it and store it in the cache.

    Failures are not stored, nor results that further files could change: if a referenced file is
    missing or unreadable, the robot was found by a search, or an SDFormat file includes others.

    Args:
        folder: the folder of the cache.
        facts: all values on which the result depends, except the content of the files.
        words: the names of the files.
        work: a function that computes the result.
        describe: a function that opens the descriptions of the files.
    """
    started = time.time_ns()
    digests = [_digest(word) for word in words]
    if None in digests:
        return work()
    every = (_LAYOUT, __version__, *facts, *words, *digests, *_environment())
    key = blake2b("\0".join(map(str, every)).encode("utf-8", "surrogatepass"), digest_size=20)
    name = os.path.join(key.hexdigest()[:2], f"{key.hexdigest()[2:]}.json")
    home = os.path.dirname(words[0])
    known = _read(os.path.join(folder, name), home)
    if known is not None:
        return known
    answer = work()
    if answer.code > 1 or "X012" in answer.codes:
        return answer
    files: set[str] = set()
    for description in describe():
        found = _files(description)
        if found is None:
            return answer
        files |= found
    with suppress(OSError):  # if the cache cannot be written, the result is still returned
        if all(os.stat(path).st_mtime_ns < started - _COARSE for path in files):
            _write(
                folder,
                name,
                answer,
                {os.path.relpath(one, home): _state(one, home) for one in files},
            )
    return answer


def _environment() -> Iterator[str]:
    from bodyplan.resources.variables import relevant

    for pair in sorted(relevant(os.environ).items()):
        yield from pair


def _files(description: Description) -> set[str] | None:
    """Return the files of a description; None if further files could change the result."""
    described = description.expanded
    if described is None or described.format not in convertible_formats():
        return None
    if described.format == "sdf" and b"<include" in described.source.data:
        return None
    found = description.files
    if found.missing or found.named.unfound:
        return None
    named = [one.path for one in found.named.resources if one.path is not None]
    base = None if described.path is None else described.path.parent
    from bodyplan.resources import Resources

    resources = description.resources or Resources()
    own = None if described.path is None else described.path.absolute()
    if any(resources.refusal(path, base) for path in {*named, *found.paths} - {own}):
        return None
    return {os.fspath(path) for path in found.paths} | {os.path.dirname(path) for path in named}


def _state(path: str, home: str) -> tuple[str, str | None]:
    """Return the real path of a file, relative to a folder, and the hash of its content."""
    real = os.path.realpath(path)
    return os.path.relpath(real, os.path.realpath(home)), _digest(real)


def _is_same(path: str, home: str, real: str, digest: str | None) -> bool:
    """Return whether a path has the same real path and content as before.

    A file whose real path has changed is not read: it may be outside the allowed folders.
    """
    now = os.path.realpath(path)
    return os.path.relpath(now, os.path.realpath(home)) == real and _digest(now) == digest


def _digest(path: str) -> str | None:
    """Return the hash of a file, or of the names in a folder; None if unreadable or too large."""
    made = blake2b(digest_size=20)
    try:
        if os.path.isdir(path):  # meshes may reference files in this folder
            made.update("\0".join(sorted(os.listdir(path))).encode("utf-8", "surrogateescape"))
            return made.hexdigest()
        with open_real(os.path.realpath(path)) as stream:
            left = MOST_FILE
            if os.fstat(stream.fileno()).st_size > left:
                return None
            while piece := stream.read(_PIECE):
                left -= len(piece)
                if left < 0:  # the file is growing
                    return None
                made.update(piece)
    except (OSError, ValueError):
        return None
    return made.hexdigest()


def _read(path: str, home: str) -> Answer | None:
    """Return the result in an entry; None if the entry does not exist, or a file has changed."""
    import json

    try:
        entry: dict[str, Any] = json.loads(user_file(path).read(_MOST_ENTRY))
        files: dict[str, tuple[str, str]] = entry["files"]
        if not all(_is_same(os.path.join(home, n), home, *files[n]) for n in files):
            return None
        paths = tuple(os.path.abspath(os.path.join(home, name)) for name in files)
        codes = tuple(map(str, entry["codes"]))
        fields = without_commands(str(entry["fields"]))
        # a line break would start a command in the log of a build service
        if not fields.isprintable():
            return None
        return Answer(int(entry["code"]), fields, codes, files=paths)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _write(
    folder: str, name: str, answer: Answer, files: dict[str, tuple[str, str | None]]
) -> None:
    import json

    entry = {"files": files, "code": answer.code, "fields": answer.fields, "codes": answer.codes}
    write_files(Output(name, json.dumps(entry).encode("ascii"), below=folder), force=True)
