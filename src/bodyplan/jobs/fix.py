"""Applying the fixes of a check to a description."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from bodyplan.core import replace
from bodyplan.description.checker import OF_LIBRARIES, Job, foreign, lenient
from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.formats.source import FilePath
from bodyplan.jobs.check import SettingsFor
from bodyplan.lint.fix import FixResult, fix_document
from bodyplan.lint.settings import Settings

if TYPE_CHECKING:
    from bodyplan.description.search.find import Survey
    from bodyplan.resources import Resources


def jobs_of_folder(found: Survey, settings_for: SettingsFor) -> Iterator[Job]:
    """Yield a job for each file of a folder that can be fixed.

    These are the XML files that ``check`` checks, except MJCF.

    Args:
        found: the files.
        settings_for: a function that returns the settings of a file.
    """
    for member in found.members:
        if member.kind != "settings":  # problems of parameter files have no fixes
            path = FilePath(member.path)
            yield Job(path, settings_for(path), is_found=True)
    for path in map(FilePath, found.libraries):
        settings = settings_for(path)
        codes = tuple(code for code in OF_LIBRARIES if settings.wants(code, os.fspath(path)))
        if codes:
            yield Job(path, replace(settings, select=codes), is_found=True)


def fix_job(description: Description, job: Job, *, unsafe: bool = False) -> FixResult | None:
    """Apply the fixes of a check to one of many files.

    Args:
        description: the file, with its robot.
        job: its settings, and whether it was found in a folder.
        unsafe: whether to apply fixes that may not be what the author meant.

    Returns:
        the result, or None for a file of a folder that is not a robot description.
    """
    if job.is_found and foreign(description.written):
        return None
    result = fix(description, unsafe=unsafe, settings=job.settings)
    if job.is_found:
        left = tuple(lenient(one, job.settings) for one in result.remaining)
        result = replace(result, remaining=left)
    return result


def fix(
    source: Source | Description,
    *,
    unsafe: bool = False,
    robot: Source | Description | None = None,
    settings: Settings | None = None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> FixResult:
    """Apply the fixes of a check to a document; return it with the remaining diagnostics.

    No file is written. In a xacro file, only text that the expansion copies unchanged is fixed;
    fixes for the output of macros and expressions are not applied.

    Args:
        source: a description, a document, or a source for ``read``. A ``Description`` has its own
            session and robot.
        unsafe: whether to apply fixes that may not be what the author meant.
        robot: the URDF of an SRDF or model_state; by default, it is searched near the file.
        settings: the settings that select the rules.
        arguments: values for the arguments of a file with macros.
        resources: the folders in which packages and meshes are searched.

    Raises:
        InputError: no file can be read, ``robot`` is not a URDF, or macros need a package that is
            not installed.
    """
    session = Session(settings, resources=resources, arguments=arguments)
    description = opened(source, session, robot=robot)
    session = description.session
    partner = description.partner_robot
    settings = settings or session.settings_for(description.name)
    found = session.resources
    return fix_document(
        description.written, settings, unsafe=unsafe, robot=partner, resources=found
    )
