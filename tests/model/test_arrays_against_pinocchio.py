"""Numbers of the arrays of real robots are those of Pinocchio, which reads them by itself."""

from __future__ import annotations

import pytest

from bodyplan.model.arrays_check import checked
from tests.convert.robots import lifted
from tests.convert.test_against_pinocchio import robots

pin = pytest.importorskip("pinocchio")
np = pytest.importorskip("numpy")


def model_of(path, *, floating: bool = False, mimic: bool = True):
    text = path.read_text()
    base = (pin.JointModelFreeFlyer(),) if floating else ()
    try:
        return pin.buildModelFromXML(text, *base, mimic=mimic)
    except ValueError as error:
        pytest.skip(f"Pinocchio does not read it: {error}")


@robots
def test_sizes_masses_and_limits_are_those_of_pinocchio(path):
    model, robot = model_of(path), lifted(path).robot
    arrays = robot.arrays
    assert checked(arrays, path.name) is arrays
    doubled = sum(joint.nq == 2 for joint in model.joints)  # cosine and sine of one angle
    assert (arrays.nq, arrays.nv) == (model.nq - doubled, model.nv)
    flying = robot.floating_base(world="QQQ_world", joint="QQQ_joint")
    assert (flying.nq, flying.nv) == (robot.nq + 7, robot.nv + 6)
    assert np.allclose(arrays.velocity, model.upperVelocityLimit)
    assert np.allclose(arrays.effort, model.upperEffortLimit)
    free = model_of(path, floating=True)
    assert robot.total_mass == pytest.approx(pin.computeTotalMass(free), rel=1e-13)
    assert arrays.mass.sum() == pytest.approx(robot.total_mass, rel=1e-13)
