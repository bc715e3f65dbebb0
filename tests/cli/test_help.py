"""The help pages, word for word; BODYPLAN_UPDATE_SNAPSHOTS=1 writes them anew."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from importlib import import_module
from pathlib import Path

import pytest
from tests.cli.test_options import all_verbs

from bodyplan.cli import main, summaries
from bodyplan.formats.source import SAMPLES

VERBS = summaries()

SNAPSHOTS = Path(__file__).parent / "snapshots"
NAMES = [*VERBS, "srdf add", *(name for name in all_verbs() if name not in VERBS)]
PAGES = {"bodyplan": ["--help"], **{name: [*name.split(), "--help"] for name in NAMES}}


@pytest.fixture(params=PAGES)
def page(request, capsys, monkeypatch):
    """The name of a help page and its text on a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(PAGES[request.param]) == 0
    return request.param, capsys.readouterr().out


def test_each_page_is_the_one_on_record(page):
    name, text = page
    path = SNAPSHOTS / f"{name.replace(' ', '-')}.txt"
    if os.environ.get("BODYPLAN_UPDATE_SNAPSHOTS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_first_line_names_the_arguments(page):
    arguments = {
        "bodyplan": "VERB [options] ROBOT ...",
        "check": "check [options] [ROBOT ...]",
        "fix": "fix [options] [ROBOT ...]",
        "rename": "rename [options] KIND OLD NEW ROBOT ...",
        "explain": "explain [options] [CODE ...]",
        "doctor": "doctor [options]",
    }
    name, text = page
    if name in arguments:
        assert text.splitlines()[0] == f"usage: bodyplan {arguments[name]}"


def test_no_page_is_wider_than_80_columns(page):
    assert max(map(len, page[1].splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_terminal_gets_a_narrow_page(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    main([*name.split(), "--help"])
    lines = capsys.readouterr().out.splitlines()
    words = [line for line in lines if not line.startswith(("  bodyplan ", "  eval "))]
    is_branch = "VERB" in lines[0]  # whose verbs stand in a line each
    assert max(map(len, words)) <= (80 if is_branch else 60)


def test_every_verb_is_on_the_first_page(capsys):
    main(["--help"])
    page = capsys.readouterr().out
    for verb, summary in VERBS.items():
        assert f"  {verb} " in page
        assert summary in page


@pytest.mark.parametrize("name", NAMES)
def test_what_it_does_and_how_is_on_the_first_screen(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    main([*name.split(), "--help"])
    lines = capsys.readouterr().out.splitlines()
    examples = [number for number, line in enumerate(lines, 1) if line.startswith("  bodyplan ")]
    assert examples or name == "completion"
    assert max(examples, default=0) <= 23
    assert any(line.startswith("exit status: ") for line in lines)


def test_the_page_of_a_verb_is_found_in_every_way(bodyplan):
    page = bodyplan("srdf", "add", "group", "--help")[1]
    assert bodyplan("help", "srdf", "add", "group") == (0, page, "")
    assert bodyplan("--help", "fk")[1] == bodyplan("fk", "-h")[1]
    assert bodyplan("help", "chek")[::2] == (
        2,
        "bodyplan: unknown verb 'chek'; did you mean 'check'?\n",
    )


def test_without_a_word_the_page_goes_to_standard_error(bodyplan):
    page = bodyplan("--help")[1]
    assert bodyplan() == (2, "", page)


def examples():
    """Every command that a help page shows."""
    for name in NAMES:
        parser = all_verbs().get(name) or import_module("bodyplan.cli.verbs.srdf").parser()
        lines = (parser.description or "").partition("examples:")[2].splitlines()
        yield from (line.strip() for line in lines if line.startswith("  bodyplan "))


@pytest.fixture
def shown_page(monkeypatch):
    """A page that ends at once, and a browser that draws nothing."""
    if not (SAMPLES.parent / "viewer" / "page" / "viewer.js").exists():
        pytest.skip("the page is not built")
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    monkeypatch.setattr("bodyplan.viewer.live.LivePage.follow", lambda _: None)
    monkeypatch.setattr("bodyplan.viewer.view.find_browser", lambda: "")
    monkeypatch.setattr("bodyplan.viewer.picture_of", lambda *_, **__: b"\x89PNG\r\n\x1a\n")


@pytest.fixture
def files(here, bodyplan):
    """The files that the examples name, made of the sample."""
    for path in (SAMPLES / "arm").iterdir():
        copy = shutil.copytree if path.is_dir() else shutil.copy
        copy(path, here / path.name)
    (here / "robots").mkdir()
    shutil.copy(here / "arm.urdf", here / "robots" / "arm.urdf")
    shutil.copytree(here / "meshes", here / "robots" / "meshes")
    text = (here / "arm.urdf").read_text(encoding="utf-8")
    macros = text.replace(
        "<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ', 1
    ).replace("<link", '<xacro:arg name="prefix" default=""/><link', 1)
    (here / "arm.urdf.xacro").write_text(macros, encoding="utf-8")
    (here / "path.csv").write_text("elbow_joint\n0\n-0.5\n")
    model = '<model name="arm"><link name="hand"/></model>'
    (here / "world.sdf").write_text(f'<sdf version="1.9"><world name="w">{model}</world></sdf>')
    package = here.parent / "arm_description"
    package.mkdir(exist_ok=True)
    return here


@pytest.mark.parametrize("line", sorted(set(examples())))
def test_every_example_does_what_it_shows(line, files, bodyplan, request):
    if re.search(r" (view|render) ", line):
        request.getfixturevalue("shown_page")
        for name in ("before.urdf", "after.urdf"):
            shutil.copy(files / "arm.urdf", files / name)
    if " srdf new " in line:
        (files / "arm.srdf").unlink()
    elif " srdf add " in line:  # what is there once already
        text = (files / "arm.srdf").read_text(encoding="utf-8")
        text = re.sub(r"<(end_effector|virtual_joint)\b[^>]*/>", "", text)
        (files / "arm.srdf").write_text(text, encoding="utf-8")
    for folder in (".zfunc", ".config/fish/completions"):
        (files / folder).mkdir(parents=True)
    words = [word.replace("~", str(files)) for word in shlex.split(line)[1:]]
    status, _, err = bodyplan(*words)
    assert status in (0, 1), err
    assert "unknown" not in err
