"""Hostile xacro files are refused with a diagnostic, and nothing that they ask for happens."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

import bodyplan
from bodyplan.formats.expansion import expansion_of
from tests.hostile import runs, server
from tests.hostile.command import program_folders
from tests.hostile.xacro.attempts import SECRET, VARIABLE, Attempt, attempts, robot
from tests.hostile.xacro.bombs import bombs
from tests.hostile.xacro.judge import MARKS, VERBS, Judge, World, faults, ways
from tests.slices import amount

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes are for other systems")

ALL = list(attempts())
FAMILIES: defaultdict[str, list[tuple[int, Attempt]]] = defaultdict(list)
for number, attempt in enumerate(ALL):
    FAMILIES[attempt.name.partition(":")[0]].append((number, attempt))
BOMBS = [bomb.name for bomb in bombs()]
"""Their names: the files take 120 MB."""
MEGABYTES = 500.0
STEP = str(amount(6, short=24))
"""Under ``strace``, which is slow, only one in so many attempts is run."""
CONTROL = robot(
    '<xacro:macro name="m" params="n:=${math.pi} *b"><link name="${n} ${len(items)} ${y.list[1].b}"/>'
    '<xacro:insert_block name="b"/></xacro:macro><xacro:m><a x="${f.inside} ${f.g.inside} ${pi}"/></xacro:m>'
    "<a x=\"${python.sorted([3, 1])} ${word.upper()} ${xacro.arg('a')} ${sin(1) == math.sin(1)}\"/>"
)
"""A robot that uses what attempts try to change."""
_CALL = re.compile(r"(\w+)\((.*)")


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    server.modules()  # what is imported later is noticed
    judge = Judge(World(tmp_path_factory.mktemp("world")))
    judge.run(Attempt("warm", "harmless", CONTROL), VERBS)
    return judge


@pytest.mark.parametrize("family", FAMILIES)
def test_attempts_do_no_harm(family, judge):
    wrong = {}
    for number, attempt in FAMILIES[family][:: amount(1, short=6)]:
        found = faults(attempt, judge.run(attempt, ways(number)), judge.world)
        if found:
            wrong[attempt.name] = found
    assert wrong == {}


@pytest.fixture(scope="module")
def bombs_by_name():
    return {bomb.name: bomb for bomb in bombs()}


@pytest.mark.long(keep=30)
@pytest.mark.parametrize("name", BOMBS)
def test_what_asks_for_very_much_is_refused_soon(name, judge, bombs_by_name):
    attempt = bombs_by_name[name]
    (answer,) = answers = judge.run(attempt, ("bodyplan.check",))
    assert faults(attempt, answers, judge.world) == []
    assert answer.seconds < runs.SECONDS
    assert answer.megabytes < MEGABYTES


def test_there_are_hundreds_of_attempts_of_all_families():
    refused = [attempt for attempt in ALL if attempt.kind == "refused"]
    assert len({attempt.name for attempt in ALL}) == len(ALL)
    assert len({(attempt.text, *attempt.files.items()) for attempt in refused}) >= 1_500
    needed = "attributes builtins types frames formats scopes tables mutation spelling structure "
    needed += "names output values outside patterns substitutions files"
    assert set(needed.split()) <= {attempt.name.partition(":")[0] for attempt in refused}
    call = "${f.parent['__builtins__'][' method']}"
    assert any(call in attempt.text for attempt in refused)


def test_attempts_leave_no_trace_for_the_next_file(judge):
    expected = expansion(judge)
    for attempt in ALL:
        if attempt.name.startswith(("mutation", "harmless", "tables", "names", "values")):
            judge.run(attempt, ("bodyplan.check",))
    assert expansion(judge) == expected


def expansion(judge: Judge) -> str:
    """What becomes of the robot that uses what attempts try to change."""
    judge.world.put(Attempt("control", "harmless", CONTROL))
    text = expansion_of(bodyplan.read(judge.world.robot)).text
    assert text is not None
    assert "3.141592653589793" in text
    return text


WHOLE = [attempt for attempt in ALL if attempt.kind == "refused"][::150]


@pytest.mark.parametrize("attempt", WHOLE, ids=[attempt.name for attempt in WHOLE])
def test_an_attempt_through_the_command_does_no_harm(attempt, tmp_path):
    world = World(tmp_path / "world")
    world.put(attempt)
    for verb in ("check", "expand", "check of the folder"):
        answer = runs.run(
            world.words(verb), tmp_path, world.inside, world.made, **{VARIABLE: SECRET}
        )
        runs.assert_harmless(answer)
        assert SECRET not in answer.out + answer.err
        assert answer.status in {1, 2}
    assert world.changes() == []


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_the_system_sees_no_effect_of_any_attempt(tmp_path):
    log = tmp_path / "log"
    run = subprocess.run(
        [
            *("strace", "-f", "-qq", "--seccomp-bpf", "-e", f"trace={TRACED}", "-o", str(log)),
            *(sys.executable, "-m", "tests.hostile.xacro.batch", str(tmp_path / "world"), STEP),
        ],
        cwd=Path(__file__).parents[3],
        env={**os.environ, VARIABLE: SECRET},
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    if "ptrace" in run.stderr:
        pytest.skip("strace may not trace here")
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    assert effects(lines, tmp_path / "world") == []
    runs_seen = sum(MARKS[0] in line for line in lines)
    assert runs_seen >= 3 * (len(ALL) // int(STEP))  # three runs of each


_OPENS = {"open", "openat", "openat2", "creat"}
_MAKES = {"mkdir", "mkdirat", "chmod", "fchmodat", "rename", "renameat", "renameat2", "unlinkat"}
_MAKES |= {"unlink", "rmdir", "utimensat", "link", "linkat", "symlink", "symlinkat", "truncate"}
"""Calls of the system that may be of files that a verb was asked to write."""
TRACED = ",".join(["%process", "%network", *(f"?{name}" for name in sorted(_OPENS | _MAKES))])


def effects(lines: list[str], world: Path) -> list[str]:
    """Return the calls of the system that only an attempt which succeeds would make."""
    read = (*program_folders(), f"{world}/inside", f"{world}/made", "/dev/null", "/proc/self/")
    found = []
    is_running = False
    for line in lines:
        if any(mark in line for mark in MARKS):
            is_running = MARKS[0] in line
            continue
        call = _CALL.search(line) if is_running and "resumed>" not in line else None
        if call is None or call[1] == "exit":  # of a thread: the watch for what hangs
            continue
        names = re.findall(r'"([^"]*)"', call[2])
        name = os.path.abspath(next(iter(names), ""))
        writes = re.search(r"O_(WRONLY|RDWR|CREAT)", call[2]) is not None
        lists = "O_DIRECTORY" in call[2] and f"{world}/".startswith(name.rstrip("/") + "/")
        if call[1] in _OPENS and not writes and (lists or name.startswith(read)):
            continue
        if call[1] in _OPENS | _MAKES and all(
            not os.path.isabs(one) or one.startswith(f"{world}/made") for one in names
        ):
            continue  # what is relative is below a folder that was opened, which is seen
        found.append(line)
    return found[:20]
