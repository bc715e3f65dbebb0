"""SDFormat materials: colours, textures, renderer scripts, physically based rendering."""

from typing import Literal

from bodyplan.formats.sdf.common import RGBA, UNSIGNED, Color, Sdf
from bodyplan.spec import Annotated, Attr, Child, Needed, Text, Was, element


@element("light_map", source="material.sdf, pbr/metal/light_map; libsdformat Pbr.cc", since=(1, 7))
class LightMap(Sdf):
    """A light map: precomputed light on a surface."""

    value: Annotated[str, Text("texture file")] = ""
    uv_set: Annotated[int, Attr("index of the texture coordinates of the mesh", codec=UNSIGNED)] = 0


@element(
    "normal_map", source="material.sdf, pbr/metal/normal_map; libsdformat Pbr.cc", since=(1, 6)
)
class NormalMap(Sdf):
    """A normal map: surface normals in more detail than the mesh."""

    value: Annotated[str, Text("texture file")] = ""
    type: Annotated[
        Literal["tangent", "object"],
        Attr(
            "frame of the normals: tangent (of the surface) or object (of the whole shape)",
            severity="warning",
        ),
    ] = "tangent"


class _PbrMaps(Sdf):
    albedo_map: Annotated[str, Child("texture of the base colour")] = ""
    normal_map: Annotated[NormalMap | None, Child("normal map")] = None
    environment_map: Annotated[
        str, Child("environment map for reflections: a cube map, usually DDS")
    ] = ""
    ambient_occlusion_map: Annotated[str, Child("ambient occlusion texture")] = ""
    emissive_map: Annotated[str, Child("texture of the emissive colour")] = ""
    light_map: Annotated[LightMap | None, Child("light map", since=(1, 7))] = None


@element("metal", source="material.sdf, pbr/metal; libsdformat Pbr.cc", since=(1, 6))
class PbrMetal(_PbrMaps):
    """Physically based rendering by the metallic workflow: roughness and metalness."""

    roughness: Annotated[str, Child("roughness, 0 to 1: 0 is a mirror")] = "0.5"
    roughness_map: Annotated[str, Child("roughness texture; overrides roughness")] = ""
    metalness: Annotated[str, Child("metalness, 0 to 1: 1 is bare metal")] = "0.5"
    metalness_map: Annotated[str, Child("metalness texture; overrides metalness")] = ""


@element("specular", source="material.sdf, pbr/specular; libsdformat Pbr.cc", since=(1, 6))
class PbrSpecular(_PbrMaps):
    """Physically based rendering by the specular workflow: glossiness and specular map."""

    specular_map: Annotated[str, Child("texture of the specular colour")] = ""
    glossiness: Annotated[str, Child("glossiness, 0 to 1: 1 is a mirror")] = "0"
    glossiness_map: Annotated[str, Child("glossiness texture; overrides glossiness")] = ""


@element("pbr", source="material.sdf, pbr; libsdformat Pbr.cc", since=(1, 6))
class Pbr(Sdf):
    """Parameters of physically based rendering, by the metallic or the specular workflow."""

    metal: Annotated[PbrMetal | None, Child("metallic workflow")] = None
    specular: Annotated[PbrSpecular | None, Child("specular workflow")] = None


@element("script", source="material.sdf, script; libsdformat Material.cc", since=(1, 2))
class MaterialScript(Sdf):
    """A material defined by a script of the renderer, such as OGRE."""

    uris: Annotated[
        tuple[str, ...],
        Needed(
            "files and folders of scripts and textures",
            tag="uri",
            was=(Was(until=(1, 2), needed=False),),
        ),
    ] = ()
    name: Annotated[str, Child("name of the material in the scripts")]


@element("shader", source="material.sdf, shader; libsdformat Material.cc")
class Shader(Sdf):
    """The shader of a surface, in older renderers."""

    type: Annotated[
        Literal["vertex", "pixel", "normal_map_object_space", "normal_map_tangent_space"],
        Attr("type of the shader", needed=True),
    ] = "pixel"
    normal_map: Annotated[str, Child("normal map, for the two types of normal maps")] = ""


@element("material", source="material.sdf; visual.sdf before 1.5; libsdformat Material.cc")
class Material(Sdf):
    """The appearance of a visual."""

    ambient: Annotated[Color, Child("ambient colour", was=RGBA)] = (
        0.0,
        0.0,
        0.0,
        1.0,
    )
    diffuse: Annotated[Color, Child("diffuse colour", was=RGBA)] = (
        0.0,
        0.0,
        0.0,
        1.0,
    )
    specular: Annotated[Color, Child("specular colour", was=RGBA)] = (0.0, 0.0, 0.0, 1.0)
    shininess: Annotated[
        float, Child("specular exponent; 0 uses the default of the renderer", since=(1, 7))
    ] = 0.0
    emissive: Annotated[Color, Child("emissive colour", was=RGBA)] = (
        0.0,
        0.0,
        0.0,
        1.0,
    )
    lighting: Annotated[bool, Child("lighting is enabled", since=(1, 4))] = True
    double_sided: Annotated[bool, Child("render both sides of faces", since=(1, 7))] = False
    render_order: Annotated[
        float,
        Child("the coplanar surface with the largest number is visible", since=(1, 7)),
    ] = 0.0
    script: Annotated[MaterialScript | None, Child("material script", since=(1, 2))] = None
    shader: Annotated[Shader | None, Child("shader, in older renderers")] = None
    pbr: Annotated[Pbr | None, Child("physically based rendering", since=(1, 6))] = None
    script_name: Annotated[
        str, Attr("name of a renderer material; replaced by script", name="script", until=(1, 0))
    ] = ""
