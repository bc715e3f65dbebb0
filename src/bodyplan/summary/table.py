"""A summary as a table of plain values, for JSON."""

from __future__ import annotations

import math
from typing import Any

from bodyplan.summary.facts import FileUse, JointFacts, LinkFacts, Reach, Summary

VERSION = 1
"""Version of the layout below. It grows when a key goes away or changes its meaning."""


def to_table(summary: Summary) -> dict[str, Any]:
    """The facts as dictionaries, lists, numbers and texts, ready for JSON.

    Numbers that JSON cannot hold (nan, infinite) are None. Every key is always there, except that
    "states" and "time" are only there for a model_state, and the others only for a robot.

    - "version": of this layout, 1.
    - "file", "format", "name", "format_version".
    - "counts": "links", "joints", "joint_types" (by type; "" for an unreadable one), "visuals",
      "collisions", "materials", "sensors", "transmissions", "ros2_control", "gazebo".
    - "degrees_of_freedom": of the robot that is loaded: "total", "followers" (of the mimic joints
      that can follow), "independent".
    - "mass": "total" in kg, "links", "without", "unreadable" (numbers of links).
    - "center_of_mass": with the joints where they are by default: "link" (in whose frame), "xyz" in
      m; None without mass.
    - "reach": how far a link can be from the base at most: "length" in m, None where a joint slides
      without limits, "base" and "tip" (links), "endless" (that joint, or None); None where nothing
      moves.
    - "meshes", "textures": a list of "uri", "visuals", "collisions".
    - "links": a list of "name", "mass", "visuals", "collisions" (a kind or a mesh's address each).
    - "joints": a list of "name", "type", "parent", "child", "axis", "lower", "upper", "effort",
      "velocity", "default" (where it is when nobody says), "mimic" (None, or "joint",
      "multiplier", "offset"), "degrees_of_freedom".
    - "tree": rows, each below the one it hangs from: "depth", "above" (number of that row, or
      None), "link" (its name), "joint" (number in "joints", or None), "mark" (None, "missing
      link", "loop", "second parent", "repeated link", "in a loop").
    - "states": a list of "joint", "position", "velocity", "effort"; "time" in s.
    """
    head: dict[str, Any] = {
        "version": VERSION,
        "file": summary.file,
        "format": summary.format,
        "name": summary.name,
    }
    if summary.format == "model_state":
        states = [
            {
                "joint": state.joint,
                "position": _numbers(state.position),
                "velocity": _numbers(state.velocity),
                "effort": _numbers(state.effort),
            }
            for state in summary.states
        ]
        return {**head, "time": finite(summary.time), "states": states}
    number_of = {id(joint): index for index, joint in enumerate(summary.joints)}
    return {
        **head,
        "format_version": summary.version,
        "counts": {
            "links": len(summary.links),
            "joints": len(summary.joints),
            "joint_types": dict(summary.joint_types),
            "visuals": summary.visuals,
            "collisions": summary.collisions,
            "materials": summary.materials,
            "sensors": summary.sensors,
            "transmissions": summary.transmissions,
            "ros2_control": summary.ros2_control,
            "gazebo": summary.gazebo,
        },
        "degrees_of_freedom": {
            "total": summary.freedom.total,
            "followers": summary.freedom.followers,
            "independent": summary.freedom.independent,
        },
        "mass": {
            "total": finite(summary.mass.total),
            "links": summary.mass.links,
            "without": summary.mass.without,
            "unreadable": summary.mass.unreadable,
        },
        "center_of_mass": None
        if summary.center is None
        else {"link": summary.center.link, "xyz": _numbers(summary.center.xyz)},
        "reach": None if summary.reach is None else _reach(summary.reach),
        "meshes": [_file(use) for use in summary.meshes],
        "textures": [_file(use) for use in summary.textures],
        "links": [_link(link) for link in summary.links],
        "joints": [_joint(joint) for joint in summary.joints],
        "tree": [
            {
                "depth": row.depth,
                "above": row.above,
                "link": row.name,
                "joint": None if row.joint is None else number_of[id(row.joint)],
                "mark": row.mark or None,
            }
            for row in summary.rows
        ],
    }


def finite(value: float | None) -> float | None:
    """A number that JSON can hold; None for others."""
    return value if value is not None and math.isfinite(value) else None


def _numbers(values: tuple[float, ...] | None) -> list[float | None] | None:
    return None if values is None else [finite(value) for value in values]


def _file(use: FileUse) -> dict[str, Any]:
    return {"uri": use.uri, "visuals": use.visuals, "collisions": use.collisions}


def _link(link: LinkFacts) -> dict[str, Any]:
    return {
        "name": link.name,
        "mass": finite(link.mass),
        "visuals": list(link.visuals),
        "collisions": list(link.collisions),
    }


def _reach(reach: Reach) -> dict[str, Any]:
    return {
        "length": finite(reach.length),
        "base": reach.base,
        "tip": reach.tip,
        "endless": reach.endless or None,
    }


def _joint(joint: JointFacts) -> dict[str, Any]:
    mimic = None
    if joint.leader is not None:
        mimic = {
            "joint": joint.leader,
            "multiplier": finite(joint.multiplier),
            "offset": finite(joint.offset),
        }
    return {
        "name": joint.name,
        "type": joint.type,
        "parent": joint.parent,
        "child": joint.child,
        "axis": _numbers(joint.axis),
        "lower": finite(joint.lower),
        "upper": finite(joint.upper),
        "effort": finite(joint.effort),
        "velocity": finite(joint.velocity),
        "default": finite(joint.default),
        "mimic": mimic,
        "degrees_of_freedom": joint.degrees_of_freedom,
    }
