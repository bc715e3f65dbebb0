"""Suggestions of similar names, at a bounded cost."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 100  # characters; the time to compare grows with their square, and nobody types more
_SHORTEST, _MOST = 3, 3  # characters of a part of a name, and names that it may stand for
_COMPARISONS = 50_000  # of two names, in one document: about a second


class Budget:
    """Finds similar names until the budget of a document is used up, then none.

    Args:
        comparisons: the maximum number of comparisons of two names.
    """

    __slots__ = ("_found", "left")

    def __init__(self, comparisons: int = _COMPARISONS) -> None:
        self.left = comparisons
        self._found: dict[tuple[str, int, tuple[str, ...]], list[str]] = {}

    def near(self, word: str, known: Collection[str], *, limit: int = 3) -> list[str]:
        """Return the result of ``near``, computed once for the same arguments."""
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
        """Reserve comparisons from the budget; return False if it does not have enough."""
        if comparisons > self.left:
            return False
        self.left -= comparisons
        return True


def near(word: str, known: Iterable[str], *, limit: int = 3) -> list[str]:
    """Return similar known names, best first, ignoring case and separators."""
    if len(word) > _LONGEST:
        return []
    from difflib import get_close_matches  # costs milliseconds, and is only needed for errors

    plain: dict[str, str] = {}
    for name in known:
        if len(name) <= _LONGEST:
            plain.setdefault(_plain(name), name)
    meant = _plain(word)
    found = get_close_matches(meant, plain, n=max(limit, _MOST), cutoff=0.7)
    if len(meant) > _SHORTEST:  # the end of a name is forgotten more often than its beginning
        found.sort(key=lambda name: not name.startswith(meant))
    found = found[:limit]
    if not found:  # letters in another order, in a short name
        letters = sorted(_plain(word))
        found = [name for name in plain if sorted(name) == letters][:limit]
    return [plain[match] for match in found]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint with the most similar known names, else the few that contain the name, or None."""
    names = list(known)
    names = near(word, names) or _holding(word, names)
    if not names:
        return None
    return "did you mean " + " or ".join(repr(name) for name in names) + "?"


def is_alike(name: str, other: str) -> bool:
    """Return whether two names are similar apart from the words that both have.

    `arm_description` and `leg_description` are not, although most of their letters are equal.
    """
    words, others = _WORD.findall(name), _WORD.findall(other)
    own = "_".join(word for word in words if word not in others)
    its = "_".join(word for word in others if word not in words)
    return not own or did_you_mean(own, [its]) is not None


def _holding(word: str, known: list[str]) -> list[str]:
    """Return the known names that contain this one, or none if there are many."""
    part = _plain(word)
    if len(part) < _SHORTEST:
        return []
    found = [name for name in known if len(name) <= _LONGEST and part in _plain(name)]
    return found if len(found) <= _MOST else []


def _plain(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "").replace(" ", "")
