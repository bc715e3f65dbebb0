"""What one Gazebo reads and another does not: U311, U312."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.spec import Raw

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
"""Which Gazebo a plugin is for, by the beginning of its file or class."""


def gazebo_of(plugin: str) -> str:
    """Return which Gazebo a plugin is for: "classic", "ignition" or "new"; empty if unknown."""
    name = plugin.strip().rpartition("/")[2] if plugin.strip().endswith(".so") else plugin.strip()
    return next((key for key, pattern in _PATTERNS if pattern.match(name)), "")


@rule("U311", "gazebo-material-colours", severity="warning", when="content")
def gazebo_material_colours(block: urdf.Gazebo, ctx: Context) -> Iterator[Diagnostic]:
    """A `<material>` in a gazebo block has colours.

    ## Why it matters
    libsdformat reads a `<material>` directly in `<gazebo>` as the name of a script, such as
    `Gazebo/Red`. It ignores elements in it: the link has the default colour. Elements of SDFormat
    are read only inside `<visual>`.

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
    """A plugin is for another Gazebo than the rest of the file.

    ## Why it matters
    Gazebo classic, Gazebo Fortress and newer Gazebos have plugins of their own. None of them loads
    those of another: the sensor or the controllers are missing. The plugin of ros2_control in
    `<gazebo>` loads only the hardware plugin of its own package; with another one, the controller
    manager does not start.

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
        return  # which one is meant is unknown, or all of them are
    (target,) = targets
    for raw, name in plugins:
        kind = gazebo_of(name)
        if kind and kind != target and "classic" in (kind, target):
            message = f"plugin {quoted(name)} is for {_GAZEBOS[kind]}, but the robot is for "
            hint = f"{_GAZEBOS[target]} does not load it"
            severity = Severity.INFO if _is_guarded(robot, kind) else None
            yield ctx.report(raw, f"{message}{_GAZEBOS[target]}", hint=hint, severity=severity)


def _is_guarded(robot: urdf.Robot, kind: str) -> bool:
    """Return whether the file supports several Gazebos, with a ros2_control block for each."""
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
