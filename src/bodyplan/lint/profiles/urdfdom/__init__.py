"""The verdict of check_urdf of urdfdom 6: the file is accepted or rejected, and what urdfdom logs.

This parser does not use the declarations of `bodyplan.formats.urdf`: it emulates another program,
including its XML parser, the order of its checks and its bugs. It implements what urdfdom
requires, not what the format should require.

A file passes through `formats.tinyxml` (bytes to elements), `_model` (robot, materials, links,
joints) with `_parts` (their child elements) and `_values` (numbers), and `_link_tree` (one root).
"""

from __future__ import annotations

from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.formats.tinyxml import ScanError, scan
from bodyplan.lint.profiles.urdfdom._findings import Findings, Refused
from bodyplan.lint.profiles.urdfdom._model import read_robot
from bodyplan.lint.profiles.urdfdom._rejections import REFUSES


def judge(document: Document) -> list[Diagnostic]:
    """Return the diagnostics of urdfdom 6: U902 to U904, then U901 if it rejects the file.

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
