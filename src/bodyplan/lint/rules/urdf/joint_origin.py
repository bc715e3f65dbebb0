"""Angles of origins that look like degrees: J112."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.joints import TURN, degrees_among, number, to_radians
from bodyplan.lint.rule import rule

_MORE_THAN_A_TURN = TURN + 0.01  # rounded texts of one turn stay below


@rule("J112", "degrees-in-origin", severity="warning", fix="sometimes")
def degrees_in_origin(origin: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """The rpy of an origin looks like degrees.

    ## Why it matters
    Angles are radians everywhere in URDF, and no reader can tell: `rpy="0 90 0"` is a legal
    rotation, by fourteen turns and 117 degrees. The part stands crooked.

    Reported are angles beyond one turn and up to 360 that are no part of a turn in radians, in
    every origin: of joints, inertials, visuals, collisions, sensors and of the robot.

    ## Example
        <origin xyz="0 0 0.1" rpy="0 90 0"/>

    ## Use instead
        <origin xyz="0 0 0.1" rpy="0 1.5707963267948966 0"/>

    ## Fix safety
    Converting is unsafe: an exporter may not have reduced its angles to one turn. There is no fix
    where an angle beside the suspicious one may be either unit.
    """
    if max(origin.rpy) <= _MORE_THAN_A_TURN and min(origin.rpy) >= -_MORE_THAN_A_TURN:
        return
    found = degrees_among(origin.rpy, _MORE_THAN_A_TURN)
    if not found:
        return
    shown = " ".join(map(number, origin.rpy))
    radians = to_radians(origin.rpy, _MORE_THAN_A_TURN)
    fix = hint = None
    if radians is not None:
        fix = ctx.fix_set("Convert degrees to radians", "unsafe", origin, rpy=radians)
        hint = f"in radians: {' '.join(map(number, radians))}"
    yield ctx.report(
        origin,
        f"{_where(origin, ctx)}: rpy {shown} looks like degrees; angles are radians",
        field="rpy",
        hint=hint or "convert what is in degrees to radians",
        fix=fix,
    )


def _where(origin: urdf.Pose, ctx: Context) -> str:
    """What an origin belongs to, for a message."""
    owner = ctx.owner(origin)
    name = getattr(owner, "name", "")
    if isinstance(owner, urdf.Joint | urdf.Sensor | urdf.Robot):
        return f"{type(owner).__name__.lower()} {name!r}"
    link = ctx.owner(owner) if owner is not None else None
    what = type(owner).__name__.lower() if owner is not None else "origin"
    return f"{what} of link {link.name!r}" if isinstance(link, urdf.Link) else what
