"""Every element and attribute of MuJoCo's own schema enters the robot, or is a loss."""

from __future__ import annotations

import re

import pytest

import bodyplan
from bodyplan.conversion.mjcf._fields import COMPILED, KEEPS, SENSORS, WHOLE

mujoco = pytest.importorskip("mujoco")

# What changes the robot when it is written: the element, the attribute, and a value for it.
BODY = {"pos": "1 2 3", "quat": "0 1 0 0", "axisangle": "0 0 1 30", "euler": "10 0 0"}
BODY |= {"xyaxes": "0 1 0 -1 0 0", "zaxis": "1 0 0", "name": "other"}
VALUES = {
    "body": BODY,
    "joint": {
        "name": "other",
        "type": "slide",
        "pos": "0 0 1",
        "axis": "1 0 0",
        "range": "-20 20",
        "ref": "10",
        "damping": "3",
        "frictionloss": "2",
        "armature": "0.3",
        "stiffness": "4",
        "actuatorfrcrange": "-5 5",
    },
    "geom": {
        "name": "other",
        "type": "sphere",
        "size": "0.4 0.4 0.4",
        "rgba": "1 0 0 1",
        "friction": "0.2",
        "mass": "7",
        "density": "70",
        "contype": "0",
        **{key: value for key, value in BODY.items() if key != "name"},
    },
    "site": BODY,
    "camera": BODY,
    "inertial": {"pos": "1 0 0", "mass": "3", "diaginertia": "3 3 3", "quat": "0.6 0.8 0 0"},
}
START = {
    "inertial": {"pos": "0 0 0", "mass": "2", "diaginertia": "1 2 2"},
    "joint": {"axis": "0 1 0", "range": "-30 30"},
    "geom": {"type": "box", "size": "0.1 0.2 0.3", "conaffinity": "0"},
    "site": {},
    "camera": {},
}


def text(tag: str = "", attributes: dict[str, str] | None = None) -> str:
    """A model that has the element once, with some attributes."""

    def written(one: str) -> str:
        values = START.get(one, {}) | (attributes or {} if one == tag else {})
        return f"<{one} " + " ".join(f'{key}="{value}"' for key, value in values.items()) + "/>"

    parts = ["joint", "geom", "site", "camera"] + (["inertial"] if tag == "inertial" else [])
    own = attributes or {} if tag == "body" else {}
    named = "".join(f' {key}="{value}"' for key, value in own.items())
    inside = "".join(map(written, parts))
    return f"<mujoco><worldbody><body><geom size='1'/><body{named}>{inside}</body></body></worldbody></mujoco>"


def schema() -> list[tuple[str, str, str]]:
    """The section, element and attribute of every row of the schema that MuJoCo prints."""
    found = []
    path: list[str] = []
    for line in mujoco.mj_printSchema(False, False).splitlines():
        head = re.match(r"( *)(\(world\))?(\w+) \(", line)
        if head is not None and head.end() < 30:
            path[len(head[1]) // 3 :] = [head[3]]
            line = line[line.index(")", head.end()) + 1 :]  # noqa: PLW2901
        section = path[1] if len(path) > 1 else ""
        found += [(section, path[-1], one) for one in line.split()]
    return found


def test_the_schema_of_mujoco_is_read():
    rows = schema()
    assert ("body", "joint", "armature") in rows
    assert ("actuator", "position", "kp") in rows
    assert len(rows) > 1_000


def test_every_element_of_the_schema_has_a_verdict():
    noted = {"actuator", "sensor", "equality"}  # the conversion notes what it cannot use
    known = {*KEEPS, *WHOLE, *COMPILED, *SENSORS}
    inside = {tag for section, tag, _ in schema() if section in {*WHOLE, *COMPILED, *noted}}
    actuators = {tag for section, tag, _ in schema() if section == "actuator"}
    below = {tag for tag, above in (("edge", 0), ("elasticity", 0), ("contact", 0), ("pin", 0))}
    unknown = {tag for _, tag, _ in schema()} - known - inside - actuators - below
    assert unknown <= {"bone", "config", "instance", "pair", "equality", "tendon"}


@pytest.mark.parametrize(
    ("tag", "attribute"), [(tag, one) for tag, values in VALUES.items() for one in values]
)
def test_an_attribute_that_is_kept_changes_the_robot(tmp_path, tag, attribute):
    assert attribute in KEEPS[tag].split()
    robots = []
    for number, attributes in enumerate(({}, {attribute: VALUES[tag][attribute]})):
        path = tmp_path / f"{number}.xml"
        path.write_text(text(tag, attributes))
        robots.append(bodyplan.load(path))
    assert robots[0] != robots[1]
    assert not any(loss.what == f"{attribute} of <{tag}>" for loss in robots[1].losses)


OTHERS = sorted(
    {
        (tag, attribute)
        for section, tag, attribute in schema()
        if section == "body" and tag in START and attribute not in KEEPS[tag].split()
    }
)


@pytest.mark.parametrize(("tag", "attribute"), OTHERS)
def test_an_attribute_that_is_not_kept_is_a_loss(tag, attribute):
    from xml.etree.ElementTree import fromstring

    from bodyplan.conversion.mjcf._fields import dropped

    root = fromstring(text(tag, {attribute: "1"}))
    assert (tag, attribute) in {(node.tag, one) for node, one, _ in dropped(root)}
