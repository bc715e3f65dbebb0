"""``bodyplan doctor``: print versions and extras for a bug report."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Mapping
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from xml.parsers import expat

import bodyplan
from bodyplan import native
from bodyplan._version import __version__
from bodyplan.cli import OK
from bodyplan.cli.output import write_output
from bodyplan.cli.parser import Parser
from bodyplan.core import Record
from bodyplan.diag.json_schema import json_text, json_value
from bodyplan.formats.source import sample_names
from bodyplan.lint.settings import current_folder, find_config

_PACKAGES = ("shtab", "PyYAML", "numpy", "pycollada", "CairoSVG")
"""Packages of the base install and the extras; only their versions are read."""

_PAGE = """\
Print versions, platform and what is installed beside the package.

examples:
  bodyplan doctor

output:
  --json
  @output

exit status: 0 printed, 2 wrong usage
"""
parser = partial(Parser, "doctor", _PAGE)
JSON_OF = {"": "cli.verbs.doctor:Installation"}


class Installation(Record):
    """Versions, and what is installed.

    Args:
        bodyplan: version of the package.
        python: version of Python.
        implementation: of Python.
        platform: operating system and machine.
        native: state of the compiled extension.
        kernels: compiled code that computes poses and dynamics.
        expat: version of the XML parser.
        encoding: of standard output.
        package: directory of the package.
        settings: configuration file that is in force here.
        samples: names of the sample robots.
        packages: versions of other packages, by name.
    """

    bodyplan: str
    python: str
    implementation: str
    platform: str
    native: str
    kernels: str
    expat: str
    encoding: str
    package: str
    settings: str
    samples: tuple[str, ...]
    packages: Mapping[str, str]


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    found = Installation(
        bodyplan=__version__,
        python=platform.python_version(),
        implementation=platform.python_implementation(),
        platform=platform.platform(),
        native="active" if native.build_tree else f"{_absent()}: all functions work, more slowly",
        kernels=_kernels(),
        expat=".".join(map(str, expat.version_info)),
        encoding=sys.stdout.encoding or "none",
        package=str(Path(bodyplan.__file__).parent),
        settings=str(find_config(current_folder()) or "none found from here"),
        samples=tuple(sample_names()),
        packages={name: _version(name) for name in _PACKAGES},
    )
    if arguments.json:
        text = json_text(found)
    else:
        table = {**json_value(found), "samples": ", ".join(found.samples)}
        table |= table.pop("packages")
        width = max(map(len, table))
        text = "".join(f"{name:<{width}}  {value}\n" for name, value in table.items())
    write_output(text, arguments)
    return OK


def _kernels() -> str:
    """Return which compiled code computes poses and dynamics of NumPy arrays."""
    if native.Plan is None:
        why = _absent() if native.build_tree is None else "not compiled in"
        return f"{why}: kinematics use NumPy and are slower"
    first, *others = native.kernel_sets()
    return f"active: {first}" + (f" (also available: {', '.join(others)})" if others else "")


def _absent() -> str:
    return "switched off by BODYPLAN_NATIVE=0" if native.switched_off else "not built"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
