"""JUnit XML: continuous integration services list each diagnostic as a test."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree as ET

from bodyplan.core import visible, visible_lines
from bodyplan.diag.diagnostic import Diagnostic
from bodyplan.diag.kind import Severity
from bodyplan.diag.pieces import call_lines
from bodyplan.diag.report import FileReport, Report

_FAILURES = (Severity.ERROR, Severity.WARNING)


def render(report: Report) -> str:
    """Return a suite for each file and a case for each diagnostic; a clean file is a passed case.

    Errors and warnings are failed cases. Infos and hints are passed cases with the message as
    output, not skipped cases.
    """
    root = ET.Element("testsuites", name="bodyplan")
    for file in report.files:
        root.append(_suite(file))
    for count in ("tests", "failures", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _suite(file: FileReport) -> ET.Element:
    suite = ET.Element("testsuite", name=visible(file.name))
    used: Counter[str] = Counter()
    for diagnostic in file.by_position:
        where = diagnostic.where
        name = f"{diagnostic.code} {diagnostic.name} at {where.line}:{where.column}"
        used[name] += 1
        if used[name] > 1:  # services merge cases with the same name
            name += f" ({used[name]})"
        case = _case(suite, name)
        case.set("file", visible(where.file))
        case.set("line", str(where.line))
        _result(case, diagnostic)
    if file.trouble is not None:
        error = ET.SubElement(_case(suite, "reading"), "error", type="unreadable input")
        error.set("message", visible_lines(file.trouble))
        error.text = visible_lines(file.trouble)
    elif not file.diagnostics:
        _case(suite, "no problems found")
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", str(len(suite.findall("testcase/error"))))
    return suite


def _case(suite: ET.Element, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", name=name, classname=suite.get("name", ""))


def _result(case: ET.Element, diagnostic: Diagnostic) -> None:
    lines = [str(diagnostic)]
    lines += (f"in macro {words}" for words in call_lines(diagnostic.where.calls))
    if diagnostic.hint is not None:
        lines.append(f"hint: {diagnostic.hint}")
    if diagnostic.fix is not None:
        lines.append(f"fix: {diagnostic.fix.title} ({diagnostic.fix.safety})")
    if diagnostic.severity in _FAILURES:
        result = ET.SubElement(case, "failure", type=diagnostic.code)
        result.set("message", visible_lines(diagnostic.message))
    else:
        result = ET.SubElement(case, "system-out")
    result.text = visible_lines("\n".join(lines))
