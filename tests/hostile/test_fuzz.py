"""Mutated files of every format do no harm: a short slice of each, and every file that once did.

``python tools/fuzz`` runs as many as are wanted; see ``docs/reference/security.md``.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from tools.fuzz import work
from tools.fuzz.cases import FORMATS, MESHES, NAMED, Case, case
from tools.fuzz.effects import CANARY, EffectError
from tools.fuzz.minimise import smallest

from bodyplan.geometry.mesh.loading import missing_package
from tests.slices import amount

ROOT = Path(__file__).parents[2]
CRASHERS = sorted(
    path for path in (Path(__file__).parent / "crashers").rglob("*") if path.is_file()
)
CASES = amount(100, short=10)
SECONDS = 30.0
"""No measurement: a machine may be busy. What hangs takes longer."""


@pytest.fixture
def runner_of(monkeypatch):
    """Gives what runs the cases of a format in this process."""
    made = []

    def runner(format_: str) -> work.Runner:
        if format_ in MESHES and missing_package(format_.partition("-")[0]) is not None:
            pytest.skip("what reads these meshes is not installed")
        for name in (work.CANARY_NAME, "BODYPLAN_CACHE", *work.VARIABLES):
            monkeypatch.setenv(name, "")  # restored at the end, whatever the runner does with it
        made.append(work.Runner(format_, most_seconds=SECONDS))
        return made[-1]

    yield runner
    for one in made:
        one.close()


@pytest.mark.parametrize("format_", FORMATS)
def test_mutated_files_do_no_harm(runner_of, format_):
    runner = runner_of(format_)
    for number in range(CASES):
        found = runner.fails(case(format_, 0, number), number)
        assert found is None, f"case {number}: {found[1]}"


@pytest.mark.parametrize("path", CRASHERS, ids=[f"{p.parent.name}-{p.stem}" for p in CRASHERS])
def test_files_that_did_harm_do_none_now(runner_of, path):
    runner = runner_of(path.parent.name)
    ending = path.name.rpartition("-")[2] if path.parent.name in NAMED else path.suffix
    size = path.stat().st_size  # which verbs meet a file goes by the number
    for number in range(
        amount(12, short=4) if size < 10_000 else amount(4, short=2) if size < 15_000 else 2
    ):
        found = runner.fails(Case(path.read_bytes(), ending), number)
        assert found is None, found[1]


def test_a_case_is_the_same_in_every_process():
    code = "from tools.fuzz.cases import *; print([hash_of(case(f, 3, 5).data) for f in FORMATS])"
    code = f"from hashlib import sha256\nhash_of = lambda data: sha256(data).hexdigest()\n{code}"
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("deed", "kind"),
    [
        (lambda: 1 / 0, "ZeroDivisionError in "),
        (lambda: open("/etc/hostname", "rb").close(), "EffectError in "),
        (lambda: subprocess.run(["true"], check=True), "EffectError in "),
        (lambda: os.mkdir("/etc/QQQ/QQQ"), "FileNotFoundError in "),
        (lambda: os.unlink("/etc/QQQ"), "FileNotFoundError in "),
        (lambda: print(end=os.environ["FUZZ_CANARY"] * 0), None),
    ],
)
def test_what_a_case_must_not_do_is_noted(runner_of, monkeypatch, deed, kind):
    runner = runner_of("urdf")
    monkeypatch.setattr("tools.fuzz.verbs.Bench.use", lambda *_: deed())
    found = runner.fails(Case(b"", ".urdf"), 0)
    assert (found and found[0].startswith(kind)) if kind else found is None


def test_an_effect_is_noted_though_the_exception_is_caught(runner_of, monkeypatch):
    def deed(*_: object) -> None:
        with contextlib.suppress(OSError):
            open("/QQQ/QQQ", "wb").close()

    runner = runner_of("urdf")
    monkeypatch.setattr("tools.fuzz.verbs.Bench.use", deed)
    kind, text = runner.fails(Case(b"", ".urdf"), 0)
    assert kind.startswith(EffectError.__name__)
    assert "writes '/QQQ/QQQ'" in text


def test_an_exception_that_became_a_diagnostic_fails(runner_of, monkeypatch):
    def fails(*_: object) -> None:
        raise KeyError

    runner = runner_of("urdf")
    monkeypatch.setattr("bodyplan.formats.read._fill", fails)
    assert runner.fails(Case(b"<robot/>", ".urdf"), 0)[0].startswith("KeyError in read.py")


def test_an_answer_with_the_value_of_a_variable_fails(runner_of):
    runner = runner_of("urdf")
    text = f'<robot name="r"><link name="{CANARY}" quality="1"/></robot>'.encode()
    kind, _ = runner.fails(Case(text, ".urdf"), 0)
    assert kind.startswith("BrokenPromiseError")


def test_a_failing_case_is_made_smaller():
    assert smallest(b"one\ntwo\nthree <!> four\nfive\n", lambda data: b"!" in data) == b"!"


def test_a_campaign_prints_its_numbers(tmp_path):
    words = [sys.executable, "tools/fuzz", "--format", "mtl", "--count", "40", "--jobs", "2"]
    run = subprocess.run(
        [*words, "--output", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.match(r"mtl: 40 cases, 0 failed; [\d.]+ ms a case, \d+ s in all\n", run.stdout)
    assert run.stdout.count(" MB at the end") == 2
    assert list(tmp_path.iterdir()) == []
