"""A bug of bodyplan is a diagnostic of the file that it occurs in; all other files are processed."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import CLEAN, ERROR

import bodyplan as package
from bodyplan import DescriptionError
from bodyplan.diag import Diagnostic
from bodyplan.formats import read as reading
from bodyplan.lint import run

SECRET = "\x1b[31m/home/alice"
ERRORS = [
    IndexError(SECRET),
    KeyError(SECRET),
    TypeError(SECRET),
    ValueError(SECRET),
    AttributeError(SECRET),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, SECRET),
    AssertionError(),
    RecursionError("maximum recursion depth exceeded"),
    MemoryError(),
    NotImplementedError(),
    StopIteration(),
]


@pytest.fixture
def robots(here):
    for name in ("a", "bad", "c"):
        (here / f"{name}.urdf").write_text(CLEAN if name != "c" else ERROR)
    return here


def broken(monkeypatch, where, error):
    """Reading ``bad.urdf``, or checking it, raises; gives the name of the exception."""
    module, name = (reading, "_fill") if where == "reading" else (run, "ruled")
    work = getattr(module, name)

    def raise_(about, *arguments, **named):
        if getattr(about, "document", about).name.endswith("bad.urdf"):
            raise error.with_traceback(None)  # the parameters of tests are shared
        return work(about, *arguments, **named)

    monkeypatch.setattr(module, name, raise_)
    return type(error).__name__


@pytest.fixture(params=ERRORS, ids=lambda error: type(error).__name__)
def in_reading(request, monkeypatch):
    """Reading ``bad.urdf`` raises."""
    return broken(monkeypatch, "reading", request.param)


PLACES = [(where, error) for where in ("reading", "rules") for error in ERRORS]


@pytest.fixture(params=PLACES, ids=lambda one: f"{one[0]}-{type(one[1]).__name__}")
def name(request, monkeypatch):
    """Reading ``bad.urdf`` raises, or a rule does."""
    return broken(monkeypatch, *request.param)


@pytest.mark.long(keep=40, each=("name", "jobs", "more"))
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("more", [(), ("--ignore", "X"), ("--select", "J101")])
def test_check_reports_it_and_checks_the_others(robots, bodyplan, name, jobs, more):
    status, out, err = bodyplan("check", ".", "--json", "--jobs", jobs, *more)
    files = {file["path"]: file["diagnostics"] for file in json.loads(out)["files"]}
    (found,) = files["bad.urdf"]
    assert (found["code"], found["line"]) == ("X012", 1)
    assert found["message"].startswith(f"internal error: {name} at bodyplan.")
    assert "alice" not in out
    assert files["a.urdf"] == []
    assert len(files["c.urdf"]) == (0 if more else 1)
    assert (status, err) == (1, "")


@pytest.mark.parametrize("words", [("fix",), ("fix", "--json"), ("fmt",), ("where",)], ids=str)
def test_other_verbs_report_it_and_go_on(robots, bodyplan, in_reading, words):
    status, out, err = bodyplan(*words, "a.urdf", "bad.urdf", "c.urdf")
    assert status == 1
    assert f"bad.urdf:1:1: X012 error internal error: {in_reading} at bodyplan.formats.read:" in err
    assert "alice" not in out + err
    if "--json" in words:
        assert [file["path"] for file in json.loads(out)["files"]] == [
            "a.urdf",
            "bad.urdf",
            "c.urdf",
        ]
    elif words == ("where",):
        assert "c.urdf" in out
    else:
        assert "3 files" in err


@pytest.mark.parametrize("verb", ["show", "fk", "inertia", "workspace"])
def test_a_verb_with_one_file_says_it_in_one_sentence(robots, bodyplan, in_reading, verb):
    status, out, err = bodyplan(verb, "bad.urdf")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "internal error: " in err
    assert "alice" not in err


def test_in_python_reading_never_raises_and_loading_raises_the_diagnostic(robots, in_reading):
    document = package.read("bad.urdf")
    assert [found.code for found in document.diagnostics] == ["X012"]
    (file,) = package.check("bad.urdf").files
    assert [found.code for found in file.diagnostics] == ["X012"]
    with pytest.raises(DescriptionError, match="X012"):
        package.load("bad.urdf")


def test_a_place_that_cannot_be_found_is_an_internal_error(robots, bodyplan, monkeypatch):
    from bodyplan.formats.document import Document

    def fail(*_):
        raise IndexError

    monkeypatch.setattr(Document, "place", fail)
    monkeypatch.setattr("bodyplan.spec.recorder.Places.where", fail)
    status, out, _ = bodyplan("check", ".", "--format", "concise")
    assert (status, out.count("\n"), out[:19]) == (1, 1, "c.urdf:1:1: X012 er")


@pytest.mark.parametrize("form", ["full", "json", "sarif", "junit", "github"])
def test_a_hint_or_a_fix_that_fails_ends_no_run(here, bodyplan, monkeypatch, form):
    (here / "a.urdf").write_text(CLEAN.replace("link", "lnk"))
    init = Diagnostic.__init__

    def fail():
        raise KeyError(SECRET)

    def without(self, kind, message, where, **more):
        init(self, kind, message, where, **{**more, "hint": fail, "fix": fail})

    monkeypatch.setattr(Diagnostic, "__init__", without)
    status, out, err = bodyplan("check", "a.urdf", "--format", form)
    assert (status, err) == (1, "")
    assert "alice" not in out
    assert form in {"sarif", "github"} or "internal error: KeyError at bodyplan.diag" in out


def test_the_traceback_is_printed_where_it_is_asked_for(robots, bodyplan, monkeypatch):
    def raise_(*_, **__):
        raise KeyError(SECRET)

    monkeypatch.setattr(reading, "_fill", raise_)
    monkeypatch.setenv("BODYPLAN_DEBUG", "1")
    status, out, err = bodyplan("check", "bad.urdf", "--format", "concise")
    assert (status, out.count("X012")) == (1, 1)
    assert err.startswith("Traceback (most recent call last):\n")
    assert "\x1b" not in err
