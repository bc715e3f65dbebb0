"""What depends on what, and where that leads in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def components(graph: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """The names in sets, each set behind all that its names depend on.

    Names are in one set when each depends on all others, so a name that is in no circle is alone.
    One that depends on itself is alone as well. Linear, and not recursive.

    Args:
        graph: for each name the names it depends on; those without an entry are passed over.

    Source: Tarjan, Depth-first search and linear graph algorithms, 1972.
    """
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}  # the earliest name that a name leads to, among the unsettled
    unsettled: list[str] = []
    settled: set[str] = set()
    for start in graph:
        if start in order:
            continue
        order[start] = lowest[start] = len(order)
        unsettled.append(start)
        stack = [(start, iter(graph[start]))]
        while stack:
            name, rest = stack[-1]
            for following in rest:
                if following not in graph or following in settled:
                    continue
                if following not in order:
                    order[following] = lowest[following] = len(order)
                    unsettled.append(following)
                    stack.append((following, iter(graph[following])))
                    break
                lowest[name] = min(lowest[name], order[following])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    lowest[above] = min(lowest[above], lowest[name])
                if lowest[name] == order[name]:
                    circle: list[str] = []
                    while not circle or circle[-1] != name:
                        circle.append(unsettled.pop())
                    settled.update(circle)
                    yield circle
