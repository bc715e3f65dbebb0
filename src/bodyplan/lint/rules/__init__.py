"""The rules, one small family a module: a hundred modules would be felt at every start."""

import importlib
from pathlib import Path

for _path in sorted(Path(__file__).parent.glob("[a-z]*.py")):  # pkgutil would import inspect
    importlib.import_module(f"{__name__}.{_path.stem}")
