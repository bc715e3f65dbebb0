"""Definitions and their uses: M201 to M206."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Where, did_you_mean
from bodyplan.formats.xacro import Definition, Expansion, Origin, macro_file
from bodyplan.lint.context import Context
from bodyplan.lint.macro_sources import MacroSources, Tag
from bodyplan.lint.macros import makes_robot
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._told import sources, told_here, written
from bodyplan.text import quoted


@rule("M201", "macro-unused", severity="info")
def macro_unused(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A macro is defined in the file of a robot, and nothing calls it.

    ## Why it matters
    It makes nothing; a call was forgotten, or the macro was left behind. Macros of included files are
    not told, as they may be there for other robots.

    ## Example
        <robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:macro name="wheel" params="side">...</xacro:macro>
          <link name="base"/>
        </robot>

    ## Use instead
        <xacro:wheel side="left"/>
    """
    expansion = _of_robot(ctx)
    if expansion is None or written(ctx).unread:
        return
    for macro in _without_use(expansion.macros, written(ctx).called):
        message = f"nothing calls the macro {quoted(macro.name)}"
        yield Diagnostic(ctx.kind, message, _place(ctx, macro.origin))


@rule("M202", "property-unused", severity="hint")
def property_unused(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A property is defined in the file of a robot, and nothing reads it.

    ## Why it matters
    Whoever changes it expects that something changes. It was left behind, or an expression has the
    number itself.

    ## Example
        <xacro:property name="radius" value="0.1"/>
        <sphere radius="0.1"/>

    ## Use instead
        <xacro:property name="radius" value="0.1"/>
        <sphere radius="${radius}"/>
    """
    expansion = _of_robot(ctx)
    if expansion is None or written(ctx).unread:
        return
    for one in _without_use(expansion.properties, written(ctx).words):
        message = f"nothing reads the property {quoted(one.name)}"
        yield Diagnostic(ctx.kind, message, _place(ctx, one.origin))


@rule("M203", "argument-undeclared", severity="warning")
def argument_undeclared(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """An argument was given that the file neither declares nor reads.

    ## Why it matters
    The value has no effect; the robot is the one with the defaults. The name is mistyped, or belongs
    to another file.

    ## Example
        bodyplan check arm.xacro perfix:=left_

    ## Use instead
        bodyplan check arm.xacro prefix:=left_

    `bodyplan expand arm.xacro --list-arguments` lists what the file takes.
    """
    expansion = ctx.document.expansion
    if expansion is None or expansion.problems:
        return
    declared = [one.name for one in expansion.arguments if one.origin is not None]
    for one in expansion.undeclared:
        names = ", ".join(map(quoted, declared[:_MOST])) + (", ..." if declared[_MOST:] else "")
        known = f"it takes {names}" if names else "it takes none"
        yield Diagnostic(
            ctx.kind,
            f"the argument {quoted(one.name)} was given, but nothing takes it",
            sources(ctx).where(None),
            hint=did_you_mean(one.name, declared) or known,
        )


@rule("M204", "argument-unread", severity="info")
def argument_unread(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """An argument is declared in the file of a robot, and nothing reads it.

    ## Why it matters
    Whoever gives it a value expects that something changes.

    ## Example
        <xacro:arg name="prefix" default=""/>
        <link name="base"/>

    ## Use instead
        <xacro:arg name="prefix" default=""/>
        <link name="$(arg prefix)base"/>
    """
    expansion = _of_robot(ctx)
    if expansion is None or written(ctx).unread:
        return
    for one in expansion.arguments:
        if one.origin is None or one.origin.file or one.reads or one.name in written(ctx).words:
            continue
        message = f"nothing reads the argument {quoted(one.name)}"
        yield Diagnostic(ctx.kind, message, _place(ctx, one.origin))


@rule("M205", "macro-redefined", severity="warning")
def macro_redefined(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A macro is defined again under the same name.

    ## Why it matters
    From there on the second one counts, for every call. Two files have each a macro of that name, or
    one was copied and only half renamed.

    ## Example
        <xacro:macro name="wheel" params="side">...</xacro:macro>
        <xacro:macro name="wheel" params="side radius">...</xacro:macro>

    ## Use instead
        <xacro:macro name="wheel" params="side">...</xacro:macro>
        <xacro:macro name="big_wheel" params="side radius">...</xacro:macro>

    Macros of an included file can have a name space: `<xacro:include filename="..." ns="front"/>`.
    """
    expansion = ctx.document.expansion
    if expansion is None:
        return
    first: dict[tuple[str, tuple[str, ...]], Origin] = {}
    spaces = _NameSpaces(written(ctx))
    for macro in expansion.macros:
        space = spaces.of(macro.origin.file)
        if macro.origin.calls or space is None:
            continue  # it counts only inside of a macro
        before = first.setdefault((macro.name, space), macro.origin)
        if before != macro.origin:
            there = sources(ctx).where(before)
            yield Diagnostic(
                ctx.kind,
                f"the macro {quoted(macro.name)} is defined again",
                _place(ctx, macro.origin),
                hint=f"before this it is the one at {there.file}:{there.line}:{there.column}",
            )


@rule("M206", "language-name-hidden", severity="warning")
def language_name_hidden(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A property has the name of something that expressions know already, such as `pi`.

    ## Why it matters
    From there on every expression in every file means the property: `${sin(e)}` is something else
    where `e` is the length of an edge.

    ## Example
        <xacro:property name="pi" value="3.14"/>

    ## Use instead
    Nothing, or another name. `math.pi` and `python.min` mean what they always mean.
    """
    yield from told_here(ctx)


_MOST = 8


def _of_robot(ctx: Context) -> Expansion | None:
    """The expansion of a file that makes a robot; None for a part, whose names are for others."""
    expanded = ctx.document.expanded
    if expanded is None or expanded.root is None or not makes_robot(expanded):
        return None
    return ctx.document.expansion


def _without_use(found: tuple[Definition, ...], words: set[str]) -> Iterator[Definition]:
    """The definitions of the main file that nothing uses, nor would with other arguments."""
    done = {one.name for one in found if one.uses} | words
    for one in found:
        if not one.origin.file and one.name not in done:
            done.add(one.name)
            yield one


def _place(ctx: Context, origin: Origin) -> Where:
    return sources(ctx).where(origin._replace(calls=()), "name")


class _NameSpaces:
    """The name spaces that files are included in.

    Args:
        written: the files.
    """

    def __init__(self, written: MacroSources) -> None:
        self.written = written
        self._known: dict[int, tuple[str, ...] | None] = {}

    def of(self, file: int) -> tuple[str, ...] | None:
        """The name spaces around the definitions of a file; None where they are not known."""
        if file not in self._known:
            self._known[file] = self._found(file)
        return self._known[file]

    def _found(self, file: int) -> tuple[str, ...] | None:
        space: list[str] = []
        for _ in self.written.expansion.files:  # each was included by one before it
            tag = self._included(file)
            if tag is None:
                break
            name = tag.node.get("ns", "")
            if "$" in name or not self._is_alone(tag):
                return None
            space += [name] if name else []
            file = tag.file
        return tuple(reversed(space))

    def _included(self, file: int) -> Tag | None:
        origin = self.written.expansion.files[file].included
        if origin is None:
            return None
        node = self.written.sources.file(origin.file).layout.elements[origin.element]
        return self.written.tag(node)

    def _is_alone(self, tag: Tag) -> bool:
        """Whether no other include names the same file with another name space."""
        path = self.written.included(tag)
        return all(
            other.node.get("ns") == tag.node.get("ns")
            for other in self.written.of("include")
            if self.written.included(other) in {path, None}
        )
