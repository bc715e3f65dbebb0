"""Renderers: the same diagnostics for people, programs and services.

Each module of this folder is one renderer, named after its format. Only the requested renderer is
imported, so that ``check`` starts fast: editors run it at every keystroke.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from bodyplan.diag.report import Report

Renderer = Callable[..., str]
"""A function that takes a report and the options of its format. It returns text in which every line
ends with a newline."""


def _rendered(name: str, report: Report, **options: Any) -> str:
    renderer: Renderer = import_module(f"{__name__}.{name}").render
    return renderer(report, **options)


FORMATS: Mapping[str, Renderer] = {
    name: partial(_rendered, name)
    for name, dot, ending in sorted(file.partition(".") for file in os.listdir(__path__[0]))
    if dot and ending == "py" and not name.startswith("_")
}
"""The renderers by the name of their format; each is imported when it is called."""


def render(report: Report, name: str = "full", *, color: bool = False) -> str:
    """Return a report as text in which every line ends with a newline.

    Args:
        report: the report.
        name: one of ``FORMATS``.
        color: whether to colour the text for a terminal; only the format "full" has colours.

    Raises:
        KeyError: no format has this name.
    """
    return FORMATS[name](report, color=color) if name == "full" else FORMATS[name](report)
