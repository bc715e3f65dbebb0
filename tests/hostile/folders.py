"""Hostile folders: each is built by a function that is given an empty folder."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

from tests.hostile.semantics import chain, group, inside

GIGABYTE = 1024**3
URDF = chain(3).replace(b"<robot", b'<?xml version="1.0"?>\n<robot')
SRDF = inside(group("arm", '<chain base_link="l0" tip_link="l2"/>'))
LIMITS = b"joint_limits:\n  j0:\n    has_velocity_limits: true\n    max_velocity: 1.0\n"
MACROS = (
    b'<robot name="m" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    b'<xacro:property name="n" value="a"/><link name="${n}"/></robot>'
)
PACKAGE = b"<package><name>p</name></package>"
NAMES = (
    "r.urdf",
    "r.srdf",
    "state.xml",
    "joint_limits.yaml",
    "m.urdf.xacro",
    "package.xml",
    "model.config",
    "manifest.xml",
    ".setup_assistant",
    "bodyplan.toml",
    "pyproject.toml",
    "CMakeLists.txt",
    "setup.py",
    "setup.cfg",
    "a.launch.py",
    "a.launch.xml",
)
"""Every file that is looked into when a folder is checked."""
STEERING = (
    "esc\x1b[31m\x1b]0;title\x07",
    "line\nend",
    "return\rback",
    "csi\x9b31m",
    "right\u202eleft",
    "no\udcff\udcfeutf",
    "tab\tbell\x07",
    "--robot=x",
    "-",
    "~",
    "$(touch x)",
    "'\"`;&|",
    "a b",
    "%s%n{0}",
    "\u2028\u2029",
    "::error::",
    "##[add-mask]",
    "##vso[task.complete]",
    "<x>",
    "sample:arm",
    "description:",
)
"""Names of files, or beginnings of such, that steer a terminal, a shell or a build service, or would
be another robot."""


def write(folder: Path, name: str, data: bytes) -> None:
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as stream:
        stream.write(data)


def robot(folder: Path, place: str = "") -> None:
    """A robot with all that may belong to it."""
    write(folder, f"{place}r.urdf", URDF)
    write(folder, f"{place}r.srdf", SRDF)
    write(folder, f"{place}state.xml", b'<model_state model="r"/>')
    write(folder, f"{place}joint_limits.yaml", LIMITS)
    write(folder, f"{place}m.urdf.xacro", MACROS)


def sparse(folder: Path, name: str, begin: bytes, size: int = GIGABYTE) -> None:
    """A large file that takes no room on the disk."""
    write(folder, name, begin)
    os.truncate(os.path.join(folder, name), size)


def links_in_circles(folder: Path) -> None:
    robot(folder)
    (folder / "self").symlink_to("self")
    (folder / "here").symlink_to(".")
    (folder / "up").symlink_to("..")
    (folder / "a/b").mkdir(parents=True)
    (folder / "a/b/c").symlink_to("../../a")
    for one, other in (("x", "y"), ("y", "x")):
        for ending in ("urdf", "srdf", "xacro", "yaml", "xml"):
            (folder / f"{one}.{ending}").symlink_to(f"{other}.{ending}")
    (folder / "package.xml").symlink_to("package.xml")
    (folder / ".setup_assistant").symlink_to(".setup_assistant")
    (folder / "bodyplan.toml").symlink_to("bodyplan.toml")


def links_to_what_is_not_there(folder: Path) -> None:
    robot(folder)
    for name in NAMES:
        (folder / f"{name}_").symlink_to("QQQ")
        (folder / f"a{name}").symlink_to("QQQ")
    write(folder, "b/QQQ", b"")
    for name in NAMES:
        (folder / "b" / name).symlink_to("../QQQ")


def arguments_that_name_folders(folder: Path) -> None:
    """The values of an argument are looked for in folders, one of which is a link to others."""
    robot(folder)
    (folder / "away").symlink_to("/etc")
    write(
        folder,
        "sizes.urdf.xacro",
        b'<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        b'<xacro:include filename="away/$(arg size)/a.xacro"/>'
        b'<xacro:include filename="../$(arg size)/a.xacro"/>'
        b'<xacro:include filename="/etc/$(arg size)/a.xacro"/><link name="a"/></robot>',
    )


def links_to_devices(folder: Path) -> None:
    robot(folder)
    for name in NAMES:
        (folder / "b").mkdir(exist_ok=True)
        (folder / "b" / name).symlink_to("/dev/zero")


def pipes(folder: Path) -> None:
    robot(folder)
    (folder / "b").mkdir()
    for name in NAMES:
        os.mkfifo(folder / "b" / name)
        if not (folder / name).exists():
            os.mkfifo(folder / name)
    os.mkfifo(folder / "a.urdf")
    os.mkfifo(folder / "a.srdf")


def sockets(folder: Path) -> None:
    robot(folder)
    (folder / "b").mkdir()
    here = Path.cwd()
    os.chdir(folder / "b")  # the name of a socket may have 100 characters
    try:
        for name in NAMES:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(name)
    finally:
        os.chdir(here)


def folders_instead_of_files(folder: Path) -> None:
    robot(folder, "r/")
    for name in NAMES:
        (folder / name).mkdir()
        (folder / "r/b" / name).mkdir(parents=True)


def names_that_steer(folder: Path) -> None:
    for name in STEERING:
        for ending, data in (
            (".urdf", b'<robot name="r"><QQQ/></robot>'),
            (".srdf", b'<robot name="r"><QQQ/></robot>'),
            ("_joint_limits.yaml", b"joint_limits: 1"),
            (".xacro", MACROS),
        ):
            write(folder, f"{name}{ending}", data)


def folders_that_steer(folder: Path) -> None:
    for name in STEERING:
        robot(folder, f"{name}/")
        write(folder, f"{name}/package.xml", PACKAGE)


def names_of_robots_that_steer(folder: Path) -> None:
    for number, name in enumerate(STEERING):
        text = "".join(c if c.isalnum() else f"&#{ord(c)};" for c in name.replace("\x1b", "\x9b"))
        text = text.replace("&#7;", "\x7f").replace("&#56575;", "\x80").replace("&#56574;", "\x81")
        data = f'<robot name="{text}"><link name="{text}"/><QQQ/></robot>'.encode()
        write(folder, f"{number}.urdf", data)
        write(folder, f"{number}.srdf", f'<robot name="{text}x"/>'.encode())


def files(ending: str, data: bytes, count: int = 5_000) -> Callable[[Path], None]:
    """Many files of one kind, beside one robot; the number stands for ``#`` in what they hold."""

    def build(folder: Path) -> None:
        robot(folder)
        for number in range(count):
            with open(f"{folder}/{number}{ending}", "wb") as stream:
                stream.write(data.replace(b"#", str(number).encode()))

    return build


def pairs_of_files(folder: Path) -> None:
    """Robots that all look alike, each with its SRDF."""
    for number in range(500):
        write(folder, f"{number}.urdf", URDF)
        write(folder, f"{number}a.srdf", SRDF)


def packages(folder: Path) -> None:
    """Many packages that hold nothing, and a robot."""
    robot(folder, "robot/urdf/")
    for number in range(5_000):
        write(folder, f"p{number}/package.xml", PACKAGE)


def deep(folder: Path) -> None:
    """Folders in folders, as deep as a path can be written, and deeper."""
    robot(folder)
    here = os.open(".", os.O_RDONLY)
    os.chdir(folder)
    try:
        for _ in range(3_000):
            os.mkdir("d")
            os.chdir("d")
        Path("z.urdf").write_bytes(URDF)
    finally:
        os.fchdir(here)
        os.close(here)


def large(name: str, begin: bytes) -> Callable[[Path], None]:
    """A robot beside a file of a gigabyte."""

    def build(folder: Path) -> None:
        robot(folder, "r/urdf/")
        sparse(folder, f"r/{name}", begin)

    return build


def manifest(data: bytes) -> Callable[[Path], None]:
    """A robot in a package with this manifest, whose meshes are looked for in the package."""

    def build(folder: Path) -> None:
        robot(folder, "r/urdf/")
        write(folder, "r/package.xml", data)
        write(folder, "r/model.config", data)
        mesh = b'<mesh filename="package://p/a.stl"/>'
        shape = b"<visual><geometry>" + mesh + b"</geometry></visual></link>"
        write(
            folder, "r/urdf/r.urdf", URDF.replace(b'<link name="l0"/>', b'<link name="l0">' + shape)
        )

    return build


LAUGHS = b"<!DOCTYPE package [<!ENTITY a0 'x'>%s]><package><name>&a9;</name></package>" % b"".join(
    b"<!ENTITY a%d '%s'>" % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 10)
)
ASSISTANT = b"moveit_setup_assistant_config:\n  URDF:\n    package: %s\n    relative_path: %s\n"


def installs(rules: bytes) -> Callable[[Path], None]:
    """A package that installs by these rules what its robots name."""

    def build(folder: Path) -> None:
        robot(folder)
        write(folder, "package.xml", PACKAGE)
        write(folder, "CMakeLists.txt", rules)
        for ending in ("py", "cfg"):
            write(folder, f"setup.{ending}", rules + b"data_files")
        mesh = b'<visual><geometry><mesh filename="package://p/m/passwd"/></geometry></visual>'
        write(folder, "n.urdf", b'<robot name="n"><link name="a">' + mesh + b"</link></robot>")
        include = b'<xacro:include filename="$(find p)/m/passwd"/></robot>'
        write(folder, "i.urdf.xacro", MACROS.replace(b"</robot>", include))

    return build


def assistant(package: bytes, path: bytes) -> Callable[[Path], None]:
    """A package whose setup assistant names this URDF."""

    def build(folder: Path) -> None:
        write(folder, "p/package.xml", PACKAGE)
        write(folder, "p/config/x.srdf", SRDF)
        write(folder, "p/.setup_assistant", ASSISTANT % (package, path))
        robot(folder, "q/urdf/")

    return build


def beside(name: str, data: bytes) -> Callable[[Path], None]:
    """A file of this content in place of one of a robot's, and another robot as it should be."""

    def build(folder: Path) -> None:
        robot(folder, "p/")
        write(folder, f"p/{name}", data)
        robot(folder, "q/")

    return build


def settings(data: bytes, name: str = "bodyplan.toml") -> Callable[[Path], None]:
    """A robot under a configuration."""

    def build(folder: Path) -> None:
        robot(folder)
        write(folder, name, data)

    return build


LINE = b"<a>" * 20_000

FOLDERS: dict[str, Callable[[Path], None]] = {
    "arguments that name folders": arguments_that_name_folders,
    "links in circles": links_in_circles,
    "links to what is not there": links_to_what_is_not_there,
    "links to devices": links_to_devices,
    "pipes": pipes,
    "sockets": sockets,
    "folders instead of files": folders_instead_of_files,
    "names of files that steer": names_that_steer,
    "names of folders that steer": folders_that_steer,
    "names of robots that steer": names_of_robots_that_steer,
    "5,000 files that are none of ours": files(".xml", b"<a/>"),
    "5,000 empty files": files(".srdf", b""),
    "5,000 meshes": files(".stl", b""),
    "1,000 robots": files(".urdf", b'<robot name="r#"><link name="a"/></robot>', 1_000),
    "1,000 SRDF files of one robot": files(".srdf", SRDF, 1_000),
    "1,000 SRDF files of no robot": files(".srdf", b'<robot name="QQQ#"/>', 1_000),
    "1,000 robots of one name": files(".urdf", b'<robot name="r"><link name="l#"/></robot>', 1_000),
    "500 robots that look alike, each with an SRDF": pairs_of_files,
    "1,000 files of limits": files("_joint_limits.yaml", LIMITS, 1_000),
    "5,000 settings that are none of ours": files("_controllers.yaml", b"# nothing\n"),
    "1,000 files with macros": files(
        ".xacro", b"<robot><xacro:include filename='#.xacro'/></robot>", 1_000
    ),
    "5,000 packages": packages,
    "3,000 folders in each other": deep,
    "a manifest of 1 GB": large("package.xml", b"<package>"),
    "a manifest of a model of 1 GB": large("model.config", b"<model>"),
    "a URDF of 1 GB": large("urdf/a.urdf", b'<robot name="r">'),
    "an SRDF of 1 GB": large("urdf/a.srdf", b'<robot name="r">'),
    "settings of 1 GB": large("urdf/controllers.yaml", b"joint_limits:\n"),
    "macros of 1 GB": large("urdf/a.xacro", b'<robot name="r">'),
    "XML of 1 GB": large("urdf/a.xml", b"<model_state "),
    "an assistant of 1 GB": large(".setup_assistant", b"URDF:\n"),
    "a configuration of 1 GB": large("bodyplan.toml", b"select = []\n"),
    "a project of 1 GB": large("pyproject.toml", b"[tool.bodyplan]\n"),
    "a manifest with a billion laughs": manifest(LAUGHS),
    "a manifest with an entity of a file": manifest(
        b'<!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]><package><name>&a;</name></package>'
    ),
    "a manifest of open tags": manifest(b"<package>" + LINE + b"<name>p</name>"),
    "a manifest of open comments": manifest(b"<package>" + b"<!--" * 20_000 + b"<name>p</name>"),
    "a manifest of authors": manifest(b"<package>" + b"<author" * 20_000 + b"><name>p</name>"),
    "a manifest of names": manifest(b"<package>" + b"<name>" * 20_000 + b"p</name>"),
    "a manifest whose name steers": manifest("<package><name>\x9b31m\x1b[0m</name>".encode()),
    "a manifest with a name of 60 KB": manifest(b"<package><name>" + b"p" * 60_000 + b"</name>"),
    "install rules that lead out": installs(
        b"install(DIRECTORY ../../../../../../etc/ DESTINATION share/p/m)\n"
        b"install(DIRECTORY /etc/ DESTINATION share/p/m)\n"
        b"install(FILES ../../../../../../etc/passwd DESTINATION share/p/m)\n"
        b"add_subdirectory(../../../../../../etc)\n"
    ),
    "install rules without an end": installs(b"foreach(a b)\ninstall(" * 20_000),
    "an assistant that leads out": assistant(b"q", b"../../../../../../etc/passwd"),
    "an assistant that leads to the top": assistant(b"q", b"/etc/passwd"),
    "an assistant with an odd package": assistant(b"../../../../../../etc", b"passwd"),
    "an assistant with a package of 60 KB": assistant(b"q" * 60_000, b"u" * 1_000),
    "an assistant of open lines": assistant(b"\n  URDF:" * 5_000, b" " * 20_000 + b"#" * 10_000),
    "a configuration of 100,000 brackets": settings(b"select = " + b"[" * 100_000),
    "a configuration that is no TOML": settings(b"\xff\x00\x1b[31m"),
    "a project whose tool is no table": settings(b'tool = "[tool.bodyplan]"\n', "pyproject.toml"),
    "a project whose bodyplan is no table": settings(
        b"[tool]\nbodyplan = 3  # [tool.bodyplan\n", "pyproject.toml"
    ),
    "a configuration with patterns that never end": settings(
        b'[per-file-ignores]\n"' + b"*a" * 2_000 + b'b" = ["X101"]\n'
    ),
    "a configuration with an escape sequence": settings(b'"\\u001b[31m\\u009b" = 3\n'),
    "a configuration with a large number": settings(
        b"limits = {max_bytes = " + b"9" * 5_000 + b"}"
    ),
    **{
        f"{what} in {name}": beside(name, begin + part * (1_000_000 // len(part)))
        for name in ("r.urdf", "r.srdf")
        for what, begin, part in (
            ("blanks", b"<robot name='q'><link ", b" "),
            ("open tags", b"<robot name='q'>", b"<link "),
            ("open names", b"<robot name='q'>", b'<joint name="'),
            ("a long attribute", b"<robot ", b"a"),
            ("a long tag", b"<", b"a"),
        )
    },
    "open expressions in macros": beside(
        "m.urdf.xacro",
        MACROS.replace(
            b"</robot>",
            b'<xacro:macro name="n"><link name="' + b"${" * 300_000 + b'"/></xacro:macro></robot>',
        ),
    ),
    "blanks in macros": beside("m.urdf.xacro", b"<robot name='q'>" + b"<xacro:include " * 60_000),
    "an assistant of blanks": assistant(b"q" + b" " * 60_000 + b"x", b"u"),
    "5,000 comments that suppress": beside(
        "r.urdf",
        b'<robot name="r">' + b"<!-- bodyplan: ignore X103 --><link/>" * 5_000 + b"</robot>",
    ),
    "100,000 comments that suppress nothing": beside(
        "r.urdf", b'<robot name="r">' + b"<!-- bodyplan: ignore J101 -->" * 100_000 + b"</robot>"
    ),
    **{
        f"a configuration with {what}": settings(text)
        for what, text in (
            ("a key of 500,000 parts", b".".join([b"a"] * 500_000) + b" = 1\n"),
            ("a table of 500,000 parts", b"[" + b".".join([b"a"] * 500_000) + b"]\n"),
            ("100,000 braces", b"select = " + b"{a = " * 100_000),
            ("60,000 folders", b"folders = [" + b"'a', " * 60_000 + b"]\n"),
            ("100,000 tables", b"".join(b"[a.b%d]\n" % number for number in range(60_000))),
        )
    },
}
