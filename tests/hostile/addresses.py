"""Hostile addresses: each case is built by a function that is given a package and a secret folder.

The package is called "p"; its description is ``urdf/r.urdf``. Nothing in the secret folder may be
opened, and nothing anywhere else.
"""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.sax.saxutils import quoteattr

from tests.hostile.folders import PACKAGE, sparse, write

MB = 1_000_000

Build = Callable[[Path, Path], None]

OUT = [
    "package://../../etc/passwd",
    "package://p/../../../../../../../../etc/passwd",
    "package://p/meshes/../../secret/key.stl",
    "package://secret/key.stl",
    "package://./key.stl",
    "package:///etc/passwd",
    "package://p//etc/passwd",
    "model://../secret/key.stl",
    "model://p/../../secret/key.stl",
    "file:///etc/shadow",
    "file:///etc/passwd",
    "file://localhost/etc/passwd",
    "file:/etc/passwd",
    "FILE:///etc/passwd",
    "file://{secret}/key.stl",
    "{secret}/key.stl",
    "/etc/passwd",
    "//etc/passwd",
    "../../secret/key.stl",
    "../../../../../../../../../../etc/passwd",
    "..\\..\\secret\\key.stl",
    "%2e%2e/%2e%2e/secret/key.stl",
    "package://p/%2e%2e/%2e%2e/secret/key.stl",
    "package://p/..%2f..%2fsecret%2fkey.stl",
    "~/.ssh/id_rsa",
    "$HOME/.ssh/id_rsa",
    "${{HOME}}/.ssh/id_rsa",
    "$(find ../../etc)/passwd",
    "$(cat /etc/passwd)",
    "/proc/self/environ",
    "/proc/self/fd/0",
    "/dev/stdin",
    "/dev/zero",
    "/dev/tty",
    "\\\\server\\share\\key.stl",
    "C:\\Windows\\win.ini",
    "http://127.0.0.1:9/a.stl",
    "data:text/plain,key",
    "meshes/link.stl",
    "package://p/meshes/link.stl",
    "meshes/folder/key.stl",
    "package://p/meshes/folder/key.stl",
    "package://p/meshes/folder/../key.stl",
    "package://p/meshes/second.stl",
    "package://p/meshes/etc",
]
"""Addresses that lead out of the package, or nowhere; links in it lead out as well."""

MESH_OUT = [
    "../../secret/key.stl",
    "../../../../../../../../../../etc/passwd",
    "/etc/passwd",
    "{secret}/key.stl",
    "file:///etc/passwd",
    "file://{secret}/key.stl",
    "%2e%2e/%2e%2e/secret/key.stl",
    "..\\..\\secret\\key.stl",
    "link.stl",
    "folder/key.stl",
    "/dev/zero",
    "pipe.png",
]
"""The same, as a mesh or a material library names them."""


def urdf(addresses: Iterable[str], texture: str = "") -> bytes:
    """A robot of one link, with a mesh for each address."""
    shapes = "".join(
        f"<visual><geometry><mesh filename={quoteattr(address)}/></geometry></visual>\n"
        for address in addresses
    )
    material = f"<material name='m'><texture filename={quoteattr(texture)}/></material>"
    return f'<robot name="r">{material if texture else ""}<link name="l">{shapes}</link></robot>'.encode()


def package(folder: Path, addresses: Iterable[str], texture: str = "") -> None:
    write(folder, "package.xml", PACKAGE)
    write(folder, "meshes/base.stl", b"solid\nendsolid\n")
    write(folder, "urdf/r.urdf", urdf(addresses, texture))


def links_out(folder: Path, secret: Path) -> None:
    """Links in the meshes of a package that lead out of it."""
    meshes = folder / "meshes"
    meshes.mkdir(parents=True, exist_ok=True)
    (meshes / "link.stl").symlink_to(secret / "key.stl")
    (meshes / "folder").symlink_to(secret)
    (meshes / "second.stl").symlink_to("link.stl")
    (meshes / "etc").symlink_to("/etc/passwd")


def out(folder: Path, secret: Path) -> None:
    addresses = [address.format(secret=secret) for address in OUT]
    package(folder, addresses)
    links_out(folder, secret)


def textures_out(folder: Path, secret: Path) -> None:
    """The same, each as a texture."""
    write(folder, "package.xml", PACKAGE)
    links_out(folder, secret)
    materials = "".join(
        f"<material name='m{number}'><texture filename={quoteattr(address.format(secret=secret))}/>"
        "</material>"
        for number, address in enumerate(OUT)
    )
    write(folder, "urdf/r.urdf", f'<robot name="r">{materials}<link name="l"/></robot>'.encode())


def in_gazebo_blocks(folder: Path, secret: Path) -> None:
    """The same, in content that is kept as it is."""
    write(folder, "package.xml", PACKAGE)
    links_out(folder, secret)
    blocks = "".join(
        f"<gazebo><uri>{'' if '<' in a else a.format(secret=secret)}</uri>"
        f"<mesh filename={quoteattr(a.format(secret=secret))}/></gazebo>"
        for a in OUT
    )
    write(folder, "urdf/r.urdf", f'<robot name="r"><link name="l"/>{blocks}</robot>'.encode())


def meshes_that_lead_out(folder: Path, secret: Path) -> None:
    """Meshes in the package that refer to files outside of it."""
    package(folder, [f"package://p/meshes/a.{ending}" for ending in ("obj", "dae", "gltf", "ply")])
    links_out(folder, secret)
    os.mkfifo(folder / "meshes/pipe.png")
    names = [name.format(secret=secret) for name in MESH_OUT]
    write(folder, "meshes/a.obj", "".join(f"mtllib {n}\n" for n in (*names, "a.mtl")).encode())
    write(folder, "meshes/a.mtl", "".join(f"map_Kd {n}\n" for n in names).encode())
    images = "".join(f"<image><init_from>{n}</init_from></image>" for n in names)
    write(folder, "meshes/a.dae", f"<COLLADA>{images}</COLLADA>".encode())
    images_of = [{"uri": name} for name in names]
    write(folder, "meshes/a.gltf", json.dumps({"images": images_of}).encode())
    lines = "".join(f"comment TextureFile {n}\n" for n in names)
    write(folder, "meshes/a.ply", f"ply\n{lines}end_header\n".encode())


def no_files(folder: Path, secret: Path) -> None:
    """Pipes, sockets and devices where meshes and their parts should be."""
    names = ["pipe.stl", "pipe.obj", "socket.stl", "zero.obj", "folder.stl", "self.stl", "a.obj"]
    package(folder, [f"package://p/meshes/{name}" for name in names], "package://p/meshes/pipe.png")
    meshes = folder / "meshes"
    for name in ("pipe.stl", "pipe.obj", "pipe.png", "pipe.mtl"):
        os.mkfifo(meshes / name)
    here = Path.cwd()
    os.chdir(meshes)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("socket.stl")
    finally:
        os.chdir(here)
    (meshes / "zero.obj").symlink_to("/dev/zero")
    (meshes / "folder.stl").mkdir()
    (meshes / "self.stl").symlink_to("self.stl")
    write(folder, "meshes/a.obj", b"mtllib pipe.mtl\nmtllib zero.obj\n")


def addresses(make: Callable[[int], str], count: int) -> Build:
    def build(folder: Path, secret: Path) -> None:
        package(folder, map(make, range(count)))

    return build


def existing(count: int) -> Build:
    """As many meshes as this, all there."""

    def build(folder: Path, secret: Path) -> None:
        package(folder, (f"package://p/meshes/{number}.stl" for number in range(count)))
        for number in range(count):
            with open(f"{folder}/meshes/{number}.stl", "wb"):
                pass

    return build


def one_mesh(name: str, data: bytes | Callable[[], bytes]) -> Build:
    """A package with one mesh; what is large is made when it is written."""

    def build(folder: Path, secret: Path) -> None:
        package(folder, [f"package://p/meshes/{name}"])
        write(folder, f"meshes/{name}", data if isinstance(data, bytes) else data())

    return build


def large_mesh(name: str, data: bytes) -> Build:
    def build(folder: Path, secret: Path) -> None:
        package(folder, [f"package://p/meshes/{name}"])
        sparse(folder, f"meshes/{name}", data, 300 * MB)

    return build


def large_picture(folder: Path, secret: Path) -> None:
    """A large mesh that names a picture in a way that a bundle changes."""
    table = {"asset": {"version": "2.0"}, "images": [{"uri": "x/../a.png"}]}
    text = json.dumps(table).encode()
    text += b" " * (-len(text) % 4)
    size = 300 * MB
    data = struct.pack("<4sIII4s", b"glTF", 2, 28 + len(text) + size, len(text), b"JSON")
    data += text + struct.pack("<I4s", size, b"BIN\0")
    package(folder, ["package://p/meshes/a.glb"])
    sparse(folder, "meshes/a.glb", data, len(data) + size)
    write(folder, "meshes/a.png", b"\x89PNG\r\n\x1a\n")


def libraries_in_circles(folder: Path, secret: Path) -> None:
    """Meshes and material libraries that refer to each other and to themselves."""
    package(folder, ["package://p/meshes/a.obj"])
    for number in range(1_000):
        following = (number + 1) % 1_000
        write(
            folder,
            f"meshes/{number}.mtl",
            b"map_Kd %d.mtl\nmap_Kd ./%d.mtl\n" % (following, number),
        )
    write(folder, "meshes/a.obj", b"mtllib 0.mtl\nmtllib a.obj\n")


def many_repositories(folder: Path, secret: Path) -> None:
    """A package beside many others, among them some that look like it."""
    package(folder, ["package://pp/a.stl", "package://p/QQQ.stl", "model://m/a.stl"])
    for number in range(2_000):
        write(folder, f"../p{number}/package.xml", b"<package><name>p%d</name></package>" % number)


def names_that_steer(folder: Path, secret: Path) -> None:
    names = ["\x9b31m.stl", "\u202elts.stl", "a\nb.stl", "a\tb.stl", "\x7f.stl", "\u2028.stl"]
    package(
        folder,
        [f"package://{prefix}/{name}" for prefix in ("p", "\x9bq") for name in names],
        "\x85.png",
    )
    for name in names[::2]:
        write(folder, f"meshes/{name}", b"")
        write(folder, name, b"")
    write(folder, "meshes/\x1b[2J.mtl", b"map_Kd \x1b[2J.png\n")


ADDRESSES: dict[str, Build] = {
    "addresses that lead out": out,
    "textures that lead out": textures_out,
    "addresses in kept content that lead out": in_gazebo_blocks,
    "meshes that lead out": meshes_that_lead_out,
    "meshes that are no files": no_files,
    "1,500 addresses that lead nowhere": addresses(lambda n: f"package://p/QQQ{n}.stl", 1_500),
    "5,000 packages that are not there": addresses(lambda n: f"package://QQQ{n}/a.stl", 5_000),
    "1,500 files that are not there": addresses(lambda n: f"/QQQ/{n}/a/b/c.stl", 1_500),
    "1,500 relative addresses": addresses(lambda n: f"../QQQ/{n}.stl", 1_500),
    "1,500 addresses that lead up": addresses(
        lambda n: "../" * (n % 90) + f"{n}/../etc/passwd", 1_500
    ),
    "5,000 times the same address": addresses(lambda n: "package://p/meshes/base.stl", 5_000),
    "5,000 meshes that are there": existing(5_000),
    "40 addresses of 1 MB": addresses(lambda n: f"package://p/{n}" + "a" * MB, 40),
    "40 addresses of 1 MB with many parts": addresses(lambda n: "a/" * (MB // 2) + str(n), 40),
    "40 addresses of 1 MB that lead up": addresses(lambda n: "../" * (MB // 3) + str(n), 40),
    "40 packages with names of 1 MB": addresses(lambda n: "package://" + "p" * MB + f"{n}/a", 40),
    "40 addresses of blanks": addresses(lambda n: " " * MB + str(n), 40),
    "40 addresses of percent codes": addresses(lambda n: "%2e" * (MB // 3) + str(n), 40),
    "2,000 addresses of 4,000 characters": addresses(
        lambda n: f"package://p/{n}" + "a" * 3_900, 2_000
    ),
    "2,000 addresses of 100 parts": addresses(lambda n: "meshes/../" * 48 + f"{n}.stl", 2_000),
    "meshes in circles": libraries_in_circles,
    "many packages beside": many_repositories,
    "names that steer": names_that_steer,
    "an OBJ of 300 MB": large_mesh("a.obj", b"mtllib a.mtl\n"),
    "a COLLADA file of 300 MB": large_mesh("a.dae", b"<COLLADA><image>"),
    "a glTF file of 300 MB": large_mesh("a.gltf", b'{"images": ['),
    "a binary glTF file that lies": one_mesh(
        "a.glb",
        lambda: b"glTF\x02\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7fJSON" + b"{" * 1_000_000,
    ),
    "a PLY file of 300 MB": large_mesh("a.ply", b"ply\n"),
    "a material library of 300 MB": large_mesh("a.mtl", b"map_Kd a.png\n"),
    "an OBJ of 1,000,000 libraries": one_mesh("a.obj", lambda: b"mtllib a.mtl\n" * MB),
    "an OBJ with a name of 20 MB": one_mesh("a.obj", lambda: b"mtllib " + b"a" * 20 * MB),
    "an OBJ of blanks": one_mesh("a.obj", lambda: b"mtllib" + b" " * 20 * MB + b"\n"),
    "a material library of options": one_mesh(
        "a.mtl", lambda: b"map_Kd " + b"-o 1 " * 2 * MB + b"\n"
    ),
    "a COLLADA file of 1,000,000 images": one_mesh(
        "a.dae", lambda: b"<COLLADA>" + b"<image><init_from>a.png</init_from></image>" * (MB // 2)
    ),
    "a COLLADA file of open tags": one_mesh("a.dae", lambda: b"<init_from" * 2 * MB),
    "a COLLADA file with a billion laughs": one_mesh(
        "a.dae",
        b"<!DOCTYPE COLLADA [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><COLLADA><image><init_from>&b;"
        b"</init_from></image></COLLADA>",
    ),
    "a glTF file of brackets": one_mesh("a.gltf", lambda: b"[" * 5 * MB),
    "a glTF file of 20,000,000 lists": one_mesh(
        "a.gltf", lambda: b'{"asset":{"version":"2.0"},"x":[' + b"[]," * 20 * MB + b"0]}"
    ),
    "a binary glTF file of 300 MB with a picture": large_picture,
    "an STL file of 300 MB of text": large_mesh("a.stl", b"solid a\n"),
    "a script of comments": one_mesh("a.material", lambda: b"/* " * MB),
    "a script of braces": one_mesh("a.material", lambda: b"material m {" + b"{}" * 20 * MB + b"}"),
    "a glTF file of quotes": one_mesh("a.gltf", lambda: b'"uri":"' * 3 * MB),
    "a glTF file of backslashes": one_mesh("a.gltf", lambda: b'"uri":"' + b"\\" * 10 * MB),
    "a glTF file that holds its data": one_mesh(
        "a.gltf", lambda: b'{"buffers": [{"uri": "data:,' + b"A" * 30 * MB + b'"}]}'
    ),
}
