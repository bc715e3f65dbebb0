"""Names that an SRDF looks for in vain: the finding, what may be meant, and the fix."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache

from bodyplan.diag import Diagnostic, Fix
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.names import MOST_NAMES, budget, choice, listed, unknown_name
from bodyplan.lint.rules.srdf.semantics import Semantics, semantics
from bodyplan.semantics.problem import FREE_FLYER
from bodyplan.spec import Element

_BETWEEN = "_-/.: "  # the parts of a name
_MOST_MEANT = 3  # names that a word may stand for; with more of them it stands for none
_MOST_LISTED = 6  # groups that a hint lists where none is near
_SLIPS = 2  # letters; who mistypes more of a name means another one


def unknown_link(
    ctx: Context,
    value: Element,
    field: str,
    what: str,
    *,
    but: Collection[str] = (),
    instead: Callable[[], tuple[str, str] | None] | None = None,
) -> Iterator[Diagnostic]:
    """A finding where a field names a link that the robot does not have.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        field: the field that holds the name.
        what: the beginning of the message, such as "group 'arm' has link"; the name follows.
        but: links that cannot be meant.
        instead: where no name is near, the link that belongs there, and a sentence that says why.
    """
    look, name = semantics(ctx), str(getattr(value, field))
    if look.has_link(name):
        return
    message = f"{what} {name!r}, which does not exist in {_robot(look)}"
    if name in look.joint_names:
        joint = look.joint(name)
        child = "" if joint is None else joint.child
        hint = f"{name!r} is a joint" + (f"; it moves link {child!r}" if child else "")
        is_meant = look.has_link(child) and field != "base_link"  # what it hangs on is as likely
        yield _of_other_kind(ctx, value, field, message, hint, child if is_meant else "", but)
    else:
        yield _unknown(ctx, value, field, message, lambda: look.links, but=but, instead=instead)


def unknown_joint(
    ctx: Context, value: Element, field: str, what: str, *, but: Collection[str] = ()
) -> Iterator[Diagnostic]:
    """A finding where a field names a joint that neither the robot nor the SRDF has.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        field: the field that holds the name.
        what: the beginning of the message, such as "group 'arm' has joint"; the name follows.
        but: joints that cannot be meant.
    """
    look, name = semantics(ctx), str(getattr(value, field))
    if look.has_joint(name):
        return
    message = f"{what} {name!r}, which does not exist in {_robot(look)}"
    if name == FREE_FLYER:
        hint = "declare a <virtual_joint> for other parsers; Pinocchio adds a joint of this name"
        yield ctx.report(value, message, field=field, hint=hint)
    elif name in look.links:
        joint = look.moving(name)
        mover = "" if joint is None else joint.name
        hint = f"{name!r} is a link" + (f"; joint {mover!r} moves it" if mover else "")
        is_meant = joint is not None and joint.type != "fixed"
        yield _of_other_kind(ctx, value, field, message, hint, mover if is_meant else "", but)
    else:
        yield _unknown(ctx, value, field, message, lambda: look.joint_names, but=but)


def unknown_group(
    ctx: Context, value: Element, field: str, what: str, *, but: Collection[str] = ()
) -> Iterator[Diagnostic]:
    """A finding where a field names a group that the file does not have.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        field: the field that holds the name.
        what: the beginning of the message, such as "state 'home' is of group"; the name follows.
        but: groups that cannot be meant.
    """
    look, name = semantics(ctx), str(getattr(value, field))
    if look.has_group(name):
        return

    message = f"{what} {name!r}, which does not exist in this file"
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
    """The finding about a joint where a link belongs, or a link where a joint does.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        field: the field that holds the name.
        message: what is wrong.
        hint: what the name is.
        meant: the name that belongs there; empty where that is not certain.
        but: names that cannot be meant.
    """
    fix = ctx.fix_set(f"Write {meant!r}", "unsafe", value, **{field: meant})
    return ctx.report(
        value, message, field=field, hint=hint, fix=fix if meant and meant not in but else None
    )


def everywhere(found: Diagnostic, others: Callable[[], Iterable[Diagnostic]]) -> FixMaker:
    """The fix of a finding about a name, made wherever the name stands.

    Args:
        found: the finding where the name stands first.
        others: makes those for all other places.
    """

    def build() -> Fix | None:
        fixes = [each.fix for each in others()] if found.fix is not None else []
        if found.fix is None or not fixes:
            return found.fix
        edits = [edit for fix in (found.fix, *fixes) if fix is not None for edit in fix.edits]
        return Fix(f"{found.fix.title} in all of them", tuple(edits), found.fix.safety)

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
    """The finding about a name that is none of some names; those that it may stand for are told.

    A name that has lost or gained a part at one end ("lf" for "lf_leg", "arm/elbow" for "elbow"),
    or has two letters swapped, comes first; without one of that kind, a name that differs by a
    slip of the pen. Where there is none of these, the hint names what else there is: names with
    another number, or all names.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        field: the field that holds the name.
        message: what is wrong.
        names: those that would do; asked for when the hint or the fix is.
        but: names that cannot be meant.
        instead: where no name is near, the one that belongs there, and a sentence that says why.
        most: how many names a hint may list.
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
        return f"there {'is' if len(near) == 1 else 'are'} {listed(near)}" if near else None

    def fix() -> Fix | None:
        belongs = other()
        if belongs is not None:
            make = ctx.fix_set(f"Write {belongs[0]!r}", "unsafe", value, **{field: belongs[0]})
            return make()
        if not found():
            return similar.fix
        name = found()[0]
        make = ctx.fix_set(f"Write {name!r}", "unsafe", value, **{field: name})
        return make() if len(found()) == 1 else None

    return ctx.report(value, message, field=field, hint=advice, fix=fix)


def _certain(ctx: Context, word: str, names: Collection[str]) -> list[str]:
    """Names that are a word with a part more or less, or with letters swapped; at most three.

    Of more of them none is told.
    """
    if len(names) > MOST_NAMES or not budget(ctx).spend(len(names)):
        return []
    letters = sorted(word)  # two that are swapped make a short word look like another one
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
    return len(part) < len(name) and name.startswith(part) and name[len(part)] in _BETWEEN


def _ends_with(name: str, part: str) -> bool:
    return 0 < len(part) < len(name) and name.endswith(part) and name[-len(part) - 1] in _BETWEEN


def _alike(ctx: Context, word: str, names: Collection[str]) -> list[str]:
    """Names that differ from a word by a slip of the pen."""
    if len(names) > MOST_NAMES:
        return []
    similar = budget(ctx).near(word, names, limit=8)
    return [name for name in similar if _is_slip(word.lower(), name.lower())]


def _numbered_alike(word: str, names: Collection[str]) -> list[str]:
    """Up to three names that differ from a word in their numbers only, the nearest ones."""
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
    """Whether at most two letters differ, none of them a part of its own ("hip_x", "hip_y")."""
    if _short_parts().findall(word) != _short_parts().findall(name):
        return False
    from difflib import SequenceMatcher  # costs milliseconds, needed for faults only

    changes = SequenceMatcher(None, word, name).get_opcodes()
    slips = (max(b - a, d - c) for change, a, b, c, d in changes if change != "equal")
    return sum(slips) <= _SLIPS


@cache
def _short_parts() -> re.Pattern[str]:
    """Numbers and single letters: they tell a name from those of its siblings."""
    return re.compile(r"\d+|(?<![a-z])[a-z](?![a-z])")


def _robot(look: Semantics) -> str:
    robot = look.robot.name if look.robot is not None else ""
    return f"robot {robot!r}" if robot else "the robot"
