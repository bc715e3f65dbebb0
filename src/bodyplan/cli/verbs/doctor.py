"""``bodyplan doctor``: print versions and extras for a bug report."""

from __future__ import annotations

import argparse
import platform
import re
import sys
from collections.abc import Mapping
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
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
from bodyplan.viewer.browser import BrowserMissingError, find_browser

_PACKAGES = ("shtab", "PyYAML")
"""Packages that bodyplan always requires; the packages of the extras are read from the metadata."""
_MISSING = "not installed"
_EXTRA = re.compile(r"""([\w.-]+)(?:\[([\w,.-]*)\])?[^;]*;\s*extra\s*==\s*["']([\w.-]+)["']""")

_PAGE = """\
Print versions, platform, and which extras and browser are installed.

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
    """The versions of bodyplan and of its environment, and the installed extras.

    Args:
        bodyplan: version of the package.
        python: version of Python.
        implementation: implementation of Python.
        platform: operating system and machine.
        native: state of the compiled extension.
        kernels: the compiled code for poses and dynamics of NumPy arrays.
        expat: version of the XML parser.
        encoding: encoding of standard output.
        package: folder of the package.
        settings: configuration file that applies to the current folder.
        samples: names of the sample robots.
        packages: versions of other packages, by name.
        extras: state of each extra, with its missing packages, by name.
        browser: program that draws the pictures of `render`.
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
    extras: Mapping[str, str]
    browser: str


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    extras = _extras()
    packages = dict.fromkeys(name for needed in extras.values() for name in needed)
    found = Installation(
        bodyplan=__version__,
        python=platform.python_version(),
        implementation=platform.python_implementation(),
        platform=_platform(),
        native="active" if native.build_tree else f"{_absent()}: all functions work, more slowly",
        kernels=_kernels(),
        expat=".".join(map(str, expat.version_info)),
        encoding=sys.stdout.encoding or "none",
        package=str(Path(bodyplan.__file__).parent),
        settings=str(find_config(current_folder()) or "none found from here"),
        samples=tuple(sample_names()),
        packages={name: _version(name) for name in (*_PACKAGES, *packages)},
        extras={extra: _state(extra, needed) for extra, needed in extras.items()},
        browser=_browser(),
    )
    if arguments.json:
        text = json_text(found)
    else:
        table = {**json_value(found), "samples": ", ".join(found.samples)}
        table |= table.pop("packages")
        table |= {f"[{extra}]": state for extra, state in table.pop("extras").items()}
        table["browser"] = table.pop("browser")
        width = max(map(len, table))
        text = "".join(f"{name:<{width}}  {value}\n" for name, value in table.items())
    write_output(text, arguments)
    return OK


def _platform() -> str:
    """Return operating system and machine; ``platform.platform`` would start ``uname``."""
    words = (platform.system(), platform.release(), platform.machine(), *platform.libc_ver())
    return "-".join(filter(None, words))


def _extras() -> dict[str, list[str]]:
    """Return the packages of each extra, from the metadata of bodyplan."""
    try:
        declared = requires("bodyplan") or ()
    except PackageNotFoundError:  # the source is on the path, but the package is not installed
        declared = ()
    needed: dict[str, list[str]] = {}
    included: dict[str, list[str]] = {}
    for match in filter(None, map(_EXTRA.match, declared)):
        name, others, extra = match.groups()
        needed.setdefault(extra, [])
        if others is None:
            needed[extra].append(name)
        else:  # an extra, such as bodyplan[mesh]
            included[extra] = others.split(",")

    def packages(extra: str) -> list[str]:
        return needed[extra] + [one for other in included.get(extra, ()) for one in packages(other)]

    return {extra: list(dict.fromkeys(packages(extra))) for extra in needed}


def _state(extra: str, needed: list[str]) -> str:
    missing = [name for name in needed if _version(name) == _MISSING]
    if missing:
        return f"not installed ({', '.join(missing)}): pip install 'bodyplan[{extra}]'"
    return "installed"


def _browser() -> str:
    try:
        return find_browser()
    except BrowserMissingError as error:
        return f"none: {error}"


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
        return _MISSING
