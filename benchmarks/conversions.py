"""Whether the results of conversions run, and whether other programs and our own check accept them.

    python benchmarks/conversions.py                   the robots of example-robot-data
    python benchmarks/conversions.py FOLDER|FILE ...   URDF, xacro, SDFormat and MJCF
    python benchmarks/conversions.py --packages FOLDER FILE ...   whose packages are below FOLDER

A line of JSON for each robot, and a table of counts. Each robot has a process of its own.

- Every direction: the parsers of the target (MuJoCo, Drake, Pinocchio, urdfdom, libsdformat where
  installed) but those that reject the source (Drake's rejections of closed loops apart), the errors of our own check that the source had not, and
  the differences that no loss names: those that ``diff`` finds, and those between what two engines
  have of the source and of the result (see ``engines.py``).
- MJCF of each robot: the largest speed of a joint that a position servo should hold for 2 s from the
  home pose, contacts on, and where it is above 1 rad/s, the same with joints fixed that have none;
  joints that Drake can move and that a force does not move in it.
- Free base: how a URDF falls for 1 s without motors, beside MuJoCo's own import, whose root link gets
  a free joint; only where MuJoCo reads its meshes. Where they differ, the import falls once more with
  what our losses name and MuJoCo does not read: the pairs that overlap at rest and are excluded, the
  friction of <gazebo> blocks, the inertia that is possible, no mass of links that have no
  <inertial>, and joints that mimic another one or have no room to move. Where they still differ,
  the robot falls from 1 nm higher: one that then falls differently is chaotic.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engines import differences, drake_plant, name_in_model, rejected, seen
from tests.oracles import urdfdom

SECONDS, FAST, FALL = 2.0, 1.0, 1.0
HEAVY = 1e4
"""The armature of a joint that hardly moves [kg m²]."""
PUSH = 0.1
"""How long a joint is pushed [s]."""
TARGETS = ("urdf", "sdf", "mjcf")
ENDINGS = {"urdf": ".urdf", "sdf": ".sdf", "mjcf": ".xml"}
MARKS = {".urdf": b"<joint", ".xacro": b"<robot", ".sdf": b"<joint", ".xml": b"<mujoco"}
"""What is in the files of robots below a folder."""


def at_home(mujoco: Any, m: Any) -> Any:
    """Return the data of a model in its home pose."""
    data = mujoco.MjData(m)
    for number in range(m.nkey):
        if m.key(number).name == "home":
            mujoco.mj_resetDataKeyframe(m, data, number)
    mujoco.mj_forward(m, data)
    return data


def held(mujoco: Any, m: Any) -> dict[str, Any]:
    """Return how fast the joints of position servos become."""
    data = at_home(mujoco, m)
    joints = [int(m.actuator_trnid[n][0]) for n in range(m.nu) if m.actuator_biasprm[n][1] < 0.0]
    places = [int(m.jnt_dofadr[one]) for one in joints]
    speed = 0.0
    for _ in range(int(SECONDS / m.opt.timestep)) if places else ():
        mujoco.mj_step(m, data)
        speed = max([speed, *(abs(float(data.qvel[one])) for one in places)])
    is_lost = any(int(one.number) for one in data.warning)
    return {
        "servos": len(joints),
        "touching": int(at_home(mujoco, m).ncon),
        "speed": speed,
        "lost": is_lost,
    }


def alone(mujoco: Any, m: Any) -> float:
    """Return how fast they become where joints without a servo do not move; changes the model."""
    servos = {int(m.jnt_dofadr[int(m.actuator_trnid[number][0])]) for number in range(m.nu)}
    for dof in range(m.nv):
        if dof not in servos:
            m.dof_armature[dof] = HEAVY
    mujoco.mj_setConst(m, mujoco.MjData(m))
    return float(held(mujoco, m)["speed"])


def stuck(mujoco: Any, m: Any, names: list[str]) -> list[str]:
    """Return the joints that a force in neither direction moves, without gravity and motors."""
    m.opt.gravity[:] = 0.0
    m.actuator_gainprm[:] = m.actuator_biasprm[:] = 0.0
    known = {m.joint(n).name: n for n in range(m.njnt)}
    found = []
    for name in names:
        if name not in known:
            found.append(name)
            continue
        dof, place = int(m.jnt_dofadr[known[name]]), int(m.jnt_qposadr[known[name]])
        moved = 0.0
        for sign in (1.0, -1.0):
            data = at_home(mujoco, m)
            passive = 2.0 * float(m.dof_frictionloss[dof]) + 0.1 * float(m.dof_damping[dof])
            force = 50.0 * float(m.dof_M0[dof]) + passive
            start = float(data.qpos[place])
            for _ in range(int(PUSH / m.opt.timestep)):
                data.qfrc_applied[dof] = sign * force
                mujoco.mj_step(m, data)
            moved = max(moved, abs(float(data.qpos[place]) - start))
        if moved < 1e-3:
            found.append(name)
    return found


def drake_joints(path: Path, folders: list[str]) -> list[str] | str:
    """Return the joints with one position and room to move that Drake reads, or why it reads none."""
    plant = drake_plant(path, folders)
    if isinstance(plant, str):
        return plant
    from pydrake.multibody.tree import JointIndex

    found = []
    for number in range(plant.num_joints()):
        joint = plant.get_joint(JointIndex(number))
        if joint.num_positions() == joint.num_velocities() == 1:
            lower, upper = joint.position_lower_limits()[0], joint.position_upper_limits()[0]
            name = name_in_model(plant, joint)
            found += [name] if lower < upper else []
    return found


def fallen(mujoco: Any, spec: Any, floor: float, positions: Any) -> list[float] | None:
    """Return the height that a free body loses without motors, and its tilt [m, rad].

    Args:
        mujoco: the package.
        spec: of the robot.
        floor: its height [m].
        positions: of the joints at the start.
    """
    plane = spec.worldbody.add_geom()
    plane.type, plane.size, plane.pos = mujoco.mjtGeom.mjGEOM_PLANE, [0, 0, 1], [0, 0, floor]
    m = spec.compile()
    m.actuator_gainprm[:] = m.actuator_biasprm[:] = 0.0
    data = mujoco.MjData(m)
    for number in range(m.njnt):
        values = positions.get(m.joint(number).name, ())
        place = int(m.jnt_qposadr[number])
        data.qpos[place : place + len(values)] = values
    if m.jnt_type[0] != mujoco.mjtJoint.mjJNT_FREE:
        return None
    start = float(data.qpos[2])
    for _ in range(int(FALL / m.opt.timestep)):
        mujoco.mj_step(m, data)
    w, x, y, z = data.qpos[3:7]
    up = 1.0 - 2.0 * float(x * x + y * y) / float(w * w + x * x + y * y + z * z)
    return [start - float(data.qpos[2]), math.acos(max(-1.0, min(1.0, up)))]


def differs(falls: dict[str, Any], other: str) -> bool:
    """Whether a robot falls otherwise than as we convert it: by 0.05 m, or 0.3 rad."""
    (down, tilt), (far, turn) = falls["ours"], falls[other]
    return abs(down - far) > 0.05 or abs(tilt - turn) > 0.3


def align(theirs: Any, m: Any) -> dict[str, int]:
    """Give an import the pairs, friction, inertia and coupled joints of our result; count them.

    Args:
        theirs: the specification of the import.
        m: our result, compiled.
    """
    counts = Counter({"pairs": int(m.nexclude)})
    for number in range(m.nexclude):
        one = theirs.add_exclude()
        first, second = divmod(int(m.exclude_signature[number]), 1 << 16)
        one.bodyname1, one.bodyname2 = m.body(first).name, m.body(second).name
    for number in range(m.neq):
        joints = [int(one[number]) for one in (m.eq_obj1id, m.eq_obj2id)]
        if m.eq_type[number] == 2:  # mjEQ_JOINT
            counts["joints"] += 1
            one = theirs.add_equality()
            one.type, one.objtype = m.eq_type[number], m.eq_objtype[number]
            one.name1, one.name2 = (m.joint(n).name if n >= 0 else "" for n in joints)
            one.data[:] = m.eq_data[number]
    their_m = theirs.compile()
    numbers = {m.body(number).name: number for number in range(1, m.nbody)}
    for body in theirs.bodies:
        number = numbers.get(body.name)
        if number is None:
            continue
        other = their_m.body(body.name)
        values = [m.body_mass[number], *sorted(m.body_inertia[number])]
        own = [other.mass[0], *sorted(other.inertia)]
        if any(abs(x - y) > 1e-4 * max(x, y, 1e-9) for x, y in zip(values, own, strict=True)):
            counts["inertia"] += 1
            body.explicitinertial, body.mass = True, values[0]
            body.fullinertia = [math.nan] * 6
            body.inertia = m.body_inertia[number]
            body.ipos, body.iquat = m.body_ipos[number], m.body_iquat[number]
        ours = [n for n in range(m.ngeom) if m.geom_bodyid[n] == number and m.geom_contype[n]]
        for geom, place in zip((one for one in body.geoms if one.contype), ours, strict=False):
            if tuple(geom.friction) != tuple(m.geom_friction[place]):
                counts["friction"] += 1
                geom.friction = m.geom_friction[place]
    return dict(counts)


def free_base(
    mujoco: Any, source: str, robot: Any, resources: Any, made: Path, folder: Path
) -> dict[str, Any]:
    """Return how a robot falls as we convert it, and as MuJoCo imports it."""
    import bodyplan
    from bodyplan.conversion.mjcf._scene import extent_of

    shapes = [part.shape for link in robot.links for part in link.collisions]
    endings = {Path(one.uri).suffix.lower() for one in shapes if hasattr(one, "uri")}
    if not shapes or not endings <= {".stl", ".obj"}:
        return {}
    positions = robot.configuration()
    floor = float(extent_of(robot, positions)[0][2])
    try:
        path = folder / "import.urdf"
        done = bodyplan.convert(
            source, "urdf", uris="relative", bundle=True, folder=folder, resources=resources
        )
        root = ET.parse(done.save(path)).getroot()
        for section in root.findall("mujoco"):
            root.remove(section)
        for link in root.iter("link"):
            for visual in link.findall("visual"):
                link.remove(visual)
        settings = {"strippath": "false", "fusestatic": "false", "balanceinertia": "true"}
        section = ET.SubElement(root, "mujoco")
        ET.SubElement(section, "compiler", settings)
        ET.ElementTree(root).write(path)
        theirs = mujoco.MjSpec.from_file(str(path))
        theirs.worldbody.first_body().add_freejoint()
        fall = fallen(mujoco, theirs, floor, positions)
        ours = fallen(mujoco, mujoco.MjSpec.from_file(str(made)), floor, positions)
        falls: dict[str, Any] = {"ours": ours, "theirs": fall}
        if all(falls.values()) and differs(falls, "theirs"):
            theirs = mujoco.MjSpec.from_file(str(path))
            theirs.worldbody.first_body().add_freejoint()
            falls["aligned by"] = align(theirs, mujoco.MjModel.from_xml_path(str(made)))
            falls["aligned"] = fallen(mujoco, theirs, floor, positions)
            if differs(falls, "aligned"):
                again = mujoco.MjSpec.from_file(str(made))
                falls["1 nm higher"] = fallen(mujoco, again, floor - 1e-9, positions)
    except Exception as error:  # noqa: BLE001  (MuJoCo, or a mesh)
        return {"import": f"{type(error).__name__}: {error}"[:200]}
    return {"fall": falls}


def measured(source: str, folders: list[str]) -> dict[str, Any]:
    """Convert a robot to every other format, and try what becomes of it."""
    import bodyplan
    from bodyplan.resources import Resources

    resources = Resources(folders=folders, searched=folders)
    found: dict[str, Any] = {"robot": source}
    description = bodyplan.Session(resources=resources).open(source)
    is_xacro = bodyplan.read(source).format == "xacro"
    found["format"] = kind = "xacro" if is_xacro else str(description.format)
    robot = bodyplan.load(description, strict=False)
    found["links"] = len(robot.links)
    found["errors"] = sorted(errors_of(description))
    with tempfile.TemporaryDirectory() as name:
        folder, path = Path(name), Path(source)
        if kind == "xacro":
            path, kind = folder / "expanded.urdf", str(description.format)
            path.write_bytes(bodyplan.expand(description).text.encode())
        refusing = rejected(path, kind, folders)
        if refusing:
            found["source"] = refusing
        before = seen(path, kind, folders)
        for target in TARGETS:
            if target != kind:
                trial = Trial(description, robot, target, folder, folders)
                found |= {
                    f"{target}: {key}": one for key, one in trial.run(before, refusing).items()
                }
        made = folder / "mjcf" / f"robot{ENDINGS['mjcf']}"
        if made.exists() and "mujoco" not in found.get("mjcf: rejected", ()):
            found |= run(path, made, folders)
            if kind == "urdf" and len(robot.roots) == 1 and robot.root_link.name != "world":
                import mujoco

                (folder / "free").mkdir()
                floating = bodyplan.convert(robot, "mjcf", base="floating")
                free = floating.save(folder / "free" / "robot.xml")
                found |= free_base(mujoco, source, robot, resources, free, folder)
    return found


def errors_of(source: Any) -> set[str]:
    """Return the codes of the errors of our own check."""
    import bodyplan

    found = bodyplan.check(source).diagnostics
    return {one.code for one in found if one.severity.name == "ERROR"}


class Trial:
    """One conversion.

    Args:
        description: the source.
        robot: the source, loaded.
        target: the format.
        folder: for results.
        folders: of packages.
    """

    def __init__(
        self, description: Any, robot: Any, target: str, folder: Path, folders: list[str]
    ) -> None:
        self.description, self.robot, self.target = description, robot, target
        self.path = folder / target / f"robot{ENDINGS[target]}"
        self.path.parent.mkdir()
        self.folders = folders

    def run(self, before: Any, refusing: dict[str, str]) -> dict[str, Any]:
        """Return what is wrong with the result."""
        import bodyplan

        found: dict[str, Any] = {}
        try:
            done = bodyplan.convert(
                self.description, self.target, strict=False, folder=self.path.parent,
                uris="keep" if self.target == "mjcf" else "relative",
            )  # fmt: skip
            done.save(self.path)
        except Exception as error:  # noqa: BLE001  (any robot)
            return {"not converted": f"{type(error).__name__}: {error}"[:300]}
        found["losses"] = len(done.losses)
        found["changes meaning"] = sum(loss.changes_meaning for loss in done.losses)
        told = rejected(self.path, self.target, self.folders)
        news = {name: why for name, why in told.items() if name not in refusing}
        loops = {name: why for name, why in news.items() if self.robot.loops and "loop" in why}
        if loops:
            found["rejected as it has loops"] = loops
        if news.keys() - loops:
            found["rejected"] = {name: why for name, why in news.items() if name not in loops}
        if alike := {name: why for name, why in told.items() if name in refusing}:
            found["rejected as the source"] = alike
        own = [o for o in bodyplan.check(self.path).diagnostics if o.severity.name == "ERROR"]
        known = errors_of(self.description)
        errors = {f"{one.code} {one.message}"[:200] for one in own if one.code not in known}
        if errors:
            found["errors"] = sorted(errors)[:5]
        try:
            b = bodyplan.load(self.path, strict=False)
            comparison = bodyplan.diff(self.robot, b, samples=20)
        except Exception as error:  # noqa: BLE001
            return found | {"not compared": f"{type(error).__name__}: {error}"[:300]}
        found |= self._unnamed("unnamed", comparison, done.losses)
        after = seen(self.path, self.target, self.folders)
        if not (isinstance(before, str) or isinstance(after, str)):
            from bodyplan.core import replace

            others = tuple(differences(before, after, self.robot))
            found["engines"] = f"{before.engine}, {after.engine}"
            found["engines differ"] = len(others)
            found |= self._unnamed(
                "engines differ, unnamed", replace(comparison, differences=others), done.losses
            )
        if self.target == "mjcf":
            found["weak"] = sum("gravity pulls" in loss.reason for loss in done.losses)
            found["warned"] = sum("does not hold it" in loss.reason for loss in done.losses)
        return found

    def _unnamed(self, key: str, comparison: Any, losses: Any) -> dict[str, Any]:
        """Return the differences that no loss names."""
        from bodyplan.jobs.verify import unexplained

        others = [
            f"{one.entity} {one.field}: {one.first} -> {one.second}"
            for one in unexplained(comparison, losses, self.robot)
        ]
        return {key: [f"{len(others)} in all", *others[:8]]} if others else {}


def run(source: Path, made: Path, folders: list[str]) -> dict[str, Any]:
    """Return how a result behaves in MuJoCo.

    Args:
        source: a URDF or SDFormat file.
        made: the MJCF of it.
        folders: of packages.
    """
    import mujoco

    m = mujoco.MjModel.from_xml_path(str(made))
    found = held(mujoco, m)
    if found["speed"] > FAST:
        found["speed, others fixed"] = alone(mujoco, mujoco.MjModel.from_xml_path(str(made)))
    joints = drake_joints(source, folders)
    if isinstance(joints, str):
        return found | {"drake": joints}
    return found | {"moving": len(joints), "stuck": stuck(mujoco, m, joints)}


def robots(words: list[str], folders: list[str]) -> list[tuple[str, list[str]]]:
    """Return the files with their folders of packages."""
    if not words:
        return [(str(path), []) for path in urdfdom.example_robots()]
    found: list[tuple[str, list[str]]] = []
    for word in words:
        path = Path(word)
        if path.is_file():
            found.append((word, folders or [str(path.parent)]))
            continue
        files = [one for one in sorted(path.rglob("*")) if one.suffix in MARKS]
        files = [one for one in files if MARKS[one.suffix] in one.read_bytes()]
        found += [(str(one), [word, *folders]) for one in files]
    return found


def asked(source: str, folders: list[str], timeout: float) -> dict[str, Any]:
    """Return what another process finds of a robot."""
    command = [sys.executable, __file__, "--one", source, *folders]
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, text=True, check=False)
        return dict(json.loads(done.stdout.splitlines()[-1]))
    except subprocess.TimeoutExpired:
        return {"robot": source, "timeout": timeout}
    except (IndexError, ValueError):
        return {"robot": source, "failed": done.stderr[-300:]}


def main() -> int:
    """Print a line for each robot, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("robots", nargs="*")
    parser.add_argument("--one", action="store_true")
    parser.add_argument("--packages", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=300.0)
    arguments = parser.parse_args()
    if arguments.one:
        source, *folders = arguments.robots
        print(json.dumps(measured(source, folders)))
        return 0
    counts: Counter[str] = Counter()
    every = robots(arguments.robots, arguments.packages)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        tasks = [pool.submit(asked, *one, arguments.timeout) for one in every]
        for task in as_completed(tasks):
            found = task.result()
            print(json.dumps(found), flush=True)
            count(found, counts)
    for key, number in sorted(counts.items()):
        print(f"| {key} | {number} |")
    return 0


def count(found: dict[str, Any], counts: Counter[str]) -> None:
    """Count what a robot shows."""
    counts[f"from {found.get('format', 'unknown')}"] += 1
    is_fast = found.get("lost") or found.get("speed", 0.0) > FAST
    counts["with servos"] += bool(found.get("servos"))
    counts["fast, effort below gravity"] += bool(is_fast and found.get("mjcf: weak"))
    is_moved = is_fast and not found.get("lost") and found["speed, others fixed"] <= FAST
    counts["fast, others without a servo fall"] += bool(is_moved and not found.get("mjcf: weak"))
    counts["fast"] += bool(is_fast and not found.get("mjcf: weak") and not is_moved)
    counts["joints that move in Drake"] += found.get("moving", 0)
    counts["stuck joints"] += len(found.get("stuck", ()))
    falls = found.get("fall")
    if falls and all(falls.values()):
        counts["free bases"] += 1
        counts["free bases that fall differently"] += differs(falls, "theirs")
        is_other = "aligned" in falls and differs(falls, "aligned")
        is_chaotic = is_other and differs(falls, "1 nm higher")
        counts["free bases that fall differently, aligned"] += is_other and not is_chaotic
        counts["free bases whose fall is chaotic"] += is_chaotic
    for key, value in found.items():
        if (": " in key and isinstance(value, dict | list | str)) or key in {"failed", "timeout"}:
            counts[f"{found.get('format')} to {key}"] += key.rpartition(": ")[2] != "engines"


if __name__ == "__main__":
    sys.exit(main())
