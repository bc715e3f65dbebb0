"""The rules about files: real robots, the same with planted faults, links, text without a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import bodyplan
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.lint.check import check_document
from bodyplan.lint.fix import fix_document
from bodyplan.resources import Resources
from tests.growth import HANG_GUARD
from tests.resources.layouts import build, package

KNOWN = {
    "romeo_laas_small.urdf": ["R105"],  # its meshes lie on the machine of its author only
    "talos_full_v2.urdf": ["R109"],  # package:/// with a slash too many
    "talos_full_v2_box.urdf": ["R109"],
}
PANDA = "robots/panda_description"
BEGIN = f"package://example-robot-data/{PANDA}/meshes/"


def found(document: Document) -> list:
    """What the rules about files find, by place."""
    if document.resources is None:
        document.resources = Resources(environment={})
    diagnostics = (d for d in check_document(document) if d.code[0] == "R")
    return sorted(diagnostics, key=lambda d: (d.where.line, d.where.column, d.code))


def codes(document: Document) -> list[str]:
    return [diagnostic.code for diagnostic in found(document)]


def robot(*shapes: str) -> str:
    """A link with these addresses, each in a line of its own from line 3 on."""
    meshes = "\n".join(
        f'<visual><geometry><mesh filename="{s}"/></geometry></visual>' for s in shapes
    )
    return f'<robot name="r">\n<link name="a">\n{meshes}\n</link>\n</robot>\n'


@pytest.mark.parametrize("name", ["arm", "rover", "quadruped"])
def test_the_samples_have_no_diagnostic(name):
    assert codes(read(f"sample:{name}")) == []


def test_a_robot_whose_files_lie_beside_it_does_not_load_the_room():
    script = (
        "import sys, bodyplan; assert not bodyplan.check('sample:arm').diagnostics; "
        "print('bodyplan.resources' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_real_robots_have_no_false_diagnostic(example_robot):
    assert codes(read(example_robot)) == KNOWN.get(example_robot.name, [])


# A real robot with planted faults


@pytest.fixture
def panda(example_robots, tmp_path) -> Path:
    """A copy of a real robot in its package, that may be spoilt."""
    original = next(path for path in example_robots if path.name == "panda.urdf")
    share = next(folder for folder in original.parents if folder.name == "example-robot-data")
    home = tmp_path / "example-robot-data"
    shutil.copytree(share / PANDA, home / PANDA)
    (home / "package.xml").write_text(package(home.name))
    return home / PANDA / "urdf" / "panda.urdf"


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_bytes()
    assert old.encode() in text
    path.write_bytes(text.replace(old.encode(), new.encode()))


def fixed(path: Path, *, unsafe: bool) -> bytes:
    document = read(path)
    document.resources = Resources(environment={})
    return fix_document(document, unsafe=unsafe).document.to_bytes()


def test_the_copy_is_clean(panda):
    assert codes(read(panda)) == []


def test_a_renamed_package_is_reported_once(panda):
    good = panda.read_bytes()
    home = panda.parents[3]
    (home / "package.xml").write_text(package("robot_data"))
    home.rename(home.with_name("robot_data"))
    panda = home.with_name("robot_data") / PANDA / "urdf" / "panda.urdf"
    (one,) = found(read(panda))
    assert (one.code, one.severity) == ("R108", "warning")
    assert "(and 18 others)" in one.message
    assert fixed(panda, unsafe=False) == good
    repaired = fixed(panda, unsafe=True)
    assert repaired == good.replace(b"package://example-robot-data/", b"package://robot_data/")
    panda.write_bytes(repaired)
    assert codes(read(panda)) == []


@pytest.mark.parametrize(
    ("name", "safety"), [("example-robot-data", "safe"), ("old_data", "unsafe")]
)
def test_a_slash_too_many_is_fixed_but_no_other_package_is_chosen(panda, name, safety):
    good = panda.read_bytes()
    spoil(panda, "package://example-robot-data/", f"package:///{name}/")
    spelled = next(one for one in found(read(panda)) if one.code == "R109")
    assert spelled.fix.safety == safety
    spoilt = panda.read_bytes()
    assert fixed(panda, unsafe=False) == (good if safety == "safe" else spoilt)
    assert fixed(panda, unsafe=True) == good


def test_a_package_that_is_nowhere_is_reported_once(panda):
    spoil(panda, f"{BEGIN}visual", "package://goneQQQ/visual")
    spoil(panda, f"{BEGIN}collision", "package://goneQQQ/collision")
    (one,) = found(read(panda))
    assert (one.code, one.severity) == ("R102", "warning")
    assert one.message.endswith("package 'goneQQQ' not found (for 19 files)")
    assert one.hint == f"the file may be '{BEGIN}visual/link0.dae'"


def test_a_file_in_another_case_is_fixed(panda):
    good = panda.read_bytes()
    spoil(panda, "visual/link0.dae", "visual/Link0.DAE")
    (one,) = found(read(panda))
    assert (one.code, one.severity, one.fix.safety) == ("R103", "error", "safe")
    assert "the name on disk is 'link0.dae'" in one.message
    assert fixed(panda, unsafe=False) == good


def test_back_slashes_are_fixed(panda):
    good = panda.read_bytes()
    spoil(panda, f"{PANDA}/meshes/visual/", f"{PANDA}\\meshes\\visual\\".replace("/", "\\"))
    (one,) = found(read(panda))
    assert (one.code, one.fix.safety) == ("R104", "safe")
    assert "(and 9 others)" in one.message
    assert fixed(panda, unsafe=False) == good


def test_a_missing_file_is_reported_with_its_place(panda):
    (panda.parents[1] / "meshes/visual/link3.dae").unlink()
    (one,) = found(read(panda))
    line = next(
        n for n, text in enumerate(panda.read_text().splitlines(), 1) if "link3.dae" in text
    )
    assert (one.code, one.severity, one.where.line) == ("R101", "error", line)
    assert one.message == f"visual of link 'panda_link3': mesh '{BEGIN}visual/link3.dae' not found"
    assert one.hint.startswith("searched ../meshes/visual/link3.dae; did you mean ")


def test_a_missing_folder_is_reported_once(panda):
    shutil.rmtree(panda.parents[1] / "meshes")
    visual, collision = found(read(panda))
    assert (visual.code, collision.code) == ("R101", "R101")
    assert visual.message.endswith(f"folder '{BEGIN}visual' not found (for 10 files)")
    assert "(for 9 files)" in collision.message


def test_a_path_of_another_machine_is_an_error_with_a_fix(panda):
    good = panda.read_bytes()
    spoil(panda, "package://example-robot-data/", "file:///home/QQQ/ws/src/example-robot-data/")
    (one,) = found(read(panda))
    assert (one.code, one.severity, one.fix.safety) == ("R105", "error", "unsafe")
    assert "the home folder of 'QQQ'; the file does not exist" in one.message
    assert fixed(panda, unsafe=True) == good


def test_a_path_of_this_machine_is_a_warning_with_a_fix(panda):
    good = panda.read_bytes()
    spoil(panda, "package://example-robot-data", str(panda.parents[3]))
    (one,) = found(read(panda))
    assert (one.code, one.severity) == ("R105", "warning")
    assert fixed(panda, unsafe=True) == good


# Where it stands, and how often


def test_an_address_is_reported_at_its_first_place_in_the_file(tmp_path):
    text = """<robot name="r"><link name="a">
      <collision><geometry><mesh filename="no.stl"/></geometry></collision>
      <visual><geometry><mesh filename="no.stl"/></geometry></visual>
      <visual><geometry><mesh filename="no.stl"/></geometry></visual></link></robot>"""
    (tmp_path / "r.urdf").write_text(text)
    (one,) = found(read(tmp_path / "r.urdf"))
    assert one.where.line == 2
    assert one.message == "collision of link 'a': mesh 'no.stl' not found (3 times)"


def test_what_only_a_simulator_reads_is_less_severe(tmp_path):
    build(
        tmp_path,
        {
            "r/package.xml": package("r"),
            "r/r.urdf": '<robot name="r"><link name="a"/><gazebo reference="a"><visual>'
            "<u><uri>package://r/no.dae</uri></u><u><uri>model://sunQQQ</uri></u>"
            "<u><uri>model://r</uri></u></visual></gazebo></robot>",
        },
    )
    told = [(one.code, one.severity) for one in found(read(tmp_path / "r/r.urdf"))]
    assert told == [("R101", "warning"), ("R102", "info")]


def test_of_text_only_that_is_reported_which_needs_no_look():
    uris = (
        "no.stl",
        "package://noneQQQ/a.stl",
        "C:\\a.stl",
        "/a/b.stl",
        "a\\b.stl",
        "https://x/a.stl",
    )
    document = read(robot(*uris))
    assert codes(document) == ["R105", "R105", "R104", "R107"]
    assert [one.fix is None for one in found(document)] == [True, True, False, True]


def test_macros_are_reported_while_reading_only(tmp_path):
    (tmp_path / "r.urdf").write_text(robot("$(find arm)/meshes/a.stl", "${mesh}.stl"))
    assert codes(read(tmp_path / "r.urdf")) == []


# Links and devices


@pytest.fixture
def linked(tmp_path) -> Path:
    """A robot in a package, with a link to what is not its own."""
    build(
        tmp_path,
        {
            "secret/key.stl": "",
            "r/package.xml": package("r"),
            "r/urdf/r.urdf": "",
            "r/meshes/key.stl": "-> ../../secret/key.stl",
        },
    )
    return tmp_path / "r/urdf/r.urdf"


def test_a_link_out_of_the_package_is_reported(linked):
    linked.write_text(robot("package://r/meshes/key.stl", "../meshes/key.stl"))
    (one,) = found(read(linked))
    assert (one.code, one.severity) == ("R106", "warning")
    assert one.message.endswith("(and 1 other): a symbolic link leads outside the allowed folders")


@pytest.mark.parametrize("uri", ["../../secret/key.stl", "package://r/../secret/key.stl"])
def test_a_path_out_of_the_package_is_reported(linked, uri):
    linked.write_text(robot(uri))
    assert "R106" in codes(read(linked))


def test_a_file_of_the_system_is_reported(linked):
    linked.write_text(robot("/etc/passwd", "file:///etc/passwd"))
    assert set(codes(read(linked))) == {"R105"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_no_file(linked):
    os.mkfifo(linked.with_name("pipe.stl"))
    linked.write_text(robot("pipe.stl"))
    (one,) = found(read(linked))
    assert (one.code, one.severity) == ("R110", "error")


# Macros


def test_paths_that_a_macro_makes_are_no_problem_of_the_author(tmp_path):
    build(
        tmp_path,
        {
            "ws/src/arm/package.xml": package("arm"),
            "ws/src/arm/meshes/base.stl": "",
            "ws/src/arm/urdf/arm.urdf.xacro": (
                '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n<link name="a">\n'
                '<visual><geometry><mesh filename="file://$(find arm)/meshes/base.stl"/></geometry>'
                "</visual>\n"
                '<visual><geometry><mesh filename="/opt/QQQ/base.stl"/></geometry></visual>\n'
                "</link></robot>\n"
            ),
        },
    )
    report = bodyplan.check(tmp_path / "ws/src/arm/urdf/arm.urdf.xacro")
    told = [(d.code, d.where.line) for d in report.diagnostics if d.code[0] == "R"]
    assert told == [("R105", 4)]


# What it costs


@pytest.mark.parametrize("begin", ["meshes/", "package://arm/meshes/"])
def test_500_meshes_cost_one_listing_a_folder(tmp_path, monkeypatch, begin):
    build(
        tmp_path,
        {
            "arm/package.xml": package("arm"),
            "arm/arm.urdf": robot(*(f"{begin}part_{n}.stl" for n in range(500))),
            **{f"arm/meshes/part_{n}.stl": "" for n in range(500)},
        },
    )
    listed: Counter[str] = Counter()
    scandir = os.scandir

    def count(path="."):
        listed[os.fspath(path)] += 1
        return scandir(path)

    document = read(tmp_path / "arm/arm.urdf")
    monkeypatch.setattr(os, "scandir", count)
    assert codes(document) == []
    assert max(listed.values()) == 1
    assert set(listed) == {str(tmp_path / "arm"), str(tmp_path / "arm/meshes")}


def test_thousands_of_files_that_are_nowhere_end_soon(tmp_path):
    shapes = [f"{start}{n}/m{n}.stl" for n in range(3000) for start in ("a", "package://p", "/x")]
    (tmp_path / "r.urdf").write_text(robot(*shapes))
    begin = time.process_time()
    assert found(read(tmp_path / "r.urdf"))
    assert time.process_time() - begin < HANG_GUARD


@pytest.mark.parametrize(
    ("uri", "is_fixed"),
    [
        ("package://robots/a1/meshes/trunk.dae", False),
        ("package://robots/hyq/mesh/trunk.dae", True),
        ("package://robots/hyq/trunk.dae", True),
        ("package://robots/hyq/meshes/Trunk.dea", True),
        ("package://robots/meshes/trunk.dae", False),
        ("../meshes/trunk.dae", False),
        ("../hyq/mesh/trunk.dae", False),
    ],
)
@pytest.mark.parametrize("ending", ["", "_description"])
def test_the_mesh_of_another_robot_is_a_hint_and_never_a_fix(tmp_path, uri, is_fixed, ending):
    home = tmp_path / "robots"
    hyq, a1 = home / f"hyq{ending}", home / f"a1{ending}"
    (hyq / "meshes").mkdir(parents=True)
    (a1 / "meshes").mkdir(parents=True)
    (home / "package.xml").write_text(package("robots"))
    (hyq / "meshes/trunk.dae").write_bytes(b"<COLLADA/>")
    uri = uri.replace("/hyq/", f"/hyq{ending}/").replace("/a1/", f"/a1{ending}/")
    (a1 / "a1.urdf").write_text(robot(uri))
    found = [one for one in bodyplan.check(a1 / "a1.urdf").diagnostics if one.code == "R101"]
    assert len(found) == 1
    assert f"hyq{ending}/meshes/trunk.dae" in found[0].hint
    assert (found[0].fix is not None) == is_fixed


@pytest.mark.parametrize(
    ("uri", "there", "is_fixed"),
    [
        ("package://elsewhere/meshes/trunk.dae", "hyq/meshes/trunk.dae", False),
        ("package://elsewhere/meshes/trunk.dae", "a1/meshes/trunk.dae", True),
        ("package://robots/meshes/trunk.dae", "meshes/hyq/trunk.dae", False),
        ("package://robots/meshes/trunk.dae", "meshes/body/trunk.dae", True),
        ("package://robots/a1/meshes/trunk.dae", "a1/meshes/body/trunk.dae", True),
    ],
)
def test_a_mesh_is_found_only_in_the_folder_of_the_robot(tmp_path, uri, there, is_fixed):
    home = tmp_path / "robots"
    for name in ("hyq", "a1"):
        (home / name / "urdf").mkdir(parents=True)
    (home / "package.xml").write_text(package("robots"))
    (home / there).parent.mkdir(parents=True, exist_ok=True)
    (home / there).write_bytes(b"<COLLADA/>")
    (home / "a1/urdf/a1.urdf").write_text(robot(uri))
    found = bodyplan.check(home / "a1/urdf/a1.urdf").diagnostics
    assert [one.fix is not None for one in found if one.code in {"R101", "R102", "R108"}] == [
        is_fixed
    ]


def test_a_mesh_of_the_robot_of_the_file_beside_is_never_a_fix(tmp_path):
    for name in ("a1", "hyq"):
        (tmp_path / f"{name}.urdf").write_text(robot("meshes/trunk.dae"))
    (tmp_path / "package.xml").write_text(package("robots"))
    (tmp_path / "meshes/hyq").mkdir(parents=True)
    (tmp_path / "meshes/hyq/trunk.dae").write_bytes(b"<COLLADA/>")
    fixes = {
        name: [one.fix is not None for one in bodyplan.check(tmp_path / name).diagnostics]
        for name in ("a1.urdf", "hyq.urdf")
    }
    assert fixes == {"a1.urdf": [False], "hyq.urdf": [True]}


@pytest.mark.parametrize(
    ("named", "expected", "is_fixed"),
    [
        ("pallertizer_260/base.dae", ("urdf/palletizer_260/base.dae",), True),
        ("pallertizer_260/base.stl", ("urdf/palletizer_260/base.dae",), True),
        (
            "somewhere/base.dae",
            ("urdf/palletizer_260/base.dae", "urdf/mecharm_270/base.dae"),
            False,
        ),
    ],
)
def test_of_meshes_with_one_name_that_in_the_folder_of_the_robot_is_meant(
    tmp_path, named, expected, is_fixed
):
    home = tmp_path / "robots"
    for name in ("mecharm_270", "palletizer_260"):
        (home / "urdf" / name).mkdir(parents=True)
        (home / "urdf" / name / "base.dae").write_bytes(b"<COLLADA/>")
    (home / "package.xml").write_text(package("robots"))
    file = home / "urdf/palletizer_260/r.urdf"
    file.write_text(robot(f"package://robots/urdf/{named}"))
    (one,) = [one for one in bodyplan.check(file).diagnostics if one.code == "R101"]
    assert one.hint.endswith(f"did you mean {' or '.join(map(repr, expected))}?")
    assert (one.fix is not None) == is_fixed


@pytest.mark.parametrize(
    ("uri", "there"),
    [
        ("gas_station.png", "gas_station.world"),
        ("GasStation_Normal.png", "gas_station.world"),
        ("base.png", "base.dae"),
        ("base_link.stl", "base_link2.urdf"),
    ],
)
def test_a_file_of_another_kind_is_never_meant(tmp_path, uri, there):
    (tmp_path / there).write_bytes(b"")
    (tmp_path / "r.urdf").write_text(
        f'<robot name="r"><link name="a"/><material name="m"><texture filename="{uri}"/></material></robot>'
    )
    (one,) = [one for one in bodyplan.check(tmp_path / "r.urdf").diagnostics if one.code == "R101"]
    assert "did you mean" not in one.hint
    assert one.fix is None


def test_files_that_are_in_a_folder_of_a_similar_name_are_one_diagnostic_with_one_fix(tmp_path):
    home = tmp_path / "robots"
    (home / "urdf/palletizer").mkdir(parents=True)
    (home / "package.xml").write_text(package("robots"))
    begin = "package://robots/urdf/"
    for name in ("base", "link1", "link2"):
        (home / f"urdf/palletizer/{name}.dae").write_bytes(b"<COLLADA/>")
    uris = [f"{begin}pallertizer/{name}.dae" for name in ("base", "link1", "link2")]
    file = home / "urdf/palletizer/r.urdf"
    file.write_text(robot(*uris))
    (one,) = [one for one in bodyplan.check(file).diagnostics if one.code == "R101"]
    assert one.message.endswith("not found (for 3 files)")
    assert one.hint.endswith(f"did you mean '{begin}palletizer/base.dae'?")
    assert one.fix.title == f"Write '{begin}palletizer/base.dae' and 2 more"
    assert fixed(file, unsafe=True).decode() == file.read_text().replace("pallert", "pallet")


@pytest.mark.parametrize(
    ("tool", "ignored", "expected"),
    [
        ("catkin", False, []),
        ("ament_cmake", False, ["U506", "S804"]),
        ("catkin", True, ["X008", "X008"]),
        ("ament_cmake", True, []),
    ],
)
def test_what_only_ros_2_rejects_is_decided_on_the_package_before_comments_count(
    tmp_path, tool, ignored, expected
):
    build = f"<buildtool_depend>{tool}</buildtool_depend></package>"
    (tmp_path / "package.xml").write_text(package("arm").replace("</package>", build))
    comment = "<!-- bodyplan: ignore-file U506 -->" if ignored else ""
    (tmp_path / "arm.urdf").write_text(
        f'{comment}<robot name="arm"><!-- Author: Kim --><link name="a"/></robot>'
    )
    comment = "# bodyplan: ignore-file S804\n" if ignored else ""
    (tmp_path / "joint_limits.yaml").write_text(
        f"{comment}joint_limits:\n  j:\n    has_velocity_limits: true\n    max_velocity: 6\n"
    )
    found = [
        one.code
        for name in ("arm.urdf", "joint_limits.yaml")
        for one in bodyplan.check(tmp_path / name).diagnostics
    ]
    assert found == expected
