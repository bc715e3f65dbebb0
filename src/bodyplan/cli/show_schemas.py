"""The JSON Schemas of what ``bodyplan show --json`` prints of a robot and of an SRDF."""

from __future__ import annotations

from bodyplan.cli.schema_parts import (
    FILE,
    MARK,
    NAMES,
    NUMBERS,
    Schema,
    count,
    listed,
    mapped,
    number,
    one_of,
    or_null,
    printed,
    text,
    text_or_null,
    typed,
)
from bodyplan.diag.json_schema import object_schema


def show_schema() -> Schema:
    """Of a URDF, or of the state of a model."""
    head = {"file": FILE, "format": one_of("urdf", "model_state"), "name": text("Of the robot.")}
    values = or_null(NUMBERS)
    state = {"joint": text(), "position": values, "velocity": values, "effort": values}
    of_state = printed(
        "show",
        "The state of a model.",
        {**head, "time": number("[s]"), "states": listed(object_schema(state))},
    )
    of_robot = printed("show", "What a robot is made of.", {**head, **_robot()})
    made = {key: of_robot[key] for key in ("$schema", "title")}
    parts = [
        {key: value for key, value in one.items() if key not in made}
        for one in (of_robot, of_state)
    ]
    return {**made, "description": "What a robot is made of.", "anyOf": parts}


def _robot() -> dict[str, Schema]:
    """What ``show`` prints of a URDF."""
    parts = "links joints visuals collisions materials sensors transmissions ros2_control gazebo"
    counts = {name: count() for name in parts.split()}
    counts["joint_types"] = mapped(count(), "By type; the empty one is unreadable.")
    freedom = {
        "total": count(),
        "followers": count("Of mimic joints."),
        "independent": count("Without the followers."),
    }
    mass = {
        "total": number("[kg]"),
        "links": count("Links with a mass."),
        "without": count("Links without."),
        "unreadable": count("Links whose mass is no number."),
    }
    center = {"link": text("In whose frame."), "xyz": NUMBERS}
    reach = {
        "length": number("How far a link can be from the base at most [m]."),
        "base": text("Name of a link."),
        "tip": text("Name of a link."),
        "endless": text_or_null("A joint that slides without limits."),
    }
    shapes = listed(text(), "A kind, or the address of a mesh.")
    link = {"name": text(), "mass": number("[kg]"), "visuals": shapes, "collisions": shapes}
    follows = {"joint": text(), "multiplier": number(), "offset": number("[rad] or [m]")}
    joint = {
        "name": text(),
        "type": text(),
        "parent": text(),
        "child": text(),
        "axis": or_null(NUMBERS),
        **{name: number() for name in ("lower", "upper", "effort", "velocity")},
        "default": number("Where it is when nobody says [rad] or [m]."),
        "mimic": or_null(object_schema(follows)),
        "degrees_of_freedom": count(),
    }
    row = {
        "depth": count(),
        "above": typed("integer|null", "Number of the row it hangs from."),
        "link": text(),
        "joint": typed("integer|null", "Number of the joint between the two."),
        "mark": MARK,
    }
    file = {"uri": text("As written."), "visuals": count(), "collisions": count()}
    return {
        "format_version": text("Of the format."),
        "counts": object_schema(counts),
        "degrees_of_freedom": object_schema(freedom),
        "mass": object_schema(mass),
        "center_of_mass": or_null(object_schema(center, "With the joints by default [m].")),
        "reach": or_null(object_schema(reach)),
        "meshes": listed(object_schema(file)),
        "textures": listed(object_schema(file)),
        "links": listed(object_schema(link)),
        "joints": listed(object_schema(joint)),
        "tree": listed(object_schema(row), "Each row below the one it hangs from."),
    }


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
