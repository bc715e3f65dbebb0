"""Imports between the modules of bodyplan: no cycles, and few inside functions, each with its reason."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).resolve().parents[1] / "src"
LATE = Path(__file__).with_name("late_imports.txt")
MOST_LATE = 114


class Import(NamedTuple):
    """One import statement: the module it is in, the modules it loads, where it is."""

    module: str
    targets: tuple[str, ...]
    line: int
    is_late: bool


@cache
def modules() -> dict[str, Path]:
    """The file of each module."""
    return {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (SOURCE / "bodyplan").rglob("*.py")
    }


@cache
def imports() -> tuple[Import, ...]:
    """The imports of our own modules, those for type checkers left out."""
    return tuple(
        Import(name, targets, node.lineno, is_late)
        for name, path in modules().items()
        for node, is_late in _statements(ast.parse(path.read_text("utf-8")), is_late=False)
        if (targets := _targets(name, node))
    )


def _statements(
    node: ast.AST, *, is_late: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, is_late
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from _statements(other, is_late=is_late)
        else:
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _statements(child, is_late=is_late or is_function)


def _targets(name: str, node: ast.Import | ast.ImportFrom) -> tuple[str, ...]:
    if isinstance(node, ast.Import):
        named = [alias.name for alias in node.names]
    else:
        assert not node.level, f"{name}:{node.lineno}: a relative import"
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        named = [one if one in modules() else str(node.module) for one in inner]
    return tuple(dict.fromkeys(one for one in named if one in modules() and one != name))


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of nodes that reach each other: what is left when ends are taken away, both ways.

    Nodes that nothing leads to or that lead nowhere are in no cycle, nor is one that only joins
    two cycles; every cycle is among the rest.
    """
    left = {name: set(targets) for name, targets in graph.items()}
    while True:
        reached = {target for targets in left.values() for target in targets}
        ends = {name for name in left if not left[name] or name not in reached}
        if not ends:
            break
        left = {n: targets - ends for n, targets in left.items() if n not in ends}
    groups: list[list[str]] = []
    while left:
        start = min(left)
        group = {start} | (_reachable(left, start) & _reachable(_turned(left), start))
        if len(group) > 1:
            groups.append(sorted(group))
        left = {n: targets - group for n, targets in left.items() if n not in group}
    return groups


def _reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        new = graph.get(todo.pop(), set()) - found
        found |= new
        todo += new
    return found


def _turned(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    turned: dict[str, set[str]] = {name: set() for name in graph}
    for name, targets in graph.items():
        for target in targets:
            turned[target].add(name)
    return turned


def test_no_modules_import_each_other_even_inside_functions():
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for one in imports():
        graph[one.module] |= set(one.targets)
    assert cycles(graph) == []


def test_cycles_are_found():
    graph = {
        "a": {"b"},
        "b": {"c"},
        "c": {"a", "d"},
        "d": {"e"},
        "e": {"f"},
        "f": {"e"},
        "g": {"a"},
    }
    assert cycles(graph) == [["a", "b", "c"], ["e", "f"]]


def test_imports_inside_functions_are_few_and_each_has_a_reason():
    late = [one for one in imports() if one.is_late]
    found: dict[tuple[str, str], str] = {}
    for one in late:
        for target in one.targets:
            path = modules()[one.module].relative_to(SOURCE.parent)
            pair = (_short(one.module), _short(target))
            found[pair] = f"{path}:{one.line} imports {target} inside a function"
    known = reasons()
    unlisted = [told for pair, told in found.items() if pair not in known]
    advice = f"import at the top of the module, or give the reason in tests/{LATE.name}"
    assert not unlisted, "\n".join([advice, *unlisted])
    gone = [f"{module}: {target}" for module, target in sorted(known.keys() - found.keys())]
    assert not gone, "\n".join([f"remove from tests/{LATE.name}", *gone])
    assert len(late) <= MOST_LATE


def _short(name: str) -> str:
    return name.removeprefix("bodyplan.")


def reasons() -> dict[tuple[str, str], str]:
    """The reason that each pair of modules is listed with."""
    found: dict[tuple[str, str], str] = {}
    reason = ""
    count: defaultdict[tuple[str, str], int] = defaultdict(int)
    for line in LATE.read_text("utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith(" "):
            reason = line
            continue
        module, _, targets = line.strip().partition(": ")
        for target in targets.split():
            assert reason, f"{line.strip()} has no reason"
            found[module, target] = reason
            count[module, target] += 1
    assert [pair for pair, number in count.items() if number > 1] == []
    return found


MOST_MODULES = 25
BY_NAME = ("bodyplan.cli.verbs.", "bodyplan.lint.rules.", "bodyplan.lint.profiles.")
"""Modules that are found by the names of their files."""


@cache
def _users() -> dict[str, set[str]]:
    """The modules that name a module: imports of every kind, and names as text for late loading."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, path in modules().items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named: tuple[str, ...] = ()
            if isinstance(node, ast.Import | ast.ImportFrom):
                named = _targets(name, node)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                named = (node.value, f"{package}{node.value}")
            for one in named:
                if one in modules() and one != name:
                    found[one].add(name)
    return found


def _is_beside(user: str, module: str) -> bool:
    package = module.rpartition(".")[0]
    return user == package or user.rpartition(".")[0] == package


def test_no_package_has_more_than_25_modules():
    sizes: dict[Path, int] = defaultdict(int)
    for path in modules().values():
        sizes[path.parent] += 1
    crowded = {path.name: size for path, size in sizes.items() if size > MOST_MODULES}
    assert crowded == {}


def test_modules_with_an_underscore_are_used_only_in_their_package():
    outside = {
        (user, module)
        for module, users in _users().items()
        if module.rpartition(".")[2].startswith("_") and not module.endswith("__main__")
        for user in users
        if not _is_beside(user, module) and module != "bodyplan._version"
    }
    assert outside == set()


def test_modules_that_only_their_package_uses_begin_with_an_underscore():
    pages = [*SOURCE.parent.glob("docs/**/*.md"), *SOURCE.parent.glob("tools/*.py")]
    known = "\n".join(path.read_text("utf-8") for path in pages)
    open_ = [
        module
        for module, users in _users().items()
        if modules()[module].name != "__init__.py"
        and module.count(".") > 1
        and not module.startswith(BY_NAME)
        and not module.rpartition(".")[2].startswith(("_", "from_", "to_"))
        and all(_is_beside(user, module) for user in users)
        and module not in known
        and f'"{module.removeprefix("bodyplan.")}"' not in known
    ]
    assert open_ == []
