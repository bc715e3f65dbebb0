"""Convert a document of any format to the links and joints of ``model``, for the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bodyplan.formats.registry import robot_of
from bodyplan.model.joint import Joint
from bodyplan.model.link import Link
from bodyplan.model.parts import Parts
from bodyplan.model.shape import Geometry
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.lint.context import Context

TARGETS = (Parts, Link, Joint, Geometry)
"""The classes of ``model`` that a rule may check."""

Place = Callable[[Element, str], tuple[Element, str | None]]


def hub_of(ctx: Context) -> tuple[tuple[Parts, ...], Place]:
    """Return the links and joints of each robot that the document defines, and a locator.

    The locator maps an element and a field of ``model`` to an element and a field of the document.
    """
    if ctx.document.format == "sdf":
        # imported late, because the declarations of SDFormat load slowly
        from bodyplan.conversion.sdf import declared_parts
        from bodyplan.lint.facts.sdf import frames

        source = declared_parts.SdfSource(ctx.document, ctx.values, ctx.owner, partial(frames, ctx))
        return declared_parts.sdf_parts(source), declared_parts.written_at
    robot = robot_of(ctx.document)
    if robot is None:
        return (), lambda element, field: (element, field)
    from bodyplan.conversion.urdf.declared_parts import urdf_parts, written_at

    return (urdf_parts(robot, ctx.document),), written_at


def values_of(ctx: Context, target: type[Any]) -> Sequence[Any]:
    """Return the values to call a rule with.

    Links and joints with a value that could not be read are left out.

    Args:
        ctx: the context of the document.
        target: the class that the rule checks: elements of a format, or one of ``TARGETS``.
    """
    if target not in TARGETS:
        return ctx.values.get(target, ())
    if target is Parts:
        return ctx.parts
    if target is Joint:
        return [j for parts in ctx.parts for j in parts.joints if id(j) not in parts.unread]
    links = [k for parts in ctx.parts for k in parts.links if id(k) not in parts.unread]
    if target is Link:
        return links
    return [part for link in links for part in (*link.visuals, *link.collisions)]
