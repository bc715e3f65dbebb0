"""The xacro files that define robots, as opposed to files with macros for other files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Limits, quoted
from bodyplan.description.search._attempts import Attempts
from bodyplan.formats.source import FilePath
from bodyplan.text import parse

_LIMITS = Limits(max_bytes=4 * 1024 * 1024)
_SEMANTICS = frozenset(
    ("group", "group_state", "end_effector", "virtual_joint", "disable_collisions")
)
_DEFINITIONS = frozenset(
    f"xacro:{word}" for word in ("macro", "property", "arg", "include", "insert_block")
)

_ONLY_NAMES = frozenset(("xacro:macro", "xacro:property", "xacro:arg"))
"""Tags of elements that create no link."""
_PARAMETER = re.compile(r"\*{0,2}([^\s:=]+)")


class Outline(NamedTuple):
    """The content of a file with macros that is known without its expansion.

    Args:
        kind: "xacro" if the file defines a robot on its own, "srdf" if it defines an SRDF; else
            empty.
        name: the name of the robot.
        included: the files that it includes, each by the constant parts at the end of its path. The
            beginning, such as $(find arm_description), may lead to any folder.
        defined: the properties, arguments, macros and parameters that it defines.
        links: the links that it contains outside of macros.
        absent: the first link that is the parent of a joint, although neither the file nor macros
            that it calls can define this link; else empty.
        adds: whether the file contains more than definitions and includes.
    """

    kind: str = ""
    name: str = ""
    included: frozenset[tuple[str, ...]] = frozenset()
    defined: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    absent: str = ""
    adds: bool = False


class MacroFiles(NamedTuple):
    """The files with macros of a folder.

    Args:
        entries: the files that define a robot or an SRDF on their own, by path.
        libraries: the other files, which contain macros or parts of robots.
        fragments: the files that no file includes and that define no robot, each with the reason.
        defined: the names that are defined in any of these files.
        whole: the libraries that define a whole robot, but are included by other files.
    """

    entries: dict[str, Outline]
    libraries: tuple[str, ...] = ()
    fragments: Mapping[str, str] = MappingProxyType({})
    defined: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()


def macro_files(paths: Iterable[str], attempt: Attempts | None = None) -> MacroFiles:
    """Sort files with macros into entry points, which define a robot or an SRDF, and other files.

    An entry point names its robot, contains more than definitions or includes a file that does,
    requires no argument, and is not included by any of the files. A file that is not XML counts as
    an entry point. A file is a fragment if it attaches joints to a link that only another file of
    its folder defines. Each file is read once.

    Args:
        paths: the files with macros.
        attempt: calls functions for single files, and stores their exceptions; by default, the
            caller receives exceptions.
    """
    attempt = attempt or Attempts(keeps=False)
    found = {path: attempt(path, Outline(), _outline, path) for path in paths}
    included = {end for outline in found.values() for end in outline.included}
    by_end: dict[tuple[str, ...], list[str]] = {}
    for path in found:
        parts = tuple(path.split("/"))
        for length in {len(end) for end in included}:
            by_end.setdefault(parts[-length:], []).append(path)
    is_included = {path for end in included for path in by_end.get(end, ())}
    robots = {path for path, one in found.items() if one.kind and _adds(path, found, by_end)}
    entries = {path: one for path, one in found.items() if path in robots - is_included}
    fragments = {
        path: f"a fragment: link {quoted(entries[path].absent)} is in {os.path.basename(other)}"
        for path, other in _completed_by(entries, found).items()
    }
    return MacroFiles(
        {path: one for path, one in entries.items() if path not in fragments},
        tuple(path for path in found if path not in entries),
        fragments,
        frozenset().union(*(one.defined for one in found.values())),
        frozenset(robots - entries.keys()),
    )


def _adds(
    path: str, found: Mapping[str, Outline], by_end: Mapping[tuple[str, ...], list[str]]
) -> bool:
    """Return whether a file, or any file that it includes, contains more than definitions."""
    seen, left = {path}, [path]
    while left:
        one = found[left.pop()]
        if one.adds:
            return True
        others = {other for end in one.included for other in by_end.get(end, ())} - seen
        seen |= others
        left += others
    return False


def _completed_by(entries: dict[str, Outline], found: dict[str, Outline]) -> dict[str, str]:
    """Return the file that defines the missing link of each fragment."""
    having: dict[tuple[str, str], str] = {}
    for path, outline in found.items():
        for link in outline.links:
            having.setdefault((os.path.dirname(path), link), path)
    places = {path: (os.path.dirname(path), one.absent) for path, one in entries.items()}
    return {path: having[place] for path, place in places.items() if place in having}


def _outline(path: str) -> Outline:
    try:
        data = FilePath(path).file().read(_LIMITS.max_bytes)
    except OSError:  # the check reports the error
        return Outline("xacro", adds=True)
    root = parse(data, _LIMITS).root
    if root is None:  # the check reports the error; the file may be meant as a robot
        return Outline("xacro", adds=True)
    names = (include.get("filename", "") for include in root.iter("xacro:include"))
    included = frozenset(_end(name, path) for name in names)
    name = root.get("name", "").strip()
    tags = {child.tag for child in root}
    needs_argument = any(
        child.tag == "xacro:arg" and child.get("default") is None for child in root
    )
    defined = _defined_names(root)
    links = frozenset(link.get("name", "") for link in root.findall("link"))
    adds = root.tag == "robot" and bool(tags - _DEFINITIONS)
    if root.tag != "robot" or not name or needs_argument or not (adds or included):
        return Outline(included=included, defined=defined, links=links, adds=adds)
    names_of_srdf = (os.path.basename(path), *(end[-1] for end in included if not adds))
    is_srdf = bool(tags & _SEMANTICS) or any(".srdf." in one.lower() for one in names_of_srdf)
    kind = "srdf" if is_srdf else "xacro"
    return Outline(kind, name, included, defined, links, _absent_link(root, links), adds)


def _defined_names(root: Node) -> frozenset[str]:
    """Return the properties, arguments, macros and parameters that a file defines."""
    found: set[str] = set()
    for word in _ONLY_NAMES:
        for tag in root.iter(word):
            found.add(tag.get("name", "").removeprefix("xacro:"))
            for parameter in tag.get("params", "").split():
                match = _PARAMETER.match(parameter)
                found.update([match[1]] if match else [])
    return frozenset(found - {""})


def _absent_link(root: Node, links: frozenset[str]) -> str:
    """Return the first parent link of a joint that its file does not define.

    The result is empty if macros may create this link.
    """
    if any(child.tag.startswith("xacro:") and child.tag not in _ONLY_NAMES for child in root):
        return ""
    parents = (parent.get("link", "") for parent in root.iterfind("joint/parent"))
    absent = (name for name in parents if name and "$" not in name and name not in links)
    return "" if any("$" in name for name in links) else next(absent, "")


def _end(name: str, path: str) -> tuple[str, ...]:
    """Return the constant parts of an included file's path after its computed part."""
    end = re.split(r"[)}]", name)[-1].strip("/")
    if end == name.strip("/"):  # relative to the folder of the file itself
        end = os.path.normpath(os.path.join(os.path.dirname(path), end))
    return tuple(end.split("/"))
