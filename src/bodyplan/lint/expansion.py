"""Check xacro files: the macros, and the robot that they expand to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bodyplan.core import quoted, replace
from bodyplan.diag import Call, Diagnostic, Fix, Severity
from bodyplan.formats import urdf
from bodyplan.formats.document import Document
from bodyplan.formats.expanded import OriginPlaces
from bodyplan.formats.expansion import sources_of
from bodyplan.formats.fixes_of_macros import fix_at_sources
from bodyplan.lint import run
from bodyplan.lint.profiles import judge
from bodyplan.lint.rules.xacro.tag_prefix import without_prefix
from bodyplan.lint.settings import Settings
from bodyplan.lint.suppress import suppress_expanded
from bodyplan.spec.schema_kinds import MISSING_ATTRIBUTE, UNKNOWN_ELEMENT

if TYPE_CHECKING:
    from bodyplan.lint.context import CheckRun
    from bodyplan.model import Robot as Model
    from bodyplan.resources import Resources

_LONGEST_VALUE = 60
_MOST_CALLS = 20
"""Maximum number of diagnostics with the same message and location, from different macro calls."""


def check_xacro(
    document: Document,
    settings: Settings,
    *,
    robot: urdf.Robot | Model | None = None,
    resources: Resources | None = None,
    run_of_all: CheckRun | None = None,
) -> list[Diagnostic]:
    """Return the diagnostics of a xacro file and of the robot that it expands to.

    Their locations are in the source files: the main file, or a file that it includes.

    Args:
        document: a document of format "xacro".
        settings: which diagnostics to report, and with which severity.
        robot: the robot of the SRDF, if the file expands to an SRDF.
        resources: finds meshes.
        run_of_all: the cache that all files of one invocation share.
    """
    expanded = document.expanded
    if settings.profile is not None:
        return _verdict(document, expanded, settings, settings.profile)
    found = run.findings(document, settings, robot, resources, run_of_all)
    if expanded is None:
        found = _with_problems(document, settings, found)
    elif expanded.root is None and expanded.tree.fault is None:
        other = [one.graded(Severity.INFO) for one in expanded.diagnostics]
        found += _at_sources(run.graded(other, document.name, settings), expanded)
    elif makes_robot(expanded):
        of_robot = run.findings(expanded, settings, robot, resources, run_of_all)
        found += _at_sources(of_robot, expanded)
    else:
        of_part = run.graded(_of_part(expanded), document.name, settings)
        found += _at_sources(of_part, expanded)
    found = _wanted_in_files(_without_repeated(found, document), document.name, settings)
    return suppress_expanded(document, found)


def makes_robot(expanded: Document) -> bool:
    """Return whether a file expands to a complete document, not only to a part of one."""
    root = expanded.root
    return not isinstance(root, urdf.Robot) or bool(root.links or root.joints)


def _of_part(expanded: Document) -> list[Diagnostic]:
    """Return the diagnostics of parsing a partial file, which needs neither a name nor a link."""
    root = expanded.places.where_root()
    return [
        diagnostic
        for diagnostic in expanded.diagnostics
        if diagnostic.kind is not MISSING_ATTRIBUTE or diagnostic.where != root
    ]


def _with_problems(
    document: Document, settings: Settings, found: list[Diagnostic]
) -> list[Diagnostic]:
    """Return the diagnostics, plus the errors of the expansion if none of them is selected.

    Otherwise a file that cannot be expanded would be reported as free of problems.
    """
    if any(map(_is_problem, found)):
        return found
    return found + _problems(document, settings)


def _problems(document: Document, settings: Settings) -> list[Diagnostic]:
    """Return the errors that make the expansion fail, even if their codes are not selected.

    M212 is reported even if it is ignored, because it is reported in place of the undefined names
    that a tag without its prefix causes.
    """
    ignored = tuple(code for code in settings.ignore if code not in ("M2", "M21", "M212"))
    chosen = replace(settings, select=("M1", "M212"), ignore=ignored, profile=None)
    return list(filter(_is_problem, run.findings(document, chosen, None, None)))


def _is_problem(found: Diagnostic) -> bool:
    """Return whether a diagnostic is a reason why the expansion fails."""
    is_undefined = found.code == "M212" and found.severity is Severity.ERROR
    return is_undefined or found.code.startswith("M1")


def _verdict(
    document: Document, expanded: Document | None, settings: Settings, profile: str
) -> list[Diagnostic]:
    """Return the diagnostics of a profile on the expanded file, located in the source files."""
    if expanded is None:
        found = _problems(document, settings)
        return run.graded([*document.diagnostics, *found], document.name, settings)
    judged = judge(expanded, profile)
    fault = expanded.tree.fault
    places = expanded.places
    assert isinstance(places, OriginPlaces)
    # a diagnostic about an input limit already has a location in a source file
    if fault is None or fault.kind != "limit":
        judged = [_translated(diagnostic, places) for diagnostic in judged]
    return _each_once(run.graded(judged, document.name, settings))


def _translated(diagnostic: Diagnostic, places: OriginPlaces) -> Diagnostic:
    return Diagnostic(
        diagnostic.kind,
        diagnostic.message,
        lambda: places.translated(diagnostic.where),
        severity=diagnostic.severity,
        hint=lambda: diagnostic.hint,
    )


def _at_sources(found: list[Diagnostic], expanded: Document) -> list[Diagnostic]:
    """Return the diagnostics of an expanded file, located in its source files."""
    places = expanded.places
    assert isinstance(places, OriginPlaces)
    macros = {macro.name for macro in places.expansion.macros}
    return [_at_source(diagnostic, places, macros) for diagnostic in found]


def _at_source(diagnostic: Diagnostic, places: OriginPlaces, macros: set[str]) -> Diagnostic:
    """Return a diagnostic with the fix translated to the source files, and an extended hint."""

    def fix() -> Fix | None:
        made = diagnostic.fix
        if made is None:
            return None
        if diagnostic.where.file != places.source.name:
            return Fix(made.title, (), "display")
        return fix_at_sources(places, made)

    def hint() -> str | None:
        words = [diagnostic.hint, _value_hint(diagnostic, places)]
        if diagnostic.kind is UNKNOWN_ELEMENT:
            words.insert(0, _macro_hint(diagnostic, macros))
        return "; ".join(word for word in words if word) or None

    return Diagnostic(
        diagnostic.kind,
        diagnostic.message,
        lambda: diagnostic.where,
        severity=diagnostic.severity,
        hint=hint,
        fix=fix,
    )


def _value_hint(diagnostic: Diagnostic, places: OriginPlaces) -> str | None:
    """Return the value of the expression at the location, unless the message contains it."""
    value = places.value_at(diagnostic.where)
    if value is None or (value.strip() and value in diagnostic.message):
        return None
    return f"the value is {quoted(value, _LONGEST_VALUE)} here"


def _macro_hint(diagnostic: Diagnostic, macros: set[str]) -> str | None:
    """Return the hint that an unknown element may be a macro without its prefix."""
    tag = diagnostic.message.partition("<")[2].partition(">")[0]
    return f"a macro has this name: <xacro:{tag}>" if tag in macros else None


def _each_once(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics without duplicates; macros may insert the same text several times.

    A diagnostic that occurs in many calls of a macro is reported only for the first of these calls.
    """
    calls: dict[tuple[Any, ...], dict[tuple[Call, ...], Diagnostic]] = {}
    for one in found:
        same = calls.setdefault((one.code, one.message, one.where[:-1]), {})
        if len(same) < _MOST_CALLS:
            same.setdefault(one.where.calls, one)
    kept = {id(one) for same in calls.values() for one in same.values()}
    return [one for one in found if id(one) in kept]


def _without_repeated(found: list[Diagnostic], document: Document) -> list[Diagnostic]:
    """Return the diagnostics without duplicates, and without unknown elements that M212 reports."""
    places = sources_of(document) if any(one.code == "M212" for one in found) else None
    tags = set() if places is None else {places.where(at)[:3] for at, _ in without_prefix(places)}
    return _each_once(
        [one for one in found if one.kind is not UNKNOWN_ELEMENT or one.where[:3] not in tags]
    )


def _wanted_in_files(found: list[Diagnostic], name: str, settings: Settings) -> list[Diagnostic]:
    """Return the diagnostics that the settings select for the source file that contains them."""
    if not settings.per_file_ignore:
        return found
    return [
        one for one in found if one.where.file == name or settings.wants(one.code, one.where.file)
    ]
