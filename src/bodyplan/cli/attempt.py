"""Processing several files: an error in one file does not stop the others."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from bodyplan.cli import FINDINGS, USAGE
from bodyplan.cli.errors import InternalError
from bodyplan.cli.failure import sentence_of
from bodyplan.core import visible
from bodyplan.diag.diagnostic import internal_error, with_hint

T = TypeVar("T")


class Failed(NamedTuple):
    """The failure of the work on one file.

    Args:
        sentence: the reason, which was already printed on standard error.
        status: the exit status: 2 for unusable input, 1 for a bug.
    """

    sentence: str
    status: int


def attempt(name: str, work: Callable[[], T]) -> T | Failed:
    """Do the work on one file, and report an error on standard error.

    Args:
        name: the name of the file in messages.
        work: the function to call.

    Raises:
        BrokenPipeError: the output is closed, so no further file can be processed.
    """
    try:
        return work()
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  (an error in one file must not end the run)
        sys.stdout.flush()
        failed = _failed(error, name)
    sys.stderr.write(f"bodyplan: {visible(failed.sentence)}\n")
    return failed


def _failed(error: Exception, name: str) -> Failed:
    sentence = sentence_of(error)
    if sentence is None:
        return Failed(with_hint(internal_error(error, name)), FINDINGS)
    return Failed(sentence, FINDINGS if isinstance(error, InternalError) else USAGE)
