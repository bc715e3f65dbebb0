"""Spheres fitted to links: how well they do, that they repeat, and what the measures say."""

from __future__ import annotations

import math

import pytest

np = pytest.importorskip("numpy")

import bodyplan  # noqa: E402
from bodyplan import native  # noqa: E402
from bodyplan.collision import (  # noqa: E402
    _sphere_program,
    solid,
    sphere_collision,
    sphere_measures,
    sphere_tolerance,
)
from bodyplan.collision.pairs import TooManyPairsError  # noqa: E402
from bodyplan.collision.solid import Solid  # noqa: E402
from bodyplan.collision.sphere_cover import is_covered, open_points  # noqa: E402
from bodyplan.collision.sphere_measures import measure_spheres  # noqa: E402
from bodyplan.geometry.mesh import distance as mesh_field  # noqa: E402
from bodyplan.geometry.tessellation import tessellated  # noqa: E402
from bodyplan.jobs import spheres  # noqa: E402
from bodyplan.jobs.spheres import _fits, _work, budget  # noqa: E402
from bodyplan.model.planning.semantics import BoundingSphere  # noqa: E402
from bodyplan.model.shape import Box, Sphere  # noqa: E402
from bodyplan.model.transform import Transform  # noqa: E402

BALL = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
SHAPES = {
    "ball": '<sphere radius="0.1"/>',
    "box": '<box size="0.2 0.1 0.1"/>',
    "rod": '<cylinder radius="0.02" length="0.4"/>',
    "plate": '<box size="0.2 0.2 0.01"/>',
}


def robot_of(*shapes, origin="0 0 0"):
    """Return a robot with a link for each shape."""
    links = "".join(
        f'<link name="{shape}{number}"><collision><origin xyz="{origin}"/>'
        f"<geometry>{SHAPES[shape]}</geometry></collision></link>"
        for number, shape in enumerate(shapes)
    )
    joints = "".join(
        f'<joint name="j{number}" type="fixed"><parent link="{shapes[0]}0"/>'
        f'<child link="{shape}{number}"/></joint>'
        for number, shape in enumerate(shapes)
        if number
    )
    text = f'<robot name="shapes">{links}{joints}</robot>'
    return bodyplan.load(text.encode())


@pytest.mark.parametrize(
    ("shape", "count", "overlap", "reach"),
    [
        ("ball", 1, 0.97, 0.003),
        ("box", 8, 0.78, 0.02),
        ("rod", 12, 0.75, 0.012),
        ("plate", 12, 0.2, 0.04),
    ],
)
def test_spheres_fill_a_shape(shape, count, overlap, reach):
    (fitted,) = bodyplan.fit_spheres(robot_of(shape, origin="1 2 3"), count=count).links
    assert fitted.measures.overlap > overlap
    assert fitted.measures.largest_overshoot < reach
    assert len(fitted.spheres) <= count
    center = np.mean([one.center for one in fitted.spheres], axis=0)
    assert np.allclose(center, (1, 2, 3), atol=0.02)


def test_the_same_arguments_give_the_same_spheres_and_equal_links_equal_ones():
    robot = robot_of("box", "box")
    one, other = (bodyplan.fit_spheres(robot, count=3, threads=n) for n in (1, 2))
    assert one == other
    assert one.links[0].spheres == one.links[1].spheres
    assert bodyplan.fit_spheres(robot, count=3, seed=1) != one


def test_counts_by_link_and_links_by_name():
    fitted = bodyplan.fit_spheres(robot_of("box", "ball"), count={"box0": 4}, links=["box0"])
    assert {link: len(spheres) for link, spheres in fitted.spheres.items()} == {"box0": 4}


@pytest.mark.parametrize("count", [0, -1, 20_000])
def test_an_impossible_count_is_one_sentence(count):
    with pytest.raises(ValueError, match="expected 1 to 10,000 spheres a link"):
        bodyplan.fit_spheres(robot_of("box"), count=count)


def test_measures_are_those_of_geometry():
    """A ball of radius r about a ball of radius R, both exactly known."""
    mesh = tessellated(Sphere(0.1), 96)
    solid = Solid(mesh.vertices[mesh.faces], 0.0, ())
    small = measure_spheres(solid, np.zeros((1, 3)), np.array([0.08]))
    assert small.surface_covered == 0.0
    assert small.largest_gap == pytest.approx(0.02, abs=2e-4)
    assert small.volume_covered == pytest.approx(0.512, abs=0.01)
    assert small.mean_overshoot == 0.0
    large = measure_spheres(solid, np.zeros((1, 3)), np.array([0.12]))
    assert (large.surface_covered, large.volume_covered, large.largest_gap) == (1.0, 1.0, 0.0)
    assert large.mean_overshoot == pytest.approx(0.02, abs=2e-4)
    assert large.overlap == pytest.approx((0.1 / 0.12) ** 3, abs=0.01)
    assert large.volume_ratio == pytest.approx(1.728, abs=0.03)


def test_overshoot_is_that_of_the_union():
    """A sphere inside another one adds nothing."""
    mesh = tessellated(Box((0.1, 0.1, 0.1)))
    solid = Solid(mesh.vertices[mesh.faces], 0.0, ())
    one = measure_spheres(solid, np.zeros((1, 3)), np.array([0.06]))
    two = measure_spheres(solid, np.zeros((2, 3)), np.array([0.06, 0.055]))
    assert two.largest_overshoot == pytest.approx(one.largest_overshoot, abs=1e-4)
    assert two.volume_ratio == pytest.approx(one.volume_ratio, rel=0.02)


def test_a_set_is_measured_without_what_it_disables():
    robot = robot_of("ball", "box")
    found = bodyplan.measure_sphere_set(
        robot,
        {
            "ball0": [BoundingSphere((0.0, 0.0, 0.0), 0.1), BoundingSphere((1.0, 0, 0), -1.0)],
            "box1": [BoundingSphere((0.0, 0.0, 0.0), 0.0)],
            "nothing": [BoundingSphere((0.0, 0.0, 0.0), 1.0)],
        },
    )
    assert [one.link for one in found.links] == ["ball0"]
    assert found.links[0].measures.overlap > 0.97
    assert [one.link for one in found.skipped] == ["box1", "nothing"]


def test_the_extension_and_its_twin_agree_about_points():
    mesh = tessellated(Box((0.1, 0.2, 0.3)))
    triangles = mesh.vertices[mesh.faces]
    points = np.random.default_rng(1).uniform(-0.3, 0.3, (400, 3))
    distance, winding = mesh_field._field(triangles, points)
    outside = np.linalg.norm(np.maximum(np.abs(points) - (0.05, 0.1, 0.15), 0.0), axis=1)
    is_inside = outside == 0.0
    assert np.allclose(distance[~is_inside], outside[~is_inside])
    assert np.allclose(winding, is_inside, atol=1e-6)
    if native.mesh_field is not None:
        own = mesh_field.field(triangles, points)
        assert np.allclose(own[0], distance)
        assert np.allclose(own[1], winding, atol=0.02)


def test_an_open_mesh_is_fitted_by_its_surface_and_that_is_said(tmp_path):
    mesh = tessellated(Box((0.2, 0.2, 0.2)))
    lines = [f"v {x} {y} {z}" for x, y, z in mesh.vertices.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces[2:].tolist()]
    (tmp_path / "open.obj").write_text("\n".join(lines))
    text = SHAPES["box"].replace('box size="0.2 0.1 0.1"', 'mesh filename="open.obj"')
    (tmp_path / "r.urdf").write_text(
        f'<robot name="r"><link name="a"><collision><geometry>{text}</geometry></collision></link></robot>'
    )
    (fitted,) = bodyplan.fit_spheres(bodyplan.load(tmp_path / "r.urdf"), count=8).links
    assert "is not closed" in fitted.notes[0]
    assert math.isfinite(fitted.measures.overlap)
    assert fitted.measures.overlap > 0.5


@pytest.mark.parametrize("shape", SHAPES)
def test_a_cover_contains_the_surface_of_every_shape(shape):
    (fitted,) = bodyplan.fit_spheres(robot_of(shape), count=6, cover=True).links
    assert fitted.is_covered
    assert len(fitted.spheres) <= 6
    assert fitted.measures.surface_covered == 1.0
    assert fitted.measures.largest_gap == 0.0
    if shape == "ball":
        assert fitted.measures.largest_overshoot < 0.002


def test_a_proof_of_a_cover_rests_on_no_sample():
    """Two spheres leave a needle of a triangle open, far thinner than the distance of any samples."""
    triangle = np.array([[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.5, 0.0]]])
    centers = np.array([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    assert not is_covered(triangle, centers, np.array([1.0, 1.0]))
    assert not is_covered(triangle, centers, np.array([1.118, 1.118]))
    assert is_covered(triangle, centers, np.array([1.1181, 1.1181]))


def test_spheres_that_touch_are_not_free_in_any_shape_of_batch():
    robot = bodyplan.load("sample:arm")
    spheres = {
        "pedestal_link": [BoundingSphere((0.0, 0.0, 0.3), 0.2)],
        "palm_link": [BoundingSphere((0.0, 0.0, 0.0), 0.05), BoundingSphere((0.0, 0.0, 0.1), -1.0)],
        "forearm_link": [BoundingSphere((0.0, 0.0, 0.1), 0.05)],
    }
    model = bodyplan.collision.sphere_model(robot, spheres)
    q = np.random.default_rng(0).uniform(-2.0, 2.0, (6, 50, robot.nq))
    free = model.is_free(q)
    assert free.shape == (6, 50)
    assert 0 < free.mean() < 1
    poses = [robot.poses(one) for one in q.reshape(-1, robot.nq)[:40]]
    for one, X in zip(free.ravel(), poses, strict=False):
        expected = True
        for a, b in model.pairs:
            for s in spheres[a]:
                for t in spheres[b]:
                    if min(s.radius, t.radius) > 0.0:
                        apart = math.dist(X[a] @ s.center, X[b] @ t.center)
                        expected &= apart >= s.radius + t.radius
        assert one == expected
    assert model.is_free().shape == ()


def test_a_robot_without_spheres_is_one_sentence():
    with pytest.raises(ValueError, match="has no SRDF with spheres"):
        bodyplan.collision.sphere_model(robot_of("box"))


def test_a_tolerance_holds_for_every_point_of_a_cover():
    fitted = bodyplan.fit_spheres(robot_of("box"), cover=True, tolerance=0.03)
    assert fitted.links[0].is_covered
    assert fitted.links[0].measures.largest_overshoot <= 0.03


@pytest.mark.parametrize(
    ("shape", "tolerance", "most"), [("box", 0.03, 12), ("box", 0.005, 200), ("plate", 0.01, 300)]
)
def test_a_tolerance_holds_at_100_000_other_points_of_tight_spheres(shape, tolerance, most):
    """Gaps at points of the link, overshoots at points of the spheres: corners of a box are reached."""
    robot = robot_of(shape)
    (fitted,) = bodyplan.fit_spheres(robot, tolerance=tolerance).links
    centers = np.array([one.center for one in fitted.spheres])
    radii = np.array([one.radius for one in fitted.spheres])
    ((one,), _) = _work.work_of(robot, None)
    found = sphere_measures.measure_spheres(one.solid, centers, radii, points=100_000)
    assert max(found.largest_gap, found.largest_overshoot) <= tolerance
    assert is_covered(one.solid.triangles, centers, radii + tolerance)
    assert 1 < len(radii) <= most
    assert found.volume_covered > 0.9 or shape == "plate"


def test_a_tolerance_holds_on_the_side_of_a_plane_where_spheres_are():
    """Of a box 20 cm by 10 cm by 10 cm: its lower half is beyond the plane."""
    (fitted,) = bodyplan.fit_spheres(
        robot_of("box"), tolerance=0.02, clip={"box0": {"z": 0.0}}
    ).links
    centers = np.array([one.center for one in fitted.spheres])
    radii = np.array([one.radius for one in fitted.spheres])
    corners = np.array([(x, y, 0.05) for x in (-0.1, 0.1) for y in (-0.05, 0.05)])
    assert all(one.center[2] - one.radius >= 0.0 for one in fitted.spheres)
    assert sphere_measures.outside_of(corners, centers, radii).max() <= 0.02


def test_a_smallest_radius_that_leaves_gaps_is_named():
    with pytest.raises(
        ValueError, match=r"link 'box0' has parts that no sphere reaches within 0\.01 m"
    ):
        bodyplan.fit_spheres(robot_of("box"), tolerance=0.01, min_radius=0.045)


def test_no_spheres_are_returned_if_a_gap_within_the_tolerance_is_not_proved(monkeypatch):
    point = np.array([[0.1, 0.05, 0.05]])
    monkeypatch.setattr(sphere_tolerance, "open_points", lambda *_: point)
    with pytest.raises(ValueError, match=r"'box0' has points .* with a gap of more than 0\.03 m"):
        bodyplan.fit_spheres(robot_of("box"), tolerance=0.03)


def test_a_proof_leaves_out_what_is_beyond_a_plane():
    """A sphere of radius 1 around the origin, and a triangle with a corner at x = 2."""
    triangle = np.array([[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.1, 0.0]]])
    spheres = np.zeros((1, 3)), np.ones(1)
    for offset, is_open in ((-0.9, False), (-1.1, True)):
        planes = [((-1.0, 0.0, 0.0), offset)]
        assert bool(len(open_points(triangle, *spheres, 1e-3, planes))) is is_open


def test_spheres_reach_through_no_plane_and_are_not_too_small():
    """Of a box 20 cm by 10 cm by 10 cm; the planes are a face, and one in the middle of an edge."""
    planes = {"z": -0.05, "x": 0.0}
    (fitted,) = bodyplan.fit_spheres(
        robot_of("box", origin="-0.03 0 0"), count=6, clip={"box0": planes}, min_radius=0.02
    ).links
    assert all(one.center[2] - one.radius >= -0.05 for one in fitted.spheres)
    assert all(one.center[0] + one.radius <= 0.0 for one in fitted.spheres)
    assert min(one.radius for one in fitted.spheres) >= 0.02
    assert 0.4 < fitted.measures.volume_covered < 0.65  # the plane leaves 13 of 20 cm


def test_a_budget_is_shared_by_all_links_and_equal_ones_get_as_many():
    robot = robot_of("box", "ball", "box")
    fitted = bodyplan.fit_spheres(robot, total=12)
    one, ball, other = (len(link.spheres) for link in fitted.links)
    assert one == other > ball
    assert 11 <= fitted.count <= 12
    with pytest.raises(ValueError, match="total: expected 3 to 20,000 spheres for 3 links, got 2"):
        bodyplan.fit_spheres(robot, total=2)


@pytest.mark.parametrize(("is_sum", "expected"), [(True, [4, 2]), (False, [5, 1])])
def test_spheres_go_where_the_error_falls_most_or_is_largest(is_sum, expected):
    """Errors are 8 / n and 2 / n: of the sum, 8 / 4 + 2 / 2 is the smallest; 8 / 4 = 2 / 1."""
    found = budget.shared(
        6, [1, 1], lambda number, count: (8.0, 2.0)[number] / count, is_sum=is_sum, most=100
    )
    assert found == expected


def test_a_mirror_image_gets_mirrored_spheres():
    def parts(sign):
        return "".join(
            f'<collision><origin xyz="{x} {sign * y} 0"/><geometry><box size="{size} 0.1 0.04"/>'
            "</geometry></collision>"
            for x, y, size in ((0.0, 0.0, 0.2), (0.08, 0.06, 0.06))
        )

    text = (
        f'<robot name="r"><link name="left">{parts(1)}</link><link name="right">{parts(-1)}</link>'
        '<joint name="j" type="fixed"><parent link="left"/><child link="right"/></joint></robot>'
    )
    robot = bodyplan.load(text.encode())
    for cover in (False, True):
        left, right = bodyplan.fit_spheres(robot, count=4, cover=cover).links
        mirrored = tuple(
            BoundingSphere((x, -y + 0.0, z), one.radius)
            for one in left.spheres
            for x, y, z in [one.center]
        )
        assert right.spheres == mirrored
        assert left.measures == right.measures
        assert left.is_covered is right.is_covered is cover
    counts = bodyplan.fit_spheres(robot, count={"left": 2, "right": 3})
    assert [len(one.spheres) for one in counts.links] == [2, 3]


def test_a_thin_plate_says_what_its_spheres_trade():
    (fitted,) = bodyplan.fit_spheres(robot_of("plate"), count=6).links
    assert "it is about 10.0 mm thick" in fitted.notes[0]
    assert "spheres with this thickness as radius would cover it" in fitted.notes[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"count": 3, "total": 5}, "count, total and tolerance exclude each other"),
        ({"tolerance": 0.0}, "a tolerance must be positive"),
        ({"min_radius": -1.0}, "must be finite and not negative"),
        ({"min_radius": math.nan}, "must be finite and not negative"),
        ({"cover": True, "clip": {"box0": {"z": 0.0}}}, "cannot be clipped"),
        ({"clip": {"box0": {"w": 0.0}}}, "expected a plane such as z=0, got w=0.0"),
        ({"clip": {"box0": {"z": math.inf}}}, "expected a plane such as z=0, got z=inf"),
        ({"clip": {"nothing": {"z": 0.0}}}, "has no link 'nothing'"),
    ],
)
def test_impossible_choices_are_one_sentence(arguments, words):
    with pytest.raises((ValueError, KeyError), match=words):
        bodyplan.fit_spheres(robot_of("box"), **arguments)


@pytest.mark.parametrize("cover", [False, True])
def test_a_link_that_needs_too_many_spheres_is_named(cover, monkeypatch):
    monkeypatch.setattr(_fits, "MOST_FOR_TOLERANCE", 3)
    words = "link 'box0' needs more than 3 spheres for a tolerance of 0.001 m"
    with pytest.raises(ValueError, match=words):
        bodyplan.fit_spheres(robot_of("box"), tolerance=0.001, cover=cover)


def test_spheres_in_another_link_frame_are_named_with_the_likely_reason():
    robot = robot_of("box")
    for shift, expected in ((0.0, ()), (3.0, (_fits._ELSEWHERE,))):
        moved = {"box0": [BoundingSphere((shift, 0.0, 0.0), 0.2)]}
        assert bodyplan.measure_sphere_set(robot, moved).links[0].notes == expected


@pytest.fixture(scope="module")
def many():
    """A robot with 6 spheres a link, and configurations of which some touch and some nearly do."""
    robot = bodyplan.load("sample:arm")
    row = [BoundingSphere((0.0, 0.0, 0.04 * k), 0.15) for k in range(6)]
    spheres = dict.fromkeys(("pedestal_link", "upper_arm_link", "palm_link", "forearm_link"), row)
    pairs = [("pedestal_link", "palm_link"), ("upper_arm_link", "palm_link")]
    model = bodyplan.collision.sphere_model(robot, spheres, pairs=pairs)
    low, high = np.maximum(robot.arrays.lower, -3.0), np.minimum(robot.arrays.upper, 3.0)
    q = np.random.default_rng(1).uniform(low, high, (3_001, robot.nq))
    q[7] = math.nan
    q[8] *= 100.0
    return model, q


@pytest.mark.skipif(native.Plan is None, reason="without the extension")
def test_every_instruction_set_agrees_with_array_code(many):
    model, q = many
    expected = model._verdicts(q)
    assert 0.02 < expected.mean() < 0.98
    assert (model.is_free(q) == expected).all()
    assert (model.is_free(q.reshape(1, 3_001, -1)[:, ::-1]) == expected[::-1]).all()
    for name in native.kernel_sets():
        plan = native.Plan(model.robot.arrays, name)
        chosen = plan.spheres(*model._program())
        for threads in (1, 3):
            assert (plan.self_collision(q, chosen, threads) == expected).all()


@pytest.mark.skipif(native.Plan is None, reason="without the extension")
def test_spheres_that_nearly_touch_are_decided_in_double_precision(many):
    model, q = many
    rows = q[np.isfinite(q).all(axis=1)][:400]
    free = model._verdicts(rows)
    count = min(free.sum(), (~free).sum())
    one, two = rows[free][:count], rows[~free][:count]
    for _ in range(34):  # to 1e-9 of where spheres touch
        middle = (one + two) / 2.0
        is_free = model._verdicts(middle)[:, None]
        one, two = np.where(is_free, middle, one), np.where(is_free, two, middle)
    close = np.concatenate((one, two))
    assert count > 20
    for name in native.kernel_sets():
        plan = native.Plan(model.robot.arrays, name)
        *program, slack = model._program()
        found = plan.self_collision(close, plan.spheres(*program, slack), 1)
        assert (found == model._verdicts(close)).all()
        assert (plan.self_collision(close, plan.spheres(*program, 0.0), 1) != found).any()


@pytest.mark.skipif(native.Plan is None, reason="without the extension")
def test_many_turns_do_not_change_a_verdict(many):
    model, q = many
    robot = model.robot
    rows = q[np.isfinite(q).all(axis=1)][:300]
    leaders = {one.mimic.leader for one in robot.joints if one.mimic is not None}
    turning = [
        int(robot.arrays.q_index[k])
        for k, one in enumerate(robot.joints)
        if one.type in {"revolute", "continuous"} and one.mimic is None and one.name not in leaders
    ]
    assert len(turning) > 2
    turned = rows.copy()
    turns = np.random.default_rng(2).integers(-9_999, 9_999, (len(rows), len(turning)))
    turned[:, turning] += 2.0 * math.pi * turns
    assert (np.abs(turned).max(axis=1) > 1_000.0).all()
    expected = model._verdicts(rows)
    assert 0.02 < expected.mean() < 0.98
    assert (model._verdicts(turned) == expected).all()
    for name in native.kernel_sets():
        plan = native.Plan(robot.arrays, name)
        chosen = plan.spheres(*model._program())
        assert (plan.self_collision(turned, chosen, 1) == expected).all()


@pytest.mark.skipif(native.Plan is None, reason="without the extension")
def test_more_comparisons_than_the_kernel_has_tables_for_are_left_to_array_code(many, monkeypatch):
    model, q = many
    pairs = model._program()[3]
    more = pairs * 1_400_000  # of up to 6 spheres each
    monkeypatch.setattr(_sphere_program, "_ordered", lambda *_: more)
    spheres = {
        model.robot.links[link].name: [
            BoundingSphere(tuple(center), radius)
            for center, radius in zip(centers, radii, strict=True)
        ]
        for link, centers, radii in zip(model._numbers, model._centers, model._radii, strict=True)
    }
    huge = bodyplan.collision.sphere_model(model.robot, spheres, pairs=model.pairs)
    assert huge._native is None
    assert (huge.is_free(q[:500]) == model.is_free(q[:500])).all()


@pytest.mark.skipif(native.Plan is None, reason="without the extension")
@pytest.mark.parametrize("joints", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_spheres_that_cannot_meet_at_any_angle_are_left_out_and_no_others(joints, seed):
    dice = np.random.default_rng(10 * joints + seed)

    def numbers(count=3):
        return " ".join(map(str, dice.uniform(-0.3, 0.3, count)))

    text = "<robot name='r'><link name='l0'/>" + "".join(
        f"<link name='l{k}'/><joint name='j{k}' type='{kind}'><parent link='l{k - 1}'/>"
        f"<child link='l{k}'/><origin xyz='{numbers()}' rpy='{numbers()}'/><axis xyz='{numbers()}'/>"
        f"<limit lower='0' upper='{k % 2}' effort='1' velocity='1'/></joint>"
        for k, kind in enumerate(["fixed", *["revolute"] * joints, "fixed"], start=1)
    )
    robot = bodyplan.load(text + "</robot>")
    ends = ("l0", robot.links[-1].name)
    spheres = {
        link: [BoundingSphere(tuple(dice.uniform(-0.3, 0.3, 3)), 0.06) for _ in range(8)]
        for link in ends
    }
    model = bodyplan.collision.sphere_model(robot, spheres, pairs=[ends])
    turn = np.linspace(-np.pi, np.pi, 400)  # also beyond the limits
    q = np.stack(np.meshgrid(*[turn] * joints), axis=-1).reshape(-1, joints)
    X = np.asarray(bodyplan.kinematics.forward_kinematics(robot, q, list(ends)))
    one, two = (
        X[:, k, None, :3, 3] + np.einsum("nij,sj->nsi", X[:, k, :3, :3], own)
        for k, own in enumerate(model._centers)
    )
    least = np.array(
        [[np.linalg.norm(one[:, i] - two[:, j], axis=1).min() for j in range(8)] for i in range(8)]
    )
    groups, pairs = _sphere_program._groups(robot, model._groups, model._bodies)
    kept = [
        [
            bool(pairs) and own in groups[place].centers.tolist()
            for own in model._centers[k].tolist()
        ]
        for k, place in enumerate(pairs[0] if pairs else (0, 0))
    ]
    close = least < 0.12
    assert (np.array(kept[0]) >= close.any(axis=1)).all()
    assert (np.array(kept[1]) >= close.any(axis=0)).all()
    near = least < 0.12 + 0.01  # the bound of a circle of 256 points, and of this grid
    assert (np.array(kept[0]) <= near.any(axis=1)).all()
    assert (np.array(kept[1]) <= near.any(axis=0)).all()
    apart = np.linalg.norm(one[::7, :, None] - two[::7, None], axis=-1)
    assert (model.is_free(q[::7]) == (apart >= 0.12).all(axis=(1, 2))).all()


@pytest.mark.skipif(native.Plan is None, reason="without the extension")
def test_the_kernel_refuses_what_does_not_fit(many):
    model, q = many
    links, counts, numbers, pairs, limits, slack = model._program()
    plan = native.Plan(model.robot.arrays)
    for wrong in (
        ([99], counts, numbers, pairs, limits, slack),
        (links, counts[:-1], numbers, pairs, limits, slack),
        (links, [10**6, *counts[1:]], numbers, pairs, limits, slack),
        (links, counts, numbers, [*pairs, 0], limits, slack),
        (links, counts, numbers, [0, len(links)], limits, slack),
        (links, counts, numbers, pairs, limits[:-1], slack),
    ):
        with pytest.raises(native.Refusal):
            plan.spheres(*wrong)
    with pytest.raises(native.Refusal):
        plan.self_collision(q, None)
    with pytest.raises(native.Refusal):
        plan.self_collision(q, model._native)
    with pytest.raises(native.Refusal):
        plan.self_collision(q.astype(np.float32), plan.spheres(*model._program()))
    with pytest.raises(ValueError, match="q"):
        model.is_free(q[:, :-1])


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_arrays_of_other_libraries_give_the_same_verdicts(many, library):
    pytest.importorskip(library)
    model, q = many
    rows = q[10:40]
    if library == "torch":
        import torch

        found = model.is_free(torch.from_numpy(rows))
    else:
        import jax

        found = jax.jit(model.is_free)(jax.numpy.asarray(rows))
    assert (np.asarray(found) == model.is_free(rows)).all()


@pytest.mark.parametrize("room", [1, 7, 100])
def test_verdicts_do_not_depend_on_how_much_is_computed_at_once(many, room, monkeypatch):
    model, q = many
    expected = model._verdicts(q[:60]), model.free_pairs(q[:60])
    monkeypatch.setattr(sphere_collision, "_ROOM", room)
    monkeypatch.setattr(sphere_collision, "_BLOCK", 50)
    assert (model._verdicts(q[:60]) == expected[0]).all()
    assert (model.free_pairs(q[:60]) == expected[1]).all()


def test_shapes_of_very_many_triangles_have_no_spheres(monkeypatch):
    ball = '<collision><geometry><sphere radius="1"/></geometry></collision>'
    one = bodyplan.load(f'<robot name="r"><link name="a">{ball * 3}</link></robot>')
    monkeypatch.setattr(solid, "MOST_TRIANGLES", 1_000)
    fitted = bodyplan.fit_spheres(one, count=1)
    assert [left.reason for left in fitted.skipped] == ["its shapes have more than 1,000 triangles"]
    monkeypatch.undo()
    monkeypatch.setattr(_work, "MOST_TRIANGLES_IN_ALL", 1_000)
    (left,) = bodyplan.fit_spheres(one, count=1).skipped
    assert left.reason == "the links have more than 1,000 triangles together"


def test_a_shape_smaller_than_the_last_digit_of_a_radius_has_no_spheres():
    small = '<collision><geometry><box size="1e-7 1e-7 1e-7"/></geometry></collision>'
    robot = bodyplan.load(
        f'<robot name="r"><link name="a">{BALL}</link><link name="b">{small}</link><joint name="j"'
        ' type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
    )
    for choice in ({"count": 1}, {"total": 3}, {"tolerance": 1.0}):
        fitted = bodyplan.fit_spheres(robot, **choice)
        assert [one.link for one in fitted.links] == ["a"]
        reasons = {left.link: left.reason for left in fitted.skipped}
        assert reasons == {"b": "no sphere of 0.001 mm fits into it"}


def test_very_many_shapes_have_no_spheres(monkeypatch):
    monkeypatch.setattr(_work, "MOST_SHAPES", 2)
    fitted = bodyplan.fit_spheres(robot_of("ball", "box", "rod"), count=1)
    assert [one.link for one in fitted.links] == ["ball0", "box1"]
    assert fitted.skipped[0].reason.startswith("the links have more than ")


def test_triangles_that_all_overlap_have_no_spheres():
    random = np.random.default_rng(0)
    overlapping = Solid(random.normal(size=(30_000, 3, 3)), 0.1, ())
    apart = random.normal(size=(30_000, 1, 3)) + 0.01 * random.normal(size=(30_000, 3, 3))
    assert Solid(apart, 0.1, ()).cost() < 100
    assert overlapping.cost() > _work.MOST_OVERLAP


def test_links_whose_triangles_overlap_too_much_have_no_spheres(monkeypatch):
    robot = robot_of("ball", "box", "box", "rod")
    cost = {
        link.name: solid.solid_of(robot, [(link.collisions[0], Transform())]).cost()
        for link in robot.links
    }
    monkeypatch.setattr(_work, "_OVERLAPPING", 0)
    monkeypatch.setattr(_work, "MOST_OVERLAP", cost["ball0"] + cost["box1"])
    fitted = bodyplan.fit_spheres(robot, count=1)
    assert [one.link for one in fitted.links] == ["ball0", "box1", "box2"]  # equal ones count once
    assert "overlap" in fitted.skipped[0].reason


def test_many_spheres_are_measured_at_fewer_points(monkeypatch):
    asked = []
    own = sphere_measures.outside_of
    monkeypatch.setattr(sphere_measures, "_MOST_PAIRS", 40)
    monkeypatch.setattr(
        sphere_measures, "outside_of", lambda p, c, r: asked.append(len(p) * len(r)) or own(p, c, r)
    )
    box = solid.Solid(np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], float), 0.1, ())
    sphere_measures.measure_spheres(box, np.zeros((10, 3)), np.ones(10))
    assert max(asked) <= 3 * 40


def test_very_many_given_spheres_are_compared_in_fewer_configurations_or_refused(monkeypatch):
    text = "".join(f'<link name="{name}">{BALL}</link>' for name in "abc") + "".join(
        f'<joint name="{one}{two}" type="continuous"><parent link="{one}"/><child link="{two}"/>'
        '<origin xyz="0.5 0 0"/></joint>'
        for one, two in ("ab", "bc")
    )
    robot = bodyplan.load(f'<robot name="r">{text}</robot>'.encode())
    given = {link: [BoundingSphere((0.0, 0.0, 0.0), 0.1)] * 3 for link in "ac"}
    assert bodyplan.measure_sphere_set(robot, given).verdicts.samples == spheres.SAMPLES
    monkeypatch.setattr(spheres, "_MOST_SAMPLED", 9 * 5)
    assert bodyplan.measure_sphere_set(robot, given).verdicts.samples == 5
    monkeypatch.setattr(spheres, "MOST_COMPARISONS", 8)
    with pytest.raises(TooManyPairsError, match="9 pairs of spheres in 1 state exceed the limit"):
        bodyplan.measure_sphere_set(robot, given)
    monkeypatch.setattr(spheres, "_MOST_SAMPLED", 9 * 6)
    assert bodyplan.fit_spheres(robot, count=3).verdicts.samples == 6


def test_very_many_different_links_are_fitted_at_fewer_points_and_are_limited(monkeypatch):
    links = "".join(
        f'<link name="{name}"><collision><geometry><box size="1 2 {size}"/></geometry></collision>'
        "</link>"
        for name, size in zip("abcd", (3, 4, 5, 3), strict=True)
    ) + "".join(
        f'<joint name="{child}" type="fixed"><parent link="a"/><child link="{child}"/></joint>'
        for child in "bcd"
    )
    robot = bodyplan.load(f'<robot name="r">{links}</robot>'.encode())
    fine = bodyplan.fit_spheres(robot, count=3)
    monkeypatch.setattr(_fits, "_FULL", 0.6)  # an effort of 4 %, as 200 links would have
    coarse = bodyplan.fit_spheres(robot, count=3)
    assert coarse != fine
    for less, more in zip(coarse.links, fine.links, strict=True):
        assert less.measures.overlap > 0.9 * more.measures.overlap
    assert all(one.is_covered for one in bodyplan.fit_spheres(robot, count=3, cover=True).links)
    monkeypatch.setattr(spheres, "MOST_DIFFERENT", 2)
    fitted = bodyplan.fit_spheres(robot, count=3)
    assert [one.link for one in fitted.links] == ["a", "b", "d"]  # the last one is like the first
    assert [(one.link, one.reason) for one in fitted.skipped] == [
        ("c", "the limit is 150 links with different shapes")
    ]
