"""The verdict of check_urdf of urdfdom 6: accepted or refused, and what it says on the way.

This is a second reading of the same bytes, beside the declarations of `bodyplan.formats.urdf`, on
purpose: it emulates another program, its XML reader, the order of its decisions and its bugs
included. What it requires is stated here as that program does, not as the format should.

The way of a file: `xml` (bytes to elements), `model` (robot, materials, links, joints), with
`parts` (what is inside them) and `values` (numbers), and `tree` (one root).
"""

from __future__ import annotations

from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.formats.tinyxml import ScanError, scan
from bodyplan.lint.profiles.urdfdom.findings import Findings, Refused
from bodyplan.lint.profiles.urdfdom.kinds import REFUSES
from bodyplan.lint.profiles.urdfdom.model import read_robot


def judge(document: Document) -> list[Diagnostic]:
    """What urdfdom 6 says: U901 last if it refuses the file, U902 to U904 for the rest.

    A file beyond the caps of reading is not judged; the finding that names the cap is given back.
    """
    fault = document.tree.fault
    if fault is not None and fault.kind == "limit":
        return list(document.diagnostics)
    findings = Findings(document.source)
    try:
        read_robot(scan(document.source.data), findings)
    except ScanError as unreadable:
        findings.unreadable(REFUSES, unreadable)
    except Refused as refused:
        findings.add(REFUSES, refused.message, refused.node, refused.attribute)
    return findings.diagnostics
