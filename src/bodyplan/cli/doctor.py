"""``bodyplan doctor``: what a bug report needs."""

from __future__ import annotations

import argparse
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from xml.parsers import expat

import bodyplan
from bodyplan import native
from bodyplan._version import __version__
from bodyplan.cli import OK
from bodyplan.cli.common import add_json_option, add_output_option
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser
from bodyplan.formats.source import sample_names
from bodyplan.lint.settings import current_folder, find_config

VERSION = 1
"""Version of the JSON."""

_PACKAGES = ("rich", "shtab", "PyYAML", "numpy", "trimesh", "pycollada")
"""What the base and the extras bring; asked for their versions, never imported."""


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "doctor",
        "Print versions, platform and what is installed beside the package.",
        examples=("bodyplan doctor",),
        status="0 printed, 2 wrong usage",
    )
    add_json_option(made)
    add_output_option(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Prints the table."""
    table = {
        "bodyplan": __version__,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "native": "active" if native.build_tree else f"{_absent()}: everything works, slower",
        "kernels": _kernels(),
        "expat": ".".join(map(str, expat.version_info)),
        "encoding": sys.stdout.encoding or "none",
        "package": str(Path(bodyplan.__file__).parent),
        "settings": str(find_config(current_folder()) or "none found from here"),
        "samples": ", ".join(sample_names()),
        **{name: _version(name) for name in _PACKAGES},
    }
    if arguments.json:
        import json

        text = json.dumps({"version": VERSION, **table}, indent=2) + "\n"
    else:
        width = max(map(len, table))
        text = "".join(f"{name:<{width}}  {value}\n" for name, value in table.items())
    write_output(text, arguments)
    return OK


def _kernels() -> str:
    """Which compiled code computes poses and dynamics of arrays of NumPy."""
    if native.Plan is None:
        why = _absent() if native.build_tree is None else "not compiled in"
        return f"{why}: kinematics are computed by NumPy, slower"
    first, *others = native.kernel_sets()
    return f"active: {first}" + (f" (also there: {', '.join(others)})" if others else "")


def _absent() -> str:
    return "switched off by BODYPLAN_NATIVE=0" if native.switched_off else "not built"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
