"""Evaluates xacro expressions, without running them as Python code.

Each expression is compiled once, to closures that compute its value from the symbols that the
processor provides. Values can only have a few types. No expression can access attributes of Python
objects, modules, files or the environment. The work of an expression is counted and limited.
"""

from __future__ import annotations

from bodyplan.xacro.expressions._budget import Evaluation, Host
from bodyplan.xacro.expressions._compiler import LONGEST_KEPT, MOST_KEPT, Code, compile_expression
from bodyplan.xacro.expressions.global_symbols import GLOBALS, EvalSymbols, NoSymbols
from bodyplan.xacro.expressions.values import (
    VALUE_TYPES,
    ExpressionError,
    Namespace,
    Value,
    check_value,
    invalid,
)
from bodyplan.xacro.limits import XacroLimits

_MOST_SHOWN = 300
_PYTHON_ERRORS = (ArithmeticError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
"""The exceptions that Python operations on values can raise."""
_REENTRY = 3
"""The number of Python frames between an evaluation and one that is nested in it."""


class Evaluator:
    """Evaluates the expressions of one expansion, which share its limits.

    Args:
        limits: the limits.
        host: the processor, which gives access to files, arguments and environment variables.
    """

    def __init__(self, limits: XacroLimits, host: Host) -> None:
        self.evaluation = Evaluation(limits, host)
        self._most = limits.max_expression
        self._eval_symbols = EvalSymbols(self.evaluation)
        self._no_symbols = NoSymbols()
        self._codes: dict[str, Code] = {}

    def evaluate(self, expression: str, symbols: Namespace) -> Value:
        """Return the value of the text inside ``${...}``.

        Args:
            expression: the text.
            symbols: the properties and namespaces that the expression can use.

        Raises:
            ExpressionError: the expression has no value, or exceeds a limit.
        """
        evaluation = self.evaluation
        depth = 0
        try:
            code = self._codes.get(expression) or self._compiled(expression)
            evaluation.enter(code.depth + _REENTRY, code.cost)
            depth = code.depth + _REENTRY
            value = code.run([symbols, evaluation])
            return value if type(value) in VALUE_TYPES else check_value(value)
        except ExpressionError as error:
            if not error.expression:
                error.expression = expression.strip()
            raise
        except _PYTHON_ERRORS as error:
            raise _translated(error, expression.strip()) from None
        finally:
            evaluation.depth -= depth

    def _compiled(self, expression: str) -> Code:
        """Return the compiled form of an expression, and charge for the compilation."""
        text = expression.strip()
        self.evaluation.spend(10 * min(len(text), self._most))
        code = compile_expression(text, self._most)
        if len(expression) <= LONGEST_KEPT:
            if len(self._codes) >= MOST_KEPT:
                self._codes.clear()
            self._codes[expression] = code
        return code

    def evaluate_global(self, expression: str) -> Value:
        """Return the value of an expression that can use global symbols, but no properties."""
        return self.evaluate(expression, self._no_symbols)

    def evaluate_eval(self, expression: str) -> str:
        """Return the result of ``$(eval ...)`` as text.

        Args:
            expression: the text that follows ``eval``.

        Raises:
            ExpressionError: the expression has no value, or exceeds a limit.
        """
        if "__" in expression:
            message = "double underscores are not available in $(eval ...)"
            raise ExpressionError("refused", message, name="__", expression=expression)
        return self.to_text(self.evaluate(expression, self._eval_symbols))

    def to_text(self, value: Value) -> str:
        """Return ``str(value)``.

        Raises:
            ExpressionError: the text is too long, or the value is a function or an iterator.
        """
        if type(value) is str:
            return value
        return self.evaluation.text(value)

    def is_global(self, name: str) -> bool:
        """Return whether a name is a global symbol, so that a property of this name hides it."""
        return name in GLOBALS


def _translated(error: Exception, expression: str) -> ExpressionError:
    """Convert an exception that a Python operation raised to an ``ExpressionError``."""
    if isinstance(error, RecursionError):
        found = ExpressionError("limit", "expressions are nested too deeply", name="max_calls")
    elif isinstance(error, MemoryError):
        found = ExpressionError("limit", "value does not fit into memory", name="max_items")
    elif isinstance(error, ZeroDivisionError):
        found = invalid("division by zero")
    else:
        reason = str(error)[:_MOST_SHOWN] or type(error).__name__
        found = invalid(reason)
    found.expression = expression
    return found
