"""What URDF or SDFormat does not have becomes joints that move the same, or a loss."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan import model
from bodyplan.core import replace
from bodyplan.model.transform import Transform, unit
from tests.conversion.ledger import differences
from tests.oracles import drake_robot

pytest.importorskip("numpy")

POSE = Transform.from_rpy((0.3, -0.2, 0.5), (0.1, 0.2, 0.3))
END = Transform.from_rpy((-0.4, 0.1, 0.2), (0.05, -0.1, 0.2))
TURN = Transform.from_rpy((-0.4, 0.1, 0.2))
AXIS = unit((1.0, 2.0, -0.5))
LIMIT = model.Limit(-1.0, 1.0, 2.0, 3.0)


def link(name):
    return model.Link(name, model.Inertial(1.0, POSE, (0.1, 0.0, 0.0, 0.1, 0.0, 0.1)))


def robot(kind, **fields):
    given = {"origin": POSE, "axis": AXIS, "limit": LIMIT, **fields}
    return model.Robot("r", [link("a"), link("b")], [model.Joint("j", kind, "a", "b", **given)])


def converted(source, target):
    done = bodyplan.convert(source, target)
    return bodyplan.load(done.document), done


def is_same(first, second) -> list[str]:
    return differences(first, second, samples=20)


@pytest.mark.parametrize("target", ["urdf", "sdf"])
@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic", "fixed"])
@pytest.mark.parametrize("end", [model.IDENTITY, TURN, END], ids=["same", "turned", "apart"])
def test_joints_that_both_formats_have_move_the_same(kind, end, target):
    limit = model.Limit() if kind in {"continuous", "fixed"} else LIMIT
    before = robot(kind, X_JC=end, limit=limit)
    after, _ = converted(before, target)
    assert is_same(before, after) == []


@pytest.mark.parametrize("target", ["urdf", "sdf"])
@pytest.mark.parametrize("end", [model.IDENTITY, END], ids=["same", "apart"])
@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "universal", "axis2": (0.0, 0.0, 1.0), "limit2": LIMIT},
        {"kind": "revolute2", "axis2": (0.0, 0.0, 1.0), "limit2": LIMIT},
        {"kind": "screw", "pitch": 0.1},
        {"kind": "planar", "limit": model.Limit(velocity=2.0, effort=3.0)},
    ],
    ids=lambda fields: fields["kind"],
)
def test_joints_of_other_kinds_become_chains_that_move_the_same(fields, end, target):
    before = robot(**fields, X_JC=end)
    after, _ = converted(before, target)
    poses = [one for one in is_same(before, after) if "limits" not in one and "moving" not in one]
    assert [one for one in poses if "mimic" not in one] == []


def test_chains_are_named_in_the_losses():
    _, done = converted(robot("universal", axis2=(0.0, 0.0, 1.0)), "urdf")
    assert any("2 joints over massless links" in loss.reason for loss in done.losses)


def test_a_ball_joint_is_approximated_and_changes_the_meaning():
    _, done = converted(robot("ball", limit=model.Limit()), "urdf")
    assert [loss.changes_meaning for loss in done.losses if loss.kind == "approximated"] == [True]


def test_a_loop_is_cut_in_urdf_and_kept_in_sdf():
    joints = [
        model.Joint("x", "revolute", "a", "b", POSE, limit=LIMIT),
        model.Joint("y", "revolute", "a", "c", limit=LIMIT),
    ]
    loop = model.Joint("z", "revolute", "b", "c", END, limit=LIMIT)
    before = model.Robot("r", [link("a"), link("b"), link("c")], joints, [loop])
    _, done = converted(before, "urdf")
    assert any(loss.changes_meaning and "cut here" in loss.reason for loss in done.losses)
    after, _ = converted(before, "sdf")
    assert [one.name for one in after.loops] == ["z"]
    found = is_same(before, after)  # SDFormat closes the loop where the links are at zero
    assert [one for one in found if not one.startswith("loop 'z' child frame")] == []


def test_a_capsule_is_three_shapes_in_urdf_1_0():
    part = model.Geometry(model.Capsule(0.1, 0.5), POSE, "g")
    before = model.Robot("r", [model.Link("a", link("a").inertial, (), (part,))])
    newest = bodyplan.convert(before, "urdf").document
    assert newest.version == (1, 1)
    oldest = bodyplan.load(bodyplan.convert(before, "urdf1.0").document)
    shapes = [type(one.shape).__name__ for one in oldest.link("a").collisions]
    assert shapes == ["Cylinder", "Sphere", "Sphere"]


def test_endless_limits_are_written_out_where_urdf_requires_them():
    before = robot("prismatic", limit=model.Limit(-1.0, 1.0))
    done = bodyplan.convert(before, "urdf")
    assert 'effort="1e16"' in done.document.source.text or "1e+16" in done.document.source.text
    assert [loss.kind for loss in done.losses] == ["approximated"]
    assert bodyplan.convert(before, "urdf1.2").losses == ()


@pytest.mark.parametrize("version", ["1.4", "1.6", "1.7", "1.9", "1.12"])
def test_every_version_of_sdformat_is_the_same_robot(version):
    before = robot("revolute")
    after, done = converted(before, f"sdf{version}")
    assert done.document.root.version == version
    assert is_same(before, after) == []


def test_a_link_world_is_the_world_of_sdformat():
    joint = model.Joint("j", "fixed", "world", "b", POSE)
    before = model.Robot("r", [model.Link("world"), link("b")], [joint])
    after, done = converted(before, "sdf")
    assert "<parent>world</parent>" in done.document.source.text
    assert is_same(before, after) == []


@pytest.mark.parametrize("target", ["urdf", "sdf"])
def test_the_base_is_fixed_or_floats_by_choice(target):
    before = robot("revolute")
    fixed = bodyplan.load(bodyplan.convert(before, target, base="fixed").document)
    assert fixed.root_link.name == "world"
    floating = bodyplan.load(bodyplan.convert(fixed, target, base="floating").document)
    assert floating.root_link.name == "a"
    assert is_same(before, floating) == []


def test_names_that_sdformat_reserves_are_changed_and_listed():
    joint = model.Joint("a", "revolute", "a", "x::b", limit=LIMIT)
    before = model.Robot("r", [link("a"), link("x::b")], [joint])
    after, done = converted(before, "sdf")
    assert after.link_names == ("a", "x__b")
    assert after.joint_names == ("a_joint",)
    assert sum(loss.what == "name" for loss in done.losses) == 2


@pytest.mark.parametrize("name", ["world", "__r__", " r\n", "a::b"])
def test_every_part_of_what_is_written_has_a_name_that_sdformat_allows(name):
    sphere = model.Geometry(model.Sphere(0.1), name=name)
    inertial = link("a").inertial
    links = [link("a"), model.Link(name, inertial, [sphere], [sphere])]
    joints = [model.Joint(name, "revolute", "a", name)]
    before = model.Robot(name, links, joints, frames=[model.Frame("f", name)])
    after, done = converted(before, "sdf")
    allowed = {"world": "world", "__r__": "r", " r\n": "r", "a::b": "a__b"}[name]
    kinds = (after.name, *after.link_names, *after.joint_names)
    assert all(one == "a" or one.startswith(allowed) for one in kinds)
    assert after.joints[0].child == after.links[1].name != name
    renamed = [loss for loss in done.losses if loss.what == "name"]
    assert len(renamed) == 5
    assert not any(one.severity == "error" for one in bodyplan.check(done.document).diagnostics)


@pytest.mark.parametrize("kind", ["ball", "fixed", "revolute"])
def test_a_loop_to_the_world_has_the_world_as_its_parent_in_sdformat(kind):
    joint = model.Joint("j", "revolute", "world", "a", POSE, AXIS, LIMIT)
    loop = model.Joint("l", kind, "a", "world", END, AXIS, X_JC=TURN)
    before = model.Robot("r", [model.Link("world"), link("a")], [joint], [loop])
    after, done = converted(before, "sdf")
    (found,) = after.loops
    assert found.type == kind
    assert {found.parent, found.child} == {"world", "a"}
    assert not any(one.severity == "error" for one in bodyplan.check(done.document).diagnostics)


def test_parts_of_a_chain_have_names_that_sdformat_allows():
    before = model.Robot("r", [link("a"), link("b")], [model.Joint("x::y", "planar", "a", "b")])
    after, _ = converted(before, "sdf")
    assert after.joint_names == ("x__y/x", "x__y/y", "x__y/theta")


@pytest.mark.parametrize("target", ["urdf1.0", "urdf1.1", "urdf1.2"])
@pytest.mark.parametrize("limit", [model.Limit(), model.Limit(lower=0.0, velocity=1.0)])
def test_a_joint_without_limits_is_written_as_every_version_requires(limit, target):
    before = robot("prismatic", limit=limit)
    after, done = converted(before, target)
    assert is_same(before, after) == []
    assert "lower" in done.document.source.text
    assert "upper" in done.document.source.text


SIZES = {
    "flat": (model.Box((0.1, 0.0, 0.1)), {"urdf"}),
    "negative": (model.Cylinder(0.1, -0.2), set()),
}


@pytest.mark.parametrize("target", ["urdf", "sdf", "mjcf"])
@pytest.mark.parametrize(("shape", "allowed"), SIZES.values(), ids=SIZES)
def test_a_shape_of_a_size_that_a_format_rejects_is_a_loss(shape, allowed, target):
    if target == "mjcf":
        pytest.importorskip("mujoco")
    part, other = model.Geometry(shape), model.Geometry(model.Sphere(0.1))
    inertial = link("a").inertial
    before = model.Robot("r", [model.Link("a", inertial, [part, other], [part])])
    after, done = converted(before, target)
    if target in allowed:
        assert is_same(before, after) == []
    else:
        found = [loss for loss in done.losses if loss.reason == "its size is not positive"]
        assert len(found) == 2
        assert all(loss.changes_meaning for loss in found)
        assert [one.shape for one in after.link("a").visuals] == [other.shape]


@pytest.mark.parametrize("target", ["urdf", "sdf"])
def test_what_belongs_to_the_world_is_lost_with_it(target):
    joints = [
        model.Joint("base", "revolute", "world", "a", limit=LIMIT),
        model.Joint("j", "revolute", "a", "b", limit=LIMIT, mimic=model.Mimic("base")),
    ]
    links = [model.Link("world"), link("a"), link("b")]
    frames = [model.Frame("spot", "world"), model.Frame("tip", "b")]
    sensors = [model.Sensor("wrench", "force_torque", "a", joint="base")]
    drives = [model.Transmission("t", "x", ("base",), ("m",))]
    before = model.Robot("r", links, joints, (), frames, sensors, drives)
    done = bodyplan.convert(before, target, base="floating")
    assert not bodyplan.load(done.document).has_joint("base")
    lost = {loss.source.name for loss in done.losses if loss.kind == "dropped"}
    assert {"spot", "wrench", "t", "j"} <= lost


@pytest.mark.parametrize("base", ["fixed", "floating"])
def test_a_base_is_fixed_also_where_a_loop_has_the_usual_name(base):
    loop = model.Joint("world_joint", "fixed", "a", "b")
    joint = model.Joint("j", "revolute", "a", "b", limit=LIMIT)
    before = model.Robot("r", [link("a"), link("b")], [joint], [loop])
    done = bodyplan.convert(before, "sdf", base=base)
    assert bodyplan.load(done.document).has_joint("j")


@pytest.mark.parametrize("target", ["sdf", "mjcf"])
def test_a_joint_whose_axis_is_zero_is_fixed_and_a_loss(target):
    if target == "mjcf":
        pytest.importorskip("mujoco")
    joints = [
        model.Joint("j", "revolute", "a", "b", POSE, (0.0, 0.0, 0.0), X_JC=END, limit=LIMIT),
        model.Joint("follows", "continuous", "b", "c", END, AXIS, mimic=model.Mimic("j", 2.0)),
        model.Joint("two", "universal", "c", "d", axis=(0.0, 0.0, 0.0), axis2=AXIS),
    ]
    before = model.Robot("r", [link(name) for name in "abcd"], joints)
    after, done = converted(before, target)
    kinds = [after.joint(joint.name).type for joint in joints if after.has_joint(joint.name)]
    assert kinds[-2:] == ["continuous", "continuous" if target == "mjcf" else "revolute"]
    found, expected = after.poses({"follows": 0.3})["d"], before.poses({"j": 0.15})["d"]
    assert found.p == pytest.approx(expected.p)
    lost = {(loss.source.name, loss.what) for loss in done.losses}
    assert lost >= {("j", "axis"), ("two", "axis"), ("follows", "mimic")}


def test_a_robot_is_saved_as_the_ending_says(tmp_path):
    before = robot("revolute")
    for name in ("r.urdf", "r.sdf"):
        assert before.save(tmp_path / name) == tmp_path / name
        assert is_same(before, bodyplan.load(tmp_path / name)) == []
    before.save(tmp_path / "r.xml")
    assert (tmp_path / "r.xml").read_text().startswith('<?xml version="1.0"?>\n<mujoco')
    with pytest.raises(ValueError, match=r"unknown format 'r\.step'"):
        before.save(tmp_path / "r.step")


def test_a_document_of_a_robot_is_of_the_requested_format():
    before = robot("revolute")
    assert bodyplan.document_of(before).format == "urdf"
    assert bodyplan.document_of(before, format="sdf", version="1.9").root.version == "1.9"


def test_a_source_with_errors_is_refused_with_its_diagnostics():
    text = '<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/></joint></robot>'
    with pytest.raises(bodyplan.DescriptionError):
        bodyplan.convert(text, "sdf")
    done = bodyplan.convert(text, "sdf", strict=False)
    assert any(loss.kind == "dropped" for loss in done.losses)


def test_gimbal_lock_costs_no_precision():
    before = robot("fixed", origin=Transform.from_rpy((0.4, 1.5707, 0.3), (0.1, 0.2, 0.3)))
    after, _ = converted(before, "urdf")
    assert is_same(before, after) == []


def test_what_is_in_the_world_is_a_link_that_is_fixed_to_it():
    look = model.Geometry(model.Box((1.0, 1.0, 0.1)))
    world = model.Link("world", visuals=[look], collisions=[look])
    joint = model.Joint("j", "revolute", "world", "a", axis=(0.0, 0.0, 1.0))
    frames = [model.Frame("goal", "world", model.Transform(p=(1.0, 2.0, 3.0)))]
    robot = model.Robot("r", [world, model.Link("a")], [joint], frames=frames)
    made = bodyplan.convert(robot, "sdf")
    back = bodyplan.load(made.document)
    assert back.link("world_link").visuals[0].shape == look.shape
    assert back.link("world_link").collisions[0].shape == look.shape
    assert back.frame("goal").link == "world_link"
    assert back.joint("j").parent == "world"
    assert [(loss.kind, loss.subject) for loss in made.losses] == [("moved", "link 'world'")]


def test_a_world_without_a_robot_is_a_link_of_sdformat():
    made = bodyplan.convert(model.Robot("r", [model.Link("world")]), "sdf")
    assert bodyplan.load(made.document).link_names == ("world", "world_link")
    assert [one.code for one in bodyplan.check(made.document).diagnostics] == ["I102"]


def test_damping_of_a_ball_joint_is_a_loss_in_sdformat():
    joint = model.Joint("j", "ball", "a", "b", dynamics=model.Dynamics(damping=0.5))
    made = bodyplan.convert(model.Robot("r", [model.Link("a"), model.Link("b")], [joint]), "sdf")
    assert [loss.subject for loss in made.losses] == ["dynamics of joint 'j'"]


def test_black_is_a_colour_in_sdformat():
    look = model.Material("", (0.0, 0.0, 0.0, 1.0))
    part = model.Geometry(model.Sphere(0.1), material=look)
    done = bodyplan.convert(model.Robot("r", [model.Link("a", visuals=(part,))]), "sdf")
    assert b"<diffuse>0 0 0 1</diffuse>" in done.document.to_bytes()
    assert bodyplan.load(done.document).link("a").visuals[0].material == look


def test_a_colour_beyond_one_is_a_loss_in_sdformat():  # libsdformat rejects it
    part = model.Geometry(model.Sphere(0.1), material=model.Material("", (0.1, 0.1, 0.1, 11.0)))
    done = bodyplan.convert(model.Robot("r", [model.Link("a", visuals=(part,))]), "sdf")
    assert b"<diffuse>0.1 0.1 0.1 1</diffuse>" in done.document.to_bytes()
    assert [loss.what for loss in done.losses if "between 0 and 1" in loss.reason] == ["rgba"]


@pytest.mark.parametrize("names", [("", ""), ("m", "m")], ids=["unnamed", "the same"])
def test_each_actuator_of_a_urdf_has_its_own_name(names, tmp_path):
    drives = [model.Transmission(f"t{n}", "", ("j",), (name,)) for n, name in enumerate(names)]
    arm = model.Robot(
        "r",
        [link("a"), link("b")],
        [model.Joint("j", "revolute", "a", "b", limit=LIMIT)],
        transmissions=[replace(one, reductions=(1.0,)) for one in drives],
    )
    done = bodyplan.convert(arm, "urdf")
    made = bodyplan.load(done.document).transmissions
    assert len({name for one in made for name in one.actuators}) == 2
    assert sum("actuator" in loss.reason for loss in done.losses) == (2 if not names[0] else 1)
    if drake_robot.available():  # it rejects names that exist twice
        assert "error" not in drake_robot.shared().read(done.save(tmp_path / "r.urdf"))


def test_a_lidar_has_an_older_name_in_urdf_and_another_kind_is_a_loss():
    rover = bodyplan.load("sample:rover")
    sdf = bodyplan.load(bodyplan.convert(rover, "sdf").document, strict=False)
    found = bodyplan.diff(rover, sdf, samples=2).differences
    assert not [one for one in found if one.field == "type"]
    made = replace(rover, sensors=(bodyplan.model.Sensor("scan", "gpu_lidar", "base_link"),))
    losses = bodyplan.convert(made, "urdf").losses
    assert [one.kind for one in losses if one.what == "type"] == ["approximated"]


def test_a_robot_without_a_name_has_one_in_sdformat():
    done = bodyplan.convert('<robot name=""><link name="a"/></robot>', "sdf", strict=False)
    assert bodyplan.read(done.document.to_bytes()).root.models[0].name == "model"
    assert [loss.kind for loss in done.losses if loss.what == "name"] == ["moved"]
