"""Do the work of a verb on one file after the other: what goes wrong in one ends no other."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from bodyplan.cli import FINDINGS, USAGE
from bodyplan.cli.errors import InternalError
from bodyplan.cli.failure import sentence_of
from bodyplan.core import visible
from bodyplan.diag.internal import internal_error, with_hint

T = TypeVar("T")


class Failed(NamedTuple):
    """The work on a file that failed.

    Args:
        sentence: why; it is on standard error already.
        status: the exit status that this makes: 2 for input that cannot be used, 1 for a bug.
    """

    sentence: str
    status: int


def attempt(name: str, work: Callable[[], T]) -> T | Failed:
    """Do the work on one file, and say on standard error what is wrong with it.

    Args:
        name: of the file, as messages call it.
        work: what is to be done.

    Raises:
        BrokenPipeError: nobody reads the output any more, which concerns all files.
    """
    try:
        return work()
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  (one bad file never ends the run of a folder)
        sys.stdout.flush()
        failed = _failed(error, name)
    sys.stderr.write(f"bodyplan: {visible(failed.sentence)}\n")
    return failed


def _failed(error: Exception, name: str) -> Failed:
    sentence = sentence_of(error)
    if sentence is None:
        return Failed(with_hint(internal_error(error, name)), FINDINGS)
    return Failed(sentence, FINDINGS if isinstance(error, InternalError) else USAGE)
