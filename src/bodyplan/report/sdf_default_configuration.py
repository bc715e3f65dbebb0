"""An SDFormat model as it stands by default: where its mass is, how far it can reach, how it moves."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from bodyplan.convert.sdf_bodies import auto_mass
from bodyplan.convert.sdf_lifting import WORLD, Lifting
from bodyplan.convert.sdf_pose import is_plain, transform_of
from bodyplan.convert.sdf_tree import free_name
from bodyplan.formats import sdf
from bodyplan.model.frame_names import WORLD_NAME
from bodyplan.report.default_configuration import (
    DefaultConfiguration,
    Moments,
    default_configuration,
)
from bodyplan.report.facts import DEGREES_OF_FREEDOM, Freedom
from bodyplan.text import replace

if TYPE_CHECKING:
    from bodyplan.convert.sdf_frame_tree import FrameScope
    from bodyplan.convert.sdf_frames import SdfFrames
    from bodyplan.model import Vec3

_HERE = (0.0, 0.0, 0.0)
_FLOATING = DEGREES_OF_FREEDOM["floating"]


def default_configuration_of_model(frames: SdfFrames, name: str) -> DefaultConfiguration | None:
    """How a model of a file stands by default, and how it moves; None where it makes no robot."""
    from bodyplan.convert.from_sdf import ModelChoiceError, chosen_model, from_sdf

    try:
        model = chosen_model(frames, name)
        lifting = Lifting(model)
        if next(lifting.members(sdf.Joint), None) is None:
            return _default_configuration_of_loose(lifting)
        robot = from_sdf(frames, name).robot
    except ModelChoiceError:
        return None
    if not robot.links:
        return None
    defaults = default_configuration(robot)
    # there is no such type in the format: these joints stand for none at all
    floating = sum(joint.kind == "floating" for joint in robot.joints)
    return defaults._replace(
        degrees_of_freedom=replace(defaults.degrees_of_freedom, loose=floating * _FLOATING)
    )


def _default_configuration_of_loose(lifting: Lifting) -> DefaultConfiguration:
    """How links that no joint joins stand and move, as the robot of the hub would have it.

    There may be very many of them, and none needs a joint, a link and a tree in the hub for this.
    """
    links: dict[str, tuple[FrameScope, int, sdf.Link]] = {}
    for scope, number, link in lifting.members(sdf.Link):
        assert isinstance(link, sdf.Link)
        links.setdefault(lifting.name(number), (scope, number, link))
    if not links:
        return DefaultConfiguration({}, None, None, Freedom())
    root, base = _base(lifting, links)
    moments, loose, masses = Moments(), 0, dict[str, float]()
    for name, (scope, number, link) in links.items():
        loose += number != base and scope.number not in lifting.static
        mass, p_LB = _mass_of(lifting, scope, number, link)
        if mass is not None:
            masses[name] = mass
            X_RL = lifting.between(number, base)
            moments.add(mass, p_LB if X_RL is None else X_RL @ p_LB)
    total = loose * _FLOATING
    freedom = Freedom(total, 0, loose, total)
    return DefaultConfiguration({}, moments.center(root), None, freedom, masses=masses)


def _base(lifting: Lifting, links: dict[str, tuple[FrameScope, int, sdf.Link]]) -> tuple[str, int]:
    """What all links hang from, by name and by frame: the world where one of them never moves."""
    if any(scope.number in lifting.static for scope, _, _ in links.values()):
        return free_name(WORLD_NAME, {*links}), WORLD
    canonical = lifting.graph.body(lifting.top.number)
    numbers = {number: name for name, (_, number, _) in links.items()}
    first = next(iter(numbers))
    base = canonical if canonical in numbers else first
    return numbers[base], base


def _mass_of(
    lifting: Lifting, scope: FrameScope, number: int, link: sdf.Link
) -> tuple[float | None, Vec3]:
    """The mass of a link and where it is in it; None where there is none that counts."""
    inertial = link.inertial
    if inertial is None:
        return None if scope.number in lifting.static else 1.0, _HERE  # as readers have it
    if inertial.auto:
        found = auto_mass(lifting, scope, number, link, lifting.resolver(scope)).mass
        return (None, _HERE) if found is None else (found.mass, found.p_BC)
    told = inertial.inertia
    numbers = () if told is None else (told.ixx, told.ixy, told.ixz, told.iyy, told.iyz, told.izz)
    if not all(map(isfinite, (inertial.mass, *numbers))):
        return None, _HERE
    X_LI = None if is_plain(inertial.pose) else transform_of(inertial.pose)
    return inertial.mass, _HERE if X_LI is None else X_LI.p
