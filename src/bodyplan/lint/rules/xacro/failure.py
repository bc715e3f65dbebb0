"""Expansions that are ended: M131 to M135."""

from __future__ import annotations

from bodyplan.lint.rules.xacro._problem import problem


@problem("M131", "expansion-over-limit", "limit")
def expansion_over_limit() -> None:
    """An expansion exceeds a limit on its size, its steps, or the nesting of macro calls.

    ## Why it matters
    A macro that calls itself without a condition never ends, and a short expression can ask for a
    number with a billion digits. The limits are far above what any real robot needs. The message names
    the one that is exceeded; `bodyplan expand --limit NAME=NUMBER` changes it.

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


@problem("M132", "expression-refused", "refused")
def expression_refused() -> None:
    """An expression uses a name or function that is not available, because it is not safe.

    ## Why it matters
    In Python, names that begin with two underscores, and some functions, lead from a value to the
    program that evaluates it, and from there to files and processes. No robot needs them, and
    bodyplan does not have them. In a file from elsewhere, such an expression may be an attack.

    ## Example
        <link name="${().__class__.__name__}"/>

    ## Use instead
    Expressions that compute: numbers, texts, lists, what `load_yaml` gave back.
    """


@problem("M133", "macro-file-refused", "outside")
def macro_file_refused() -> None:
    """An included file, or a YAML file, is outside the allowed directories.

    ## Why it matters
    A xacro file can name any file of the machine that it is expanded on, and a bundle or a report
    would then contain it. bodyplan reads files in the directory and the package of the main file, in
    the packages of the same workspace or repository, in packages that `$(find)` finds, and in
    directories that `--folder` or `--package` names. Symbolic links are followed first.

    ## Example
        <xacro:include filename="/etc/passwd"/>

    ## Use instead
    A file of the package: `<xacro:include filename="$(find arm_description)/urdf/arm.xacro"/>`. If
    you trust the file, allow its directory: `--folder PATH`.
    """


@problem("M134", "description-gives-up", "fatal")
def description_gives_up() -> None:
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


@problem("M135", "expansion-fails", "error", "crash")
def expansion_fails() -> None:
    r"""The expansion ends with an error that has no page of its own.

    ## Why it matters
    There is no robot. The message says why.

    ## Example
        <link name="${'\ud800'}"/>

    ## Use instead
    Characters that XML can hold.
    """
