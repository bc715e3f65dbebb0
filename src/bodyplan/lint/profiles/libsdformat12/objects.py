"""The second stage of libsdformat: the objects of a file without syntax errors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import isinf
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.sdf_frame_faults import reference_errors
from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.codes import CODES
from bodyplan.lint import sdf as shared
from bodyplan.lint.hub import values_of
from bodyplan.lint.profiles.libsdformat12.context import SeenContext, SeenIncludes, Stray
from bodyplan.lint.profiles.libsdformat12.seen import NEWEST, Seen
from bodyplan.lint.profiles.sdf_errors import reference_error
from bodyplan.lint.rule import rules
from bodyplan.spec import Element, spec_of

_OF_FRAMES = frozenset({16, 17, 20, 21, 22, 23, 24, 26, 27})
"""Errors of the frame graphs."""
_OF_INCLUDES = frozenset({4, 5, 14})
"""Errors of an include that do not end the reading."""
_OF_PARAMS = frozenset({2, 4, 5, 9})
"""Errors of the parameters of an include; they do not end the reading either."""
_NOT_REPORTED = frozenset({1, 4, 14, 31, 37, 38, 41})
"""Errors that version 12 does not have, or that the reading reports."""
_NOISES = frozenset({"", "none", "gaussian", "gaussian_quantized"})
_NUMBERS = {name: number for number, name in CODES.items()}


def object_faults(seen: Seen) -> list[Diagnostic]:
    """Return the diagnostics of a file without syntax errors."""
    context = SeenContext(seen.document, SeenIncludes(seen.document))
    context.strays = [_stray(node, around) for node, around in seen.strays]
    unread = list(_unread(context))
    if any(_number(one) not in _OF_INCLUDES | _OF_PARAMS for one in unread):
        return unread
    ruled = list(_of_rules(context))
    return [
        *seen.errors,
        *seen.words,
        *unread,
        *_of_strays(context, seen),
        *ruled,
        *_of_frames(context, ruled),
        *_of_sensors(context),
        *_of_moments(context),
        *_of_materials(context),
        *_of_included(context),
    ]


def _stray(node: Node, around: Node) -> Stray:
    include = sdf.Include(
        uri=(node.findtext("uri") or "").strip(),
        placement_frame=(node.findtext("placement_frame") or "").strip(),
        pose=None if node.find("pose") is None else sdf.Pose(),
        merge=node.get("merge") in {"1", "true"},
    )
    return Stray(include, node, around)


# Includes


def _unread(context: SeenContext) -> Iterator[Diagnostic]:
    """Yield errors of includes up to the first that ends the reading in libsdformat."""
    places = [(include, include) for include in context.values.get(sdf.Include, ())]
    places += [(one.include, context.document.root) for one in context.strays if one.include.uri]
    for include, place in places:
        found = context.included.find(include)
        for fault in found.faults:
            if fault.element is not None and fault.number in _OF_PARAMS and place is include:
                where = partial(context.document.place, fault.element)
                yield Diagnostic(reference_error(fault.number), fault.message, where)
            elif fault.number in _OF_INCLUDES and place is include:
                context.kind = reference_error(fault.number)
                yield context.report(include, fault.message, field=fault.field or None)
        context.kind = reference_error(1)
        inner = context.included.seen(include)
        faults = [fault.message for fault in found.faults if fault.number == 1]
        if inner is not None and inner.refusals:
            faults.append(f"{quoted(include.uri)} cannot be read: {inner.refusals[0].message}")
        if faults:
            yield context.report(place, faults[0], field="uri" if place is include else None)
            return
        if found.entity is not None and include.placement_frame and include.pose is None:
            message = "<include> has a placement_frame but no <pose>"
            yield context.report(place, message).about(reference_error(31), message)
            return
    for top in shared.frames(context).scopes if sdf.Include in context.values else ():
        if top.tree.left_out:
            uri = quoted(top.tree.left_out[0][0].uri)
            yield context.report(top.element, f"{uri} includes itself, which crashes libsdformat")


def _of_strays(context: SeenContext, seen: Seen) -> Iterator[Diagnostic]:
    """Yield errors of includes in elements that do not allow them."""
    for include, node, around in context.strays:
        if not include.uri:
            continue
        found = context.included.find(include)
        for fault in found.faults:
            if fault.number == 14:
                yield seen.at(reference_error(14), fault.message, node)
        if found.entity is not None and include.merge:
            yield seen.at(
                reference_error(33), f"<include> cannot be merged into <{around.tag}>", node
            )
        elif around.tag == "sdf" and found.entity is not None and context.document.root.models:
            one_more = seen.at(reference_error(11), "the file already has a model", node)
            yield one_more.graded(Severity.ERROR)


def _of_included(context: SeenContext) -> Iterator[Diagnostic]:
    """Yield errors of the objects of included files, at the first include of each."""
    done: set[int] = set()
    for include in context.values.get(sdf.Include, ()):
        inner = context.included.seen(include)
        if inner is None or inner.document.root is None or id(inner) in done:
            continue
        done.add(id(inner))
        own = SeenContext(inner.document, context.included)
        for found in (*inner.words, *_of_rules(own)):
            if _number(found) not in _OF_FRAMES:
                context.kind = found.kind
                message = f"in {quoted(include.uri)}: {found.message}"
                made = context.report(include, message, field="uri")
                yield made.graded(Severity.ERROR)


# Objects


def _of_rules(context: SeenContext) -> Iterator[Diagnostic]:
    """Yield diagnostics of the rules that libsdformat reports too."""
    for rule in rules("sdf"):
        reference = rule.kind.reference
        if reference is None or reference[0] in _NOT_REPORTED:
            continue
        if reference[0] in _OF_FRAMES and reference[1] not in context.frame_errors:
            continue
        context.kind = rule.kind
        for value in values_of(context, rule.target):
            if rule.when is not None and not getattr(value, rule.when):
                continue
            for one in rule.check(value, context):
                if one.severity is Severity.ERROR:
                    is_value = one.kind is kinds.BAD_VALUE
                    yield one.about(reference_error(9), one.message) if is_value else one


def _of_frames(context: SeenContext, ruled: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield further libsdformat errors of frames: one fault has several names."""
    reported = {one.kind.reference[1] for one in ruled if one.kind.reference is not None}
    first = next((one for one in ruled if _number(one) in _OF_FRAMES), None)
    for top in shared.frames(context).scopes:
        for name in sorted(reference_errors(top) - reported - {"DUPLICATE_NAME"}):
            if name.endswith("_GRAPH_ERROR"):
                continue
            reported.add(name)
            context.kind = reference_error(_NUMBERS[name])
            message = f"libsdformat also reports {name}"
            if first is not None:
                yield first.about(context.kind, message)
            else:
                yield context.report(top.element, message)


def _number(found: Diagnostic) -> int:
    """Return the number of the error in the newest libsdformat; 0 for none."""
    return (found.kind.reference or (0,))[0]


def _of_sensors(context: SeenContext) -> Iterator[Diagnostic]:
    """Yield keywords of sensors that libsdformat 12 rejects."""
    for sensor in context.values.get(sdf.Sensor, ()):
        fields = [spec_of(sdf.Sensor).by_name[name] for name in shared.settings_of(sensor)]
        if any((field.elements[0].SINCE or NEWEST) > NEWEST for field in fields):
            context.kind = reference_error(5)
            yield context.report(sensor, f"unknown sensor type {sensor.type}", field="type")
    context.kind = reference_error(8)
    for noise in (*context.values.get(sdf.Noise, ()), *context.values.get(sdf.CameraNoise, ())):
        if noise.type not in _NOISES and _is_asked(context, noise):
            yield context.report(noise, f"unknown noise type {quoted(noise.type)}", field="type")


def _is_asked(context: SeenContext, noise: Element) -> bool:
    """Whether libsdformat reports errors of a noise: for two sensor types only."""
    owner: Element | None = noise
    while owner is not None and not isinstance(owner, sdf.Sensor):
        owner = context.owner(owner)
    type_ = "camera" if isinstance(noise, sdf.CameraNoise) else "force_torque"
    return owner is not None and type_ in shared.settings_of(owner)


def _of_materials(context: SeenContext) -> Iterator[Diagnostic]:
    """Yield PBR materials without a workflow."""
    context.kind = reference_error(11)
    for pbr in context.values.get(sdf.Pbr, ()):
        if pbr.metal is None and pbr.specular is None:
            found = context.report(pbr, "<pbr> has neither <metal> nor <specular>")
            yield found.graded(Severity.ERROR)


def _of_moments(context: SeenContext) -> Iterator[Diagnostic]:
    """Yield infinite moments of inertia."""
    context.kind = reference_error(19)
    for inertia in context.values.get(sdf.Inertia, ()):
        if any(map(isinf, (inertia.ixx, inertia.iyy, inertia.izz))):
            yield context.report(inertia, "a moment of inertia is infinite")
