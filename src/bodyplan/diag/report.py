"""A report: the diagnostics of each checked file."""

from __future__ import annotations

from bodyplan.core import Record
from bodyplan.diag.diagnostic import Diagnostic
from bodyplan.diag.kind import Severity
from bodyplan.text import Source


class FileReport(Record):
    """The diagnostics of one input. It can be pickled, so that a worker process can send it.

    Args:
        name: the name of the file in messages.
        format: the format, such as "urdf"; None if it is unknown.
        diagnostics: the diagnostics, in any order.
        source: the text of the file, for excerpts and for the locations of fixes.
        trouble: one sentence that says why the file could not be read; None if it was read.
        partners: names of the files that this file was checked together with.
        needs: what is missing for a complete check, such as "package 'arm_description'".
        skipped: why a file that was found in a folder is not checked; empty if it is checked.
        is_library: whether the file is a macro file that no robot of the folder uses.
    """

    name: str
    format: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    source: Source | None = None
    trouble: str | None = None
    partners: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    skipped: str = ""
    is_library: bool = False

    @property
    def by_position(self) -> list[Diagnostic]:
        """The diagnostics by line, column and code. Computes the location of each."""
        return sorted(self.diagnostics, key=_position)

    @property
    def by_severity(self) -> list[Diagnostic]:
        """The diagnostics, worst first; diagnostics of equal severity are ordered by position."""
        return sorted(self.by_position, key=lambda diagnostic: diagnostic.severity.rank)


def _position(diagnostic: Diagnostic) -> tuple[int, int, str]:
    where = diagnostic.where
    return where.line, where.column, diagnostic.code


class Report(Record):
    """The diagnostics of all inputs.

    Args:
        files: one report for each input, in the given order.
        macro_files: how many files in the given folders only contain macros for other files.
    """

    files: tuple[FileReport, ...] = ()
    macro_files: int = 0

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics: file by file, and in each file by position."""
        return tuple(diagnostic for file in self.files for diagnostic in file.by_position)

    def count(self, severity: Severity) -> int:
        """Return how many diagnostics have this severity."""
        return sum(d.severity is severity for file in self.files for d in file.diagnostics)

    @property
    def worst(self) -> Severity | None:
        """The worst severity that occurs; None without diagnostics."""
        found = {d.severity for file in self.files for d in file.diagnostics}
        return min(found, key=lambda severity: severity.rank, default=None)

    def exit_code(self, fail_on: Severity = Severity.ERROR) -> int:
        """Return 0 if clean, 1 for diagnostics at or above a severity, 2 for unreadable input.

        Args:
            fail_on: the lowest severity that counts as a failure.
        """
        if any(file.trouble is not None for file in self.files):
            return 2
        worst = self.worst
        return int(worst is not None and worst.rank <= fail_on.rank)
