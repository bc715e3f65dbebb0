"""Limits on what MJCF makes MuJoCo create, so that a small file takes neither hours nor all memory."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element as Node

from bodyplan.core import quoted

MOST_SECONDS = 120
"""Time for MuJoCo to compile a file [s]."""
MOST_MEMORY = 8 << 30
"""Memory of the process in which MuJoCo compiles [bytes]."""
MOST_FILES = 200
"""Files that one file includes, and models that are attached."""
MOST_ELEMENTS = 100_000
"""Elements that ``<replicate>`` makes of those in it, together."""
_MOST_BODIES = 100_000
_MOST_NUMBERS = 50_000_000
_MOST_VALUES = 1_000_000
_LIMITS: Mapping[str, Mapping[str, int]] = {
    "composite": {"count": _MOST_BODIES},
    "flexcomp": {"count": _MOST_BODIES, "cellcount": _MOST_BODIES},
    "hfield": {"nrow ncol": _MOST_NUMBERS},
    "texture": {"width height": _MOST_NUMBERS, "gridsize": 1_000},
    "camera": {"resolution": _MOST_NUMBERS},
    "mesh": {"params": 1_000},
    "numeric": {"size": _MOST_NUMBERS},
    "plugin": {"dim": _MOST_NUMBERS},
}
"""The largest product of the numbers in attributes, by element."""
_EVERYWHERE: Mapping[str, int] = dict.fromkeys(("dim", "actdim", "nsample"), _MOST_VALUES)
"""The same of attributes of any element."""
_MOST_SIZE = 1_000_000
"""The largest number of ``<size>``."""
_MEMORY = re.compile(r"\s*(\d{1,18})([KMGTPE]?)\s*", re.IGNORECASE)
_UNITS = {unit: 1 << 10 * power for power, unit in enumerate(("", *"kmgtpe"))}
_MOST_BYTES = 4 << 30


def excess(root: Node) -> str:
    """Return what exceeds a limit, as a sentence; empty if nothing does.

    Args:
        root: of a file, or of one that it includes.
    """
    return measured(root, {})[0]


def measured(root: Node, models: Mapping[str, int]) -> tuple[str, int]:
    """Return what exceeds a limit, and how many elements a file makes.

    Args:
        root: of the file.
        models: the numbers of elements that attached models make, by their names.
    """
    made = 0
    todo = [(root, 1)]
    while todo:
        node, times = todo.pop()
        tag = str(node.tag)
        attached = models.get(node.get("model", ""), 0) if tag == "attach" else 0
        made += times * (1 + attached)
        if tag == "replicate":
            times *= max(1, _product(node, "count"))
        if (times > 1 or attached) and (times > MOST_ELEMENTS or made > MOST_ELEMENTS):
            name = "attach" if attached else "replicate"
            return f"<{name}> makes more than {MOST_ELEMENTS:,} elements", made
        reason = _excess_of(node)
        if reason:
            return reason, made
        todo += [(child, times) for child in node]
    return "", made


def _excess_of(node: Node) -> str:
    """Return what of an element exceeds a limit."""
    tag = str(node.tag)
    limits = {**_LIMITS.get(tag, {}), **_EVERYWHERE}
    if tag == "size":
        limits |= {one: _MOST_SIZE for one in node.attrib if one not in {"memory", "nstack"}}
        memory = _MEMORY.fullmatch(node.get("memory", ""))
        if memory is not None and int(memory[1]) * _UNITS[memory[2].lower()] > _MOST_BYTES:
            return f"<size> memory {quoted(memory[0])}: at most {_MOST_BYTES >> 30} G are read"
    for attributes, most in limits.items():
        if _product(node, attributes) > most:
            named = " and ".join(attributes.split())
            value = quoted(" ".join(node.get(one, "") for one in attributes.split()))
            return f"<{tag}> {named} {value}: at most {most:,} are read"
    for attribute, value in node.attrib.items():
        if "nan" in value.lower().split() and attribute != "name":  # MuJoCo may never end
            return f"<{tag}> {attribute} {quoted(value)}: numbers must be finite"
    return ""


def _product(node: Node, attributes: str) -> int:
    """Return the product of the numbers in attributes; 0 for invalid text."""
    product = 1.0
    for attribute in attributes.split():
        for word in node.get(attribute, "").split():
            try:
                number = abs(float(word))
            except ValueError:
                return 0
            product *= max(1.0, number) if math.isfinite(number) else 1e18
    return int(min(product, 1e18))
