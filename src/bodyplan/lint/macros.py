"""Checking a file with macros: the macros themselves, and the robot that they make."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from bodyplan.diag import Diagnostic, Fix
from bodyplan.formats.document import Document
from bodyplan.formats.expanded import OriginPlaces
from bodyplan.formats.places import Places
from bodyplan.formats.urdf import Robot
from bodyplan.lint import run
from bodyplan.lint.profiles import profile_named
from bodyplan.lint.settings import Settings
from bodyplan.lint.suppress import suppress

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def check_macros(
    document: Document,
    settings: Settings,
    *,
    robot: Robot | None = None,
    resources: Resources | None = None,
) -> list[Diagnostic]:
    """What is found in a file with macros, and in the robot that they make.

    Places are in the files that were written: the one that is checked, or one that it includes.

    Args:
        document: of format "xacro".
        settings: what to report and how.
        robot: the robot that the SRDF belongs to, if the macros make one.
        resources: where meshes are looked for.

    Raises:
        InputError: the package ``xacro`` is not installed.
    """
    expanded = document.expanded
    if settings.profile is not None:
        judged = [] if expanded is None else profile_named(settings.profile).judge(expanded)
        found = [*document.diagnostics, *judged]
        return run.graded(found, document.name, settings)
    found = run.findings(document, settings, robot, resources)
    if expanded is None or not len(expanded.tree.root or ()):
        return _suppressed(document, None, found)  # a library: it makes nothing by itself
    found += [
        _mended(diagnostic, expanded)
        for diagnostic in run.findings(expanded, settings, robot, resources)
    ]
    return _suppressed(document, expanded, found)


def _mended(diagnostic: Diagnostic, expanded: Document) -> Diagnostic:
    """The finding with its fix for the source, where that can be made there."""
    places = expanded.places
    assert isinstance(places, OriginPlaces)

    def fix() -> Fix | None:
        made = diagnostic.fix
        return None if made is None else places.mapped(made)

    return Diagnostic(
        diagnostic.kind,
        diagnostic.message,
        lambda: diagnostic.where,
        severity=diagnostic.severity,
        hint=lambda: diagnostic.hint,
        fix=fix,
    )


def _suppressed(
    document: Document, expanded: Document | None, found: list[Diagnostic]
) -> list[Diagnostic]:
    """The findings that no comment in their own file suppresses."""
    by_file: dict[str, list[Diagnostic]] = defaultdict(list)
    for diagnostic in found:
        by_file[diagnostic.where.file].append(diagnostic)
    files: dict[str, Places] = {document.name: document.places}
    places = expanded.places if expanded is not None else None
    if isinstance(places, OriginPlaces):
        for number, file in enumerate(places.expansion.files[1:], 1):
            if file.name in by_file:
                files[file.name] = places.file(number)
    by_file.setdefault(document.name, [])  # its comments may be of no use
    kept: list[Diagnostic] = []
    for name, members in by_file.items():
        kept += suppress(files[name], members) if name in files else members
    return kept
