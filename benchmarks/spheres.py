"""Spheres that approximate links: ours, and published sets, by the same measures.

    python benchmarks/spheres.py panda.urdf                       # ours: tight and cover, 20 a link
    python benchmarks/spheres.py panda.urdf --sets FOLDER         # and every set in a folder
    python benchmarks/spheres.py panda.urdf --counts 5 10 20 40   # overshoot of a cover by count
    python benchmarks/spheres.py --cover 100000 *.urdf            # held-out points inside a cover
    python benchmarks/spheres.py --cover 100000 *.urdf --counts 2 5 10 20 --curve curve.svg

A set is a file that ``bodyplan spheres --measure`` reads, or a folder of JSON files, one for each mesh,
as MorphIt writes them. Lines are medians over the links with collision geometry. Published sets are not
part of this repository: fetch VAMP's and foam's spherised URDF, cuRobo's YAML, MorphIt's JSON.

With ``--cover N``, N points of the surface of each link that no fit has seen are tested, and the
seconds of the processor and the memory at most of the process are those after each robot.
"""

from __future__ import annotations

import argparse
import colorsys
import resource
import statistics
import sys
import time
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

import bodyplan
from bodyplan.collision.solid import solid_of
from bodyplan.collision.sphere_measures import outside_of
from bodyplan.collision.sphere_set import SphereSet
from bodyplan.formats.input_error import InputError
from bodyplan.formats.sphere_files import of_links, read_spheres
from bodyplan.model.transform import Transform

_HEAD = "spheres  surface  volume  overlap     gap  over max   95 %   mean  false free  false coll."


def main() -> None:
    """Print a line for each set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("robots", nargs="+")
    parser.add_argument("--sets", type=Path)
    parser.add_argument("--counts", type=int, nargs="*", default=[20])
    parser.add_argument("--cover", type=int)
    parser.add_argument("--curve", type=Path)
    arguments = parser.parse_args()
    if arguments.cover:
        _covers(arguments.robots, arguments.counts, arguments.cover, arguments.curve)
        return
    robot = bodyplan.load(arguments.robots[0])
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


def _covers(paths: list[str], counts: list[int], points: int, curve: Path | None) -> None:
    """Print for each robot and count the share of points inside a cover, and its overshoot."""
    curves = {}
    for path in paths:
        robot = bodyplan.load(path)
        curves[robot.name] = overshoots = []
        for count in counts:
            used = time.process_time()
            fitted = bodyplan.fit_spheres(robot, count=count, cover=True)
            used = time.process_time() - used
            inside = [_inside(robot, one, points) for one in fitted.links]
            largest = [one.measures.largest_overshoot for one in fitted.links]
            overshoots.append((count, 1e3 * statistics.median(largest)))
            proved = sum(one.is_covered for one in fitted.links)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            sys.stdout.write(
                f"{robot.name[:20]:21}{count:3} a link: {fitted.count:5} spheres, {proved} of"
                f" {len(fitted.links)} links proved, {sum(inside) / len(inside):.4%} of"
                f" {points:,} points a link inside, overshoot median {overshoots[-1][1]:.1f} mm,"
                f" largest {1e3 * max(largest):.1f} mm, {used:.1f} s CPU, {memory:.0f} MB\n"
            )
            sys.stdout.flush()
    if curve is not None:
        curve.write_text(_drawn(curves))


def _inside(robot: Any, one: Any, points: int) -> float:
    solid = solid_of(robot, ((part, Transform()) for part in robot.link(one.link).collisions))
    places = solid.surface_points(points, np.random.default_rng(points))
    centers = np.array([sphere.center for sphere in one.spheres])
    radii = np.array([sphere.radius for sphere in one.spheres])
    return float((outside_of(places, centers, radii) <= 0.0).mean())


def _drawn(curves: dict[str, list[tuple[int, float]]]) -> str:
    """Return curves of overshoot [mm] against the number of spheres as SVG."""
    most = max(count for rows in curves.values() for count, _ in rows)
    top = max(over for rows in curves.values() for _, over in rows)
    lines = []
    for number, (name, rows) in enumerate(curves.items()):
        shares = colorsys.hls_to_rgb(137.5 * number / 360.0 % 1.0, 0.42, 0.6)
        color = "#" + "".join(f"{round(255 * share):02x}" for share in shares)
        dots = " ".join(
            f"{60 + 420 * n / most:.1f},{270 - 240 * over / top:.1f}" for n, over in rows
        )
        lines.append(f'<polyline points="{dots}" fill="none" stroke="{color}" stroke-width="2"/>')
        y = 30 + 18 * number
        lines.append(f'<text x="500" y="{y}" fill="{color}">{escape(name)}</text>')
    ticks = [
        f'<text x="{60 + 420 * n / most:.0f}" y="290" text-anchor="middle">{n}</text>'
        for n in sorted({count for rows in curves.values() for count, _ in rows})
    ]
    ticks += [
        f'<text x="52" y="{274 - 240 * part:.0f}" text-anchor="end">{top * part:.0f}</text>'
        for part in (0.0, 0.5, 1.0)
    ]
    body = "\n".join((*lines, *ticks))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 325" font-family="sans-serif" font-size="13">
<rect width="680" height="325" fill="#fff"/>
<path d="M60 30V270H480" fill="none" stroke="#888"/>
{body}
<text x="270" y="312" text-anchor="middle">spheres a link of a proved cover</text>
<text x="18" y="150" text-anchor="middle" transform="rotate(-90 18 150)">largest overshoot, median over links [mm]</text>
</svg>
"""


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
