"""Included models that are not there, or not what was meant: D101, D113, D114, D133, D311, D312."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.diag.kind import kinds as known
from bodyplan.formats import sdf
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.rule import also, rule
from bodyplan.lint.rules.sdf import attribute, name  # noqa: F401  (their kinds are used below)
from bodyplan.lint.rules.sdf.included import refusal
from bodyplan.lint.sdf import frame_faults, includes, report_fault, version_of
from bodyplan.spec import change

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.formats.sdf.including import IncludeFault

    _Faulty = tuple[sdf.Include, IncludeFault, Document | None]

_FIRST_MERGE_IN_WORLD = (1, 10)
_NETWORK = re.compile(r"\s*https?://", re.IGNORECASE)


def _told(ctx: Context, number: int, *, severity: Severity | None = None) -> Iterator[Diagnostic]:
    """What the includes of the file are told for one error of the reference."""
    for include, fault, document in ctx.once(_faults).get(number, ()):
        # simulators fetch what is on the network: whether it is there, we cannot see;
        # the reference converts URDF
        is_doubtful = _NETWORK.match(include.uri) or (
            number == 8 and document is not None and document.format == "urdf"
        )
        yield _report(ctx, include, fault, Severity.WARNING if is_doubtful else severity)


def _faults(ctx: Context) -> dict[int, list[_Faulty]]:
    """The faults of the includes of the file by the number of the reference's error."""
    told: dict[int, list[_Faulty]] = defaultdict(list)
    found = includes(ctx)
    if found is None:
        return told
    for include in ctx.values[sdf.Include]:
        if not include.uri.strip():
            continue
        leads_to = found.find(include)
        for fault in leads_to.faults:
            told[fault.number].append((include, fault, leads_to.document))
    return told


def _report(
    ctx: Context, include: sdf.Include, fault: IncludeFault, severity: Severity | None
) -> Diagnostic:
    return ctx.report(
        include if fault.element is None else fault.element,
        fault.message,
        field=fault.field or None,
        severity=severity,
        hint=fault.hint,
        fix=_near(ctx, include, fault.near),
    )


def _near(ctx: Context, include: sdf.Include, near: str | None) -> Callable[[], Fix | None] | None:
    """Writes an address that may have been meant."""
    if near is None:
        return None
    return ctx.fix(
        f"Write {near!r}", "unsafe", lambda: change.set_fields(ctx.document, include, uri=near)
    )


@rule("D101", "sdf-include-unreadable", severity="error", reference=reference(1))
def include_unreadable(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A file that an include leads to cannot be read.

    ## Why it matters
    The model it stands for is missing. The reference reader refuses the file that includes it. The
    file may be another than was meant: the `model.config` in the folder of a model says which one
    counts for which version.

    ## Example
        <model><name>lever</name><sdf version="1.9">modle.sdf</sdf></model>

    ## Use instead
        <model><name>lever</name><sdf version="1.9">model.sdf</sdf></model>
    """
    yield from _told(ctx, 1)
    yield from _refused(ctx)


def _refused(ctx: Context) -> Iterator[Diagnostic]:
    """Includes of files that are refused themselves, or for what they include in turn."""
    found = includes(ctx)
    if found is None:
        return
    for include in ctx.values[sdf.Include]:
        document = found.find(include).document
        if document is None or document.format != "sdf" or document is ctx.document:
            continue
        refused = refusal(ctx, found, document)
        if refused is not None:
            name = quoted(Path(refused.document.name).name)
            message = f"<include> {quoted(include.uri)}: readers refuse {name}: {refused.reason}"
            yield ctx.report(
                include, message, field="uri", hint="`bodyplan check` of that file tells more"
            )


@rule("D113", "sdf-include-not-allowed", severity="error", reference=reference(13))
def include_not_allowed(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An include leads out of the folders that may be read.

    ## Why it matters
    A description from elsewhere could otherwise open any file of this machine. Files are read in
    the folder of the description and below, and in packages and folders that were declared.

    ## Example
        <include><uri>../../../../home/ada/model.sdf</uri></include>

    ## Use instead
        <include><uri>model://lever</uri></include>
    """
    yield from _told(ctx, 13)


@rule("D114", "sdf-include-not-found", severity="error", fix="sometimes", reference=reference(14))
def include_not_found(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A model that is included is not found.

    ## Why it matters
    The reference reader refuses the file, and reads on without the model. `model://lever` is the
    folder `lever` below one of the folders in `GZ_SIM_RESOURCE_PATH` or `SDF_PATH`; a folder is a
    model only with a `model.config`. Nothing is ever fetched from a network: an address of Fuel
    or another server, which a simulator may fetch, is a warning, and a folder of that name on this
    machine is what makes the file complete.

    ## Example
        <include><uri>https://fuel.gazebosim.org/1.0/OpenRobotics/models/Depot</uri></include>

    ## Use instead
        <include><uri>model://Depot</uri></include>

    ## Fix safety
    Writing the address that may have been meant is unsafe: the model may be another.
    """
    yield from _told(ctx, 14)


@rule("D133", "sdf-merge-impossible", severity="error", reference=reference(33))
def merge_impossible(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """What is included cannot become part of what is around the include.

    ## Why it matters
    `merge="true"` copies the links, joints and frames of a model into the model around it. The
    reference reader refuses lights and actors, and worlds as the place; from version 1.10 on a
    world takes a merged model, but without links and grippers of its own, since a world has none.

    ## Example
        <world name="yard"><include merge="true"><uri>model://lever</uri></include></world>

    ## Use instead
        <world name="yard"><include><uri>model://lever</uri></include></world>
    """
    found = includes(ctx)
    if found is None:
        return
    worlds = {id(include) for world in root.worlds for include in world.includes}
    for include in ctx.values[sdf.Include]:
        if not include.merge:
            continue
        entity, is_in_world = found.find(include).entity, id(include) in worlds
        message = None
        if entity is not None and not isinstance(entity, sdf.Model):
            message = f"{quoted(include.uri)} brings a {entity.TAG}, which cannot be merged"
        elif is_in_world and version_of(ctx) < _FIRST_MERGE_IN_WORLD:
            message = "a world takes merged models from version 1.10 on"
        elif is_in_world and isinstance(entity, sdf.Model) and (entity.links or entity.grippers):
            what = "links" if entity.links else "grippers"
            message = f"{quoted(include.uri)} has {what}, which a world cannot hold"
        if message is not None:
            yield ctx.report(include, message, field="merge", hint="include it without merge")


@rule("D311", "sdf-include-too-much", severity="error")
def include_too_much(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A file includes itself, or more models than can be meant.

    ## Why it matters
    A model that includes itself never ends: the reference reader fills the memory with it and
    dies. Here an include is left out when it leads in a circle, more than 200 files deep, or to
    more than 10,000 models.

    ## Example
        <!-- in crane.sdf --><include><uri>crane.sdf</uri></include>

    ## Use instead
        <!-- in crane.sdf --><include><uri>hook.sdf</uri></include>
    """
    for fault in frame_faults(ctx, ""):
        if fault.kind == "too much":
            message = f"{quoted(fault.name)} includes itself, or too many models; it is left out"
            yield report_fault(ctx, fault, message)


@rule("D312", "sdf-include-remark", severity="info")
def include_remark(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A model is found in a way that the format advises against.

    ## Why it matters
    The file that describes the folder of a model was called `manifest.xml` once. Readers still
    take it, with a warning. Parameters of an include (`<experimental:params>`) may be written so
    that they change nothing, or another element than was meant, without a word.

    ## Example
        lever/manifest.xml

    ## Use instead
        lever/model.config
    """
    yield from _told(ctx, 0)


@also(kinds.MISSING_ELEMENT)
def include_of_nothing(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An include of a file without a model, light or actor."""
    yield from _told(ctx, 8)


@also(kinds.UNKNOWN_ELEMENT)
def include_of_several(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An include of a file with several models, lights and actors."""
    yield from _told(ctx, 11, severity=Severity.ERROR)


# What <experimental:params> cannot change; what is not there is told above

_OF_PARAMS = {2: "D102", 4: "D104", 5: "D105", 9: "D109"}


@also(kinds.MISSING_ATTRIBUTE)
def params_that_cannot_be(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Parameters of an include that cannot be applied, each with the code of its error.

    One rule for all: those that look at included files run the others, and parameters in included
    files do not make readers refuse anything.
    """
    found = includes(ctx)
    if found is None:
        return
    for include in ctx.values.get(sdf.Include, ()):
        for fault in found.find(include).faults:
            if fault.number in _OF_PARAMS and fault.element is not None:
                place = partial(ctx.document.place, fault.element)
                kind = known()[_OF_PARAMS[fault.number]]
                yield Diagnostic(kind, fault.message, place, hint=fault.hint)
