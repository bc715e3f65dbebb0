"""What all tests share: hypothesis profiles, the sample robots, the robots of example-robot-data."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import bodyplan
from tests import slices
from tests.oracles import urdfdom
from tests.usage import give_back, own_peak

SAMPLES = Path(bodyplan.__file__).parent / "samples"
XML_ENDINGS = ("urdf", "srdf", "sdf", "world", "xacro", "xml", "launch", "dae", "DAE")
LARGEST_DAE = 512 * 1024
"""Larger meshes add seconds and no new XML."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """What decides between the short run and the long one."""
    parser.addoption("--all", action="store_true", help="run all tests: also those marked as long")


def pytest_configure(config: pytest.Config) -> None:
    """Say how long the run is before any test is imported."""
    slices.choose(is_long=config.getoption("all"))
    settings.register_profile(
        "default",
        max_examples=slices.amount(60, short=25),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
    settings.register_profile("thorough", parent=settings.get_profile("default"), max_examples=3000)
    settings.load_profile(
        os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default")
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is long to the long run. The profiles and what asks Drake come first.

    What their tests share takes a minute to make. What listens to the interpreter comes last: an
    audit hook stays for ever, and makes each call of id() 30 times slower.

    A process that has nothing left to do takes tests from the end of what another has: none of
    these, which it would have to make all of it for.
    """
    names_tests = any("::" in argument for argument in config.args)
    if not config.getoption("all") and not names_tests:
        items[:], left = slices.of_short_run(items)
        config.hook.pytest_deselected(items=left)
    items.sort(key=lambda item: (_listens(item), not _comes_first(item)))


def _comes_first(item: pytest.Item) -> bool:
    module = getattr(item, "module", None)
    asks_drake = hasattr(module, "drake") or hasattr(module, "drake_robot")
    return asks_drake or "profiles" in item.path.parts


def _listens(item: pytest.Item) -> bool:
    names = {"test_fuzz.py", "test_manifests.py", "test_mjcf_files.py"}
    is_one = item.path.name in names or item.path.parent.name == "xacro"
    threads = "other_libraries" in item.nodeid  # JAX warns of each fork after it
    return threads or (is_one and "hostile" in item.path.parts)


def _unheard(_: str) -> None:
    """Take a warning that MuJoCo would write to MUJOCO_LOG.TXT, in the current folder."""


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected lives as long as the process: no search for garbage looks through it.

    Python searches again when a quarter as much has come as the last search left: the second one
    leaves little. After the first alone, a million objects of tests would be kept.
    """
    if any({"conversion", "kinematics", "project"} & {*item.path.parts} for item in session.items):
        with suppress(ImportError):
            mujoco = import_module("mujoco")
            mujoco.set_mju_user_warning(_unheard)
            if hasattr(mujoco, "mj_setCacheCapacity"):  # 500 MB of compiled meshes else
                mujoco.mj_setCacheCapacity(mujoco.mj_getCache(), 0)
    gc.collect()
    gc.freeze()
    gc.collect()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Give the memory of a file's tests back to the system; glibc keeps what large arrays had."""
    yield
    if nextitem is None or nextitem.path != item.path:
        give_back()


_peaks: list[float] = []
"""Peak memory of each process that ran tests [MB]."""


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Note how much memory this process took at most."""
    peak = own_peak()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["peak"] = peak
    elif session.testscollected:
        _peaks.append(peak)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Note how much memory a process that ran tests took at most."""
    _peaks.append(getattr(node, "workeroutput", {}).get("peak", 0.0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much memory the largest process took; what passes 1.5 GB is a mistake in a test."""
    if peak := max(_peaks, default=0.0):
        terminalreporter.write_line(f"peak memory of a process that ran tests: {peak:.0f} MB")


@pytest.fixture(scope="session")
def sample():
    """Gives the path of a sample robot by its name."""

    def path_of(name: str) -> Path:
        return SAMPLES / name / f"{name}.urdf"

    return path_of


@pytest.fixture(scope="session")
def example_robots() -> list[Path]:
    """Every URDF of example-robot-data; the test is skipped where it is not installed."""
    try:
        return urdfdom.example_robots()
    except urdfdom.OracleMissingError as error:
        pytest.skip(str(error))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a file for those that ask for ``example_robot``, ``..._srdf`` or ``..._xml``."""
    if "example_robot" in metafunc.fixturenames:
        _parametrize(metafunc, "example_robot", ("urdf",))
    if "example_srdf" in metafunc.fixturenames:
        _parametrize(metafunc, "example_srdf", ("srdf",))
    if "example_xml" in metafunc.fixturenames:
        _parametrize(metafunc, "example_xml", XML_ENDINGS)


def _parametrize(metafunc: pytest.Metafunc, name: str, endings: tuple[str, ...]) -> None:
    paths: list[Path] = []
    try:
        for ending in endings:
            paths += urdfdom.example_files(f".{ending}")
    except urdfdom.OracleMissingError as error:
        skipped = pytest.param(None, marks=pytest.mark.skip(reason=str(error)))
        metafunc.parametrize(name, [skipped], ids=["none"])
        return
    paths = [path for path in paths if path.stat().st_size <= LARGEST_DAE or path.suffix == ".urdf"]
    metafunc.parametrize(name, paths, ids=["/".join(path.parts[-3:]) for path in paths])
