"""The exceptions for input that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping


class InputError(OSError):
    """The input cannot be read, for example because it does not exist or is a folder."""


class ChoiceError(InputError):
    """The input can be read only if an option is set; the message names the option.

    Args:
        before: the message up to the option.
        option: the name of the option.
        after: the rest of the message.
        value: the value that the message suggests for the option; empty for none.
    """

    def __init__(self, before: str, option: str, after: str = "", value: str = "") -> None:
        self.parts = before, option, after, value
        super().__init__(f"{before}{option}={value or '...'}{after}")

    def sentence(self, spellings: Mapping[str, str]) -> str:
        """Return the message with the option as it is spelled on the command line.

        Args:
            spellings: the command-line spelling of each option that is not spelled ``--NAME``, by
                option name.
        """
        before, option, after, value = self.parts
        spelled = spellings.get(option, f"--{option}") + (f" {value}" if value else "")
        return f"{before}{spelled}{after}"
