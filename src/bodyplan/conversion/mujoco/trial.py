"""Trials of converted MJCF: MuJoCo compiles and simulates the file before it is returned."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement

from bodyplan import model
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf.limits import ARENA_OF_TRIALS as ARENA
from bodyplan.conversion.mjcf.text import HOME
from bodyplan.conversion.mujoco.messages import MjcfInput, NamedFile, Trial
from bodyplan.conversion.mujoco.process import trial_in_process
from bodyplan.core import quoted
from bodyplan.formats.converted import Asset
from bodyplan.formats.input_error import InputError
from bodyplan.model.joint import LINEAR
from bodyplan.spec.writer import write_raw

_SECONDS = 2.0
"""Simulated time for which servos must hold the robot [s]."""
_MOST_SECONDS = 2.0
"""Limit on the processor time of this simulation [s]."""
_FAST = 1.0
"""Speed above which a servo does not hold its joint [rad/s] or [m/s]."""
_NO_MEMORY = "Could not allocate memory"
_WITHOUT_MEMORY = (_NO_MEMORY, "bad_alloc", "unknown exception")
"""Parts of MuJoCo's messages if the memory limit ends the compilation or simulation."""
_MOST_PAIRS = 400
"""The largest number of touching pairs of bodies that are excluded."""


# In MuJoCo's child process


def trial_of(given: MjcfInput, *, excludes: bool) -> Trial:
    """Return the result of compiling MJCF with MuJoCo, and of simulating it if it has servos.

    Args:
        given: the document and the files that are passed to MuJoCo.
        excludes: whether bodies that touch at the start are excluded from contacts.
    """
    mujoco: Any = import_module("mujoco")
    messages: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(messages.append)
    assets = {name: one.data for name, one in given.files.items() if one.data is not None}
    try:
        spec = mujoco.MjSpec.from_string(given.text, assets=assets)
        spec.compiler.usethread = 0  # a thread without memory would never end
        spec.memory = ARENA
        compiled = spec.compile()
        data = _at_home(mujoco, compiled)
        touching = tuple(_touching(compiled, data))[:_MOST_PAIRS]
        if touching and excludes:
            for first, second, _ in touching:
                exclude = spec.add_exclude()
                exclude.bodyname1, exclude.bodyname2 = first, second
            compiled = spec.compile()
        speeds = _speeds(mujoco, compiled)
    except (ValueError, RuntimeError, MemoryError, mujoco.FatalError) as error:
        said = " ".join(str(error).split()).removeprefix("Error: ")
        return Trial(rejected=said or _NO_MEMORY)
    finally:
        mujoco.set_mju_user_warning(before)
    return Trial("", touching, speeds)


def _at_home(mujoco: Any, compiled: Any) -> Any:
    """Return the data of a model in its home keyframe, or without one, in its initial state."""
    data = mujoco.MjData(compiled)
    for number in range(compiled.nkey):
        if compiled.key(number).name == HOME:
            mujoco.mj_resetDataKeyframe(compiled, data, number)
    mujoco.mj_forward(compiled, data)
    return data


def _touching(compiled: Any, data: Any) -> Iterator[tuple[str, str, float]]:
    """Yield pairs of touching bodies, with the depth [m]; contacts with the world are ignored."""
    depths: dict[tuple[int, int], float] = {}
    for number in range(data.ncon):
        contact = data.contact[number]
        pair = sorted(int(compiled.geom_bodyid[one]) for one in contact.geom)
        if pair[0]:
            depths[pair[0], pair[1]] = max(depths.get((pair[0], pair[1]), 0.0), -contact.dist)
    for (first, second), depth in sorted(depths.items()):
        yield compiled.body(first).name, compiled.body(second).name, float(depth)


def _speeds(mujoco: Any, compiled: Any) -> tuple[tuple[str, float], ...]:
    """Return the largest speeds of the joints that position servos should hold."""
    held = {
        int(compiled.actuator_trnid[number][0])
        for number in range(compiled.nu)
        if compiled.actuator_biasprm[number][1] < 0.0
    }
    data = _at_home(mujoco, compiled)
    places = {joint: int(compiled.jnt_dofadr[joint]) for joint in held}
    largest = dict.fromkeys(held, 0.0)
    start = time.process_time()
    for _ in range(int(_SECONDS / compiled.opt.timestep) if held else 0):
        mujoco.mj_step(compiled, data)
        for joint, place in places.items():
            speed = abs(float(data.qvel[place]))
            largest[joint] = max(largest[joint], speed if math.isfinite(speed) else math.inf)
        is_lost = any(int(one.number) for one in data.warning)
        if is_lost or time.process_time() - start > _MOST_SECONDS:
            break
    return tuple((compiled.joint(joint).name, speed) for joint, speed in largest.items())


# In the parent process


def tried(
    root: Node,
    assets: Sequence[Asset],
    robot: model.Robot,
    log: RobotLossLog,
    *,
    excludes: bool,
) -> None:
    """Compile and simulate MJCF if MuJoCo is installed, and record the problems.

    Args:
        root: ``<mujoco>``; it is modified if ``excludes`` is True.
        assets: the files that the MJCF references.
        robot: the converted robot.
        log: collects MuJoCo's rejection, touching links, and joints that servos do not hold.
        excludes: whether to exclude the pairs of bodies that touch at the start from contacts.
    """
    if find_spec("mujoco") is None:
        return
    try:
        trial = trial_in_process(_input_of(root, assets), excludes=excludes)
    except InputError as error:
        log.add("assumed", robot, "", f"the result was not tried in MuJoCo: {error}")
        return
    if any(words in trial.rejected for words in _WITHOUT_MEMORY):
        reason = f"it exceeds the memory limit ({trial.rejected})"
        log.add("assumed", robot, "", f"the result was not tried in MuJoCo: {reason}")
    elif trial.rejected:
        reason = f"MuJoCo rejects the result: {_with_names(trial.rejected, assets)}"
        log.add("dropped", robot, "", reason, changes_meaning=True)
    if excludes and trial.touching:
        _exclude(root, trial, robot, log)
    for name, speed in trial.speeds:
        if not speed <= _FAST:
            value = robot.joint(name) if robot.has_joint(name) else robot
            is_slide = isinstance(value, model.Joint) and value.type in LINEAR
            reached = f"{speed:.2g} {'m/s' if is_slide else 'rad/s'}"
            reason = f"its servo does not hold it: it reaches {reached} within {_SECONDS:g} s"
            log.add("assumed", value, "", reason)


def _exclude(root: Node, trial: Trial, robot: model.Robot, log: RobotLossLog) -> None:
    contact = root.find("contact")
    if contact is None:
        before = ("equality", "actuator", "sensor", "keyframe")
        place = next((n for n, one in enumerate(root) if one.tag in before), len(root))
        contact = Node("contact")
        root.insert(place, contact)
    for first, second, depth in trial.touching:
        SubElement(contact, "exclude", {"body1": first, "body2": second})
        size = f"{depth:.2g} m" if depth >= 0.1 else f"{depth * 1e3:.2g} mm"
        reason = (
            f"it and {quoted(second)} overlap by {size} in the default configuration; "
            f"the pair is excluded from contacts"
        )
        value = robot.link(first) if robot.has_link(first) else robot
        log.add("assumed", value, "collisions", reason)


def _input_of(root: Node, assets: Sequence[Asset]) -> MjcfInput:
    """Return the input for MuJoCo: XML without folders, with file names chosen by bodyplan."""
    text = write_raw(root)
    copy: Node = import_module("xml.etree.ElementTree").fromstring(text)
    names = {_below(asset.path): f"bodyplan-{n}{_ending(asset)}" for n, asset in enumerate(assets)}
    for node in copy.iter():
        if node.tag == "compiler":
            for attribute in ("meshdir", "texturedir"):
                node.attrib.pop(attribute, None)
        file = node.get("file")
        if file in names:
            if node.tag in {"mesh", "texture"} and not node.get("name"):
                node.set("name", file.rpartition("/")[2].rpartition(".")[0])
            node.set("file", names[file])
    files = {names[_below(asset.path)]: NamedFile(asset.path, asset.content()) for asset in assets}
    return MjcfInput("", "", write_raw(copy), {}, files)


def _below(path: str) -> str:
    """Return a path without its first folder, the folder of all assets."""
    return path.partition("/")[2]


def _ending(asset: Asset) -> str:
    return f".{asset.path.rpartition('.')[2]}"


def _with_names(message: str, assets: Sequence[Asset]) -> str:
    """Return a message of MuJoCo with the file names of the result."""
    for number in reversed(range(len(assets))):
        message = message.replace(
            f"bodyplan-{number}{_ending(assets[number])}", assets[number].path
        )
    return message
