"""Chains: the path from one link to another."""

from __future__ import annotations

from bodyplan.core import Record
from bodyplan.model.joint import Joint


class Chain(Record):
    """The path from one link to another along the tree.

    Args:
        base: the name of the first link.
        tip: the name of the last link.
        ancestor: the name of the highest link on the path; the base if the base is above the tip.
        up: joints from the base up to the ancestor, in this order.
        down: joints from the ancestor down to the tip, in this order.
    """

    base: str
    tip: str
    ancestor: str
    up: tuple[Joint, ...] = ()
    down: tuple[Joint, ...] = ()

    @property
    def joints(self) -> tuple[Joint, ...]:
        """All joints of the chain, from the base to the tip."""
        return self.up + self.down
