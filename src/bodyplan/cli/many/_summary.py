"""The summary of a run over many files."""

from __future__ import annotations

import sys
import time
from collections import Counter
from heapq import heappush, heapreplace

from bodyplan.cli.many._answer import Answer, status_of
from bodyplan.core import plural
from bodyplan.core.names import visible
from bodyplan.fleet import BatchResult

_MOST = 5
"""The maximum number of codes, of slow files and of failures that are listed."""


class Summary:
    """Counts results, in constant memory."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._statuses: Counter[str] = Counter()
        self._codes: Counter[str] = Counter()
        self._slowest: list[tuple[float, str]] = []
        self._failures: list[str] = []

    def add(self, name: str, result: BatchResult) -> None:
        """Count the result of one file."""
        status = status_of(result)
        self._statuses[status] += 1
        reason = result.reason
        if isinstance(result.value, Answer):
            self._codes.update(result.value.codes)
            reason = reason or result.value.reason
        take = heappush if len(self._slowest) < _MOST else heapreplace
        if take is heappush or result.seconds > self._slowest[0][0]:
            take(self._slowest, (result.seconds, name))
        if status not in {"ok", "problems"} and len(self._failures) < _MOST:
            text = reason if name in reason else f"{name}: {reason}"
            self._failures.append(f"{status}: {text}")

    def write(self) -> None:
        """Write the summary to standard error."""
        total = sum(self._statuses.values())
        seconds = time.monotonic() - self._start
        counts = ", ".join(f"{count:,} {name}" for name, count in self._statuses.most_common())
        lines = [f"{plural(total, 'file')} in {seconds:.1f} s{': ' * bool(counts)}{counts}"]
        if self._codes:
            found = self._codes.most_common(_MOST)
            lines.append("most frequent: " + ", ".join(f"{code} {n:,}" for code, n in found))
        if total > 1:
            slow = sorted(self._slowest, reverse=True)
            lines.append("slowest: " + ", ".join(f"{name} {one:.2g} s" for one, name in slow))
        lines += self._failures
        failed = sum(n for name, n in self._statuses.items() if name not in {"ok", "problems"})
        if failed > len(self._failures):
            lines.append(f"and {failed - len(self._failures):,} more failures")
        sys.stdout.flush()
        for line in lines:
            sys.stderr.write(f"{visible(line)}\n")
