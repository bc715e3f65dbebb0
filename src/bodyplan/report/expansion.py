"""The report of ``bodyplan expand``: the expanded text, and the origin of each element."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bodyplan.core import Record
from bodyplan.diag import Where
from bodyplan.diag.json_schema import Count
from bodyplan.xacro.expansion import Definition, Expansion, Origin, Problem
from bodyplan.xacro.places import SourcePlaces


class ExpansionProblem(Record):
    """An error or a warning of a macro expansion.

    Args:
        kind: the kind of the problem.
        message: what is wrong.
        name: the name of the macro, property or other entity concerned; may be empty.
        where: the location of the problem; None if no file was read.
        expression: the expression that failed; may be empty.
    """

    kind: str
    message: str
    name: str
    where: Where | None
    expression: str


class ExpandedArgument(Record):
    """An argument that the description declares, or that the caller gave.

    Args:
        name: the name of the argument.
        default: the default as written; None for an argument that is not declared.
        value: the final value; None if the declaration was not reached.
        origin: the location of the declaration.
        is_given: whether the caller gave a value.
        reads: how often the argument was read.
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
        name: the name of the macro or property.
        uses: how often a macro was called or a property was read.
        where: the location of the defining tag.
    """

    name: str
    uses: Count
    where: Where | None


class ExpansionReport(Record):
    """The result of expanding macros, with the source location of each element.

    Args:
        text: the expanded text; None if the expansion failed.
        problems: why the expansion failed; empty if it succeeded.
        warnings: other problems.
        files: the XML files that were read, in this order.
        read: all other files that were read.
        arguments: the declared arguments, then given arguments that are not declared.
        macros: the macros, in the order of definition.
        properties: the properties, in the order of definition.
        packages: the folder of each package that was looked up, by package name; None if the
            package was not found.
        environment: environment variables that were read.
        origins: the source location of each element of the text, in document order.
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
        expansion: the result of the expansion.
        places: the source files, which locate the origins of its elements.
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
