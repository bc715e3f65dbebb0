"""The environment, the messages and the result of an expansion: M231, M242, M251, M252."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.expansion import expansion_of
from bodyplan.lint.context import Context
from bodyplan.lint.expansion import makes_robot
from bodyplan.lint.resources import launch_that_loads
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._problem import problem, reported, sources
from bodyplan.lint.rules.xacro.tag_prefix import without_prefix
from bodyplan.xacro import Problem, macro_file
from bodyplan.xacro.nodes import PREFIX, Element

_MOST = 8


@problem("M231", "description-message", "message", severity="info")
def description_message() -> None:
    """The description prints a message: `xacro.message()`, `xacro.warning()` or `xacro.error()`.

    ## Why it matters
    The author addresses it to everybody who expands the file. A message of `xacro.warning()` is a
    warning here, and one of `xacro.error()` an error, although the expansion continues.

    ## Example
        ${xacro.warning('the gripper has no inertia yet')}

    ## Use instead
    What the message asks for.
    """


@rule("M242", "environment-read", severity="info")
def environment_read(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A xacro file reads an environment variable, or would read one that is not allowed.

    ## Why it matters
    The robot depends on the machine and the terminal that it is expanded in; elsewhere, the same
    file may describe another robot. A variable is read only with `--allow-env NAME`. Without it,
    `$(optenv NAME VALUE)` gives `VALUE` even if the variable is set, and this rule reports it.

    ## Example
        <xacro:property name="tool" value="$(optenv TOOL none)"/>

    ## Use instead
        <xacro:arg name="tool" default="none"/>
        <xacro:property name="tool" value="$(arg tool)"/>
    """
    expansion = expansion_of(ctx.document)
    if expansion is None:
        return
    yield from reported(ctx, "unread")
    known = {one.name for one in (*expansion.problems, *expansion.warnings)}
    for name, (origin, attribute) in expansion.environment.items():
        if name in known:
            continue  # the variable is not set or not allowed, which is already reported
        asks = Problem("environment", "", origin, attribute, expression=name)
        yield Diagnostic(
            ctx.kind,
            f"the robot depends on the environment variable {quoted(name)}",
            partial(sources(ctx).problem, asks),
            hint="use an argument, which has the same value on every machine",
        )


@rule("M251", "no-macros", severity="hint")
def no_macros(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A file with the extension `.xacro` contains no xacro.

    ## Why it matters
    Expanding it changes nothing, so every tool can use it as it is.

    ## Example
        arm.xacro:  <robot name="arm"><link name="base"/></robot>

    ## Use instead
        arm.urdf:   <robot name="arm"><link name="base"/></robot>
    """
    document = ctx.document
    expanded, expansion = document.expanded, expansion_of(document)
    if expanded is None or expansion is None or not document.name.lower().endswith(".xacro"):
        return
    root = expansion.files[0].root
    if root is None or not _is_plain(root) or any(without_prefix(sources(ctx))):
        return
    if makes_robot(expanded):
        message = "the file contains no xacro"
        place = sources(ctx).where(None)
        yield Diagnostic(ctx.kind, message, place, hint="it can be a plain .urdf file")


def _is_plain(root: Element) -> bool:
    """Return whether an expansion only removes the declaration of the prefix from a file."""
    texts = (*root.attributes.values(), *(one for one in root.children if type(one) is str))
    return (
        all(child.size for child in root)
        and not any(name.startswith(PREFIX) for name in root.attributes)
        and not any("$" in text for text in texts)
    )


@rule("M252", "makes-no-robot", severity="info")
def makes_no_robot(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A xacro file on its own produces no link and no joint.

    ## Why it matters
    It is a part for other files: macros, materials, plugins. Its macros can be checked only where
    they are called, so check the file that includes it. Unused definitions in such a file are not
    reported.

    If the file should describe a robot, the call of its macro is missing. A file is meant as a
    robot if it is called `.urdf.xacro` and its root has a name, or if a launch file of its package
    or of a neighbouring package loads it. Then this is an error, because robot_state_publisher
    finds no link and stops. It is a warning if arguments may change what the file produces.

    ## Example
        <robot xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:macro name="wheel" params="side">...</xacro:macro>
        </robot>

    ## Use instead
        bodyplan check cart.urdf.xacro     # which includes it
    """
    expanded, expansion = ctx.document.expanded, expansion_of(ctx.document)
    if expanded is None or expansion is None or expanded.root is None or makes_robot(expanded):
        return
    macros = list(dict.fromkeys(one.name for one in expansion.macros if not one.origin.file))
    names = ", ".join(map(quoted, macros[:_MOST])) + (", ..." if macros[_MOST:] else "")
    is_empty = not len(expanded.tree.root or ())
    if is_empty and macros:
        message = f"the file only defines macros: {names}"
    else:
        what = "nothing" if is_empty else "no link and no joint"
        message = f"the file on its own produces {what}"
    hint = "check the file that includes it; to describe a robot, it must call its macros"
    root = expanded.tree.root
    has_name = root is not None and bool(root.get("name"))
    severity = None
    launch = launch_that_loads(ctx)
    if launch is not None:
        severity = Severity.WARNING if expansion.arguments else Severity.ERROR
        message += f", but {launch} loads it as a robot"
        hint = "call its macros, or load the file that does: robot_state_publisher finds no link and stops"
    elif is_empty and macros and has_name and _is_alone(ctx):
        severity = Severity.ERROR
        hint = f"call a macro, such as <xacro:{macros[0]} .../>; or check the file that includes it"
    yield Diagnostic(ctx.kind, message, sources(ctx).where(None), severity=severity, hint=hint)


def _is_alone(ctx: Context) -> bool:
    """Return whether the name of a file says that it is a robot: ``.urdf.xacro``.

    When a whole folder is checked, the name does not count: another file may include this file.
    """
    return not ctx.run.is_of_folder and ctx.document.name.lower().endswith(".urdf.xacro")
