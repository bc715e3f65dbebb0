"""Near names among many: what the author may have meant, at a bounded price."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bodyplan.diag import near

_BUDGET = 500_000  # comparisons of two names; a hostile file must not buy more


class Nearest:
    """Looks for near names until the budget of one document is used up."""

    def __init__(self) -> None:
        self._left = _BUDGET

    def can(self, known: Collection[str]) -> bool:
        """Whether the budget allows a look at so many names."""
        return len(known) <= self._left

    def __call__(self, word: str, known: Collection[str]) -> str | None:
        """The known name most like a word; None when there is none, or no budget left."""
        if not self.can(known):
            return None
        self._left -= len(known)
        found = next(iter(near(word, known, limit=1)), None)
        if found is None:  # two letters swapped in a short name
            letters = sorted(word)
            found = next((name for name in known if sorted(name) == letters), None)
        return found


def listed(names: Sequence[str], limit: int = 10) -> str:
    """Names in quotes, at most so many, and how many more there are."""
    shown = ", ".join(repr(name) for name in names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"
