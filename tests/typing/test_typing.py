"""A type checker sees what the documentation says: values are frozen, complete, and have types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api")

HERE = Path(__file__).parent
OPTIONS = [
    "--strict", "--config-file", "", "--no-error-summary", "--hide-error-context",
    "--show-error-codes", "--no-pretty", "--disable-error-code", "unused-ignore",
]  # fmt: skip


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The first error of each line, in each file."""
    cache = str(tmp_path_factory.mktemp("mypy"))
    files = [str(HERE / name) for name in ("right.py", "wrong.py")]
    output, trouble, _ = api.run([*OPTIONS, "--cache-dir", cache, *files])
    assert not trouble
    errors = {"right.py": {}, "wrong.py": {}}
    for line in output.splitlines():
        match = re.fullmatch(r".*?(right|wrong)\.py:(\d+): error: .*\[([\w-]+)\]", line)
        if match is not None:
            errors[f"{match[1]}.py"].setdefault(int(match[2]), match[3])
    return errors


def test_what_users_write_has_the_types_that_are_promised(found):
    assert found["right.py"] == {}


def test_what_is_wrong_is_refused_for_the_right_reason(found):
    lines = (HERE / "wrong.py").read_text(encoding="utf-8").splitlines()
    expected = {
        number: match[1]
        for number, line in enumerate(lines, 1)
        if (match := re.search(r"# E: ([\w-]+)$", line))
    }
    assert len(expected) > 15
    assert found["wrong.py"] == expected
