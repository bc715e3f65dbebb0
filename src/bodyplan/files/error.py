"""The exception for a file that cannot be written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal


class WriteError(OSError):
    """A file cannot be written: data would be lost, or the operating system reports an error.

    The file on disk is unchanged.

    Args:
        path: the file, as passed by the caller.
        reason: the reason, as the end of a sentence.
        option: the argument that allows writing the file nevertheless; None without one.
        effect: the effect of this argument, such as "overwrites it".
        errno: the number of the system error, if there was one.
    """

    def __init__(
        self,
        path: str,
        reason: str,
        option: Literal["force"] | None = None,
        effect: str = "",
        errno: int | None = None,
    ) -> None:
        super().__init__(path, reason, option, effect, errno)
        self.errno = errno
        self.filename = path
        self.path = path
        self.reason = reason
        self.option = option
        self.effect = effect

    def __str__(self) -> str:
        return self.sentence("{}=True")

    def __reduce__(self) -> tuple[type[WriteError], tuple[object, ...]]:
        return type(self), (self.path, self.reason, self.option, self.effect, self.errno)

    def sentence(self, form: str) -> str:
        """Return the reason, and the argument or option that overrides it.

        Args:
            form: the form of the argument; "{}=True" or "--{}".
        """
        remedy = f"; {form.replace('{}', self.option)} {self.effect}" if self.option else ""
        return f"cannot write {self.path}: {self.reason}{remedy}"


@contextmanager
def system_errors_named(path: str, *, of_others: bool = True) -> Iterator[None]:
    """Convert system errors to ``WriteError``.

    Args:
        path: the file, as the caller named it.
        of_others: whether to convert also errors that already name a file, which may be another
            file, such as one that is read while ``path`` is written.
    """
    try:
        yield
    except (BrokenPipeError, WriteError):
        raise
    except OSError as error:
        if error.filename is not None and not of_others:
            raise
        reason = error.strerror or (os.strerror(error.errno) if error.errno else str(error))
        raise WriteError(path, reason[:1].lower() + reason[1:], errno=error.errno) from None
