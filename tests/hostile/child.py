"""Reads one file under limits and says how it went; run as a script, in a process of its own."""

from __future__ import annotations

import contextlib
import gc
import json
import resource
import sys
import time
from pathlib import Path

FAULTY = (
    '<robot name="r" QQQ="1"><jiont/><joint name="j" type="fixd"><mimic joint="a" offset="1,5"/>'
    "<limit lower='${x}'/></joint><link name='a'>x<inertial/><inertial/></link>"
    "<link name='é'><visual><origin xyz='1 2'/></visual></link>"
)
BYTES = 3 * 1024**3
SECONDS = 8


def peak_memory() -> float:
    """Peak memory of this program alone, in MB.

    ``ru_maxrss`` starts, across ``exec``, from the peak of the process that started this one.
    """
    with contextlib.suppress(OSError), Path("/proc/self/status").open(encoding="ascii") as lines:
        for line in lines:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(path: str, how: str) -> None:
    import bodyplan

    look = bodyplan.check if how == "check" else bodyplan.read
    for warm in (FAULTY, FAULTY.encode("utf-16"), b"<a", b"\xff"):
        for diagnostic in look(warm).diagnostics:
            repr((str(diagnostic), diagnostic.hint, diagnostic.fix))
    events: list[str] = []
    listening = True

    def listen(event: str, arguments: tuple[object, ...]) -> None:
        if not listening:
            return
        if event == "open":
            events.append(f"open {arguments[0]}")
        elif event.partition(".")[0] in ("socket", "subprocess", "urllib", "os"):
            events.append(f"{event} {arguments}")
        elif event == "import":
            events.append(f"import {arguments[0]}")

    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    sys.addaudithook(listen)
    start = time.process_time()
    answer: dict[str, object] = {}
    try:
        document = bodyplan.read(path)
        answer["read"] = time.process_time() - start
        found = document.diagnostics
        if how == "check":
            found = bodyplan.check(document).diagnostics
            hints = [diagnostic.hint for diagnostic in found]
            answer["hints"] = sum(hint is not None for hint in hints)
        places = [diagnostic.where for diagnostic in found]
        answer["codes"] = sorted({diagnostic.code for diagnostic in found})
        answer["count"] = len(places)
        answer["first"] = str(found[0])[:200] if places else ""
        size = len(document.to_bytes())
    except bodyplan.InputError as error:
        answer["codes"], answer["first"] = ["InputError"], str(error)[:200]
        size = None
    answer["seconds"] = time.process_time() - start
    listening = False
    answer["megabytes"] = peak_memory()
    answer["events"] = events[:20]
    answer["size"] = size
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    gc.enable()
    with contextlib.suppress(BrokenPipeError):
        main(*sys.argv[1:])
