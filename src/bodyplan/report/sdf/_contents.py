"""The contents of a world or model apart from links and joints: includes, frames, sensors, plugins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.includes import SdfIncludes
from bodyplan.conversion.sdf.whole_parts import all_scopes, path_of
from bodyplan.formats import sdf, urdf
from bodyplan.formats.sdf.upgrade.numbers import rpy_of
from bodyplan.formats.source import name_like
from bodyplan.report.sdf.facts import (
    FrameFacts,
    IncludeFacts,
    IncludeKind,
    LightFacts,
    PluginFacts,
    PoseFacts,
    SensorFacts,
)

if TYPE_CHECKING:
    from pathlib import Path

    from bodyplan.formats.sdf.including import Found
    from bodyplan.model import Transform
    from bodyplan.spec import Element

_BEGINNING = re.compile(r"^<include> ('[^']*'|\"[^\"]*\"):? ")
"""The beginning of messages about includes."""


class Contents:
    """The contents of a world, or of a model outside of worlds, apart from links and joints.

    Args:
        top: the scope of the world or model.
        includes: the resolved includes.
        file: the name of the file in messages.
    """

    def __init__(self, top: FrameScope, includes: SdfIncludes, file: str) -> None:
        self._top = top
        self._graph = top.tree.graph
        self._includes = includes
        self._file = file

    def included(self) -> Iterator[IncludeFacts]:
        """Yield the includes; those of outer models precede those of inner models."""
        files: dict[Path, str] = {}
        for scope in filter(is_opened, all_scopes(self._top)):
            inside = "" if scope is self._top else self._path(scope.number)
            for include in scope.element.includes:
                found = self._includes.find(include)
                entity = found.entity
                tag = "" if entity is None else entity.TAG
                own = getattr(entity, "name", "")
                root = None if found.document is None else found.document.root
                if entity is None and isinstance(root, urdf.Robot):
                    tag, own = "model", root.name
                reason = "" if tag else _reason(found)
                file = None if found.path is None else files.get(found.path)
                if found.path is not None and file is None:
                    file = files[found.path] = name_like(str(found.path), self._file)
                yield IncludeFacts(
                    include.uri,
                    include.name or own,
                    cast("IncludeKind", tag),
                    file,
                    inside,
                    include.merge,
                    reason,
                )

    def frames(self) -> Iterator[FrameFacts]:
        """Yield the frames of a model, including the frames of nested models."""
        graph = self._graph
        for number in _numbers(self._top, sdf.Frame):
            body = graph.body(number)
            yield FrameFacts(
                self._path(number),
                None if body is None else self._path(body),
                pose_facts(graph.resolve(number, self._top.number)),
            )

    def sensors(self) -> Iterator[SensorFacts]:
        """Yield the sensors of links, then the sensors of joints."""
        for holder in (sdf.Link, sdf.Joint):
            for number in _numbers(self._top, holder):
                element = self._top.tree.elements[number]
                for sensor in getattr(element, "sensors", ()):
                    yield SensorFacts(
                        sensor.name, sensor.type, self._path(number), sensor.update_rate
                    )

    def plugins(self) -> Iterator[PluginFacts]:
        """Yield the plugins of models, of includes and of sensors."""
        for scope in filter(is_opened, all_scopes(self._top)):
            inside = "" if scope is self._top else self._path(scope.number)
            more = () if scope.include is None else scope.include.plugins
            for plugin in (*scope.element.plugins, *more):
                yield PluginFacts(plugin.name, plugin.filename, inside)
        for number in _numbers(self._top, sdf.Link):
            for sensor in getattr(self._top.tree.elements[number], "sensors", ()):
                for plugin in sensor.plugins:
                    yield PluginFacts(
                        plugin.name, plugin.filename, f"{self._path(number)}/{sensor.name}"
                    )

    def lights(self) -> Iterator[LightFacts]:
        """Yield the lights of a world, of includes and of links."""
        element = self._top.element
        if isinstance(element, sdf.World):
            for light in element.lights:
                yield LightFacts(light.name, light.type, "", self._pose_of(light))
            for include in element.includes:
                found = self._includes.find(include).entity
                if isinstance(found, sdf.Light):
                    pose = self._top.resolve(include.pose or found.pose)
                    yield LightFacts(include.name or found.name, found.type, "", pose_facts(pose))
        for number in _numbers(self._top, sdf.Link):
            for light in getattr(self._top.tree.elements[number], "lights", ()):
                yield LightFacts(light.name, light.type, self._path(number))

    def _pose_of(self, element: Element) -> PoseFacts | None:
        return pose_facts(self._top.resolve(element))

    def grippers(self) -> tuple[str, ...]:
        """Return names of the grippers."""
        return tuple(
            gripper.name
            for scope in filter(is_opened, all_scopes(self._top))
            if isinstance(scope.element, sdf.Model)
            for gripper in scope.element.grippers
        )

    def _path(self, number: int) -> str:
        return path_of(self._top, number)


def is_opened(scope: FrameScope) -> bool:
    """Return whether the contents of a model were read; False if an input limit was reached."""
    return scope.number not in scope.tree.opaque


def _numbers(top: FrameScope, kind: type[Element]) -> Iterator[int]:
    """Yield the frame numbers of all elements of a class, including those in nested models."""
    for scope in all_scopes(top):
        for number in top.tree.graph.members(scope.number):
            if isinstance(top.tree.elements[number], kind):
                yield number


def _reason(found: Found) -> str:
    """Return why an include was not found, and a hint, without repeating the URI of the include."""
    if not found.faults:
        return "there is nothing to include"
    fault = found.faults[-1]
    message = _BEGINNING.sub("", fault.message)
    return f"{message}; {fault.hint}" if fault.hint else message


def pose_facts(X: Transform | None) -> PoseFacts | None:
    """Return a pose for the report."""
    if X is None:
        return None
    return PoseFacts(X.p, rpy_of(X.R))
