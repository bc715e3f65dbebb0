"""Time and memory of ``bodyplan check`` on a folder of 1,000 files in 20 packages.

The packages are made here: URDF, xacro with a library of macros, SRDF, parameter files, SDFormat and
launch files, all of our own design. Run it as ``python benchmarks/folder.py``; it prints the wall time
of each round, and the largest resident memory of the process and of its workers.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGES = 20
ROBOTS = 9
XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
LINK = (
    '<link name="{0}l{1}"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"'
    ' ixy="0" ixz="0" iyz="0"/></inertial><visual><geometry><mesh filename='
    '"package://pack_{2}/meshes/part.stl"/></geometry></visual><collision><geometry><box'
    ' size="0.1 0.1 0.1"/></geometry></collision></link>'
)
JOINT = (
    '<joint name="{0}j{1}" type="revolute"><parent link="{0}l{2}"/><child link="{0}l{1}"/>'
    '<origin xyz="0 0 0.1"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="9"'
    ' velocity="2"/></joint>'
)
LINKS = 8


def chain(package: int, prefix: str = "") -> str:
    """Return the links and joints of an arm."""
    links = "\n".join(LINK.format(prefix, number, package) for number in range(LINKS))
    joints = "\n".join(JOINT.format(prefix, n, n - 1) for n in range(1, LINKS))
    return f"{links}\n{joints}\n"


def write(folder: Path, package: int) -> None:
    """Write a package of 50 files."""
    name = f"pack_{package}"
    files = {
        "package.xml": f"<package><name>{name}</name></package>",
        "meshes/part.stl": "",
        "urdf/macros.xacro": (
            f'<robot {XACRO}><xacro:macro name="arm" params="prefix">'
            f"{chain(package, '${prefix}')}</xacro:macro></robot>"
        ),
        "models/cart/model.sdf": (
            '<sdf version="1.9"><model name="cart"><link name="body"><inertial><mass>1</mass>'
            "</inertial></link></model></sdf>"
        ),
        "launch/arm.launch.py": "def generate_launch_description():\n    return None\n",
    }
    for number in range(ROBOTS):
        robot = f"{name}_{number}"
        files |= {
            f"urdf/{robot}.urdf": f'<robot name="{robot}">{chain(package)}</robot>',
            f"urdf/{robot}_x.urdf.xacro": (
                f'<robot name="{robot}_x" {XACRO}><xacro:include filename="$(find {name})/urdf/'
                'macros.xacro"/><xacro:arm prefix="a_"/></robot>'
            ),
            f"srdf/{robot}.srdf": (
                f'<robot name="{robot}"><group name="arm"><chain base_link="l0" tip_link="l7"/>'
                '</group><disable_collisions link1="l0" link2="l1" reason="Adjacent"/></robot>'
            ),
            f"config/{robot}_joint_limits.yaml": (
                "joint_limits:\n  j1:\n    has_velocity_limits: true\n    max_velocity: 1.0\n"
            ),
            f"config/{robot}_kinematics.yaml": (
                "arm:\n  kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin\n"
            ),
        }
    for path, text in files.items():
        target = folder / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as place:
        for package in range(PACKAGES):
            write(Path(place), package)
        count = sum(path.is_file() for path in Path(place).rglob("*"))
        seconds: list[float] = []
        for _ in range(rounds):
            start = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-m", "bodyplan", "check", "."],
                cwd=place,
                capture_output=True,
                text=True,
                check=False,
            )
            seconds.append(time.perf_counter() - start)
        print("\n".join(done.stdout.splitlines()[-2:]) or done.stderr)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        memory = used.ru_maxrss / 1024
        print(f"CPU of all processes: {(used.ru_utime + used.ru_stime) / rounds:.2f} s a round")
        shown = ", ".join(f"{value:.2f}" for value in seconds)
        print(f"{count} files: {shown} s; median {statistics.median(seconds):.2f} s")
        print(f"largest process: {memory:.0f} MB")


if __name__ == "__main__":
    main()
