"""The marked tables of pages written by hand: measurements from ``benchmarks/results``, and input limits.

``benchmarks/*.py`` write the numbers; nothing here measures anything.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tools.input_limits import fixed_limits, reader_limits, xacro_limits

ROOT = Path(__file__).resolve().parent.parent

_TABLE = re.compile(r"(<!-- (benchmark|table): (?P<name>\w+) -->\n).*?(<!-- /\2 -->)", re.DOTALL)
RESULTS = ROOT / "benchmarks" / "results"
READERS = {
    "bodyplan": "bodyplan",
    "bodyplan pure": "without native code",
    "bodyplan check": "with all rules",
    "urdfdom": "urdfdom (C++)",
    "yourdfpy": "yourdfpy",
    "urdf_parser_py": "urdf_parser_py",
}


def with_measurements(text: str) -> str:
    """The page with the tables of ``benchmarks/results``, and those of the input limits."""
    tables = {
        "expand": expand_table,
        "installation": installation_table,
        "kinematics": kinematics_table,
        "load": load_table,
        "sdf": sdf_table,
        "speed": speed_table,
        "srdf": srdf_table,
        "startup": startup_table,
        "reader_limits": reader_limits,
        "xacro_limits": xacro_limits,
        "fixed_limits": fixed_limits,
    }
    return _TABLE.sub(lambda match: match[1] + tables[match["name"]]() + match[4], text)


def _results(name: str) -> dict[str, Any] | None:
    path = RESULTS / f"{name}.json"
    if not path.is_file():
        return None
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def load_table() -> str:
    """Milliseconds by robot and reader."""
    content = _results("load")
    if content is None:
        return "Not measured yet: `python benchmarks/load.py`.\n"
    readers = [r for r in READERS if any(r in row for row in content["results"].values())]
    lines = [
        "| ms | " + " | ".join(READERS[reader] for reader in readers) + " |",
        "| --- |" + " ---: |" * len(readers),
    ]
    for robot, row in content["results"].items():
        cells = []
        for reader in readers:
            seconds = row.get(reader, {}).get("seconds")
            cells.append("-" if seconds is None else _three_digits(seconds * 1e3))
        lines.append(f"| {robot} | " + " | ".join(cells) + " |")
    versions = ", ".join(f"{name} {version}" for name, version in content["versions"].items())
    lines += ["", f"CPython {content['python']}; {versions}."]
    return "\n".join(lines) + "\n"


def expand_table() -> str:
    """Return the milliseconds of an expansion by file, beside the package, and of whole processes."""
    content = _results("expand")
    if content is None:
        return "Not measured yet: `python benchmarks/expand.py`.\n"
    lines = [
        "| ms | xacro | bodyplan | times faster | `bodyplan expand`, whole process |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, verb in content["processes"].items():
        row = content["own"][name]
        cells = [_three_digits(row[way] * 1e3) for way in ("xacro", "bodyplan")]
        cells += [_three_digits(row["xacro"] / row["bodyplan"]), _three_digits(verb["verb"] * 1e3)]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    ratios = sorted(content["given"]["ratios"])
    if ratios:
        least, half, most = (_three_digits(ratios[i]) for i in (0, len(ratios) // 2, -1))
        lines += [
            "",
            f"{len(ratios):,} public files: {least} to {most} times faster, {half} in the median.",
        ]
    versions = ", ".join(f"{name} {version}" for name, version in content["versions"].items())
    return "\n".join([*lines, "", f"CPython {content['python']}; {versions}."]) + "\n"


def installation_table() -> str:
    """Size and processor time of an installation, by extra."""
    content = _results("installation")
    if content is None:
        return "Not measured yet: `python benchmarks/installation.py`.\n"
    lines = ["| Extra | Size | Processor time |", "| --- | ---: | ---: |"]
    lines += [
        f"| {f'`{name}`' if name else 'none'} | {row['bytes'] / 1e6:.0f} MB | {row['seconds']:.0f} s |"
        for name, row in content["results"].items()
    ]
    wheel = content["wheel"]
    lines += [
        "",
        (
            f"From a wheel of {wheel['bytes'] / 1e6:.1f} MB; pip builds it from a clone in "
            f"{wheel['seconds']:.0f} s of processor time. {content['system']}, CPython {content['python']}."
        ),
    ]
    return "\n".join(lines) + "\n"


def startup_table() -> str:
    """What starting costs, the empty Python first."""
    content = _results("startup")
    if content is None:
        return "Not measured yet: `python benchmarks/startup.py`.\n"
    lines = ["| process | CPU time |", "| --- | ---: |"]
    lines += [
        f"| `{name}` | {_three_digits(row['cpu_ms'])} ms |"
        for name, row in content["results"].items()
    ]
    lines += ["", f"CPython {content['python']}."]
    return "\n".join(lines) + "\n"


def srdf_table() -> str:
    """An SRDF with many pairs, beside a loop that only collects its attributes."""
    content = _results("srdf")
    if content is None:
        return "Not measured yet: `python benchmarks/srdf.py`.\n"
    rows = content["seconds"]
    names = list(next(iter(rows.values())))
    lines = [f"| ms | {' | '.join(names)} |", f"| --- |{' ---: |' * len(names)}"]
    for label, row in rows.items():
        base = row["plain loop"]
        cells = [f"{_three_digits(s * 1e3)} ({s / base:.2f}×)" for s in row.values()]  # noqa: RUF001
        lines.append(f"| {label} | {' | '.join(cells)} |")
    lines += [
        "",
        f"{content['pairs']:,} pairs; bodyplan {content['bodyplan']}, CPython {content['python']}.",
    ]
    return "\n".join(lines) + "\n"


def sdf_table() -> str:
    """SDFormat models of several sizes, beside libsdformat."""
    content = _results("sdf")
    if content is None:
        return "Not measured yet: `python benchmarks/sdf.py`.\n"
    reading, whole = content["reading"], content["processes"]
    lines = [
        "| links | libsdformat (C++) | read | check | whole process: libsdformat | `bodyplan check` |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
    ]

    def cell(rows: dict[str, dict[str, float]], name: str, base: str, size: str) -> str:
        seconds, theirs = rows[name].get(size), rows[base].get(size)
        if seconds is None:
            return "-"
        ratio = f" ({theirs / seconds:.3g}×)" if theirs and name != base else ""  # noqa: RUF001
        return f"{_three_digits(seconds * 1e3)}{ratio}"

    for size in reading["read"]:
        cells = [
            cell(reading, name, "libsdformat", size) for name in ("libsdformat", "read", "check")
        ]
        cells += [
            cell(whole, name, "libsdformat", size) for name in ("libsdformat", "bodyplan check")
        ]
        lines.append(f"| {int(size):,} | {' | '.join(cells)} |")
    versions = ", ".join(f"{name} {version}" for name, version in content["versions"].items())
    return (
        "\n".join([*lines, "", f"CPU milliseconds, in brackets how much faster; {versions}."])
        + "\n"
    )


KINEMATICS = {
    (
        "one: fresh array",
        "one: pinocchio unread",
    ): "one configuration, beside Pinocchio left unread",
    ("one: fresh array", "one: pinocchio read out"): "… beside Pinocchio read out",
    ("one: fresh array", "one: yourdfpy"): "… beside yourdfpy",
    ("batch: fresh array", "batch: pinocchio unread"): "batch, beside Pinocchio left unread",
    ("batch: fresh array", "batch: pinocchio read out"): "… beside Pinocchio read out",
    ("batch: fresh array", "batch: mujoco copied out"): "… beside MuJoCo copied out",
    (
        "batch: array code",
        "batch: pinocchio unread",
    ): "… in NumPy alone, beside Pinocchio left unread",
    ("in cache: into out", "in cache: numpy fill"): "share of NumPy's fill rate, in cache",
    ("out of cache: into out", "out of cache: numpy fill"): "… out of cache",
    ("tip Jacobian: ours", "tip Jacobian: pinocchio"): "Jacobian of the tip, beside Pinocchio",
    ("inverse dynamics: ours", "inverse dynamics: pinocchio"): "inverse dynamics, beside Pinocchio",
    ("mass matrix: ours", "mass matrix: pinocchio"): "mass matrix, beside Pinocchio",
}
"""What is compared, in the order and the words of the table."""


DIGEST = {
    ("one: fresh array", "one: pinocchio unread"): (
        "all poses of one configuration", "Pinocchio, its poses left unread",
    ),
    ("batch: fresh array", "batch: pinocchio unread"): (
        "all poses of 10,000 configurations", "Pinocchio in a loop, left unread",
    ),
    ("batch: fresh array", "batch: pinocchio read out"): (
        "the same", "Pinocchio in a loop, read out",
    ),
    ("batch: fresh array", "batch: mujoco copied out"): ("the same", "MuJoCo in a loop"),
    ("inverse dynamics: ours", "inverse dynamics: pinocchio"): (
        "inverse dynamics of 10,000", "Pinocchio in a loop",
    ),
    ("mass matrix: ours", "mass matrix: pinocchio"): (
        "mass matrices of 10,000", "Pinocchio in a loop",
    ),
}  # fmt: skip
"""Of these the lines of the short table, by the two cases compared."""


def kinematics_table() -> str:
    """How many times faster poses, Jacobians and forces are, by robot and instruction set."""
    content = _results("kinematics")
    if content is None:
        return "Not measured yet: `python benchmarks/kinematics.py`.\n"
    columns: dict[str, dict[tuple[str, str], float]] = {}
    for robot, sets in content["robots"].items():
        for name, measured in sets.items():
            if name == "baseline":
                continue  # machines from before 2013; told in words
            columns[f"{robot}, {name}"] = {
                (row["ours"], row["theirs"]): row["factor"] for row in measured["promises"]
            }
    lines = [
        "| times faster | " + " | ".join(columns) + " |",
        "| --- |" + " ---: |" * len(columns),
    ]
    for key, words in KINEMATICS.items():
        cells = [
            _three_digits(column[key]) if key in column else "-" for column in columns.values()
        ]
        lines.append(f"| {words} | " + " | ".join(cells) + " |")
    versions = ", ".join(f"{name} {version}" for name, version in content["versions"].items())
    mesh = content["mesh"]
    lines += [
        "",
        f"Mass of a mesh of 20,480 triangles: {mesh['factor']:.3g} times faster than trimesh.",
        "",
        f"CPython {content['python']}; {versions}.",
    ]
    return "\n".join(lines) + "\n"


def speed_table() -> str:
    """How many times faster than what most people use: one line a job."""
    rows: list[tuple[str, str, list[float]]] = []
    load, srdf, sdf = _results("load"), _results("srdf"), _results("sdf")
    expand = _results("expand")
    if load is not None:
        read = [row for name, row in load["results"].items() if not name.startswith("tree")]
        for name in ("urdfdom", "yourdfpy"):
            ratios = [
                row[name]["seconds"] / row["bodyplan"]["seconds"] for row in read if name in row
            ]
            rows.append((f"read a URDF, faults included ({len(read)} real robots)", name, ratios))
    if srdf is not None:
        known = srdf["seconds"]["with the extension"]
        rows.append((
            f"read an SRDF of {srdf['pairs']:,} pairs", "a loop of ElementTree",
            [known["plain loop"] / known["read"]],
        ))  # fmt: skip
    if sdf is not None:
        theirs, ours = sdf["reading"]["libsdformat"], sdf["reading"]["read"]
        ratios = [theirs[size] / ours[size] for size in theirs]
        rows.append(("read an SDFormat model of 10 to 1,000 links", "libsdformat", ratios))
    if expand is not None:
        ratios = [expand["own"][name] for name in expand["processes"]]
        rows.append((
            "expand xacro", "the xacro package",
            [row["xacro"] / row["bodyplan"] for row in ratios],
        ))  # fmt: skip
    kinematics = _results("kinematics")
    if kinematics is not None:
        rows += _kinematic_rows(kinematics)
    lines = ["| job | beside | times faster |", "| --- | --- | ---: |"]
    for job, peer, ratios in rows:
        ends = dict.fromkeys(_three_digits(ratio) for ratio in (min(ratios), max(ratios)))
        lines.append(f"| {job} | {peer} | {' to '.join(ends)} |")
    known = {name: text for found in (load, sdf, expand, kinematics) if found
             for name, text in found["versions"].items()}  # fmt: skip
    for ours in ("bodyplan", "CPython"):
        known.pop(ours, None)
    lines += ["", ", ".join(f"{name} {version}" for name, version in known.items()) + "."]
    return "\n".join(lines) + "\n"


def _kinematic_rows(content: dict[str, Any]) -> list[tuple[str, str, list[float]]]:
    best = [next(iter(sets.values())) for sets in content["robots"].values()]
    factors = [{(r["ours"], r["theirs"]): r["factor"] for r in row["promises"]} for row in best]
    rows = [
        (job, peer, [by[key] for by in factors if key in by]) for key, (job, peer) in DIGEST.items()
    ]
    mesh = content["mesh"]
    if mesh is not None:
        rows.append(("mass of a mesh of 20,480 triangles", "trimesh", [mesh["factor"]]))
    return rows


def _three_digits(number: float) -> str:
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}" if number >= 1 else f"{number:.2f}"
