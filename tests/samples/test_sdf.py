"""The samples in SDFormat: the same arm as the URDF, and a world that stands as it says."""

from __future__ import annotations

import numpy as np
import pytest
from tests.oracles import libsdformat
from tests.samples.test_samples import SAMPLES, numbers, robot, rotation

import bodyplan

ARM = "sample:arm.sdf"
WORLD = "sample:arm.world"


def placed(root):
    """Rotation and position of every link of the URDF in its root, all joints at zero."""
    found = {"base_link": (np.eye(3), np.zeros(3))}
    joints = list(root.iterfind("joint"))
    while joints:
        joint = joints.pop(0)
        parent = joint.find("parent").get("link")
        if parent not in found:
            joints.append(joint)
            continue
        turn, place = found[parent]
        origin = joint.find("origin")
        if origin is not None:
            place = place + turn @ numbers(origin.get("xyz"))
            turn = turn @ rotation(origin)
        found[joint.find("child").get("link")] = (turn, place)
    return found


@pytest.mark.parametrize("name", [ARM, WORLD])
def test_nothing_is_found_in_them(name):
    assert bodyplan.check(name).diagnostics == ()


def test_every_link_and_frame_of_the_arm_is_where_the_urdf_has_it():
    frames = bodyplan.frames(ARM).main
    expected = placed(robot("arm"))
    poses = frames.poses()
    assert set(expected) <= set(poses)
    for name, (turn, place) in expected.items():
        np.testing.assert_allclose(poses[name].p, place, atol=1e-12)
        np.testing.assert_allclose(poses[name].R, turn, atol=1e-12)


def test_masses_limits_and_types_are_those_of_the_urdf():
    model = bodyplan.read(ARM).root.models[0]
    root = robot("arm")
    masses = {
        link.get("name"): float(link.find("inertial/mass").get("value"))
        for link in root.iterfind("link")
        if link.find("inertial") is not None
    }
    assert {link.name: link.inertial.mass for link in model.links} == masses
    kinds = {joint.get("name"): joint for joint in root.iterfind("joint")}
    for joint in model.joints:
        told = kinds[joint.name]
        assert joint.type == told.get("type")
        if joint.axis is not None:
            assert joint.axis.limit.upper == float(told.find("limit").get("upper"))


def test_the_world_is_on_its_table():
    frames = bodyplan.frames(WORLD).main
    assert frames.resolve("tern").p == pytest.approx((-0.4, 0, 0.74))
    assert frames.resolve("crate", to="table::top").p == pytest.approx((0.25, 0.1, 0.04))
    assert frames.body_name("pick") == "crate::box"


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
@pytest.mark.parametrize("name", ["arm.sdf", "arm.world"])
def test_the_reference_parser_takes_them(name, monkeypatch):
    monkeypatch.chdir(SAMPLES / "arm")  # where it looks for what the world includes
    assert libsdformat.shared().load(SAMPLES / "arm" / name).accepted
