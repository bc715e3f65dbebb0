"""The files that verbs write."""

from __future__ import annotations

import argparse
import sys

from bodyplan.files import writer
from bodyplan.files.writer import Output


def write_files(*outputs: Output, arguments: argparse.Namespace) -> None:
    """Write files that belong together: all of them, or none.

    Args:
        outputs: the files to write. A target may be a pipe or a device such as ``/dev/null``,
            unless it was read as an input.
        arguments: the arguments of the verb, with ``--force``.

    Raises:
        WriteError: a file cannot be written.
    """
    sys.stdout.flush()  # a target may be standard output
    writer.write_files(*outputs, force=arguments.force, streams=True)


def require_target(target: str, arguments: argparse.Namespace) -> None:
    """Check that a file can be written, before a long computation starts.

    Raises:
        WriteError: the file cannot be written.
    """
    writer.check_target(target, force=arguments.force, streams=True)
