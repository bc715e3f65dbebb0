"""Names that are duplicated, reserved or changed: D102, D103, D301, D302."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import (
    frame_faults,
    includes,
    is_reported,
    named,
    names_with_colons,
    of_class,
    report_fault,
    version_of,
    with_article,
)
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node

_RESERVED = re.compile(r"world|__.*__", re.DOTALL)
_WITH_RESERVED = (
    sdf.Model,
    sdf.Link,
    sdf.Joint,
    sdf.Frame,
    sdf.Visual,
    sdf.Collision,
    sdf.Sensor,
    sdf.Light,
    sdf.World,
    sdf.Physics,
    sdf.ParticleEmitter,
    sdf.Include,
)
_CARELESS = ("gripper", "road", "projector", "battery")
"""Elements whose duplicate names libsdformat accepts but ``gz sdf --check`` rejects."""


@rule("D102", "sdf-duplicate-name", severity="error", reference=reference(2))
def duplicate_name(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Two siblings have the same name.

    ## Why it matters
    libsdformat rejects the file. If two links, joints, frames or models have the same name, only
    the first is read. Since version 1.7 this also applies to different kinds of elements: a link
    must not have the name of a joint, frame or model beside it, and a frame of a world must not
    have the name of a model or joint. In a nested model a duplicate is a warning: libsdformat
    renames one of the two elements, so a reference may refer to either. It is also a warning for
    visuals, collisions and sensors of a link that share a name with an element of another kind:
    libsdformat accepts them, but the command `gz sdf --check` rejects them.

    ## Example
        <link name="arm"/>
        <joint name="arm" type="fixed"><parent>base</parent><child>arm</child></joint>

    ## Use instead
        <link name="arm"/>
        <joint name="arm_joint" type="fixed"><parent>base</parent><child>arm</child></joint>
    """
    for fault in frame_faults(ctx, "DUPLICATE_NAME"):
        other = next((one for one in fault.members if one is not fault.value), fault.holder)
        alike = (
            "another"
            if type(other) is type(fault.holder)
            else with_article(other).partition(" ")[0]
        )
        message = (
            f"{named(fault.holder)} duplicates the name of {alike} {other.TAG} in "
            f"{quoted(fault.scope.path)}"
        )
        hint, severity = "rename one of them; names of siblings must be unique", None
        if fault.scope.include is not None or ctx.document.node(fault.value) is None:
            hint = "add a different <name> to each include"
        if fault.is_silent and not is_reported(fault):
            hint, severity = "rename one of them; libsdformat renames one itself", Severity.WARNING
            if fault.scope.is_world:
                hint = f"rename one of them; libsdformat renames the frame to {fault.name + '_frame'!r}"
        yield report_fault(ctx, fault, message, hint=hint, severity=severity)
    yield from _duplicates(ctx, root.worlds, "the file")
    for world in root.worlds:
        where = f"world {quoted(world.name)}"
        yield from _duplicates(
            ctx, [*world.models, *world.frames, *world.joints, *world.lights], where
        )
        yield from _duplicates(ctx, world.actors, where)
        yield from _duplicates(ctx, world.physics, where)
        yield from _duplicates(ctx, world.roads, where)
    for model in of_class(ctx, sdf.Model):
        if model.grippers:
            yield from _duplicates(ctx, model.grippers, f"model {quoted(model.name)}")
    for actor in of_class(ctx, sdf.Actor):
        yield from _duplicates(ctx, actor.animations, f"actor {quoted(actor.name)}")
    for link in of_class(ctx, sdf.Link):
        parts = [*link.visuals, *link.collisions, *link.sensors, *link.lights]
        parts += [*link.particle_emitters, *link.projectors, *link.batteries]
        if len(parts) > 1:
            yield from _duplicates(ctx, parts, f"link {quoted(link.name)}")
    for joint in of_class(ctx, sdf.Joint):
        yield from _duplicates(ctx, joint.sensors, f"joint {quoted(joint.name)}")
    yield from _same_includes(ctx)


def _duplicates(ctx: Context, parts: Iterable[Element], where: str) -> Iterator[Diagnostic]:
    """Report duplicate names; ``frame_faults`` reports them if both elements have frames."""
    first: dict[str, list[Element]] = {}
    for part in parts:
        name: str = getattr(part, "name", "")
        if not name:
            continue
        before = first.setdefault(name, [])
        alike = next((one for one in before if type(one) is type(part)), None)
        other = alike or (before[0] if before else None)
        before.append(part)
        if other is None or (_has_frame(part) and _has_frame(other)):
            continue
        is_accepted = alike is None or part.TAG in _CARELESS
        if alike is not None and part.TAG == "projector":
            is_accepted = False
        what = f"another {other.TAG}" if alike is not None else with_article(other)
        yield ctx.report(
            part,
            f"{named(part)} duplicates the name of {what} in {where}",
            field="name",
            severity=Severity.WARNING if is_accepted else None,
        )


def _has_frame(part: Element) -> bool:
    return isinstance(part, sdf.Model | sdf.Frame | sdf.Joint | sdf.Link)


def _same_includes(ctx: Context) -> Iterator[Diagnostic]:
    """Report repeated includes of an unreadable model without `<name>`, which get the same name."""
    found = includes(ctx)
    if found is None:
        return
    for holder in of_class(ctx, sdf.World, sdf.Model):
        seen: set[str] = set()
        for include in holder.includes:
            uri = include.uri.strip()
            if include.name or include.merge or not uri:
                continue
            if uri in seen and found(include) is None and found.find(include).entity is None:
                message = f"{quoted(uri)} is included twice under the same name"
                yield ctx.report(include, message, field="uri", hint="add a <name>")
            seen.add(uri)


@rule("D103", "sdf-reserved-name", severity="error", reference=reference(3))
def reserved_name(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A name is reserved by SDFormat.

    ## Why it matters
    libsdformat rejects `world`, names that begin and end with two underscores such as `__model__`,
    and from version 1.8 on names with `::`, which separates the name of a model from a name in it.
    The content of `<plugin>` and of elements with a colon is not checked.

    ## Example
        <link name="world"/>
        <link name="arm::hand"/>

    ## Use instead
        <link name="world_link"/>
        <link name="arm_hand"/>
    """
    for value in of_class(ctx, *_WITH_RESERVED):
        if _RESERVED.fullmatch(value.name) and not isinstance(
            ctx.owner(value), sdf.Population | sdf.Insertions
        ):
            yield ctx.report(value, f"name {quoted(value.name)} is reserved", field="name")
    for joint in of_class(ctx, sdf.Joint):
        for field in ("parent", "child"):
            if getattr(joint, field) == "__root__":
                message = f"{named(joint)} refers to __root__, which is reserved"
                yield ctx.report(joint, message, field=field, hint="write world")
    for include in of_class(ctx, sdf.Include):
        if include.placement_frame == "__root__":
            message = "<include> refers to __root__, which is reserved"
            yield ctx.report(include, message, field="placement_frame")
        if "::" in include.name and version_of(ctx) >= (1, 8):
            message = f"name {quoted(include.name)} contains the separator ::"
            yield ctx.report(include, message, field="name")
    if version_of(ctx) >= (1, 8):
        for node in names_with_colons(ctx.document):
            message = f"name {quoted(node.get('name', ''))} contains the separator ::"
            hint = "use :: only in references to an element of a nested model"
            yield _at_name(ctx, node, message, hint)


def _at_name(ctx: Context, node: Node, message: str, hint: str) -> Diagnostic:
    document = ctx.document
    return Diagnostic(ctx.kind, message, lambda: document.where(node, "value", "name"), hint=hint)


@rule("D301", "sdf-name-with-colons", severity="warning")
def name_with_colons(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A name has `::` in a file of a version before 1.8.

    ## Why it matters
    Before 1.8, nested models were flattened to such names: `arm::hand`. Current versions of
    libsdformat turn them into models again, but only in a world; in a model outside of a world the
    name remains, and references from other models do not find it.

    ## Example
        <sdf version="1.7"><model name="crane"><link name="arm::hand"/></model></sdf>

    ## Use instead
        <sdf version="1.8">
          <model name="crane"><model name="arm"><link name="hand"/></model></model>
        </sdf>
    """
    if version_of(ctx) >= (1, 8):
        return
    for node in names_with_colons(ctx.document):
        message = f"name {quoted(node.get('name', ''))} contains ::, a separator since 1.8"
        hint = "make a nested model of the part before ::"
        yield _at_name(ctx, node, message, hint)


@rule("D302", "sdf-renamed-on-upgrade", severity="warning")
def renamed_on_upgrade(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A link, joint, frame or model of an old file has the name of an element of another kind.

    ## Why it matters
    Before version 1.7 a joint could have the name of a link. Current versions of libsdformat rename
    the later one with a warning (`arm` becomes `arm_joint`), so plugins and poses that refer to the
    name may refer to the other element. The command `gz sdf --check` rejects the file.

    ## Example
        <sdf version="1.6"> ... <link name="arm"/> <joint name="arm" type="fixed">

    ## Use instead
        <sdf version="1.6"> ... <link name="arm"/> <joint name="arm_joint" type="fixed">
    """
    if version_of(ctx) >= (1, 7):
        return
    for model in of_class(ctx, sdf.Model):
        taken: dict[str, Element] = {one.name: one for one in model.models}
        parts: tuple[Element, ...] = (*model.links, *model.joints, *model.frames)
        for part in parts:
            name: str = getattr(part, "name", "")
            other = taken.setdefault(name, part)
            if name and type(other) is not type(part):
                yield ctx.report(
                    part,
                    f"{named(part)} duplicates the name of {with_article(other)} in {ctx.describe(model)}",
                    field="name",
                    hint=f"rename one of them; libsdformat renames this one to {name + '_' + part.TAG!r}",
                )
