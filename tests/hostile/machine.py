"""How slow the machine is just now: other programs use the same caches and cores."""

from __future__ import annotations

import time

REFERENCE = 0.1
"""Seconds that the reference work takes on a machine that is not busy otherwise."""
RECENT = 3.0
"""Seconds for which the machine is taken to stay as it is."""


class Slowness:
    """The largest slowness that was seen around and during some work.

    It is how many times longer some work that is always the same takes, in seconds of the
    processor, than on a machine that is not busy otherwise; 1 at least.
    """

    last = (-RECENT, 1.0)
    """When it was measured last, and what was found."""

    def __init__(self) -> None:
        if time.monotonic() - Slowness.last[0] > RECENT:
            Slowness.last = (time.monotonic(), _measured())
        self.largest = Slowness.last[1]

    def measure(self) -> None:
        """Looks again."""
        Slowness.last = (time.monotonic(), _measured())
        self.largest = max(self.largest, Slowness.last[1])


def _measured() -> float:
    start = time.process_time()
    found = {}
    for number in range(100_000):
        found[str(number)] = (number, [str(number), {}])
    assert len(found) == 100_000
    return max(1.0, (time.process_time() - start) / REFERENCE)
