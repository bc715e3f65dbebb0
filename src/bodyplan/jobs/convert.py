"""Conversion of a description to another format, or to another version of its format."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from bodyplan.conversion.urdf.like_libsdformat import Like
from bodyplan.core import collector_paused, replace
from bodyplan.description.description import Description, Source
from bodyplan.description.loading import semantics_on
from bodyplan.description.session import Session, opened
from bodyplan.formats.converted import Converted
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.new import document_of as document_of_root
from bodyplan.jobs._converted_srdf import with_srdf
from bodyplan.jobs._robot_conversion import (
    Base,
    Choices,
    convert_robot,
    in_other_version,
    named_as,
)
from bodyplan.jobs.target import target_of
from bodyplan.model import Robot
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.resources import Resources


@collector_paused()
def convert(
    source: Source | Description | Robot,
    to: str,
    *,
    srdf: Source | Description | None = None,
    model: str = "",
    base: Base = "",
    like: Like = "",
    cut: Iterable[str] = (),
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    folder: str | os.PathLike[str] | None = None,
    uris: str = "keep",
    bundle: bool = False,
    scene: bool = False,
    makes_srdf: bool = True,
    strict: bool = True,
) -> Converted:
    """Convert a description to another format or version. No file is written.

    Args:
        source: a robot, a description, a document, or a source for ``read``. For an SRDF, its robot
            is converted.
        to: the format and optionally its version, such as "urdf", "sdf", "sdf1.9" or "mjcf"; or a
            file name whose suffix determines the format.
        srdf: the SRDF with disabled pairs and named states. An MJCF result contains them; for
            other formats, a matching SRDF is created. Unknown links and joints in the SRDF are
            ignored. By default, the SRDF of a ``Description``.
        model: the name of the model to convert, if an SDFormat file has several models. A
            ``Description`` has its own model.
        base: whether the root link is fixed to the world or moves freely; by default, the
            convention of the target format applies.
        like: for SDFormat, "libsdformat" merges links that fixed joints connect, as libsdformat
            does when it reads a URDF; by default every link is kept.
        cut: names of joints at which closed loops are cut; by default, the joints that are not in
            the kinematic tree of the source.
        arguments: values for the arguments of xacro files.
        resources: the folders in which packages and meshes are searched.
        folder: the folder in which the result will be saved, to which relative paths refer; by
            default the folder of the source.
        uris: the style of the URIs of meshes, textures and models: "keep" changes only relative
            paths, so that they are relative to ``folder``; "relative"; "absolute"; "package" or
            "model" for the package or model that contains each file; "package://NAME" or
            "model://NAME" for the package or model that contains ``folder``. A URI whose file is
            not found is not changed, and reported as a loss. MJCF supports only relative paths.
        bundle: whether ``convert(...).save(path)`` copies the referenced files to the folder of the
            result, and the URIs refer to the copies. For MJCF, the files are always copied.
        scene: for MJCF, whether ``convert(...).save("arm.xml")`` also writes ``arm_scene.xml``,
            which includes the robot and adds a floor, a light and a camera. In its keyframe
            ``home``, the robot touches the floor.
        makes_srdf: whether an SRDF is created for the result. For an MJCF source, it is created
            from the excluded pairs and keyframes. Parts that cannot be converted are reported as
            losses.
        strict: whether errors in the source raise an exception. Otherwise, invalid parts are left
            out and reported as losses.

    Returns:
        The document, its additional files and the losses. ``convert(...).save(path)`` writes the
        document and these files.

    Raises:
        DescriptionError: the source has errors; the exception contains them.
        InputError: the source cannot be opened or has several models.
        ConversionError: ``like`` is for another format or leaves no link, the base cannot float, a
            loop cannot be cut at the joint, or the URIs cannot be written in this style.
        UnknownNameError: a joint of ``cut`` does not exist.
        ValueError: the format or version is unknown, or can only be read.
        EditError: an SDFormat file is not well-formed, or has an unknown version.
    """
    target = target_of(to)
    choices = Choices(base, like, tuple(cut), folder, uris, bundle, scene)
    if isinstance(source, Robot):
        done = replace(convert_robot(source, target, None, choices), robot=source)
        return with_srdf(done, source) if makes_srdf else done
    session = Session(resources=resources, arguments=arguments)
    description = opened(source, session, model=model)
    document = description.written
    if not (description.model or choices.changes_robot):
        same = in_other_version(document, target)
        if same is not None:
            return named_as(same, choices)
    own = description.own_srdf if srdf is None else opened(srdf, description.session)
    if description.own_srdf is not None:
        description = description.session.open(document, model=description.model)
    robot = description.robot if strict else description.parts
    if not robot.links:
        raise InputError(f"{document.name}: this robot has no links")
    if own is not None:
        robot = robot.with_semantics(semantics_on(own, robot, strict=strict))
    elif description.is_srdf:
        own = description
    done = replace(convert_robot(robot, target, document, choices), robot=robot)
    return with_srdf(done, robot, None if own is None else own.written) if makes_srdf else done


def document_of(
    root: Element | Robot,
    *,
    format: str = "",  # noqa: A002  (as in ``read``)
    version: str | None = None,
    name: str = "<new>",
) -> Document:
    """Return a new document for a robot or a root element; default values are not written.

    Args:
        root: a robot, or the root of a format: a URDF robot, a model_state, an SRDF or an SDFormat
            root.
        format: the format in which a robot is written, such as "urdf", "sdf" or "mjcf".
        version: the version of the format; by default, the lowest that supports the robot.
        name: the name of the document in messages; ignored for a robot.

    Raises:
        TypeError: the value is not the root of a format.
        ValueError: the format or version is unknown or too low for the robot, or a value cannot be
            written (nan, a character outside XML).
    """
    if not isinstance(root, Robot):
        return document_of_root(root, version=version, name=name)
    return convert(root, f"{format or 'urdf'}{version or ''}").document
