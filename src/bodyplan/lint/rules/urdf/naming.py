"""Names that some tools reject, change or cannot refer to: N0xx."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.formats import urdf
from bodyplan.formats.editing import rename_edits
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.spec import Namespace, change

Named = urdf.Robot | urdf.Link | urdf.Joint
N = TypeVar("N", bound=Named)
_MANY = 10  # above this number of names with the same problem, there is one diagnostic for all
_WORDS: dict[type, str] = {urdf.Robot: "robot", urdf.Link: "link", urdf.Joint: "joint"}
_CONTROL = r"[\0-\x1f\x7f-\x9f\u2028\u2029]"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:- \t\n\r\v\f")


@rule("N001", "shared-name", severity="warning", fix="sometimes")
def shared_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A joint and a link have the same name.

    ## Why it matters
    In URDF, links and joints have separate namespaces. In SDFormat 1.7 and later they share one, so
    Gazebo converts the file and then rejects the result. A `<gazebo reference="...">` with this
    name is ambiguous.

    ## Example
        <link name="wheel"/>
        <joint name="wheel" type="fixed"><parent link="base"/><child link="wheel"/></joint>

    ## Use instead
        <link name="wheel"/>
        <joint name="wheel_joint" type="fixed"><parent link="base"/><child link="wheel"/></joint>

    ## Fix safety
    Renaming the joint is unsafe: controllers and other files may refer to it by name.
    """
    links = ctx.index.links
    found = [joint for joint in robot.joints if joint.name and joint.name in links]
    yield from _each(
        found,
        ctx,
        lambda value: (
            f"joint {value.name!r} has the same name as a link; SDFormat rejects siblings with "
            "equal names"
        ),
        lambda names: (
            f"{len(names)} joints have the same name as a link; SDFormat rejects siblings with "
            f"equal names: {listed(names)}"
        ),
        lambda value: f"{value.name}_joint",
        hint="rename the joint",
    )


@rule("N002", "scope-in-name", severity="warning", fix="sometimes")
def scope_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name contains `::`.

    ## Why it matters
    In SDFormat `::` separates a model from its contents, so `arm::hand` means `hand` in the nested
    model `arm`. Since version 1.8 SDFormat rejects such a name, and Gazebo cannot load the robot.

    ## Example
        <link name="arm::hand"/>

    ## Use instead
        <link name="arm_hand"/>

    ## Fix safety
    Renaming is unsafe: other files may refer to the name.
    """
    yield from _each(
        [value for value in _named(robot) if "::" in value.name],
        ctx,
        lambda value: f"{_called(value)} contains '::', which SDFormat reserves for nested models",
        lambda names: (
            f"{len(names)} names contain '::', which SDFormat reserves for nested models: "
            f"{listed(names)}"
        ),
        lambda value: re.sub("::+", "_", value.name).strip("_") or "unnamed",
    )


@rule("N003", "reserved-name", severity="warning", fix="sometimes")
def reserved_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name is reserved in SDFormat.

    ## Why it matters
    `world` and all names that begin and end with two underscores, such as `__model__`, have a fixed
    meaning in SDFormat, so Gazebo rejects a robot or a joint with such a name. (A root link `world`
    is interpreted as the world; N008 checks links named `world` elsewhere in the tree.)

    ## Example
        <link name="__model__"/>

    ## Use instead
        <link name="model"/>

    ## Fix safety
    Renaming is unsafe: other files may refer to the name.
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
        lambda value: f"{_called(value)} is reserved in SDFormat, so Gazebo rejects it",
        lambda names: f"{len(names)} names are reserved in SDFormat: {listed(names)}",
        lambda value: value.name.strip("_ ").replace("world", f"world_{_WORDS[type(value)]}"),
    )


@rule("N004", "slash-in-name", severity="info", fix="sometimes")
def slash_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The name of a link or joint contains a slash.

    ## Why it matters
    ROS separates namespaces by slashes: `left/hand` is understood as the frame `hand` of a robot
    `left`. A leading slash is a warning: tf2 rejects such frames, so the link never appears
    in the tf tree. USD names and the names of files written per link cannot contain a slash either.

    ## Example
        <link name="/base_link"/>

    ## Use instead
        <link name="base_link"/>

    ## Fix safety
    Renaming is unsafe: other files may refer to the name.
    """
    found = [value for value in _parts(robot) if "/" in value.name]
    leading = [value for value in found if value.name.startswith("/")]
    inside = [value for value in found if not value.name.startswith("/")]
    yield from _each(
        leading,
        ctx,
        lambda value: f"{_called(value)} begins with a slash, which tf2 rejects",
        lambda names: f"{len(names)} names begin with a slash, which tf2 rejects: {listed(names)}",
        lambda value: value.name.strip("/").replace("/", "_"),
        severity=Severity.WARNING,
    )
    yield from _each(
        inside,
        ctx,
        lambda value: f"{_called(value)} contains a slash, the ROS namespace separator",
        lambda names: (
            f"{len(names)} names contain a slash, the ROS namespace separator: {listed(names)}"
        ),
        lambda value: value.name.strip("/").replace("/", "_"),
    )


@rule("N005", "space-in-name", severity="warning", fix="sometimes")
def space_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name has leading, trailing or inner spaces.

    ## Why it matters
    urdfdom compares names exactly, so `arm` and `arm ` are two links that look the same. The SRDF
    and SDFormat parsers trim names, so they can never refer to the link whose name has the space.
    An inner space is reported as information: lists of names in parameters and on command lines
    are split at spaces.

    ## Example
        <link name="arm "/>

    ## Use instead
        <link name="arm"/>

    ## Fix safety
    Renaming is unsafe: other files may refer to the name.
    """
    plain = [value for value in _named(robot) if " " in value.name]
    plain = [value for value in plain if not _has_control(value, ctx)]
    around = [value for value in plain if value.name != value.name.strip(" ")]
    inside = [value for value in plain if value.name == value.name.strip(" ")]
    yield from _each(
        around,
        ctx,
        lambda value: (
            f"{_called(value)} has leading or trailing spaces; SRDF and SDFormat cannot refer to it"
        ),
        lambda names: (
            f"{len(names)} names have leading or trailing spaces; SRDF and SDFormat cannot refer to "
            f"them: {listed(names)}"
        ),
        lambda value: "_".join(value.name.split()),
    )
    yield from _each(
        [value for value in inside if not isinstance(value, urdf.Robot)],
        ctx,
        lambda value: f"{_called(value)} contains a space, which splits it in lists of names",
        lambda names: (
            f"{len(names)} names contain a space, which splits them in lists of names: "
            f"{listed(names)}"
        ),
        lambda value: "_".join(value.name.split()),
        severity=Severity.INFO,
    )


@rule("N011", "digit-in-front", severity="info", fix="sometimes")
def digit_in_front(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name begins with a digit.

    ## Why it matters
    USD names, variable names, and the names of ROS 2 topics and namespaces must begin with a letter
    or an underscore. Isaac Sim renames such links and joints, or does not import the robot.

    ## Example
        <link name="2nd_finger"/>

    ## Use instead
        <link name="finger_2"/>

    ## Fix safety
    Renaming is unsafe: other files may refer to the name.
    """
    found = [value for value in _named(robot) if value.name[:1].isdecimal()]
    if found:
        names = [value.name for value in found]
        message = (
            f"{_called(found[0])} begins with a digit, which USD (Isaac Sim) and ROS 2 topics do not allow"
            if len(found) == 1
            else f"{len(found)} names begin with a digit, which USD (Isaac Sim) and ROS 2 topics do not "
            f"allow: {listed(names, 5)}"
        )
        fix = _rename(found[0], f"_{names[0]}", ctx) if len(found) == 1 else None
        yield ctx.report(
            found[0], message, field="name", hint="begin with a letter or an underscore", fix=fix
        )


@rule("N006", "control-character-in-name", severity="warning", fix="sometimes")
def control_character_in_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A name contains a tab, a line break or another control character.

    ## Why it matters
    An XML parser that follows the standard replaces a tab or line break in an attribute by a space;
    urdfdom keeps it. The same link then has two names, and no other file can refer to both. Other
    control characters cannot be seen, typed or searched for.

    ## Example
        <link name="left
          arm"/>

    ## Use instead
        <link name="left_arm"/>

    ## Fix safety
    Renaming is unsafe: other files may refer to the name.
    """
    yield from _each(
        [value for value in _named(robot) if _has_control(value, ctx)],
        ctx,
        lambda value: (
            f"{_called(value)} contains a tab, line break or control character, which parsers read "
            "differently"
        ),
        lambda names: (
            f"{len(names)} names contain tabs, line breaks or control characters: {listed(names)}"
        ),
        lambda value: "_".join(re.sub(_CONTROL, " ", value.name).split()) or "unnamed",
    )


@rule("N008", "world-below-the-root", severity="warning", fix="sometimes")
def world_below_the_root(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A link named `world` is not the root.

    ## Why it matters
    By convention `world` is the fixed ground under the robot. MuJoCo interprets a link with that
    name as its own world body, and SDFormat rejects it, so a `world` that moves with the robot is
    lost or fixed to the ground.

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
                hint="rename the link or make it the root; MuJoCo and SDFormat reserve this name "
                "for the ground",
                fix=_rename(link, "world_link", ctx),
            )


@rule("N010", "empty-name", severity="warning", fix="never")
def empty_name(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A `name` attribute is empty.

    ## Why it matters
    urdfdom accepts an empty name, but nothing can refer to it: a link without a name cannot be the
    child of a joint, so next to other links it is a second root, and urdfdom rejects the file (then
    this is an error). SDFormat, MuJoCo and USD require names for the robot, links and joints.

    ## Example
        <link name=""/>

    ## Use instead
        <link name="base_link"/>
    """
    reported: set[type] = set()
    for value in (*_named(robot), *robot.materials):
        if value.name or type(value) in reported or not ctx.written(value, "name"):
            continue
        reported.add(type(value))  # further empty names are reported as duplicates
        what = _WORDS.get(type(value), "material")
        is_lost = what == "link" and len(ctx.index.links) > 1
        also = "; it cannot be the child of a joint and is a second root" if is_lost else ""
        yield ctx.report(
            value,
            f"{what} name is empty{also}",
            field="name",
            severity=Severity.ERROR if is_lost else None,
            hint=f"give the {what} a name",
        )


def _named(robot: urdf.Robot) -> tuple[Named, ...]:
    return (robot, *robot.links, *robot.joints)


def _parts(robot: urdf.Robot) -> tuple[urdf.Link | urdf.Joint, ...]:
    return (*robot.links, *robot.joints)


def _called(value: Named) -> str:
    return f"{_WORDS[type(value)]} name {value.name!r}"


def _has_control(value: Named, ctx: Context) -> bool:
    """Return whether a name has a control character, in the file or after XML normalization."""
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
    """Report each name with its fix, or more than ``_MANY`` names in one diagnostic."""
    if len(values) > _MANY:
        message = many([value.name for value in values])
        yield ctx.report(values[0], message, field="name", severity=severity, hint=hint)
        return
    for value in values:
        fix = _rename(value, other_name(value), ctx) if other_name is not None else None
        yield ctx.report(value, one(value), field="name", severity=severity, hint=hint, fix=fix)


def _rename(value: Named, name: str, ctx: Context) -> FixMaker:
    """Return a fix that renames an element and all references to it; adds a number if necessary."""

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
        except (KeyError, ValueError):  # the name cannot be replaced everywhere
            return None
        return Fix(title, tuple(edits), "unsafe")

    return build
