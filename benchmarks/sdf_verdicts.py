"""Compare the verdicts on SDFormat with libsdformat 16 and Drake on the test data and 2,000 mutants.

    python benchmarks/sdf_verdicts.py [--mutants 200] [--all]

Prints the figures of each profile and the classes of the differences; the exit status is 1 if one
is not listed in docs/reference/parsers.md. Needs the wheel ``drake``; takes some minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.lint.profiles.drake_cases import (
    MISSED,
    OF_DRAKE,
    STRICTER,
    Case,
    asked,
    fixtures,
    judged,
    judged_by_drake,
    listed,
    mutants,
)


def report(cases: list[Case], *, shows_all: bool) -> bool:
    """Print the figures of some cases, and return whether every difference is listed."""
    verdicts = Counter(case.answer.accepted for case in cases)
    print(
        f"{len(cases)} files: libsdformat accepts {verdicts[True]}, rejects {verdicts[False]}, "
        f"has no verdict on {verdicts[None]}"
    )
    unlisted = []
    for profile in (None, "libsdformat"):
        lax, strict = judged(cases, profile)
        print(f"  {profile or 'no profile'}: {len(lax)} missed, {len(strict)} stricter")
        print("    missed:", dict(Counter(one[1] for one in lax)))
        print("    stricter:", dict(Counter(code for one in strict for code in sorted(one[1]))))
        unlisted += [one for one in lax if one[1] not in listed(MISSED)]
        unlisted += [one for one in strict if not one[1] <= listed(STRICTER)]
    differing = judged_by_drake(cases)
    refused = sum(bool(case.answer.refusal) for case in cases)
    print(f"  drake: rejects {refused}, {len(differing)} verdicts differ")
    print("    classes:", dict(Counter(one[1] for one in differing)))
    unlisted += [one for one in differing if one[1] not in listed(OF_DRAKE)]
    for one in unlisted if not shows_all else differing:
        print("   ", *one)
    return not unlisted


def main() -> int:
    """Compare the fixtures, then the mutants."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--mutants", type=int, default=200, help="mutants of each of 10 files")
    parser.add_argument("--all", action="store_true", help="print every difference from Drake")
    arguments = parser.parse_args()
    are_listed = True
    for files in (fixtures(), mutants(arguments.mutants)):
        are_listed &= report(asked(files), shows_all=arguments.all)
    return 0 if are_listed else 1


if __name__ == "__main__":
    sys.exit(main())
