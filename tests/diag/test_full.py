from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diag.making import Text, some_report

import bodyplan
from bodyplan.diag import FileReport, Fix, Report, Severity
from bodyplan.diag.pieces import excerpt, preview
from bodyplan.diag.render import render
from bodyplan.diag.render.full import render as full
from bodyplan.text import Edit, Source

SNAPSHOTS = Path(__file__).parent / "snapshots"


def tabs_and_line_ends():
    text = Text(
        '<?xml version="1.0"?>\r\n'
        '<robot name="arm">\r\n'
        '\t<link name="base"/>\r\n'
        '\t<link\tnam="hand"/>\r\n'
        '\t<joint name="a" type="revolut"/>\r\n'
        "</robot>\r\n"
    )
    return text.report(
        text.find(
            "nam=",
            "<link> does not define 'nam'",
            "info",
            hint="did you mean 'name'?",
            fix=Fix("Rename to 'name'", (text.edit("nam=", "name="),), "unsafe"),
        ),
        text.find(
            "revolut",
            "<joint> type is 'revolut', none of revolute, continuous, prismatic, fixed",
            fix=Fix("Write 'revolute'", (text.edit("revolut", "revolute"),)),
        ),
        text.find(
            "link",
            "link 'base' is not used",
            "warning",
            fix=Fix("Remove it", (text.edit('\t<link name="base"/>\r\n', ""),), "display"),
        ),
    )


def wide_characters():
    text = Text(
        '<robot name="機械腕"><link name="é́ e\u0301"/><a\u00a0b="\u202e\x1b[31m"/></robot>\n'
    )
    return text.report(
        text.find("機械腕", "a wide name"),
        text.find("\u00a0", "a blank that is none", "warning"),
        text.find("\x1b[31m", "hostile \x1b[31m\u202etext", "hint", hint="a\nb"),
    )


def spans_over_lines():
    text = Text('<robot>\n  <origin xyz="0 0\n      1"   \n  />\n\n  <link/>\n</robot>\n')
    repaired = Edit(*text.span('\n      1"   \n  />'), ' 1"/>')
    new = Edit(text.span("  <link/>")[0], text.span("  <link/>")[0], '  <link name="a"/>\n')
    return text.report(
        text.find("0 0\n      1", "over two lines", fix=Fix("Join", (repaired,))),
        text.find("\n\n", "begins behind a line", "warning", fix=Fix("Add a link", (new,))),
        text.find("</robot>\n", "to the end", "info"),
        text.find("robot", "far apart", "hint", fix=far_apart(text)),
    )


def far_apart(text):
    last = text.source.text.index("/robot") + 1
    return Fix("Rename", (text.edit("robot", "model"), Edit(last, last + 5, "model")), "unsafe")


def sixteen_bits():
    text = Text('\ufeff<robot>\n  <link nàm="手"/>\n</robot>'.encode("utf-16-le"))
    return text.report(text.find("nàm", fix=Fix("Rename", (text.edit("nàm", "name"),))))


def long_lines():
    many = "".join(f'<link name="l{i}"/>' for i in range(600))
    text = Text(f'<robot name="x">{many}<link nam="z"/></robot>\n')
    return text.report(
        text.find("robot", "at the start"),
        text.find("l300", "in the middle", fix=Fix("Write", (text.edit('"l300"', '"middle"'),))),
        text.find(many[5000:9000], "very wide " + many),
        text.find("</robot>", "at the end"),
    )


CASES = {
    "tabs": tabs_and_line_ends,
    "wide": wide_characters,
    "spans": spans_over_lines,
    "utf16": sixteen_bits,
    "long": long_lines,
    "mixed": some_report,
}


def assert_snapshot(name, text):
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("BODYPLAN_UPDATE_SNAPSHOTS"):
        path.write_bytes(text.encode())
    assert text.encode() == path.read_bytes()


@pytest.mark.parametrize("name", CASES)
def test_the_terminal_form_is_exactly_the_one_on_record(name):
    assert_snapshot(name, render(CASES[name](), "full"))


def test_the_coloured_form_is_exactly_the_one_on_record():
    assert_snapshot("color", render(tabs_and_line_ends(), "full", color=True))


@pytest.mark.parametrize("name", CASES)
def test_colour_changes_nothing_but_the_colour(name):
    plain, painted = full(CASES[name]()), full(CASES[name](), color=True)
    assert [line.rstrip() for line in re.sub(r"\x1b\[[\d;]*m", "", painted).splitlines()] == (
        [line.rstrip() for line in plain.splitlines()]
    )


@pytest.mark.parametrize("name", CASES)
def test_nothing_in_a_file_steers_the_terminal(name):
    assert all(c == "\n" or c.isprintable() for c in full(CASES[name]()))


@pytest.mark.parametrize("width", [40, 80, 200])
def test_excerpts_keep_within_the_width_of_the_terminal(width):
    lines = full(long_lines(), width=width).splitlines()
    shown = [line for line in lines if line[:5].strip().isdigit() or line.startswith("      | ")]
    assert len(shown) == 2 * 4 + 2
    assert max(map(len, shown)) == width


def test_diagnostics_without_a_source_are_shown_without_excerpt():
    text = Text("<robot/>")
    found = text.find("robot", fix=Fix("Rename", (text.edit("robot", "model"),)))
    report = Report((FileReport("arm.urdf", "urdf", (found,)),))
    assert full(report) == (
        "arm.urdf:1:2: Z101 error is wrong\n"
        "  fix: Rename (safe)\n\n"
        "1 error in 1 file; 1 can be fixed with `bodyplan fix`\n"
    )


def test_a_diagnostic_in_another_file_is_not_shown_on_the_lines_of_this_one():
    inside = Text("<a/>", "included.xacro").find("a")
    report = Report((FileReport("arm.urdf", "urdf", (inside,), Source(b"<robot/>", "arm.urdf")),))
    assert "robot" not in full(report)
    assert full(report).startswith("included.xacro:1:2: ")


def test_a_clean_report_says_so():
    assert full(Report((FileReport("a"), FileReport("b")))) == "no problems found in 2 files\n"
    assert full(Report()) == "no problems found in 0 files\n"


def test_the_summary_counts_in_words_that_agree():
    text = Text("<a><b/></a>")
    fix = Fix("Rename", (text.edit("b", "c"),), "unsafe")
    found = [text.find("b", severity="warning", fix=fix) for _ in range(2)]
    last = full(text.report(*found, text.find("b"))).splitlines()[-1]
    assert last == "1 error, 2 warnings in 1 file; 2 can be fixed with `bodyplan fix --unsafe`"


def test_what_the_reader_finds_can_be_shown():
    document = bodyplan.read(b'<robot name="x"><link nam="a"/><joint name="j"/></robot>')
    assert document.diagnostics
    report = Report(
        (FileReport(document.name, document.format, document.diagnostics, document.source),)
    )
    shown = full(report)
    assert all(str(d) in shown for d in document.diagnostics)
    assert f"{report.count(Severity.ERROR)} error" in shown.splitlines()[-1]


LINES = st.text(st.characters(exclude_characters="\n\r"), max_size=300)


@given(LINES, st.integers(-5, 310), st.integers(-5, 310), st.integers(20, 100))
def test_an_excerpt_fits_the_room_and_holds_its_span_whatever_the_line(line, start, end, room):
    shown = excerpt(line, start, end, room)
    assert shown.text.isprintable()
    assert 0 <= shown.start <= room
    assert 0 <= shown.width <= room - shown.start
    if line.isascii():
        assert len(shown.text) <= room


@given(st.text("abcdefgh <>", max_size=300), st.data())
def test_the_caret_of_an_excerpt_is_under_the_span(line, data):
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, len(line)))
    shown = excerpt(line, start, end, 40)
    visible = shown.text[shown.start : shown.start + shown.width]
    assert line.startswith(visible, start)
    assert visible == line[start:end] or len(visible) >= 10


@given(st.lists(st.sampled_from(["ab", "\n", "\r\n", "x", "  "]), max_size=30), st.data())
def test_a_preview_turns_the_old_lines_into_the_new_ones(pieces, data):
    text = "".join(pieces)
    places = [i for i in range(len(text) + 1) if text[i - 1 : i + 1] != "\r\n"]
    start = data.draw(st.sampled_from(places))
    end = data.draw(st.sampled_from(places[places.index(start) :]))
    new = data.draw(st.sampled_from(["", "new", "one\ntwo", "\n"]))
    before, after = text, text[:start] + new + text[end:]
    changes = preview(Source(text.encode(), "x"), Fix("Do", (Edit(start, end, new),)))
    if not changes:
        return
    old, expected = re.split("\r\n|\r|\n", before), re.split("\r\n|\r|\n", after)
    gone = [change for change in changes if change.sign == "-"]
    come = [change for change in changes if change.sign == "+"]
    assert all(old[change.line - 1] == change.text for change in gone)
    assert all(expected[change.line - 1] == change.text for change in come)
    kept = [line for i, line in enumerate(old, 1) if i not in {c.line for c in gone}]
    assert kept == [line for i, line in enumerate(expected, 1) if i not in {c.line for c in come}]


def test_fixes_that_are_large_or_contradict_themselves_are_named_but_not_shown():
    source = Source(b"<a>\n" * 50 + b"x" * 60_000, "x")
    assert not preview(source, Fix("Do", (Edit(0, 40, ""),)))
    assert not preview(source, Fix("Do", (Edit(0, 3, "b"), Edit(1, 2, "c"))))
    assert not preview(source, Fix("Do", (Edit(400, 401, "y"),)))
    assert not preview(source, Fix("Do", ()))


def test_elements_that_need_a_newer_version_are_one_entry_that_names_them():
    noise = "<dynamic_bias_stddev>1</dynamic_bias_stddev>"
    time = "<dynamic_bias_correlation_time>1</dynamic_bias_correlation_time>"
    text = (
        '<sdf version="1.5"><model name="m"><link name="l">\n'
        '<sensor name="s" type="imu"><imu><angular_velocity><x><noise type="gaussian">\n'
        f"{noise}\n{time}\n</noise></x></angular_velocity></imu></sensor></link></model></sdf>\n"
    )
    shown = full(bodyplan.check(text.encode()), each=False)
    assert shown.count("D202 info") == 1
    assert "also: 1 more (line 4 <dynamic_bias_correlation_time>)" in shown
