"""Spheres as the files of planners: what they hold, and that they are read back unchanged."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("numpy")
yaml = pytest.importorskip("yaml")

from hypothesis import Phase, given, settings  # noqa: E402
from hypothesis import strategies as some  # noqa: E402

import bodyplan  # noqa: E402
from bodyplan.collision.sphere_set import LinkFit, SphereSet  # noqa: E402
from bodyplan.edit.srdf_spheres import draft_of_spheres  # noqa: E402
from bodyplan.formats.sphere_files import read_spheres  # noqa: E402
from bodyplan.jobs.sphere_files import planner_files, planner_pairs  # noqa: E402
from bodyplan.model.planning.semantics import BoundingSphere  # noqa: E402

CUBE = '<collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>'
LIMIT = '<limit lower="{}" upper="{}" effort="1" velocity="1"/>'
ROBOT = f"""<robot name="r r">
  <link name="on">{CUBE}</link><link name="b.2">{CUBE}</link><link name="c">{CUBE}</link>
  <link name="tip"/>
  <joint name="j" type="revolute"><parent link="on"/><child link="b.2"/>
    <origin xyz="0 0 0.2"/><axis xyz="0 0 1"/>{LIMIT.format(-1, 1)}</joint>
  <joint name="k" type="revolute"><parent link="b.2"/><child link="c"/>
    <origin xyz="0.03 0 -0.09"/><axis xyz="0 1 0"/>{LIMIT.format(-1, 3)}</joint>
  <joint name="t" type="fixed"><parent link="c"/><child link="tip"/></joint>
</robot>
"""
LENGTHS = some.floats(-1e3, 1e3).map(lambda length: round(length, 6) + 0.0)
SIZES = some.floats(1e-6, 1e3).map(lambda length: max(round(length, 6), 1e-6))
SPHERES = some.lists(
    some.builds(BoundingSphere, some.tuples(LENGTHS, LENGTHS, LENGTHS), SIZES),
    min_size=1,
    max_size=4,
).map(tuple)


@pytest.fixture(scope="module")
def robot():
    return bodyplan.load(ROBOT.encode())


@given(found=some.fixed_dictionaries({"on": SPHERES, "b.2": SPHERES, "c": SPHERES}))
@settings(max_examples=6, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_every_file_is_read_back_to_the_same_spheres(robot, found):
    fitted = SphereSet("r r", "tight", 0, tuple(LinkFit(link, own) for link, own in found.items()))
    pairs = bodyplan.collision.checked_pairs(robot)
    for name in ("a.xrdf", "a.yml", "a.yaml", "a.urdf"):
        first, *more = planner_files(robot, fitted, name, pairs=pairs).files.items()
        assert first[0] == name
        assert read_spheres(first[1].encode()).spheres == found
        for _, text in more:
            level = read_spheres(text.encode()).spheres
            assert level.keys() == found.keys()
            for link, (around,) in level.items():
                reach = max(math.dist(around.center, s.center) + s.radius for s in found[link])
                assert reach * (1.0 - 1e-12) <= around.radius
    data = draft_of_spheres(fitted).document().source.data
    assert read_spheres(data).spheres == found


def test_the_level_of_one_sphere_is_the_smallest_around_all(robot):
    row = (BoundingSphere((0.0, 0.0, 0.0), 0.1), BoundingSphere((0.3, 0.0, 0.0), 0.2))
    fitted = SphereSet("r", "tight", 0, (LinkFit("on", row), LinkFit("c", row[:1])))
    made = planner_files(robot, fitted, "arm.urdf").files
    assert [*made] == ["arm.urdf", "arm_1.urdf"]
    level = read_spheres(made["arm_1.urdf"].encode()).spheres
    assert level["c"] == row[:1]
    (around,) = level["on"]
    assert around.center == pytest.approx((0.2, 0.0, 0.0), abs=2e-6)
    assert around.radius == pytest.approx(0.3, abs=3e-6)


def test_ignored_pairs_are_those_of_the_collision_matrix(robot):
    """The cubes of the first and the last link are 1 cm apart at zero and meet for others."""
    assert planner_pairs(robot) == (("on", "c"),)
    still = bodyplan.load(ROBOT.replace('axis xyz="0 1 0"', 'axis xyz="0 0 1"').encode())
    assert bodyplan.collision.checked_pairs(still) == (("on", "c"),)
    assert planner_pairs(still) == ()  # always 1 cm apart, which is proved


def test_an_srdf_that_lists_pairs_decides_which_are_ignored(robot, tmp_path):
    (tmp_path / "r.urdf").write_text(ROBOT)
    for text, pairs in (
        ('<disable_collisions link1="on" link2="c"/>', ()),
        ('<enable_collisions link1="on" link2="b.2"/>', (("on", "b.2"), ("on", "c"))),
        ("", (("on", "c"),)),
    ):
        (tmp_path / "r.srdf").write_text(f'<robot name="r r">{text}</robot>')
        found = bodyplan.load(tmp_path / "r.srdf", robot=tmp_path / "r.urdf")
        assert planner_pairs(found.robot.with_semantics(found)) == pairs


def test_buffers_keep_apart_what_only_spheres_make_touch(robot):
    """Two spheres 17 cm apart with radii of 8 and 10 cm overlap by 1 cm."""
    spheres = {
        "on": [BoundingSphere((0.0, 0.0, 0.0), 0.08)],
        "c": [BoundingSphere((-0.03, 0.0, 0.06), 0.1)],
    }
    fitted = bodyplan.measure_sphere_set(robot, spheres)
    (touch,) = fitted.verdicts.touching
    assert (touch.link1, touch.link2, touch.state) == ("on", "c", "default")
    assert touch.depth == pytest.approx(0.01)
    made = planner_files(robot, fitted, "a.xrdf")
    page = yaml.safe_load(made.files["a.xrdf"])
    own = page["self_collision"]["buffer_distance"]
    assert own == {"on": pytest.approx(-0.005, abs=2e-6), "c": pytest.approx(-0.005, abs=2e-6)}
    assert page["self_collision"].get("ignore") == {}
    assert "spheres of 'on' and 'c' are 5.0 mm smaller" in made.notes[0]
    smaller = {
        link: [BoundingSphere(s.center, s.radius + own[link]) for s in row]
        for link, row in spheres.items()
    }
    assert bodyplan.collision.sphere_model(robot, smaller).is_free()
    text = planner_files(robot, fitted, "a.yml").files["a.yml"]
    assert yaml.safe_load(text)["robot_cfg"]["kinematics"]["self_collision_buffer"] == own
    ignored = planner_files(robot, fitted, "a.xrdf", pairs=[])
    page = yaml.safe_load(ignored.files["a.xrdf"])["self_collision"]
    assert page["ignore"] == {"on": ["c"]}
    assert not page["buffer_distance"]
    assert len(ignored.notes) == 1


def test_files_have_the_keys_of_their_formats(robot):
    row = (BoundingSphere((0.0, 0.0, 0.0), 0.1),)
    fitted = SphereSet("r", "tight", 0, (LinkFit("on", row), LinkFit("c", row)))
    page = yaml.safe_load(planner_files(robot, fitted, "a.xrdf").files["a.xrdf"])
    assert [*page] == [
        *("format", "format_version", "modifiers", "default_joint_positions", "cspace"),
        *("tool_frames", "collision", "self_collision", "geometry"),
    ]
    assert page["cspace"] == {
        "joint_names": ["j", "k"],
        "acceleration_limits": [15.0, 15.0],
        "jerk_limits": [500.0, 500.0],
    }
    assert page["collision"].keys() == {"geometry", "buffer_distance"}
    assert page["self_collision"].keys() == {"geometry", "buffer_distance", "ignore"}
    made = planner_files(robot, fitted, "a.yml", urdf="../robots/r.urdf")
    own = yaml.safe_load(made.files["a.yml"])["robot_cfg"]["kinematics"]
    assert own.keys() == {
        *("format_version", "urdf_path", "asset_root_path", "base_link", "tool_frames"),
        *("collision_link_names", "collision_spheres", "collision_sphere_buffer"),
        *("extra_collision_spheres", "self_collision_ignore", "self_collision_buffer"),
        *("lock_joints", "extra_links", "mesh_link_names", "grasp_contact_link_names", "cspace"),
    }
    assert own["cspace"].keys() == {
        *("joint_names", "default_joint_position", "null_space_weight", "cspace_distance_weight"),
        *("max_acceleration", "max_jerk"),
    }
    assert own["urdf_path"] == "../robots/r.urdf"
    assert "acceleration limits of 15" in made.notes[-1]


def test_an_unknown_ending_is_one_sentence(robot):
    with pytest.raises(ValueError, match=r"ends with \.xrdf, \.yml, \.yaml, \.urdf, got 'a.txt'"):
        planner_files(robot, SphereSet("r", "tight", 0, ()), "a.txt")
