"""Spellings that are old or without effect: M211 to M213, M221, M222, M224, M225."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats.xacro import macro_file
from bodyplan.lint.context import Context
from bodyplan.lint.macro_sources import PREFIX, Tag
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro._told import sources, told_here, written
from bodyplan.lint.rules.xacro.files import ADDRESS
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
    for found in told_here(ctx):
        where = found.where
        fix = None
        if where.file == ctx.document.name and "must not have the prefix" in found.message:
            offset = ctx.document.source.offset(where.line, where.column)
            fix = partial(_without_prefix, ctx.document.layout, offset)
        yield Diagnostic(found.kind, found.message, where, hint=found.hint, fix=fix)


def _without_prefix(layout: Layout, offset: int) -> Fix | None:
    """The repair of the name of the macro whose tag holds an offset."""
    for node in layout.elements:
        span = layout.span(node)
        name = layout.attribute(node, "name")
        if span.start <= offset < span.open_end and name is not None:
            start = name.value.start
            if layout.text.startswith(PREFIX, start):
                edit = Edit(start, start + len(PREFIX), "")
                return Fix("Take the prefix out of the name", (edit,))
    return None


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
    for tag in written(ctx).tags:
        if lacks_prefix(ctx, tag):
            word = tag.node.tag
            yield Diagnostic(
                ctx.kind,
                f"<{word}> means nothing to xacro without its prefix",
                sources(ctx).where(tag.origin),
                hint=f"write <{PREFIX}{word}>",
                fix=None if tag.file else partial(_with_prefix, ctx.document.layout, tag),
            )


def lacks_prefix(ctx: Context, tag: Tag) -> bool:
    """Whether an element is surely one of the macro language, but for its prefix."""
    needed = _NEEDED.get(tag.node.tag, ())
    if not any(names <= set(tag.node.keys()) for names in needed):
        return False
    return not any(node.tag in _OTHERS for node in written(ctx).around(tag))


def _with_prefix(layout: Layout, tag: Tag) -> Fix:
    span = layout.span(tag.node)
    starts = [span.start + 1] + ([] if span.is_empty_tag else [span.close_start + 2])
    edits = tuple(Edit(start, start, PREFIX) for start in starts)
    return Fix(f"Write <{PREFIX}{tag.node.tag}>", edits, "unsafe")


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
        root = written(ctx).root(file)
        address = None if root is None else root.node.get("xmlns:xacro")
        if root is None or address is None or _is_usual(address):
            continue
        yield Diagnostic(
            ctx.kind,
            f"the prefix of xacro stands for {quoted(address)}",
            sources(ctx).where(root.origin, "xmlns:xacro"),
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
    for tag in written(ctx).of("attribute"):
        parent = written(ctx).parent(tag)
        if parent is None:
            continue
        is_root = tag.file > 0 and written(ctx).parent(written(ctx).tag(parent)) is None
        if parent.tag in _DISSOLVED or is_root:
            name = quoted(tag.node.get("name", ""))
            what = "the root of an included file" if is_root else f"<{parent.tag}>"
            yield Diagnostic(
                ctx.kind,
                f"the attribute {name} is lost: it is set on {what}, which dissolves",
                sources(ctx).where(tag.origin),
                hint="set it right inside the element that it is for",
            )


@rule("M222", "xacro-part-ignored", severity="warning")
def xacro_part_ignored(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """A tag of xacro has an attribute or content that is ignored.

    ## Why it matters
    The name of an attribute is mistyped, or something was expected that xacro does not do.

    ## Example
        <xacro:property name="radius" value="0.1" unit="m"/>

    ## Use instead
        <xacro:property name="radius" value="0.1"/>
    """
    yield from told_here(ctx)


@rule("M224", "xml-prefix-redefined", severity="warning")
def xml_prefix_redefined(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """An included file or a macro declares a prefix that stands for something else already.

    ## Why it matters
    In the expanded file the first meaning holds for both.

    ## Example
        <robot xmlns:sensor="http://one.example">
          <xacro:include filename="camera.xacro"/>   <!-- xmlns:sensor="http://other.example" -->

    ## Use instead
    One address for the prefix in all files, or two prefixes.
    """
    yield from told_here(ctx)


@rule("M225", "attribute-not-text", severity="warning")
def attribute_not_text(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
    """`xacro:attribute` sets a number, which the xacro package itself cannot write.

    ## Why it matters
    The package breaks off while it writes the file, with a message about a type that has no method.
    bodyplan writes the number as text.

    ## Example
        <xacro:attribute name="effort" value="${2 * effort}"/>

    ## Use instead
        <xacro:attribute name="effort" value="${str(2 * effort)}"/>
    """
    yield from told_here(ctx)
