"""The server of the commands ends with the tests; files are taken away at once."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.hostile import runs


@pytest.fixture(scope="session", autouse=True)
def _server():
    yield
    runs.stop()


@pytest.fixture
def folder(tmp_path):
    """A folder for the files of a test, which are taken away at once: some are large, some deep."""
    made = tmp_path / "in"
    made.mkdir()
    yield made
    subprocess.run(["rm", "-rf", str(made)], check=False)  # rmtree gives up on deep ones
    shutil.rmtree(made, ignore_errors=True)  # where there is no rm
