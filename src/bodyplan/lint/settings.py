"""Settings of a run: what is checked, the severity of diagnostics, and what counts as failure."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping, Sized
from fnmatch import translate
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bodyplan.core import DEFAULT_LIMITS, Limits, Record, field_names, quoted, replace, shown
from bodyplan.diag import Severity, did_you_mean
from bodyplan.files.opener import found_file, user_file

MOST_CODES = 500
"""Maximum number of codes in a list; each of about 400 rules is compared with each code."""
MOST_PATTERNS = 200
"""Maximum number of patterns in ``per-file-ignores``."""
LONGEST_PATTERN = 256
CONFIG_NAMES = ("bodyplan.toml", "pyproject.toml")
OF_OPENED_MESHES = "G5"
"""Prefix of the codes of rules that require opened meshes."""
OF_COLLISIONS = "C"
"""Prefix of the codes of rules that require computed collisions."""


class SettingsError(ValueError):
    """An invalid configuration or option."""


class Settings(Record):
    """The settings of one run.

    Args:
        select: codes or code prefixes to report; all codes if empty.
        ignore: codes or code prefixes to leave out.
        severity: severities that replace the defaults, by code or code prefix.
        fail_on: the lowest severity that makes the run fail.
        per_file_ignore: ignored codes by file pattern.
        profile: the name of the parser whose verdict replaces the rules; None to use the rules.
        limits: the limits on the input.
        packages: the folder of each package, by package name.
        folders: further folders, which are packages or contain packages.
        allow_env: the environment variables that xacro files may read.
        meshes: whether meshes are opened.
        collisions: whether collisions between links are computed.
        xacro: values for the arguments of xacro files, by absolute path of the file.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = MappingProxyType({})
    fail_on: Severity = Severity.ERROR
    per_file_ignore: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    profile: str | None = None
    limits: Limits = DEFAULT_LIMITS
    packages: Mapping[str, str] = MappingProxyType({})
    folders: tuple[str, ...] = ()
    allow_env: tuple[str, ...] = ()
    meshes: bool = False
    collisions: bool = False
    xacro: Mapping[str, Mapping[str, str]] = MappingProxyType({})

    def arguments_of(self, name: str | os.PathLike[str]) -> Mapping[str, str]:
        """Return the values that the configuration sets for the arguments of a xacro file."""
        return self.xacro.get(os.path.realpath(name), {}) if self.xacro else {}

    @property
    def opens_meshes(self) -> bool:
        """Whether meshes are opened: on request, or because rules about mesh files are selected."""
        return self.meshes or any(code.startswith(OF_OPENED_MESHES) for code in self.select)

    @property
    def computes_collisions(self) -> bool:
        """Whether collisions are computed: on request, or because rules about collisions are selected."""
        return self.collisions or any(code.startswith(OF_COLLISIONS) for code in self.select)

    def wants(self, code: str, name: str = "") -> bool:
        """Return whether diagnostics with this code are reported, for a file of this name."""
        if self.select and not code.startswith(self.select):
            return False
        if self.ignore and code.startswith(self.ignore):
            return False
        # codes are compared first, because this is faster than the comparison of names
        return not any(
            _matches(name, pattern) or _matches(name, f"*/{pattern}")
            for pattern, codes in self.per_file_ignore.items()
            if code.startswith(codes)
        )

    def grade(self, code: str, severity: Severity) -> Severity:
        """Return the configured severity; if several prefixes match the code, the longest counts."""
        matches = [start for start in self.severity if code.startswith(start)]
        return self.severity[max(matches, key=len)] if matches else severity


@lru_cache(maxsize=2 * MOST_PATTERNS)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(translate(os.path.normcase(pattern)))


def _matches(name: str, pattern: str) -> bool:
    """Return whether a name matches a pattern, as in ``fnmatch``, with a smaller cache."""
    return _compiled(pattern).match(os.path.normcase(name)) is not None


def current_folder() -> Path | None:
    """Return the current folder; None if it was removed (absolute paths still work)."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def find_config(folder: Path | None) -> Path | None:
    """Return the nearest configuration file in a folder or above it; None without a folder.

    In a folder that all users can write to, such as /tmp, files of other users are ignored.
    """
    if folder is None:
        return None
    for place in (folder, *folder.parents):
        for name in CONFIG_NAMES:
            path = place / name
            if not path.is_file() or _is_planted(path):
                continue
            if name != "pyproject.toml" or b"[tool.bodyplan" in found_file(path).head(_MOST_BYTES):
                return path
    return None


def _is_planted(path: Path) -> bool:
    """Return whether a file is another user's, in a folder that all users can write to."""
    if not hasattr(os, "geteuid"):
        return False
    try:
        mode, owner = path.parent.stat().st_mode, path.lstat().st_uid
    except OSError:
        return True
    return bool(mode & stat.S_ISVTX and mode & stat.S_IWOTH) and owner not in {0, os.geteuid()}


_MOST_BYTES = 1024 * 1024
"""Largest size of a configuration file [bytes]. Real files are below 100 KB."""
_MOST_PARTS = 32
"""Maximum number of parts of a dotted key. Real keys have three."""
_LONG_KEY = (
    rb"""(?<![\w-])(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
    rb"""(?:[ \t]*+\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')){%d}""" % _MOST_PARTS
)
_LONGEST_REASON = 300
"""Maximum number of characters of a message of tomllib, which may quote a key of any length."""
_KEYS = {
    "select",
    "ignore",
    "severity",
    "fail-on",
    "per-file-ignores",
    "profile",
    "limits",
    "packages",
    "folders",
    "allow-env",
    "meshes",
    "collisions",
    "xacro",
}


def load_settings(path: Path, *, is_found: bool = False) -> Settings:
    """Return the settings in a configuration file.

    Args:
        path: the configuration file.
        is_found: whether the file was found near a description. Then it must not be a symbolic link
            that leads out of its folder.

    Raises:
        SettingsError: the file is not TOML, or has an unknown key, severity or limit, or an invalid
            code.
    """
    import tomllib

    try:
        file = found_file(path) if is_found else user_file(path)
        data = file.read(_MOST_BYTES)
        if re.search(_LONG_KEY, data):  # the time of tomllib is quadratic in the number of parts
            raise ValueError(f"a key has more than {_MOST_PARTS} parts (the limit)")
        content: Mapping[str, Any] = tomllib.loads(data.decode())
    except RecursionError:
        raise SettingsError(f"{path}: brackets are nested too deeply") from None
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # not TOML, not UTF-8, or a number of 5,000 digits
        raise SettingsError(f"{path}: {shown(str(error), _LONGEST_REASON)}") from None
    try:
        if path.name == "pyproject.toml":
            content = _table(_table(content, "tool"), "bodyplan")
        return settings_from(content, path.parent, is_found=is_found)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def settings_from(
    table: Mapping[str, Any], folder: Path | None = None, *, is_found: bool = False
) -> Settings:
    """Return settings from a table with the keys of the configuration file.

    Args:
        table: the content of the file.
        folder: the folder that relative paths start from; by default, the current folder.
        is_found: whether the file was found near a description, so that its author may be unknown.
            Then its paths must not be on network shares, because Windows sends them the user's
            credentials.

    Raises:
        SettingsError: a key is unknown, or a value has the wrong form.
    """
    for key in table:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) or f"expected one of {', '.join(sorted(_KEYS))}"
            raise SettingsError(f"unknown setting {quoted(key)}; {hint}")

    def path(content: Any, key: str, what: str = "folder") -> str:
        made = _path(content, key, folder, what)
        if is_found and made.startswith(_SHARES) and not made.startswith(str(folder)):
            raise SettingsError(
                f"{key} is on another machine; pass this configuration with --config"
            )
        return made

    severities = _table(table, "severity")
    ignores = _table(table, "per-file-ignores")
    _require_few(severities, "severity")
    if len(ignores) > MOST_PATTERNS or any(len(one) > LONGEST_PATTERN for one in ignores):
        raise SettingsError(
            f"per-file-ignores allows at most {MOST_PATTERNS} patterns of {LONGEST_PATTERN} characters"
        )
    profile = table.get("profile")
    if profile is not None and not isinstance(profile, str):
        raise SettingsError("profile must be a name")
    flags = {key: table.get(key, False) for key in ("meshes", "collisions")}
    for key, value in flags.items():
        if not isinstance(value, bool):
            raise SettingsError(f"{key} must be true or false")
    return Settings(
        select=_codes(table.get("select", ()), "select"),
        ignore=_codes(table.get("ignore", ()), "ignore"),
        severity={code: parse_severity(word) for code, word in severities.items()},
        fail_on=parse_severity(table.get("fail-on", "error")),
        per_file_ignore={p: _codes(codes, "per-file-ignores") for p, codes in ignores.items()},
        profile=profile,
        limits=limits_from(_table(table, "limits")),
        packages={
            name: path(where, f"packages.{name}")
            for name, where in _table(table, "packages").items()
        },
        folders=tuple(path(where, "folders") for where in _list(table, "folders")),
        allow_env=_variables(table.get("allow-env", [])),
        **flags,
        xacro={
            os.path.realpath(path(name, "xacro", "file")): _values(values, f"xacro.{quoted(name)}")
            for name, values in _table(table, "xacro").items()
        },
    )


def _values(content: Any, key: str) -> dict[str, str]:
    if not isinstance(content, Mapping):
        raise SettingsError(f"{key} must be a table of arguments")
    for name, value in content.items():
        if not isinstance(value, (str, int, float)):
            raise SettingsError(f"{key}.{name} must be a string, number or boolean")
    return {name: _text(value) for name, value in content.items()}


def _text(value: str | float) -> str:
    """Return a value in the form that xacro uses."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _list(table: Mapping[str, Any], key: str) -> list[Any]:
    content = table.get(key, [])
    if not isinstance(content, list):
        raise SettingsError(f"{key} must be a list of paths")
    return content


def _variables(content: Any) -> tuple[str, ...]:
    if not isinstance(content, list) or not all(map(is_variable, content)):
        raise SettingsError("allow-env must be a list of names of environment variables")
    return tuple(content)


def is_variable(name: Any) -> bool:
    """Return whether an environment variable can have this name."""
    return isinstance(name, str) and name.isprintable() and name.strip() != "" and "=" not in name


_SHARES = ("\\\\", "//")
"""Beginnings of paths on network shares."""


def _path(content: Any, key: str, folder: Path | None, what: str) -> str:
    if not isinstance(content, str) or not content.strip() or "\0" in content:
        raise SettingsError(f"{key} must be the path of a {what}")
    return str((folder or Path()).absolute() / content)


def _table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    content = table.get(key, {})
    if not isinstance(content, Mapping):
        raise SettingsError(f"{key} must be a table")
    return content


def _codes(content: Any, key: str) -> tuple[str, ...]:
    codes = [content] if isinstance(content, str) else content
    if not isinstance(codes, (list, tuple)) or not all(isinstance(code, str) for code in codes):
        raise SettingsError(f"{key} must be a list of codes")
    _require_few(codes, key)
    return tuple(parse_code(code) for code in codes)


def _require_few(codes: Sized, key: str) -> None:
    """Check that there are not too many codes.

    Raises:
        SettingsError: there are too many codes.
    """
    if len(codes) > MOST_CODES:
        raise SettingsError(f"{key} has more than {MOST_CODES} codes")


def parse_code(text: str) -> str:
    """Return a code, or a prefix of a code, in canonical form.

    Raises:
        SettingsError: the text is not a code.
    """
    code = text.strip().upper()
    if not (code[:1].isalpha() and (code[1:].isdigit() or not code[1:]) and len(code) <= 4):
        raise SettingsError(
            f"{quoted(text)} is not a rule code; expected a code such as J101 or a family such as J"
        )
    return code


def parse_severity(word: Any) -> Severity:
    """Return a severity from its name.

    Raises:
        SettingsError: the severity does not exist.
    """
    try:
        return Severity(word)
    except ValueError:
        names = ", ".join(Severity)
        raise SettingsError(f"{_shown(word)} is not a severity; use {names}") from None


LARGEST_LIMIT = 2**40
"""The largest value of a limit, which no machine reaches."""


def limits_from(values: Mapping[str, Any], base: Limits = DEFAULT_LIMITS) -> Limits:
    """Return input limits with some of them replaced.

    Raises:
        SettingsError: a limit is unknown, or its value is not a positive integer, or is too large.
    """
    names = field_names(Limits)
    for name, value in values.items():
        if name not in names:
            hint = did_you_mean(name, names) or f"expected one of {', '.join(sorted(names))}"
            raise SettingsError(f"unknown limit {quoted(name)}; {hint}")
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise SettingsError(
                f"limit {name} must be a positive whole number, not {_shown(value)}"
            )
        if value > LARGEST_LIMIT:
            raise SettingsError(
                f"limit {name} must be at most {LARGEST_LIMIT:,}, not {_shown(value)}"
            )
    return replace(base, **values)


def _shown(value: object) -> str:
    """Return a value of any type for a message."""
    try:
        return shown(repr(value))
    except ValueError:  # Python cannot write an integer of more than 4,300 digits
        return "a number with thousands of digits"


DEFAULT_SETTINGS = Settings()
"""Every rule, with its default severity."""
