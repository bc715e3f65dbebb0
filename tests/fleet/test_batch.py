"""One job over many files, by threads, processes and clusters: nothing is lost but what fails."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest

import bodyplan
from bodyplan.diag.render.json import report_data
from bodyplan.fleet import BatchResult, ExecutorError, Shard, batch, executor_named
from tests.fleet import jobs

SAMPLES = sorted((Path(bodyplan.__file__).parent / "samples").glob("*/*.urdf"))


def test_every_source_has_one_result_whatever_the_number_of_workers():
    for workers in (1, 2):
        results = list(batch(jobs.squared, range(1000), workers=workers))
        assert sorted((one.source, one.value) for one in results) == [
            (number, number**2) for number in range(1000)
        ]
        assert {one.status for one in results} == {"ok"}


def test_not_more_sources_are_read_than_workers_need():
    read = []

    def sources():
        for number in range(100_000):
            read.append(number)
            yield number

    results = batch(jobs.squared, sources(), workers=1)
    for _ in range(10):
        next(results)
    results.close()
    assert len(read) < 2_000


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_file_that_hangs_eats_memory_or_kills_its_process_costs_itself_alone(tmp_path):
    bad = ["hang", "eat", "die", "die once", "raise", "lambda", "print", "keep", "keep"]
    sources = [*range(20), *bad, *range(20, 40)]
    results = list(
        batch(jobs.naughty, sources, workers=2, seconds=2.0, memory=1 << 30, folder=str(tmp_path))
    )
    found = {one.source: one for one in results}
    assert len(results) == len(sources)
    assert all(found[number].value == number for number in range(40))
    assert [found[name].status for name in bad] == [
        "timeout", "error", "crashed", "ok", "error", "error", "ok", "ok", "ok",
    ]  # fmt: skip
    assert found["hang"].reason == "it took longer than 2 s"
    assert found["eat"].reason == "it needs more than 1,024 MiB of memory"
    assert found["die"].reason == "its process was killed by signal 9, twice"
    assert found["raise"].reason == "this file is bad"
    assert found["lambda"].reason.startswith("the result cannot be sent")
    assert found["die once"].value == "lived"


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_gives_the_same_results(kind):
    with kind(2) as executor:
        results = list(batch(bodyplan.check, SAMPLES, executor=executor))
    alone = {path: report_data(bodyplan.check(path)) for path in SAMPLES}
    assert {one.source: report_data(one.value) for one in results} == alone
    assert len(SAMPLES) > 1


def test_an_executor_that_loses_a_chunk_gives_its_files_one_retry_each():
    class Loses(ThreadPoolExecutor):
        count = 0

        def submit(self, function, /, *args, **options):
            self.count += 1
            if self.count == 1 or args[0].sources == (3,):
                return super().submit(jobs.naughty, "raise")
            return super().submit(function, *args, **options)

    with Loses(1) as executor:
        results = list(batch(jobs.squared, range(12), executor=executor, workers=1))
    status = {one.source: one.status for one in results}
    assert status == {number: "crashed" if number == 3 else "ok" for number in range(12)}


def test_reports_say_whether_a_file_has_problems(tmp_path):
    good, bad, gone = SAMPLES[0], tmp_path / "bad.urdf", tmp_path / "gone.urdf"
    bad.write_text('<robot name="r"><link name="a"/><link name="b"/></robot>')
    results = {one.source: one for one in batch(bodyplan.check, [good, bad, gone], workers=1)}
    assert [results[path].status for path in (good, bad, gone)] == ["ok", "problems", "error"]
    assert results[gone].reason


def test_shards_are_disjoint_and_together_everything():
    paths = [f"robots/{number}.urdf" for number in range(1000)]
    parts = [[path for path in paths if Shard(k, 3).has(path)] for k in (1, 2, 3)]
    assert sorted(chain(*parts)) == sorted(paths)
    assert all(250 < len(part) < 420 for part in parts)
    # The hash is the same on every machine and in every version.
    assert [number for number in range(12) if Shard(1, 3).has(f"r{number}.urdf")] == STABLE


STABLE = [0, 6, 9, 10, 11]


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/0", "a/b", "1/3/5", "-1/3"])
def test_a_shard_that_does_not_exist_is_refused(text):
    with pytest.raises(ValueError, match="K"):
        Shard.parse(text)
    assert Shard.parse("3/100") == Shard(3, 100)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dask", "expected dask:ADDRESS or MODULE:FUNCTION"),
        ("nothing_here:f", "cannot import nothing_here"),
        ("math:nothing", "math has no function 'nothing'"),
        ("math:pi", "math has no function 'pi'"),
        ("builtins:list", "returned a list, not a concurrent.futures.Executor"),
    ],
)
def test_an_executor_that_does_not_exist_is_refused_with_a_reason(name, words):
    with pytest.raises(ExecutorError, match=words):
        executor_named(name)


def test_a_function_of_the_user_makes_an_executor(tmp_path, monkeypatch):
    (tmp_path / "my_pool.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def pool():\n    return ThreadPoolExecutor(2)\n"
    )
    monkeypatch.chdir(tmp_path)
    with executor_named("my_pool:pool") as executor:
        assert isinstance(next(batch(jobs.squared, [3], executor=executor)), BatchResult)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_workers_of_dask_give_the_same_results_and_lose_nothing():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        executor = executor_named(f"dask:{client.scheduler.address}")
        sources = ["die", "raise", *range(200)]
        results = list(batch(jobs.naughty, sources, executor=executor, workers=2))
    status = {one.source: one.status for one in results}
    assert status == {"die": "crashed", "raise": "error"} | dict.fromkeys(range(200), "ok")


@pytest.mark.long
@pytest.mark.skipif(shutil.which("mpiexec") is None, reason="mpiexec is not installed")
@pytest.mark.parametrize("shards", [("1/1",), ("1/2", "2/2")])
def test_workers_of_mpi_give_the_lines_of_this_machine(shards, tmp_path):
    pytest.importorskip("mpi4py")
    for number in range(30):
        for path in SAMPLES:
            (tmp_path / f"{path.stem}{number}.urdf").write_bytes(path.read_bytes())
    check = ["-m", "bodyplan", "check", str(tmp_path), "--jsonl", "--quiet"]
    of_mpi = ["--jobs", "2", "--executor", "mpi4py.futures:MPIPoolExecutor", "--shard"]
    start = ["mpiexec", "-n", "3", sys.executable, "-m", "mpi4py.futures", *check, *of_mpi]
    variables = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    variables |= {"OMPI_MCA_rmaps_base_oversubscribe": "1"}
    found: list[str] = []
    for shard in shards:
        found += _lines([*start, shard], {**os.environ, **variables})
    assert sorted(found) == sorted(_lines([sys.executable, *check, "--jobs", "1"], {**os.environ}))


def _lines(command: list[str], variables: dict[str, str]) -> list[str]:
    """The lines of ``--jsonl``, without the seconds."""
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines, done.stderr
    return [json.dumps({**line, "seconds": 0}, sort_keys=True) for line in lines]
