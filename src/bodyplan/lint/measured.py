"""Shapes and masses of the links of a document, in whatever format it describes a robot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from bodyplan.formats.document import robot_of
from bodyplan.lint.context import Context
from bodyplan.lint.form import Form, OpenMesh, Primitive, WrittenMass, shapes_of


def links(ctx: Context) -> tuple[Any, ...]:
    """The links that can be judged, in the order of the document; none if it describes no robot."""
    if ctx.document.format == "sdf":
        from bodyplan.lint import sdf_body  # here and below: declarations of a format load slowly

        return ctx.once(sdf_body.readable_links)
    robot = robot_of(ctx.document)
    return () if robot is None else robot.links


def masses(ctx: Context) -> list[WrittenMass]:
    """What is written of the masses of the links, where there is something to judge."""
    return ctx.once(_masses)


def _masses(ctx: Context) -> list[WrittenMass]:
    found = (mass_of(ctx, link) for link in links(ctx))
    return [mass for mass in found if mass is not None]


def mass_of(ctx: Context, link: Any) -> WrittenMass | None:
    """What is written of the mass of a link; None where there is nothing to judge."""
    if ctx.document.format == "sdf":
        from bodyplan.lint import sdf_body

        return sdf_body.mass_of(ctx, link)
    from bodyplan.lint import body

    return body.mass_of(link)


def primitives(ctx: Context, link: Any) -> Iterator[Primitive]:
    """The primitive shapes of a link that can be measured, each about its own centre."""
    if ctx.document.format == "sdf":
        from bodyplan.lint import sdf_body

        found = (sdf_body.primitive_of(shown.geometry) for shown in shapes_of(link))
    else:
        from bodyplan.lint import body

        found = (body.primitive_of(shown.geometry.shape) for shown in shapes_of(link))
    return (part for part in found if part is not None)


def forms(ctx: Context) -> dict[int, Form]:
    """The forms of all links that can be measured, by the ``id`` of the link.

    Meshes are measured where they are opened. Links that other rules say to be in another unit are
    left out.
    """
    return ctx.once(_forms)


def _forms(ctx: Context) -> dict[int, Form]:
    open_mesh: OpenMesh | None = None
    unsure: frozenset[int] = frozenset()
    if ctx.opens_meshes:
        from bodyplan.lint.mesh_units import in_wrong_unit
        from bodyplan.lint.meshes import facts_of

        open_mesh, unsure = partial(facts_of, ctx), in_wrong_unit(ctx)
    if ctx.document.format == "sdf":
        from bodyplan.lint import sdf_body

        found = ((link, sdf_body.form_of(ctx, link, open_mesh)) for link in links(ctx))
    else:
        from bodyplan.lint import body
        from bodyplan.lint.shapes import in_millimetres

        found = ((link, body.form_of(link, open_mesh)) for link in links(ctx))
        unsure |= in_millimetres(ctx)
    return {id(link): form for link, form in found if form is not None and id(link) not in unsure}
