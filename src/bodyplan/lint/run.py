"""Running the rules over documents."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from bodyplan.diag import Diagnostic
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.source import Readable
from bodyplan.formats.urdf import Robot
from bodyplan.lint.context import Context
from bodyplan.lint.profiles import profile_named
from bodyplan.lint.rule import Rule, rules
from bodyplan.lint.settings import Settings
from bodyplan.lint.suppress import suppress
from bodyplan.spec import Element
from bodyplan.spec.bind import by_class
from bodyplan.text import collector_paused, replace


@cache
def _by_values() -> list[tuple[type[Element], str | None, list[Rule]]]:
    """The rules that are called with the same values, and which values these are."""
    found: dict[tuple[type[Element], str | None], list[Rule]] = defaultdict(list)
    for rule in rules():
        found[rule.target, rule.when].append(rule)
    return [(target, when, members) for (target, when), members in found.items()]


def check_document(
    document: Document, settings: Settings = Settings(), *, robot: Robot | None = None
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
    root = context.document.root
    if root is None:
        return []
    name = context.document.name
    by_target = by_class(root)
    found: list[Diagnostic] = []
    for target, when, members in _by_values():
        values = by_target.get(target)
        if values and when is not None:
            values = [value for value in values if getattr(value, when)]
        if not values:
            continue
        for rule in members:
            if settings.wants(rule.kind.code, name):
                context.kind = rule.kind
                check_value = rule.check
                for value in values:
                    found += check_value(value, context)
    return found


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
    return Report((FileReport(document.name, document.format, tuple(diagnostics), document.source),))
