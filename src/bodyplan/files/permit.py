"""Losses that a caller permits when writing a file."""

from __future__ import annotations

from typing import NamedTuple


class Permit(NamedTuple):
    """Losses that a caller permits when writing a file.

    Args:
        force: write even if a change on disk, a write protection, the owner or attributes are
            lost.
        break_links: replace a file that has several hard links, so that the others keep the old
            content.
    """

    force: bool = False
    break_links: bool = False


NOTHING = Permit()
