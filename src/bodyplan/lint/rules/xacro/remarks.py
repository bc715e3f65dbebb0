"""What a user should know of a file with macros: M231, M242, M251, M252."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats.xacro import Fault, Origin, macro_file
from bodyplan.lint.context import Context
from bodyplan.lint.macro_sources import PREFIX
from bodyplan.lint.macros import makes_robot
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._told import sources, told_here, written
from bodyplan.lint.rules.xacro.spelling import lacks_prefix
from bodyplan.text import quoted

_MOST = 8
_ASKS = re.compile(r"\$\(((?:opt)?env\s+([^\s)]+)[^)]*)\)")


@rule("M231", "description-message", severity="info")
def description_message(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """The description says something, with `xacro.message()`, `xacro.warning()` or `xacro.error()`.

    ## Why it matters
    Its author has something to tell whoever expands it. What is said as a warning is a warning here,
    and an error an error, although the expansion goes on.

    ## Example
        ${xacro.warning('the gripper has no inertia yet')}

    ## Use instead
    What the message asks for.
    """
    yield from told_here(ctx)


@rule("M242", "environment-read", severity="info")
def environment_read(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A xacro file reads an environment variable, or would read one that is not allowed.

    ## Why it matters
    The robot depends on the machine and the terminal that it is expanded in; the same file may make
    another robot elsewhere. A variable is read only after `--allow-env NAME`. Without it,
    `$(optenv NAME VALUE)` gives `VALUE` even if the variable is set, and this rule says so.

    ## Example
        <xacro:property name="tool" value="$(optenv TOOL none)"/>

    ## Use instead
        <xacro:arg name="tool" default="none"/>
        <xacro:property name="tool" value="$(arg tool)"/>
    """
    expansion = ctx.document.expansion
    if expansion is None:
        return
    yield from told_here(ctx)
    known = {one.name for one in (*expansion.problems, *expansion.warnings)}
    asking = _asking(ctx) if expansion.environment else {}
    for name in expansion.environment:
        if name in known:
            continue  # it is not set or not allowed, which is reported already
        yield Diagnostic(
            ctx.kind,
            f"the robot depends on the variable {quoted(name)} of the environment",
            sources(ctx).fault(asking.get(name) or Fault("environment", "", Origin(0, 0))),
            hint="an argument says the same on every machine",
        )


def _asking(ctx: Context) -> dict[str, Fault]:
    """The first expression that asks for each variable."""
    found: dict[str, Fault] = {}
    for tag in written(ctx).tags:
        for attribute, text in (*tag.node.attrib.items(), (None, tag.node.text or "")):
            for match in _ASKS.finditer(text) if "env" in text else ():
                fault = Fault("environment", "", tag.origin, attribute, expression=match[1])
                found.setdefault(match[2], fault)
    return found


@rule("M251", "no-macros", severity="hint")
def no_macros(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A file is called `.xacro`, and there are no macros in it.

    ## Why it matters
    Expanding it changes nothing, so it can be used as it is, by everybody.

    ## Example
        arm.xacro:  <robot name="arm"><link name="base"/></robot>

    ## Use instead
        arm.urdf:   <robot name="arm"><link name="base"/></robot>
    """
    for tag in written(ctx).tags:
        node = tag.node
        names = (node.tag, *node.keys())
        texts = (*node.attrib.values(), node.text or "", node.tail or "")
        if any(name.startswith(PREFIX) for name in names):
            return
        if any("${" in text or "$(" in text for text in texts) or lacks_prefix(ctx, tag):
            return
    expanded = ctx.document.expanded
    if ctx.document.name.lower().endswith(".xacro") and expanded and makes_robot(expanded):
        message = "there is nothing for xacro to do in this file"
        place = sources(ctx).where(None)
        yield Diagnostic(ctx.kind, message, place, hint="it can be called .urdf")


@rule("M252", "makes-no-robot", severity="info")
def makes_no_robot(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A file with macros makes no link and no joint by itself.

    ## Why it matters
    It is a part for other files: macros, materials, plugins. Whether its macros make good robots shows
    only where they are called, so check the file that includes it. In such a file, what is not used is
    not told.

    If it should make a robot, the call of its macro is missing.

    ## Example
        <robot xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:macro name="wheel" params="side">...</xacro:macro>
        </robot>

    ## Use instead
        bodyplan check cart.urdf.xacro     # which includes it
    """
    expanded, expansion = ctx.document.expanded, ctx.document.expansion
    if expanded is None or expansion is None or expanded.root is None or makes_robot(expanded):
        return
    macros = list(dict.fromkeys(one.name for one in expansion.macros if not one.origin.file))
    names = ", ".join(map(quoted, macros[:_MOST])) + (", ..." if macros[_MOST:] else "")
    is_empty = not len(expanded.tree.root or ())
    if is_empty and macros:
        message = f"this file only defines macros: {names}"
    else:
        message = f"this file makes {'nothing' if is_empty else 'no link and no joint'} by itself"
    hint = "check the file that includes it; if it is to be a robot, it must call its macros"
    yield Diagnostic(ctx.kind, message, sources(ctx).where(None), hint=hint)
