"""Attempts to make a xacro file do harm, read from ``attempts/``.

A line of a table is an attempt: what it tries, `` :: ``, and the text. The folder says what the text
is: an expression, the body of a robot, the name of a file, a value with ``$(...)``, a YAML file.
Those below ``refused/`` must be refused, those below ``harmless/`` may be accepted. In all of them
``⏎`` stands for a line end, ``@SECRET@`` for a file outside of the robot's folder, ``@OUTSIDE@`` for
the folder of that file, ``@INSIDE@`` for the robot's folder, ``@TOUCHED@`` for a file that must never
come to be, and ``@VARIABLE@`` for a variable of the environment.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

FOLDER = Path(__file__).parent / "attempts"
SECRET = "do-not-show-5d41402abc4b2a76"
"""What the files outside hold, and the value of the variable."""
VARIABLE = "BODYPLAN_CANARY"

Kind = Literal["refused", "harmless"]
XMLNS = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
PRELUDE = """\
  <xacro:include filename="part.xacro" ns="f"/>
  <xacro:arg name="a" default="1"/>
  <xacro:property name="items" value="${[1, 2, 3]}"/>
  <xacro:property name="table" value="${dict(a=1)}"/>
  <xacro:property name="word" value="wheel"/>
  <xacro:property name="y" value="${xacro.load_yaml('values.yaml')}"/>
"""
"""What expressions and documents find: a namespace, an argument, a list, a mapping, a text, YAML."""
ANYWHERE = {"attributes", "builtins", "frames", "spelling", "mutation"}
"""Tables of expressions that are wrong wherever they are, whatever becomes of their values: they are
tried in the places of ``places.txt`` in turn."""


class Attempt(NamedTuple):
    """One attempt.

    Args:
        name: table and title.
        kind: whether it must be refused.
        text: the robot, with marks for paths.
        files: what is beside it, by name.
        limit: whether a limit must be named.
    """

    name: str
    kind: Kind
    text: str
    files: dict[str, str] = {}  # noqa: RUF012  (never changed)
    limit: bool = False


def robot(body: str, prelude: str = PRELUDE) -> str:
    """A robot with a body; by its last link, a check of its folder sees that it is one."""
    end = '  <link name="last"/>\n' if prelude else ""
    return f'<?xml version="1.0"?>\n<robot name="r" {XMLNS}>\n{prelude}  {body}\n{end}</robot>\n'


def attempts() -> Iterator[Attempt]:
    """All attempts of the tables."""
    places = dict(table(FOLDER / "refused" / "documents" / "places.txt"))
    turn = list(places.values())
    for path in sorted(FOLDER.rglob("*.txt")):
        kind: Kind = "refused" if "refused" in path.parts else "harmless"
        what = path.parent.name if kind == "refused" else path.stem
        family = f"{kind}/{what}" if kind == "harmless" else path.stem
        if path.stem == "all":
            family = what
        for number, (title, text) in enumerate(table(path)):
            name = f"{family}: {title}"
            if what == "expressions":
                yield Attempt(name, kind, in_place('<link name="${@CODE@}"/>', text))
                if path.stem in ANYWHERE and "}" not in text:
                    yield Attempt(
                        f"{name}, elsewhere", kind, in_place(turn[number % len(turn)], text)
                    )
            elif what == "paths":
                yield from _includes(path.stem, name, kind, attribute(text))
            elif what == "substitutions":
                yield Attempt(name, kind, robot(f'<link name="{attribute(text)}"/>'))
            elif what == "yaml":
                uses = "<link name=\"${xacro.load_yaml('attempt.yaml')}\"/>"
                if text.startswith("a:"):
                    uses += "<link name=\"${xacro.load_yaml('attempt.yaml').a}\"/>"
                files = {"attempt.yaml": text.replace("\\n", "\n").replace("\\t", "\t")}
                yield Attempt(name, kind, robot(uses), files)
            elif path.stem == "places":
                yield Attempt(name, kind, in_place(text, "().__class__"))
                yield Attempt(
                    f"{name}, the namespaces", kind, in_place(text, "f.parent['__builtins__']")
                )
            else:
                yield Attempt(name, kind, robot(text))
    for path in sorted(FOLDER.rglob("*.xacro")):
        yield Attempt(f"files: {path.stem}", "refused", path.read_text(encoding="utf-8"))


def table(path: Path) -> Iterator[tuple[str, str]]:
    """The lines of a table: title and text."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            title, separator, text = line.partition(" :: ")
            assert separator or line.endswith(" ::"), f"{path.name}: {line!r}"
            yield title.removesuffix(" ::"), text.replace("⏎", "\n")


def attribute(text: str) -> str:
    """A text in an attribute."""
    return escape(text, {'"': "&quot;", "\n": "&#10;"})


def in_place(place: str, code: str) -> str:
    """A robot with an expression in a place.

    Where the expression holds a brace, which would end it, it comes from an argument.
    """
    if "}" in code and "${@CODE@}" in place:
        argument = f'<xacro:arg name="code" default="{attribute(code)}"/>'
        return robot(argument + place.replace("@CODE@", "$(arg code)"))
    return robot(place.replace("@CODE@", attribute(code)))


def _includes(stem: str, name: str, kind: Kind, file: str) -> Iterator[Attempt]:
    """A file by its name in each way to read one."""
    yield Attempt(f"{name}, included", kind, robot(f'<xacro:include filename="{file}"/>'))
    in_namespace = robot(f'<xacro:include filename="{file}" ns="n"/>')
    yield Attempt(f"{name}, in a namespace", kind, in_namespace)
    optional = robot(f'<xacro:include filename="{file}" optional="true"/>')
    yield Attempt(f"{name}, optional", "harmless", optional)
    if stem == "outside" and "$" not in file:
        yaml = "<link name=\"${{xacro.load_yaml('{}')}}\"/>"
        yield Attempt(f"{name}, as YAML", kind, robot(yaml.format(file.replace("\\", "\\\\"))))
