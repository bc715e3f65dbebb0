"""The summary of an SRDF as a table of plain values, for JSON."""

from __future__ import annotations

from typing import Any

from bodyplan.diag.json_schema import json_value
from bodyplan.report.semantics_facts import (
    CollisionFacts,
    EffectorFacts,
    GroupFacts,
    MemberFacts,
    PostureFacts,
    SemanticSummary,
)

VERSION = 1
"""Version of the layout below. It grows when a key goes away or changes its meaning."""


def semantics_to_table(summary: SemanticSummary) -> dict[str, Any]:
    """The facts as dictionaries, lists, numbers and texts, ready for JSON.

    Numbers that JSON cannot hold (nan, infinite) are None. Every key is always there. What takes
    a robot to know is None without one, and so is every "mark" where nothing is wrong.

    - "version": of this layout, 1.
    - "file", "format" ("srdf"), "name".
    - "robot": None, or "file", "name", "links", "joints" (numbers of them).
    - "counts": "groups", "states", "end_effectors", "virtual_joints", "passive_joints",
      "joint_properties", "links_with_spheres", "disabled_by_default", "disabled_pairs",
      "enabled_pairs" (each as written).
    - "groups": a list of "name", "mark", "members" and "resolved". A member has "kind" ("joint",
      "link", "chain", "group"), "name" (None for a chain), "base_link" and "tip_link" (None but
      for a chain), "mark". What is resolved has "joints" and "links" in the order of the tree,
      "variables" (how many) and "independent" (how many of them when followers follow),
      "followers" and "fixed" (which of the joints), "is_chain", "base_link" and "tip_link" (None
      but for a chain).
    - "states": a list of "name", "group", "mark", "joints", "missing" (joints of the group without
      a value; of a file with very many, those of its first states) and "missing_count" (how many;
      both None where it is not known). A joint has "name", "values", "kind", "lower", "upper", "mark".
    - "end_effectors": a list of "name", "group", "parent_link", "parent_group" (as written),
      "resolved_parent_group" ("" for none), "mark".
    - "virtual_joints": a list of "name", "kind", "parent_frame", "child_link", "mark".
    - "passive_joints": a list of "name", "mark".
    - "joint_properties": a list of "joint", "property", "value", "mark".
    - "spheres": a list of "link", "spheres" (how many), "largest_radius" in m, "mark".
    - "disabled_by_default": a list of "link", "mark".
    - "pairs": a list of "link1", "link2", "reason", "is_enabled", "unknown" (those of the links
      that are not there), "mark", as written.
    - "collisions": None, or what holds for pairs of the links with collision shapes (of all
      links, where none has one): "links" in the order of the tree, and numbers of pairs: "pairs"
      in all, "disabled", "by_reason" (of the disabled ones), "disabled_by_default", "enabled",
      "checked" (the enabled ones among them), "idle" (written, but of a link without a shape).
    - "extensions": what the format does not know: a list of "name" (an attribute's after "@"),
      "inside" (tag of the element around it), "times".
    """
    pairs = summary.pairs
    return {
        "version": VERSION,
        "file": summary.file,
        "format": "srdf",
        "name": summary.name,
        "robot": None
        if summary.robot is None
        else {
            "file": summary.robot.file,
            "name": summary.robot.name,
            "links": summary.robot.links,
            "joints": summary.robot.joints,
        },
        "counts": {
            "groups": len(summary.groups),
            "states": len(summary.states),
            "end_effectors": len(summary.end_effectors),
            "virtual_joints": len(summary.virtual_joints),
            "passive_joints": len(summary.passive_joints),
            "joint_properties": len(summary.properties),
            "links_with_spheres": len(summary.spheres),
            "disabled_by_default": len(summary.by_default),
            "disabled_pairs": sum(not pair.is_enabled for pair in pairs),
            "enabled_pairs": sum(pair.is_enabled for pair in pairs),
        },
        "groups": [_group(group) for group in summary.groups],
        "states": [_state(state) for state in summary.states],
        "end_effectors": [_effector(effector) for effector in summary.end_effectors],
        "virtual_joints": [
            {
                "name": joint.name,
                "kind": joint.kind,
                "parent_frame": joint.parent_frame,
                "child_link": joint.child_link,
                "mark": joint.mark or None,
            }
            for joint in summary.virtual_joints
        ],
        "passive_joints": [
            {"name": joint.name, "mark": joint.mark or None} for joint in summary.passive_joints
        ],
        "joint_properties": [
            {
                "joint": one.joint,
                "property": one.property,
                "value": one.value,
                "mark": one.mark or None,
            }
            for one in summary.properties
        ],
        "spheres": [
            {
                "link": one.link,
                "spheres": one.spheres,
                "largest_radius": json_value(one.radius),
                "mark": one.mark or None,
            }
            for one in summary.spheres
        ],
        "disabled_by_default": [
            {"link": link.name, "mark": link.mark or None} for link in summary.by_default
        ],
        "pairs": [
            {
                "link1": pair.link1,
                "link2": pair.link2,
                "reason": pair.reason,
                "is_enabled": pair.is_enabled,
                "unknown": list(pair.unknown),
                "mark": pair.mark or None,
            }
            for pair in pairs
        ],
        "collisions": None if summary.robot is None else _collisions(summary.collisions),
        "extensions": [
            {"name": extra.name, "inside": extra.inside, "times": extra.times}
            for extra in summary.extras
        ],
    }


def _group(group: GroupFacts) -> dict[str, Any]:
    resolved = group.resolved
    return {
        "name": group.name,
        "mark": group.mark or None,
        "members": [_member(member) for member in group.members],
        "resolved": None
        if resolved is None
        else {
            "joints": list(resolved.joints),
            "links": list(resolved.links),
            "variables": resolved.variables,
            "independent": resolved.independent,
            "followers": list(resolved.followers),
            "fixed": list(resolved.fixed),
            "is_chain": resolved.is_chain,
            "base_link": resolved.base if resolved.is_chain else None,
            "tip_link": resolved.tip if resolved.is_chain else None,
        },
    }


def _member(member: MemberFacts) -> dict[str, Any]:
    is_chain = member.kind == "chain"
    return {
        "kind": member.kind,
        "name": None if is_chain else member.name,
        "base_link": member.name if is_chain else None,
        "tip_link": member.tip if is_chain else None,
        "mark": member.mark or None,
    }


def _state(state: PostureFacts) -> dict[str, Any]:
    return {
        "name": state.name,
        "group": state.group,
        "mark": state.mark or None,
        "joints": [
            {
                "name": place.joint,
                "values": [json_value(value) for value in place.values],
                "kind": place.kind or None,
                "lower": json_value(place.lower),
                "upper": json_value(place.upper),
                "mark": place.mark or None,
            }
            for place in state.places
        ],
        "missing": None if state.missing is None else list(state.missing),
        "missing_count": None if state.missing is None else state.missing_count,
    }


def _effector(effector: EffectorFacts) -> dict[str, Any]:
    return {
        "name": effector.name,
        "group": effector.group,
        "parent_link": effector.parent_link,
        "parent_group": effector.parent_group,
        "resolved_parent_group": effector.found_group,
        "mark": effector.mark or None,
    }


def _collisions(collisions: CollisionFacts) -> dict[str, Any]:
    return {
        "links": list(collisions.links),
        "pairs": collisions.pairs,
        "disabled": collisions.disabled,
        "by_reason": dict(collisions.reasons),
        "disabled_by_default": collisions.disabled_by_default,
        "enabled": collisions.enabled,
        "checked": collisions.checked,
        "idle": collisions.idle,
    }
