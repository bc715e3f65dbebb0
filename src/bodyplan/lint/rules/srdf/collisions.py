"""What the rules on allowed collisions share: the pairs of the SRDF under check, and its messages."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bodyplan.lint.rules.srdf.semantics import semantics
from bodyplan.semantics.adjacency import Adjacency
from bodyplan.semantics.pair import PairElement, Pairs, Use
from bodyplan.spec import Element, change
from bodyplan.spec.faults import has_macro

if TYPE_CHECKING:
    from bodyplan.lint.context import Context, FixMaker


def pairs_of(ctx: Context) -> Pairs:
    """The pairs of the document under check."""
    return semantics(ctx).on_robot.pair_elements


class UnknownLinks:
    """Links that pairs name and the robot does not have.

    Args:
        ctx: of any rule for SRDF.
    """

    def __init__(self, ctx: Context) -> None:
        look, pairs = semantics(ctx), pairs_of(ctx)
        names = {name for name in pairs.names if not look.has_link(name)}
        self.uses: dict[str, list[Use]] = {}
        """The fields that name each of them."""
        for use in pairs.uses() if names else ():
            name = getattr(use.value, use.field)
            if name in names:
                self.uses.setdefault(name, []).append(use)
        self.has_macros = any(map(has_macro, pairs.names))
        """Whether a name of a pair is still to be made by a macro."""


def unknown_links(ctx: Context) -> UnknownLinks:
    """The links that pairs of the document under check name, and that do not exist."""
    return ctx.once(UnknownLinks)


def adjacency(ctx: Context) -> Adjacency:
    """The links of the robot that goes with the document under check, and which are adjacent."""
    return ctx.once(_adjacency)


def _adjacency(ctx: Context) -> Adjacency:
    return Adjacency(semantics(ctx).robot)


def called_pair(pair: PairElement) -> str:
    """The links of a pair, for a message."""
    return f"{pair.link1!r} and {pair.link2!r}"


def removal(ctx: Context, title: str, values: Collection[Element]) -> FixMaker:
    """An unsafe fix that removes several elements."""
    return ctx.fix(
        title, "unsafe", lambda: [change.remove(ctx.document, value) for value in values]
    )
