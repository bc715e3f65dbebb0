"""Spheres of a robot as the files of planners: cuRobo, XRDF, VAMP."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from bodyplan.collision.pairs import checked_pairs
from bodyplan.collision.sphere_set import SphereSet
from bodyplan.core import replace
from bodyplan.jobs.convert import document_of
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import BoundingSphere
from bodyplan.model.shape import Geometry, Sphere
from bodyplan.model.transform import Transform

_GEOMETRY = "bodyplan_spheres"
_UNUSUAL = re.compile(r"[^\w.-]")
"""What no name of a file has here: the name of a robot leads to no other folder."""


def ignored_pairs(robot: Robot, links: Iterable[str]) -> dict[str, list[str]]:
    """Return which pairs of links are not checked against each other, each from its first link.

    These are the pairs that the SRDF of the robot disables, and adjacent links.

    Args:
        robot: the robot; its SRDF is ``robot.semantics``.
        links: those with spheres.
    """
    names = [*links]
    checked = {frozenset(pair) for pair in checked_pairs(robot)}
    found: dict[str, list[str]] = {}
    for number, link in enumerate(names):
        others = [one for one in names[number + 1 :] if frozenset((link, one)) not in checked]
        if others:
            found[link] = others
    return found


def xrdf_text(robot: Robot, fitted: SphereSet) -> str:
    """Return spheres as XRDF 1.0, for cuMotion and Isaac Sim."""
    joints = _joints(robot)
    page = {
        "format": "xrdf",
        "format_version": 1.0,
        "modifiers": [{"set_base_frame": robot.root_link.name}],
        "default_joint_positions": joints,
        "cspace": {"joint_names": [*joints]},
        "tool_frames": _tips(robot),
        "collision": {"geometry": _GEOMETRY},
        "self_collision": {
            "geometry": _GEOMETRY,
            "ignore": ignored_pairs(robot, fitted.spheres),
        },
        "geometry": {_GEOMETRY: {"spheres": _rows(fitted)}},
    }
    return _yaml(page)


def curobo_text(robot: Robot, fitted: SphereSet, urdf: str = "") -> str:
    """Return spheres as a robot configuration of cuRobo, version 2.

    Args:
        robot: the robot.
        fitted: its spheres.
        urdf: path of its URDF.
    """
    joints = _joints(robot)
    kinematics = {
        "format_version": 2.0,
        "urdf_path": urdf or f"{_UNUSUAL.sub('_', robot.name).lstrip('.')}.urdf",
        "asset_root_path": "",
        "base_link": robot.root_link.name,
        "tool_frames": _tips(robot),
        "collision_link_names": [*fitted.spheres],
        "collision_spheres": _rows(fitted),
        "collision_sphere_buffer": 0.0,
        "self_collision_ignore": ignored_pairs(robot, fitted.spheres),
        "self_collision_buffer": {},
        "cspace": {"joint_names": [*joints], "default_joint_position": [*joints.values()]},
    }
    return _yaml({"robot_cfg": {"kinematics": kinematics}})


def spherized_urdf(robot: Robot, fitted: SphereSet) -> str:
    """Return the robot as URDF, with spheres as its collision geometry, for VAMP and others."""
    spheres = fitted.spheres
    links = tuple(
        replace(link, collisions=tuple(map(_collision, spheres.get(link.name, ()))))
        for link in robot.links
    )
    made = document_of(replace(robot, links=links), format="urdf")
    return made.source.text


FILES: Mapping[str, Callable[[Robot, SphereSet], str]] = {
    ".xrdf": xrdf_text,
    ".yml": curobo_text,
    ".yaml": curobo_text,
    ".urdf": spherized_urdf,
}
"""What writes files with each ending."""


def _collision(sphere: BoundingSphere) -> Geometry:
    return Geometry(Sphere(sphere.radius), Transform(p=sphere.center))


def _rows(fitted: SphereSet) -> dict[str, list[dict[str, Any]]]:
    return {
        link: [{"center": [*one.center], "radius": one.radius} for one in spheres]
        for link, spheres in fitted.spheres.items()
    }


def _joints(robot: Robot) -> dict[str, float]:
    """Return the default positions of joints with one degree of freedom that mimic no other one."""
    q = robot.q()
    found: dict[str, float] = {}
    for joint in robot.joints:
        if joint.type in {"revolute", "continuous", "prismatic"} and joint.mimic is None:
            found[joint.name] = q[robot.q_slice(joint.name)].item()
    return found


def _tips(robot: Robot) -> list[str]:
    parents = {joint.parent for joint in robot.joints}
    return [link.name for link in robot.links if link.name not in parents]


# YAML


def _yaml(page: Mapping[str, Any]) -> str:
    return "\n".join(_lines(page, "")) + "\n"


def _lines(value: Mapping[str, Any], indent: str) -> Iterator[str]:
    """Return a map in block style; lists of plain values and spheres in one line."""
    for key, one in value.items():
        start = f"{indent}{_scalar(key)}:"
        if isinstance(one, dict) and one:
            yield start
            yield from _lines(one, indent + "  ")
        elif isinstance(one, list) and one and isinstance(one[0], dict):
            yield start
            yield from (f"{indent}  - {_flow(row)}" for row in one)
        else:
            yield f"{start} {_flow(one)}"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    """Return a number, or a string in quotes where YAML would read something else."""
    if not isinstance(value, str):
        text = repr(value)
        return f"{float(value):f}" if "e" in text else text  # YAML 1.1 reads 1e-06 as a string
    if value.isidentifier() and value.lower() not in _WORDS:
        return value
    return json.dumps(value)


_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
