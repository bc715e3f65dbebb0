"""Renderers: the same findings for people, programs and services.

Only the module of the renderer that is asked for is imported: ``check`` starts at every
keystroke and in pre-commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

from bodyplan.diag.report import Report

Renderer = Callable[..., str]
"""From a report, and options of its own, to text in which every line has its end."""


class _Formats(Mapping[str, Renderer]):
    """Renderers by the name of their module, imported when they are taken out."""

    names = ("full", "concise", "json", "sarif", "github", "junit")

    def __getitem__(self, name: str) -> Renderer:
        if name not in self.names:
            raise KeyError(name)
        renderer: Renderer = import_module(f"{__name__}.{name}").render
        return renderer

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


FORMATS: Mapping[str, Renderer] = _Formats()
"""The renderers by the name of their format; asking for names imports none of them."""


def render(report: Report, name: str = "full", *, color: bool = False) -> str:
    """The report as text in which every line has its end; nothing at all is an empty text.

    Args:
        report: what was found.
        name: one of ``FORMATS``.
        color: whether a terminal will show it; the formats for programs never have colour.

    Raises:
        KeyError: no format has this name.
    """
    return FORMATS[name](report, color=color) if name == "full" else FORMATS[name](report)
