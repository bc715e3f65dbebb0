"""Included models that do not exist or are not valid: D101, D113, D114, D133, D311, D312."""

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
from bodyplan.formats.sdf import sdf_kinds as kinds
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import frame_faults, includes, report_fault, version_of, with_article
from bodyplan.lint.rule import also, rule
from bodyplan.lint.rules.sdf import attribute, name  # noqa: F401  (their kinds are used below)
from bodyplan.lint.rules.sdf.included import refusal
from bodyplan.spec import change

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.formats.sdf.including import IncludeFault

    _Faulty = tuple[sdf.Include, IncludeFault, Document | None]

_FIRST_MERGE_IN_WORLD = (1, 10)
_NOT_FOUND = 14
"""The number of libsdformat's error for a model that does not exist."""
_NETWORK = re.compile(r"\s*https?://", re.IGNORECASE)


def _reported(
    ctx: Context, number: int, *, severity: Severity | None = None
) -> Iterator[Diagnostic]:
    """Yield the diagnostics with one libsdformat error number for the includes of the file.

    All URIs on the network share one diagnostic, at the first of them.
    """
    found = ctx.once(_faults).get(number, [])
    on_network = [n for n, (include, fault, _) in enumerate(found) if _is_remote(include, fault)]
    others = set(on_network[1:])
    for position, (include, problem, _) in enumerate(found):
        if position in others:
            continue
        fault = problem
        if others and position == on_network[0]:
            message = f"{fault.message} (first of {len(on_network):,} in this file)"
            fault = fault._replace(message=message)
        # simulators download URIs of the network, which are not checked here
        is_doubtful = _NETWORK.match(include.uri)
        yield _report(ctx, include, fault, Severity.WARNING if is_doubtful else severity)


def _is_remote(include: sdf.Include, fault: IncludeFault) -> bool:
    """Return whether a model exists on the network only."""
    return fault.near is None and _NETWORK.match(include.uri) is not None


def _faults(ctx: Context) -> dict[int, list[_Faulty]]:
    """Return the errors of the file's includes, by libsdformat error number."""
    errors: dict[int, list[_Faulty]] = defaultdict(list)
    found = includes(ctx)
    if found is None:
        return errors
    for include in ctx.values[sdf.Include]:
        if not include.uri.strip():
            continue
        leads_to = found.find(include)
        for fault in leads_to.faults:
            errors[fault.number].append((include, fault, leads_to.document))
    return errors


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
        needs=_model_elsewhere(include, fault),
    )


def _model_elsewhere(include: sdf.Include, fault: IncludeFault) -> str:
    """Return "model 'NAME'" if a model:// URI was not found and may be in another repository."""
    scheme, _, path = include.uri.strip().partition("://")
    is_absent = fault.number == _NOT_FOUND and fault.near is None and scheme == "model"
    return f"model {quoted(path.partition('/')[0])}" if is_absent else ""


def _near(ctx: Context, include: sdf.Include, near: str | None) -> Callable[[], Fix | None] | None:
    """Return a fix that writes the URI ``near``, which may have been meant."""
    if near is None:
        return None
    return ctx.fix(
        f"Change the URI to {near!r}",
        "unsafe",
        lambda: change.set_fields(ctx.document, include, uri=near),
    )


@rule("D101", "sdf-include-unreadable", severity="error", reference=reference(1))
def include_unreadable(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An included file cannot be read.

    ## Why it matters
    The included model is missing, and libsdformat rejects the file that includes it. A wrong file
    name may also be in `model.config`, which lists the files of a model by version.

    ## Example
        <model><name>lever</name><sdf version="1.9">modle.sdf</sdf></model>

    ## Use instead
        <model><name>lever</name><sdf version="1.9">model.sdf</sdf></model>
    """
    yield from _reported(ctx, 1)
    yield from _refused(ctx)


def _refused(ctx: Context) -> Iterator[Diagnostic]:
    """Report each include of a file that libsdformat rejects, or that includes a rejected file."""
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
            message = (
                f"<include> {quoted(include.uri)}: libsdformat rejects {name}: {refused.reason}"
            )
            yield ctx.report(
                include, message, field="uri", hint="run `bodyplan check` on that file"
            )


@rule("D113", "sdf-include-not-allowed", severity="error", reference=reference(13))
def include_not_allowed(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An include refers to a file outside of the allowed folders.

    ## Why it matters
    Without this restriction, a description from an unknown source could open any file on this
    machine. Files are read from the folder of the description and below, and from declared packages
    and folders.

    ## Example
        <include><uri>../../../../home/ada/model.sdf</uri></include>

    ## Use instead
        <include><uri>model://lever</uri></include>
    """
    yield from _reported(ctx, 13)


@rule("D114", "sdf-include-not-found", severity="error", fix="sometimes", reference=reference(14))
def include_not_found(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An included model does not exist.

    ## Why it matters
    libsdformat rejects the file, and continues without the model. `model://lever` is the folder
    `lever` in one of the folders of `GZ_SIM_RESOURCE_PATH` or `SDF_PATH`; a folder is a model only
    if it has a `model.config`. bodyplan downloads nothing: URIs of Fuel or another server, which a
    simulator may download, are reported as one warning per file. If a folder on this machine has
    the name of the model, it is used instead.

    ## Example
        <include><uri>https://fuel.gazebosim.org/1.0/OpenRobotics/models/Depot</uri></include>

    ## Use instead
        <include><uri>model://Depot</uri></include>

    ## Fix safety
    Writing a similar URI is unsafe: it may be another model.
    """
    yield from _reported(ctx, 14)


@rule("D133", "sdf-merge-unsupported", severity="error", reference=reference(33))
def merge_unsupported(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An included file cannot be merged.

    ## Why it matters
    `merge="true"` copies the links, joints and frames of a model into the surrounding model.
    libsdformat rejects merging a light or an actor, and before version 1.10 merging anything into a
    world. From 1.10 on, a model that is merged into a world must not have links or grippers,
    because a world has none.

    ## Example
        <world name="yard"><include merge="true"><uri>model://lever</uri></include></world>

    ## Use instead
        <world name="yard"><include><uri>model://lever</uri></include></world>
    """
    found = includes(ctx)
    if found is None:
        return
    worlds = {id(include) for world in root.worlds for include in world.includes}
    at_root = set(map(id, root.includes))
    for include in ctx.values[sdf.Include]:
        if not include.merge:
            continue
        entity, is_in_world = found.find(include).entity, id(include) in worlds
        message = None
        if id(include) in at_root:
            message = "merging requires a model or world around the include"
        elif entity is not None and not isinstance(entity, sdf.Model):
            message = f"{quoted(include.uri)} is {with_article(entity)}, which cannot be merged"
        elif is_in_world and version_of(ctx) < _FIRST_MERGE_IN_WORLD:
            message = "merging into a world requires version 1.10"
        elif is_in_world and isinstance(entity, sdf.Model) and (entity.links or entity.grippers):
            what = "links" if entity.links else "grippers"
            message = f"{quoted(include.uri)} has {what}, which cannot be merged into a world"
        if message is not None:
            yield ctx.report(include, message, field="merge", hint="remove merge")


@rule("D311", "sdf-include-recursive", severity="error")
def include_recursive(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An include is recursive, or exceeds an input limit.

    ## Why it matters
    A model that includes itself never ends: libsdformat runs out of memory and crashes. bodyplan
    drops an include that is recursive, more than 200 files deep, or beyond 10,000 models.

    ## Example
        <!-- in crane.sdf --><include><uri>crane.sdf</uri></include>

    ## Use instead
        <!-- in crane.sdf --><include><uri>hook.sdf</uri></include>
    """
    for fault in frame_faults(ctx, ""):
        if fault.kind == "too much":
            message = f"{quoted(fault.name)} is not included: it includes itself, or exceeds the limit of models"
            yield report_fault(ctx, fault, message)


@rule("D312", "sdf-include-discouraged", severity="info")
def include_discouraged(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An include uses a feature that SDFormat discourages.

    ## Why it matters
    The file that describes the folder of a model used to be called `manifest.xml`. libsdformat
    still accepts it, with a warning. A `model.config` that lists no version of its files, or only
    versions that libsdformat does not support, is ignored except for its first file. Parameters of
    an include (`<experimental:params>`) may silently have no effect, or change another element than
    intended.

    ## Example
        lever/manifest.xml

    ## Use instead
        lever/model.config
    """
    yield from _reported(ctx, 0)


@also(kinds.MISSING_ELEMENT)
def include_of_nothing(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report includes of a file without a model, light or actor."""
    yield from _reported(ctx, 8)


@also(kinds.UNKNOWN_ELEMENT)
def include_of_several(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report includes of a file with several models, lights and actors."""
    yield from _reported(ctx, 11, severity=Severity.ERROR)


# Rules about <experimental:params>

_OF_PARAMS = {2: "D102", 4: "D104", 5: "D105", 9: "D109"}


@also(kinds.MISSING_ATTRIBUTE)
def invalid_params(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report parameters of an include that cannot be applied, each with the code of its error.

    One rule reports all of them. It is not run on included files, because libsdformat does not
    reject a file for parameters in the files that it includes.
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
