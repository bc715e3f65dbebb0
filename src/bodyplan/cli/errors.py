"""Errors that the user can correct."""

from __future__ import annotations


class UserError(ValueError):
    """An error that the user can correct; the message explains how."""


class InternalError(UserError):
    """A bug in bodyplan, found while reading a file; the message is that of the diagnostic."""
