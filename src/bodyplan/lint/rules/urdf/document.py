"""The kind of a file, and content that only few parsers support: U401, U504 to U506 and X111."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.formats.dialects import extensions, written_extensions
from bodyplan.lint.context import Context
from bodyplan.lint.facts import names
from bodyplan.lint.facts.names import unknown_name
from bodyplan.lint.resources import is_only_for_ros1, launch_files, package_of
from bodyplan.lint.rule import rule
from bodyplan.model.joint import WITH_AXIS
from bodyplan.spec import Element, Raw, parse_float
from bodyplan.spec.raw import NO_READER
from bodyplan.spec.recorder import Places
from bodyplan.text import Edit

_OF_YAML = re.compile(r"(?<!bodyplan):(?:[^\S\n]|\n)|\s#")
"""Ends of a plain scalar in YAML: a colon before whitespace, or ``#`` after whitespace."""
_MAKES_TEXT = re.compile(rb"\bCommand\(|\.read\(\)|\.toxml\(\)|toprettyxml")
"""Calls in a launch file that return the text of a robot."""
_BESIDE = 20  # number of characters before the match that a message shows


@rule("U506", "text-breaks-yaml", severity="info")
def text_breaks_yaml(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A comment or text contains a colon before a space, or a space before `#`.

    ## Why it matters
    A launch file of ROS 2 that passes the text of the robot as `robot_description` without
    `ParameterValue(..., value_type=str)` parses it as YAML. There, a colon before a space or at the
    end of a line, and ` #`, end the text: the launch stops with "Unable to parse the value of
    parameter robot_description as yaml". xacro keeps comments. In a ROS 2 package, this is a
    warning if a launch file does so, and information otherwise, once per file.

    ## Example
        <!-- Author: Kim -->

    ## Use instead
    In the launch file:

        ParameterValue(Command(["xacro ", path]), value_type=str)
    """
    text = ctx.document.source.text
    found = _OF_YAML.search(text)
    package = package_of(ctx) if found is not None else None
    if found is None or package is None:
        return
    if is_only_for_ros1(ctx.document.path):  # roslaunch does not parse the text as YAML
        return
    line = text.rfind("\n", 0, found.start()) + 1
    end = text.find("\n", found.end() - 1)
    shown = text[
        max(line, found.start() - _BESIDE) : min(end if end >= 0 else len(text), found.end() + 10)
    ]
    message = f"{quoted(shown.strip())} breaks robot_description where it is parsed as YAML"
    hint = "in the launch file, write ParameterValue(Command([...]), value_type=str)"
    severity = Severity.WARNING if _is_passed_as_text(package, ctx) else None
    if type(ctx.document.places) is not Places:
        yield ctx.report(robot, message, severity=severity, hint=hint)
        return
    place = partial(ctx.document.where_span, found.start(), found.end())
    yield Diagnostic(ctx.kind, message, place, severity=severity or ctx.severity, hint=hint)


def _is_passed_as_text(folder: str, ctx: Context) -> bool:
    """Return whether a launch file of a package passes a robot as plain text."""
    return any(
        b"robot_description" in text and _MAKES_TEXT.search(text) and b"ParameterValue" not in text
        for name, text in launch_files(folder, ctx)
        if name.endswith(".py")
    )


@rule("U504", "state-unknown-joint", severity="error", fix="sometimes")
def state_unknown_joint(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A `<joint_state>` references a joint that does not exist in the robot.

    ## Why it matters
    Its values are ignored, and the intended joint keeps its position.

    ## Example
        <joint_state joint="elbow" position="0.5"/><!-- the robot has elbow_joint -->

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5"/>

    ## Fix safety
    Writing the most similar name of a joint without a state is unsafe: it may not be the intended
    joint.
    """
    if ctx.robot is None:
        return

    @cache
    def free() -> list[str]:
        taken = {each.joint for each in state.joint_states}
        return [name for name in ctx.index.joints if name not in taken]

    for each in state.joint_states:
        if each.joint and each.joint not in ctx.index.joints:
            message = f"joint {each.joint!r} does not exist in robot {ctx.robot.name!r}"
            yield unknown_name(ctx, each, message, free, field="joint")


_MOST_DIGITS = 7
"""Maximum number of digits in a character reference."""
_FEW = b"='\"\t\r\n"
_MANY = bytes(set(range(256)) - set(_FEW))
_BLANK_FIRST = rb"=[\t\r\n]*[\"'][\t\r\n]"

_BLANK_IN_VALUE = rb"=\s*+(?:\"[^\"<\t\r\n]*+|'[^'<\t\r\n]*+)[\t\r\n]"
_BLANK_IN_LIST = rb"(?:xyz|rpy|xyzw|size|scale|rgba)\s*+" + _BLANK_IN_VALUE


class _Numbers(NamedTuple):
    """A list of numbers that urdfdom parses."""

    value: Element
    field: str
    part: Element
    """The element that the message names: a joint, a visual ..."""
    severity: Severity | None
    effect: str


@rule("X111", "blanks-in-list", severity="error", fix="always")
def blanks_in_list(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Numbers of a list are separated by a tab or a line break.

    ## Why it matters
    XML parsers convert tabs and line breaks in an attribute to spaces. urdfdom does not: it splits
    numbers at the space character only, so it cannot parse the list. In a joint, it rejects the
    file. In a link, it ignores the rest of the link; in a material, it ignores the colour. These
    two cases are warnings.

    ## Example
        <origin xyz="0.1
                     0
                     0.5"/>

    ## Use instead
        <origin xyz="0.1 0 0.5"/>

    ## Fix safety
    Writing one space between the numbers is safe: the numbers stay the same.
    """
    if not _may_have_blanks(ctx.document.source.data):
        return
    for numbers in _lists(robot, ctx):
        span = _refused(numbers, ctx)
        if span is None:
            continue
        text = " ".join(_decoded(ctx.document.source.text[slice(*span)]).split())
        yield ctx.report(
            numbers.value,
            f"{_owner(numbers.part, ctx)}: tab or line break between the numbers of "
            f"{_attribute(numbers)}; urdfdom {numbers.effect}",
            field=numbers.field,
            severity=numbers.severity,
            hint="separate the numbers with spaces",
            fix=ctx.fix("Write spaces", "safe", partial(_written, span, text)),
        )


def _may_have_blanks(data: bytes) -> bool:
    """Return whether the bytes may have a value with a tab or line break.

    A fast first test removes all bytes except quotes, equals signs, tabs and line breaks: then a
    tab or line break in a value directly follows the opening quote.
    """
    if b"&#" in data or b"\0" in data:
        return True
    if re.search(_BLANK_FIRST, data.translate(None, _MANY)) is None:
        return False
    if re.search(_BLANK_IN_VALUE, data) is None:  # the quote was an apostrophe in a comment
        return False
    return re.search(_BLANK_IN_LIST, data) is not None


def _lists(robot: urdf.Robot, ctx: Context) -> Iterator[_Numbers]:
    refuses, drops = "rejects the file", "skips the rest of the link"
    fields = ("xyz", "rpy") if ctx.version < (1, 1) else ("xyz", "rpy", "quat_xyzw")
    for joint in robot.joints:
        for field in fields:
            yield _Numbers(joint.origin, field, joint, None, refuses)
        if joint.type in WITH_AXIS:
            yield _Numbers(joint, "axis", joint, None, refuses)
    warning = Severity.WARNING
    for link in robot.links:
        inertials = () if link.inertial is None else (link.inertial,)
        for part in (*inertials, *link.visuals, *link.collisions):
            for field in fields:
                yield _Numbers(part.origin, field, part, warning, drops)
            shape = None if isinstance(part, urdf.Inertial) else part.geometry.shape
            if isinstance(shape, urdf.Box):
                yield _Numbers(shape, "size", shape, warning, drops)
            elif isinstance(shape, urdf.Mesh):
                yield _Numbers(shape, "scale", shape, warning, drops)
    for material in robot.materials:
        yield _Numbers(material, "rgba", material, warning, "ignores the colour")
    for _, material in ctx.index.visual_materials():
        yield _Numbers(material, "rgba", material, warning, "ignores the colour")


def _owner(part: Element, ctx: Context) -> str:
    if isinstance(part, urdf.Material):
        return names.called("material", part.name)
    return ctx.describe(part)


def _attribute(numbers: _Numbers) -> str:
    return "axis xyz" if numbers.field == "axis" else numbers.field


def _refused(numbers: _Numbers, ctx: Context) -> tuple[int, int] | None:
    """Return the span of a list of numbers if it is valid but urdfdom cannot parse it."""
    node = ctx.document.node(numbers.value, numbers.field)
    attr = {"axis": "xyz"}.get(numbers.field, numbers.field)
    if node is None or attr not in node.attrib:
        return None
    try:
        for word in node.attrib[attr].split():
            float(word)
    except ValueError:
        return None
    span = ctx.document.layout.attribute(node, attr)
    if span is None:
        return None
    raw = _decoded(ctx.document.source.text[slice(*span.value)])
    pieces = [piece.lstrip() for piece in raw.split(" ") if piece]
    return None if pieces == raw.split() else span.value


def _decoded(raw: str) -> str:
    """Return a value with its character references resolved."""
    return re.sub(r"&#(x[0-9a-fA-F]+|[0-9]+);", _character, raw) if "&#" in raw else raw


def _character(match: re.Match[str]) -> str:
    number, base = match[1], 10
    if number[0] == "x":
        number, base = number[1:], 16
    digits = number.lstrip("0")  # Python cannot convert more than 4,300 digits
    return chr(int(digits or "0", base)) if len(digits) <= _MOST_DIGITS else match[0]


def _written(span: tuple[int, int], text: str) -> Iterator[Edit]:
    yield Edit(*span, text)


_OF_GAZEBO = "write it in <gazebo reference=...>, with the name of the link"


@rule("U505", "element-without-effect", severity="warning")
def element_without_effect(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """An element is in a place where no parser reads it.

    ## Why it matters
    urdfdom, libsdformat, Pinocchio, Drake and MuJoCo ignore it without a message. A link has no
    `<origin>` of its own: its pose is that of its joint, so the robot looks different from what the
    file seems to say. Elements of SDFormat in `<collision>`, such as `<surface>`, have an effect
    only inside `<gazebo>`; they are reported as information, once per file. An `<origin>` of zeros,
    which CAD exporters write, is not reported.

    ## Example
        <link name="arm"><origin xyz="0 0 0.5"/>...</link>

    ## Use instead
        <joint name="shoulder" type="revolute"><origin xyz="0 0 0.5"/>...</joint>
    """
    for link in robot.links:
        for written in written_extensions("urdf", link):
            origin = written.value
            if written.extension.path == "origin" and isinstance(origin, Raw) and _moves(origin):
                message = f"link {link.name!r}: <origin> in <link> is ignored by every parser"
                hint = "write it in the joint of the link, or in its <visual>, <collision> and <inertial>"
                yield ctx.report(origin, message, hint=hint)
    collisions = [one for link in robot.links for one in link.collisions if one.extra]
    for name in _without_reader() if collisions else ():
        found = [
            written.value
            for collision in collisions
            for written in written_extensions("urdf", collision)
            if written.extension.path == name and isinstance(written.value, Raw)
        ]
        if found:
            times = f" ({len(found):,} times)" if found[1:] else ""
            message = f"<{name}> in <collision> is ignored by every parser{times}"
            hint = _OF_GAZEBO if name != "material" else "remove it: a collision has no colour"
            yield ctx.report(found[0], message, severity=Severity.INFO, hint=hint)


def _without_reader() -> list[str]:
    known = extensions("urdf").get("Collision", {}).items()
    return [path for path, one in known if one.reader == NO_READER and "@" not in path]


def _moves(origin: Raw) -> bool:
    """Return whether an origin is not the identity."""
    words = f"{origin.get('xyz') or ''} {origin.get('rpy') or ''}".split()
    try:
        return any(map(parse_float, words))
    except ValueError:
        return True


@rule("U401", "sensor-unknown-parent", severity="warning", fix="sometimes")
def sensor_unknown_parent(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The parent link of a sensor does not exist.

    ## Why it matters
    The sensor has no pose, and its measurements have no frame.

    ## Example
        <link name="camera_link"/>
        <sensor name="eye"><parent link="camera"/>...</sensor>

    ## Use instead
        <sensor name="eye"><parent link="camera_link"/>...</sensor>

    ## Fix safety
    Writing the most similar link name is unsafe: another link may be meant.
    """
    links = ctx.index.links

    @cache
    def known() -> list[str]:
        return list(links)

    for sensor in robot.sensors:
        if sensor.parent and sensor.parent not in links:
            yield unknown_name(
                ctx,
                sensor,
                f"sensor {sensor.name!r}: parent link {sensor.parent!r} does not exist",
                known,
                field="parent",
            )
