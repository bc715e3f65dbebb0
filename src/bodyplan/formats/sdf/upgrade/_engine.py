"""Application of the conversion rules to a tree, one version step after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade._rule import Context, Rule, Step
from bodyplan.formats.sdf.upgrade.draft import IN_STATE, Draft
from bodyplan.spec import dotted


def climb(context: Context, steps: Iterable[Step]) -> None:
    """Convert a tree to a newer version by a series of steps, each to the next version."""
    for step in steps:
        context.draft.step = f"{dotted(step.lower)} to {dotted(step.upper)}"
        for rule in step.rules:
            for node in _nodes(context.draft, rule):
                rule.up(context, node)


def descend(context: Context, steps: Iterable[Step]) -> None:
    """Convert a tree to an older version by a series of steps, each to the previous version."""
    for step in steps:
        context.draft.step = f"{dotted(step.upper)} to {dotted(step.lower)}"
        for rule in reversed(step.rules):
            # innermost elements first, because a rule may rename an element in the path of inner
            # elements
            for node in reversed(list(_nodes(context.draft, rule))):
                rule.down(context, node)


def _nodes(draft: Draft, rule: Rule) -> Iterator[Node]:
    """Yield the elements to which a rule applies, including those that it adds meanwhile."""
    for tag, arounds in _patterns(rule.where):
        # not a copy: the list may grow during the loop
        for node in draft.tagged(tag):
            if (
                node.tag == tag.removeprefix(IN_STATE)
                and draft.is_there(node)
                and any(_is_around(draft, node, around) for around in arounds)
            ):
                yield node


@cache
def _patterns(where: str) -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
    """Parse ``Rule.where``: return each last tag of the paths, with the tags before it.

    A tag can end several paths; for each, the tags before it are listed from the parent outwards.
    """
    patterns: dict[str, list[tuple[str, ...]]] = {}
    for path in where.split():
        *around, tag = path.split("/")
        patterns.setdefault(tag, []).append(tuple(reversed(around)))
    return tuple((tag, tuple(arounds)) for tag, arounds in patterns.items())


def _is_around(draft: Draft, node: Node, tags: tuple[str, ...]) -> bool:
    around: Node | None = node
    for tag in tags:
        around = draft.parent(around) if around is not None else None
        if around is None or around.tag != tag:
            return False
    return True
