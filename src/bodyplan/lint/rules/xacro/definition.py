"""Definitions that are unused, duplicate, or hide other names: M201 to M206."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Where
from bodyplan.formats.expansion import expansion_of
from bodyplan.lint.context import Context
from bodyplan.lint.expansion import makes_robot
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._problem import problem, sources
from bodyplan.xacro import Definition, Expansion, Origin, macro_file
from bodyplan.xacro.hints import unknown_arguments
from bodyplan.xacro.nodes import PREFIX

_NAME = re.compile(r"[A-Za-z_]\w*")
_DEFINITIONS = {"xacro:property", "xacro:macro", "xacro:arg"}


@rule("M201", "macro-unused", severity="info")
def macro_unused(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A macro in the file of a robot is never called.

    ## Why it matters
    It has no effect: a call was forgotten, or the macro was left behind. Macros in included files
    are not reported, because other robots may use them.

    ## Example
        <robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:macro name="wheel" params="side">...</xacro:macro>
          <link name="base"/>
        </robot>

    ## Use instead
        <xacro:wheel side="left"/>
    """
    expansion = _of_robot(ctx)
    if expansion is None:
        return
    calls = (tag for tag in sources(ctx).by_tag if tag.startswith(PREFIX))
    called = {tag.removeprefix(PREFIX).rpartition(".")[2] for tag in calls}
    for macro in _unused(expansion.macros, called | ctx.once(_words)):
        yield Diagnostic(ctx.kind, f"unused macro {quoted(macro.name)}", _place(ctx, macro.origin))


@rule("M202", "property-unused", severity="hint")
def property_unused(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A property in the file of a robot is never used.

    ## Why it matters
    Changing it has no effect. It was left behind, or an expression repeats the number instead.

    ## Example
        <xacro:property name="radius" value="0.1"/>
        <sphere radius="0.1"/>

    ## Use instead
        <xacro:property name="radius" value="0.1"/>
        <sphere radius="${radius}"/>
    """
    expansion = _of_robot(ctx)
    for one in () if expansion is None else _unused(expansion.properties, ctx.once(_words)):
        yield Diagnostic(ctx.kind, f"unused property {quoted(one.name)}", _place(ctx, one.origin))


@rule("M203", "argument-undeclared", severity="warning")
def argument_undeclared(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """An argument is passed that the file neither declares nor uses.

    ## Why it matters
    The value has no effect, so the default is used. The name is misspelled, or belongs to another
    file.

    ## Example
        bodyplan check arm.xacro perfix:=left_

    ## Use instead
        bodyplan check arm.xacro prefix:=left_

    `bodyplan expand arm.xacro --list-arguments` lists the arguments of the file.
    """
    expansion = expansion_of(ctx.document)
    for name, hint in () if expansion is None else unknown_arguments(expansion).items():
        message = f"unknown argument {quoted(name)}"
        yield Diagnostic(ctx.kind, message, sources(ctx).where(None), hint=hint)


@rule("M204", "argument-unused", severity="info")
def argument_unused(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """An argument in the file of a robot is declared and never used.

    ## Why it matters
    Passing a value has no effect.

    ## Example
        <xacro:arg name="prefix" default=""/>
        <link name="base"/>

    ## Use instead
        <xacro:arg name="prefix" default=""/>
        <link name="$(arg prefix)base"/>
    """
    expansion = _of_robot(ctx)
    for one in () if expansion is None else expansion.arguments:
        if one.origin is not None and not (
            one.origin.file or one.reads or one.name in ctx.once(_words)
        ):
            message = f"unused argument {quoted(one.name)}"
            yield Diagnostic(ctx.kind, message, _place(ctx, one.origin))


@rule("M205", "macro-redefined", severity="warning")
def macro_redefined(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A macro is defined more than once under the same name.

    ## Why it matters
    From there on, every call uses the second definition. Two files define a macro of that name, or
    a macro was copied and not renamed.

    ## Example
        <xacro:macro name="wheel" params="side">...</xacro:macro>
        <xacro:macro name="wheel" params="side radius">...</xacro:macro>

    ## Use instead
        <xacro:macro name="wheel" params="side">...</xacro:macro>
        <xacro:macro name="big_wheel" params="side radius">...</xacro:macro>

    Macros of an included file can have a namespace: `<xacro:include filename="..." ns="front"/>`.
    """
    expansion = expansion_of(ctx.document)
    for macro in () if expansion is None else expansion.macros:
        if macro.replaces is not None:
            first = sources(ctx).where(macro.replaces)
            yield Diagnostic(
                ctx.kind,
                f"macro {quoted(macro.name)} is defined more than once",
                _place(ctx, macro.origin),
                hint=f"it replaces the definition at {first}",
            )


@problem("M206", "language-name-hidden", "redefined", severity="warning")
def language_name_hidden() -> None:
    """A property hides a name of the expression language, such as `pi`.

    ## Why it matters
    From there on, the name refers to the property in every expression of every file: `${exp(1) -
    e}` is no longer 0 where `e` is the length of an edge.

    ## Example
        <xacro:property name="pi" value="3.14"/>

    ## Use instead
    No property, or another name. `math.pi` and `python.min` always have their original meaning.
    """


def _of_robot(ctx: Context) -> Expansion | None:
    """Return the expansion if the file makes a robot and all uses of its definitions are known.

    Without a robot, return None, because other files use the definitions. Return None, too, if a
    file that may use the definitions was not included: its branch was not taken, or it is missing.
    """
    expanded, expansion = ctx.document.expanded, expansion_of(ctx.document)
    if expanded is None or expanded.root is None or expansion is None:
        return None
    if not makes_robot(expanded):
        return None
    known = {str(file.path) for file in expansion.files}
    for origin, tag in sources(ctx).by_tag.get("xacro:include", ()):
        path = _path(expansion, origin, tag.get("filename", ""))
        if origin[:2] not in expansion.includes and path not in known:
            return None
    return expansion


def _path(expansion: Expansion, include: Origin, name: str) -> str:
    """Return the path that an include names, without evaluating its expressions."""
    for package in expansion.packages:
        if package.path is not None:
            name = name.replace(f"$(find {package.name})", str(package.path))
    return os.path.abspath(os.path.join(expansion.files[include.file].path or "", "..", name))


def _words(ctx: Context) -> set[str]:
    """Return every word in expressions and parameters, because it may use a definition."""
    texts: list[str] = []
    for file in sources(ctx).expansion.files:
        for element in () if file.root is None else file.root.iter():
            is_xacro = element.tag.startswith(PREFIX)
            is_definition = element.tag in _DEFINITIONS
            for name, value in element.attributes.items():
                if "$" in value or (is_xacro and not (is_definition and name == "name")):
                    texts.append(value)
            texts += [one for one in element.children if type(one) is str and "$" in one]
    return {word for text in texts for word in _NAME.findall(text)}


def _unused(found: tuple[Definition, ...], words: set[str]) -> Iterator[Definition]:
    """Yield the definitions of the main file that nothing uses, whatever the arguments are."""
    done = {one.name for one in found if one.uses} | words
    for one in found:
        if not one.origin.file and one.name not in done:
            done.add(one.name)
            yield one


def _place(ctx: Context, origin: Origin) -> Where:
    return sources(ctx).where(origin._replace(calls=()), "name")
