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
    order = dict.fromkeys(graph, 0)  # 0 for a name that nobody came to
    settled = len(order) + 1  # behind all others
    count = 0
    unsettled: list[str] = []
    for start in graph:
        if order[start]:
            continue
        count += 1
        order[start] = count
        unsettled.append(start)
        stack = [(start, iter(graph[start]))]
        lowest = [count]  # for each on the stack, the earliest unsettled name that it leads to
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
                circle: list[str] = []
                while not circle or circle[-1] != name:
                    circle.append(unsettled.pop())
                    order[circle[-1]] = settled
                yield circle
