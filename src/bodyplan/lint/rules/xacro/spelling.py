"""Spellings that are deprecated or have no effect: M211 to M213, M221, M222, M224, M225."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from operator import itemgetter
from xml.etree.ElementTree import Element as Node

from bodyplan.core import listed, quoted
from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._problem import problem, reported, sources
from bodyplan.lint.rules.xacro.tag_prefix import undefined_by, without_prefix
from bodyplan.text import Edit, Layout
from bodyplan.xacro import Origin, Problem, macro_file
from bodyplan.xacro.hints import ADDRESS
from bodyplan.xacro.nodes import PREFIX

_DISSOLVED = {"xacro:macro", "xacro:if", "xacro:unless", "xacro:property"}
"""Elements that are replaced by their content."""
_BRANCHES = {"if", "unless", "insert_block"}
"""Tags that decide which elements are in the robot."""


@rule("M211", "xacro-old-spelling", severity="warning", fix="sometimes")
def xacro_old_spelling(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A function or macro name has a deprecated spelling.

    ## Why it matters
    xacro prints a warning at each expansion, and a later release may reject it. Functions have
    moved into namespaces, so that properties can have short names. A macro is defined without the
    prefix that it is called with.

    ## Example
        <xacro:property name="sizes" value="${load_yaml('sizes.yaml')}"/>
        <xacro:macro name="xacro:wheel" params="side">

    ## Use instead
        <xacro:property name="sizes" value="${xacro.load_yaml('sizes.yaml')}"/>
        <xacro:macro name="wheel" params="side">

    ## Fix safety
    Removing the prefix from the name of a macro is safe: xacro ignores it.
    """

    def fix(one: Problem) -> FixMaker | None:
        if one.origin is None or one.origin.file or not one.name.startswith(PREFIX):
            return None
        return partial(_without_prefix, ctx.document.layout, one.origin)

    yield from reported(ctx, "deprecated", fix=fix)


def _without_prefix(layout: Layout, macro: Origin) -> Fix | None:
    """Return the fix that removes the prefix from the name of a macro."""
    name = layout.attribute(layout.elements[macro.element], "name")
    if name is None or not layout.text.startswith(PREFIX, name.value.start):
        return None
    start = name.value.start
    return Fix("Remove the prefix from the name", (Edit(start, start + len(PREFIX), ""),))


@rule("M212", "xacro-prefix-missing", severity="warning", fix="sometimes")
def xacro_prefix_missing(_file: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A xacro tag lacks its prefix.

    One diagnostic for all definitions and includes of a file, and one for its conditions and
    blocks. If an expression needs a name that is not defined for that reason, the expansion fails,
    and this is an error.

    ## Why it matters
    Releases before 1.14 accepted such tags, with a warning. Now xacro copies them unchanged: the
    macro is not defined, the file is not included, and parsers of the robot ignore both branches of
    a condition.

    ## Example
        <include filename="wheel.xacro"/>
        <property name="radius" value="0.1"/>

    ## Use instead
        <xacro:include filename="wheel.xacro"/>
        <xacro:property name="radius" value="0.1"/>

    ## Fix safety
    Adding the prefix is unsafe: tags that had no effect so far begin to have one.
    """
    tags: dict[tuple[int, bool], list[tuple[Origin, Node]]] = defaultdict(list)
    for origin, node in without_prefix(sources(ctx)):
        tags[origin.file, node.tag in _BRANCHES].append((origin, node))
    missed = {one.name for one in sources(ctx).expansion.problems if one.kind == "property"}
    for (file, _), found in tags.items():
        nodes = [node for _, node in sorted(found, key=itemgetter(0))]
        words = listed((f"<{word}>" for word in dict.fromkeys(node.tag for node in nodes)), 4)
        count = f" ({len(nodes)} tags in this file)" if len(nodes) > 1 else ""
        names = missed & {name for node in nodes for name in undefined_by(node)}
        undefined = f", so {listed(map(quoted, sorted(names)), 4)} {'is' if len(names) == 1 else 'are'} not defined"
        yield Diagnostic(
            ctx.kind,
            f"missing prefix {PREFIX} on {words}{count}{undefined if names else ''}",
            sources(ctx).where(min(origin for origin, _ in found)),
            severity=Severity.ERROR if names else None,
            hint=f"write <{PREFIX}{nodes[0].tag}>",
            fix=None if file else partial(_with_prefix, ctx.document.layout, nodes),
        )


def _with_prefix(layout: Layout, nodes: list[Node]) -> Fix:
    edits: list[Edit] = []
    for node in nodes:
        span = layout.span(node)
        starts = [span.start + 1] + ([] if span.is_empty_tag else [span.close_start + 2])
        edits += (Edit(start, start, PREFIX) for start in starts)
    what = f"<{PREFIX}{nodes[0].tag}>" if len(nodes) == 1 else f"the prefix {PREFIX}"
    return Fix(f"Write {what}", tuple(sorted(edits)), "unsafe")


@rule("M213", "xacro-namespace-unusual", severity="hint", fix="sometimes")
def xacro_namespace_unusual(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """The prefix `xacro` is declared with a namespace URI that is not xacro's.

    ## Why it matters
    xacro only uses the prefix. Editors and other tools use the namespace URI, and treat the tags as
    tags of another language.

    ## Example
        <robot name="cart" xmlns:xacro="http://example.com/xacro">

    ## Use instead
        <robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">

    ## Fix safety
    Changing the URI is safe: only xacro uses the prefix, and it ignores the URI.
    """
    for file in range(len(sources(ctx).expansion.files)):
        root = sources(ctx).file(file).tree.root
        address = None if root is None else root.get("xmlns:xacro")
        if address is None or _is_usual(address):
            continue
        yield Diagnostic(
            ctx.kind,
            f"unexpected namespace URI {quoted(address)} for the prefix xacro",
            sources(ctx).where(Origin(file, 0), "xmlns:xacro"),
            hint=f"write {ADDRESS}",
            fix=None if file else partial(_with_address, ctx.document.layout),
        )


def _is_usual(address: str) -> bool:
    """Return whether a namespace URI is an address of the xacro page in the ROS wiki.

    The address of the page has changed several times.
    """
    host, _, path = address.partition("://")[2].partition("/")
    return host in {"ros.org", "www.ros.org", "wiki.ros.org"} and path.rstrip("/").endswith("xacro")


def _with_address(layout: Layout) -> Fix | None:
    span = layout.attribute(layout.elements[0], "xmlns:xacro")
    return None if span is None else Fix("Change the namespace URI", (Edit(*span.value, ADDRESS),))


@rule("M221", "xacro-attribute-lost", severity="warning")
def xacro_attribute_lost(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """`xacro:attribute` has no effect, because its parent element is replaced by its content.

    ## Why it matters
    The tag sets an attribute of its parent element. A macro, an `if` and the root of an included
    file are replaced by their content, and the attribute is lost.

    ## Example
        <joint name="lift" type="fixed">
          <xacro:if value="${moves}">
            <xacro:attribute name="type" value="prismatic"/>
          </xacro:if>
        </joint>

    ## Use instead
        <joint name="lift" type="fixed">
          <xacro:attribute name="type" value="${'prismatic' if moves else 'fixed'}"/>
        </joint>
    """
    for origin, tag in sources(ctx).by_tag.get("xacro:attribute", ()):
        outer = [node.tag for node in sources(ctx).around(origin)]
        is_root = origin.file > 0 and len(outer) == 1
        if is_root or (outer and outer[0] in _DISSOLVED):
            name = quoted(tag.get("name", ""))
            what = "the root of an included file" if is_root else f"<{outer[0]}>"
            yield Diagnostic(
                ctx.kind,
                f"attribute {name} is lost: {what} is replaced by its content",
                sources(ctx).where(origin),
                hint="set it directly inside the element that it is for",
            )


@problem("M222", "xacro-part-ignored", "ignored", "warning", severity="warning")
def xacro_part_ignored() -> None:
    """Xacro ignores an attribute or the content of a tag.

    ## Why it matters
    The name of an attribute is misspelled, or xacro does not support what the author expected.

    ## Example
        <xacro:property name="radius" value="0.1" unit="m"/>

    ## Use instead
        <xacro:property name="radius" value="0.1"/>
    """


@problem("M224", "xml-prefix-redefined", "namespace", severity="warning")
def xml_prefix_redefined() -> None:
    """An included file or a macro declares a prefix again, with another namespace URI.

    ## Why it matters
    In the expanded file, the first declaration also applies to the elements of the second file or
    macro.

    ## Example
        <robot xmlns:sensor="http://one.example">
          <xacro:include filename="camera.xacro"/>   <!-- xmlns:sensor="http://other.example" -->

    ## Use instead
    The same namespace URI for the prefix in all files, or two prefixes.
    """


@problem("M225", "attribute-not-text", "value", severity="warning")
def attribute_not_text() -> None:
    """`xacro:attribute` sets a number, which the xacro package cannot write.

    ## Why it matters
    The package fails while it writes the file, with a message about a missing method. bodyplan
    writes the number as text.

    ## Example
        <xacro:attribute name="effort" value="${2 * effort}"/>

    ## Use instead
        <xacro:attribute name="effort" value="${str(2 * effort)}"/>
    """
