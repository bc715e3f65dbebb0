"""References of an SRDF to unknown names: the diagnostic, similar names, and the fix."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache

from bodyplan.diag import Diagnostic, Fix
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import MOST_NAMES, budget, choice, listed, unknown_name
from bodyplan.lint.rules.srdf.robot_names import Semantics, semantics
from bodyplan.semantics.problem import FREE_FLYER
from bodyplan.spec import Element

_SEPARATORS = "_-/.: "  # characters between the parts of a name
_MOST_MEANT = 3  # if more names are similar, the hint suggests no name
_MOST_LISTED = 6  # maximum number of groups in a hint if no name is similar
_SLIPS = 2  # maximum number of wrong letters in a misspelt name


def unknown_link(
    ctx: Context,
    value: Element,
    field: str,
    what: str,
    *,
    but: Collection[str] = (),
    instead: Callable[[], tuple[str, str] | None] | None = None,
) -> Iterator[Diagnostic]:
    """Yield a diagnostic if a field references a link that does not exist in the robot.

    Args:
        ctx: the context of the running rule.
        value: the element with the field.
        field: the field with the name.
        what: the beginning of the message, such as "group 'arm': link"; the name follows.
        but: names that cannot be meant.
        instead: returns the correct name if no name is similar, and the reason.
    """
    look, name = semantics(ctx), str(getattr(value, field))
    if look.has_link(name):
        return
    message = f"{what} {name!r} does not exist in {_robot(look)}"
    if name in look.joint_names:
        joint = look.joint(name)
        child = "" if joint is None else joint.child
        hint = f"{name!r} is a joint" + (f"; its child link is {child!r}" if child else "")
        # in base_link, the parent link of the joint may be meant instead
        is_meant = look.has_link(child) and field != "base_link"
        yield _of_other_kind(ctx, value, field, message, hint, child if is_meant else "", but)
    else:
        yield _unknown(ctx, value, field, message, lambda: look.links, but=but, instead=instead)


def unknown_joint(
    ctx: Context, value: Element, field: str, what: str, *, but: Collection[str] = ()
) -> Iterator[Diagnostic]:
    """Yield a diagnostic if a field references a joint that does not exist in the robot or in the SRDF.

    The arguments are those of ``unknown_link``.
    """
    look, name = semantics(ctx), str(getattr(value, field))
    if look.has_joint(name):
        return
    message = f"{what} {name!r} does not exist in {_robot(look)}"
    if name == FREE_FLYER:
        hint = "declare a <virtual_joint> for other parsers; Pinocchio adds a joint of this name"
        yield ctx.report(value, message, field=field, hint=hint)
    elif name in look.links:
        joint = look.moving(name)
        mover = "" if joint is None else joint.name
        hint = f"{name!r} is a link" + (f"; its parent joint is {mover!r}" if mover else "")
        is_meant = joint is not None and joint.type != "fixed"
        yield _of_other_kind(ctx, value, field, message, hint, mover if is_meant else "", but)
    else:
        yield _unknown(ctx, value, field, message, lambda: look.joint_names, but=but)


def unknown_group(
    ctx: Context, value: Element, field: str, what: str, *, but: Collection[str] = ()
) -> Iterator[Diagnostic]:
    """Yield a diagnostic if a field references a group that does not exist in the file.

    The arguments are those of ``unknown_link``.
    """
    look, name = semantics(ctx), str(getattr(value, field))
    if look.has_group(name):
        return
    message = f"{what} {name!r} does not exist in this file"
    yield _unknown(ctx, value, field, message, lambda: look.groups, but=but, most=_MOST_LISTED)


def _of_other_kind(
    ctx: Context,
    value: Element,
    field: str,
    message: str,
    hint: str,
    meant: str,
    but: Collection[str],
) -> Diagnostic:
    """Return the diagnostic about a joint where a link is required, or the reverse.

    Args:
        ctx: the context of the running rule.
        value: the element with the field.
        field: the field with the name.
        message: what is wrong.
        hint: the kind of thing that has this name, such as "'a' is a joint".
        meant: the correct name; empty if it is not certain.
        but: names that cannot be meant.
    """
    fix = _write(ctx, value, field, meant) if meant and meant not in but else None
    return ctx.report(value, message, field=field, hint=hint, fix=fix)


def _write(ctx: Context, value: Element, field: str, name: str) -> FixMaker:
    """Return the fix that writes a name into a field."""
    return ctx.fix_set(f"Write {name!r}", "unsafe", value, **{field: name})


def everywhere(found: Diagnostic, others: Callable[[], Iterable[Diagnostic]]) -> FixMaker:
    """Return the fix of an unknown name at all of its locations.

    Args:
        found: the diagnostic at the first location.
        others: returns the diagnostics at all other locations.
    """

    def build() -> Fix | None:
        fixes = [each.fix for each in others()] if found.fix is not None else []
        if found.fix is None or not fixes:
            return found.fix
        edits = [edit for fix in (found.fix, *fixes) if fix is not None for edit in fix.edits]
        return Fix(f"{found.fix.title} everywhere", tuple(edits), found.fix.safety)

    return build


def _unknown(
    ctx: Context,
    value: Element,
    field: str,
    message: str,
    names: Callable[[], Collection[str]],
    *,
    but: Collection[str] = (),
    instead: Callable[[], tuple[str, str] | None] | None = None,
    most: int = 0,
) -> Diagnostic:
    """Return the diagnostic about an unknown name, with similar names as the hint.

    Names that have an additional or a missing part at one end ("lf" for "lf_leg", "arm/elbow" for
    "elbow"), or two swapped letters, come first, then names with another spelling mistake. If no
    name is similar, the hint lists names that differ only in their numbers, or all names.

    Args:
        ctx: the context of the running rule.
        value: the element with the field.
        field: the field with the name.
        message: what is wrong.
        names: returns the valid names; called when the hint or the fix is needed.
        but: names that cannot be meant.
        instead: returns the correct name if no name is similar, and the reason.
        most: how many names the hint may list if no name is similar.
    """
    word = str(getattr(value, field))
    similar = unknown_name(
        ctx,
        value,
        message,
        lambda: [name for name in _alike(ctx, word, names()) if name not in but],
        field=field,
    )

    @cache
    def found() -> list[str]:
        return [name for name in _certain(ctx, word, names()) if name not in but]

    @cache
    def other() -> tuple[str, str] | None:
        return instead() if instead is not None and not found() and similar.hint is None else None

    def advice() -> str | None:
        if found():
            return f"did you mean {choice(found())}?"
        if other() is not None or similar.hint is not None:
            return similar.hint or (other() or ("", ""))[1]
        known = names()
        if len(known) > MOST_NAMES or not budget(ctx).spend(len(known)):
            return None
        left = [name for name in known if name not in but]
        near = left if 0 < len(left) <= most else _numbered_alike(word, left)
        return f"use {'' if len(near) == 1 else 'one of '}{listed(near)}" if near else None

    def fix() -> Fix | None:
        correct = other()
        if correct is not None:
            return _write(ctx, value, field, correct[0])()
        if not found():
            return similar.fix
        return _write(ctx, value, field, found()[0])() if len(found()) == 1 else None

    return ctx.report(value, message, field=field, hint=advice, fix=fix)


def _certain(ctx: Context, word: str, names: Collection[str]) -> list[str]:
    """Return names that have one part more or less at one end than a word, or two swapped letters.

    The list is empty if there are more than three such names.
    """
    if len(names) > MOST_NAMES or not budget(ctx).spend(len(names)):
        return []
    letters = sorted(word)  # in a short word, swapped letters are a large difference
    found = [
        name
        for name in names
        if (len(name) == len(word) and sorted(name) == letters and _is_slip(word, name))
        or _ends_with(word, name)
        or _ends_with(name, word)
        or _begins_with(name, word)
        or (_begins_with(word, name) and word[len(name) + 1 :] in {"joint", "link"})
    ]
    return found if len(found) <= _MOST_MEANT else []


def _begins_with(name: str, part: str) -> bool:
    return len(part) < len(name) and name.startswith(part) and name[len(part)] in _SEPARATORS


def _ends_with(name: str, part: str) -> bool:
    return 0 < len(part) < len(name) and name.endswith(part) and name[-len(part) - 1] in _SEPARATORS


def _alike(ctx: Context, word: str, names: Collection[str]) -> list[str]:
    """Return names that differ from a word by a spelling mistake."""
    if len(names) > MOST_NAMES:
        return []
    similar = budget(ctx).near(word, names, limit=8)
    return [name for name in similar if _is_slip(word.lower(), name.lower())]


def _numbered_alike(word: str, names: Collection[str]) -> list[str]:
    """Return the three names with the nearest numbers among those that differ in numbers only."""
    stem, own = _numbers().sub("0", word), _counted(word)
    same = [name for name in names if _numbers().sub("0", name) == stem]
    same.sort(key=lambda name: [abs(a - b) for a, b in zip(own, _counted(name), strict=True)])
    return sorted(same[:_MOST_MEANT], key=_counted)


@cache
def _numbers() -> re.Pattern[str]:
    return re.compile(r"[0-9]{1,9}")


def _counted(name: str) -> list[int]:
    return [int(number) for number in _numbers().findall(name)]


def _is_slip(word: str, name: str) -> bool:
    """Return whether a word is a misspelt name: at most two letters differ.

    Numbers and parts of one letter must be equal: "hip_x" and "hip_y" are different names.
    """
    if _short_parts().findall(word) != _short_parts().findall(name):
        return False
    # imported late: it costs milliseconds, and only unknown names need it
    from difflib import SequenceMatcher

    changes = SequenceMatcher(None, word, name).get_opcodes()
    slips = (max(b - a, d - c) for change, a, b, c, d in changes if change != "equal")
    return sum(slips) <= _SLIPS


@cache
def _short_parts() -> re.Pattern[str]:
    """Return a pattern of numbers and single letters, which distinguish sibling names."""
    return re.compile(r"\d+|(?<![a-z])[a-z](?![a-z])")


def _robot(look: Semantics) -> str:
    robot = look.robot.name if look.robot is not None else ""
    return f"robot {robot!r}" if robot else "the robot"
