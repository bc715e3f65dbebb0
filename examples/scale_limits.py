"""Scales the effort and velocity limits of a robot; no other byte of the file changes.

``python examples/scale_limits.py arm.urdf slow.urdf --velocity 0.5``
"""

from __future__ import annotations

import argparse

import bodyplan
from bodyplan.formats.urdf import Robot


def main() -> None:
    """Reads, edits, saves."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("robot", help="a path, or sample:NAME")
    parser.add_argument("output")
    parser.add_argument("--effort", type=float, default=1.0, metavar="FACTOR")
    parser.add_argument("--velocity", type=float, default=1.0, metavar="FACTOR")
    arguments = parser.parse_args()

    document = bodyplan.read(arguments.robot).require()
    if not isinstance(document.root, Robot):
        parser.error(f"{arguments.robot} is no URDF")
    limits = [joint.limit for joint in document.root.joints if joint.limit is not None]
    with document.editing() as edit:
        for limit in limits:
            edit.set(
                limit,
                effort=arguments.effort * limit.effort,
                velocity=arguments.velocity * limit.velocity,
            )
    document.save(arguments.output)
    print(f"{len(limits)} limits of {document.root.name} are in {arguments.output}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, bodyplan.DescriptionError) as error:
        raise SystemExit(str(error)) from None
