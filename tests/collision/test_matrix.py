"""The collision matrix: MoveIt's classes, the same for any number of threads, with evidence."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

import bodyplan
from bodyplan.collision.adjacency import adjacent_pairs
from bodyplan.collision.evidence import CHECKED, below
from bodyplan.collision.explained import explained
from bodyplan.collision.matrix import Options, compute_matrix
from bodyplan.collision.samples import random_configurations, uniform
from bodyplan.core import replace
from bodyplan.model import Joint, Limit, Link, Mimic, Robot
from bodyplan.model.shape import Box, Geometry, Mesh, Sphere
from bodyplan.model.transform import Transform
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")

REASONS = ("Adjacent", "Default", "Always", "Never")
ROBOTS = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur10": "ur_description/urdf/ur10_robot.urdf",
    "solo": "solo_description/robots/solo12.urdf",
}


def example(path):
    return Path(urdfdom.example_robots()[0]).parents[2] / path


def link(name, *shapes, at=(0.0, 0.0, 0.0)):
    return Link(name, collisions=tuple(Geometry(one, Transform(p=at)) for one in shapes))


def turning(name, parent, child, at=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0), **more):
    limit = more.pop("limit", Limit(-1.0, 1.0))
    return Joint(
        name, more.pop("type", "revolute"), parent, child, Transform(p=at), axis, limit, **more
    )


def classes(matrix):
    return {
        reason: {(row.link1, row.link2) for row in matrix.with_reason(reason)} for reason in REASONS
    }


@pytest.mark.parametrize("name", ROBOTS)
def test_the_classes_are_those_of_moveit_on_coal_for_the_same_configurations(name):
    pytest.importorskip("coal")
    from tests.collision.moveit_on_coal import MoveIt

    robot = bodyplan.load(example(ROBOTS[name]))
    options = Options(samples=300, proof=False)
    mine = classes(compute_matrix(robot, options))
    theirs = MoveIt(robot).classes(
        robot.q(),
        lambda number: random_configurations(robot, 0, "always", 200 * number, 200),
        random_configurations(robot, 0, "never", 0, 300),
    )
    assert mine == theirs


def test_samples_depend_on_seed_and_variable_and_number_only():
    whole = uniform(3, "never/elbow", 0, 50)
    assert (uniform(3, "never/elbow", 7, 20) == whole[7:27]).all()
    assert (uniform(4, "never/elbow", 0, 50) != whole).all()
    assert (uniform(3, "never/wrist", 0, 50) != whole).all()
    assert ((whole >= 0.0) & (whole < 1.0)).all()


def test_samples_are_within_the_limits_and_turn_fully_without_any(sample):
    robot = bodyplan.load(sample("rover"))
    q = random_configurations(robot, 0, "never", 0, 4000)
    lower, upper = robot.limits.lower, robot.limits.upper
    assert ((q >= lower) & (q <= upper)).all()
    free = np.isinf(lower)
    assert free.any()
    assert q[:, free].min() < -3.1
    assert q[:, free].max() > 3.1


def test_a_matrix_is_the_same_for_any_number_of_threads(sample):
    robot = bodyplan.load(sample("arm"))
    options = Options(samples=1000)
    one, two = (compute_matrix(robot, options, threads=count) for count in (1, 2))
    assert one == two


def test_every_pair_of_links_with_shapes_has_a_row_and_every_row_its_evidence(sample):
    robot = bodyplan.load(sample("arm"))
    matrix = compute_matrix(robot, Options(samples=1000))
    solid = [one.name for one in robot.links if one.collisions]
    assert len(matrix.rows) == len(solid) * (len(solid) - 1) // 2
    for row in matrix.rows:
        assert row.evidence or row.reason == "Adjacent"
        assert explained(row)
        assert matrix.row(row.link2, row.link1) is row


def two_arms(**more):
    """A base with shape, and a link that swings past a pillar."""
    links = [
        link("base", Box((0.1, 0.1, 0.1))),
        link("arm", Box((0.4, 0.05, 0.05)), at=(0.3, 0.0, 0.0)),
        link("pillar", Box((0.05, 0.05, 0.5)), at=more.pop("pillar", (0.0, 0.4, 0.0))),
    ]
    joints = [
        turning("swing", "base", "arm", **more),
        turning("fix", "base", "pillar", type="fixed"),
    ]
    return Robot("two", links, joints)


def test_a_pair_that_meets_has_a_configuration_in_which_it_does():
    robot = two_arms(limit=Limit(-1.0, 2.0))
    row = compute_matrix(robot).row("arm", "pillar")
    assert (row.reason, row.evidence) == (CHECKED, "met")
    pairs = bodyplan.collision.colliding_pairs(robot, row.witness, pairs=[("arm", "pillar")])
    assert pairs == (("arm", "pillar"),)


def test_a_pair_that_never_meets_has_the_clearance_that_holds():
    robot = two_arms(limit=Limit(-1.0, 0.9))
    row = compute_matrix(robot).row("arm", "pillar")
    assert (row.reason, row.evidence) == ("Never", "proved")
    q = np.linspace(-1.0, 0.9, 500)[:, None]
    distances = bodyplan.collision.CollisionModel(robot, [("arm", "pillar")]).distances(q)
    assert 0.05 * distances.min() < row.clearance <= distances.min()
    assert row.nearest == pytest.approx(distances.min(), abs=1e-4)


def test_what_no_sample_finds_the_search_for_a_contact_does():
    """The arm reaches the pillar in the last part in ten thousand of its range."""
    robot = two_arms(limit=Limit(-1.7, 1.438))
    sampled = compute_matrix(robot, Options(samples=1000, proof=False)).row("arm", "pillar")
    assert (sampled.reason, sampled.evidence) == ("Never", "sampled")
    row = compute_matrix(robot, Options(samples=1000)).row("arm", "pillar")
    assert (row.reason, row.evidence) == (CHECKED, "met")
    assert 1.43 < row.witness["swing"] <= 1.438


def test_a_continuous_joint_covers_the_full_turn():
    robot = two_arms(type="continuous", limit=Limit())
    assert compute_matrix(robot).row("arm", "pillar").evidence == "met"
    free = two_arms(type="continuous", limit=Limit(), pillar=(0.0, 0.7, 0.0))
    row = compute_matrix(free).row("arm", "pillar")
    assert row.evidence == "proved"
    assert row.clearance <= 0.7 - 0.025 - np.hypot(0.5, 0.025)


def test_a_mimic_joint_follows_in_proofs():
    """Two fingers keep their distance as one follows the other; freely they would meet."""

    def hand(mimic):
        limit = Limit(0.0, 0.2)
        slide = {"type": "prismatic", "axis": (1.0, 0.0, 0.0), "limit": limit}
        links = [link("palm", Box((0.02, 0.02, 0.02)), at=(0.0, 1.0, 0.0))]
        links += [link("one", Sphere(0.04)), link("two", Sphere(0.04), at=(0.1, 0.0, 0.0))]
        joints = [
            turning("a", "palm", "one", **slide),
            turning("b", "palm", "two", mimic=mimic, **slide),
        ]
        return compute_matrix(Robot("hand", links, joints)).row("one", "two")

    assert hand(None).evidence == "met"
    held = hand(Mimic("a"))
    assert (held.reason, held.evidence) == ("Never", "proved")
    assert 0.0 < held.clearance <= 0.02


def test_travel_along_a_prismatic_joint_below_a_revolute_joint_counts():
    """The slide carries the ball to the pillar, which its link does not reach on its own."""
    links = [
        link("base", Box((0.1, 0.1, 0.1))),
        link("arm", Box((0.1, 0.02, 0.02)), at=(0.1, 0.0, 0.0)),
        link("ball", Sphere(0.03), at=(0.2, 0.0, 0.0)),
        link("pillar", Box((0.05, 0.05, 0.5)), at=(0.0, 0.8, 0.0)),
    ]

    def matrix(reach):
        slide = {"type": "prismatic", "axis": (1.0, 0.0, 0.0), "limit": Limit(0.0, reach)}
        joints = [
            turning("swing", "base", "arm", limit=Limit(-3.0, 3.0)),
            turning("slide", "arm", "ball", **slide),
            turning("fix", "base", "pillar", type="fixed"),
        ]
        return compute_matrix(Robot("crane", links, joints)).row("ball", "pillar")

    assert matrix(0.6).evidence == "met"
    short = matrix(0.5)
    assert short.evidence == "proved"
    assert short.clearance <= 0.8 - 0.025 - 0.03 - 0.7


SHELL = """<robot name="nested">
  <link name="base"/>
  <link name="shell"><collision><geometry><mesh filename="shell.obj"/></geometry></collision></link>
  <link name="core"><collision><geometry><sphere radius="0.02"/></geometry></collision></link>
  <joint name="a" type="revolute"><parent link="base"/><child link="shell"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="b" type="revolute"><parent link="base"/><child link="core"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>"""
BOX = [(x, y, z) for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1)]
FACES = "1 2 4 3|5 7 8 6|1 5 6 2|3 4 8 7|1 3 7 5|2 6 8 4"


def test_a_link_inside_of_another_is_always_in_collision(tmp_path):
    corners = "".join(f"v {x} {y} {z}\n" for x, y, z in BOX)
    faces = "".join(f"f {one}\n" for one in FACES.split("|"))
    (tmp_path / "shell.obj").write_text(corners + faces)
    (tmp_path / "nested.urdf").write_text(SHELL)
    robot = bodyplan.load(tmp_path / "nested.urdf")
    strict = {"strict_adjacent": True}
    row = compute_matrix(robot, Options(**strict)).row("shell", "core")
    assert (row.reason, row.evidence, row.contained) == ("Always", "proved", "core")
    assert row.clearance == pytest.approx(0.02, abs=0.061)
    surfaces = compute_matrix(robot, Options(proof=False, **strict)).row("shell", "core")
    assert (surfaces.reason, surfaces.evidence) == ("Never", "sampled")


def test_a_strict_matrix_takes_only_links_that_a_joint_connects():
    links = [Link("world"), link("a", Sphere(0.1)), link("b", Sphere(0.1), at=(1.0, 0.0, 0.0))]
    robot = Robot("r", links, [turning("j", "world", "a"), turning("k", "world", "b")])
    assert compute_matrix(robot).row("a", "b").reason == "Adjacent"
    strict = compute_matrix(robot, Options(strict_adjacent=True)).row("a", "b")
    assert (strict.reason, strict.evidence) == ("Never", "proved")


def test_links_without_shapes_make_their_neighbours_adjacent_and_no_further_ones():
    links = [link("a", Sphere(0.1)), Link("x"), link("b", Sphere(0.1)), Link("y"), Link("z")]
    links += [link("c", Sphere(0.1)), link("d", Sphere(0.1))]
    names = ["a", "x", "b", "y", "z", "c", "d"]
    joints = [turning(f"j{n}", *pair) for n, pair in enumerate(pairwise(names))]
    robot, solid = Robot("r", links, joints), set("abcd")
    assert adjacent_pairs(robot, solid) == {("a", "b"), ("b", "c"), ("c", "d")}
    assert adjacent_pairs(robot, solid, strict=True) == {("c", "d")}


def test_what_is_uncertain_is_checked():
    slide = {"type": "prismatic", "axis": (1.0, 0.0, 0.0), "limit": Limit()}
    far = {"at": (0.0, 0.0, 9.0)}
    links = [
        link("a", Sphere(0.1)),
        link("b", Sphere(0.1), at=(0.0, 0.0, 5.0)),
        link("c", Sphere(0.1), at=(0.0, 0.0, 9.0)),
        link("d", Mesh("missing.stl")),
    ]
    joints = [
        turning("j", "a", "b"),
        turning("k", "b", "c", **slide),
        turning("l", "c", "d", **far),
    ]
    matrix = compute_matrix(Robot("r", links, joints))
    assert matrix.row("a", "c").reason == CHECKED
    assert "joint 'k' has no limits" in matrix.row("a", "c").why
    assert matrix.row("a", "d").reason == CHECKED
    assert "link 'd'" in matrix.row("a", "d").why
    assert [one.link for one in matrix.unchecked] == ["d"]


def test_a_pair_beyond_the_budget_stays_sampled_and_its_confidence_is_told(sample):
    robot = bodyplan.load(sample("arm"))
    matrix = compute_matrix(robot, Options(samples=2000, budget=0))
    rows = [*matrix.with_reason("Never")]
    assert rows
    assert {row.evidence for row in rows} == {"sampled"}
    assert (
        "seen in 0 of 2,200 random configurations: with 95 % confidence below 0.14 %"
        in explained(rows[0])
    )


def test_confidence_is_exact():
    """The rule of three: 0 of n leaves less than about 3/n."""
    assert below(10_000) == pytest.approx(3.0 / 10_000, rel=0.01)
    assert (1.0 - below(500)) ** 500 == pytest.approx(0.05)
    assert below(0) == 1.0


@pytest.mark.parametrize("way", [0.001, 1e-7])
def test_a_second_run_computes_only_what_a_change_affects(sample, way):
    robot = bodyplan.load(sample("arm"))
    first = compute_matrix(robot, Options(samples=500))
    assert compute_matrix(robot, Options(samples=500), previous=first) == first
    joint = robot.joint("flange_joint")
    moved = Transform(joint.origin.R, (*joint.origin.p[:2], joint.origin.p[2] + way))
    joints = [replace(one, origin=moved) if one is joint else one for one in robot.joints]
    changed = Robot(robot.name, robot.links, joints).with_files(robot.__dict__.get("_find_file"))
    second = compute_matrix(changed, Options(samples=500), previous=first)
    assert second == compute_matrix(changed, Options(samples=500))
    beyond = {one.name for one in changed.subtree(joint.child)}
    for row in second.rows:
        old = first.row(row.link1, row.link2)
        affected = len(beyond.intersection((row.link1, row.link2))) == 1
        assert (row.key != old.key) == (affected and row.key is not None)


def test_a_matrix_is_read_back_from_its_file(sample):
    from bodyplan.jobs.collision import evidence_of, matrix_from

    matrix = compute_matrix(bodyplan.load(sample("arm")), Options(samples=300))
    data = evidence_of(matrix)
    assert matrix_from(data) == matrix
    assert evidence_of(matrix_from(data)) == data


@pytest.mark.parametrize("data", [
    b"", b"[]", b"{", b"{}", b'{"version": 1}', b'{"version": 2, "rows": []}', b"\xff\xfe",
    b'{"version": 1, "rows": [1], "unchecked": []}',
])  # fmt: skip
def test_a_file_that_is_no_evidence_is_none(data):
    from bodyplan.jobs.collision import matrix_from

    assert matrix_from(data) is None


_PAGE = {
    "version": 1,
    "robot": "r",
    "seed": 0,
    "samples": 9,
    "rounds": 1,
    "always": 0.95,
    "is_proved": True,
    "budget": 9,
    "strict_adjacent": False,
    "unchecked": [],
    "loops": [],
}
_KEPT = {"link1": "a", "link2": "b", "reason": "Never", "key": "0"}


@pytest.mark.parametrize("change", [
    {"robot": 1}, {"seed": True}, {"samples": 0.5}, {"always": "x"}, {"rounds": None}, {"more": 1},
    {"is_proved": 1}, {"loops": [1]}, {"unchecked": [{"link": "a", "reason": 1}]},
    {"budget": 10**400}, {"always": float("nan")}, {"rows": {}},
])  # fmt: skip
def test_evidence_with_another_type_is_none(change):
    from bodyplan.jobs.collision import matrix_from

    page = {**_PAGE, "rows": [_KEPT]}
    assert matrix_from(json.dumps(page).encode()) is not None
    assert matrix_from(json.dumps({**page, **change}).encode()) is None


@pytest.mark.parametrize("change", [
    {"reason": "Anything"}, {"evidence": []}, {"evidence": "seen"}, {"contained": "c"},
    {"witness": {"j": "x"}}, {"witness": {"j": float("inf")}}, {"witness": [1]}, {"why": {}},
    {"nearest": "1"}, {"samples": 10**400}, {"cells": 1.5}, {"key": 1}, {"more": 1}, {"link1": None},
])  # fmt: skip
def test_a_row_of_evidence_with_another_type_is_none(change):
    from bodyplan.jobs.collision import matrix_from

    assert matrix_from(json.dumps({**_PAGE, "rows": [{**_KEPT, **change}]}).encode()) is None


@pytest.mark.parametrize("value", [b"[],", b"0,"])
def test_evidence_of_very_many_values_is_not_parsed(value, monkeypatch):
    from bodyplan.jobs import collision

    monkeypatch.setattr(collision, "MOST_VALUES", 400)
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("it is parsed"))
    assert collision.matrix_from(b"[" + value * 401 + b"0]") is None


def test_evidence_of_more_rows_than_a_robot_has_is_none(monkeypatch):
    from bodyplan.jobs import collision

    data = json.dumps({**_PAGE, "rows": [_KEPT] * 3}).encode()
    assert len(collision.matrix_from(data).rows) == 3
    monkeypatch.setattr(collision, "MOST_PAIRS", 2)
    assert collision.matrix_from(data) is None


def test_the_evidence_of_the_largest_robot_is_below_the_limits():
    """Rows are as long as those of a chain of 1,000 links with a proof that was tried for each."""
    from bodyplan.collision import pairs
    from bodyplan.collision.evidence import CollisionMatrix, PairRow
    from bodyplan.jobs import collision

    rows = [
        PairRow("shoulder_0001", f"shoulder_{number:04}", "Not Disabled", "sampled",
                nearest=0.123456, samples=10_200, cells=15_000, key="0123456789abcdef")
        for number in range(1_000)
    ]  # fmt: skip
    rows += [
        replace(row, cells=None, witness={f"joint_{n:04}": -0.12345678901234567 for n in range(16)})
        for row in rows[:64]  # with 32 joints between, or fewer: 16 on average
    ]
    matrix = CollisionMatrix("r", 0, 10_000, 1, 0.95, True, 15_000, False, tuple(rows))
    data = collision.evidence_of(matrix)
    scale = pairs.MOST_PAIRS / 1_000
    assert collision.matrix_from(data) == matrix
    assert len(data) * scale < collision.LARGEST_EVIDENCE
    assert data.count(b",") * scale < collision.MOST_VALUES


def test_a_row_has_one_line_in_its_file(sample):
    from bodyplan.jobs.collision import evidence_of

    matrix = compute_matrix(bodyplan.load(sample("arm")), Options(samples=300))
    lines = evidence_of(matrix).decode().splitlines()
    assert sum(line.startswith('{"link1":') for line in lines) == len(matrix.rows)


def test_too_many_links_are_an_error_before_there_is_a_pair(tmp_path, capsys):
    from bodyplan.cli import main
    from bodyplan.collision.pairs import TooManyPairsError, checked_pairs, solid_links

    box = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    links = "".join(f'<link name="l{n}">{box}</link>' for n in range(1002))
    joints = "".join(
        f'<joint name="j{n}" type="fixed"><parent link="l0"/><child link="l{n}"/></joint>'
        for n in range(1, 1002)
    )
    path = tmp_path / "r.urdf"
    path.write_text(f'<robot name="r">{links}{joints}</robot>')
    robot = bodyplan.load(path)
    for examine in (solid_links, checked_pairs, compute_matrix):
        with pytest.raises(TooManyPairsError, match=r"1,002 links .* 501,501 pairs.* 500,000"):
            examine(robot)
    for words in (["collisions"], ["srdf", "pairs"]):
        assert main([*words, str(path)]) == 2
        said = capsys.readouterr().err
        assert "1,002 links" in said
        assert "internal error" not in said


def test_too_many_named_states_are_an_error_before_a_pair_is_examined(
    tmp_path, capsys, monkeypatch
):
    from bodyplan.cli import main
    from bodyplan.collision import pairs

    monkeypatch.setattr(pairs, "MOST_STATES", 3)
    box = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
    (tmp_path / "r.urdf").write_text(
        f'<robot name="r"><link name="a">{box}</link><link name="b">{box}</link>{joint}</robot>'
    )
    state = '<group_state name="s{}" group="g"><joint name="j" value="0"/></group_state>'
    path = tmp_path / "r.srdf"
    for count, status in ((2, 0), (3, 2)):
        own = "".join(state.format(number) for number in range(count))
        path.write_text(f'<robot name="r"><group name="g"><joint name="j"/></group>{own}</robot>')
        spheres = ["spheres", str(path), "--count", "1", "--table"]
        for words in (["srdf", "pairs", str(path), "--table", "--samples", "0"], spheres):
            assert main([*words, "--robot", str(tmp_path / "r.urdf")]) == status
            said = capsys.readouterr().err
            assert ("4 named states exceed the limit of 3" in said) == (status == 2)
    main(["check", str(path), "--collisions", "--robot", str(tmp_path / "r.urdf")])
    assert "4 named states exceed the limit of 3" in capsys.readouterr().out


def test_the_json_of_a_matrix_is_valid_by_its_schema(sample):
    jsonschema = pytest.importorskip("jsonschema")
    from bodyplan.cli.verbs.schema import schema
    from bodyplan.jobs.collision import evidence_of

    matrix = compute_matrix(bodyplan.load(sample("arm")), Options(samples=300))
    jsonschema.validate(json.loads(evidence_of(matrix)), schema("srdf-pairs"))
