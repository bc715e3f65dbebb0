"""What MJCF names."""

from __future__ import annotations

from tests.hostile.contents import (
    CANARY,
    HFIELD,
    MODEL_OF_MJCF,
    MSH,
    MTL,
    OBJ,
    SKIN,
    STL,
    gray_png,
    mjcf,
    png,
    urdf,
)
from tests.hostile.reference import Reference

REFERENCES: dict[str, Reference] = {
    "include of MJCF": Reference(
        {"r.xml": mjcf(more='<include file="{uri}"/>')}, "parts/a.xml", MODEL_OF_MJCF, "parts/a.xml"
    ),
    "include of MJCF with a namespace": Reference(
        {
            "r.xml": mjcf(more='<include file="b.xml"/>'),
            "b.xml": '<mujoco xmlns="x"><include file="{uri}"/></mujoco>',
        },
        "parts/a.xml",
        MODEL_OF_MJCF,
        "parts/a.xml",
    ),
    "include of MJCF with a prefix": Reference(
        {"r.xml": mjcf(more='<p:include xmlns:p="x" file="{uri}"/>')},
        "parts/a.xml",
        MODEL_OF_MJCF,
        "parts/a.xml",
    ),
    "mesh of MJCF": Reference(
        {"r.xml": mjcf('<mesh name="m" file="{uri}"/>', '<geom type="mesh" mesh="m"/>')},
        "parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "OBJ mesh of MJCF": Reference(
        {"r.xml": mjcf('<mesh name="m" file="{uri}"/>', '<geom type="mesh" mesh="m"/>')},
        "parts/a.obj",
        OBJ.replace("{uri}", "a.mtl").encode(),
        "parts/a.obj",
    ),
    "height map of MJCF": Reference(
        {"r.xml": mjcf('<hfield name="h" file="{uri}" size="1 1 1 1"/>')},
        "parts/a.png",
        gray_png(),
        "parts/a.png",
    ),
    "binary height map of MJCF": Reference(
        {"r.xml": mjcf('<hfield name="h" file="{uri}" size="1 1 1 1"/>')},
        "parts/a.bin",
        HFIELD,
        "parts/a.bin",
    ),
    "texture of MJCF": Reference(
        {
            "r.xml": mjcf(
                '<texture name="t" type="2d" file="{uri}"/><material name="m" texture="t"/>',
                '<geom size="1" material="m"/>',
            )
        },
        "parts/a.png",
        png(),
        "parts/a.png",
    ),
    "side of a cube of MJCF": Reference(
        {"r.xml": mjcf('<texture name="t" type="cube" fileright="{uri}"/>')},
        "parts/a.png",
        png(),
        "parts/a.png",
    ),
    "skin of MJCF": Reference(
        {"r.xml": mjcf('<skin name="s" file="{uri}"/>')}, "parts/a.skn", SKIN, "parts/a.skn"
    ),
    "model of MJCF": Reference(
        {
            "r.xml": mjcf(
                '<model name="n" file="{uri}"/>',
                f'<body><attach model="n" body="{CANARY}" prefix="q"/></body>',
            )
        },
        "parts/a.xml",
        MODEL_OF_MJCF,
        "parts/a.xml",
    ),
    "flexcomp of MJCF": Reference(
        {"r.xml": mjcf(body='<flexcomp name="f" type="gmsh" file="{uri}"/>')},
        "parts/a.msh",
        MSH,
        "parts/a.msh",
    ),
    "mesh of a robot for MuJoCo": Reference(
        {
            "r.urdf": urdf('<mesh filename="a.stl"/>').replace(
                "<link", '<mujoco><compiler meshdir="{uri}"/></mujoco><link', 1
            )
        },
        "parts/a.stl",
        STL,
        "parts",
    ),
    "folder of meshes of MJCF": Reference(
        {
            "r.xml": mjcf(
                '<mesh name="m" file="a.stl"/>',
                '<geom type="mesh" mesh="m"/>',
                '<compiler meshdir="{uri}"/>',
            )
        },
        "parts/a.stl",
        STL,
        "parts",
    ),
    "folder of assets of MJCF": Reference(
        {
            "r.xml": mjcf(
                '<texture name="t" type="2d" file="a.png"/><material name="m" texture="t"/>',
                '<geom size="1" material="m"/>',
                '<compiler assetdir="{uri}"/>',
            )
        },
        "parts/a.png",
        png(),
        "parts",
    ),
    "mesh of an included file of MJCF": Reference(
        {
            "r.xml": mjcf(body='<geom type="mesh" mesh="m"/>', more='<include file="sub/b.xml"/>'),
            "sub/b.xml": '<mujoco><asset><mesh name="m" file="{uri}"/></asset></mujoco>',
        },
        "sub/parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "mesh of a model of MJCF": Reference(
        {
            "r.xml": mjcf(
                '<model name="n" file="sub/b.xml"/>',
                '<body><attach model="n" body="q" prefix="q"/></body>',
            ),
            "sub/b.xml": '<mujoco><asset><mesh name="m" file="{uri}"/></asset><worldbody>'
            '<body name="q"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>',
        },
        "sub/parts/a.stl",
        STL,
        "parts/a.stl",
    ),
    "library of OBJ of MJCF": Reference(
        {
            "r.xml": mjcf('<mesh name="m" file="o.obj"/>', '<geom type="mesh" mesh="m"/>'),
            "o.obj": OBJ,
        },
        "parts/a.mtl",
        MTL.encode(),
        "parts/a.mtl",
    ),
    "setting of a plugin of MJCF": Reference(
        {
            "r.xml": mjcf(
                more='<extension><plugin plugin="mujoco.sdf.torus"><instance name="i">'
                '<config key="file" value="{uri}"/></instance></plugin></extension>'
            )
        },
        "parts/a.bin",
        HFIELD,
        "parts/a.bin",
    ),
}
