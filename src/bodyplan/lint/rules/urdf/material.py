"""Colours and textures: G4xx."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from bodyplan.core import numbers
from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.names import listed, most_like
from bodyplan.lint.rule import rule
from bodyplan.spec import Vec4, change
from bodyplan.text import Edit


def _is_empty(material: urdf.Material) -> bool:
    """Whether it has neither colour nor texture, as far as could be read."""
    return material.rgba is None and not material.texture


def _is_defined(material: urdf.Material, ctx: Context) -> bool:
    """Whether it defines anything; a colour that does not read was reported already."""
    return not _is_empty(material) or ctx.written(material, "rgba")


def _named(material: urdf.Material, ctx: Context) -> str:
    name = repr(material.name) if material.name else "without name"
    owner = ctx.owner(material)
    place = "" if isinstance(owner, urdf.Robot) else f" in {ctx.describe(material)}"
    return f"material {name}{place}"


@rule("G402", "material-invisible", severity="info", fix="always", when="rgba")
def material_invisible(material: urdf.Material, ctx: Context) -> Iterator[Diagnostic]:
    """A colour is fully transparent.

    ## Why it matters
    With an alpha of zero the visual is not drawn where the viewer honours it, and opaque where it
    does not. Often the four numbers were taken for "nothing special"; black is "0 0 0 1".

    ## Example
        <color rgba="0.8 0.8 0.8 0"/>

    ## Use instead
        <color rgba="0.8 0.8 0.8 1"/>

    ## Fix safety
    Making it opaque is unsafe: it may be hidden on purpose.
    """
    rgba = material.rgba
    if rgba is not None and rgba[3] == 0.0:
        yield ctx.report(
            material,
            f"{_named(material, ctx)}: rgba {numbers(rgba)} has the alpha 0, so it is invisible",
            field="rgba",
            hint="an alpha of 1 is opaque; to show nothing, leave the visual out",
            fix=ctx.fix_set("Make it opaque", "unsafe", material, rgba=(*rgba[:3], 1.0)),
        )


@rule("G403", "material-undefined", severity="warning", fix="sometimes")
def material_undefined(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A visual names a material that has no definition, or none yet.

    ## Why it matters
    A material with only a name refers to one that is defined elsewhere: at the level of the
    robot, wherever it stands there, or in a visual further up in the file. The reference reader
    goes through the links in order, so a definition inside a later visual comes too late. It
    warns, and leaves the visual without colour. One finding for each name, at its first use.

    ## Example
        <visual>...<material name="grey"/></visual>
        <visual>...<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material></visual>

    ## Use instead
        <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
        <link ...><visual>...<material name="grey"/></visual></link>

    ## Fix safety
    Copying a later definition to the level of the robot is unsafe, because the colour of visuals
    changes; so is writing the nearest known name.
    """
    if ctx.is_broken_off:
        return
    inline, waiting = _inline(ctx)
    known = [*ctx.index.global_materials, *inline]
    for name, uses in waiting.items():
        first = uses[0]
        count = f" ({len(uses)} visuals)" if len(uses) > 1 else ""
        fix: FixMaker | None = None
        hint: str | Callable[[], str]
        if name in inline:
            later = inline[name]
            message = f"material {name!r}{count} is used before its definition"
            hint = partial(_too_late, ctx, later)
            if not _is_empty(later):
                copy = urdf.Material(name=name, rgba=later.rgba, texture=later.texture or None)
                title = f"Define {name!r} at the level of the robot"
                fix = ctx.fix_insert(title, "unsafe", robot, copy)
        else:
            message = f"material {name!r}{count} is defined nowhere"
            hint = "give it a <color>, or define it at the level of the robot"
            meant = most_like(ctx, name, known)
            if meant is not None:
                hint = f"did you mean {meant!r}?"
                fix = _fix_rename(uses, meant, ctx, f"Write {meant!r}")
        yield ctx.report(
            first, f"{ctx.describe(first)}: {message}", field="name", hint=hint, fix=fix
        )


def _too_late(ctx: Context, later: urdf.Material) -> str:
    return (
        f"define it at the level of the robot; inside a visual, in line {ctx.line(later)}, it "
        "holds only from there on"
    )


def _inline(ctx: Context) -> tuple[dict[str, urdf.Material], dict[str, list[urdf.Material]]]:
    """What visuals define first under each name, and what they name before it is defined."""
    known = ctx.index.global_materials
    inline: dict[str, urdf.Material] = {}
    waiting: dict[str, list[urdf.Material]] = defaultdict(list)
    for _, material in ctx.index.visual_materials():
        name = material.name
        if not name or name in known or name in inline:
            continue
        if _is_defined(material, ctx):
            inline[name] = material
        else:
            waiting[name].append(material)
    return inline, waiting


def _fix_rename(uses: list[urdf.Material], name: str, ctx: Context, title: str) -> FixMaker:
    def edits() -> Iterator[Edit]:
        for material in uses:
            yield from change.set_fields(ctx.document, material, name=name)

    return ctx.fix(title, "unsafe", edits)


@rule("G404", "material-redefined", severity="warning", fix="always")
def material_redefined(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A material is given another colour or texture under a name that is taken.

    ## Why it matters
    The reference reader keeps the first definition, one at the level of the robot before all
    others, and discards what a visual says under the same name, without a word. Other readers use
    what stands in the visual. So the robot has other colours in other tools. One finding for each
    such colour, at its first place.

    ## Example
        <visual>...<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material></visual>
        <visual>...<material name="grey"><color rgba="0.1 0.1 0.1 1"/></material></visual>

    ## Use instead
        <visual>...<material name="dark_grey"><color rgba="0.1 0.1 0.1 1"/></material></visual>

    ## Fix safety
    Giving the second colour a name of its own is unsafe: the reference reader then shows it.
    """
    first: dict[str, urdf.Material] = {}
    for material in robot.materials:
        first.setdefault(material.name, material)
    groups: dict[tuple[str, Vec4 | None, str | None], list[urdf.Material]] = defaultdict(list)
    taken = set(first)
    for _, material in ctx.index.visual_materials():
        name = material.name
        taken.add(name)
        if name and not _is_empty(material):
            holder = first.setdefault(name, material)
            if not _is_empty(holder) and _differs(material, holder):
                groups[name, material.rgba, material.texture].append(material)
    free_name = _free_names(taken)
    for (name, _, _), members in groups.items():
        material, holder = members[0], first[name]
        what, old, new = _difference(holder, material)
        count = f" ({len(members)} visuals)" if len(members) > 1 else ""
        free = free_name(name)
        yield ctx.report(
            material,
            f"{ctx.describe(material)}: material {name!r}{count} has the {what} {new}, but {old} "
            "where it is defined first",
            field="rgba" if what == "colour" else "texture",
            hint=partial(_two_colours, ctx, holder),
            fix=_fix_rename(members, free, ctx, f"Rename this one to {free!r}"),
        )


def _two_colours(ctx: Context, holder: urdf.Material) -> str:
    line = ctx.line(holder)
    return f"the reference reader keeps the first, in line {line}; other readers use this one"


def _differs(material: urdf.Material, holder: urdf.Material) -> bool:
    """Whether anything it says is not what the first definition says."""
    return (material.rgba is not None and material.rgba != holder.rgba) or bool(
        material.texture and material.texture != holder.texture
    )


def _difference(holder: urdf.Material, material: urdf.Material) -> tuple[str, str, str]:
    """What differs, the first definition's, and this one's."""
    if material.rgba is not None and material.rgba != holder.rgba:
        return "colour", numbers(holder.rgba) if holder.rgba else "none", numbers(material.rgba)
    return "texture", repr(holder.texture) if holder.texture else "none", repr(material.texture)


def _free_names(taken: set[str]) -> Callable[[str], str]:
    """A function that makes names which nothing has yet: "grey_2", "grey_3"."""
    numbers: dict[str, int] = {}

    def free(name: str) -> str:
        number = numbers.get(name, 1) + 1
        while f"{name}_{number}" in taken:
            number += 1
        numbers[name] = number
        return f"{name}_{number}"

    return free


@rule("G405", "material-unused", severity="hint", fix="always")
def material_unused(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A material of the robot is used by no visual.

    ## Why it matters
    It does no harm, and readers load it for nothing. It may be the rest of a part that was removed,
    or a visual was meant to name it. One finding for a robot, at the first of them.

    ## Example
        <material name="purple"><color rgba="0.5 0 0.5 1"/></material>

    ## Use instead
    Remove it.

    ## Fix safety
    Removing is unsafe: another file may be put together with this one.
    """
    if not robot.links or ctx.is_broken_off:  # without links, a collection of materials
        return
    used = {material.name for _, material in ctx.index.visual_materials()}
    unused = [m for m in robot.materials if m.name and m.name not in used and ctx.reads(m)]
    if not unused:
        return
    inline, waiting = _inline(ctx)
    known = [*ctx.index.global_materials, *inline]
    meant = {most_like(ctx, name, known) for name in waiting if name not in inline}
    unused = [m for m in unused if m.name not in meant]  # G403 speaks of those
    if not unused:
        return
    names = listed([material.name for material in unused], 6)
    if len(unused) == 1:
        message, title = f"material {names} is used by no visual", "Remove it"
    else:
        message = f"{len(unused)} materials are used by no visual: {names}"
        title = f"Remove all {len(unused)}"

    def edits() -> Iterator[Edit]:
        for material in unused:
            yield change.remove(ctx.document, material)

    yield ctx.report(unused[0], message, field="name", fix=ctx.fix(title, "unsafe", edits))


@rule("G406", "material-empty", severity="warning")
def material_empty(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A material of the robot has neither a colour nor a texture.

    ## Why it matters
    The reference reader reports an error, and keeps the material as black. What is more, the name
    is taken then: a visual that gives a colour under this name is drawn black as well.

    ## Example
        <robot name="arm"><material name="grey"/>

    ## Use instead
        <robot name="arm"><material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
    """
    empty = [m for m in robot.materials if _is_empty(m) and not ctx.written(m, "rgba")]
    if not empty or ctx.is_broken_off:
        return
    hidden: dict[str, urdf.Material] = {}
    for _, material in ctx.index.visual_materials():
        if not _is_empty(material):
            hidden.setdefault(material.name, material)
    for material in empty:
        named = f"material {material.name!r}" if material.name else "a material"
        yield ctx.report(
            material,
            f"{named} has neither a colour nor a texture",
            hint=partial(_black, ctx, hidden.get(material.name)),
        )


def _black(ctx: Context, hidden: urdf.Material | None) -> str:
    more = f", and hides the definition in line {ctx.line(hidden)}" if hidden else ""
    return f"the reference reader makes it black{more}"


@rule("G407", "material-without-content", severity="info", fix="always", when="material")
def material_without_content(visual: urdf.Visual, ctx: Context) -> Iterator[Diagnostic]:
    """A visual's material has an empty name and no colour.

    ## Why it matters
    An empty name is legal, and means "for this visual only"; without a colour or texture the
    material says nothing at all. Exporters write it for parts that were never painted.

    ## Example
        <visual>...<material name=""/></visual>

    ## Use instead
        <visual>...</visual>

    ## Fix safety
    Removing the element is safe: no reader gets anything from it.
    """
    material = visual.material
    if material is None or material.name or material.extra or not _is_empty(material):
        return
    if ctx.is_broken_off:
        return
    if ctx.written(material, "name") and not ctx.written(material, "rgba"):
        yield ctx.report(
            material,
            f"{ctx.describe(visual)}: the material has neither a name nor a colour",
            hint="remove it, or give it a <color>",
            fix=ctx.fix_remove("Remove the empty material", "safe", material),
        )


@rule("G408", "texture-filename-empty", severity="info", fix="always")
def texture_filename_empty(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The file name of a texture is empty.

    ## Why it matters
    It means "no texture", but some viewers try to open a file without a name and complain, or
    show the part in white. `<texture/>` without the attribute is the same and is not reported.
    One finding for a robot, at the first of them.

    ## Example
        <material name="grey"><color rgba="0.5 0.5 0.5 1"/><texture filename=""/></material>

    ## Use instead
        <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>

    ## Fix safety
    Removing the element is safe: it names nothing.
    """
    found = [material for material in robot.materials if _has_empty_name(material, ctx)]
    found += [m for _, m in ctx.index.visual_materials() if _has_empty_name(m, ctx)]
    if not found:
        return
    others = f", and {len(found) - 1} more in this robot" if len(found) > 1 else ""

    def edits() -> Iterator[Edit]:
        for material in found:
            yield from change.unset(ctx.document, material, "texture")

    yield ctx.report(
        found[0],
        f"{_named(found[0], ctx)}: the texture has an empty file name{others}",
        field="texture",
        fix=ctx.fix(
            "Remove the texture" if len(found) == 1 else f"Remove all {len(found)} empty textures",
            "safe",
            edits,
        ),
    )


def _has_empty_name(material: urdf.Material, ctx: Context) -> bool:
    if material.texture is None or material.texture.strip():
        return False
    node = ctx.document.node(material, "texture")
    return node is not None and "filename" in node.attrib
