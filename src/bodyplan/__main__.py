"""``python -m bodyplan``."""

import os
import sys

if not sys.flags.safe_path and sys.path[:1] in ([""], [os.getcwd()]):
    del sys.path[0]  # the current folder, which may be that of a stranger

from bodyplan.cli import main

sys.exit(main())
