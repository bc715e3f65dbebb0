"""Includes in elements that do not allow them; libsdformat resolves them too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan.core import quoted, shown
from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.kind import kinds as known
from bodyplan.formats import sdf
from bodyplan.formats.sdf import sdf_kinds as kinds
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import includes_of
from bodyplan.lint.rule import also
from bodyplan.lint.rules.sdf import include as _include_rules  # noqa: F401  (its kinds are used below)
from bodyplan.lint.rules.sdf.included import refusal, whole_refusal

_FREE = frozenset({"plugin"})
"""Elements whose content libsdformat does not read."""
_OF_NUMBER = {1: "D101", 8: "D108", 11: "D111", 13: "D113", 14: "D114"}


@also(kinds.MISSING_ATTRIBUTE)
def include_anywhere(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report includes in elements that do not allow them, each with the code of its error.

    libsdformat searches for the file of every such include, but ignores its content. It uses the
    content only for an include at the root of a file without a model.
    """
    strays = dict(_strays(ctx))
    if not strays:
        return
    includes = includes_of(ctx, [include for include, _ in strays.values()])
    for node, (stray, around) in strays.items():

        def at(code: str, message: str, node: Node = node) -> Diagnostic:
            place = partial(ctx.document.where, node)
            return Diagnostic(known()[code], message, place, severity=Severity.ERROR)

        if not stray.uri:
            yield at("D104", "<include> has no <uri>")
            continue
        found = includes.find(stray)
        faults = [fault for fault in found.faults if fault.number in _OF_NUMBER]
        if faults:
            yield at(_OF_NUMBER[faults[0].number], faults[0].message)
            continue
        if stray.placement_frame and stray.pose is None:
            yield at("D131", "<include> has a placement_frame but no <pose>")
        if stray.merge:
            yield at("D133", f"<include> cannot be merged into <{shown(around)}>")
            continue
        document = found.document
        if document is not None and document.format == "sdf" and document is not ctx.document:
            errors = (one for one in document.diagnostics if one.severity is Severity.ERROR)
            reason = next((one.message for one in errors), None)
            if around == "sdf":
                refused = refusal(ctx, includes, document) or whole_refusal(ctx, document)
                reason = None if refused is None else refused.reason
            if reason is not None:
                message = f"<include> {quoted(stray.uri)}: libsdformat rejects it: {reason}"
                yield at("D101", message)


def _strays(ctx: Context) -> Iterator[tuple[Node, tuple[sdf.Include, str]]]:
    """Yield the nodes of misplaced includes, each with the include and the tag of its parent."""
    root = ctx.document.tree.root
    if root is None or b"<include" not in ctx.document.source.data:
        return
    read = {id(ctx.document.node(include)) for include in ctx.values.get(sdf.Include, ())}
    waiting = [root]
    while waiting:
        around = waiting.pop()
        for node in around:
            if node.tag in _FREE or ":" in node.tag:
                continue
            if node.tag == "include" and id(node) not in read:
                yield node, (_include(node), around.tag)
            else:
                waiting.append(node)


def _include(node: Node) -> sdf.Include:
    return sdf.Include(
        uri=(node.findtext("uri") or "").strip(),
        placement_frame=(node.findtext("placement_frame") or "").strip(),
        pose=None if node.find("pose") is None else sdf.Pose(),
        merge=node.get("merge") in {"1", "true"},
    )
