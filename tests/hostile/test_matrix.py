"""Whatever a robot names, by whatever trick: nothing outside is opened, started, written or shown.

Each trick meets a few of the verbs, other ones for each reference, all of them in one process.
``HOSTILE_VERBS=0`` runs every verb on every case, which takes long.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from tests.cli.test_options import all_verbs
from tests.hostile import matrix
from tests.hostile.matrix import World
from tests.hostile.references import REFERENCES
from tests.hostile.runs import (
    MEGABYTES,
    STRACE,
    Answer,
    assert_harmless,
    noting,
    run_all,
    traced,
    without_own,
)
from tests.hostile.system import Effect, effects, offences
from tests.hostile.verbs import VERBS, known
from tests.slices import amount

SECONDS = 10.0
COUNT = int(os.environ.get("HOSTILE_VERBS", str(amount(8, short=3))))
CASES = list(matrix.cases())
STEP = amount(1, short=16)
"""Under ``strace``, one in so many references is met, by one verb, or by all with ``HOSTILE_VERBS=0``."""
TRACED = amount(0, short=6)
"""So many verbs are traced, each with one case; 0 for all."""
SERVER = "127.0.0.1"

on_linux_and_macos = pytest.mark.skipif(
    sys.platform == "win32", reason="pipes, devices and links are for other systems"
)


@pytest.mark.parametrize("verb", all_verbs())
def test_the_matrix_has_every_verb(verb):
    rows = [row.words for row in VERBS.values() if f"{row.words} ".startswith(f"{verb} ")]
    assert rows, f"tests/hostile/verbs.py has no row for {verb}"
    words = verb.split()
    module = import_module(f"bodyplan.cli.verbs.{words[0]}")
    if words == ["srdf", "pairs"]:
        module = import_module("bodyplan.cli.srdf.pairs")
    if words[:2] != ["srdf", "add"]:
        given = vars(module)
        for ending in (*given.get("_FORMATS", ()), *given.get("_ENDINGS", ())):
            if ending not in {".htm", ".gv"} and words[0] not in {"convert", "check"}:
                assert any(
                    f"{ending} " in f"{row} " or ending[1:] in row.split() for row in rows
                ), f"tests/hostile/verbs.py has no row for {verb} -o FILE{ending}"
    options = {
        option: action.choices
        for action in all_verbs()[verb]._actions
        for option in action.option_strings
        if action.choices and option in {"--format", "--graph", "--to", "--profile"}
    }
    for option, choices in options.items():
        for choice in choices:
            assert any(f"{option} {choice} " in f"{row} " for row in rows) or choice == "json", (
                f"tests/hostile/verbs.py has no row for {verb} {option} {choice}"
            )


def test_rows_that_change_the_robot_are_the_last():
    changing = [row.changes for row in VERBS.values()]
    assert changing == sorted(changing)


def test_another_form_of_output_is_of_a_row_that_reads_the_same_robots():
    for name, row in VERBS.items():
        if row.of:
            own = VERBS[row.of]
            assert not own.of, name
            assert set(row.kinds.split()) <= set(own.kinds.split()), name
    for name in REFERENCES:
        tricks = [trick for one, trick in CASES if one == name]
        met = {verb for trick in tricks for verb in matrix.verbs(name, trick, 0)}
        assert met == set(known(REFERENCES[name].kind))


def environment(world: World) -> dict[str, str]:
    """Variables of commands: a browser that does nothing, and no cache."""
    browser = world.given / "browser"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    return {
        "BODYPLAN_CACHE": "0",
        "BODYPLAN_BROWSER": str(browser),
        "TMPDIR": str(world.made),
        "HOME": str(world.made),
    }


def run_verbs(world: World, robot: Path, verbs: list[str], **more: str) -> dict[str, Answer]:
    """Run verbs in one process."""
    answers = run_all(
        [world.words(verb, robot) for verb in verbs],
        *(world.place, world.folder, world.made, world.given),
        cwd=world.folder,
        watched=[world.folder, world.outside],
        **environment(world),
        **more,
    )
    return dict(zip(verbs, answers, strict=True))


def assert_all_harmless(world: World, robot: Path, verbs: list[str]) -> None:
    """Run verbs in one process, and check each answer, and the disk after each of them."""
    is_started = False
    for verb, answer in run_verbs(world, robot, verbs).items():
        row = VERBS[verb]
        harmless = without_own(answer, is_started=is_started)
        is_started |= harmless != answer
        with noting(f"{verb}: {answer.err[-300:]}"):
            events = [one for one in harmless.events if not is_above(one, world)]
            if row.is_server:
                events = [event for event in events if not is_of_server(event, world)]
            assert_harmless(
                answer._replace(events=events),
                seconds=SECONDS,
                megabytes=MEGABYTES,
                shows_content=row.shows,
            )
            assert not matrix.shows((answer.out + answer.err).encode("utf-8", "replace"))
            own = [path for path in answer.changed if row.changes and world.is_own(path, robot)]
            assert answer.changed == own
    assert list(world.shown()) == []


def is_above(event: list[str], world: World) -> bool:
    """Whether the manifest of a package around the outputs is looked for, which is the user's."""
    what, name = event
    path = Path(name)
    is_around = path.parent in (world.place, *world.place.parents)
    return what == "open" and path.name == "package.xml" and is_around


def is_of_server(event: list[str], world: World) -> bool:
    """Whether an event is that a server listens, or that the browser is started by our Python."""
    what, name = event
    if what.startswith("socket."):
        return name.startswith("<socket.socket") or name in {"None", SERVER, "localhost"}
    programs = {sys.executable, str(world.given / "browser")}
    return what in {"os.kill", "os.killpg"} or (what == "subprocess.Popen" and name in programs)


@on_linux_and_macos
@pytest.mark.long(keep=16, each=("trick",))
@pytest.mark.parametrize(("name", "trick"), CASES, ids=[f"{n}-{t}" for n, t in CASES])
def test_what_is_named_does_no_harm(name, trick, tmp_path):
    verbs = matrix.verbs(name, trick, COUNT)
    world = World(tmp_path)
    robot = world.build(REFERENCES[name], trick)
    assert_all_harmless(world, robot, verbs)


@on_linux_and_macos
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_the_system_sees_no_harm(tmp_path):
    """As the audit hook sees one process only, and no library that opens files by itself."""
    log = tmp_path / "log"
    rows = [verb for verb in VERBS if not VERBS[verb].is_server]
    chosen = []
    for number, name in enumerate([*REFERENCES][::STEP]):
        tricks = [trick for one, trick in CASES if one == name]
        trick = tricks[number * 5 % len(tricks)]
        met = [verb for verb in matrix.verbs(name, trick, 0) if verb in rows]
        chosen.append((name, trick, [met[number % len(met)]] if COUNT else met))
    for number, verb in enumerate(rows[:: len(rows) // TRACED] if TRACED else rows):
        cases = [case for case in CASES if verb in known(REFERENCES[case[0]].kind)]
        chosen.append((*cases[number * 37 % len(cases)], [verb]))
    with traced(log):
        for number, (name, trick, verbs) in enumerate(chosen):
            place = tmp_path / str(number)
            place.mkdir()
            world = World(place)
            robot = world.build(REFERENCES[name], trick)
            names = [f"{name}|{trick}|{verb}" for verb in verbs]
            run_verbs(world, robot, verbs, HOSTILE_MARK="\n".join(names))
    if not log.exists():
        pytest.skip("strace may not trace here")
    begun = log.read_text("utf-8", "replace").count('"/the-command-begins/')
    assert begun == sum(len(verbs) for _, _, verbs in chosen)
    found = offences(effects(log), ("/robot/", "/made/", "/given/"), ("/made/",))
    assert [one for one in found if not is_own(one)] == []


def is_own(effect: Effect) -> bool:
    """Whether a verb that changes a robot does that."""
    return (
        effect.deed == "changes"
        and VERBS[effect.mark.rpartition("|")[2]].changes
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


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_page_is_served_to_this_machine_alone(tmp_path):
    log, root = tmp_path / "log", Path(__file__).parents[2]
    world = World(tmp_path)
    robot = world.build(REFERENCES["picture of glTF"], "link")
    code = f"from tests.hostile.library import serve; serve({[str(robot), str(world.made)]!r})"
    subprocess.run(
        [*STRACE, "-o", str(log), sys.executable, "-c", code],
        cwd=world.folder,
        env={
            **os.environ,
            "BODYPLAN_CACHE": "0",
            "PYTHONPATH": str(root),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        check=False,
        timeout=300,
    )
    if not log.exists():
        pytest.skip("strace may not trace here")
    assert len([*world.made.iterdir()]) > 3
    found = offences(effects(log, "serve"), ("/robot/", "/made/", f"{root}/"), ("/made/",))
    assert [one for one in found if one.deed != "sends"] == []
    calls = [one.what[0] for one in found if one.what[0].startswith(("bind", "connect"))]
    assert calls
    assert all('inet_addr("127.0.0.1")' in call for call in calls)


OPENING = (
    *("check meshes", "check a folder", "view", "load", "where", "bundle a folder"),
    *("change pairs", "fix"),
)
REFUSED = {
    *("flexcomp of MJCF", "skin of MJCF", "side of a cube of MJCF"),
    *("setting of a plugin of MJCF", "plugin of SDFormat", "texture of a script of SDFormat"),
    *("repository in a file", "mark of a folder that is left out"),
    *("parameters of a controller", "other COLLADA", "call of OBJ", "include of a CMakeLists.txt"),
}
"""What is opened by nobody, also where it lies inside."""


@on_linux_and_macos
@pytest.mark.long(keep=6)
@pytest.mark.parametrize("name", REFERENCES)
def test_what_lies_inside_is_opened(name, tmp_path):
    """Else the tests above would say little."""
    world = World(tmp_path)
    robot = world.build(REFERENCES[name], "nothing")
    target = str(world.folder / REFERENCES[name].target)
    verbs = [verb for verb in OPENING if verb in known(REFERENCES[name].kind)]
    (tmp_path / "answer").mkdir()
    answers = run_all(
        [world.words(verb, robot) for verb in verbs],
        *(tmp_path / "answer", world.made, world.given),
        cwd=world.folder,
        BODYPLAN_CACHE="0",
    )
    opened = any(["open", target] in answer.events for answer in answers)
    assert opened is (name not in REFUSED)
