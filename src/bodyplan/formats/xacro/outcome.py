"""From the messages of the process that expands to the expansion."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bodyplan.formats.xacro.expansion import (
    Argument,
    Call,
    Definition,
    Expansion,
    Fault,
    Origin,
    SourceFile,
)
from bodyplan.formats.xacro.limits import XacroLimits
from bodyplan.formats.xacro.serving import Served, Serving
from bodyplan.text import over
from bodyplan.text import parse as parse_xml

MOST_CALLS = 100
"""Calls of a chain that are told; of a longer one the first and the last half."""


class Outcome:
    """Puts together what the process answered and what it was given.

    Args:
        answer: its last message.
        serving: the files it was given.
        name: of the main file.
        limits: the caps that were in force.
    """

    def __init__(
        self, answer: dict[str, Any], serving: Serving, name: str, limits: XacroLimits
    ) -> None:
        self.answer = answer
        self.serving = serving
        self.name = name
        self.limits = limits
        self.chains = _chains(answer.get("chains", ()))

    def expansion(self, text: bytes, seconds: float) -> Expansion:
        """The whole.

        Args:
            text: the expanded text.
            seconds: how long it took.
        """
        answer, serving = self.answer, self.serving
        fault = answer.get("fault")
        return Expansion(
            text=None if fault is not None else text.decode(),
            origins=tuple(map(self._origin, answer.get("origins", ()))),
            files=tuple(map(self._file, serving.files)),
            read=tuple(map(Path, serving.yaml)),
            fault=None if fault is None else self._fault(fault),
            warnings=tuple(map(self._fault, answer.get("warnings", ()))),
            arguments=tuple(self._arguments()),
            macros=self._definitions("macros"),
            properties=self._definitions("properties"),
            packages=tuple(serving.packages.values()),
            environment=tuple(answer.get("environment", ())),
            outside=tuple(map(Path, serving.outside)),
            set_elsewhere={
                (number, attribute): self._known(origin)
                for number, attribute, origin in answer.get("elsewhere", ())
            },
            seconds=seconds,
        )

    def _known(self, origin: tuple[int, int, int]) -> Origin:
        file, element, chain = origin
        return Origin(file, element, self.chains[chain] if chain < len(self.chains) else ())

    def _origin(self, origin: tuple[int, int, int] | None) -> Origin | None:
        return None if origin is None else self._known(origin)

    def _file(self, served: Served) -> SourceFile:
        path = None if served.path is None else Path(served.path)
        if served is self.serving.files[0]:
            return SourceFile(self.name, path, served.data)
        shown = served.path or ""
        if not os.path.isabs(self.name):
            shown = shown.removeprefix(os.path.join(os.getcwd(), ""))
        return SourceFile(shown, path, served.data, self._origin(served.asked))

    def _fault(self, told: dict[str, Any]) -> Fault:
        """A fault or warning."""
        kind, message, byte = told["kind"], told["message"], told.get("byte")
        cap = getattr(self.limits, told.get("name", ""), None) if kind == "limit" else None
        if cap is not None and "over the limit" not in message:
            message = f"{message}: {over(told['name'], cap)}"
        origin = self._origin(told.get("origin"))
        if origin is not None and told.get("calls"):  # from a process that could tell no more
            origin = origin._replace(calls=tuple(Call(*call) for call in told["calls"]))
        if kind == "syntax" and origin is not None:
            fault = parse_xml(self.serving.files[origin.file].data).fault
            if fault is not None:  # the same, in the words that other files are told it in
                message, byte = fault.message, fault.byte
            elif message == "unbound prefix":
                message = "the prefix of the tag or of an attribute is not declared with xmlns"
        return Fault(
            kind=kind,
            message=message,
            origin=origin,
            attribute=told.get("attribute"),
            byte=byte,
            name=told.get("name", ""),
            known=tuple(told.get("known", ())),
            expression=told.get("expression", ""),
            needed_by=self._origin(told.get("needed_by")),
        )

    def _arguments(self) -> Iterable[Argument]:
        given, reads = self.answer.get("given", {}), self.answer.get("reads", {})
        declared = set()
        for entry in self.answer.get("arguments", ()):
            name = entry["name"]
            declared.add(name)
            yield Argument(
                name,
                entry["default"],
                entry["value"],
                self._known(entry["origin"]),
                name in given,
                reads.get(name, 0),
            )
        for name, value in given.items():
            if name not in declared:
                yield Argument(name, None, value, None, True, reads.get(name, 0))

    def _definitions(self, what: str) -> tuple[Definition, ...]:
        return tuple(
            Definition(
                entry["name"],
                self._known(entry["origin"]),
                entry["uses"],
                entry.get("parameters", ""),
            )
            for entry in self.answer.get(what, ())
        )


def _chains(told: Iterable[tuple[int, str, int, int]]) -> list[tuple[Call, ...]]:
    """The chains of calls by their numbers: each goes on from one before it; 0 is empty."""
    made: list[tuple[Call, ...]] = []
    for parent, macro, file, element in told:
        if not made:
            made.append(())
            continue
        chain = made[parent]
        if len(chain) == MOST_CALLS:
            chain = (*chain[: MOST_CALLS // 2], *chain[MOST_CALLS // 2 + 1 :])
        made.append((*chain, Call(macro, file, element)))
    return made or [()]
