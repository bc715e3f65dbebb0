"""Sensors of URDF: U401."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import unknown_name
from bodyplan.lint.rule import rule


@rule("U401", "sensor-unknown-parent", severity="warning", fix="sometimes")
def sensor_unknown_parent(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The parent link of a sensor does not exist.

    ## Why it matters
    The sensor has no pose, and its measurements have no frame.

    ## Example
        <link name="camera_link"/>
        <sensor name="eye"><parent link="camera"/>...</sensor>

    ## Use instead
        <sensor name="eye"><parent link="camera_link"/>...</sensor>

    ## Fix safety
    Writing the most similar link name is unsafe: another link may be meant.
    """
    links = ctx.index.links

    @cache
    def known() -> list[str]:
        return list(links)

    for sensor in robot.sensors:
        if sensor.parent and sensor.parent not in links:
            yield unknown_name(
                ctx,
                sensor,
                f"sensor {sensor.name!r}: parent link {sensor.parent!r} does not exist",
                known,
                field="parent",
            )
