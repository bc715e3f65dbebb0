"""Where a verb writes: to standard output, or through the one door for files."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bodyplan.cli.trouble import Trouble
from bodyplan.text import visible_lines

if TYPE_CHECKING:
    from bodyplan.files.permit import Permit
    from bodyplan.files.state import FileState
    from bodyplan.text import Source

_HEAD = 65536  # bytes that are looked at
_NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_.:-]*")
_ASIDE = ((b"<!--", b"-->"), (b"<?", b"?>"), (b"<!", b">"))
"""What may stand before the first element: how it begins and ends."""
_REPORTS = {"svg", "testsuites", "testsuite"}
"""The root elements of what verbs print."""
_MAGIC = (b"\x93NUMPY", b"ply\n", b"PK\x03\x04")
"""How binary files begin that verbs write."""
_DESCRIPTIONS = (".urdf", ".sdf", ".world", ".srdf", ".xacro")
_INPUTS = (
    *(".yaml", ".yml", ".toml", ".config", ".stl", ".dae", ".obj", ".mtl", ".glb", ".gltf"),
    *(".bin", ".png", ".jpg", ".jpeg"),
)
"""Endings of what belongs to robots: configurations, meshes, textures."""


def is_standard_output(target: str | None) -> bool:
    """Whether a result goes to standard output."""
    return target in {None, "-"}


def write_output(text: str, arguments: argparse.Namespace, *, is_new: bool = False) -> None:
    """Write a result where the output options say: to standard output or to a file.

    Args:
        text: the result.
        arguments: of the verb, with the options of ``add_output_option``.
        is_new: refuse a file that exists, without ``--force``.

    Raises:
        Trouble: the file cannot be written.
    """
    if is_standard_output(arguments.output):
        sys.stdout.write(text)
    else:
        write_file(arguments.output, text.encode(), arguments, is_new=is_new)


def show_text(text: str) -> None:
    """Write text made of the content of files to standard output.

    On a terminal, characters that control it are written as escapes. Anywhere else, the text comes
    as it is.
    """
    is_shown = sys.stdout.isatty()
    sys.stdout.write(visible_lines(text.replace("\r\n", "\n")) if is_shown else text)


def show_content(source: Source) -> None:
    """Write a description to standard output: its bytes as they are, except on a terminal.

    There, characters that control it are written as escapes.
    """
    if sys.stdout.isatty():
        show_text(source.text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(source.data)


def write_content(source: Source, arguments: argparse.Namespace, *, is_new: bool = False) -> None:
    """Write a description where the output options say: to standard output or to a file.

    Args:
        source: the description.
        arguments: of the verb, with the options of ``add_output_option``.
        is_new: refuse a file that exists, without ``--force``.

    Raises:
        Trouble: the file cannot be written.
    """
    if is_standard_output(arguments.output):
        show_content(source)
    else:
        write_file(arguments.output, source.data, arguments, is_new=is_new)


def write_file(
    target: str,
    data: bytes | Iterable[bytes],
    arguments: argparse.Namespace,
    *,
    expected: FileState | None = None,
    is_new: bool = False,
) -> None:
    """Write bytes to a file as a whole; to a pipe or a device such as ``/dev/null`` as they come.

    Args:
        target: the file.
        data: the bytes, or one part after the other.
        arguments: of the verb; they say what the user insists on.
        expected: what the file was when it was read, for a file that is changed.
        is_new: refuse a file that exists.

    Raises:
        Trouble: the file cannot be written.
    """
    from bodyplan.files.error import WriteError
    from bodyplan.files.writer import write_file as write

    if expected is None and not is_new:
        _require_same_kind(target, data if isinstance(data, bytes) else b"", arguments)
    sys.stdout.flush()  # the target may be the same place
    try:
        write(
            target,
            data,
            expected=expected,
            is_new=is_new,
            streams=expected is None,
            stays=expected is None,
            permit=permit_of(arguments),
        )
    except WriteError as error:
        raise Trouble(error.sentence("--{}")) from None


def write_files(
    outputs: Iterable[tuple[str, bytes, FileState | None]], arguments: argparse.Namespace
) -> None:
    """Write several files that belong together: all of them, or none.

    Args:
        outputs: of each the path, the new content, and what it was when it was read.
        arguments: of the verb; they say what the user insists on.

    Raises:
        Trouble: one cannot be written.
    """
    from bodyplan.files.error import WriteError
    from bodyplan.files.writer import Output
    from bodyplan.files.writer import write_files as write

    try:
        write([Output(*output) for output in outputs], permit=permit_of(arguments))
    except WriteError as error:
        raise Trouble(error.sentence("--{}")) from None


def permit_of(arguments: argparse.Namespace) -> Permit:
    """What the user insists on."""
    from bodyplan.files.permit import Permit

    return Permit(arguments.force, arguments.break_links)


def require_target(target: str, arguments: argparse.Namespace, *, is_new: bool = False) -> None:
    """Check whether a file can be written, as far as one can tell before there is anything.

    What computes for long asks first.

    Raises:
        Trouble: it cannot.
    """
    from bodyplan.files.error import WriteError
    from bodyplan.files.writer import check_target

    if not is_new:
        _require_same_kind(target, b"", arguments)
    try:
        check_target(target, is_new=is_new, streams=True, stays=True, permit=permit_of(arguments))
    except WriteError as error:
        raise Trouble(error.sentence("--{}")) from None


def _require_same_kind(target: str, data: bytes, arguments: argparse.Namespace) -> None:
    """Check that an output does not replace a file of another kind.

    A robot description is replaced by one with the same root element only, binary data by binary
    data. Reports replace each other, whatever their form.

    Raises:
        Trouble: it would.
    """
    if arguments.force or not os.path.isfile(target):
        return
    try:
        with open(target, "rb") as stream:
            before, after = _kind(stream.read(_HEAD)), _kind(data[:_HEAD])
    except OSError:  # the writing will tell
        return
    if before not in (after, "nothing") and {before, after} != {"a report", "nothing"}:
        after = "a report" if after == "nothing" else after
        raise Trouble(
            f"cannot write {target}: it holds {before}, and the output is {after}; "
            f"--force overwrites it"
        )


def _kind(head: bytes) -> str:
    """What the beginning of a file says that it holds."""
    if not head.strip():
        return "nothing"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):  # UTF-16
        head = head.replace(b"\0", b"")[2:]
    if head.startswith(_MAGIC):
        return "a report"
    if b"\0" in head:
        return "binary data"
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    name = _root(head) if head.startswith(b"<") else ""
    return f"<{name}>" if name and name not in _REPORTS else "a report"


def _root(head: bytes) -> str:
    """The name of the first element; empty for none."""
    place = head.find(b"<")
    while place >= 0:
        end = next((end for begin, end in _ASIDE if head.startswith(begin, place)), None)
        if end is None:
            match = _NAME.match(head, place + 1)
            return match[0].decode("ascii") if match is not None else ""
        behind = head.find(end, place)
        place = head.find(b"<", behind) if behind >= 0 else -1
    return ""


def require_different(targets: Sequence[str]) -> None:
    """Check that no output would overwrite another one.

    Raises:
        Trouble: two names lead to one file.
    """
    for number, target in enumerate(targets):
        for other in targets[:number]:
            if os.path.realpath(other) == os.path.realpath(target) or _is_one(other, target):
                raise Trouble(f"-o {other} and -o {target} are the same file")


def _is_one(name: str, other: str) -> bool:
    """Whether two names lead to one file that is there, and no pipe or device."""
    try:
        return os.path.isfile(name) and os.path.samefile(name, other)
    except OSError:
        return False


def require_other_target(arguments: argparse.Namespace) -> None:
    """Nothing, where ``-o`` names no file that is read; what changes a file may write it anew.

    Nor is a report to be called like a description.

    Args:
        arguments: of a verb, with an output.

    Raises:
        Trouble: a table, a report or a picture would stand in the place of a description.
    """
    given = vars(arguments)
    read = [given.get(name) for name in ("robot", "srdf", "configurations")]
    only_shows = "compute" in given and not (given["compute"] or given["repair"])
    is_report = "in_place" not in given or only_shows
    if is_report:
        read += [given.get("input"), *given.get("inputs", ())]
    targets = given["output"] if isinstance(given["output"], list) else [given["output"]]
    for target in targets:
        for name in filter(None, read):
            if _is_read(target, name):
                raise Trouble(f"-o {target} would write over a file that is read")
        if is_report and "makes_robot" not in given and target.lower().endswith(_DESCRIPTIONS):
            way = "--compute and --repair write one" if only_shows else "take another ending"
            raise Trouble(f"-o {target} is called like a robot, and would hold none; {way}")
        if is_report and not arguments.force and _is_input(target):
            raise Trouble(
                f"cannot write {target}: it is called like a file that robots need, and the output "
                f"is a report; --force overwrites it"
            )


def _is_input(target: str) -> bool:
    """Whether there is a file with an ending that no report has."""
    return target.lower().endswith(_INPUTS) and os.path.isfile(target)


def _is_read(target: str, name: str) -> bool:
    """Whether a name is that of the target, or of a folder where it is a description."""
    try:
        if os.path.isdir(name):
            folder = os.path.join(os.path.realpath(name), "")
            is_inside = os.path.realpath(target).startswith(folder)
            return is_inside and os.path.isfile(target) and target.lower().endswith(_DESCRIPTIONS)
        return os.path.samefile(target, name)
    except (OSError, ValueError):  # one of them is not there
        return False
