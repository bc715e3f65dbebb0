"""A description as the value of a ROS 2 parameter: U506."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.launches import launch_files
from bodyplan.lint.resources import is_only_for_ros1, package_of
from bodyplan.lint.rule import rule
from bodyplan.spec.places import Places

_OF_YAML = re.compile(r"(?<!bodyplan):(?:[^\S\n]|\n)|\s#")
"""What ends a plain text in YAML: a colon before a blank or the end of a line, a blank before `#`."""
_MAKES_TEXT = re.compile(rb"\bCommand\(|\.read\(\)|\.toxml\(\)|toprettyxml")
"""What gives a launch file the text of a robot."""
_BESIDE = 20  # characters that a message shows before it


@rule("U506", "text-breaks-yaml", severity="info")
def text_breaks_yaml(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A comment or text contains a colon before a blank, or a blank before `#`.

    ## Why it matters
    A launch file of ROS 2 that passes the text of the robot as `robot_description` without
    `ParameterValue(..., value_type=str)` parses it as YAML. There, a colon before a blank or at the
    end of a line, and ` #`, end the text: the launch stops with "Unable to parse the value of
    parameter robot_description as yaml". xacro keeps comments. In a package of ROS 2, it is
    a warning if a launch file does that, else information, once per file.

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
    if is_only_for_ros1(ctx.document.path):  # roslaunch sets text as text
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
