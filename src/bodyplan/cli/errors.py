"""What goes wrong for reasons that the user can change."""

from __future__ import annotations


class UserError(ValueError):
    """Something the user has to change; the message is the whole story."""


class InternalError(UserError):
    """A bug of bodyplan that reading a file found; the message is its diagnostic."""
