"""Spheres of a robot as files for planners: cuRobo, XRDF, VAMP."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.collision.merging import MergedLinks
from bodyplan.collision.pairs import Pair, checked_pairs
from bodyplan.collision.sphere_set import SphereSet
from bodyplan.core import plural, replace
from bodyplan.geometry.enclosing import Ball, enclosing_sphere
from bodyplan.jobs.collision import collision_matrix
from bodyplan.jobs.convert import convert
from bodyplan.jobs.spheres import robot_of
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import BoundingSphere, Semantics
from bodyplan.model.shape import Geometry, Sphere
from bodyplan.model.transform import Transform

if TYPE_CHECKING:
    from bodyplan.collision.matrix import Progress
    from bodyplan.description.description import Source
    from bodyplan.resources import Resources

ENDINGS = (".xrdf", ".yml", ".yaml", ".urdf")
"""The extensions of planner files."""
_ACCELERATION, _JERK = 15.0, 500.0
"""Limits for every joint [rad/s², rad/s³ or m/s², m/s³]. They are the defaults of cuRobo, because
robot descriptions do not define them."""
_GEOMETRY = "bodyplan_spheres"
_MOST_LISTED = 5
"""The largest number of notes on pairs of links; further pairs are only counted."""
_UNUSUAL = re.compile(r"[^\w.-]")
"""Characters that are replaced in file names, so that a robot name cannot refer to another
folder."""


class PlannerFiles(NamedTuple):
    """The files for a planner.

    Args:
        files: the text of each file, by path.
        notes: notes on values in the files other than spheres, each as a clause.
    """

    files: dict[str, str]
    notes: tuple[str, ...]


def planner_pairs(robot: Robot, progress: Progress | None = None) -> tuple[Pair, ...]:
    """Return the pairs of links that a planner checks for collision, in the order of the links.

    These are the pairs that the SRDF does not disable. If the SRDF is missing or lists no pair, the
    collision matrix is computed from the collision geometry, not from spheres.

    Args:
        robot: the robot; its SRDF is ``robot.semantics``.
        progress: a function that shows the progress of computing the matrix.

    Raises:
        TooManyPairsError: the robot has too many links with collision geometry, or named states.
    """
    known = checked_pairs(robot)
    listed = robot.semantics and robot.semantics.allowed_collision_matrix
    if listed and (listed.entries or listed.defaults):
        return known
    matrix = collision_matrix(robot, progress=progress)
    disabled = {frozenset((row.link1, row.link2)) for row in matrix.rows if row.is_disabled}
    return tuple(pair for pair in known if frozenset(pair) not in disabled)


def planner_files(
    source: Source | Robot | Semantics,
    fitted: SphereSet,
    name: str,
    *,
    robot: Source | Robot | None = None,
    pairs: Iterable[Pair] | None = None,
    urdf: str = "",
    resources: Resources | None = None,
) -> PlannerFiles:
    """Return the spheres of a robot as the files of a planner. No file is written.

    A pair of links is ignored only if the SRDF or the collision matrix disables it, not because its
    spheres touch. If spheres touch in the default configuration or a named state although the links
    do not, both links get a negative buffer, and a note reports it.

    Args:
        source: a robot, the semantics of an SRDF, a document, or a source for ``read``.
        fitted: the spheres of the robot, fitted or measured with the same pairs.
        name: the path of the file. Its extension is ".xrdf" for cuMotion and Isaac Sim; ".yml" or
            ".yaml" for cuRobo 2; ".urdf" for VAMP, with a second file with one sphere for each
            link.
        robot: the robot of an SRDF; by default, it is searched near the SRDF.
        pairs: the pairs of links that the planner checks; by default those of ``planner_pairs``.
        urdf: the path of the URDF of the robot, for cuRobo; by default the robot name with ".urdf".
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        TooManyPairsError: the robot has too many links with collision geometry, or named states.
        ValueError: the file extension is unknown.
    """
    ending = PurePath(name).suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(f"expected a file name that ends with {', '.join(ENDINGS)}, got {name!r}")
    own = robot_of(source, robot, resources)
    if ending == ".urdf":
        return PlannerFiles(_spherized(own, fitted, name), ())
    checked = planner_pairs(own) if pairs is None else tuple(pairs)
    if fitted.merged:
        checked = MergedLinks(own).pairs(checked)
    known = {frozenset(pair) for pair in checked}
    names = [*fitted.spheres]
    ignored = {
        link: others
        for number, link in enumerate(names)
        if (others := [o for o in names[number + 1 :] if frozenset((link, o)) not in known])
    }
    buffers, notes = _buffers(fitted, known)
    make = _xrdf if ending == ".xrdf" else partial(_curobo, urdf=urdf)
    limits = (
        f"acceleration limits of {_ACCELERATION:g} and jerk limits of {_JERK:g} are the defaults of"
        " cuRobo, since a robot description has none; replace them by those of the robot"
    )
    text = _yaml(make(own, fitted, ignored, buffers))
    return PlannerFiles({name: text}, (*notes, limits))


def second_file(name: str) -> str:
    """Return the path of the second URDF, which has one sphere for each link."""
    path = PurePath(name)
    return str(path.with_name(f"{path.stem}_1{path.suffix}"))


def _buffers(
    fitted: SphereSet, known: Collection[frozenset[str]]
) -> tuple[dict[str, float], list[str]]:
    """Return the negative buffers of links [m], and a note for each pair whose spheres touch.

    Planners add the buffer of a link to the radii of its spheres for self-collision checks.

    Args:
        fitted: the spheres, and the pairs of links whose spheres touch although the links do not.
        known: the pairs of links that the planner checks; all other pairs are ignored.
    """
    buffers: dict[str, float] = {}
    notes = []
    for one in () if fitted.verdicts is None else fitted.verdicts.touching:
        if frozenset((one.link1, one.link2)) not in known:
            continue
        half = -math.ceil(1e6 * one.depth / 2.0 + 0.5) / 1e6
        for link in (one.link1, one.link2):
            buffers[link] = min(half, buffers.get(link, 0.0))
        notes.append(
            f"for self-collision, spheres of {one.link1!r} and {one.link2!r} are"
            f" {-1e3 * half:.1f} mm smaller, since they overlap in state {one.state!r} where the links"
            " do not touch"
        )
    more = len(notes) - _MOST_LISTED
    if more > 0:
        return buffers, [
            *notes[:_MOST_LISTED],
            f"the same for {plural(more, 'more pair')} of links",
        ]
    return buffers, notes


def _xrdf(
    robot: Robot, fitted: SphereSet, ignored: Mapping[str, Any], buffers: Mapping[str, float]
) -> dict[str, Any]:
    """Return spheres as XRDF 1.0, for cuMotion and Isaac Sim."""
    joints = _joints(robot)
    return {
        "format": "xrdf",
        "format_version": 1.0,
        "modifiers": [{"set_base_frame": robot.root_link.name}],
        "default_joint_positions": joints,
        "cspace": {
            "joint_names": [*joints],
            "acceleration_limits": [_ACCELERATION] * len(joints),
            "jerk_limits": [_JERK] * len(joints),
        },
        "tool_frames": _tips(robot),
        "collision": {"geometry": _GEOMETRY, "buffer_distance": {}},
        "self_collision": {
            "geometry": _GEOMETRY,
            "buffer_distance": buffers,
            "ignore": ignored,
        },
        "geometry": {_GEOMETRY: {"spheres": _rows(fitted)}},
    }


def _curobo(
    robot: Robot,
    fitted: SphereSet,
    ignored: Mapping[str, Any],
    buffers: Mapping[str, float],
    urdf: str,
) -> dict[str, Any]:
    """Return spheres as a robot configuration of cuRobo, version 2."""
    joints = _joints(robot)
    names = [*fitted.spheres]
    kinematics = {
        "format_version": 2.0,
        "urdf_path": urdf or f"{_UNUSUAL.sub('_', robot.name).lstrip('.')}.urdf",
        "asset_root_path": "",
        "base_link": robot.root_link.name,
        "tool_frames": _tips(robot),
        "collision_link_names": names,
        "collision_spheres": _rows(fitted),
        "collision_sphere_buffer": 0.0,
        "extra_collision_spheres": {},
        "self_collision_ignore": ignored,
        "self_collision_buffer": {link: buffers.get(link, 0.0) for link in names},
        "lock_joints": {},
        "extra_links": {},
        "mesh_link_names": names,
        "grasp_contact_link_names": [],
        "cspace": {
            "joint_names": [*joints],
            "default_joint_position": [*joints.values()],
            "null_space_weight": [1.0] * len(joints),
            "cspace_distance_weight": [1.0] * len(joints),
            "max_acceleration": _ACCELERATION,
            "max_jerk": _JERK,
        },
    }
    return {"robot_cfg": {"kinematics": kinematics}}


def _spherized(robot: Robot, fitted: SphereSet, name: str) -> dict[str, str]:
    """Return two URDF texts with spheres as collisions: all spheres, or one for each link."""
    one = {link: (_around(spheres),) for link, spheres in fitted.spheres.items() if spheres}
    folder = os.path.dirname(os.path.abspath(name))
    return {
        name: _urdf_with(robot, fitted.spheres, folder),
        second_file(name): _urdf_with(robot, one, folder),
    }


def _urdf_with(robot: Robot, spheres: Mapping[str, Iterable[BoundingSphere]], folder: str) -> str:
    links = tuple(
        replace(link, collisions=tuple(map(_collision, spheres.get(link.name, ()))))
        for link in robot.links
    )
    return convert(replace(robot, links=links), "urdf", folder=folder).document.source.text


def _around(spheres: tuple[BoundingSphere, ...]) -> BoundingSphere:
    """Return the smallest sphere that contains other spheres, rounded up to micrometres."""
    if len(spheres) == 1:
        return spheres[0]
    found = enclosing_sphere([Ball(one.center, one.radius) for one in spheres])
    x, y, z = (round(number, 6) + 0.0 for number in found.center)
    reach = max(math.dist((x, y, z), one.center) + one.radius for one in spheres)
    return BoundingSphere((x, y, z), math.ceil(1e6 * reach + 0.5) / 1e6)


def _collision(sphere: BoundingSphere) -> Geometry:
    return Geometry(Sphere(sphere.radius), Transform(p=sphere.center))


def _rows(fitted: SphereSet) -> dict[str, list[dict[str, Any]]]:
    return {
        link: [{"center": [*one.center], "radius": one.radius} for one in spheres]
        for link, spheres in fitted.spheres.items()
    }


def _joints(robot: Robot) -> dict[str, float]:
    """Return the default positions of joints with one degree of freedom, except mimic joints."""
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
    """Yield a YAML map in block style; lists of scalars and spheres are on one line."""
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
    """Return a scalar as YAML; a string is quoted if YAML would read it as another type."""
    if not isinstance(value, str):
        text = repr(value)
        return f"{float(value):f}" if "e" in text else text  # YAML 1.1 reads 1e-06 as a string
    if value.isidentifier() and value.lower() not in _WORDS:
        return value
    return json.dumps(value)


_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
