"""Spellings that are old or without effect: M211 to M213, M221, M222, M224, M225."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats.xacro import Fault, Origin, macro_file
from bodyplan.formats.xacro.hints import ADDRESS
from bodyplan.formats.xacro.nodes import PREFIX
from bodyplan.formats.xacro.places import SourcePlaces
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._problem import problem, reported, sources
from bodyplan.text import Edit, Layout, quoted

_NEEDED = {
    "macro": ({"name"},),
    "property": ({"name", "value"}, {"name", "default"}),
    "arg": ({"name", "default"},),
    "include": ({"filename"},),
    "if": ({"value"},),
    "unless": ({"value"},),
    "insert_block": ({"name"},),
}
"""Attributes by which a tag without the prefix is told from one that is called the same."""
_OTHERS = {"gazebo", "plugin", "ros2_control", "transmission"}
"""Elements whose content speaks another language."""
_DISSOLVED = {"xacro:macro", "xacro:if", "xacro:unless", "xacro:property"}
"""Elements that are gone when what stands right in them counts."""


@rule("M211", "xacro-old-spelling", severity="warning", fix="sometimes")
def xacro_old_spelling(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A function or a macro is spelled in an old way that still works.

    ## Why it matters
    The xacro package warns at each expansion, and a later release may refuse. Functions have moved
    into name spaces, so that properties can have short names; a macro is defined without the prefix
    that it is called with.

    ## Example
        <xacro:property name="sizes" value="${load_yaml('sizes.yaml')}"/>
        <xacro:macro name="xacro:wheel" params="side">

    ## Use instead
        <xacro:property name="sizes" value="${xacro.load_yaml('sizes.yaml')}"/>
        <xacro:macro name="wheel" params="side">

    ## Fix safety
    Taking the prefix out of the name of a macro is safe: it counts without.
    """

    def fix(one: Fault) -> FixMaker | None:
        if one.origin is None or one.origin.file or not one.name.startswith(PREFIX):
            return None
        return partial(_without_prefix, ctx.document.layout, one.origin)

    yield from reported(ctx, "deprecated", fix=fix)


def _without_prefix(layout: Layout, macro: Origin) -> Fix | None:
    """The repair of the name of a macro."""
    name = layout.attribute(layout.elements[macro.element], "name")
    if name is None or not layout.text.startswith(PREFIX, name.value.start):
        return None
    start = name.value.start
    return Fix("Remove the prefix from the name", (Edit(start, start + len(PREFIX), ""),))


@rule("M212", "xacro-prefix-missing", severity="warning", fix="sometimes")
def xacro_prefix_missing(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A tag of the macro language stands without its prefix.

    ## Why it matters
    Releases before 1.14 took such tags, with a warning. Now they are copied as they stand: the macro
    is not defined, the file is not included, and both branches of a condition are left out by whoever
    reads the robot.

    ## Example
        <include filename="wheel.xacro"/>
        <property name="radius" value="0.1"/>

    ## Use instead
        <xacro:include filename="wheel.xacro"/>
        <xacro:property name="radius" value="0.1"/>

    ## Fix safety
    Writing the prefix is unsafe: what had no effect so far gets one.
    """
    for origin, node in without_prefix(sources(ctx)):
        yield Diagnostic(
            ctx.kind,
            f"<{node.tag}> means nothing to xacro without its prefix",
            sources(ctx).where(origin),
            hint=f"write <{PREFIX}{node.tag}>",
            fix=None if origin.file else partial(_with_prefix, ctx.document.layout, node),
        )


def without_prefix(places: SourcePlaces) -> Iterator[tuple[Origin, Node]]:
    """The elements that surely belong to the macro language, but for their prefix."""
    for word, needed in _NEEDED.items():
        for origin, node in places.by_tag.get(word, ()):
            has_all = any(all(node.get(name) is not None for name in names) for names in needed)
            if has_all and not any(outer.tag in _OTHERS for outer in places.around(origin)):
                yield origin, node


def _with_prefix(layout: Layout, node: Node) -> Fix:
    span = layout.span(node)
    starts = [span.start + 1] + ([] if span.is_empty_tag else [span.close_start + 2])
    edits = tuple(Edit(start, start, PREFIX) for start in starts)
    return Fix(f"Write <{PREFIX}{node.tag}>", edits, "unsafe")


@rule("M213", "xacro-address-unusual", severity="hint", fix="sometimes")
def xacro_address_unusual(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """The prefix of xacro stands for an address that is not that of xacro.

    ## Why it matters
    The package goes by the prefix alone. Editors and other tools go by the address, and take the tags
    for those of another language.

    ## Example
        <robot name="cart" xmlns:xacro="http://example.com/xacro">

    ## Use instead
        <robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">

    ## Fix safety
    Writing the address is safe: it goes to nobody but the package, which does not look at it.
    """
    for file in range(len(sources(ctx).expansion.files)):
        root = sources(ctx).file(file).tree.root
        address = None if root is None else root.get("xmlns:xacro")
        if address is None or _is_usual(address):
            continue
        yield Diagnostic(
            ctx.kind,
            f"the prefix of xacro stands for {quoted(address)}",
            sources(ctx).where(Origin(file, 0), "xmlns:xacro"),
            hint=f"write {ADDRESS}",
            fix=None if file else partial(_with_address, ctx.document.layout),
        )


def _is_usual(address: str) -> bool:
    """Whether it is one of the addresses that xacro had: the site has moved several times."""
    host, _, path = address.partition("://")[2].partition("/")
    return host in {"ros.org", "www.ros.org", "wiki.ros.org"} and path.rstrip("/").endswith("xacro")


def _with_address(layout: Layout) -> Fix | None:
    span = layout.attribute(layout.elements[0], "xmlns:xacro")
    return None if span is None else Fix("Write the address", (Edit(*span.value, ADDRESS),))


@rule("M221", "xacro-attribute-lost", severity="warning")
def xacro_attribute_lost(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """`xacro:attribute` stands right inside a tag that dissolves, so it has no effect.

    ## Why it matters
    It gives an attribute to the element that it stands in. A macro, an `if` and the root of an
    included file are gone when their content takes their place, and the attribute with them.

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
                f"the attribute {name} is lost: it is set on {what}, which dissolves",
                sources(ctx).where(origin),
                hint="set it right inside the element that it is for",
            )


@problem("M222", "xacro-part-ignored", "ignored", "warning", severity="warning")
def xacro_part_ignored() -> None:
    """A tag of xacro has an attribute or content that is ignored.

    ## Why it matters
    The name of an attribute is mistyped, or something was expected that xacro does not do.

    ## Example
        <xacro:property name="radius" value="0.1" unit="m"/>

    ## Use instead
        <xacro:property name="radius" value="0.1"/>
    """


@problem("M224", "xml-prefix-redefined", "namespace", severity="warning")
def xml_prefix_redefined() -> None:
    """An included file or a macro declares a prefix that stands for something else already.

    ## Why it matters
    In the expanded file the first meaning holds for both.

    ## Example
        <robot xmlns:sensor="http://one.example">
          <xacro:include filename="camera.xacro"/>   <!-- xmlns:sensor="http://other.example" -->

    ## Use instead
    One address for the prefix in all files, or two prefixes.
    """


@problem("M225", "attribute-not-text", "value", severity="warning")
def attribute_not_text() -> None:
    """`xacro:attribute` sets a number, which the xacro package itself cannot write.

    ## Why it matters
    The package breaks off while it writes the file, with a message about a type that has no method.
    bodyplan writes the number as text.

    ## Example
        <xacro:attribute name="effort" value="${2 * effort}"/>

    ## Use instead
        <xacro:attribute name="effort" value="${str(2 * effort)}"/>
    """
