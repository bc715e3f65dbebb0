"""A robot of a stranger names what is private: each verb refuses it, and says why."""

from __future__ import annotations

import json

import pytest
from tests.resources.layouts import build

SECRET = "QQQ this is private QQQ"
URIS = {
    "a key": "package://alice/.ssh/id_rsa",
    "a key as a model": "model://alice/.ssh/id_rsa",
    "a hidden mesh": "package://alice/.ssh/key.stl",
    "a mesh": "package://alice/Documents/key.stl",
}
LINK = (
    '<link name="a"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" '
    'izz="1"/></inertial><visual><geometry><mesh filename="{0}"/></geometry></visual><collision>'
    '<geometry><mesh filename="{0}"/></geometry></collision></link>'
)
VERBS = {
    "check": ["check"],
    "check of meshes": ["check", "--meshes"],
    "check of the folder": ["check", "."],
    "where": ["where"],
    "where for programs": ["where", "--json"],
    "bundle": ["bundle", "-o", "../out"],
    "bundle for programs": ["bundle", "--json", "-o", "../out"],
    "inertia": ["inertia", "--compute", "density=1000", "--diff"],
    "show": ["show", "--json"],
    "fix": ["fix", "--unsafe", "--diff"],
}


@pytest.fixture(params=["HOME", "by what lies in it"])
def downloads(request, here, monkeypatch):
    """The folder of the robot, in a home folder."""
    build(
        here,
        {
            "users/alice/.ssh/id_rsa": SECRET,
            "users/alice/.ssh/key.stl": f"solid {SECRET}\nendsolid\n",
            "users/alice/Documents/key.stl": f"solid {SECRET}\nendsolid\n",
            "users/alice/Downloads/": "",
        },
    )
    home = here / "users/alice" if request.param == "HOME" else here / "nobody"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here / "users/alice/Downloads")
    return here / "users/alice/Downloads"


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("uri", URIS)
def test_no_verb_resolves_it(downloads, bodyplan, verb, uri):
    (downloads / "r.urdf").write_text(f'<robot name="r">{LINK.format(URIS[uri])}</robot>')
    words = VERBS[verb] if "." in VERBS[verb] else [VERBS[verb][0], "r.urdf", *VERBS[verb][1:]]
    _, out, err = bodyplan(*words)
    assert "QQQ" not in out + err
    bundled = [path for path in (downloads.parent / "out").rglob("*") if path.is_file()]
    assert all("QQQ" not in path.read_text() for path in bundled)
    if verb.startswith(("check", "where", "bundle")):
        assert "is a home folder" in out + err


def test_programs_get_the_reason(downloads, bodyplan):
    (downloads / "r.urdf").write_text(f'<robot name="r">{LINK.format(URIS["a key"])}</robot>')
    status, out, _ = bodyplan("where", "r.urdf", "--json")
    (row,) = json.loads(out)["files"][0]["resources"]
    assert (status, row["state"], row["path"]) == (1, "missing", None)
    assert "refused" in {remark["kind"] for remark in row["remarks"]}


def test_a_mesh_outside_is_not_opened_and_reported(downloads, bodyplan):
    (downloads / "r.urdf").write_text(
        f'<robot name="r">{LINK.format("../Documents/key.stl")}</robot>'
    )
    _, out, _ = bodyplan("check", "r.urdf", "--meshes")
    assert "'key.stl' is not opened: it lies outside the allowed folders" in out
    assert "QQQ" not in out
    _, out, err = bodyplan("inertia", "r.urdf", "--json")
    assert "cannot be read: it lies outside the allowed folders; allow its folder" in out + err


def test_a_configuration_of_the_stranger_opens_nothing(downloads, bodyplan):
    (downloads / "r.urdf").write_text(f'<robot name="r">{LINK.format(URIS["a mesh"])}</robot>')
    for line in (
        'folders = [".."]',
        '[packages]\nalice = ".."',
        f'folders = ["{downloads.parent}"]',
    ):
        (downloads / "bodyplan.toml").write_text(f"{line}\n")
        status, out, _ = bodyplan("where", "r.urdf", "--json")
        assert (status, json.loads(out)["files"][0]["resources"][0]["path"]) == (1, None)
        status, out, _ = bodyplan("where", "r.urdf", "--json", "--config", "bodyplan.toml")
        assert status == 0


def test_a_configuration_that_was_found_lends_packages_with_a_manifest(here, bodyplan, monkeypatch):
    build(
        here,
        {
            "other/arm/package.xml": "<package><name>arm</name></package>",
            "other/arm/a.stl": "",
            "r/own/a.stl": "",
            "r/r.urdf": f'<robot name="r">{LINK.format("package://arm/a.stl")}</robot>',
            "r/s.urdf": f'<robot name="s">{LINK.format("package://own/a.stl")}</robot>',
        },
    )
    monkeypatch.chdir(here / "r")
    for line in ('folders = ["../other"]', '[packages]\narm = "../other/arm"'):
        (here / "r/bodyplan.toml").write_text(f"{line}\n")
        assert bodyplan("where", "r.urdf")[0] == 0
    (here / "r/bodyplan.toml").write_text('[packages]\nown = "own"\n')
    assert bodyplan("where", "s.urdf")[0] == 0
