"""Run the rules on documents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING, Any

from bodyplan.core import Record, collector_paused
from bodyplan.diag import Diagnostic
from bodyplan.formats.document import Document
from bodyplan.formats.registry import robot_of
from bodyplan.lint._parts import values_of
from bodyplan.lint.context import CheckRun, Context
from bodyplan.lint.rule import Rule, rules
from bodyplan.lint.settings import Settings
from bodyplan.spec import Element
from bodyplan.spec.recorder import no_more

if TYPE_CHECKING:
    from bodyplan.formats.urdf import Robot
    from bodyplan.model import Robot as Model
    from bodyplan.resources import Resources


@lru_cache(maxsize=64)
def _selected(
    format_: str | None,
    opens_meshes: bool,
    computes_collisions: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
) -> list[Rule]:
    """Return the selected rules, most severe first: the limit drops the least severe diagnostics."""
    wants = Settings(select=select, ignore=ignore).wants
    found = rules(
        format_ or "urdf", opens_meshes=opens_meshes, computes_collisions=computes_collisions
    )

    def weight(rule: Rule) -> tuple[int, str]:
        in_format = rule.in_sdf if format_ == "sdf" else None
        return (in_format or rule.kind.severity).rank, rule.kind.code

    chosen = (rule for rule in found if format_ not in rule.skip and wants(rule.kind.code))
    return sorted(chosen, key=weight)


def findings(
    document: Document,
    settings: Settings,
    robot: Robot | Model | None,
    resources: Resources | None,
    run: CheckRun | None = None,
    *,
    in_blocks: bool = True,
) -> list[Diagnostic]:
    """Return all diagnostics of a document, with the configured severities, even if suppressed.

    Without ``in_blocks``, the SDFormat in the ``<gazebo>`` elements of a URDF is not checked.
    """
    with collector_paused():
        context = Context(
            document,
            robot,
            resources,
            run,
            opens_meshes=settings.opens_meshes,
            computes_collisions=settings.computes_collisions,
        )
        blocks = _in_blocks(document) if in_blocks else ()
        diagnostics = [*blocks, *ruled(context, settings)]
        if document.tree.fault is not None:
            # imported late, because few files are cut off
            from bodyplan.lint._break_off import about_whole_parts

            diagnostics = about_whole_parts(diagnostics, document.places)
        found = [*document.diagnostics, *diagnostics]
    return graded(found, document.name, settings)


def _in_blocks(document: Document) -> list[Diagnostic]:
    """Return the diagnostics of parsing the SDFormat elements in the gazebo blocks of a URDF."""
    robot = robot_of(document)
    if robot is None or not any(block.sdformat for block in robot.gazebo):
        return []
    # imported late, because the declarations of SDFormat load slowly
    from bodyplan.formats.sdf.inside_urdf import gazebo_parts

    parts = gazebo_parts(document)
    most = document.limits.max_diagnostics
    return list(islice((found for part in parts for found in part.diagnostics), most))


def graded(found: list[Diagnostic], name: str, settings: Settings) -> list[Diagnostic]:
    """Return the diagnostics that the settings select in a file, with the configured severities."""
    return [
        diagnostic.graded(settings.grade(diagnostic.code, diagnostic.severity))
        for diagnostic in found
        if settings.wants(diagnostic.code, name)
    ]


def ruled(context: Context, settings: Settings) -> list[Diagnostic]:
    """Return the diagnostics of the selected rules, with the configured severities."""
    name, format_ = context.document.name, context.document.format
    most = context.document.limits.max_diagnostics
    found: list[Diagnostic] = []
    chosen: dict[tuple[type[Record], str | None], Sequence[Any]] = {}
    for rule in _selected(
        format_,
        context.opens_meshes,
        context.computes_collisions,
        settings.select,
        settings.ignore,
    ):
        key = rule.target, rule.when
        values = chosen.get(key)
        if values is None:
            values = chosen[key] = _chosen(context, *key)
        if not values or (settings.per_file_ignore and not settings.wants(rule.kind.code, name)):
            continue
        context.kind = rule.kind
        context.severity = rule.in_sdf if format_ == "sdf" else None
        # stop a rule that yields millions of diagnostics
        results = chain.from_iterable(map(rule.check, values, repeat(context)))
        found += islice(results, most + 1 - len(found))
        if len(found) > most:
            return [*found[:most], no_more(found[most], most)]
    return found


def _chosen(context: Context, target: type[Record], when: str | None) -> Sequence[Any]:
    """Return the values to call a rule with."""
    if target is Element:
        return [] if context.document.root is None else [context.document.root]
    values = values_of(context, target)
    return values if when is None else [value for value in values if getattr(value, when)]
