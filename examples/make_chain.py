"""Makes a robot from typed values: a chain of rods, each with the inertia that a rod has.

``python examples/make_chain.py 3 chain.urdf``
"""

from __future__ import annotations

import argparse
import math

import bodyplan
from bodyplan.formats.urdf import (
    Collision,
    Cylinder,
    Dynamics,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    Limit,
    Link,
    Pose,
    Robot,
    Visual,
)

RADIUS, LENGTH = 0.02, 0.25  # [m]
DENSITY = 2700.0  # aluminium [kg/m³]


def rod(name: str) -> Link:
    """A link that hangs down from its joint: frame L at the top, z up."""
    mass = DENSITY * math.pi * RADIUS**2 * LENGTH
    across = mass * (3 * RADIUS**2 + LENGTH**2) / 12
    along = mass * RADIUS**2 / 2
    middle = Pose(xyz=(0.0, 0.0, -LENGTH / 2))
    shape = Geometry(shape=Cylinder(radius=RADIUS, length=LENGTH))
    return Link(
        name=name,
        inertial=Inertial(
            origin=middle,
            mass=mass,
            inertia=Inertia(ixx=across, ixy=0.0, ixz=0.0, iyy=across, iyz=0.0, izz=along),
        ),
        visuals=(Visual(origin=middle, geometry=shape),),
        collisions=(Collision(origin=middle, geometry=shape),),
    )


def hinge(number: int, parent: str, child: str) -> Joint:
    """A joint about y at the end of the parent."""
    return Joint(
        name=f"hinge_{number}",
        type="revolute",
        parent=parent,
        child=child,
        origin=Pose(xyz=(0.0, 0.0, -LENGTH if number > 1 else 0.0)),
        axis=(0.0, 1.0, 0.0),
        limit=Limit(lower=-1.5, upper=1.5, effort=10.0, velocity=3.0),
        dynamics=Dynamics(damping=0.05),
    )


def main() -> None:
    """Makes the robot, checks it, saves it."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("rods", type=int)
    parser.add_argument("output")
    arguments = parser.parse_args()

    names = ["world", *(f"rod_{number}" for number in range(1, arguments.rods + 1))]
    robot = Robot(
        name="chain",
        links=(Link(name=names[0]), *(rod(name) for name in names[1:])),
        joints=tuple(
            hinge(number, *names[number - 1 : number + 1]) for number in range(1, len(names))
        ),
    )
    document = bodyplan.document_of(robot).require()
    path = document.save(arguments.output)
    for finding in bodyplan.check(path).diagnostics:
        print(finding)
    print(f"{arguments.rods} rods are in {arguments.output}, version {robot.version}")


if __name__ == "__main__":
    try:
        main()
    except OSError as error:  # the output cannot be written
        raise SystemExit(str(error)) from None
