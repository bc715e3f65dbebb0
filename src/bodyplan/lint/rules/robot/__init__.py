"""The rules on the hub: links and joints, whatever the format that describes them."""

import importlib
from pathlib import Path

for _path in sorted(Path(__file__).parent.glob("[a-z]*.py")):
    importlib.import_module(f"{__name__}.{_path.stem}")
