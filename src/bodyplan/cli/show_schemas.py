"""The JSON Schemas of what ``bodyplan show --json`` prints of a robot and of an SRDF."""

from __future__ import annotations

from bodyplan.cli.schema_parts import (
    FILE,
    MARK,
    NAMES,
    Schema,
    count,
    listed,
    mapped,
    number,
    object_schema,
    one_of,
    or_null,
    printed,
    text,
    text_or_null,
    typed,
)


def show_srdf_schema() -> Schema:
    """Of an SRDF."""
    counted = (
        *("groups", "states", "end_effectors", "virtual_joints", "passive_joints"),
        *("joint_properties", "links_with_spheres", "disabled_by_default"),
        *("disabled_pairs", "enabled_pairs"),
    )
    robot = {"file": FILE, "name": text(), "links": count(), "joints": count()}
    marked_link = {"link": text(), "mark": MARK}
    pair = {
        "link1": text(),
        "link2": text(),
        "reason": text(),
        "is_enabled": typed("boolean"),
        "unknown": listed(text(), "Those of the links that the robot does not have."),
        "mark": MARK,
    }
    collisions = {
        "links": listed(text(), "With collision shapes, in the order of the tree."),
        "pairs": count("In all."),
        "disabled": count(),
        "by_reason": mapped(count(), "Of the disabled pairs."),
        "disabled_by_default": count(),
        "enabled": count(),
        "checked": count("The enabled ones among them."),
        "idle": count("Written, but of a link without a shape."),
    }
    named = {"name": text(), "mark": MARK}
    return printed(
        "show",
        "What an SRDF says. What takes a robot to know is null without one.",
        {
            "file": FILE,
            "format": {"const": "srdf"},
            "name": text("Of the robot."),
            "robot": or_null(object_schema(robot, "The robot that it was shown with.")),
            "counts": object_schema({name: count() for name in counted}, "As written."),
            "groups": listed(_group()),
            "states": listed(_state()),
            "end_effectors": listed(
                object_schema(
                    {
                        **{name: text() for name in ("name", "group", "parent_link")},
                        "parent_group": text_or_null("As written."),
                        "resolved_parent_group": text_or_null("Empty for none."),
                        "mark": MARK,
                    }
                )
            ),
            "virtual_joints": listed(
                object_schema(
                    {
                        **{name: text() for name in ("name", "kind", "parent_frame")},
                        "child_link": text(),
                        "mark": MARK,
                    }
                )
            ),
            "passive_joints": listed(object_schema(named)),
            "joint_properties": listed(
                object_schema({"joint": text(), "property": text(), "value": text(), "mark": MARK})
            ),
            "spheres": listed(
                object_schema(
                    {
                        "link": text(),
                        "spheres": count(),
                        "largest_radius": number("[m]"),
                        "mark": MARK,
                    }
                )
            ),
            "disabled_by_default": listed(object_schema(marked_link)),
            "pairs": listed(object_schema(pair), "As written."),
            "collisions": or_null(object_schema(collisions)),
            "extensions": listed(
                object_schema({"name": text(), "inside": text(), "times": count()}),
                "What the format does not know.",
            ),
        },
    )


def _group() -> Schema:
    member = {
        "kind": one_of("joint", "link", "chain", "group"),
        "name": text_or_null("Null for a chain."),
        "base_link": text_or_null("Of a chain."),
        "tip_link": text_or_null("Of a chain."),
        "mark": MARK,
    }
    resolved = {
        "joints": NAMES,
        "links": NAMES,
        "variables": count(),
        "independent": count("Variables, when followers follow."),
        "followers": NAMES,
        "fixed": NAMES,
        "is_chain": typed("boolean"),
        "base_link": text_or_null("Of a chain."),
        "tip_link": text_or_null("Of a chain."),
    }
    group = {
        "name": text(),
        "mark": MARK,
        "members": listed(object_schema(member), "As written."),
        "resolved": or_null(object_schema(resolved, "What they come to on the robot.")),
    }
    return object_schema(group)


def _state() -> Schema:
    joint = {
        "name": text(),
        "values": listed(number(), "[rad] or [m]"),
        "kind": text_or_null(),
        "lower": number(),
        "upper": number(),
        "mark": MARK,
    }
    state = {
        "name": text(),
        "group": text(),
        "mark": MARK,
        "joints": listed(object_schema(joint)),
        "missing": or_null(listed(text(), "Joints of the group without a value.")),
        "missing_count": typed("integer|null"),
    }
    return object_schema(state)
