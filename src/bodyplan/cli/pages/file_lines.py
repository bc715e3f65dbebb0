"""The lines that list the files of a description."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

from collections.abc import Sequence

from bodyplan.cli.pages.drawing import Line, wrapped
from bodyplan.report import wording
from bodyplan.report.facts import FileUse


def file_lines(title: str, uses: Sequence[FileUse], width: int | None) -> list[Line]:
    """Return the files ordered by folder, several files on a line."""
    if not uses:
        return []
    times = sum(use.times for use in uses)
    lines = [
        Line(
            (f"{title}", "bold"),
            (
                f"  {wording.plural(len(uses), 'file')}, referenced {wording.plural(times, 'time')}",
                "dim",
            ),
        )
    ]
    folders: dict[str, list[str]] = {}
    for use in uses:
        folder, slash, base = use.uri.rpartition("/")
        count = f" ×{use.times}" if use.times > 1 else ""
        folders.setdefault(folder + slash, []).append(wording.name(base) + count)
    for folder, names in folders.items():
        lines.append(Line((f"  {wording.name(folder) if folder else './'}", "dim")))
        lines += [Line((f"    {text}", "")) for text in wrapped(names, (width or 100) - 4)]
    return [*lines, Line()]
