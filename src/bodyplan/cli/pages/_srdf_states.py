"""The states of an SRDF: the position of each joint, on a scale between its limits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from bodyplan.cli.pages._scales import limit_scale
from bodyplan.cli.pages._srdf_layout import Layout, aligned, and_more, rest_line, style_of
from bodyplan.cli.pages.drawing import Line, Span, Table, cells
from bodyplan.report import wording
from bodyplan.report.semantics_facts import PlaceFacts, PostureFacts, SemanticSummary

_WIDEST_GAUGE, _SLIMMEST_GAUGE = 25, 11
_KINDS = {
    "revolute": "bold blue",
    "continuous": "bold cyan",
    "prismatic": "bold yellow",
}
_VARIABLES = {"planar": ("x", "y", "theta"), "floating": ("x", "y", "z", "qx", "qy", "qz", "qw")}


class States:
    """The states, each in a paragraph."""

    def __init__(self, summary: SemanticSummary, layout: Layout) -> None:
        self.summary, self.layout = summary, layout

    def states(self) -> Iterator[Line]:
        """Yield each state as a paragraph."""
        states, rest = self.layout.some(self.summary.states)
        for state in states:
            yield from self._state(state)
            yield Line()
        if rest:
            yield Line((f"and {wording.plural(rest, 'more state')}; --json lists all", "dim"))

    def _state(self, state: PostureFacts) -> Iterator[Line]:
        """Yield the position of each joint, on a scale between its limits if they are known."""
        title = Line(("state ", "bold"), (wording.name(state.name), "bold"))
        joints = wording.plural(len(state.places), "joint")
        title.add(f" of {wording.name(state.group)} · {joints}", "dim")
        if state.mark:
            title.add(f" ({state.mark})", "red")
        yield title
        places, rest = self.layout.some(state.places)
        single = [place for place in places if len(place.values) == 1]
        for place in places:
            if len(place.values) != 1:
                yield self._many_values(place)
        table = Table(((2, 0), (0, 16)), is_ascii=self.layout.is_ascii)
        for cells_ in self._scales(single):
            table.add(cells_)
        yield from self.layout.indented(table)
        yield from rest_line(rest)
        if state.missing_count:
            shown, _ = self.layout.some(state.missing or ())
            missing = [[(wording.name(joint), "yellow")] for joint in shown]
            missing += and_more(state.missing_count - len(shown))
            yield from self.layout.wrapped(
                [[("without a value:", "dim")], *missing], 2, after_first=" "
            )

    def _many_values(self, place: PlaceFacts) -> Line:
        """Return the line of a joint with several variables; if its type is known, name them."""
        names = _VARIABLES.get(place.type, ())
        texts = [wording.number(value) for value in place.values]
        if len(names) == len(texts):
            texts = [f"{name} {text}" for name, text in zip(names, texts, strict=True)]
        line = Line(("  ", ""), (wording.name(place.joint), ""), ("  ", ""))
        line.add("  ".join(texts) or "(no value)", "magenta")
        if place.mark:
            line.add(f"  {place.mark}", style_of(place))
        return line

    def _scales(self, places: Sequence[PlaceFacts]) -> Iterator[list[list[Span]]]:
        """Yield name, value, scale and remark of joints with one variable."""
        limits = [self._limits(place) for place in places]
        numbers = aligned([place.values[0] for place in places])
        left_width = max((len(left) for left, _ in limits), default=0)
        right_width = max((len(right) for _, right in limits), default=0)
        names = max((cells(wording.name(place.joint)) for place in places), default=0)
        room = (self.layout.width or 200) - names - max(map(len, numbers), default=0) - 8
        has_ends = room - left_width - right_width - 2 >= _SLIMMEST_GAUGE
        size = min(_WIDEST_GAUGE, room - (left_width + right_width + 2 if has_ends else 0))
        for place, number, (left, right) in zip(places, numbers, limits, strict=True):
            style = _KINDS.get(place.type, "bold")
            scale: list[Span] = []
            if left and size >= _SLIMMEST_GAUGE:
                value, lower, upper = place.values[0], place.lower, place.upper
                if place.type == "continuous":
                    turned = math.remainder(value, math.tau) if math.isfinite(value) else math.nan
                    value, lower, upper = turned, -math.pi, math.pi
                scale = limit_scale(value, lower, upper, size, style, is_ascii=self.layout.is_ascii)
                if scale and has_ends:
                    scale = [(f"{left:>{left_width}} ", "dim"), *scale, (f" {right}", "dim")]
            remark: list[Span] = []
            if place.mark:
                remark = [(place.mark, style_of(place))]
            yield [[(wording.name(place.joint), "")], [(number, style)], scale, remark]

    def _limits(self, place: PlaceFacts) -> tuple[str, str]:
        """Return the labels at the ends of a scale; empty without a scale."""
        if place.type == "continuous":
            return ("-pi", "pi") if self.layout.is_ascii else ("-π", "π")
        if place.type in _KINDS and math.isfinite(place.upper - place.lower):
            return wording.number(place.lower), wording.number(place.upper)
        return "", ""
