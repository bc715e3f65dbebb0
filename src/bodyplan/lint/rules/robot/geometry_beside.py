"""Collisions that are not where the visuals are: G109, in URDF and SDFormat."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.bounds import Bounds
from bodyplan.geometry.link_shapes import bounds_of_parts
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import link_shapes

_MARKER = 0.02  # [m]


@rule("G109", "collision-beside-visual", severity="warning")
def collision_beside_visual(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """What a link collides with lies beside what it looks like.

    Compared are the boxes around the visuals and around the collisions of a link, along its axes. It
    is reported where they do not touch, with a margin of a tenth of the larger one's diagonal and a
    centimetre; as information up to one diagonal, since some robots collide with the motor of the
    next joint on purpose. Links with meshes are judged with `--meshes`.

    ## Why it matters
    The part that you see goes through the table, and the planner steers around nothing. Usually an
    origin was changed in one of the two and not in the other, or has lost a sign. Links of less than
    2 cm are not judged: shapes so small mark a place.

    ## Example
        <visual><origin xyz="0 0 0.1"/> ... </visual>
        <collision><origin xyz="0 0 -0.1"/> ... </collision>

    ## Use instead
        <visual><origin xyz="0 0 0.1"/> ... </visual>
        <collision><origin xyz="0 0 0.1"/> ... </collision>
    """
    shapes = link_shapes(ctx).get(id(link))
    if shapes is None or not shapes.visuals or not shapes.collisions:
        return
    seen, felt = bounds_of_parts(shapes.visuals), bounds_of_parts(shapes.collisions)
    if seen.low == felt.low and seen.high == felt.high:
        return
    gap, diagonal = seen.gap(felt), max(seen.diagonal, felt.diagonal)
    if diagonal < _MARKER:
        return
    if gap > 0.1 * diagonal + 0.01:
        yield ctx.report(
            link.collisions[0],
            f"link {link.name!r}: its collisions lie {gap:.3g} m beside its visuals; the larger of "
            f"the two measures {diagonal:.3g} m across",
            severity=Severity.INFO if gap <= diagonal else None,
            hint=_hint_beside(seen, felt),
        )


def _hint_beside(seen: Bounds, felt: Bounds) -> str:
    a, b, c = (f"{x:.3g}" for x in seen.centre)
    d, e, f = (f"{x:.3g}" for x in felt.centre)
    return f"the visuals are around ({a} {b} {c}), the collisions around ({d} {e} {f})"
