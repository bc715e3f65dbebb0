"""Checks that the content of a file has the format of its extension, before it is copied.

Binary formats are recognized by their first bytes, text formats by every line, so that a file of
another kind is not copied under the name of a mesh.

Sources: the formats themselves: STL, Wavefront OBJ and MTL, COLLADA, PLY (Stanford), glTF 2.0, OFF,
3DS, FBX, VRML, STEP, USD; PNG, JPEG, TIFF 6.0, TGA 2.0, BMP, DDS, WebP, KTX, OpenEXR; Ogre scripts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from mmap import ACCESS_READ, mmap
from typing import IO

from bodyplan.files.opener import LFS_POINTER

LARGEST_TABLE = 64 * 1024 * 1024
"""Limit on the size of the JSON of a glTF file [bytes]; files with more are rejected."""
MOST_MEMBERS = 500_000
"""The maximum number of values in the JSON of a glTF file: a parsed value needs up to a hundred times
the memory of its text. The size of embedded buffers does not count."""
LARGEST_SCRIPT = 4 * 1024 * 1024
"""Limit on the size of a script or shader [bytes]; larger files are rejected."""
LARGEST_LINES = 128 * 1024 * 1024
"""Limit on the size of a mesh or material library in a text format [bytes]; larger files are
rejected."""
_HEAD = 64 * 1024

_PICTURES = (
    *(b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"DDS ", b"8BPS"),
    *(b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"\x76\x2f\x31\x01", b"#?RADIANCE", b"#?RGBE"),
    *(b"\xabKTX 11\xbb\r\n\x1a\n", b"\xabKTX 20\xbb\r\n\x1a\n"),
)
_PICTURE_ENDINGS = (
    *("bmp", "dds", "exr", "gif", "hdr", "jpeg", "jpg", "ktx", "ktx2", "pbm", "pgm", "png"),
    *("pnm", "ppm", "psd", "svg", "tga", "tif", "tiff", "webp"),
)
_NETPBM = re.compile(rb"P[1-6][ \t\r\n#]")
_TGA_KINDS = frozenset((1, 2, 3, 9, 10, 11, 32, 33))
_TGA_DEPTHS = frozenset((8, 15, 16, 24, 32))

_STL_LINE = rb"solid|facet|outer|vertex|endloop|endfacet|endsolid|color"
_OBJ_LINE = (
    rb"vt|vn|vp|v|cstype|deg|bmat|step|p|l|f|curv2|curv|surf|parm|trim|hole|scrv|sp|end|con|g|s|mg|"
    rb"o|bevel|c_interp|d_interp|lod|usemtl|mtllib|shadow_obj|trace_obj|ctech|stech|maplib|usemap"
)
_MTL_LINE = (
    rb"newmtl|Ka|Kd|Ks|Ke|Km|Kt|Tf|Tr|Ni|Ns|d|illum|sharpness|map_\w+|bump|disp|decal|refl|norm|"
    rb"Pr|Pm|Ps|Pc|Pcr|aniso|anisor|halo"
)
_SCRIPT_LINES = re.compile(rb"(?:\s*+(?:import|set)\b[^\r\n{}]*+)*+\s*+")
_SCRIPT_HEAD = re.compile(
    rb"(?:abstract[ \t]++)?(?:material|vertex_program|fragment_program|geometry_program|"
    rb"tessellation_\w+_program|compute_program|shared_params|compositor|particle_system|pass|"
    rb"technique)\b[^{}]*+"
)
_SCRIPT_NOTE = re.compile(rb"//[^\r\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_MAIN = re.compile(rb"\bvoid\s+main\s*\(")
_XML_ROOT = re.compile(
    rb"\s*+(?:<\?[^>]*+>\s*+|<!--(?:(?!-->).)*+-->\s*+|<!DOCTYPE[^>\[]*+>\s*+)*+<([A-Za-z_][\w.:-]*+)",
    re.DOTALL,
)
_TEXT = re.compile(rb"[\t-\r -~]*+")


def mismatch(stream: IO[bytes], ending: str) -> str:
    """Return why the content of a file does not match its name, as a clause; empty if it matches.

    Args:
        stream: the file, open for reading at its beginning.
        ending: the file extension, in lower case without the dot.
    """
    look = _KINDS.get(ending)
    if look is None:
        kind = (
            f"a '.{ending}' file" if ending.isprintable() and ending else "a file without extension"
        )
        return f"{kind} is not a mesh, texture, material or description"
    if not stream.read(1):
        return ""  # an empty file cannot contain private data
    with mmap(stream.fileno(), 0, access=ACCESS_READ) as data:
        if data[: len(LFS_POINTER)] == LFS_POINTER:
            return "it is a Git LFS pointer, not the file; `git lfs pull` fetches the file"
        is_binary = ending == "stl" and _is_binary_stl(data)
        if ending in _BY_LINE and not is_binary and len(data) > LARGEST_LINES:
            return f"it has {len(data) / 1e6:,.1f} MB; the limit is {LARGEST_LINES / 1e6:,.1f} MB"
        return "" if look(data) else f"its content is not that of a '.{ending}' file"


def _only_lines(words: bytes) -> Callable[[mmap], bool]:
    """Return a function that checks whether every line begins with one of the words.

    Comments, empty lines, and lines that continue a line after a backslash are allowed too.
    """
    lines = re.compile(
        rb"(?:[ \t\r\n]*\n|[ \t]*+(?:(?:" + words + rb")(?=[ \t\r\n\\]|\Z)|(?=[#\r\n]|\Z))"
        rb"(?:[^\n\\]++|\\(?:\r?\n)?)*+)*+",
        re.IGNORECASE,
    )

    def are_all(data: mmap) -> bool:
        found = lines.match(data, _bom(data))
        return found is not None and found.end() == len(data)

    return are_all


def _bom(data: mmap) -> int:
    return 3 if data[:3] == b"\xef\xbb\xbf" else 0


def _is_stl(data: mmap) -> bool:
    is_text = data[:256].lstrip()[:5].lower() == b"solid"
    return _is_binary_stl(data) or (is_text and _has_stl_lines(data))


def _is_binary_stl(data: mmap) -> bool:
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    return len(data) == 84 if count == 0 else 0 < count <= (len(data) - 84) // 50


def _is_ply(data: mmap) -> bool:
    head = data[:_HEAD]
    return head[:4] in {b"ply\n", b"ply\r"} and b"format " in head and b"end_header" in head


def _is_glb(data: mmap) -> bool:
    return data[:4] == b"glTF" and data[4:8] in {b"\1\0\0\0", b"\2\0\0\0"}


def _is_gltf(data: mmap) -> bool:
    if len(data) > LARGEST_TABLE:
        return False
    text = data[:]
    if sum(map(text.count, (b"{", b"[", b","))) > MOST_MEMBERS:
        return False
    import json  # imported here, because few runs bundle meshes

    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        return False
    asset = table.get("asset") if isinstance(table, dict) else None
    return isinstance(asset, dict) and "version" in asset


def _is_buffer(data: mmap) -> bool:
    """Return whether a file is not text, so that it may be a binary buffer."""
    head = data[:_HEAD]
    match = _TEXT.match(head)
    return match is None or match.end() < len(head)


def _is_picture(data: mmap) -> bool:
    head = data[:_HEAD]
    if head.startswith(_PICTURES) or _NETPBM.match(head) or _root_is(b"svg")(data):
        return True
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return True
    if head[:2] == b"BM" and head[6:10] == b"\0\0\0\0":
        return True
    return _is_tga(head)


def _is_tga(head: bytes) -> bool:
    if len(head) < 18:
        return False
    is_known = head[1] in {0, 1} and head[2] in _TGA_KINDS and head[16] in _TGA_DEPTHS
    width, height = (int.from_bytes(head[at : at + 2], "little") for at in (12, 14))
    return is_known and width > 0 and height > 0 and head[17] & 0xC0 == 0


def _is_script(data: mmap) -> bool:
    """Return whether braces match, and all statements outside are those of an Ogre script."""
    if len(data) > LARGEST_SCRIPT:
        return False
    text = _SCRIPT_NOTE.sub(b" ", data[_bom(data) :])
    depth = position = 0
    for brace in re.finditer(rb"[{}]", text):
        if depth == 0 and not _is_top(text[position : brace.start()], is_open=brace[0] == b"{"):
            return False
        depth += 1 if brace[0] == b"{" else -1
        if depth < 0:
            return False
        position = brace.end()
    return depth == 0 and _is_top(text[position:], is_open=False)


def _is_top(text: bytes, *, is_open: bool) -> bool:
    """Return whether text outside braces is valid in an Ogre script.

    If an opening brace follows the text, the text must end with the head of a block.
    """
    match = _SCRIPT_LINES.match(text)
    end = 0 if match is None else match.end()
    return _SCRIPT_HEAD.fullmatch(text, end) is not None if is_open else end == len(text)


def _is_shader(data: mmap) -> bool:
    return len(data) <= LARGEST_SCRIPT and _MAIN.search(data) is not None


def _root_is(*names: bytes) -> Callable[[mmap], bool]:
    """Return a function that checks whether the root of an XML file has one of these names."""

    def look(data: mmap) -> bool:
        head = data[:_HEAD]
        if head[:2] in {b"\xff\xfe", b"\xfe\xff"}:
            head = head.decode("utf-16", "ignore").encode()
        found = _XML_ROOT.match(head.removeprefix(b"\xef\xbb\xbf"))
        return found is not None and found[1].rpartition(b":")[2] in names

    return look


def _begins(*starts: bytes) -> Callable[[mmap], bool]:
    return lambda data: data[:64].lstrip().startswith(starts)


def _is_3ds(data: mmap) -> bool:
    return data[:2] == b"MM" and int.from_bytes(data[2:6], "little") == len(data)


def _is_riff(data: mmap) -> bool:
    return data[:4] == b"RIFF" and data[8:12] == b"WAVE"


_has_stl_lines = _only_lines(_STL_LINE)
_BY_LINE = frozenset(("stl", "obj", "mtl"))
_KINDS: dict[str, Callable[[mmap], bool]] = {
    "stl": _is_stl,
    "obj": _only_lines(_OBJ_LINE),
    "mtl": _only_lines(_MTL_LINE),
    "dae": _root_is(b"COLLADA"),
    "ply": _is_ply,
    "glb": _is_glb,
    "gltf": _is_gltf,
    "bin": _is_buffer,
    "off": _begins(b"OFF", b"COFF", b"NOFF", b"CNOFF", b"STOFF"),
    "3ds": _is_3ds,
    "fbx": _begins(b"Kaydara FBX Binary", b"; FBX"),
    "wrl": _begins(b"#VRML", b"#X3D"),
    "x3d": _root_is(b"X3D"),
    "step": _begins(b"ISO-10303-21"),
    "stp": _begins(b"ISO-10303-21"),
    "mesh": lambda data: data[2:18] == b"[MeshSerializer_",
    "usda": _begins(b"#usda"),
    "usdc": _begins(b"PXR-USDC"),
    "usd": _begins(b"#usda", b"PXR-USDC"),
    "blend": _begins(b"BLENDER"),
    "bvh": _begins(b"HIERARCHY"),
    **dict.fromkeys(_PICTURE_ENDINGS, _is_picture),
    "wav": _is_riff,
    "ogg": _begins(b"OggS"),
    "mp3": _begins(b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2"),
    "material": _is_script,
    "program": _is_script,
    "compositor": _is_script,
    **dict.fromkeys(("vert", "frag", "glsl", "hlsl", "cg", "metal"), _is_shader),
    **dict.fromkeys(("sdf", "world"), _root_is(b"sdf", b"gazebo")),
    **dict.fromkeys(("urdf", "srdf", "xacro"), _root_is(b"robot")),
}
