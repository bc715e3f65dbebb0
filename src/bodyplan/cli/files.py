"""The files that verbs write."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.files import writer
from bodyplan.files.permit import Permit
from bodyplan.report.picture import is_drawn

if TYPE_CHECKING:
    from bodyplan.files.state import FileState

_HEAD = 65536  # bytes that are examined
_NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_.:-]*")
_ASIDE = ((b"<!--", b"-->"), (b"<?", b"?>"), (b"<!", b">"))
"""What may precede the first element: its first and last characters."""
_REPORTS = {"svg", "testsuites", "testsuite", "html"}
"""Root elements of what verbs print."""
_MAGIC = (b"\x93NUMPY", b"ply\n", b"PK\x03\x04", b"%PDF")
"""First bytes of the binary files that verbs write."""


def write_file(
    target: str,
    data: bytes | Iterable[bytes],
    arguments: argparse.Namespace,
    *,
    expected: FileState | None = None,
    is_new: bool = False,
) -> None:
    """Write bytes to a file atomically; to a pipe or device such as ``/dev/null`` directly.

    Args:
        target: the file.
        data: the bytes, or one part after the other.
        arguments: of the verb, with ``--force`` and ``--break-links``.
        expected: state of the file when it was read, for a file that is changed.
        is_new: refuse a file that exists.

    Raises:
        WriteError: the file cannot be written.
        UserError: its content is of another kind.
    """
    if expected is None and not is_new:
        require_same_kind(target, data if isinstance(data, bytes) else b"", arguments)
    sys.stdout.flush()  # the target may be standard output
    writer.write_file(
        target,
        data,
        expected=expected,
        is_new=is_new,
        streams=expected is None,
        stays=expected is None,
        permit=_permit(arguments),
    )


def write_files(
    outputs: Iterable[tuple[str, bytes, FileState | None] | writer.Output],
    arguments: argparse.Namespace,
    *,
    makes_folders: bool = False,
) -> None:
    """Write several files: all of them, or none.

    Args:
        outputs: path, new content, and state when it was read, of each; or an ``Output``.
        arguments: of the verb, with ``--force`` and ``--break-links``.
        makes_folders: whether missing folders are created.

    Raises:
        WriteError: one cannot be written.
    """
    made = [writer.Output(*output) for output in outputs]
    writer.write_files(made, permit=_permit(arguments), makes_folders=makes_folders)


def _permit(arguments: argparse.Namespace) -> Permit:
    """Return what the user permits."""
    return Permit(arguments.force, arguments.break_links)


def require_target(target: str, arguments: argparse.Namespace, *, is_new: bool = False) -> None:
    """Check whether a file can be written, before a long computation starts.

    Raises:
        WriteError: it cannot.
        UserError: its content is of another kind.
    """
    if not is_new:
        require_same_kind(target, b"", arguments)
    writer.check_target(target, is_new=is_new, streams=True, stays=True, permit=_permit(arguments))


def require_same_kind(target: str, data: bytes, arguments: argparse.Namespace) -> None:
    """Check that an output does not replace a file of another kind.

    A robot description is replaced by one with the same root element only, binary data by binary
    data. Reports replace each other, whatever their form.

    Raises:
        UserError: it would.
    """
    if arguments.force or not os.path.isfile(target):
        return
    try:
        with open(target, "rb") as stream:
            before, after = _kind(stream.read(_HEAD)), _kind(data[:_HEAD])
    except OSError:  # the error will occur again on writing
        return
    if before not in (after, "nothing") and {before, after} != {"a report", "nothing"}:
        after = "a report" if after == "nothing" else after
        raise UserError(
            f"cannot write {target}: it contains {before}, and the output is {after}; "
            f"--force overwrites it"
        )


def is_report(target: str) -> bool:
    """Whether a file contains what verbs print or draw, or nothing."""
    try:
        with open(target, "rb") as stream:
            return _kind(stream.read(_HEAD)) in {"a report", "nothing"}
    except OSError:
        return False


def _kind(head: bytes) -> str:
    """Return the kind of a file's content, from its first bytes."""
    if not head.strip():
        return "nothing"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):  # UTF-16
        head = head.replace(b"\0", b"")[2:]
    if head.startswith(_MAGIC) or is_drawn(head):
        return "a report"
    if b"\0" in head:
        return "binary data"
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    name = _root(head) if head.startswith(b"<") else ""
    return f"<{name}>" if name and name not in _REPORTS else "a report"


def _root(head: bytes) -> str:
    """Return the name of the first element; empty for none."""
    place = head.find(b"<")
    while place >= 0:
        end = next((end for begin, end in _ASIDE if head.startswith(begin, place)), None)
        if end is None:
            match = _NAME.match(head, place + 1)
            return match[0].decode("ascii") if match is not None else ""
        behind = head.find(end, place)
        place = head.find(b"<", behind) if behind >= 0 else -1
    return ""
