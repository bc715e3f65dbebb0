"""Spheres that approximate links: ours, and published sets, by the same measures.

    python benchmarks/spheres.py panda.urdf                       # ours: tight and cover, 20 a link
    python benchmarks/spheres.py panda.urdf --sets FOLDER         # and every set in a folder
    python benchmarks/spheres.py panda.urdf --counts 5 10 20 40   # overshoot of a cover by count

A set is a file that ``bodyplan spheres --measure`` reads, or a folder of JSON files, one for each mesh,
as MorphIt writes them. Lines are medians over the links with collision geometry. Published sets are not
part of this repository: fetch VAMP's and foam's spherised URDF, cuRobo's YAML, MorphIt's JSON.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import bodyplan
from bodyplan.collision.sphere_set import SphereSet
from bodyplan.formats.input_error import InputError
from bodyplan.formats.sphere_files import of_links, read_spheres

_HEAD = "spheres  surface  volume  overlap     gap  over max   95 %   mean  false free  false coll."


def main() -> None:
    """Print a line for each set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("robot")
    parser.add_argument("--sets", type=Path)
    parser.add_argument("--counts", type=int, nargs="*", default=[20])
    arguments = parser.parse_args()
    robot = bodyplan.load(arguments.robot)
    sys.stdout.write(f"{'':24}{_HEAD}\n")
    for count in arguments.counts:
        for cover in (False, True):
            start, used = time.perf_counter(), time.process_time()
            fitted = bodyplan.fit_spheres(robot, count=count, cover=cover)
            seconds = f"{time.perf_counter() - start:.1f} s, {time.process_time() - used:.1f} s CPU"
            _print(f"{fitted.mode}, {count} a link", fitted, seconds)
    for path in sorted(arguments.sets.iterdir()) if arguments.sets else ():
        try:
            spheres = _spheres(robot, path)
        except InputError as error:
            sys.stdout.write(f"{path.name}: {error}\n")
            continue
        _print(path.name, bodyplan.measure_sphere_set(robot, spheres))


def _spheres(robot: Any, path: Path) -> dict[str, Any]:
    frames = {link.name: tuple(one.origin for one in link.collisions) for link in robot.links}
    found: dict[str, Any] = {}
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    for file in files:
        for link, own in of_links(read_spheres(file), frames).spheres.items():
            found[link] = (*found.get(link, ()), *own)
    return found


def _print(name: str, fitted: SphereSet, seconds: str = "") -> None:
    m, verdicts = fitted.medians(), fitted.verdicts
    if m is None:
        sys.stdout.write(f"{name}: no link of the robot has spheres\n")
        return
    rates = ("", "")
    if verdicts is not None:
        rates = (f"{verdicts.false_free:.2%}", f"{verdicts.false_collision:.2%}")
    sys.stdout.write(
        f"{name[:23]:24}{fitted.count:7}  {m.surface_covered:7.1%} {m.volume_covered:7.1%}"
        f"  {m.overlap:7.3f} {m.largest_gap * 1e3:7.1f}  {m.largest_overshoot * 1e3:8.1f}"
        f" {m.overshoot_95 * 1e3:6.1f} {m.mean_overshoot * 1e3:6.1f}  {rates[0]:>10}  {rates[1]:>12}"
        f"  {seconds}\n"
    )


if __name__ == "__main__":
    main()
