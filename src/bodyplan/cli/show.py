"""``bodyplan show``: look at a robot."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Sequence

from bodyplan.cli import OK
from bodyplan.cli.check import trouble
from bodyplan.cli.common import (
    SettingsFinder,
    add_color_option,
    add_inputs,
    add_limit_option,
    wants_color,
    write_output,
)
from bodyplan.cli.drawing import Line, Table, plain
from bodyplan.cli.parser import Parser
from bodyplan.cli.tree import tree_table
from bodyplan.cli.trouble import Trouble
from bodyplan.diag import Severity
from bodyplan.formats.read import read
from bodyplan.lint.run import check_document
from bodyplan.summary import (
    FileUse,
    Summary,
    summarize,
    to_dot,
    to_mermaid,
    to_svg,
    to_table,
    words,
)

_GRAPHS = {"dot": to_dot, "mermaid": to_mermaid, "svg": to_svg}
_FORMATS = {"urdf": "URDF", "model_state": "state of a model"}


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "show",
        "Show what a robot is made of: counts, degrees of freedom, mass, mesh files, and\n"
        "the tree of its links and joints. Works on faulty robots too: what is broken is\n"
        "marked.\n\n"
        "In the tree each link stands below the one it hangs from, and behind it the\n"
        "joint between the two. Where the tree is too deep for the width, links in a row\n"
        "stand below each other, each behind an arrow, and only branches move right.\n\n"
        "exit status: 0 shown, 2 usage or unreadable input",
    )
    add_inputs(made, many=False)
    kind = made.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="print all facts as JSON")
    kind.add_argument(
        "--graph",
        choices=list(_GRAPHS),
        help="print the graph: for Graphviz, for Mermaid, or a picture",
    )
    made.add_argument(
        "--depth", type=int, metavar="N", help="show N levels of the tree below its root"
    )
    made.add_argument("--no-tree", action="store_true", help="leave the tree out")
    made.add_argument("-o", "--output", metavar="FILE", help="write to this file")
    made.add_argument("--config", metavar="FILE", help="read this configuration, search for none")
    made.add_argument("--no-config", action="store_true", help="read no configuration")
    add_limit_option(made)
    add_color_option(made)
    made.set_defaults(select=None, ignore=None, fail_on=None, profile=None)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Shows the robot, and gives back the exit status."""
    if arguments.depth is not None and arguments.depth < 0:
        raise Trouble(f"--depth takes a number from 0, not {arguments.depth}")
    settings = SettingsFinder(arguments)(arguments.input)
    document = read(arguments.input, limits=settings.limits)
    reason = trouble(document)
    if reason is not None:
        raise Trouble(reason)
    summary = summarize(document)
    if arguments.json:
        import json

        write_output(
            json.dumps(to_table(summary), indent=2, allow_nan=False) + "\n", arguments.output
        )
    elif arguments.graph:
        if summary.format != "urdf":
            raise Trouble(f"{document.name} is the state of a model; it has no graph")
        _write(_GRAPHS[arguments.graph](summary), arguments.output, "xmlcharrefreplace")
    else:
        errors = sum(
            found.severity is Severity.ERROR for found in check_document(document, settings)
        )
        _show(summary, errors, arguments)
    return OK


def _show(summary: Summary, errors: int, arguments: argparse.Namespace) -> None:
    """Prints the page: for people on a terminal, without colours and as wide as needed elsewhere."""
    to_file = arguments.output not in (None, "-")
    is_ascii = not to_file and not (sys.stdout.encoding or "").lower().startswith("utf")
    is_terminal = not to_file and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else None
    lines = [*_head(summary), Line()]
    if summary.format == "model_state":
        lines += _states(summary, is_ascii=is_ascii).lines(width)
    else:
        if not arguments.no_tree and summary.rows:
            lines += [
                *tree_table(summary.rows, width, depth=arguments.depth, is_ascii=is_ascii),
                Line(),
            ]
        lines += _files("meshes", summary.meshes, width)
        lines += _files("textures", summary.textures, width)
    if errors:
        lines.append(Line((f"{words.plural(errors, 'error')}: run ", "bold red")))
        lines[-1].add(f"bodyplan check {arguments.input}", "bold")
    while lines and not lines[-1].spans:
        lines.pop()
    if is_ascii:
        lines = [line.map(words.in_ascii) for line in lines]
    if not to_file and wants_color(arguments.color):
        _print_colored(lines)
    else:
        _write(plain(lines), arguments.output, "backslashreplace")


def _write(text: str, target: str | None, errors: str) -> None:
    """Writes text; on standard output, what its encoding lacks is spelled out."""
    if target in (None, "-"):
        encoding = sys.stdout.encoding or "utf-8"
        text = text.encode(encoding, errors).decode(encoding)
    write_output(text, target)


def _print_colored(lines: Iterable[Line]) -> None:
    from rich.console import Console
    from rich.segment import Segment, Segments
    from rich.style import Style

    encoding = sys.stdout.encoding or "utf-8"
    segments: list[Segment] = []
    for line in lines:
        for text, style in line.spans:
            shown = (
                text
                if text.isascii()
                else text.encode(encoding, "backslashreplace").decode(encoding)
            )
            segments.append(Segment(shown, Style.parse(style) if style else None))
        segments.append(Segment.line())
    console = Console(force_terminal=True, no_color=False, highlight=False)
    console.print(Segments(segments), soft_wrap=True, end="")


def _head(summary: Summary) -> list[Line]:
    """Name, version and file, and all that can be counted."""
    title = Line((words.name(summary.name), "bold"))
    kind = _FORMATS[summary.format]
    title.add(f" · {kind} {summary.version}" if summary.version else f" · {kind}", "dim")
    if summary.file:
        title.add(f" · {words.name(summary.file)}", "dim")
    if summary.format == "model_state":
        facts = [("joints", f"{len(summary.states):,}", "")]
        if summary.time is not None:
            facts.append(("time", f"{words.number(summary.time)} s", ""))
    else:
        facts = _facts(summary)
    lines = [title]
    value_width = max(len(value) for _, value, _ in facts)
    for label, value, more in facts:
        line = Line((f"{label:<8}", "dim"), (f"{value:>{value_width}}", "bold"))
        if more:
            line.add(f"  {more}", "")
        lines.append(line)
    return lines


def _facts(summary: Summary) -> list[tuple[str, str, str]]:
    """Label, value and details of each line of the head."""
    shapes = [
        words.plural(summary.visuals, "visual"),
        words.plural(summary.collisions, "collision"),
    ]
    types = [f"{count:,} {kind or 'without a type'}" for kind, count in summary.joint_types]
    freedom, mass = summary.freedom, summary.mass
    followers = f" ({freedom.total:,} with followers)" if freedom.followers else ""
    masses = [f"in {words.plural(mass.links, 'link')}"]
    if mass.without:
        masses.append(f"{mass.without:,} without mass")
    if mass.unreadable:
        masses.append(f"{mass.unreadable:,} unreadable")
    facts = [
        ("links", f"{len(summary.links):,}", ", ".join(shapes)),
        ("joints", f"{len(summary.joints):,}", ", ".join(types)),
        ("freedom", f"{freedom.independent:,}", f"degrees of freedom{followers}"),
        ("mass", f"{words.number(mass.total)} kg", ", ".join(masses)),
    ]
    others = [
        (summary.materials, "material", None),
        (summary.sensors, "sensor", None),
        (summary.transmissions, "transmission", None),
        (summary.ros2_control, "ros2_control block", None),
        (summary.gazebo, "gazebo block", None),
    ]
    found = [words.plural(*other) for other in others if other[0]]
    if found:
        facts.append(("also", "", ", ".join(found)))
    return facts


def _files(title: str, uses: Sequence[FileUse], width: int | None) -> list[Line]:
    """The files folder by folder, several on a line."""
    if not uses:
        return []
    times = sum(use.times for use in uses)
    lines = [
        Line(
            (f"{title}", "bold"),
            (f"  {words.plural(len(uses), 'file')}, named {words.plural(times, 'time')}", "dim"),
        )
    ]
    folders: dict[str, list[str]] = {}
    for use in uses:
        folder, slash, base = use.uri.rpartition("/")
        count = f" ×{use.times}" if use.times > 1 else ""
        folders.setdefault(folder + slash, []).append(words.name(base) + count)
    for folder, names in folders.items():
        lines.append(Line((f"  {words.name(folder) if folder else './'}", "dim")))
        lines += [Line((f"    {text}", "")) for text in _wrapped(names, (width or 100) - 4)]
    return [*lines, Line()]


def _wrapped(names: list[str], width: int) -> Iterable[str]:
    """Names with commas between, in lines no longer than this if they can be."""
    line = ""
    for number, name in enumerate(names):
        text = name if number == len(names) - 1 else f"{name},"
        if line and len(line) + 1 + len(text) > width:
            yield line
            line = text
        else:
            line = f"{line} {text}" if line else text
    yield line


def _states(summary: Summary, *, is_ascii: bool) -> Table:
    """The joints of a model_state."""
    table = Table(((0, 20), (3, 12), (2, 12), (1, 12), (3, 0), (2, 0)), is_ascii=is_ascii)
    table.add([(title, "bold") for title in ("joint", "position", "velocity", "effort")])
    for state in summary.states:
        values = (state.position, state.velocity, state.effort)
        numbers = [", ".join(map(words.number, value)) or "-" for value in values]
        table.add([(words.name(state.joint), ""), *((number, "cyan") for number in numbers)])
    return table
