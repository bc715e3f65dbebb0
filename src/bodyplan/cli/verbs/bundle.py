"""``bodyplan bundle``: copy a robot with all its files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import expand, opened, require_macros, session_of, split_arguments
from bodyplan.cli.output import watching
from bodyplan.cli.parser import Parser
from bodyplan.core import plural
from bodyplan.core.names import visible
from bodyplan.description.description import Description
from bodyplan.diag.json_schema import json_text
from bodyplan.formats.input_error import InputError
from bodyplan.jobs.bundle.bundling import Bundle, Progress, bundle
from bodyplan.jobs.bundle.marker import BundleError
from bodyplan.jobs.bundle.plan import Absent, BundledFile, Origin
from bodyplan.resources import OUTSIDE

_MOST_LISTED = 20  # with more files, the files of a folder share one line
_MOST_ABSENT = 10

_PAGE = """\
Copy a robot with all its files to one folder or archive that works on any
machine: the description, its meshes and textures, and the files that these
reference. URIs are rewritten, nothing else changes. Nothing is downloaded, and
only files in the package and in the folders that you name are copied.

examples:
  bodyplan bundle arm.urdf arm.srdf -o arm.zip
  bodyplan bundle arm.urdf --uri package -o arm_description

arguments:
  ROBOT ...                ; ARG:=VALUE sets a xacro argument

options:
  --limit

packages:
  @packages
  @config

bundle:
  --uri {relative,package} [relative]
                           write URIs relative to the description (default), or package:// URIs with
                           a package.xml
  --flat                   put all files in one folder, without subfolders
  --include PATTERN *      also copy referenced files with these names or paths, of any content

output:
  --all                    list everything: every file
  --json
  -o, --output PATH !      write to this folder, or file NAME.zip
  @force
  --quiet

A xacro file is copied expanded; the models that an SDFormat world or model
includes are copied to the folder models.

exit status: 0 done, 1 done, but a file is missing,
2 wrong usage, or nothing was written
"""
parser = partial(Parser, "bundle", _PAGE)
JSON_OF = {"": "jobs.bundle.bundling:Bundle"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    if arguments.output == "-":
        raise UserError(
            "a bundle is a folder or .zip file and cannot be written to standard output"
        )
    descriptions = list(_descriptions(arguments))
    try:
        with _bar(is_shown=not arguments.quiet) as progress:
            made = bundle(
                descriptions,
                arguments.output,
                uri=arguments.uri,
                flat=arguments.flat,
                include=arguments.include,
                force=arguments.force,
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


def _descriptions(arguments: argparse.Namespace) -> Iterator[Description]:
    """Yield the descriptions to copy.

    Raises:
        InputError: a file cannot be read.
        UserError: a file is not a description, or an argument is invalid.
    """
    inputs, given = split_arguments(arguments.inputs)
    session = session_of(arguments, given)
    has_macros = False
    for source in expand(inputs):
        found = opened(session, source)
        has_macros = has_macros or found.written.format == "xacro"
        yield found
    require_macros(given, has_macros=has_macros)


@contextmanager
def _bar(*, is_shown: bool) -> Iterator[Progress | None]:
    """Provide a progress function; None if it is not shown, or standard error is not a terminal."""
    watch = watching("copying", size) if is_shown else None
    try:
        yield watch
    finally:
        if watch is not None:
            watch(1, 1)


# The page


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
        yield f"{_count(made.missing)} not in the bundle; the URIs are unchanged"
        yield from _absent(made.missing, is_whole=is_whole)
        yield from _advice(made.missing)
    if made.left:
        yield ""
        yield "unchanged"
        yield from _absent(made.left, is_whole=is_whole)


def _count(missing: Sequence[Absent]) -> str:
    return f"{plural(len(missing), 'file')} {'is' if len(missing) == 1 else 'are'}"


def _in_order(files: Iterable[BundledFile]) -> list[BundledFile]:
    """Return the files in order; files in the top folder come first."""
    return sorted(files, key=lambda file: ("/" in file.path, file.path))


def _asked(file: BundledFile) -> str:
    """Return the first reference to a file and the count of others; empty without a reference."""
    if not file.origins:
        return ""
    first, *others = file.origins
    more = f" and {plural(len(others), 'other reference')}" if others else ""
    return f"{_place(first)}{more}"


def _place(origin: Origin) -> str:
    return f"{origin.file}:{origin.line}" if origin.line else origin.file


def _table(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yield lines with name, size and first reference."""
    width = max(len(name) for name, *_ in rows)
    for name, bytes_, reference in rows:
        yield f"  {name:<{width}}  {bytes_:>9}  {reference}".rstrip()


def _files(files: Iterable[BundledFile]) -> Iterator[str]:
    """Yield lines for each file, with its source and all references."""
    for file in _in_order(files):
        yield f"  {file.path}  {size(file.size)}"
        if file.source is not None:
            yield f"    from {file.source}"
        for origin in file.origins:
            element = f" {origin.element}" if origin.element else ""
            yield f"    {_place(origin)}{element}: {origin.uri}"


def _folders(files: Iterable[BundledFile]) -> Iterator[str]:
    """Yield a line for each folder, and for each file in the top folder."""
    rows: dict[str, list[int]] = {}
    for file in _in_order(files):
        folder, slash, _ = file.path.rpartition("/")
        rows.setdefault(f"{folder}/" if slash else file.path, []).append(file.size)
    width = max(map(len, rows))
    counts = {name: plural(len(rows[name]), "file") if name.endswith("/") else "" for name in rows}
    inner = max(map(len, counts.values()))
    for name, sizes in rows.items():
        yield f"  {name:<{width}}  {counts[name]:>{inner}}  {size(sum(sizes)):>9}"
    yield "  --all lists every file with its source"


def _absent(members: Sequence[Absent], *, is_whole: bool) -> Iterator[str]:
    """Yield URIs grouped by the reason why they are missing."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for absent in members:
        reasons.setdefault((absent.named_by, absent.reason), []).append(absent.uri)
    for (named_by, reason), uris in reasons.items():
        yield f"  {named_by}: {reason}"
        shown = uris if is_whole or len(uris) <= _MOST_ABSENT + 1 else uris[:_MOST_ABSENT]
        yield from (f"    {uri}" for uri in shown)
        if len(shown) < len(uris):
            yield f"    and {len(uris) - len(shown)} more; --all lists all"


def _advice(missing: Iterable[Absent]) -> Iterator[str]:
    if any(absent.reason == OUTSIDE for absent in missing):
        yield "allow a folder to be read with --folder PATH"
    if any(absent.state == "mismatch" for absent in missing):
        yield "copy a file whatever it contains with --include PATTERN"
    if any("the package " in absent.reason for absent in missing):
        yield "set the path of a package with --package NAME=PATH"
    elif any("the model " in absent.reason for absent in missing):
        yield "add the parent folder of a model with --folder PATH"


def size(count: int) -> str:
    """Return a number of bytes with a unit."""
    if count < 1000:
        return plural(count, "byte")
    value = float(count)
    for unit in ("kB", "MB", "GB"):
        value /= 1000
        if value < 999.95:
            return f"{value:.1f} {unit}"
    return f"{value / 1000:,.1f} TB"
