"""Angles of origins that look like degrees: J112."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.joints import TURN, degrees_among, number, to_radians
from bodyplan.lint.rule import rule

_MORE_THAN_A_TURN = TURN + 0.01  # above one turn, even if that was rounded


@rule("J112", "degrees-in-origin", severity="warning", fix="sometimes")
def degrees_in_origin(origin: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """The rpy of an origin looks like degrees.

    ## Why it matters
    Angles in URDF are in radians, and parsers cannot detect the mistake: `rpy="0 90 0"` is a valid
    rotation by 14 turns and 117 degrees. The part has the wrong orientation.

    Reported are angles between one turn and 360 that are not a simple fraction of a turn in radians,
    in the origins of joints, inertials, visuals, collisions, sensors and the robot.

    ## Example
        <origin xyz="0 0 0.1" rpy="0 90 0"/>

    ## Use instead
        <origin xyz="0 0 0.1" rpy="0 1.5707963267948966 0"/>

    ## Fix safety
    Converting is unsafe: an exporter may write angles of more than one turn. There is no fix if
    another angle of the origin may be in either unit.
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
        hint = f"write radians: {' '.join(map(number, radians))}"
    yield ctx.report(
        origin,
        f"{_where(origin, ctx)}: rpy {shown} looks like degrees; angles are in radians",
        field="rpy",
        hint=hint or "convert the angles that are in degrees to radians",
        fix=fix,
    )


def _where(origin: urdf.Pose, ctx: Context) -> str:
    """Return the element that an origin belongs to, for a message."""
    owner = ctx.owner(origin)
    name = getattr(owner, "name", "")
    if isinstance(owner, urdf.Joint | urdf.Sensor | urdf.Robot):
        return f"{type(owner).__name__.lower()} {name!r}"
    link = ctx.owner(owner) if owner is not None else None
    what = type(owner).__name__.lower() if owner is not None else "origin"
    return f"{what} of link {link.name!r}" if isinstance(link, urdf.Link) else what
