"""Deterministic mutations of real URDF files, by surgery on their text.

Each family registers its kinds in `text.KINDS`; `mutations` applies them in an
order that the seed and the file's name decide. No XML library takes part, so
everything but the mutated place stays as the file's author wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from . import joints, links, numbers, structure, versions, xml
from .text import KINDS, Doc, with_version

__all__ = ["KINDS", "Mutation", "mutations"]

_FAMILIES = (structure, numbers, joints, links, versions, xml)  # imported for their kinds
_OTHER_VERSION = 0.2  # share of mutations that also get a version attribute


@dataclass(frozen=True, slots=True)
class Mutation:
    """One mutated file.

    Attributes:
        family: the group of its kind, such as ``"limit"``.
        kind: what was done, such as ``"bounded: inverted in 1.2"``.
        source: the name of the file it was made from.
        data: the bytes of the mutated file.
    """

    family: str
    kind: str
    source: str
    data: bytes

    @property
    def name(self) -> str:
        """Source, family and kind in one line, for test reports."""
        return f"{self.source}: {self.family}: {self.kind}"


def mutations(
    source: Path | bytes, seed: int, count: int, *, name: str | None = None
) -> Iterator[Mutation]:
    """Up to `count` mutations of one file, each of another kind as long as kinds last.

    The same arguments always give the same mutations. A mutation that would leave
    the file as it is, or that finds nothing to work on, is skipped.

    Args:
        source: the file, or its bytes.
        seed: decides which kinds come first and where they strike.
        count: how many to give; fewer only if nothing applies in two rounds.
        name: the file's name in `Mutation.source`; by default the path's last part.
    """
    data = source if isinstance(source, bytes) else source.read_bytes()
    label = name or ("bytes" if isinstance(source, bytes) else source.name)
    doc = Doc(data, label)
    if not any(element.attributes for element in doc.elements):
        return
    random = Random(f"{label}:{seed}")
    given = dull = 0
    while given < count and dull < 2:
        order = random.sample(KINDS, len(KINDS))
        dull += 1
        for kind in order:
            if given >= count:
                return
            made = kind.apply(doc, random)
            if made is None:
                continue
            label_of_kind = kind.name
            if isinstance(made, str):
                if kind.any_version and random.random() < _OTHER_VERSION:
                    version = random.choice(("1.1", "1.2", "1.2"))
                    made = with_version(made, version)
                    label_of_kind += f" [version {version}]"
                made = made.encode("latin-1")
            if made == data:
                continue
            dull = 0
            given += 1
            yield Mutation(kind.family, label_of_kind, label, made)
