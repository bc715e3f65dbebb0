"""The doors of the library, as commands; the process that runs them is there for nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable


def load(words: list[str]) -> int:
    """The strict door: the robot of an SRDF is given, or looked for."""
    import bodyplan

    source, robot = [*words, None][:2]
    assert source is not None
    try:
        loaded = bodyplan.load(source) if robot is None else bodyplan.load(source, robot=robot)
        print(repr(loaded)[:500])
    except (bodyplan.DescriptionError, bodyplan.InputError) as error:
        print(str(error)[:500].encode("unicode_escape").decode())
        return 1
    return 0


def read(words: list[str]) -> int:
    """Reads a file and writes it again; prints what was found in it, as JSON."""
    return _look(words[0], with_rules=False)


def judge(words: list[str]) -> int:
    """The same, and the rules are run, and all hints looked at: each is made when it is asked."""
    return _look(words[0], with_rules=True)


def _look(path: str, *, with_rules: bool) -> int:
    import bodyplan

    answer: dict[str, object] = {"size": None}
    try:
        document = bodyplan.read(path)
        found = document.diagnostics
        if with_rules:
            found = bodyplan.check(document).diagnostics
            answer["hints"] = sum(diagnostic.hint is not None for diagnostic in found)
        answer["places"] = len([diagnostic.where for diagnostic in found])
        answer["codes"] = sorted({diagnostic.code for diagnostic in found})
        answer["first"] = str(found[0])[:200] if found else ""
        answer["size"] = len(document.to_bytes())
    except bodyplan.InputError as error:
        answer["codes"], answer["first"] = ["InputError"], str(error)[:200]
    print(json.dumps(answer))
    return 0


def frames(words: list[str]) -> int:
    """Reads an SDFormat file, and tells all poses, axes, bodies and faults of its frames."""
    import bodyplan
    from bodyplan.conversion.sdf.frames import sdf_frames
    from bodyplan.conversion.sdf.includes import SdfIncludes

    try:
        document = bodyplan.read(words[0])
    except bodyplan.InputError as error:
        print(json.dumps({"first": str(error)[:200]}))
        return 0
    found = sdf_frames(document, included=SdfIncludes(document))
    answer = {"faults": len(found.faults), "scopes": 0, "poses": 0, "axes": 0, "bodies": 0}
    for top in found.scopes:
        answer["poses"] += sum(pose is not None for pose in top.poses().values())
    for scope in found.all_scopes():
        answer["scopes"] += 1
        answer["poses"] += sum(pose is not None for pose in scope.link_poses().values())
        answer["bodies"] += sum(scope.body_name(name) is not None for name in scope.names)
        for _, joint in scope.joints():
            answer["axes"] += scope.axis(joint) is not None
    print(json.dumps(answer))
    return 0


def python(words: list[str]) -> int:
    """No door: runs a text of Python, to see that what it does is noticed."""
    exec(words[0], {})  # noqa: S102  (it is that of a test)
    return 0


DOORS: dict[str, Callable[[list[str]], int]] = {
    "load": load,
    "read": read,
    "judge": judge,
    "frames": frames,
    "python": python,
}
