"""The help pages, word for word; BODYPLAN_UPDATE_SNAPSHOTS=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bodyplan.cli import VERBS, main

SNAPSHOTS = Path(__file__).parent / "snapshots"
PAGES = {"bodyplan": ["--help"], **{verb: [verb, "--help"] for verb in VERBS}}


@pytest.fixture(params=PAGES)
def page(request, capsys, monkeypatch):
    """The name of a help page and its text on a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(PAGES[request.param]) == 0
    return request.param, capsys.readouterr().out


def test_each_page_is_the_one_on_record(page):
    name, text = page
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("BODYPLAN_UPDATE_SNAPSHOTS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_first_line_names_the_arguments(page):
    arguments = {
        "bodyplan": "VERB [options] ROBOT ...",
        "check": "check [options] ROBOT ...",
        "fix": "fix [options] ROBOT ...",
        "rename": "rename [options] KIND OLD NEW ROBOT ...",
        "explain": "explain [options] [CODE ...]",
        "doctor": "doctor [options]",
    }
    name, text = page
    if name in arguments:
        assert text.splitlines()[0] == f"usage: bodyplan {arguments[name]}"


def test_no_page_is_wider_than_80_columns(page):
    assert max(map(len, page[1].splitlines())) <= 80


def test_a_narrow_terminal_gets_a_narrow_page(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    main(["schema", "--help"])
    options = capsys.readouterr().out.partition("options:")[2]
    assert max(map(len, options.splitlines())) <= 60


def test_every_verb_is_on_the_first_page(capsys):
    main(["--help"])
    page = capsys.readouterr().out
    for verb, made in VERBS.items():
        assert f"  {verb} " in page
        assert made.summary in page
