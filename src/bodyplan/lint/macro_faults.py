"""What an expansion tells, as findings: which code each fault and warning has."""

from __future__ import annotations

import os
from collections import defaultdict
from functools import partial

from bodyplan.diag import Diagnostic, Kind, Severity, did_you_mean, kinds
from bodyplan.formats.document import Document
from bodyplan.formats.xacro import Fault
from bodyplan.formats.xacro.told import hint
from bodyplan.lint.macro_sources import KEYWORDS, PREFIX, MacroSources, Tag
from bodyplan.lint.rule import rules

_CODES = {
    "property": "M101",
    "macro": "M102",
    "argument": "M103",
    "expression": "M108",
    "condition": "M109",
    "attribute": "M110",
    "name": "M111",
    "circular": "M112",
    "key": "M113",
    "substitution": "M114",
    "environment": "M115",
    "file": "M121",
    "package": "M122",
    "syntax": "M123",
    "encoding": "M123",
    "entity": "M123",
    "yaml": "M125",
    "limit": "M131",
    "refused": "M132",
    "outside": "M133",
    "fatal": "M134",
    "error": "M135",
    "crash": "M135",
    "redefined": "M206",
    "deprecated": "M211",
    "ignored": "M222",
    "unmatched": "M223",
    "namespace": "M224",
    "value": "M225",
    "message": "M231",
    "unread": "M242",
    "warning": "M222",
}
"""The code of each kind of fault and warning that has one for itself."""

_MOST_ENTRIES = 5_000
"""Files and folders of a package that are looked through for one that is missing."""
_ATTRIBUTES = {
    "property": ("name", "value", "default", "remove", "scope", "lazy_eval"),
    "include": ("filename", "ns", "optional"),
    "macro": ("name", "params"),
    "arg": ("name", "default"),
    "if": ("value",),
    "unless": ("value",),
    "insert_block": ("name",),
}
"""The attributes of the tags of xacro."""
_BROKEN = ("X001", "X002", "X003", "X006")
"""What reading said of a main file that is no XML; then no more needs to be said."""
_WARNINGS = frozenset(
    ("deprecated", "ignored", "message", "redefined", "unmatched", "unread", "value", "warning")
)
_SPOKEN = {
    "message": Severity.INFO,
    "warning": Severity.WARNING,
    "error": Severity.ERROR,
}
_ENDLESS = {
    "max_calls": "a macro that calls itself needs a condition that ends it",
    "max_includes": "a file that includes itself needs a condition that ends it",
}
_SAYS = {"message": "the description says: ", "fatal": "the description gives up: "}


def code_of(fault: Fault) -> str:
    """The code of a fault or warning."""
    match fault.kind:
        case "parameter":
            return "M104" if fault.attribute is None else "M105"
        case "block":
            return "M107" if fault.attribute == "name" else "M106"
        case "syntax" if "prefix" in fault.message:
            return "M124"
        case _:
            return _CODES[fault.kind]


def told(fault: Fault, kind: Kind, written: MacroSources) -> Diagnostic:
    """A fault or warning as a finding.

    Args:
        fault: what the expansion told.
        kind: that of its code.
        written: the files of the expansion.
    """
    severity = _SPOKEN.get(fault.name) if fault.kind == "message" else None
    advice = partial(_advice, fault, written)
    message = f"{_SAYS.get(fault.kind, '')}{fault.message}"
    return Diagnostic(
        kind, message, partial(written.sources.fault, fault), severity=severity, hint=advice
    )


def _advice(fault: Fault, written: MacroSources) -> str | None:
    """What to do, and where the value was needed."""
    words = [hint(fault)] if fault.kind != "macro" else [_about_macro(fault, written)]
    match fault.kind:
        case "argument":
            words = [_about_argument(fault, written) or words[0]]
        case "file":
            words = [_elsewhere(fault, written) or words[0]]
        case "parameter" | "block":
            words.append(_defined_at(fault, written))
        case "limit":
            words = [_ENDLESS.get(fault.name)]
            words.append(f"`bodyplan expand --limit {fault.name}=NUMBER` changes the limit")
        case "package" if "/" in fault.name or "\\" in fault.name:
            words = []
        case "ignored":
            words = [_near_attribute(fault, written) or words[0]]
        case "name":
            words = ["a name has letters, digits and underscores, and begins with a letter"]
    if fault.needed_by is not None and fault.kind not in _WARNINGS:
        where = written.sources.where(fault.needed_by)
        words.append(f"needed at {where.file}:{where.line}:{where.column}")
    return "; ".join(word for word in words if word) or None


def _about_macro(fault: Fault, written: MacroSources) -> str | None:
    """That a macro is defined only later, or that the tag is one of the language."""
    space, _, name = fault.name.rpartition(".")
    if space:
        return did_you_mean(name, written.macros)
    for tag in written.macros.get(name, ()):
        place = _place(tag, written)
        if any("ns" in include.node.attrib for include in written.of("include")):
            return f"it is defined at {place}, maybe in a name space: <xacro:SPACE.{name}>"
        return f"it is defined only at {place}; a macro is defined before it is called"
    return did_you_mean(name, (*fault.known, *written.macros, *KEYWORDS))


def _near_attribute(fault: Fault, written: MacroSources) -> str | None:
    """The attribute of a tag of xacro that an ignored one may be meant to be."""
    if fault.origin is None or "attribute" not in fault.message:
        return None
    node = written.sources.file(fault.origin.file).layout.elements[fault.origin.element]
    return did_you_mean(fault.name, _ATTRIBUTES.get(node.tag.removeprefix(PREFIX), ()))


def _about_argument(fault: Fault, written: MacroSources) -> str | None:
    """That an argument is declared only later; the root of a file comes before all that is in it."""
    for tag in written.of("arg"):
        if tag.node.get("name") == fault.name:
            place = _place(tag, written)
            return (
                f"it is declared only at {place}; before that it needs a value: {fault.name}:=..."
            )
    return None


def _elsewhere(fault: Fault, written: MacroSources) -> str | None:
    """Where the package has such a file: what is built may lie elsewhere than its source."""
    for package in written.expansion.packages:
        folder = None if package.path is None else os.path.join(package.path, "")
        if folder is None or not fault.name.startswith(folder):
            continue
        wanted = os.sep + fault.name.removeprefix(folder)
        seen = 0
        for place, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            seen += len(folders) + len(names)
            if seen > _MOST_ENTRIES:
                break
            for name in names:
                path = os.path.join(place, name)
                if path.endswith(wanted):
                    found = path.removeprefix(folder)
                    return f"the package has {found}, and may have to be built and installed first"
    return None


def _defined_at(fault: Fault, written: MacroSources) -> str | None:
    """Where the macro stands whose call is wrong."""
    if fault.origin is None:
        return None
    node = written.sources.file(fault.origin.file).layout.elements[fault.origin.element]
    name = node.tag.removeprefix(PREFIX).rpartition(".")[2]
    found = written.macros.get(name, [])
    return f"the macro is defined at {_place(found[0], written)}" if len(found) == 1 else None


def _place(tag: Tag, written: MacroSources) -> str:
    where = written.sources.where(tag.origin)
    return f"{where.file}:{where.line}:{where.column}"


def all_faults(document: Document, written: MacroSources) -> dict[str, list[Fault]]:
    """The faults and warnings in the files of a document with macros, by their codes.

    Args:
        document: with macros.
        written: its files.
    """
    found: dict[str, list[Fault]] = defaultdict(list)
    expansion = written.expansion
    faults = list(expansion.warnings)
    faults += [problem for problem in expansion.problems if not _is_known(document, problem)]
    for fault in faults:
        found[code_of(fault)].append(fault)
    return found


def _is_known(document: Document, fault: Fault) -> bool:
    """Whether reading the main file met the same fault."""
    is_broken = any(diagnostic.code in _BROKEN for diagnostic in document.diagnostics)
    is_here = fault.origin is None or fault.origin.file == 0
    return is_broken and is_here and fault.kind in {"syntax", "encoding", "entity"}


def faults_of(document: Document) -> list[Diagnostic]:
    """Why the macros of a document cannot be expanded; nothing where they can."""
    sources = document.sources
    if sources is None or not sources.expansion.problems:
        return []
    rules("xacro")  # they bring the kinds
    known, written = kinds(), MacroSources(sources)
    return [
        told(fault, known[code], written)
        for code, faults in all_faults(document, written).items()
        for fault in faults
        if code.startswith("M1")
    ]
