"""Gazebo blocks: U3xx."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic, Fix, Safety, Where
from bodyplan.formats import urdf
from bodyplan.formats.urdf.gazebo import SETTINGS
from bodyplan.lint.context import Context
from bodyplan.lint.facts.extensions import at_text, fix_text, number, with_point
from bodyplan.lint.facts.names import Similar, choice, unknown_name
from bodyplan.lint.rule import rule
from bodyplan.spec import Raw, change
from bodyplan.text import Edit

LINK_KEYS = frozenset(tag for tag, one in SETTINGS.items() if one.owner != "joint")
JOINT_KEYS = frozenset(SETTINGS) - LINK_KEYS
"""``LINK_KEYS`` apply only to links and ``JOINT_KEYS`` only to joints in libsdformat's
converter."""

_JOINT_TAG = r"(.*joint|joint(name)?s?|.*jointname)s?"
_LINK_TAG = r"(.*body|(body|link)names?|.*(body|link)name|robotbaselink|baselink)"
_NAME = r"[^\s,]+"
_NO_NAME = {"true", "false", "none", ""}


def _plugins(block: urdf.Gazebo) -> Iterator[Node]:
    """Yield the plugins of a block, including those of its sensors."""
    for raw in block.content:
        yield from raw.node.iter("plugin")


def _own_names(ctx: Context) -> set[str]:
    """Return the links and joints that the blocks define in SDFormat."""
    return {
        name
        for block in ctx.index.robot.gazebo
        for raw in block.content
        for node in raw.node.iter()
        if node.tag in {"link", "joint", "model", "collision"} and (name := node.get("name"))
    }


@rule("U301", "gazebo-unknown-reference", severity="warning", fix="sometimes")
def gazebo_unknown_reference(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A gazebo block references a link or joint that does not exist.

    ## Why it matters
    libsdformat silently drops everything in the block: friction, sensors, plugins. Often a link was
    renamed, or removed without its block.

    ## Example
        <link name="left_wheel_link"/>
        <gazebo reference="left_wheel"><mu1>1.0</mu1></gazebo>

    ## Use instead
        <gazebo reference="left_wheel_link"><mu1>1.0</mu1></gazebo>

    ## Fix safety
    Writing the most similar link or joint name is unsafe: the block may be left over and should be
    removed.
    """
    links, joints = ctx.index.links, ctx.index.joints

    @cache
    def known() -> list[str]:
        return [*links, *joints]

    for block in robot.gazebo:
        name = block.reference
        if not name or name in links or name in joints:
            continue
        yield unknown_name(
            ctx,
            block,
            f"<gazebo> references {name!r}, which does not exist",
            known,
            field="reference",
            hint="remove the block if its link or joint is gone",
        )


@rule("U302", "gazebo-ambiguous-reference", severity="info")
def gazebo_ambiguous_reference(block: urdf.Gazebo, ctx: Context) -> Iterator[Diagnostic]:
    """A gazebo block references a name that both a link and a joint have.

    ## Why it matters
    The converter applies the block to both, so its plugins and sensors are duplicated in the
    simulated model.

    ## Example
        <link name="wheel"/>
        <joint name="wheel" type="continuous">...</joint>
        <gazebo reference="wheel">...</gazebo>

    ## Use instead
        <link name="wheel_link"/>
        <joint name="wheel_joint" type="continuous">...</joint>
        <gazebo reference="wheel_link">...</gazebo>
    """
    name = block.reference
    if name and name in ctx.index.links and name in ctx.index.joints:
        yield ctx.report(
            block,
            f"<gazebo> references {name!r}, which is both a link and a joint",
            field="reference",
            hint="rename one of the two",
        )


@rule("U304", "gazebo-empty-block", severity="hint", fix="always")
def gazebo_empty_block(block: urdf.Gazebo, ctx: Context) -> Iterator[Diagnostic]:
    """A gazebo block is empty.

    ## Why it matters
    The block has no effect. Its content may have been commented out, or lost in a merge.

    ## Example
        <gazebo reference="left_wheel_link"/>

    ## Use instead
        <gazebo reference="left_wheel_link"><mu1>1.0</mu1></gazebo>

    ## Fix safety
    Removing an empty block is safe. Removing one with a comment is unsafe: the comment is removed
    too.
    """
    node = ctx.document.node(block)
    if node is None or block.content or block.attributes or (node.text or "").strip():
        return

    def fix() -> Fix:
        span = ctx.document.layout.span(node)
        inside = ctx.document.source.text[span.open_end : span.close_start]
        safety: Safety = "unsafe" if inside.strip() else "safe"
        return Fix("Remove the block", (change.remove(ctx.document, block),), safety)

    about = f" for {block.reference!r}" if block.reference else ""
    yield ctx.report(block, f"empty <gazebo>{about}", fix=fix)


@rule("U305", "gazebo-plugin-incomplete", severity="warning")
def gazebo_plugin_incomplete(block: urdf.Gazebo, ctx: Context) -> Iterator[Diagnostic]:
    """A plugin of a gazebo block has no file name or no name.

    ## Why it matters
    SDFormat requires both. Without the file name the simulator cannot load the plugin; without the
    name, newer simulators cannot select the class in the library.

    ## Example
        <gazebo><plugin name="drive"/></gazebo>

    ## Use instead
        <gazebo><plugin name="gz::sim::systems::DiffDrive"
        filename="gz-sim-diff-drive-system"/></gazebo>
    """
    for node in _plugins(block):
        missing = [name for name in ("filename", "name") if not (node.get(name) or "").strip()]
        if missing:
            called = f" {node.get('name')!r}" if node.get("name") else ""
            yield ctx.report(
                Raw(node), f"missing {' and '.join(missing)} on <plugin>{called} in <gazebo>"
            )


def _leaves(block: urdf.Gazebo, tag: str) -> Iterator[tuple[Node, Node, str]]:
    """Yield the names in plugin parameters whose tag matches a pattern: plugin, parameter, name."""
    for plugin in _plugins(block):
        for node in plugin.iter():
            if node is plugin or len(node) or not isinstance(node.tag, str):
                continue
            plain = node.tag.lower().replace("_", "").replace("-", "")
            if re.fullmatch(tag, plain) is None:
                continue
            for name in re.findall(_NAME, node.text or ""):
                if name.lower() not in _NO_NAME and number(name) is None and "$" not in name:
                    yield plugin, node, name


def _unknown_in_plugin(
    ctx: Context, parameter: tuple[Node, Node], name: str, what: str, known: list[str]
) -> Diagnostic:
    plugin, node = parameter
    similar = Similar(ctx, name, lambda: known)

    def hint() -> str | None:
        return f"did you mean {choice(similar())}?" if similar() else None

    def span() -> tuple[int, int]:
        _, start, end, _ = ctx.document.layout.span(node)
        for part in re.compile(_NAME).finditer(ctx.document.source.text, start, end):
            if part[0] == name:
                return part.span()
        return start, end

    def place() -> Where:
        return ctx.document.where_span(*span(), node)

    def fix() -> Fix | None:
        return (
            Fix(f"Write {similar()[0]!r}", (Edit(*span(), similar()[0]),), "unsafe")
            if similar()
            else None
        )

    message = f"<{node.tag}> of plugin {plugin.get('name')!r}: {what} {name!r} does not exist"
    return Diagnostic(ctx.kind, message, place, hint=hint, fix=fix)


@rule("U306", "gazebo-plugin-unknown-joint", severity="info", fix="sometimes")
def gazebo_plugin_unknown_joint(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A plugin of a gazebo block references a joint that does not exist.

    ## Why it matters
    Most plugins print an error when the simulation starts and have no effect afterwards. The plugin
    defines what a parameter means, so the rule assumes that tags ending in "joint" or "joint name"
    contain joint names.

    ## Example
        <plugin ...><left_joint>left_wheel</left_joint></plugin>

    ## Use instead
        <plugin ...><left_joint>left_wheel_joint</left_joint></plugin>

    ## Fix safety
    Writing the most similar joint name is unsafe: the parameter may mean something else.
    """
    known = list(ctx.index.joints)
    own: set[str] | None = None
    for block in robot.gazebo:
        for plugin, node, name in _leaves(block, _JOINT_TAG):
            short = name.rpartition("::")[2]
            if short in ctx.index.joints:
                continue
            own = _own_names(ctx) if own is None else own
            if short not in own:
                yield _unknown_in_plugin(ctx, (plugin, node), name, "joint", known)


@rule("U307", "gazebo-plugin-unknown-link", severity="info", fix="sometimes")
def gazebo_plugin_unknown_link(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A plugin of a gazebo block references a link that does not exist.

    ## Why it matters
    Most plugins print an error when the simulation starts and have no effect afterwards. The plugin
    defines what a parameter means, so the rule assumes that tags such as "bodyName" or "link_name"
    contain link names. Frame names are not checked: they may be any ROS frame.

    ## Example
        <plugin ...><bodyName>base</bodyName></plugin>

    ## Use instead
        <plugin ...><bodyName>base_link</bodyName></plugin>

    ## Fix safety
    Writing the most similar link name is unsafe: the parameter may mean something else.
    """
    known = list(ctx.index.links)
    own: set[str] | None = None
    for block in robot.gazebo:
        for plugin, node, name in _leaves(block, _LINK_TAG):
            model, _, short = name.rpartition("::")
            if short in ctx.index.links or model not in {"", ctx.index.robot.name}:
                continue
            own = _own_names(ctx) if own is None else own
            if short not in own and short not in {"world", "map"}:
                yield _unknown_in_plugin(ctx, (plugin, node), name, "link", known)


def _setting(node: Node) -> str:
    """Return the value of a parameter: its value attribute, or its text."""
    return (node.get("value") or node.text or "").strip()


@rule("U308", "gazebo-no-number", severity="warning", fix="sometimes")
def gazebo_no_number(block: urdf.Gazebo, ctx: Context) -> Iterator[Diagnostic]:
    """A parameter of a gazebo block is not a number.

    ## Why it matters
    The converter to SDFormat stops with an exception, or uses the digits before the error: "0,8"
    becomes 0.

    ## Example
        <gazebo reference="wheel_link"><mu1>0,8</mu1></gazebo>

    ## Use instead
        <gazebo reference="wheel_link"><mu1>0.8</mu1></gazebo>

    ## Fix safety
    Replacing a comma by a decimal point is unsafe: it may separate thousands.
    """
    for raw in block.content:
        setting = SETTINGS.get(raw.tag)
        if setting is None or not setting.is_number:
            continue
        text = _setting(raw.node)
        if number(text) is None:
            shown = repr(text) if text else "an empty value"
            message = f"<{raw.tag}> in <gazebo>: expected a number, got {shown}"
            pointed = with_point(text)
            hint = f"did you mean {pointed!r}?" if pointed else None
            if raw.get("value"):
                place = partial(ctx.document.where, raw.node, "value", "value")
                yield Diagnostic(ctx.kind, message, place, hint=hint)
            else:
                title = f"Write {pointed!r}"
                fix = fix_text(ctx, title, "unsafe", raw.node, pointed) if pointed else None
                yield at_text(ctx, raw.node, message, hint=hint, fix=fix)


@rule("U309", "gazebo-setting-ignored", severity="info")
def gazebo_setting_ignored(block: urdf.Gazebo, ctx: Context) -> Iterator[Diagnostic]:
    """A parameter has no effect in its gazebo block.

    ## Why it matters
    Friction and stiffness apply to links, stops and feedback to joints. In a block for the other
    kind of element, or for the whole model, libsdformat silently drops them.

    ## Example
        <gazebo reference="wheel_joint"><mu1>1.0</mu1></gazebo>

    ## Use instead
        <gazebo reference="wheel_link"><mu1>1.0</mu1></gazebo>
    """
    name = block.reference
    if name == "":
        return
    is_link, is_joint = name in ctx.index.links, name in ctx.index.joints
    if name and not is_link and not is_joint:
        return
    keys: dict[str, list[Raw]] = {"link": [], "joint": []}
    for raw in block.content:
        if raw.tag in LINK_KEYS and not is_link:
            keys["link"].append(raw)
        elif raw.tag in JOINT_KEYS and not is_joint:
            keys["joint"].append(raw)
    about = "the whole model" if not name else f"{'link' if is_link else 'joint'} {name!r}"
    for what, found in keys.items():
        if found:
            tags = ", ".join(f"<{raw.tag}>" for raw in found)
            yield ctx.report(
                found[0],
                f"<gazebo> for {about}: {tags} {'applies' if len(found) == 1 else 'apply'} only to a {what}",
                hint=f'write the name of a {what}: <gazebo reference="...">',
            )
