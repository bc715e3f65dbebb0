"""Groups of one side of the robot whose members are on another side: S114."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from bodyplan.diag import Diagnostic
from bodyplan.edit.srdf_vocabulary import Position, is_place, placed, position_of, words_of
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import MOST_NAMES, budget, called
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import Semantics, semantics
from bodyplan.spec import Element

_SAME_END = {"hind": "rear", "back": "rear"}
_INITIAL = re.compile("[bfhlmr]", re.IGNORECASE)
"""Every word for a side or end begins with one of these letters."""


class _Member(NamedTuple):
    """A name in a group.

    Args:
        value: the element with the name.
        field: the field that contains the name.
        what: the beginning of a message; the name follows.
        known: all names of links, joints or groups.
    """

    value: Element
    field: str
    what: str
    known: Collection[str]


@rule("S114", "member-of-another-side", severity="warning", fix="sometimes")
def member_of_another_side(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """The name of a member refers to another side of the robot than the name of its group.

    ## Why it matters
    Groups of arms and legs are often copied, and one name is not changed: the group of the right
    leg then ends at the left foot, and moves both legs. The rule looks for left and right, front
    and rear, also as letters (`l_`, `LF`, `rh`). It reports a member if most other members are on
    the side of the group, or if the member's name with this side exists as well.

    ## What MoveIt says
    Nothing when it loads the file. The group has the joints of two limbs, so a kinematics solver
    rejects it, or the wrong arm moves.

    ## Example
        <group name="rh_leg">
          <joint name="rh_hip_joint"/>
          <joint name="rh_knee_joint"/>
          <chain base_link="trunk" tip_link="lh_foot"/>
        </group>

    ## Use instead
        <group name="rh_leg">
          <joint name="rh_hip_joint"/>
          <joint name="rh_knee_joint"/>
          <chain base_link="trunk" tip_link="rh_foot"/>
        </group>

    ## Fix safety
    Writing the name with the side of the group is unsafe: the name of the group may be wrong
    instead.
    """
    if _INITIAL.search(group.name) is None:
        return
    own = position_of(words_of(group.name))
    if not any(own) or _is_of_both(group.name):
        return
    look = semantics(ctx)
    agreeing, others, present = 0, list[_Member](), set[str]()
    for member in _members(group, look):
        present.add(_name(member))
        place, _ = placed(_name(member))
        if _differ(own, place):
            others.append(member)
        elif any(place):
            agreeing += 1
    if not others or 0 < agreeing <= len(others):
        return
    twins = [_twin(ctx, member, own) for member in others]
    if not agreeing and not all(twins):
        return
    for member, found in zip(others, twins, strict=True):
        twin = found if found not in present else None
        yield ctx.report(
            member.value,
            f"{member.what} {_name(member)!r}, which is named after another side",
            field=member.field,
            hint=f"did you mean {twin!r}?" if twin else None,
            fix=ctx.fix_set(f"Write {twin!r}", "unsafe", member.value, **{member.field: twin})
            if twin
            else None,
        )


def _members(group: srdf.Group, look: Semantics) -> Iterator[_Member]:
    what = called("group", group.name)
    for link in group.links:
        yield _Member(link, "name", f"{what} has link", look.links)
    for joint in group.joints:
        yield _Member(joint, "name", f"{what} has joint", look.joint_names)
    for chain in group.chains:
        yield _Member(chain, "base_link", f"chain of {what} begins at link", look.links)
        yield _Member(chain, "tip_link", f"chain of {what} ends at link", look.links)
    for subgroup in group.subgroups:
        yield _Member(subgroup, "name", f"{what} has subgroup", look.groups)


def _name(member: _Member) -> str:
    return str(getattr(member.value, member.field))


def _is_of_both(name: str) -> bool:
    """Return whether a name contains two sides or two ends."""
    places = [position_of([word]) for word in words_of(name) if is_place(word)]
    return any(_differ(one, other) for one in places for other in places)


def _differ(one: Position, other: Position) -> bool:
    """Return whether two positions exclude each other: left and right, or front and rear."""
    return any(
        a and b and _SAME_END.get(a, a) != _SAME_END.get(b, b)
        for a, b in zip(one, other, strict=True)
    )


def _twin(ctx: Context, member: _Member, own: Position) -> str | None:
    """Return the only known name that equals a member's name except for the side of its group."""
    place, rest = placed(_name(member))
    wanted = tuple(mine or theirs for mine, theirs in zip(own, place, strict=True))
    if len(member.known) > MOST_NAMES or not budget(ctx).spend(len(member.known)):
        return None
    found = [name for name in member.known if placed(name) == (wanted, rest)]
    return found[0] if len(found) == 1 else None
