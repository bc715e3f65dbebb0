"""Closed loops of MJCF, and how the base is held, after a conversion."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.jobs.verify import unexplained

pytest.importorskip("numpy")
pytest.importorskip("mujoco")

MODEL = """<mujoco><worldbody>
  <body name="upper"><joint name="shoulder" axis="0 1 0"/><geom size=".05"/>
    <body name="lower" pos=".3 0 0"><joint name="elbow" axis="0 1 0"/><geom size=".05"/>
      <body name="rod"><joint name="rod_slide" type="slide" axis="0 0 1"/><geom size=".05"/></body>
    </body>
  </body>
  <body name="box" pos="0 0 1"><freejoint name="box_free"/><geom size=".1"/></body>
  <body name="stand" pos="0 1 0"><geom size=".1"/></body>
</worldbody><equality>{}</equality></mujoco>"""
LOOPS = {
    "connect to the world": '<connect name="c" body1="rod" body2="world" anchor="0 0 .3"/>',
    "world first": '<connect name="c" body1="world" body2="rod" anchor=".3 0 .3"/>',
    "weld of a free body to the world": '<weld name="c" body1="box" body2="world"/>',
    "weld of a free body to one of the world": '<weld name="c" body1="stand" body2="box"/>',
    "weld of a link to a body of the world": '<weld name="c" body1="stand" body2="rod"/>',
    "weld of a free body to a link": '<weld name="c" body1="rod" body2="box"/>',
    "two": '<weld name="c" body1="rod" body2="box"/><connect name="d" body1="box" body2="stand" anchor="0 0 1"/>',
}


@pytest.mark.parametrize("target", ["urdf", "sdf"])
@pytest.mark.parametrize("loops", LOOPS.values(), ids=LOOPS)
def test_a_loop_and_the_base_are_the_same_or_a_loss_names_them(loops, target, tmp_path):
    robot = bodyplan.load(MODEL.format(loops).encode())
    done = bodyplan.convert(robot, target, folder=tmp_path)
    result = bodyplan.load(done.save(tmp_path / f"robot.{target}"))
    found = bodyplan.diff(robot, result, samples=20)
    assert [str(one) for one in unexplained(found, done.losses, robot)] == []
    assert all(one.field != "base" for one in found.differences)


def test_a_loop_stays_the_loop_in_sdformat(tmp_path):
    robot = bodyplan.load(MODEL.format(LOOPS["world first"]).encode())
    result = bodyplan.load(bodyplan.convert(robot, "sdf").document)
    assert [loop.name for loop in result.loops] == ["c"]
    assert result.loops[0].parent == "world"


def test_a_ball_joint_of_the_base_that_urdf_has_no_joint_for_is_a_loss_of_the_base():
    robot = bodyplan.load(
        b'<mujoco><worldbody><body name="a"><joint name="j" type="ball"/><geom size=".1"/></body>'
        b'<body name="b"><joint name="k" axis="0 1 0"/><geom size=".1"/></body></worldbody></mujoco>'
    )
    done = bodyplan.convert(robot, "urdf")
    found = bodyplan.diff(robot, bodyplan.load(done.document), samples=5)
    assert "base" in {one.field for one in found.differences}
    assert list(unexplained(found, done.losses, robot)) == []
    assert "base" in {one.field for one in unexplained(found, (), robot)}


WELDED = """<mujoco model="m"><worldbody>
 <body name="base" pos="0 0 1"><freejoint/><geom size=".1"/>
  <body name="upper" pos="0.2 0 0"><joint name="h1" axis="0 1 0"/><geom size=".1"/>
   <body name="lower" pos="0.3 0 0"><joint name="h2" axis="0 0 1" range="-30 60"/><geom size=".1"/>
    <body name="tip" pos="0.1 0 0"><joint name="h3" axis="1 0 0"/><geom size=".1"/></body>
   </body></body></body>
 <body name="door" pos="3 0 0"><joint name="hinge" axis="0 0 1"/><geom size=".1"/></body>
</worldbody>
<equality><weld name="w" body1="lower"/></equality></mujoco>"""


def test_joints_that_a_weld_to_the_world_turns_round_in_sdformat_are_losses():
    pytest.importorskip("pydrake")
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    source = bodyplan.load(WELDED, strict=False)
    done = bodyplan.convert(source, "sdf")
    turned = [loss.source.name for loss in done.losses if "reverse it" in loss.reason]
    assert sorted(turned) == ["h1", "h2"]
    made = bodyplan.load(done.document, strict=False)
    assert [made.joint(name).child for name in ("h1", "h2", "h3")] == ["base", "upper", "tip"]
    plant = MultibodyPlant(0.0)
    Parser(plant).AddModelsFromString(done.document.to_bytes().decode(), "sdf")
    plant.Finalize()
    context = plant.CreateDefaultContext()
    for name, value in (("h1", 0.3), ("h2", -0.2), ("h3", 0.7)):
        plant.GetJointByName(name).set_angle(context, value)
    poses = made.poses({"h1": 0.3, "h2": -0.2, "h3": 0.7})
    for link in ("base", "upper", "lower", "tip"):
        theirs = plant.EvalBodyPoseInWorld(context, plant.GetBodyByName(link)).translation()
        assert poses[link].p == pytest.approx(tuple(theirs), abs=1e-9)
