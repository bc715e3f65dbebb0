"""The page of an SRDF."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from bodyplan.cli.pages._srdf_layout import Layout, after_word, and_more, counted, marked, rest_line
from bodyplan.cli.pages._srdf_pairs import Pairs
from bodyplan.cli.pages._srdf_states import States
from bodyplan.cli.pages.drawing import Line, Span, Table
from bodyplan.report import wording
from bodyplan.report.semantics_facts import (
    EffectorFacts,
    GroupFacts,
    MemberFacts,
    NameFacts,
    SemanticSummary,
)

_EFFECTOR_STEPS = ((0, 16), (2, 16), (3, 16), (1, 16), (3, 0), (1, 0), (2, 0))
T = TypeVar("T")


def semantics_lines(
    summary: SemanticSummary, width: int | None, *, is_ascii: bool = False, reason: str = ""
) -> list[Line]:
    """Return the lines of the page.

    Args:
        summary: the summary of the SRDF.
        width: columns that the lines must fit; None for no limit.
        is_ascii: whether to use only ASCII.
        reason: why the SRDF is shown with this robot, or without a robot.
    """
    layout = Layout(width, is_ascii=is_ascii)
    page = _Page(summary, layout, reason)
    sections = (
        page.head(),
        page.groups(),
        page.end_effectors(),
        page.virtual_joints(),
        States(summary, layout).states(),
        Pairs(summary, layout).collisions(),
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
            lines[-1].add(f": {wording.name(reason)}", "dim")
        lines.append(Line(("name it with ", "dim"), ("--robot ROBOT", "bold dim")))
    return lines


class _Page:
    """The sections of the page."""

    def __init__(self, summary: SemanticSummary, layout: Layout, reason: str) -> None:
        self.summary, self.layout, self.reason = summary, layout, reason

    def head(self) -> Iterator[Line]:
        """Yield name, files and counts."""
        summary, robot = self.summary, self.summary.robot
        title = Line((wording.name(summary.name), "bold"), (" · SRDF", "dim"))
        if summary.file:
            title.add(f" · {wording.name(summary.file)}", "dim")
        yield title
        facts = self._facts()
        indent = 12 + max(len(value) for _, value, _ in facts)
        if robot is not None:
            line = Line((f"{'robot':<{indent}}", "dim"))
            line.add(wording.name(robot.name), "" if robot.name == summary.name else "yellow")
            if robot.name != summary.name:
                line.add(" (another name)", "yellow")
            if robot.file:
                line.add(f" · {wording.name(robot.file)}", "dim")
            yield line
            if self.reason:
                yield Line((" " * indent, ""), (f"found: {wording.name(self.reason)}", "dim"))
        for label, value, more in facts:
            start: list[Span] = [(f"{label:<10}", "dim"), (f"{value:>{indent - 12}}  ", "bold")]
            first, *others = self.layout.wrapped([[(part, "")] for part in more], indent) or [
                Line()
            ]
            yield Line(*start, *first.spans[1:])
            yield from others

    def _facts(self) -> list[tuple[str, str, list[str]]]:
        """Return label, value and details of each fact."""
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
            links = wording.plural(len(collisions.links), "link")
            of = f"of {wording.plural(collisions.pairs, 'pair')} of {links}"
            facts.append(("checked", f"{collisions.checked:,}", [of]))
        elif summary.pairs:
            enabled = sum(pair.is_enabled for pair in summary.pairs)
            kinds = [f"{len(summary.pairs) - enabled:,} disabled", f"{enabled:,} enabled"]
            facts.append(("pairs", f"{len(summary.pairs):,}", kinds if enabled else kinds[:1]))
        others = counted(
            [
                (len(summary.virtual_joints), "virtual joint"),
                (len(summary.passive_joints), "passive joint"),
                (len(summary.joint_properties), "joint property", "joint properties"),
                (len(summary.spheres), "link with spheres", "links with spheres"),
                (
                    len(summary.disabled_by_default),
                    "link disabled by default",
                    "links disabled by default",
                ),
                (sum(extra.times for extra in summary.extensions), "unknown part"),
            ]
        )
        if others:
            facts.append(("also", "", others))
        return facts

    # Groups

    def groups(self) -> Iterator[Line]:
        """Yield each group with its number of variables and, for a chain, its ends; then its members."""
        summary = self.summary
        if not summary.groups:
            return
        yield Line(("groups", "bold"))
        table = Table(((3, 24), (2, 0), (0, 16), (3, 0), (1, 0)), is_ascii=self.layout.is_ascii)
        groups, rest = self.layout.some(summary.groups)
        for group in groups:
            table.add(self._group_cells(group))
        indent = 6
        for group, line in zip(groups, table.lines(self.layout.inner(2)), strict=True):
            yield Line(("  ", ""), *line.spans)
            yield from self.layout.wrapped(self._member_spans(group), indent)
        yield from rest_line(rest)

    def _group_cells(self, group: GroupFacts) -> list[list[Span]]:
        style = "bold red" if group.mark else "bold"
        name: list[Span] = [(wording.name(group.name), style)]
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
            base, tip = wording.name(resolved.base), wording.name(resolved.tip)
            ends = [(f"{base} {self.layout.arrow} {tip}", "")]
        return [name, count, [(kind, "dim")], ends]

    def _member_spans(self, group: GroupFacts) -> list[list[Span]]:
        """Return the members of a group; if its joints are known, these and the wrong members."""
        members = group.members
        spans: list[list[Span]] = []
        resolved = group.resolved
        if resolved is not None and any(member.kind != "group" for member in members):
            fixed = frozenset(resolved.fixed)
            joints = [joint for joint in resolved.joints if joint not in fixed]
            moving, rest = self.layout.some(joints)
            spans += after_word("joint", [[(wording.name(joint), "dim")] for joint in moving])
            spans += and_more(rest)
            if resolved.followers:
                mimic = "mimic joint" if len(resolved.followers) == 1 else "mimic joints"
                spans.append([(f"{len(resolved.followers):,} {mimic}", "dim italic")])
            if fixed:
                spans.append([(f"{len(fixed):,} fixed", "dim italic")])
            members = tuple(member for member in members if member.mark)
        for kind, same in groupby(members, key=lambda member: member.kind):
            shown, rest = self.layout.some(list(same))
            spans += after_word(kind, [self._member(member) for member in shown])
            spans += and_more(rest)
        return spans

    def _member(self, member: MemberFacts) -> list[Span]:
        text = wording.name(member.name)
        if member.kind == "chain":
            text = f"{text} {self.layout.arrow} {wording.name(member.tip)}"
        spans: list[Span] = [(text, "red" if member.mark else "dim")]
        if member.mark:
            mark = "unknown" if member.mark == f"unknown {member.kind}" else member.mark
            spans.append((f" ({mark})", "red"))
        return spans

    # End effectors and virtual joints

    def end_effectors(self) -> Iterator[Line]:
        """Yield each end effector with its group, parent link and the group that moves it."""
        effectors, rest = self.layout.some(self.summary.end_effectors)
        if not effectors:
            return
        yield Line(("end effectors", "bold"))
        table = Table(_EFFECTOR_STEPS, is_ascii=self.layout.is_ascii)
        for effector in effectors:
            table.add(self._effector_cells(effector))
        yield from self.layout.indented(table)
        yield from rest_line(rest)

    def _effector_cells(self, effector: EffectorFacts) -> list[list[Span]]:
        name: list[Span] = [(wording.name(effector.name), "bold red" if effector.mark else "bold")]
        if effector.mark:
            name.append((f" ({effector.mark})", "red"))
        carrier = effector.parent_group if effector.found_group is None else effector.found_group
        carried: list[Span] = [("moved by ", "dim"), (wording.name(carrier), "")] if carrier else []
        if effector.found_group == "":
            carried = [("moved by no group", "yellow")]
        return [
            name,
            [("group ", "dim"), (wording.name(effector.group), "")],
            [("on ", "dim"), (wording.name(effector.parent_link), "")],
            carried,
        ]

    def virtual_joints(self) -> Iterator[Line]:
        """Yield each virtual joint with its type, parent frame and child link."""
        joints, rest = self.layout.some(self.summary.virtual_joints)
        if not joints:
            return
        yield Line(("virtual joints", "bold"))
        table = Table(((0, 16), (2, 16), (1, 0), (2, 0)), is_ascii=self.layout.is_ascii)
        for joint in joints:
            name: list[Span] = [(wording.name(joint.name), "bold red" if joint.mark else "bold")]
            if joint.mark:
                name.append((f" ({joint.mark})", "red"))
            ends = f"{wording.name(joint.parent_frame)} {self.layout.arrow} {wording.name(joint.child_link)}"
            table.add([name, [(wording.name(joint.type or "(no type)"), "magenta")], [(ends, "")]])
        yield from self.layout.indented(table)
        yield from rest_line(rest)

    def others(self) -> Iterator[Line]:
        """Yield the other elements, each kind in a paragraph."""
        summary = self.summary
        yield from self._paragraph("passive joints", summary.passive_joints, _named)
        yield from self._paragraph(
            "joint properties",
            summary.joint_properties,
            lambda one: marked(
                f"{wording.name(one.joint)}: {one.property} = {one.value}", one.mark
            ),
        )
        yield from self._paragraph(
            "spheres",
            summary.spheres,
            lambda one: marked(f"{wording.name(one.link)} ×{one.spheres}", one.mark),
        )
        yield from self._paragraph("disabled by default", summary.disabled_by_default, _named)
        yield from self._paragraph(
            "other elements",
            summary.extensions,
            lambda one: [(f"{one.name} ×{one.times} in <{one.inside}>", "")],
        )

    def _paragraph(
        self, title: str, items: Sequence[T], spans_of: Callable[[T], list[Span]]
    ) -> Iterator[Line]:
        """Yield a title with its entries; nothing without entries."""
        shown, rest = self.layout.some(items)
        spans = [*map(spans_of, shown), *and_more(rest)]
        if spans:
            yield Line((title, "bold"))
            yield from self.layout.wrapped(spans, 2)
            yield Line()


def _named(one: NameFacts) -> list[Span]:
    return marked(one.name, one.mark)
