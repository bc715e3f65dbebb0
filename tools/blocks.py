"""Runs the code blocks of a Markdown page and renews the outputs that stand in it.

What is run, from top to bottom, in one empty folder a page that holds a copy of ``examples``:

- a ``console`` block: each line behind ``$`` is a command for bash; the lines below it are replaced
  by what it prints, on both streams.
- a ``python`` block: the blocks of a page share their names. What they print replaces the ``text``
  block that follows at once, if one does.
- any block below ``<!-- file: NAME -->`` is written to that file first.

A block below ``<!-- not run -->``, and one in any other language, is left alone.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent

_BLOCK = re.compile(
    r"(?:^<!-- (?P<order>file: (?P<file>\S+)|not run) -->\n)?"
    r"^```(?P<language>\w*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
RUN = ("console", "python")


class BlockError(Exception):
    """A block ended in a way that a page must not show."""


class Block(NamedTuple):
    """One fenced block of a page, and where its body stands in the text."""

    language: str
    body: str
    start: int
    end: int
    file: str | None
    is_run: bool


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    return [
        Block(
            match["language"],
            match["body"],
            match.start("body"),
            match.end("body"),
            match["file"],
            match["language"] in RUN and match["order"] != "not run",
        )
        for match in _BLOCK.finditer(page)
    ]


def refreshed(page: str, name: str = "page") -> str:
    """The page with the outputs that its blocks have now.

    Args:
        page: the Markdown text.
        name: how errors call it.

    Raises:
        BlockError: a command shows a traceback or a wrong use, or Python code raises.
    """
    found = blocks(page)
    if not any(block.is_run for block in found):
        return page
    changes: list[tuple[int, int, str]] = []
    names: dict[str, Any] = {"__name__": name}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(ROOT / "examples", "examples", ignore=shutil.ignore_patterns("__*"))
        for block, following in zip(found, [*found[1:], None], strict=True):
            if block.file is not None:
                Path(block.file).parent.mkdir(parents=True, exist_ok=True)
                Path(block.file).write_text(block.body, encoding="utf-8")
            if not block.is_run:
                continue
            if block.language == "console":
                changes.append((block.start, block.end, _console(block.body, name)))
                continue
            printed = _python(block.body, names, name)
            if following and following.language == "text" and _adjoin(page, block, following):
                changes.append((following.start, following.end, printed))
            elif printed:
                raise BlockError(f"{name}: a python block prints and no text block follows it")
    for start, end, text in reversed(changes):
        page = page[:start] + text + page[end:]
    return page


def _adjoin(page: str, block: Block, following: Block) -> bool:
    """Whether nothing but blank lines stands between two blocks."""
    return not page[block.end + len("```") : following.start].replace("```text", "").strip()


def _console(body: str, name: str) -> str:
    """The commands of a block, each with what it prints below it."""
    lines: list[str] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            output = _command(line.removeprefix("$ "), name)
            lines += [line, *output.rstrip("\n").split("\n")] if output.strip() else [line]
    return "\n".join(lines) + "\n"


def _command(command: str, name: str) -> str:
    """What a command prints on both streams, in the order of time."""
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(Path.cwd()),
        "LC_ALL": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "NO_COLOR": "1",
        "COLUMNS": "80",
    }
    result = subprocess.run(
        ["bash", "-c", command],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    if "Traceback (most recent call last)" in result.stdout or result.returncode > 2:
        raise BlockError(f"{name}: {command!r} ends with {result.returncode}:\n{result.stdout}")
    return result.stdout


def _python(body: str, names: dict[str, Any], name: str) -> str:
    """What a block of Python prints."""
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(body, f"<{name}>", "exec"), names)  # noqa: S102  (our own pages)
    except Exception as error:
        raise BlockError(f"{name}: {type(error).__name__}: {error}\nin\n{body}") from error
    return out.getvalue()
