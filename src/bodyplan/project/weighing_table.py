"""A robot on the scales as plain tables, for JSON; and their schema."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, get_args

from bodyplan.diag import Diagnostic, Where
from bodyplan.diag.json_schema import object_schema
from bodyplan.geometry.solids import Mass
from bodyplan.inertia.from_shapes import ORIGINS
from bodyplan.project.reweighing import Reweighed, State
from bodyplan.project.weighing import LinkWeight, Verdict, Weighing

VERSION = 1
"""Version of the layout."""
_ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def weighing_table(
    weighing: Weighing,
    *,
    with_bodies: bool = False,
    changes: Iterable[Reweighed] | None = None,
    after: Weighing | None = None,
    is_written: bool = False,
) -> dict[str, Any]:
    """The table that ``weighing_schema`` describes.

    Args:
        weighing: the robot on the scales.
        with_bodies: tell also the bodies that move as one.
        changes: what comes of its links, where they get other mass properties.
        after: the robot on the scales with these changes, where there are any.
        is_written: whether that is written to a file.
    """
    whole = weighing.total
    table: dict[str, Any] = {
        "version": VERSION,
        "file": weighing.document.name,
        "format": weighing.document.format,
        "robot": weighing.robot.name,
        "links": [_link(link, weighing) for link in weighing.links],
        "findings": [
            {**_finding(one.found, one.where, weighing), "links": list(one.links)}
            for one in weighing.findings
        ],
        "missing": [
            {"message": one.message, **_place(one.where, weighing)} for one in weighing.missing
        ],
        "total": _mass(whole) if whole.mass else {"mass": 0.0},
        "score": _rounded(weighing.score),
    }
    if with_bodies:
        table["bodies"] = [
            {**_link(body, weighing), "links": list(links)} for body, links in weighing.lumped
        ]
    if changes is not None:
        new = {} if after is None else {link.name: link.mass for link in after.links}
        table["changes"] = [
            _change(one, new[one.name] if one.state == "fix" and new else one.after, weighing)
            for one in changes
        ]
        table["score_after"] = _rounded((after or weighing).score)
        table["written"] = is_written
    return table


def _link(link: LinkWeight, weighing: Weighing) -> dict[str, Any]:
    told = _mass(link.mass) if link.mass is not None else {}
    moments = link.moments
    findings = [_finding(one, weighing.where(link, one), weighing) for one in link.findings]
    return {
        "name": link.name,
        **{field: told.get(field) for field in ("mass", "center_of_mass", "inertia")},
        "principal_moments": None if moments is None else [_finite(one) for one in moments],
        "density": None if link.density is None else _finite(link.density),
        "density_from": link.origin,
        "density_unknown": link.unknown or None,
        "verdict": link.verdict,
        "reasons": list(link.reasons),
        "findings": findings,
        "score": _rounded(link.score),
    }


def _finding(found: Diagnostic, where: Where, weighing: Weighing) -> dict[str, Any]:
    return {
        "code": found.code,
        "name": found.name,
        "severity": str(found.severity),
        "message": found.message,
        **_place(where, weighing),
    }


def _place(where: Where | None, weighing: Weighing) -> dict[str, Any]:
    if where is None:
        return {"file": None, "line": None}
    return {"file": weighing.file_of(where), "line": where.line}


def _change(one: Reweighed, after: Mass | None, weighing: Weighing) -> dict[str, Any]:
    return {
        "link": one.name,
        **_place(one.where, weighing),
        "state": one.state,
        "before": None if one.before is None else _mass(one.before),
        "after": None if after is None else _mass(after),
        "from": one.origin,
        "safety": None if one.fix is None else one.fix.safety,
        "reason": one.reason or None,
        "note": one.note or None,
    }


def _mass(mass: Mass) -> dict[str, Any]:
    return {
        "mass": _finite(mass.mass),
        "center_of_mass": [_finite(one) for one in mass.p_BC],
        "inertia": dict(zip(_ENTRIES, map(_finite, mass.inertia), strict=True)),
    }


def _finite(number: float) -> float | None:
    """A number as JSON knows them."""
    return number + 0.0 if math.isfinite(number) else None


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 2)


# The schema


def weighing_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what ``bodyplan inertia --json`` prints."""
    mass = object_schema(
        {
            "mass": _maybe("number", "[kg]"),
            "center_of_mass": _numbers("x, y, z in the frame of the link [m]."),
            "inertia": {
                "type": "object",
                "description": "About the centre of mass, along the axes of the link [kg m^2].",
                "properties": {entry: {"type": ["number", "null"]} for entry in _ENTRIES},
                "required": list(_ENTRIES),
            },
        },
        "Mass properties, told in one frame.",
    )
    finding = {
        "code": {"type": "string"},
        "name": {"type": "string", "description": "Of the rule."},
        "severity": {"type": "string"},
        "message": {"type": "string"},
        "file": {"type": "string", "description": "Where it is; a model may be included."},
        "line": {"type": "integer", "description": "Of what macros make, that of its link."},
    }
    link = {
        "name": {"type": "string"},
        "mass": _maybe("number", "[kg]; null where nothing is written, or cannot be read."),
        "center_of_mass": _or_null(_numbers("x, y, z in the frame of the link [m].")),
        "inertia": _or_null(
            {
                "type": "object",
                "description": "About the centre of mass, along the axes of the link [kg m^2].",
            }
        ),
        "principal_moments": _or_null(_numbers("Smallest first [kg m^2].")),
        "density": _maybe("number", "Of its shapes, were they filled [kg/m^3]."),
        "density_from": {
            "enum": [*ORIGINS, None],
            "description": "The shapes that this is of.",
        },
        "density_unknown": _maybe("string", "Why there is no density."),
        "verdict": {
            "enum": list(get_args(Verdict)),
            "description": "What there is to say about it.",
        },
        "reasons": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Why no body is like it, or what else is odd.",
        },
        "findings": {
            "type": "array",
            "items": object_schema(finding, "A finding."),
            "description": "What the rules find about it.",
        },
        "score": _maybe("number", "How plausible it is, 0 to 100; null without an inertial."),
    }
    change = {
        "link": {"type": "string"},
        "file": _maybe("string", "Where the link is written; null for what stands for the world."),
        "line": _maybe("integer", "Where the link begins."),
        "state": {"enum": list(get_args(State)), "description": "What comes of it."},
        "before": _or_null({"$ref": "#/$defs/mass"}),
        "after": {
            **_or_null({"$ref": "#/$defs/mass"}),
            "description": "What it gets, with the digits that are written.",
        },
        "from": {"enum": [*ORIGINS, None], "description": "The shapes that it is computed from."},
        "safety": {
            "enum": ["safe", "unsafe", None],
            "description": "Safe where what was there is impossible.",
        },
        "reason": _maybe("string", "Why it is not possible."),
        "note": _maybe("string", "What else to know, such as that some of its shapes overlap."),
    }
    body = {
        **link,
        "links": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What it is made of; told in the frame of the first.",
        },
    }
    whole = {
        "version": {"const": VERSION, "description": "The version of this layout."},
        "file": {"type": "string", "description": "How the file was named."},
        "format": {"type": "string", "description": "urdf, sdf or xacro."},
        "robot": {"type": "string", "description": "Its name."},
        "links": {"type": "array", "items": {"$ref": "#/$defs/link"}},
        "findings": {
            "type": "array",
            "items": object_schema(
                {**finding, "links": {"type": "array", "items": {"type": "string"}}},
                "A finding, and the links that it is about.",
            ),
            "description": "What the rules find, once for each place: one fault in a model that is "
            "included a hundred times is one, about a hundred links.",
        },
        "missing": {
            "type": "array",
            "items": object_schema(
                {
                    "message": {"type": "string", "description": "What it is, and why."},
                    "file": _maybe("string", "Where it is named."),
                    "line": _maybe("integer", "The line there."),
                },
                "What belongs to the robot and is not on the scales.",
            ),
            "description": "Models that were not found, links that are left out, the rest of a "
            "file that could not be read. Where there is any of it, there is no score.",
        },
        "total": {
            "type": "object",
            "description": "Of all links, joints by default, in the frame of the root link.",
        },
        "score": _maybe(
            "number",
            "The mean of the scores of the links; null where none has one, or one is missing.",
        ),
    }
    more = {
        "bodies": {
            "type": "array",
            "items": {"$ref": "#/$defs/body"},
            "description": "With --lumped: what moves as one.",
        },
        "changes": {
            "type": "array",
            "items": {"$ref": "#/$defs/change"},
            "description": "With --compute and --repair: what comes of the links.",
        },
        "score_after": _maybe("number", "With --compute and --repair: the score with the changes."),
        "written": {"type": "boolean", "description": "Whether a file was written."},
    }
    page = object_schema(
        whole, "What the links of a robot weigh, and whether that can be. SI units."
    )
    page["properties"] |= more
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bodyplan inertia --json",
        **page,
        "$defs": {
            "mass": mass,
            "link": object_schema(link, "A link."),
            "body": object_schema(body, "Links that fixed joints hold together."),
            "change": object_schema(change, "What comes of a link."),
        },
    }


def _maybe(kind: str, description: str) -> dict[str, Any]:
    return {"type": [kind, "null"], "description": description}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _numbers(description: str) -> dict[str, Any]:
    return {
        "type": "array",
        "items": {"type": ["number", "null"]},
        "minItems": 3,
        "maxItems": 3,
        "description": description,
    }
