"""Evaluates texts with ``${...}`` and ``$(...)``, and implements the functions that they call."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from keyword import iskeyword
from typing import Literal

from bodyplan.core import quoted
from bodyplan.text import over
from bodyplan.xacro._files import LONGEST_SHOWN, FileError, Files
from bodyplan.xacro._problems import FINAL, Problems
from bodyplan.xacro._symbols import (
    DeepError,
    Entry,
    Place,
    PoisonedError,
    Table,
    Use,
    literal,
)
from bodyplan.xacro.expressions.evaluator import Evaluator
from bodyplan.xacro.expressions.values import VALUE_TYPES, ExpressionError, Value, width_of
from bodyplan.xacro.expressions.yaml_values import read_yaml
from bodyplan.xacro.limits import XacroLimits

_TOKEN = re.compile(r"\$(\$+[{(])|\$\{([^}]*)\}|\$\(([^)]*)\)|([^$]+|\$[^{($]+|\$\Z)")
_ESCAPE, _EXPRESSION, _SUBSTITUTION, _TEXT, _NAME = 1, 2, 3, 4, 5
"""The kinds of tokens: groups of ``_TOKEN``, and ``_NAME`` for a ``${...}`` that is a single
name."""
Tokens = tuple[tuple[int, str], ...]

_COMMANDS = ("find", "env", "optenv", "dirname", "arg")
_KNOWN = (*_COMMANDS, "eval", "cwd")
_PART_COST = 20
"""Steps charged for each expression or substitution in a text."""
_DEEPEST = 12
"""The largest recursion depth of lazy properties that use other lazy properties. In longer chains,
the innermost property is evaluated first, without recursion."""


class TextEvaluator:
    """Evaluates the texts of one expansion.

    Args:
        files: opens files and finds packages.
        problems: records what goes wrong.
        arguments: the values for ``$(arg ...)`` by name; the defaults of declared arguments are
            added.
        allowed: the environment variables that may be read.
        limits: the limits of the expansion.
    """

    def __init__(
        self,
        files: Files,
        problems: Problems,
        arguments: Mapping[str, str],
        allowed: frozenset[str],
        limits: XacroLimits,
    ) -> None:
        self.files = files
        self.problems = problems
        self.given = dict(arguments)
        self.argument_values = dict(arguments)
        self.poisoned: set[str] = set()
        """Arguments whose default cannot be evaluated."""
        self.reads: dict[str, int] = {}
        self.environment_read: dict[str, Place] = {}
        """By environment variable, the location of its first use."""
        self.yaml: dict[str, None] = {}
        self.stack: list[str | None] = []
        """The files that are being processed, outermost first."""
        self._allowed = allowed
        self._limits = limits
        self._left = limits.max_output
        self._depth = 0
        self._tokens: dict[str, Tokens] = {}
        self._running: list[str] = []
        self._evaluator = Evaluator(limits, self)
        self.is_global = self._evaluator.is_global
        self.evaluation = self._evaluator.evaluation
        self.spend = self.evaluation.spend

    # Texts

    def value(self, text: str, symbols: Table) -> Value:
        """Return the value of a text: of any type for a single expression, else a string.

        Raises:
            ExpressionError: the text has no value.
            PoisonedError: the text uses a value that could not be computed; that problem is already
                recorded.
        """
        try:
            return self._value(text, symbols)
        except DeepError as deep:
            return self.settled(lambda: self._value(text, symbols), deep)

    def as_text(self, value: Value) -> str:
        """Return a value as text.

        Raises:
            ExpressionError: the text is too long, or a value of this type cannot be written.
        """
        return value if type(value) is str else self._evaluator.to_text(value)

    def settled(self, compute: Callable[[], Value], first: DeepError | None = None) -> Value:
        """Return the result of a function; evaluate first the deeply nested properties it needs.

        Args:
            compute: the function.
            first: the first of these properties, if it is already known.

        Raises:
            ExpressionError: the function has no result.
            PoisonedError: the function needs a value that could not be computed; that problem is
                already recorded.
        """
        waiting = {} if first is None else {id(first.property[2]): first.property}
        while True:
            try:
                if not waiting:
                    return compute()
                table, name, entry = waiting[next(reversed(waiting))]
                if entry.state == "lazy":
                    self.resolve(table, name, entry)
                waiting.popitem()
            except DeepError as deep:
                self._depth = 0
                if id(deep.property[2]) in waiting:
                    self._fail(
                        deep.property[2], self._circular([one[1] for one in waiting.values()])
                    )
                    waiting.popitem()
                else:
                    waiting[id(deep.property[2])] = deep.property
            except PoisonedError:
                if not waiting:
                    raise
                waiting.popitem()

    def _value(self, text: str, symbols: Table) -> Value:
        tokens = self._tokens.get(text)
        if tokens is None:
            self.spend(_PART_COST * text.count("$"))
            tokens = self._tokens[text] = _tokens(text)
        if len(tokens) > 1:
            value = self._joined(tokens, symbols)
        else:
            kind, part = tokens[0]
            value = self._part(kind, part, symbols)
        if type(value) is str:
            self._left -= len(value) * width_of(value)
            if self._left < 0:
                raise self._too_long()
        return value

    def _too_long(self) -> ExpressionError:
        return self._over("max_output", "the expansion computes too much text")

    def _joined(self, tokens: Tokens, symbols: Table) -> str:
        """Return the joined values of all parts; record a problem for each part without a value."""
        self.spend(len(tokens))
        made: list[str] = []
        size = 0
        failed: list[ExpressionError | PoisonedError] = []
        for kind, part in tokens:
            try:
                value = part if kind == _TEXT else self._part(kind, part, symbols)
                made.append(value if type(value) is str else self._evaluator.to_text(value))
                size += len(made[-1])
                # The size is counted before the parts are joined, so that no memory is used beyond
                # the limit.
                if size > self._left:
                    raise self._too_long()
            except PoisonedError as error:
                failed.append(error)
            except ExpressionError as error:
                if error.kind in FINAL or len(failed) > self._limits.max_problems:
                    raise
                failed.append(error)
        for further in failed[1:]:
            if isinstance(further, ExpressionError):
                self.problems.record(further)
        if failed:
            raise failed[0]
        return "".join(made)

    def _part(self, kind: int, part: str, symbols: Table) -> Value:
        if kind == _NAME:
            self.spend(1 + symbols.depth // 8)
            try:
                value = symbols.lookup(part)
            except KeyError:
                pass
            else:
                if type(value) in VALUE_TYPES:
                    return value
        elif kind == _TEXT:
            return part
        if kind == _SUBSTITUTION:
            return self._substitution(part, symbols)
        inner = part if "$" not in part else self.as_text(self._value(part, symbols))
        try:
            return self._evaluator.evaluate(inner, symbols)
        except ExpressionError as error:
            error.expression = part
            raise

    def property(self, name: str, symbols: Table) -> Value:
        """Return the value of a property or a global symbol.

        Raises:
            KeyError: the name does not exist.
            PoisonedError: its value could not be computed; the problem is recorded.
        """
        if symbols.find(name) is None and self.is_global(name):
            return self._evaluator.evaluate_global(name)
        return self.settled(lambda: symbols.lookup(name))

    def resolve(self, table: Table, name: str, entry: Entry) -> Value:
        """Return the value of a lazy property.

        Raises:
            PoisonedError: the property has no value; the problem is recorded.
            DeepError: too many properties are being evaluated recursively.
        """
        if entry.state == "poisoned":
            raise PoisonedError
        if entry.state == "running":
            running = self._running[self._running.index(name) :]
            raise self._circular([*running, name])
        if self._depth >= _DEEPEST:
            raise DeepError(table, name, entry)
        outer, self.problems.inner = self.problems.inner, entry.place
        self._depth += 1
        self._running.append(name)
        entry.state = "running"
        try:
            value = self._value(entry.value, table) if "$" in entry.value else entry.value
            entry.value = literal(value) if type(value) is str else value
            entry.state = "known"
        except PoisonedError:
            entry.state = "poisoned"
            raise
        except ExpressionError as error:
            self._fail(entry, error)
            raise PoisonedError from None
        finally:
            if entry.state == "running":
                entry.state = "lazy"
            self._running.pop()
            self._depth -= 1
            self.problems.inner = outer
        return entry.value

    def _fail(self, entry: Entry, error: ExpressionError) -> None:
        """Record that a property has no value."""
        outer, self.problems.inner = self.problems.inner, entry.place
        entry.state = "poisoned"
        self.problems.record(error)
        self.problems.inner = outer

    def _circular(self, names: list[str]) -> ExpressionError:
        chain = " -> ".join(map(quoted, names))
        message = f"circular property definition: {chain}"
        return ExpressionError("circular", message, name=names[-1])

    def _over(self, limit: str, message: str) -> ExpressionError:
        message = f"{message}: {over(limit, getattr(self._limits, limit))}"
        return ExpressionError("limit", message, name=limit)

    # $(...)

    def _substitution(self, part: str, symbols: Table) -> str:
        text = part if "$" not in part else self.as_text(self._value(part, symbols))
        try:
            if text == "cwd":
                return os.path.abspath(os.curdir)
            if text.startswith("eval "):
                return self._evaluator.evaluate_eval(text[5:])
            self.spend(1 + len(text) // 4)
            whole = f"$({text})"
            first = self._replaced(whole, _COMMANDS)
            return self._replaced(first, ("find",)) if "$(" in first else first
        except ExpressionError as error:
            error.expression = error.expression if "$(" in error.expression else part
            raise

    def _replaced(self, text: str, commands: tuple[str, ...]) -> str:
        """Return a text in which values replace each ``$(...)`` with one of the given commands."""
        made = text
        for found in _substitutions(text):
            words = [word for word in found.split(" ") if word]
            command = words[0] if words else ""
            if command not in _COMMANDS:
                shown = f"$({command})"
                raise ExpressionError(
                    "substitution", f"unknown substitution {shown}", name=command, known=_KNOWN
                )
            if command in commands:
                self.spend(1 + len(made) // 16)
                old, new = f"$({found})", self._command(command, words[1:])
                size = len(made) + made.count(old) * (len(new) - len(old))
                if size > self._limits.max_items:
                    raise self._over("max_items", "the substitution is too long")
                made = made.replace(old, new)
        return made

    def _command(self, command: str, words: list[str]) -> str:
        if command == "dirname":
            return self.dirname()
        if command == "optenv":
            if not words:
                raise _wrong_count("optenv", "the name of a variable", 0)
            value = self.environment(words[0])
            return " ".join(words[1:]) if value is None else value
        if len(words) != 1:
            raise _wrong_count(command, "one name", len(words))
        name = words[0]
        if command == "find":
            return self.find(name)
        if command == "env":
            return self.environment(name, required=True) or ""
        try:
            return self.argument(name)
        except KeyError:
            message = f"argument {quoted(name)} is not defined"
            raise ExpressionError(
                "argument", message, name=name, known=self.argument_values
            ) from None

    # Services for expressions

    def argument(self, name: str) -> str:
        """Return the value for ``$(arg NAME)``; if it has none yet, the default declared later.

        Raises:
            KeyError: the argument has no value and no such default.
        """
        if name in self.poisoned:
            raise PoisonedError
        value = self.argument_values.get(name)
        if value is None:
            value = self.problems.default_declared_later(name)
            if value is None:
                raise KeyError(name)
            message = f"argument {quoted(name)} is used before its declaration; "
            message += f"xacro rejects it without a value, its default {quoted(value)} is assumed"
            self.problems.warn("argument", message, name=name)
        self.reads[name] = self.reads.get(name, 0) + 1
        return value

    def arguments(self) -> Iterable[str]:
        """Return the names of the arguments that have a value."""
        return tuple(self.argument_values)

    def environment(self, name: str, *, required: bool = False) -> str | None:
        """Return the value of an environment variable; None if it is not set or not allowed.

        Raises:
            ExpressionError: the variable is required, but is not set or not allowed.
        """
        place = self.problems.inner or self.problems.outer
        if place is not None:
            self.environment_read.setdefault(name, place)
        is_set = name in os.environ
        if name in self._allowed and is_set:
            return os.environ[name]
        shown = quoted(name)
        if required:
            message = f"environment variable {shown} is not " + ("allowed" if is_set else "set")
            known = (name,) if is_set else ()
            raise ExpressionError("environment", message, name=name, known=known)
        if is_set:
            message = f"environment variable {shown} is set, but not allowed: treated as unset"
            self.problems.warn("unread", message, name=name)
        return None

    def find(self, package: str) -> str:
        """Return the folder of a package.

        Raises:
            ExpressionError: the package is not found.
        """
        try:
            return self.files.find(package, self.stack[-1])
        except FileError as error:
            raise _as_expression_error(error) from None

    def dirname(self) -> str:
        """Raise an error, as the xacro package does for ``$(dirname)``.

        Raises:
            ExpressionError: always.
        """
        message = "xacro has no value for $(dirname)"
        raise ExpressionError("substitution", message, name="dirname")

    def abs_filename(self, name: str) -> str:
        """Return the absolute path of a file; a relative name is relative to the current file."""
        if os.path.isabs(name):
            return name
        parent = self.stack[-1]
        return os.path.join(os.path.dirname(parent) if parent else ".", name)

    def load_yaml(self, filename: str) -> Value:
        """Return the content of a YAML file as a value.

        Raises:
            ExpressionError: the file cannot be read.
        """
        name = self.abs_filename(filename)
        try:
            path, data = self.files.read(name)
        except FileError as error:
            raise _as_expression_error(error) from None
        self.yaml[path] = None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            message = f"{quoted(name, LONGEST_SHOWN)} is not UTF-8"
            raise ExpressionError("encoding", message, name=name) from None
        try:
            return read_yaml(text, self._evaluator)
        except ExpressionError as error:
            if error.kind == "yaml":
                error.message = f"{quoted(name, LONGEST_SHOWN)}: {error.message}"
            raise

    def message(
        self, kind: Literal["message", "warning", "error", "print_location"], text: str
    ) -> None:
        """Record a message that the description prints, such as by ``xacro.message()``."""
        if kind != "print_location":
            self.problems.warn("message", text, name=kind)

    def deprecated(self, name: str, replacement: str) -> None:
        """Record that an expression uses a deprecated name."""
        message = f"{name}() is deprecated; use {replacement}()"
        self.problems.warn("deprecated", message, name=name)

    def declare(self, use: Use, value: str | None) -> None:
        """Assign a default to an argument that has no value.

        Args:
            use: the declaration of the argument.
            value: the default; None if it could not be evaluated.
        """
        if value is None:
            self.poisoned.add(use.name)
        self.argument_values[use.name] = value or ""


def _tokens(text: str) -> Tokens:
    """Return the parts of a text.

    Raises:
        ExpressionError: an expression or substitution has no end.
    """
    found: list[tuple[int, str]] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            rest = text[position:]
            what = "substitution" if rest.startswith("$(") else "expression"
            message = f"invalid {what} {quoted(rest)}: missing closing bracket"
            if rest.startswith("$$"):
                message = f"invalid text {quoted(rest)}: '$$' must precede a bracket"
            raise ExpressionError("expression", message, expression=rest)
        kind = match.lastindex or _TEXT
        part = match[kind]
        if kind == _ESCAPE:
            kind = _TEXT
        elif kind == _EXPRESSION and part.isidentifier() and part.isascii():
            kind = _EXPRESSION if iskeyword(part) or part[:2] == "__" else _NAME
        found.append((kind, part))
        position = match.end()
    return tuple(found) or ((_TEXT, ""),)


def _substitutions(text: str) -> list[str]:
    """Return the text between the parentheses of each ``$(...)``, by the rules of roslaunch.

    Raises:
        ExpressionError: a ``$(...)`` contains a parenthesis or a dollar sign.
    """
    found: list[str] = []
    start: int | None = None
    after_dollar = False
    for index, sign in enumerate(text):
        if start is None:
            if sign == "(" and after_dollar:
                start = index + 1
            after_dollar = sign == "$"
        elif sign in "$(":
            message = f"{sign!r} is not allowed inside of $(...): {quoted(text)}"
            raise ExpressionError("substitution", message)
        elif sign == ")":
            if index > start:
                found.append(text[start:index])
            start, after_dollar = None, False
    return found


def _wrong_count(command: str, wanted: str, count: int) -> ExpressionError:
    message = f"$({command}) expects {wanted}, got {count}"
    return ExpressionError("substitution", message, name="")


def _as_expression_error(error: FileError) -> ExpressionError:
    return ExpressionError(error.kind, str(error), name=error.name, known=error.known)
