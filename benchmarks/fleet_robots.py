"""Robots in any number: arms, quadrupeds and articulated objects, a tenth of them faulty, some hostile.

A robot depends on its number alone: `python benchmarks/fleet_robots.py FOLDER --count 1000` makes
the same files everywhere, and a list of them, `FOLDER/list.txt`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

HOSTILE_EVERY, FAULTY_EVERY = 500, 10
IN_FOLDER = 1000


class Joint(NamedTuple):
    """A joint and the link that it moves."""

    parent: str
    child: str
    kind: str
    xyz: tuple[float, float, float]
    axis: str = "0 0 1"


def arm(random: Random) -> list[Joint]:
    """An arm of three to nine joints."""
    joints = []
    for number in range(random.randint(3, 9)):
        kind = random.choice(["revolute", "revolute", "continuous", "prismatic"])
        length = round(random.uniform(0.05, 0.6), 3)
        axis = random.choice(["0 0 1", "0 1 0", "1 0 0"])
        joints.append(Joint(f"link{number}", f"link{number + 1}", kind, (0.0, 0.0, length), axis))
    return joints


def quadruped(random: Random) -> list[Joint]:
    """Four legs of two or three joints."""
    joints = []
    length = round(random.uniform(0.1, 0.4), 3)
    for leg, (x, y) in {"fl": (1, 1), "fr": (1, -1), "rl": (-1, 1), "rr": (-1, -1)}.items():
        parts = ["trunk", f"{leg}_hip", f"{leg}_thigh", f"{leg}_calf"][: random.randint(3, 4)]
        for number, (parent, child) in enumerate(pairwise(parts)):
            place = (0.3 * x, 0.1 * y, 0.0) if number == 0 else (0.0, 0.0, -length)
            joints.append(Joint(parent, child, "revolute", place, "0 1 0" if number else "1 0 0"))
    return joints


def cabinet(random: Random) -> list[Joint]:
    """A body with doors and drawers."""
    joints = []
    for number in range(random.randint(1, 6)):
        kind, axis = random.choice([("revolute", "0 0 1"), ("prismatic", "1 0 0")])
        joints.append(Joint("body", f"part{number}", kind, (0.2, 0.0, 0.1 * number), axis))
    return joints


def written(name: str, joints: list[Joint], random: Random) -> str:
    """Return a URDF."""
    lines = [f'<?xml version="1.0"?>\n<robot name="{name}">']
    links = dict.fromkeys([joints[0].parent, *(joint.child for joint in joints)])
    for link in links:
        mass, size = round(random.uniform(0.2, 8.0), 3), round(random.uniform(0.03, 0.3), 3)
        inertia = f"{mass * size * size / 6.0:.6g}"
        shape = f'<geometry><box size="{size} {size} {size}"/></geometry>'
        lines.append(
            f'  <link name="{link}">\n    <inertial><mass value="{mass}"/>'
            f'<inertia ixx="{inertia}" ixy="0" ixz="0" iyy="{inertia}" iyz="0" izz="{inertia}"/>'
            f"</inertial>\n    <visual>{shape}</visual>\n    <collision>{shape}</collision>\n  </link>"
        )
    for number, joint in enumerate(joints):
        xyz = " ".join(f"{value:g}" for value in joint.xyz)
        bounds = "" if joint.kind == "continuous" else 'lower="-1.2" upper="1.2" '
        lines.append(
            f'  <joint name="joint{number}" type="{joint.kind}">\n    <origin xyz="{xyz}"/>\n'
            f'    <parent link="{joint.parent}"/>\n    <child link="{joint.child}"/>\n'
            f'    <axis xyz="{joint.axis}"/>\n    <limit {bounds}effort="40" velocity="2"/>\n'
            f"  </joint>"
        )
    return "\n".join([*lines, "</robot>\n"])


FAULTS = {
    "a parent that does not exist": ('<parent link="', '<parent link="no_'),
    "a joint of an unknown kind": ('type="revolute"', 'type="rotary"'),
    "a mass that is no number": ('<mass value="', '<mass value="heavy '),
    "a negative mass": ('<mass value="', '<mass value="-'),
    "an axis of length zero": ('<axis xyz="0 0 1"', '<axis xyz="0 0 0"'),
    "an unknown attribute": ('effort="40"', 'efort="40"'),
    "no limit": ("<limit ", "<bound "),
    "two joints of one name": ('name="joint1"', 'name="joint0"'),
    "no end": ("</robot>\n", ""),
    "a mesh that is missing": ("<box size=", '<mesh filename="package://gone/a.stl" scale='),
}
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
HOSTILE = {
    "entities that grow": f'<!DOCTYPE r [<!ENTITY l0 "lol">{LAUGHS}]><robot name="&l9;"/>',
    "a file from outside": '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>',
    "deep nesting": f'<robot name="r">{"<link>" * 20_000}',
    "a long number": f'<robot name="r"><link name="{"1" * 300_000}"/></robot>',
    "no XML": "\0\x01\x02" * 5000,
    "a mesh from outside": '<robot name="r"><link name="a"><visual><geometry><mesh '
    'filename="/dev/zero"/></geometry></visual></link></robot>',
    "macros": '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="${9**9**9}"/></robot>',
    "control characters": '<robot name="&#x1b;[31m"><link name="\x7f"/></robot>',
}


def robot(number: int) -> str:
    """Return the robot of a number as text."""
    random = Random(number)
    if number % HOSTILE_EVERY == HOSTILE_EVERY - 1:
        return list(HOSTILE.values())[number // HOSTILE_EVERY % len(HOSTILE)]
    text = written(f"robot{number}", random.choice([arm, quadruped, cabinet])(random), random)
    if number % FAULTY_EVERY == 0:
        text = text.replace(*random.choice(list(FAULTS.values())), 1)
    return text


def make(folder: Path, count: int) -> Iterator[Path]:
    """Write so many robots, and yield their paths."""
    for number in range(count):
        path = folder / f"{number // IN_FOLDER:04}" / f"{number:07}.urdf"
        if number % IN_FOLDER == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(robot(number), "utf-8")
        yield path


def main() -> None:
    """Write robots and the list of them."""
    parser = argparse.ArgumentParser(description="Make robots.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    paths = (f"{path}\n" for path in make(options.folder, options.count))
    (options.folder / "list.txt").write_text("".join(paths), "utf-8")


if __name__ == "__main__":
    main()
