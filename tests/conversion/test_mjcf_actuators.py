"""Actuators of MJCF are the same in MJCF again: every field that MuJoCo compiles."""

from __future__ import annotations

import pytest

import bodyplan

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

MODEL = """<mujoco><compiler angle="radian"/><worldbody>
  <body name="a"><joint name="j" axis="0 1 0" range="-1 1.5" {joint}/><geom size=".1"/>
    <body name="b" pos="1 0 0"><joint name="k" type="slide" axis="1 0 0"/><geom size=".1"/></body>
  </body></worldbody><actuator>{}</actuator></mujoco>"""
FIELDS = (
    *("gainprm", "biasprm", "dynprm", "gaintype", "biastype", "dyntype", "trntype", "gear"),
    *("ctrlrange", "ctrllimited", "forcerange", "forcelimited", "actrange", "actlimited"),
    *("lengthrange", "actearly", "group", "user"),
)
ACTUATORS = {
    "motor": "<motor {}/>",
    "motor, gear and ranges": '<motor {} gear="-3" ctrlrange="-1 2" forcerange="-3 4" user="0 7"/>',
    "motor, range off": '<motor {} ctrllimited="false" ctrlrange="-1 2"/>',
    "position": '<position {} kp="7"/>',
    "position, dampratio": '<position {} kp="7" dampratio="1" gear="2" group="3"/>',
    "position, all": '<position {} kp="7" kv="2" ctrlrange="-.1 .2" forcerange="-3 4"/>',
    "position, inheritrange": '<position {} kp="7" inheritrange=".5"/>',
    "position, timeconst": '<position {} kp="7" timeconst=".1"/>',
    "position, backwards": '<position {} kp="-7"/>',
    "velocity": '<velocity {} kv="2" ctrlrange="-4 5"/>',
    "velocity, no range": '<velocity {} kv="2" gear=".5"/>',
    "intvelocity": '<intvelocity {} kp="3" kv=".1" actrange="-1 1" ctrlrange="-2 2"/>',
    "damper": '<damper {} kv="2" ctrlrange="0 2"/>',
    "cylinder": '<cylinder {} timeconst=".2" area=".4" bias="1 -2 -3"/>',
    "muscle": '<muscle {} force="90" timeconst=".02 .05"/>',
    "muscle, lengths": '<muscle {} lengthrange="-.5 .75" scale="50"/>',
    "general": '<general {} gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="1 2 3"/>',
    "general, filter": '<general {} gear="1.5 2 3" dyntype="filter" dynprm="4" gainprm="5" actrange="-1 3" actearly="true"/>',
    "general, gain": '<general {} gainprm="5" ctrlrange="-1 1"/>',
    "general, almost a servo": '<general {} gainprm="5" biastype="affine" biasprm=".1 -5 -1"/>',
}  # fmt: skip


def there_and_back(text: str, tmp_path):
    done = bodyplan.convert(text.encode(), "mjcf", folder=tmp_path)
    return (
        done,
        mujoco.MjModel.from_xml_string(text),
        mujoco.MjModel.from_xml_path(str(done.save(tmp_path / "r.xml"))),
    )


@pytest.mark.parametrize("actuator", ACTUATORS.values(), ids=ACTUATORS)
def test_an_actuator_is_the_same(actuator, tmp_path):
    text = MODEL.format(actuator.format('name="m" joint="j"'), joint="")
    done, ours, theirs = there_and_back(text, tmp_path)
    for name in FIELDS:
        one, other = (getattr(m, f"actuator_{name}", ()) for m in (ours, theirs))
        np.testing.assert_array_equal(one, other, name)
    assert [loss for loss in done.losses if "of an actuator" in loss.reason] == []


def test_all_together_have_the_same_fields_and_forces(tmp_path):
    several = [
        one.format(f'name="m{n}" joint="{"jk"[n % 2]}"')
        for n, one in enumerate(ACTUATORS.values())
        if "muscle" not in one and "inheritrange" not in one
    ]
    _, ours, theirs = there_and_back(MODEL.format("".join(several), joint=""), tmp_path)
    for name in FIELDS:
        if name != "user":
            one, other = (getattr(m, f"actuator_{name}") for m in (ours, theirs))
            np.testing.assert_array_equal(one, other, name)
    assert_same_forces(ours, theirs, 0.0)


@pytest.mark.parametrize("actuator", ACTUATORS.values(), ids=ACTUATORS)
def test_forces_are_the_same_where_a_joint_has_a_reference(actuator, tmp_path):
    text = MODEL.format(actuator.format('name="m" joint="j"'), joint='ref=".3"')
    _, ours, theirs = there_and_back(text, tmp_path)
    assert_same_forces(ours, theirs, 0.3)


def assert_same_forces(ours, theirs, reference: float) -> None:
    """Compare the forces on the joints at random positions, velocities and controls."""
    random = np.random.default_rng(1)
    first, second = mujoco.MjData(ours), mujoco.MjData(theirs)
    for _ in range(5):
        first.qpos[:], first.qvel[:] = random.normal(size=(2, ours.nq))
        second.qpos[:], second.qvel[:] = first.qpos, first.qvel
        second.qpos[0] -= reference
        first.ctrl[:] = random.normal(size=ours.nu)
        second.ctrl[:] = first.ctrl
        is_moved = theirs.actuator_biasprm[0, 0] == ours.actuator_biasprm[0, 0]
        if is_moved and ours.actuator_biasprm[0, 1] and reference:  # its control is a position
            second.ctrl[0] -= reference * ours.actuator_gear[0, 0]
        first.act[:] = random.uniform(size=ours.na)
        second.act[:] = first.act
        for m, data in ((ours, first), (theirs, second)):
            mujoco.mj_forward(m, data)
        np.testing.assert_allclose(first.qfrc_actuator, second.qfrc_actuator, atol=1e-9)


@pytest.mark.parametrize(
    "text", ['<adhesion name="m" body="b" ctrlrange="0 1"/>', '<motor name="m" site="s"/>']
)
def test_what_moves_no_joint_is_a_loss(text, tmp_path):
    text = MODEL.format(text, joint="").replace(
        "</body></worldbody>", '<site name="s"/></body></worldbody>'
    )
    done, _, theirs = there_and_back(text, tmp_path)
    assert theirs.nu == 0
    assert [loss.reason for loss in done.losses if "motors" in loss.reason] == [
        "only motors of joints are converted"
    ]


MANY_AXES = """<mujoco><worldbody>
  <body name="a"><freejoint name="free"/><geom size=".1"/>
    <body name="b" pos="1 0 0"><joint name="ball" type="ball"/><geom size=".1"/>
      <body name="c" pos="1 0 0"><joint name="hinge" axis="0 1 0"/><geom size=".1"/></body></body></body>
  <body name="d" pos="0 3 0"><freejoint name="other"/><geom size=".1"/></body></worldbody>
  <tendon><fixed name="t"><joint joint="hinge" coef="1"/></fixed></tendon>
  <actuator><general joint="ball" gear="0 0 1"/><general joint="free" gear="0 0 0 0 0 1"/>
    <motor tendon="t"/><motor joint="hinge"/></actuator></mujoco>"""


def test_an_actuator_of_a_joint_that_urdf_does_not_have_is_a_loss():
    pytest.importorskip("pydrake")
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    done = bodyplan.convert(MANY_AXES, "urdf")
    lost = [loss for loss in done.losses if "single joint" in loss.reason]
    assert len(lost) == 2
    plant = MultibodyPlant(0.0)
    Parser(plant).AddModelsFromString(done.document.to_bytes().decode(), "urdf")
    assert plant.num_actuators() == 1


def test_an_actuator_of_a_tendon_has_a_name_in_the_comparison():
    other = MANY_AXES.replace('<motor tendon="t"/>', '<motor tendon="t" gear="3"/>')
    (found,) = bodyplan.diff(MANY_AXES, other).differences
    assert "of tendon 0" in found.entity
