"""``bodyplan convert``: convert SDFormat from one version to another."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import CALLED, description
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import require_output_for_json, write_result
from bodyplan.cli.settings import limits_of
from bodyplan.conversion.sdf_versions import to_version
from bodyplan.core import plural
from bodyplan.diag.json_schema import json_text
from bodyplan.diag.parts.plain import visible
from bodyplan.formats.loss import Loss, Place
from bodyplan.formats.sdf.upgrade import version_of
from bodyplan.project.convert import target_version
from bodyplan.report.conversion import ConversionReport, ConvertedFile, lost_value

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.formats.sdf.upgrade import Converted

_MOST_SHOWN = 50
"""Losses of a kind that are listed."""

_PAGE = """\
Convert an SDFormat file to a newer or older version of SDFormat. Comments,
order and formatting stay.

examples:
  bodyplan convert arm.sdf --to sdf1.9 -o arm-1.9.sdf
  bodyplan convert arm.sdf --to sdf --diff

arguments:
  ROBOT

options:
  --to TARGET !            sdf1.0, sdf1.2 ... sdf1.12, or 1.12; sdf is the latest
  --allow-loss             write the result even if something is lost
  --limit

output:
  --json                   : the changes; the file needs -o or --in-place
  --in-place               write the result back to the file
  | --diff
  | --check
  | --output               (default: standard output)
  @force
  --quiet

exit status: 0 done, 1 something would be lost, and nothing is written without
--allow-loss; with --diff and --check also 1 if anything would change;
2 wrong usage or unreadable input
"""
parser = partial(Parser, "convert", _PAGE)
JSON_OF = {"": "report.conversion:ConversionReport"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    target = _target(arguments.to)
    require_output_for_json(arguments, [arguments.input], writes=False)
    document = description(arguments.input, limits=limits_of(arguments))
    if document.format != "sdf":
        raise UserError(
            f"{document.name} is {CALLED.get(document.format or '', 'not SDFormat')}; only SDFormat can be "
            f"converted, to another version of SDFormat"
        )

    done = to_version(document, target)
    is_stopped = bool(done.losses) and not arguments.allow_loss
    writes = bool(arguments.in_place or arguments.output or not (arguments.check or arguments.json))
    if not is_stopped or arguments.diff:
        _write(arguments, document, done.document)
    if arguments.json:
        written = writes and not is_stopped
        file = ConvertedFile(
            document.name,
            "sdf",
            *_versions(document, done),
            done.document is not document,
            written,
            done.changes,
            tuple(map(lost_value, done.losses)),
        )
        sys.stdout.write(json_text(ConversionReport((file,))))
    sys.stdout.flush()
    if not arguments.quiet and not arguments.json:
        for line in _lines(document, done, is_stopped=is_stopped and writes):
            sys.stderr.write(f"{visible(line)}\n")
    changes = done.document is not document
    would = (arguments.diff or arguments.check) and changes
    return FINDINGS if is_stopped or would else OK


def _target(word: str) -> str:
    """Return the requested version.

    Raises:
        UserError: it is another format, or not a version of SDFormat.
    """
    try:
        return target_version(word)
    except ValueError as error:
        raise UserError(f"--to: {error}") from None


def _write(arguments: argparse.Namespace, before: Document, after: Document) -> None:
    """Write the result as the output options require; to standard output by default."""
    to_output = not (arguments.in_place or arguments.diff or arguments.check or arguments.output)
    if arguments.json and to_output:
        return
    if to_output:
        arguments.output = "-"
    write_result(arguments, arguments.input, before, after)


# Messages


def _lines(document: Document, done: Converted, *, is_stopped: bool) -> Iterable[str]:
    """Return the losses, those that change the robot first, and the counts."""
    rows: list[tuple[str, str, str, str]] = []
    more: list[str] = []
    for words, changes_meaning in (("changes meaning", True), ("dropped", False)):
        losses = [loss for loss in done.losses if loss.changes_meaning is changes_meaning]
        rows += [_row(document, loss, words) for loss in losses[:_MOST_SHOWN]]
        if losses[_MOST_SHOWN:]:
            more.append(f"... and {len(losses) - _MOST_SHOWN:,} more: {words}")
    yield from _columns(rows)
    yield from more
    if done.document is document:
        yield f"{document.name}: nothing to change"
        return
    before, after = _versions(document, done)
    counts = plural(len(done.changes), "change"), plural(len(done.losses), "loss", "losses")
    summary = f"{before} to {after}, {', '.join(counts)}"
    if is_stopped:
        summary += "; nothing is written without --allow-loss"
    yield f"{document.name}: {summary}"


def _row(document: Document, loss: Loss, words: str) -> tuple[str, str, str, str]:
    assert isinstance(loss.source, Place)
    where = loss.source.where
    return f"{document.name}:{where.line}:{where.column}", words, loss.what, loss.reason


def _columns(rows: list[tuple[str, str, str, str]]) -> Iterable[str]:
    """Return rows with aligned cells; the last column is not padded."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)][:-1]
    for *cells, last in rows:
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        yield "  ".join([*padded, last])


def _versions(document: Document, done: Converted) -> tuple[str, str]:
    """Return the versions before and after."""
    before, after = version_of(document), version_of(done.document)
    return "{}.{}".format(*before), "{}.{}".format(*after)
