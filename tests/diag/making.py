"""Findings made by hand, so that these tests do not depend on what the readers say."""

from __future__ import annotations

from bodyplan.diag import Diagnostic, FileReport, Fix, Kind, Report, Severity, Where
from bodyplan.text import Edit, Source

PAGE = """A kind for tests.

## Why it matters
It does not:
it is for tests.

## Example
    <x>
"""
KINDS = {
    "error": Kind("Z101", "bad-word", Severity.ERROR, PAGE, "sometimes"),
    "warning": Kind("Z102", "odd-word", Severity.WARNING, PAGE),
    "info": Kind("Z103", "new-word", Severity.INFO, PAGE),
    "hint": Kind("Z104", "long-word", Severity.HINT, PAGE),
}


class Text:
    """A file, with findings at pieces of its text."""

    def __init__(self, data, name="arm.urdf"):
        self.source = Source(data if isinstance(data, bytes) else data.encode(), name)

    def span(self, piece):
        start = self.source.text.index(piece)
        return start, start + len(piece)

    def edit(self, piece, text):
        return Edit(*self.span(piece), text)

    def find(self, piece, message="is wrong", severity="error", *, path="/robot", **rest):
        start, end = self.span(piece)
        place = (*self.source.position(start), *self.source.position(end))
        return Diagnostic(KINDS[severity], message, Where(self.source.name, *place, path), **rest)

    def report(self, *diagnostics):
        return Report((FileReport(self.source.name, "urdf", diagnostics, self.source),))


def some_report():
    """Three files: one with findings of each severity and fix, one clean, one not read."""
    name = "a dir/arm,1:2.urdf"
    text = Text(
        '<robot name="100%">\n\t<link nam="a,b"/>\r\n\t<joint tipe="腕"/>\n</robot>\n', name
    )
    diagnostics = (
        text.find("腕", "no such: 'x', \"y\" & <z>\r\nat 5%", "warning", path="/robot/joint/@tipe"),
        text.find(
            "nam=",
            "<link> does not define 'nam'",
            hint="did you mean 'name'?",
            fix=Fix("Rename to 'name'", (text.edit("nam=", "name="),), "unsafe"),
        ),
        text.find("tipe", "old", "hint", fix=Fix("Rename", (text.edit("tipe", "type"),))),
        text.find("<robot", "note", "info", fix=Fix("See", (text.edit("100%", ""),), "display")),
        text.find("nam=", "<link> does not define 'nam' twice"),
    )
    broken = FileReport("no such.urdf", trouble="no such.urdf does not exist")
    first = FileReport(name, "urdf", diagnostics, text.source)
    return Report((first, FileReport("clean.urdf", "urdf"), broken))
