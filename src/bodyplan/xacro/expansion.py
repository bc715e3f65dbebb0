"""The result of expanding xacro: the text, the origin of each element, and the problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bodyplan.core import Record

if TYPE_CHECKING:
    from bodyplan.xacro.nodes import Element

ProblemKind = Literal[
    # errors of the description
    "argument",
    "attribute",
    "block",
    "block_count",
    "circular",
    "condition",
    "encoding",
    "entity",
    "environment",
    "error",
    "expression",
    "fatal",
    "file",
    "key",
    "macro",
    "missing_parameter",
    "name",
    "namespace",
    "outside",
    "package",
    "parameter",
    "prefix",
    "property",
    "substitution",
    "syntax",
    "yaml",
    # problems that are not errors of the xacro package, but stop the expansion in bodyplan
    "limit",
    "refused",
    "crash",
    # problems for which the xacro package only prints a warning
    "deprecated",
    "ignored",
    "message",
    "redefined",
    "unmatched",
    "unread",
    "value",
    "warning",
]
"""The kind of a problem or a warning.

- "argument": ``$(arg NAME)`` of an argument that does not exist.
- "attribute": a xacro tag lacks an attribute, or has attributes that exclude each other.
- "block": ``insert_block`` of a block that does not exist.
- "block_count": a macro call with too few blocks or too many.
- "circular": the definition of a property depends on itself.
- "condition": the value of an ``if`` or ``unless`` is neither true nor false.
- "encoding": the file is not UTF-8, the only encoding that xacro reads.
- "entity": the file declares an entity; entities are not expanded.
- "environment": ``$(env NAME)`` of a variable that is not set.
- "error": any other error, with the message of the xacro package.
- "expression": an expression that cannot be evaluated.
- "fatal": the description called ``xacro.fatal()``.
- "file": a file that does not exist or cannot be read.
- "key": a key that a YAML mapping or dictionary does not contain.
- "macro": a call of a macro that is not defined.
- "missing_parameter": a macro call without a value for a parameter that has no default.
- "name": an invalid name of a property or macro.
- "namespace": an XML prefix that is declared with two different namespaces.
- "outside": a file outside of the allowed folders.
- "package": ``$(find NAME)`` of a package that is not found.
- "parameter": a macro call with a value for a parameter that does not exist.
- "prefix": an XML prefix that is not declared.
- "property": a name in an expression that is not defined.
- "substitution": ``$(...)`` with a command that does not exist.
- "syntax": a file that is not XML; "yaml": a file that is not YAML.
- "limit": a limit is exceeded; the field ``name`` is the name of the limit.
- "refused": an expression with an unsupported name, function or syntax.
- "crash": an expression produced an internal object, which is a bug in bodyplan.
- "deprecated": an old spelling that still works.
- "ignored": something without effect, such as an unknown attribute.
- "message": the description called ``xacro.message()`` or ``xacro.warning()``.
- "redefined": a property hides a built-in name, such as ``pi``.
- "unread": an environment variable that is set, but that bodyplan is not allowed to read.
- "unmatched": an include with a pattern that no file matches.
- "value": ``xacro:attribute`` sets a value that is not text, which the xacro package cannot write.
- "warning": any other warning, with the message of the xacro package.
"""


class Call(NamedTuple):
    """A call of a macro.

    Args:
        macro: the name in the call, without ``xacro:``.
        file: index of the file with the calling tag.
        element: number of the calling tag in that file.
    """

    macro: str
    file: int
    element: int


class Origin(NamedTuple):
    """The position of an element in a source file, and the macro calls that produced it.

    Args:
        file: index into the files of the expansion.
        element: number of its start tag in that file, in document order; 0 is the root.
        calls: the macro calls that led to the element, outermost first; if there are more than a
            hundred, only the first fifty and the last fifty.
    """

    file: int
    element: int
    calls: tuple[Call, ...] = ()


class SourceFile(NamedTuple):
    """An XML file that was read.

    Args:
        name: the name of the file in messages.
        path: the path of the file; None for text that was not read from a file.
        data: the bytes of the file.
        included: the include tag that first included the file; None for the main file.
        root: the root element; None if the file is not XML, or if this record was pickled.
    """

    name: str
    path: Path | None
    data: bytes
    included: Origin | None = None
    root: Element | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return SourceFile, self[:4]


class Problem(Record):
    """A problem or a warning of an expansion.

    Args:
        kind: the kind of the problem.
        message: what is wrong, in a sentence without a full stop.
        origin: the element with the problem; None if no file was read.
        attribute: the attribute with the problem; None if the problem is in the tag as a whole or
            in the text between the tags.
        byte: the offset of an XML syntax error in the bytes of the file; None for other problems.
        name: the name that the problem is about, such as an undefined name, a missing file or a
            limit.
        known: existing names of the same kind, for suggestions.
        expression: the expression that failed.
        needed_by: the element that uses a property, if the problem is in the value of that
            property.
    """

    kind: ProblemKind
    message: str
    origin: Origin | None = None
    attribute: str | None = None
    byte: int | None = None
    name: str = ""
    known: tuple[str, ...] = ()
    expression: str = ""
    needed_by: Origin | None = None


class Argument(NamedTuple):
    """An argument that the description declares, or that the caller of the expansion passed.

    Args:
        name: the name of the argument.
        default: the text of the default as written; None if the argument is not declared.
        value: the value; None if the argument was not passed and its declaration was not evaluated.
        origin: the declaration; None if the argument is not declared.
        is_given: whether the caller passed a value.
        reads: the number of times that ``$(arg NAME)`` read the argument.
    """

    name: str
    default: str | None
    value: str | None
    origin: Origin | None
    is_given: bool
    reads: int


class Definition(NamedTuple):
    """A macro or property that the description defines.

    Args:
        name: the name of the macro or property.
        origin: the tag that defines it, with the macro calls that led to its first evaluation.
        uses: the number of times that the macro was called or the property was read.
        parameters: the attribute ``params`` of a macro.
        replaces: the earlier macro of the same name, if this macro redefines one.
    """

    name: str
    origin: Origin
    uses: int
    parameters: str = ""
    replaces: Origin | None = None


class Package(NamedTuple):
    """A package that ``$(find NAME)`` refers to.

    Args:
        name: the name of the package.
        path: the folder of the package; None if it was not found.
    """

    name: str
    path: Path | None


class Expansion(Record):
    """The result of an expansion.

    Args:
        text: the expanded XML, exactly as the xacro package writes it; None if there are problems.
        origins: the origin of each element of the text, in document order.
        files: the XML files that were read, the main file first.
        read: the YAML files that expressions read.
        problems: the problems that made the expansion fail, such as undefined names and missing
            files.
        warnings: the warnings of the xacro package, and those that the description prints.
        arguments: the declared arguments, then the passed arguments that are not declared.
        macros: defined macros, in the order of definition.
        properties: defined properties, in the order of definition.
        packages: the packages that ``$(find ...)`` refers to.
        environment: the environment variables that ``$(env ...)`` and ``$(optenv ...)`` read, each
            with the element and the attribute of its first use.
        includes: the include tags that included a file: the index of the tag's file, and its
            element number in that file.
        set_elsewhere: the ``xacro:attribute`` tag that set an attribute, by the element number in
            the expanded text and the name of the attribute.
        seconds: the duration of the expansion [s].
    """

    text: str | None
    origins: Sequence[Origin] = ()
    files: tuple[SourceFile, ...] = ()
    read: tuple[Path, ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    arguments: tuple[Argument, ...] = ()
    macros: tuple[Definition, ...] = ()
    properties: tuple[Definition, ...] = ()
    packages: tuple[Package, ...] = ()
    environment: Mapping[str, tuple[Origin, str | None]] = {}
    includes: frozenset[tuple[int, int]] = frozenset()
    set_elsewhere: dict[tuple[int, str], Origin] = {}  # noqa: RUF012  (never changed)
    seconds: float = 0.0

    @property
    def undeclared(self) -> tuple[Argument, ...]:
        """The passed arguments that are neither declared nor used."""
        return tuple(a for a in self.arguments if a.origin is None and not a.reads)
