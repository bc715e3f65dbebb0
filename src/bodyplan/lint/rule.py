"""Rules: functions that a decorator registers; the docstring of a function is its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from bodyplan.core import Record, field_names
from bodyplan.diag import Diagnostic, Kind, Severity, register
from bodyplan.diag.kind import Reference
from bodyplan.formats.registry import FORMATS
from bodyplan.lint._parts import TARGETS
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.lint.context import Context

Grade = Literal["error", "warning", "info", "hint"]
Check = Callable[[Any, "Context"], Iterator[Diagnostic]]
C = TypeVar("C", bound=Check)


class Rule(Record):
    """A rule: its check function and its help page.

    Args:
        kind: the kind of its diagnostics: code, name, severity, page.
        target: the class of the values that the rule checks, one after the other.
        when: a field that must be set in these values; None to check all of them.
        check: yields the diagnostics.
        skip: the formats whose documents the rule does not check.
        in_sdf: the severity in SDFormat; None for the severity of the kind.
    """

    kind: Kind
    target: type[Record]
    when: str | None
    check: Check
    skip: tuple[str, ...] = ()
    in_sdf: Severity | None = None


_RULES: list[Rule] = []


def rule(
    code: str,
    name: str,
    *,
    severity: Grade,
    in_sdf: Grade | None = None,
    fix: Literal["always", "sometimes", "never"] = "never",
    when: str | None = None,
    since: str = "0.1",
    reference: Reference | None = None,
    skip: tuple[str, ...] = (),
) -> Callable[[C], C]:
    """Register a function with the parameters ``value: model.SomeClass, ctx: Context`` as a rule.

    The annotation of the first parameter, ``module.Class``, is the class that the rule checks: the
    function is called for every value of this class. The class is an element of one format, such as
    ``urdf.Safety``, or a class for the links and joints of every format: ``model.Parts`` (the whole
    robot), ``model.Link``, ``model.Joint``, ``model.Geometry``. A rule on ``Element`` is called
    once, with the root of a file of any format. The docstring of the function is the page of the
    rule.

    Args:
        code: the code of its diagnostics.
        name: a short name of the problem, as in "axis-zero".
        severity: the default severity.
        in_sdf: the default severity in SDFormat, if it differs, for a rule on ``model`` classes.
        fix: whether its diagnostics have a fix.
        when: a field; the function is only called for values where it is not None or empty.
        since: the first version of bodyplan with this rule.
        reference: number and name of the error that the parser of the format reports.
        skip: formats in which another rule reports this problem, as the parser of that format does.

    Raises:
        TypeError: the first parameter is not annotated with an element or a ``model`` class.
        ValueError: the field does not exist, or the page is missing or does not say why it matters.
        DuplicateCodeError: another kind has this code.
    """

    def declare(function: C) -> C:
        page = _page(function)
        kind = register(Kind(code, name, Severity(severity), page, fix, since, reference))
        target = _target(function)
        if when is not None and when not in field_names(target):
            raise ValueError(f"{function.__name__}: {target.__name__} has no field {when!r}")
        graded = None if in_sdf is None else Severity(in_sdf)
        _RULES.append(Rule(kind, target, when, function, skip, graded))
        return function

    return declare


def also(kind: Kind) -> Callable[[C], C]:
    """Register an additional function that reports diagnostics of an existing kind.

    The function is called like a function that ``rule`` registers. Its docstring is not part of the
    documentation, because the kind already has a page.

    Args:
        kind: the kind of the diagnostics.

    Raises:
        TypeError: the first parameter is not annotated with a declared element.
    """

    def declare(function: C) -> C:
        _RULES.append(Rule(kind, _target(function), None, function))
        return function

    return declare


def _page(function: Check) -> str:
    """Return the docstring of a rule without its indentation of four spaces."""
    return (function.__doc__ or "").replace("\n    ", "\n").strip()


def _target(function: Check) -> type[Record]:
    annotation = str(next(iter(function.__annotations__.values()), ""))
    module, _, name = annotation.rpartition(".")
    known = getattr(function, "__globals__", {})
    found = getattr(known.get(module), name, None) if module else known.get(name)
    if not (isinstance(found, type) and issubclass(found, (Element, *TARGETS))):
        raise TypeError(
            f"{function.__name__}: annotate the first parameter with an element or a ``model`` "
            f"class, not {annotation!r}"
        )
    return found


def rules(
    format_: str | None = None, *, opens_meshes: bool = False, computes_collisions: bool = False
) -> list[Rule]:
    """Return the rules, ordered by code.

    Args:
        format_: load only the rules for this format, or all rules by default. Rules that were
            loaded before are returned too.
        opens_meshes: also load the rules that open meshes.
        computes_collisions: also load the rules that compute collisions between links.
    """
    from bodyplan.lint.rules import FOLDERS, load

    wanted = set(FOLDERS)
    if format_ is not None:
        wanted = {"document", "robot", format_ if format_ in FORMATS else "ros_yaml"}
        wanted |= {"meshes"} if opens_meshes else set()
        wanted |= {"collisions"} if computes_collisions else set()
        wanted |= {"urdf"} if format_ != "sdf" else set()  # other formats refer to a URDF
    for folder in FOLDERS:
        if folder in wanted:
            load(folder)
    return sorted(_RULES, key=lambda rule: rule.kind.code)
