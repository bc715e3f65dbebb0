"""Lights, physics, plugins: D401 to D409."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import named, of_class
from bodyplan.lint.rule import rule
from bodyplan.spec import Raw


@rule("D401", "sdf-spot-missing", severity="warning")
def spot_missing(light: sdf.Light, ctx: Context) -> Iterator[Diagnostic]:
    """A spot light has no cone, or a light of another type has a cone.

    ## Why it matters
    Without `<spot>` the angles of the cone are 0, so the light illuminates nothing. In a point or
    directional light the element is ignored.

    ## Example
        <light name="lamp" type="spot"/>

    ## Use instead
        <light name="lamp" type="spot">
          <spot>
            <inner_angle>0.3</inner_angle><outer_angle>0.6</outer_angle><falloff>1</falloff>
          </spot>
        </light>
    """
    if ctx.is_broken_off:
        return  # missing elements may be in the part that was cut off
    if light.type == "spot" and light.spot is None:
        yield ctx.report(
            light, f"spot {ctx.describe(light)} has no <spot>, so the angle of its cone is 0"
        )
    elif light.type in {"point", "directional"} and light.spot is not None:
        message = f"<spot> is ignored on {ctx.describe(light)} of type {light.type}"
        yield ctx.report(light.spot, message, severity=Severity.INFO)


@rule("D406", "sdf-plugin-filename", severity="hint")
def plugin_filename(plugin: sdf.Plugin, ctx: Context) -> Iterator[Diagnostic]:
    """The file name of a plugin is for one operating system, or uses an old name.

    One diagnostic for all plugins of a file with an old name, and one for each operating system.

    ## Why it matters
    `libCamera.so` is the name on Linux; it is `Camera.dll` on Windows and `libCamera.dylib` on
    macOS. New Gazebo finds each of them by the name without prefix and extension (`Camera`). Its
    libraries were called `ignition-gazebo-...` until 2022 and are `gz-sim-...` since; the old names
    are deprecated.

    ## Example
        <plugin filename="libignition-gazebo-imu-system.so" name="ignition::gazebo::systems::Imu"/>

    ## Use instead
        <plugin filename="gz-sim-imu-system" name="gz::sim::systems::Imu"/>
    """
    group = ctx.once(_plugins_by_fault).get(id(plugin))
    if not group:
        return
    name = _file_name(plugin)
    if _fault(plugin) == _OLD:
        new = name.removeprefix("lib").partition(".")[0].replace("ignition-gazebo", "gz-sim")
        hint = f"write {new.replace('ignition-', 'gz-')!r}"
        message = f"{named(plugin)}: {quoted(plugin.filename)} is an old name"
    else:
        bare = name.rpartition(".")[0].removeprefix("lib")
        message = f"{named(plugin)}: {quoted(plugin.filename)} is for {_fault(plugin)} only"
        hint = f"write the bare name {bare!r}"
    if len(group) > 1:
        message += f" (first of {len(group)} such plugins)"
    yield ctx.report(plugin, message, field="filename", hint=hint)


_OLD = "old name"
_SYSTEMS = {".so": "Linux", ".dll": "Windows", ".dylib": "macOS"}


def _plugins_by_fault(ctx: Context) -> dict[int, list[sdf.Plugin]]:
    """Return groups of plugins whose file names have the same fault, by the ``id`` of the first plugin."""
    groups: dict[str, list[sdf.Plugin]] = {}
    for plugin in ctx.values.get(sdf.Plugin, ()):
        fault = _fault(plugin)
        if fault:
            groups.setdefault(fault, []).append(plugin)
    return {id(group[0]): group for group in groups.values()}


def _fault(plugin: sdf.Plugin) -> str:
    """Return the fault of a file name: old, or for one operating system; empty if it is correct."""
    name = _file_name(plugin)
    if "ignition-" in name or name.startswith("libign") or "ignition::" in plugin.name:
        return _OLD
    return next((system for end, system in _SYSTEMS.items() if name.endswith(end)), "")


def _file_name(plugin: sdf.Plugin) -> str:
    return plugin.filename.strip().replace("\\", "/").rpartition("/")[2]


@rule("D407", "sdf-duplicate-plugin", severity="warning")
def duplicate_plugin(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A plugin is defined twice in the same element.

    ## Why it matters
    A plugin that is identical to an earlier one runs twice. Two plugins with the same name and file
    but different content are not reported: new Gazebo uses them for several joints. If only the
    name is the same, it is reported as information: in Gazebo Classic, plugin names are unique, and
    one of the two is ignored.

    ## Example
        <plugin name="drive" filename="Drive"/><plugin name="drive" filename="Drive"/>

    ## Use instead
        <plugin name="drive" filename="Drive"/>
    """
    holders: tuple[type[Any], ...] = (
        *(sdf.World, sdf.Model, sdf.Actor, sdf.Include, sdf.Visual, sdf.Sensor, sdf.Projector),
        sdf.Gui,
    )
    for holder in of_class(ctx, *holders):
        if len(holder.plugins) < 2:
            continue
        first: dict[str, sdf.Plugin] = {}
        seen: set[tuple[str, str, str]] = set()
        for plugin in holder.plugins:
            key = plugin.name, plugin.filename, _content(plugin)
            before = first.setdefault(plugin.name, plugin)
            if key in seen:
                yield ctx.report(plugin, f"duplicate {named(plugin)}")
            elif before.filename != plugin.filename and plugin.name:
                message = f"{named(plugin)} duplicates the name of the plugin of {quoted(before.filename)}"
                yield ctx.report(plugin, message, field="name", severity=Severity.INFO)
            seen.add(key)


def _content(plugin: sdf.Plugin) -> str:
    """Return the content of a plugin as one text: tags, attributes and texts, without whitespace."""
    words: list[str] = []
    for part in plugin.content:
        if isinstance(part, Raw):
            for node in part.node.iter():
                words += [f"<{node.tag}>", str(sorted(node.attrib.items()))]
                words += (node.text or "").split()
                words += (node.tail or "").split()
    return " ".join(words)
