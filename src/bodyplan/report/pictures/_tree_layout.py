"""The positions of the boxes of a tree: as close as possible without touching, in linear time.

The method of Reingold and Tilford ("Tidier drawings of trees", 1981), for boxes of different
sizes and without recursion: every subtree has an outline level by level, subtrees are pushed
together until their outlines are a gap apart, and a parent is centred above its children.
Two outlines are compared only down to the depth of the shallower one, which makes the total time
linear.
"""

from __future__ import annotations

from collections.abc import Sequence


class _Outline:
    """The first and last coordinate of a subtree at each level; the top level is last in the lists.

    The true coordinates are the values of a list plus its shift; moving a whole subtree changes
    only the shift, in constant time.
    """

    __slots__ = ("first", "first_shift", "last", "last_shift")

    def __init__(self) -> None:
        self.first: list[float] = []
        self.last: list[float] = []
        self.first_shift = 0.0
        self.last_shift = 0.0

    def distance_for(self, other: _Outline, gap: float) -> float:
        """Return how far another subtree must move to be placed after this one."""
        levels = range(1, min(len(self.last), len(other.first)) + 1)
        nearest = max(self.last[-level] - other.first[-level] for level in levels)
        return nearest + self.last_shift - other.first_shift + gap

    def take(self, other: _Outline, distance: float) -> None:
        """Merge the outline of another subtree, moved by a distance.

        The other outline becomes invalid.
        """
        if len(other.last) >= len(self.last):
            self.last, self.last_shift = other.last, other.last_shift + distance
        else:
            change = other.last_shift + distance - self.last_shift
            for level in range(1, len(other.last) + 1):
                self.last[-level] = other.last[-level] + change
        if len(other.first) > len(self.first):
            shift = other.first_shift + distance
            change = self.first_shift - shift
            for level in range(1, len(self.first) + 1):
                other.first[-level] = self.first[-level] + change
            self.first, self.first_shift = other.first, shift

    def put_on_top(self, middle: float, size: float) -> None:
        """Add a box above the middle of the subtree; the middle of the box becomes zero."""
        self.first_shift -= middle
        self.last_shift -= middle
        self.first.append(-size / 2 - self.first_shift)
        self.last.append(size / 2 - self.last_shift)


def tidy(above: Sequence[int | None], sizes: Sequence[float], gap: float) -> list[float]:
    """Return the centre of each box along the axis on which siblings are arranged.

    The smallest edge of all boxes is at 0.

    Args:
        above: the index of the parent of each box; a parent precedes its children; None for a root.
        sizes: the size of each box along this axis.
        gap: minimum distance between two boxes of one level.
    """
    count = len(above)
    # the last entry is a parent of all roots
    children: list[list[int]] = [[] for _ in range(count + 1)]
    for index, parent in enumerate(above):
        children[count if parent is None else parent].append(index)
    offsets = [0.0] * count
    outlines: dict[int, _Outline] = {}
    for index in range(count - 1, -2, -1):
        members = children[index]  # the index -1 is the parent of all roots
        outline = _Outline()
        for number, child in enumerate(members):
            inner = outlines.pop(child)
            if not number:
                outline = inner
            else:
                offsets[child] = outline.distance_for(inner, gap)
                outline.take(inner, offsets[child])
        if index < 0:
            break
        middle = (offsets[members[0]] + offsets[members[-1]]) / 2 if members else 0.0
        for child in members:
            offsets[child] -= middle
        outline.put_on_top(middle, sizes[index])
        outlines[index] = outline
    for index, parent in enumerate(above):
        if parent is not None:
            offsets[index] += offsets[parent]
    edge = min((offsets[i] - sizes[i] / 2 for i in range(count)), default=0.0)
    return [offset - edge for offset in offsets]
