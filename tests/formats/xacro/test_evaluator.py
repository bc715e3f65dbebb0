"""Expressions have the values that the xacro package gives them, and fail where it fails."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
import xacro
import yaml

from bodyplan.xacro.expressions.evaluator import Evaluator
from bodyplan.xacro.expressions.values import ExpressionError, Namespace, Value
from bodyplan.xacro.expressions.yaml_values import read_yaml
from bodyplan.xacro.limits import XacroLimits

FOLDER = Path(__file__).parent / "expressions"
NAMES = (FOLDER / "names.yaml").read_text("utf-8")


class Host:
    """A processor that only keeps what it is asked."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, str]] = []
        self.deprecations: list[tuple[str, str]] = []
        self.given = {"width": "2", "height": "1.5", "on": "true", "label": "a b"}

    def load_yaml(self, filename: str) -> Value:
        return filename

    def abs_filename(self, filename: str) -> str:
        return f"/robot/{filename}"

    def argument(self, name: str) -> str:
        return self.given[name]

    def arguments(self) -> Iterable[str]:
        return self.given

    def message(self, kind: str, text: str) -> None:
        self.messages.append((kind, text))

    def deprecated(self, name: str, replacement: str) -> None:
        self.deprecations.append((name, replacement))

    def environment(self, name: str, *, required: bool = False) -> str | None:
        return None

    def find(self, package: str) -> str:
        return f"/packages/{package}"

    def dirname(self) -> str:
        return "/robot"


class Symbols(Namespace):
    """Properties, and namespaces of includes."""

    def __init__(self, table: dict[str, object]) -> None:
        self.table = table

    def lookup(self, name: str) -> Value | Namespace:
        return self.table[name]

    def names(self) -> Iterable[str]:
        return self.table


def evaluator(**limits: int) -> Evaluator:
    return Evaluator(XacroLimits(**limits), Host())


def symbols(using: Evaluator) -> Symbols:
    table = dict(read_yaml(NAMES, using))
    wrapped = {name: using.evaluation.wrap(value) for name, value in table.items()}
    inner = Symbols({"a": 1, "_b": 2})
    return Symbols({**wrapped, "space": Symbols({"a": 3, "inner": inner})})


def ours(expression: str) -> str:
    """Return the text of the value of an expression."""
    using = evaluator()
    return using.to_text(using.evaluate(expression, symbols(using)))


def theirs(expression: str) -> str:
    """Return the text of the value of an expression in the xacro package."""
    table = xacro.Table(xacro._global_symbols)
    for name, value in yaml.safe_load(NAMES).items():
        dict.__setitem__(table, name, xacro.YamlListWrapper.wrap(value))
    with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return str(xacro.safe_eval(expression, table))


def lines(name: str) -> list[str]:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize(
    "expression", [e for n in ("numbers", "text", "containers", "functions") for e in lines(n)]
)
def test_an_expression_has_the_text_that_the_package_gives_it(expression):
    assert text_or_none(ours, expression) == text_or_none(theirs, expression)


def text_or_none(evaluate: Callable[[str], str], expression: str) -> str | None:
    """Return the text of an expression; None where it is refused, but never by a crash."""
    try:
        return evaluate(expression)
    except ExpressionError as error:
        if error.kind == "crash" or not error.message:
            raise
    except Exception:
        if evaluate is ours:
            raise
    return None


@pytest.mark.parametrize("expression", lines("refused"))
def test_what_no_description_needs_is_refused(expression):
    with pytest.raises(ExpressionError) as caught:
        ours(expression)
    assert caught.value.kind != "crash"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("dict(a=1).keys()", "['a']"),
        ("dict(a=1).values()", "[1]"),
        ("dict(a=1).items()", "[('a', 1)]"),
        ("(v for v in xs)", "[3, 1, 2]"),
        ("map(str, xs)", "['3', '1', '2']"),
        ("python.zip(xs, words)", "[(3, 'arm'), (1, 'base'), (2, 'tool')]"),
        ("python.enumerate(words)", "[(0, 'arm'), (1, 'base'), (2, 'tool')]"),
        ("python.filter(None, [0, 1])", "[1]"),
        ("python.reversed(xs)", "[2, 1, 3]"),
    ],
)
def test_iterators_and_views_are_lists(expression, text):
    assert ours(expression) == text


@pytest.mark.parametrize(
    ("expression", "kind", "message"),
    [
        ("1 / 0", "expression", "division by zero"),
        ("1 +", "expression", "invalid syntax"),
        ("wheel", "property", "'wheel' is not defined"),
        ("math.pie", "property", "'pie' is not defined in this namespace"),
        ("space.b", "property", "'b' is not defined in this namespace"),
        ("cfg.size_", "key", "YAML mapping has no key 'size_'"),
        ("cfg['size_']", "key", "YAML mapping has no key 'size_'"),
        ("dict(a=1)[2]", "key", "dictionary has no key 2"),
        ("1 + 'a'", "expression", "unsupported operand type(s) for +: 'int' and 'str'"),
        ("xs[7]", "expression", "index 7 of a list is out of range"),
        ("xs['a']", "expression", "indices of a list must be integers, not str"),
        ("n[0]", "expression", "a value of type int has no items"),
        ("n()", "expression", "a value of type int is not callable"),
        ("word.size", "expression", "a value of type str has no attribute 'size'"),
        ("python.sorted()", "expression", "sorted() expects 1 argument, got 0"),
        ("word.center()", "expression", "str.center() expects at least 1 argument, got 0"),
        ("(lambda a: a)()", "expression", "lambda expects 1 argument, got 0"),
        ("sin('a')", "expression", "must be real number, not str"),
        ("math", "expression", "'math' is a namespace; use one of its names, as in 'math.x'"),
        ("space.inner", "expression", "'inner' is a namespace; use one of its names, as in 'inner.x'"),
        ("str(math)", "expression", "'math' is a namespace; use one of its names, as in 'math.x'"),
        ("n.__class__", "refused", "name '__class__' is not available in expressions"),
        ("python.vars(n)", "refused", "vars() is not available in expressions"),
        ("f'{n}'", "refused", "an f-string with values is not supported in expressions"),
        ("xacro.fatal('no', 5)", "fatal", "no 5"),
        ("xacro.arg('no')", "argument", "argument 'no' is not defined"),
        ("(-1) ** 0.5", "expression", "the result is a complex number, which xacro expressions do not support"),
    ],
)  # fmt: skip
def test_an_error_names_its_reason(expression, kind, message):
    with pytest.raises(ExpressionError) as caught:
        ours(expression)
    assert (caught.value.kind, caught.value.message) == (kind, message)
    assert caught.value.expression == expression


def test_an_undefined_name_comes_with_those_that_are_defined():
    with pytest.raises(ExpressionError) as caught:
        ours("wheell + 1")
    assert caught.value.name == "wheell"
    assert {"word", "space", "pi", "len"} <= {*caught.value.known}


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("space.a", "3"),
        ("space['a']", "3"),
        ("space.inner.a", "1"),
        ("space.inner._b", "2"),
        ("space.pi", "3.141592653589793"),
        ("space.math.pi", "3.141592653589793"),
        ("[space.a for i in xs]", "[3, 3, 3]"),
        ("(lambda: space.inner.a)()", "1"),
    ],
)
def test_namespaces_are_reached_with_a_dot(expression, text):
    assert ours(expression) == text


def test_a_property_hides_a_global_symbol():
    using = evaluator()
    assert using.evaluate("pi + len", Symbols({"pi": 3, "len": 4})) == 7
    assert using.evaluate("math.pi > 3 and python.len('a')", Symbols({"pi": 3, "len": 4})) == 1
    assert using.is_global("pi")
    assert not using.is_global("radius")


def test_a_lambda_in_a_property_keeps_the_symbols_of_its_definition():
    using = evaluator()
    table = Symbols({"k": 2})
    double = using.evaluate("lambda v: v * k", table)
    assert using.evaluate("f(3)", Symbols({"f": double, "k": 9})) == 6


def test_messages_and_deprecated_names_reach_the_processor():
    host = Host()
    using = Evaluator(XacroLimits(), host)
    none = Symbols({})
    assert using.evaluate("xacro.message('a', 1) + xacro.warning('b')", none) == ""
    assert host.messages == [("message", "a 1"), ("warning", "b"), ("print_location", "")]
    assert using.evaluate("sorted(range(2), reverse=True)", none) == [1, 0]
    assert host.deprecations == [("range", "python.range"), ("sorted", "python.sorted")]
    assert using.evaluate("python.sorted(python.range(2))", none) == [0, 1]
    assert len(host.deprecations) == 2
    assert using.evaluate("xacro.arg('width') + xacro.abs_filename('x')", none) == "2/robot/x"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("width + 1", "3"),
        ("height * 2", "3.0"),
        ("on", "True"),
        ("not on", "False"),
        ("label", "a b"),
        ("label + '!'", "a b!"),
        ("width > 1 and true", "True"),
        ("pi * width", "6.283185307179586"),
        (" 'a' if false else 'b'", "b"),
        ("[width, height]", "[2, 1.5]"),
    ],
)
def test_eval_sees_arguments_with_their_types(expression, text):
    assert evaluator().evaluate_eval(expression) == text


@pytest.mark.parametrize(
    ("expression", "kind"),
    [("depth", "argument"), ("x__y", "refused"), ("width +", "expression"), ("sin", "expression")],
)
def test_eval_reports_what_it_cannot_evaluate(expression, kind):
    with pytest.raises(ExpressionError) as caught:
        evaluator().evaluate_eval(expression)
    assert caught.value.kind == kind


def test_exceptions_of_the_processor_pass_unchanged():
    class OtherError(Exception):
        pass

    class Failing(Symbols):
        def lookup(self, name: str) -> Value:
            raise OtherError(name)

    using = evaluator()
    with pytest.raises(OtherError):
        using.evaluate("[a for i in [1]]", Failing({}))
    assert using.evaluation.depth == 0


def test_an_internal_object_is_never_a_value():
    for stranger in (object(), type, len, ExpressionError("fatal", ""), iter([]), b"", 1j, ...):
        with pytest.raises(ExpressionError):
            evaluator().evaluate("x", Symbols({"x": stranger}))
