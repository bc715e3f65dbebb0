"""Settings: what a configuration may say, and what is said about one that means nothing."""

import os
from pathlib import Path

import pytest

from bodyplan.core import DEFAULT_LIMITS
from bodyplan.diag import Severity
from bodyplan.formats.read import read_bytes
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import (
    Settings,
    SettingsError,
    find_config,
    limits_from,
    load_settings,
    parse_code,
    parse_severity,
    settings_from,
)

TABLE = {
    "select": ["J", "T003"],
    "ignore": "J1",
    "severity": {"J": "info", "J101": "error"},
    "fail-on": "warning",
    "per-file-ignores": {"vendor/*": ["I", "N001"]},
    "profile": "urdfdom",
    "limits": {"max_depth": 12},
    "packages": {"arm": "vendor/arm"},
    "folders": ["../models"],
}


def test_a_full_table_is_understood():
    settings = settings_from(TABLE)
    assert settings.select == ("J", "T003")
    assert settings.ignore == ("J1",)
    assert settings.severity == {"J": Severity.INFO, "J101": Severity.ERROR}
    assert settings.fail_on is Severity.WARNING
    assert settings.per_file_ignore == {"vendor/*": ("I", "N001")}
    assert settings.profile == "urdfdom"
    assert settings.limits.max_depth == 12
    assert settings.packages == {"arm": str(Path.cwd() / "vendor/arm")}
    assert settings.folders == (str(Path.cwd() / "../models"),)
    assert settings.limits.max_bytes == DEFAULT_LIMITS.max_bytes


def test_an_empty_table_changes_nothing():
    assert settings_from({}) == Settings()


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"selct": []}, ["unknown setting 'selct'", "did you mean 'select'?"]),
        (
            {"colour": True},
            ["unknown setting 'colour'", "expected one of", "per-file-ignores", "select"],
        ),
        ({"packages": ["a"]}, ["packages must be a table"]),
        ({"packages": {"a": 3}}, ["packages.a must be the path of a folder"]),
        ({"folders": "models"}, ["folders must be a list of paths"]),
        ({"folders": [""]}, ["folders must be the path of a folder"]),
        ({"select": 3}, ["select must be a list of codes"]),
        ({"ignore": ["J101", 7]}, ["ignore must be a list of codes"]),
        ({"select": ["limit-missing"]}, ["'limit-missing' is not a rule code", "J101"]),
        ({"select": ["J1234"]}, ["'J1234' is not a rule code"]),
        ({"ignore": [""]}, ["'' is not a rule code"]),
        ({"severity": "error"}, ["severity must be a table"]),
        (
            {"severity": {"J101": "fatal"}},
            ["'fatal' is not a severity", "error, warning, info, hint"],
        ),
        ({"fail-on": "never"}, ["'never' is not a severity"]),
        ({"fail-on": 1}, ["1 is not a severity"]),
        ({"fail-on": 16**5000}, ["a number with thousands of digits is not a severity"]),
        ({"limits": {"max_depth": -(16**5000)}}, ["whole number, not a number with thousands of"]),
        ({"ignore": ["Q" * 5000]}, ["QQ...' is not a rule code"]),
        ({"Q" * 5000: 1}, ["unknown setting 'QQQ"]),
        ({"ignore": ["J1"] * 501}, ["ignore has more than 500 codes"]),
        ({"per-file-ignores": {"a": ["J1"] * 501}}, ["has more than 500 codes"]),
        ({"severity": dict.fromkeys(map(str, range(501)), "info")}, ["severity has more than 500"]),
        (
            {"per-file-ignores": {str(n): ["J1"] for n in range(201)}},
            ["per-file-ignores allows at most 200 patterns of 256 characters"],
        ),
        ({"per-file-ignores": {"*" * 257: ["J1"]}}, ["at most 200 patterns of 256 characters"]),
        ({"per-file-ignores": ["J"]}, ["per-file-ignores must be a table"]),
        ({"per-file-ignores": {"*.urdf": 1}}, ["per-file-ignores must be a list of codes"]),
        ({"profile": 3}, ["profile must be a name"]),
        ({"limits": 5}, ["limits must be a table"]),
        ({"limits": {"max_dept": 5}}, ["unknown limit 'max_dept'", "did you mean 'max_depth'"]),
        ({"limits": {"zzz": 5}}, ["unknown limit 'zzz'", "expected one of", "max_bytes"]),
        ({"limits": {"max_depth": 0}}, ["max_depth must be a positive whole number, not 0"]),
        (
            {"limits": {"max_bytes": 10**19}},
            ["max_bytes must be at most 1,099,511,627,776, not 10000000000000000000"],
        ),
        ({"limits": {"max_depth": "9"}}, ["max_depth must be a positive whole number, not '9'"]),
        ({"limits": {"max_depth": True}}, ["max_depth must be a positive whole number, not True"]),
    ],
)
def test_what_means_nothing_is_said_in_a_sentence(table, words):
    with pytest.raises(SettingsError) as raised:
        settings_from(table)
    for word in words:
        assert word in str(raised.value)


@pytest.mark.parametrize("text", ["J", "j", " J101 ", "J1", "J10"])
def test_codes_and_beginnings_of_codes_are_codes(text):
    assert parse_code(text) == text.strip().upper()


@pytest.mark.parametrize("text", ["", "1", "101", "JJ", "J-1", "J1000", "all"])
def test_other_words_are_no_codes(text):
    with pytest.raises(SettingsError):
        parse_code(text)


def test_severities_are_read_by_name():
    assert [parse_severity(word) for word in ("error", "hint")] == [Severity.ERROR, Severity.HINT]


def test_caps_are_changed_one_by_one():
    base = limits_from({"max_depth": 3})
    assert limits_from({"max_bytes": 5}, base).max_depth == 3


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        ("J101", Severity.HINT),
        ("J102", Severity.WARNING),
        ("J201", Severity.INFO),
        ("I001", Severity.ERROR),
    ],
)
def test_the_longest_beginning_decides_the_severity(code, severity):
    settings = Settings(
        severity={"J": Severity.INFO, "J101": Severity.HINT, "J1": Severity.WARNING}
    )
    assert settings.grade(code, Severity.ERROR) is severity


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        (Settings(), {"J101", "J201", "T003"}),
        (Settings(select=("J",)), {"J101", "J201"}),
        (Settings(select=("J1", "T")), {"J101", "T003"}),
        (Settings(ignore=("J",)), {"T003"}),
        (Settings(select=("J",), ignore=("J2",)), {"J101"}),
    ],
)
def test_selecting_and_ignoring_go_by_beginnings(settings, wanted):
    assert {code for code in ("J101", "J201", "T003") if settings.wants(code)} == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("arm.urdf", True),
        ("vendor/arm.urdf", False),
        ("robots/vendor/arm.urdf", False),
        ("vendor/deep/arm.urdf", False),
        ("vendors/arm.urdf", True),
    ],
)
def test_codes_are_ignored_in_files_of_a_pattern(name, wanted):
    settings = Settings(per_file_ignore={"vendor/*": ("N",)})
    assert settings.wants("N004", name) is wanted
    assert settings.wants("T003", name)


def test_settings_hold_for_a_check():
    document = read_bytes(b'<robot name="r"><link name="a/b" weight="1"/></robot>', "a.urdf")
    settings = settings_from({"ignore": ["X102"], "severity": {"N": "error"}})
    (found,) = check_document(document, settings)
    assert (found.code, found.severity) == ("N004", Severity.ERROR)


def test_a_configuration_file_is_read(tmp_path):
    path = tmp_path / "bodyplan.toml"
    path.write_text('select = ["J"]\n[severity]\nJ101 = "hint"\n', encoding="utf-8")
    settings = load_settings(path)
    assert settings.select == ("J",)
    assert settings.severity == {"J101": Severity.HINT}


def test_only_the_own_table_of_a_project_file_counts(tmp_path):
    path = tmp_path / "pyproject.toml"
    path.write_text('[project]\nname = "x"\n[tool.bodyplan]\nignore = ["N"]\n', encoding="utf-8")
    assert load_settings(path).ignore == ("N",)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"select = [", "bodyplan.toml"),
        (b"selct = []", "unknown setting 'selct'"),
        (b"select = '\xff'", "bodyplan.toml"),
    ],
)
def test_a_broken_configuration_names_its_file(tmp_path, content, words):
    path = tmp_path / "bodyplan.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=words) as raised:
        load_settings(path)
    assert str(path) in str(raised.value)


def test_a_configuration_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(SettingsError, match=r"missing\.toml"):
        load_settings(tmp_path / "missing.toml")


def test_the_nearest_configuration_is_found(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    outer = tmp_path / "bodyplan.toml"
    outer.write_text("", encoding="utf-8")
    assert find_config(inner) == outer
    project = tmp_path / "a" / "pyproject.toml"
    project.write_text('[project]\nname = "x"\n', encoding="utf-8")
    assert find_config(inner) == outer  # nothing about bodyplan in it
    project.write_text("[tool.bodyplan]\n", encoding="utf-8")
    assert find_config(inner) == project
    own = inner / "bodyplan.toml"
    own.write_text("", encoding="utf-8")
    assert find_config(inner) == own


def test_without_a_configuration_there_is_none(tmp_path):
    assert find_config(Path(tmp_path.anchor)) is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owner here")
def test_a_configuration_that_another_user_has_put_into_a_folder_for_all_is_left_out(
    tmp_path, monkeypatch
):
    inner = tmp_path / "inner"
    inner.mkdir()
    path = tmp_path / "bodyplan.toml"
    path.write_text("", encoding="utf-8")
    tmp_path.chmod(0o1777)
    assert find_config(inner) == path
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)
    else:
        other = os.geteuid() + 1
        monkeypatch.setattr(os, "geteuid", lambda: other)
    assert find_config(inner) != path
    tmp_path.chmod(0o755)
    assert find_config(inner) == path


@pytest.mark.parametrize(
    "text",
    [
        "packages.a = '//example.com/share'",
        "folders = ['//example.com/share']",
        "xacro.'//example.com/share/a.xacro' = {a = 1}",
    ],
)
def test_a_found_configuration_names_no_other_machine(tmp_path, text):
    path = tmp_path / "bodyplan.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match="is on another machine"):
        load_settings(path, is_found=True)
    load_settings(path)
