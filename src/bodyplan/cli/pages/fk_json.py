"""Poses of links as JSON, written one configuration after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import degrees
from typing import TYPE_CHECKING, Literal

from bodyplan.cli.pages.poses import Layout
from bodyplan.cli.robots import NamedInput
from bodyplan.core import replace
from bodyplan.diag.json_schema import json_text, json_value
from bodyplan.diag.pieces import without_commands
from bodyplan.kinematics.columns import angle_columns
from bodyplan.report.poses import PoseReport, frame_pose

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.kinematics.bounds import BoundViolation
    from bodyplan.kinematics.configuration_file import Configurations
    from bodyplan.report.configuration import ConfigurationFacts

    Numbers = NDArray[np.float64]


def fk_json(
    named: NamedInput,
    given: Configurations,
    configuration: ConfigurationFacts,
    layout: Layout,
    outside: list[BoundViolation],
    blocks: Iterable[tuple[int, Numbers]],
    base: str,
) -> Iterator[bytes]:
    """Yield the report as JSON, one configuration after the other, one pose per line.

    Args:
        named: the robot.
        given: the configurations.
        configuration: how joints were set.
        layout: representation of the poses.
        outside: the joints outside their limits.
        blocks: for each block of rows, the number of its first row, from 1, and its poses in the
            form of the layout.
        base: name of the link or frame in which the poses are expressed.
    """
    import json

    import numpy as np

    names = named.robot.q_names
    beyond: dict[int, list[str]] = {}
    for one in outside:
        for row in one.rows.tolist():
            beyond.setdefault(row, []).append(one.variable)
    unit: Literal["rad", "deg"] = "deg" if layout.in_degrees else "rad"
    loops = tuple(joint.name for joint in named.robot.loops)
    if layout.in_degrees:
        configuration = replace(configuration, q=_in_degrees(configuration))
    head = PoseReport(named.name, named.robot.name, base, layout.form, unit, loops, configuration)

    def dumped(value: object) -> str:
        return without_commands(json.dumps(json_value(value), allow_nan=False))  # in ASCII

    yield json_text(head).removesuffix("]\n}\n").encode()
    angles = angle_columns(named.robot)
    for first, block in blocks:
        q = given.q[first - 1 : first - 1 + len(block)]
        if layout.in_degrees:
            q = np.where(angles, np.degrees(q), q)
        for row, (values, numbers) in enumerate(zip(q.tolist(), block.tolist(), strict=True)):
            index = first - 1 + row
            poses = ",\n        ".join(
                dumped(frame_pose(frame, pose, layout.form))
                for frame, pose in zip(layout.frames, numbers, strict=True)
            )
            start = ",\n" if index else "\n"
            yield (
                f'{start}    {{\n      "q": {dumped(dict(zip(names, values, strict=True)))},\n'
                f'      "outside_limits": {dumped(beyond.get(index, []))},\n'
                f'      "poses": [\n        {poses}\n      ]\n    }}'
            ).encode()
    yield b"\n  ]\n}\n"


def _in_degrees(configuration: ConfigurationFacts) -> dict[str, float]:
    units, q = configuration.units, configuration.q
    return {name: degrees(q[name]) if units[name] == "rad" else q[name] for name in q}
