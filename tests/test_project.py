"""What holds for the project as a whole: rooms, start-up, package, version, public door."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
from tools.library_page import library_pages

import bodyplan
from bodyplan.cli import summaries
from bodyplan.formats.source import sample_names

VERBS = summaries()

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "bodyplan"
LONGEST_FILE = 600
CODE = re.compile(r'(?:@rule\(|^)\s*"([A-Z]\d{3})",', re.MULTILINE)


def run(*words: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


def test_rooms_import_only_what_is_below_them():
    command = Path(sys.executable).with_name("lint-imports")
    result = run(str(command), "--no-cache", cwd=ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_room_is_in_the_contract():
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = " ".join(table["contracts"][0]["layers"])
    rooms = {p.name for p in SOURCE.iterdir() if p.is_dir() and list(p.glob("*.py"))}
    assert {room for room in rooms if f"bodyplan.{room}" not in layers} == set()


def loaded_by(code: str) -> set[str]:
    """The modules that a piece of code loads, beyond those of an empty process."""
    return set(modules(code) - modules(""))


@cache
def modules(code: str) -> frozenset[str]:
    """The modules that are loaded behind a piece of code."""
    result = run(sys.executable, "-c", f"{code}\nimport sys; print('\\n' + ' '.join(sys.modules))")
    assert result.returncode == 0, result.stderr
    return frozenset(result.stdout.splitlines()[-1].split())


HEAVY = {"numpy", "rich", "shtab", "json", "difflib", "asyncio", "concurrent", "dataclasses"}


def test_importing_the_package_loads_nothing():
    loaded = loaded_by("import bodyplan")
    assert {m for m in loaded if m.startswith("bodyplan")} == {"bodyplan", "bodyplan._version"}
    assert loaded & (HEAVY | {"argparse", "inspect", "xml.etree.ElementTree"}) == set()


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_help_and_version_load_next_to_nothing(words):
    loaded = loaded_by(f"from bodyplan.cli import main; main({words})")
    assert loaded & (HEAVY | {"argparse", "inspect", "xml.etree.ElementTree"}) == set()


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_loads_nothing_heavy(verb):
    loaded = loaded_by(f"from bodyplan.cli import main; main([{verb!r}, '--help'])")
    assert loaded & (HEAVY - {"json", "dataclasses", "concurrent"}) == set()


def test_checking_a_file_loads_nothing_heavy():
    loaded = loaded_by("from bodyplan.cli import main; main(['check', 'sample:arm'])")
    assert loaded & (HEAVY - {"dataclasses"}) == set()


def test_every_public_name_can_be_imported_and_is_documented():
    page = "".join(library_pages().values())
    for name in bodyplan.__all__:
        thing = getattr(bodyplan, name)
        if name != "__version__":
            assert thing.__doc__, name
            assert f"### `bodyplan.{name}`" in page or f".{name}`\n" in page, name


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'lode'"):
        _ = bodyplan.lode


def test_everything_that_can_be_found_can_be_explained():
    declared = set()
    for path in SOURCE.rglob("*.py"):
        declared |= set(CODE.findall(path.read_text("utf-8")))
    result = run(sys.executable, "-m", "bodyplan", "explain", "--json")
    explained = {kind["code"] for kind in json.loads(result.stdout)["codes"]}
    assert declared - explained == set()


def test_the_version_is_the_same_everywhere():
    assert version("bodyplan") == bodyplan.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## \[(.+?)\]", changelog, re.MULTILINE)[1] == bodyplan.__version__
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {bodyplan.__version__}\n" in citation
    assert run(sys.executable, "-m", "bodyplan", "--version").stdout == (
        f"bodyplan {bodyplan.__version__}\n"
    )


def test_no_source_file_is_longer_than_a_reader_can_hold():
    lines = {p: len(p.read_text("utf-8").splitlines()) for p in SOURCE.rglob("*.py")}
    assert {p.name: n for p, n in lines.items() if n > LONGEST_FILE} == {}


def test_the_hooks_for_users_name_verbs_that_exist():
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    verbs = re.findall(r"entry: bodyplan (\w+)", hooks)
    assert verbs
    assert set(verbs) <= set(VERBS)


def packed(folder: Path) -> list[str]:
    """The files of a wheel without native code, built from a copy so that nothing stays behind."""
    copy = folder / "copy"
    shutil.copytree(
        ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so")
    )
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, copy)
    result = run(
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"),
        *("--config-settings", "wheel.cmake=false", "--wheel-dir", str(folder), str(copy)),
    )
    assert result.returncode == 0, result.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_the_wheel_has_every_module_the_samples_the_mark_of_types_and_nothing_else(tmp_path):
    names = packed(tmp_path)
    copy = tmp_path / "copy" / "src"
    modules = {p.relative_to(copy).as_posix() for p in copy.rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == modules
    assert {n.partition("/")[0] for n in names if ".dist-info" not in n} == {"bodyplan"}
    assert "bodyplan/py.typed" in names
    for sample in sample_names():
        folder = f"bodyplan/samples/{sample}"
        assert f"{folder}/{sample}.urdf" in names
        assert any(name.startswith(f"{folder}/meshes/") for name in names)
