"""Damaged files in every direction: a conversion, or an error of ours."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import bodyplan
from bodyplan.conversion.direction import ConversionError
from bodyplan.formats.editing import EditError
from tests.conftest import SAMPLES

pytest.importorskip("numpy")

HERE = Path(__file__).parent / "robots"
MJCF = b"""<mujoco model="m"><worldbody><body name="a" pos="0 0 1"><freejoint/><geom size="0.1"/>
<body name="b" pos="0.2 0 0"><joint name="j" axis="0 1 0" range="-90 90" damping="1"/>
<geom type="capsule" size="0.05 0.1" rgba="1 0 0 1"/><site name="s"/></body></body></worldbody>
<actuator><motor name="m" joint="j"/></actuator></mujoco>"""
SOURCES = {
    "arm.urdf": (SAMPLES / "arm" / "arm.urdf").read_bytes(),
    "every_element.urdf": (HERE / "every_element.urdf").read_bytes(),
    "every_joint.sdf": (HERE / "every_joint.sdf").read_bytes(),
    "small.xml": MJCF,
}
TARGETS = ("urdf", "urdf1.2", "sdf", "sdf1.6", "mjcf")
KNOWN = (bodyplan.DescriptionError, bodyplan.InputError, ConversionError, EditError)
PIECES = (b"", b"nan", b"1e999", b"-1", b"<", b'"', b"\xff", b'<link name="x"/>', b"0 0", b"QQQ")


def damaged(data: bytes, seed: int) -> bytes:
    """The file with some pieces removed, doubled or replaced."""
    dice = random.Random(seed)
    text = bytearray(data)
    for _ in range(dice.randint(1, 3)):
        start = dice.randrange(len(text))
        end = min(len(text), start + dice.randint(1, 30))
        text[start:end] = dice.choice((bytes(text[start:end]) * 2, *PIECES))
    return bytes(text)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", SOURCES)
def test_a_damaged_file_is_converted_as_far_as_it_reads_or_refused(name, target):
    if name.endswith(".xml") or target == "mjcf":
        pytest.importorskip("mujoco")
    outcomes = set()
    for seed in range(30):
        try:
            done = bodyplan.convert(damaged(SOURCES[name], seed), target, strict=False)
        except KNOWN:
            outcomes.add("refused")
        else:
            assert done.document.to_bytes()
            assert all(loss.reason for loss in done.losses)
            outcomes.add("converted")
    assert outcomes


LINK = """<robot name="r"><link name="a"><inertial><origin xyz="{0} 0 0" rpy="0.1 0.2 0"/><mass value="{1}"/>
<inertia ixx="{2}" ixy="{3}" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></robot>"""
USUAL = ("0", "1", "1", "0")


@pytest.mark.parametrize("target", ["sdf", "mjcf"])
@pytest.mark.parametrize("place", range(4), ids=["position", "mass", "moment", "product"])
@pytest.mark.parametrize("number", ["1e308", "-1e308", "-1", "1e200", "1e-320"])
def test_a_mass_of_any_size_is_read_again_or_a_loss(number, place, target):
    if target == "mjcf":
        pytest.importorskip("mujoco")
    numbers = [*USUAL[:place], number, *USUAL[place + 1 :]]
    before = bodyplan.load(LINK.format(*numbers), strict=False)
    done = bodyplan.convert(LINK.format(*numbers), target, strict=False)
    after = bodyplan.load(done.document, strict=False)
    is_changed = {loss.what for loss in done.losses} & {"inertial", "inertia"}
    assert is_changed or before.total_mass == after.total_mass


@pytest.mark.parametrize("name", SOURCES)
def test_strict_conversion_of_a_file_with_errors_is_refused(name):
    target = "urdf" if name.endswith(".sdf") else "sdf"
    with pytest.raises(KNOWN, match="X001"):
        bodyplan.convert(SOURCES[name].replace(b"<joint ", b"<joint QQQ=", 1), target)
