"""Words in the names of files and robots, and the names of elements in a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from bodyplan.formats.source import FilePath

_MOST = 4 * 1024 * 1024  # the largest number of bytes of a file that are searched for names
_WORD = re.compile(r"[a-z]+|\d+")
_NEUTRAL = frozenset(
    (
        *("bringup", "config", "control", "controller", "controllers", "default", "demo"),
        *("description", "descriptions", "file", "full", "generated", "joint", "joints"),
        *("kinematics", "limits", "model", "moveit", "resources", "robot", "robots", "ros"),
        *("sdf", "semantic", "simple", "srdf", "support", "urdf", "xacro"),
    )
)
"""Words in names that do not distinguish robots."""
_SUFFIX = re.compile(r"(\.(urdf|srdf|xacro|xml|yaml|yml))+$", re.IGNORECASE)

_QUOTED = r"""\s*=\s*(?:"([^"<]*)"|'([^'<]*)')"""
_TAG = re.compile(r"<(link|joint|group)(?=\s)([^<]*+)")
"""A tag and the text up to the next tag, matched without backtracking."""
_NAME = re.compile(r"""\sname\s*+=\s*+(?:"([^"]{0,200}+)"|'([^']{0,200}+)')""")
_REFERRED = re.compile(
    rf"\b(?:link[12]?|joint|base_link|tip_link|child_link|parent_link|joint_name){_QUOTED}"
)
_TOKEN = re.compile(r"[^\s:,\[\]{}'\"#]+")


@lru_cache(maxsize=4096)
def stem_of(path: str) -> str:
    """Return a file name without folder and suffixes: "panda" for "urdf/panda.urdf.xacro"."""
    return _SUFFIX.sub("", re.split(r"[/\\]", path)[-1])


@lru_cache(maxsize=4096)
def parts_of(*names: str) -> frozenset[str]:
    """Return the words of names that distinguish robots."""
    words = {word for name in names for word in _WORD.findall(name.lower())}
    return frozenset(words - _NEUTRAL) or frozenset(words)


def words_of(name: str) -> list[str]:
    """Return the words and numbers of a name, in order."""
    return _WORD.findall(name.lower())


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """Return a name in lower case and without separators."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def names_defined(path: str) -> frozenset[str]:
    """Return the names of the links and joints of a URDF."""
    return _named(_text(path), "link", "joint")


def names_used(path: str) -> frozenset[str]:
    """Return the names of the links and joints that an SRDF or model_state references."""
    text = _text(path)
    referred: list[tuple[str, str]] = _REFERRED.findall(text)
    return _named(text, "link", "joint") | _names(referred)


def joint_names(path: str) -> frozenset[str]:
    """Return the names of the joints of a URDF."""
    return _named(_text(path), "joint")


def group_names(path: str) -> frozenset[str]:
    """Return the names of the groups of an SRDF."""
    return _named(_text(path), "group")


def tokens(path: str) -> frozenset[str]:
    """Return the words of a YAML file without its comments."""
    lines = (line.partition("#")[0] for line in _text(path).splitlines())
    return frozenset(token for line in lines for token in _TOKEN.findall(line))


def _named(text: str, *tags: str) -> frozenset[str]:
    """Return the names of the elements with these tags."""
    found = (_NAME.search(match[2]) for match in _TAG.finditer(text) if match[1] in tags)
    return _names((match[1], match[2]) for match in found if match is not None)


def _names(found: Iterable[tuple[str | None, str | None]]) -> frozenset[str]:
    return frozenset(name for one, other in found if (name := (one or other or "").strip()))


def _text(path: str) -> str:
    return FilePath(path).file().head(_MOST).decode("utf-8", "replace")
