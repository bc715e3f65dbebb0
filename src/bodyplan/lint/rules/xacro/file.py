"""Files that an expansion asks for: M121 to M125, M223."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats.xacro import Fault, macro_file
from bodyplan.formats.xacro.hints import ADDRESS
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._problem import problem, reported
from bodyplan.text import Edit, Layout


@problem("M121", "macro-file-missing", "file")
def macro_file_missing() -> None:
    """A file that is included, or a YAML file that is loaded, cannot be read.

    ## Why it matters
    The expansion fails, so there is no robot. A relative name begins at the folder of the file
    that is being expanded. In a macro that is the file with the call, not the one with the macro.

    ## What xacro says
    It prints that there is no such file or directory.

    ## Example
        <xacro:include filename="whel.xacro"/>

    ## Use instead
        <xacro:include filename="$(find cart_description)/urdf/wheel.xacro"/>

    A file that may be missing: `optional="true"`.
    """


@problem("M122", "macro-package-missing", "package")
def macro_package_missing() -> None:
    """`$(find NAME)` asks for a package that is not found.

    ## Why it matters
    The expansion fails, so there is no robot. Packages are looked for in the folders that are
    named by `--package` and `--folder`, in the workspace around the file, and where the variables of
    ROS point; that may be unset in this terminal. `bodyplan where` shows all places.

    ## What xacro says
    It prints that the package was not found, and lists the paths of ROS.

    ## Example
        <xacro:include filename="$(find cart_descripton)/urdf/wheel.xacro"/>

    ## Use instead
        <xacro:include filename="$(find cart_description)/urdf/wheel.xacro"/>

    A package that lies elsewhere: `bodyplan check cart.xacro --package cart_description=PATH`.
    """


@problem("M123", "macro-file-broken", "syntax", "encoding", "entity")
def macro_file_broken() -> None:
    """A file with macros is no XML that xacro can read.

    ## Why it matters
    The expansion fails, so there is no robot. Files with macros are UTF-8, whatever they declare,
    and their entities are not expanded: a few of them can stand for gigabytes.

    ## Example
        <link name="base"></lnk>

    ## Use instead
        <link name="base"></link>
    """


@rule("M124", "xml-prefix-undeclared", severity="error", fix="sometimes")
def xml_prefix_undeclared(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A prefix, most often that of xacro, is not declared on the root of the file.

    ## Why it matters
    The xacro package reads XML with name spaces and refuses a prefix that stands for nothing. The
    expansion ends, so there is no robot. Each file declares its own prefixes.

    ## What xacro says
    It prints an unbound prefix, and advises to look at the declaration.

    ## Example
        <robot name="cart">
          <xacro:property name="radius" value="0.1"/>

    ## Use instead
        <robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:property name="radius" value="0.1"/>

    ## Fix safety
    Declaring the prefix of xacro is safe: it goes to nobody but the package, which does not look at
    what it stands for.
    """

    def fix(one: Fault) -> FixMaker | None:
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
    """A file that `load_yaml` reads is no YAML.

    ## Why it matters
    The expansion fails, so there is no robot. The message names the line in the YAML file; the
    place is the expression that loads it.

    ## Example
        wheel: {radius: 0.1

    ## Use instead
        wheel: {radius: 0.1}
    """


@problem("M223", "include-without-match", "unmatched", severity="warning")
def include_without_match() -> None:
    """An include has a pattern that no file fits.

    ## Why it matters
    Nothing is included, and the expansion goes on; what is missing shows later, if at all.

    ## Example
        <xacro:include filename="parts/*.xcaro"/>

    ## Use instead
        <xacro:include filename="parts/*.xacro"/>
    """
