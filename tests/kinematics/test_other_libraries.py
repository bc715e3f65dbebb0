"""Each library has a process of its own: after JAX was imported none may be forked, and all are large."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.slices import amount

TESTS = Path(__file__).with_name("other_libraries.py")


@pytest.mark.parametrize(("library", "named"), [("jax", "jax"), ("torch", "not jax")])
def test_a_library_gives_the_numbers_of_numpy(library, named):
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    command = [sys.executable, "-m", "pytest", "-q", "-rN", str(TESTS), "-k", named]
    command += ["--all"] * amount(1, short=0)
    done = subprocess.run(
        command, cwd=TESTS.parents[2], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
