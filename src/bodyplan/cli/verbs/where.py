"""``bodyplan where``: show the paths of meshes and textures."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial

import bodyplan
from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.attempt import Failed, attempt
from bodyplan.cli.inputs import (
    described_by,
    expand,
    opened,
    require_macros,
    session_of,
    split_arguments,
)
from bodyplan.cli.output import write_output
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.pages.drawing import Line
from bodyplan.cli.pages.resources import Page
from bodyplan.cli.parser import Parser
from bodyplan.core import replace
from bodyplan.diag.json_schema import json_text
from bodyplan.formats.source import WordOrPath
from bodyplan.report.resources import FileResources, resource_report
from bodyplan.resources import Resources

_PAGE = """\
Show the paths of the files that a robot references: meshes, textures, models.
For missing files, show every path that was tried, in order, and similar names.
Meshes are not opened, and nothing is downloaded.

examples:
  bodyplan where arm.urdf
  bodyplan where robots/ --missing
  bodyplan where arm.urdf --package arm_description=../arm_description

arguments:
  ROBOT ...                ; ARG:=VALUE sets a xacro argument

options:
  --limit

packages:
  @packages
  @config

output:
  --missing                show only missing files
  --all                    list everything: every file with its path, and every path tried
  --json
  @output
  --quiet
  --color

exit status: 0 all found, 1 a file is missing, has another case or was not
searched for, 2 wrong usage, or a file that could not be read; the others are
shown
"""
parser = partial(Parser, "where", _PAGE)
JSON_OF = {"": "report.resources:ResourceReport"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    inputs, given = split_arguments(arguments.inputs, quiet=arguments.quiet)
    session = session_of(arguments, given)
    resources = session.resources or Resources()
    status = OK
    has_macros = False
    files: list[FileResources] = []
    for source in expand(inputs):

        def located(source: WordOrPath = source) -> FileResources:
            nonlocal has_macros
            found = opened(session, source)
            has_macros = has_macros or found.written.format == "xacro"
            described_by(found)  # raises an error if the file cannot be expanded
            return bodyplan.where(found)

        done = attempt(os.fspath(source), located)
        if isinstance(done, Failed):
            status = max(status, done.status)
            continue
        files.append(done)
        if done.unfound or done.wrong_case:
            status = max(status, FINDINGS)
    require_macros(given, has_macros=has_macros or not files)
    if arguments.json:
        if arguments.missing:
            files = [replace(file, resources=file.unfound) for file in files]
        write_output(json_text(resource_report(resources, tuple(files))), arguments)
    elif files and not arguments.quiet:
        _write_page(files, resources, arguments)
    return status


def _write_page(
    files: Sequence[FileResources], resources: Resources, arguments: argparse.Namespace
) -> None:
    writer = PageWriter(arguments)
    page = Page(writer.width or 100, is_whole=arguments.all)
    lines: list[Line] = []
    for file in files:
        if arguments.missing and len(files) > 1 and not file.unfound:
            continue
        lines += page.of_file(file, only_missing=arguments.missing)
        lines.append(Line())
    everything = [one for file in files for one in file.resources]
    lines += page.advice(everything, resources)
    writer.write(lines)
