"""Checking descriptions together with the robots and files that they belong to."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bodyplan.core import replace
from bodyplan.description.checker import (
    Checked,
    Checker,
    Job,
    report_of,
)
from bodyplan.description.description import Description, Source, given_robot
from bodyplan.description.folder_kinds import NOT_CHECKED
from bodyplan.description.session import Session, opened
from bodyplan.diag import Diagnostic, Severity, Where
from bodyplan.diag.diagnostic import INTERNAL_ERROR
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import ANYWHERE, YAML_ENDINGS, FilePath, WordOrPath
from bodyplan.lint.run import graded
from bodyplan.lint.settings import Settings

if TYPE_CHECKING:
    from bodyplan.description.search.find import Survey
    from bodyplan.resources import Resources

SettingsFor = Callable[[WordOrPath], Settings]


def jobs_of_folder(found: Survey, settings_for: SettingsFor, *, is_alone: bool) -> list[Job]:
    """Return a job for each file of a folder.

    Args:
        found: the files.
        settings_for: a function that returns the settings of a file.
        is_alone: whether each file is checked without the robots in the folder.
    """
    from importlib.util import find_spec

    robots = set() if is_alone else {member.robot for member in found.members}
    reasons = dict(found.unread)
    models = found.models
    if models and find_spec("mujoco") is None:
        count = "this file is" if len(models) == 1 else f"{len(models)} MJCF files are"
        message = f"{count} not checked: MuJoCo is not installed"
        where = Where(models[0], 1, 1, 1, 1, "/")
        hint = "pip install 'bodyplan[mjcf]'"
        reasons[models[0]] = Diagnostic(NOT_CHECKED, message, where, hint=hint)
        models = ()

    def job(path: str, **given: Any) -> Job:
        file = FilePath(path, found.folder)
        return Job(file, settings_for(file), **{"is_alone": True, "is_found": True, **given})

    def unread(path: str, why: Diagnostic) -> Job:
        settings = settings_for(FilePath(path, found.folder))
        diagnostics = [why] if why.kind is INTERNAL_ERROR else graded([why], path, settings)
        return job(path, is_found=False, known=FileReport(path, None, tuple(diagnostics)))

    fragments = found.fragments.items()
    jobs = [job(path, known=FileReport(path, skipped=reason)) for path, reason in fragments]
    for member in found.members:
        known, keeps = None if is_alone else member, member.path in robots
        jobs.append(job(member.path, is_alone=is_alone, member=known, keeps=keeps))
    jobs += map(job, models)
    return jobs + [unread(path, why) for path, why in reasons.items()]


def library_jobs(found: Survey, results: Sequence[Checked], settings_for: SettingsFor) -> list[Job]:
    """Return a job for each macro file of a folder that no robot uses.

    Args:
        found: the files.
        results: the results of the other files.
        settings_for: a function that returns the settings of a file.
    """
    used = frozenset().union(*(one.used for one in results))
    files = [file for one in results for file in one.reports if file.format == "xacro"]
    lacks = any(need.startswith("package") for file in files for need in file.needs)
    errors = [one for file in files for one in file.diagnostics if one.severity is Severity.ERROR]
    is_partial = lacks or any(one.code.startswith("M") for one in errors)  # an expansion failed
    defined = frozenset() if lacks else found.defined
    return [
        Job(
            path,
            settings_for(path),
            is_alone=True,
            is_found=True,
            defined=defined,
            is_whole=not is_partial and os.fspath(path) in found.whole,
        )
        for path in map(FilePath, found.libraries)
        if os.path.abspath(path) not in used
    ]


def check(
    source: Source | Description,
    *,
    profile: str | None = None,
    meshes: bool = False,
    collisions: bool = False,
    robot: Source | Description | None = None,
    settings: Settings | None = None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Report:
    """Check a description, or all descriptions in a folder, and return the report.

    An SRDF, a model_state or a YAML file with settings is checked together with its robot, which is
    searched near the file; the report of each file names its partners. For a file with macros, the
    expanded robot is checked; each included file with diagnostics has a separate report.

    Args:
        source: a description, a source for ``read``, a document, a folder, or a YAML file with
            joint limits, controllers or kinematics. A ``Description`` has its own session and
            robot: only ``profile``, ``meshes`` and ``collisions`` apply.
        profile: "urdfdom", "libsdformat" or "drake" to report only the predicted problems of this
            parser.
        meshes: whether to open the meshes too.
        collisions: whether to compute which links can touch, and to check the pairs of an SRDF
            against the result.
        robot: the URDF to which an SRDF, a model_state or settings belong.
        settings: the settings of the check.
        arguments: values for the arguments of files with macros.
        resources: the folders in which meshes and packages are searched; by default those of the
            environment.

    Raises:
        InputError: no file can be read, ``robot`` is not a URDF, or macros or meshes need a
            package that is not installed.
        ValueError: the profile is unknown.
    """
    description = source if isinstance(source, Description) else None
    if description is not None:
        session = description.session
    else:
        session = Session(settings, resources=resources, arguments=arguments)
    changes: dict[str, Any] = {} if profile is None else {"profile": profile}
    if meshes:
        changes["meshes"] = True
    if collisions:
        changes["collisions"] = True

    def settings_for(source: WordOrPath) -> Settings:
        settings = session.settings_for(source)
        return replace(settings, **changes) if changes else settings

    named = os.fspath(source) if isinstance(source, str | os.PathLike) else ""
    is_folder = source != "-" and _is_folder(named)
    if is_folder:
        session = session.searching([named])
    if is_folder:
        checker = Checker(session, (), *given_robot(robot, session))
        return _of_folder(named, checker, settings_for, is_alone=robot is not None)
    if named.lower().endswith(YAML_ENDINGS):
        word = source if isinstance(source, str) else FilePath(named, ANYWHERE)
        checker = Checker(session, (), *given_robot(robot, session))
        checked = checker.check(Job(word, settings_for(word)))
        if checked.report is not None and checked.report.format is None:
            _require_read(checked.report)
        return report_of([checked])
    found = opened(source, session, robot=robot)
    return found.report(settings_for(found.name))


def check_with_included(document: Document, session: Session) -> Report:
    """Return the report on a description; for SDFormat, also on all included files.

    Each included file is checked once, as if it were checked on its own.

    Args:
        document: the description.
        session: the session that reads the included files.

    Raises:
        InputError: macros need a package that is not installed.
    """
    settings = Settings()
    checker = Checker(session)
    found = [checker.document(document, Job(document.name, settings))]
    files = dict.fromkeys(found[0].files)
    waiting = [file for file in files if file.name != document.name]
    for file in waiting:
        checked = checker.check(Job(file, settings))
        found.append(checked)
        new = [one for one in checked.files if one not in files and one.name != document.name]
        files |= dict.fromkeys(new)
        waiting += new
    return report_of(found)


def _is_folder(name: str) -> bool:
    try:
        return os.path.isdir(name)
    except ValueError:  # the source is a text, not a path
        return False


def _require_read(report: FileReport) -> None:
    """Check that at least one file could be read.

    Raises:
        InputError: no file could be read.
    """
    if report.trouble is not None and not report.diagnostics:
        raise InputError(report.trouble)


def _of_folder(
    folder: str, checker: Checker, settings_for: SettingsFor, *, is_alone: bool
) -> Report:
    """Return the report on the descriptions in a folder.

    Raises:
        InputError: the folder cannot be read, or it contains no robot description.
    """
    from bodyplan.description.search.find import survey

    found = survey(folder, checker.resources)
    if found.is_empty:
        raise InputError(f"no robot description in folder {folder}")
    results = list(map(checker.check, jobs_of_folder(found, settings_for, is_alone=is_alone)))
    results += map(checker.check, library_jobs(found, results, settings_for))
    troubles = (FileReport(folder, trouble=sentence) for sentence in found.troubles)
    return Report((*report_of(results).files, *troubles), len(found.libraries))
