"""Reads files with one Python reader on request, and answers with CPU seconds.

Protocol, a line each: ``REPEAT PATH`` in; REPEAT numbers out, then the peak memory in KiB.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

Reader = Callable[[bytes], object]


def _bodyplan() -> Reader:
    from bodyplan.formats.read import read_bytes

    limits = _limits()

    def read(data: bytes) -> object:
        document = read_bytes(data, "robot.urdf", limits=limits)
        return document.root, document.diagnostics

    return read


def _bodyplan_check() -> Reader:
    from bodyplan.formats.read import read_bytes
    from bodyplan.lint.check import check_document

    limits = _limits()
    return lambda data: check_document(read_bytes(data, "robot.urdf", limits=limits))


def _limits() -> object:
    from bodyplan import Limits

    return Limits(
        max_bytes=10**9, max_elements=10**8, max_diagnostics=10**8
    )  # above the largest tree


def _forget() -> None:
    """Drops the numbers that bodyplan remembers: every reading is that of an unknown robot."""
    if "bodyplan.spec.codec" in sys.modules:
        sys.modules["bodyplan.spec.codec"].forget()


def _peak_kib() -> int:
    """The most memory this process ever held; ru_maxrss would start from the parent's."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return 0


def _yourdfpy() -> Reader:
    from io import BytesIO

    import yourdfpy

    def read(data: bytes) -> object:
        return yourdfpy.URDF.load(
            BytesIO(data),
            build_scene_graph=False,
            load_meshes=False,
            build_collision_scene_graph=False,
            load_collision_meshes=False,
        )

    return read


def _urdf_parser_py() -> Reader:
    from urdf_parser_py.urdf import URDF

    return URDF.from_xml_string


READERS = {
    "bodyplan": _bodyplan,
    "bodyplan pure": _bodyplan,
    "bodyplan check": _bodyplan_check,
    "yourdfpy": _yourdfpy,
    "urdf_parser_py": _urdf_parser_py,
}


def main(name: str) -> None:
    """Answers until the input ends."""
    logging.disable(logging.CRITICAL)
    if name == "bodyplan pure":
        os.environ["BODYPLAN_NATIVE"] = "0"
    answer = sys.stdout
    sys.stdout = sys.stderr = open("/dev/null", "w", encoding="utf-8")  # noqa: SIM115
    read = READERS[name]()
    for line in sys.stdin:
        repeat, _, path = line.strip().partition(" ")
        data = Path(path).read_bytes()
        times = []
        word = "ok"
        for _ in range(int(repeat)):
            _forget()
            start = time.process_time()
            try:
                read(data)  # and let go: what a reader leaves to clean up is part of its price
            except Exception:  # noqa: BLE001  (a peer may raise anything; the table says so)
                word = "refused"
            times.append(time.process_time() - start)
        peak = _peak_kib()
        answer.write(" ".join(f"{t:.9f}" for t in times) + f" {peak} {word}\n")
        answer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
