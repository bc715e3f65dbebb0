"""Rules that open meshes: when they do, what they tell of real robots, and what cannot hurt them."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

import bodyplan
from bodyplan import model
from bodyplan.cli import main
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read, read_bytes
from bodyplan.geometry import files as mesh_references
from bodyplan.geometry.link_shapes import ShapePart, hull_excess
from bodyplan.geometry.mesh import loading as reading
from bodyplan.geometry.opened import as_file
from bodyplan.lint.check import check_document
from bodyplan.lint.context import CheckRun, Context
from bodyplan.lint.facts import meshes
from bodyplan.lint.fix import fix_document
from bodyplan.lint.settings import Settings, SettingsError, settings_from
from tests.lint.cases import RULES
from tests.oracles import urdfdom

OPENED = Settings(meshes=True)
CUBE = RULES / "G109_collision_away_from_visual" / "meshes" / "cube.obj"
BAD = RULES / "G502_mesh_inside_out" / "bad.urdf"
ROBOTS = {path.name: path for path in map(Path, urdfdom.example_robots())}
SOME = ("panda.urdf", "talos_full_v2.urdf", "ur5_robot.urdf", "allegro_left_hand.urdf", "pr2.urdf")


def robot(*links, name="sample"):
    return f'<robot name="{name}">{"".join(links)}</robot>'


def link(name="base", visual="", collision="", mass="", tensor="0.0017", centre="0 0 0"):
    inertial = (
        f'<inertial><origin xyz="{centre}"/><mass value="{mass}"/><inertia ixx="{tensor}" ixy="0" '
        f'ixz="0" iyy="{tensor}" iyz="0" izz="{tensor}"/></inertial>'
        if mass
        else ""
    )
    shapes = "".join(
        f"<{tag}><geometry>{shape}</geometry></{tag}>"
        for tag, shape in (("visual", visual), ("collision", collision))
        if shape
    )
    return f'<link name="{name}">{inertial}{shapes}</link>'


def mesh(name, scale=None):
    return f'<mesh filename="{name}"' + (f' scale="{scale}"/>' if scale else "/>")


@pytest.fixture
def folder(tmp_path):
    shutil.copy(CUBE, tmp_path / "cube.obj")  # with edges of 0.1 m
    return tmp_path


def found(folder, text, settings=OPENED, format_="urdf"):
    path = folder / f"robot.{format_}"
    path.write_text(text)
    return check_document(read(path), settings)


def codes(findings):
    return [one.code for one in findings]


# When they are opened


def test_no_mesh_is_opened_unless_somebody_asks():
    with patch.object(reading, "_content", side_effect=AssertionError("opened")):
        assert codes(check_document(read(BAD))) == []
        for asked in (OPENED, Settings(select=("G5",)), Settings(select=("G502", "J"))):
            with pytest.raises(AssertionError, match="opened"):
                check_document(read(BAD), asked)


def test_a_check_without_meshes_loads_nothing_that_opens_them():
    code = (
        "import sys; from bodyplan.cli import main; main(['check', 'sample:arm']); "
        "print([m for m in ('numpy', 'trimesh', 'bodyplan.lint.facts.meshes') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


def test_options_settings_and_the_library_ask_for_it(capsys, tmp_path):
    assert main(["check", str(BAD), "--meshes", "--no-config", "--format", "concise"]) == 0
    assert "G502 warning" in capsys.readouterr().out
    config = tmp_path / "bodyplan.toml"
    config.write_text("meshes = true\n")
    assert main(["check", str(BAD), "--config", str(config), "--format", "concise"]) == 0
    assert "G502 warning" in capsys.readouterr().out
    assert "G502" in codes(bodyplan.check(BAD, meshes=True).diagnostics)
    assert codes(bodyplan.check(BAD).diagnostics) == []
    with pytest.raises(SettingsError, match="meshes must be true or false"):
        settings_from({"meshes": "yes"})


def test_the_samples_have_good_meshes():
    for name in ("arm", "rover", "quadruped"):
        assert codes(bodyplan.check(f"sample:{name}", meshes=True).diagnostics) == []


@pytest.mark.parametrize(("module", "ending"), [("numpy", "obj"), ("collada", "dae")])
def test_without_the_mesh_packages_one_sentence_says_what_to_install(
    module, ending, folder, capsys
):
    shutil.copy(CUBE, folder / f"part.{ending}")
    path = folder / "robot.urdf"
    path.write_text(robot(link(visual=mesh(f"part.{ending}"))))

    def find(name):
        return None if name == module else find_spec(name)

    with patch.object(reading, "find_spec", find):
        with pytest.raises(InputError, match="is not installed: pip install 'bodyplan"):
            check_document(read(path), OPENED)
        assert main(["check", str(path), "--meshes", "--no-config"]) == 2
        assert main(["fix", str(path), "--meshes", "--no-config", "--check"]) == 2
        assert capsys.readouterr().err.count("pip install 'bodyplan[mesh]'") == 2
        path.write_text(robot(link(visual="<box size='1 1 1'/>")))
        assert main(["check", str(path), "--meshes", "--no-config"]) == 0


def test_progress_is_reported_to_the_end_even_after_an_error(folder):
    heard = []
    run = CheckRun()
    run.watch = lambda done, total: heard.append((done, total))
    (folder / "robot.urdf").write_text(
        robot(link(visual=mesh("cube.obj"), collision=mesh("cube.obj", "1 2 1")))
    )
    document = read(folder / "robot.urdf")
    check_document(document, OPENED, run=run)
    assert heard == [(0, 2), (1, 2), (2, 2)]
    heard.clear()
    stopped = patch.object(meshes, "_opened", side_effect=KeyboardInterrupt)
    with stopped, pytest.raises(KeyboardInterrupt):
        check_document(document, OPENED, run=run)
    assert heard == [(0, 2), (2, 2)]


# Real robots


@pytest.mark.parametrize("name", SOME)
def test_real_robots_have_no_false_positives(name):
    told = check_document(read(ROBOTS[name]), Settings(select=("G5", "G109", "I4"), meshes=True))
    assert {one.code for one in told} <= {"G503", "G505", "I402", "I404"}
    expected = {
        "panda.urdf": ["panda_link1"],  # I402: identified from motions, one link with another
        "talos_full_v2.urdf": [],
        "ur5_robot.urdf": [f"wrist_{n}_link" for n in (1, 1, 2, 2, 3, 3)],  # centre at the origin
        "allegro_left_hand.urdf": ["palm_link"],  # a sign was lost
    }
    links = sorted(one.message.split("'")[1] for one in told if one.code in {"I402", "I404"})
    if name in expected:
        assert [one for one in links if "ft_" not in one] == expected[name]


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("factor", [1000.0, 0.001])
def test_a_robot_all_of_whose_meshes_are_in_another_unit_is_found_out(name, factor):
    real = reading.load_mesh

    def in_another_unit(path, scale, *given, **more):
        return real(path, tuple(factor * one for one in scale), *given, **more)

    document = read(ROBOTS[name])
    files = meshes.mesh_files(Context(document, opens_meshes=True))
    assert len(files) > 8
    with patch.object(reading, "load_mesh", in_another_unit):
        told = check_document(document, Settings(select=("G504", "I4", "G109"), meshes=True))
    assert codes(told).count("G504") == len(files)
    assert not {"I401", "I402", "I404", "G109"} & {
        one.code for one in told if "mesh" in one.message
    }
    scales = {one.fix.edits[0].text for one in told if one.code == "G504"}
    assert all(("0.001" if factor > 1.0 else "1000") in text for text in scales)


def test_the_distance_to_the_hull_is_that_of_another_library():
    spatial = pytest.importorskip("scipy.spatial")
    files = meshes.mesh_files(Context(read(ROBOTS["ur5_robot.urdf"]), opens_meshes=True))
    random = np.random.default_rng(5)
    for file in files[:6]:
        parts = [
            ShapePart(model.Mesh("a.stl"), model.Transform(p=at), file.opened)
            for at in ((0.0, 0.0, 0.0), (0.1, 0.0, 0.0))
        ]
        corners = np.concatenate([file.opened.points + part.X_LG.p for part in parts])
        planes = spatial.ConvexHull(corners).equations
        for point in random.uniform(-0.5, 0.5, (20, 3)):
            expected = max((planes[:, :3] @ point + planes[:, 3]).max(), 0.0)
            assert hull_excess(parts, tuple(point)) == pytest.approx(expected, abs=1e-9)


# Masses against meshes


def test_a_mesh_limits_the_mass_as_a_box_of_its_size_does(folder):
    box = '<box size="0.1 0.1 0.1"/>'
    for wrong in (
        {"mass": "500"},
        {"mass": "1e-1", "tensor": "1.7e-10"},
        {"mass": "1", "tensor": "1700"},
        {"mass": "1", "centre": "0.3 0 0"},
        {"mass": "1", "centre": "0 0 -50"},
    ):
        as_mesh = found(folder, robot(link(visual=mesh("cube.obj"), **wrong)))
        as_box = found(folder, robot(link(visual=box, **wrong)))
        assert codes(as_mesh) == codes(as_box) != []
        assert "I4" in codes(as_mesh)[0]


def test_a_centre_of_mass_in_the_box_around_a_corner_piece_is_outside_of_its_hull(folder):
    (folder / "corner.obj").write_text(
        "v 0 0 0\nv 0.4 0 0\nv 0 0.4 0\nv 0 0 0.4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    )
    for centre, expected in (("0.3 0.3 0.3", ["I404"]), ("0.1 0.1 0.1", [])):
        text = robot(link(visual=mesh("corner.obj"), mass="1", tensor="0.01", centre=centre))
        assert codes(found(folder, text)) == expected
    (told,) = found(
        folder,
        robot(link(visual=mesh("corner.obj"), mass="1", tensor="0.01", centre="0.3 0.3 0.3")),
    )
    assert "is 0.289 m outside" in told.message  # (0.9 - 0.4) / sqrt(3)


# Units


def test_the_fix_scales_every_use_and_leaves_no_diagnostic(folder):
    text = CUBE.read_text().splitlines()
    large = [
        " ".join(["v", *(str(float(x) * 1000.0) for x in line.split()[1:])])
        if line[0] == "v"
        else line
        for line in text
    ]
    (folder / "large.obj").write_text("\n".join(large) + "\n")
    path = folder / "robot.urdf"
    path.write_text(robot(link(visual=mesh("large.obj"), collision=mesh("large.obj"), mass="1")))
    result = fix_document(read(path), OPENED, unsafe=True)
    assert result.document.to_bytes().count(b'scale="0.001 0.001 0.001"') == 2
    assert codes(result.remaining) == []


def test_a_large_mesh_next_to_a_marker_is_not_interpreted_as_millimetres(folder):
    text = CUBE.read_text()
    (folder / "hall.obj").write_text(text.replace("0.05", "1"))
    for mark in ('<sphere radius="0.001"/>', '<box size="0.003 0.003 0.003"/>'):
        assert codes(found(folder, robot(link(visual=mesh("hall.obj"), collision=mark)))) == []


# SDFormat and macros


def test_a_part_of_a_file_and_what_is_made_a_hull_are_not_judged_by_the_whole(folder):
    two = f"o cube\n{CUBE.read_text()}o sheet\nf 1 2 4\nf 1 4 3\n"
    (folder / "two.obj").write_text(two)
    model = (
        '<sdf version="1.11"><model name="m"><static>true</static><link name="base">'
        '<collision name="c"><geometry><mesh{}><uri>two.obj</uri>{}</mesh></geometry></collision>'
        "</link></model></sdf>"
    )
    part = "<submesh><name>{}</name></submesh>"
    for attribute, inner, expected in (
        ("", "", ("G503", "two.obj is")),
        (' optimization="convex_hull"', "", ()),
        ("", part.format("cube"), ()),
        ("", part.format("sheet"), ("G503", "part 'sheet' of two.obj is")),
        ("", part.format("QQQ"), ("G501", "two.obj has no part 'QQQ'")),
    ):
        told = found(folder, model.format(attribute, inner), format_="sdf")
        assert codes(told) == list(expected[:1])
        assert not expected or expected[1] in told[0].message


def test_parts_are_measured_at_their_pose_or_centred(folder):
    far = CUBE.read_text().replace("0.05 ", "0.95 ").replace("-0.95 ", "0.85 ")
    (folder / "two.obj").write_text(f"o cube\n{far}o speck\nv 9 9 9\nf 1 2 9\n")
    for center, expected in (("false", ["I404"]), ("true", [])):
        text = (
            '<sdf version="1.9"><model name="m"><link name="base"><inertial><mass>1</mass>'
            "<inertia><ixx>0.002</ixx><iyy>0.002</iyy><izz>0.002</izz></inertia></inertial>"
            '<visual name="v"><geometry><mesh><uri>two.obj</uri><submesh><name>cube</name>'
            f"<center>{center}</center></submesh></mesh></geometry></visual></link></model></sdf>"
        )
        told = found(folder, text, Settings(select=("I",), meshes=True), format_="sdf")
        assert codes(told) == expected


def test_units_of_meshes_in_sdformat_are_judged_by_what_is_beside_them_but_by_no_template(folder):
    (folder / "large.obj").write_text(CUBE.read_text().replace("0.05", "50"))
    (folder / "terrain.obj").write_text(CUBE.read_text().replace("0.05", "1000"))
    box = "<box><size>0.1 0.1 0.1</size></box>"
    tensor = "<ixx>{0}</ixx><iyy>{0}</iyy><izz>{0}</izz>"
    for name, mass, collision, expected in (
        ("large", "", box, ["G504"]),
        ("large", tensor.format(0.0017), "", ["G504"]),
        ("terrain", tensor.format(1), "", []),
        ("large", "", "<box><size>90 90 90</size></box>", []),
    ):
        text = '<sdf version="1.9"><model name="m"><link name="base">'
        if mass:
            text += f"<inertial><mass>1</mass><inertia>{mass}</inertia></inertial>"
        for tag, shape in (
            ("visual", f"<mesh><uri>{name}.obj</uri></mesh>"),
            ("collision", collision),
        ):
            if shape:
                text += f'<{tag} name="{tag}"><geometry>{shape}</geometry></{tag}>'
        text += "</link></model></sdf>"
        told = found(folder, text, Settings(select=("G5",)), format_="sdf")
        assert codes(told) == expected


def test_diagnostics_of_macros_are_located_where_the_mesh_was_written(folder):
    (folder / "robot.xacro").write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
        '<xacro:macro name="part" params="name">\n<link name="${name}"><visual><geometry>\n'
        '<mesh filename="empty.stl"/>\n</geometry></visual></link>\n</xacro:macro>\n'
        '<xacro:part name="base"/>\n</robot>\n'
    )
    (folder / "empty.stl").write_bytes(b"")
    told = check_document(read(folder / "robot.xacro"), Settings(select=("G5",)))
    assert [(one.code, one.where.line) for one in told] == [("G501", 4)]


# What cannot hurt


def test_folders_pipes_devices_and_files_outside_are_never_read(folder):
    os.mkfifo(folder / "pipe.stl")
    (folder / "folder.stl").mkdir()
    os.symlink("/dev/zero", folder / "zero.stl")
    names = ("pipe.stl", "folder.stl", "zero.stl", "file:///dev/zero", "https://example.org/a.stl")
    text = robot(*(link(f"l{n}", visual=mesh(name)) for n, name in enumerate(names)))
    with patch.object(reading, "_content", side_effect=AssertionError("opened")):
        told = found(folder, text, Settings(select=("G", "R"), meshes=True))
    assert {"R107", "R110"} <= set(codes(told))
    assert not any(code.startswith("G5") for code in codes(told))


def test_a_file_that_becomes_a_pipe_after_it_was_found_is_not_waited_for(folder):
    os.mkfifo(folder / "pipe.stl")
    opened = meshes._opened(as_file(folder / "pipe.stl"), (1.0, 1.0, 1.0))
    assert opened.sentence == "pipe.stl cannot be read: it is not a regular file"
    gone = meshes._opened(as_file(folder / "gone.stl"), (1.0, 1.0, 1.0))
    assert "No such file" in gone.sentence


def test_a_mesh_beyond_the_input_limit_is_not_an_error(folder):
    with (folder / "huge.stl").open("wb") as stream:
        stream.truncate(mesh_references.LARGEST + 1)
    (told,) = found(folder, robot(link(visual=mesh("huge.stl"))))
    assert (told.code, str(told.severity)) == ("G501", "info")
    assert "exceeds the limit" in told.message
    (folder / "long.obj").write_bytes(b"v 0 0 0\nf " + b"1 " * 600_000)
    (told,) = found(folder, robot(link(visual=mesh("long.obj"))))
    assert (told.code, str(told.severity)) == ("G501", "info")
    assert "a polygon of 1,2" in told.message


@pytest.mark.parametrize(
    "content",
    [
        b"\0" * 80 + (2**32 - 1).to_bytes(4, "little"),
        b"solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0",
        os.urandom(4096),
        b"solid\n",
        b"\0" * 84,
    ],
    ids=["a count of four billion", "broken off", "noise", "no triangle", "none announced"],
)
def test_a_damaged_file_is_one_diagnostic_with_one_line(folder, content):
    (folder / "bad.stl").write_bytes(content)
    (told,) = found(folder, robot(link(visual=mesh("bad.stl"), collision=mesh("bad.stl", "2 2 2"))))
    assert told.code == "G501"
    assert "\n" not in told.message
    assert "bad.stl" in told.message


def test_text_from_no_file_and_names_of_nothing_are_left_alone():
    text = robot(
        link(visual=mesh("cube.obj")), link("b", visual=mesh("")), link("c", mesh("a\\b.stl"))
    )
    told = check_document(read_bytes(text.encode(), "text"), OPENED)
    assert not any(code.startswith("G5") for code in codes(told))


def test_scales_that_flatten_or_are_not_numbers_do_not_stop_the_rules(folder):
    for scale in ("0 0 0", "1 1 0", "nan 1 1", "1e308 1e308 1e308", "1e-320 1 1", "QQQ"):
        told = found(folder, robot(link(visual=mesh("cube.obj", scale), mass="1")))
        json.dumps([one.message for one in told])


def test_a_mesh_that_is_named_a_thousand_times_is_opened_once(folder):
    links = [link(f"l{n}", mesh("cube.obj"), mesh("cube.obj")) for n in range(1000)]
    with patch.object(meshes, "_opened", wraps=meshes._opened) as opened:
        found(folder, robot(*links), Settings(select=("G5",)))
    assert opened.call_count == 1


@pytest.mark.parametrize("size", ["1e308", "1e200", "1e-200", "1e-320"])
def test_the_largest_and_smallest_coordinates_are_handled(folder, size):
    (folder / "far.obj").write_text(CUBE.read_text().replace("0.05", size))
    for scale in (None, "-1000 1000 1000", "1e9 1e9 1e9", "1e-9 1e-9 1e-9"):
        shape = mesh("far.obj", scale)
        text = robot(link(visual=shape, collision=shape, mass="1", centre="1 0 0"))
        text = text.replace("<collision>", '<collision><origin rpy="1 2 3" xyz="1 2 3"/>')
        json.dumps([(one.message, one.hint) for one in found(folder, text)])


def test_meshes_that_are_one_point_hurt_no_rule(tmp_path):
    """Six links of one tensor: whether their sizes differ is looked at, and there are none."""
    (tmp_path / "point.obj").write_text("v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", encoding="ascii")
    links = [link(f"l{i}", mesh("point.obj"), mass=1, tensor="0.5") for i in range(6)]
    joints = [
        f'<joint name="j{i}" type="fixed"><parent link="l0"/><child link="l{i}"/></joint>'
        for i in range(1, 6)
    ]
    path = tmp_path / "r.urdf"
    path.write_text(robot(*links, *joints), encoding="utf-8")
    assert "I302" not in {one.code for one in check_document(read(path), OPENED)}
