"""Parses xacro arguments on a command line, in the syntax of ROS 2: ``name:=value``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bodyplan.core import quoted

SIGN = ":="


class Arguments(NamedTuple):
    """The xacro arguments on a command line.

    Args:
        values: the values by name; if an argument occurs several times, the last value.
        ignored: the words of the command line that are ignored, each with the reason.
    """

    values: dict[str, str]
    ignored: tuple[tuple[str, str], ...]


def parse_arguments(words: Iterable[str]) -> Arguments:
    """Parse command-line arguments by the rules of ``xacro`` in ROS 2.

    Blanks around name and value are removed. An argument with an empty value is ignored. So is a
    name with a single leading underscore, because ROS reserves such names.

    Raises:
        ValueError: a word has no ``:=``, or more than one.
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
            ignored.append((word, "ROS reserves names with a leading underscore"))
        else:
            values[name] = value
    return Arguments(values, tuple(ignored))
