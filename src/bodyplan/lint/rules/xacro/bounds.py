"""Expansions that are ended: M131 to M135."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats.xacro import macro_file
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._told import told_here


@rule("M131", "expansion-over-limit", severity="error")
def expansion_over_limit(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """An expansion meets a cap: on time, memory, size, or how deep macros call each other.

    ## Why it matters
    A macro that calls itself without a condition never ends, and a short expression can ask for a
    number with a billion digits. The caps lie far above what any real robot needs. The message names
    the one that was met; `bodyplan expand --limit NAME=NUMBER` changes it, to see more.

    ## Example
        <xacro:macro name="chain" params="count">
          <link name="link_${count}"/>
          <xacro:chain count="${count - 1}"/>
        </xacro:macro>

    ## Use instead
        <xacro:macro name="chain" params="count">
          <link name="link_${count}"/>
          <xacro:if value="${count > 0}">
            <xacro:chain count="${count - 1}"/>
          </xacro:if>
        </xacro:macro>
    """
    yield from told_here(ctx)


@rule("M132", "expression-refused", severity="error")
def expression_refused(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """An expression could reach out of the description, so it is not evaluated.

    ## Why it matters
    Expressions are Python. Names with two underscores in front, and some functions, lead from a
    value to the program that evaluates it, and from there to files and processes. No robot needs
    them. In a description from elsewhere, such an expression is a reason to look twice.

    ## Example
        <link name="${().__class__.__name__}"/>

    ## Use instead
    Expressions that compute: numbers, texts, lists, what `load_yaml` gave back.
    """
    yield from told_here(ctx)


@rule("M133", "macro-file-refused", severity="error")
def macro_file_refused(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A file is included that lies outside the declared folders and is no description.

    ## Why it matters
    A description may name any file of the machine that it is expanded on. Only those are read that
    lie in the folder or package of the main file, in packages that are found, in folders that were
    named; and elsewhere those that are called like descriptions or YAML.

    ## Example
        <xacro:include filename="/etc/passwd"/>

    ## Use instead
    A file of the package: `<xacro:include filename="$(find arm_description)/urdf/arm.xacro"/>`. If
    the file is meant, name its folder: `--folder PATH`.
    """
    yield from told_here(ctx)


@rule("M134", "description-gives-up", severity="error")
def description_gives_up(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """The description itself ends the expansion, with `xacro.fatal()`.

    ## Why it matters
    Its author checked something, an argument most often, and found that no robot can be made. The
    message is the author's.

    ## Example
        <xacro:unless value="${'$(arg side)' in ['left', 'right']}">
          ${xacro.fatal('side is left or right')}
        </xacro:unless>

    ## Use instead
    What the message asks for: `bodyplan check arm.xacro side:=left`.
    """
    yield from told_here(ctx)


@rule("M135", "expansion-fails", severity="error")
def expansion_fails(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    r"""The expansion ends with an error that has no page of its own.

    ## Why it matters
    There is no robot. The message is what the xacro package says.

    ## Example
        <link name="${'\ud800'}"/>

    ## Use instead
    Characters that XML can hold.
    """
    yield from told_here(ctx)
