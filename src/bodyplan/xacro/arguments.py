"""Arguments as ROS 2 takes them on a command line: ``name:=value``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bodyplan.core import quoted

SIGN = ":="


class Arguments(NamedTuple):
    """Arguments from the words of a command line.

    Args:
        values: by name; of one that is given twice, the last.
        ignored: the words that count for nothing, each with the reason.
    """

    values: dict[str, str]
    ignored: tuple[tuple[str, str], ...]


def parse_arguments(words: Iterable[str]) -> Arguments:
    """Return the arguments in a list of words, by the rules of ``xacro`` in ROS 2.

    Blanks around name and value do not count. A word without a value is ignored, and so is a name
    that begins with one underscore: ROS keeps those for itself.

    Raises:
        ValueError: a word without ``:=``, or with two.
    """
    values: dict[str, str] = {}
    ignored: list[tuple[str, str]] = []
    for word in words:
        parts = [part.strip() for part in word.split(SIGN)]
        if len(parts) != 2:
            how = "has no" if len(parts) < 2 else "has more than one"
            raise ValueError(f"{quoted(word)} {how} {SIGN!r}; arguments are written NAME:=VALUE")
        name, value = parts
        if not name or not value:
            ignored.append((word, "it has no value" if name else "it has no name"))
        elif name[:1] == "_" and name[1:2] not in {"", "_"}:
            ignored.append((word, "names with an underscore in front belong to ROS"))
        else:
            values[name] = value
    return Arguments(values, tuple(ignored))
