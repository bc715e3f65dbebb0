"""Conversion of a description to another format, or to another version of its format."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.block_sensors import with_block_sensors
from bodyplan.conversion.cutting import cut_at
from bodyplan.conversion.direction import ConversionError, Options, robot_to, writable_formats
from bodyplan.conversion.gazebo import blocks_to_sdf, blocks_to_urdf, compact, rigid_joints
from bodyplan.conversion.kept import (
    extension_of,
    kept_parts,
    restore,
    with_whole_elements,
    without_extension,
    without_replaced,
)
from bodyplan.conversion.like_libsdformat import (
    Like,
    Likeness,
    MergedLink,
    Rigid,
    like_libsdformat,
)
from bodyplan.conversion.loss import without_inner
from bodyplan.conversion.sdf_versions import to_version
from bodyplan.conversion.urdf_mujoco import mujoco_section, with_section
from bodyplan.conversion.urdf_versions import to_urdf_version
from bodyplan.core import collector_paused
from bodyplan.core.near import near
from bodyplan.formats import urdf
from bodyplan.formats.converted import Converted
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.loss import Loss
from bodyplan.formats.new import document_of as document_of_root
from bodyplan.formats.read import read_bytes
from bodyplan.formats.sdf.upgrade import VERSIONS
from bodyplan.formats.source import Readable
from bodyplan.model import Robot
from bodyplan.project.converted_srdf import with_srdf
from bodyplan.project.load import load
from bodyplan.project.source import document_from
from bodyplan.project.uris import with_uris
from bodyplan.spec import Element, parse_version, replace
from bodyplan.spec.writer import write_raw

if TYPE_CHECKING:
    from bodyplan.resources import Resources

Base = Literal["", "fixed", "floating"]
LATEST = "{}.{}".format(*VERSIONS[-1])
"""The newest version of SDFormat."""
_TARGET = re.compile(r"([a-z]*?)(?:ormat)?[ -]?(\d+\.\d+)?", re.IGNORECASE)
_ENDINGS = {".urdf": "urdf", ".sdf": "sdf", ".world": "sdf", ".xml": "mjcf", ".mjcf": "mjcf"}
"""Formats by the endings of file names."""
_FILE_ENDINGS = {"urdf": ".urdf", "sdf": ".sdf", "mjcf": ".xml"}


class Target(NamedTuple):
    """A format and its version; an empty version is chosen by the conversion."""

    format: str
    version: str = ""


@collector_paused()
def convert(
    source: Readable | Document | Robot,
    to: str,
    *,
    srdf: Readable | Document | None = None,
    model: str = "",
    base: Base = "",
    keep_extensions: bool = False,
    like: Like = "",
    cut: Iterable[str] = (),
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    folder: str | os.PathLike[str] | None = None,
    uris: str = "keep",
    bundle: bool = False,
    strict: bool = True,
) -> Converted:
    """Convert a description to another format or version. Nothing is written.

    Args:
        source: a robot, a document, or what ``read`` accepts.
        to: the format and optionally its version, such as "urdf", "sdf", "sdf1.9" or "mjcf"; or a
            file name whose ending says it.
        srdf: what disables collisions and names states: in MJCF; for other formats, the result has
            the SRDF that fits it.
        model: of an SDFormat file with several models the name of the one to convert.
        base: whether the root link is fixed to the world or moves freely; by default as the target
            format treats a robot without a world.
        keep_extensions: whether what URDF or SDFormat cannot say is kept in an extension,
            ``<bodyplan:kept>``, which the conversion back restores.
        like: for SDFormat whose structure the result has: "libsdformat" or "libsdformat12" merge
            the links of fixed joints as these converters do; by default every link is kept.
        cut: names of joints at which closed loops are cut; by default, at the joints that the
            source leaves out of its tree.
        arguments: values for the arguments of xacro files.
        resources: where packages and meshes are searched.
        folder: where the result will be, for the relative paths in it; by default the folder of
            the source.
        uris: how meshes, textures and models are named: "keep", with relative paths that start
            from ``folder``; "relative", "absolute"; "package" or "model" for the package or model
            that each file is in; "package://NAME" or "model://NAME" for that of ``folder``. A URI
            whose file is not found stays as it is, and is a loss. MJCF has relative paths only.
        bundle: whether these files come along: ``convert(...).save(path)`` copies them beside the
            result, and the URIs lead to the copies. With MJCF they always do.
        strict: whether errors of the source stop it. If not, what is invalid is left out, and
            listed in the losses.

    Returns:
        The document, the losses and the files beside it: ``convert(...).save(path)`` writes them.

    Raises:
        DescriptionError: the source has errors; it carries them.
        InputError: the source cannot be opened or has several models.
        ConversionError: ``like`` is for another format or leaves no link, the base cannot float, a
            loop cannot be cut there, or the URIs cannot be written in this way.
        UnknownNameError: a joint of ``cut`` does not exist.
        ValueError: the format or version is unknown.
        EditError: an SDFormat file is not well-formed, or has an unknown version.
    """
    target = target_of(to)
    if not isinstance(source, Robot):
        document = document_from(source, arguments=arguments, resources=resources)
        same = None if model or base or like or cut else in_other_version(document, target)
        if same is not None:
            return named_as(same, uris, bundle=bundle, folder=folder)
        loaded = load(
            document,
            srdf=srdf,
            model=model,
            arguments=arguments,
            resources=resources,
            strict=strict,
        )
        if not isinstance(loaded, Robot):
            raise InputError(f"{document.name} is an SRDF, which is not a robot on its own")
        done = convert_robot(
            loaded,
            target,
            document,
            base=base,
            like=like,
            cut=cut,
            folder=folder,
            keep_extensions=keep_extensions,
            uris=uris,
            bundle=bundle,
        )
        own = None if srdf is None else document_from(srdf, resources=resources)
        return with_srdf(done, loaded, own)
    done = convert_robot(
        source, target, base=base, like=like, cut=cut, folder=folder, uris=uris, bundle=bundle
    )
    return with_srdf(done, source)


def in_other_version(document: Document, target: Target) -> Converted | None:
    """Return a document in another version of its format; None if the target is another format.

    A xacro file becomes its expansion.

    Raises:
        EditError: the document is not well-formed.
    """
    described = expanded_document(document) or document
    if described.format != target.format or target.format not in {"sdf", "urdf"}:
        return None
    if target.format == "sdf":
        return to_version(described, target.version or LATEST)
    if described.root is None:
        return None
    version = target.version or described.root.version
    return to_urdf_version(described, version)


def convert_robot(
    robot: Robot,
    target: Target,
    source: Document | None = None,
    *,
    base: Base = "",
    like: Like = "",
    cut: Iterable[str] = (),
    folder: str | os.PathLike[str] | None = None,
    keep_extensions: bool = False,
    uris: str = "keep",
    bundle: bool = False,
) -> Converted:
    """Convert a robot that is loaded.

    Args:
        robot: the robot.
        target: the format and version.
        source: the document of the robot, if it is from one.
        base: as for ``convert``.
        like: as for ``convert``.
        cut: as for ``convert``.
        folder: as for ``convert``.
        keep_extensions: as for ``convert``.
        uris: as for ``convert``.
        bundle: as for ``convert``.

    Raises:
        ConversionError: ``like`` is for another format or leaves no link, the base cannot float, a
            loop cannot be cut there, or the URIs cannot be written in this way.
        UnknownNameError: a joint of ``cut`` does not exist.
        ValueError: the version is unknown.
    """
    for joint in cut:
        robot = cut_at(robot, joint)
    path = None if source is None else source.path
    described = None if source is None else expanded_document(source)
    likeness = _likeness(robot, target, described, like)
    version = _version_of_kept(described, target) or target.version
    options = Options(version, base, command_interfaces(described))
    section = None
    written_robot = likeness.robot
    if target.format == "mjcf":
        written_robot, views = with_block_sensors(likeness.robot, described)
        options = replace(options, views=views)
    if target.format == "mjcf" and described is not None and described.format == "urdf":
        section = mujoco_section(described.root)
        elements = tuple(map(compact, section.elements))
        options = replace(options, compiler=section.compiler, elements=elements)
    written = robot_to(written_robot, target.format, options)
    name = (path.stem if path is not None else robot.name or "robot") + _FILE_ENDINGS[target.format]
    losses = (*robot.losses, *likeness.losses, *written.losses)
    if section is not None and described is not None:
        losses = with_section(losses, described.root, section)
    if described is not None and {described.format, target.format} == {"urdf", "sdf"}:
        losses = _complete(
            written.root, robot, described, losses, keep=keep_extensions, places=likeness.places
        )
    place = None if path is None else path.with_name(name)
    resources = None if source is None else source.resources
    made = _read(written.root, name, place, target.format, resources)
    if target.format == "urdf" and version != target.version and target.version:
        other = to_urdf_version(made, target.version)
        made, losses = other.document, (*losses, *other.losses)
    if target.format == "sdf" and target.version and made.version != parse_version(target.version):
        older = to_version(made, target.version)
        made, losses = older.document, (*losses, *older.losses)
    formats = ("" if described is None else described.format, target.format)
    if keep_extensions and not like and described is not None and formats == ("urdf", "sdf"):
        made, losses = _with_whole_elements(made, described, robot, losses)
    made.on_disk = None  # it has a place, but was not read from it
    done = Converted(made, (), without_inner(losses, robot, described), written.assets)
    return named_as(done, uris, bundle=bundle, folder=folder)


def named_as(
    done: Converted,
    uris: str = "keep",
    *,
    bundle: bool = False,
    folder: str | os.PathLike[str] | None = None,
) -> Converted:
    """Return a conversion whose result names its files as requested.

    Args:
        done: the conversion.
        uris: as for ``convert``.
        bundle: as for ``convert``.
        folder: as for ``convert``.

    Raises:
        ConversionError: the URIs cannot be written in this way.
    """
    if done.document.format == "mjcf":
        if uris not in {"keep", "relative"}:
            raise ConversionError("MJCF names its files by relative paths only")
        return done
    place = None if folder is None else Path(folder)
    made = with_uris(done.document, uris, folder=place, bundle=bundle)
    losses = (*done.losses, *made.losses)
    return replace(done, document=made.document, losses=losses, assets=made.assets)


def command_interfaces(document: Document | None) -> Mapping[str, tuple[str, ...]]:
    """Return the interfaces that ros2_control commands joints by, by the names of joints."""
    if document is None or not isinstance(document.root, urdf.Robot):
        return {}
    return {
        joint.name: tuple(one.name for one in joint.command_interfaces)
        for system in document.root.ros2_control
        for joint in system.joints
        if joint.command_interfaces
    }


def _likeness(robot: Robot, target: Target, source: Document | None, like: Like) -> Likeness:
    """Return a robot with the requested structure."""
    if not like:
        return Likeness(robot, {}, ())
    if like not in get_args(Like):
        known = " and ".join(filter(None, get_args(Like)))
        raise ValueError(f"unknown structure {like!r}; there are {known}")
    if target.format != "sdf":
        raise ConversionError(f"{like} converts to sdf, not to {target.format}")
    rigid = Rigid() if source is None else rigid_joints(source)
    return like_libsdformat(robot, like, rigid)


def _complete(
    root: Node,
    robot: Robot,
    source: Document,
    losses: tuple[Loss, ...],
    *,
    keep: bool,
    places: Mapping[str, MergedLink],
) -> tuple[Loss, ...]:
    """Add what the robot model has no place for to the root of the result; return the losses.

    That are the settings for Gazebo, what an extension of the source has of the target, and on
    request an extension with what is lost.
    """
    is_sdf = source.format == "urdf"
    copied = blocks_to_sdf(source, root, places) if is_sdf else blocks_to_urdf(robot, root)
    losses = copied.remaining(losses)
    holder = root.find("model") if is_sdf else root
    assert holder is not None
    extension = extension_of(source, "sdf" if is_sdf else "urdf")
    if extension is not None:
        replaced = restore(extension, holder)
        losses = without_replaced(without_extension(losses), robot, source, replaced)
    if keep:
        made, losses = kept_parts(source, robot, losses)
        if made is not None:
            holder.append(made)
    return losses


def _with_whole_elements(
    made: Document, source: Document, robot: Robot, losses: tuple[Loss, ...]
) -> tuple[Document, tuple[Loss, ...]]:
    """Return SDFormat and losses with the elements that its URDF has in another way."""
    back = convert_robot(load(made, strict=False), Target("urdf"), made).document
    root, losses = with_whole_elements(made, source, robot, back, losses)
    if root is None:
        return made, losses
    return _read(root, made.name, made.path, "sdf", made.resources), losses


def _version_of_kept(source: Document | None, target: Target) -> str:
    """Return the version of the URDF that an extension of SDFormat is from; empty without one."""
    if source is None or source.format != "sdf" or target.format != "urdf":
        return ""
    kept = extension_of(source, target.format)
    return "" if kept is None else kept.get("version", "")


def _read(
    root: Node,
    name: str,
    path: Path | None,
    format_: str,
    resources: Resources | None,
) -> Document:
    """Return the document with a root element."""
    text = f'<?xml version="1.0"?>\n{write_raw(root)}\n'.encode()
    made = read_bytes(text, name, path=path, format=format_)
    made.resources = resources
    return made


def document_of(
    root: Element | Robot,
    *,
    format: str = "",  # noqa: A002  (as in ``read``)
    version: str | None = None,
    name: str = "<new>",
) -> Document:
    """Return a new document with a value: UTF-8, indented by two spaces, without defaults.

    Args:
        root: a robot, or the root of a format: a URDF robot, a model_state, an SRDF or an SDFormat
            root.
        format: for a robot, such as "urdf", "sdf" or "mjcf".
        version: of the format; by default, the lowest that supports the robot.
        name: the name of the document in messages.

    Raises:
        TypeError: the value is not the root of a format.
        ValueError: the format or version is unknown or too low for the robot, or a value cannot be
            written (nan, a character outside XML).
    """
    if not isinstance(root, Robot):
        return document_of_root(root, version=version, name=name)
    return convert(root, f"{format or 'urdf'}{version or ''}").document


def format_of_ending(path: str) -> str:
    """Return the format that the ending of a file name means; empty if it means none."""
    return next((name for end, name in _ENDINGS.items() if path.lower().endswith(end)), "")


def target_of(to: str) -> Target:
    """Return the format and version that a word such as "sdf1.9" or a file name means.

    Raises:
        ValueError: the format or version is unknown.
    """
    named = format_of_ending(to)
    if named:
        return Target(named)
    match = _TARGET.fullmatch(to)
    formats = writable_formats()
    name = "" if match is None else match[1].lower()
    if match is not None and match[2]:
        name = name or "sdf"
    if match is None or name not in formats:
        similar = near(name, formats, limit=1)
        hint = f"; did you mean {similar[0]!r}?" if similar else ""
        raise ValueError(
            f"unknown format {to!r}; expected {', '.join(formats)}, or one with a version as in "
            f"sdf{LATEST}{hint}"
        )
    version = match[2] or ""
    versions = {"sdf": VERSIONS, "urdf": urdf.VERSIONS}.get(name, ())
    if version and parse_version(version) not in versions:
        listed = ", ".join(f"{name}{major}.{minor}" for major, minor in versions)
        called = {"sdf": "SDFormat", "urdf": "URDF"}.get(name, name)
        raise ValueError(f"unknown {called} version {version}; expected one of {listed or name}")
    return Target(name, version)
