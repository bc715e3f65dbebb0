"""The ``xacro`` package as an oracle: a process of its own that answers one request after another.

Nothing of bodyplan is imported there. Only ``$(find ...)`` is answered from a table: the package
would ask ROS. Whatever the package remembers from one file is reset before the next.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError, canonicalize

TIMEOUT = 60.0
"""Seconds that one expansion may take before the process is ended."""

SERVER = """
import io, json, os, sys, types
packages = {}
ament = types.ModuleType("ament_index_python")
ament.packages = types.ModuleType("ament_index_python.packages")
ament.packages.get_package_share_directory = packages.__getitem__
sys.modules.update({ament.__name__: ament, ament.packages.__name__: ament.packages})
import xacro
answers, sys.stdout = sys.stdout, sys.stderr
names, empty = dict(xacro._global_symbols), xacro._empty_text_node
for line in sys.stdin:
    request = json.loads(line)
    packages.clear()
    packages.update(request["packages"])
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    xacro._global_symbols.clear()
    xacro._global_symbols.update(names)
    xacro._empty_text_node = empty.cloneNode(False)
    xacro.all_includes.clear()
    sys.stderr = messages = io.StringIO()
    try:
        document = xacro.process_file(request["path"], mappings=request["arguments"])
        text = document.toprettyxml(indent="  ")
        text.encode("utf-8")
        answer = {"text": text}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    sys.stderr = sys.__stderr__
    answer["messages"] = messages.getvalue()
    answers.write(json.dumps(answer) + "\\n")
    answers.flush()
"""


class Answer(NamedTuple):
    """What the package made of a file.

    Args:
        text: the expanded text; None where the package failed.
        error: why it failed.
        messages: what it wrote to standard error.
    """

    text: str | None
    error: str
    messages: str


class Package:
    """The package in a process; ended at the end of this one."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-X", "utf8", "-c", SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        atexit.register(self.close)

    def close(self) -> None:
        """End the process."""
        atexit.unregister(self.close)
        self.process.kill()
        self.process.communicate()

    def ask(self, request: Mapping[str, Any]) -> Answer:
        """Return the answer to a request; an error where the process ended or took too long."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        guard = threading.Timer(TIMEOUT, self.process.kill)
        guard.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            guard.cancel()
        if not line:
            _package.cache_clear()
            return Answer(None, "the process ended", "")
        answer = json.loads(line)
        return Answer(answer.get("text"), answer.get("error", ""), answer["messages"])


@cache
def _package() -> Package:
    return Package()


def answer(
    path: Path | str,
    arguments: Mapping[str, str] | None = None,
    packages: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Answer:
    """Return what the package makes of a file.

    Args:
        path: the file, as the package is to be called with it.
        arguments: values of the arguments, by name.
        packages: folders, by name of the package.
        environment: all variables of the environment.
    """
    return _package().ask(
        {
            "path": str(path),
            "arguments": dict(arguments or {}),
            "packages": dict(packages or {}),
            "environment": dict(environment or {}),
            "folder": str(Path.cwd()),
        }
    )


def plain(
    path: Path | str,
    arguments: Mapping[str, str] | None = None,
    packages: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> str | None:
    """Return the package's expansion of a file; None where it fails."""
    return answer(path, arguments, packages, environment).text


def canonical(text: str) -> str:
    """Return the canonical form of XML; text that is none, for lack of a prefix, as it is."""
    try:
        return canonicalize(text)
    except ParseError:
        return text
