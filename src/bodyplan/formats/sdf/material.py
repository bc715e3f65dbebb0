"""SDFormat materials: colours, textures, scripts of a renderer, physically based rendering."""

from typing import Literal

from bodyplan.formats.sdf.common import RGBA, UNSIGNED, Color, Sdf
from bodyplan.spec import Annotated, Attr, Child, Needed, Text, Was, element


@element("light_map", source="material.sdf, pbr/metal/light_map; libsdformat Pbr.cc", since=(1, 7))
class LightMap(Sdf):
    """A picture of the light that falls on a surface, worked out beforehand."""

    value: Annotated[str, Text("the picture")] = ""
    uv_set: Annotated[
        int, Attr("which of the mesh's texture coordinates it goes by", codec=UNSIGNED)
    ] = 0


@element(
    "normal_map", source="material.sdf, pbr/metal/normal_map; libsdformat Pbr.cc", since=(1, 6)
)
class NormalMap(Sdf):
    """A picture of the directions of a surface, finer than its mesh."""

    value: Annotated[str, Text("the picture")] = ""
    type: Annotated[
        Literal["tangent", "object"],
        Attr(
            "what the directions are told in: tangent (the surface) or object (the whole shape)",
            severity="warning",
        ),
    ] = "tangent"


class _PbrMaps(Sdf):
    albedo_map: Annotated[str, Child("picture of the colours")] = ""
    normal_map: Annotated[NormalMap | None, Child("picture of the directions")] = None
    environment_map: Annotated[
        str, Child("picture of what is around, for reflections: a cube, DDS as a rule")
    ] = ""
    ambient_occlusion_map: Annotated[
        str, Child("picture of how much light from around reaches each place")
    ] = ""
    emissive_map: Annotated[str, Child("picture of the colours that shine by themselves")] = ""
    light_map: Annotated[
        LightMap | None, Child("picture of the light that falls on it", since=(1, 7))
    ] = None


@element("metal", source="material.sdf, pbr/metal; libsdformat Pbr.cc", since=(1, 6))
class PbrMetal(_PbrMaps):
    """Physically based rendering, told by roughness and metalness."""

    roughness: Annotated[str, Child("roughness, 0 to 1: 0 is a mirror")] = "0.5"
    roughness_map: Annotated[str, Child("picture of the roughness; goes before roughness")] = ""
    metalness: Annotated[str, Child("metalness, 0 to 1: 1 is bare metal")] = "0.5"
    metalness_map: Annotated[str, Child("picture of the metalness; goes before metalness")] = ""


@element("specular", source="material.sdf, pbr/specular; libsdformat Pbr.cc", since=(1, 6))
class PbrSpecular(_PbrMaps):
    """Physically based rendering, told by gloss and the colour of reflections."""

    specular_map: Annotated[str, Child("picture of the colours of reflections")] = ""
    glossiness: Annotated[str, Child("gloss, 0 to 1: 1 is a mirror")] = "0"
    glossiness_map: Annotated[str, Child("picture of the gloss; goes before glossiness")] = ""


@element("pbr", source="material.sdf, pbr; libsdformat Pbr.cc", since=(1, 6))
class Pbr(Sdf):
    """Physically based rendering, in one way or the other."""

    metal: Annotated[PbrMetal | None, Child("by roughness and metalness")] = None
    specular: Annotated[PbrSpecular | None, Child("by gloss and the colour of reflections")] = None


@element("script", source="material.sdf, script; libsdformat Material.cc", since=(1, 2))
class MaterialScript(Sdf):
    """A material that a script of the renderer defines."""

    uris: Annotated[
        tuple[str, ...],
        Needed(
            "files and folders with scripts and textures",
            tag="uri",
            was=(Was(until=(1, 2), needed=False),),
        ),
    ] = ()
    name: Annotated[str, Child("name of the material in the scripts")]


@element("shader", source="material.sdf, shader; libsdformat Material.cc")
class Shader(Sdf):
    """How the light on a surface is worked out, in older renderers."""

    type: Annotated[
        Literal["vertex", "pixel", "normal_map_object_space", "normal_map_tangent_space"],
        Attr("what the shader is for", needed=True),
    ] = "pixel"
    normal_map: Annotated[str, Child("picture of the directions, for the last two types")] = ""


@element("material", source="material.sdf; visual.sdf before 1.5; libsdformat Material.cc")
class Material(Sdf):
    """What a visual looks like."""

    ambient: Annotated[Color, Child("colour in light from all around", was=RGBA)] = (
        0.0,
        0.0,
        0.0,
        1.0,
    )
    diffuse: Annotated[Color, Child("colour in light from one direction", was=RGBA)] = (
        0.0,
        0.0,
        0.0,
        1.0,
    )
    specular: Annotated[Color, Child("colour of highlights", was=RGBA)] = (0.0, 0.0, 0.0, 1.0)
    shininess: Annotated[
        float, Child("how small highlights are; 0 leaves it to the renderer", since=(1, 7))
    ] = 0.0
    emissive: Annotated[Color, Child("colour that it shines in by itself", was=RGBA)] = (
        0.0,
        0.0,
        0.0,
        1.0,
    )
    lighting: Annotated[bool, Child("lights act on it", since=(1, 4))] = True
    double_sided: Annotated[bool, Child("faces are seen from behind as well", since=(1, 7))] = False
    render_order: Annotated[
        float,
        Child(
            "where surfaces lie in one place, the one with the larger number is seen", since=(1, 7)
        ),
    ] = 0.0
    script: Annotated[MaterialScript | None, Child("a material of the renderer", since=(1, 2))] = (
        None
    )
    shader: Annotated[Shader | None, Child("how light is worked out, in older renderers")] = None
    pbr: Annotated[Pbr | None, Child("physically based rendering", since=(1, 6))] = None
    script_name: Annotated[
        str, Attr("name of a material of the renderer; now script", name="script", until=(1, 0))
    ] = ""
