"""MJCF that wants other files: by every element that names one, in every spelling, from every file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

SECRET = "not-for-you"
"""In the name of each file outside, of which nothing is read."""
OUTSIDE = f"../{SECRET}.xml"
GEOM = '<geom size="1"/>'
FILES = {
    "include": f'<include file="{OUTSIDE}"/>',
    "model": f'<asset><model name="m" file="{OUTSIDE}"/></asset>',
    "mesh": f'<asset><mesh name="m" file="../{SECRET}.stl"/></asset>',
    "hfield": f'<asset><hfield name="h" file="../{SECRET}.png" size="1 1 1 1"/></asset>',
    "skin": f'<asset><skin name="s" file="../{SECRET}.skn"/></asset>',
    "deformable skin": f'<deformable><skin name="s" file="../{SECRET}.skn"/></deformable>',
    "texture": f'<asset><texture name="t" type="2d" file="../{SECRET}.png"/></asset>',
    "cube": f'<asset><texture name="t" type="cube" fileright="../{SECRET}.png"/></asset>',
    "reference": f'<asset><texture name="t" type="2d" embed="none" file="../{SECRET}.png"/></asset>',
    "flexcomp": f'<worldbody><flexcomp name="f" type="gmsh" file="../{SECRET}.msh"/></worldbody>',
    "default": f'<default><mesh file="../{SECRET}.stl"/></default>',
    "geom": f'<worldbody><geom size="1" file="../{SECRET}.stl"/></worldbody>',
    "folder": f'<compiler meshdir="../{SECRET}"/><asset><mesh file="m.stl"/></asset>',
    "folder of all": f'<compiler assetdir="../{SECRET}"/><asset><mesh file="m.stl"/></asset>',
    "absolute": f'<asset><mesh name="m" file="/{SECRET}/m.stl"/></asset>',
    "address": f'<asset><mesh name="m" file="file:///{SECRET}/m.stl"/></asset>',
    "provider": f'<asset><mesh name="m" file="http://{SECRET}/m.stl"/></asset>',
    "archive": f'<asset><model name="m" file="{SECRET}.zip/m.xml"/></asset>',
    "content type": f'<asset><model name="m" content_type="text/usd" file="{OUTSIDE}"/></asset>',
    "plugin": (
        f'<extension><plugin plugin="mujoco.sdf.bolt"><instance name="i"><config key="file" '
        f'value="../{SECRET}.so"/></instance></plugin></extension>'
    ),
}
"""Elements that name a file outside, as children of <mujoco>."""
TOO_MUCH = {
    "replicate": f'<worldbody><replicate count="999999">{GEOM}</replicate></worldbody>',
    "flexcomp": '<worldbody><flexcomp name="f" type="grid" count="999 999 1"/></worldbody>',
    "composite": '<worldbody><composite type="cable" count="999999 1 1"/></worldbody>',
    "hfield": '<asset><hfield name="h" nrow="99999" ncol="99999" size="1 1 1 1"/></asset>',
}
"""Elements that make too much."""


def _within(tag: str, content: str, more: str = "") -> str:
    return f"<{tag}{more}>{content}</{tag.partition(' ')[0]}>"


SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "plain": lambda text: text,
    "namespace": lambda text: text.replace(" ", ' xmlns="x" ', 1),
    "prefix": lambda text: text.replace("<", "<x:").replace("<x:/", "</x:"),
    "prefix of attributes": lambda text: text.replace(" file", " x:file"),
    "case": lambda text: text.replace("include", "Include").replace("model", "Model"),
    "reference": lambda text: text.replace("file", "&#102;ile").replace("../", "&#46;./"),
    "comment": lambda text: f"<!-- <mujoco> -->{text}<!-- > -->",
    "section": lambda text: f"<![CDATA[</mujoco><mujoco>]]>{text}",
    "instruction": lambda text: f"<?x <mujoco>?>{text}",
}
ROOTS = {
    "mujoco": "mujoco",
    "namespace": 'mujoco xmlns="x"',
    "prefix": 'mujoco xmlns:x="x" x:model="y"',
}
"""Start tags of files."""


def _included(tag: str, content: str) -> dict[str, str]:
    return {
        "robot.xml": f'<mujoco><include file="a.xml"/><worldbody>{GEOM}</worldbody></mujoco>',
        "a.xml": _within(tag, content + "<default/>"),
    }


def _attached(tag: str, content: str) -> dict[str, str]:
    body = f'<worldbody><body name="b">{GEOM}</body></worldbody>'
    return {
        "robot.xml": '<mujoco><asset><model name="a" file="a.xml"/></asset><worldbody>'
        '<attach model="a" body="b" prefix="p"/></worldbody></mujoco>',
        "a.xml": _within(tag, body + content),
    }


def _included_by_attached(tag: str, content: str) -> dict[str, str]:
    inner = '<include file="b.xml"/>'
    return {**_attached("mujoco", inner), "b.xml": _within(tag, content + "<default/>")}


PLACES: Mapping[str, Callable[[str, str], dict[str, str]]] = {
    "document": lambda tag, content: {
        "robot.xml": _within(tag, f"{content}<worldbody>{GEOM}</worldbody>")
    },
    "included": _included,
    "attached": _attached,
    "included by attached": _included_by_attached,
}


def folders(contents: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the files of each folder, by a name: every content in every spelling and place."""
    return {
        f"{name}, {spelling}, {root}, {place}": files(tag, spelled(content))
        for name, content in contents.items()
        for spelling, spelled in SPELLINGS.items()
        for root, tag in ROOTS.items()
        for place, files in PLACES.items()
    }


WORLD = f"<mujoco><worldbody>{GEOM}</worldbody></mujoco>"
INCLUDES = f'<mujoco><include file="a.xml"/><worldbody>{GEOM}</worldbody></mujoco>'
DOCTYPE = "<!DOCTYPE mujoco>"
ENTITY = '<!DOCTYPE mujoco [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
PART = '<mujoco><custom><text name="t" data="d"/></custom></mujoco>'


def _encoded(text: str, encoding: str, *, declared: bool = True) -> bytes:
    start = f'<?xml version="1.0" encoding="{encoding}"?>' if declared else ""
    return (start + text).encode(encoding)


PARTS: Mapping[str, tuple[bytes, str]] = {
    "doctype": ((DOCTYPE + PART).encode(), "has a document type"),
    "doctype in UTF-16": (_encoded(DOCTYPE + PART, "utf-16"), "has a document type"),
    "doctype in UTF-16 without a mark": (
        _encoded(DOCTYPE + PART, "utf-16-le"),
        "is not XML",
    ),
    "doctype in UTF-7": (_encoded(DOCTYPE + PART, "utf-7"), "is not XML"),
    "doctype in a page of IBM": (_encoded(DOCTYPE + PART, "cp037"), "is not XML"),
    "entity": ((ENTITY + PART).encode(), "declares the entity"),
    "entity in UTF-16": (_encoded(ENTITY + PART, "utf-16"), "declares the entity"),
    "entity that is not declared": (b"<mujoco><a b='&e;'/></mujoco>", "is not XML"),
    "deep": (b"<a>" * 50_000 + b"</a>" * 50_000, "exceeds the limit max_depth"),
    "many attributes": (
        "<x><a {}/></x>".format(" ".join(f'a{n}=""' for n in range(2000))).encode(),
        "exceeds the limit max_attributes",
    ),
    "many elements": (b"<x>" + b"<a/>" * 300_000 + b"</x>", "exceeds the limit max_elements"),
    "empty": (b"", "the file is empty"),
    "no elements": (b"<mujoco/>", "is empty"),
    "binary": (bytes(range(256)), "is not XML"),
    "cut off": (b"<mujoco><asset>", "is not XML"),
    "itself": (b"<mujoco><include file='a.xml'/></mujoco>", "is already included"),
    "the document": (b"<mujoco><include file='robot.xml'/></mujoco>", "is already included"),
    "the document by another name": (
        b"<mujoco><include file='../robot/./robot.xml'/></mujoco>",
        "is already included",
    ),
}
"""The included file a.xml, and why it is not read."""
READ: Mapping[str, bytes] = {
    "UTF-16": _encoded(PART, "utf-16"),
    "Latin-1": _encoded(PART.replace('"t"', '"\u00e4"'), "latin-1"),
    "mark": b"\xef\xbb\xbf" + PART.encode(),
    "any root": PART.replace("mujoco", "anything").encode(),
    "namespace": PART.replace("<mujoco", '<mujoco xmlns="x"').encode(),
}
"""The same, where it is read."""

_MANY = "".join(
    f"<include file='{'./' * count}{'x/../' * (count % 3)}a.xml'/>" for count in range(60)
)
SPELLED = f"<mujoco>{_MANY}<worldbody>{GEOM}</worldbody></mujoco>"
"""Includes a file under 60 names."""
HUNGRY: Mapping[str, str] = {
    "keyframes": (
        f"<mujoco><worldbody>{f'<body><freejoint/>{GEOM}</body>' * 2000}</worldbody>"
        f"<keyframe>{'<key/>' * 2000}</keyframe></mujoco>"
    ),
    "built-in meshes": "".join(
        (
            "<mujoco><asset>",
            *(f'<mesh name="{n}" builtin="supersphere" params="300 1 1"/>' for n in range(60)),
            "</asset><worldbody>",
            *(f'<geom type="mesh" mesh="{n}"/>' for n in range(60)),
            "</worldbody></mujoco>",
        )
    ),
    "bodies": f"<mujoco><worldbody>{f'<body><joint/>{GEOM}</body>' * 20_000}</worldbody></mujoco>",
    "replicates": (
        f'<mujoco><worldbody><replicate count="19000">{GEOM}</replicate></worldbody></mujoco>'
    ),
    "cloth": (
        '<mujoco><worldbody><flexcomp name="f" type="grid" count="140 140 1" dim="2" mass="1" '
        'spacing=".1 .1 .1"/></worldbody></mujoco>'
    ),
    "attaches itself": "".join(
        (
            f'<mujoco><worldbody><body name="b0">{GEOM}</body>',
            *(
                f'<body name="b{n}"><attach body="b{n - 1}" prefix="l{n}"/>'
                f'<attach body="b{n - 1}" prefix="r{n}"/></body>'
                for n in range(1, 40)
            ),
            "</worldbody></mujoco>",
        )
    ),
    "meshes that are missing": "".join(
        (
            "<mujoco><asset>",
            *(f'<mesh name="{n}" file="{n}.stl"/>' for n in range(50_000)),
            "</asset></mujoco>",
        )
    ),
    "meshes of one file": "".join(
        (
            "<mujoco><asset>",
            *(f'<mesh name="{n}" file="m.stl"/>' for n in range(20_000)),
            "</asset></mujoco>",
        )
    ),
    "memory": f'<mujoco><size memory="900G"/><worldbody>{GEOM}</worldbody></mujoco>',
}
"""Small documents that take much time or memory."""
