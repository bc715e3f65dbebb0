"""Expansions that end early: M131 to M135."""

from __future__ import annotations

from bodyplan.lint.rules.xacro._problem import problem


@problem("M131", "expansion-over-limit", "limit")
def expansion_over_limit() -> None:
    """An expansion exceeds a limit on its size, its steps, or the nesting of macro calls.

    ## Why it matters
    A macro that calls itself without a condition never ends, and a short expression can ask for a
    number with a billion digits. The limits are far above what any real robot needs. The message
    names the limit; `bodyplan expand --limit NAME=NUMBER` changes it.

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


@problem("M132", "expression-rejected", "refused")
def expression_rejected() -> None:
    """An expression uses a name or function that is not available because it is not safe.

    ## Why it matters
    In Python, names that begin with two underscores, and some functions, give an expression access
    to the program that evaluates it, and so to files and processes. No robot needs them, and
    bodyplan does not provide them. In a file from somebody else, such an expression may be an
    attack.

    ## Example
        <link name="${().__class__.__name__}"/>

    ## Use instead
    Expressions that compute with numbers, text, lists, and the content of YAML files.
    """


@problem("M133", "macro-file-rejected", "outside")
def macro_file_rejected() -> None:
    """An included file, or a YAML file, is outside the allowed folders.

    ## Why it matters
    A xacro file can name any file of the machine that it is expanded on, and a bundle or a report
    would then contain it. bodyplan reads files in the folder and the package of the main file,
    in the packages of the same workspace or repository, in packages that `$(find)` finds, and in
    folders that `--folder` or `--package` names. Symbolic links are followed first.

    ## Example
        <xacro:include filename="/etc/passwd"/>

    ## Use instead
    A file of the package: `<xacro:include filename="$(find arm_description)/urdf/arm.xacro"/>`. If
    you trust the file, allow its folder: `--folder PATH`.
    """


@problem("M134", "description-fatal", "fatal")
def description_fatal() -> None:
    """The description ends its own expansion with `xacro.fatal()`.

    ## Why it matters
    The author checks something, most often an argument, and rejects it. The message is the
    author's.

    ## Example
        <xacro:unless value="${'$(arg side)' in ['left', 'right']}">
          ${xacro.fatal('side is left or right')}
        </xacro:unless>

    ## Use instead
    A value that the message asks for: `bodyplan check arm.xacro side:=left`.
    """


@problem("M135", "expansion-fails", "error", "crash")
def expansion_fails() -> None:
    r"""The expansion fails with an error that no other rule reports.

    ## Why it matters
    The expansion produces no robot. The message says why.

    ## Example
        <link name="${'\ud800'}"/>

    ## Use instead
    Characters that XML allows.
    """
