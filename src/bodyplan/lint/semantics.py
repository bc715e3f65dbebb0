"""What the rules for SRDF share: who is called what there and in the robot, and unknown names.

An SRDF is checked with its robot or alone. Alone, and where the file breaks off, a name that is
not found may still exist; then every question here is answered in its favour.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeVar

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats import srdf
from bodyplan.lint.names import MOST_NAMES, budget, choice, unknown_name
from bodyplan.spec import Element
from bodyplan.spec.faults import has_macro

if TYPE_CHECKING:
    from difflib import SequenceMatcher

    from bodyplan.formats import urdf
    from bodyplan.lint.context import Context

T = TypeVar("T", srdf.Group, srdf.VirtualJoint, srdf.EndEffector)

FREE_FLYER = "root_joint"
"""What Pinocchio calls the joint that it puts under the root link of a robot on request."""

_BETWEEN = "_-/.: "  # the parts of a name
_MOST_MEANT = 3  # names that a word may stand for; with more of them it stands for none
_SLIP = 0.8  # so alike are two names of which one is mistyped


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


def unknown_link(ctx: Context, value: Element, field: str, what: str) -> Iterator[Diagnostic]:
    """A finding where a field names a link that the robot does not have.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        field: the field that holds the name.
        what: the beginning of the message, such as "group 'arm' has link"; the name follows.
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
    yield _unknown(ctx, value, field, message, lambda: look.link_names, hint)


def unknown_joint(ctx: Context, value: Element, field: str, what: str) -> Iterator[Diagnostic]:
    """A finding where a field names a joint that neither the robot nor the SRDF has.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        field: the field that holds the name.
        what: the beginning of the message, such as "group 'arm' has joint"; the name follows.
    """
    look, name = semantics(ctx), str(getattr(value, field))
    if look.has_joint(name):
        return
    hint = None
    if name == FREE_FLYER:
        hint = "Pinocchio adds a joint of this name; declare a <virtual_joint> for other readers"
    elif name in look.link_names:
        hint = f"{name!r} is a link; name the joint that moves it"
    message = f"{what} {name!r}, which {_robot(look)} does not have"
    yield _unknown(ctx, value, field, message, lambda: look.joint_names, hint)


def unknown_group(
    ctx: Context, value: Element, field: str, what: str, *, but: Iterable[str] = ()
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

    def others() -> list[str]:
        left_out = set(but)
        return [group for group in look.groups if group not in left_out]

    yield _unknown(ctx, value, field, f"{what} {name!r}, which the file does not have", others)


def _unknown(
    ctx: Context,
    value: Element,
    field: str,
    message: str,
    names: Callable[[], Collection[str]],
    hint: str | None = None,
) -> Diagnostic:
    """The finding about a name that is none of some names; those that it may stand for are told.

    A name that has lost or gained a part at one end ("lf" for "lf_leg", "arm/elbow" for "elbow")
    comes first; without one of that kind, a name that differs by a slip of the pen.
    """
    word = str(getattr(value, field))
    if hint is not None:
        return ctx.report(value, message, field=field, hint=hint)
    similar = unknown_name(ctx, value, message, lambda: _alike(ctx, word, names()), field=field)

    @cache
    def found() -> list[str]:
        return _longer_or_shorter(ctx, word, names())

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
    """Names that differ from a word by a slip of the pen, not by one of several parts."""
    similar = budget(ctx).near(word, names, limit=8) if len(names) <= MOST_NAMES else []
    if not similar:
        return []
    from difflib import SequenceMatcher  # costs milliseconds, needed for faults only

    same = SequenceMatcher(b=word.lower())
    return [name for name in similar if _ratio(same, name) >= _SLIP]


def _ratio(same: SequenceMatcher[str], name: str) -> float:
    same.set_seq1(name.lower())
    return same.ratio()


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
