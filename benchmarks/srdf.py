"""How fast an SRDF with 3,000 disabled pairs becomes typed values, beside a plain ElementTree loop.

``python benchmarks/srdf.py``

The loop does no more than collect the same attributes. Both read the same bytes in memory in one
process, in turn (interleaved); CPU time, medians. "read" is the typed model with what reading finds,
"check" adds every rule, "check with robot" also holds the SRDF against its URDF, "resolved" makes
groups, states and the collision matrix. "pure" is without the native extension.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

HERE = Path(__file__).parent
PAIRS = 3_000
LIMBS = {"left_leg": 8, "right_leg": 8, "left_arm": 12, "right_arm": 12, "head": 4}
FINGERS = 18


def humanoid() -> tuple[bytes, bytes]:
    """A URDF of 80 links, and its SRDF: groups, states, 3,000 disabled pairs."""
    chains = {limb: [f"{limb}_{number}" for number in range(n)] for limb, n in LIMBS.items()}
    for side in ("left", "right"):
        chains[f"{side}_hand"] = [f"{side}_finger_{number}" for number in range(FINGERS)]
    links = ["torso", *itertools.chain(*chains.values())][:81]
    urdf = ['<?xml version="1.0"?>\n<robot name="humanoid">\n']
    urdf += [
        f'  <link name="{link}"><collision><geometry><box size="0.1 0.1 0.1"/></geometry>'
        "</collision></link>\n"
        for link in links
    ]
    srdf = ['<?xml version="1.0"?>\n<robot name="humanoid">\n']
    ends = {"left_hand": "left_arm_11", "right_hand": "right_arm_11"}
    for chain, members in chains.items():
        parent = ends.get(chain, "torso")
        srdf.append(f'  <group name="{chain}">\n')
        for link in members:
            urdf.append(
                f'  <joint name="{link}_joint" type="revolute"><parent link="{parent}"/>'
                f'<child link="{link}"/><axis xyz="0 0 1"/>'
                '<limit lower="-1.5" upper="1.5" effort="10" velocity="2"/></joint>\n'
            )
            srdf.append(f'    <joint name="{link}_joint"/>\n')
            parent = link
        srdf.append("  </group>\n")
        srdf.append(f'  <group_state name="home" group="{chain}">\n')
        srdf += [f'    <joint name="{link}_joint" value="0.25"/>\n' for link in members]
        srdf.append("  </group_state>\n")
    pairs = list(itertools.islice(itertools.combinations(links, 2), PAIRS))
    srdf += [
        f'  <disable_collisions link1="{one}" link2="{other}" reason="Never"/>\n'
        for one, other in pairs
    ]
    return "".join([*urdf, "</robot>\n"]).encode(), "".join([*srdf, "</robot>\n"]).encode()


def plain_loop(data: bytes) -> list[object]:
    """Every attribute that the typed model has, collected and nothing else."""
    root = ET.fromstring(data)
    found: list[object] = [root.get("name")]
    for node in root:
        if node.tag == "disable_collisions":
            found.append((node.get("link1"), node.get("link2"), node.get("reason")))
        elif node.tag == "group":
            found.append((node.get("name"), [child.get("name") for child in node]))
        elif node.tag == "group_state":
            joints = [
                (child.get("name"), [float(word) for word in child.get("value", "").split()])
                for child in node
            ]
            found.append((node.get("name"), node.get("group"), joints))
    return found


def cases() -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    import bodyplan
    from bodyplan.conversion.urdf.from_urdf import from_urdf
    from bodyplan.formats.read import read_bytes
    from bodyplan.lint.check import check_document
    from bodyplan.semantics.from_srdf import from_srdf
    from bodyplan.spec.codec import forget

    urdf, srdf = humanoid()
    robot = bodyplan.read(urdf).root
    model = from_urdf(robot).robot
    document = read_bytes(srdf, "h.srdf")
    assert len(document.root.disable_collisions) == PAIRS

    def read() -> object:
        forget()
        return read_bytes(srdf, "h.srdf")

    def check() -> object:
        forget()
        return check_document(read_bytes(srdf, "h.srdf"))

    def check_with_robot() -> object:
        forget()
        return check_document(read_bytes(srdf, "h.srdf"), robot=robot)

    def resolved() -> object:
        return from_srdf(document.root, model)

    return {
        "plain loop": lambda: plain_loop(srdf),
        "read": read,
        "check": check,
        "check with robot": check_with_robot,
        "resolved": resolved,
    }


def measure(rounds: int) -> dict[str, float]:
    """Median CPU seconds by case, measured in turn."""
    found = cases()
    times: dict[str, list[float]] = {name: [] for name in found}
    for turn in range(rounds + 1):
        for name, run in found.items():
            start = time.process_time()
            made = run()
            del made
            if turn:  # the first turn warms up
                times[name].append(time.process_time() - start)
    return {name: statistics.median(values) for name, values in times.items()}


def main() -> None:
    """Measures with and without the extension, prints the table, writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--one", action="store_true", help="this process only, as JSON")
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure(arguments.rounds)))
        return
    rows = {}
    for label, native in (("with the extension", "1"), ("pure", "0")):
        command = [sys.executable, __file__, "--one", "--rounds", str(arguments.rounds)]
        answer = subprocess.run(
            command,
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "BODYPLAN_NATIVE": native},
        )
        rows[label] = json.loads(answer.stdout)
    print(f"{PAIRS} pairs; CPU ms, in brackets the ratio to the plain loop of the same process")
    for label, row in rows.items():
        base = row["plain loop"]
        cells = [f"{name} {s * 1e3:.2f} ({s / base:.2f}x)" for name, s in row.items()]
        print(f"{label:20s} {'  '.join(cells)}")
    from bodyplan._version import __version__

    result = {
        "bodyplan": __version__,
        "python": platform.python_version(),
        "pairs": PAIRS,
        "seconds": rows,
        "ratio_to_plain_loop": {
            label: {name: seconds / row["plain loop"] for name, seconds in row.items()}
            for label, row in rows.items()
        },
    }
    target = HERE / "results" / "srdf.json"
    target.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
