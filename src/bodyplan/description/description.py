"""One robot description: its documents before and after expansion, robot and diagnostics."""

from __future__ import annotations

import os
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bodyplan.diag import Severity
from bodyplan.diag.diagnostic import INTERNAL_ERROR, with_hint
from bodyplan.formats.document import DescriptionError, Document, why_unreadable
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import FilePath, Readable

if TYPE_CHECKING:
    from pathlib import Path

    from bodyplan.description._files import Files
    from bodyplan.description.session import Session
    from bodyplan.diag.report import Report
    from bodyplan.formats import urdf
    from bodyplan.lint.settings import Settings
    from bodyplan.model import Robot
    from bodyplan.model.planning.semantics import Semantics
    from bodyplan.resources import Resources

Source = Readable | Document
Partners = Literal["search", "none"]
_SOURCES = (str, bytes, os.PathLike, Document)


class Partner(NamedTuple):
    """The robot to which an SRDF, model_state or parameter file belongs.

    Args:
        description: the description of the robot; None if no robot was found.
        reason: why this robot was chosen, or why no robot was found.
        others: paths of other robots that match equally well.
    """

    description: Description | None
    reason: str = ""
    others: tuple[str, ...] = ()


class Description:
    """One robot description. Each part is computed once, at its first use.

    A description is created by ``Session.open``.

    Args:
        session: the session whose choices apply to the file.
        written: the document before expansion of macros.
        robot: the robot of an SRDF or model_state, if given.
        srdf: the SRDF of a robot, if given.
        model: the name of the model to use, if an SDFormat file has several models.
        partners: whether the robot is searched around the file.
    """

    def __init__(
        self,
        session: Session,
        written: Document,
        *,
        robot: Any = None,
        srdf: Source | Description | None = None,
        model: str = "",
        partners: Partners = "search",
    ) -> None:
        self.session = session
        self.written = written
        self.model = model
        self.partners = partners
        self._given = robot
        self._srdf = srdf

    def __repr__(self) -> str:
        return f"<Description {self.name} {self.format}>"

    @property
    def name(self) -> str:
        """The name of the file in messages."""
        return self.written.name

    @property
    def path(self) -> Path | None:
        """The path of the file; None if the description was not read from a file."""
        return self.written.path

    @property
    def resources(self) -> Resources | None:
        """The folders in which packages and files are searched."""
        return self.session.resources

    @cached_property
    def expanded(self) -> Document | None:
        """The document of the robot: the expansion of a xacro file; otherwise the file itself.

        None if the expansion failed.

        Raises:
            InputError: xacro needs a package that is not installed.
        """
        return self.written.expanded

    @property
    def format(self) -> str | None:
        """The format of the file, or of the expansion of a xacro file; None if it is unknown."""
        return None if self.expanded is None else self.expanded.format

    @property
    def trouble(self) -> str | None:
        """The reason why no part of the file can be read, as a sentence; otherwise None."""
        internal = [one for one in self.written.diagnostics if one.kind is INTERNAL_ERROR]
        return with_hint(internal[0]) if internal else why_unreadable(self.written)

    def require_expanded(self) -> Document:
        """Return the document of the robot.

        Raises:
            DescriptionError: the xacro file cannot be expanded; the error has all diagnostics.
        """
        if self.expanded is None:
            _loading().required(self, strict=True)
            raise DescriptionError(self.written.diagnostics)
        return self.expanded

    # Partners

    @cached_property
    def partner(self) -> Partner:
        """The robot of an SRDF or model_state: the given robot, or else the robot found nearby.

        Raises:
            InputError: the given robot cannot be read.
        """
        if isinstance(self._given, Description):
            return Partner(self._given)
        if self.given_robot is not None or self.partners == "none":
            return Partner(None)
        if self.format not in {"srdf", "model_state"} and self._given is None:
            return Partner(None)
        if self._given is not None:
            return Partner(self.session.open(self._given))
        described = self.expanded
        member = None
        if described is not None:
            member = _checking().Checker(self.session).member(self.written, described)
        if member is None:
            return Partner(None, "it was not read from a file")
        if member.robot is None:
            return Partner(None, member.reason)
        values = {**dict(member.arguments), **self.written.arguments}
        try:
            robot = self.session.open(FilePath(member.robot), arguments=values)
        except InputError as error:
            return Partner(None, str(error))
        return Partner(robot, member.reason, (*member.better, *member.rivals))

    @property
    def partner_robot(self) -> Robot | urdf.Robot | None:
        """The robot with which an SRDF or model_state is checked; None if no robot was found.

        Raises:
            InputError: the given robot is not a URDF.
        """
        if self._given is not None:
            return given_robot(self._given, self.session)[0]
        partner = self.partner.description
        robot: urdf.Robot | None = None
        if partner is not None:
            robot, _ = _checking().whole_robot(partner.written)
        return robot

    @property
    def partner_parts(self) -> Robot | None:
        """The readable parts of the robot of an SRDF; None without a robot.

        Raises:
            InputError: the robot that was given cannot be read, or is not a robot.
            DescriptionError: nothing could be read of the robot that was given.
        """
        try:
            partner = self.partner.description
            if partner is not None and partner.is_srdf:
                raise InputError(f"{partner.name}: this is not a URDF")
            robot = None if partner is None else partner.parts
        except (InputError, DescriptionError):
            if self._given is not None:
                raise
            robot = None  # a robot that was found automatically is optional
        return robot

    @property
    def robot_given(self) -> Any:
        """The robot that was given for an SRDF or model_state; None if not given."""
        return self._given

    @cached_property
    def own_srdf(self) -> Description | None:
        """The SRDF that was given for a robot; None if not given."""
        if self._srdf is None or isinstance(self._srdf, Description):
            return self._srdf
        return self.session.open(self._srdf)

    def with_srdf(self, srdf: Description | None) -> Description:
        """Return a copy of the description with an SRDF; the same description for None."""
        if srdf is None:
            return self
        return Description(self.session, self.written, srdf=srdf, model=self.model)

    @property
    def given_robot(self) -> Robot | urdf.Robot | None:
        """The robot that was given for an SRDF as an object; None if a file or nothing was given."""
        return None if self._given is None or _is_source(self._given) else self._given

    # The robot

    @cached_property
    def _strict(self) -> Robot | Semantics:
        found: Robot | Semantics = _loading().loaded(self, strict=True)
        return found

    @cached_property
    def _tolerant(self) -> Robot | Semantics:
        found: Robot | Semantics = _loading().loaded(self, strict=False)
        return found

    def loaded(self, *, strict: bool = True) -> Robot | Semantics:
        """Return the robot; for an SRDF, its semantics.

        Args:
            strict: whether errors raise an exception; otherwise, invalid parts are left out.

        Raises:
            DescriptionError: there are errors, or nothing could be read.
            InputError: the file is not a robot, or contains several models.
        """
        return self._strict if strict else self._tolerant

    @property
    def robot(self) -> Robot:
        """The robot, loaded strictly; for an SRDF, its robot with groups and states.

        Raises:
            DescriptionError: there are errors.
            InputError: the file is not a robot, or contains several models.
        """
        robot: Robot = _loading().robot_in(self._strict)
        return robot

    @property
    def parts(self) -> Robot:
        """The readable parts of the robot; its losses list the parts left out, and why.

        Raises:
            DescriptionError: nothing could be read.
            InputError: the file is not a robot, or contains several models.
        """
        robot: Robot = _loading().robot_in(self._tolerant)
        return robot

    @property
    def is_srdf(self) -> bool:
        """Whether the file is an SRDF."""
        expanded = self.expanded
        return expanded is not None and expanded.format == "srdf" and expanded.root is not None

    @cached_property
    def files(self) -> Files:
        """Every file that was read or searched for, and how it was found."""
        from bodyplan.description._files import files_of

        return files_of(self)

    @cached_property
    def diagnostics(self) -> Report:
        """The diagnostics of all rules on the description, checked together with its partner."""
        return self.report(self.session.settings_for(self.name))

    def report(self, settings: Settings) -> Report:
        """Return the diagnostics of the rules on the description, checked with its partner.

        Args:
            settings: which diagnostics are reported, and with which severity.

        Raises:
            InputError: the given robot is not a URDF, or macros need a package that is not
                installed.
        """
        checking = _checking()
        checker = checking.Checker(self.session, (), *given_robot(self._given, self.session))
        job = checking.Job(self.name, settings, is_alone=self.partners == "none")
        report: Report = checking.report_of([checker.document(self.written, job)])
        return report

    def errors(self, error: DescriptionError | None = None) -> str:
        """Return a sentence with the first error and the number of further errors.

        Args:
            error: the exception with the errors; by default, the exception from strict loading.
        """
        if error is None:
            try:
                self.loaded()
            except DescriptionError as found:
                error = found
            except InputError as found:
                return str(found)
        assert error is not None
        errors = [one for one in error.diagnostics if one.severity is Severity.ERROR]
        if not errors:
            return f"{self.name} cannot be read"
        first = errors[0]
        at = f"{first.where.file}, " if first.where.file != self.name else ""
        more = f" and {len(errors) - 1} more" if errors[1:] else ""
        return f"{at}line {first.where.line}: {first.message} ({first.code}){more}"


def _is_source(given: Any) -> bool:
    return isinstance(given, (*_SOURCES, Description)) or hasattr(given, "read")


def given_robot(given: Any, session: Session) -> tuple[Robot | urdf.Robot | None, str]:
    """Return the given robot, and its name in messages.

    Args:
        given: the robot, a description, or a source of a URDF; None if not given.
        session: the session that reads the source.

    Raises:
        InputError: the source is not a URDF, or cannot be read.
    """
    if given is None or not _is_source(given):
        return given, ""
    document = (given if isinstance(given, Description) else session.open(given)).written
    robot: urdf.Robot | None
    robot, why = _checking().whole_robot(document)
    if robot is None:
        raise InputError(why)
    return robot, document.name


def _loading() -> ModuleType:
    """Return the module that loads robots; importing it loads the declarations of formats."""
    from bodyplan.description import loading

    return loading


def _checking() -> ModuleType:
    """Return the module that checks and finds partners; importing it loads the rule engine."""
    from bodyplan.description import checker

    return checker
