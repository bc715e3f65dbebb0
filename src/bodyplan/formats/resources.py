"""The URIs of meshes, textures and models in a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.core import field_names
from bodyplan.spec import Element, Raw, change
from bodyplan.spec.bind import walk
from bodyplan.spec.raw import NOTHING
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.formats.document import Document

_URDF_FIELDS = {"Mesh": ("filename",), "Material": ("texture",)}
"""The URDF fields that contain URIs, by class name, because the classes may not be loaded yet."""
_PBR_MAPS = (
    *("albedo_map", "environment_map", "ambient_occlusion_map", "emissive_map"),
    *("roughness_map", "metalness_map", "specular_map", "glossiness_map"),
)
_SDF_FIELDS = {
    "Mesh": ("uri",),
    "Heightmap": ("uri",),
    "HeightmapTexture": ("diffuse", "normal"),
    "ImageShape": ("uri",),
    "MaterialScript": ("uris",),
    "PbrMetal": _PBR_MAPS,
    "PbrSpecular": _PBR_MAPS,
    "NormalMap": ("value",),
    "LightMap": ("value",),
    "Shader": ("normal_map",),
    "AudioSource": ("uri",),
    "Sky": ("cubemap_uri",),
    "Skin": ("filename",),
    "Animation": ("filename",),
    "Projector": ("texture",),
    "ParticleEmitter": ("color_range_image",),
}
"""The SDFormat fields that contain URIs, by class name."""
_URDF, _SDF = "bodyplan.formats.urdf.", "bodyplan.formats.sdf."
_OF_SIMULATOR = frozenset({"Skin", "Animation", "Projector", "ParticleEmitter", "Shader"})
"""Classes in which a file name without a folder refers to a file that the simulator contains."""
_NOTHING = "__default__"
"""The default value of URIs in SDFormat, which refers to no file."""


@cache
def address_fields(cls: type[Element]) -> tuple[str, ...]:
    """Return the fields of a class that contain URIs."""
    if cls.__module__.startswith(_SDF):
        known = field_names(cls)
        return tuple(field for field in _SDF_FIELDS.get(cls.__name__, ()) if field in known)
    return _URDF_FIELDS.get(cls.__name__, ()) if cls.__module__.startswith(_URDF) else ()


class NamedResource(NamedTuple):
    """A URI, and the field or attribute of the document that contains it.

    Args:
        value: the typed value or raw element that contains the URI.
        field: the field of the typed value; for a raw element, the name of the attribute, or "" for
            its text.
        uri: the URI as written in the description; never empty.
    """

    value: Element | Raw
    field: str
    uri: str

    @property
    def may_be_folder(self) -> bool:
        """Whether the URI may refer to a folder: that of a model or of material scripts."""
        return isinstance(self.value, Raw) or self.field == "uris"


def named_resources(document: Document) -> Iterator[NamedResource]:
    """Yield every URI in a document.

    In raw XML, such as the content of ``<gazebo>``, only URIs with a scheme are found: in the text
    of ``<uri>``, and in the attributes of ``<mesh>`` and ``<texture>``. The results include the
    URIs of ``<include>``, which usually refer to folders.
    """
    if document.root is None:
        return
    for value in walk(document.root):
        yield from resources_of((value,))
        if value.TAG == "include":
            node = document.node(value, "uri")
            if node is not None and (node.text or "").strip():
                yield NamedResource(Raw(node), "", (node.text or "").strip())


def resources_of(values: Iterable[Element]) -> Iterator[NamedResource]:
    """Yield the URIs in the fields of typed values and in the raw XML inside them.

    Neither typed children nor the URI of an ``<include>`` are searched.
    """
    for value in values:
        cls = type(value)
        for field in address_fields(cls):
            content = getattr(value, field)
            for uri in content if isinstance(content, tuple) else (content,):
                if not uri or not uri.strip() or uri == _NOTHING:
                    continue
                if cls.__name__ in _OF_SIMULATOR and "/" not in uri:
                    continue
                yield NamedResource(value, field, uri)
        if value.extra is not NOTHING or _has_content(cls):
            for raw in _kept(value):
                yield from _in_kept(raw)


@cache
def _has_content(cls: type[Element]) -> bool:
    """Return whether a class has a declared field for raw XML, beside that for unknown elements."""
    return "content" in field_names(cls)


def address_edits(document: Document, use: NamedResource, uri: str) -> Iterator[Edit]:
    """Yield the edits that replace a URI.

    Args:
        document: the document that contains the URI.
        use: the URI to replace.
        uri: the new URI.
    """
    if not isinstance(use.value, Raw):
        content = getattr(use.value, use.field)
        if isinstance(content, tuple):
            new = tuple(uri if one == use.uri else one for one in content)
            yield from change.set_fields(document, use.value, **{use.field: new})
        else:
            yield from change.set_fields(document, use.value, **{use.field: uri})
    elif use.field:
        yield change.set_attribute(document.layout, use.value.node, use.field, uri)
    else:
        yield change.set_text(document.layout, use.value.node, uri)


def _kept(value: Element) -> Iterator[Raw]:
    """Yield the raw elements that are direct children of a typed value."""
    if value.extra:
        yield from value.extra.elements
    content = getattr(value, "content", ())
    if isinstance(content, tuple):
        yield from (part for part in content if isinstance(part, Raw))


def _in_kept(raw: Raw) -> Iterator[NamedResource]:
    for node in raw.node.iter():
        tag = str(node.tag).rpartition(":")[2]
        if tag == "uri":
            text = (node.text or "").strip()
            if text and "://" in text:
                yield NamedResource(Raw(node), "", text)
        elif tag in {"mesh", "texture"}:
            yield from _of_file(node)


def _of_file(node: Node) -> Iterator[NamedResource]:
    for name in ("filename", "uri"):
        text = node.get(name, "")
        if "://" in text:
            yield NamedResource(Raw(node), name, text)
