"""Colours and textures: G4xx."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from bodyplan.core import numbers
from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import listed, most_like
from bodyplan.lint.resources import package_of
from bodyplan.lint.rule import rule
from bodyplan.spec import Vec4, change
from bodyplan.text import Edit


def _is_empty(material: urdf.Material) -> bool:
    """Return whether a material has neither colour nor texture."""
    return material.rgba is None and not material.texture


def _is_defined(material: urdf.Material, ctx: Context) -> bool:
    """Return whether a material is a definition, not a reference; its colour may be invalid."""
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
    With alpha 0, viewers that support transparency do not draw the visual; others draw it opaque.
    Often all four numbers were left at 0; black is "0 0 0 1".

    ## Example
        <color rgba="0.8 0.8 0.8 0"/>

    ## Use instead
        <color rgba="0.8 0.8 0.8 1"/>

    ## Fix safety
    Making the colour opaque is unsafe: the visual may be hidden on purpose.
    """
    rgba = material.rgba
    if rgba is not None and rgba[3] == 0.0:
        yield ctx.report(
            material,
            f"{_named(material, ctx)}: rgba {numbers(rgba)} is fully transparent",
            field="rgba",
            hint="write alpha 1 for opaque; remove the visual to show nothing",
            fix=ctx.fix_set("Make it opaque", "unsafe", material, rgba=(*rgba[:3], 1.0)),
        )


@rule("G403", "material-undefined", severity="warning", fix="sometimes")
def material_undefined(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A visual references a material that is not defined, or is defined later.

    ## Why it matters
    A material with only a name refers to a material that is defined directly in `<robot>`, anywhere
    in the file, or in an earlier visual. urdfdom reads the links in order, so a definition in a
    later visual comes too late: it warns and leaves the visual without colour. There is one
    diagnostic for each name, at its first use.

    ## Example
        <visual>...<material name="grey"/></visual>
        <visual>...<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material></visual>

    ## Use instead
        <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
        <link ...><visual>...<material name="grey"/></visual></link>

    ## Fix safety
    Copying a later definition into `<robot>` is unsafe, because the colour of visuals changes; so
    is writing the most similar known name.
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
                title = f"Define {name!r} in <robot>"
                fix = ctx.fix_insert(title, "unsafe", robot, copy)
        else:
            message = f"material {name!r}{count} is not defined"
            hint = "add a <color>, or define it in <robot>"
            meant = most_like(ctx, name, known)
            if meant is not None:
                hint = f"did you mean {meant!r}?"
                fix = _fix_rename(uses, meant, ctx, f"Write {meant!r}")
        yield ctx.report(
            first, f"{ctx.describe(first)}: {message}", field="name", hint=hint, fix=fix
        )


def _too_late(ctx: Context, later: urdf.Material) -> str:
    return (
        f"define it in <robot>; a definition in a visual (line {ctx.line(later)}) applies only to "
        "later visuals"
    )


def _inline(ctx: Context) -> tuple[dict[str, urdf.Material], dict[str, list[urdf.Material]]]:
    """Return the first definition in a visual, and the references before it, by name."""
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
    """A material is defined again with another colour or texture.

    ## Why it matters
    urdfdom uses the definition in `<robot>`, or else the first one in a visual, and silently
    ignores other definitions of that name. Other parsers use the definition in the visual, so
    colours differ between programs. There is one diagnostic for each such colour, at its first use.

    ## Example
        <visual>...<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material></visual>
        <visual>...<material name="grey"><color rgba="0.1 0.1 0.1 1"/></material></visual>

    ## Use instead
        <visual>...<material name="dark_grey"><color rgba="0.1 0.1 0.1 1"/></material></visual>

    ## Fix safety
    Giving the second colour its own name is unsafe: urdfdom then uses it.
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
            f"{ctx.describe(material)}: material {name!r}{count} has {what} {new}, but {old} in "
            "its first definition",
            field="rgba" if what == "colour" else "texture",
            hint=partial(_two_colours, ctx, holder),
            fix=_fix_rename(members, free, ctx, f"Rename this one to {free!r}"),
        )


def _two_colours(ctx: Context, holder: urdf.Material) -> str:
    line = ctx.line(holder)
    return f"rename one of them; urdfdom uses the first (line {line}), other parsers this one"


def _differs(material: urdf.Material, holder: urdf.Material) -> bool:
    """Return whether a material differs from its first definition."""
    return (material.rgba is not None and material.rgba != holder.rgba) or bool(
        material.texture and material.texture != holder.texture
    )


def _difference(holder: urdf.Material, material: urdf.Material) -> tuple[str, str, str]:
    """Return "colour" or "texture", with the values in the first and in the second definition."""
    if material.rgba is not None and material.rgba != holder.rgba:
        return "colour", numbers(holder.rgba) if holder.rgba else "none", numbers(material.rgba)
    return "texture", repr(holder.texture) if holder.texture else "none", repr(material.texture)


def _free_names(taken: set[str]) -> Callable[[str], str]:
    """Return a function that makes unused names: "grey_2", "grey_3"."""
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
    """No visual uses a material that the robot defines.

    ## Why it matters
    An unused material has no effect. It may be left over from a part that was removed, or a visual
    was meant to reference it. There is one diagnostic per robot, at the first unused material.
    Materials of an included xacro file are not reported, because several robots share such files.

    ## Example
        <material name="purple"><color rgba="0.5 0 0.5 1"/></material>

    ## Use instead
    Remove it.

    ## Fix safety
    Removing it is unsafe: another file that includes this one may use it.
    """
    if not robot.links or ctx.is_broken_off:  # a file without links is a collection of materials
        return
    used = {material.name for _, material in ctx.index.visual_materials()}
    unused = [m for m in robot.materials if m.name and m.name not in used and ctx.reads(m)]
    if not unused:
        return
    inline, waiting = _inline(ctx)
    known = [*ctx.index.global_materials, *inline]
    meant = {most_like(ctx, name, known) for name in waiting if name not in inline}
    file, place = ctx.document.name, ctx.document.place
    # several robots share the materials of an included file; G403 reports misspelt names
    unused = [m for m in unused if m.name not in meant and place(m).file == file]
    if not unused:
        return
    names = listed([material.name for material in unused], 6)
    if len(unused) == 1:
        message, title = f"unused material {names}", "Remove it"
    else:
        message = f"{len(unused)} unused materials: {names}"
        title = f"Remove all {len(unused)}"

    def edits() -> Iterator[Edit]:
        for material in unused:
            yield change.remove(ctx.document, material)

    yield ctx.report(unused[0], message, field="name", fix=ctx.fix(title, "unsafe", edits))


@rule("G406", "material-empty", severity="warning")
def material_empty(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A material of the robot has neither a colour nor a texture.

    ## Why it matters
    urdfdom reports an error and uses black. It also ignores later definitions of the name, so a
    visual that defines a colour under this name is black as well.

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
            f"{named} has neither colour nor texture",
            hint=partial(_black, ctx, hidden.get(material.name)),
        )


def _black(ctx: Context, hidden: urdf.Material | None) -> str:
    more = f" and ignores the definition on line {ctx.line(hidden)}" if hidden else ""
    return f"add a <color>; urdfdom uses black{more}"


@rule("G407", "materials-of-visuals", severity="info")
def materials_of_visuals(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The visuals of a link have different materials.

    ## Why it matters
    RViz 2 draws all visuals of a link in the material of the first one. RViz of ROS 1, Gazebo,
    MuJoCo and Pinocchio use the material of each visual. A mesh that defines its colours keeps
    them. Reported only in ROS packages, once per file.

    ## Example
        <link name="arm">
          <visual>... <material name="grey"/></visual>
          <visual>... <material name="red"/></visual>

    ## Use instead
    Put the second visual into a separate link, attached by a fixed joint.
    """
    found = [link for link in robot.links if len(_looks(link)) > 1]
    if not found or package_of(ctx) is None:
        return
    names = listed([link.name for link in found], 3)
    visuals = [one for one in found[0].visuals if one.material is not None]
    what = f"link {names} has" if len(found) == 1 else f"{len(found):,} links have"
    more = "" if len(found) == 1 else f": {names}"
    message = f"{what} visuals of different materials; RViz 2 draws all in the first{more}"
    yield ctx.report(visuals[1], message)


def _looks(link: urdf.Link) -> set[object]:
    """Return the names of the materials of a link; for a material without a name, its colour."""
    materials = [visual.material for visual in link.visuals if visual.material is not None]
    return {one.name or one.rgba for one in materials}
