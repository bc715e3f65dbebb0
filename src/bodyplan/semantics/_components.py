"""Strongly connected components of a dependency graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def components(graph: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Yield the strongly connected components, each after all components that it depends on.

    A name that is not in a cycle with other names is a component of its own. The run time is linear
    in the size of the graph, without recursion.

    Args:
        graph: for each name, the names that it depends on; those without an entry are ignored.

    Source: Tarjan, Depth-first search and linear graph algorithms, 1972.
    """
    order = dict.fromkeys(graph, 0)  # 0: not visited
    settled = len(order) + 1  # larger than every visit number
    count = 0
    unsettled: list[str] = []
    for start in graph:
        if order[start]:
            continue
        count += 1
        order[start] = count
        unsettled.append(start)
        stack = [(start, iter(graph[start]))]
        # for each entry of the stack, the smallest visit number of a name that is reachable from it
        # and not yet in a component
        lowest = [count]
        while stack:
            name, rest = stack[-1]
            low = lowest[-1]
            for following in rest:
                number = order.get(following, settled)
                if not number:
                    count += 1
                    order[following] = count
                    unsettled.append(following)
                    lowest[-1] = low
                    stack.append((following, iter(graph[following])))
                    lowest.append(count)
                    break
                low = min(low, number)
            else:
                stack.pop()
                lowest.pop()
                if low < order[name]:
                    lowest[-1] = min(lowest[-1], low)
                    continue
                cycle: list[str] = []
                while not cycle or cycle[-1] != name:
                    cycle.append(unsettled.pop())
                    order[cycle[-1]] = settled
                yield cycle
