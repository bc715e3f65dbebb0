"""Numbers of the arrays of real robots are those of Pinocchio, which reads them by itself."""

from __future__ import annotations

import pytest

from tests.conversion.test_against_pinocchio import robots

pin = pytest.importorskip("pinocchio")
np = pytest.importorskip("numpy")

from tests.kinematics.pinocchio_twin import twin  # noqa: E402
from tests.model.arrays_check import checked  # noqa: E402


@robots
@pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])
def test_sizes_masses_and_limits_are_those_of_pinocchio(path, floating):
    there = twin(path, floating=floating)
    model, robot = there.model, there.robot
    arrays = robot.arrays
    assert checked(arrays, path.name) is arrays
    doubled = sum(joint.nq == 2 for joint in model.joints)  # cosine and sine of one angle
    followers = len(robot.mimics)  # joints like others there
    assert arrays.nq == robot.nq == model.nq - doubled - followers
    assert arrays.nv == robot.nv == model.nv - followers
    for joint in robot.independent_joints:
        other = model.joints[model.getJointId(joint.name)]
        ours, theirs = robot.v_slice(joint.name), slice(other.idx_v, other.idx_v + other.nv)
        if joint.type != "floating":
            assert np.allclose(arrays.velocity[ours], model.upperVelocityLimit[theirs])
            assert np.allclose(arrays.effort[ours], model.upperEffortLimit[theirs])
    if floating:  # with a fixed base what is fixed to it weighs nothing there
        assert robot.total_mass == pytest.approx(pin.computeTotalMass(model), rel=1e-13)
    assert arrays.mass.sum() == pytest.approx(robot.total_mass, rel=1e-13)
