"""Symbol tables: properties, the blocks and parameters of macros, and the macros themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from bodyplan.xacro.expansion import Origin
from bodyplan.xacro.expressions.values import Namespace, Value
from bodyplan.xacro.nodes import Element, Trail

BOOLEANS = {"true": True, "True": True, "false": False, "False": False}
_NO_NUMBER = frozenset('abcdefghjklmopqrstuvwxyzABCDEFGHJKLMOPQRSTUVWXYZ/<({[#*&|%:;,=!?"`~^@\\')
"""Text that begins with one of these characters is neither a number, nor ``inf``, nor ``nan``."""


class Place(NamedTuple):
    """The location of a text.

    Args:
        element: the element.
        attribute: the attribute that contains the text; None for text between the tags.
        trail: the macro calls that lead to the element.
    """

    element: Element
    attribute: str | None
    trail: Trail

    @property
    def origin(self) -> Origin:
        """The origin of the element, including the macro calls that led to it."""
        return Origin(self.element.file, self.element.number, self.trail.calls)


class PoisonedError(Exception):
    """A value cannot be computed, because of a problem that is already recorded."""


class DeepError(Exception):
    """A property must be evaluated before the current text, because recursion would be too deep.

    Args:
        table: the table that contains the property.
        name: the name of the property.
        entry: the entry of the property.
    """

    def __init__(self, table: Table, name: str, entry: Entry) -> None:
        super().__init__(name)
        self.property = (table, name, entry)


class Use:
    """The definition of a macro, property or argument, and the number of its uses.

    Args:
        name: the name of the macro, property or argument.
        place: the location of the tag that defines it.
        detail: the parameters of a macro, or the default of an argument, as text.
    """

    __slots__ = ("detail", "name", "place", "replaces", "uses")

    def __init__(self, name: str, place: Place, detail: str = "") -> None:
        self.name = name
        self.place = place
        self.detail = detail
        self.replaces: Place | None = None
        """The location of the macro of the same name that this macro replaces."""
        self.uses = 0


class Entry:
    """What a symbol table stores for a name.

    Args:
        value: a value, a namespace, the element of a block, or the text of a lazy property.
        state: "lazy" before a property is evaluated, "running" during its evaluation, "poisoned" if
            the evaluation failed.
        definition: the definition of a property, which counts its uses.
        place: the location of the text of a lazy property.
    """

    __slots__ = ("definition", "place", "state", "value")

    def __init__(
        self,
        value: Value,
        state: Literal["known", "lazy", "running", "poisoned"] = "known",
        definition: Use | None = None,
        place: Place | None = None,
    ) -> None:
        self.value = value
        self.state = state
        self.definition = definition
        self.place = place


Resolve = Callable[["Table", str, Entry], Value]


class Table(Namespace):
    """The symbol table of one scope: names with their entries.

    Args:
        parent: the enclosing scope; None for the outermost scope.
        resolve: a function that evaluates a lazy property.
        is_namespace: whether the table belongs to ``<xacro:include>`` with the attribute ``ns``.
    """

    __slots__ = ("depth", "entries", "is_namespace", "parent", "resolve")

    def __init__(
        self, parent: Table | None, resolve: Resolve, *, is_namespace: bool = False
    ) -> None:
        self.parent = parent
        self.resolve = resolve
        self.is_namespace = is_namespace
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.entries: dict[str, Entry] = {}

    def lookup(self, name: str) -> Value | Namespace:
        """Return the value of a property in this scope or an enclosing scope.

        Raises:
            KeyError: the property does not exist.
        """
        table: Table | None = self
        while table is not None:
            entry = table.entries.get(name)
            if entry is not None:
                if entry.definition is not None:
                    entry.definition.uses += 1
                if entry.state == "known":
                    return entry.value
                return self.resolve(table, name, entry)
            table = table.parent
        raise KeyError(name)

    def find(self, name: str) -> Entry | None:
        """Return the entry of a name in this scope or an enclosing scope."""
        table: Table | None = self
        while table is not None:
            entry = table.entries.get(name)
            if entry is not None:
                return entry
            table = table.parent
        return None

    def assign(self, name: str, value: Value) -> None:
        """Define a property; called for ``:=`` in an expression."""
        self.entries[name] = stored(value)

    def remove(self, name: str) -> None:
        """Remove a name in this scope and in all enclosing scopes."""
        for table in self.scopes():
            table.entries.pop(name, None)

    def scopes(self) -> Iterator[Table]:
        """Return this scope and the enclosing scopes, innermost first."""
        table: Table | None = self
        while table is not None:
            yield table
            table = table.parent

    def names(self) -> list[str]:
        """Return the names of all properties in this scope and the enclosing scopes."""
        found = {name: None for table in self.scopes() for name in table.entries}
        return [name for name in found if name[:1] != "*"]

    def blocks(self) -> list[str]:
        """Return the names of all blocks in this scope and the enclosing scopes."""
        found = {name: None for table in self.scopes() for name in table.entries}
        return [name.lstrip("*") for name in found if name[:1] == "*"]


def stored(
    value: Value, *, lazy: bool = True, definition: Use | None = None, place: Place | None = None
) -> Entry:
    """Return the entry that stores a value; text is converted if it is a literal.

    Args:
        value: the value, or the text of a property.
        lazy: whether other text is evaluated at its first use; otherwise it is a plain string.
        definition: the definition of the property, which counts its uses.
        place: the location of the text.
    """
    if type(value) is str:
        value = literal(value)
        if lazy and type(value) is str:
            return Entry(value, "lazy", definition, place)
    return Entry(value, "known", definition, place)


def literal(text: str) -> Value:
    """Return the value of a literal (quoted text, a number or a boolean); else the text itself."""
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1]
    if "_" in text:
        return text
    if text[:1] in _NO_NUMBER or not text or text[0] == "$":
        return BOOLEANS.get(text, text)
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return BOOLEANS.get(text, text)


class Macro:
    """A macro, as a symbol table stores it.

    Args:
        body: the element that defines the macro.
        parameters: the names of the parameters; block parameters keep their asterisks.
        defaults: as in ``Parameters``.
        definition: the definition of the macro, which counts its calls.
    """

    __slots__ = ("body", "defaults", "definition", "parameters")

    def __init__(
        self,
        body: Element,
        parameters: tuple[str, ...],
        defaults: dict[str, tuple[str | None, str | None]],
        definition: Use,
    ) -> None:
        self.body = body
        self.parameters = parameters
        self.defaults = defaults
        self.definition = definition


class Macros:
    """The macros and the namespaces of includes that one scope defines.

    Args:
        parent: the enclosing scope; None for the outermost scope and for a namespace.
    """

    __slots__ = ("entries", "parent")

    def __init__(self, parent: Macros | None = None) -> None:
        self.parent = parent
        self.entries: dict[str, Macro | Macros] = {}

    def lookup(self, name: str) -> Macro | Macros | None:
        """Return a macro or namespace by its name, from this scope or an enclosing scope."""
        scope: Macros | None = self
        while scope is not None:
            found = scope.entries.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def skip_empty(self) -> None:
        """Skip enclosing scopes without macros in lookups, which is faster in deeply nested calls.

        Skipped scopes cannot receive macros until the macro call of this scope ends.
        """
        while self.parent and self.parent.parent and not self.parent.entries:
            self.parent = self.parent.parent

    def names(self) -> list[str]:
        """Return the names by which macros can be called in this scope."""
        found: dict[str, None] = {}
        scope: Macros | None = self
        while scope is not None:
            for name, one in scope.entries.items():
                inner = one.entries if type(one) is Macros else None
                names = [name] if inner is None else [f"{name}.{part}" for part in inner]
                found.update(dict.fromkeys(names))
            scope = scope.parent
        return list(found)
