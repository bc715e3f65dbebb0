"""The exception of writing."""

from __future__ import annotations

import os
from typing import Literal

Option = Literal["force", "break_links"]


class WriteError(OSError):
    """A file cannot be written: data would be lost, or the operating system reports an error.

    The file on disk is unchanged.

    Args:
        path: the file, as passed by the caller.
        reason: why it is not written, as the end of a sentence.
        option: the argument that writes it nevertheless; None without such an argument.
        effect: what this argument does, such as "overwrites it".
        errno: the number of the system error, if there was one.
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
        """The reason, without the argument that overrides it."""
        return f"cannot write {self.path}: {self.reason}"

    def sentence(self, form: str) -> str:
        """Return the reason, and the argument or option that overrides it.

        Args:
            form: how the argument is written; "{}=True" or "--{}".
        """
        if self.option is None:
            return self.fact
        name = self.option.replace("_", "-") if form.startswith("--") else self.option
        return f"{self.fact}; {form.replace('{}', name)} {self.effect}"


def system_error(path: str, error: OSError) -> WriteError:
    """Return the exception of writing for a system error."""
    reason = error.strerror or (os.strerror(error.errno) if error.errno else str(error))
    return WriteError(path, reason[:1].lower() + reason[1:], errno=error.errno)
