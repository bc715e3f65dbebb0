"""The start of the process that expands: ``python -I -S __main__.py``."""

from __future__ import annotations

import os
import sys
from types import ModuleType


def start() -> None:
    """Expands what the parent process asks for.

    The packages around this one are made empty: what stands in them is not needed here, and
    loading it would take longer than most expansions.
    """
    folder = os.path.dirname(os.path.abspath(__file__))
    name = "bodyplan.formats.xacro.worker"
    while name:
        module = ModuleType(name)
        module.__path__ = [folder]
        sys.modules[name] = module
        folder = os.path.dirname(folder)
        name = name.rpartition(".")[0]
    from bodyplan.formats.xacro.worker.run import main

    main()


if __name__ == "__main__":
    start()
