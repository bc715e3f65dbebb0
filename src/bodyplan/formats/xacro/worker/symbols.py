"""What expressions can use: the names of the package, with bounds, and its messages kept."""

from __future__ import annotations

import builtins
import math
import os
import re
from collections.abc import Callable
from typing import Any

from bodyplan.formats.xacro.worker.channel import Channel
from bodyplan.formats.xacro.worker.guard import Guard
from bodyplan.formats.xacro.worker.hooks import visible_names
from bodyplan.formats.xacro.worker.inventory import Inventory
from bodyplan.formats.xacro.worker.trace import Trace

_MOST_TOLD = 50
_IN_EVAL = (
    *("abs", "all", "any", "bool", "complex", "dict", "divmod", "enumerate", "filter", "float"),
    *("frozenset", "hash", "hex", "int", "isinstance", "issubclass", "len", "list", "map", "max"),
    *("min", "oct", "ord", "chr", "repr", "reversed", "round", "set", "slice", "sorted", "str"),
    *("sum", "tuple", "zip", "True", "False", "None"),
)
"""Python's own names that ``$(eval ...)`` can use here; the package lets it use all of them."""
_COMMANDS = ("arg", "cwd", "dirname", "env", "eval", "find", "optenv")
_WARNINGS = tuple(
    (re.compile(pattern, re.DOTALL), kind, message)
    for pattern, kind, message in (
        # what the package says, what that is about, and the same in our words
        (
            r"Using (?P<name>\w+)\(\) directly .*Use (\w+)\.",
            "deprecated",
            "{0}() is the old spelling of {1}.{0}()",
        ),
        (
            r"macro names must not contain prefix 'xacro:': (?P<name>.*)",
            "deprecated",
            "the macro {0!r} is defined without the prefix xacro:",
        ),
        (
            r"redefining global symbol: (?P<name>.*)",
            "redefined",
            "{0!r} hides a name of the language",
        ),
        (
            r"Cannot remove global symbol: (?P<name>.*)",
            "ignored",
            "{0!r} is a name of the language and stays",
        ),
        (r'Include tag\'s filename spec "(?P<name>.*)" matched', "unmatched", "no file fits {0!r}"),
        (
            r"inconsistent namespace redefinitions for (?P<name>\S+):",
            "namespace",
            "{0} already stands for something else here, and keeps that meaning",
        ),
        (
            r"Child elements of a <xacro:include>",
            "ignored",
            "elements inside an include are ignored",
        ),
        (
            r"(\S+): unknown attribute\(s\): (?P<name>.*)",
            "ignored",
            "<{0}> has no attribute {1}: ignored",
        ),
        (
            r"(?P<name>.*): default property value can only be",
            "ignored",
            "the scope of {0!r} is ignored: a default counts only where it stands",
        ),
        (
            r"(?P<name>.*): no parent scope",
            "ignored",
            "the property {0!r} is ignored: there is no scope around this one",
        ),
    )
)


class Symbols:
    """Takes the place of the package's evaluation of expressions.

    Args:
        xacro: the package.
        trace: where the expansion is.
        channel: the way to the parent process.
        inventory: what is defined and used.
        guard: checks and bounds.
    """

    def __init__(
        self, xacro: Any, trace: Trace, channel: Channel, inventory: Inventory, guard: Guard
    ) -> None:
        self.xacro = xacro
        self.trace = trace
        self.channel = channel
        self.inventory = inventory
        self.guard = guard

    def install(self, substitution: Any) -> None:
        """Replaces the functions, also those that expressions know.

        Args:
            substitution: the package's module for ``$(...)``.
        """
        xacro = self.xacro
        self.substitution = substitution
        self._extension: Callable[[str], str] = xacro.eval_extension
        xacro.safe_eval = self.safe_eval
        xacro.eval_extension = self.eval_extension
        xacro.warning = self.warning
        xacro.message = xacro.error = lambda *_, **__: None
        xacro.YamlDictWrapper.__getattr__ = xacro.YamlDictWrapper.__getitem__ = self._key_getter()
        xacro.NameSpace.__getattr__ = self._name_getter()
        self._replace_symbols(xacro._global_symbols)  # noqa: SLF001
        substitution._eval_env = self.env  # noqa: SLF001
        substitution._eval_optenv = self.optenv  # noqa: SLF001
        substitution._eval = self.substitution_eval  # noqa: SLF001

    def _replace_symbols(self, symbols: dict[str, Any]) -> None:
        spaces = {name: symbols[name] for name in ("python", "math", "xacro")}

        def put(space: str, name: str, value: Any) -> None:
            if dict.__contains__(spaces[space], name):
                dict.__setitem__(spaces[space], name, value)
            if name not in symbols:
                return
            if space == "math":
                symbols[name] = value
            else:  # the old spelling without the name space
                symbols[name] = self._deprecated(name, space, value)

        for name, value in self.guard.replacements.items():
            put("math" if hasattr(math, name) else "python", name, value)
        put("xacro", "load_yaml", self.xacro.load_yaml)
        for name in ("message", "warning", "error"):
            dict.__setitem__(spaces["xacro"], name, self._speaker(name))
        dict.__setitem__(spaces["xacro"], "print_location", lambda *_, **__: "")
        dict.__setitem__(spaces["xacro"], "fatal", self._fatal)

    def _deprecated(self, name: str, space: str, function: Any) -> Any:
        def call(*args: Any, **options: Any) -> Any:
            self._warn_of_name(name, space)
            return function(*args, **options)

        return call

    def _warn_of_name(self, name: str, space: str) -> None:
        message = f"{name}() is the old spelling of {space}.{name}()"
        self.trace.warn("deprecated", message, name=name)

    # Messages

    def warning(self, *words: Any, **_: Any) -> None:
        """Keeps a warning of the package."""
        text = " ".join(map(str, words))
        for pattern, kind, message in _WARNINGS:
            match = pattern.match(text)
            if match is not None:
                name = match.groupdict().get("name", "")
                self.trace.warn(kind, message.format(*match.groups()), name=name)
                return
        self.trace.warn("warning", text)

    def _speaker(self, name: str) -> Callable[..., str]:
        """A function by which the description says something."""

        def speak(*words: Any, **_: Any) -> str:
            self.trace.warn("message", " ".join(map(str, words)), name=name)
            return ""

        return speak

    def _fatal(self, *words: Any) -> None:
        """The description gives up."""
        text = " ".join(map(str, words))
        error = self.xacro.XacroException(text)
        self.trace.note(error, kind="fatal", message=text)
        raise error

    # Expressions

    def safe_eval(self, expr: str, globals: Any, locals: Any = None) -> Any:  # noqa: A002
        """The value of an expression in ``${...}``."""
        try:
            expression = self.guard.compiled(expr.strip())
            if expression.is_busy:
                self._announce(expr)
            globals.update(__builtins__=self.guard.builtins())
            return eval(expression.code, globals, locals)  # noqa: S307  (checked by the guard)
        except Exception as error:
            self._note(error, expr, globals)
            raise

    def _note(self, error: Exception, expr: str, symbols: Any) -> None:
        """Remembers why an expression cannot be evaluated."""
        trace = self.trace
        if isinstance(error, NameError):
            name = error.name or str(error).partition("'")[2].partition("'")[0]
            known = [n for n in visible_names(symbols) if not n.startswith("*")]
            message = f"{name!r} is not defined"
            trace.note(
                error,
                kind="property",
                message=message,
                name=name,
                known=known,
                expression=expr,
            )
            return
        trace.note(error, expression=expr, **_python_fault(error))

    def _announce(self, expression: str) -> None:
        """Tells the parent where we are, in case that we do not come back from there."""
        trace = self.trace
        fault = trace.fault("limit", "", expression=expression[:200])
        calls: list[tuple[Any, ...]] = []
        number = trace.here().chain
        while number and len(calls) < _MOST_TOLD:
            chain = trace.chains[number]
            calls.append(chain[1:])
            number = chain.parent
        self.channel.send({"do": "busy", "fault": fault, "calls": calls[::-1]})

    def _key_getter(self) -> Callable[[Any, str], Any]:
        """Looks a key of a YAML mapping up, by dot or bracket."""
        wrap, trace = self.xacro.YamlListWrapper.wrap, self.trace

        def get(mapping: Any, item: Any) -> Any:
            try:
                return wrap(dict.__getitem__(mapping, item))
            except KeyError:
                error = AttributeError(f"The yaml dictionary has no key '{item}'")
                if not str(item).startswith("__"):  # Python itself asks for such names
                    message = f"the YAML mapping has no key {str(item)!r}"
                    trace.note(error, kind="key", message=message, name=str(item), known=mapping)
                raise error from None

        return get

    def _name_getter(self) -> Callable[[Any, str], Any]:
        """Looks a name of a name space up."""
        trace = self.trace

        def get(space: Any, item: str) -> Any:
            try:
                return space.__getitem__(item)
            except KeyError:
                error = NameError(f"name '{item}' is not defined")
                if not item.startswith("__"):
                    known = [n for n in dict.keys(space) if not n.startswith("*")]
                    message = f"{item!r} is not defined in this name space"
                    trace.note(error, kind="property", message=message, name=item, known=known)
                raise error from None

        return get

    # Substitutions

    def eval_extension(self, s: str) -> str:
        """The value of ``$(...)``."""
        try:
            return self._extension(s)
        except Exception as error:
            inner = getattr(error, "exc", None)
            if isinstance(inner, self.substitution.SubstitutionException):
                word = s[2:-1].strip().partition(" ")[0]
                message, known = str(inner), tuple[str, ...]()
                if word not in _COMMANDS:
                    message, known = f"there is no substitution $({word})", _COMMANDS
                self.trace.note(
                    error,
                    kind="substitution",
                    message=message,
                    name=word,
                    known=known,
                    expression=s,
                )
            self.trace.note(error, expression=s)
            raise

    def missing_argument(self, name: str, error: KeyError) -> None:
        """Remembers that there is no such argument."""
        declared = [entry["name"] for entry in self.inventory.arguments.values()]
        known = [*declared, *self.substitution_arguments()]
        message = f"there is no argument {name!r}"
        self.trace.note(error, kind="argument", message=message, name=name, known=known)

    def substitution_arguments(self) -> list[str]:
        """The names of the arguments that have a value."""
        return list(self.xacro.substitution_args_context.get("arg", ()))

    def env(self, name: str) -> str:
        """A variable of the environment."""
        self.inventory.environment[name] = None
        if name not in os.environ:
            error: Exception = self.substitution.SubstitutionException(name)
            message = f"there is no variable {name!r} in the environment"
            self.trace.note(error, kind="environment", message=message, name=name)
            raise error
        return os.environ[name]

    def optenv(self, name: str, default: str = "") -> str:
        """A variable of the environment, or something else."""
        self.inventory.environment[name] = None
        return os.environ.get(name, default)

    def substitution_eval(self, s: str, context: Any) -> str:
        """The value of ``$(eval ...)``, with the names that are safe."""
        module, trace, whole = self.substitution, self.trace, f"$(eval {s})"
        arguments = context.setdefault("arg", {})

        def argument(name: str) -> Any:
            return module.convert_value(arguments[name], "auto")

        names = {
            **{name: value for name, value in vars(math).items() if not name.startswith("_")},
            **{name: value for name, value in self.guard.replacements.items() if name != "vars"},
            "true": True,
            "false": False,
            "env": self.env,
            "optenv": self.optenv,
            "find": module._eval_find,  # noqa: SLF001
            "arg": argument,
            "dirname": lambda: module._eval_dirname(context["filename"]),  # noqa: SLF001
        }
        builtin = {name: getattr(builtins, name) for name in _IN_EVAL}
        try:
            if "__" in s:
                raise self._double_underscore(whole)
            expression = self.guard.compiled(s.strip())
            if expression.is_busy:
                self._announce(s)
            around = {"__builtins__": {**builtin, **self.guard.builtins()}}
            table = module._DictWrapper(arguments, names)  # noqa: SLF001
            return str(eval(expression.code, around, table))  # noqa: S307  (checked by the guard)
        except NameError as error:
            name = error.name or ""
            known = [*self.substitution_arguments(), *names, *builtin]
            if hasattr(builtins, name):
                message = f"{name!r} leads out of the description"
                trace.note(error, kind="refused", message=message, name=name, expression=whole)
            message = f"{name!r} is neither an argument nor a function"
            trace.note(
                error, kind="argument", message=message, name=name, known=known, expression=whole
            )
            raise
        except Exception as error:
            trace.note(error, expression=whole, **_python_fault(error))
            raise

    def _double_underscore(self, whole: str) -> Exception:
        error: Exception = self.substitution.SubstitutionException(whole)
        message = "names with two underscores lead to the inside of the program"
        self.trace.note(error, kind="refused", message=message, name="__", expression=whole)
        return error


def _python_fault(error: Exception) -> dict[str, Any]:
    """Kind and message for what Python says about an expression; nothing for what is no such."""
    plain = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError)
    if isinstance(error, SyntaxError):
        return {"kind": "expression", "message": f"this is no Python expression: {error.msg}"}
    if isinstance(error, plain):
        words = str(error) or "no reason given"
        return {"kind": "expression", "message": f"{type(error).__name__}: {words}"}
    return {}
