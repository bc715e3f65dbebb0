"""An SRDF on a terminal."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from bodyplan.cli.drawing import Line, Span, Table, cells, cropped
from bodyplan.cli.gauge import bar, gauge
from bodyplan.cli.semantic_spans import (
    after_word,
    aligned,
    and_more,
    counted,
    marked,
    rest_line,
    style_of,
)
from bodyplan.summary import (
    EffectorFacts,
    GroupFacts,
    MemberFacts,
    NameFacts,
    PlaceFacts,
    PostureFacts,
    SemanticSummary,
    words,
)

_WIDEST_GAUGE, _SLIMMEST_GAUGE = 25, 11
_WIDEST_BAR = 40
_KINDS = {
    "revolute": "bold blue",
    "continuous": "bold cyan",
    "prismatic": "bold yellow",
}
_REASONS = {
    "Adjacent": "bright_black",
    "Never": "blue",
    "Default": "magenta",
    "Always": "yellow",
    "User": "cyan",
}
_LONGEST_REASON, _REASONS_LISTED = 32, 9
_LISTED = 5  # pairs that are named where many are wrong
_MOST = 20_000  # groups, states, joints and so on that one page names; a humanoid has some hundred
_EFFECTOR_STEPS = ((0, 16), (2, 16), (3, 16), (1, 16), (3, 0), (1, 0), (2, 0))
T = TypeVar("T")
_VARIABLES = {"planar": ("x", "y", "theta"), "floating": ("x", "y", "z", "qx", "qy", "qz", "qw")}


def semantics_lines(
    summary: SemanticSummary, width: int | None, *, is_ascii: bool = False, reason: str = ""
) -> list[Line]:
    """The lines of the page.

    Args:
        summary: what to show.
        width: what it has to fit into; None for as wide as it needs.
        is_ascii: draw with ASCII.
        reason: why it is shown with this robot, or with none.
    """
    page = _Page(summary, width, is_ascii=is_ascii, reason=reason)
    sections = (
        page.head(),
        page.groups(),
        page.end_effectors(),
        page.virtual_joints(),
        page.states(),
        page.collisions(),
        page.others(),
    )
    lines: list[Line] = []
    for section in sections:
        found = list(section)
        if found:
            lines += found if not found[-1].spans else [*found, Line()]
    if summary.robot is None:
        lines.append(Line(("shown without a robot", "dim")))
        if reason:
            lines[-1].add(f": {words.name(reason)}", "dim")
        lines.append(Line(("name one with ", "dim"), ("--robot ROBOT", "bold dim")))
    return lines


class _Page:
    """The page in sections, each a few lines or none."""

    def __init__(
        self, summary: SemanticSummary, width: int | None, *, is_ascii: bool, reason: str
    ) -> None:
        self.summary = summary
        self.reason = reason
        self.width = width
        self.is_ascii = is_ascii
        self.arrow = "->" if is_ascii else "→"
        self._left = _MOST

    def head(self) -> Iterator[Line]:
        """Name, files, and what can be counted."""
        summary, robot = self.summary, self.summary.robot
        title = Line((words.name(summary.name), "bold"), (" · SRDF", "dim"))
        if summary.file:
            title.add(f" · {words.name(summary.file)}", "dim")
        yield title
        facts = self._facts()
        indent = 12 + max(len(value) for _, value, _ in facts)
        if robot is not None:
            line = Line((f"{'robot':<{indent}}", "dim"))
            line.add(words.name(robot.name), "" if robot.name == summary.name else "yellow")
            if robot.name != summary.name:
                line.add(", which is another name", "yellow")
            if robot.file:
                line.add(f" · {words.name(robot.file)}", "dim")
            yield line
            if self.reason:
                yield Line((" " * indent, ""), (f"found: {words.name(self.reason)}", "dim"))
        for label, value, more in facts:
            start: list[Span] = [(f"{label:<10}", "dim"), (f"{value:>{indent - 12}}  ", "bold")]
            first, *others = self._wrapped([[(part, "")] for part in more], indent) or [Line()]
            yield Line(*start, *first.spans[1:])
            yield from others

    def _facts(self) -> list[tuple[str, str, list[str]]]:
        """Label, value and details of each line of the head."""
        summary, collisions = self.summary, self.summary.collisions
        resolved = [group.resolved for group in summary.groups if group.resolved is not None]
        chains = sum(one.is_chain for one in resolved)
        facts = [
            (
                "groups",
                f"{len(summary.groups):,}",
                counted([(chains, "chain"), (len(resolved) - chains, "tree")]),
            ),
            ("states", f"{len(summary.states):,}", []),
        ]
        if summary.end_effectors:
            facts.append(("effectors", f"{len(summary.end_effectors):,}", []))
        if summary.robot is not None:
            links = words.plural(len(collisions.links), "link")
            of = f"of {words.plural(collisions.pairs, 'pair')} of {links}"
            facts.append(("checked", f"{collisions.checked:,}", [of]))
        elif summary.pairs:
            enabled = sum(pair.is_enabled for pair in summary.pairs)
            kinds = [f"{len(summary.pairs) - enabled:,} disabled", f"{enabled:,} enabled"]
            facts.append(("pairs", f"{len(summary.pairs):,}", kinds if enabled else kinds[:1]))
        others = counted(
            [
                (len(summary.virtual_joints), "virtual joint"),
                (len(summary.passive_joints), "passive joint"),
                (len(summary.properties), "joint property", "joint properties"),
                (len(summary.spheres), "link with spheres", "links with spheres"),
                (len(summary.by_default), "link disabled by default", "links disabled by default"),
                (sum(extra.times for extra in summary.extras), "unknown part"),
            ]
        )
        if others:
            facts.append(("also", "", others))
        return facts

    # Groups

    def groups(self) -> Iterator[Line]:
        """Each group with its size and its ends, and below that its members."""
        summary = self.summary
        if not summary.groups:
            return
        yield Line(("groups", "bold"))
        table = Table(((3, 24), (2, 0), (0, 16), (3, 0), (1, 0)), is_ascii=self.is_ascii)
        groups, rest = self._some(summary.groups)
        for group in groups:
            table.add(self._group_cells(group))
        indent = 6
        for group, line in zip(groups, table.lines(self._inner(2)), strict=True):
            yield Line(("  ", ""), *line.spans)
            yield from self._wrapped(self._member_spans(group), indent)
        yield from rest_line(rest)

    def _group_cells(self, group: GroupFacts) -> list[list[Span]]:
        style = "bold red" if group.mark else "bold"
        name: list[Span] = [(words.name(group.name), style)]
        if group.mark:
            name.append((f" ({group.mark})", "red"))
        resolved = group.resolved
        if resolved is None or not resolved.joints:
            return [name, [], [], []]
        free = resolved.independent
        count: list[Span] = [(f"{free:>3,}", "bold cyan")]
        count.append((" variable" if free == 1 else " variables", "dim"))
        kind = "chain" if resolved.is_chain else "tree"
        ends: list[Span] = []
        if resolved.is_chain:
            base, tip = words.name(resolved.base), words.name(resolved.tip)
            ends = [(f"{base} {self.arrow} {tip}", "")]
        return [name, count, [(kind, "dim")], ends]

    def _member_spans(self, group: GroupFacts) -> list[list[Span]]:
        """The members, or on a robot the joints they come to, and members that come to none."""
        members = group.members
        spans: list[list[Span]] = []
        resolved = group.resolved
        if resolved is not None and any(member.kind != "group" for member in members):
            fixed = frozenset(resolved.fixed)
            joints = [joint for joint in resolved.joints if joint not in fixed]
            moving, rest = self._some(joints)
            spans += after_word("joint", [[(words.name(joint), "dim")] for joint in moving])
            spans += and_more(rest)
            if resolved.followers:
                follow = "follows" if len(resolved.followers) == 1 else "follow"
                spans.append([(f"{len(resolved.followers):,} of them {follow}", "dim italic")])
            if fixed:
                spans.append([(f"{len(fixed):,} fixed", "dim italic")])
            members = tuple(member for member in members if member.mark)
        for kind, same in groupby(members, key=lambda member: member.kind):
            shown, rest = self._some(list(same))
            spans += after_word(kind, [self._member(member) for member in shown])
            spans += and_more(rest)
        return spans

    def _member(self, member: MemberFacts) -> list[Span]:
        text = words.name(member.name)
        if member.kind == "chain":
            text = f"{text} {self.arrow} {words.name(member.tip)}"
        spans: list[Span] = [(text, "red" if member.mark else "dim")]
        if member.mark:
            mark = "unknown" if member.mark == f"unknown {member.kind}" else member.mark
            spans.append((f" ({mark})", "red"))
        return spans

    # End effectors and virtual joints

    def end_effectors(self) -> Iterator[Line]:
        """Each end effector with its group, where it is attached, and who carries it."""
        effectors, rest = self._some(self.summary.end_effectors)
        if not effectors:
            return
        yield Line(("end effectors", "bold"))
        table = Table(_EFFECTOR_STEPS, is_ascii=self.is_ascii)
        for effector in effectors:
            table.add(self._effector_cells(effector))
        yield from self._indented(table)
        yield from rest_line(rest)

    def _effector_cells(self, effector: EffectorFacts) -> list[list[Span]]:
        name: list[Span] = [(words.name(effector.name), "bold red" if effector.mark else "bold")]
        if effector.mark:
            name.append((f" ({effector.mark})", "red"))
        carrier = effector.parent_group if effector.found_group is None else effector.found_group
        carried: list[Span] = [("moved by ", "dim"), (words.name(carrier), "")] if carrier else []
        if effector.found_group == "":
            carried = [("moved by no group", "yellow")]
        return [
            name,
            [("group ", "dim"), (words.name(effector.group), "")],
            [("on ", "dim"), (words.name(effector.parent_link), "")],
            carried,
        ]

    def virtual_joints(self) -> Iterator[Line]:
        """Each virtual joint with its two ends."""
        joints, rest = self._some(self.summary.virtual_joints)
        if not joints:
            return
        yield Line(("virtual joints", "bold"))
        table = Table(((0, 16), (2, 16), (1, 0), (2, 0)), is_ascii=self.is_ascii)
        for joint in joints:
            name: list[Span] = [(words.name(joint.name), "bold red" if joint.mark else "bold")]
            if joint.mark:
                name.append((f" ({joint.mark})", "red"))
            ends = f"{words.name(joint.parent_frame)} {self.arrow} {words.name(joint.child_link)}"
            table.add([name, [(words.name(joint.kind or "(no type)"), "magenta")], [(ends, "")]])
        yield from self._indented(table)
        yield from rest_line(rest)

    # States

    def states(self) -> Iterator[Line]:
        """Each state in a paragraph."""
        states, rest = self._some(self.summary.states)
        for state in states:
            yield from self._state(state)
            yield Line()
        if rest:
            yield Line((f"and {words.plural(rest, 'more state')}; --json lists all", "dim"))

    def _state(self, state: PostureFacts) -> Iterator[Line]:
        """Where each joint is, on a scale between its limits where they are known."""
        title = Line(("state ", "bold"), (words.name(state.name), "bold"))
        joints = words.plural(len(state.places), "joint")
        title.add(f" of {words.name(state.group)} · {joints}", "dim")
        if state.mark:
            title.add(f" ({state.mark})", "red")
        yield title
        places, rest = self._some(state.places)
        single = [place for place in places if len(place.values) == 1]
        for place in places:
            if len(place.values) != 1:
                yield self._many_values(place)
        table = Table(((2, 0), (0, 16)), is_ascii=self.is_ascii)
        for cells_ in self._scales(single):
            table.add(cells_)
        yield from self._indented(table)
        yield from rest_line(rest)
        if state.missing_count:
            shown, _ = self._some(state.missing or ())
            missing = [[(words.name(joint), "yellow")] for joint in shown]
            missing += and_more(state.missing_count - len(shown))
            yield from self._wrapped([[("without a value:", "dim")], *missing], 2, after_first=" ")

    def _many_values(self, place: PlaceFacts) -> Line:
        """A joint with several variables, each with its name where the joint is known."""
        names = _VARIABLES.get(place.kind, ())
        texts = [words.number(value) for value in place.values]
        if len(names) == len(texts):
            texts = [f"{name} {text}" for name, text in zip(names, texts, strict=True)]
        line = Line(("  ", ""), (words.name(place.joint), ""), ("  ", ""))
        line.add("  ".join(texts) or "(no value)", "magenta")
        if place.mark:
            line.add(f"  {place.mark}", style_of(place))
        return line

    def _scales(self, places: Sequence[PlaceFacts]) -> Iterator[list[list[Span]]]:
        """Name, value, scale and remark of joints with one variable."""
        limits = [self._limits(place) for place in places]
        numbers = aligned([place.values[0] for place in places])
        left_width = max((len(left) for left, _ in limits), default=0)
        right_width = max((len(right) for _, right in limits), default=0)
        names = max((cells(words.name(place.joint)) for place in places), default=0)
        room = (self.width or 200) - names - max(map(len, numbers), default=0) - 8
        has_ends = room - left_width - right_width - 2 >= _SLIMMEST_GAUGE
        size = min(_WIDEST_GAUGE, room - (left_width + right_width + 2 if has_ends else 0))
        for place, number, (left, right) in zip(places, numbers, limits, strict=True):
            style = _KINDS.get(place.kind, "bold")
            scale: list[Span] = []
            if left and size >= _SLIMMEST_GAUGE:
                value, lower, upper = place.values[0], place.lower, place.upper
                if place.kind == "continuous":
                    turned = math.remainder(value, math.tau) if math.isfinite(value) else math.nan
                    value, lower, upper = turned, -math.pi, math.pi
                scale = gauge(value, lower, upper, size, style, is_ascii=self.is_ascii)
                if scale and has_ends:
                    scale = [(f"{left:>{left_width}} ", "dim"), *scale, (f" {right}", "dim")]
            remark: list[Span] = []
            if place.mark:
                remark = [(place.mark, style_of(place))]
            yield [[(words.name(place.joint), "")], [(number, style)], scale, remark]

    def _limits(self, place: PlaceFacts) -> tuple[str, str]:
        """What stands at the ends of a scale; nothing where there is none."""
        if place.kind == "continuous":
            return ("-pi", "pi") if self.is_ascii else ("-π", "π")
        if place.kind in _KINDS and math.isfinite(place.upper - place.lower):
            return words.number(place.lower), words.number(place.upper)
        return "", ""

    # Collisions

    def collisions(self) -> Iterator[Line]:
        """How many pairs there are of each kind, as bars."""
        collisions = self.summary.collisions
        rows = [
            (
                cropped(words.name(reason or "no reason"), _LONGEST_REASON),
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
            text = words.plural(collisions.idle, "more pair")
            yield Line((f"  {text}: a link has no collision shape", "dim"))
        yield from self._wrong_pairs()

    def _bars(self, rows: Sequence[tuple[str, int, str]]) -> Iterator[Line]:
        collisions = self.summary.collisions
        if not any(count for _, count, _ in rows):
            return
        title, aside = "collisions", "  pairs of links, by the reason why they are not checked"
        yield Line((title, "bold"), (aside if self._has_room(title + aside) else "", "dim"))
        largest = max(count for _, count, _ in rows)
        names = max(cells(name) for name, _, _ in rows)
        numbers = max(len(f"{count:,}") for _, count, _ in rows)
        width = max(5, min(_WIDEST_BAR, (self.width or 200) - names - numbers - 15))
        for name, count, style in rows:
            line = Line(("  ", ""), (name + " " * (names - cells(name)), ""))
            line.add(f"  {count:>{numbers},}", "bold")
            if self.summary.robot is not None and collisions.pairs:
                line.add(f"  {100 * count / collisions.pairs:>4.1f} %", "dim")
            line.add(f"  {bar(count, largest, width, is_ascii=self.is_ascii)}", style)
            yield line

    def _wrong_pairs(self) -> Iterator[Line]:
        """What is wrong with pairs: each kind of it with the pairs, or with how many there are."""
        found: dict[str, dict[str, int]] = {}
        for pair in self.summary.pairs:
            names = f"{words.name(pair.link1)} · {words.name(pair.link2)}"
            for what in map(words.name, pair.unknown) if pair.unknown else (names,):
                if pair.mark:
                    counts = found.setdefault(pair.mark, {})
                    counts[what] = counts.get(what, 0) + 1
        for mark, counts in found.items():
            style = "yellow" if mark == "repeated" else "red"
            listed = list(counts.items())[:_LISTED]
            spans: list[list[Span]] = [
                [(name if count == 1 else f"{name} ×{count:,}", style)] for name, count in listed
            ]
            if len(counts) > _LISTED:
                spans.append([(f"and {len(counts) - _LISTED:,} more", "dim")])
            yield from self._wrapped([[(f"{mark}:", style)], *spans], 2, after_first=" ")

    def others(self) -> Iterator[Line]:
        """What else there is, each in a paragraph."""
        summary = self.summary
        yield from self._paragraph("passive joints", summary.passive_joints, _named)
        yield from self._paragraph(
            "joint properties",
            summary.properties,
            lambda one: marked(f"{words.name(one.joint)}: {one.property} = {one.value}", one.mark),
        )
        yield from self._paragraph(
            "spheres",
            summary.spheres,
            lambda one: marked(f"{words.name(one.link)} ×{one.spheres}", one.mark),
        )
        yield from self._paragraph("disabled by default", summary.by_default, _named)
        yield from self._paragraph(
            "kept as it is",
            summary.extras,
            lambda one: [(f"{one.name} ×{one.times} in <{one.inside}>", "")],
        )

    def _paragraph(
        self, title: str, items: Sequence[T], spans_of: Callable[[T], list[Span]]
    ) -> Iterator[Line]:
        """A title with what there is below it; nothing where there is nothing."""
        shown, rest = self._some(items)
        spans = [*map(spans_of, shown), *and_more(rest)]
        if spans:
            yield Line((title, "bold"))
            yield from self._wrapped(spans, 2)
            yield Line()

    # Lines

    def _some(self, items: Sequence[T]) -> tuple[Sequence[T], int]:
        """As many of these as the page has room for, and how many are left out."""
        shown = items[: self._left]
        self._left -= len(shown)
        return shown, len(items) - len(shown)

    def _has_room(self, text: str) -> bool:
        return self.width is None or cells(text) <= self.width

    def _inner(self, indent: int) -> int | None:
        return None if self.width is None else max(1, self.width - indent)

    def _indented(self, table: Table) -> Iterator[Line]:
        for line in table.lines(self._inner(2)):
            yield Line(("  ", ""), *line.spans)

    def _wrapped(
        self, parts: Sequence[list[Span]], indent: int, *, after_first: str = ", "
    ) -> list[Line]:
        """Styled parts with commas between, in lines that fit the width if they can."""
        lines: list[Line] = []
        room = (self.width or 100) - indent
        line, used = Line((" " * indent, "")), 0
        for number, part in enumerate(parts):
            is_last = number == len(parts) - 1
            comma = "" if is_last else (after_first if not number else ", ").rstrip()
            length = sum(cells(text) for text, _ in part) + len(comma)
            if used and used + 1 + length > room:
                lines.append(line)
                line, used = Line((" " * indent, "")), 0
            if used:
                line.add(" ", "")
                used += 1
            line.spans += part
            line.add(comma, "dim")
            used += length
        return [*lines, line] if used else lines


def _named(one: NameFacts) -> list[Span]:
    return marked(one.name, one.mark)
