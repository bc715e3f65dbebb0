"""Pieces of lines for an SRDF on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bodyplan.cli.drawing import Line, Span
from bodyplan.report import wording
from bodyplan.report.semantics_facts import PlaceFacts


def after_word(word: str, names: list[list[Span]]) -> list[list[Span]]:
    """Names, the first of them behind the word for what they are."""
    if names:
        names[0].insert(0, (f"{word} " if len(names) == 1 else f"{word}s ", "dim italic"))
    return names


def rest_line(count: int) -> Iterator[Line]:
    """A line that says how many are left out, where some are."""
    if count:
        yield Line((f"  and {count:,} more; --json lists all", "dim"))


def and_more(count: int) -> list[list[Span]]:
    """How many are left out, behind those that are listed."""
    return [[(f"and {count:,} more", "dim")]] if count else []


def marked(name: str, mark: str) -> list[Span]:
    """A name, and what is wrong with it."""
    spans: list[Span] = [(wording.name(name), "red" if mark else "")]
    if mark:
        spans.append((f" ({mark})", "red"))
    return spans


def style_of(place: PlaceFacts) -> str:
    """How what is wrong with a value looks."""
    return "dim" if place.mark == "added by Pinocchio" else "red"


def counted(counts: Iterable[tuple[int, str] | tuple[int, str, str]]) -> list[str]:
    """What there is, each with its number."""
    return [wording.plural(*count) for count in counts if count[0]]


def aligned(values: Sequence[float]) -> list[str]:
    """Numbers as texts of one width, their points below each other."""
    texts = [wording.number(value) for value in values]
    parts = [text.partition(".") for text in texts]
    before = max((len(whole) for whole, _, _ in parts), default=0)
    after = max((len(point + rest) for _, point, rest in parts), default=0)
    return [f"{whole:>{before}}{point + rest:<{after}}" for whole, point, rest in parts]
