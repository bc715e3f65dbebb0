"""How fast the page of `bodyplan view` is: until the first picture, for each slider, and its size.

    python benchmarks/view.py                  an arm, and a humanoid with large meshes
    python benchmarks/view.py a.urdf --rounds 5

Chromium without a graphics card draws the page. "first picture" is the time from the start of the
command until all meshes are drawn: cold without the converted meshes that bodyplan keeps, warm with
them. The browser runs before and has shown a page of text, as it has where people work. "script" is
the time of scripts for one movement of a slider. "served page" and "the same as a file" are loads in
turn, of a page that is served already. The goals are those of the project, on two idle
cores.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import bodyplan

ROOT = Path(__file__).resolve().parents[1]
ROBOTS = (
    "panda_description/urdf/panda.urdf",
    "g1_description/urdf/g1_29dof_with_hand_rev_1_0.urdf",
)
MOVES = 300
LOADS = 5
QUIET = 2.0
"""Seconds before each measurement, in which the browser finishes what it was drawing."""
FLAGS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox")
MESHES = {".stl", ".dae", ".obj", ".ply", ".glb", ".gltf"}


def examples() -> list[Path]:
    """The arm and the humanoid, of the package example-robot-data."""
    sys.path.insert(0, str(ROOT))
    from tests.oracles import urdfdom

    return [Path(urdfdom.example_robots()[0]).parents[2] / path for path in ROBOTS]


def shown(browser: Any, url: str) -> tuple[float, Any, Any]:
    """Seconds until everything of a page is drawn, the page, and its context."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    while not page.evaluate("() => window.bodyplan !== undefined"):
        page.wait_for_timeout(5)
    page.evaluate(
        "() => window.bodyplan.ready"
        ".then(() => new Promise(requestAnimationFrame))"
        ".then(() => new Promise(requestAnimationFrame))"
    )
    return time.perf_counter() - start, page, context


def loads(browser: Any, robot: Path, rounds: int) -> dict[str, float]:
    """Median seconds of loading the served page and the file with the same page, in turn."""
    times: dict[str, list[float]] = {"served": [], "file": []}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "robot.html"
        scene = bodyplan.viewer.Source([robot]).scene()
        file.write_bytes(b"".join(bodyplan.viewer.html_of(scene)))
        view = bodyplan.view(scene, browser=False, wait=False, port=0)
        for number in range(rounds + 1):  # the first one warms up
            for name, url in (("served", view.url), ("file", file.as_uri())):
                seconds, _, context = shown(browser, url)
                context.close()
                times[name] += [seconds] if number else []
        view.stop()
    return {name: statistics.median(values) for name, values in times.items()}


def first_picture(browser: Any, robot: Path, cache: str) -> tuple[float, Any]:
    """Seconds from the start of the command until everything is drawn, and the open page's facts."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    command = [sys.executable, "-m", "bodyplan", "view", str(robot), "--no-browser", "--port", "0"]
    time.sleep(QUIET)
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found is not None
        _, page, context = shown(browser, found[0])
        seconds = time.perf_counter() - start
        script = page.evaluate(SLIDE, MOVES)
        context.close()
        process.terminate()
    return seconds, script


SLIDE = """
async count => {
  const { bodyplan } = window;
  const name = Object.keys(bodyplan.q())[0];
  const own = [];
  for (let step = 0; step < count; step++) {
    const start = performance.now();
    bodyplan.setQ({ [name]: 0.5 * Math.sin(step / 20) });
    bodyplan.poses(0);
    own.push(performance.now() - start);
    if (step % 10 === 0) await new Promise(requestAnimationFrame);
  }
  return { move: own, ...bodyplan.times() };
}
"""


def sizes(robot: Path) -> dict[str, float]:
    """Megabytes of the meshes, of the same compressed, and of the page as one file."""
    found = {one.path for one in bodyplan.where(robot).resources if one.path is not None}
    meshes = [path for path in found if path.suffix.lower() in MESHES]
    page = sum(map(len, bodyplan.viewer.html_of(bodyplan.viewer.Source([robot]).scene())))
    return {
        "meshes": sum(path.stat().st_size for path in meshes) / 1e6,
        "compressed": sum(len(gzip.compress(path.read_bytes())) for path in meshes) / 1e6,
        "page": page / 1e6,
    }


def measured(browser: Any, robot: Path, rounds: int) -> dict[str, Any]:
    """What is measured of one robot."""
    cold, warm, moves, frames = [], [], [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(first_picture(browser, robot, cache)[0])
            seconds, script = first_picture(browser, robot, cache)
            warm.append(seconds)
            moves += script["move"]
            frames += script["frame"]
    links = len(bodyplan.load(robot, strict=False).links)
    loaded = loads(browser, robot, LOADS)
    return {
        "robot": robot.stem,
        "links": links,
        "first picture, cold [s]": round(statistics.median(cold), 2),
        "first picture, warm [s]": round(statistics.median(warm), 2),
        "served page [s]": round(loaded["served"], 2),
        "the same as a file [s]": round(loaded["file"], 2),
        "served / file": round(loaded["served"] / loaded["file"], 2),
        "script, moving a joint [ms]": round(statistics.median(moves), 3),
        "script, a picture [ms]": round(statistics.median(frames), 2) if frames else None,
        **{f"{name} [MB]": round(value, 2) for name, value in sizes(robot).items()},
    }


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("robots", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with sync_playwright() as driver:
        program = bodyplan.viewer.find_browser()
        browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
        page = browser.new_page()
        page.set_content("<h1>Before</h1><p>A page of <b>text</b> and <button>buttons</button></p>")
        page.screenshot()
        page.close()
        rows = [
            measured(browser, robot, arguments.rounds) for robot in arguments.robots or examples()
        ]
        browser.close()
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print("\n".join(f"{name:<30}{value}" for name, value in row.items()), end="\n\n")


if __name__ == "__main__":
    main()
