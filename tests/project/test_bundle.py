"""Bundles: whole, at one place, readable anywhere, and nothing from outside in them."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from tests.resources.layouts import build, package

import bodyplan
from bodyplan.files.safe_name import safe_name
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read
from bodyplan.formats.resources import named_resources
from bodyplan.jobs.bundle.bundling import Bundle, bundle
from bodyplan.jobs.bundle.marker import BundleError
from bodyplan.lint.check import check_document
from bodyplan.resources import Resources

LINK = '<visual><geometry><mesh filename="{}"/></geometry></visual>'


STL = "solid a\nfacet normal 0 0 1\nendfacet\nendsolid a\n"
PNG = "P2 1 1 1 0\n"
"""A picture in text, so that it can be written like the others."""
LIST = "bodyplan-bundle.json"


def stl(name: str) -> str:
    """A mesh with a content of its own."""
    return f"solid {name}\nendsolid {name}\n"


def robot(*uris: str, more: str = "") -> str:
    return f'<robot name="r">\n<!-- kept -->\n<link name="a">{"".join(map(LINK.format, uris))}</link>{more}</robot>\n'


def nowhere() -> Resources:
    """Looks only around the description."""
    return Resources(environment={})


def named(document: Document) -> Counter[bytes]:
    """The contents of all files that a description names, as often as they are named."""
    resources = nowhere()
    found: Counter[bytes] = Counter()
    for use in named_resources(document):
        path = resources.resolve(use.uri, base=document.path.parent).path
        if path is not None:
            found[path.read_bytes()] += 1
    return found


def faults(document: Document) -> list[tuple[str, int]]:
    """The diagnostics but U506, which depends on whether a ROS package is around the file."""
    found = check_document(document, resources=nowhere())
    return [(d.code, d.where.line) for d in found if d.code != "U506"]


def paths(made: Bundle) -> list[str]:
    """The files of a bundle without the list of them."""
    return [file.path for file in made.files if file.path != LIST]


def on_disk(folder: Path) -> list[str]:
    found = (p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
    return sorted(path for path in found if path != LIST)


def addresses(path: Path) -> list[str]:
    return [use.uri for use in named_resources(read(path))]


@pytest.fixture
def arm(tmp_path) -> Path:
    """A robot in a package, with parts in another."""
    build(
        tmp_path,
        {
            "ws/arm/package.xml": package("arm"),
            "ws/arm/urdf/arm.urdf": robot(
                "package://arm/meshes/base.stl",
                "../meshes/base.stl",
                "package://hand/meshes/palm.obj",
            ),
            "ws/arm/urdf/arm.srdf": '<robot name="r"/>\n',
            "ws/arm/meshes/base.stl": STL,
            "ws/hand/package.xml": package("hand"),
            "ws/hand/meshes/palm.obj": "mtllib palm.mtl\nv 0 0 0\n",
            "ws/hand/meshes/palm.mtl": "newmtl a\nmap_Kd ../textures/skin.png\n",
            "ws/hand/textures/skin.png": PNG,
            "ws/hand/textures/unused.png": "unused",
        },
    )
    return tmp_path / "ws/arm/urdf/arm.urdf"


# What is in it


def test_files_keep_their_folders_and_addresses_begin_at_the_description(arm, tmp_path):
    made = bundle([arm, arm.with_suffix(".srdf")], tmp_path / "out", resources=nowhere())
    assert paths(made) == on_disk(tmp_path / "out")
    assert paths(made) == [
        "arm.srdf",
        "arm.urdf",
        "hand/meshes/palm.mtl",
        "hand/meshes/palm.obj",
        "hand/textures/skin.png",
        "meshes/base.stl",
    ]
    assert addresses(tmp_path / "out/arm.urdf") == [
        "meshes/base.stl",
        "meshes/base.stl",
        "hand/meshes/palm.obj",
    ]
    assert {file.path: file.kind for file in made.files} == {
        "arm.srdf": "description",
        "arm.urdf": "description",
        "hand/meshes/palm.mtl": "part",
        "hand/meshes/palm.obj": "resource",
        "hand/textures/skin.png": "part",
        "meshes/base.stl": "resource",
        LIST: "manifest",
    }
    assert made.size == sum(p.stat().st_size for p in (tmp_path / "out").rglob("*") if p.is_file())
    (base,) = (file for file in made.files if file.path == "meshes/base.stl")
    assert base.uris == ("package://arm/meshes/base.stl", "../meshes/base.stl")
    assert not made.missing
    assert not made.left


def test_nothing_changes_but_the_addresses(arm, tmp_path):
    bundle(arm, tmp_path / "out", resources=nowhere())
    before = arm.read_text()
    for old, new in (
        ("package://arm/", ""),
        ("../meshes", "meshes"),
        ("package://hand", "hand"),
    ):
        before = before.replace(old, new)
    assert (tmp_path / "out/arm.urdf").read_text() == before


def test_a_package_has_a_manifest_and_is_found_by_it(arm, tmp_path):
    made = bundle(arm, tmp_path / "My Arm-2", resources=nowhere(), uri="package")
    out = tmp_path / "My Arm-2"
    assert ET.parse(out / "package.xml").findtext("name") == "my_arm_2"
    assert addresses(out / "arm.urdf")[2] == "package://my_arm_2/hand/meshes/palm.obj"
    assert named(read(out / "arm.urdf")) == named(read(arm))
    assert {file.path for file in made.files if file.kind == "manifest"} == {"package.xml", LIST}


def test_a_flat_bundle_has_no_folders_and_its_meshes_find_their_parts(arm, tmp_path):
    made = bundle(arm, tmp_path / "out", resources=nowhere(), flat=True)
    assert paths(made) == ["arm.urdf", "base.stl", "palm.mtl", "palm.obj", "skin.png"]
    assert (tmp_path / "out/palm.mtl").read_text() == "newmtl a\nmap_Kd skin.png\n"
    assert addresses(tmp_path / "out/arm.urdf") == ["base.stl", "base.stl", "palm.obj"]


def test_an_archive_holds_the_same_in_a_folder_of_its_name(arm, tmp_path):
    made = bundle(arm, tmp_path / "arm_all.zip", resources=nowhere())
    bundle(arm, tmp_path / "out", resources=nowhere())
    with zipfile.ZipFile(tmp_path / "arm_all.zip") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [f"arm_all/{path}" for path in (*paths(made), LIST)]
        archive.extractall(tmp_path / "unpacked")
    for path in paths(made):
        one, other = tmp_path / "unpacked/arm_all" / path, tmp_path / "out" / path
        assert one.read_bytes() == other.read_bytes()


def test_one_robot_makes_the_same_archive_each_time(arm, tmp_path):
    bundle(arm, tmp_path / "a.zip", resources=nowhere())
    first = (tmp_path / "a.zip").read_bytes()
    os.utime(arm, (0, 0))
    bundle(arm, tmp_path / "a.zip", resources=nowhere(), force=True)
    assert (tmp_path / "a.zip").read_bytes() == first


def test_files_that_need_one_place_get_two(tmp_path):
    build(
        tmp_path,
        {
            "r/package.xml": package("r"),
            "r/urdf/r.urdf": robot(
                "../meshes/a.stl", "meshes/a.stl", "meshes/A.STL", "../../x/meshes/a.stl/b.stl"
            ),
            "r/meshes/a.stl": stl("1"),
            "r/urdf/meshes/a.stl": stl("2"),
            "r/urdf/meshes/A.STL": stl("3"),
            "x/package.xml": package("x"),
            "x/meshes/a.stl/b.stl": stl("4"),
        },
    )
    out = tmp_path / "out"
    resources = Resources(folders=[tmp_path], environment={})
    made = bundle(tmp_path / "r/urdf/r.urdf", out, resources=resources)
    assert not made.missing
    contents = [(out / address).read_text() for address in addresses(out / "r.urdf")]
    assert contents == [stl("1"), stl("2"), stl("3"), stl("4")]
    assert len({path.casefold() for path in paths(made)}) == 5


def test_names_that_only_some_systems_take_are_written_otherwise(tmp_path):
    build(
        tmp_path,
        {
            "r/package.xml": package("r"),
            "r/r.urdf": robot("meshes/a%23b:c?.stl", "aux/nul.stl", "meshes/x y.stl"),
            "r/meshes/a%23b:c?.stl": stl("1"),
            "r/aux/nul.stl": stl("2"),
            "r/meshes/x y.stl": stl("3"),
        },
    )
    made = bundle(tmp_path / "r/r.urdf", tmp_path / "out", resources=nowhere())
    assert paths(made) == ["_aux/_nul.stl", "meshes/a_23b_c_.stl", "meshes/x y.stl", "r.urdf"]
    assert addresses(tmp_path / "out/r.urdf") == [
        "meshes/a_23b_c_.stl",
        "_aux/_nul.stl",
        "meshes/x y.stl",
    ]


@pytest.mark.parametrize("name", ["..", ".", " ", "/", "COM1.stl", "a.", "\n", "\udcff", "a/b"])
def test_a_safe_name_is_one_on_every_system(name):
    made = safe_name(name)
    assert made.strip(". ") == made != ""
    assert not set(made) & set('/\\:*?"<>|\n')
    made.encode()
    assert made.partition(".")[0].lower() != "com1"


def test_back_slashes_and_other_cases_are_written_right(tmp_path):
    build(
        tmp_path,
        {
            "r/package.xml": package("r"),
            "r/r.urdf": robot("package://r\\meshes\\A.STL", "meshes\\a.stl"),
            "r/meshes/a.stl": stl("1"),
        },
    )
    bundle(tmp_path / "r/r.urdf", tmp_path / "out", resources=nowhere())
    assert addresses(tmp_path / "out/r.urdf") == ["meshes/a.stl", "meshes/a.stl"]


def test_kept_content_is_written_anew_too(tmp_path):
    more = (
        '<gazebo><plugin filename="libx.so"><mesh><uri>package://r/m/a.dae</uri></mesh>'
        '<mesh filename="file://m/a.dae"/></plugin><u><uri>model://sun</uri></u></gazebo>'
    )
    build(
        tmp_path,
        {"r/package.xml": package("r"), "r/r.urdf": robot(more=more), "r/m/a.dae": "<COLLADA/>"},
    )
    made = bundle(tmp_path / "r/r.urdf", tmp_path / "out", resources=nowhere())
    text = (tmp_path / "out/r.urdf").read_text()
    assert "<uri>m/a.dae</uri>" in text
    assert '<mesh filename="m/a.dae"/>' in text
    assert [(one.uri, one.state) for one in made.missing] == [("model://sun", "missing")]


# What meshes refer to


def test_files_of_meshes_come_along(tmp_path):
    table = {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": "body%20x.bin"}],
        "images": [{"uri": "data:,"}],
    }
    build(
        tmp_path,
        {
            "r/package.xml": package("r"),
            "r/r.urdf": robot("m/body.gltf", "m/arm.dae", "m/scan.ply", "m/old.fbx"),
            "r/m/body.gltf": json.dumps(table),
            "r/m/body x.bin": "\1\2",
            "r/m/arm.dae": "<COLLADA><image><init_from>file:///C:/cad/t.png</init_from></image>"
            "<image><init_from>lost.png</init_from></image>"
            "<image><init_from>https://example.org/t.png</init_from></image></COLLADA>",
            "r/m/t.png": PNG,
            "r/m/scan.ply": "ply\nformat ascii 1.0\ncomment TextureFile t.png\nend_header\n",
            "r/m/old.fbx": "; FBX 7.3",
        },
    )
    made = bundle(tmp_path / "r/r.urdf", tmp_path / "out", resources=nowhere())
    assert [file.path for file in made.files if file.kind == "part"] == ["m/body x.bin", "m/t.png"]
    assert "<init_from>t.png</init_from>" in (tmp_path / "out/m/arm.dae").read_text()
    assert json.loads((tmp_path / "out/m/body.gltf").read_text()) == table
    assert [(one.uri, one.named_by, one.state) for one in made.missing] == [
        ("lost.png", "m/arm.dae", "missing")
    ]
    assert [(one.uri, one.named_by) for one in made.left] == [
        ("https://example.org/t.png", "m/arm.dae"),
        ("m/old.fbx", "m/old.fbx"),
    ]


def test_a_texture_above_the_description_stays_reachable(tmp_path):
    build(
        tmp_path,
        {
            "r/package.xml": package("r"),
            "r/urdf/r.urdf": robot("a.obj"),
            "r/urdf/a.obj": "mtllib ../mat/a.mtl\n",
            "r/mat/a.mtl": "map_Kd ../../r/tex/t.png\n",
            "r/tex/t.png": PNG,
        },
    )
    made = bundle(tmp_path / "r/urdf/r.urdf", tmp_path / "out", resources=nowhere())
    assert not made.missing
    assert paths(made) == ["a.obj", "mat/a.mtl", "r.urdf", "r/tex/t.png"]
    assert (tmp_path / "out/a.obj").read_text() == "mtllib mat/a.mtl\n"
    assert (tmp_path / "out/mat/a.mtl").read_text() == "map_Kd ../r/tex/t.png\n"


# What is not in it


@pytest.fixture
def secret(tmp_path) -> Path:
    """A robot beside something that is none of its business."""
    build(
        tmp_path,
        {
            "secret/key": "SECRET",
            "secret/key.stl": stl("SECRET"),
            "r/package.xml": package("r"),
            "r/urdf/r.urdf": "",
            "r/meshes/link.stl": "-> ../../secret/key.stl",
            "r/meshes/inner.stl": "-> good.stl",
            "r/meshes/good.stl": stl("good"),
            "r/meshes/a.obj": "mtllib ../../secret/key\nmtllib /etc/passwd\n",
            "r/meshes/a.dae": "<COLLADA><image><init_from>file:///etc/passwd</init_from></image>"
            "<image><init_from>..%2F..%2Fsecret%2Fkey</init_from></image></COLLADA>",
        },
    )
    return tmp_path / "r/urdf/r.urdf"


@pytest.mark.parametrize(
    "uri",
    [
        "/etc/passwd",
        "file:///etc/passwd",
        "../../secret/key.stl",
        "package://r/../secret/key.stl",
        "package://../../etc/passwd",
        "package://r/meshes/link.stl",
        "../meshes/link.stl",
        "package://r/%2e%2e/secret/key.stl",
    ],
)
def test_nothing_from_outside_is_copied(secret, tmp_path, uri):
    secret.write_text(robot(uri))
    made = bundle(secret, tmp_path / "out", resources=nowhere())
    assert on_disk(tmp_path / "out") == ["r.urdf"]
    assert (tmp_path / "out/r.urdf").read_text() == secret.read_text()
    (one,) = made.missing
    assert (one.uri, one.named_by) == (uri, "r.urdf")
    assert one.state in {"refused", "missing"}


@pytest.mark.parametrize(("name", "count"), [("a.obj", 2), ("a.dae", 2)])
def test_meshes_reach_no_farther_than_the_description(secret, tmp_path, name, count):
    secret.write_text(robot(f"package://r/meshes/{name}"))
    made = bundle(secret, tmp_path / "out", resources=nowhere())
    assert on_disk(tmp_path / "out") == [f"meshes/{name}", "r.urdf"]
    assert [one.state for one in made.missing] == ["refused"] * count
    assert {one.named_by for one in made.missing} == {f"meshes/{name}"}


def test_a_folder_that_is_named_may_be_read(secret, tmp_path):
    secret.write_text(robot("../../secret/key.stl", "package://r/meshes/link.stl"))
    resources = Resources(folders=[tmp_path / "secret"], environment={})
    made = bundle(secret, tmp_path / "out", resources=resources)
    assert not made.missing
    assert paths(made) == ["r.urdf", "secret/key.stl"]  # both lead to one file


def test_links_inside_become_files(secret, tmp_path):
    secret.write_text(robot("package://r/meshes/inner.stl"))
    bundle(secret, tmp_path / "out", resources=nowhere())
    copy = tmp_path / "out/meshes/inner.stl"
    assert copy.read_text() == stl("good")
    assert not copy.is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_are_not_opened(secret, tmp_path):
    os.mkfifo(secret.parent / "pipe.stl")
    secret.with_name("b.obj").write_text("mtllib pipe.stl\n")
    secret.write_text(robot("pipe.stl", "b.obj"))
    made = bundle(secret, tmp_path / "out", resources=nowhere())
    assert on_disk(tmp_path / "out") == ["b.obj", "r.urdf"]
    assert [one.uri for one in made.missing] == ["pipe.stl", "pipe.stl"]


def test_what_is_missing_is_reported_with_the_reason_and_stays_named(secret, tmp_path):
    secret.write_text(
        robot(
            "package://noneQQQ/a.stl",
            "good.stl",
            "../meshes",
            "$(find r)/a.stl",
            "https://x.y/a.stl",
        )
    )
    made = bundle(secret, tmp_path / "out", resources=nowhere())
    assert {one.uri: one.reason for one in made.missing} == {
        "package://noneQQQ/a.stl": "the package 'noneQQQ' is not found",
        "good.stl": "the file does not exist",
        "../meshes": "expected a file, but this is a folder",
        "$(find r)/a.stl": "the URI contains an unexpanded xacro expression",
    }
    assert [one.uri for one in made.left] == ["https://x.y/a.stl"]
    assert (tmp_path / "out/r.urdf").read_text() == secret.read_text()


# Where it is written


def test_a_folder_is_replaced_only_with_force(arm, tmp_path):
    (tmp_path / "out").mkdir()  # an empty folder will do
    bundle(arm, tmp_path / "out", resources=nowhere())
    with pytest.raises(BundleError, match="already exists"):
        bundle(arm, tmp_path / "out", resources=nowhere())
    arm.write_text(robot("package://hand/meshes/palm.obj"))
    made = bundle(arm, tmp_path / "out", resources=nowhere(), force=True)
    assert on_disk(tmp_path / "out") == paths(made)
    assert "meshes/base.stl" not in paths(made)
    assert not (tmp_path / "out/meshes").exists()


def test_an_archive_is_replaced(arm, tmp_path):
    (tmp_path / "arm.zip").write_bytes(b"mine")
    bundle(arm, tmp_path / "arm.zip", resources=nowhere())
    assert zipfile.is_zipfile(tmp_path / "arm.zip")


def test_an_empty_current_folder_will_do(arm, tmp_path, monkeypatch):
    (tmp_path / "place").mkdir()
    monkeypatch.chdir(tmp_path / "place")
    made = bundle(arm, ".", resources=nowhere(), uri="package")
    assert on_disk(tmp_path / "place") == paths(made)
    assert "<name>place</name>" in (tmp_path / "place/package.xml").read_text()


@pytest.mark.parametrize(
    ("target", "sentence"),
    [("no/out", "folder .* does not exist"), ("file", "is a file"), ("/", "name a new folder")],
)
def test_a_target_that_cannot_be_is_reported(arm, tmp_path, target, sentence):
    (tmp_path / "file").write_text("")
    with pytest.raises(BundleError, match=sentence):
        bundle(arm, tmp_path / target, resources=nowhere())


@pytest.mark.parametrize("target", ["out", "out.zip"])
def test_an_interruption_leaves_nothing_behind(arm, tmp_path, target):
    (tmp_path / "place").mkdir()

    def interrupt(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bundle(arm, tmp_path / "place" / target, resources=nowhere(), progress=interrupt)
    assert list((tmp_path / "place").iterdir()) == []


@pytest.mark.parametrize("target", ["out", "out.zip"])
def test_a_failure_keeps_the_older_bundle(arm, tmp_path, target, monkeypatch):
    place = tmp_path / "place"
    place.mkdir()
    bundle(arm, place / target, resources=nowhere())
    before = sorted(p.name for p in place.rglob("*"))
    arm.write_text(robot("package://hand/meshes/palm.obj"))

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "rename", fail)
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(BundleError, match="no space left on device"):
        bundle(arm, place / target, resources=nowhere(), force=True)
    assert sorted(p.name for p in place.rglob("*")) == before


def test_progress_reports_all_bytes(arm, tmp_path):
    told: list[tuple[int, int]] = []
    made = bundle(
        arm, tmp_path / "out", resources=nowhere(), progress=lambda *step: told.append(step)
    )
    assert told[0] == (0, made.size)
    assert told[-1] == (made.size, made.size)
    assert all(one[0] <= other[0] for one, other in pairwise(told))


# What it is made of


@pytest.mark.parametrize("content", ["<robot name='r'><link", "<html/>", ""])
def test_what_cannot_be_read_is_no_bundle(tmp_path, content):
    (tmp_path / "r.urdf").write_text(content)
    with pytest.raises(InputError, match="cannot be read completely"):
        bundle(tmp_path / "r.urdf", tmp_path / "out", resources=nowhere())
    assert not (tmp_path / "out").exists()


def test_a_name_that_the_encoding_lacks_is_reported(tmp_path):
    head = '<?xml version="1.0" encoding="iso-8859-1"?>\n'
    build(tmp_path, {"r/package.xml": package("r"), "r/urdf/r.urdf": head + robot("../&#956;.stl")})
    (tmp_path / "r/\N{GREEK SMALL LETTER MU}.stl").write_text("")
    with pytest.raises(EditError, match="does not exist in"):
        bundle(tmp_path / "r/urdf/r.urdf", tmp_path / "out", resources=nowhere())
    assert not (tmp_path / "out").exists()


def test_text_has_no_folder_and_is_called_like_its_robot(tmp_path):
    made = bundle(robot("package://r/a.stl", "b.stl"), tmp_path / "out", resources=nowhere())
    assert paths(made) == ["r.urdf"]
    assert len(made.missing) == 2


def test_macros_are_expanded(tmp_path):
    build(
        tmp_path,
        {
            "ws/src/arm/package.xml": package("arm"),
            "ws/src/arm/meshes/base.stl": STL,
            "ws/src/arm/urdf/arm.urdf.xacro": (
                '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
                '<xacro:property name="m" value="$(find arm)/meshes"/><link name="a">'
                '<visual><geometry><mesh filename="file://${m}/base.stl"/></geometry></visual>'
                "</link></robot>"
            ),
        },
    )
    source = tmp_path / "ws/src/arm/urdf/arm.urdf.xacro"
    made = bundle(source, tmp_path / "out", resources=nowhere())
    assert paths(made) == ["arm.urdf", "meshes/base.stl"]
    assert addresses(tmp_path / "out/arm.urdf") == ["meshes/base.stl"]


@pytest.mark.parametrize("name", ["arm", "rover", "quadruped"])
def test_samples_are_the_same_in_a_bundle(tmp_path, name):
    made = bundle(f"sample:{name}", tmp_path / "out", resources=nowhere())
    copy = tmp_path / f"out/{name}.urdf"
    assert copy.read_bytes() == read(f"sample:{name}").source.data
    assert faults(read(copy)) == []
    assert len(made.files) > 1


# Real robots


@pytest.mark.parametrize("style", ["relative", "package"])
def test_real_robots_are_whole_and_as_clean_as_before(example_robot, tmp_path, style):
    made = bundle(example_robot, tmp_path / "out", resources=nowhere(), uri=style)
    before, after = read(example_robot), read(tmp_path / "out" / example_robot.name)
    assert named(after) == named(before)
    # G407 is for robots of ROS, as which nothing marks one whose addresses are relative.
    moved = ("R", "G407") if style == "relative" else ("R",)
    assert [fault for fault in faults(after) if not fault[0].startswith(moved)] == [
        fault for fault in faults(before) if not fault[0].startswith(moved)
    ]
    lost = {one.uri for one in made.missing if one.named_by == example_robot.name}
    assert all(uri.startswith("file:///usr/Romeo/") for uri in lost)
    assert [fault for fault in faults(after) if fault[0][0] == "R"] == (
        [fault for fault in faults(before) if fault[0][0] == "R"] if lost else []
    )


ROBOTS = ("talos_full_v2.urdf", "panda.urdf", "pr2.urdf")


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("name", ROBOTS)
def test_other_readers_open_a_bundle(example_robots, tmp_path, name):
    pinocchio = pytest.importorskip("pinocchio")
    source = next(path for path in example_robots if path.name == name)
    share = next(folder for folder in source.parents if folder.name == "example-robot-data")
    bundle(source, tmp_path / "out.zip", resources=nowhere())
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        archive.extractall(tmp_path)
    copy = tmp_path / "out" / name
    model = pinocchio.buildModelFromUrdf(str(copy))
    assert model == pinocchio.buildModelFromUrdf(str(source))
    for kind in (pinocchio.GeometryType.VISUAL, pinocchio.GeometryType.COLLISION):
        counts = [
            pinocchio.buildGeomFromUrdf(model, str(path), kind, package_dirs=[str(folder)]).ngeoms
            for path, folder in ((copy, copy.parent), (source, share.parent))
        ]
        assert counts[0] == counts[1] > 0


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("name", ROBOTS)
def test_yourdfpy_loads_every_mesh_of_a_bundle(example_robots, tmp_path, name):
    yourdfpy = pytest.importorskip("yourdfpy")
    source = next(path for path in example_robots if path.name == name)
    bundle(source, tmp_path / "out", resources=nowhere())
    shapes = sum(len(link.visuals) for link in bodyplan.read(source).root.links)
    loaded = yourdfpy.URDF.load(str(tmp_path / "out" / name))
    assert len(loaded.scene.geometry) >= shapes
