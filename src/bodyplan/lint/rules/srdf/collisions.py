"""Helpers for the rules on allowed collisions: the pairs of the SRDF, and text for messages."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.semantics.adjacency import Adjacency
from bodyplan.semantics.pair import PairElement, Pairs, Use
from bodyplan.spec import Element, change
from bodyplan.spec.faults import has_macro

if TYPE_CHECKING:
    from bodyplan.lint.context import Context, FixMaker


def pairs_of(ctx: Context) -> Pairs:
    """Return the pairs of the document that is checked."""
    return semantics(ctx).on_robot.pair_elements


class UnknownLinks:
    """Names of nonexistent links in the pairs of an SRDF.

    Args:
        ctx: the context of any rule for SRDF.
    """

    def __init__(self, ctx: Context) -> None:
        look, pairs = semantics(ctx), pairs_of(ctx)
        names = {name for name in pairs.names if not look.has_link(name)}
        self.uses: dict[str, list[Use]] = {}
        """The fields that contain each unknown name."""
        for use in pairs.uses() if names else ():
            name = getattr(use.value, use.field)
            if name in names:
                self.uses.setdefault(name, []).append(use)
        self.has_macros = any(map(has_macro, pairs.names))
        """Whether a name in a pair is an unexpanded macro."""


def unknown_links(ctx: Context) -> UnknownLinks:
    """Return the names of nonexistent links in the pairs of the document."""
    return ctx.once(UnknownLinks)


def adjacency(ctx: Context) -> Adjacency:
    """Return the adjacent links of the robot."""
    return ctx.once(_adjacency)


def _adjacency(ctx: Context) -> Adjacency:
    return Adjacency(semantics(ctx).robot)


def called_pair(pair: PairElement) -> str:
    """Return the links of a pair, for a message."""
    return f"{pair.link1!r} and {pair.link2!r}"


def removal(ctx: Context, title: str, values: Collection[Element]) -> FixMaker:
    """Return an unsafe fix that removes several elements."""
    return ctx.fix(
        title, "unsafe", lambda: [change.remove(ctx.document, value) for value in values]
    )
