"""The text of a comparison, as sentences and rows, for terminals and pull requests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bodyplan.compare.result import Comparison, Difference, NotCompared, Value
from bodyplan.core import listed, plural, visible
from bodyplan.diag import Where

_MOST_NUMBERS = 12
_LONGEST = 100
_REFERENCE = re.compile(r"[@#]|\b(?:GH(?=-)|www(?=\.)|(?:https?|ftp):(?=//))", re.IGNORECASE)
"""Prefixes that services turn into links: of user names, issue numbers and web addresses."""


class Row(NamedTuple):
    """One difference as text.

    Args:
        sign: "~" changed, "+" only in the second robot, "-" only in the first, "=" renamed.
        field: the field that differs; empty for the whole entity.
        change: the difference, such as "1 -> 2 rad".
        places: the locations in the files.
    """

    sign: str
    field: str
    change: str
    places: tuple[Where, ...]


_SIGNS = {"changed": "~", "added": "+", "removed": "-", "renamed": "="}


def row_of(one: Difference) -> Row:
    """Return a difference as text."""
    places = tuple(place for place in (one.where, one.other_where) if place is not None)
    first, second = value_pair(one.first, one.second)
    unit = f" {one.unit}" if one.unit else ""
    if not one.field:
        which = "second" if one.change == "added" else "first"
        called = second if one.change == "added" else first
        change = f"only in the {which} robot" + (f" ({called})" if called != "present" else "")
    elif one.change == "renamed":
        change = f"renamed to {second!r}"
    elif one.change in {"added", "removed"} or "none" in {first, second}:
        change = f"{first} -> {second}{unit}"
    elif one.first is None and one.second is None:
        amount = "" if one.amount is None else f" by {one.amount:.4g}{unit}"
        change = f"differs{amount}"
    else:
        change = f"{first} -> {second}{unit}"
    return Row(_SIGNS[one.change], one.field, change, places)


def value_pair(first: Value, second: Value) -> tuple[str, str]:
    """Return two values as texts, with enough digits to show their difference."""
    for digits in (6, 9, 17):
        texts = _text(first, digits), _text(second, digits)
        if texts[0] != texts[1]:
            break
    return texts


def _text(value: Value, digits: int) -> str:
    if value is None:
        return "none"
    if isinstance(value, tuple):
        numbers = [f"{one + 0.0:.{digits}g}" for one in value[:_MOST_NUMBERS]]
        return " ".join([*numbers, *(["..."] if value[_MOST_NUMBERS:] else [])])
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 3]}..."
    return f"{value + 0.0:.{digits}g}"


def by_entity(differences: Iterable[Difference]) -> dict[str, list[Row]]:
    """Return the differences as text, by entity."""
    found: dict[str, list[Row]] = {}
    for one in differences:
        found.setdefault(one.entity or "robot", []).append(row_of(one))
    return found


def groups_of(found: Iterable[NotCompared], names: tuple[str, str]) -> Iterator[str]:
    """Yield a line for each group of values of the same field that were not compared.

    Args:
        found: the values that were not compared.
        names: the names of the two descriptions.
    """
    groups: dict[tuple[str, str, str], list[NotCompared]] = {}
    for one in found:
        top = one.field.partition("/")[0] or one.entity.partition(" ")[0]
        groups.setdefault((one.which, top.partition("[")[0], one.reason), []).append(one)
    for (which, field, reason), several in groups.items():
        name = names[which == "second"]
        entities = dict.fromkeys(filter(None, (one.entity for one in several)))
        of = f" of {listed(entities, 2)}" if entities else ""
        count = "" if len(several) == 1 else f" ({len(several)} values)"
        yield f"{several[0].where or name}: {field}{of}{count}: {reason}"


def verdict_line(found: Comparison) -> str:
    """Return the verdict as a sentence."""
    both = f"{found.first} and {found.second}"
    only = f" in {listed(found.selected)}" if found.selected else ""
    ignored = f" ({listed(found.ignored)} ignored)" if found.ignored else ""
    counted = listed(
        f"{aspect} ({sum(one.aspect == aspect for one in found.differences):,})"
        for aspect in found.aspects
    )
    if found.verdict == "same":
        return f"{both} are the same robot{only}{ignored}"
    if found.verdict == "different":
        return f"{both} are different robots: {counted}{ignored}"
    if found.verdict == "unknown":
        count = plural(len(found.unknown), "value")
        but = f"; they differ in {counted}" if counted else ""
        return f"{both} may be different robots: {count} could not be compared{but}{ignored}"
    rest = [counted] if counted else []
    if found.not_compared:
        count = plural(len(found.not_compared), "value")
        rest.append(f"{count} that only one of the formats has")
    return f"{both} are the same robot{only} but for {' and '.join(rest)}{ignored}"


def evidence(found: Comparison) -> Iterator[str]:
    """Yield a summary of the compared values and poses."""
    if found.values:
        counts = (f"{count:,} of {aspect}" for aspect, count in found.values.items())
        yield f"compared, tolerance {found.tolerance:g}: values {', '.join(counts)}"
    motion = found.motion
    if motion is not None and motion.links:
        apart = "apart by more than any number"
        if motion.distance is not None and motion.angle is not None:
            apart = f"at most {motion.distance:.2g} m and {motion.angle:.2g} rad apart"
        links = plural(motion.links, "link")
        yield f"poses of {links} at {motion.configurations:,} random configurations: {apart}"


def markdown(found: Comparison) -> str:
    """Return a comparison as Markdown, for the comment of a pull request."""
    lines = [f"**{_escaped(verdict_line(found))}**", ""]
    if found.differences:
        lines += ["| Entity | Field | Change | Location |", "| --- | --- | --- | --- |"]
    for entity, rows in by_entity(found.differences).items():
        for row in rows:
            places = ", ".join(_escaped(str(place)) for place in row.places)
            cells = (_escaped(entity), _escaped(row.field), _escaped(row.change), places)
            lines.append(f"| {' | '.join(cells)} |")
    sections = (
        (
            "Could not be compared",
            [f"{one.entity}, {one.field}: {one.reason}" for one in found.unknown],
        ),
        ("Not compared", list(groups_of(found.not_compared, (found.first, found.second)))),
        ("Notes", [*found.notes, *evidence(found)]),
    )
    for title, entries in sections:
        if entries:
            lines += ["", "<details>", f"<summary>{title} ({len(entries)})</summary>", ""]
            lines += [f"- {_escaped(entry)}" for entry in entries]
            lines += ["", "</details>"]
    return "\n".join(lines).strip() + "\n"


def _escaped(text: str) -> str:
    """Return text escaped for Markdown, in one line: without markup, mentions and links."""
    text = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = "".join(f"\\{c}" if c in "\\`*_{}[]()#+!|~@" else c for c in text)
    # services detect mentions, issues and addresses after removing backslashes
    return _REFERENCE.sub(r"\g<0>&#8203;", text)
