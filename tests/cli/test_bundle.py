"""The verb bundle: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.resources.layouts import build, package

from bodyplan.cli.verbs import bundle as verb
from bodyplan.jobs.bundle.marker import MARKER

ROBOT = """<robot name="r">
  <link name="a">
    <visual><geometry><mesh filename="package://arm/meshes/base.stl"/></geometry></visual>
    <visual><geometry><mesh filename="package://arm/meshes/tip.obj"/></geometry></visual>
  </link>
</robot>
"""
MACROS = '<robot xmlns:xacro="http://ros.org/wiki/xacro" name="${a}"><link name="${b}"/></robot>'
BROKEN = ROBOT.replace("meshes/base", "meshes/noneQQQ").replace("arm/meshes/tip", "goneQQQ/tip")


@pytest.fixture
def arm(here) -> Path:
    """A package with a robot; the current folder is the one around it."""
    build(
        here,
        {
            "arm/package.xml": package("arm"),
            "arm/urdf/arm.urdf": ROBOT,
            "arm/urdf/broken.urdf": BROKEN,
            "arm/urdf/macros.xacro": MACROS,
            "arm/urdf/arm.srdf": '<robot name="r"/>\n',
            "arm/meshes/base.stl": "solid" + "\n" * 2_345_673,
            "arm/meshes/tip.obj": "mtllib lost.mtl\n",
            "secret/key.stl": "solid SECRET",
        },
    )
    return here


PAGE = """out: 5 files, 2.3 MB
  arm.srdf                  18 bytes
  arm.urdf                 222 bytes
  bodyplan-bundle.json     000 bytes
  meshes/base.stl             2.3 MB  arm.urdf:3
  meshes/tip.obj            16 bytes  arm.urdf:4

1 file is not in the bundle; the URIs are unchanged
  meshes/tip.obj: the file does not exist
    lost.mtl
"""


def test_the_page_lists_what_was_copied_with_what_asked_for_it(arm, bodyplan):
    status, out, err = bodyplan("bundle", "arm/urdf/arm.urdf", "arm/urdf/arm.srdf", "-o", "out")
    expected = PAGE
    for name, size in (("arm.urdf", "222"), (MARKER, "000")):
        expected = expected.replace(f"{size} bytes", f"{(arm / 'out' / name).stat().st_size} bytes")
    assert [line.split() for line in out.splitlines()] == [
        line.split() for line in expected.splitlines()
    ]
    assert (status, err) == (1, "")


def test_all_lists_where_each_file_was_and_everything_that_asked_for_it(arm, bodyplan):
    _, out, _ = bodyplan("bundle", "arm/urdf/arm.urdf", "-o", "out", "--all")
    lines = out.splitlines()
    start = lines.index("  meshes/base.stl  2.3 MB")
    assert lines[start + 1 : start + 3] == [
        f"    from {arm / 'arm/meshes/base.stl'}",
        (
            "    arm.urdf:3 /robot/link/visual[1]/geometry/mesh/@filename: "
            "package://arm/meshes/base.stl"
        ),
    ]


def test_all_is_well_with_status_0(arm, bodyplan):
    (arm / "arm/meshes/lost.mtl").write_text("")
    status, out, err = bodyplan("bundle", "arm/urdf/arm.urdf", "-o", "arm.zip")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "arm.zip: 5 files, 2.3 MB"
    assert "not in the bundle" not in out


def test_what_is_not_a_mesh_is_left_out_and_can_be_included(arm, bodyplan):
    (arm / "arm/meshes/base.stl").write_text("the code of the safe is 1234\n")
    status, out, _ = bodyplan("bundle", "arm/urdf/arm.urdf", "-o", "out")
    assert status == 1
    assert (
        "  arm.urdf: its content is not that of a '.stl' file\n    package://arm/meshes/base.stl"
        in out
    )
    assert "copy a file whatever it contains with --include PATTERN" in out
    assert not (arm / "out/meshes/base.stl").exists()
    bodyplan("bundle", "arm/urdf/arm.urdf", "-o", "out", "--force", "--include", "base.*")
    assert (arm / "out/meshes/base.stl").exists()


def test_files_beyond_the_limit_of_a_bundle_are_left_out(arm, bodyplan, monkeypatch):
    monkeypatch.setattr("bodyplan.jobs.bundle.plan.MOST_BYTES", 0)
    status, out, _ = bodyplan("bundle", "arm/urdf/arm.urdf", "-o", "out", "--include", "*")
    assert status == 1
    assert "it has 0.0 MB; the limit of a bundle is 0.0 MB in all" in out
    assert [path.name for path in (arm / "out").rglob("*.stl")] == []


def test_a_configuration_says_where_packages_are(here, bodyplan):
    build(
        here,
        {
            "bodyplan.toml": '[packages]\narm = "vendor/the_arm"\n',
            "vendor/the_arm/meshes/base.stl": "",
            "robots/r.urdf": '<robot name="r"><link name="a"><visual><geometry>'
            '<mesh filename="package://arm/meshes/base.stl"/></geometry></visual></link></robot>',
        },
    )
    status, out, err = bodyplan("bundle", "robots/r.urdf", "-o", "out")
    assert (status, err) == (0, "")
    assert out.startswith("out: 3 files")


def test_many_files_are_listed_by_folder(arm, bodyplan):
    meshes = "".join(
        f'<visual><geometry><mesh filename="package://arm/meshes/m{n}.stl"/></geometry></visual>'
        for n in range(30)
    )
    build(
        arm,
        {
            "arm/urdf/many.urdf": f'<robot name="r"><link name="a">{meshes}</link></robot>',
            **{f"arm/meshes/m{n}.stl": "solid" for n in range(30)},
        },
    )
    _, out, _ = bodyplan("bundle", "arm/urdf/many.urdf", "-o", "out")
    assert out.splitlines()[3].split() == ["meshes/", "30", "files", "150", "bytes"]
    _, out, _ = bodyplan("bundle", "arm/urdf/many.urdf", "-o", "out", "--force", "--all")
    assert sum(line.startswith("    from ") for line in out.splitlines()) == 31


def test_json_reports_everything(arm, bodyplan):
    status, out, err = bodyplan("bundle", "arm/urdf/broken.urdf", "-o", "out", "--json")
    table = json.loads(out)
    assert (status, err) == (1, "")
    assert set(table) == {"version", "target", "uri", "size", "files", "missing", "left"}
    assert (table["version"], table["uri"], table["left"]) == (1, "relative", [])
    assert table["target"] == str(arm / "out")
    listed, description = table["files"]
    assert listed["path"] == MARKER
    assert listed["source"] is None
    assert description == {
        "path": "broken.urdf",
        "source": str(Path("arm/urdf/broken.urdf")),
        "size": len(BROKEN),
        "kind": "description",
        "origins": [],
    }
    assert (
        table["missing"]
        == [
            {
                "uri": "package://arm/meshes/noneQQQ.stl",
                "named_by": "broken.urdf",
                "line": 3,
                "state": "missing",
                "reason": "the file does not exist; did you mean 'meshes/base.stl'?",
            },
            {
                "uri": "package://goneQQQ/tip.obj",
                "named_by": "broken.urdf",
                "line": 4,
                "state": "missing",
                "reason": "the package 'goneQQQ' is not found",
            },
        ]
        or "did you mean" not in out
    )


def test_a_package_can_be_named(arm, bodyplan):
    build(arm, {"other/tip.obj": ""})
    words = ("--package", "goneQQQ=other")
    status, out, _ = bodyplan("bundle", "arm/urdf/broken.urdf", "-o", "out", *words)
    assert status == 1
    assert "goneQQQ/tip.obj" in out.partition("not in the bundle")[0]


def test_what_is_refused_is_reported_with_the_remedy(arm, bodyplan):
    build(
        arm, {"arm/urdf/spy.urdf": ROBOT.replace("package://arm/meshes/base", "../../secret/key")}
    )
    status, out, _ = bodyplan("bundle", "arm/urdf/spy.urdf", "-o", "out")
    assert status == 1
    assert "it lies outside the allowed folders" in out
    assert "--folder PATH" in out
    assert "SECRET" not in "".join(p.read_text() for p in (arm / "out").rglob("*.stl"))
    _, out, _ = bodyplan("bundle", "arm/urdf/spy.urdf", "-o", "out2", "--folder", "secret")
    assert "secret/key.stl" in out.partition("not in the bundle")[0]


def test_quiet_prints_nothing(arm, bodyplan):
    words = ("arm/urdf/arm.urdf", "-o", "out", "--quiet")
    assert bodyplan("bundle", *words) == (1, "", "")
    assert (arm / "out/arm.urdf").exists()


def test_standard_input_and_samples_are_bundled(arm, bodyplan, feed):
    feed('<robot name="tern"><link name="a"/></robot>')
    assert bodyplan("bundle", "-", "-o", "one")[0] == 0
    assert {path.name for path in (arm / "one").iterdir()} == {"tern.urdf", MARKER}
    assert bodyplan("bundle", "sample:arm", "-o", "two", "--flat")[0] == 0
    assert bodyplan("check", "two/arm.urdf")[0] == 0
    assert bodyplan("where", "two/arm.urdf")[0] == 0


def test_a_bundle_has_nothing_missing_and_nothing_to_check(arm, bodyplan):
    (arm / "arm/meshes/lost.mtl").write_text("")
    bodyplan("bundle", "arm/urdf/arm.urdf", "-o", "out", "--uri", "package")
    assert bodyplan("where", "out/arm.urdf")[0] == 0
    assert bodyplan("check", "out/arm.urdf", "--select", "R")[:2] == (
        0,
        "no problems found in 1 file\n",
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["arm/urdf/arm.urdf"], "missing -o/--output"),
        (["arm/urdf/arm.urdf", "-o", "-"], "cannot be written to standard output"),
        (
            ["arm/urdf/arm.urdf", "-o", "arm"],
            "arm already exists; --force replaces it if it is a bundle",
        ),
        (["arm/urdf/arm.urdf", "-o", "arm", "--force"], "arm was not written by `bodyplan bundle`"),
        (["arm/urdf/arm.urdf", "-o", "no/out"], "folder no does not exist"),
        (["none.urdf", "-o", "out"], "none.urdf does not exist"),
        (["arm/package.xml", "-o", "out"], "arm/package.xml"),
        (["a:=b", "-o", "out"], "missing ROBOT"),
        (
            ["arm/urdf/macros.xacro", "-o", "out"],
            "macros.xacro cannot be expanded: 'a' is not defined (the first of 2 problems)",
        ),
        (["arm/urdf/arm.urdf", "a:=b:=c", "-o", "out"], "more than one"),
        (["arm/urdf/arm.urdf", "-o", "out", "--package", "x=none"], "folder not found"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(arm, bodyplan, words, sentence):
    status, out, err = bodyplan("bundle", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert not (arm / "out").exists()


def test_a_terminal_shows_how_much_is_copied(arm, bodyplan, monkeypatch):
    monkeypatch.setattr("bodyplan.cli.output._PATIENCE", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    status, out, err = bodyplan("bundle", "arm/urdf/arm.urdf", "-o", "out")
    assert status == 1
    assert out.startswith("out: 4 files")
    assert err.startswith("\r\x1b[Kcopying: ")
    assert " of " in err
    assert err.endswith("\r\x1b[K")


@pytest.fixture
def _heeds_interruptions():
    """Interruptions are heeded: who ignores them, as jobs in the background do, hands that down."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.usefixtures("_heeds_interruptions")
@pytest.mark.parametrize("target", ["out", "out.zip"])
@pytest.mark.parametrize(
    ("stop", "status", "told"),
    [(signal.SIGINT, 130, "bodyplan: interrupted\n"), (signal.SIGTERM, 143, "")],
)
def test_an_interruption_leaves_nothing_behind(arm, target, stop, status, told):
    with (arm / "arm/meshes/base.stl").open("wb") as stream:
        stream.write(bytes(80) + (29_000_000).to_bytes(4, "little"))
        stream.truncate(1_500_000_000)  # a hole: large to copy, nothing on disk
    place = arm / "place"
    place.mkdir()
    words = [
        sys.executable,
        "-m",
        "bodyplan",
        "bundle",
        "arm/urdf/arm.urdf",
        "-o",
        f"place/{target}",
    ]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        for _ in range(200):
            time.sleep(0.02)
            if any(place.iterdir()):
                break
        process.send_signal(stop)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (status, told)
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_999, "1.0 MB"),
        (12_345_678, "12.3 MB"),
        (5_000_000_000, "5.0 GB"),
        (7_000_000_000_000, "7.0 TB"),
    ],
)
def test_sizes_are_rounded_for_people(count, words):
    assert verb.size(count) == words
