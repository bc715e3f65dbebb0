"""The exception of input that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping


class InputError(OSError):
    """The input cannot be read: no such file, a folder, no permission, no such sample."""


class ChoiceError(InputError):
    """An input that needs another choice of the caller; the message names the option.

    Args:
        before: the message up to the option.
        option: its name.
        after: the rest of the message.
        value: its value in the message; any if empty.
    """

    def __init__(self, before: str, option: str, after: str = "", value: str = "") -> None:
        self.parts = before, option, after, value
        super().__init__(f"{before}{option}={value or '...'}{after}")

    def sentence(self, spellings: Mapping[str, str]) -> str:
        """Return the message with the option as a command line has it.

        Args:
            spellings: of options that are not ``--NAME``.
        """
        before, option, after, value = self.parts
        spelled = spellings.get(option, f"--{option}") + (f" {value}" if value else "")
        return f"{before}{spelled}{after}"
