"""Configurations from files and by name, for users of the library."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest

from bodyplan.kinematics import (
    ConfigurationFileError,
    bound_violations,
    read_configurations,
    with_positions,
)
from bodyplan.model import Joint, Limit, Link, Mimic, Robot, UnknownNameError

ROBOT = Robot(
    "r",
    [Link(name) for name in "abcdef"],
    [
        Joint("base", "planar", "a", "b"),
        Joint("hip", "revolute", "b", "c", limit=Limit(-1.0, 1.0)),
        Joint("slide", "prismatic", "c", "d", limit=Limit(0.0, 0.5)),
        Joint("twin", "revolute", "c", "e", mimic=Mimic("hip", 2.0), limit=Limit(-1.0, 1.0)),
        Joint("weld", "fixed", "e", "f"),
    ],
)


def test_a_file_fills_in_the_joints_that_it_does_not_name(tmp_path):
    path = tmp_path / "q.csv"
    path.write_text("slide,base/theta\n0.1,90\n0.2,180\n")
    start = ROBOT.q(hip=0.25)
    found = read_configurations(path, ROBOT, start, degrees=True)
    assert found.q.tolist() == [
        pytest.approx([0.0, 0.0, math.pi / 2, 0.25, 0.1]),
        pytest.approx([0.0, 0.0, math.pi, 0.25, 0.2]),
    ]
    assert (found.columns, found.label(1), found.name) == ((4, 2), "line 3", str(path))
    assert read_configurations(path, ROBOT).q[0, 3] == 0.0


def test_a_stream_is_read_and_stays_open():
    stream = io.BytesIO()
    np.save(stream, np.zeros((2, 5)))
    stream.seek(0)
    found = read_configurations(stream, ROBOT)
    assert (found.q.shape, found.columns, found.label(1)) == ((2, 5), None, "row 2")
    assert not stream.closed
    with pytest.raises(ConfigurationFileError, match="-:2: expected 2 values, got 1"):
        read_configurations(io.BytesIO(b"hip,slide\n1\n"), ROBOT)


def test_a_cell_that_is_too_long_for_a_table_is_an_error_with_its_line():
    data = b'hip,slide\n"' + b"1" * 200_000 + b'",2\n'
    with pytest.raises(ConfigurationFileError, match=r"-:2: expected a number, got '\"1111"):
        read_configurations(io.BytesIO(data), ROBOT)


def test_joints_and_variables_are_set_by_name():
    q = ROBOT.q()
    values = {"base": (1.0, 2.0, 90.0), "base/x": (3.0,), "slide": (0.5,)}
    assert with_positions(ROBOT, q, values, degrees=True) == pytest.approx(
        [3.0, 2.0, math.pi / 2, 0.0, 0.5]
    )
    assert not q.any()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("weld", "joint 'weld' is fixed and has no position"),
        ("twin", "joint 'twin' mimics 'hip': set that joint instead"),
        ("base", r"joint 'base' requires 3 values \(base/x, base/y, base/theta\), got 1"),
        ("hipp", "robot 'r' has no joint 'hipp'; did you mean 'hip'"),
    ],
)
def test_what_cannot_be_set_is_an_error_that_names_the_reason(name, message):
    with pytest.raises((ValueError, UnknownNameError), match=message):
        with_positions(ROBOT, ROBOT.q(), {name: (1.0,)})


def test_violations_are_listed_by_variable_with_the_rows_and_the_worst_value():
    q = np.tile(ROBOT.q(), (4, 1))
    q[:, 3] = 0.0, 0.6, -2.0, 1.0 + 1e-12
    hip, twin = bound_violations(ROBOT, q)
    assert (hip.variable, hip.unit, hip.rows.tolist(), hip.worst) == ("hip", "rad", [2], -2.0)
    assert (twin.variable, twin.rows.tolist(), twin.worst) == ("twin", [1, 2, 3], -4.0)
