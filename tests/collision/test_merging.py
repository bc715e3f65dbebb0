"""Links of one rigid body that get spheres together."""

from __future__ import annotations

import itertools

import pytest

np = pytest.importorskip("numpy")

import bodyplan  # noqa: E402
from bodyplan.collision.merging import MergedLinks  # noqa: E402
from bodyplan.collision.pairs import checked_pairs  # noqa: E402
from tests.oracles import urdfdom  # noqa: E402

BOX = (
    '<collision><origin xyz="0 0 0.05"/><geometry><box size="0.1 0.1 0.1"/></geometry></collision>'
)
ROBOT = f"""<robot name="r">
<link name="world"/><link name="base">{BOX}</link><link name="plate">{BOX}</link>
<link name="arm">{BOX}</link><link name="flange"/><link name="hand">{BOX}</link>
<joint name="a" type="fixed"><parent link="world"/><child link="base"/><origin xyz="0 0 1"/></joint>
<joint name="b" type="fixed"><parent link="base"/><child link="plate"/><origin xyz="0.3 0 0"/></joint>
<joint name="c" type="revolute"><parent link="plate"/><child link="arm"/><origin xyz="0 0 0.4"/>
<axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="d" type="fixed"><parent link="arm"/><child link="flange"/><origin rpy="0 1.5707963267948966 0"/></joint>
<joint name="e" type="fixed"><parent link="flange"/><child link="hand"/><origin xyz="0 0 0.2"/></joint>
</robot>"""


def robot():
    """Two rigid bodies; the first begins with a link without shapes."""
    return bodyplan.load(ROBOT.encode())


def test_the_first_link_with_shapes_has_those_of_its_rigid_body():
    joined = MergedLinks(robot())
    assert joined.holder == {
        **dict.fromkeys(("world", "base", "plate"), "base"),
        **dict.fromkeys(("arm", "flange", "hand"), "arm"),
    }
    assert joined.merged_into(["base", "arm"]) == (("plate", "base"), ("hand", "arm"))
    assert joined.merged_into(["arm", "hand"]) == (("hand", "arm"),)
    counts = {link.name: len(link.collisions) for link in joined.robot().links}
    assert counts == {"world": 0, "base": 2, "plate": 0, "arm": 2, "flange": 0, "hand": 0}


def test_pairs_of_links_are_those_of_their_rigid_bodies_once():
    joined = MergedLinks(robot())
    pairs = (("plate", "hand"), ("arm", "base"), ("base", "plate"), ("hand", "base"))
    assert joined.pairs(pairs) == (("base", "arm"),)
    assert joined.pairs((("base", "plate"),)) == ()


def test_shapes_of_merged_links_are_where_pinocchio_has_them():
    pinocchio = pytest.importorskip("pinocchio")
    try:
        names = [str(name) for name in urdfdom.example_robots()]
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    (path,) = (name for name in names if name.endswith("/panda.urdf"))
    own = bodyplan.load(path)
    joined = MergedLinks(own)
    merged = joined.robot()
    model = pinocchio.buildModelFromUrdf(path)
    geometry = pinocchio.buildGeomFromUrdf(
        model,
        path,
        pinocchio.GeometryType.COLLISION,
        package_dirs=[path.partition("/robots/")[0] + "/.."],
    )
    theirs = {}
    for one in geometry.geometryObjects:
        theirs.setdefault(one.parentJoint, []).append(one.placement.homogeneous)
    ours = {link.name: [part.origin.matrix for part in link.collisions] for link in merged.links}
    assert sorted(map(len, theirs.values())) == sorted(len(one) for one in ours.values() if one)
    assert max(map(len, ours.values())) > 1
    relative = [
        [np.linalg.inv(one[0]) @ np.array(other) for other in one]
        for one in map(np.array, ours.values())
        if len(one)
    ]
    expected = [[np.linalg.inv(one[0]) @ other for other in one] for one in theirs.values()]
    for one in expected:
        assert any(len(one) == len(two) and np.allclose(one, two, atol=1e-9) for two in relative)


def test_the_meshes_of_merged_links_are_found():
    try:
        names = [str(name) for name in urdfdom.example_robots()]
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))
    (path,) = (name for name in names if name.endswith("/panda.urdf"))
    own = bodyplan.load(path)
    merged = MergedLinks(own).robot()
    for link in merged.links:
        for part in link.collisions:
            assert len(merged.mesh(part).faces)


def test_merged_links_get_spheres_together_and_are_left_out_themselves():
    own = robot()
    fitted = bodyplan.fit_spheres(own, count=12, merge_fixed=True)
    assert [one.link for one in fitted.links] == ["base", "arm"]
    assert fitted.merged == (("plate", "base"), ("hand", "arm"))
    (arm,) = (one for one in fitted.links if one.link == "arm")
    assert arm.measures.volume_covered > 0.9
    at_hand = [one for one in arm.spheres if one.center[0] > 0.15]  # 0.2 m along x of the arm
    at_arm = [one for one in arm.spheres if one.center[0] < 0.1]
    assert at_hand
    assert at_arm
    assert fitted.verdicts is None  # adjacent bodies are not checked against each other
    assert checked_pairs(own) == ()


def test_a_set_of_merged_links_and_that_of_each_link_have_the_same_union():
    own = robot()
    apart = bodyplan.fit_spheres(own, count=6)
    measured = bodyplan.measure_sphere_set(own, apart.spheres, merge_fixed=True)
    assert [one.link for one in measured.links] == ["base", "arm"]
    for one in measured.links:
        assert len(one.spheres) == 12
        singles = [other.measures for other in apart.links]
        assert one.measures.volume_covered == pytest.approx(singles[0].volume_covered, abs=0.01)
        assert one.measures.largest_overshoot == pytest.approx(
            max(each.largest_overshoot for each in singles), rel=0.05
        )


def test_a_cover_of_merged_links_contains_all_of_them():
    fitted = bodyplan.fit_spheres(robot(), count=8, cover=True, merge_fixed=True)
    assert all(one.is_covered and one.measures.surface_covered == 1.0 for one in fitted.links)


@pytest.mark.parametrize("more", [{"count": {"hand": 3}}, {"clip": {"hand": {"z": 0.0}}}])
def test_numbers_and_planes_are_those_of_the_link_that_has_the_shapes(more):
    with pytest.raises(ValueError, match="link 'hand' is merged into 'arm': name that one"):
        bodyplan.fit_spheres(robot(), merge_fixed=True, **more)


def test_pairs_that_a_planner_ignores_are_those_of_rigid_bodies():
    text = ROBOT.replace("</robot>", "")
    text += f"""<link name="tip">{BOX}</link><joint name="f" type="revolute"><parent link="hand"/>
    <child link="tip"/><origin xyz="0 0 0.3"/><axis xyz="1 0 0"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"""
    own = bodyplan.load(text.encode())
    fitted = bodyplan.fit_spheres(own, count=6, merge_fixed=True)
    every = [*itertools.combinations(("base", "plate", "arm", "hand", "tip"), 2)]
    found = bodyplan.planner_files(own, fitted, "r.xrdf", pairs=every).files["r.xrdf"]
    assert "ignore: {}" in found
    only = [("plate", "tip"), ("base", "arm")]
    found = bodyplan.planner_files(own, fitted, "r.xrdf", pairs=only).files["r.xrdf"]
    assert "arm: [tip]" in found
    assert "base:" not in found.partition("ignore:")[2].partition("geometry:")[0]
