"""``bodyplan where``: where the files are that a robot names."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.attempt import Failed, attempt
from bodyplan.cli.common import (
    add_color_option,
    add_inputs,
    add_json_option,
    add_limit_option,
    add_output_option,
    add_quiet_option,
    parse_limits,
)
from bodyplan.cli.drawing import Line
from bodyplan.cli.inputs import (
    described_by,
    description,
    expand,
    require_macros,
    shown_path,
    split_arguments,
)
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser
from bodyplan.cli.resource_page import UNFOUND, Answer, Named, Page
from bodyplan.cli.resources import add_resource_options
from bodyplan.cli.resources import named_resources as named_finder
from bodyplan.cli.sheet import Sheet
from bodyplan.formats.document import Document
from bodyplan.formats.resources import NamedResource, named_resources
from bodyplan.lint.settings import limits_from
from bodyplan.resources import VARIABLES, Resolution, Resources

VERSION = 1
"""Version of the JSON below."""


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "where",
        "Show where the files are that a robot names: meshes, textures, models. For what\n"
        "is missing, show every place that was tried, in order, and near names.\n"
        "No mesh is opened, and nothing is fetched.",
        examples=(
            "bodyplan where arm.urdf",
            "bodyplan where robots/ --missing",
            "bodyplan where arm.urdf --package arm_description=../arm_description",
        ),
        status="0 all found, 1 something is missing or was not looked up,\n"
        "2 wrong usage, or a file that could not be read; the others are looked at",
    )
    add_inputs(made, many=True, takes_values=True)
    add_resource_options(made)
    group = made.add_argument_group("output")
    group.add_argument("--missing", action="store_true", help="show only what is missing")
    group.add_argument(
        "--all",
        action="store_true",
        help="leave nothing out: each file with its path, every place tried",
    )
    add_json_option(group)
    add_output_option(group)
    add_quiet_option(group)
    add_color_option(group)
    add_limit_option(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Looks everything up, prints it, and gives back the exit status."""
    limits = limits_from(parse_limits(arguments.limit))
    inputs, given = split_arguments(arguments.inputs, quiet=arguments.quiet)
    own = named_finder(arguments)
    resources = own or Resources()
    status = OK
    has_macros = False
    answers: list[Answer] = []
    for name in expand(inputs):

        def answer(name: str = name) -> Answer:
            nonlocal has_macros
            document = description(shown_path(name), limits=limits, arguments=given, resources=own)
            has_macros = has_macros or document.format == "xacro"
            named = look_up(described_by(document), document.resources or resources)
            return Answer(document.name, document.format, named)

        done = attempt(name, answer)
        if isinstance(done, Failed):
            status = max(status, done.status)
            continue
        answers.append(done)
        if done.is_missing_something:
            status = max(status, FINDINGS)
    require_macros(given, has_macros=has_macros or not answers)
    if arguments.json:
        _write_json(answers, resources, arguments)
    elif answers and not arguments.quiet:
        _write_page(answers, resources, arguments)
    return status


def look_up(document: Document, resources: Resources) -> list[Named]:
    """What became of every address of a document, each once, in the order of the file.

    Args:
        document: what names them.
        resources: finds them.
    """
    base = None if document.path is None else document.path.parent
    uses: dict[str, list[NamedResource]] = {}
    for use in named_resources(document):
        uses.setdefault(use.uri, []).append(use)
    found: list[Named] = []
    for uri, several in uses.items():
        places = [document.place(use.value, use.field or None) for use in several]
        places.sort(key=lambda where: (where.file != document.name, where[:3]))
        resolution = resources.resolve(uri, base=base)
        needs_file = not all(use.may_be_folder for use in several)
        found.append(Named(resolution, tuple(places), _state(resolution, needs_file=needs_file)))
    return found


def _state(resolution: Resolution, *, needs_file: bool) -> str:
    if resolution.path is not None:
        return "missing" if resolution.is_folder and needs_file else "found"
    if resolution.scheme == "network":
        return "network"
    if resolution.remark("length"):
        return "unknown"
    return "simulator" if resolution.remark("simulator") else "missing"


# For programs


def _write_json(
    answers: Iterable[Answer],
    resources: Resources,
    arguments: argparse.Namespace,
) -> None:
    import json

    settings = resources.as_data()
    table = {
        "version": VERSION,
        "packages": settings["packages"],
        "folders": settings["folders"],
        "variables": {k: v for k, v in settings["environment"].items() if k in VARIABLES},
        "files": [
            {
                "path": answer.name,
                "format": answer.format,
                "resources": [
                    _row(one)
                    for one in answer.named
                    if not arguments.missing or one.state in UNFOUND
                ],
            }
            for answer in answers
        ],
    }
    write_output(json.dumps(table, indent=2, allow_nan=False) + "\n", arguments)


def _row(one: Named) -> dict[str, Any]:
    resolution = one.resolution
    return {
        "uri": one.uri,
        "state": one.state,
        "scheme": resolution.scheme,
        "package": resolution.package or None,
        "path": None if resolution.path is None else str(resolution.path),
        "is_folder": resolution.is_folder,
        "package_folder": None if resolution.folder is None else str(resolution.folder),
        "found_by": resolution.found_by or None,
        "suggestion": resolution.suggestion,
        "places": [
            {"file": w.file, "line": w.line, "column": w.column, "path": w.path} for w in one.places
        ],
        "tried": [
            {"source": t.source, "path": str(t.path), "outcome": t.outcome}
            for t in resolution.tried
        ],
        "near": list(resolution.near),
        "remarks": [
            {"kind": r.kind, "detail": r.detail, "suggestion": r.suggestion}
            for r in resolution.remarks
        ],
    }


# For people


def _write_page(
    answers: Sequence[Answer],
    resources: Resources,
    arguments: argparse.Namespace,
) -> None:
    sheet = Sheet(arguments)
    page = Page(sheet.width or 100, is_whole=arguments.all)
    lines: list[Line] = []
    for answer in answers:
        if arguments.missing and len(answers) > 1 and not answer.is_missing_something:
            continue
        lines += page.of_file(answer, only_missing=arguments.missing)
        lines.append(Line())
    everything = [one.resolution for answer in answers for one in answer.named]
    lines += page.advice(everything, resources)
    sheet.write(lines)
