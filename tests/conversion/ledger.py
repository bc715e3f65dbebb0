"""Whether the losses of a conversion explain what a comparison finds: each difference needs a loss that names it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import bodyplan
from bodyplan import model
from bodyplan.compare.result import Comparison, Difference
from bodyplan.compare.wording import row_of
from bodyplan.conversion.loss import UNKNOWN_PARTS
from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.formats.loss import Loss
from bodyplan.spec import Element
from bodyplan.spec.bind import walk

_WORDS: dict[str, tuple[str, ...]] = {
    "kinematics": ("type", "axis", "name", "gear", "mimic", "multiplier", "offset", "leader"),
    "limits": ("limit", "limit2", "type", "lower", "upper", "velocity", "effort", "range"),
    "dynamics": ("type", "dynamics", "dynamics2"),
    "inertia": ("inertial", "inertia", "mass", "origin"),
    "collision": ("shape", "collisions", "geometry", "friction"),
    "visual": ("shape", "visuals", "geometry"),
    "color": ("material", "rgba", "texture", "shape", "visuals", "geometry"),
    "sensors": ("name", "origin", "rate", "type", "joint", "origin"),
    "frames": ("name", "origin"),
    "transmissions": ("name", "type", "joints", "reductions", "interfaces", "actuators"),
    "semantics": ("pair", "qpos", "state"),
}
"""What a loss is about that explains a difference of each aspect."""
MOTION_AND_MASS = ("kinematics", "limits", "dynamics", "inertia", "collision", "visual")
"""What every conversion keeps, or names as a loss."""


def differences(first: object, second: object, **options: object) -> list[str]:
    """Return what differs in motion, mass and shape, as text."""
    found = bodyplan.diff(first, second, select=MOTION_AND_MASS, **options)
    return [
        f"{one.entity} {one.field} {row_of(one).change}"
        for one in found.differences
        if not _is_beyond(one)
    ]


def unexplained(found: Comparison, losses: Iterable[Loss], robot: bodyplan.Robot) -> list[str]:
    """Return what differs although no loss says so, link by link and joint by joint.

    Args:
        found: the comparison of the source and the result.
        losses: of the conversion.
        robot: the source.
    """
    owners = _owners(robot)
    told = [(loss, {*_names(loss, owners)}) for loss in losses if loss.reason != UNKNOWN_PARTS]
    return [
        f"{one.entity} {one.field} {row_of(one).change}"
        for one in found.differences
        if one.aspect in MOTION_AND_MASS
        and not _is_beyond(one)
        and not any(_explains(loss, names, one, robot) for loss, names in told)
    ]


def _is_beyond(one: Difference) -> bool:
    """Whether the robot model has no field for what differs; the losses say so field by field."""
    return "/" in one.field or "gazebo" in one.entity or one.field in {"base", "static", "friction"}


def _explains(loss: Loss, names: set[str], one: Difference, robot: bodyplan.Robot) -> bool:
    """Whether a loss is about what differs."""
    about = {one.name, *re.findall(r"'([^']*)'", one.owner)}
    about |= {one.name.partition("/")[0]}  # of one position of a joint of several
    if one.field.startswith("pose at"):
        is_other = loss.kind != "moved" and (loss.changes_meaning or loss.what == "gear")
        is_renamed = loss.kind == "moved" and loss.what == "name"
        return is_renamed or (is_other and bool(names & {*_above(one.name, robot)}))
    end = one.field.rpartition(".")[2]
    what = {*re.findall(r"\w+", loss.what)} or {""}
    words = {"", end, *one.field.split("."), *_WORDS.get(one.aspect, ())}
    if end in _ENDS and what & (_ENDS - {end}) and end not in what:
        return False
    return bool(what & words) and bool(about & names)


_ENDS = {"lower", "upper", "velocity", "effort", "damping", "friction", "armature"}


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
