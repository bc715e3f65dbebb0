"""Running the rules over documents."""

from __future__ import annotations

from functools import cache
from itertools import islice

from bodyplan.diag import Diagnostic
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.source import Readable
from bodyplan.formats.urdf import Robot
from bodyplan.lint.context import Context
from bodyplan.lint.profiles import profile_named
from bodyplan.lint.rule import Rule, rules
from bodyplan.lint.settings import DEFAULT_SETTINGS, Settings
from bodyplan.lint.suppress import suppress
from bodyplan.spec import Element
from bodyplan.spec.kinds import TOO_DEEP
from bodyplan.spec.reading import no_more
from bodyplan.text import collector_paused, replace

_AT_ONCE = 1000  # values a rule is called with before the cap on findings is looked at


@cache
def _by_weight() -> list[Rule]:
    """The rules that find errors first: when the cap on findings is met, the worst were told."""
    return sorted(rules(), key=lambda rule: (rule.kind.severity.rank, rule.kind.code))


def check_document(
    document: Document, settings: Settings = DEFAULT_SETTINGS, *, robot: Robot | None = None
) -> list[Diagnostic]:
    """Everything found while reading and by the rules, graded and without what is suppressed.

    Args:
        document: what was read.
        settings: what to report and how.
        robot: the robot that a model_state belongs to.
    """
    if settings.profile is not None:
        found = profile_named(settings.profile).judge(document)
    else:
        with collector_paused():
            found = [*document.diagnostics, *_run(Context(document, robot), settings)]
    name = document.name
    found = [
        diagnostic.graded(settings.grade(diagnostic.code, diagnostic.severity))
        for diagnostic in found
        if settings.wants(diagnostic.code, name)
    ]
    if settings.profile is not None:
        return found  # a reader's verdict knows no comments of ours
    return suppress(document, found)


def _run(context: Context, settings: Settings) -> list[Diagnostic]:
    name = context.document.name
    most = context.document.limits.max_diagnostics
    found: list[Diagnostic] = []
    chosen: dict[tuple[type[Element], str | None], list[Element]] = {}
    for rule in _by_weight():
        if not settings.wants(rule.kind.code, name):
            continue
        key = rule.target, rule.when
        values = chosen.get(key)
        if values is None:
            values = chosen[key] = _chosen(context, *key)
        context.kind = rule.kind
        check_value = rule.check
        for start in range(0, len(values), _AT_ONCE):
            for value in values[start : start + _AT_ONCE]:
                found += islice(check_value(value, context), most + 1)
            if len(found) > most:
                return [*found[:most], found[most].about(TOO_DEEP, no_more(most))]
    return found


def _chosen(context: Context, target: type[Element], when: str | None) -> list[Element]:
    """The values that a rule is called with."""
    values = context.values.get(target, [])
    return values if when is None else [value for value in values if getattr(value, when)]


def check(
    source: Readable | Document,
    *,
    profile: str | None = None,
    robot: Readable | Document | None = None,
    settings: Settings | None = None,
) -> Report:
    """The report on one description: faults of XML, of the format, and of the robot.

    Args:
        source: what ``read`` takes, or a document.
        profile: "urdfdom" for the verdict of the reference reader and nothing else.
        robot: the URDF that a model_state belongs to.
        settings: what to report and how.

    Raises:
        InputError: there is nothing to read.
        ValueError: no such profile.
    """
    settings = settings or Settings()
    if profile is not None:
        settings = replace(settings, profile=profile)
    document = source if isinstance(source, Document) else read(source, limits=settings.limits)
    partner = robot if robot is None or isinstance(robot, Document) else read(robot)
    root = partner.root if partner is not None else None
    diagnostics = check_document(
        document, settings, robot=root if isinstance(root, Robot) else None
    )
    return Report(
        (FileReport(document.name, document.format, tuple(diagnostics), document.source),)
    )
