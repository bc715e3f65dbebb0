"""Prints how long the way into a verb is: frames, modules, and calls from lower to higher layers.

    python tools/way_in.py check sample:arm

Layers are those of the import contract in ``pyproject.toml``. A call counts where the function that
is called is in a higher layer than the one that calls it.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import sys
import tomllib
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
RULE = "bodyplan.lint.rules.robot."
"""The modules of the rules on the hub."""


def layers() -> dict[str, int]:
    """Return the number of each package in the import contract, 0 for the lowest."""
    table = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        one for one in table["tool"]["importlinter"]["contracts"] if one["type"] == "layers"
    )
    found: dict[str, int] = {}
    for number, names in enumerate(reversed(contract["layers"])):
        found |= dict.fromkeys((name.strip() for name in names.split("|")), number)
    return found


class Counts:
    """What a profiler sees of our own functions."""

    def __init__(self) -> None:
        self.layers = layers()
        self.upward: Counter[tuple[str, str]] = Counter()
        self.frames = 0
        """The most frames of ours when a rule on the hub is called."""

    def layer(self, name: str) -> int:
        """Return the layer of a module; -1 for one of others."""
        return self.layers.get(".".join(name.split(".")[:2]), -1)

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Take one event."""
        if event != "call":
            return
        name = str(frame.f_globals.get("__name__", ""))
        own = self.layer(name)
        if (
            own < 0 or not frame.f_code.co_flags & inspect.CO_OPTIMIZED
        ):  # the body of a module or class
            return
        if not self.frames and name.startswith(RULE):
            self.frames = sum(self.layer(one) >= 0 for one in _modules_above(frame))
        caller = next((one for one in _modules_above(frame.f_back) if self.layer(one) >= 0), "")
        if caller and self.layer(caller) < own:
            self.upward[caller, name] += 1


def _modules_above(frame: FrameType | None) -> list[str]:
    names: list[str] = []
    while frame is not None:
        names.append(str(frame.f_globals.get("__name__", "")))
        frame = frame.f_back
    return names


def main() -> None:
    """Run the verb that the command line names, and print the figures."""
    from bodyplan.cli import main as run

    counts = Counts()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        sys.setprofile(counts)
        run(sys.argv[1:])
        sys.setprofile(None)
    modules = sum(name.partition(".")[0] == "bodyplan" for name in sys.modules)
    print(f"frames before the first rule on the hub: {counts.frames}")
    print(f"modules: {modules}")
    print(f"calls from a lower to a higher layer: {sum(counts.upward.values())}")
    for (caller, called), count in counts.upward.most_common(10):
        print(f"  {count:6} {caller} -> {called}")


if __name__ == "__main__":
    main()
