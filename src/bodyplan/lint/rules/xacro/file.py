"""Files that an expansion reads: M121 to M125, M223."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic, Fix
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._problem import problem, reported
from bodyplan.text import Edit, Layout
from bodyplan.xacro import Problem, macro_file
from bodyplan.xacro.hints import ADDRESS


@problem("M121", "macro-file-missing", "file")
def macro_file_missing() -> None:
    """A file that is included, or a YAML file that is loaded, cannot be read.

    ## Why it matters
    The expansion fails and produces no robot. A relative name starts at the folder of the
    file that is being expanded. In a macro, that is the file with the call, not the file that
    defines the macro.

    ## What xacro says
    It prints "No such file or directory".

    ## Example
        <xacro:include filename="whel.xacro"/>

    ## Use instead
        <xacro:include filename="$(find cart_description)/urdf/wheel.xacro"/>

    A file that may be missing: `optional="true"`.
    """


@problem("M122", "macro-package-missing", "package")
def macro_package_missing() -> None:
    """`$(find NAME)` refers to a package that is not found.

    ## Why it matters
    The expansion fails and produces no robot. bodyplan searches the folders given with `--package`
    and `--folder`, the workspace around the file, and the paths in the environment variables of
    ROS, which may not be set in this terminal. `bodyplan where` lists them all. When a folder is
    checked, this is a warning, and the last line of the output counts the files that need each
    package.

    ## What xacro says
    It prints that the package was not found, and lists the paths of ROS.

    ## Example
        <xacro:include filename="$(find cart_descripton)/urdf/wheel.xacro"/>

    ## Use instead
        <xacro:include filename="$(find cart_description)/urdf/wheel.xacro"/>

    For a package that is elsewhere: `bodyplan check cart.xacro --package cart_description=PATH`.
    """


@problem("M123", "macro-file-broken", "syntax", "encoding", "entity")
def macro_file_broken() -> None:
    """A xacro file is not XML that xacro can read.

    ## Why it matters
    The expansion fails and produces no robot. xacro reads every file as UTF-8, whatever it
    declares. bodyplan does not expand entities: a few of them can expand to gigabytes.

    ## Example
        <link name="base"></lnk>

    ## Use instead
        <link name="base"></link>
    """


@rule("M124", "xml-prefix-undeclared", severity="error", fix="sometimes")
def xml_prefix_undeclared(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """An XML prefix, most often `xacro`, is not declared on the root element.

    ## Why it matters
    xacro reads XML with namespaces and rejects an undeclared prefix. The expansion fails and
    produces no robot. Each file has to declare its own prefixes.

    ## What xacro says
    It reports an unbound prefix and suggests checking the declaration.

    ## Example
        <robot name="cart">
          <xacro:property name="radius" value="0.1"/>

    ## Use instead
        <robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:property name="radius" value="0.1"/>

    ## Fix safety
    Declaring the prefix `xacro` is safe: only xacro uses it, and it ignores the URI.
    """

    def fix(one: Problem) -> FixMaker | None:
        is_fixable = one.name == "xacro" and one.origin is not None and not one.origin.file
        return partial(_declaration, ctx.document.layout) if is_fixable else None

    yield from reported(ctx, "prefix", fix=fix)


def _declaration(layout: Layout) -> Fix:
    root = layout.elements[0]
    ends = [span.whole.end for _, span in layout.attributes(root)]
    end = ends[-1] if ends else layout.tag_span(root).end
    return Fix("Declare the prefix", (Edit(end, end, f' xmlns:xacro="{ADDRESS}"'),))


@problem("M125", "yaml-broken", "yaml")
def yaml_broken() -> None:
    """A file that `load_yaml` reads is not valid YAML.

    ## Why it matters
    The expansion fails and produces no robot. The message names the line in the YAML file; the
    location is that of the expression that loads it.

    ## Example
        wheel: {radius: 0.1

    ## Use instead
        wheel: {radius: 0.1}
    """


@problem("M223", "include-without-match", "unmatched", severity="warning")
def include_without_match() -> None:
    """An include has a pattern that no file matches.

    ## Why it matters
    Nothing is included, and the expansion continues; the missing content may or may not cause an
    error later.

    ## Example
        <xacro:include filename="parts/*.xcaro"/>

    ## Use instead
        <xacro:include filename="parts/*.xacro"/>
    """
