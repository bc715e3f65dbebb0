"""Near names: what the author may have meant, at a bounded price."""

from __future__ import annotations

from collections.abc import Collection, Iterable

_LONGEST = 100  # characters; the time to compare grows with their square, and nobody types more
_SHORTEST, _MOST = 3, 3  # characters of a part of a name, and names that it may stand for
_COMPARISONS = 50_000  # of two names, in one document: about a second


class Budget:
    """Looks for near names until what one document may cost is used up; then finds none.

    Args:
        comparisons: how many comparisons of two names may be made.
    """

    __slots__ = ("_found", "left")

    def __init__(self, comparisons: int = _COMPARISONS) -> None:
        self.left = comparisons
        self._found: dict[tuple[str, int, tuple[str, ...]], list[str]] = {}

    def near(self, word: str, known: Collection[str], *, limit: int = 3) -> list[str]:
        """What ``near`` finds; the same question is worked out, and paid for, once."""
        key = (word, limit, tuple(known)) if len(known) <= _LONGEST else None
        found = self._found.get(key) if key is not None else None
        if found is None:
            if not self.spend(len(known)):
                return []
            found = near(word, known, limit=limit)
            if key is not None:
                self._found[key] = found
        return found

    def spend(self, comparisons: int) -> bool:
        """Takes so many comparisons out of the budget; False where it does not hold as many."""
        if comparisons > self.left:
            return False
        self.left -= comparisons
        return True


def near(word: str, known: Iterable[str], *, limit: int = 3) -> list[str]:
    """Known words that look like this one, best first; without regard to case and separators."""
    if len(word) > _LONGEST:
        return []
    from difflib import get_close_matches  # costs milliseconds, needed for faults only

    plain: dict[str, str] = {}
    for name in known:
        if len(name) <= _LONGEST:
            plain.setdefault(_plain(name), name)
    found = get_close_matches(_plain(word), plain, n=limit, cutoff=0.7)
    if not found:  # letters in another order, in a short name
        letters = sorted(_plain(word))
        found = [name for name in plain if sorted(name) == letters][:limit]
    return [plain[match] for match in found]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the nearest known words, else those few that hold the word; or nothing."""
    names = list(known)
    names = near(word, names) or _holding(word, names)
    if not names:
        return None
    return "did you mean " + " or ".join(repr(name) for name in names) + "?"


def _holding(word: str, known: list[str]) -> list[str]:
    """The known words that this one is a part of; none where it is a part of many."""
    part = _plain(word)
    if len(part) < _SHORTEST:
        return []
    found = [name for name in known if len(name) <= _LONGEST and part in _plain(name)]
    return found if len(found) <= _MOST else []


def _plain(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "").replace(" ", "")
