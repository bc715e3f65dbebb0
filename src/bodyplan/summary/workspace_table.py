"""Where a link can be, as a table of plain values for JSON."""

from __future__ import annotations

from typing import Any

from bodyplan.diag.json_schema import object_schema
from bodyplan.kinematics.workspace import Measure, Workspace
from bodyplan.summary.table import finite

VERSION = 1
"""Version of the layout below. It grows when a key goes away or changes its meaning."""
_LENGTHS = {
    "distance": "From the origin of the base.",
    "radius": "From the z axis of the base.",
    "x": "Along the x axis of the base.",
    "y": "Along the y axis of the base.",
    "z": "Along the z axis of the base.",
}


def workspace_to_table(workspace: Workspace) -> dict[str, Any]:
    """The facts as dictionaries, lists, numbers and texts, ready for JSON.

    - "version": of this layout, 1.
    - "robot", "frame", "base": names.
    - "count": how many configurations were tried; "seed": of the dice.
    - "joints": those that count; "endless": those among them that have no end.
    - "distance" (from the origin of the base), "radius" (from its z axis), "x", "y", "z": each
      "least", "p5", "median", "p95", "most" in m, and "q_least", "q_most": where the joints are at
      the two ends, by name.
    """

    def measure(one: Measure) -> dict[str, Any]:
        def positions(q: Any) -> dict[str, float | None]:
            return dict(zip(workspace.q_names, map(finite, q.tolist()), strict=True))

        return {
            "least": finite(one.least),
            "p5": finite(one.low),
            "median": finite(one.median),
            "p95": finite(one.high),
            "most": finite(one.most),
            "q_least": positions(one.q_least),
            "q_most": positions(one.q_most),
        }

    return {
        "version": VERSION,
        "robot": workspace.robot,
        "frame": workspace.frame,
        "base": workspace.base,
        "count": len(workspace.points),
        "seed": workspace.seed,
        "joints": list(workspace.joints),
        "endless": list(workspace.endless),
        **{name: measure(getattr(workspace, name)) for name in _LENGTHS},
    }


def workspace_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what ``workspace_to_table`` gives."""
    number = {"type": ["number", "null"]}
    positions = {"type": "object", "additionalProperties": number}
    measure = {
        "least": {**number, "description": "The smallest that was found [m]."},
        "p5": {**number, "description": "One configuration in twenty has a smaller one [m]."},
        "median": {**number, "description": "Half of the configurations have a smaller one [m]."},
        "p95": {**number, "description": "One configuration in twenty has a larger one [m]."},
        "most": {**number, "description": "The largest that was found [m]."},
        "q_least": {**positions, "description": "A configuration with the smallest [rad] or [m]."},
        "q_most": {**positions, "description": "A configuration with the largest [rad] or [m]."},
    }
    names = {"type": "array", "items": {"type": "string"}}
    whole = {
        "version": {"const": VERSION, "description": "The version of this layout."},
        "robot": {"type": "string", "description": "Name of the robot."},
        "frame": {"type": "string", "description": "Name of the link, or of a frame on one."},
        "base": {"type": "string", "description": "Name of what it is seen from."},
        "count": {"type": "integer", "description": "How many configurations were tried."},
        "seed": {"type": "integer", "description": "Of the dice."},
        "joints": {**names, "description": "Those between the two that move by themselves."},
        "endless": {
            **names,
            "description": "Those among them that move on without end: tried for a metre or half a turn both ways.",
        },
        **{
            name: {"$ref": "#/$defs/measure", "description": meaning}
            for name, meaning in _LENGTHS.items()
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bodyplan workspace --json",
        "description": "How far a link reaches, over many configurations. Null where a number is "
        "beyond what JSON can hold.",
        **object_schema(whole),
        "$defs": {"measure": object_schema(measure)},
    }
