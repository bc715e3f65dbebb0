"""Apply fixes, in rounds until nothing changes; a fix that breaks the file is reverted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.core import Record
from bodyplan.diag import Budget, Diagnostic, Fix, Safety, Severity
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError, edited
from bodyplan.lint.check import check_document
from bodyplan.lint.context import CheckRun
from bodyplan.lint.settings import DEFAULT_SETTINGS, Settings
from bodyplan.text import Claims, Edit

if TYPE_CHECKING:
    from bodyplan.formats.urdf import Robot
    from bodyplan.model import Robot as Model
    from bodyplan.resources import Resources

MAX_ROUNDS = 50
MOST_ELEMENTS = 250_000
"""The maximum number of elements that are parsed again, summed over all rounds. It allows all
rounds for a robot of 5,000 elements, and one round for a file at the input limits; the next call of
``fix_document`` then tries the remaining fixes."""
MAX_REFUSED = 16
"""Number of failed fixes after which no other fix is tried."""


class FixResult(Record):
    """The result of applying fixes.

    Args:
        document: the fixed document; the given document does not change.
        applied: the diagnostics whose fixes were applied, in the order of application.
        reverted: the diagnostics whose fixes would have broken the file, with the reason.
        remaining: the diagnostics of the fixed document.
        is_whole: whether every fix was tried; for a very large file, the next call tries more.
    """

    document: Document
    applied: tuple[Diagnostic, ...]
    reverted: tuple[tuple[Diagnostic, str], ...]
    remaining: tuple[Diagnostic, ...]
    is_whole: bool = True


def fix_document(
    document: Document,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    unsafe: bool = False,
    robot: Robot | Model | None = None,
    resources: Resources | None = None,
) -> FixResult:
    """Apply every allowed fix, in rounds, until none is left.

    Args:
        document: the document.
        settings: which diagnostics to report and fix.
        unsafe: whether to also apply fixes that may not be what the author meant.
        robot: the robot that a model_state belongs to.
        resources: finds meshes.
    """
    allowed: tuple[Safety, ...] = ("safe", "unsafe") if unsafe else ("safe",)
    applied: list[Diagnostic] = []
    reverted: list[tuple[Diagnostic, str]] = []
    refused: set[tuple[str, tuple[Edit, ...]]] = set()
    run = CheckRun()
    run.budget = Budget()  # all rounds share one budget for comparisons
    check = partial(check_document, settings=settings, robot=robot, resources=resources, run=run)
    found = check(document)
    rounds = max(1, min(MAX_ROUNDS, MOST_ELEMENTS // max(1, _elements(document))))
    most: int | None = None  # maximum number of fixes in a round; it is halved after a failure
    for number in range(rounds + 1):
        left = _candidates(found, allowed, refused)
        is_over = number == rounds or len(refused) == MAX_REFUSED
        chosen = [] if is_over else _choose(left)[:most]
        if not chosen:
            break
        attempt, after, failure = _attempt(document, found, chosen, check)
        if failure is not None and len(chosen) > 1:
            most = len(chosen) // 2
            continue
        if failure is not None or attempt is None:
            diagnostic, fix = chosen[0]
            reverted.append((diagnostic, failure or ""))
            refused.add((diagnostic.code, fix.edits))
            continue
        applied += [diagnostic for diagnostic, _ in chosen]
        document, found = attempt, after
        most = None if most is None else 2 * most
    is_whole = next(left, None) is None
    return FixResult(document, tuple(applied), tuple(reverted), tuple(found), is_whole)


def _elements(document: Document) -> int:
    root = document.tree.root
    return 0 if root is None else sum(1 for _ in root.iter())


def _candidates(
    found: list[Diagnostic],
    allowed: tuple[Safety, ...],
    refused: set[tuple[str, tuple[Edit, ...]]],
) -> Iterator[tuple[Diagnostic, Fix]]:
    """Yield fixes that may be applied."""
    for diagnostic in found:
        fix = diagnostic.fix
        if fix is None or not fix.edits or fix.safety not in allowed:
            continue
        if (diagnostic.code, fix.edits) not in refused:
            yield diagnostic, fix


def _choose(candidates: Iterable[tuple[Diagnostic, Fix]]) -> list[tuple[Diagnostic, Fix]]:
    """Return fixes whose edits do not overlap, in the order of the text.

    The next round tries the fixes that overlap with these.
    """
    ordered = sorted(candidates, key=lambda pair: (min(pair[1].edits), pair[0].code))
    claims = Claims()
    return [(diagnostic, fix) for diagnostic, fix in ordered if claims.take(fix.edits)]


def _attempt(
    document: Document,
    found: list[Diagnostic],
    chosen: list[tuple[Diagnostic, Fix]],
    check: Callable[[Document], list[Diagnostic]],
) -> tuple[Document | None, list[Diagnostic], str | None]:
    """Return the fixed document and its diagnostics, or the reason why the fixes are rejected."""
    try:
        attempt = edited(document, [edit for _, fix in chosen for edit in fix.edits])
    except EditError as error:
        return None, [], str(error)
    after = check(attempt)
    if attempt.source.data == document.source.data:
        return None, [], "the fix changes nothing"
    could, can = document.expanded is not None, attempt.expanded is not None
    if could and not can:
        return None, [], "xacro expansion would fail"
    # if the fix makes expansion possible, errors of the expanded file are not caused by the fix
    if could == can and _errors(after) > _errors(found):
        return None, [], "the fix would introduce new errors"
    return attempt, after, None


def _errors(found: list[Diagnostic]) -> int:
    return sum(diagnostic.severity is Severity.ERROR for diagnostic in found)
