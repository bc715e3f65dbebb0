"""How many mutations of each family the oracle accepts and refuses.

Run from the repository root: ``python -m tests.oracles.mutations [count a file] [seed]``.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from ..urdfdom import example_robots, verdicts  # noqa: TID252 - holds however tests are imported
from . import KINDS, Mutation, mutations


def report(count: int = 44, seed: int = 1) -> str:
    """The table of families with accepted and refused counts, and the totals.

    Args:
        count: mutations for each example robot.
        seed: as in `mutations`.
    """
    started = time.perf_counter()
    made: list[Mutation] = [m for path in example_robots() for m in mutations(path, seed, count)]
    built = time.perf_counter()
    accepted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    crashed: Counter[str] = Counter()
    for mutation, verdict in zip(made, verdicts(m.data for m in made), strict=True):
        (accepted if verdict.accepted else refused)[mutation.family] += 1
        crashed[mutation.family] += verdict.crashed
    ended = time.perf_counter()
    lines = [f"{'family':28}{'accepted':>10}{'refused':>10}{'crashed':>10}"]
    lines += [
        f"{family:28}{accepted[family]:10}{refused[family]:10}{crashed[family] or '':>10}"
        for family in sorted({kind.family for kind in KINDS})
    ]
    lines.append(
        f"{'total':28}{accepted.total():10}{refused.total():10}{crashed.total() or '':>10}"
    )
    used = len({(m.family, m.kind.split(" [version")[0]) for m in made})
    lines.append(
        f"{len(made)} mutations of {used} kinds (of {len(KINDS)}), made in {built - started:.1f} s, "
        f"asked in {ended - built:.1f} s"
    )
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:3])))
