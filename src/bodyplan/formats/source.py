"""The sources that can be read: path, text, bytes, file object, standard input, sample."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from bodyplan.core import Limits, Record, class_name, quoted, shown
from bodyplan.diag import did_you_mean
from bodyplan.files.opener import File, found_file
from bodyplan.files.streams import open_named
from bodyplan.formats.input_error import InputError
from bodyplan.text import bytes_of, over

if TYPE_CHECKING:
    from bodyplan.formats._described import Described

Readable = str | os.PathLike[str] | bytes | IO[bytes] | IO[str]

SAMPLE_PREFIX = "sample:"
YAML_ENDINGS = (".yaml", ".yml")
"""Extensions of ROS 2 parameter files; ``ros_yaml.read_settings`` reads them."""
MODEL_MANIFEST = "model.config"
"""The name of the manifest in an SDFormat model folder, which lists the file of the model."""
_DESCRIPTION_PREFIX = "description:"
_LONGEST_NAME = 200  # characters of a path in a message
SAMPLES = Path(__file__).parent.parent / "samples"
_LONGEST_PATH = 4096  # the longest path in bytes that Linux accepts


class FilePath(Record):
    """The path of a file that a search found, never interpreted as XML text or a sample name.

    As the text of a ``FilePath``, even "sample:arm.urdf", "<robot>.urdf" and "-" are file names.

    Args:
        text: the path, as printed in messages.
        top: the folder that was searched; if the file is a symbolic link, its target must be inside
            this folder. If empty, the target may be in any folder to which the file may refer.
    """

    text: str
    top: str = ""

    def __fspath__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FilePath) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def file(self) -> File:
        """Return the file as an object that checks whether the file may be read, before reading."""
        if self.top:
            return found_file(self.text, self.top, called=self.text)
        own = found_file(self.text)

        def judge(real: str) -> str:
            if not own.judge(real):
                return ""
            # imported only for symbolic links that lead out of their folder
            from bodyplan.resources import Resources

            return Resources().refusal(real, own.path.parent)

        return File(own.path, judge, own.reader, called=self.text)

    __str__ = __fspath__

    @property
    def name(self) -> str:
        """The name of the file in messages: the path, or "sample:arm.srdf" for a sample file."""
        is_sample = is_in_samples(self.text)
        return f"{SAMPLE_PREFIX}{os.path.basename(self.text)}" if is_sample else self.text


ANYWHERE = os.sep
"""The ``top`` of a file that the user named, so that a symbolic link may lead anywhere."""
WordOrPath = str | FilePath
"""An input on the command line: a word that the user typed, or the path of a found file."""


class Input(NamedTuple):
    """The bytes of an input, its name in messages, and the path of its file, if any."""

    data: bytes
    name: str
    path: Path | None = None
    described: Described | None = None
    """What the package robot_descriptions defines for the robot; None for other inputs."""
    place: str | None = None
    """The path of the file without symbolic links; None for a sample, or without a file."""


def sample_names() -> list[str]:
    """Return the names of the sample robots."""
    return sorted(
        folder.name for folder in SAMPLES.iterdir() if (folder / f"{folder.name}.urdf").is_file()
    )


def sample_path(name: str) -> Path:
    """Return the path of a file of a sample robot.

    Raises:
        InputError: the sample does not exist.

    Args:
        name: the name of the file, such as "arm.srdf"; "arm" is short for "arm.urdf".
    """
    names = sample_names()
    robot, point, _ = name.partition(".")
    if robot not in names:
        hint = did_you_mean(robot, names) or f"known samples: {', '.join(names)}"
        raise InputError(f"unknown sample robot {quoted(robot)}; {hint}")
    path = SAMPLES / robot / (name if point else f"{name}.urdf")
    if "/" in name or not path.is_file():
        others = sorted(file.name for file in (SAMPLES / robot).glob(f"{robot}.*"))
        raise InputError(f"unknown sample {quoted(name)}; known files: {', '.join(others)}")
    return path


def is_in_samples(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is one of the files of the sample robots."""
    whole = Path(path)
    return whole.is_relative_to(SAMPLES) and os.pardir not in whole.parts


def is_path(source: WordOrPath) -> bool:
    """Return whether an input is a path, and neither "-" for standard input nor a sample.

    A string that is the name of an existing file always counts as its path.
    """
    if isinstance(source, FilePath) or _exists(source):
        return True
    return source != "-" and not source.startswith(SAMPLE_PREFIX)


def _exists(word: str) -> bool:
    """Return whether a file with this path exists; False for "-", which is standard input."""
    return word != "-" and len(word) <= _LONGEST_PATH and os.path.lexists(word)


def open_input(source: Readable, limits: Limits) -> Input:
    """Read the bytes of a source.

    A string can also be XML text, a sample or "-", but only if no file has this path. Files that
    are too large are errors; of other streams, at most ``limits.max_bytes`` + 1 bytes are read.

    Raises:
        InputError: the input cannot be read; the message gives the reason.
        TypeError: the source has an unsupported type.
    """
    if isinstance(source, bytes):
        return Input(source, "<bytes>")
    if isinstance(source, File):
        return _from_found(source, limits)
    if isinstance(source, FilePath) and is_in_samples(source):
        path = Path(source)
        return Input(path.read_bytes(), source.name, path)
    if isinstance(source, FilePath) and source.top != ANYWHERE:
        return _from_found(source.file(), limits)
    if isinstance(source, str) and not _exists(source):
        return _from_word(source, limits)
    if isinstance(source, str | os.PathLike):
        return _from_file(os.fspath(source), limits)
    if not hasattr(source, "read"):
        kind = class_name(type(source))
        raise TypeError(f"a robot is read from a path, text, bytes or an open file, not {kind}")
    data = _capped(source, limits)
    return Input(data, str(getattr(source, "name", "<stream>")))


def _from_word(word: str, limits: Limits) -> Input:
    """Read a string that is not an existing path: XML text, a sample, "-" or a robot name."""
    if word.lstrip("\ufeff \t\r\n").startswith("<"):
        return Input(bytes_of(word), "<string>")
    if word == "-":
        return Input(_capped(sys.stdin.buffer, limits), "<stdin>")
    if word.startswith(SAMPLE_PREFIX):
        path = sample_path(word.removeprefix(SAMPLE_PREFIX))
        return Input(path.read_bytes(), word, path)
    name = word.removeprefix(_DESCRIPTION_PREFIX)
    if name == word and "_description" not in word:
        return _from_file(word, limits)
    from bodyplan.formats._described import (
        DescriptionNameError,
        find_description,
        may_be_description,
    )

    if name == word and not may_be_description(word):
        return _from_file(word, limits)
    try:
        described = find_description(name)
    except DescriptionNameError as error:
        raise InputError(str(error)) from None
    return _from_file(str(described.path), limits)._replace(described=described)


def _capped(stream: IO[bytes] | IO[str], limits: Limits) -> bytes:
    data = stream.read(limits.max_bytes + 1)
    return bytes_of(data) if isinstance(data, str) else data


def _from_file(name: str, limits: Limits) -> Input:
    path, called = Path(name), shown(name, _LONGEST_NAME)
    if not name:
        raise InputError("the file name is empty")
    try:
        if path.name == MODEL_MANIFEST and path.is_file():
            path = path.parent
        if os.path.isdir(path):
            return _from_model(path, called, limits)
        with open(path, "rb", opener=open_named) as stream:
            size = os.fstat(stream.fileno()).st_size
            if size > limits.max_bytes:
                raise InputError(f"{called}: {over('max_bytes', limits.max_bytes, size)}")
            return Input(_capped(stream, limits), name, path, place=os.path.realpath(path))
    except FileNotFoundError:
        if path.is_symlink():
            target = shown(os.readlink(path), _LONGEST_NAME)
            raise InputError(f"{called} is a link to {target}, which does not exist") from None
        if "://" in name:
            raise InputError(
                f"{called} is a URL, and bodyplan downloads nothing; pass a file"
            ) from None
        raise InputError(f"{called} does not exist{_near_files(path)}") from None
    except PermissionError:
        raise InputError(f"{called} cannot be read: permission denied") from None
    except InputError:
        raise
    except (OSError, ValueError) as error:  # ValueError: the name contains a NUL
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"{called} cannot be read: {reason[:1].lower()}{reason[1:]}") from None


def _from_found(file: File, limits: Limits) -> Input:
    """Read the bytes of a file that a search found, or to which another file refers."""
    name = file.called or os.fspath(file.path)
    called = shown(name, _LONGEST_NAME)
    try:
        with file.open() as stream:
            size = os.fstat(stream.fileno()).st_size
            if size > limits.max_bytes:
                raise InputError(f"{called}: {over('max_bytes', limits.max_bytes, size)}")
            return Input(_capped(stream, limits), name, Path(name), place=file.real)
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(f"{called} does not exist") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{called} cannot be read: {reason[:1].lower()}{reason[1:]}") from None


def _from_model(folder: Path, called: str, limits: Limits) -> Input:
    """Read the file that the manifest of an SDFormat model folder lists.

    Raises:
        InputError: it is not a model folder, or its SDFormat file does not exist.

    Args:
        folder: the folder.
        called: the path of the folder in messages.
        limits: the input limits.
    """
    if not (folder / MODEL_MANIFEST).is_file():
        raise InputError(f"{called} is a folder, not a file")
    from bodyplan.formats.sdf.including import model_file

    path = str(model_file(folder, limits))
    return _from_found(found_file(path, folder, called=path), limits)


def name_like(path: str | os.PathLike[str], like: str) -> str:
    """Return the name of a file in messages, as a relative path if another name is relative."""
    return path_like(path, like).name


def path_like(path: str | os.PathLike[str], like: str) -> FilePath:
    """Return the path of a file, as a relative path if another name is relative.

    Args:
        path: the path of the file.
        like: the other name: a sample, or an absolute or relative path.
    """
    full = str(Path(path))
    if Path(like).is_absolute() or is_in_samples(full):
        return FilePath(full)
    try:
        name = os.path.relpath(full)
    except ValueError:  # another drive
        return FilePath(full)
    is_far = name.startswith(os.path.join(os.pardir, os.pardir, os.pardir))
    return FilePath(full if is_far else name)


def _near_files(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"; folder {shown(str(folder), _LONGEST_NAME)} does not exist"
    hint = did_you_mean(path.name, sorted(child.name for child in folder.iterdir())[:2000])
    return f"; {hint}" if hint else ""
