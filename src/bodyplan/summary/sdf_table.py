"""The summary of an SDFormat file as a table of plain values, for JSON, and its schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bodyplan.diag.json_schema import object_schema
from bodyplan.summary.facts import FileUse
from bodyplan.summary.sdf_facts import (
    FrameFacts,
    IncludeFacts,
    LightFacts,
    PartFacts,
    PhysicsFacts,
    PluginFacts,
    PoseFacts,
    SdfSummary,
    SensorFacts,
    Vec3,
    WholeFacts,
)
from bodyplan.summary.table import finite, to_table

VERSION = 1
"""Version of the layout below. It grows when a key goes away or changes its meaning."""
_OF_ROBOT = ("counts", "degrees_of_freedom", "mass", "links", "joints", "tree")
_OF_MODEL = ("center_of_mass", "reach")
_COUNTS = ("links", "joints", "joint_types", "visuals", "collisions", "sensors")


def sdf_to_table(summary: SdfSummary) -> dict[str, Any]:
    """The facts as dictionaries, lists, numbers and texts, ready for JSON.

    Numbers that JSON cannot hold (nan, infinite) are None. Every key is always there. What each
    means stands in the schema: ``bodyplan schema show-sdf``.
    """
    return {
        "version": VERSION,
        "file": summary.file,
        "format": "sdf",
        "format_version": summary.version,
        "worlds": [_whole(one) for one in summary.wholes if one.world is not None],
        "models": [_whole(one) for one in summary.wholes if one.world is None],
        "lights": [_light(light) for light in summary.lights],
        "actors": list(summary.actors),
        "files": [_file(use) for use in summary.files],
    }


def _whole(whole: WholeFacts) -> dict[str, Any]:
    robot = to_table(whole.robot)
    joints = [
        {**joint, "axis2": _numbers(facts.axis2)}
        for joint, facts in zip(robot["joints"], whole.robot.joints, strict=True)
    ]
    table: dict[str, Any] = {
        "name": whole.robot.name,
        **{key: robot[key] for key in _OF_ROBOT},
        "counts": {key: robot["counts"][key] for key in _COUNTS},
        "joints": joints,
        "loops": whole.loops,
        "roots": whole.roots,
        "parts": [_part(part) for part in whole.parts],
        "includes": [_include(include) for include in whole.includes],
        "frames": [_frame(frame) for frame in whole.frames],
        "sensors": [_sensor(sensor) for sensor in whole.sensors],
        "plugins": [_plugin(plugin) for plugin in whole.plugins],
        "lights": [_light(light) for light in whole.lights],
        "grippers": list(whole.grippers),
    }
    if whole.world is None:
        return {
            **table,
            **{key: robot[key] for key in _OF_MODEL},
            "static": whole.is_static,
            "canonical_link": whole.canonical_link or None,
            "pose": _place(whole.place),
        }
    return {
        **table,
        "physics": [_physics(one) for one in whole.world.physics],
        "gravity": _numbers(whole.world.gravity),
        "actors": list(whole.world.actors),
    }


def _numbers(values: Sequence[float] | None) -> list[float | None] | None:
    return None if values is None else [finite(value) for value in values]


def _place(place: PoseFacts | None) -> dict[str, Any] | None:
    return None if place is None else {"xyz": _clean(place.xyz), "rpy": _clean(place.rpy)}


def _clean(values: Vec3) -> list[float | None]:
    """Without the sign of zero."""
    return [finite(value + 0.0) for value in values]


def _part(part: PartFacts) -> dict[str, Any]:
    return {
        "name": part.name,
        "static": part.is_static,
        "links": part.links,
        "joints": part.joints,
        "mass": finite(part.mass),
        "pose": _place(part.place),
        "file": part.file,
    }


def _include(include: IncludeFacts) -> dict[str, Any]:
    return {
        "uri": include.uri,
        "name": include.name,
        "kind": include.kind or None,
        "file": include.file,
        "inside": include.inside,
        "merge": include.is_merged,
        "reason": include.reason or None,
    }


def _frame(frame: FrameFacts) -> dict[str, Any]:
    return {
        "name": frame.name,
        "attached_to": frame.attached_to,
        "pose": _place(frame.place),
    }


def _sensor(sensor: SensorFacts) -> dict[str, Any]:
    return {
        "name": sensor.name,
        "type": sensor.type,
        "inside": sensor.inside,
        "rate": finite(sensor.rate),
    }


def _plugin(plugin: PluginFacts) -> dict[str, Any]:
    return {"name": plugin.name, "filename": plugin.filename, "inside": plugin.inside}


def _light(light: LightFacts) -> dict[str, Any]:
    return {
        "name": light.name,
        "type": light.type,
        "inside": light.inside,
        "pose": _place(light.place),
    }


def _physics(physics: PhysicsFacts) -> dict[str, Any]:
    return {
        "name": physics.name,
        "engine": physics.engine,
        "step": finite(physics.step),
        "real_time_factor": finite(physics.real_time_factor),
        "written": physics.is_written,
    }


def _file(use: FileUse) -> dict[str, Any]:
    return {"uri": use.uri, "times": use.times}


# The schema


def sdf_table_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what ``sdf_to_table`` gives."""
    both = _of_whole()
    world = {
        **both,
        "physics": _list(
            "physics", "The profiles; the one that readers assume where there is none."
        ),
        "gravity": _vector("Acceleration of free fall [m/s^2]."),
        "actors": _texts("Names of its actors."),
    }
    model = {
        **both,
        "center_of_mass": _maybe(
            object_schema(
                {
                    "link": _text("In whose frame it is told."),
                    "xyz": _vector("Where it is [m]."),
                },
                "The centre of mass, with every joint where it is by default; null without mass.",
            )
        ),
        "reach": _maybe(
            object_schema(
                {
                    "length": _number("The way along the links, stretched [m]; null: no limit."),
                    "base": _text("The link it begins at."),
                    "tip": _text("The link it leads to."),
                    "endless": _maybe(_text("The joint that slides without limits.")),
                },
                "How far a link can be from the base at most; null where nothing moves.",
            )
        ),
        "static": _yes("Whether it never moves."),
        "canonical_link": _maybe(_text("The link that its frame is fixed to.")),
        "pose": {"$ref": "#/$defs/pose"},
    }
    summary = {
        "version": {"const": VERSION, "description": "The version of this layout."},
        "file": _text("How the file was named; `<stdin>` for standard input."),
        "format": {"const": "sdf"},
        "format_version": _text("The version of SDFormat that the file is written in."),
        "worlds": {"type": "array", "items": {"$ref": "#/$defs/world"}},
        "models": {"type": "array", "items": {"$ref": "#/$defs/model"}},
        "lights": _list("light", "Lights outside of worlds."),
        "actors": _texts("Names of the actors outside of worlds."),
        "files": _list("file", "Meshes, textures and other files that the file names itself."),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bodyplan show --json, for SDFormat",
        **object_schema(
            summary,
            "What an SDFormat file holds, included models too. Poses are in the frame of the world "
            "or outermost model; null where what the file says leads nowhere. Units are SI.",
        ),
        "$defs": {
            "world": object_schema(world, "A world."),
            "model": object_schema(model, "A model."),
        }
        | _parts(),
    }


def _of_whole() -> dict[str, Any]:
    return {
        "name": _text("As written."),
        "counts": {
            "type": "object",
            "description": "How many links, joints, joints of each type, "
            "visuals, collisions and sensors, those of all models in it too.",
        },
        "degrees_of_freedom": {
            "type": "object",
            "description": "In all, of joints that follow another, of the others. Of a "
            "model as the robot has them that is loaded: without joints that close a loop, with "
            "links that nothing holds. Of a world the sum over its joints.",
        },
        "mass": {
            "type": "object",
            "description": "Total [kg], in a model with 1 kg for each link that has no "
            "inertial, as readers have it; and how many links have a mass, have none, or one that "
            "cannot be read.",
        },
        "links": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Name as "
            "`arm::hand`, mass [kg], and shapes: a kind, or the address of a mesh.",
        },
        "joints": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Name, type, "
            "parent and child (the links at its ends, or `world`), axes in the frame of the "
            "joint, limits (null for none), the joint that it follows.",
        },
        "tree": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Rows of the tree of "
            "links, each below the one it hangs from; `mark` says where a loop closes.",
        },
        "loops": _count("How many joints close a loop."),
        "roots": _count("How many links no joint leads to."),
        "parts": _list("part", "The models in it."),
        "includes": _list("include", "What it takes from other files."),
        "frames": _list("frame", "Its named frames."),
        "sensors": _list("sensor", "Of its links and joints."),
        "plugins": _list("plugin", "Of itself, its models and their sensors."),
        "lights": _list("light", "Of itself and its links."),
        "grippers": _texts("Names of its grippers."),
    }


def _parts() -> dict[str, Any]:
    pose = object_schema(
        {
            "xyz": _vector("Position [m]."),
            "rpy": _vector("R = Rz(yaw) Ry(pitch) Rx(roll) [rad]."),
        },
        "A pose in the frame of the world or outermost model.",
    )
    place = {"$ref": "#/$defs/pose"}
    inside = _text("The model, link, joint or sensor that it is in; empty for the whole.")
    name = _text("As written; with the names of the models around it, as `arm::hand`.")
    return {
        "pose": _maybe(pose),
        "part": object_schema(
            {
                "name": name,
                "static": _yes("Whether it never moves."),
                "links": _count("Its links, those of the models in it too."),
                "joints": _count("Its joints, likewise."),
                "mass": _number("Mass of all its links [kg]."),
                "pose": place,
                "file": _maybe(_text("The file that it comes from; null for the file itself.")),
            },
            "A model in a world or model.",
        ),
        "include": object_schema(
            {
                "uri": _text("As written."),
                "name": _text("What the model is called here."),
                "kind": {"enum": ["model", "light", "actor", None]},
                "file": _maybe(_text("The file that it leads to.")),
                "inside": inside,
                "merge": _yes("Whether what it brings counts as part of what it is in."),
                "reason": _maybe(_text("Why nothing was found.")),
            },
            "An include.",
        ),
        "frame": object_schema(
            {
                "name": name,
                "attached_to": _maybe(_text("The link, model or world that it moves with.")),
                "pose": place,
            },
            "A named frame.",
        ),
        "sensor": object_schema(
            {
                "name": _text("As written."),
                "type": _text("As written."),
                "inside": inside,
                "rate": _number("How often it measures [Hz]; 0 for as often as it can."),
            },
            "A sensor.",
        ),
        "plugin": object_schema(
            {"name": _text("As written."), "filename": _text("The library."), "inside": inside},
            "A plugin.",
        ),
        "light": object_schema(
            {
                "name": _text("As written."),
                "type": _text("As written."),
                "inside": inside,
                "pose": place,
            },
            "A light; that of a link has no pose here.",
        ),
        "physics": object_schema(
            {
                "name": _text("Of the profile."),
                "engine": _text("ode, bullet, simbody or dart."),
                "step": _number("One step of the simulation [s]."),
                "real_time_factor": _number("Simulated time by real time that is aimed at."),
                "written": _yes("Whether the file says it."),
            },
            "A profile of the physics.",
        ),
        "file": object_schema(
            {"uri": _text("As written."), "times": _count("How often it is named.")},
            "A file that is named.",
        ),
    }


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _texts(description: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def _yes(description: str) -> dict[str, Any]:
    return {"type": "boolean", "description": description}


def _count(description: str) -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "description": description}


def _number(description: str) -> dict[str, Any]:
    return {"type": ["number", "null"], "description": description}


def _vector(description: str) -> dict[str, Any]:
    items = {"type": ["number", "null"]}
    return {
        "type": "array",
        "items": items,
        "minItems": 3,
        "maxItems": 3,
        "description": description,
    }


def _list(name: str, description: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"#/$defs/{name}"}, "description": description}


def _maybe(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}
