"""Links that Gazebo drops, and elements that only some versions of Gazebo read: U310 to U312."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bodyplan.conversion.urdf.libsdformat_links import SMALLEST_MASS, LinkTree, rigid_joints
from bodyplan.core import listed, plural, quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.spec import Raw

_OLD = "libsdformat up to 13 (Gazebo Fortress and Garden)"
_MOST_NAMED = 3


@rule("U310", "gazebo-drops-links", severity="warning")
def gazebo_drops_links(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Gazebo drops a link without mass, and all links below it.

    ## Why it matters
    libsdformat, with which Gazebo reads a URDF, first merges the links of fixed joints into their
    parents. Then it leaves out each link without mass, with its joint and everything below, and
    prints at most a warning. Without a mass in the root link, the model is empty and does not
    appear. Up to version 13 (Gazebo Fortress and Garden), a mass up to 0.000001 kg counts as 0, and
    moving links below a merged link without mass are left out, too. RViz and MoveIt show all links.

    Two links of 0 kg that a fixed joint merges have no centre of mass: libsdformat divides 0 by 0,
    and rejects the robot.

    ## Example
        <link name="base_link"/>
        <joint name="shoulder" type="revolute"> <parent link="base_link"/> ...

    ## Use instead
        <link name="base_link">
          <inertial><mass value="2"/><inertia ixx="0.01" .../></inertial>
        </link>
    """
    if not _is_for_a_simulator(robot):
        return
    found = lost_links(robot, ctx)
    # Links lost because of a negative mass are not reported: the mass is an error itself.
    if found is not None and min(found.tree.masses.values(), default=0.0) >= 0.0:
        yield from diagnosed(found, ctx)


def diagnosed(found: LostLinks, ctx: Context) -> Iterator[Diagnostic]:
    """Yield the diagnostics about links that libsdformat drops, or for which it rejects the robot."""
    for name in found.tree.without_centre():
        message = (
            f"Gazebo rejects the robot: fixed joints merge an <inertial> of 0 kg into {quoted(name)}, "
            "whose centre of mass is then 0/0"
        )
        hint = "remove the <inertial> of 0 kg, or give it a mass"
        yield ctx.report(ctx.index.links[name][0], message, hint=hint)
    if not (found.new or found.old):
        return
    tree, new, old, total = found
    words = [f"Gazebo drops {_share(new, total)}{_why(new, tree)}"] if new else []
    if not set(old) <= set(new):
        words.append(f"{_OLD} drops {_share(old, total)}" + ("" if new else _why(old, tree)))
    causes = list(dict.fromkeys((new or old).values()))
    link = ctx.index.links[causes[0]][0]
    hint = f"give link {quoted(causes[0])} a mass and an inertia"
    yield ctx.report(link, "; ".join(words), hint=hint)


def _is_for_a_simulator(robot: urdf.Robot) -> bool:
    """Return whether a robot has a mass, or shapes and a gazebo block.

    I103 reports the other robots.
    """
    if any(link.inertial is not None for link in robot.links):
        return True
    has_shapes = any(link.visuals or link.collisions for link in robot.links)
    return has_shapes and any(block.content for block in robot.gazebo)


class LostLinks(NamedTuple):
    """The links of a robot that libsdformat drops.

    Args:
        tree: the links and joints of the robot.
        new: the links that libsdformat drops from version 14 on, each with the link that causes it.
        old: the links that libsdformat drops up to version 13, each with the link that causes it.
        total: the number of all links.
    """

    tree: LinkTree
    new: Mapping[str, str]
    old: Mapping[str, str]
    total: int


def lost_links(robot: urdf.Robot, ctx: Context) -> LostLinks | None:
    """Return the links that libsdformat drops; None if the links of the robot are not one tree."""
    parts = ctx.parts[0] if ctx.parts else None
    if parts is None or ctx.is_broken_off or parts.unread or not _is_tree(robot):
        return None
    tree = LinkTree(parts.links, parts.joints, rigid_joints(ctx.document))
    total = len(robot.links) - any(link.name == WORLD_NAME for link in robot.links)
    return LostLinks(tree, tree.lost(), tree.lost(by_release_12=True), total)


def _share(lost: Mapping[str, str], total: int) -> str:
    """Return a text for the dropped links: "6 of 9 links, from 'wrist' on"."""
    causes = list(dict.fromkeys(lost.values()))
    named = listed(map(quoted, causes), _MOST_NAMED)
    if len(lost) == total == 1:
        return f"the only link {named}"
    if len(lost) == total:
        return f"all {plural(total, 'link')} (the model is empty), from {named} on"
    what = f"{len(lost):,} of {plural(total, 'link')}"
    return f"{what}, from {named} on" if len(lost) > len(causes) else f"{what}: {named}"


def _why(lost: Mapping[str, str], tree: LinkTree) -> str:
    causes = dict.fromkeys(lost.values())
    has = "which has" if len(causes) == 1 else "which have"
    if all(tree.masses[name] == 0.0 for name in causes):
        return f", {has} no mass"
    return f", {has} at most {SMALLEST_MASS:g} kg"


def _is_tree(robot: urdf.Robot) -> bool:
    """Return whether the joints connect all links in one tree; else libsdformat rejects the robot."""
    names = {link.name for link in robot.links}
    children = {joint.child for joint in robot.joints}
    ends = children | {joint.parent for joint in robot.joints}
    is_simple = len(names) == len(robot.links) and len(children) == len(robot.joints)
    return is_simple and ends <= names and len(names) == len(children) + 1


_COLOURS = frozenset(("ambient", "diffuse", "specular", "emissive", "pbr", "lighting", "shader"))
_GAZEBOS = {
    "classic": "Gazebo classic",
    "ignition": "Gazebo Fortress (Ignition)",
    "new": "new Gazebo (gz sim)",
}
_CONTROL = {
    "classic": ("gazebo_ros2_control", "gazebo_ros2_control/GazeboSystem"),
    "ignition": ("ign_ros2_control-system", "ign_ros2_control/IgnitionSystem"),
    "new": ("gz_ros2_control-system", "gz_ros2_control/GazeboSimSystem"),
}
"""The plugin of Gazebo that runs ros2_control, and the hardware plugin that it can load."""
_PATTERNS = (
    ("classic", re.compile(r"(lib)?gazebo_(ros|plugins|ros2_control|ros_control)(_|\.so|/|$)")),
    ("ignition", re.compile(r"(lib)?(ign_ros2_control|ignition-gazebo|ign-gazebo)")),
    ("new", re.compile(r"(lib)?(gz_ros2_control|gz-sim)")),
)
"""Patterns of the file name or class name of a plugin, each with the Gazebo version it is for."""


def gazebo_of(plugin: str) -> str:
    """Return which Gazebo a plugin is for: "classic", "ignition" or "new"; empty if unknown."""
    name = plugin.strip().rpartition("/")[2] if plugin.strip().endswith(".so") else plugin.strip()
    return next((key for key, pattern in _PATTERNS if pattern.match(name)), "")


@rule("U311", "gazebo-material-colours", severity="warning", when="content")
def gazebo_material_colours(block: urdf.Gazebo, ctx: Context) -> Iterator[Diagnostic]:
    """A `<material>` in a gazebo block contains colours.

    ## Why it matters
    libsdformat reads a `<material>` directly in `<gazebo>` as the name of a script, such as
    `Gazebo/Red`. It ignores elements inside this `<material>`, so the link has the default colour.
    Elements of SDFormat are read only inside `<visual>`.

    ## Example
        <gazebo reference="arm"><material><diffuse>1 0 0 1</diffuse></material></gazebo>

    ## Use instead
        <gazebo reference="arm">
          <visual><material><diffuse>1 0 0 1</diffuse></material></visual>
        </gazebo>
    """
    for raw in block.content:
        inner = (
            [child.tag for child in raw if child.tag in _COLOURS] if raw.tag == "material" else []
        )
        if inner:
            tags = ", ".join(f"<{tag}>" for tag in dict.fromkeys(inner))
            message = f"<material> in <gazebo> is the name of a script; Gazebo ignores {tags}"
            hint = "write <visual><material>...</material></visual>"
            yield ctx.report(raw, message, hint=hint)


@rule("U312", "gazebo-plugin-of-another", severity="warning")
def gazebo_plugin_of_another(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A plugin is for another version of Gazebo than the rest of the file.

    ## Why it matters
    Gazebo classic, Gazebo Fortress and newer versions have their own plugins, and each of them
    loads only its own: with a plugin of another version, the sensor or the controllers are missing.
    The plugin of ros2_control in `<gazebo>` loads only the hardware plugin of its own package; with
    any other hardware plugin, the controller manager does not start.

    ## Example
        <ros2_control ...><hardware><plugin>gazebo_ros2_control/GazeboSystem</plugin></hardware>
        <gazebo><plugin filename="gz_ros2_control-system" .../></gazebo>

    ## Use instead
        <ros2_control ...><hardware><plugin>gz_ros2_control/GazeboSimSystem</plugin></hardware>
        <gazebo><plugin filename="gz_ros2_control-system" .../></gazebo>
    """
    plugins = [(one, one.get("filename") or "") for one in _plugins(robot)]
    loaders = {gazebo_of(name) for _, name in plugins if "ros2_control" in name} - {""}
    others = False
    for control in robot.ros2_control:
        name = "" if control.hardware is None else control.hardware.plugin or ""
        wanted = gazebo_of(name)
        if wanted and loaders and wanted not in loaders:
            loader = min(loaders)
            others = True
            yield ctx.report(
                control.hardware or control,
                f"hardware plugin {quoted(name.strip())} is for {_GAZEBOS[wanted]}, but "
                f"<gazebo> loads the plugin of {_GAZEBOS[loader]}",
                field="plugin",
                hint=f"write {_CONTROL[loader][1]}, or load {_CONTROL[wanted][0]} in <gazebo>",
            )
    controlled = {gazebo_of(c.hardware.plugin or "") for c in robot.ros2_control if c.hardware}
    targets = loaders or controlled - {""}
    if others or len(targets) != 1:
        return  # the intended version of Gazebo is unknown, or the file supports several versions
    (target,) = targets
    for raw, name in plugins:
        kind = gazebo_of(name)
        if kind and kind != target and "classic" in (kind, target):
            message = f"plugin {quoted(name)} is for {_GAZEBOS[kind]}, but the robot is for "
            hint = f"{_GAZEBOS[target]} does not load it"
            severity = Severity.INFO if _is_guarded(robot, kind) else None
            yield ctx.report(raw, f"{message}{_GAZEBOS[target]}", hint=hint, severity=severity)


def _is_guarded(robot: urdf.Robot, kind: str) -> bool:
    """Return whether the file also has a ros2_control block for this version of Gazebo."""
    return any(
        one.hardware and gazebo_of(one.hardware.plugin or "") == kind for one in robot.ros2_control
    )


def _plugins(robot: urdf.Robot) -> Iterator[Raw]:
    """Yield the plugins in gazebo blocks, also those of sensors."""
    for block in robot.gazebo:
        for raw in block.content:
            waiting = [raw]
            for one in waiting:
                if one.tag == "plugin":
                    yield one
                else:
                    waiting += one
