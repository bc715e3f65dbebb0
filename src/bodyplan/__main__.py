"""``python -m bodyplan``."""

import os
import sys


def _is_current_folder(place: str) -> bool:
    try:
        return place in {"", os.getcwd()}
    except FileNotFoundError:  # the current folder was removed, so it is not in sys.path
        return place == ""


if not sys.flags.safe_path and sys.path and _is_current_folder(sys.path[0]):
    del sys.path[0]  # the current folder, whose modules are untrusted

from bodyplan.cli import main  # noqa: E402  (after that)

if __name__ == "__main__":  # MPI workers import this module too
    sys.exit(main())
