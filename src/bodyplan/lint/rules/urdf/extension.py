"""Elements that real files contain and no parser reads: U505."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.formats.dialects import extensions, written_extensions
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.spec import Raw, parse_float
from bodyplan.spec.dialect import NO_READER

_OF_GAZEBO = "write it in <gazebo reference=...>, with the name of the link"


@rule("U505", "element-without-effect", severity="warning")
def element_without_effect(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """An element that no parser reads at this place.

    ## Why it matters
    urdfdom, libsdformat, Pinocchio, Drake and MuJoCo ignore it without a message. A link has no
    `<origin>` of its own: its pose is that of its joint, so the robot looks different from what the
    file seems to say. Elements of SDFormat in `<collision>`, such as `<surface>`, have an effect
    only inside `<gazebo>`; they are information, once per file. An `<origin>` of zeros, which CAD
    exporters write, is not reported.

    ## Example
        <link name="arm"><origin xyz="0 0 0.5"/>...</link>

    ## Use instead
        <joint name="shoulder" type="revolute"><origin xyz="0 0 0.5"/>...</joint>
    """
    for link in robot.links:
        for written in written_extensions("urdf", link):
            origin = written.value
            if written.extension.path == "origin" and isinstance(origin, Raw) and _moves(origin):
                message = f"link {link.name!r}: <origin> in <link> is ignored by every parser"
                hint = "write it in the joint of the link, or in its <visual>, <collision> and <inertial>"
                yield ctx.report(origin, message, hint=hint)
    collisions = [one for link in robot.links for one in link.collisions if one.extra]
    for name in _without_reader() if collisions else ():
        found = [
            written.value
            for collision in collisions
            for written in written_extensions("urdf", collision)
            if written.extension.path == name and isinstance(written.value, Raw)
        ]
        if found:
            times = f" ({len(found):,} times)" if found[1:] else ""
            message = f"<{name}> in <collision> is ignored by every parser{times}"
            hint = _OF_GAZEBO if name != "material" else "remove it: a collision has no colour"
            yield ctx.report(found[0], message, severity=Severity.INFO, hint=hint)


def _without_reader() -> list[str]:
    known = extensions("urdf").get("Collision", {}).items()
    return [path for path, one in known if one.reader == NO_READER and "@" not in path]


def _moves(origin: Raw) -> bool:
    """Return whether an origin is not the identity."""
    words = f"{origin.get('xyz') or ''} {origin.get('rpy') or ''}".split()
    try:
        return any(map(parse_float, words))
    except ValueError:
        return True
