"""Deterministic mutations of the SDFormat files in `bases`, by surgery on their text.

Each module registers its kinds in `kinds.KINDS`; `mutations` applies them in an order that the seed
and the file's name decide. Included files stay as they are: `bases` is the folder to read in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.oracles.mutations.text import Doc

from . import markup, names, values
from .kinds import KINDS

__all__ = ["BASES", "KINDS", "Mutation", "bases", "mutations"]

_FAMILIES = (markup, names, values)  # imported for their kinds
BASES = Path(__file__).parent / "bases"


@dataclass(frozen=True, slots=True)
class Mutation:
    """One mutated file.

    Attributes:
        kind: what was done, such as ``"drop an attribute"``.
        number: of the mutations of one file.
        source: the name of the file it was made from.
        data: the bytes of the mutated file.
    """

    kind: str
    number: int
    source: str
    data: bytes

    @property
    def name(self) -> str:
        """Source, number and kind in one line, for test reports."""
        return f"{self.source} {self.number}: {self.kind}"


def bases() -> list[Path]:
    """The files that mutations are made from, all of which libsdformat 12 accepts."""
    return sorted(BASES.glob("*.sdf"))


def mutations(source: Path, seed: int, count: int) -> Iterator[Mutation]:
    """So many mutations of one file, the kinds in turn, each time in another order.

    The same arguments always give the same mutations. One that would leave the file as it is, or
    that finds nothing to work on, is skipped.
    """
    doc = Doc(source.read_bytes(), source.name)
    random = Random(f"{source.name}:{seed}")
    given = dull = 0
    while given < count and dull < 3:
        dull += 1
        for name, make in random.sample(sorted(KINDS.items()), len(KINDS)):
            made = make(doc, random)
            if made is None or made == doc.text:
                continue
            if given >= count:
                return
            dull = 0
            given += 1
            yield Mutation(name, given, source.name, made.encode("latin-1"))
