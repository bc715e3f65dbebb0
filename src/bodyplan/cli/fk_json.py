"""Poses of links as JSON, and the schema of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bodyplan.cli.poses import FORMS, Layout, json_pose
from bodyplan.cli.positions import Outside, are_angles
from bodyplan.cli.robots import Named
from bodyplan.diag.json_schema import object_schema

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.cli.configurations import Configurations

    Numbers = NDArray[np.float64]

VERSION = 1
"""Version of the layout below. It grows when a key goes away or changes its meaning."""


def fk_json(
    named: Named,
    given: Configurations,
    layout: Layout,
    outside: list[Outside],
    blocks: Iterable[tuple[int, Numbers]],
    base: str,
) -> Iterator[bytes]:
    """A page of JSON, a configuration after the other, each pose in a line.

    Args:
        named: the robot.
        given: its configurations.
        layout: how poses are told.
        outside: what is outside its limits.
        blocks: number of the first row, from 1, and poses in their form.
        base: name of the link, or frame, in which they are.
    """
    import json

    import numpy as np

    names = named.robot.q_names
    beyond: dict[int, list[str]] = {}
    for one in outside:
        for row in one.rows.tolist():
            beyond.setdefault(row, []).append(one.variable)
    head = {
        "version": VERSION,
        "file": named.name,
        "robot": named.robot.name,
        "base": base,
        "form": layout.form,
        "angles": "deg" if layout.in_degrees else "rad",
        "loops": [joint.name for joint in named.robot.loops],
    }

    def dumped(value: object) -> str:
        return json.dumps(value, allow_nan=False)  # in ASCII, so that any name can be written

    yield f'{json.dumps(head, indent=2)[:-2]},\n  "configurations": ['.encode()
    angles = np.array(are_angles(named.robot), bool)
    for first, block in blocks:
        q = given.q[first - 1 : first - 1 + len(block)]
        if layout.in_degrees:
            q = np.where(angles, np.degrees(q), q)
        for row, (values, numbers) in enumerate(zip(q.tolist(), block.tolist(), strict=True)):
            index = first - 1 + row
            poses = ",\n        ".join(
                dumped({"frame": frame, **json_pose(pose, layout)})
                for frame, pose in zip(layout.frames, numbers, strict=True)
            )
            start = ",\n" if index else "\n"
            yield (
                f'{start}    {{\n      "q": {dumped(dict(zip(names, values, strict=True)))},\n'
                f'      "outside_limits": {dumped(beyond.get(index, []))},\n'
                f'      "poses": [\n        {poses}\n      ]\n    }}'
            ).encode()
    yield b"\n  ]\n}\n"


def fk_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what ``bodyplan fk --json`` prints."""
    number = {"type": ["number", "null"]}

    def numbers(count: int, meaning: str) -> dict[str, Any]:
        size = {"minItems": count, "maxItems": count}
        return {"type": "array", "items": number, **size, "description": meaning}

    row = {"type": "array", "items": number, "minItems": 4, "maxItems": 4}
    pose = {
        "frame": {"type": "string", "description": "Name of the link, or of a frame on one."},
        "matrix": {
            "type": "array",
            "items": row,
            "minItems": 4,
            "maxItems": 4,
            "description": "With the form 4x4: rows of the matrix.",
        },
        "xyz": numbers(3, "With the other forms: its origin [m]."),
        "rpy": numbers(
            3, "With the form xyz-rpy: roll, pitch, yaw; R = Rz(yaw) Ry(pitch) Rx(roll)."
        ),
        "quat_xyzw": numbers(
            4, "With the form xyz-quat: the unit quaternion, w last and never < 0."
        ),
    }
    configuration = {
        "q": {
            "type": "object",
            "additionalProperties": number,
            "description": "Where the joints are that follow no other, by name.",
        },
        "outside_limits": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Names of what is outside its limits, followers included.",
        },
        "poses": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": pose,
                "required": ["frame"],
                "additionalProperties": False,
            },
            "description": "Of the links that were asked for, in this order.",
        },
    }
    whole = {
        "version": {"const": VERSION, "description": "The version of this layout."},
        "file": {"type": "string", "description": "How the file was named."},
        "robot": {"type": "string", "description": "Name of the robot."},
        "base": {"type": "string", "description": "In whose frame the poses are."},
        "form": {"enum": list(FORMS), "description": "How poses are told."},
        "angles": {"enum": ["rad", "deg"], "description": "The unit of q and rpy."},
        "loops": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Joints that close loops; nothing holds them together here.",
        },
        "configurations": {"type": "array", "items": object_schema(configuration)},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bodyplan fk --json",
        "description": "Where links are. Null where a number is beyond what JSON can hold.",
        **object_schema(whole),
    }
