"""Everything in a robot's folder that names or is found as a file, each with a file that it may lead to.

The robot is the package "p". ``{uri}`` in its files stands for the name of the other file, as the
trick spells it.
"""

from __future__ import annotations

from tests.hostile import references_mjcf, references_sdf
from tests.hostile.contents import (
    BUFFER,
    CANARY,
    DAE,
    ELSEWHERE,
    IN_PACKAGE,
    LAUNCH,
    LIMITS,
    MANIFEST,
    MTL,
    NUMBER,
    OBJ,
    PACKAGE,
    PART,
    PLY,
    SRDF,
    STL,
    glb,
    gltf,
    mesh,
    png,
    urdf,
    xacro,
)
from tests.hostile.reference import Reference, found, shape_of

REFERENCES: dict[str, Reference] = {
    **{
        f"{ending} mesh of URDF": Reference(
            {"r.urdf": mesh()}, f"parts/a.{ending}", content, f"parts/a.{ending}"
        )
        for ending, content in (
            ("stl", STL),
            ("obj", OBJ.replace("{uri}", "a.mtl").encode()),
            ("dae", DAE.replace("{uri}", "a.png").encode()),
            ("ply", PLY.replace("{uri}", "a.png").encode()),
            ("gltf", gltf("b.bin").encode()),
            ("glb", glb("a.png")),
        )
    },
    "package mesh of URDF": Reference(
        {"r.urdf": mesh(), "package.xml": PACKAGE}, "parts/a.stl", STL, "package://p/parts/a.stl"
    ),
    "texture of URDF": Reference(
        {"r.urdf": urdf(material='<material name="m"><texture filename="{uri}"/></material>')},
        "parts/a.png",
        png(),
        "parts/a.png",
    ),
    "buffer of glTF": shape_of("a.gltf", gltf("{uri}"), "meshes/parts/b.bin", BUFFER),
    "picture of glTF": shape_of(
        "a.gltf",
        gltf("data:application/octet-stream;base64,AAAA", "{uri}"),
        "meshes/parts/a.png",
        png(),
    ),
    "picture of GLB": shape_of("a.glb", glb, "meshes/parts/a.png", png()),
    "library of OBJ": shape_of("a.obj", OBJ, "meshes/parts/a.mtl", MTL.encode()),
    "picture of OBJ": Reference(
        {
            "r.urdf": mesh("meshes/a.obj"),
            "meshes/a.obj": OBJ.format(uri="a.mtl"),
            "meshes/a.mtl": "newmtl m\nmap_Kd {uri}\n",
        },
        "meshes/parts/a.png",
        png(),
        "parts/a.png",
    ),
    "picture of COLLADA": shape_of("a.dae", DAE, "meshes/parts/a.png", png()),
    "picture of PLY": shape_of("a.ply", PLY, "meshes/parts/a.png", png()),
    "other COLLADA": shape_of(
        "a.dae",
        DAE.replace("{uri}", "none.png").replace('url="#g"', 'url="{uri}#g"'),
        "meshes/parts/b.dae",
        DAE.replace("{uri}", "none.png").encode(),
    ),
    "call of OBJ": shape_of(
        "a.obj",
        "call {uri}\ncsh cat {uri}\n" + OBJ.replace("{uri}", "none.mtl"),
        "meshes/parts/b.obj",
        OBJ.replace("{uri}", "none.mtl").encode(),
    ),
    **references_sdf.REFERENCES,
    **references_mjcf.REFERENCES,
    "include of xacro": Reference(
        {"r.xacro": xacro('<xacro:include filename="{uri}"/>')},
        "parts/a.xacro",
        PART,
        "parts/a.xacro",
    ),
    "include of xacro in a package": Reference(
        {"r.xacro": xacro('<xacro:include filename="{uri}"/>'), "package.xml": PACKAGE},
        "parts/a.xacro",
        PART,
        "$(find p)/parts/a.xacro",
    ),
    "YAML of xacro": Reference(
        {
            "r.xacro": xacro(
                "<xacro:property name='y' value=\"${xacro.load_yaml('{uri}')}\"/>"
                "<link name=\"${y['a']}\"/>"
            )
        },
        "parts/a.yaml",
        f"a: {CANARY}\n".encode(),
        "parts/a.yaml",
    ),
    "mesh of xacro": Reference(
        {"r.xacro": xacro("").replace('<box size="1 1 1"/>', '<mesh filename="{uri}"/>')},
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "robot of an SRDF": Reference(
        {"r.srdf": '<robot name="r"><group name="g"><link name="base"/></group></robot>'},
        "r.urdf",
        urdf().replace("tip", CANARY).encode(),
    ),
    "robot of an SRDF in a folder": Reference(
        {
            "config/r.srdf": '<robot name="r"><group name="g"><link name="base"/></group></robot>',
            "package.xml": PACKAGE,
        },
        "urdf/r.urdf",
        urdf().replace("tip", CANARY).encode(),
    ),
    "evidence of an SRDF": Reference(
        {"r.srdf": '<robot name="r"/>', "r.urdf": urdf()},
        "r.collisions.json",
        f'{{\n  "version": 1, "robot": "{CANARY}"}}'.encode(),
    ),
    "robot of settings": Reference(
        {
            "joint_limits.yaml": "joint_limits:\n  j:\n    has_velocity_limits: true\n"
            "    max_velocity: 1.0\n"
        },
        "r.urdf",
        urdf().replace("tip", CANARY).encode(),
    ),
    "robot of the assistant": Reference(
        {
            "config/r.srdf": '<robot name="r"/>',
            "package.xml": PACKAGE,
            ".setup_assistant": "moveit_setup_assistant_config:\n  URDF:\n    package: p\n"
            "    relative_path: {uri}\n",
        },
        "parts/r.urdf",
        urdf().replace("tip", CANARY).encode(),
        "parts/r.urdf",
    ),
    "SRDF of a robot": found("r.srdf", SRDF),
    "SRDF of a robot in a folder": found("config/r.srdf", SRDF),
    "settings beside a robot": found(
        "config/joint_limits.yaml",
        f"joint_limits:\n  {CANARY}:\n    has_velocity_limits: true\n    max_velocity: {NUMBER}\n",
    ),
    "state beside a robot": found(
        "config/s.xml", f'<model_state model="r"><joint_state joint="{CANARY}"/></model_state>'
    ),
    "package.xml": found("package.xml", MANIFEST),
    "package.xml of another package": found(
        "q/package.xml", MANIFEST.replace(">p<", f">{CANARY}<")
    ),
    "manifest.xml": found("manifest.xml", MANIFEST),
    "CMakeLists.txt": found(
        "CMakeLists.txt",
        f"install(DIRECTORY meshes DESTINATION share/p/{CANARY})\n",
        ELSEWHERE,
        **{"package.xml": PACKAGE},
    ),
    "subfolder of a CMakeLists.txt": Reference(
        {
            "r.urdf": mesh(IN_PACKAGE),
            "package.xml": PACKAGE,
            "CMakeLists.txt": "add_subdirectory({uri})\n",
        },
        "parts/CMakeLists.txt",
        f"install(DIRECTORY {CANARY} DESTINATION share/p/meshes)\n".encode(),
        "parts",
    ),
    "folder that CMakeLists.txt installs": Reference(
        {
            "r.urdf": mesh(IN_PACKAGE),
            "package.xml": PACKAGE,
            "CMakeLists.txt": "install(FILES {uri} DESTINATION share/p/meshes)\n",
        },
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "setup.py": found(
        "setup.py",
        f"data_files = [('share/p/{CANARY}', ['meshes/a.stl'])]\n",
        ELSEWHERE,
        **{"package.xml": PACKAGE},
    ),
    "file that setup.py installs": Reference(
        {
            "r.urdf": mesh(IN_PACKAGE),
            "package.xml": PACKAGE,
            "setup.py": "data_files = [('share/p/meshes', ['{uri}'])]\n",
        },
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "setup.cfg": found(
        "setup.cfg",
        f"[options.data_files]\nshare/p/{CANARY} = meshes/a.stl\n",
        ELSEWHERE,
        **{"package.xml": PACKAGE},
    ),
    "launch file": found(
        "launch/a.launch.xml",
        LAUNCH.replace("r.xacro", f"{CANARY}.xacro"),
        **{"package.xml": PACKAGE, "config/joint_limits.yaml": LIMITS},
    ),
    "launch file in Python": found(
        "launch/a.launch.py",
        f"Command(['xacro ', '{CANARY}.xacro'])",
        **{"package.xml": PACKAGE, "config/joint_limits.yaml": LIMITS},
    ),
    "assistant": found(
        ".setup_assistant",
        f"a:\n  URDF:\n    relative_path: {CANARY}.urdf\n",
        **{"package.xml": PACKAGE, "config/r.srdf": '<robot name="r"/>'},
    ),
    "parameters of a controller": Reference(
        {
            "r.urdf": urdf().replace(
                "</robot>",
                '<ros2_control name="s" type="system"><hardware><plugin>p</plugin><param name="f">{uri}'
                "</param></hardware></ros2_control><gazebo><plugin name='c' filename='c.so'>"
                "<parameters>{uri}</parameters></plugin></gazebo></robot>",
            ),
            "package.xml": PACKAGE,
        },
        "config/a.yaml",
        f"a:\n  ros__parameters:\n    joints: [{CANARY}]\n".encode(),
        "$(find p)/config/a.yaml",
    ),
    "pattern of xacro": Reference(
        {"r.xacro": xacro('<xacro:include filename="{uri}/*.xacro"/>')},
        "parts/a.xacro",
        PART,
        "parts",
    ),
    "argument of xacro": Reference(
        {
            "r.xacro": xacro(
                '<xacro:arg name="f" default="{uri}"/><xacro:include filename="$(arg f)"/>'
            )
        },
        "parts/a.xacro",
        PART,
        "parts/a.xacro",
    ),
    "include of an include of xacro": Reference(
        {
            "r.xacro": xacro('<xacro:include filename="sub/b.xacro"/>'),
            "sub/b.xacro": '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">'
            '<xacro:include filename="{uri}" ns="n"/></robot>',
        },
        "sub/parts/a.xacro",
        PART,
        "parts/a.xacro",
    ),
    "YAML of a package": Reference(
        {
            "r.xacro": xacro(
                "<xacro:property name='f' value='{uri}'/>"
                "<xacro:property name='y' value=\"${xacro.load_yaml(f)}\"/><link name=\"${y['a']}\"/>"
            ),
            "package.xml": PACKAGE,
        },
        "parts/a.yaml",
        f"a: {CANARY}\n".encode(),
        "$(find p)/parts/a.yaml",
    ),
    "mesh of another package of a workspace": Reference(
        {
            "src/p/urdf/r.urdf": mesh(),
            "src/p/package.xml": PACKAGE,
            "src/q/package.xml": PACKAGE.replace(">p<", ">q<"),
        },
        "src/q/parts/a.stl",
        STL,
        "package://q/parts/a.stl",
    ),
    "mesh of an installed package": Reference(
        {
            "install/p/share/p/urdf/r.urdf": mesh(),
            "install/p/share/p/package.xml": PACKAGE,
            "install/q/share/q/package.xml": PACKAGE.replace(">p<", ">q<"),
        },
        "install/q/share/q/parts/a.stl",
        STL,
        "package://q/parts/a.stl",
    ),
    "file that setup.cfg installs": Reference(
        {
            "r.urdf": mesh(IN_PACKAGE),
            "package.xml": PACKAGE,
            "setup.cfg": "[options.data_files]\nshare/p/meshes = {uri}\n",
        },
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "include of a CMakeLists.txt": Reference(
        {
            "r.urdf": mesh(IN_PACKAGE),
            "package.xml": PACKAGE,
            "CMakeLists.txt": "include({uri})\nconfigure_file({uri} x)\n",
        },
        "parts/a.cmake",
        f"install(DIRECTORY {CANARY} DESTINATION share/p/meshes)\n".encode(),
        "parts/a.cmake",
    ),
    "file that CMakeLists.txt makes": Reference(
        {
            "r.urdf": mesh("package://p/urdf/b.urdf"),
            "package.xml": PACKAGE,
            "CMakeLists.txt": "add_custom_command(OUTPUT b.urdf COMMAND xacro {uri} DEPENDS {uri})\n"
            "install(FILES b.urdf DESTINATION share/p/urdf)\n",
        },
        "parts/b.urdf.xacro",
        xacro(f"<link name='{CANARY}'/>").encode(),
        "parts/b.urdf.xacro",
    ),
    "robot of a launch file": Reference(
        {
            "config/joint_limits.yaml": LIMITS,
            "package.xml": PACKAGE,
            "launch/a.launch.py": "robot = os.path.join(get_package_share_directory('p'), '{uri}')\n"
            "Command(['xacro ', robot])\n"
            "limits = os.path.join(get_package_share_directory('p'), 'config', 'joint_limits.yaml')\n"
            "Node(package='a', parameters=[limits])\n",
        },
        "parts/r.urdf",
        urdf().replace("tip", CANARY).encode(),
        "parts/r.urdf",
    ),
    "settings of a launch file": Reference(
        {
            "r.urdf": mesh(IN_PACKAGE),
            "meshes/a.stl": STL,
            "package.xml": PACKAGE,
            "launch/a.launch.xml": '<launch><param name="robot_description" command="xacro $(find p)/'
            'r.urdf"/><rosparam file="$(find-pkg-share p)/{uri}"/></launch>',
        },
        "parts/controllers.yaml",
        f"a:\n  ros__parameters:\n    joints: [{CANARY}]\n".encode(),
        "parts/controllers.yaml",
    ),
    "repository in a file": found(".git", f"gitdir: {CANARY}\n"),
    "mark of a folder that is left out": found("q/COLCON_IGNORE", CANARY),
    "workspace of Python": found("pyproject.toml", f'[tool.bodyplan]\nselect = ["{CANARY}"]\n'),
    "bodyplan.toml": found("bodyplan.toml", f'profile = "{CANARY}"\n'),
    "pyproject.toml": found("pyproject.toml", f'[tool.bodyplan]\nprofile = "{CANARY}"\n'),
    "folder of bodyplan.toml": Reference(
        {"r.urdf": mesh("package://q/a.stl"), "bodyplan.toml": 'packages = {q = "{uri}"}\n'},
        "parts/a.stl",
        STL,
        "parts",
    ),
}
