"""What writes files: every verb with an output, every verb that changes a file, and the library."""

from __future__ import annotations

import shutil

import bodyplan
from bodyplan.formats.source import SAMPLES
from bodyplan.jobs.bundle.bundling import bundle

MESH = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
ROBOT = """<robot name="r">
  <link name="a">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="9" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="o.obj"/></geometry></visual>
  </link>
  <link name="b"><gravity>1</gravity></link>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>
"""
UNEVEN = '<robot  name="r">\n<link name="a"/><link nam="b"/></robot>\n'
WORLD = '<sdf version="1.6">\n  <model name="m">\n    <link name="a"/>\n  </model>\n</sdf>\n'
GROUPS = '<robot name="r">\n  <group name="g">\n    <link name="a"/>\n  </group>\n</robot>\n'

OUTPUTS = {
    "convert": "convert r.urdf -o {}.sdf",
    "convert to MJCF": "convert r.urdf -o {}.xml",
    "convert --bundle": "convert r.urdf --bundle -o {}.sdf",
    "convert --srdf-output": "convert r.urdf --srdf g.srdf -o new.sdf --srdf-output {}.srdf",
    "convert with SRDF": "convert r.urdf --srdf g.srdf --srdf-output new.srdf -o {}.sdf",
    "a version": "convert w.sdf --to 1.9 -o {}.sdf",
    "expand": "expand m.xacro -o {}.urdf",
    "fix": "fix --unsafe u.urdf -o {}.urdf",
    "fmt": "fmt u.urdf -o {}.urdf",
    "rename": "rename link a c r.urdf -o {}.urdf",
    "inertia": "inertia r.urdf -o {}.txt",
    "inertia --repair": "inertia r.urdf --repair -o {}.urdf",
    "srdf new": "srdf new r.urdf -o {}.srdf",
    "a matrix": "srdf new r.urdf -o {}.svg",
    "srdf add": "srdf add group --alone g.srdf h --link a -o {}.srdf",
    "show": "show r.urdf -o {}.txt",
    "a graph": "show r.urdf --graph svg -o {}.svg",
    "check": "check r.urdf -o {}.txt",
    "where": "where r.urdf -o {}.txt",
    "fk": "fk r.urdf -o {}.csv",
    "collisions": "collisions r.urdf -o {}.json",
    "spheres": "spheres sample:arm --links palm_link --count 1 -o {}.srdf",
    "simplify": "simplify r.urdf --to hulls -o {}.urdf",
    "fk in binary": "fk r.urdf -o {}.npy",
    "workspace": "workspace sample:arm --frame tool0 --count 9 -o {}.ply",
    "two outputs": "workspace sample:arm --frame tool0 --count 9 -o new.csv -o {}.svg",
    "a page": "view r.urdf -o {}.html",
    "a posed robot": "view r.urdf -o {}.glb",
    "render": "render r.urdf -o {}.png",
    "bundle": "bundle r.urdf -o {}.zip",
    "diff": "diff r.urdf r.urdf -o {}.txt",
    "explain": "explain J101 -o {}.txt",
    "schema": "schema urdf -o {}.json",
    "doctor": "doctor -o {}.txt",
}
"""Command lines with the output that the user names."""
CHANGING = {
    "fix": "fix --unsafe {} u.urdf",
    "fmt": "fmt {} u.urdf",
    "rename": "rename link a c {} r.urdf",
    "rename in two": "rename link a c x.urdf {} r.urdf",
    "convert": "convert --to 1.9 --in-place {} w.sdf",
    "inertia": "inertia --repair {} r.urdf",
    "srdf add": "srdf add group --alone {} h --link a g.srdf",
    "the input as output": "fmt {0} -o {0} u.urdf",
}
"""Command lines with the file that they change, and a file whose content it has at first."""
LIBRARY = {
    "Document.save": lambda path: bodyplan.read("r.urdf").save(path),
    "robot.save": lambda path: bodyplan.load("r.urdf").save(f"{path}.urdf"),
    "Converted.save": lambda path: bodyplan.convert("r.urdf", f"{path}.sdf").save(f"{path}.sdf"),
    "bundle": lambda path: bundle("r.urdf", f"{path}.zip"),
    "view": lambda path: bodyplan.view("r.urdf", serve=False).save(f"{path}.html"),
}
"""Functions of the library with the path that they write to, some without its ending."""
BESIDE = {
    "convert": ("convert r.urdf -o out/n.xml", "assets/o.obj"),
    "convert --bundle": ("convert r.urdf --bundle -o out/n.sdf", "o.obj"),
    "convert to a package": (
        "convert r.urdf --bundle --uris package://p -o out/n.urdf",
        "o.obj",
    ),
    "robot.save": (lambda: bodyplan.load("r.urdf").save("out/n.xml"), "assets/o.obj"),
    "Document.save": (
        lambda: bodyplan.read("r.urdf").save("out/n.urdf", beside={"deep/er/o.obj": b"new"}),
        "deep/er/o.obj",
    ),
}
"""Command lines and functions that write to ``out``, and a file that they write beside."""


def build(folder):
    """Write the files of the command lines to a folder."""
    for name, text in {
        "r.urdf": ROBOT,
        "x.urdf": ROBOT,
        "u.urdf": UNEVEN,
        "w.sdf": WORLD,
        "g.srdf": GROUPS,
        "m.xacro": '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="${1 + 1}"/>',
        "o.obj": MESH,
        "deep/r.urdf": ROBOT.replace("o.obj", "meshes/o.obj"),
        "deep/meshes/o.obj": MESH,
        "folder/a.urdf": UNEVEN,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text)
    shutil.copy(SAMPLES / "arm" / "arm.urdf", folder / "arm.urdf")


def state(folder):
    """Return the content of every file below a folder, and the target of every link."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = path.read_bytes()
        else:
            found[name] = "a folder"
    return found
