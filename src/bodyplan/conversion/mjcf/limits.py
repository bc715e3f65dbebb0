"""Limits on MJCF, and on the process in which MuJoCo compiles it.

The limits prevent a small file from taking hours or all memory. The elements that MuJoCo creates
from ``<replicate>`` and similar elements are counted before MuJoCo reads them. The limits on
processor time and memory of the process depend on the size of the XML and the files that MuJoCo
gets.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from xml.etree.ElementTree import Element as Node

from bodyplan.core import quoted

LEAST_SECONDS = 6
"""The limit on processor time for compiling a small file [s]."""
SECONDS_PER_BYTE = 2 / (1 << 20)
"""The additional time for each byte of the XML and its files [s]; models of dm_control need up to
0.06 s per MiB."""
MOST_SECONDS = 120
"""The limit on processor time for a file of any size [s]."""
LEAST_MEMORY = 256 << 20
"""The memory that MuJoCo may use for a small file, in addition to its memory at the start
[bytes]."""
MEMORY_PER_BYTE = 24
"""The additional memory for each byte of the XML and its files [bytes]; models of dm_control need
up to 17 bytes."""
SIZES_OF_ARENA = frozenset(("memory", "nstack", "njmax", "nconmax"))
"""Attributes of ``<size>`` that set the memory for simulation."""
KEPT_MEMORY = 64 << 20
"""The memory that the process may keep after a file [bytes]; above this limit, a new process is
started."""
ARENA = "64M"
"""The memory reserved for simulation. It replaces the value in the file, because the model is not
simulated."""
ARENA_OF_TRIALS = 64 << 20
"""The memory reserved for simulating a model in a trial [bytes]."""
MEMORY_OF_TRIALS = 96 << 20
"""The additional memory limit of the process for a trial, which simulates the model [bytes]."""
MOST_BYTES = 256 << 20
"""The largest total size of the files that one file includes, attaches or loads [bytes]."""
MOST_FILES = 200
"""The largest number of included files, and of attached models."""
MOST_ASSETS = 5_000
"""The largest number of mesh, height field, skin and texture files that one file references."""
MOST_ELEMENTS = 20_000
"""The largest number of elements that ``<replicate>``, ``<attach>``, ``<flexcomp>`` and
``<composite>`` create in total. MuJoCo's time grows with the square of this number: 4 s for 10,000
geoms."""
MOST_OF_A_KIND = 20_000
"""The largest number of bodies in a file; the same limit applies to geoms, joints, sites, cameras
and lights. MuJoCo's time grows with the square of each: 3 s for 16,000 bodies."""
_IN_BODIES = frozenset(("body", "geom", "joint", "freejoint", "site", "camera", "light", "frame"))
MOST_NESTED = 1_000
"""The largest depth of the link tree of a robot that is converted to MJCF: the indentation of the
file grows with the square of the depth. MuJoCo itself reads at most 497 nested elements."""
MOST_NUMBERS = 1_000_000
MOST_PIXELS = 50_000_000
MOST_SIZE = 1_000_000
"""The largest number in an attribute of ``<size>``."""
_COUNTS: Mapping[str, tuple[str, ...]] = {
    "replicate": ("count",),
    "composite": ("count",),
    "flexcomp": ("count", "cellcount"),
}
"""For each element, the attributes whose product is the number of elements that it creates."""
_LIMITS: Mapping[str, Mapping[str, int]] = {
    "hfield": {"nrow ncol": MOST_NUMBERS},
    "texture": {"width height": MOST_PIXELS, "gridsize": 1_000},
    "camera": {"resolution": MOST_PIXELS},
    "numeric": {"size": MOST_NUMBERS},
    "plugin": {"dim": MOST_NUMBERS},
}
"""For each element and attributes, the largest product of the numbers in the attributes."""
_MOST_PARAMETER = 300
"""The largest number in the parameters of a mesh that MuJoCo generates: two parameters may be a
resolution, and a mesh of 300 by 300 vertices takes 1 s."""
_EVERYWHERE: Mapping[str, int] = dict.fromkeys(("dim", "actdim", "nsample"), MOST_NUMBERS)
"""The limits on numeric attributes in any element."""


def seconds_for(size: int) -> int:
    """Return the limit on processor time for compiling XML and files of a size [s].

    Args:
        size: the size of the text and the files together [bytes].
    """
    return min(MOST_SECONDS, LEAST_SECONDS + int(SECONDS_PER_BYTE * size))


def memory_for(size: int) -> int:
    """Return the memory limit for compiling XML and files of a size [bytes].

    Args:
        size: the size of the text and the files together [bytes].
    """
    return LEAST_MEMORY + MEMORY_PER_BYTE * size


def measured(root: Node, models: Mapping[str, int]) -> tuple[str, int]:
    """Return the reason why a file exceeds a limit (or ""), and the number of its elements.

    Args:
        root: the root of the file, with the content of included files.
        models: for the name of each attached model, the number of elements that it creates.
    """
    made = multiplied = 0
    written: Counter[str] = Counter()
    todo = [(root, 1, "")]
    while todo:
        node, times, maker = todo.pop()
        tag = str(node.tag)
        count = max((_product(node, one) for one in _COUNTS.get(tag, ())), default=0)
        attached = models.get(node.get("model", ""), 0) if tag == "attach" else 0
        if tag == "replicate":
            times, maker, count = times * max(1, count), tag, 0
        elif count or attached:
            maker = tag
        made += times * (1 + count + attached)
        written[tag] += 1
        if written[tag] > MOST_OF_A_KIND and tag in _IN_BODIES:
            return f"it has more than {MOST_OF_A_KIND:,} elements <{tag}>", made
        if maker:
            multiplied += times * (1 + count + attached)
            if max(times, multiplied) > MOST_ELEMENTS:
                return f"<{maker}> makes more than {MOST_ELEMENTS:,} elements", made
        reason = _excess_of(node)
        if reason:
            return reason, made
        todo += [(child, times, maker) for child in node]
    return "", made


def _excess_of(node: Node) -> str:
    """Return the reason why an element exceeds a limit; empty if it does not."""
    tag = str(node.tag)
    limits = {**_LIMITS.get(tag, {}), **_EVERYWHERE}
    if tag == "size":
        limits |= dict.fromkeys(set(node.attrib) - SIZES_OF_ARENA, MOST_SIZE)
    for attributes, most in limits.items():
        if _product(node, attributes) > most:
            named = " and ".join(attributes.split())
            value = quoted(" ".join(node.get(one, "") for one in attributes.split()))
            return f"<{tag}> {named} {value}: at most {most:,} are read"
    if tag == "mesh":
        for word in node.get("params", "").split():
            if _size_of(word) > _MOST_PARAMETER:
                return f"<mesh> params {quoted(word)}: at most {_MOST_PARAMETER} are read"
    for attribute, value in node.attrib.items():
        if "nan" in value.lower().split() and attribute != "name":  # MuJoCo may hang
            return f"<{tag}> {attribute} {quoted(value)}: numbers must be finite"
    return ""


def _product(node: Node, attributes: str) -> int:
    """Return the product of the numbers in attributes; 0 if a number is invalid."""
    product = 1.0
    for attribute in attributes.split():
        for word in node.get(attribute, "").split():
            product *= _size_of(word)
    return int(min(product, 1e18))


def _size_of(word: str) -> float:
    """Return the absolute value of a number, limited to 1 to 1e18; 0 for invalid text."""
    try:
        number = abs(float(word))
    except ValueError:
        return 0.0
    return min(max(1.0, number), 1e18) if math.isfinite(number) else 1e18
