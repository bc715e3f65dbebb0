"""Expansion: a process of its own does the work, this one reads the files and tells the outcome."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bodyplan.formats.source import InputError
from bodyplan.formats.xacro.expansion import Expansion
from bodyplan.formats.xacro.limits import DEFAULT_LIMITS, XacroLimits
from bodyplan.formats.xacro.outcome import Outcome
from bodyplan.formats.xacro.process import Ended, converse
from bodyplan.formats.xacro.serving import Serving
from bodyplan.text import field_names

if TYPE_CHECKING:
    from bodyplan.resources import Resources


class XacroMissingError(InputError):
    """The ``xacro`` package is not installed, or not as this program needs it."""


def expand(
    data: bytes,
    name: str,
    *,
    path: Path | None = None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    limits: XacroLimits = DEFAULT_LIMITS,
) -> Expansion:
    """The expansion of a xacro file; never raises on content.

    Args:
        data: the bytes of the main file.
        name: how messages call it.
        path: where it is; relative includes are looked for beside it. None for text that came
            from no file: then they are looked for in the current folder.
        arguments: values for ``$(arg ...)``, by name.
        resources: where ``$(find ...)`` looks, and which folders may be read; those of the
            environment by default.
        limits: caps.

    Raises:
        XacroMissingError: the ``xacro`` package is not installed.
    """
    from time import perf_counter

    if resources is None:
        from bodyplan.resources import Resources

        resources = Resources()
    start = perf_counter()
    serving = Serving(data, path, resources, limits)
    request = {
        "name": None if path is None else os.fspath(path),
        "arguments": dict(arguments or {}),
        "libraries": _libraries(),
        "limits": {field: getattr(limits, field) for field in field_names(XacroLimits)},
    }
    answer: dict[str, Any]
    try:
        answer, text = converse(request, serving.answer, limits.max_wall_seconds)
    except Ended as ended:
        answer, text = {"fault": _fault_of_end(ended), "given": request["arguments"]}, b""
    except OSError as error:
        reason = error.strerror or str(error)
        answer = {"fault": {"kind": "crash", "message": f"no process can be started: {reason}"}}
        text = b""
    return Outcome(answer, serving, name, limits).expansion(text, perf_counter() - start)


def _libraries() -> list[str]:
    """The folders that the package and its reader of YAML are in.

    Raises:
        XacroMissingError: one of them is not installed.
    """
    from importlib.util import find_spec

    folders: dict[str, None] = {}
    for module in ("xacro", "yaml"):
        try:
            found = find_spec(module)
        except (ImportError, ValueError):
            found = None
        if found is None or found.origin is None:
            message = "xacro files need the package xacro; install it with"
            raise XacroMissingError(f"{message}: pip install 'bodyplan[xacro]'")
        folders[str(Path(found.origin).parent.parent)] = None
    return list(folders)


def _fault_of_end(ended: Ended) -> dict[str, Any]:
    """What is told of a process that ended without an answer; it said before where it was."""
    late = {"kind": "limit", "message": "the expansion takes too long"}
    signals = {-getattr(signal, name, 0) for name in ("SIGXCPU", "SIGKILL")} - {0}
    busy = ended.busy or {}
    fault = {**busy.get("fault", {}), "calls": busy.get("calls", ())}
    if ended.is_late:
        return {**fault, **late, "name": "max_wall_seconds"}
    if ended.status in signals:
        return {**fault, **late, "name": "max_seconds"}
    return {**fault, "kind": "crash", "message": f"the expansion broke off ({ended})"}
