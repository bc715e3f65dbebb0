"""Hints: how to solve a problem or warning of an expansion."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from bodyplan.core import listed, quoted, shown
from bodyplan.core.names import is_alike
from bodyplan.diag import did_you_mean, near
from bodyplan.files.opener import missing_folder
from bodyplan.xacro.argument_values import argument_values
from bodyplan.xacro.expansion import Expansion, Package, Problem
from bodyplan.xacro.nodes import PREFIX
from bodyplan.xacro.places import SourcePlaces

ADDRESS = "http://www.ros.org/wiki/xacro"
"""The namespace URI of the prefix ``xacro``. The xacro package does not check it."""

ATTRIBUTES = {
    "property": ("name", "value", "default", "remove", "scope", "lazy_eval"),
    "include": ("filename", "ns", "optional"),
    "macro": ("name", "params"),
    "arg": ("name", "default"),
    "if": ("value",),
    "unless": ("value",),
    "insert_block": ("name",),
    "element": (),
    "attribute": (),
    "call": (),
}
"""The built-in tags and their attributes."""
_IN_PYTHON = frozenset(
    [
        "abs",
        "all",
        "any",
        "complex",
        "divmod",
        "enumerate",
        "filter",
        "frozenset",
        "hash",
        "isinstance",
        "issubclass",
        "ord",
        "range",
        "repr",
        "reversed",
        "set",
        "slice",
        "sorted",
        "sum",
        "tuple",
        "type",
        "zip",
    ]
)
_IN_XACRO = frozenset(
    "abs_filename arg dotify fatal load_yaml message tokenize warning".split()  # noqa: SIM905
)
_COMPUTED = re.compile(r"\$[({]([^)}]*)")
_COMPUTED_NAME = re.compile(r"[^\W\d]\w*")
_ENDLESS = {
    "max_calls": "a macro that calls itself needs a condition that ends it; ",
    "max_includes": "a file that includes itself needs a condition that ends it; ",
}
_HINTS = {
    "circular": 'set lazy_eval="false" on one of these properties, to evaluate it where it is defined',
    "condition": "write true or false, an integer, or an expression that gives one",
    "encoding": "save the file as UTF-8",
    "environment": "write $(optenv {name} VALUE) to use VALUE where the variable is not set",
    "outside": "allow its folder with --folder or --package",
    "package": "give its folder: --package {name}=PATH",
    "limit": "`bodyplan expand --limit {name}=NUMBER` changes the limit",
    "name": "a name has letters, digits and underscores, and begins with a letter",
    "redefined": "rename the property, or write math., python. or xacro. before the name of the "
    "language",
    "refused": "expressions support only a subset of Python",
    "unread": "allow it with --allow-env {name}",
    "value": "write ${str(...)}",
}
_MOST_NAMES = 5
_MOST_ENTRIES = 5_000
"""The largest number of files and folders of a package that are searched for a missing file."""


def hint(problem: Problem, sources: SourcePlaces) -> str | None:
    """Return the hint for a problem or warning; None if no hint is known.

    Args:
        problem: a problem or warning of an expansion.
        sources: the files of the expansion.
    """
    found = [_remedy(problem, sources)]
    if problem.kind in {"parameter", "missing_parameter", "block", "block_count"}:
        found.append(_definition(problem, sources))
    if problem.needed_by is not None:
        found.append(f"needed at {sources.where(problem.needed_by)}")
    return "; ".join(filter(None, found)) or None


def unknown_arguments(expansion: Expansion) -> dict[str, str]:
    """Return a hint for each argument that was passed and is neither declared nor used.

    If the expansion failed, it may not have reached the declaration of an argument. The result then
    contains only arguments whose name is similar to that of a declared argument.
    """
    declared = [one.name for one in expansion.arguments if one.origin is not None]
    if expansion.problems:
        hints = {one.name: did_you_mean(one.name, declared) for one in expansion.undeclared}
        return {name: hint for name, hint in hints.items() if hint is not None}
    names = ", ".join(map(quoted, declared[:_MOST_NAMES]))
    names += f" and {len(declared) - _MOST_NAMES} more" if declared[_MOST_NAMES:] else ""
    known = f"the file declares {names or 'no arguments'}"
    return {one.name: did_you_mean(one.name, declared) or known for one in expansion.undeclared}


def _remedy(problem: Problem, sources: SourcePlaces) -> str | None:
    kind, name = problem.kind, problem.name
    words = _HINTS.get(kind, "").replace("{name}", shown(name) or "NAME") or None
    match kind:
        case "macro":
            return _about_macro(problem, sources)
        case "argument":
            later = _declared_later(name, sources) or did_you_mean(name, problem.known)
            return later or _pass_arguments(sources)
        case "file":
            other = _folder_of_argument(problem, sources) or _in_package(
                name, sources.expansion.packages
            )
            wanted = os.path.basename(name)
            similar = near(wanted, problem.known, limit=12)
            return other or did_you_mean(wanted, [one for one in similar if is_alike(wanted, one)])
        case "environment" if name in problem.known:
            return f"allow it with --allow-env {shown(name)}"
        case "property" if name in _IN_PYTHON:
            return f"write python.{name}"
        case "property" if name in _IN_XACRO:
            return f"write xacro.{name}"
        case "limit":
            return f"{_ENDLESS.get(name, '')}{words}"
        case "ignored":
            return _near_attribute(problem, sources)
        case "prefix" if name:
            return (
                f'write xmlns:{name}="{ADDRESS if name == "xacro" else "..."}" on the root element'
            )
        case "package" if "/" in name or "\\" in name:
            return None
        case "deprecated" if problem.message.endswith("()"):
            return f"write {problem.message.rpartition(' ')[2]}"
        case "name":
            return words
    meant = did_you_mean(name, problem.known) if name and problem.known else None
    if meant is None and kind == "parameter" and problem.known:
        return f"its parameters are {listed(problem.known, 12)}"
    return meant or words


def _about_macro(problem: Problem, sources: SourcePlaces) -> str | None:
    """Return the hint for an undefined macro: a similar name, or its later definition."""
    space, _, name = problem.name.rpartition(".")
    macros = sources.macros
    if space:
        return did_you_mean(name, macros)
    if name not in macros:
        return did_you_mean(name, (*problem.known, *macros, *ATTRIBUTES))
    place = sources.where(macros[name][0])
    if any(tag.get("ns") is not None for _, tag in sources.by_tag.get("xacro:include", ())):
        return f"it is defined at {place}, maybe in a namespace: <xacro:NAMESPACE.{name}>"
    return f"it is defined at {place}; define it before the call"


def _near_attribute(problem: Problem, sources: SourcePlaces) -> str | None:
    """Return the hint with the xacro attribute whose name is most similar to an ignored one."""
    if problem.origin is None or "attribute" not in problem.message:
        return None
    tag = sources.element(problem.origin).tag
    return did_you_mean(problem.name, ATTRIBUTES.get(tag.removeprefix(PREFIX), ()))


def _declared_later(name: str, sources: SourcePlaces) -> str | None:
    """Return the hint that an argument is declared only after its use; None if it is not declared."""
    for origin, tag in sources.by_tag.get("xacro:arg", ()):
        if tag.get("name") == name:
            place = sources.where(origin)
            return f"it is declared only at {place}; before that it needs a value: {name}:=..."
    return None


def undefined_arguments(sources: SourcePlaces) -> list[str]:
    """Return the arguments that are used, although neither they nor similar names are declared."""
    problems = [
        one
        for one in sources.expansion.problems
        if one.kind == "argument" and did_you_mean(one.name, one.known) is None
    ]
    names = dict.fromkeys(one.name for one in sorted(problems, key=sources.problem))
    return [name for name in names if name and _declared_later(name, sources) is None]


def _pass_arguments(sources: SourcePlaces) -> str | None:
    names = undefined_arguments(sources)
    words = listed([_assignment(name, sources) for name in names], 12)
    if not words:
        return None
    return f"pass {words}; or declare {'it' if len(names) == 1 else 'them'} with a default"


def _assignment(name: str, sources: SourcePlaces, otherwise: Sequence[str] = ()) -> str:
    """Return ``name:=value`` for a hint, with the possible values of the argument if known."""
    values = listed(argument_values(name, sources) or otherwise, 12)
    return f"{shown(name)}:=..." + (f" ({values})" if values else "")


def _folder_of_argument(problem: Problem, sources: SourcePlaces) -> str | None:
    """Return the hint to pass the arguments whose values make up the path of a missing folder."""
    names = _arguments_in_path(problem, sources)
    beside = [name for name in problem.known if "." not in name]
    # names of existing folders are suggested only for the first argument, and for variants such as
    # left_arm
    last = {name.rpartition("_")[2] for name in names[:1]}
    words = listed(
        [
            _assignment(name, sources, beside if name.rpartition("_")[2] in last else ())
            for name in names
        ],
        12,
    )
    return f"pass {words}" if words else None


def _arguments_in_path(problem: Problem, sources: SourcePlaces) -> list[str]:
    """Return the arguments that determine the folder of a missing file, and that were not passed.

    These are the arguments whose default is the name of the folder. Without such arguments, they
    are the arguments whose names occur in the expressions of the file name as written, because
    macros usually have parameters of the same names as the arguments. A robot with two arms
    declares arguments such as `left_arm` and `right_arm` instead of `arm`; those of them whose
    values are empty are returned.
    """
    missing = missing_folder(problem.name)
    defaults = [one for one in sources.expansion.arguments if one.origin and not one.is_given]
    found = [one.name for one in defaults if missing and one.value == os.path.basename(missing)]
    if found or not missing or problem.origin is None:
        return found[:1]
    written = sources.element(problem.origin).get(problem.attribute or "filename", "")
    used = dict.fromkeys(_COMPUTED_NAME.findall(" ".join(_COMPUTED.findall(written))))
    return list(
        dict.fromkeys(
            one.name
            for name in used
            for one in defaults
            if one.name == name or (one.value == "" and one.name.endswith(f"_{name}"))
        )
    )


def needs(problem: Problem, sources: SourcePlaces) -> str:
    """Return the package or arguments whose absence causes a problem; empty for other problems."""
    match problem.kind:
        case "package":
            return f"package {quoted(problem.name)}"
        case "argument":
            names = undefined_arguments(sources)
            if problem.name not in names:
                is_later = _declared_later(problem.name, sources) is not None
                names = [problem.name] if is_later else []
        case "file":
            names = _arguments_in_path(problem, sources)
        case _:
            return ""
    noun = "argument" if len(names) == 1 else "arguments"
    return f"{noun} {listed(map(quoted, names), 12)}" if names else ""


def _in_package(name: str, packages: tuple[Package, ...]) -> str | None:
    """Return the hint that a missing file exists at a different path in its package."""
    for package in packages:
        folder = None if package.path is None else os.path.join(package.path, "")
        if folder is None or not name.startswith(folder):
            continue
        wanted = os.sep + name.removeprefix(folder)
        left = _MOST_ENTRIES
        for place, folders, names in os.walk(folder):
            folders[:] = sorted(one for one in folders if not one.startswith("."))
            left -= len(folders) + len(names)
            if left < 0:
                break
            for path in (os.path.join(place, one) for one in names):
                if path.endswith(wanted):
                    found = path.removeprefix(folder)
                    return f"the package has {found}, and may have to be built and installed first"
    return None


def _definition(problem: Problem, sources: SourcePlaces) -> str | None:
    """Return the hint with the location of the macro that a call does not match."""
    if problem.origin is None:
        return None
    name = sources.element(problem.origin).tag.removeprefix(PREFIX).rpartition(".")[2]
    found = sources.macros.get(name, ())
    return f"the macro is defined at {sources.where(found[0])}" if len(found) == 1 else None
