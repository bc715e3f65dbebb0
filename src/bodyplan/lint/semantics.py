"""What the rules for SRDF share: who is called what there and in the robot, and unknown names.

An SRDF is checked with its robot or alone. Alone, and where the file breaks off, a name that is
not found may still exist; then every question here is answered in its favour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeVar

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats import srdf
from bodyplan.lint.names import MOST_NAMES, budget, choice, unknown_name
from bodyplan.spec import Element
from bodyplan.spec.faults import has_macro

if TYPE_CHECKING:
    from bodyplan.convert.groups import ChainRule, ResolvedGroup
    from bodyplan.formats import urdf
    from bodyplan.lint.context import Context

T = TypeVar("T", srdf.Group, srdf.VirtualJoint, srdf.EndEffector)

FREE_FLYER = "root_joint"
"""What Pinocchio calls the joint that it puts under the root link of a robot on request."""

_BETWEEN = "_-/.: "  # the parts of a name
_MOST_MEANT = 3  # names that a word may stand for; with more of them it stands for none
_SLIPS = 2  # letters; who mistypes more of a name means another one


class Semantics:
    """Look-ups over an SRDF and its robot, each made when first asked for.

    Where a name is repeated the first one counts, as it does for MoveIt. Blank names, which stand
    for missing ones, are in none of the look-ups.

    Args:
        ctx: of any rule for SRDF.
    """

    def __init__(self, ctx: Context) -> None:
        root = ctx.document.root
        self.root = root if isinstance(root, srdf.Robot) else srdf.Robot(name="")
        self.robot: urdf.Robot | None = ctx.robot if ctx.robot and ctx.robot.links else None
        """The robot; None where there is none, or one without links."""
        self._ctx = ctx

    @cached_property
    def groups(self) -> dict[str, srdf.Group]:
        """Groups by name."""
        return _by_name(self.root.groups)

    @cached_property
    def virtual_joints(self) -> dict[str, srdf.VirtualJoint]:
        """Virtual joints by name."""
        return _by_name(self.root.virtual_joints)

    @cached_property
    def end_effectors(self) -> dict[str, srdf.EndEffector]:
        """End effectors by name."""
        return _by_name(self.root.end_effectors)

    @cached_property
    def is_whole(self) -> bool:
        """Whether there is a robot whose links and joints all fit together."""
        model = self._ctx.model
        if self.robot is None or model is None:
            return False
        wanted = len(self.robot.links), len(self.robot.joints)
        return wanted == (len(model.links), len(model.joints))

    @cached_property
    def resolved(self) -> dict[str, ResolvedGroup]:
        """What each group has in the robot, by name; nothing unless the robot is whole."""
        return self._resolved("path")

    @cached_property
    def resolved_by_moveit(self) -> dict[str, ResolvedGroup]:
        """The same with the joint more that MoveIt gives to chains that go up and down."""
        return self._resolved("moveit")

    def _resolved(self, chain_rule: ChainRule) -> dict[str, ResolvedGroup]:
        from bodyplan.convert.groups import resolve_groups

        model = self._ctx.model
        if model is None or not self.is_whole:
            return {}
        return resolve_groups(self.root, model, chain_rule=chain_rule)

    @cached_property
    def circles(self) -> list[list[str]]:
        """Groups that contain themselves: each circle of them once, from its first group on."""
        from bodyplan.convert.circles import components

        order = {name: number for number, name in enumerate(self.groups)}
        found = (
            _circle(set(names), self._subgroups, order) for names in components(self._subgroups)
        )
        return sorted((circle for circle in found if circle), key=lambda circle: order[circle[0]])

    @cached_property
    def turning(self) -> frozenset[str]:
        """The groups of these circles."""
        return frozenset(name for circle in self.circles for name in circle)

    @cached_property
    def named(self) -> frozenset[str]:
        """Groups that are part of another group or of an end effector."""
        inside = (sub.name for group in self.root.groups for sub in group.subgroups)
        return frozenset([*inside, *(each.group for each in self.root.end_effectors)])

    @cached_property
    def hollow(self) -> frozenset[str]:
        """Groups without any joint; without a robot, those without members. MoveIt drops them."""
        found = {name for name, group in self.groups.items() if not group_members(group)}
        for name, resolved in self.resolved.items():
            troubles = {member.trouble for member in resolved.members}
            if not name or resolved.is_refused or "too much" in troubles:
                continue
            if not resolved.group.numbers:
                found.add(name)
        return frozenset() if self._ctx.is_broken_off else frozenset(found)

    @cached_property
    def lost(self) -> frozenset[str]:
        """Groups that are dropped for a subgroup: it is not there, hollow, lost, or leads back."""
        found = {
            name
            for name, group in self.groups.items()
            if name in self.turning
            or any(
                not self.has_group(sub.name) or sub.name in self.hollow for sub in group.subgroups
            )
        }
        return frozenset(self._with_those_around(found))

    @cached_property
    def doubtful(self) -> frozenset[str]:
        """Groups that have less in the robot than is written, themselves or in a subgroup."""
        return frozenset(
            self._with_those_around(
                name
                for name, resolved in self.resolved.items()
                if any(member.trouble not in {"", "empty"} for member in resolved.members)
            )
        )

    @cached_property
    def _subgroups(self) -> dict[str, list[str]]:
        """The subgroups of each group, those that are there."""
        return {
            name: [sub.name for sub in group.subgroups if sub.name in self.groups]
            for name, group in self.groups.items()
        }

    def _with_those_around(self, names: Iterable[str]) -> set[str]:
        """Groups, and all groups that contain one of them."""
        around: dict[str, list[str]] = {}
        for name, inside in self._subgroups.items():
            for sub in inside:
                around.setdefault(sub, []).append(name)
        found = set(names)
        waiting = list(found)
        while waiting:
            new = [name for name in around.get(waiting.pop(), ()) if name not in found]
            found.update(new)
            waiting += new
        return found

    @property
    def link_names(self) -> Collection[str]:
        """The links of the robot; nothing where there is none."""
        return self._ctx.index.links

    @cached_property
    def joint_names(self) -> Collection[str]:
        """The joints of the robot and the virtual ones."""
        return dict.fromkeys([*self._ctx.index.joints, *self.virtual_joints])

    def joint(self, name: str) -> urdf.Joint | None:
        """The joint of the robot with this name."""
        found = self._ctx.index.joints.get(name)
        return found[0] if found else None

    def moved_by(self, link: str) -> str:
        """The end of a hint: which joint moves a link, if one does."""
        into = self._ctx.index.joints_into.get(link)
        return f"; joint {into[0].name!r} moves it" if into and into[0].name else ""

    def has_link(self, name: str) -> bool:
        """Whether a name may be that of a link."""
        return self.robot is None or name in self._ctx.index.links or _says_nothing(name)

    def has_joint(self, name: str) -> bool:
        """Whether a name may be that of a joint, of the robot or a virtual one."""
        return (
            self.robot is None
            or self._ctx.is_broken_off
            or name in self._ctx.index.joints
            or name in self.virtual_joints
            or _says_nothing(name)
        )

    def has_group(self, name: str) -> bool:
        """Whether a name may be that of a group. It needs no robot to tell."""
        return name in self.groups or self._ctx.is_broken_off or _says_nothing(name)


def semantics(ctx: Context) -> Semantics:
    """The look-ups of the document under check."""
    return ctx.once(Semantics)


def group_members(group: srdf.Group) -> list[Element]:
    """All that stands directly in a group: links, joints, chains, subgroups."""
    return [*group.links, *group.joints, *group.chains, *group.subgroups]


def unknown_link(
    ctx: Context, value: Element, field: str, what: str, *, but: Collection[str] = ()
) -> Iterator[Diagnostic]:
    """A finding where a field names a link that the robot does not have.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        field: the field that holds the name.
        what: the beginning of the message, such as "group 'arm' has link"; the name follows.
        but: links that cannot be meant.
    """
    look, name = semantics(ctx), str(getattr(value, field))
    if look.has_link(name):
        return
    hint = None
    if name in look.joint_names:
        joint = look.joint(name)
        moves = f"; it moves link {joint.child!r}" if joint is not None and joint.child else ""
        hint = f"{name!r} is a joint{moves}"
    message = f"{what} {name!r}, which {_robot(look)} does not have"
    yield _unknown(ctx, value, field, message, lambda: look.link_names, hint, but)


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
    hint = None
    if name == FREE_FLYER:
        hint = "Pinocchio adds a joint of this name; declare a <virtual_joint> for other readers"
    elif name in look.link_names:
        hint = f"{name!r} is a link" + look.moved_by(name)
    message = f"{what} {name!r}, which {_robot(look)} does not have"
    yield _unknown(ctx, value, field, message, lambda: look.joint_names, hint, but)


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

    message = f"{what} {name!r}, which the file does not have"
    yield _unknown(ctx, value, field, message, lambda: look.groups, but=but)


def _unknown(
    ctx: Context,
    value: Element,
    field: str,
    message: str,
    names: Callable[[], Collection[str]],
    hint: str | None = None,
    but: Collection[str] = (),
) -> Diagnostic:
    """The finding about a name that is none of some names; those that it may stand for are told.

    A name that has lost or gained a part at one end ("lf" for "lf_leg", "arm/elbow" for "elbow")
    comes first; without one of that kind, a name that differs by a slip of the pen.
    """
    word = str(getattr(value, field))
    if hint is not None:
        return ctx.report(value, message, field=field, hint=hint)
    similar = unknown_name(
        ctx,
        value,
        message,
        lambda: [name for name in _alike(ctx, word, names()) if name not in but],
        field=field,
    )

    @cache
    def found() -> list[str]:
        return [name for name in _longer_or_shorter(ctx, word, names()) if name not in but]

    def advice() -> str | None:
        return f"did you mean {choice(found())}?" if found() else similar.hint

    def fix() -> Fix | None:
        if not found():
            return similar.fix
        name = found()[0]
        make = ctx.fix_set(f"Write {name!r}", "unsafe", value, **{field: name})
        return make() if len(found()) == 1 else None

    return ctx.report(value, message, field=field, hint=advice, fix=fix)


def _longer_or_shorter(ctx: Context, word: str, names: Collection[str]) -> list[str]:
    """Up to three names that are a word with a part more or less; none where there are more."""
    if len(names) > MOST_NAMES or not budget(ctx).spend(len(names)):
        return []
    found = [
        name
        for name in names
        if _ends_with(word, name)
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
    similar = budget(ctx).near(word, names, limit=8) if len(names) <= MOST_NAMES else []
    return [name for name in similar if _is_slip(word.lower(), name.lower())]


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


def _circle(
    names: set[str], inside: Mapping[str, Iterable[str]], order: dict[str, int]
) -> list[str]:
    """A circle among groups that all lead to each other; none for one that is not in itself."""
    walked: dict[str, int] = {}
    name: str | None = min(names, key=order.__getitem__)
    while name is not None and name not in walked:
        walked[name] = len(walked)
        name = next((sub for sub in inside[name] if sub in names), None)
    if name is None:
        return []
    circle = list(walked)[walked[name] :]
    first = circle.index(min(circle, key=order.__getitem__))
    return circle[first:] + circle[:first]


def _robot(look: Semantics) -> str:
    robot = look.robot.name if look.robot is not None else ""
    return f"robot {robot!r}" if robot else "the robot"


def _says_nothing(name: str) -> bool:
    """Whether a name is missing or still to be made by a macro; X103 or X110 speaks then."""
    return not name or has_macro(name)


def _by_name(values: Iterable[T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for value in values:
        if value.name:
            found.setdefault(value.name, value)
    return found
