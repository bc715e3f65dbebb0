"""The exceptions for input that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping


class InputError(OSError):
    """The input cannot be read: it does not exist, is a folder, or the access is not permitted."""


class ChoiceError(InputError):
    """The input can be read only with another option; the message names this option.

    Args:
        before: the message up to the option.
        option: the name of the option.
        after: the rest of the message.
        value: the value of the option in the message; if empty, the message names no value.
    """

    def __init__(self, before: str, option: str, after: str = "", value: str = "") -> None:
        self.parts = before, option, after, value
        super().__init__(f"{before}{option}={value or '...'}{after}")

    def sentence(self, spellings: Mapping[str, str]) -> str:
        """Return the message with the option spelled as on the command line.

        Args:
            spellings: the spellings of options that differ from ``--NAME``, by option.
        """
        before, option, after, value = self.parts
        spelled = spellings.get(option, f"--{option}") + (f" {value}" if value else "")
        return f"{before}{spelled}{after}"
