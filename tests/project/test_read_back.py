"""The result of a conversion is read back, and its own reader accepts it."""

from __future__ import annotations

import pytest
from tests.oracles import libsdformat

import bodyplan

INERTIAL = (
    "<inertial><mass value='1'/>"
    "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
)
URDF = f"""<robot name="r"><link name="a">{INERTIAL}<visual><geometry><box size="1 1 1"/></geometry>
</visual></link><link name="b">{INERTIAL}</link><joint name="j" type="fixed"><parent link="a"/>
<child link="b"/></joint>%s</robot>"""
COLOURS = "<ambient>1 0 0 1</ambient><diffuse>1 0 0 1</diffuse>"
JOINT = '<joint name="%s" type="revolute"><parent>%s</parent><child>b</child><axis><xyz>1 0 0</xyz>'
JOINT += "</axis></joint>"
IMU = '<sensor name="%s" type="imu">%s</sensor>'
BLOCKS = {
    "material with colours": ("a", f"<material>{COLOURS}</material>", []),
    "material without anything": ("a", "<material></material>", []),
    "name with a delimiter": ("a", IMU % ("x::s", ""), ["name of <sensor>"]),
    "vendor element with a delimiter": (
        "a",
        IMU % ("s", '<qqq name="x::y"/>'),
        ["<qqq> 'x::y'"],
    ),
    "frame of a sensor": (
        "a",
        IMU % ("s", '<frame name="x::y"/>'),
        ["<frame> 'x::y'"],
    ),
    "duplicate joint": ("", JOINT % ("j", "a"), ["<joint> 'j'"]),
    "another joint": ("", JOINT % ("k", "a"), ["<joint> 'k'"]),
    "joint without a parent link": ("", JOINT % ("k", "qqq"), ["<joint> 'k'"]),
    "duplicate link": ("", '<link name="a"/>', ["<link> 'a'"]),
    "frame with the name of a link": ("", '<frame name="a"/>', ["<frame> 'a'"]),
    "unknown element": ("a", IMU % ("s", "<qqq>1</qqq>"), ["<qqq>"]),
    "not a number": ("a", IMU % ("s", "<update_rate>x</update_rate>"), ["<update_rate>"]),
    "not a truth value": ("a", "<gravity>x</gravity>", ["<gravity>"]),
    "unknown type": ("a", '<sensor name="s" type="qqq"/>', ["<sensor> 's'"]),
    "no type": ("a", '<sensor name="s"/>', ["<sensor> 's'"]),
    "not a pose": ("", "<pose>a b c</pose>", ["<pose>"]),
}


def converted(reference, content):
    block = f'<gazebo reference="{reference}">' if reference else "<gazebo>"
    return bodyplan.convert(URDF % f"{block}{content}</gazebo>", "sdf1.9")


@pytest.mark.parametrize(("reference", "content", "lost"), BLOCKS.values(), ids=BLOCKS)
def test_what_a_block_says_is_valid_in_sdformat_or_lost(reference, content, lost):
    done = converted(reference, content)
    report = bodyplan.check(done.document.to_bytes())
    found = [one for one in report.diagnostics if one.code.startswith("D1")]
    assert not found, found
    assert [loss.what for loss in done.losses] == lost
    assert all(loss.reason for loss in done.losses)


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
def test_libsdformat_accepts_all_of_them():
    library = libsdformat.shared()
    texts = {name: converted(*case[:2]).document.source.text for name, case in BLOCKS.items()}
    assert [name for name, text in texts.items() if not library.load(text).accepted] == []


def test_colours_of_a_block_are_those_of_the_visuals():
    text = converted("a", f"<material>{COLOURS}</material>").document.source.text
    assert "<diffuse>1 0 0 1</diffuse>" in text
    assert "<script>" not in text


def test_a_result_that_its_reader_rejects_is_another_robot(monkeypatch):
    from bodyplan.conversion.sdf import to_sdf

    write = to_sdf.convert

    def wrong(robot, options):
        written = write(robot, options)
        written.root.find(".//inertial/mass").text = "heavy"
        return written

    monkeypatch.setattr(to_sdf, "convert", wrong)
    (loss,) = bodyplan.convert(URDF % "", "sdf").losses
    assert loss.changes_meaning
    assert loss.reason == (
        "libsdformat rejects the result: <mass>: expected a number, got 'heavy' (D134)"
    )
