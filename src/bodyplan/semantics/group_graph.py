"""The graph of the groups and subgroups of an SRDF, for which no robot is required."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from bodyplan.formats import srdf
from bodyplan.semantics._components import components


class GroupGraph:
    """The groups of an SRDF by name, with their subgroups.

    If several groups have the same name, the first is used, as in MoveIt. Groups without a name are
    ignored.

    Args:
        root: the SRDF.
    """

    def __init__(self, root: srdf.Robot) -> None:
        self.groups: dict[str, srdf.Group] = {}
        """Groups by name."""
        self.duplicates: dict[str, list[srdf.Group]] = {}
        """Later groups with the same name, by name."""
        for group in root.groups:
            if group.name and self.groups.setdefault(group.name, group) is not group:
                self.duplicates.setdefault(group.name, []).append(group)

    @cached_property
    def subgroups(self) -> dict[str, list[str]]:
        """The subgroups of each group, except those that do not exist."""
        return {
            name: [sub.name for sub in group.subgroups if sub.name in self.groups]
            for name, group in self.groups.items()
        }

    @cached_property
    def order(self) -> list[list[str]]:
        """The groups as lists, each after its subgroups; all groups of a cycle are in one list."""
        return list(components(self.subgroups))

    @cached_property
    def cycles(self) -> list[list[str]]:
        """Cycles of groups that contain each other; each begins with its first group."""
        number = {name: index for index, name in enumerate(self.groups)}
        found = [
            _cycle(set(names), self.subgroups, number)
            for names in self.order
            if len(names) > 1 or names[0] in self.subgroups[names[0]]
        ]
        return sorted(found, key=lambda cycle: number[cycle[0]])

    @cached_property
    def cyclic(self) -> frozenset[str]:
        """The groups in a cycle."""
        return frozenset(name for cycle in self.cycles for name in cycle)

    def with_containing(self, names: Iterable[str]) -> frozenset[str]:
        """Return some groups, and all groups that contain one of them directly or indirectly."""
        containing: dict[str, list[str]] = {}
        for name, inside in self.subgroups.items():
            for sub in inside:
                containing.setdefault(sub, []).append(name)
        found = set(names)
        waiting = list(found)
        while waiting:
            new = [name for name in containing.get(waiting.pop(), ()) if name not in found]
            found.update(new)
            waiting += new
        return frozenset(found)


def _cycle(
    names: set[str], inside: Mapping[str, Iterable[str]], number: Mapping[str, int]
) -> list[str]:
    """Return a cycle among groups that all contain each other, beginning with the first group."""
    walked: dict[str, int] = {}
    name = min(names, key=number.__getitem__)
    while name not in walked:
        walked[name] = len(walked)
        name = next(sub for sub in inside[name] if sub in names)
    cycle = list(walked)[walked[name] :]
    first = cycle.index(min(cycle, key=number.__getitem__))
    return cycle[first:] + cycle[:first]
