"""The ``xacro`` package itself, in a process of its own, with nothing of ours in it.

Only ``$(find ...)`` is served from a table: the package would ask ROS.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import ParseError, canonicalize

RUN = """
import json, sys, types
name, arguments, packages, target = json.loads(sys.stdin.read())
ament = types.ModuleType("ament_index_python")
ament.packages = types.ModuleType("ament_index_python.packages")
ament.packages.get_package_share_directory = packages.__getitem__
sys.modules.update({ament.__name__: ament, ament.packages.__name__: ament.packages})
import xacro
document = xacro.process_file(name, mappings=arguments)
with open(target, "w", encoding="utf-8") as stream:
    stream.write(document.toprettyxml(indent="  "))
"""


def plain(
    path: Path | str,
    target: Path,
    arguments: dict[str, str] | None = None,
    packages: dict[str, str] | None = None,
) -> str | None:
    """The package's expansion of a file; None where it fails.

    Args:
        path: the file.
        target: where its text is written in between.
        arguments: values for the arguments.
        packages: folders by name.
    """
    request = [str(path), arguments or {}, packages or {}, str(target)]
    target.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return target.read_text("utf-8") if done.returncode == 0 else None


def canonical(text: str) -> str:
    """The canonical form of XML; text that is none, for lack of a declared prefix, as it is."""
    try:
        return canonicalize(text)
    except ParseError:
        return text
