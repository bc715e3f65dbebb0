"""Near names: what the author may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def near(word: str, known: Iterable[str], *, limit: int = 3) -> list[str]:
    """Known words that look like this one, best first; without regard to case and separators."""
    from difflib import get_close_matches  # costs milliseconds, needed for faults only

    plain: dict[str, str] = {}
    for name in known:
        plain.setdefault(_plain(name), name)
    return [plain[match] for match in get_close_matches(_plain(word), plain, n=limit, cutoff=0.7)]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the nearest known words, or nothing."""
    names = near(word, known)
    if not names:
        return None
    return "did you mean " + " or ".join(repr(name) for name in names) + "?"


def _plain(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "").replace(" ", "")
