"""Names that are loaded when they are first used."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules, walk_packages

import pytest

import bodyplan
from bodyplan.core.lazy import loaded_later

PACKAGES = ("bodyplan", "bodyplan.model", "bodyplan.inertia", "bodyplan.report")


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "qqq"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from bodyplan.core.lazy import loaded_later\n"
        "from typing import Any\n"
        "homes = {'one': '.inner', 'pi': 'math'}\n"
        "def two(): pass\n"
        "__getattr__, __dir__ = loaded_later(globals(), homes)\n"
    )
    (folder / "inner.py").write_text("one = [1]\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("qqq")
    for name in ("qqq", "qqq.inner"):
        sys.modules.pop(name, None)


def test_a_name_is_loaded_at_its_first_use_and_kept(package):
    assert "qqq.inner" not in sys.modules
    assert [name for name in dir(package) if name[0] != "_"] == ["one", "pi", "two"]
    assert "one" not in vars(package)
    assert package.one is package.one
    assert vars(package)["one"] == [1]
    assert 3.14 < package.pi < 3.15


def test_a_name_that_is_not_there_is_an_attribute_error(package):
    with pytest.raises(AttributeError, match=r"^module 'qqq' has no attribute 'QQQ'$"):
        _ = package.QQQ
    with pytest.raises(ImportError, match="cannot import name 'QQQ'"):
        exec("from qqq import QQQ")  # noqa: S102


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_of_our_packages_is_there(name):
    package = import_module(name)
    assert set(package._HOMES) <= set(dir(package))
    for one in package._HOMES:
        assert getattr(package, one) is not None
    with pytest.raises(AttributeError, match=f"^module '{name}' has no attribute 'QQQ'$"):
        _ = package.QQQ


ROOMS = ("edit", "formats", "geometry", "inertia", "kinematics", "lie", "model", "report")


@pytest.mark.parametrize("name", ROOMS)
def test_packages_are_there_without_an_import_of_their_own(name):
    code = f"import bodyplan; print(bodyplan.{name}.__name__, '{name}' in dir(bodyplan))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"bodyplan.{name} True\n"


@pytest.mark.parametrize("name", PACKAGES)
def test_what_is_listed_is_for_users(name):
    shown = {one for one in dir(import_module(name)) if one[0] != "_"}
    assert shown
    assert not shown & {"TYPE_CHECKING", "annotations", "loaded_later", "Any"}


def test_the_two_functions_are_those_that_modules_take():
    find, listed = loaded_later({"__name__": "math", "x": 1}, {"pi": "math"})
    assert find("pi") > 3
    assert listed() == ["__name__", "pi"]


def test_no_name_of_a_package_is_that_of_the_module_that_has_it():
    """The module would take its place as soon as something else has imported it."""
    packages = [one.name for one in walk_packages(bodyplan.__path__, "bodyplan.") if one.ispkg]
    for name in packages:
        package = import_module(name)
        homes: dict[str, str] = getattr(package, "_HOMES", {})
        modules = {one.name for one in iter_modules(package.__path__)}
        assert modules & {*homes} == set(), name
