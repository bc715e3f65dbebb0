"""The methods of a robot are the functions of kinematics; without NumPy they say so."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import bodyplan
from bodyplan.model._motion import Moving

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402
from tests.model.every_kind import every_kind  # noqa: E402

METHODS = sorted(
    name for name in vars(Moving) if name[0] != "_" and callable(getattr(Moving, name))
)


OTHERWISE = {"poses": "poses_by_name"}
"""Functions with another name than the method: ``poses`` is a module of the package."""


@pytest.mark.parametrize("name", METHODS)
def test_a_method_takes_what_the_function_takes(name):
    method, function = (
        list(inspect.signature(one).parameters.values())[1:]
        for one in (getattr(Moving, name), getattr(kinematics, OTHERWISE.get(name, name)))
    )
    assert [one.name for one in method] == [one.name for one in function]
    assert [one.kind for one in method] == [one.kind for one in function]
    for ours, theirs in zip(method, function, strict=True):
        assert ours.default == theirs.default


def test_methods_give_what_functions_give():
    robot = every_kind(1)
    q, link = robot.random(1, 3), robot.links[-1].name
    v, a = np.random.default_rng(1).standard_normal((2, 3, robot.nv))
    moved = kinematics.integrate(robot, q, v)
    given = {
        "difference": (q, moved),
        "frame_jacobian": (q, link),
        "integrate": (q, v),
        "inverse_dynamics": (q, v, a),
        "manipulability": (q, link),
        "out_of_bounds": (q,),
        "reach": (link,),
    }
    for name in set(METHODS) - {"poses"}:
        arguments = given.get(name, (q,))
        ours = getattr(robot, name)(*arguments)
        theirs = getattr(kinematics, name)(robot, *arguments)
        if name == "reach":
            ours, theirs = ours.points, theirs.points
        assert np.array_equal(ours, theirs), name
    down = robot.gravity_torque(q, gravity=(0.0, 0.0, 9.81))
    assert np.abs(down + robot.gravity_torque(q)).max() < 1e-10


def test_the_sample_arm_moves():
    robot = bodyplan.load("sample:arm")
    q = robot.q()
    X = robot.forward_kinematics(q)
    assert X.shape == (len(robot.links), 4, 4)
    assert robot.frame_jacobian(q, robot.tips[0].name).shape == (6, robot.nv)
    assert robot.mass_matrix(q).shape == (robot.nv, robot.nv)


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
import bodyplan
from bodyplan import kinematics
robot = bodyplan.load("sample:arm")
for run in (
    lambda: robot.forward_kinematics([0.0]),
    lambda: kinematics.mass_matrix(robot, [0.0]),
    lambda: robot.reach("flange"),
    lambda: robot.q(),
    lambda: robot.random(),
    lambda: robot.arrays,
):
    try:
        run()
    except ModuleNotFoundError as error:
        print(error)
"""


def test_without_numpy_one_sentence_says_what_to_install():
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=True
    )
    sentence = (
        "computing with a robot requires NumPy, which is not installed:"
        " pip install 'bodyplan[kinematics]'"
    )
    assert told.stdout.splitlines() == [sentence] * 6
