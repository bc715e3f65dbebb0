"""Lights, physics, plugins: D401 to D409."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import named, of_class
from bodyplan.spec import Raw

_ENGINES = ("ode", "bullet", "dart", "simbody")


@rule("D401", "sdf-spot-missing", severity="warning")
def spot_missing(light: sdf.Light, ctx: Context) -> Iterator[Diagnostic]:
    """A spot light has no cone, or another light has one.

    ## Why it matters
    The angles of the cone are 0 where `<spot>` is missing, so that the lamp lights up nothing. In
    a point or directional light it is ignored.

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
        return  # the rest may be missing only here
    if light.type == "spot" and light.spot is None:
        yield ctx.report(light, f"{ctx.describe(light)} is a spot without <spot>: it has no cone")
    elif light.type in {"point", "directional"} and light.spot is not None:
        message = f"{ctx.describe(light)} of type {light.type} has no use for <spot>"
        yield ctx.report(light.spot, message, severity=Severity.INFO)


@rule("D402", "sdf-light-without-direction", severity="warning")
def light_without_direction(light: sdf.Light, ctx: Context) -> Iterator[Diagnostic]:
    """A directional or spot light shines nowhere.

    ## Why it matters
    The direction 0 0 0 is none; the reference reader keeps it, and renderers turn the lamp as they
    please.

    ## Example
        <direction>0 0 0</direction>

    ## Use instead
        <direction>0 0 -1</direction>
    """
    if light.type in {"directional", "spot"} and light.direction == (0.0, 0.0, 0.0):
        yield ctx.report(light, f"{ctx.describe(light)} shines nowhere", field="direction")


@rule("D405", "sdf-several-default-physics", severity="warning", when="physics")
def several_default_physics(world: sdf.World, ctx: Context) -> Iterator[Diagnostic]:
    """Several settings of the physics are the default.

    ## Why it matters
    Only one can be in use: readers take the first.

    ## Example
        <physics name="a" default="1" type="ode"/><physics name="b" default="1" type="ode"/>

    ## Use instead
        <physics name="a" default="1" type="ode"/><physics name="b" type="ode"/>
    """
    defaults = [physics for physics in world.physics if physics.default]
    for physics in defaults[1:]:
        message = f"{named(physics)} is a default beside {named(defaults[0])}"
        yield ctx.report(physics, message, field="default")


@rule("D406", "sdf-plugin-filename", severity="hint")
def plugin_filename(plugin: sdf.Plugin, ctx: Context) -> Iterator[Diagnostic]:
    """The file of a plugin is told as on one system only, or by an older name.

    ## Why it matters
    `libCamera.so` is the name on Linux; it is `Camera.dll` and `libCamera.dylib` elsewhere. New
    Gazebo finds all of them by the bare name. Its libraries were called `ignition-gazebo-...`
    until 2022 and are `gz-sim-...` since; the old names work for a while, with a warning.

    ## Example
        <plugin filename="libignition-gazebo-imu-system.so" name="ignition::gazebo::systems::Imu"/>

    ## Use instead
        <plugin filename="gz-sim-imu-system" name="gz::sim::systems::Imu"/>
    """
    name = plugin.filename.strip().replace("\\", "/").rpartition("/")[2]
    if "ignition-" in name or name.startswith("libign") or "ignition::" in plugin.name:
        new = name.removeprefix("lib").partition(".")[0].replace("ignition-gazebo", "gz-sim")
        hint = f"in today's Gazebo: {new.replace('ignition-', 'gz-')!r}"
        message = f"{named(plugin)}: {quoted(plugin.filename)} is an older name"
        yield ctx.report(plugin, message, field="filename", hint=hint)
        return
    for ending in (".so", ".dll", ".dylib"):
        if name.endswith(ending):
            system = {".so": "Linux", ".dll": "Windows", ".dylib": "macOS"}[ending]
            bare = name.removesuffix(ending).removeprefix("lib")
            message = f"{named(plugin)}: {quoted(plugin.filename)} is the name on {system}"
            yield ctx.report(plugin, message, field="filename", hint=f"the bare name is {bare!r}")
            return


@rule("D407", "sdf-plugin-again", severity="warning")
def plugin_again(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A plugin stands twice in the same place, with the same name.

    ## Why it matters
    With the same settings it does everything twice. With other settings it is what new Gazebo
    does for several joints, and right there: that is not told. With another file under the same
    name Gazebo Classic takes one of the two only: names of plugins are unique there.

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
                yield ctx.report(plugin, f"{named(plugin)} stands here twice, all the same")
            elif before.filename != plugin.filename and plugin.name:
                message = f"{named(plugin)} has the name of another, of {quoted(before.filename)}"
                yield ctx.report(plugin, message, field="name", severity=Severity.INFO)
            seen.add(key)


def _content(plugin: sdf.Plugin) -> str:
    """The settings of a plugin in one text: tags, attributes and words, not blanks."""
    words: list[str] = []
    for part in plugin.content:
        if isinstance(part, Raw):
            for node in part.node.iter():
                words += [f"<{node.tag}>", str(sorted(node.attrib.items()))]
                words += (node.text or "").split()
                words += (node.tail or "").split()
    return " ".join(words)
