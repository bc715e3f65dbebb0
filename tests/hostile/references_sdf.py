"""What SDFormat names, and Gazebo in a URDF."""

from __future__ import annotations

from tests.hostile.contents import (
    CANARY,
    CONFIG,
    DAE,
    MODEL,
    PACKAGE,
    STL,
    gray_png,
    including,
    png,
    sdf,
    urdf,
)
from tests.hostile.reference import Reference

SCRIPT = "<material><script><uri>{uri}</uri><name>m</name></script></material>"
_PBR = "<material><pbr><metal><albedo_map>{uri}</albedo_map></metal></pbr></material>"
_BOX = "<box><size>1 1 1</size></box>"
_HEIGHT = "<heightmap><uri>{uri}</uri><size>1 1 1</size></heightmap>"
_GROUND = (
    "<heightmap><uri>h.png</uri><size>1 1 1</size><texture><size>1</size><diffuse>{uri}</diffuse>"
    "<normal>{uri}</normal></texture></heightmap>"
)
_GAZEBO = "<gazebo reference='base'>{}</gazebo>"
_WORLD = "<sdf version='1.9'><world name='w'>{}</world></sdf>"
_OTHERS_OF_SDF = {
    "shape from a picture": (
        "png",
        sdf("<image><uri>{uri}</uri><scale>1</scale><height>1</height></image>"),
    ),
    "sky": (
        "dds",
        _WORLD.format("<scene><sky><cubemap_uri>{uri}</cubemap_uri></sky></scene>"),
    ),
    "skin of an actor": (
        "dae",
        _WORLD.format("<actor name='a'><skin><filename>{uri}</filename></skin></actor>"),
    ),
    "animation of an actor": (
        "dae",
        _WORLD.format(
            "<actor name='a'><animation name='n'><filename>{uri}</filename></animation></actor>"
        ),
    ),
    "projector": (
        "png",
        sdf(_BOX).replace(
            "</visual>",
            "</visual><projector name='p'><texture>{uri}</texture></projector>",
        ),
    ),
    "particles": (
        "png",
        sdf(_BOX).replace(
            "</visual>",
            "</visual><particle_emitter name='p' type='point'><color_range_image>{uri}"
            "</color_range_image></particle_emitter>",
        ),
    ),
    "sound": (
        "wav",
        sdf(_BOX).replace("</visual>", "</visual><audio_source><uri>{uri}</uri></audio_source>"),
    ),
    "normal map": (
        "png",
        sdf(
            _BOX,
            "<material><pbr><metal><normal_map>{uri}</normal_map><light_map>{uri}</light_map></metal>"
            "</pbr></material>",
        ),
    ),
    "shader": (
        "png",
        sdf(
            _BOX,
            "<material><shader type='normal_map_tangent_space'><normal_map>{uri}</normal_map>"
            "</shader></material>",
        ),
    ),
    "plugin": (
        "so",
        sdf(_BOX).replace("<link", "<plugin name='p' filename='{uri}'/><link", 1),
    ),
}
"""Less usual names in SDFormat: the ending of the file, and the robot."""
_OUTSIDE = {
    "png": png(),
    "dae": DAE.replace("{uri}", "a.png").encode(),
    "dds": b"DDS " + CANARY.encode(),
    "wav": b"RIFF" + CANARY.encode(),
    "so": b"\x7fELF" + CANARY.encode(),
}
_MATERIAL = f"material m {{ technique {{ pass {{ texture_unit {{ texture {CANARY}.png }} }} }} }}"
REFERENCES: dict[str, Reference] = {
    "mesh of SDFormat": Reference(
        {"r.sdf": sdf("<mesh><uri>{uri}</uri></mesh>")}, "parts/a.stl", STL, "parts/a.stl"
    ),
    "script of SDFormat": Reference(
        {"r.sdf": sdf(_BOX, SCRIPT)}, "parts/a.material", _MATERIAL.encode(), "parts/a.material"
    ),
    "picture of SDFormat": Reference(
        {"r.sdf": sdf(_BOX, _PBR)}, "parts/a.png", png(), "parts/a.png"
    ),
    "height map of SDFormat": Reference(
        {"r.sdf": sdf(_HEIGHT)}, "parts/a.png", gray_png(), "parts/a.png"
    ),
    "picture of a height map": Reference(
        {"r.sdf": sdf(_GROUND), "h.png": gray_png()}, "parts/a.png", png(), "parts/a.png"
    ),
    "include of SDFormat": Reference(
        {"r.sdf": including()}, "parts/model.sdf", MODEL, "parts/model.sdf"
    ),
    "model.config": Reference(
        {"r.sdf": including("model://m"), "m/model.sdf": MODEL.replace(CANARY.encode(), b"m")},
        "m/model.config",
        CONFIG.format(uri="model.sdf").replace(">m<", f">{CANARY}<").encode(),
    ),
    "file of a model.config": Reference(
        {"r.sdf": including("model://m"), "m/model.config": CONFIG},
        "m/parts/model.sdf",
        MODEL,
        "parts/model.sdf",
    ),
    "mesh of an included model": Reference(
        {
            "r.sdf": including("model://m"),
            "m/model.config": CONFIG.format(uri="model.sdf"),
            "m/model.sdf": sdf("<mesh><uri>{uri}</uri></mesh>"),
        },
        "m/parts/a.stl",
        STL,
        "model://m/parts/a.stl",
    ),
    **{
        f"{what} of SDFormat": Reference(
            {"r.sdf": robot}, f"parts/a.{ending}", _OUTSIDE[ending], f"parts/a.{ending}"
        )
        for what, (ending, robot) in _OTHERS_OF_SDF.items()
    },
    "texture of a script of SDFormat": Reference(
        {
            "r.sdf": sdf(_BOX, SCRIPT.replace("{uri}", "scripts/a.material")),
            "scripts/a.material": "material m { technique { pass { texture_unit {"
            " texture {uri} } } } }",
        },
        "scripts/parts/a.png",
        png(),
        "parts/a.png",
    ),
    "folder of scripts of SDFormat": Reference(
        {"r.sdf": sdf(_BOX, SCRIPT)}, "parts/a.material", _MATERIAL.encode(), "parts"
    ),
    "mesh in <gazebo>": Reference(
        {
            "r.urdf": urdf(
                material="",
            ).replace(
                "</robot>",
                _GAZEBO.format(
                    "<visual><geometry><mesh><uri>{uri}</uri></mesh></geometry></visual>"
                )
                + "</robot>",
            ),
            "package.xml": PACKAGE,
        },
        "parts/a.stl",
        STL,
        "model://p/parts/a.stl",
    ),
    "script in <gazebo>": Reference(
        {
            "r.urdf": urdf().replace(
                "</robot>",
                _GAZEBO.format(f"<visual>{SCRIPT}</visual>") + "</robot>",
            ),
            "package.xml": PACKAGE,
        },
        "parts/a.material",
        _MATERIAL.encode(),
        "package://p/parts/a.material",
    ),
    "media of Gazebo": Reference(
        {
            "r.urdf": urdf().replace(
                "</robot>", _GAZEBO.format(f"<visual>{SCRIPT}</visual>") + "</robot>"
            ),
            "package.xml": PACKAGE,
        },
        "media/materials/scripts/a.material",
        _MATERIAL.encode(),
        "file://media/materials/scripts/a.material",
    ),
}
