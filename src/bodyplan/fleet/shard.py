"""A part of many files, selected by path, so that machines divide files without communicating."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import NamedTuple


class Shard(NamedTuple):
    """The K-th of N parts of many files.

    The part to which a file belongs is computed from its path relative to the command-line argument
    under which it was found. The part does not depend on the order of files, on other files, or on
    the location of the folder.

    Args:
        number: the number of the part, from 1.
        total: the number of parts.
    """

    number: int
    total: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Return the part with the text ``K/N``.

        Raises:
            ValueError: the text does not have this form, or K is not from 1 to N.
        """
        found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
        if not found:
            raise ValueError(f"expected K/N, such as 3/100, got '{text}'")
        number, total = int(found[1]), int(found[2])
        if not 1 <= number <= total:
            raise ValueError(f"the shard {number}/{total} does not exist; K is from 1 to N")
        return cls(number, total)

    def has(self, path: str) -> bool:
        """Return whether a file belongs to this part.

        Args:
            path: the path relative to its argument, with "/" between folders.
        """
        digest = blake2b(path.encode("utf-8", "surrogateescape"), digest_size=8).digest()
        return int.from_bytes(digest) % self.total == self.number - 1
