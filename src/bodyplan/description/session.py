"""Sessions: the choices for reading descriptions, and the documents that were read."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.core import Limits, replace
from bodyplan.description.configuration import Configuration, Options, resources_of
from bodyplan.description.description import Description, Partners, Source
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import files_read, has_failed
from bodyplan.formats.read import as_mjcf, read, read_bytes
from bodyplan.formats.source import FilePath, Readable, WordOrPath, is_path
from bodyplan.lint.settings import Settings, current_folder
from bodyplan.text import bytes_of

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_COARSE = 20_000_000
"""The coarsest resolution of the modification times of a file system [ns]."""
_MOST_KEPT = 250
"""The largest number of documents that a session keeps in memory."""


class _Read(NamedTuple):
    """A document, and the time at which its reading began [ns]."""

    document: Document
    started: int

    def is_current(self) -> bool:
        """Return whether all files from which the document was read are unchanged since then.

        A document that could not be expanded is never current: a missing file may exist now.
        """
        if has_failed(self.document):
            return False
        return not any(_has_changed(path, self.started) for path in files_read(self.document))


def _has_changed(path: Path, since: int) -> bool:
    """Return whether a file may have changed since a time; the clock of a file system is coarse."""
    try:
        status = os.stat(path)
    except OSError:
        return True
    return max(status.st_mtime_ns, status.st_ctime_ns) > since - _COARSE


class Session:
    """Choices for reading descriptions, and the documents read; a changed file is read again.

    The settings of a session apply to every file. A session of ``from_folder`` instead uses, like
    the command line, the configuration file that is nearest to each file. A copy in another process
    has the same choices, and reads the files again.

    Args:
        settings: the rules and severities, input limits, packages and values of xacro arguments.
        resources: the folders in which packages and files are searched; by default, those of the
            settings and the environment.
        arguments: values for the arguments of xacro files.
        limits: the input limits; by default, those of the settings.

    Raises:
        SettingsError: a folder of the settings does not exist.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        resources: Resources | None = None,
        arguments: Mapping[str, str] | None = None,
        limits: Limits | None = None,
    ) -> None:
        settings = settings or Settings()
        self.settings = settings if limits is None else replace(settings, limits=limits)
        self.arguments = dict(arguments or {})
        self.ignored: tuple[str, ...] = ()
        """Messages about settings that are ignored because the user did not name their
        configuration file."""
        self.resources = resources or resources_of(self.settings)[0]
        """The folders in which packages and files are searched; None for the default."""
        self._configuration: Configuration | None = None
        self._documents: dict[Any, _Read] = {}

    @classmethod
    def from_folder(
        cls,
        path: str | os.PathLike[str] | None = None,
        options: Options | None = None,
        arguments: Mapping[str, str] | None = None,
    ) -> Session:
        """Return a session with the configuration that the command line uses in a folder.

        Each file is checked with the rules in the ``bodyplan.toml`` or ``pyproject.toml`` nearest
        to the file; packages and folders come from the configuration file nearest to this folder.

        Args:
            path: the folder; by default, the current folder.
            options: the choices that override the configuration files.
            arguments: values for the arguments of xacro files.

        Raises:
            SettingsError: a configuration or an option is invalid.
        """
        folder = current_folder() if path is None else Path(path).absolute()
        configuration = Configuration(options or Options(), folder)
        made = cls(configuration.settings, arguments=arguments)
        made._configuration = configuration
        made.resources, made.ignored = configuration.resources()
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.settings, self.resources, self.arguments, self._configuration)

    def searching(self, folders: Iterable[str]) -> Session:
        """Return a copy of the session that also finds the packages in some folders."""
        from bodyplan.resources import Resources  # most sessions have none

        resources = (self.resources or Resources()).extended(searched=tuple(folders))
        return _again(self.settings, resources, self.arguments, self._configuration)

    def settings_for(self, source: WordOrPath) -> Settings:
        """Return the settings for one file.

        Raises:
            SettingsError: its configuration is invalid.
        """
        return self.settings if self._configuration is None else self._configuration(source)

    def values_for(
        self, source: Readable, arguments: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """Return the values for the xacro arguments of a file.

        Args:
            source: the file.
            arguments: the values given for this file; they replace those of the session and
                settings.
        """
        configured: Mapping[str, str] = {}
        if isinstance(source, str | FilePath):
            settings = self.settings_for(source)
            if settings.xacro and is_path(source):
                configured = settings.arguments_of(source)
        return {**configured, **self.arguments, **(arguments or {})}

    def read(
        self,
        source: Readable,
        *,
        arguments: Mapping[str, str] | None = None,
        defaults: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        format: str | None = None,  # noqa: A002  (as in ``read``)
        text: str | bytes | None = None,
        keep: bool = True,
    ) -> Document:
        """Return the document of a source, from memory if no file has changed since it was read.

        Args:
            source: a source that ``read`` accepts.
            arguments: values for the arguments of a xacro file; they replace those of the session.
            defaults: values for arguments that neither the session nor ``arguments`` sets.
            limits: input limits; by default, those of the settings.
            format: "urdf", "model_state", "srdf", "sdf" or "xacro"; by default, detected.
            text: the content to read instead of the content of the file.
            keep: whether the session keeps the document in memory.

        Raises:
            InputError: the source cannot be opened.
        """
        values = {**(defaults or {}), **self.values_for(source, arguments)}
        word = source if isinstance(source, str | FilePath) else ""
        limits = limits or (self.settings_for(word) if word else self.settings).limits
        if text is not None:
            data = text if isinstance(text, bytes) else bytes_of(text)
            name = os.fspath(source) if isinstance(source, str | os.PathLike) else "<text>"
            made = read_bytes(data, name, path=Path(name), format=format, limits=limits)
            made.arguments, made.resources = values, self.resources
            return made
        key = (source, format, limits, tuple(sorted(values.items()))) if word else None
        known = self._documents.pop(key, None)
        if known is not None and known.is_current():
            self._documents[key] = known
            return known.document
        started = time.time_ns()
        resources = self.resources
        made = read(source, format=format, limits=limits, arguments=values, resources=resources)
        has_includes = made.format == "sdf" and b"<include" in made.source.data
        if keep and key is not None and made.path is not None and not has_includes:
            self._documents[key] = _Read(made, started)
            if len(self._documents) > _MOST_KEPT:
                del self._documents[next(iter(self._documents))]
        return made

    def open(
        self,
        source: Readable | Document,
        *,
        arguments: Mapping[str, str] | None = None,
        robot: Any = None,
        srdf: Source | Description | None = None,
        model: str = "",
        partners: Partners = "search",
        format: str | None = None,  # noqa: A002  (as in ``read``)
        text: str | bytes | None = None,
    ) -> Description:
        """Return the description of a source. Its other parts are read or computed when needed.

        Args:
            source: a document, or a source for ``read``.
            arguments: values for the arguments of a xacro file; they replace those of the session.
            robot: the robot of an SRDF or model_state; by default, it is searched around the file.
            srdf: the SRDF of a robot; None without one.
            model: the name of the model to use, if an SDFormat file has several models.
            partners: whether the robot of an SRDF or model_state is searched around the file.
            format: "urdf", "model_state", "srdf", "sdf" or "xacro"; by default, detected.
            text: the content to read instead of the content of the file, for example the text in an
                editor.

        Raises:
            InputError: the source cannot be opened.
        """
        if isinstance(source, Document):
            document = source
        else:
            document = as_mjcf(self.read(source, arguments=arguments, format=format, text=text))
        return Description(self, document, robot=robot, srdf=srdf, model=model, partners=partners)


def opened(
    source: Source | Description, session: Session | None = None, **choices: Any
) -> Description:
    """Return the description of a source; a given description is returned unchanged.

    Args:
        source: a description, a document, or a source for ``read``.
        session: the session that opens the source; by default, a new session.
        choices: the choices of ``Session.open``; unused for a description.

    Raises:
        InputError: the source cannot be opened.
    """
    if isinstance(source, Description):
        return source
    return (session or Session()).open(source, **choices)


def _again(
    settings: Settings,
    resources: Resources | None,
    arguments: dict[str, str],
    configuration: Configuration | None,
) -> Session:
    made = Session(settings, resources=resources, arguments=arguments)
    made._configuration = configuration  # noqa: SLF001  (of the same module)
    return made
