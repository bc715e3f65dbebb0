"""Collision geometry that is away from the visual geometry: G109, in URDF and SDFormat."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.core import length
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.bounds import Bounds
from bodyplan.geometry.link_shapes import bounds_of_parts
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import link_shapes

_MARKER = 0.02  # [m]


@rule("G109", "collision-away-from-visual", severity="warning")
def collision_away_from_visual(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The collision geometry of a link does not overlap its visual geometry.

    The check compares the box around the visuals of a link with the box around its collisions,
    along the axes of the link. It reports a gap of more than a tenth of the larger diagonal plus
    one centimetre; a gap of up to one diagonal is information, because some robots add the motor of
    the next joint to the collision geometry on purpose. Links with meshes are checked with
    `--meshes`.

    ## Why it matters
    The part that you see passes through the table, while the planner avoids empty space. Usually an
    `<origin>` was changed in one of the two but not in the other, or lost a minus sign. Links
    smaller than 2 cm are not checked: such small shapes only mark a location.

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
            f"link {link.name!r}: collision geometry is {length(gap)} away from the visual geometry "
            f"(the larger is {length(diagonal)} across)",
            severity=Severity.INFO if gap <= diagonal else None,
            hint=_hint_beside(seen, felt),
        )


def _hint_beside(seen: Bounds, felt: Bounds) -> str:
    a, b, c = (f"{x:.3g}" for x in seen.centre)
    d, e, f = (f"{x:.3g}" for x in felt.centre)
    return f"compare the origins: visuals are around ({a} {b} {c}), collisions around ({d} {e} {f})"
