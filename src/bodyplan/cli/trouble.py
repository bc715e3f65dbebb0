"""What goes wrong for reasons that the user can change."""

from __future__ import annotations


class Trouble(ValueError):  # noqa: N818  (a sentence for the user, not a fault of the program)
    """Something the user has to change; the message is the whole story."""


class InternalTrouble(Trouble):
    """A bug of bodyplan that reading a file found; the message is its diagnostic."""
