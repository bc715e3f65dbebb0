"""``bodyplan bundle``: copy a robot with all its files, to open anywhere."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    description,
    expand,
    require_macros,
    shown_path,
    split_arguments,
)
from bodyplan.cli.parser import Parser
from bodyplan.cli.progress import watching
from bodyplan.cli.settings import limits_of, named_resources
from bodyplan.core import Limits, plural
from bodyplan.diag.json_schema import json_text
from bodyplan.diag.parts.plain import visible
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.project.bundle import Bundle, Progress, bundle
from bodyplan.project.bundle_marker import BundleError
from bodyplan.project.bundle_plan import Absent, BundledFile, Origin
from bodyplan.resources import OUTSIDE, Resources

_MOST_LISTED = 20  # files that have a line each; of more, those of a folder share one
_MOST_ABSENT = 10

_PAGE = """\
Copy a robot with all its files into one folder or archive that opens anywhere:
the description, its meshes and textures, and what these refer to. Addresses are
rewritten, nothing else changes. Nothing is fetched, and no file is copied from
outside of the package and the folders that you name.

examples:
  bodyplan bundle arm.urdf arm.srdf -o arm.zip
  bodyplan bundle arm.urdf --uri package -o arm_description

arguments:
  ROBOT ...                ; ARG:=VALUE for the macros of a .xacro

options:
  --limit

packages:
  @packages
  @config

bundle:
  --uri {relative,package} [relative]
                           write addresses from the folder of the description (default), or by
                           package, with a package.xml
  --flat                   all files in one folder, with no folder in it
  --include PATTERN *      also copy files of these names or paths that are not what their names say

output:
  --all                    leave nothing out: a line for each file
  --json
  -o, --output PATH !      write to this folder, or file NAME.zip
  @force
  --quiet

Of a file with macros the robot is copied that they make; what an SDFormat world
or model includes is copied into the folder models.

exit status: 0 done, 1 done but something is missing,
2 wrong usage, or nothing was written
"""
parser = partial(Parser, "bundle", _PAGE)
JSON_OF = {"": "project.bundle:Bundle"}


def run(arguments: argparse.Namespace) -> int:
    """Writes the bundle, prints what is in it, and gives back the exit status."""
    if arguments.output == "-":
        raise UserError("a bundle is a folder or a .zip file; it cannot go to standard output")
    limits = limits_of(arguments)
    resources = named_resources(arguments)
    documents = list(_documents(arguments.inputs, limits, resources))
    try:
        with _bar(is_wanted=not arguments.quiet) as progress:
            made = bundle(
                documents,
                arguments.output,
                uri=arguments.uri,
                flat=arguments.flat,
                include=arguments.include,
                force=arguments.force,
                break_links=arguments.break_links,
                progress=progress,
            )
    except BundleError as error:
        raise UserError(str(error)) from None
    except InputError as error:
        raise UserError(f"nothing was written: {error}") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(f"nothing was written: {error.filename}: {reason}") from None
    if arguments.json:
        sys.stdout.write(json_text(made))
    elif not arguments.quiet:
        lines = _page(made, arguments.output, is_whole=arguments.all)
        sys.stdout.write("".join(f"{visible(line)}\n" for line in lines))
    return FINDINGS if made.missing else OK


def _documents(
    words: Sequence[str], limits: Limits, resources: Resources | None
) -> Iterator[Document]:
    """The descriptions that are meant.

    Raises:
        InputError: one cannot be had.
        UserError: one is no description, or an argument is not one.
    """
    inputs, given = split_arguments(words)
    has_macros = False
    for name in expand(inputs):
        document = description(
            shown_path(name), limits=limits, arguments=given, resources=resources
        )
        has_macros = has_macros or document.format == "xacro"
        yield document
    require_macros(given, has_macros=has_macros)


@contextmanager
def _bar(*, is_wanted: bool) -> Iterator[Progress | None]:
    """What shows on a terminal how much is copied."""
    watch = watching("copying", size) if is_wanted else None
    try:
        yield watch
    finally:
        if watch is not None:
            watch(1, 1)


# For people


def _page(made: Bundle, target: str, *, is_whole: bool) -> Iterator[str]:
    yield f"{target}: {plural(len(made.files), 'file')}, {size(made.size)}"
    if is_whole:
        yield from _files(made.files)
    elif len(made.files) <= _MOST_LISTED:
        yield from _table([(f.path, size(f.size), _asked(f)) for f in _in_order(made.files)])
    else:
        yield from _folders(made.files)
    if any(file.path.startswith("models/") and file.kind == "manifest" for file in made.files):
        place = "FOLDER" if target.lower().endswith(".zip") else target
        yield f"Gazebo finds the models with GZ_SIM_RESOURCE_PATH={place}/models"
    if made.missing:
        yield ""
        yield f"{_count(made.missing)} not in the bundle, and named as before"
        yield from _absent(made.missing, is_whole=is_whole)
        yield from _advice(made.missing)
    if made.left:
        yield ""
        yield "left alone"
        yield from _absent(made.left, is_whole=is_whole)


def _count(missing: Sequence[Absent]) -> str:
    return f"{plural(len(missing), 'file')} {'is' if len(missing) == 1 else 'are'}"


def _in_order(files: Iterable[BundledFile]) -> list[BundledFile]:
    """The files, those at the top first."""
    return sorted(files, key=lambda file: ("/" in file.path, file.path))


def _asked(file: BundledFile) -> str:
    """What asked for a file first: "arm.urdf:12"; empty for descriptions and manifests."""
    if not file.origins:
        return ""
    first, *others = file.origins
    more = f" and {plural(len(others), 'other address', 'other addresses')}" if others else ""
    return f"{_place(first)}{more}"


def _place(origin: Origin) -> str:
    return f"{origin.file}:{origin.line}" if origin.line else origin.file


def _table(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Lines with a name, a size on the right, and what asked for it."""
    width = max(len(name) for name, *_ in rows)
    for name, told, asked in rows:
        yield f"  {name:<{width}}  {told:>9}  {asked}".rstrip()


def _files(files: Iterable[BundledFile]) -> Iterator[str]:
    """Each file, with where it lies and everything that asked for it."""
    for file in _in_order(files):
        yield f"  {file.path}  {size(file.size)}"
        if file.source is not None:
            yield f"    from {file.source}"
        for origin in file.origins:
            element = f" {origin.element}" if origin.element else ""
            yield f"    {_place(origin)}{element}: {origin.uri}"


def _folders(files: Iterable[BundledFile]) -> Iterator[str]:
    """A line for each folder; files at the top have one each."""
    rows: dict[str, list[int]] = {}
    for file in _in_order(files):
        folder, slash, _ = file.path.rpartition("/")
        rows.setdefault(f"{folder}/" if slash else file.path, []).append(file.size)
    width = max(map(len, rows))
    counts = {name: plural(len(rows[name]), "file") if name.endswith("/") else "" for name in rows}
    inner = max(map(len, counts.values()))
    for name, sizes in rows.items():
        yield f"  {name:<{width}}  {counts[name]:>{inner}}  {size(sum(sizes)):>9}"
    yield "  --all lists each file with its origin"


def _absent(members: Sequence[Absent], *, is_whole: bool) -> Iterator[str]:
    """Addresses with the reasons; those with one reason together."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for absent in members:
        reasons.setdefault((absent.named_by, absent.reason), []).append(absent.uri)
    for (named_by, reason), uris in reasons.items():
        yield f"  {named_by}: {reason}"
        shown = uris if is_whole or len(uris) <= _MOST_ABSENT + 1 else uris[:_MOST_ABSENT]
        yield from (f"    {uri}" for uri in shown)
        if len(shown) < len(uris):
            yield f"    and {len(uris) - len(shown)} more, shown with --all"


def _advice(missing: Iterable[Absent]) -> Iterator[str]:
    if any(absent.reason == OUTSIDE for absent in missing):
        yield "a folder may be read from once it is named, with --folder PATH"
    if any(absent.state == "mismatch" for absent in missing):
        yield "--include PATTERN copies a file whatever it contains"
    if any("the package " in absent.reason for absent in missing):
        yield "say where a package is with --package NAME=PATH"
    elif any("the model " in absent.reason for absent in missing):
        yield "name the folder that a model's folder is in with --folder PATH"


def size(count: int) -> str:
    """A number of bytes for people."""
    if count < 1000:
        return plural(count, "byte")
    value = float(count)
    for unit in ("kB", "MB", "GB"):
        value /= 1000
        if value < 999.95:
            return f"{value:.1f} {unit}"
    return f"{value / 1000:,.1f} TB"
