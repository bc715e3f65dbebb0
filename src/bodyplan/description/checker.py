"""Checking one file after the other, each with its robot."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import Limits, Record, replace, shown
from bodyplan.description import folder_kinds as kinds
from bodyplan.diag import Diagnostic, Severity, did_you_mean
from bodyplan.diag.diagnostic import INTERNAL_ERROR, internal_error, resolve_locations
from bodyplan.diag.report import FileReport, Report
from bodyplan.formats.document import Document, why_unreadable
from bodyplan.formats.expansion import expansion_of, sources_of
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import PARTS_OF_SDF, as_mjcf
from bodyplan.formats.registry import FORMATS, is_edited, robot_of
from bodyplan.formats.source import YAML_ENDINGS, FilePath, WordOrPath, is_in_samples
from bodyplan.lint.check import check_document
from bodyplan.lint.context import CheckRun
from bodyplan.lint.reports import combined, file_reports
from bodyplan.lint.resources import is_only_for_ros1
from bodyplan.lint.run import graded
from bodyplan.lint.settings import Settings
from bodyplan.spec.bind import by_class

if TYPE_CHECKING:
    from bodyplan.description.search.members import RobotMember
    from bodyplan.description.search.nearby import FilesAround
    from bodyplan.description.session import Session
    from bodyplan.formats.ros_yaml import SettingsDocument
    from bodyplan.formats.urdf import Robot
    from bodyplan.model import Robot as Model

NEEDS_ROBOT = ("srdf", "model_state")
_MJCF = "mujoco"
"""The root element of MJCF."""
_ROOTS = ("robot", "sdf", "gazebo", "model_state")
_SDF_ENDINGS = (".sdf", ".world")
OF_LIBRARIES = (
    *("X0", "M110", "M111", "M121", "M122", "M123", "M124", "M125", "M133", "M211", "M212"),
    *("M213", "M221", "M224"),
)
"""Codes that are reported for a macro file by itself; other codes depend on the file that includes
it."""


class Job(Record):
    """One file to check. It can be pickled.

    Args:
        source: the file, as the user typed it or as the search of a folder found it.
        settings: which diagnostics are reported, and with which severity.
        is_alone: whether the file is checked without a search for its robot.
        member: the robot to which the file belongs, if already known.
        known: a finished report; if given, the file is not read.
        is_found: whether the file was found in a folder, where files of unknown formats are
            skipped.
        keeps: whether the session keeps the document in memory, because other files may need it.
        defined: for a macro file that no robot uses, the names that the files of the folder define;
            None for other files.
        is_whole: whether this macro file defines a whole robot that no expansion used, although
            other files include it. False if the expansion of a robot failed.
    """

    source: WordOrPath
    settings: Settings
    is_alone: bool = False
    member: RobotMember | None = None
    known: FileReport | None = None
    is_found: bool = False
    keeps: bool = False
    defined: frozenset[str] | None = None
    is_whole: bool = False

    @property
    def name(self) -> str:
        """The name of the file in messages."""
        return os.fspath(self.source)


class Checked(Record):
    """The result of a job.

    Args:
        report: the report on the file; None for a file of an unrelated format in a folder.
        note: the files with which the file was checked, and why; may be empty.
        included: the reports on the files of its macros, if these files have diagnostics.
        used: the paths of the files of its macros.
        files: the files that a model or world in SDFormat includes.
    """

    report: FileReport | None
    note: str = ""
    included: tuple[FileReport, ...] = ()
    used: frozenset[str] = frozenset()
    files: tuple[FilePath, ...] = ()

    @property
    def reports(self) -> tuple[FileReport, ...]:
        """All reports; the report on the file itself is the first."""
        return (*(() if self.report is None else (self.report,)), *self.included)


class _Beside(NamedTuple):
    """The robot and the files with which a file is checked.

    Args:
        robot: the robot that the file refers to.
        names: the files of this robot, or the files that the checked file includes.
        note: the files with which the file is checked, and why.
        diagnostics: the diagnostics that were found in the search for the robot.
        files: the files that the checked file includes.
    """

    robot: Robot | Model | None = None
    names: tuple[str, ...] = ()
    note: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    files: tuple[FilePath, ...] = ()


class Checker:
    """Checks one file after the other, and reads each robot once for all of its files.

    Args:
        session: the session that reads the files.
        around: the files of robots that the user named together with the files to check.
        robot: the robot for all files; without it, the robot of each file is searched around the
            file.
        robot_name: the name of this robot in messages.
    """

    def __init__(
        self,
        session: Session,
        around: tuple[str, ...] = (),
        robot: Robot | Model | None = None,
        robot_name: str = "",
    ) -> None:
        self.session = session
        self.resources = session.resources
        self._around = around
        self.given = robot
        self._given_name = robot_name
        self._nearby: FilesAround | None = None
        self._run = CheckRun()

    def watch_meshes(self, watch: Callable[[int, int], None] | None) -> None:
        """Report how many meshes of a file were opened while it is checked.

        Args:
            watch: called with this number and the total; in the last call, both are equal.
        """
        self._run.watch = watch

    @property
    def configuration(self) -> tuple[object, ...]:
        """The arguments with which another process creates the same checker."""
        return self.session, self._around, self.given, self._given_name

    def check(self, job: Job) -> Checked:
        """Return the report on one file. Any exception becomes a diagnostic of that file."""
        try:
            if job.known is not None:
                note = f"skipped: {job.known.skipped}" if job.known.skipped else ""
                return _located(Checked(job.known, note))
            if job.name.lower().endswith(YAML_ENDINGS):
                return _located(self._settings(job))
            given = job.member.arguments if job.member is not None else ()
            known, limits = dict(given), job.settings.limits
            document = self.session.read(job.source, defaults=known, limits=limits, keep=job.keeps)
            checked = _located(self._checked_document(document, job))
        except InputError as error:
            return Checked(FileReport(job.name, trouble=str(error)))
        except Exception as error:  # noqa: BLE001  (one bad file never ends the run of a folder)
            return _failed(job.name, error)
        if given and not checked.note:
            words = " ".join(f"{name}:={value}" for name, value in given)
            checked = replace(checked, note=f"expanded with {words} (from .setup_assistant)")
        return checked

    def document(self, document: Document, job: Job) -> Checked:
        """Return the report on a document. Any exception becomes a diagnostic of the document.

        Raises:
            InputError: macros need a package that is not installed.
        """
        try:
            return _located(self._checked_document(document, job))
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001  (one bad file never ends the run of a folder)
            return _failed(document.name, error)

    def _checked_document(self, document: Document, job: Job) -> Checked:
        if any(one.kind is INTERNAL_ERROR for one in document.diagnostics):
            return Checked(FileReport(document.name, None, document.diagnostics))
        if job.is_found and (reason := foreign(document)):
            report = FileReport(document.name, document.format, skipped=reason)
            return Checked(report, f"skipped: {reason}")
        if job.defined is not None:
            return self._library(document, job, job.defined)
        if document.root is None and job.settings.profile is None:
            document = as_mjcf(document)
        beside = self._beside(document, job)
        before = document.diagnostics
        document.diagnostics = (*before, *beside.diagnostics)
        self._run.is_of_folder = job.is_found
        found = check_document(
            document, job.settings, robot=beside.robot, resources=self.resources, run=self._run
        )
        if job.is_found:
            found = [lenient(one, job.settings) for one in found]
        report, *included = file_reports(document, found, why_unreadable(document), beside.names)
        if job.is_found:
            needs = dict.fromkeys(one.needs for one in found if one.needs)
            report = replace(report, needs=tuple(needs))
        # the next check of the document may use other partners
        document.diagnostics = before
        return Checked(report, beside.note, tuple(included), _used(document), beside.files)

    def _beside(self, document: Document, job: Job) -> _Beside:
        """Return the robot and the files with which a document is checked."""
        described = document.expanded
        if described is not None and not is_edited(described.format):
            return self._without_rules(described, job)
        if described is not None and described.format == "sdf":
            return self._included(described)
        if described is None or described.format not in NEEDS_ROBOT:
            return _Beside()
        if self.given is not None:
            name = self._given_name
            self._run.partner_folder = os.path.dirname(os.path.abspath(name)) if name else None
            return _Beside(self.given, (name,) if name else ())
        if job.is_alone:
            return _Beside()
        member = job.member
        if member is None or member.kind not in NEEDS_ROBOT:  # reading the file has shown its kind
            member = self.member(document, described)
        if member is None:
            return _Beside()
        robot, why = self._robot(member.robot, job.settings, member.arguments)
        about = _about_robot(document, member, why)
        partners = (FilePath(member.robot).name,) if robot and member.robot else ()
        self._run.partner_folder = os.path.dirname(member.robot) if member.robot else None
        found = () if about is None else (about,)
        return _Beside(robot, partners, _with(partners, member.reason), found)

    def _without_rules(self, document: Document, job: Job) -> _Beside:
        """Return the diagnostics of a program such as MuJoCo, for a format without rules."""
        format_ = FORMATS[document.format or ""]
        if not format_.checking:
            return _Beside(note=f"not checked: bodyplan has no rules for {format_.title}")
        by = import_module(format_.checking)
        found = tuple(by.errors(document, self.resources))
        is_checked = not job.is_found and all(one.kind is not kinds.NOT_CHECKED for one in found)
        return _Beside(note=by.NOTE if is_checked else "", diagnostics=found)

    def _included(self, described: Document) -> _Beside:
        """Return the files that a model or world includes."""
        root = described.tree.root
        if root is None or next(root.iter("include"), None) is None:
            return _Beside()
        from bodyplan.conversion.sdf.include_cache import IncludeCache
        from bodyplan.description._included import included_files
        from bodyplan.resources import Resources

        resources = self.resources or described.resources or self._run.once(Resources)
        included = included_files(described, resources, self._run.once(IncludeCache))
        files = tuple(included.counts)
        return _Beside(names=tuple(file.name for file in files), note=included.note, files=files)

    def _library(self, document: Document, job: Job, defined: frozenset[str]) -> Checked:
        """Return the report on a macro file that no robot uses.

        Only the rules that need no expansion are applied.
        """
        from bodyplan.description._macro_names import undefined_names

        self._run.is_of_folder = job.is_found
        all_found = check_document(document, job.settings, resources=self.resources, run=self._run)
        found = [
            lenient(one, job.settings)
            for one in all_found
            if one.code.startswith(OF_LIBRARIES)
            # M252 is not only an info if a launch file loads the macro file
            or (one.code == "M252" and one.severity is not Severity.INFO)
            if one.where.file == document.name
        ]
        needs = tuple(dict.fromkeys(one.needs for one in found if one.needs))
        if defined and not needs:
            names = list(undefined_names(document, defined))
            found += graded(names, document.name, job.settings)
        if job.is_whole and not needs and any(one.severity is Severity.ERROR for one in all_found):
            found += graded([kinds.not_a_robot(document.name)], document.name, job.settings)
        report, *_ = file_reports(document, found, why_unreadable(document))
        return Checked(replace(report, needs=needs, is_library=True))

    # Robots

    def member(self, document: Document, described: Document) -> RobotMember | None:
        """Return an SRDF or model_state with the robot that was found for it."""
        kind, path = str(described.format), document.path
        if path is None:
            return None
        if is_in_samples(path):
            from bodyplan.description.search.members import RobotMember

            robot = path.with_name(f"{path.parent.name}.urdf")
            return RobotMember(str(path), kind, str(robot), None, "the same sample")
        name = getattr(described.root, "model", None) or getattr(described.root, "name", None)
        return self.nearby.member(str(path), kind, str(name or ""))

    @property
    def nearby(self) -> FilesAround:
        """The object that searches for robots around files."""
        if self._nearby is None:
            from bodyplan.description.search.nearby import FilesAround

            self._nearby = FilesAround(self._around, self.resources)
        return self._nearby

    def _robot(
        self, path: str | None, settings: Settings, arguments: tuple[tuple[str, str], ...]
    ) -> tuple[Robot | None, str]:
        """Return the robot of a file, or None and the reason why it has no robot."""
        if path is None:
            return None, ""
        try:
            known = dict(arguments)
            read = self.session.read(FilePath(path), defaults=known, limits=settings.limits)
            return whole_robot(read)
        except InputError as error:
            return None, str(error)

    # Settings

    def _settings(self, job: Job) -> Checked:
        from bodyplan.description._comments import without_suppressed
        from bodyplan.formats.ros_yaml import read_settings

        document = read_settings(job.source, limits=job.settings.limits)
        if job.is_found and document.root is None and document.tree.fault is None:
            return Checked(None)
        member = job.member
        robot, name = self.given, self._given_name
        if robot is None:
            if member is None and not job.is_alone and document.path is not None:
                member = self.nearby.member(str(document.path), "settings")
            name = member.robot or "" if member is not None else ""
            known = member.arguments if member is not None else ()
            robot, why = self._robot(name or None, job.settings, known)
            is_guess = member is None or not member.is_beside
            if robot is not None and is_guess and not _speaks_of(document, robot):
                robot, why = None, f"no joint in common with {os.path.basename(name)}"
            if robot is None and why and member is not None:
                why = why.replace(name, os.path.basename(name), 1)
                member = member._replace(reason=why, semantics=None)
        partners = [name] if name and robot is not None else []
        if member is not None:
            partners += self._add_semantics(document, member.semantics, job.settings.limits)
        found = check_document(document, job.settings, robot=robot, resources=self.resources)
        if any(one.code == "S804" for one in found):
            is_1 = is_only_for_ros1(document.path)
            found = [one for one in found if not (is_1 and one.code == "S804")]
        found = list(without_suppressed(document, found))
        (report,) = file_reports(document, found, why_unreadable(document), tuple(partners))
        if member is None or report.trouble is not None:
            return Checked(report)
        alone = f"checked alone ({member.reason})"
        return Checked(report, _with(report.partners, member.reason) or alone)

    def _add_semantics(
        self, document: SettingsDocument, name: str | None, limits: Limits
    ) -> list[str]:
        """Assign to a settings file its SRDF, if readable, and return the name of the SRDF."""
        from bodyplan.formats import srdf

        if name is None:
            return []
        try:
            described = self.session.read(FilePath(name), limits=limits).expanded
        except InputError:
            return []
        if described is None or not isinstance(described.root, srdf.Robot):
            return []
        document.semantics = described.root
        return [name]


def report_of(results: Iterable[Checked]) -> Report:
    """Return the report on all files of some results, each once."""
    return Report(combined(report for checked in results for report in checked.reports))


def foreign(document: Document) -> str:
    """Return the reason why a file of a folder is not a description; empty if it may be one."""
    root = document.tree.root
    if root is not None and root.tag == "robot" and not (len(root) or root.attrib):
        return "a placeholder: the robot has no name and no element"
    if document.format is not None or root is None:
        return ""
    tag = str(root.tag)
    if tag in PARTS_OF_SDF:
        is_meant = document.name.lower().endswith(_SDF_ENDINGS)
    else:
        is_meant = tag == _MJCF or did_you_mean(tag, _ROOTS) is not None
    if is_meant:
        return ""
    return f"its root element <{shown(tag, 40)}> is not that of a robot description"


def _used(document: Document) -> frozenset[str]:
    """Return the paths of the files of a document's macros."""
    sources = sources_of(document) if document.format == "xacro" else None
    files = () if sources is None else sources.expansion.files
    return frozenset(str(file.path) for file in files)


def lenient(found: Diagnostic, settings: Settings) -> Diagnostic:
    """Return a diagnostic; an error is only a warning if a missing package may be its cause."""
    if found.needs and found.severity is Severity.ERROR:
        return found.graded(settings.grade(found.code, Severity.WARNING))
    return found


def _located(checked: Checked) -> Checked:
    """Compute the locations of all diagnostics now, because this can raise exceptions."""
    for report in checked.reports:
        resolve_locations(report.diagnostics)
    return checked


def _failed(name: str, error: Exception) -> Checked:
    """Return the result for a file whose check raised an exception: an error about the file."""
    if isinstance(error, OSError):  # for example, a file was removed meanwhile
        reason = error.strerror or str(error)
        sentence = f"{error.filename or name} cannot be read: {reason[:1].lower()}{reason[1:]}"
        return Checked(FileReport(name, trouble=sentence))
    return Checked(FileReport(name, None, (internal_error(error, name),)))


def _speaks_of(document: SettingsDocument, robot: Robot | Model) -> bool:
    """Return whether settings name a joint of a robot, or no joint at all."""
    from bodyplan.formats import ros_yaml

    if document.root is None:
        return True
    values = by_class(document.root)
    kinds = (ros_yaml.JointLimit, ros_yaml.ControllerJoint)
    names = {value.name for kind in kinds for value in values.get(kind, ())}
    return not names or not names.isdisjoint(joint.name for joint in robot.joints)


def whole_robot(document: Document) -> tuple[Robot | None, str]:
    """Return the robot that a document or its expansion describes, or None and the reason.

    A truncated file is not used: much of its robot is missing, and the files checked with it would
    get many diagnostics without a real problem.

    Raises:
        InputError: macros need a package that is not installed.
    """
    described = document.expanded
    robot = None if described is None else robot_of(described)
    if described is None:
        expansion = expansion_of(document)
        reason = f": {expansion.problems[0].message}" if expansion and expansion.problems else ""
        why = f"xacro expansion failed{reason}"
    elif described.format == "sdf" and described.root is not None:
        why = "this is an SDFormat file, but a URDF is required"
    elif robot is None:
        why = "this is not a URDF"
    elif described.tree.fault is not None:
        why = f"it could not be read completely: {described.tree.fault.message}"
    else:
        return robot, ""
    return None, f"{document.name}: {why}"


def _about_robot(document: Document, member: RobotMember, why: str) -> Diagnostic | None:
    """Return the diagnostic that no robot was found or that several robots match, or None."""
    place = document.places.where_root
    hint = "name it with --robot, or use --alone"
    if member.robot is None or why:
        message = f"checked without a robot: {why or member.reason}"
        return Diagnostic(kinds.ROBOT_NOT_FOUND, message, place, hint=hint)
    others, what = member.rivals, "matches equally well"
    if member.better:
        others, what = member.better, "more of the referenced links and joints"
    if others:
        names = ", ".join(map(os.path.basename, others[:3])) + (", ..." if others[3:] else "")
        if member.better:
            what = ("have " if others[1:] else "has ") + what
        message = f"checked with {os.path.basename(member.robot)}, but {names} {what}"
        return Diagnostic(kinds.ROBOT_AMBIGUOUS, message, place, hint="name one with --robot")
    return None


def _with(partners: tuple[str, ...], reason: str) -> str:
    """Return a text about the files with which a file was checked, and why."""
    names = " and ".join(map(os.path.basename, partners))
    return f"checked with {names} ({reason})" if names else ""
