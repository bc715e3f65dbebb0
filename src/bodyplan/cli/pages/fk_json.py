"""Poses of links as JSON, generated for one configuration at a time."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.core import replace
from bodyplan.diag.json_schema import json_text, json_value
from bodyplan.diag.pieces import without_commands
from bodyplan.report.poses import PoseReport


def fk_json(report: PoseReport) -> Iterator[bytes]:
    """Yield the report as JSON, one configuration at a time, with one pose per line."""
    import json

    def dumped(value: object) -> str:
        # json.dumps writes ASCII
        return without_commands(json.dumps(json_value(value), allow_nan=False))

    yield json_text(replace(report, rows=())).removesuffix("]\n}\n").encode()
    start = "\n"
    for one in report.configurations:
        poses = ",\n        ".join(map(dumped, one.poses))
        yield (
            f'{start}    {{\n      "q": {dumped(one.q)},\n'
            f'      "outside_limits": {dumped(one.outside_limits)},\n'
            f'      "poses": [\n        {poses}\n      ]\n    }}'
        ).encode()
        start = ",\n"
    yield b"\n  ]\n}\n"
