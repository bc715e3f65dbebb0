"""The report of ``bodyplan expand``: what macros make, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bodyplan.core import Record
from bodyplan.diag import Where
from bodyplan.diag.json_schema import Count
from bodyplan.xacro.expansion import Definition, Expansion, Origin, Problem
from bodyplan.xacro.places import SourcePlaces


class ExpansionProblem(Record):
    """Why a file cannot be expanded, or what the expansion warns of.

    Args:
        kind: what it is about.
        message: what is wrong.
        name: of the thing that it is about; may be empty.
        where: its location; None where nothing was read.
        expression: the one that failed; may be empty.
    """

    kind: str
    message: str
    name: str
    where: Where | None
    expression: str


class ExpandedArgument(Record):
    """An argument of the description: one that it declares, or one that was only given.

    Args:
        name: of the argument.
        default: as written; None for one that is not declared.
        value: that it had in the end; None where the declaration was not reached.
        origin: its declaration.
        is_given: whether a value came from outside.
        reads: how often it was read.
    """

    name: str
    default: str | None
    value: str | None
    origin: Where | None
    is_given: bool
    reads: Count


class ExpandedDefinition(Record):
    """A macro or property that the description defines.

    Args:
        name: of the macro or property.
        uses: how often a macro was called or a property was read.
        where: the defining tag.
    """

    name: str
    uses: Count
    where: Where | None


class ExpansionReport(Record):
    """What macros make, and where it comes from: an ``Expansion`` with locations for numbers of elements.

    Args:
        text: the result; None where it cannot be made.
        problems: why it cannot be made; empty where it can.
        warnings: what else is odd.
        files: the XML files that were read, in this order.
        read: all other files that were read.
        arguments: those declared, then those only given.
        macros: in the order of definition.
        properties: in the order of definition.
        packages: folders of packages by name; None for one that was not found.
        environment: environment variables that were read.
        origins: of each element of the text, in document order.
    """

    text: str | None
    problems: tuple[ExpansionProblem, ...]
    warnings: tuple[ExpansionProblem, ...]
    files: tuple[str, ...]
    read: tuple[str, ...]
    arguments: tuple[ExpandedArgument, ...]
    macros: tuple[ExpandedDefinition, ...]
    properties: tuple[ExpandedDefinition, ...]
    packages: Mapping[str, str | None]
    environment: tuple[str, ...]
    origins: Sequence[Where | None]


def expansion_report(expansion: Expansion, places: SourcePlaces) -> ExpansionReport:
    """Return the report of an expansion.

    Args:
        expansion: the outcome.
        places: where its elements were written.
    """

    def where(origin: Origin | None) -> Where | None:
        return None if origin is None else places.where(origin)

    def problem(one: Problem) -> ExpansionProblem:
        place = places.problem(one) if expansion.files else None
        return ExpansionProblem(one.kind, one.message, one.name, place, one.expression)

    def definitions(found: Iterable[Definition]) -> tuple[ExpandedDefinition, ...]:
        return tuple(ExpandedDefinition(d.name, d.uses, where(d.origin)) for d in found)

    return ExpansionReport(
        text=expansion.text,
        problems=tuple(map(problem, expansion.problems)),
        warnings=tuple(map(problem, expansion.warnings)),
        files=tuple(file.name for file in expansion.files),
        read=tuple(str(path) for path in expansion.read),
        arguments=tuple(
            ExpandedArgument(a.name, a.default, a.value, where(a.origin), a.is_given, a.reads)
            for a in expansion.arguments
        ),
        macros=definitions(expansion.macros),
        properties=definitions(expansion.properties),
        packages={p.name: None if p.path is None else str(p.path) for p in expansion.packages},
        environment=tuple(expansion.environment),
        origins=tuple(map(where, expansion.origins)),
    )
