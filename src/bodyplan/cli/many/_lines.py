"""Writing results as lines of JSON, and reading which files an existing output already lists."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import IO

from bodyplan.cli.errors import UserError
from bodyplan.cli.many._answer import Answer, exit_status_of, fields_of, status_of
from bodyplan.files.appender import Appender
from bodyplan.files.error import WriteError
from bodyplan.files.streams import open_named
from bodyplan.files.writer import make_folder
from bodyplan.fleet import BatchResult
from bodyplan.fleet.shard import Shard

_MOST_LINE = 64 << 20
"""The maximum length of a line [bytes]."""
_START = b'{"path":'
"""The first bytes of each line."""


class Lines:
    """Selects the files of a run (``--shard``, ``--resume``), and writes a line for each result.

    Args:
        arguments: the arguments of the verb.

    Raises:
        UserError: ``--shard`` is invalid, or the file of ``--resume`` cannot be used.
        WriteError: the folder of the cache cannot be created.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.worst = 0
        """The highest exit status of all files, including files that an earlier run processed."""
        self._shard: Shard | None = None
        self._listed: dict[str, int] = {}
        self._file: Appender | None = None
        folder = vars(arguments).get("cache")
        if folder:
            make_folder(folder, below=folder)
        if arguments.shard:
            try:
                self._shard = Shard.parse(arguments.shard)
            except ValueError as error:
                raise UserError(f"--shard: {error}") from None
        if arguments.resume == "-":
            raise UserError("--resume needs a file, because it reads the results in it")
        if arguments.resume:
            self._listed = dict(_listed(arguments.resume))
            try:
                self._file = Appender(arguments.resume)
            except WriteError as error:
                raise UserError(f"--resume: {error}") from None

    def wants(self, name: str, key: str) -> bool:
        """Return whether to process a file: it is in this shard, and no earlier run processed it.

        Args:
            name: the name of the file.
            key: the path of the file relative to the argument that named it.
        """
        if self._shard is not None and not self._shard.has(key.replace(os.sep, "/")):
            return False
        known = self._listed.get(name)
        if known is None:
            return True
        self.worst = max(self.worst, known)
        return False

    def write(self, name: str, result: BatchResult) -> None:
        """Write the line of a file immediately."""
        status = status_of(result)
        self.worst = max(self.worst, exit_status_of(status))
        head = {"path": name, "status": status, "seconds": round(result.seconds, 6)}
        answer = result.value if isinstance(result.value, Answer) else None
        reason = result.reason or (answer.reason if answer else "")
        if reason:
            head["reason"] = reason
        fields = answer.fields if answer else ""
        line = f"{{{fields_of(head)}{',' if fields else ''}{fields}}}\n"
        if self._file is not None:
            self._file.write(line.encode("ascii"))
        else:
            sys.stdout.write(line)
            sys.stdout.flush()

    def close(self) -> None:
        """Close the file of results."""
        if self._file is not None:
            self._file.close()


def _listed(name: str) -> Iterator[tuple[str, int]]:
    """Yield the files that a file of results lists, with the exit status of each.

    An incomplete last line is ignored, so that its file is processed again. If the file of results
    does not exist, nothing is yielded.

    Raises:
        UserError: the file cannot be read, or is not a file of results.
    """
    try:
        stream = open(name, "rb", opener=open_named)  # noqa: SIM115  (closed below)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(f"--resume {name}: {error.strerror or error}") from None
    import json

    with stream:
        for number, line in enumerate(_lines(stream), 1):
            try:
                found = json.loads(line)
                yield str(found["path"]), exit_status_of(str(found["status"]))
            except (ValueError, TypeError, KeyError, RecursionError):
                if (
                    line[:1] == b"{"
                    and not line.endswith(b"\n")
                    and line[:8] == _START[: len(line)]
                ):
                    return
                reason = f"line {number} is not a result"
                raise UserError(f"--resume {name}: {reason}; name a file of --jsonl") from None


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    while line := stream.readline(_MOST_LINE):
        yield line
