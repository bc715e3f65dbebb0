"""Checks every URDF below a folder and prints a table: findings by file and family.

``python examples/check_folder.py robots/``
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import bodyplan


def main() -> None:
    """Checks, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    if not folder.is_dir():
        parser.error(f"{folder} is no folder")
    reports = {path: bodyplan.check(path) for path in sorted(folder.rglob("*.urdf"))}
    counts = {
        path: Counter(d.code[0] for d in report.diagnostics) for path, report in reports.items()
    }
    families = sorted({family for count in counts.values() for family in count})
    print(f"{'file':30}  worst    " + "".join(f"{family:>4}" for family in families))
    for path, report in reports.items():
        cells = "".join(f"{counts[path][family] or '':>4}" for family in families)
        print(f"{path.relative_to(folder).as_posix():30}  {report.worst or 'clean':8} {cells}")


if __name__ == "__main__":
    main()
