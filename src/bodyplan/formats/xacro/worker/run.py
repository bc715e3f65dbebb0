"""One expansion: the request is read, the package runs, the answer is sent."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import Any

from bodyplan.formats.xacro.worker import walls
from bodyplan.formats.xacro.worker.channel import Channel
from bodyplan.formats.xacro.worker.guard import Guard
from bodyplan.formats.xacro.worker.hooks import Hooks
from bodyplan.formats.xacro.worker.inventory import Arguments, Inventory
from bodyplan.formats.xacro.worker.origins import Marked, Node, stamp_of
from bodyplan.formats.xacro.worker.reading import Reader
from bodyplan.formats.xacro.worker.symbols import Symbols
from bodyplan.formats.xacro.worker.trace import StopError, Trace

_FRAMES_A_CALL = 14
"""Frames of Python for a macro call inside another, with an ``if`` around it."""


def main() -> None:
    """Expands what the parent process asks for."""
    channel = Channel.of_process()
    request, _ = channel.receive()
    limits: dict[str, int] = request["limits"]
    walls.limit_memory(limits["max_memory"])
    sys.path += request["libraries"]
    sys.setrecursionlimit(1000 + _FRAMES_A_CALL * limits["max_calls"])
    trace = Trace(limits)
    inventory = Inventory()
    try:
        xacro, substitution = _load()
        run = _Run(xacro, substitution, trace, channel, inventory)
    except (ImportError, AttributeError) as error:
        message = f"this version of the xacro package cannot be used: {error}"
        channel.send({"do": "done", "fault": {"kind": "crash", "message": message}})
        return
    sys.dont_write_bytecode = True
    walls.limit_time(limits["max_seconds"], run.out_of_time)
    walls.close((*request["libraries"], os.path.dirname(os.__file__)))
    answer, text = run.expand(request["name"], request["arguments"])
    channel.send({"do": "done", **answer, **run.told()}, text)


def _load() -> tuple[Any, Any]:
    """The package and its module for ``$(...)``, without what is not needed: half of the time."""
    stubs = {"xacro.cli": ModuleType("xacro.cli"), "yaml": ModuleType("yaml")}
    stubs["xacro.cli"].process_args = None  # type: ignore[attr-defined]
    sys.modules.update(stubs)
    xacro = import_module("xacro")
    substitution = import_module("xacro.substitution_args")
    del sys.modules["yaml"]  # whoever needs it gets the true one
    return xacro, substitution


class _Run:
    """The package with our functions in it.

    Args:
        xacro: the package.
        substitution: its module for ``$(...)``.
        trace: where the expansion is.
        channel: the way to the parent process.
        inventory: what is defined and used.
    """

    def __init__(
        self, xacro: Any, substitution: Any, trace: Trace, channel: Channel, inventory: Inventory
    ) -> None:
        self.xacro = xacro
        self.trace = trace
        self.inventory = inventory
        self.arguments = Arguments({}, lambda *_: None)
        Reader(xacro, trace, channel, inventory).install(substitution)
        Hooks(xacro, trace, inventory).install()
        self.symbols = Symbols(xacro, trace, channel, inventory, Guard(trace.limits))
        self.symbols.install(substitution)

    def out_of_time(self) -> None:
        """Ends the expansion at its cap on time.

        Raises:
            StopError: always.
        """
        raise self.trace.over("max_seconds", "the expansion takes too long")

    def expand(self, name: str | None, given: dict[str, str]) -> tuple[dict[str, Any], bytes]:
        """The answer, and the expanded text."""
        self.arguments = Arguments(given, self.symbols.missing_argument)
        try:
            document = self._document(name)
            text = document.toprettyxml(indent="  ")
            if len(text) > self.trace.limits["max_output"]:
                raise self.trace.over("max_output", f"the text has {len(text):,} characters")
            return self._origins(document), text.encode()
        except StopError as stop:
            return {"fault": stop.fault}, b""
        except UnicodeEncodeError as error:
            message = (
                f"the text has the character {error.object[error.start]!a}, which cannot be written"
            )
            return {"fault": self.trace.fault("error", message)}, b""
        except Exception as error:  # noqa: BLE001  (whatever it is, it is told)
            return {"fault": self.trace.told(error)}, b""
        finally:
            walls.end_of_time()

    def _document(self, name: str | None) -> Any:
        """The expanded document."""
        xacro = self.xacro
        if name is not None:
            return xacro.process_file(name, mappings=self.arguments)
        xacro.init_stacks(None)
        document = xacro.parse(None, None)
        xacro.process_doc(document, mappings=self.arguments)
        return document

    def _origins(self, document: Any) -> dict[str, Any]:
        """Where each element came from, and which attributes were set from elsewhere."""
        origins: list[Any] = []
        elsewhere: list[Any] = []
        for number, node in enumerate(_elements(document.documentElement)):
            stamp = stamp_of(node)
            origins.append(stamp and (stamp.file, stamp.element, stamp.chain or 0))
            for name, value in node.attributes.items():
                if isinstance(value, Marked) and value.place.role == "setter":
                    place = value.place
                    elsewhere.append((number, name, (place.file, place.element, value.chain)))
        return {"origins": origins, "elsewhere": elsewhere}

    def told(self) -> dict[str, Any]:
        """What the parent process wants to know, whether or not the expansion failed."""
        inventory, arguments = self.inventory, self.arguments
        declared = [
            {**entry, "value": dict.get(arguments, entry["name"])}
            for entry in inventory.arguments.values()
        ]
        return {
            "chains": self.trace.chains,
            "warnings": list(self.trace.warnings.values()),
            "arguments": declared,
            "given": arguments.given,
            "reads": arguments.reads,
            "macros": list(inventory.macros.values()),
            "properties": list(inventory.properties.values()),
            "environment": list(inventory.environment),
        }


def _elements(root: Node) -> Iterator[Node]:
    """The elements in document order."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [c for c in reversed(node.childNodes) if c.nodeType == c.ELEMENT_NODE]


with suppress(ImportError):  # the decoders of the standard library, before the doors close
    import encodings.utf_8  # noqa: F401
