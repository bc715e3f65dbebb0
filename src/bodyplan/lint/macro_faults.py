"""What an expansion tells, as findings: which code each fault and warning has."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from functools import partial

from bodyplan.diag import Diagnostic, Kind, Severity, did_you_mean, kinds
from bodyplan.formats.document import Document
from bodyplan.formats.xacro import Fault
from bodyplan.formats.xacro.places import SourcePlaces
from bodyplan.formats.xacro.told import hint
from bodyplan.lint.macro_look import other_faults
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
    "warning": "M222",
}
"""The code of each kind of fault and warning that has one for itself."""

_IN_OUR_WORDS = tuple(
    (re.compile(pattern, re.DOTALL), code, words)
    for pattern, code, words in (
        # what the package says, the code where it is not that of its kind, and the same in our words
        (
            r"Property attributes default.*: (?P<name>.*)",
            "",
            "the property {0!r} has more than one of value, default and remove",
        ),
        (r"Property names must .*?:\s*(?P<name>.*)", "", "{0!r} cannot be the name of a property"),
        (
            r"macro names must not contain '\.'.*: (?P<name>.*)",
            "",
            "the name of the macro {0!r} has a point, which leads into name spaces",
        ),
        (r"Invalid use of macro name '(?P<name>call)'", "", "a macro cannot have the name {0!r}"),
        (
            r'Xacro conditional ".*" evaluated to "(?P<name>.*)", which is not',
            "M109",
            "the value is {0!r}, which is neither true nor false",
        ),
        (r"invalid expression: (?P<name>.*)", "M108", "the expression {0!r} has no end"),
        (
            r"the macro '(?P<name>.*)' is defined without the prefix",
            "",
            "the macro {0!r} is defined with the prefix that belongs to its calls",
        ),
    )
)
_MOST_ENTRIES = 5_000
"""Files and folders of a package that are looked through for one that is missing."""
_BROKEN = ("X001", "X002", "X003", "X006")
"""What reading said of a main file that is no XML; then no more needs to be said."""
_WARNINGS = ("deprecated", "ignored", "message", "redefined", "unmatched", "value", "warning")
_SPOKEN = {
    "message": Severity.INFO,
    "warning": Severity.WARNING,
    "error": Severity.ERROR,
}
_ENDLESS = {
    "max_calls": "a macro that calls itself needs a condition that ends it",
    "max_includes": "a file that includes itself needs a condition that ends it",
}
_SAYS = {"message": "the description says", "fatal": "the description gives up"}


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
            return _in_our_words(fault)[0] or _CODES[fault.kind]


def _in_our_words(fault: Fault) -> tuple[str, str]:
    """A code, if it has another than its kind, and the message."""
    if fault.kind in _SAYS:
        return "", f"{_SAYS[fault.kind]}: {fault.message}"
    for pattern, code, words in _IN_OUR_WORDS:
        match = pattern.match(fault.message)
        if match is not None:
            return code, words.format(match["name"])
    return "", fault.message


def told(fault: Fault, kind: Kind, sources: SourcePlaces) -> Diagnostic:
    """A fault or warning as a finding.

    Args:
        fault: what the expansion told.
        kind: that of its code.
        sources: the files of the expansion.
    """
    severity = _SPOKEN.get(fault.name) if fault.kind == "message" else None
    advice = partial(_advice, fault, sources)
    message = _in_our_words(fault)[1]
    return Diagnostic(kind, message, partial(sources.fault, fault), severity=severity, hint=advice)


def _advice(fault: Fault, sources: SourcePlaces) -> str | None:
    """What to do, and where the value was needed."""
    words = [hint(fault)]
    match fault.kind:
        case "macro":
            words = [_about_macro(fault, sources) or words[0]]
        case "argument":
            words = [_about_argument(fault, sources) or words[0]]
        case "file":
            words = [_elsewhere(fault, sources) or words[0]]
        case "parameter" | "block":
            words.append(_defined_at(fault, sources))
        case "limit":
            words = [_ENDLESS.get(fault.name)]
            words.append(f"`bodyplan expand` takes another cap: --limit {fault.name}=NUMBER")
        case "package" if "/" in fault.name or "\\" in fault.name:
            words = []
        case "name":
            words = ["a name has letters, digits and underscores, and begins with a letter"]
    if fault.needed_by is not None and fault.kind not in _WARNINGS:
        where = sources.where(fault.needed_by)
        words.append(f"needed at {where.file}:{where.line}:{where.column}")
    return "; ".join(word for word in words if word) or None


def _about_macro(fault: Fault, sources: SourcePlaces) -> str | None:
    """That a macro is defined only later, or that the tag is one of the language."""
    space, _, name = fault.name.rpartition(".")
    written = MacroSources(sources)
    if space:
        return did_you_mean(name, written.macros)
    for tag in written.macros.get(name, ()):
        place = _place(tag, sources)
        if any("ns" in include.node.attrib for include in written.of("include")):
            return f"it is defined at {place}, maybe in a name space: <xacro:SPACE.{name}>"
        return f"it is defined only at {place}; a macro is defined before it is called"
    return did_you_mean(name, (*fault.known, *KEYWORDS))


def _about_argument(fault: Fault, sources: SourcePlaces) -> str | None:
    """That an argument is declared only later; the root of a file comes before all that is in it."""
    for tag in MacroSources(sources).of("arg"):
        if tag.node.get("name") == fault.name:
            place = _place(tag, sources)
            return (
                f"it is declared only at {place}; before that it needs a value: {fault.name}:=..."
            )
    return None


def _elsewhere(fault: Fault, sources: SourcePlaces) -> str | None:
    """Where the package has such a file: what is built may lie elsewhere than its source."""
    for package in sources.expansion.packages:
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


def _defined_at(fault: Fault, sources: SourcePlaces) -> str | None:
    """Where the macro stands whose call is wrong."""
    if fault.origin is None:
        return None
    written = MacroSources(sources)
    node = sources.file(fault.origin.file).layout.elements[fault.origin.element]
    name = node.tag.removeprefix(PREFIX).rpartition(".")[2]
    found = written.macros.get(name, [])
    return f"the macro is defined at {_place(found[0], sources)}" if len(found) == 1 else None


def _place(tag: Tag, sources: SourcePlaces) -> str:
    where = sources.where(tag.origin)
    return f"{where.file}:{where.line}:{where.column}"


def all_faults(document: Document) -> dict[str, list[Fault]]:
    """The faults and warnings in the files of a document with macros, by their codes.

    Raises:
        InputError: the package ``xacro`` is not installed.
    """
    sources = document.sources
    found: dict[str, list[Fault]] = defaultdict(list)
    if sources is None:
        return found
    expansion = sources.expansion
    faults = list(expansion.warnings)
    if expansion.fault is not None and not _is_known(document, expansion.fault):
        faults.append(expansion.fault)
        faults += other_faults(MacroSources(sources))
    for fault in faults:
        found[code_of(fault)].append(fault)
    return found


def _is_known(document: Document, fault: Fault) -> bool:
    """Whether reading the main file met the same fault."""
    is_broken = any(diagnostic.code in _BROKEN for diagnostic in document.diagnostics)
    is_here = fault.origin is None or fault.origin.file == 0
    return is_broken and is_here and fault.kind in {"syntax", "encoding", "entity"}


def faults_of(document: Document) -> list[Diagnostic]:
    """Why the macros of a document cannot be expanded; nothing where they can.

    Raises:
        InputError: the package ``xacro`` is not installed.
    """
    sources = document.sources
    if sources is None or sources.expansion.fault is None:
        return []
    rules("xacro")  # they bring the kinds
    known = kinds()
    return [
        told(fault, known[code], sources)
        for code, faults in all_faults(document).items()
        for fault in faults
        if code.startswith("M1")
    ]
