"""The fixture folders of the rules: one folder a code, found by walking.

``tests/lint/rules/<CODE>_<name>/`` holds

- ``bad*.urdf``, or ``bad*.xacro``: files with the fault. What is found in each, all of it, is in
  ``bad*.report.json``; what ``fix --unsafe`` makes of it in ``fixed*.urdf``, if there is a fix.
- ``good*.urdf``: files without the fault.
- ``robot.urdf``: the robot of a ``model_state`` (``bad.xml``), SRDF (``bad.srdf``) or settings case
  (``bad.yaml``), where one is needed; ``robot.srdf`` the SRDF that settings go with.
- ``searched``: an empty file, where the robot is looked for around the files instead.
- ``as_folder``: an empty file, where each file is alone in a folder that is checked.
- ``without_mujoco``: an empty file, where the files are checked in a folder and without MuJoCo.
- ``resources.json``: the files are checked in a folder, with what else lies in theirs; it names
  the packages and folders that are known beside, the arguments for macros, and whether meshes are
  opened. Files with macros
  (``bad.xacro``) always have a folder around them; in ``outside`` are files that lie beside it.
- ``profile``: the name of the profile that the files are checked with, where it is one's verdict.

Run ``python -m tests.lint.cases [CODE ...]`` to write the reports and repaired files anew, and
review the difference before it is committed.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import sys
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from bodyplan.diag import Diagnostic
from bodyplan.diag.pieces import call_lines
from bodyplan.formats.document import Document
from bodyplan.formats.read import read_bytes
from bodyplan.formats.ros_yaml import read_settings_bytes
from bodyplan.formats.urdf import Robot
from bodyplan.jobs.check import check
from bodyplan.lint.check import check_document
from bodyplan.lint.codes import all_kinds
from bodyplan.lint.fix import fix_document
from bodyplan.lint.settings import Settings
from bodyplan.resources import Resources

RULES = Path(__file__).parent / "rules"
SUFFIXES = (".urdf", ".xml", ".srdf", ".sdf", ".yaml", ".xacro")

all_kinds()  # they are known from here on, in whatever order tests run


def folders() -> list[Path]:
    """All fixture folders, by code."""
    return sorted(folder for folder in RULES.iterdir() if folder.is_dir())


def files(folder: Path, beginning: str) -> list[Path]:
    """The descriptions of a folder whose names begin so."""
    return sorted(
        p for p in folder.iterdir() if p.suffix in SUFFIXES and p.name.startswith(beginning)
    )


def document(path: Path) -> Document:
    """A fixture as a document that is called by its file name alone."""
    if path.with_name("resources.json").is_file() or path.suffix == ".xacro":
        return document_in_folder(path)
    if path.suffix != ".yaml":
        return read_bytes(path.read_bytes(), path.name)
    settings = read_settings_bytes(path.read_bytes(), path.name)
    semantics = path.with_name("robot.srdf")
    if semantics.is_file():
        settings.semantics = document(semantics).root
    return settings


def document_in_folder(path: Path) -> Document:
    """A fixture that has a folder around it, and nothing else of this machine."""
    home = copied(path.parent)
    made = read_bytes(path.read_bytes(), path.name, path=home / path.name)
    beside = path.with_name("resources.json")
    known = json.loads(beside.read_text(encoding="utf-8")) if beside.is_file() else {}
    packages = {name: home / folder for name, folder in known.get("packages", {}).items()}
    folders = [home / folder for folder in known.get("folders", ())]
    made.resources = Resources(packages, folders, environment={})
    made.arguments = known.get("arguments", {})
    return made


@cache
def copied(folder: Path) -> Path:
    """A copy of a fixture folder, away from everything that may be found around it."""
    top = TemporaryDirectory()
    atexit.register(top.cleanup)
    home = Path(shutil.copytree(folder, Path(top.name).resolve() / folder.name))
    if (home / "outside").is_dir():
        shutil.move(home / "outside", home.parent)
    return home


def partner(folder: Path) -> Robot | None:
    """The robot of a folder of model_state, SRDF or settings cases."""
    path = folder / "robot.urdf"
    return document(path).root if path.is_file() else None


def settings(folder: Path) -> Settings:
    """How the files of a folder are checked."""
    path, beside = folder / "profile", folder / "resources.json"
    known = json.loads(beside.read_text(encoding="utf-8")) if beside.is_file() else {}
    profile = path.read_text(encoding="utf-8").strip() if path.is_file() else None
    collisions = folder.name.startswith("C1")
    return Settings(profile=profile, meshes=known.get("meshes", False), collisions=collisions)


def findings(path: Path) -> list[Diagnostic]:
    """Everything found in a fixture, by place."""
    folder = path.parent
    if (folder / "searched").is_file():
        found = list(check(path).diagnostics)
    elif (folder / "as_folder").is_file():
        found = found_in_folder(path)
    elif (folder / "without_mujoco").is_file():
        with patch.dict(sys.modules, {"mujoco": None}):
            found = found_in_folder(path)
    else:
        found = check_document(document(path), settings(folder), robot=partner(folder))
    return sorted(found, key=lambda d: (d.where.line, d.where.column, d.code, d.message))


def found_in_folder(path: Path) -> list[Diagnostic]:
    """What is found in a folder with nothing but this file."""
    with TemporaryDirectory() as folder:
        shutil.copy(path, folder)
        with chdir(folder):
            return list(check(".").diagnostics)


def report(path: Path, found: list[Diagnostic]) -> list[dict[str, Any]]:
    """The findings of a fixture as they stand in its report file."""
    home = f"{copied(path.parent)}/" if path.suffix == ".xacro" else ""
    return [_entry(one, path, home) for one in found]


def _entry(found: Diagnostic, path: Path, home: str) -> dict[str, Any]:
    """One finding; files in the folder of the fixture are named as from there."""
    where = found.where
    outside = f"{os.path.dirname(os.path.dirname(home))}/"

    def named(text: str) -> str:
        return text.replace(home, "").replace(outside, "../") if os.path.isabs(home) else text

    entry: dict[str, Any] = {
        "code": found.code,
        "name": found.name,
        "severity": str(found.severity),
        "line": where.line,
        "column": where.column,
        "end_line": where.end_line,
        "end_column": where.end_column,
        "path": where.path,
        "message": named(found.message),
        "hint": found.hint and named(found.hint),
        "fix": found.fix and {"title": found.fix.title, "safety": found.fix.safety},
    }
    if named(where.file) != path.name and path.suffix == ".xacro":
        entry["file"] = named(where.file)
    if where.calls:
        entry["calls"] = [named(words) for words in call_lines(where.calls)]
    return entry


def report_path(path: Path) -> Path:
    """Where the report of a bad file is."""
    return path.with_name(path.stem + ".report.json")


def fixed_path(path: Path) -> Path:
    """Where the repaired form of a bad file is."""
    return path.with_name(path.name.replace("bad", "fixed", 1))


def repaired(path: Path) -> bytes:
    """A bad file after every fix, the unsafe ones too."""
    folder = path.parent
    result = fix_document(document(path), settings(folder), unsafe=True, robot=partner(folder))
    return result.document.to_bytes()


def update(folder: Path) -> None:
    """Writes the reports and repaired files of a folder."""
    for path in files(folder, "bad"):
        text = json.dumps(report(path, findings(path)), indent=2, ensure_ascii=False)
        report_path(path).write_text(text + "\n", encoding="utf-8")
        data = repaired(path)
        if data != path.read_bytes():
            fixed_path(path).write_bytes(data)
        else:
            fixed_path(path).unlink(missing_ok=True)


if __name__ == "__main__":
    wanted = tuple(sys.argv[1:])
    for each in folders():
        if not wanted or each.name.startswith(wanted):
            update(each)
