"""The sources of a scene, which are read again when their files change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bodyplan.description.description import Description
from bodyplan.description.search.srdf_search import srdfs_around
from bodyplan.description.session import Session, opened
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.document import DescriptionError, Document, why_unreadable
from bodyplan.formats.expansion import expansion_of
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import Readable
from bodyplan.model import Robot, UnknownNameError
from bodyplan.viewer.picture import Values
from bodyplan.viewer.scene import Scene, scene_of, title_of

Given = Readable | Document | Description | Robot | Scene
"""The types of sources from which a page can be created."""
Read = Description | Robot
"""The types that a source is read as."""
Configure = Callable[[Robot, Sequence[Read]], Values]


class UnreadableError(ValueError):
    """A file has errors because of which a part of the robot cannot be read.

    Args:
        message: the first error.
        diagnostics: all diagnostics of the file.
    """

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)


class Source:
    """The source of a page: one robot, or two robots to compare.

    Args:
        sources: sources that ``read`` accepts, documents, descriptions or robots; or a single
            scene, which is not changed.
        srdf: the SRDF of the first robot; by default the SRDF near its file.
        model: the name of the model to show, if an SDFormat file has several models.
        session: the session that reads the files.
        configure: a function that returns the configuration of the first robot. After the files
            have changed, its errors are ignored, because joints may no longer exist.
    """

    def __init__(
        self,
        sources: Sequence[Given],
        *,
        srdf: Readable | Document | Description | None = None,
        model: str = "",
        session: Session | None = None,
        configure: Configure = lambda *_: {},
    ) -> None:
        self._sources = sources
        self._srdf = srdf
        self._model = model
        self._session = session or Session()
        self._configure = configure
        self._is_configured = False

    def scene(
        self, *, strict: bool = False, on_read: Callable[[str], None] = lambda _: None
    ) -> Scene:
        """Read the sources and return their scene.

        Args:
            strict: whether to raise an error for a file that is not well-formed, such as a
                half-written file, instead of showing the part of the robot that was read.
            on_read: a function that is called with the title of the scene after the files are read,
                and before meshes are read.

        Raises:
            UnreadableError: with strict, a file is not well-formed, or contains no robot.
            InputError: a file cannot be opened.
            UnknownNameError: a joint of the configuration does not exist.
            ValueError: the configuration is invalid.
        """
        first = self._sources[0]
        if isinstance(first, Scene):
            on_read(first.title)
            return first
        session = self._session.searching(())  # the content of folders may have changed
        found = [self._read(source, session) for source in self._sources]
        descriptions = [one for one in found if isinstance(one, Description)]
        if strict:
            for description in descriptions:
                _require_whole(description.written)
        on_read(title_of(*found))
        found[0], srdf = self._with_srdf(found[0], session)
        scene = self._made(found, srdf)
        if srdf is not None and self._srdf is None and not scene.robots:
            scene = self._made(found, None)  # an SRDF that was found automatically is optional
        if not scene.robots and scene.error is None:
            scene.error = _why_empty(scene)
        if strict and len(scene.robots) < len(found):
            raise UnreadableError(scene.error or "one of the files contains no robot")
        if srdf is not None and srdf.path is not None:
            scene.files.add(srdf.path.absolute())
        try:
            if scene.robots and (values := self._configure(scene.robots[0], found)):
                scene.configure(values)
        except (UnknownNameError, ValueError):
            if not self._is_configured:
                raise
        self._is_configured = True
        return scene

    def _made(self, found: Sequence[Read], srdf: Description | None) -> Scene:
        return scene_of(*found, compare=len(found) > 1, srdf=srdf)

    def _read(self, source: Given, session: Session) -> Read:
        assert not isinstance(source, Scene)
        if isinstance(source, Robot):
            return source
        return opened(source, session, model=self._model)

    def _with_srdf(self, source: Read, session: Session) -> tuple[Read, Description | None]:
        """Return the first robot and its SRDF. If the source is an SRDF, find its robot.

        Raises:
            InputError: no robot was found for the SRDF.
        """
        if isinstance(source, Robot) or not source.is_srdf:
            return source, self._srdf_of(source, session)
        robot = source.partner.description
        if robot is None:
            raise InputError(f"{source.name}: no robot was found for this SRDF")
        return robot, source

    def _srdf_of(self, source: Read, session: Session) -> Description | None:
        """Return the SRDF of the first robot: the given one, one near the robot's file, or None."""
        if self._srdf is not None:
            return opened(self._srdf, session)
        if isinstance(source, Robot) or source.written.format not in {"urdf", "xacro", "sdf"}:
            return None
        try:
            for path in srdfs_around(source.path, session.resources):
                found = session.open(path)
                if found.written.root is not None:
                    return found
        except (InputError, DescriptionError, OSError):
            pass
        return None


def _why_empty(scene: Scene) -> str:
    """Return the reason why a scene has no robot: its first error."""
    finding = next((one for one in scene.data().findings if one.severity == "error"), None)
    if finding is None:
        return "this file contains no robot"
    place = "" if finding.where is None else f"{finding.where.file}:{finding.where.line}: "
    return f"{place}{finding.message} ({finding.code})"


def _require_whole(document: Document) -> None:
    """Check that a file is well-formed, and its macros can be expanded.

    Raises:
        UnreadableError: the file is not well-formed, or its macros cannot be expanded.
    """
    message = why_unreadable(document)
    expansion = expansion_of(document)
    broken = [one for one in document.diagnostics if one.code in _HIDING]
    if message is None and broken:
        message = str(broken[0])
    if message is None and expansion is not None and expansion.text is None:
        errors = [one for one in document.diagnostics if one.severity is Severity.ERROR]
        message = str(errors[0]) if errors else f"{document.name} cannot be expanded"
    if message is not None:
        raise UnreadableError(message, document.diagnostics)


_HIDING = ("X001", "X002", "X003")
"""Codes of problems after which the rest of the file cannot be read."""
