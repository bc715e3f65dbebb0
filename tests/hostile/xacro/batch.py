"""Runs all attempts in one process, for those who look at it from outside: ``strace``, and us.

    python -m tests.hostile.xacro.batch FOLDER [STEP [WORDS]]

The folder must not be there yet. With a step, so many attempts are passed over each time; with words,
all are that do not have them in their names; those that ask for very much are called "bombs". What is wrong is printed, and at the end how many there
were.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.hostile import server
from tests.hostile.xacro.attempts import Attempt, attempts, robot
from tests.hostile.xacro.bombs import bombs
from tests.hostile.xacro.judge import MARKS, VERBS, Judge, World, faults, ways


def main(folder: str, step: str = "1", words: str = "") -> int:
    """Runs the attempts, and gives back the exit status: 1 where one of them did harm."""
    server.modules()
    judge = Judge(World(Path(folder)), _marked)
    judge.run(Attempt("warm", "harmless", robot("<a/>")), VERBS)
    known = [*attempts(), *(bombs() if words else ())]
    every = [attempt for attempt in known if words in attempt.name][:: int(step)]
    wrong = 0
    for number, attempt in enumerate(every):
        found = faults(attempt, judge.run(attempt, ways(number)), judge.world)
        if found:
            wrong += 1
            print(attempt.name, *found, sep="\n  ")
    print(f"{wrong} attempts did harm, of", len(every))
    return min(wrong, 1)


@contextlib.contextmanager
def _marked() -> Iterator[None]:
    """Asks for a file that is not there, before and after."""
    _ask(MARKS[0])
    try:
        yield
    finally:
        _ask(MARKS[1])


def _ask(name: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.close(os.open(name, os.O_RDONLY))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
