"""What a caller insists on."""

from __future__ import annotations

from typing import NamedTuple


class Permit(NamedTuple):
    """What is written even though something is lost.

    Args:
        force: write even where a change on the disk, a protected file, its owner or its
            attributes are lost.
        break_links: replace a file that has several hard links, so that the others keep the old
            content.
    """

    force: bool = False
    break_links: bool = False


NOTHING = Permit()
