"""Names that some tools refuse, change, or cannot refer to. N0xx."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.formats import urdf
from bodyplan.formats.editing import rename_edits
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.names import listed
from bodyplan.lint.rule import rule
from bodyplan.spec import Namespace, change

Named = urdf.Robot | urdf.Link | urdf.Joint
N = TypeVar("N", bound=Named)
_MANY = 10  # more names than this with the same fault are told in one finding
_WORDS: dict[type, str] = {urdf.Robot: "robot", urdf.Link: "link", urdf.Joint: "joint"}
_CONTROL = r"[\0-\x1f\x7f-\x9f\u2028\u2029]"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:- \t\n\r\v\f")


@rule("N001", "shared-name", severity="warning", fix="sometimes")
def shared_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A joint has the name of a link.

    ## Why it matters
    URDF keeps links and joints apart, but SDFormat 1.7 and later do not: Gazebo converts the file,
    then refuses the result because two siblings share a name. A `<gazebo reference="...">` cannot
    say which of the two it means.

    ## Example
        <link name="wheel"/>
        <joint name="wheel" type="fixed"><parent link="base"/><child link="wheel"/></joint>

    ## Use instead
        <link name="wheel"/>
        <joint name="wheel_joint" type="fixed"><parent link="base"/><child link="wheel"/></joint>

    ## Fix safety
    Renaming the joint is unsafe: controllers and other files may know it by its name.
    """
    links = ctx.index.links
    found = [joint for joint in robot.joints if joint.name and joint.name in links]
    yield from _each(
        found,
        ctx,
        lambda value: (
            f"joint {value.name!r} has the name of a link; SDFormat refuses siblings of one name"
        ),
        lambda names: (
            f"{len(names)} joints have the names of links; SDFormat refuses siblings of one name: "
            f"{listed(names)}"
        ),
        lambda value: f"{value.name}_joint",
        hint="give the joint another name",
    )


@rule("N002", "scope-in-name", severity="warning", fix="sometimes")
def scope_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name contains `::`.

    ## Why it matters
    In SDFormat `::` separates a model from what is inside it, so `arm::hand` means the `hand` of
    the model `arm`. Since version 1.8 such a name is refused, and Gazebo cannot load the robot.

    ## Example
        <link name="arm::hand"/>

    ## Use instead
        <link name="arm_hand"/>

    ## Fix safety
    Renaming is unsafe: other files may know the name.
    """
    yield from _each(
        [value for value in _named(robot) if "::" in value.name],
        ctx,
        lambda value: f"{_called(value)} contains '::', which SDFormat keeps for nested models",
        lambda names: (
            f"{len(names)} names contain '::', which SDFormat keeps for nested models: "
            f"{listed(names)}"
        ),
        lambda value: re.sub("::+", "_", value.name).strip("_") or "unnamed",
    )


@rule("N003", "reserved-name", severity="warning", fix="sometimes")
def reserved_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name is one that SDFormat keeps for itself.

    ## Why it matters
    `world` and all names that begin and end with two underscores, such as `__model__`, have a fixed
    meaning in SDFormat, so Gazebo refuses a robot or a joint that is called so. (A link `world` at
    the root is understood as the world; elsewhere it has a rule of its own, N008.)

    ## Example
        <link name="__model__"/>

    ## Use instead
        <link name="model"/>

    ## Fix safety
    Renaming is unsafe: other files may know the name.
    """
    found = [
        value
        for value in _named(robot)
        if (value.name.startswith("__") and value.name.endswith("__") and len(value.name) > 3)
        or (value.name == "world" and not isinstance(value, urdf.Link))
    ]
    yield from _each(
        found,
        ctx,
        lambda value: f"{_called(value)} is reserved in SDFormat, so Gazebo refuses it",
        lambda names: f"{len(names)} names are reserved in SDFormat: {listed(names)}",
        lambda value: value.name.strip("_ ").replace("world", f"world_{_WORDS[type(value)]}"),
    )


@rule("N004", "slash-in-name", severity="info", fix="sometimes")
def slash_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A link or joint has a slash in its name.

    ## Why it matters
    ROS puts slashes between name spaces: `left/hand` reads as the frame `hand` of a robot `left`.
    A slash at the beginning is worse (a warning): tf2 refuses such frames, so the link never
    appears in the tree of transforms. USD and files named after links cannot hold a slash either.

    ## Example
        <link name="/base_link"/>

    ## Use instead
        <link name="base_link"/>

    ## Fix safety
    Renaming is unsafe: other files may know the name.
    """
    found = [value for value in _parts(robot) if "/" in value.name]
    leading = [value for value in found if value.name.startswith("/")]
    inside = [value for value in found if not value.name.startswith("/")]
    yield from _each(
        leading,
        ctx,
        lambda value: f"{_called(value)} begins with a slash, which tf2 refuses",
        lambda names: f"{len(names)} names begin with a slash, which tf2 refuses: {listed(names)}",
        lambda value: value.name.strip("/").replace("/", "_"),
        severity=Severity.WARNING,
    )
    yield from _each(
        inside,
        ctx,
        lambda value: f"{_called(value)} contains a slash, which ROS reads as a name space",
        lambda names: (
            f"{len(names)} names contain a slash, which ROS reads as a name space: {listed(names)}"
        ),
        lambda value: value.name.strip("/").replace("/", "_"),
    )


@rule("N005", "blank-in-name", severity="warning", fix="sometimes")
def blank_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name has a blank before, behind or inside it.

    ## Why it matters
    URDF compares names letter by letter, so `arm` and `arm ` are two links that look the same.
    SRDF and SDFormat trim the names they read, so they can never refer to the one with the blank.
    A blank inside is only a nuisance (an info): lists of names in parameters and on command lines
    fall apart at blanks.

    ## Example
        <link name="arm "/>

    ## Use instead
        <link name="arm"/>

    ## Fix safety
    Renaming is unsafe: other files may know the name.
    """
    plain = [value for value in _named(robot) if " " in value.name]
    plain = [value for value in plain if not _has_control(value, ctx)]
    around = [value for value in plain if value.name != value.name.strip(" ")]
    inside = [value for value in plain if value.name == value.name.strip(" ")]
    yield from _each(
        around,
        ctx,
        lambda value: (
            f"{_called(value)} has blanks around it; SRDF and SDFormat cannot refer to it"
        ),
        lambda names: (
            f"{len(names)} names have blanks around them; SRDF and SDFormat cannot refer to them: "
            f"{listed(names)}"
        ),
        lambda value: "_".join(value.name.split()),
    )
    yield from _each(
        [value for value in inside if not isinstance(value, urdf.Robot)],
        ctx,
        lambda value: f"{_called(value)} contains a blank; lists of names fall apart there",
        lambda names: (
            f"{len(names)} names contain a blank; lists of names fall apart there: {listed(names)}"
        ),
        lambda value: "_".join(value.name.split()),
        severity=Severity.INFO,
    )


@rule("N006", "control-character-in-name", severity="warning", fix="sometimes")
def control_character_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name contains a tab, a line break or another control character.

    ## Why it matters
    XML readers turn a tab or line break inside an attribute into a blank; the reference reader of
    URDF keeps it. The same link then has two names, and no other file can refer to both. Other
    control characters cannot be seen, typed or searched for.

    ## Example
        <link name="left
          arm"/>

    ## Use instead
        <link name="left_arm"/>

    ## Fix safety
    Renaming is unsafe: other files may know the name.
    """
    yield from _each(
        [value for value in _named(robot) if _has_control(value, ctx)],
        ctx,
        lambda value: (
            f"{_called(value)} contains a tab, line break or control character; readers disagree "
            "about it"
        ),
        lambda names: (
            f"{len(names)} names contain tabs, line breaks or control characters: {listed(names)}"
        ),
        lambda value: "_".join(re.sub(_CONTROL, " ", value.name).split()) or "unnamed",
    )


@rule("N007", "unusual-character-in-name", severity="info", fix="never")
def unusual_character_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A link or joint has a character in its name that many tools cannot take.

    ## Why it matters
    Letters of other scripts, quotes and most punctuation are allowed in URDF, but not everywhere
    the name goes: USD takes letters, digits and `_`; ROS parameters and topics take little more;
    shells and file systems have meanings of their own. Converters then write another name.

    ## Example
        <link name="roue#1"/>

    ## Use instead
        <link name="roue_1"/>
    """
    found = [
        value
        for value in _parts(robot)
        if not _PLAIN.issuperset(value.name)
        and "${" not in value.name
        and "$(" not in value.name
        and not _is_control(value.name)
    ]
    yield from _each(
        found,
        ctx,
        lambda value: f"{_called(value)} contains {_unusual(value.name)}, which not all tools take",
        lambda names: (
            f"{len(names)} names have characters that not all tools take: {listed(names)}"
        ),
        hint="letters a to z, digits, '_', '-' and '.' are safe almost everywhere",
    )


@rule("N008", "world-below-the-root", severity="warning", fix="sometimes")
def world_below_the_root(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A link called `world` is not the root.

    ## Why it matters
    By convention `world` is the fixed ground that a robot stands on. MuJoCo takes a link of that
    name for its own world body, and SDFormat refuses it, so a `world` that is carried around by the
    robot is lost or fixed to the ground.

    ## Example
        <joint name="mount" type="fixed"><parent link="base"/><child link="world"/></joint>

    ## Use instead
        <joint name="mount" type="fixed"><parent link="world"/><child link="base"/></joint>

    ## Fix safety
    Renaming the link is unsafe: parent and child of the joint may be swapped instead.
    """
    for link in ctx.index.links.get("world", ())[:1]:
        joint = next(iter(ctx.index.joints_into.get("world", ())), None)
        if joint is not None and robot.links:
            yield ctx.report(
                link,
                f"link 'world' is not the root: it is the child of joint {joint.name!r}",
                field="name",
                hint="MuJoCo and SDFormat keep this name for the ground; rename the link, or make "
                "it the root",
                fix=_rename(link, "world_link", ctx),
            )


@rule("N009", "names-differ-in-case", severity="info")
def names_differ_in_case(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two links or two joints have names that differ in upper and lower case only.

    ## Why it matters
    URDF tells `Arm` and `arm` apart; people do not, and neither do file systems on Windows and
    macOS where a tool writes one file for each link. A reference in the wrong case then finds the
    other one, without an error.

    ## Example
        <link name="arm"/>
        <link name="Arm"/>

    ## Use instead
        <link name="left_arm"/>
        <link name="right_arm"/>
    """
    groups: tuple[tuple[urdf.Link | urdf.Joint, ...], ...] = (robot.links, robot.joints)
    for values in groups:
        spellings: dict[str, str] = {}
        clashes: dict[str, tuple[urdf.Link | urdf.Joint, str]] = {}
        for value in values:
            first = spellings.setdefault(value.name.casefold(), value.name)
            if first != value.name:
                clashes.setdefault(value.name, (value, first))
        if len(clashes) > _MANY:
            value, _ = next(iter(clashes.values()))
            yield ctx.report(
                value,
                f"{len(clashes)} names differ from others in upper and lower case only: "
                f"{listed(list(clashes))}",
                field="name",
                hint="names that differ in more than case are harder to confuse",
            )
            continue
        for value, first in clashes.values():
            yield ctx.report(
                value,
                f"{_called(value)} differs from {first!r} in upper and lower case only",
                field="name",
                hint="names that differ in more than case are harder to confuse",
            )


@rule("N010", "empty-name", severity="warning", fix="never")
def empty_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name is written, but empty.

    ## Why it matters
    The reference reader takes the empty name as a name like any other. Nothing can refer to it: no
    joint can lead to such a link, so beside other links it is a second root, and the file is
    refused (then this is an error). SDFormat, MuJoCo and USD need names for robot, links and joints.

    ## Example
        <link name=""/>

    ## Use instead
        <link name="base_link"/>
    """
    told: set[type] = set()
    for value in (*_named(robot), *robot.materials):
        if value.name or type(value) in told or not ctx.written(value, "name"):
            continue
        told.add(type(value))  # further ones are duplicates, and told as such
        word = _WORDS.get(type(value), "material")
        is_lost = word == "link" and len(ctx.index.links) > 1
        also = ", so no joint can lead to it and it is a second root" if is_lost else ""
        yield ctx.report(
            value,
            f"the name of this {word} is empty{also}",
            field="name",
            severity=Severity.ERROR if is_lost else None,
            hint=f"give the {word} a name",
        )


def _named(robot: urdf.Robot) -> tuple[Named, ...]:
    return (robot, *robot.links, *robot.joints)


def _parts(robot: urdf.Robot) -> tuple[urdf.Link | urdf.Joint, ...]:
    return (*robot.links, *robot.joints)


def _called(value: Named) -> str:
    return f"{_WORDS[type(value)]} name {value.name!r}"


def _unusual(name: str) -> str:
    """The first character that is not plain, for a message."""
    return next(repr(character) for character in name if character not in _PLAIN)


def _has_control(value: Named, ctx: Context) -> bool:
    """Whether a name has a control character, or had one before the XML reader made it a blank."""
    if _is_control(value.name):
        return True
    if " " not in value.name:
        return False
    node = ctx.document.node(value)
    span = ctx.document.layout.attribute(node, "name") if node is not None else None
    if span is None:
        return False
    written = ctx.document.layout.text[slice(*span.value)]
    return any(blank in written for blank in "\t\n\r")


def _is_control(name: str) -> bool:
    return not name.isprintable() and re.search(_CONTROL, name) is not None


def _each(
    values: list[N],
    ctx: Context,
    one: Callable[[N], str],
    many: Callable[[list[str]], str],
    other_name: Callable[[N], str] | None = None,
    *,
    severity: Severity | None = None,
    hint: str = "use letters, digits and '_'",
) -> Iterator[Diagnostic]:
    """A finding for each name with its fix; one for all where there are many."""
    if len(values) > _MANY:
        message = many([value.name for value in values])
        yield ctx.report(values[0], message, field="name", severity=severity, hint=hint)
        return
    for value in values:
        fix = _rename(value, other_name(value), ctx) if other_name is not None else None
        yield ctx.report(value, one(value), field="name", severity=severity, hint=hint, fix=fix)


def _rename(value: Named, name: str, ctx: Context) -> FixMaker:
    """A fix that renames with every reference in the file; the name gets a number if it is taken."""

    def build() -> Fix | None:
        taken = {*ctx.index.links, *ctx.index.joints}
        free = name or "unnamed"
        number = 2
        while free in taken:
            free = f"{name}_{number}"
            number += 1
        title = f"Rename to {free!r}"
        try:
            if isinstance(value, urdf.Robot):
                edits = change.set_fields(ctx.document, value, name=free)
            else:
                space: Namespace = "link" if isinstance(value, urdf.Link) else "joint"
                edits = rename_edits(ctx.document, space, value.name, free)
        except (KeyError, ValueError):  # some dangling reference has the new name already
            return None
        return Fix(title, tuple(edits), "unsafe")

    return build
