"""The verb where: every address of a robot, where it leads, and why one leads nowhere."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from tests.resources.layouts import build, package

from bodyplan.cli import main

BROKEN = """<robot name="r">
  <link name="a">
    <visual><geometry><mesh filename="package://arm/meshes/base.stl"/></geometry></visual>
    <collision><geometry><mesh filename="package://arm/meshes/base.stl"/></geometry></collision>
    <visual><geometry><mesh filename="package://arm/meshes/Tip.STL"/></geometry></visual>
    <visual><geometry><mesh filename="package://arm/meshes/bsaeQQQ.stl"/></geometry></visual>
    <visual><geometry><mesh filename="package://gripper/meshes/a.stl"/></geometry></visual>
    <visual><geometry><mesh filename="package://gripper/meshes/b.stl"/></geometry></visual>
    <visual><geometry><mesh filename="https://example.org/c.stl"/></geometry></visual>
  </link>
</robot>
"""


@pytest.fixture
def arm(here) -> Path:
    """A package with a robot that has faults."""
    build(
        here,
        {
            "arm/package.xml": package("arm"),
            "arm/urdf/arm.urdf": BROKEN,
            "arm/meshes/base.stl": "",
            "arm/meshes/tip.stl": "",
        },
    )
    return here


PAGE = """arm/urdf/arm.urdf
6 files, referenced 7 times: 2 found, 3 missing, 1 on the network

found
  package://arm/
    in arm  package.xml above the file
    meshes/
      base.stl ×2, Tip.STL

missing
  package://gripper/  package not found  lines 7, 8
    meshes/
      a.stl, b.stl
    package.xml above the file             its name is 'arm'         arm/package.xml
    folder of that name above the file     not found                 arm/urdf
    folder beside the package of the file  no such folder            gripper
    folders above the file                 not found in any of them  arm/urdf/meshes/a.stl
  package://arm/meshes/bsaeQQQ.stl  line 6
    package.xml above the file  no such file              arm/meshes/bsaeQQQ.stl
    folders above the file      not found in any of them  arm/urdf/meshes/bsaeQQQ.stl
    did you mean 'meshes/base.stl'?

on the network, never downloaded
  https://example.org/
    c.stl

remarks
  the name on disk is 'tip.stl'; file names are case-sensitive on Linux
    package://arm/meshes/Tip.STL
      write package://arm/meshes/tip.stl

set the path of a package with --package gripper=PATH; no variable such as ROS_PACKAGE_PATH or \
AMENT_PREFIX_PATH is set
"""


def test_the_page_reports_what_is_found_and_why_the_rest_is_not(arm, bodyplan):
    status, out, err = bodyplan("where", "arm/urdf/arm.urdf")
    assert (status, err) == (1, "")
    assert out == PAGE


def test_only_what_is_missing(arm, bodyplan):
    status, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "--missing")
    assert status == 1
    assert "found\n" not in out
    assert "remarks" not in out
    assert "did you mean 'meshes/base.stl'?" in out


def test_all_gives_each_file_its_path(arm, bodyplan):
    _, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "--all")
    assert (
        "  package://arm/meshes/base.stl ×2\n"
        "      arm/meshes/base.stl  package.xml above the file\n"
    ) in out


def test_a_package_can_be_given(arm, bodyplan):
    build(arm, {"grip/meshes/a.stl": "", "parts/gripper/meshes/b.stl": ""})
    status, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "--package", "gripper=grip")
    assert status == 1
    assert "in grip  --package" in out
    options = ("--package", "gripper=grip", "--folder", "parts")
    status, out, _ = bodyplan("where", "arm/urdf/arm.urdf", *options)
    assert "in parts/gripper  --folder" in out
    assert "package://gripper/" not in out.partition("missing\n")[2].partition("\n\n")[0]


def test_a_sample_has_all_its_files(bodyplan):
    status, out, err = bodyplan("where", "sample:arm", "sample:rover", "sample:quadruped")
    assert (status, err) == (0, "")
    assert out.count(": all found\n") == 3
    assert "joint_caps.stl ×2" in out


def test_a_robot_without_files_says_so(here, bodyplan):
    (here / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    assert bodyplan("where", "r.urdf") == (0, "r.urdf\nreferences no files\n", "")


def test_json_holds_everything(arm, bodyplan, monkeypatch):
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(arm / "nowhere"))
    status, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "--json")
    assert status == 1
    table = json.loads(out)
    assert (table["version"], table["packages"], table["folders"]) == (1, {}, [])
    assert table["variables"] == {"ROS_PACKAGE_PATH": str(arm / "nowhere")}
    (file,) = table["files"]
    assert (file["path"], file["format"]) == ("arm/urdf/arm.urdf", "urdf")
    states = [resource["state"] for resource in file["resources"]]
    assert states == ["found", "found", "missing", "missing", "missing", "network"]
    base = file["resources"][0]
    assert base["path"] == str(arm / "arm/meshes/base.stl")
    assert [place["line"] for place in base["locations"]] == [3, 4]
    assert base["found_by"] == "package.xml above the file"
    assert base["folder"] == str(arm / "arm")
    lost = file["resources"][3]
    assert lost["tried"][-2] == {
        "source": "ROS_PACKAGE_PATH",
        "path": str(arm / "nowhere"),
        "outcome": "no such folder",
    }
    _, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "--json", "--missing")
    assert len(json.loads(out)["files"][0]["resources"]) == 3


def test_a_mesh_that_is_a_folder_is_missing(arm, bodyplan):
    (arm / "arm/urdf/arm.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="package://arm/meshes"/>'
        "</geometry></visual></link></robot>"
    )
    status, out, _ = bodyplan("where", "arm/urdf/arm.urdf")
    assert status == 1
    assert "    this is a folder; a file is expected\n" in out


def test_many_alike_are_counted(here, bodyplan):
    meshes = "".join(
        f'<visual><geometry><mesh filename="/nowhere-QQQ/{n}.stl"/></geometry></visual>'
        for n in range(9)
    )
    (here / "r.urdf").write_text(f'<robot name="r"><link name="a">{meshes}</link></robot>')
    _, out, _ = bodyplan("where", "r.urdf")
    assert "  and 6 more\n    /nowhere-QQQ/\n      3.stl, 4.stl" in out
    _, out, _ = bodyplan("where", "r.urdf", "--all")
    assert "more" not in out
    assert out.count("the path itself") == 9


def test_many_places_alike_are_counted(arm, bodyplan, monkeypatch):
    prefixes = ":".join(str(arm / f"p{n}") for n in range(50))
    monkeypatch.setenv("AMENT_PREFIX_PATH", prefixes)
    _, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "--missing")
    assert re.search(r"AMENT_PREFIX_PATH +no such folder +and 48 more\n", out)
    assert "is set" not in out
    _, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "--all")
    assert "p49/share/gripper" in out


def test_folders_are_searched_and_what_cannot_be_read_is_reported(arm, bodyplan):
    (arm / "arm/urdf/bad.urdf").write_text("no XML")
    status, out, err = bodyplan("where", "arm")
    assert status == 2
    assert "arm/urdf/arm.urdf\n6 files" in out
    assert err.startswith("bodyplan: arm/urdf/bad.urdf: ")
    assert err.count("\n") == 1
    assert bodyplan("where", "QQQ.urdf")[0] == 2


def test_only_files_that_miss_something_are_shown_of_many(arm, bodyplan):
    (arm / "arm/urdf/good.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    _, out, _ = bodyplan("where", "arm", "--missing")
    assert "good.urdf" not in out
    assert "arm.urdf" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--package", "gripper"], "--package: expected NAME=PATH, got 'gripper'"),
        (["--package", "=x"], "--package: expected NAME=PATH, got '=x'"),
        (["--package", "g="], "--package: expected NAME=PATH, got 'g='"),
        (["--package", "g=QQQ"], "--package g: QQQ: folder not found"),
        (["--folder", "arm/package.xml"], "--folder: arm/package.xml: not a folder"),
        (["--folder", "a" * 999], "folder not found"),
        (["--package", "g=arm", "--package", "g=arm/urdf"], "--package g is set twice"),
    ],
)
def test_wrong_use_is_one_sentence(arm, bodyplan, words, sentence):
    status, out, err = bodyplan("where", "arm/urdf/arm.urdf", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_standard_input_has_no_folder(arm, bodyplan, feed):
    feed(BROKEN)
    status, out, _ = bodyplan("where", "-", "--package", "arm=arm")
    assert status == 1
    assert "in arm  --package" in out


def test_the_page_can_be_written_to_a_file_or_not_at_all(arm, bodyplan):
    status, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "-o", "page.txt")
    assert (status, out) == (1, "")
    assert (arm / "page.txt").read_text(encoding="utf-8") == PAGE
    assert bodyplan("where", "arm/urdf/arm.urdf", "--quiet") == (1, "", "")
    quiet = bodyplan("where", "arm/urdf/arm.urdf", "--quiet", "--json")
    assert quiet == bodyplan("where", "arm/urdf/arm.urdf", "--json")


def test_colours_are_there_when_asked_for(arm, bodyplan):
    _, out, _ = bodyplan("where", "arm/urdf/arm.urdf", "--color", "always")
    assert "\x1b[1;31mmissing\x1b[0m" in out
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert [line.rstrip() for line in stripped.splitlines()] == PAGE.splitlines()


def test_without_unicode_it_writes_ascii(arm, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    main(["where", "arm/urdf/arm.urdf"])
    out.flush()
    assert "base.stl x2" in out.buffer.getvalue().decode("ascii")


def test_nothing_in_an_address_steers_the_terminal(here, bodyplan):
    text = '<robot name="r"><link name="a"><visual><geometry><mesh filename="{}"/></geometry></visual></link></robot>'
    for uri in ("a&#10;b\u202e.stl", "package://x&#9;y/\u0085.stl", "C:\\\u009b31m.stl"):
        (here / "r.urdf").write_text(text.format(uri), encoding="utf-8")
        for words in ((), ("--all",), ("--json",)):
            status, out, _ = bodyplan("where", "r.urdf", *words)
            assert status == 1
            assert all(c.isprintable() or c == "\n" for c in out) or "--json" in words
            assert "\u202e" not in out
            assert "\u009b" not in out


def test_real_robots_are_shown(example_robot, bodyplan):
    status, out, err = bodyplan("where", example_robot)
    assert err == ""
    assert status == (1 if example_robot.name == "romeo_laas_small.urdf" else 0)
    assert Path(out.partition("\n")[0]).absolute() == example_robot  # shown from here, if near


def test_a_configuration_says_where_packages_are(here, capsys):
    build(
        here,
        {
            "bodyplan.toml": '[packages]\narm = "vendor/the_arm"\n',
            "vendor/the_arm/meshes/base.stl": "",
            "robots/r.urdf": '<robot name="r"><link name="a"><visual><geometry>'
            '<mesh filename="package://arm/meshes/base.stl"/></geometry></visual></link></robot>',
        },
    )
    assert main(["where", "robots/r.urdf"]) == 0
    assert "vendor/the_arm" in capsys.readouterr().out
    assert main(["check", "robots/r.urdf", "--select", "R"]) == 0


def test_addresses_beyond_the_cap_are_not_called_missing(here, capsys, monkeypatch):
    monkeypatch.setattr("bodyplan.resources.find.MOST_ADDRESSES", 2)
    build(here, {"a.stl": "", "b.stl": ""})
    meshes = ("a.stl", "b.stl", "https://example.org/c.stl", "d.stl", "e.stl")
    visuals = "".join(
        f'<visual><geometry><mesh filename="{mesh}"/></geometry></visual>' for mesh in meshes
    )
    (here / "arm.urdf").write_text(f'<robot name="r"><link name="l">{visuals}</link></robot>')
    assert main(["where", "arm.urdf"]) == 1
    page = capsys.readouterr().out
    assert "2 found, 1 on the network, 2 not searched" in page
    assert "d.stl and 1 more" in page
    assert "missing" not in page
    assert main(["where", "arm.urdf", "--json", "--missing"]) == 1
    rows = json.loads(capsys.readouterr().out)["files"][0]["resources"]
    assert [(row["uri"], row["state"]) for row in rows] == [
        ("d.stl", "unknown"),
        ("e.stl", "unknown"),
    ]


def test_a_file_of_another_case_is_not_called_found(here, bodyplan):
    mesh = '<visual><geometry><mesh filename="base.stl"/></geometry></visual>'
    build(here, {"arm.urdf": f"<robot name='r'><link name='a'>{mesh}</link></robot>"})
    build(here, {"Base.stl": ""})
    status, out, _ = bodyplan("where", "arm.urdf")
    assert status == bodyplan("check", "arm.urdf")[0] == 1
    assert "1 file, referenced 1 time: found, but only under another name" in out
