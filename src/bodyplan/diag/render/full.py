"""The report for people at a terminal: each diagnostic with its line, a caret, and its fix."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.core.names import visible
from bodyplan.diag.diagnostic import Diagnostic, Fix
from bodyplan.diag.kind import Severity
from bodyplan.diag.pieces import call_lines, ended, excerpt, more_expansions, preview
from bodyplan.diag.report import FileReport, Report
from bodyplan.diag.summary import Shown, by_cause, files_line, one_each, ordered, subject, summary
from bodyplan.text import Source

WIDTH = 80
"""The default width in columns, which every terminal has."""
MAX_MESSAGE = 400
"""The maximum length of a message or hint.

A longer text quotes a value that the excerpt shows anyway.
"""
MAX_LINES = 8
"""The maximum number of line numbers that are listed for diagnostics with the same cause."""
MAX_NAMES = 5
"""The maximum number of line numbers that are listed if each is followed by a name."""

_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_DIM = "\x1b[2m"
_RED = "\x1b[31m"
_GREEN = "\x1b[32m"
_CYAN = "\x1b[36m"
_COLORS = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.INFO: "\x1b[1;34m",
    Severity.HINT: "\x1b[1;36m",
}
_SAFETY = {"safe": "safe", "unsafe": "unsafe", "display": "display only"}


def render(
    report: Report,
    *,
    color: bool = False,
    width: int = WIDTH,
    troubles: bool = True,
    each: bool = True,
    by_severity: bool = False,
) -> str:
    """Return diagnostics with excerpts, then a summary line.

    Args:
        report: the report.
        color: whether to colour with ANSI sequences.
        width: columns of the terminal; excerpts of the source are cut to fit.
        troubles: whether to report unreadable files; if not, they are only counted.
        each: whether to show each diagnostic; if not, diagnostics of a file that have the same
            cause are one entry with a count and the line numbers.
        by_severity: whether the worst diagnostics of each file are first; by default, they are in
            the order of the text.
    """
    writer = _PageWriter(color, max(width, 40))
    lines: list[str] = []
    entries: list[Shown] = []
    for file in report.files:
        if troubles or file.trouble is None:
            found = ordered(file, by_severity=by_severity)
            shown = one_each(found) if each else by_cause(found)
            entries += shown
            lines += writer.file(file, shown)
    lines.append(summary(report, entries))
    if files := files_line(report):
        lines.append(files)
    return ended(lines)


class _PageWriter:
    """Writes the lines of diagnostics for one width, with or without colour."""

    def __init__(self, color: bool, width: int) -> None:
        self.color = color
        self.width = width

    def file(self, file: FileReport, entries: list[Shown]) -> Iterator[str]:
        """Yield the lines of one file; a blank line follows each entry."""
        if file.trouble is not None:
            error = self._paint("error:", _COLORS[Severity.ERROR])
            yield f"{error} {_shortened(file.trouble)}"
            yield ""
        number, line = 0, ""
        for diagnostic, expansions, rest in entries:
            where = diagnostic.where
            source = file.source if where.file == file.name else None
            yield self._head(diagnostic)
            if source is not None:
                # copy a line only once: many diagnostics can be on one long line
                if where.line != number:
                    number, line = where.line, source.line(where.line)
                yield from self._excerpt(diagnostic, line)
            for words in call_lines(where.calls):
                yield f"  {self._paint('in macro', _CYAN)} {visible(words)}"
            if expansions:
                yield f"  {self._paint(visible(more_expansions(diagnostic, expansions)), _DIM)}"
            if diagnostic.hint is not None:
                yield f"  {self._paint('hint:', _CYAN)} {_shortened(diagnostic.hint)}"
            if diagnostic.fix is not None:
                yield from self._fix(diagnostic.fix, source)
            if rest:
                yield f"  {self._paint('also:', _CYAN)} {visible(_locations(rest, diagnostic))}"
            yield ""

    def _head(self, diagnostic: Diagnostic) -> str:
        where = diagnostic.where
        place = self._paint(f"{visible(where.file)}:{where.line}:{where.column}:", _BOLD)
        grade = self._paint(
            f"{diagnostic.code} {diagnostic.severity}", _COLORS[diagnostic.severity]
        )
        parser = diagnostic.kind.reference_error
        parser = f"{self._paint(f'[{parser}]', _DIM)} " if parser else ""
        return f"{place} {grade} {parser}{_shortened(diagnostic.message)}"

    def _excerpt(self, diagnostic: Diagnostic, line: str) -> Iterator[str]:
        where = diagnostic.where
        gutter = f"{where.line:>5} | "
        start = where.column - 1
        end = where.end_column - 1 if where.end_line == where.line else len(line.rstrip())
        shown = excerpt(line, start, end, self.width - len(gutter))
        carets = self._paint("^" * max(shown.width, 1), _COLORS[diagnostic.severity])
        yield self._paint(gutter if shown.text else gutter.rstrip(), _DIM) + shown.text
        yield self._paint(f"{'|':>{len(gutter) - 1}} ", _DIM) + " " * shown.start + carets

    def _fix(self, fix: Fix, source: Source | None) -> Iterator[str]:
        label = self._paint("fix:", _GREEN)
        yield f"  {label} {_shortened(fix.title)} ({_SAFETY[fix.safety]})"
        if source is None:
            return
        for change in preview(source, fix):
            gutter = f"{change.line:>5} {change.sign} "
            # show a quarter of the width after the first difference
            end = change.start + self.width // 4
            shown = excerpt(change.text, change.start, end, self.width - len(gutter))
            yield self._paint(
                (gutter + shown.text).rstrip(), _RED if change.sign == "-" else _GREEN
            )

    def _paint(self, text: str, style: str) -> str:
        return f"{style}{text}{_RESET}" if self.color else text


def _locations(rest: tuple[Diagnostic, ...], first: Diagnostic) -> str:
    """Return how many more cases one cause has, and where: "2 more (line 5 'b', line 6 'c')"."""
    found = {d.where.line: subject(d, first) for d in reversed(rest)}
    named = [f"line {line} {name}" for line, name in sorted(found.items()) if name]
    lines = [str(line) for line in sorted(found)]
    if named:
        where, most = named, MAX_NAMES
    else:
        where, most = [f"line{'s' if lines[1:] else ''} {lines[0]}", *lines[1:]], MAX_LINES
    more = ", ..." if where[most:] else ""
    return f"{len(rest)} more ({', '.join(where[:most])}{more})"


def _shortened(text: str) -> str:
    """Return one line of text, with its middle left out when it is very long."""
    text = visible(text)
    if len(text) <= MAX_MESSAGE:
        return text
    half = (MAX_MESSAGE - 5) // 2
    return f"{text[:half]} ... {text[-half:]}"
