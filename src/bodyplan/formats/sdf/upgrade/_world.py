"""Conversion rules for the root, the world, its physics, and a few other elements."""

from __future__ import annotations

from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade._rule import Context, find, move
from bodyplan.formats.sdf.upgrade.draft import child_of, children_of, text_of
from bodyplan.formats.sdf.upgrade.numbers import is_true

_STEPS = {"ode": "ode/solver/dt", "bullet": "bullet/dt"}
"""The path of each engine's step size in ``<physics>``, up to 1.3."""
_SCRIPTS = "file://media/materials/scripts/gazebo.material"
"""The file with the materials that SDFormat 1.0 references only by their names."""


def root_since(context: Context, node: Node) -> None:
    """Rename the root to ``<sdf>``, for 1.3 and later."""
    if node is context.draft.root and node.tag != "sdf":
        context.draft.changed(node, f"<{node.tag}> becomes <sdf>")
        context.draft.rename(node, "sdf")


# Physics


def step_size_since(context: Context, physics: Node) -> None:
    """Move the step size from the engine's element to ``max_step_size``, for 1.4 and later."""
    paths = [_STEPS[engine] for engine in sorted(_STEPS, key=lambda e: e != physics.get("type"))]
    for path in paths:
        found = find(physics, path)
        if found is None:
            continue
        if child_of(physics, "max_step_size") is None:
            move(context.draft, physics, path, "max_step_size")
        else:
            reason = "from 1.4 on all engines share one step size"
            context.draft.lost(found, f"<{path}>", reason)
            context.draft.remove([found])


def one_physics(context: Context, world: Node) -> None:
    """Keep only one ``<physics>``, or add one to contain the gravity, for versions before 1.6."""
    draft, every = context.draft, children_of(world, "physics")
    if not every:
        if any(child_of(world, tag) is not None for tag in ("gravity", "magnetic_field")):
            physics = draft.make("physics", attributes={"type": "ode"})
            draft.put(world, physics)
        return
    chosen = next((one for one in every if is_true(one.get("default"))), every[0])
    for one in every:
        if one is not chosen:
            name = one.get("name", "")
            what = f"<physics> {name!r}" if name else "<physics>"
            draft.lost(one, what, "before 1.6 a world has only one <physics>")
    draft.remove([one for one in every if one is not chosen])


# Other elements


def east_north_up(context: Context, orientation: Node) -> None:
    """Record a loss if the orientation of the world is not ENU, for 1.9 and later."""
    text = text_of(orientation)
    if text and text != "ENU":
        reason = f"from 1.9 on only ENU is allowed; {text} is not changed"
        context.draft.lost(orientation, f"<{orientation.tag}>", reason, changes_meaning=True)


def drop_density(context: Context, inertial: Node) -> None:
    """Remove the attribute density, which only SDFormat 1.0 has, for 1.2 and later."""
    if context.draft.drop_attribute(inertial, "density") is not None:
        context.draft.lost(inertial, "attribute density", "from 1.2 on only the mass is used")


def script_since(context: Context, material: Node) -> None:
    """Convert the attribute script to ``<script>`` with the default file, for 1.2 and later."""
    draft, name = context.draft, context.draft.drop_attribute(material, "script")
    if name is None or child_of(material, "script") is not None:
        return
    script = draft.add(material, "script", index=0)
    draft.add(script, "uri", _SCRIPTS)
    draft.add(script, "name", name.strip())
    draft.changed(material, "attribute script becomes <script>, with the default file")


def wrench_since(context: Context, wrench: Node) -> None:
    """Write the wrench of a link state as the text of ``<wrench>``, for 1.3 and later."""
    draft, size, place = context.draft, child_of(wrench, "mag"), child_of(wrench, "pos")
    link = draft.parent(wrench)
    if link is not None and child_of(link, "wrench") is not wrench:
        draft.lost(wrench, "<wrench>", "from 1.3 on a link has only one wrench")
        draft.remove([wrench])
        return
    if place is not None:
        draft.lost(place, "<pos>", "from 1.3 on a wrench acts at the link origin")
    if size is None:
        draft.remove([] if place is None else [place])
        return
    text = text_of(size)
    draft.remove([inner for inner in (size, place) if inner is not None])
    draft.set_text(wrench, text)
    draft.changed(wrench, "<mag> becomes the text of <wrench>")


def name_plugin(context: Context, plugin: Node) -> None:
    """Name an unnamed plugin after its file, for versions before 1.10, which require a name."""
    if plugin.get("name") is None and plugin.tag == "plugin":
        context.draft.set_attribute(plugin, "name", plugin.get("filename", "plugin"))
        context.draft.changed(plugin, "named after its file")
