from __future__ import annotations

import json
import re
import subprocess
import sys
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diag.making import Text, some_report

import bodyplan
from bodyplan.cli.verbs.schema import schema as schema_of
from bodyplan.core import visible
from bodyplan.diag import FileReport, Fix, Report, Severity
from bodyplan.diag.render import FORMATS, render
from bodyplan.diag.render.sarif import render as sarif
from bodyplan.text import Edit, apply

NASTY = st.text(st.characters(), max_size=30) | st.sampled_from(
    ["]]>", "\x00", "\udc80", "\ufffe", "%0A", "a\r\nb", "::error::", "\"<&>'", "\x1b[31m"]
)


def nasty_report(message, hint):
    text = Text("<a><b/></a>", "b.urdf")
    fix = Fix(message, (text.edit("b", hint),))
    found = [text.find("b", message, s, path=hint, hint=hint, fix=fix) for s in Severity]
    return Report((FileReport("b.urdf", "urdf", tuple(found), text.source),))


def test_every_format_is_a_key_and_an_unknown_one_is_none():
    assert set(FORMATS) == {"full", "concise", "json", "sarif", "github", "junit"}
    assert len(FORMATS) == 6
    assert "full" in FORMATS
    assert "yaml" not in FORMATS
    with pytest.raises(KeyError, match="yaml"):
        FORMATS["yaml"]


@pytest.mark.parametrize("name", FORMATS)
def test_every_line_of_every_format_has_its_end(name):
    assert render(some_report(), name).endswith("\n")
    assert render(Report(), name) in {"", FORMATS[name](Report())}


@pytest.mark.parametrize("name", FORMATS)
@given(NASTY, NASTY)
def test_every_format_can_be_written_as_utf_8_whatever_the_message(name, message, hint):
    text = render(nasty_report(message, hint), name)
    text.encode()
    if name in {"json", "sarif"}:  # ASCII as it stands; what it means must be writable too
        json.dumps(json.loads(text), ensure_ascii=False).encode()


# concise


def test_concise_has_one_line_a_diagnostic_with_place_code_and_severity():
    assert render(some_report(), "concise").splitlines() == [
        "a dir/arm,1:2.urdf:1:1: Z103 info note",
        "a dir/arm,1:2.urdf:2:8: Z101 error <link> does not define 'nam'",
        "a dir/arm,1:2.urdf:2:8: Z101 error <link> does not define 'nam' twice",
        "a dir/arm,1:2.urdf:3:9: Z104 hint old",
        "a dir/arm,1:2.urdf:3:15: Z102 warning no such: 'x', \"y\" & <z>\\r\\nat 5%",
        "error: no such.urdf does not exist",
    ]


@given(NASTY, NASTY)
def test_concise_stays_at_one_line_a_diagnostic_whatever_the_message(message, hint):
    text = render(nasty_report(message, hint), "concise")
    assert text.count("\n") == 4
    assert text.replace("\n", "").isprintable()


def test_concise_says_nothing_about_a_clean_file():
    assert render(Report((FileReport("a", "urdf"),)), "concise") == ""


# json


def test_the_schema_of_the_report_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(schema_of("check"))


def test_the_schema_describes_every_property():
    def properties(schema):
        if isinstance(schema, dict):
            yield from schema.get("properties", {}).items()
            for value in schema.values():
                yield from properties(value)

    every = list(properties(schema_of("check")))
    assert len(every) > 20
    assert all(value.get("description", "").endswith(".") for _, value in every)


@given(NASTY, NASTY)
def test_reports_fulfil_their_schema(message, hint):
    for report in (some_report(), nasty_report(message, hint), Report()):
        jsonschema.validate(
            json.loads(render(report, "json")), schema_of("check"), jsonschema.Draft202012Validator
        )


def test_json_holds_exactly_the_keys_that_are_promised():
    data = json.loads(render(some_report(), "json"))
    assert list(data) == ["version", "files"]
    assert data["version"] == 1
    assert [list(file) for file in data["files"][:2]] == [["path", "format", "diagnostics"]] * 2
    for found in data["files"][0]["diagnostics"]:
        assert " ".join(found) == (
            "code name severity message line column end_line end_column path hint fix"
        )
    assert data["files"][0]["diagnostics"][1] == {
        "code": "Z101",
        "name": "bad-word",
        "severity": "error",
        "message": "<link> does not define 'nam'",
        "line": 2,
        "column": 8,
        "end_line": 2,
        "end_column": 12,
        "path": "/robot",
        "hint": "did you mean 'name'?",
        "fix": {
            "title": "Rename to 'name'",
            "safety": "unsafe",
            "edits": [{"line": 2, "column": 8, "end_line": 2, "end_column": 12, "text": "name="}],
        },
    }
    assert data["files"][2]["trouble"] == "no such.urdf does not exist"


def edited(text, edits, names):
    """The text after edits by line and column, by an own way of counting them."""
    lines = re.split("(?<=\n)", text)

    def offset(line, column):
        return sum(map(len, lines[: line - 1])) + column - 1

    placed = [[edit[name] for name in names] for edit in edits]
    return apply(text, [Edit(offset(*e[:2]), offset(*e[2:4]), e[4]) for e in placed])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_fixes_in_json_and_sarif_can_be_made_by_who_only_counts_lines(encoding):
    declared = f'<?xml version="1.0" encoding="{encoding}"?>\r\n<röbot>\n <a/></röbot>\n'
    text = Text(declared.encode(encoding))
    end = text.source.text.rindex("röbot")
    edits = (text.edit("röbot", "robot"), Edit(end, end + 5, "robot"))
    report = text.report(text.find("<a/>", fix=Fix("Rename", edits)))
    found = json.loads(render(report, "json"))["files"][0]["diagnostics"][0]
    names = ("line", "column", "end_line", "end_column", "text")
    assert edited(declared, found["fix"]["edits"], names) == declared.replace("ö", "o")
    change = json.loads(render(report, "sarif"))["runs"][0]["results"][0]["fixes"][0]
    replaced = [
        {**r["deletedRegion"], **r["insertedContent"]}
        for r in change["artifactChanges"][0]["replacements"]
    ]
    names = ("startLine", "startColumn", "endLine", "endColumn", "text")
    assert edited(declared, replaced, names) == declared.replace("ö", "o")


def test_a_fix_that_cannot_be_reported_exactly_is_left_out():
    text = Text(b"<a b='\xff'/>")
    report = text.report(text.find("b", fix=Fix("Rename", (text.edit("b", "\udcff"),))))
    assert json.loads(render(report, "json"))["files"][0]["diagnostics"][0]["fix"] is None
    assert "fixes" not in json.loads(render(report, "sarif"))["runs"][0]["results"][0]


# sarif


def run_of(report, **options):
    log = json.loads(sarif(report, **options))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    return run


def test_sarif_declares_its_driver_and_a_rule_for_each_code_in_use():
    run = run_of(some_report())
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("bodyplan", bodyplan.__version__)
    assert run["columnKind"] == "unicodeCodePoints"
    assert [rule["id"] for rule in driver["rules"]] == ["Z101", "Z102", "Z103", "Z104"]
    levels = [rule["defaultConfiguration"]["level"] for rule in driver["rules"]]
    assert levels == ["error", "warning", "note", "note"]
    assert driver["rules"][0]["shortDescription"]["text"] == "A kind for tests."
    assert driver["rules"][0]["fullDescription"]["text"] == "It does not: it is for tests."
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_results_say_where_and_how_bad():
    report = some_report()
    results = run_of(report)["results"]
    assert [r["level"] for r in results] == ["note", "error", "error", "note", "warning"]
    for result, diagnostic in zip(results, report.diagnostics, strict=True):
        (location,) = result["locations"]
        region = location["physicalLocation"]["region"]
        assert tuple(region.values()) == diagnostic.where[1:5]
        artifact = location["physicalLocation"]["artifactLocation"]
        assert unquote(artifact["uri"]) == "a dir/arm,1:2.urdf"
        assert ":" not in artifact["uri"].partition("/")[0]
        assert location["logicalLocations"] == [{"fullyQualifiedName": diagnostic.where.path}]
        assert result["message"]["text"].startswith(diagnostic.message)
    assert results[1]["message"]["text"].endswith("\nHint: did you mean 'name'?")


def test_sarif_offers_safe_and_unsafe_fixes_but_none_that_is_only_to_be_shown():
    results = run_of(some_report())["results"]
    fixes = [r["fixes"][0]["properties"]["safety"] if "fixes" in r else None for r in results]
    assert fixes == [None, "unsafe", None, "safe", None]


def test_sarif_reports_input_that_could_not_be_read():
    (invocation,) = run_of(some_report())["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["message"]["text"] == "no such.urdf does not exist"
    (clean,) = run_of(Report())["invocations"]
    assert clean["executionSuccessful"] is True


@pytest.mark.skipif(sys.platform == "win32", reason="paths of the other kind")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a b/é.urdf", {"uri": "a%20b/%C3%A9.urdf", "uriBaseId": "%SRCROOT%"}),
        ("./x/../a.urdf", {"uri": "a.urdf", "uriBaseId": "%SRCROOT%"}),
        ("../a.urdf", {"uri": "../a.urdf"}),
        ("/repo/robots/a.urdf", {"uri": "robots/a.urdf", "uriBaseId": "%SRCROOT%"}),
        ("/else/a b.urdf", {"uri": "file:///else/a%20b.urdf"}),
        ("<stdin>", {"uri": "%3Cstdin%3E", "uriBaseId": "%SRCROOT%"}),
        ("sample:arm", {"uri": "sample%3Aarm", "uriBaseId": "%SRCROOT%"}),
    ],
)
def test_sarif_addresses_are_relative_where_they_can_be(name, expected):
    text = Text("<a/>", name)
    (result,) = run_of(text.report(text.find("a")), root="/repo")["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == expected


# github


def undone(text):
    """What the runner of GitHub Actions undoes, in its order."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ",")):
        text = text.replace(code, character)
    return text.replace("%25", "%")


def test_github_annotations_give_back_what_was_found():
    report = some_report()
    *lines, trouble = render(report, "github").splitlines()
    assert trouble == "::error title=unreadable input::no such.urdf does not exist"
    for line, diagnostic in zip(lines, report.diagnostics, strict=True):
        command, properties, message = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line).groups()
        grades = {"error": "error", "warning": "warning", "info": "notice", "hint": "notice"}
        assert command == grades[diagnostic.severity]
        pairs = dict(pair.split("=", 1) for pair in properties.split(","))
        assert list(pairs) == ["file", "line", "col", "endLine", "endColumn", "title"]
        assert undone(pairs["file"]) == diagnostic.where.file
        numbers = tuple(int(pairs[key]) for key in ("line", "col", "endLine", "endColumn"))
        assert numbers == diagnostic.where[1:5]
        assert pairs["title"] == f"{diagnostic.code} {diagnostic.name}"
        assert undone(message).startswith(diagnostic.message)


@given(NASTY, NASTY)
def test_github_gets_one_command_a_diagnostic_whatever_the_message(message, hint):
    text = render(nasty_report(message, hint), "github")
    assert len(re.split("[\r\n]", text)) == 5
    assert all(line.startswith("::") for line in text.split("\n")[:4])


# junit


def test_junit_has_a_suite_for_each_file_and_a_case_for_each_diagnostic():
    root = ET.fromstring(render(some_report(), "junit"))
    arm, clean, broken = root
    assert [suite.get("name") for suite in root] == [
        "a dir/arm,1:2.urdf",
        "clean.urdf",
        "no such.urdf",
    ]
    counts = [[suite.get(k) for k in ("tests", "failures", "errors")] for suite in root]
    assert counts == [["5", "3", "0"], ["1", "0", "0"], ["1", "0", "1"]]
    assert [root.get(k) for k in ("tests", "failures", "errors")] == ["7", "3", "1"]
    assert [case[0].tag for case in arm] == [
        "system-out",
        "failure",
        "failure",
        "system-out",
        "failure",
    ]
    assert arm[4][0].get("message") == "no such: 'x', \"y\" & <z>\\r\nat 5%"
    assert arm[1][0].get("type") == "Z101"
    assert "hint: did you mean 'name'?" in arm[1][0].text
    assert len(clean[0]) == 0
    assert broken[0][0].get("message") == "no such.urdf does not exist"


def test_junit_gives_no_two_cases_of_a_file_the_same_name():
    root = ET.fromstring(render(some_report(), "junit"))
    names = [case.get("name") for case in root[0]]
    assert names[1:3] == ["Z101 bad-word at 2:8", "Z101 bad-word at 2:8 (2)"]
    assert len(set(names)) == len(names)


@given(NASTY, NASTY)
def test_junit_is_well_formed_whatever_the_message(message, hint):
    root = ET.fromstring(render(nasty_report(message, hint), "junit").encode())
    assert len(root.findall("testsuite/testcase/failure")) == 2
    if message.isprintable() and message.isascii():
        assert root.find("testsuite/testcase/failure").get("message") == visible(message)


# start-up


def imported_by(statement):
    code = f"import sys; {statement}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize("name", ["full", "concise"])
def test_the_terminal_forms_import_nothing_that_diagnostics_do_not(name):
    before = imported_by("import bodyplan.diag, importlib")
    after = imported_by(f"from bodyplan.diag.render import FORMATS; FORMATS[{name!r}]")
    extra = {module for module in after - before if not module.startswith("bodyplan.diag.render")}
    assert not extra


@pytest.mark.parametrize("name", FORMATS)
def test_only_the_chosen_renderer_is_imported(name):
    modules = imported_by(
        "from bodyplan.diag import Report; from bodyplan.diag.render import FORMATS; "
        f"list(FORMATS); FORMATS[{name!r}](Report())"
    )
    loaded = {format_ for format_ in FORMATS if f"bodyplan.diag.render.{format_}" in modules}
    assert loaded == {name}
