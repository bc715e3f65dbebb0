"""Names and texts in messages: truncation, escapes, and similar names at a bounded cost."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 100  # limit on characters; the time of a comparison grows with their square
# how long a part of a name must be to search for it, and how many names may contain it
_SHORTEST, _MOST = 3, 3
_COMPARISONS = 50_000  # limit on comparisons of two names for one document: about a second


class Budget:
    """Finds similar names until the budget of a document is used up.

    Args:
        comparisons: the maximum number of comparisons of two names.
    """

    __slots__ = ("_found", "left")

    def __init__(self, comparisons: int = _COMPARISONS) -> None:
        self.left = comparisons
        self._found: dict[tuple[str, int, tuple[str, ...]], list[str]] = {}

    def near(self, word: str, known: Collection[str], *, limit: int = 3) -> list[str]:
        """Return the result of ``near``, cached for short lists; empty if the budget is used up."""
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
        """Reserve comparisons from the budget; return False if too few are left."""
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
    if len(meant) > _SHORTEST:  # the end of a name is omitted more often than its beginning
        found.sort(key=lambda name: not name.startswith(meant))
    found = found[:limit]
    if not found:  # for a short name: the same letters in another order
        letters = sorted(_plain(word))
        found = [name for name in plain if sorted(name) == letters][:limit]
    return [plain[match] for match in found]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint with the most similar known names, else with the few that contain the name.

    Return None without such names.
    """
    names = list(known)
    names = near(word, names) or _holding(word, names)
    if not names:
        return None
    return "did you mean " + " or ".join(repr(name) for name in names) + "?"


def is_alike(name: str, other: str) -> bool:
    """Return whether two names are similar after removing the words that they share.

    For example, `arm_description` and `leg_description` are not similar, although most letters are
    equal.
    """
    words, others = _WORD.findall(name), _WORD.findall(other)
    own = "_".join(word for word in words if word not in others)
    its = "_".join(word for word in others if word not in words)
    return not own or did_you_mean(own, [its]) is not None


def _holding(word: str, known: list[str]) -> list[str]:
    """Return the known names that contain a name; empty if there are too many."""
    part = _plain(word)
    if len(part) < _SHORTEST:
        return []
    found = [name for name in known if len(name) <= _LONGEST and part in _plain(name)]
    return found if len(found) <= _MOST else []


def _plain(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "").replace(" ", "")


MOST_SHOWN = 80
"""The largest number of characters of a value or a name in a message."""


def shown(text: str, most: int = MOST_SHOWN) -> str:
    """Truncate a text for a message, with dots at the end."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quoted(text: str, most: int = MOST_SHOWN) -> str:
    """Quote a text for a message, truncated if it is too long."""
    return repr(shown(text, most))


COMMANDS = re.compile(r"(?<!\S):(?=:\w)|#(?=#\w*\[)")
"""The first character of a command that a CI service would execute from its log.

GitHub recognizes ``::error::`` at the beginning of a line, also after blanks. ``##[error]``, and
``##vso[...]`` and ``##teamcity[...]`` of other services, are recognized anywhere in a line.
"""


def visible(text: str) -> str:
    """Escape invisible characters in a text, and commands of CI services in a log.

    Invisible characters are control characters, whitespace other than the space, marks that change
    the writing direction, and bytes that are not valid in the encoding. In the content of a file,
    they could hide or forge output.
    """
    if not text.isprintable():
        text = "".join(map(visible_character, text))
    return COMMANDS.sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    return _short(ord(found[0]))


def visible_lines(text: str) -> str:
    """Escape invisible characters and commands in each line of a text, except tabs."""
    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))


def visible_character(character: str) -> str:
    """Return a character, or its escape if it is invisible."""
    if character.isprintable():
        return character
    code = ord(character)
    if 0xDC00 <= code <= 0xDCFF:  # a byte that could not be decoded
        code -= 0xDC00
    return character.encode("unicode_escape").decode() if code > 0xFF else _short(code)


def _short(code: int) -> str:
    return {9: "\\t", 10: "\\n", 13: "\\r"}.get(code, f"\\x{code:02x}")


def numbers(values: Iterable[float]) -> str:
    """Format numbers as in an attribute: separated by spaces, with at most ten digits."""
    return " ".join(f"{value:.10g}" for value in values)


def length(metres: float) -> str:
    """Return a length with its unit: "0.35 m", "2.1 mm", "12,000 m"."""
    if 0.0 < abs(metres) < 0.01:
        return f"{1000.0 * metres:.3g} mm"
    return f"{metres:,.0f} m" if abs(metres) >= 1000.0 else f"{metres:.3g} m"


def plural(count: int, word: str, words: str | None = None) -> str:
    """Return a count with its noun: "1 link", "1,200 links".

    Args:
        count: the number.
        word: the noun in the singular.
        words: the plural, if it is not the singular with an s.
    """
    return f"{count:,} {word if count == 1 else words or word + 's'}"


def listed(parts: Iterable[str], most: int = 10) -> str:
    """Return a list as text: "a, b and c", or "a, b and 8 more".

    Args:
        parts: the entries of the list.
        most: the largest number of entries that are written.
    """
    words = list(parts)
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most:,} more"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


V = TypeVar("V")

_LISTED = 20
"""The largest number of names in a message; further names are counted."""
_COMPARED = 5_000
"""The largest number of known names among which similar names are searched."""


def first_of(names: Iterable[str], count: int) -> str:
    """Return the first names as text, and how many of ``count`` names are not in it."""
    listed = list(islice(names, _LISTED))
    more = count - len(listed)
    return ", ".join(listed) + (f" and {more} more" if more else "")


class UnknownNameError(KeyError):
    """The name is unknown; the message suggests known names.

    Args:
        what: the kind of thing, such as "link".
        name: the name.
        known: the known names.
        where: the beginning of the message, such as "robot 'panda'".
        hint: a hint that replaces the suggestions, such as what else has this name.
    """

    def __init__(
        self, what: str, name: str, known: Collection[str], where: str = "", hint: str = ""
    ) -> None:
        super().__init__(name)
        self.hint = hint
        self.what = what
        self.name = name
        self.known = known
        self.where = where

    def __str__(self) -> str:
        asked: object = self.name
        if not isinstance(asked, str):
            message = f"{self.where} has no {self.what} {asked!r}".lstrip()
            return f"{message}; pass its name as a string"
        message = f"{self.where} has no {self.what} {quoted(self.name)}".lstrip()
        if self.hint:
            return f"{message}; {self.hint}"
        if not self.known:
            return f"{message}; it has none"
        hint = did_you_mean(self.name, self.known) if len(self.known) <= _COMPARED else None
        if hint is not None:
            return f"{message}; {hint}"
        return f"{message}; it has {first_of(map(quoted, self.known), len(self.known))}"


class Named(Mapping[str, V]):
    """Values by name, in order. The error for an unknown name suggests known names.

    Args:
        what: the kind of values, such as "group".
        values: the values by name.
        where: the owner of the values, such as "robot 'panda'".
    """

    __slots__ = ("_values", "_what", "_where")

    def __init__(self, what: str, values: Mapping[str, V], where: str = "") -> None:
        self._what = what
        self._values = dict(values)
        self._where = where

    def __getitem__(self, name: str) -> V:
        try:
            return self._values[name]
        except KeyError:
            raise UnknownNameError(self._what, str(name), self._values, self._where) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __repr__(self) -> str:
        return f"<{len(self)} by name: {first_of(self._values, len(self))}>"
