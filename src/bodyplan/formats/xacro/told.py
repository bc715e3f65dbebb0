"""Hints: what to do about a problem, with similar names."""

from __future__ import annotations

import os

from bodyplan.diag import did_you_mean
from bodyplan.formats.xacro.expansion import Fault
from bodyplan.text import shown

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
        "repr",
        "reversed",
        "set",
        "slice",
        "sum",
        "tuple",
        "type",
        "zip",
        "sorted",
        "range",
    ]
)
_IN_XACRO = frozenset(
    ["abs_filename", "arg", "dotify", "load_yaml", "message", "tokenize", "warning", "fatal"]
)
_HINTS = {
    "argument": 'declare it: <xacro:arg name="{name}" default="..."/>',
    "circular": 'evaluate one of them at once: lazy_eval="false"',
    "condition": "write true or false, an integer, or an expression that gives one",
    "encoding": "save the file as UTF-8",
    "environment": "write $(optenv {name} VALUE) to use VALUE where the variable is not set",
    "outside": "allow its directory with --folder or --package",
    "package": "give its directory: --package {name}=PATH",
    "limit": "if the file is meant to be so large, raise the limit: --limit {name}=NUMBER",
    "redefined": "rename the property, or write math., python. or xacro. before the name of the "
    "language",
    "refused": "expressions may only compute",
    "unread": "allow it with --allow-env {name}",
    "value": "write ${{str(...)}}",
}


def hint(fault: Fault) -> str | None:
    """Return what to do about a problem or warning; None where nothing is known."""
    if fault.kind == "environment" and fault.name in fault.known:
        return f"allow it with --allow-env {shown(fault.name)}"
    if fault.kind == "property":
        for space, names in (("python", _IN_PYTHON), ("xacro", _IN_XACRO)):
            if fault.name in names:
                return f"write {space}.{fault.name}"
    near = _near(fault)
    if near is not None:
        return near
    if fault.kind == "parameter" and fault.known:
        return f"its parameters are {', '.join(fault.known)}" if fault.attribute else None
    if fault.kind == "deprecated" and fault.message.endswith("()"):
        return f"write {fault.message.rpartition(' ')[2]}"
    words = _HINTS.get(fault.kind)
    return None if words is None else words.format(name=shown(fault.name) or "NAME")


def _near(fault: Fault) -> str | None:
    """Near names, if there are some."""
    if fault.kind == "file":
        return did_you_mean(os.path.basename(fault.name), fault.known)
    if fault.name and fault.known:
        return did_you_mean(fault.name, fault.known)
    return None
