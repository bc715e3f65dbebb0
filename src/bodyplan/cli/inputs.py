"""The session and the inputs of a command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.cli.errors import InternalError, UserError
from bodyplan.core import listed, plural, quoted
from bodyplan.core.names import visible
from bodyplan.description.checker import whole_robot
from bodyplan.description.configuration import Options
from bodyplan.description.session import Session
from bodyplan.diag import Severity
from bodyplan.diag.diagnostic import INTERNAL_ERROR, with_hint
from bodyplan.formats.document import DescriptionError, why_unreadable
from bodyplan.formats.expansion import expansion_of
from bodyplan.formats.registry import is_edited
from bodyplan.formats.source import ANYWHERE, MODEL_MANIFEST, FilePath, WordOrPath, is_path
from bodyplan.lint.settings import current_folder

if TYPE_CHECKING:
    from bodyplan.description.description import Description
    from bodyplan.description.search.find import Survey
    from bodyplan.formats.document import Document


def session_of(arguments: argparse.Namespace, values: Mapping[str, str] | None = None) -> Session:
    """Return a session with the options of a command line; report ignored settings.

    Args:
        arguments: the arguments of the verb; options that the verb does not have may be absent.
        values: values of xacro arguments.

    Raises:
        UserError: an option has an invalid form.
        SettingsError: an option or a configuration is invalid.
    """
    given = vars(arguments)
    changes: dict[str, Any] = {}
    if given.get("profile"):
        from bodyplan.lint.codes import require_profile  # imported late, because it loads all rules

        require_profile(given["profile"])
        changes["profile"] = given["profile"]
    for flag in ("meshes", "collisions"):
        if given.get(flag):
            changes[flag] = True
    if given.get("fail_on"):
        changes["fail_on"] = Severity(given["fail_on"])
    # verbs without --fail-on use the names "select" and "ignore" for other options
    has_rules = "fail_on" in given
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
    """Return the limits that words of the form ``NAME=VALUE`` set.

    Raises:
        UserError: a word does not have this form.
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
    from bodyplan.lint.codes import parse_codes  # imported late, because it loads all rules

    return parse_codes(option, words)


def _packages(words: Sequence[str]) -> dict[str, str]:
    """Return the folders of ``--package`` by name.

    Raises:
        UserError: a word does not have the form NAME=PATH, or two words set different folders.
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


_OVER_THE_LIMIT = "X005"
_SIGN = ":="


class Words(NamedTuple):
    """The words of a command line.

    Args:
        inputs: files, folders, patterns.
        arguments: values of xacro arguments, by name.
    """

    inputs: list[str]
    arguments: dict[str, str]


def split_arguments(words: Iterable[str], *, quiet: bool = False, is_listed: bool = False) -> Words:
    """Separate the words of a command line into inputs and xacro arguments ``NAME:=VALUE``.

    Arguments have the form of ROS 2. Those that do not apply to xacro are reported on standard
    error, and ignored.

    Args:
        words: words of the command line.
        quiet: whether to report nothing.
        is_listed: whether a list file names the inputs; then ``words`` need not contain an input.

    Raises:
        UserError: the input is missing, or an argument is invalid.
    """
    inputs: list[str] = []
    given: list[str] = []
    for word in words:
        (given if _SIGN in word and not os.path.lexists(word) else inputs).append(word)
    if not (inputs or is_listed):
        raise UserError("missing ROBOT; NAME:=VALUE sets an argument of a xacro file")
    if not given:
        return Words(inputs, {})
    from bodyplan.xacro.arguments import parse_arguments

    try:
        parsed = parse_arguments(given)
    except ValueError as error:
        raise UserError(str(error)) from None
    for word, reason in () if quiet else parsed.ignored:
        sys.stderr.write(f"bodyplan: {visible(word)} is ignored: {reason}\n")
    return Words(inputs, parsed.values)


def one_input(
    name: str, words: Iterable[str], *, quiet: bool = False
) -> tuple[str, dict[str, str]]:
    """Return the input of a verb with one input, and its xacro arguments.

    Args:
        name: the first positional word.
        words: the words after it.
        quiet: whether to report nothing.

    Raises:
        UserError: the words name no input, or several inputs.
    """
    found = split_arguments((name, *words), quiet=quiet)
    if found.inputs[1:]:
        raise UserError(f"unexpected argument {found.inputs[1]!r}; expected one ROBOT")
    return robot_of(found.inputs[0]), found.arguments


def robot_of(word: str) -> str:
    """Return the path of the only robot in a folder; return any other word unchanged.

    Raises:
        UserError: the folder has no robot, or several.
    """
    if not is_folder(word) or os.path.isfile(os.path.join(word, MODEL_MANIFEST)):
        return word
    found = folder_survey(word).members
    robots = [one.path for one in found if one.kind in {"urdf", "sdf", "xacro"}]
    if len(robots) == 1:
        return os.fspath(shown_path(os.path.normpath(robots[0])))
    names = listed([os.fspath(shown_path(os.path.normpath(path))) for path in robots], 5)
    what = f"{len(robots)} robots: {names}; name one" if robots else "no robot"
    raise UserError(f"folder {word} has {what}")


def require_macros(arguments: Mapping[str, str], *, has_macros: bool) -> None:
    """Check that xacro arguments are passed only with a xacro file.

    Raises:
        UserError: there are xacro arguments, but the input is not xacro.
    """
    if arguments and not has_macros:
        name, value = next(iter(arguments.items()))
        raise UserError(f"{name}:={value} sets a xacro argument, but the input is not xacro")


def opened(
    session: Session, source: WordOrPath, *, takes_mjcf: bool = False, **choices: Any
) -> Description:
    """Return the description of an input; report unknown xacro arguments on standard error.

    Args:
        session: the session that opens the input.
        source: the input.
        takes_mjcf: whether MJCF is accepted.
        choices: further arguments of ``Session.open``.

    Raises:
        InputError: the input cannot be read.
        UserError: the input is not a robot description.
    """
    source = shown_path(source)
    found = session.open(source, **choices)
    document = found.written
    if not (takes_mjcf or is_edited(document.format)):
        document = session.read(source)
    if any(one.kind is INTERNAL_ERROR for one in document.diagnostics):
        raise InternalError(with_hint(document.diagnostics[0]))
    reason = why_unreadable(document)
    if reason is not None:
        raise UserError(reason)
    if document.arguments:
        _report_unknown(document)
    return found


def named_urdf(session: Session, name: str | None) -> Description | None:
    """Return the URDF that ``--robot`` names; None without the option.

    Raises:
        InputError: the file cannot be read.
        UserError: the file is not a URDF.
    """
    if name is None:
        return None
    try:
        found = opened(session, name)
    except UserError as error:
        raise UserError(f"--robot {error}") from None
    root, reason = whole_robot(found.written)
    if root is None:
        raise UserError(f"--robot {reason}")
    return found


def _report_unknown(document: Document) -> None:
    """Report xacro arguments of the command line that the file neither declares nor uses."""
    expansion = expansion_of(document)
    if expansion is None or not expansion.undeclared:
        return
    from bodyplan.xacro.hints import unknown_arguments

    for name, hint in unknown_arguments(expansion).items():
        sys.stderr.write(f"bodyplan: unknown argument {quoted(name)}; {hint}\n")


def described_by(description: Description) -> Document:
    """Return the document that describes the robot: the file itself, or the expansion of xacro.

    Raises:
        UserError: the xacro file cannot be expanded.
    """
    try:
        return description.require_expanded()
    except DescriptionError as error:
        raise UserError(first_error(error, description.written)) from None


def first_error(error: DescriptionError, document: Document, *, can_go_on: bool = False) -> str:
    """Return a sentence with the first error of a description, and the command to list all errors.

    Args:
        error: the error, with all diagnostics.
        document: the description.
        can_go_on: whether ``--anyway`` can read the robot without its invalid parts.
    """
    name, command = document.name, check_command(document)
    errors = [one for one in error.diagnostics if one.severity is Severity.ERROR]
    if not errors:
        return f"{name} cannot be read; run `{command}` for the reason"
    exceeded = next((error for error in errors if error.code == _OVER_THE_LIMIT), None)
    if exceeded is not None:  # other errors are consequences of the exceeded limit
        return f"{name}: {exceeded.message} ({_OVER_THE_LIMIT}); change the limit with --limit"
    first = errors[0]
    at = f"{first.where.file}, " if first.where.file != name else ""
    text = f"{at}line {first.where.line}: {first.message} ({first.code})"
    hints = [f"run `{command}` for all errors"] if errors[1:] else []
    if can_go_on:
        hints.append("use --anyway to ignore invalid parts")
    start = f"{name} has {plural(len(errors), 'error')}, {'the first ' if errors[1:] else ''}in "
    return start + "; ".join([text, ", ".join(hints)] if hints else [text])


def check_command(document: Document, *options: str) -> str:
    """Return the command that checks a document with the same xacro arguments."""
    from shlex import join

    name = document.name
    if document.path is None and name == "<stdin>":
        name = "-"
    elif name.startswith("-"):  # without "./", the name would mean standard input or an option
        name = f"./{name}"
    values = (f"{key}:={value}" for key, value in document.arguments.items())
    return join(["bodyplan", "check", name, *options, *values])


def expand(inputs: Sequence[str]) -> Iterator[WordOrPath]:
    """Yield the inputs without duplicates; folders and patterns are replaced by their files.

    A word that names an existing file becomes a path, even if it looks like a pattern. Other words
    are unchanged.

    Raises:
        UserError: a folder or pattern contains no robot or world.
    """
    yield from dict.fromkeys(source for word in inputs for source in _expanded(word))


def is_folder(word: str) -> bool:
    """Return whether an input is a folder."""
    return bool(word) and word != "-" and os.path.isdir(word)


def folder_survey(folder: str) -> Survey:
    """Return the descriptions in a folder.

    Raises:
        InputError: the folder cannot be read, or contains too many files.
        UserError: the folder contains no robot description.
    """
    from bodyplan.description.search.find import survey

    found = survey(folder)
    if found.is_empty:
        raise UserError(f"no robot description in folder {folder}")
    return found


def _expanded(word: str) -> Sequence[WordOrPath]:
    if not word:
        raise UserError("expected a path, got an empty name")
    if not is_path(word):
        return [word]
    if os.path.isfile(word):
        return [FilePath(word, ANYWHERE)]
    from bodyplan.cli._folders import files_of  # imported late, because most inputs are files

    return files_of(word)


def shown_path(source: WordOrPath) -> WordOrPath:
    """Return the path relative to the current folder if the file is in this folder.

    Otherwise, return it unchanged.
    """
    here = current_folder() if os.path.isabs(source) else None
    name = os.fspath(source)
    short = name if here is None else name.removeprefix(os.path.join(here, "")) or name
    if short == name:
        return source
    return FilePath(short, source.top if isinstance(source, FilePath) else ANYWHERE)
