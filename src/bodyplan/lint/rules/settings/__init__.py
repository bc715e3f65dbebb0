"""The rules for settings in YAML; loaded with the first file of these formats."""

import importlib
from pathlib import Path

for _path in sorted(Path(__file__).parent.glob("[a-z]*.py")):
    importlib.import_module(f"{__name__}.{_path.stem}")
