"""The link pairs of an SRDF: the number of pairs for each reason, and problems of pairs."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bodyplan.cli.pages._scales import bar
from bodyplan.cli.pages._srdf_layout import Layout
from bodyplan.cli.pages.drawing import Line, Span, cells, cropped
from bodyplan.report import wording
from bodyplan.report.semantics_facts import SemanticSummary

_WIDEST_BAR = 40
_REASONS = {
    "Adjacent": "bright_black",
    "Never": "blue",
    "Default": "magenta",
    "Always": "yellow",
    "User": "cyan",
}
_LONGEST_REASON, _REASONS_LISTED = 32, 9
_LISTED = 5  # maximum number of pairs listed for one problem


class Pairs:
    """The pairs that are checked for collision, and the disabled pairs."""

    def __init__(self, summary: SemanticSummary, layout: Layout) -> None:
        self.summary, self.layout = summary, layout

    def collisions(self) -> Iterator[Line]:
        """Yield the number of pairs of each kind, as bars."""
        collisions = self.summary.collisions
        rows = [
            (
                cropped(wording.name(reason or "no reason"), _LONGEST_REASON),
                count,
                _REASONS.get(reason, "white"),
            )
            for reason, count in collisions.reasons[:_REASONS_LISTED]
        ]
        others = sum(count for _, count in collisions.reasons[_REASONS_LISTED:])
        if others:
            rows.append(("other reasons", others, "white"))
        if collisions.disabled_by_default and self.summary.robot is not None:
            rows.append(("by default", collisions.disabled_by_default, "bright_black"))
        if collisions.enabled:
            rows.append(("enabled", collisions.enabled, "green"))
        if self.summary.robot is not None:
            rows.append(("checked", collisions.checked - collisions.enabled, "green"))
        yield from self._bars(rows)
        if collisions.idle and self.summary.robot is not None:
            text = wording.plural(collisions.idle, "more pair")
            yield Line((f"  {text}: a link has no collision shape", "dim"))
        yield from self._wrong_pairs()

    def _bars(self, rows: Sequence[tuple[str, int, str]]) -> Iterator[Line]:
        collisions = self.summary.collisions
        if not any(count for _, count, _ in rows):
            return
        title, aside = "collisions", "  pairs of links, by the reason why they are not checked"
        yield Line((title, "bold"), (aside if self.layout.has_room(title + aside) else "", "dim"))
        largest = max(count for _, count, _ in rows)
        names = max(cells(name) for name, _, _ in rows)
        numbers = max(len(f"{count:,}") for _, count, _ in rows)
        width = max(5, min(_WIDEST_BAR, (self.layout.width or 200) - names - numbers - 15))
        for name, count, style in rows:
            line = Line(("  ", ""), (name + " " * (names - cells(name)), ""))
            line.add(f"  {count:>{numbers},}", "bold")
            if self.summary.robot is not None and collisions.pairs:
                line.add(f"  {100 * count / collisions.pairs:>4.1f} %", "dim")
            line.add(f"  {bar(count, largest, width, is_ascii=self.layout.is_ascii)}", style)
            yield line

    def _wrong_pairs(self) -> Iterator[Line]:
        """Yield a line for each kind of problem, with the pairs or links that have it."""
        found: dict[str, dict[str, int]] = {}
        for pair in self.summary.pairs:
            names = f"{wording.name(pair.link1)} · {wording.name(pair.link2)}"
            for what in map(wording.name, pair.unknown) if pair.unknown else (names,):
                if pair.mark:
                    counts = found.setdefault(pair.mark, {})
                    counts[what] = counts.get(what, 0) + 1
        for mark, counts in found.items():
            style = "yellow" if mark == "duplicate" else "red"
            listed = list(counts.items())[:_LISTED]
            spans: list[list[Span]] = [
                [(name if count == 1 else f"{name} ×{count:,}", style)] for name, count in listed
            ]
            if len(counts) > _LISTED:
                spans.append([(f"and {len(counts) - _LISTED:,} more", "dim")])
            yield from self.layout.wrapped([[(f"{mark}:", style)], *spans], 2, after_first=" ")
