"""The session of a command line: its options on top of the configuration files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from bodyplan.cli.errors import UserError
from bodyplan.core.names import visible
from bodyplan.description.configuration import Options
from bodyplan.description.session import Session
from bodyplan.diag import Severity


def session_of(arguments: argparse.Namespace, values: Mapping[str, str] | None = None) -> Session:
    """Return the session that the options of a verb describe; report what is ignored.

    Args:
        arguments: of the verb; options that it does not have may be absent.
        values: of xacro arguments.

    Raises:
        UserError: an option has another form.
        SettingsError: an option or a configuration is invalid.
    """
    given = vars(arguments)
    changes: dict[str, Any] = {}
    if given.get("profile"):
        from bodyplan.lint.codes import require_profile  # which loads all rules

        require_profile(given["profile"])
        changes["profile"] = given["profile"]
    for flag in ("meshes", "collisions"):
        if given.get(flag):
            changes[flag] = True
    if given.get("fail_on"):
        changes["fail_on"] = Severity(given["fail_on"])
    has_rules = "fail_on" in given  # elsewhere the options of these names are about other things
    options = Options(
        config=given.get("config") or "",
        is_searched="no_config" in given and not given["no_config"],
        select=_codes("--select", given["select"] if has_rules else None),
        ignore=_codes("--ignore", given["ignore"] if has_rules else None),
        changes=changes,
        limits=parse_limits(given.get("limit")),
        packages=_packages(given.get("package") or ()),
        folders=tuple(given.get("folder") or ()),
        allow_env=tuple(given.get("allow_env") or ()),
    )
    session = Session.from_folder(options=options, arguments=values)
    for sentence in session.ignored:
        sys.stderr.write(f"bodyplan: {visible(sentence)}\n")
    return session


def parse_limits(words: Sequence[str] | None) -> dict[str, int]:
    """Return the limits in ``NAME=VALUE`` words.

    Raises:
        UserError: a word has another form.
    """
    values: dict[str, int] = {}
    for word in words or ():
        name, _, number = word.partition("=")
        try:
            values[name] = int(number)
        except ValueError:
            raise UserError(f"--limit: expected NAME=VALUE with an integer, got {word!r}") from None
    return values


def _codes(option: str, words: Sequence[str] | None) -> tuple[str, ...]:
    if not words:
        return ()
    from bodyplan.lint.codes import parse_codes  # which loads all rules

    return parse_codes(option, words)


def _packages(words: Sequence[str]) -> dict[str, str]:
    """Return the folders of ``--package`` by name.

    Raises:
        UserError: a word has another form, or a package is set twice.
    """
    packages: dict[str, str] = {}
    for word in words:
        name, equals, path = word.partition("=")
        if not equals or not name.strip() or not path:
            raise UserError(f"--package: expected NAME=PATH, got {word!r}")
        if name in packages and packages[name] != path:
            raise UserError(f"--package {name} is set twice, to different folders")
        packages[name] = path
    return packages
