"""Names that are taken, reserved or changed: D102, D103, D301, D302."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import (
    frame_faults,
    includes,
    named,
    names_with_colons,
    of_class,
    report_fault,
    version_of,
)
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
"""What may have one name twice for the reference reader, though not for its check."""


@rule("D102", "sdf-name-again", severity="error", reference=reference(2))
def name_again(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Two siblings have the same name.

    ## Why it matters
    The reference reader refuses the file: of two links, joints, frames or models of one name only
    the first is there, and since version 1.7 no link may have the name of a joint, frame or model
    beside it either. That is a warning in a model in a model, where readers give one of the two
    another name: what refers to the name may mean either. Shapes and sensors of a link that share a
    name among different kinds are let pass, and refused by the command `gz sdf --check`: that is a
    warning too.

    ## Example
        <link name="arm"/>
        <joint name="arm" type="fixed"><parent>base</parent><child>arm</child></joint>

    ## Use instead
        <link name="arm"/>
        <joint name="arm_joint" type="fixed"><parent>base</parent><child>arm</child></joint>
    """
    for fault in frame_faults(ctx, "DUPLICATE_NAME"):
        other = next((one for one in fault.members if one is not fault.value), fault.holder)
        alike = "another" if type(other) is type(fault.holder) else _a(other).partition(" ")[0]
        message = (
            f"{named(fault.holder)} has the name of {alike} {other.TAG} in "
            f"{quoted(fault.scope.path)}"
        )
        hint, severity = "names of siblings differ, whatever they are", None
        if fault.scope.include is not None or ctx.document.node(fault.value) is None:
            hint = "give the include a <name>"
        if fault.is_silent:
            hint, severity = "readers give one of them another name", Severity.WARNING
            if fault.scope.is_world:
                hint = f"readers call the frame {fault.name + '_frame'!r}"
        yield report_fault(ctx, fault, message, hint=hint, severity=severity)
    yield from _alike(ctx, root.worlds, "the file")
    for world in root.worlds:
        where = f"world {quoted(world.name)}"
        yield from _alike(ctx, [*world.models, *world.frames, *world.joints, *world.lights], where)
        yield from _alike(ctx, world.actors, where)
        yield from _alike(ctx, world.physics, where)
        yield from _alike(ctx, world.roads, where)
    for model in of_class(ctx, sdf.Model):
        if model.grippers:
            yield from _alike(ctx, model.grippers, f"model {quoted(model.name)}")
    for actor in of_class(ctx, sdf.Actor):
        yield from _alike(ctx, actor.animations, f"actor {quoted(actor.name)}")
    for link in of_class(ctx, sdf.Link):
        parts = [*link.visuals, *link.collisions, *link.sensors, *link.lights]
        parts += [*link.particle_emitters, *link.projectors, *link.batteries]
        if len(parts) > 1:
            yield from _alike(ctx, parts, f"link {quoted(link.name)}")
    for joint in of_class(ctx, sdf.Joint):
        yield from _alike(ctx, joint.sensors, f"joint {quoted(joint.name)}")
    yield from _same_includes(ctx)


def _a(value: Element) -> str:
    return f"{'an' if value.TAG[0] in 'aeiou' else 'a'} {value.TAG}"


def _alike(ctx: Context, parts: Iterable[Element], where: str) -> Iterator[Diagnostic]:
    """Parts that have the name of one before them; those that frames are told of are left out."""
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
        is_let_pass = alike is None or part.TAG in _CARELESS
        what = "the name of another" if alike is not None else f"the name of {_a(other)}"
        yield ctx.report(
            part,
            f"{named(part)} has {what} in {where}",
            field="name",
            severity=Severity.WARNING if is_let_pass else None,
        )


def _has_frame(part: Element) -> bool:
    return isinstance(part, sdf.Model | sdf.Frame | sdf.Joint | sdf.Link)


def _same_includes(ctx: Context) -> Iterator[Diagnostic]:
    """Includes of the same address without names of their own, where the model is not known."""
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
                message = f"{quoted(uri)} is included again under the same name"
                yield ctx.report(include, message, field="uri", hint="give it a <name>")
            seen.add(uri)


@rule("D103", "sdf-reserved-name", severity="error", reference=reference(3))
def reserved_name(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A name is one that the format keeps for itself.

    ## Why it matters
    The reference reader refuses `world`, names that begin and end with two underscores, such as
    `__model__`, and from version 1.8 on names with `::`, which separates the name of a model from
    a name in it. What stands inside `<plugin>` and elements with a colon is free.

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
            yield ctx.report(value, f"the name {quoted(value.name)} is reserved", field="name")
    for joint in of_class(ctx, sdf.Joint):
        for field in ("parent", "child"):
            if getattr(joint, field) == "__root__":
                message = f"{named(joint)} names __root__, which is not for files"
                yield ctx.report(joint, message, field=field, hint="the world is called world")
    for include in of_class(ctx, sdf.Include):
        if include.placement_frame == "__root__":
            message = "the include names __root__, which is not for files"
            yield ctx.report(include, message, field="placement_frame")
        if "::" in include.name and version_of(ctx) >= (1, 8):
            message = f"the name {quoted(include.name)} has ::, which separates names"
            yield ctx.report(include, message, field="name")
    if version_of(ctx) >= (1, 8):
        for node in names_with_colons(ctx.document):
            message = f"the name {quoted(node.get('name', ''))} has ::, which separates names"
            hint = "a name in a model is told as model::name, but never given so"
            yield _at_name(ctx, node, message, hint)


def _at_name(ctx: Context, node: Node, message: str, hint: str) -> Diagnostic:
    document = ctx.document
    return Diagnostic(ctx.kind, message, lambda: document.where(node, "value", "name"), hint=hint)


@rule("D301", "sdf-name-with-colons", severity="warning")
def name_with_colons(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A name has `::` in a file of a version before 1.8.

    ## Why it matters
    Before 1.8 that was how nested models were flattened: `arm::hand`. Today's readers make models
    of such names again, but only in a world; in a model that stands alone the name stays as it is,
    and no reference from another model finds it.

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
        message = f"the name {quoted(node.get('name', ''))} has ::, which separates names since 1.8"
        hint = "make a nested model of what is in front of ::"
        yield _at_name(ctx, node, message, hint)


@rule("D302", "sdf-renamed-on-upgrade", severity="warning")
def renamed_on_upgrade(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A link, joint, frame or model of an old file has the name of another kind beside it.

    ## Why it matters
    Before version 1.7 a joint could have the name of a link. Today's readers rename the later one
    with a warning (`arm` becomes `arm_joint`), so that plugins and poses which name it may mean
    the other one; the command `gz sdf --check` refuses the file.

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
                    f"{named(part)} has the name of {_a(other)} in {ctx.describe(model)}",
                    field="name",
                    hint=f"today's readers call it {name + '_' + part.TAG!r}",
                )
