"""Robots to look at, read as often as their files change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.expansion import expanded_document, expansion_of
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import as_mjcf, read
from bodyplan.formats.source import FilePath, Readable
from bodyplan.formats.trouble import trouble
from bodyplan.model import Robot
from bodyplan.project.checker import Checker
from bodyplan.project.srdf_search import srdfs_around
from bodyplan.resources import Resources
from bodyplan.viewer.scene import Scene, scene_of, title_of

Given = Readable | Document | Robot | Scene
"""What is shown."""
Read = Document | Robot
"""What was read of it."""
Configure = Callable[[Scene, Sequence[Read]], None]


class UnreadableError(ValueError):
    """A file has errors that hide a part of the robot.

    Args:
        message: the first one.
        diagnostics: all of them.
    """

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)


class Source:
    """What a page shows: one robot, or two to compare.

    Args:
        sources: what ``read`` accepts, documents or robots; or one scene, which stays as it is.
        srdf: of the first robot; by default the one near its file.
        model: of an SDFormat file with several models the one to show.
        arguments: values for the arguments of xacro files, for each source.
        resources: where packages and meshes are searched.
        limits: input limits.
        configure: sets the configurations of a new scene.
    """

    def __init__(
        self,
        sources: Sequence[Given],
        *,
        srdf: Readable | Document | None = None,
        model: str = "",
        arguments: Sequence[Mapping[str, str] | None] = (),
        resources: Resources | None = None,
        limits: Limits = DEFAULT_LIMITS,
        configure: Configure = lambda *_: None,
    ) -> None:
        self._sources = sources
        self._srdf = srdf
        self._model = model
        self._arguments = (*arguments, *[None] * len(sources))
        self._resources = resources
        self._limits = limits
        self._configure = configure

    def scene(
        self, *, strict: bool = False, on_read: Callable[[str], None] = lambda _: None
    ) -> Scene:
        """Read everything and return the scene.

        Args:
            strict: whether a file that is not well-formed, such as one that is half written, is an
                error, instead of a robot with less.
            on_read: called with the title of the scene when the files are read, before meshes are.

        Raises:
            UnreadableError: with strict, a file is not well-formed, or no robot is left of it.
            InputError: a file cannot be opened.
        """
        first = self._sources[0]
        if isinstance(first, Scene):
            on_read(first.title)
            return first
        pairs = zip(self._sources, self._arguments, strict=False)
        found = [self._read(source, arguments) for source, arguments in pairs]
        documents = [one for one in found if isinstance(one, Document)]
        if strict:
            for document in documents:
                _require_whole(document)
        on_read(title_of(*found))
        found[0], srdf = self._with_srdf(found[0])
        scene = self._made(found, srdf)
        if srdf is not None and self._srdf is None and not scene.robots:
            scene = self._made(found, None)  # an SRDF that was found is a help, no more
        if not scene.robots and scene.error is None:
            scene.error = _why_empty(scene)
        if strict and len(scene.robots) < len(found):
            raise UnreadableError(scene.error or "one of the files contains no robot")
        if srdf is not None and srdf.path is not None:
            scene.files.add(srdf.path.absolute())
        self._configure(scene, found)
        return scene

    def _made(self, found: Sequence[Read], srdf: Document | None) -> Scene:
        return scene_of(
            *found,
            compare=len(found) > 1,
            srdf=srdf,
            model=self._model,
            resources=self._resources,
            limits=self._limits,
        )

    def _read(self, source: Given, arguments: Mapping[str, str] | None) -> Read:
        assert not isinstance(source, Scene)
        if isinstance(source, Document | Robot):
            return source
        found = read(source, limits=self._limits, arguments=arguments, resources=self._resources)
        return as_mjcf(found)

    def _with_srdf(self, source: Read) -> tuple[Read, Document | None]:
        """Return the first robot, and its SRDF; of an SRDF the robot that it belongs to.

        Raises:
            InputError: no robot was found for it.
        """
        described = expanded_document(source) if isinstance(source, Document) else None
        if described is None or described.format != "srdf":
            return source, self._srdf_of(source)
        assert isinstance(source, Document)
        member = Checker(self._resources).member(source, described)
        if member is None or member.robot is None:
            raise InputError(f"{source.name}: no robot was found for this SRDF")
        return self._read(FilePath(member.robot), dict(member.arguments)), source

    def _srdf_of(self, source: Read) -> Document | None:
        """Return the SRDF of the first robot: the named one, or one near its file; None without one."""
        if isinstance(self._srdf, Document):
            return self._srdf
        if self._srdf is not None:
            return read(self._srdf, limits=self._limits, resources=self._resources)
        if isinstance(source, Robot) or source.format not in {"urdf", "xacro", "sdf"}:
            return None
        try:
            for path in srdfs_around(source.path, self._resources):
                found = read(path, limits=self._limits, resources=self._resources)
                if found.root is not None:
                    return found
        except (InputError, DescriptionError, OSError):
            pass
        return None


def _why_empty(scene: Scene) -> str:
    """Return why a scene has no robot: its first error."""
    finding = next((one for one in scene.data().findings if one.severity == "error"), None)
    if finding is None:
        return "this file contains no robot"
    place = "" if finding.where is None else f"{finding.where.file}:{finding.where.line}: "
    return f"{place}{finding.message} ({finding.code})"


def _require_whole(document: Document) -> None:
    """Check that a file is well-formed, and its macros can be expanded.

    Raises:
        UnreadableError: it is not.
    """
    message = trouble(document)
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
"""Codes of problems that hide what follows them in the file."""
