"""Whether the losses of a conversion explain what a proof finds: each difference needs a loss that names it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import bodyplan
from bodyplan import model
from bodyplan.conversion.loss import UNKNOWN_PARTS
from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.formats.loss import Loss
from bodyplan.report.proof import Deviation, Proof
from bodyplan.spec import Element
from bodyplan.spec.bind import walk

_PASSIVE = ("damping", "friction", "spring_stiffness", "spring_reference", "armature")
_WORDS = {
    "links": ("", "name"),
    "moving joints": ("", "type", "axis", "name", "gear"),
    "inertia of links": ("", "inertial", "inertia", "origin"),
    "mass of links": ("", "inertial", "mass"),
    "centre of mass of links": ("", "inertial", "origin"),
    "poses of visuals": ("", "shape", "visuals", "geometry"),
    "shapes of visuals": ("", "shape", "visuals", "geometry"),
    "poses of collisions": ("", "shape", "collisions", "geometry"),
    "shapes of collisions": ("", "shape", "collisions", "geometry"),
    "limits of joints": ("", "limit", "limit2", "type", "lower", "upper", "velocity", "effort"),
    "damping, friction and springs": ("", "type", "dynamics", *_PASSIVE),
    "mimic relations": ("", "mimic", "gear", "multiplier", "offset", "leader"),
    "disabled collision pairs": ("", "pair"),
}
"""What a loss is about that explains a difference of each quantity."""
_OF_THE_WHOLE = {
    "total mass": "mass of links",
    "centre of mass of the robot": "mass of links",
    "degrees of freedom": "moving joints",
}
_OF_POSES = ("position of links", "rotation of links", "centre of mass of the robot")


def unexplained(proof: Proof, losses: Iterable[Loss], robot: bodyplan.Robot) -> list[str]:
    """Return what differs although no loss says so, link by link and joint by joint.

    Args:
        proof: of the source and the result.
        losses: of the conversion.
        robot: the source.
    """
    owners = _owners(robot)
    told = [(loss, {*_names(loss, owners)}) for loss in losses]
    return [
        f"{one.quantity}: {one.worst} at {name} {one.detail}"
        for one in proof.deviations
        if not one.is_equal
        for name in one.differing or ("",)
        if not any(_explains(loss, names, one, name, robot) for loss, names in told)
    ]


def _explains(
    loss: Loss, names: set[str], one: Deviation, name: str, robot: bodyplan.Robot
) -> bool:
    """Whether a loss is about what differs."""
    quantity = one.quantity.partition(" [")[0]
    if loss.reason == UNKNOWN_PARTS:
        return False
    is_renamed = loss.kind == "moved" and loss.what == "name"
    if quantity in _OF_POSES and is_renamed:
        return True  # joints that have other names are not compared
    is_other = loss.kind != "moved" and loss.changes_meaning
    if quantity in _OF_POSES and (is_other or loss.what == "gear"):
        return bool(names & {*_above(name, robot)}) or name == robot.name
    if quantity in _OF_THE_WHOLE:
        name, quantity = "", _OF_THE_WHOLE[quantity]
    part, _, end = name.partition(" (")
    words = {*_WORDS.get(quantity, ())}
    what = {*re.findall(r"\w+", loss.what)} or {""}
    end = end.rstrip(")").replace(" ", "_")
    if end and what & words - {"", end, "limit", "dynamics", "type"} and end not in what:
        return False
    pair = {*part.split(" and "), part.partition("/")[0]}  # of one position of a joint of several
    return bool(what & words) and (not part or bool(pair & names))


def _above(name: str, robot: bodyplan.Robot) -> Iterator[str]:
    """Yield a link and all links and joints above it."""
    while robot.has_link(name):
        yield name
        joint = robot.parent_joint(name)
        if joint is None:
            return
        yield joint.name
        name = joint.parent


def _names(loss: Loss, owners: Mapping[int, str]) -> Iterator[str]:
    """Yield the names of the links and joints that a loss is about."""
    yield from re.findall(r"'([^']*)'", loss.reason)
    name = getattr(loss.source, "name", "")
    if name and not isinstance(loss.source, model.Geometry | model.Material):
        yield name
    if id(loss.source) in owners:
        yield owners[id(loss.source)]


def _owners(robot: bodyplan.Robot) -> Mapping[int, str]:
    """Return the link or joint that each part of a robot, and each element of its file, is in."""
    found: dict[int, str] = {}
    for owner in (*robot.links, *robot.joints, *robot.loops):
        found |= dict.fromkeys(map(id, _parts(owner)), owner.name)
        written = None if robot.origins is None else robot.origins.source(owner)
        element = getattr(written, "element", written)
        if isinstance(element, Element):
            found |= dict.fromkeys(map(id, walk(element)), owner.name)
    return found


def _parts(value: object) -> Iterator[object]:
    """Yield a part of a robot and all in it."""
    if isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
    elif isinstance(value, Record):
        yield value
        for field in field_names(type(value)):
            yield from _parts(getattr(value, field))
