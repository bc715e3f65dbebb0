"""The SRDF files of example-robot-data, each with the URDF it was written for; robots from text."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import NamedTuple

import bodyplan
from bodyplan.conversion.urdf.from_urdf import UrdfConversion, from_urdf
from bodyplan.model import IDENTITY, Configuration, Robot, Transform
from bodyplan.model.planning.semantics import Semantics
from bodyplan.semantics.from_srdf import from_srdf
from tests.oracles import urdfdom

URDF_OF = {
    "alexander.srdf": "alexander_v1.lowerBodyOnly.urdf",
    "baxter_manipulation.srdf": "baxter.urdf",
    "hyq.srdf": "hyq_no_sensors.urdf",
    "pr2_manipulation.srdf": "pr2.urdf",
    "romeo_moveit.srdf": "romeo.urdf",
    "solo.srdf": "solo12.urdf",
    "talos.srdf": "talos_reduced.urdf",
    "ur5.srdf": "ur5_robot.urdf",
}
"""For those whose URDF is called otherwise."""
WITHOUT_URDF = {"cassie_v2.srdf"}
"""Described in another format only."""


class Pair(NamedTuple):
    """An SRDF and its URDF."""

    srdf: Path
    urdf: Path


def pairs() -> list[Pair]:
    """Every SRDF that has a URDF."""
    found = []
    for path in urdfdom.example_files(".srdf"):
        if path.name in WITHOUT_URDF:
            continue
        name = URDF_OF.get(path.name, f"{path.stem}.urdf")
        (urdf,) = path.parents[1].rglob(name)
        found.append(Pair(path, urdf))
    return found


@cache
def lifted(path: Path) -> UrdfConversion:
    """A robot of example-robot-data in the hub."""
    return from_urdf(bodyplan.read(path).root)


@cache
def semantics_of(pair: Pair) -> Semantics:
    """An SRDF of example-robot-data on its robot."""
    return from_srdf(bodyplan.read(pair.srdf).root, lifted(pair.urdf).robot)


def robot_of(joints: str, *, links: str = "") -> Robot:
    """A robot from lines such as ``j1: base -> upper``, with a kind and a leader if need be.

    ``j2: upper -> lower fixed`` is fixed, ``j3: a -> b revolute 2*j1+0.5`` follows j1. Links are
    those of the joints, in the order of the text, behind the ones that are given.
    """
    names = dict.fromkeys(links.split())
    text = []
    for line in filter(None, map(str.strip, joints.splitlines())):
        name, _, rest = line.partition(":")
        parent, _, child, *more = rest.split()
        names |= {parent: None, child: None}
        kind = more[0] if more else "revolute"
        mimic = ""
        if len(more) > 1:
            factor, _, leader = more[1].partition("*")
            leader, _, offset = leader.partition("+")
            mimic = f'<mimic joint="{leader}" multiplier="{factor}" offset="{offset or 0}"/>'
        limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
        text.append(
            f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
            f"{limit}{mimic}</joint>"
        )
    shapes = '<collision><geometry><sphere radius="1"/></geometry></collision>'
    bodies = "".join(f'<link name="{name}">{shapes}</link>' for name in names)
    return lift(f'<robot name="hand_made">{bodies}{"".join(text)}</robot>').robot


def lift(urdf: str) -> UrdfConversion:
    """A URDF text in the hub."""
    return from_urdf(bodyplan.read(urdf.encode()).root)


def srdf_of(content: str) -> bodyplan.Document:
    """An SRDF from what stands in its root."""
    document = bodyplan.read(f'<robot name="hand_made">{content}</robot>'.encode(), format="srdf")
    assert document.format == "srdf"
    return document


def overlay(content: str, robot: Robot, **options) -> Semantics:
    """What such an SRDF says of a robot."""
    return from_srdf(srdf_of(content).root, robot, **options)


def moved(kind: str, axis: tuple[float, float, float], values: tuple[float, ...]) -> Transform:
    """The pose of the child's frame in the joint frame: Rodrigues' formula, written anew here."""
    if kind == "prismatic":
        x, y, z = (values[0] * part for part in axis)
        return Transform(p=(x, y, z))
    if kind in {"revolute", "continuous"}:
        c, s = math.cos(values[0]), math.sin(values[0])
        x, y, z = axis
        d = 1.0 - c
        return Transform(
            (
                (c + x * x * d, x * y * d - z * s, x * z * d + y * s),
                (y * x * d + z * s, c + y * y * d, y * z * d - x * s),
                (z * x * d - y * s, z * y * d + x * s, c + z * z * d),
            )
        )
    assert kind == "fixed", kind
    return IDENTITY


def poses(robot: Robot, configuration: Configuration) -> dict[str, Transform]:
    """The pose of every link in the frame of the root, X_RL."""
    found = {robot.root_link.name: IDENTITY}
    for joint in robot.joints:
        move = moved(joint.type, joint.axis, configuration.get(joint.name, ()))
        found[joint.child] = found[joint.parent] @ joint.origin @ move
    return found
