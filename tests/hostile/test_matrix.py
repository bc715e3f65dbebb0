"""Whatever a robot names, by whatever trick: nothing outside is opened, started, written or shown.

``HOSTILE_VERBS=0`` runs every verb on every case, which takes long; without it each trick meets a few
of the verbs, other ones for each trick.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("numpy")

from tests.hostile import matrix
from tests.hostile.matrix import CHANGING, World
from tests.hostile.references import REFERENCES
from tests.hostile.runs import (
    MEGABYTES,
    STRACE,
    assert_harmless,
    noting,
    run,
    traced,
    without_own,
)
from tests.hostile.system import Effect, effects, offences
from tests.slices import amount

SECONDS = 10.0
COUNT = int(os.environ.get("HOSTILE_VERBS", "3"))
CASES = list(matrix.cases())
STEP = amount(7, short=37)
"""Under ``strace``, one in so many cases is run, with one verb."""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="pipes, devices and links are for other systems"
)


@pytest.mark.long(each=("name", "trick"))
@pytest.mark.parametrize(("name", "trick"), CASES, ids=[f"{n}-{t}" for n, t in CASES])
def test_what_is_named_does_no_harm(name, trick, tmp_path):
    world = World(tmp_path)
    robot = world.build(REFERENCES[name], trick)
    for verb in matrix.verbs(name, trick, COUNT):
        besides = (robot,) if verb in CHANGING else ()
        before = world.state(*besides)
        given = robot.read_bytes()
        with noting(verb):
            answer = run(
                *(world.words(verb, robot), tmp_path, world.folder, world.made),
                cwd=world.folder,
                BODYPLAN_CACHE="0",
            )
            assert_harmless(without_own(answer), seconds=SECONDS, megabytes=MEGABYTES)
            assert not matrix.shows((answer.out + answer.err).encode("utf-8", "replace"))
            assert list(world.shown()) == []
            assert world.state(*besides) == before
        robot.write_bytes(given)
        shutil.rmtree(world.made)
        world.made.mkdir()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_the_system_sees_no_harm(tmp_path):
    """As the audit hook sees one process only, and no library that opens files by itself."""
    log = tmp_path / "log"
    chosen = CASES if COUNT == 0 else CASES[::STEP]
    with traced(log):
        for number, (name, trick) in enumerate(chosen):
            place = tmp_path / str(number)
            place.mkdir()
            world = World(place)
            robot = world.build(REFERENCES[name], trick)
            for verb in matrix.verbs(name, trick, min(COUNT, 1)):
                run(
                    *(world.words(verb, robot), place, world.folder, world.made),
                    cwd=world.folder,
                    BODYPLAN_CACHE="0",
                    HOSTILE_MARK=f"{name}-{trick}-{verb}",
                )
    if not log.exists():
        pytest.skip("strace may not trace here")
    assert log.read_text("utf-8", "replace").count('"/the-command-begins/') >= len(chosen)
    found = offences(effects(log), ("/robot/", "/made/"), ("/made/",))
    assert [one for one in found if not is_own(one)] == []


def is_own(effect: Effect) -> bool:
    """Whether a verb that changes a robot does that."""
    return (
        effect.deed == "changes"
        and effect.mark.rpartition("-")[2] in CHANGING
        and all("/robot/" in path for path in effect.what)
    )


@pytest.mark.parametrize("name", ["stl mesh of URDF", "picture of GLB", "texture of URDF"])
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_picture_starts_the_browser_alone(name, tmp_path):
    """With our own words, none of which comes from the robot but the name of the page."""
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    log = tmp_path / "log"
    world = World(tmp_path)
    robot = world.build(REFERENCES[name], "link")
    words = ("render", str(robot), "-o", str(world.made / "made.png"), "--size", "64x64")
    variables = {"BODYPLAN_CACHE": "0", "TMPDIR": str(world.made), "BODYPLAN_BROWSER": str(browser)}
    subprocess.run(
        [*STRACE, "-o", str(log), sys.executable, "-m", "bodyplan", *words],
        cwd=world.folder,
        env={**os.environ, **variables},
        check=False,
        timeout=300,
    )
    if not log.exists():
        pytest.skip("strace may not trace here")
    found = offences(effects(log, "render"), ("/robot/", "/made/"), ("/made/",))
    starts = [one for one in found if one.deed == "starts"]
    assert [one.what[0] for one in starts] == [str(browser)]
    ours = [word for word in starts[0].what[2:] if not word.startswith(str(world.made))]
    assert all(word.startswith(("--", "http://127.0.0.1:")) for word in ours)
    assert not any("outside" in word for word in starts[0].what)
    others = [one for one in found if one not in starts]
    assert all(one.deed == "sends" for one in others)
    assert not any(one.what[0].startswith("connect") for one in others)
    bound = [one.what[0] for one in others if one.what[0].startswith("bind")]
    assert all('inet_addr("127.0.0.1")' in call for call in bound)


OPENING = (
    *("check meshes", "check a folder", "view", "load", "where", "bundle a folder"),
    "change pairs",
)
REFUSED = {"flexcomp of MJCF", "skin of MJCF", "side of a cube of MJCF"}
"""What is opened by nobody, also where it lies inside."""


@pytest.mark.long(keep=24)
@pytest.mark.parametrize("name", REFERENCES)
def test_what_lies_inside_is_opened(name, tmp_path):
    """Else the tests above would say little."""
    world = World(tmp_path)
    robot = world.build(REFERENCES[name], "nothing")
    target = str(world.folder / REFERENCES[name].target)
    for verb in [one for one in OPENING if one in matrix.verbs(name, "nothing", 0)]:
        answer = run(
            *(world.words(verb, robot), tmp_path, world.made),
            cwd=world.folder,
            BODYPLAN_CACHE="0",
        )
        opened = ["open", target] in answer.events
        if opened:
            break
    assert opened is (name not in REFUSED)
