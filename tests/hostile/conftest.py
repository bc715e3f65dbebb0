"""The server of the commands ends with the tests."""

from __future__ import annotations

import pytest

from tests.hostile import runs


@pytest.fixture(scope="session", autouse=True)
def _server():
    yield
    runs.stop()
