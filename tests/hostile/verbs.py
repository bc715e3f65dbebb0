"""Everything that is done with a robot: each verb with each form of its output, and the library.

A new verb, or a new ending of an output, needs a row here; ``test_matrix`` says which one is missing.
"""

from __future__ import annotations

from typing import NamedTuple

_GROUP = '<group name="g"><link name="base"/></group>'
_SPHERE = '{"base": [{"center": [0, 0, 0], "radius": 0.5}]}'
GIVEN = {
    "given.srdf": f'<robot name="r">{_GROUP}</robot>',
    "spheres.yml": f'{{"robot_cfg": {{"kinematics": {{"collision_spheres": {_SPHERE}}}}}}}',
    "q.csv": "j\n0\n",
    "other.urdf": '<robot name="r"><link name="base"/></robot>',
    "list.txt": "r.urdf\nr.sdf\nr.xml\n",
}
"""Files of the user that rows name, by their names in ``GIVEN``."""
ALL = "urdf sdf xml xacro srdf yaml"
ROBOTS = "urdf sdf xml xacro"


class Verb(NamedTuple):
    """What is done with a robot.

    Args:
        words: with the names of ``World.words``: ROBOT, FOLDER, MADE for a new folder, and GIVEN.
        kinds: the endings of robots that it is for.
        changes: whether it changes the robot.
        shows: whether it prints text of the robot as it is.
        is_server: whether it listens.
        of: the row that reads the same files and writes the result in another form; ``verbs`` of the
            matrix lets a form meet each reference with a few of the tricks.
    """

    words: str
    kinds: str = ROBOTS
    changes: bool = False
    shows: bool = False
    is_server: bool = False
    of: str = ""


VERBS: dict[str, Verb] = {
    "check": Verb("check ROBOT --all", ALL),
    "check a folder": Verb("check FOLDER --jobs 1", ALL),
    "check meshes": Verb("check ROBOT --meshes", ALL),
    "check collisions": Verb("check ROBOT --collisions", ALL),
    "check for urdfdom": Verb("check ROBOT --profile urdfdom"),
    "check for libsdformat": Verb("check ROBOT --profile libsdformat"),
    "check for drake": Verb("check ROBOT --profile drake"),
    "check as concise": Verb("check ROBOT --format concise -o MADE/a.txt", ALL, of="check"),
    "check as full": Verb("check ROBOT --format full -o MADE/a.txt", ALL, of="check"),
    "check as github": Verb("check ROBOT --format github", ALL, of="check"),
    "check as json": Verb("check ROBOT --format json", ALL, of="check"),
    "check as junit": Verb("check ROBOT --format junit", ALL, of="check"),
    "check as sarif": Verb("check ROBOT --format sarif", ALL, of="check"),
    "judge": Verb("judge ROBOT", ALL),
    "load": Verb("load ROBOT", ALL),
    "show": Verb("show ROBOT", ALL),
    "show as text": Verb("show ROBOT -o MADE/a.txt", ALL, of="show"),
    "show as json": Verb("show ROBOT -o MADE/a.json", of="show"),
    "show as dot": Verb("show ROBOT --graph dot -o MADE/a.dot", of="show"),
    "show as mermaid": Verb("show ROBOT --graph mermaid -o MADE/a.mmd", of="show"),
    "show as svg": Verb("show ROBOT --graph svg -o MADE/a.svg", of="show"),
    "show as png": Verb("show ROBOT -o MADE/a.png", of="show"),
    "show as pdf": Verb("show ROBOT -o MADE/a.pdf", of="show"),
    "show many": Verb("show FOLDER --jsonl --jobs 1 --resume MADE/a.jsonl"),
    "where": Verb("where ROBOT --all", ALL),
    "where as json": Verb("where ROBOT --json -o MADE/a.json", ALL, of="where"),
    "fk": Verb("fk ROBOT"),
    "fk as csv": Verb("fk ROBOT -o MADE/a.csv", of="fk"),
    "fk as npy": Verb("fk ROBOT -o MADE/a.npy", of="fk"),
    "fk as json": Verb("fk ROBOT -o MADE/a.json", of="fk"),
    "fk as txt": Verb("fk ROBOT --configurations GIVEN/q.csv -o MADE/a.txt", of="fk"),
    "workspace": Verb(
        "workspace ROBOT --frame tip --count 20 -o MADE/a.ply -o MADE/a.csv -o MADE/a.npy"
        " -o MADE/a.svg -o MADE/a.json"
    ),
    "workspace as pictures": Verb(
        "workspace ROBOT --frame tip --count 20 -o MADE/a.png -o MADE/a.pdf", "urdf", of="workspace"
    ),
    "inertia": Verb("inertia ROBOT --from hull"),
    "inertia as json": Verb("inertia ROBOT --json -o MADE/a.json", of="inertia"),
    "inertia of many": Verb("inertia FOLDER --jsonl --jobs 1 --cache MADE/cache"),
    "compute inertia": Verb("inertia ROBOT --compute mass=1 --diff", "urdf sdf", shows=True),
    "convert to URDF": Verb("convert ROBOT -o MADE/made.urdf"),
    "convert to SDFormat": Verb("convert ROBOT -o MADE/made.sdf --force"),
    "convert to a version": Verb(
        "convert ROBOT --to sdf1.9 --diff", shows=True, of="convert to SDFormat"
    ),
    "convert to MJCF": Verb("convert ROBOT -o MADE/made.xml --force"),
    "convert to a scene": Verb(
        "convert ROBOT -o MADE/made.xml --force --scene", of="convert to MJCF"
    ),
    "convert with meshes": Verb("convert ROBOT -o MADE/made.sdf --bundle --force"),
    "convert with a package": Verb(
        "convert ROBOT -o MADE/made.urdf --bundle --uris package://q --force"
    ),
    "convert with absolute paths": Verb("convert ROBOT -o MADE/made.urdf --uris absolute --force"),
    "convert with SRDF": Verb(
        "convert ROBOT --srdf GIVEN/given.srdf -o MADE/made.sdf --srdf-output MADE/made.srdf --force"
    ),
    "convert and verify": Verb("convert ROBOT -o MADE/made.sdf --verify --losses json --force"),
    "convert many": Verb("convert FOLDER --to sdf -o MADE/many --jobs 1 --force"),
    "expand": Verb("expand ROBOT -o MADE/made.urdf", "xacro"),
    "expand with origins": Verb("expand ROBOT --origins", "xacro", of="expand"),
    "arguments": Verb("expand ROBOT --list-arguments --json", "xacro"),
    "bundle": Verb("bundle ROBOT -o MADE/bundle"),
    "bundle a folder": Verb("bundle FOLDER -o MADE/made.zip", ALL),
    "bundle in a package": Verb("bundle ROBOT --uri package --flat --include * -o MADE/bundle"),
    "view": Verb("view ROBOT -o MADE/made.html"),
    "view as GLB": Verb("view ROBOT -o MADE/made.glb", of="view"),
    "view two": Verb("view ROBOT GIVEN/other.urdf -o MADE/made.html"),
    "serve": Verb("serve ROBOT MADE", is_server=True),
    "render": Verb("render ROBOT -o MADE/made.png --size 64x64", is_server=True),
    "render a turntable": Verb(
        "render ROBOT -o MADE/made.gif --size 64x64", "urdf", is_server=True, of="render"
    ),
    "collisions": Verb("collisions ROBOT"),
    "collisions as json": Verb(
        "collisions ROBOT --configurations GIVEN/q.csv -o MADE/a.json", of="collisions"
    ),
    "collisions as txt": Verb("collisions ROBOT -o MADE/a.txt", of="collisions"),
    "srdf new": Verb("srdf new ROBOT -o MADE/made.srdf"),
    "srdf new as svg": Verb("srdf new ROBOT -o MADE/made.svg", of="srdf new"),
    "srdf new as png": Verb("srdf new ROBOT -o MADE/made.png", "urdf", of="srdf new"),
    "srdf new as pdf": Verb("srdf new ROBOT -o MADE/made.pdf", "urdf", of="srdf new"),
    "srdf new as xml": Verb("srdf new ROBOT -o MADE/made.xml", of="srdf new"),
    "srdf pairs": Verb("srdf pairs ROBOT --samples 20 --force -o MADE/made.srdf", f"{ROBOTS} srdf"),
    "srdf pairs as xml": Verb(
        "srdf pairs ROBOT --samples 20 -o MADE/made.xml", "urdf", of="srdf pairs"
    ),
    "srdf pairs as json": Verb(
        "srdf pairs ROBOT --samples 20 -o MADE/a.json", f"{ROBOTS} srdf", of="srdf pairs"
    ),
    "srdf pairs as txt": Verb("srdf pairs ROBOT --samples 20 -o MADE/a.txt", of="srdf pairs"),
    "srdf pairs as svg": Verb("srdf pairs ROBOT --samples 20 -o MADE/a.svg", of="srdf pairs"),
    "srdf pairs as png": Verb(
        "srdf pairs ROBOT --samples 20 -o MADE/a.png", "urdf", of="srdf pairs"
    ),
    "srdf pairs as pdf": Verb(
        "srdf pairs ROBOT --samples 20 -o MADE/a.pdf", "urdf", of="srdf pairs"
    ),
    "change pairs": Verb("srdf pairs ROBOT --samples 20 --diff", "srdf", shows=True),
    "spheres": Verb("spheres ROBOT --count 1 --links base --table", f"{ROBOTS} srdf"),
    "spheres that cover": Verb("spheres ROBOT --count 1 --links base --cover --json"),
    "spheres as srdf": Verb(
        "spheres ROBOT --count 1 --links base -o MADE/a.srdf", f"{ROBOTS} srdf", of="spheres"
    ),
    "spheres as xml": Verb(
        "spheres ROBOT --count 1 --links base -o MADE/a.xml", "urdf", of="spheres"
    ),
    "spheres as xrdf": Verb("spheres ROBOT --count 1 --links base -o MADE/a.xrdf", of="spheres"),
    "spheres as yml": Verb("spheres ROBOT --count 1 --links base -o MADE/a.yml", of="spheres"),
    "spheres as yaml": Verb(
        "spheres ROBOT --count 1 --links base -o MADE/a.yaml", "urdf", of="spheres"
    ),
    "spheres as urdf": Verb("spheres ROBOT --count 1 --links base -o MADE/a.urdf", of="spheres"),
    "spheres as json": Verb("spheres ROBOT --count 1 --links base -o MADE/a.json", of="spheres"),
    "spheres as txt": Verb("spheres ROBOT --count 1 --links base -o MADE/a.txt", of="spheres"),
    "measure spheres": Verb("spheres ROBOT --measure GIVEN/spheres.yml"),
    "change spheres": Verb("spheres ROBOT --count 1 --links base --diff", "srdf", shows=True),
    "simplify to hulls": Verb("simplify ROBOT --to hulls -o MADE/made.urdf", "urdf"),
    "simplify to box": Verb(
        "simplify ROBOT --to box -o MADE/made.urdf", "urdf", of="simplify to hulls"
    ),
    "simplify to cylinder": Verb(
        "simplify ROBOT --to cylinder -o MADE/made.urdf", "urdf", of="simplify to hulls"
    ),
    "simplify to parts": Verb("simplify ROBOT --to parts -o MADE/made.urdf", "urdf"),
    "simplify to decimated": Verb(
        "simplify ROBOT --to decimated -o MADE/made.urdf", "urdf", of="simplify to hulls"
    ),
    "simplify to capsule": Verb(
        "simplify ROBOT --to capsule --diff", "urdf", shows=True, of="simplify to hulls"
    ),
    "simplify to sphere": Verb(
        "simplify ROBOT --to sphere --json --check", "urdf", of="simplify to hulls"
    ),
    "diff": Verb("diff ROBOT GIVEN/other.urdf --samples 2 --all"),
    "diff with itself": Verb(
        "diff ROBOT ROBOT --samples 2 --srdf GIVEN/given.srdf --other-srdf GIVEN/given.srdf"
    ),
    "diff as text": Verb(
        "diff GIVEN/other.urdf ROBOT --samples 2 --format text -o MADE/a.txt", of="diff"
    ),
    "diff as json": Verb("diff ROBOT GIVEN/other.urdf --samples 2 --format json", of="diff"),
    "diff as markdown": Verb(
        "diff ROBOT GIVEN/other.urdf --samples 2 --format markdown", of="diff"
    ),
    "diff of many": Verb("diff FOLDER FOLDER --samples 2 --jobs 1 --jsonl --cache MADE/cache"),
    "explain": Verb("explain J101 -o MADE/a.txt", "urdf"),
    "schema": Verb("schema urdf -o MADE/a.json", "urdf"),
    "schema as markdown": Verb("schema srdf --format markdown", "urdf", of="schema"),
    "doctor": Verb("doctor --json", "urdf"),
    "completion": Verb("completion bash", "urdf"),
    "completion of names": Verb("completion bash --names links COMPLETED"),
    "fix a part": Verb("fix ROBOT --unsafe --diff", ALL, shows=True),
    "fix meshes": Verb("fix ROBOT --unsafe --meshes --collisions --diff", shows=True),
    "fix many": Verb("fix FOLDER --unsafe --check --jobs 1 --jsonl", ALL),
    "srdf add group": Verb("srdf add group ROBOT h --link base", "srdf", changes=True),
    "srdf add state": Verb("srdf add state ROBOT s h j=0", "srdf", changes=True),
    "srdf add end-effector": Verb(
        "srdf add end-effector ROBOT e --group h --parent-link tip", "srdf", changes=True
    ),
    "srdf add virtual-joint": Verb(
        "srdf add virtual-joint ROBOT v --child-link base --type fixed", "srdf", changes=True
    ),
    "srdf add pair": Verb("srdf add pair ROBOT base tip", "srdf", changes=True),
    "write pairs": Verb("srdf pairs ROBOT --samples 20 --force", "srdf", changes=True),
    "write spheres": Verb("spheres ROBOT --count 1 --links base", "srdf", changes=True),
    "write inertia": Verb("inertia ROBOT --repair", "urdf sdf", changes=True),
    "write a version": Verb("convert ROBOT --to 1.9 --in-place", "sdf", changes=True),
    "rename": Verb("rename link base trunk ROBOT", ALL, changes=True),
    "fmt": Verb("fmt ROBOT", ALL, changes=True),
    "fix": Verb("fix ROBOT --unsafe", ALL, changes=True),
    "write hulls": Verb("simplify ROBOT --to hulls", "urdf", changes=True),
}
"""The rows by name, which has no ``-`` in words of its own; those that change the robot are last."""


def known(kind: str) -> list[str]:
    """The rows for robots with an ending."""
    return [name for name, verb in VERBS.items() if kind in verb.kinds.split()]
