"""The verdict of check_urdf of urdfdom 6: accepted or rejected, and what it logs.

This parser is separate from the declarations of `bodyplan.formats.urdf` on purpose: it emulates
another program, including its XML parser, the order of its checks and its bugs. It states what
urdfdom requires, not what the format should require.

A file passes through `formats.tinyxml` (bytes to elements), `model` (robot, materials, links,
joints) with `parts` (their child elements) and `values` (numbers), and `tree` (one root).
"""

from __future__ import annotations

from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.formats.tinyxml import ScanError, scan
from bodyplan.lint.profiles.urdfdom._findings import Findings, Refused
from bodyplan.lint.profiles.urdfdom._model import read_robot
from bodyplan.lint.profiles.urdfdom._rejections import REFUSES


def judge(document: Document) -> list[Diagnostic]:
    """Return what urdfdom 6 reports: U901 last if it rejects the file, U902 to U904 for the rest.

    A file that exceeds the input limits is not judged; the diagnostic of the limit is returned.
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
