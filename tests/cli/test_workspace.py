"""The verb workspace: table, clouds, picture, and sentences."""

from __future__ import annotations

import json
import struct
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from tests.oracles import urdfdom

from bodyplan.cli.pages.drawing import Table, plain
from bodyplan.description.load import load

SMALL = ("--count", "2000")


def numbers(out, name):
    """The five lengths in the row of a name."""
    row = next(line for line in out.splitlines() if line.startswith(f"{name} "))
    return [float(word) for word in row.split()[1:6]]


def test_the_table_says_how_far_a_link_reaches(bodyplan):
    status, out, err = bodyplan("workspace", "sample:arm", "--frame", "tool0", *SMALL)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tern · workspace of tool0 in base_link · 2,000 configurations"
    assert lines[2].split()[:8] == ["[m]", "min", "5", "%", "median", "95", "%", "max"]
    assert numbers(out, "distance")[::4] == pytest.approx([0.0, 0.968], abs=2e-4)
    assert numbers(out, "radius")[-1] == pytest.approx(0.728, abs=2e-4)
    assert numbers(out, "z")[-1] == pytest.approx(0.968, abs=2e-4)
    assert "shoulder_pan_joint" in out
    assert "left_finger_joint" not in out


@pytest.mark.parametrize(
    ("name", "frame", "base", "farthest"),
    [
        ("panda.urdf", "panda_link8", "panda_link2", 0.8579),
        ("ur5_robot.urdf", "wrist_1_link", "shoulder_link", None),
    ],
)
def test_real_arms_reach_as_far_as_many_more_dice_say(bodyplan, name, frame, base, farthest):
    try:
        path = next(path for path in urdfdom.example_robots() if path.name == name)
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    words = ("--frame", frame, "--base", base, *SMALL, "--json")
    status, out, _ = bodyplan("workspace", path, *words)
    assert status == 0
    found = json.loads(out)
    many = load(path).reach(frame, base, count=100_000, rng=5)
    assert found["distance"]["max"] >= many.farthest - 1e-3
    assert found["distance"]["min"] <= many.nearest + 1e-3
    for axis, low, high in zip("xyz", many.lower, many.upper, strict=True):
        assert found[axis]["min"] <= low + 2e-3
        assert found[axis]["max"] >= high - 2e-3
    if farthest is not None:
        assert found["distance"]["max"] == pytest.approx(farthest, abs=1e-3)


def test_files_of_every_kind_hold_the_same_points(bodyplan, here):
    files = ("p.csv", "p.npy", "p.ply", "p.svg", "p.json")
    outputs = [word for name in files for word in ("-o", name)]
    words = ("--frame", "tool0", *SMALL, "--seed", "3", *outputs)
    status, out, err = bodyplan("workspace", "sample:arm", *words)
    assert status == 0
    assert out
    assert err == (
        "p.csv: 2,000 points\np.npy: 2,000 points\np.ply: 2,000 points\np.svg: picture\n"
        "p.json: report\n"
    )
    points = np.load("p.npy")
    assert points.shape == (2000, 3)
    head, *rows = (here / "p.csv").read_text().splitlines()
    assert head == "x,y,z"
    assert np.array_equal([list(map(float, row.split(","))) for row in rows], points)
    head, body = (here / "p.ply").read_bytes().split(b"end_header\n")
    assert b"element vertex 2000\n" in head
    assert np.array_equal(
        np.array(list(struct.iter_unpack("<3f", body))), points.astype(np.float32)
    )
    ET.parse(here / "p.svg")
    assert json.loads((here / "p.json").read_text())["seed"] == 3
    bodyplan("workspace", "sample:arm", *words[:-10], "-o", "again.npy", "--quiet")
    assert np.array_equal(np.load("again.npy"), points)


def test_trimesh_opens_the_cloud(bodyplan, here):
    trimesh = pytest.importorskip("trimesh")
    words = ("--frame", "tool0", *SMALL, "-o", "p.ply", "--quiet")
    assert bodyplan("workspace", "sample:arm", *words) == (0, "", "")
    assert trimesh.load("p.ply").vertices.shape == (2000, 3)


def test_the_facts_as_json_are_alone_on_standard_output(bodyplan):
    status, out, err = bodyplan("workspace", "sample:arm", "--frame", "tool0", *SMALL, "--json")
    found = json.loads(out)
    assert (status, err, found["version"], found["file"]) == (0, "", 1, "sample:arm")
    q = dict(zip(found["q_names"], found["distance"]["q_max"], strict=True))
    words = ("-q", ",".join(f"{name}={value!r}" for name, value in q.items()), "--csv")
    row = bodyplan("fk", "sample:arm", "--frame", "tool0", *words)[1].splitlines()[1]
    xyz = list(map(float, row.split(",")[2:5]))
    assert np.linalg.norm(xyz) == pytest.approx(found["distance"]["max"], abs=1e-12)


def test_the_only_end_that_moves_needs_no_name(bodyplan, here):
    (here / "r.urdf").write_text(
        '<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>'
        '<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>'
        '</joint><joint name="k" type="fixed"><origin xyz="1 0 0"/><parent link="b"/>'
        '<child link="c"/></joint>'
        '<joint name="l" type="fixed"><parent link="a"/><child link="d"/></joint></robot>'
    )
    _, out, _ = bodyplan("workspace", "r.urdf", *SMALL)
    assert out.startswith("r · workspace of c in a")
    assert numbers(out, "distance") == [1.0] * 5
    _, out, _ = bodyplan("workspace", "r.urdf", *SMALL, "--frame", "b")
    assert "its origin does not move" in out


def test_what_has_no_limits_is_reported(bodyplan, here):
    (here / "r.urdf").write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="floating">'
        '<parent link="a"/><child link="b"/></joint></robot>'
    )
    _, out, _ = bodyplan("workspace", "r.urdf", *SMALL)
    assert "unlimited j\n  (sampled within 1 m or half a turn)\n" in out


def test_standard_output_may_be_named_beside_files(bodyplan, here):
    words = ("workspace", "sample:arm", "--frame", "tool0", *SMALL)
    plain = bodyplan(*words)
    assert plain[0] == 0
    assert bodyplan(*words, "-o", "-") == plain
    assert bodyplan(*words, "-o", "-", "--quiet") == plain
    status, out, err = bodyplan(*words, "-o", "p.csv", "-o", "-")
    assert (status, out, err) == (0, plain[1], "p.csv: 2,000 points\n")
    assert bodyplan(*words, "-o", "-", "--json") == bodyplan(*words, "--json")
    assert not (here / "-").exists()


def test_a_file_that_is_named_twice_is_written_once(bodyplan, here):
    words = ("workspace", "sample:arm", "--frame", "tool0", "--count", "10")
    _, _, err = bodyplan(*words, "-o", "p.csv", "-o", "p.csv")
    assert err.count("p.csv") == 1


def test_the_only_end_is_found_from_anywhere(bodyplan, here):
    """Up from the base as well, and from a frame; what no joint connects does not count."""
    (here / "r.sdf").write_text(
        '<sdf version="1.9"><model name="r"><link name="a"/><link name="b"/><link name="c"/>'
        '<frame name="f" attached_to="b"/>'
        '<joint name="i" type="revolute"><pose>1 0 0 0 0 0</pose><parent>a</parent>'
        "<child>b</child><axis><xyz>0 0 1</xyz></axis></joint>"
        '<joint name="j" type="fixed"><parent>b</parent><child>c</child></joint>'
        "</model></sdf>"
    )
    for base, title in (
        ("a", "workspace of c in a"),
        ("f", "workspace of a in f"),
        ("c", "workspace of a in c"),
    ):
        status, out, err = bodyplan("workspace", "r.sdf", "--base", base, *SMALL)
        if base == "a":
            assert (status, err) == (0, "")
            assert out.startswith(f"r · {title} · ")
        else:
            assert (status, out) == (2, "")
            assert err == f"bodyplan: r.sdf: nothing moves relative to link {base!r}\n"


def test_memory_that_there_is_not_ends_in_a_sentence(bodyplan, monkeypatch):
    def sampled(*_, **__):
        return np.empty(10**14)

    monkeypatch.setattr("bodyplan.kinematics.workspace.sample_workspace", sampled)
    monkeypatch.setattr("bodyplan.jobs.workspace.sample_workspace", sampled)
    status, out, err = bodyplan("workspace", "sample:arm", "--frame", "tool0")
    assert (status, out) == (2, "")
    assert err.startswith("bodyplan: not enough memory: Unable to allocate 728. TiB for an")
    assert err.count("\n") == 1

    def nothing(*_, **__):
        raise MemoryError

    monkeypatch.setattr("bodyplan.jobs.workspace.sample_workspace", nothing)
    _, _, err = bodyplan("workspace", "sample:arm", "--frame", "tool0")
    assert err == "bodyplan: not enough memory\n"


def test_a_page_in_ascii_has_no_bars(bodyplan, spawn):
    words = ("workspace", "sample:arm", "--frame", "tool0", *SMALL)
    done = spawn(*words, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "distance" in done.stdout


SENTENCES = [
    (
        (),
        "sample:arm: 3 end links move; choose one as the frame: 'grasp_frame', 'left_finger_link', 'right_",
    ),
    (("--frame", "tool"), "--frame: robot 'tern' has no link 'tool'; did you mean 'tool0'?"),
    (
        ("--base", "bas_link"),
        "--base: robot 'tern' has no link 'bas_link'; did you mean 'base_link'",
    ),
    (("--frame", "base_link"), "sample:arm: link 'base_link' is its own base"),
    (("--frame", "pedestal_link"), "sample:arm: link 'pedestal_link' does not move relative to"),
    (
        ("--frame", "tool0", "--count", "0"),
        "--count must be at least 1 and at most 20,000,000, got 0",
    ),
    (
        ("--frame", "tool0", "--seed", "-1"),
        "--seed must be at least 0 and at most 9,223,372,036,854,775,807, got -1",
    ),
    (
        ("--frame", "tool0", "-o", "p.obj"),
        "-o p.obj: unknown ending '.obj'; known endings are .csv, .npy, .ply, .svg, ",
    ),
    (("--frame", "tool0", "-o", "no/p.csv"), "cannot write no/p.csv: folder no does not exist"),
]


@pytest.mark.parametrize(("words", "sentence"), SENTENCES, ids=[s[:40] for _, s in SENTENCES])
def test_words_that_mean_nothing_end_in_a_sentence(bodyplan, here, words, sentence):
    status, out, err = bodyplan("workspace", "sample:arm", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan: {sentence}")
    assert err.count("\n") == 1


def test_a_robot_that_is_still_has_no_workspace(bodyplan, here):
    (here / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    assert (
        bodyplan("workspace", "r.urdf")[2]
        == "bodyplan: r.urdf: nothing moves relative to link 'a'\n"
    )


@pytest.mark.parametrize("count", ["200", "2e2", "2,00"])
def test_a_count_may_be_written_as_people_do(bodyplan, count):
    _, out, _ = bodyplan("workspace", "sample:arm", "--frame", "tool0", "--count", count)
    assert out.startswith("tern · workspace of tool0 in base_link · 200 configurations\n")


@pytest.mark.parametrize("count", ["1_000", "1.5", "many", "nan", "inf"])
def test_a_count_that_is_none_is_a_sentence(bodyplan, count):
    assert bodyplan("workspace", "sample:arm", "--count", count) == (
        2,
        "",
        f"bodyplan workspace: --count: expected an integer, got {count!r}\n",
    )


def test_on_a_narrow_terminal_the_table_fits(monkeypatch):
    rows = Table(((2, 0), (1, 0)))
    rows.add([("distance", ""), ("0.5000", ""), ("a long remark", "")])
    assert plain(rows.lines(10)).rstrip() == "distance"
    assert plain(rows.lines(7)).rstrip() == "distan…"


def test_the_joints_of_a_long_chain_are_counted_not_listed(here, bodyplan):
    links = "".join(f'<link name="l{i}"/>' for i in range(151))
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><origin xyz="0 0 .1"/><parent link="l{i}"/>'
        f'<child link="l{i + 1}"/><axis xyz="1 0 0"/>'
        '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
        for i in range(150)
    )
    (here / "long.urdf").write_text(f'<robot name="r">{links}{joints}</robot>')
    _, out, _ = bodyplan("workspace", "long.urdf", "--count", "3")
    assert "j99, and 50 more; --json lists all" in " ".join(out.split())
    assert "j100" not in out
