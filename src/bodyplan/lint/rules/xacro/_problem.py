"""Problems and warnings of an expansion as diagnostics: a rule for each kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

from bodyplan.core import listed, quoted, replace
from bodyplan.diag import Diagnostic, Severity
from bodyplan.files.opener import missing_folder
from bodyplan.formats.expansion import sources_of
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.xacro.tag_prefix import undefined_by, without_prefix
from bodyplan.xacro import Problem, ProblemKind, macro_file
from bodyplan.xacro.hints import hint, needs, undefined_arguments
from bodyplan.xacro.places import SourcePlaces

Page = Callable[[], None]

_BROKEN = ("X001", "X002", "X003", "X006")
"""Codes for a main file that is not XML; the expansion repeats these syntax problems."""
_SEVERITIES = {"message": Severity.INFO, "warning": Severity.WARNING, "error": Severity.ERROR}
"""Severities of the messages of a description, by the function that prints them."""
_PREFIXES = {"message": "the description says: ", "fatal": "the description stops its expansion: "}


def problem(
    code: str,
    name: str,
    *kinds: ProblemKind,
    severity: Literal["error", "warning", "info"] = "error",
) -> Callable[[Page], Page]:
    """Register a rule that reports the problems or warnings of some kinds.

    The result decorates an empty function, whose docstring is the page of the rule.

    Args:
        code: the code of the rule.
        name: the name of the rule.
        kinds: the kinds of problems and warnings that the rule reports.
        severity: the severity of the rule.
    """

    def declare(page: Page) -> Page:
        def check(_: macro_file.MacroFile, ctx: Context) -> Iterator[Diagnostic]:
            return reported(ctx, *kinds)

        check.__doc__ = page.__doc__
        rule(code, name, severity=severity)(check)
        return page

    return declare


def reported(
    ctx: Context, *kinds: ProblemKind, fix: Callable[[Problem], FixMaker | None] = lambda _: None
) -> Iterator[Diagnostic]:
    """Yield the problems and warnings of some kinds, as diagnostics of the running rule.

    Args:
        ctx: the context of the running rule.
        kinds: the kinds of problems and warnings to report.
        fix: makes the fix of a problem.
    """
    places = sources(ctx)
    for one in (one for kind in kinds for one in ctx.once(_by_kind).get(kind, ())):
        yield Diagnostic(
            ctx.kind,
            f"{_PREFIXES.get(one.kind, '')}{one.message}",
            partial(places.problem, one),
            severity=_SEVERITIES.get(one.name) if one.kind == "message" else None,
            hint=partial(hint, one, places),
            fix=fix(one),
            needs=needs(one, places),
        )


def _by_kind(ctx: Context) -> dict[ProblemKind, list[Problem]]:
    """Return the problems and warnings by kind.

    Syntax problems that were already reported when the main file was read are left out.
    """
    expansion = sources(ctx).expansion
    is_broken = any(diagnostic.code in _BROKEN for diagnostic in ctx.document.diagnostics)
    found: dict[ProblemKind, list[Problem]] = defaultdict(list)
    for one in (*expansion.warnings, *expansion.problems):
        is_known = is_broken and one.kind in {"syntax", "encoding", "entity"}
        if not (is_known and (one.origin is None or one.origin.file == 0)):
            found[one.kind].append(one)
    found["file"] = _one_for_each_folder(found["file"])
    found["property"] = _one_for_each_name(found["property"], sources(ctx))
    found["argument"] = _one_for_all_arguments(found["argument"], sources(ctx))
    return found


def _one_for_each_name(problems: list[Problem], places: SourcePlaces) -> list[Problem]:
    """Return one problem for all uses of an undefined property in a file, at the first use.

    Names that a tag would define if it had its prefix are left out: M212 reports the tag.
    """
    if not problems:
        return problems
    meant = {name for _, tag in without_prefix(places) for name in undefined_by(tag)}
    by_name: dict[tuple[str, int], list[Problem]] = {}
    for number, one in enumerate(problems):
        if one.name not in meant:
            file = -number if one.origin is None else one.origin.file
            by_name.setdefault((one.name, file), []).append(one)
    return [
        replace(first, message=f"{first.message} (used {1 + len(others)} times in this file)")
        if others
        else first
        for first, *others in by_name.values()
    ]


def _one_for_all_arguments(problems: list[Problem], places: SourcePlaces) -> list[Problem]:
    """Return one problem for all arguments that must be passed, at the first use."""
    names = undefined_arguments(places)
    uses = [one for one in problems if one.name in names[:1]]
    if len(names) < 2:
        return problems
    message = f"arguments {listed(map(quoted, names), 12)} are not defined"
    first = replace(uses[0], message=message)
    return [first, *(one for one in problems if one.name not in names)]


def _one_for_each_folder(problems: list[Problem]) -> list[Problem]:
    """Return one problem for all files of a folder that does not exist."""
    by_folder: dict[str, list[Problem]] = {}
    for number, one in enumerate(problems):
        by_folder.setdefault(missing_folder(one.name) or f"{number}", []).append(one)
    return [
        replace(first, message=f"{first.message} (for {1 + len(others)} files)")
        if others
        else first
        for first, *others in by_folder.values()
    ]


def sources(ctx: Context) -> SourcePlaces:
    """Return the locations in the files of the expansion."""
    found = sources_of(ctx.document)
    assert found is not None
    return found
