from __future__ import annotations

import copy
import pickle

import pytest
from tests.diag.making import KINDS, PAGE, Text, some_report

import bodyplan
from bodyplan.diag import (
    Diagnostic,
    DuplicateCodeError,
    FileReport,
    Kind,
    Report,
    Severity,
    kinds,
    register,
)

BROKEN = b'<robot name="x"><link nam="a"/><joint name="j" type="revolut"/></robot>'


def sent(data):
    return pickle.loads(data)  # noqa: S301  (made by the test)


def never():
    raise AssertionError("the place was asked for")


def unplaced(severity):
    return Report((FileReport("a", "urdf", (Diagnostic(KINDS[severity], "x", never),)),))


@pytest.mark.parametrize(
    ("found", "fail_on", "code"),
    [
        ("error", "error", 1),
        ("error", "hint", 1),
        ("warning", "error", 0),
        ("warning", "warning", 1),
        ("info", "warning", 0),
        ("info", "info", 1),
        ("hint", "info", 0),
        ("hint", "hint", 1),
    ],
)
def test_the_exit_code_is_one_from_the_severity_that_counts_upwards(found, fail_on, code):
    assert unplaced(found).exit_code(Severity(fail_on)) == code


def test_without_diagnostics_the_exit_code_is_zero():
    assert Report((FileReport("a", "urdf"),)).exit_code(Severity.HINT) == 0
    assert Report().exit_code() == 0


def test_unreadable_input_outweighs_diagnostics_in_the_exit_code():
    troubled = (*unplaced("error").files, FileReport("b", trouble="b does not exist"))
    assert Report(troubled).exit_code() == 2


def test_counting_and_grading_do_not_work_out_places():
    report = unplaced("warning")
    assert report.count(Severity.WARNING) == 1
    assert report.count(Severity.ERROR) == 0
    assert report.worst is Severity.WARNING
    assert Report().worst is None


def test_diagnostics_come_in_the_order_of_files_and_positions():
    a, b = Text("<b/>\n <c/><d/>", "z.urdf"), Text("<x/>", "a.urdf")
    d = a.find("d"), a.find("c", severity="warning"), a.find("c"), a.find("b"), b.find("x")
    files = (FileReport("z.urdf", "urdf", d[:4]), FileReport("a.urdf", "urdf", d[4:]))
    assert Report(files).diagnostics == (d[3], d[2], d[1], d[0], d[4])


def test_a_report_survives_pickling():
    report = some_report()
    again = sent(pickle.dumps(report))
    assert again == report
    assert hash(again) == hash(report)
    assert again.files[0].source.text == report.files[0].source.text


def test_diagnostics_of_the_reader_survive_pickling_with_place_hint_and_fix():
    found = bodyplan.read(BROKEN).diagnostics
    again = sent(pickle.dumps(found))
    assert again == found
    assert [(d.where, d.hint, d.fix) for d in again] == [(d.where, d.hint, d.fix) for d in found]
    assert any(d.fix for d in again)
    assert all(new.kind is old.kind for new, old in zip(again, found, strict=True))


def test_a_registered_kind_travels_without_its_page():
    bodyplan.read(BROKEN)
    for kind in kinds().values():
        data = pickle.dumps(kind)
        assert sent(data) is kind
        assert copy.deepcopy(kind) is kind
        assert b"Why it matters" not in data


def test_a_kind_outside_the_register_travels_whole():
    again = sent(pickle.dumps(KINDS["error"]))
    assert again == KINDS["error"]
    assert again.page == PAGE


def test_a_registered_kind_arrives_even_where_it_is_not_registered(monkeypatch):
    kind = Kind("Z900", "far-away", Severity.INFO, PAGE, "always", "9.9")
    register_here = {"Z900": kind}
    monkeypatch.setattr("bodyplan.diag.kind._KINDS", register_here)
    data = pickle.dumps(kind)
    register_here.clear()
    again = sent(data)
    assert (again.code, again.name, again.severity) == ("Z900", "far-away", Severity.INFO)
    assert (again.fix, again.since, again.title) == ("always", "9.9", "")


def test_a_code_and_a_name_can_be_registered_once_only(monkeypatch):
    monkeypatch.setattr("bodyplan.diag.kind._KINDS", {})
    monkeypatch.setattr("bodyplan.diag.kind._NAMES", {})
    assert register(KINDS["error"]) is KINDS["error"]
    with pytest.raises(DuplicateCodeError, match="Z101 is both bad-word and other"):
        register(Kind("Z101", "other", Severity.ERROR, PAGE))
    with pytest.raises(DuplicateCodeError, match="bad-word is both Z101 and Z109"):
        register(Kind("Z109", "bad-word", Severity.ERROR, PAGE))
    with pytest.raises(ValueError, match="Why it matters"):
        register(Kind("Z110", "pageless", Severity.ERROR, "A kind."))


def test_equal_diagnostics_are_one_in_a_set_and_any_difference_makes_two():
    text = Text("<a><b/></a>")
    one = text.find("b", hint="x")
    assert len({one, text.find("b", hint="x"), one.graded(Severity.ERROR)}) == 1
    others = [
        text.find("a", hint="x"),
        text.find("b"),
        text.find("b", "other", hint="x"),
        text.find("b", severity="info", hint="x"),
        one.graded(Severity.HINT),
    ]
    assert len({one, *others}) == 6
    assert one != "b"


def test_severities_rank_from_worst_to_least_and_read_as_words():
    assert sorted(Severity, key=lambda s: s.rank) == list(Severity)
    assert [str(s) for s in Severity] == ["error", "warning", "info", "hint"]
    assert f"{Severity.ERROR}" == "error"
