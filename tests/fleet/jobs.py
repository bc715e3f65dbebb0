"""Jobs that workers do, well and badly."""

from __future__ import annotations

import mmap
import os
import signal
import time


def squared(number):
    return number**2


kept = []


def naughty(source, *, folder=""):
    """Do what the source names."""
    match source:
        case "hang":
            time.sleep(600)
        case "eat":
            return len(bytearray(8 << 30))
        case "keep":
            kept.append(mmap.mmap(-1, 700 << 20))
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "die once":
            try:
                open(os.path.join(folder, "was here"), "x").close()
            except FileExistsError:
                return "lived"
            os.kill(os.getpid(), signal.SIGKILL)
        case "raise":
            raise ValueError("this file is bad")
        case "lambda":
            return lambda: 0
        case "print":
            os.write(1, b"not an answer")
            print("nor this")
    return source
