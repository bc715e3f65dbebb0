"""The comparison of two SRDFs, resolved against their robots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bodyplan.compare._collector import Collector
from bodyplan.compare._details import compare_values
from bodyplan.compare._fields import Field
from bodyplan.compare._match import Match
from bodyplan.core import field_names
from bodyplan.formats.registry import FORMATS
from bodyplan.model.details import Details
from bodyplan.model.planning.semantics import Semantics

_RULE = Field("semantics", "", "absolute")
_VIRTUAL = ("name", "type", "parent", "child", "is_assumed")
COMPARED = frozenset(
    (
        *("robot", "virtual_joint", "groups", "states", "end_effectors"),
        *("allowed_collision_matrix", "passive_joints", "joint_properties", "spheres", "name"),
        "details",
    )
)
"""The fields of ``Semantics`` that ``_tables`` covers; other fields are compared directly."""


def compare_semantics(found: Collector, match: Match) -> None:
    """Compare groups, states, end effectors, disabled pairs and all other parts of two SRDFs."""
    ours, theirs = found.a.semantics, found.b.semantics
    if ours is None and theirs is None:
        return
    if (ours is None or theirs is None) and not _has_own(found):
        which = "second" if ours is None else "first"
        found.notes.append(
            f"only the {which} robot has groups, states and disabled collision pairs; "
            "they are not compared: name both SRDFs"
        )
        return
    for kind, first, second in zip(KINDS, _tables(ours, match), _tables(theirs, None), strict=True):
        for name in dict.fromkeys((*first, *second)):
            for field in dict.fromkeys((*first.get(name, {}), *second.get(name, {}))):
                x = first.get(name, {}).get(field)
                y = second.get(name, {}).get(field)
                found.value((kind, name), field, x, y, _RULE)
    others = [() if one is None else one.details for one in (ours, theirs)]
    compare_values(found, Details("srdf", lambda: others[0]), Details("srdf", lambda: others[1]))
    if ours is not None and theirs is not None:
        for name in field_names(Semantics):
            if name not in COMPARED:
                x, y = getattr(ours, name), getattr(theirs, name)
                found.value(("SRDF", ""), name, x, y, _RULE)


def _has_own(found: Collector) -> bool:
    """Return whether both description formats contain semantics without an SRDF."""
    return all(
        robot.details is not None and FORMATS[robot.details.format].has_semantics
        for robot in (found.a, found.b)
    )


KINDS = (
    *("SRDF", "virtual joint", "group", "state", "end effector", "disabled pair", "enabled pair"),
    *("default collision", "passive joint", "joint property", "spheres of link"),
)
"""The kinds of entities of an SRDF."""
_Table = dict[str, dict[str, Any]]


def _tables(semantics: Semantics | None, match: Match | None) -> tuple[_Table, ...]:
    """Return, for each kind of entity, the values of an SRDF by name and field.

    Args:
        semantics: the semantics of the robot; None if it has no SRDF.
        match: for the first robot, the match that translates names to those of the second robot.
    """
    if semantics is None:
        return tuple({} for _ in KINDS)
    links: Mapping[str, str] = {} if match is None else match.links
    joints: Mapping[str, str] = {} if match is None else match.joint_names
    matrix = semantics.allowed_collision_matrix

    def link(name: str) -> str:
        return links.get(name, name)

    def joint(name: str) -> str:
        return joints.get(name, name)

    def pair(names: tuple[str, str]) -> str:
        return " and ".join(sorted(map(link, names)))

    virtual = semantics.virtual_joint
    fields = {name: getattr(virtual, name) for name in _VIRTUAL}
    groups = {
        name: {
            "joints": frozenset(map(joint, group.joints)),
            "links": frozenset(map(link, group.links)),
            "subgroups": frozenset(group.subgroups),
        }
        for name, group in semantics.groups.items()
    }
    states: _Table = {
        "/".join(key): {
            joint(name): values
            for part in (state.values, state.others, state.unknown)
            for name, values in part.items()
        }
        or {"joints": "none"}
        for key, state in semantics.states.items()
    }
    effectors = {
        name: {field: getattr(one, field) for field in field_names(type(one))}
        | {"parent_link": link(one.parent_link)}
        for name, one in semantics.end_effectors.items()
    }
    properties = {joint(name): dict(values) for name, values in semantics.joint_properties.items()}
    spheres = {
        link(name): {"spheres": _spheres(one), "origin": one.origin}
        for name, one in semantics.spheres.items()
        if one.origin in {"written", "ignored"}
    }
    return (
        {"": {"name": semantics.name}} if semantics.name else {},
        {"": {"child": link(virtual.child), **fields}} if not virtual.is_assumed else {},
        groups,
        states,
        effectors,
        {pair(one): {"": matrix.reason(*one) or "disabled"} for one in matrix.disabled_pairs},
        {pair(one): {"": "enabled"} for one in matrix.enabled_pairs},
        {link(name): {"": "allowed with all links"} for name in sorted(matrix.defaults)},
        {joint(name): {"": "passive"} for name in semantics.passive_joints},
        properties,
        spheres,
    )


def _spheres(one: Any) -> tuple[float, ...] | str:
    numbers = tuple(n for ball in one.spheres or () for n in (*ball.center, ball.radius))
    return numbers or "none"
