"""The exception of writing."""

from __future__ import annotations

import os
from typing import Literal

Option = Literal["force", "break_links"]


class WriteError(OSError):
    """A file is not written: something would be lost, or the system refuses.

    What was on the disk stays as it was.

    Args:
        path: the file, as the caller named it.
        reason: why it is not written, as the end of a sentence.
        option: the argument that writes all the same; None where no argument helps.
        effect: what this argument does, such as "overwrites it".
        errno: the number of the error of the system, if there was one.
    """

    def __init__(
        self,
        path: str,
        reason: str,
        option: Option | None = None,
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

    @property
    def fact(self) -> str:
        """What is wrong, without the way out."""
        return f"cannot write {self.path}: {self.reason}"

    def sentence(self, form: str) -> str:
        """What is wrong, and the argument or option that writes all the same.

        Args:
            form: how the argument is written; "{}=True" or "--{}".
        """
        if self.option is None:
            return self.fact
        name = self.option.replace("_", "-") if form.startswith("--") else self.option
        return f"{self.fact}; {form.replace('{}', name)} {self.effect}"


def system_error(path: str, error: OSError) -> WriteError:
    """The exception of writing for an error of the system."""
    reason = error.strerror or (os.strerror(error.errno) if error.errno else str(error))
    return WriteError(path, reason[:1].lower() + reason[1:], errno=error.errno)
