"""The JSON Schemas of what verbs print with ``--json``, where no other module has them."""

from __future__ import annotations

from bodyplan.cli.schema_parts import (
    FILE,
    FORMAT,
    PLACE,
    Schema,
    count,
    listed,
    mapped,
    one_of,
    or_null,
    printed,
    text,
    text_or_null,
    typed,
)
from bodyplan.diag.json_schema import object_schema

# where, bundle, convert


def where_schema() -> Schema:
    """Of ``bodyplan where``."""
    place = {"file": text(), **PLACE}
    resource = {
        "uri": text("As written."),
        "state": one_of("found", "missing", "unknown", "network", "simulator"),
        "scheme": text("How it is written."),
        "package": text_or_null("Name of the package or model."),
        "path": text_or_null("Where it was found."),
        "is_folder": typed("boolean"),
        "package_folder": text_or_null("Where the package was found; it may lack the file."),
        "found_by": text_or_null("What led there."),
        "suggestion": text_or_null("The address that would be right."),
        "places": listed(object_schema(place), "Where it is written."),
        "tried": listed(
            object_schema({"source": text(), "path": text(), "outcome": text()}),
            "Every place that was looked at, in order.",
        ),
        "near": listed(text(), "Names that look alike."),
        "remarks": listed(
            object_schema({"kind": text(), "detail": text_or_null(), "suggestion": text_or_null()})
        ),
    }
    file = {"path": FILE, "format": FORMAT, "resources": listed(object_schema(resource))}
    return printed(
        "where",
        "Where the files are that robots name.",
        {
            "packages": mapped(text(), "Folders by name, as given."),
            "folders": listed(text(), "Folders of packages, as given."),
            "variables": mapped(text(), "Variables of the environment that were looked into."),
            "files": listed(object_schema(file)),
        },
    )


def bundle_schema() -> Schema:
    """Of ``bodyplan bundle``."""
    origin = {
        "uri": text("As written."),
        "file": text("The file that names it: a description, or a file of the bundle."),
        "line": count("Of that file; 0 where it is not written in lines."),
        "element": text("The path of the element; empty in a file that is not XML."),
    }
    file = {
        "path": text("In the bundle, with slashes."),
        "source": text_or_null(
            "The file it was copied from, once symbolic links are followed; null for one that was made."
        ),
        "size": count("[bytes]"),
        "kind": one_of("description", "resource", "part", "manifest"),
        "origins": listed(object_schema(origin), "What asked for it, once for each address."),
    }
    absent = {
        "uri": text("As written."),
        "named_by": text("The file that names it."),
        "line": count("Of that file; 0 where it is not written in lines."),
        "state": one_of("missing", "refused", "mismatch", "left"),
        "reason": text(),
    }
    return printed(
        "bundle",
        "What was copied.",
        {
            "target": text("The folder or archive."),
            "uri": one_of("relative", "package"),
            "size": count("[bytes]"),
            "files": listed(object_schema(file)),
            "missing": listed(object_schema(absent), "Named, and not in the bundle."),
            "left": listed(object_schema(absent), "Not looked for, such as what a simulator has."),
        },
    )


def convert_schema() -> Schema:
    """Of ``bodyplan convert``."""
    change = {"step": text("From which version to which."), "what": text(), **PLACE}
    loss = {
        "step": text("From which version to which."),
        "what": text(),
        "reason": text(),
        "changes_meaning": typed("boolean", "Whether what is described is another thing then."),
        **PLACE,
    }
    file = {
        "path": FILE,
        "format": {"const": "sdf"},
        "from": text("Version."),
        "to": text("Version."),
        "changed": typed("boolean"),
        "written": typed("boolean"),
        "changes": listed(object_schema(change)),
        "losses": listed(object_schema(loss)),
    }
    return printed(
        "convert", "What was changed, and what is lost.", {"files": listed(object_schema(file))}
    )


# expand, explain, doctor


def expand_schema() -> Schema:
    """Of ``bodyplan expand``."""
    call = {"macro": text(), "file": text(), "line": count(), "column": count()}
    place = or_null(
        object_schema(
            {
                "file": text(),
                "line": count(),
                "column": count(),
                "calls": listed(object_schema(call), "The macros around it, outermost first."),
            }
        )
    )
    told = object_schema(
        {
            "kind": text("What it is about."),
            "message": text(),
            "name": text("The thing it is about; may be empty."),
            "where": place,
            "expression": text("The one that failed; may be empty."),
        }
    )
    argument = {
        "name": text(),
        "default": text_or_null("As written; null for one that is not declared."),
        "value": text_or_null("What it had in the end."),
        "origin": place,
        "is_given": typed("boolean"),
        "reads": count("How often it was asked for."),
    }
    defined = listed(object_schema({"name": text(), "uses": count(), "where": place}))
    return printed(
        "expand",
        "What macros make, and where it comes from.",
        {
            "text": text_or_null("The result; null where it cannot be made."),
            "problems": listed(told, "Why it cannot be made; empty where it can."),
            "warnings": listed(told),
            "files": listed(text(), "With macros, in the order they were read."),
            "read": listed(text(), "All files that were read."),
            "arguments": listed(object_schema(argument)),
            "macros": defined,
            "properties": defined,
            "packages": mapped(text_or_null(), "Folders by name."),
            "environment": listed(text(), "Variables that were asked for."),
            "origins": listed(place, "Of each element of the text, in its order."),
        },
    )


def explain_schema() -> Schema:
    """Of ``bodyplan explain``."""
    code = object_schema(
        {
            "code": text(),
            "name": text(),
            "severity": one_of("error", "warning", "info", "hint"),
            "fix": one_of("always", "sometimes", "never", meaning="Whether there is one."),
            "since": text("Version of bodyplan."),
            "page": text("In Markdown."),
        },
        optional={
            "reference": object_schema(
                {"code": count(), "name": text()}, "The error of the format's own reader."
            )
        },
    )
    return printed("explain", "What codes mean.", {"codes": listed(code)})


def doctor_schema() -> Schema:
    """Of ``bodyplan doctor``."""
    return {
        **printed("doctor", "Versions, and what is installed.", {}),
        "additionalProperties": text("By name; see what is printed."),
    }
