"""``bodyplan srdf pairs``: compute which links can touch, and write the pairs of an SRDF."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from copy import copy
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.endings import PICTURES, write_picture
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import shown_path
from bodyplan.cli.output import is_standard_output, progress_of
from bodyplan.cli.page_writer import PageWriter, write_text
from bodyplan.cli.pages.drawing import Line
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import write_result
from bodyplan.cli.srdf.robot import requested, summarize, write_new
from bodyplan.collision.evidence import CHECKED, CollisionMatrix, PairRow
from bodyplan.collision.explained import explained
from bodyplan.core import plural
from bodyplan.core.names import visible
from bodyplan.diag.json_schema import json_text
from bodyplan.edit.srdf_pairs import RowChange, draft_of, write_pairs
from bodyplan.files.writer import Output
from bodyplan.formats import srdf
from bodyplan.jobs.collision import (
    collision_matrix,
    evidence_of,
    kept_evidence,
)
from bodyplan.model import Robot
from bodyplan.report import wording
from bodyplan.report.pictures.collision_svg import matrix_to_svg
from bodyplan.report.srdf_report import summarize_semantics

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.model.planning.semantics import Semantics

_FORMATS = {".srdf": "srdf", ".xml": "srdf", ".json": "json", ".txt": "table", **PICTURES}

_PAGE = """\
Compute which links can touch, and write the pairs that need no collision
checking: MoveIt's classes Adjacent, Default, Always and Never, each with its
evidence. For pairs that never touch, a proof over all positions of the joints
between them is tried. In an SRDF, only rows that change are edited; rows with
other reasons do not change. The evidence is stored in NAME.collisions.json
beside NAME.srdf, and pairs that it still applies to are not computed again.

examples:
  bodyplan srdf pairs arm.urdf -o arm.srdf
  bodyplan srdf pairs arm.srdf --diff
  bodyplan srdf pairs sample:arm --table

arguments:
  ROBOT                    robot or SRDF, '-' for standard input, or sample:NAME
  [ARG:=VALUE ...]

computing:
  --samples N [0..]        random configurations, each with all pairs; default: 10,000
  --seed N [0..]           seed of the random numbers; default: 0
  --no-proof               try no proofs, as MoveIt's Setup Assistant
  --budget N [0..]         cells of joint positions that the proof of a pair may examine; default:
                           15,000. All pairs together may use 1,000 times as many; pairs with the
                           fewest joints between their links come first
  --strict-adjacent        only links that a joint connects directly are adjacent, not those with
                           links without collision shapes between them

robot:
  --robot

output:
  --table                  print all pairs and the evidence for them; write nothing
  | --json
  @write
  --color

reading:
  @reading

packages:
  @packages
  @config

-o FILE writes an SRDF, the evidence (.json), the table (.txt), or a picture of
the pairs (.svg, .png or .pdf). If ROBOT is not an SRDF, a new SRDF is written;
without -o, it is printed.

exit status: 0 done, 1 something would change (with --diff and --check),
2 wrong usage or unreadable input
"""
parser = partial(Parser, "srdf pairs", _PAGE, makes_robot=True, draws=True)


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    form, document, found = requested(arguments, _FORMATS)
    matrix = _computed(document, found, arguments)
    _report(matrix, arguments)
    if form == "srdf" and isinstance(document.root, srdf.Robot):
        return _change(document, matrix, arguments)
    if form == "json":
        write_text(json_text(matrix), arguments, "backslashreplace")
    elif form == "table":
        PageWriter(arguments).write(_table(matrix))
    elif form == "srdf":
        is_file = not is_standard_output(arguments.output)
        beside = [_evidence(arguments.output, matrix, arguments)] if is_file else []
        write_new(draft_of(matrix), arguments, *beside)
    else:
        _draw(document, found, matrix, form, arguments)
    if form == "srdf" or not is_standard_output(arguments.output):
        summarize(arguments.output or "", _counted(matrix), arguments)
    return OK


def _computed(
    document: Document, found: Robot | Semantics, arguments: argparse.Namespace
) -> CollisionMatrix:
    target = arguments.output if not is_standard_output(arguments.output) else None
    place = target or document.path
    kept = None if place is None else kept_evidence(place)
    if kept is not None and kept.problem is not None and not arguments.quiet:
        name = visible(str(kept.path))
        sys.stderr.write(f"{name}: not used, {kept.problem}; all pairs are computed again\n")

    numbers = ("samples", "seed", "budget")
    given = {name: getattr(arguments, name) for name in numbers}
    return collision_matrix(
        found,
        **{name: number for name, number in given.items() if number is not None},
        proof=not arguments.no_proof,
        strict_adjacent=arguments.strict_adjacent,
        previous=None if kept is None else kept.matrix,
        progress=progress_of(arguments),
    )


# Writing


def _change(document: Document, matrix: CollisionMatrix, arguments: argparse.Namespace) -> int:
    """Change the rows of an SRDF, or show the change, or check whether anything would change."""
    before = copy(document)
    changes = write_pairs(document, matrix)
    is_dry = arguments.diff or arguments.check
    beside = []
    target = arguments.output or document.path
    if target is not None and not is_dry and not is_standard_output(str(target)):
        beside.append(_evidence(str(target), matrix, arguments))
    write_result(arguments, shown_path(arguments.input), before, document, beside)
    if not arguments.quiet:
        sys.stdout.flush()
        for line in _changes(changes):
            sys.stderr.write(f"{visible(line)}\n")
    verb = "would change" if is_dry else "changed"
    text = f"{plural(len(changes), 'row')} {verb}; {_counted(matrix)}"
    summarize(document.name, text, arguments)
    return FINDINGS if is_dry and changes else OK


def _evidence(target: str, matrix: CollisionMatrix, arguments: argparse.Namespace) -> Output:
    """Return the evidence file to write.

    Raises:
        UserError: a file of this name has other content.
    """
    kept = kept_evidence(target)
    if kept.is_foreign and not arguments.force:
        raise UserError(f"{kept.path} is not the evidence of an SRDF; use --force to replace it")
    return Output(kept.path, evidence_of(matrix), kept.state)


def _changes(changes: Iterable[RowChange]) -> Iterable[str]:
    """Return a line for each row that changes, with the reason."""
    for change in changes:
        one, other = wording.name(change.row.link1), wording.name(change.row.link2)
        before, after = change.before or "checked", change.after or "checked"
        sign = "+" if change.before is None else "-" if change.after is None else "~"
        yield f"{sign} {one} · {other}: {before} → {after}; {explained(change.row)}"


# Showing


def _table(matrix: CollisionMatrix) -> list[Line]:
    """Return a line for each pair, by reason."""
    lines = [Line((wording.name(matrix.robot), "bold"), (f" · {_counted(matrix)}", "dim"))]
    for reason in matrix.counts():
        rows = [*matrix.with_reason(reason)]
        title = "checked" if reason == CHECKED else reason
        lines += [Line(), Line((title, "bold"), (f" · {plural(len(rows), 'pair')}", "dim"))]
        width = max(len(_pair(row)) for row in rows)
        lines += [
            Line(("  ", ""), (_pair(row).ljust(width), ""), (f"  {explained(row)}", "dim"))
            for row in rows
        ]
    return lines


def _pair(row: PairRow) -> str:
    return f"{wording.name(row.link1)} · {wording.name(row.link2)}"


def _draw(
    document: Document,
    found: Robot | Semantics,
    matrix: CollisionMatrix,
    form: str,
    arguments: argparse.Namespace,
) -> None:
    if isinstance(document.root, srdf.Robot):
        write_pairs(document, matrix)
    else:
        document = draft_of(matrix).document()
    robot = found if isinstance(found, Robot) else found.robot
    summary = summarize_semantics(document, robot)
    write_picture(matrix_to_svg(summary, matrix), form, arguments)


def _counted(matrix: CollisionMatrix) -> str:
    """Return the number of pairs for each reason, as text."""
    counts = matrix.counts()
    checked = counts.pop(CHECKED, 0)
    total = plural(len(matrix.rows), "pair")
    parts = [f"{count:,} {reason}" for reason, count in counts.items()]
    proved = sum(row.evidence == "proved" for row in matrix.with_reason("Never"))
    if proved:
        parts = [f"{one} ({proved:,} proved)" if "Never" in one else one for one in parts]
    return f"{total}: {', '.join([*parts, f'{checked:,} checked'])}"


def _report(matrix: CollisionMatrix, arguments: argparse.Namespace) -> None:
    """Report on standard error the links whose shapes could not be used."""
    if arguments.quiet:
        return
    for one in matrix.unchecked:
        text = f"link {one.link!r}: {one.reason}; its pairs stay checked"
        sys.stderr.write(f"bodyplan: {visible(text)}\n")
    if not matrix.rows:
        sys.stderr.write(
            "bodyplan: fewer than 2 links have collision shapes; there is nothing to compute\n"
        )
