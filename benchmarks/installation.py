"""What each extra costs: size and seconds of an installation in a fresh environment.

``python benchmarks/installation.py`` builds a wheel of this tree, installs it with no extra and with
each extra in an environment of its own, runs ``bodyplan check sample:arm`` there, and writes
``benchmarks/results/installation.json``. Packages come from the registry that pip uses. Sizes are
those that ``site-packages`` grows by, without compiled bytecode, times those of the processor: what the
network adds is not the package's.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BARE = "bodyplan"


def extras() -> list[str]:
    """The extras that ``pyproject.toml`` declares."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return list(project["optional-dependencies"])


def cpu_seconds() -> float:
    """Processor time of the finished child processes until now [s]."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def wheel(folder: Path) -> tuple[Path, float]:
    """Build a wheel; return its path and the seconds of processor time that it took."""
    started = cpu_seconds()
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True)
    return next(folder.glob("*.whl")), cpu_seconds() - started


def environment(folder: Path) -> Path:
    """Make a virtual environment; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return folder / "bin" / "python"


def size(python: Path) -> int:
    """Bytes of ``site-packages`` without compiled bytecode."""
    code = "import sysconfig; print(sysconfig.get_path('platlib'))"
    place = Path(subprocess.check_output([str(python), "-c", code], text=True).strip())
    return sum(
        path.stat().st_size for path in place.rglob("*") if path.is_file() and path.suffix != ".pyc"
    )


def installed(requirement: str, folder: Path) -> dict[str, Any]:
    """Size [bytes] and time [s] of an installation, and the names of the packages that it has."""
    python = environment(folder)
    empty = size(python)
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-cache-dir", requirement]
    started = cpu_seconds()
    subprocess.run(install, check=True)
    seconds = cpu_seconds() - started
    subprocess.run(
        [str(python), "-m", "bodyplan", "check", "sample:arm"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    listed = subprocess.check_output(
        [str(python), "-m", "pip", "list", "--format=json", "--disable-pip-version-check"]
    )
    names = {one["name"] for one in json.loads(listed)} - {"pip", "setuptools", BARE}
    return {"bytes": size(python) - empty, "seconds": round(seconds, 1), "packages": sorted(names)}


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description="Measure what each extra costs.")
    parser.add_argument("--only", nargs="*", help="these extras")
    arguments = parser.parse_args()
    results: dict[str, Any] = {}
    with TemporaryDirectory() as temporary:
        place = Path(temporary)
        built, seconds = wheel(place)
        for name in ["", *(arguments.only if arguments.only is not None else extras())]:
            requirement = f"{built}[{name}]" if name else str(built)
            results[name] = installed(requirement, place / (name or "base"))
            row = results[name]
            print(f"{name or 'base':12} {row['bytes'] / 1e6:7.1f} MB {row['seconds']:6.1f} s")
        content = {
            "wheel": {"bytes": built.stat().st_size, "seconds": round(seconds, 1)},
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.machine()}",
            "results": results,
        }
        print(f"wheel {content['wheel']}")
    if arguments.only is None:
        target = ROOT / "benchmarks" / "results" / "installation.json"
        target.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
