"""The declared links and joints of a world or model, including all models in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from bodyplan.conversion.loss import LossLog
from bodyplan.conversion.sdf._fields import DROPPED
from bodyplan.conversion.sdf._joints import ENDLESS, kind_of
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.inertia import plain_mass
from bodyplan.conversion.sdf.shapes import declared_shape
from bodyplan.formats import sdf
from bodyplan.model import Geometry, Inertial, Joint, Limit, Link, Mimic, Origins, Parts, Vec3
from bodyplan.model.joint import UNLIMITED
from bodyplan.model.parts import UNKNOWN_AXIS
from bodyplan.model.scoped_names import WORLD_NAME


def whole_parts(top: FrameScope, masses: Mapping[str, float] | None) -> Parts:
    """Return the links and joints of a world or model, and of all models in it, with scoped names.

    The parts have no origins.

    Args:
        top: scope of the world or model.
        masses: link masses of the converted robot, by name [kg]; None if it was not converted.
    """
    reader = _Reader(top, masses)
    scopes = list(own_scopes(top))
    links = tuple(reader.link(*one) for scope in scopes for one in scope.links())
    joints, unread = [], set()
    for scope in scopes:
        for number, joint in scope.joints():
            made = reader.joint(scope, number, joint)
            joints.append(made)
            if kind_of(joint) is None:
                unread.add(id(made))
    origins = Origins(tuple, lambda _: None)
    return Parts(top.name, links, tuple(joints), origins, frozenset(unread))


class _Reader:
    def __init__(self, top: FrameScope, masses: Mapping[str, float] | None) -> None:
        self._top = top
        self._graph = top.tree.graph
        self._masses = masses
        self._log = LossLog(DROPPED)

    def link(self, number: int, link: sdf.Link) -> Link:
        name, mass = self._path(number), None
        if link.inertial is not None and self._masses is not None:
            mass = self._masses.get(name)
        elif link.inertial is not None:
            document = self._top.tree.holder(number).document
            mass = plain_mass(link, document.written if document else None)
        return Link(
            name,
            None if link.inertial is None else Inertial(math.nan if mass is None else mass),
            tuple([self._geometry(visual) for visual in link.visuals]),
            tuple([self._geometry(collision) for collision in link.collisions]),
        )

    def _geometry(self, part: sdf.Visual | sdf.Collision) -> Geometry:
        return Geometry(declared_shape(part.geometry, self._log))

    def joint(self, scope: FrameScope, number: int, joint: sdf.Joint) -> Joint:
        axis, axis2 = (_direction(scope.axis(joint, name)) for name in ("axis", "axis2"))
        mimic = None if joint.axis is None else joint.axis.mimic
        return Joint(
            self._path(number),
            kind_of(joint) or "fixed",
            self._body(number, joint.parent),
            self._body(number, joint.child),
            axis=axis,
            axis2=axis2,
            limit=UNLIMITED if joint.axis is None else _limit(joint.axis.limit),
            mimic=None
            if mimic is None
            else Mimic(
                self._leader(number, mimic.joint),
                mimic.multiplier,
                mimic.offset - mimic.multiplier * mimic.reference,
            ),
        )

    def _path(self, number: int) -> str:
        return path_of(self._top, number)

    def _body(self, joint: int, name: str) -> str:
        """Return the name of the link of a joint; the declared name if it cannot be resolved."""
        if name == WORLD_NAME:
            return name
        found = self._graph.find(self._top.tree.holder(joint).number, name)
        body = None if found is None else self._graph.body(found)
        if body is None:
            return name
        is_static = self._graph.kinds[body] == "static model"
        return f"{self._path(body)}::__model__" if is_static else self._path(body)

    def _leader(self, joint: int, name: str) -> str:
        found = self._graph.find(self._top.tree.holder(joint).number, name)
        return name if found is None else self._path(found)


def _direction(axis: Vec3 | None) -> Vec3:
    """Return a direction rounded to 12 decimals; ``UNKNOWN_AXIS`` for None."""
    if axis is None:
        return UNKNOWN_AXIS
    x, y, z = (round(part, 12) + 0.0 for part in axis)
    return (x, y, z)


def _limit(limit: sdf.Limit) -> Limit:
    """Return limits, with values that mean unlimited replaced by infinity."""
    velocity, effort = (
        math.inf if value < 0 or value >= ENDLESS else value
        for value in (limit.velocity, limit.effort)
    )
    return Limit(
        -math.inf if abs(limit.lower) >= ENDLESS else limit.lower,
        math.inf if abs(limit.upper) >= ENDLESS else limit.upper,
        velocity,
        effort,
    )


def all_scopes(top: FrameScope) -> Iterator[FrameScope]:
    """Yield a world or model, then the models in it; outer models come first."""
    waiting = [top]
    while waiting:
        scope = waiting.pop()
        yield scope
        waiting.extend(reversed(scope.children))


def own_scopes(top: FrameScope) -> Iterator[FrameScope]:
    """Yield a world or model and the models in it, except merged models."""
    return (scope for scope in all_scopes(top) if scope is top or not scope.is_merged)


def path_of(top: FrameScope, number: int) -> str:
    """Return the name of a frame relative to a world or model, such as ``arm::hand``."""
    return WORLD_NAME if number == 0 else top.tree.graph.path(number, top.number)
