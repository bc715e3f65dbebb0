"""The result of an expansion: the text, the origin of each element, and the problems."""

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
    # problems that end the expansion, although the xacro package would continue
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

- "argument": ``$(arg NAME)`` without such an argument.
- "attribute": a xacro tag lacks an attribute, or has attributes that exclude each other.
- "block": ``insert_block`` with a block that does not exist.
- "block_count": a macro call with too few blocks or too many.
- "circular": properties that are defined by each other.
- "condition": the value of an ``if`` or ``unless`` is neither true nor false.
- "encoding": the file is not UTF-8, and xacro reads nothing else.
- "entity": the file declares an entity; entities are not expanded.
- "environment": ``$(env NAME)`` without such a variable.
- "error": any other error, in the words of the xacro package.
- "expression": an expression that cannot be evaluated.
- "fatal": the description called ``xacro.fatal()``.
- "file": a file that does not exist or cannot be read.
- "key": a YAML mapping has no such key.
- "macro": a call of a macro that is not defined.
- "missing_parameter": a macro call without an argument for a parameter.
- "name": a name that a property or macro cannot have.
- "namespace": an XML prefix that is declared with two different namespaces.
- "outside": a file outside the allowed folders.
- "package": ``$(find NAME)`` without such a package.
- "parameter": a macro call with an argument for a parameter that does not exist.
- "prefix": a prefix of XML that is not declared.
- "property": a name in an expression that is not defined.
- "substitution": ``$(...)`` with a command that does not exist.
- "syntax": a file that is not XML; "yaml": a file that is not YAML.
- "limit": a limit is exceeded; the field ``name`` has the name of the limit.
- "refused": an expression with something that is not supported.
- "crash": an expression produced an internal object, which is an error of bodyplan.
- "deprecated": an old spelling that still works.
- "ignored": something without effect, such as an unknown attribute.
- "message": the description called ``xacro.message()`` or ``xacro.warning()``.
- "redefined": a property hides a name of the language, such as ``pi``.
- "unread": an environment variable that is set, but not allowed.
- "unmatched": an include with a pattern that no file matches.
- "value": a number where the package itself can only write a text.
- "warning": any other warning, in the words of the xacro package.
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
            hundred, only the first and the last fifty.
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
        root: the root element; None if the file is not XML, and in a copy of this record.
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
        origin: the element that has the problem; None if no file was read.
        attribute: the attribute that has the problem; None for the tag or the text of the element.
        byte: position in the bytes of the file, for a syntax error of XML.
        name: the name of the cause: the undefined name, the missing file, the limit.
        known: the names that exist instead.
        expression: the expression that failed.
        needed_by: for a problem in the value of a property, the element that uses the property.
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
    """An argument that the description declares, or that was only passed from outside.

    Args:
        name: its name.
        default: the text of the default as written; None if the argument is not declared.
        value: the final value; None if the declaration was not reached.
        origin: the declaration; None if the argument is not declared.
        is_given: whether a value was passed from outside.
        reads: how often ``$(arg NAME)`` read the argument.
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
        name: its name.
        origin: the defining tag, with the calls of its first definition.
        uses: how often a macro was called or a property was read.
        parameters: the text of the parameters of a macro.
        replaces: the macro of the same name that this macro replaces.
    """

    name: str
    origin: Origin
    uses: int
    parameters: str = ""
    replaces: Origin | None = None


class Package(NamedTuple):
    """A package that ``$(find NAME)`` refers to.

    Args:
        name: its name.
        path: its folder; None when it was not found.
    """

    name: str
    path: Path | None


class Expansion(Record):
    """The outcome of an expansion.

    Args:
        text: the expanded XML, exactly as the xacro package writes it; None if there are problems.
        origins: where each element of the text was written, in document order.
        files: the XML files that were read, the main file first.
        read: the other files that were read, which are YAML files.
        problems: the problems because of which the expansion failed, such as undefined names and
            missing files.
        warnings: the warnings of xacro and of the description.
        arguments: the declared arguments, then the arguments that were only passed from outside.
        macros: defined macros, in the order of definition.
        properties: defined properties, in the order of definition.
        packages: the packages that ``$(find ...)`` refers to.
        environment: the environment variables that ``$(env ...)`` and ``$(optenv ...)`` read, each
            with the element and the attribute of its first use.
        includes: the include tags that included a file, each by the index of its file and its
            element number.
        set_elsewhere: by element and attribute, the ``xacro:attribute`` tag that set it.
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
        """The arguments that were passed from outside, but are neither declared nor used."""
        return tuple(a for a in self.arguments if a.origin is None and not a.reads)
