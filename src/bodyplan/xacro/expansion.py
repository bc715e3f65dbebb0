"""What an expansion gives back: the text, where each element came from, and what was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bodyplan.core import Record

if TYPE_CHECKING:
    from bodyplan.xacro.nodes import Element

ProblemKind = Literal[
    # what the description gets wrong
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
    # what ends the expansion although the package would go on
    "limit",
    "refused",
    "crash",
    # what the package only warns of
    "deprecated",
    "ignored",
    "message",
    "redefined",
    "unmatched",
    "unread",
    "value",
    "warning",
]
"""What a problem or a warning is about.

- "argument": ``$(arg NAME)`` without such an argument.
- "attribute": a xacro tag lacks an attribute, or has attributes that exclude each other.
- "block": ``insert_block`` with a block that does not exist.
- "block_count": a macro call with too few blocks or too many.
- "circular": properties that are defined by each other.
- "condition": the value of an ``if`` or ``unless`` is neither true nor false.
- "encoding": the file is not UTF-8, and xacro reads nothing else.
- "entity": the file declares an entity; entities are not expanded.
- "environment": ``$(env NAME)`` without such a variable.
- "error": what the package reports otherwise, in its own words.
- "expression": it cannot be evaluated.
- "fatal": the description itself gave up, with ``xacro.fatal()``.
- "file": a file that does not exist or cannot be read.
- "key": a YAML mapping has no such key.
- "macro": a call of a macro that is not defined.
- "missing_parameter": a macro call without an argument for a parameter.
- "name": a name that a property or macro cannot have.
- "namespace": two meanings of one XML prefix.
- "outside": a file outside the allowed folders.
- "package": ``$(find NAME)`` without such a package.
- "parameter": a macro call with an argument for a parameter that does not exist.
- "prefix": a prefix of XML that is not declared.
- "property": a name in an expression that is not defined.
- "substitution": ``$(...)`` with a command that does not exist.
- "syntax": a file that is not XML; "yaml": a file that is not YAML.
- "limit": a limit is exceeded; its name is that of the problem.
- "refused": an expression with something that is not supported.
- "crash": an expression produced an internal object, which is an error of bodyplan.
- "deprecated": an old spelling that still works.
- "ignored": something without effect, such as an unknown attribute.
- "message": the description said something, with ``xacro.message()`` or ``xacro.warning()``.
- "redefined": a property hides a name of the language, such as ``pi``.
- "unread": an environment variable that is set, but not allowed.
- "unmatched": an include with a pattern that no file matches.
- "value": a number where the package itself can only write a text.
- "warning": what the package warns of otherwise, in its own words.
"""


class Call(NamedTuple):
    """A call of a macro.

    Args:
        macro: the name it was called by, without ``xacro:``.
        file: index of the file with the calling tag.
        element: number of the calling tag in that file.
    """

    macro: str
    file: int
    element: int


class Origin(NamedTuple):
    """Where an element was written.

    Args:
        file: index into the files of the expansion.
        element: number of its start tag in that file, in document order; 0 is the root.
        calls: the macro calls that led there, outermost first; of more than a hundred the first
            and the last fifty.
    """

    file: int
    element: int
    calls: tuple[Call, ...] = ()


class SourceFile(NamedTuple):
    """An XML file that was read.

    Args:
        name: how messages call it.
        path: where it is; None for text that came from no file.
        data: its bytes.
        included: the include tag that first asked for it; None for the main file.
        root: its elements; None for a file that is not XML, and in a copy.
    """

    name: str
    path: Path | None
    data: bytes
    included: Origin | None = None
    root: Element | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return SourceFile, self[:4]


class Problem(Record):
    """What went wrong, or what the package warns of.

    Args:
        kind: what it is about.
        message: what is wrong, in a sentence without a full stop.
        origin: the element it is written on; None where nothing was read.
        attribute: the attribute that holds it; None for the tag or the text of the element.
        byte: position in the bytes of the file, for a syntax error of XML.
        name: the thing it is about: the undefined name, the missing file, the limit.
        known: the names that exist instead.
        expression: the expression that failed.
        needed_by: where the value was needed, when it is the value of a property.
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
    """An argument of the description: one that it declares, or one that was only given.

    Args:
        name: its name.
        default: the text of the default as written; None for one that is not declared.
        value: what it had in the end; None when the declaration was not reached.
        origin: its declaration; None for one that is not declared.
        is_given: whether a value came from outside.
        reads: how often ``$(arg NAME)`` asked for it.
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
        parameters: of a macro, as written.
        replaces: the macro of the same name that it replaces.
    """

    name: str
    origin: Origin
    uses: int
    parameters: str = ""
    replaces: Origin | None = None


class Package(NamedTuple):
    """A package that ``$(find NAME)`` asked for.

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
        read: every other file that was read: YAML.
        problems: why it failed: every undefined name, missing file and so on that could be found.
        warnings: what xacro and the description warn of.
        arguments: those declared, then those only given.
        macros: defined macros, in the order of definition.
        properties: defined properties, in the order of definition.
        packages: what ``$(find ...)`` asked for.
        environment: the variables that ``$(env ...)`` and ``$(optenv ...)`` asked for, each with
            the first element and attribute that did.
        includes: the include tags that brought a file, by file and number.
        set_elsewhere: by element and attribute, the ``xacro:attribute`` tag that set it.
        seconds: how long it took.
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
        """The arguments that were given, and that the description neither declares nor reads."""
        return tuple(a for a in self.arguments if a.origin is None and not a.reads)
