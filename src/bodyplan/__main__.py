"""``python -m bodyplan``."""

import sys

from bodyplan.cli import main

sys.exit(main())
