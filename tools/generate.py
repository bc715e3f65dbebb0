"""Writes what is made from the code in files of git: the index of rules, tables, outputs of examples.

    python tools/generate.py            write what differs
    python tools/generate.py --check    write nothing; name what is stale, exit 1 if anything is

In pages written by hand, the outputs of their examples (see ``tools/blocks.py``) and the marked
tables are made from the code. ``built`` are the pages that only the site has (``tools/docs``): one
for each rule, the reference of each format, the JSON Schemas, the help of each verb, the API.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.blocks import refreshed  # noqa: E402
from tools.cli_page import cli_page  # noqa: E402
from tools.conversion_page import conversion_page  # noqa: E402
from tools.library_page import library_pages  # noqa: E402
from tools.measurements import with_measurements  # noqa: E402
from tools.scene_types import scene_types  # noqa: E402

from bodyplan.cli.verbs.schema import NAMES as SCHEMAS  # noqa: E402
from bodyplan.cli.verbs.schema import schema  # noqa: E402
from bodyplan.description.load import load  # noqa: E402
from bodyplan.diag import Kind  # noqa: E402
from bodyplan.formats.pages import extensions_page, page  # noqa: E402
from bodyplan.formats.read import read  # noqa: E402
from bodyplan.lint import run as _run  # noqa: E402, F401  (its modules register their kinds)
from bodyplan.lint.codes import all_kinds  # noqa: E402
from bodyplan.lint.profiles import PROFILES  # noqa: E402
from bodyplan.report import (  # noqa: E402
    robot_report,
    sample_workspace,
    to_svg,
    workspace_to_svg,
)

DOCS = ROOT / "docs"
FORMATS = ("urdf", "srdf", "sdf", "model_state")
PICTURES = ("quadruped",)

FAMILIES = {
    "X0": "The file",
    "X1": "Elements, attributes, values",
    "U0": "Version of URDF",
    "T0": "The tree of links and joints",
    "N0": "Names",
    "J1": "Joint limits",
    "J2": "Joint axes",
    "J3": "Mimic joints",
    "J4": "Safety, dynamics, calibration",
    "J5": "Elements that are ignored",
    "I1": "Mass",
    "I2": "Impossible inertia",
    "I3": "Placeholders",
    "I4": "Mass and inertia compared with the shape",
    "I5": "Inertia in the wrong frame",
    "G1": "Shapes",
    "G2": "Meshes",
    "G3": "Origins and rotations",
    "G4": "Materials",
    "G5": "Content of meshes",
    "U1": "Transmissions",
    "U2": "ros2_control",
    "U3": "Gazebo blocks",
    "U4": "Sensors",
    "U5": "model_state",
    "U9": "Profile urdfdom",
    "S0": "SRDF: the file",
    "S1": "SRDF: groups",
    "S2": "SRDF: states",
    "S3": "SRDF: end effectors",
    "S4": "SRDF: virtual joints",
    "S5": "SRDF: disabled collisions",
    "S6": "SRDF: spheres",
    "S7": "SRDF: passive joints and properties",
    "S80": "Settings (YAML): reading",
    "S81": "Settings (YAML): joint limits",
    "S82": "Settings (YAML): controllers",
    "S83": "Settings (YAML): controllers of MoveIt",
    "S84": "Settings (YAML): kinematics",
    "S89": "Files that belong together",
    "M1": "Xacro: errors",
    "M2": "Xacro: likely mistakes",
    "R1": "Files and packages",
    "D1": "SDFormat: the errors of libsdformat",
    "D2": "SDFormat: what libsdformat accepts",
}
"""Titles by the beginning of the code, in the order of the index."""


def generated() -> dict[Path, str]:
    """Every file in git that is made from the code alone, with its content."""
    types = ROOT / "src" / "bodyplan" / "viewer" / "client" / "src" / "records.ts"
    return {DOCS / "rules" / "index.md": rule_index(all_kinds()), types: scene_types()}


def built() -> dict[str, Callable[[], str]]:
    """What makes each file that only the built site has, by its path below ``docs``."""
    files: dict[str, Callable[[], str]] = {
        "formats/extensions.md": lambda: safe_markdown(extensions_page()),
        "reference/cli.md": lambda: safe_markdown(cli_page()),
        "reference/conversion-tables.md": lambda: safe_markdown(conversion_page()),
        "img/reach.svg": _reach,
    }
    for kind in all_kinds().values():
        files[f"rules/{kind.code}.md"] = partial(rule_page, kind)
    for name in FORMATS:
        files[f"formats/{name}.md"] = lambda name=name: safe_markdown(page(name))
    for name in SCHEMAS:
        files[f"schemas/{name}.json"] = lambda name=name: _json(schema(name))
    for name in library_pages():
        files[f"reference/library/{name}"] = lambda name=name: safe_markdown(library_pages()[name])
    for name in PICTURES:
        files[f"img/{name}.svg"] = lambda name=name: to_svg(robot_report(read(f"sample:{name}")))
    return files


def _reach() -> str:
    return workspace_to_svg(sample_workspace(load("sample:arm"), "grasp_frame"))


def built_sections() -> dict[str, str]:
    """What replaces ``<!-- built: NAME -->`` in a page when the site is built, by name."""
    return {"moveit": moveit_tables(all_kinds())}


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


# Rules


def rule_page(kind: Kind) -> str:
    """The page of a code."""
    title, _, body = kind.page.strip().partition("\n")
    fix = {"always": "a fix comes with it", "sometimes": "a fix often comes with it"}
    facts = [str(kind.severity), fix.get(kind.fix, "no fix"), f"since {kind.since}"]
    if kind.reference is not None:
        facts.append(f"`{kind.reference_error}`")
    text = f"# {kind.code} {kind.name}\n\n{title}\n\n*{' · '.join(facts)}*\n\n{body.strip()}\n"
    if kind.name.partition("-")[0] in PROFILES:  # a reader's verdict knows no comments of ours
        return safe_markdown(text)
    one = f"For one element, put `<!-- bodyplan: ignore {kind.code} -->` before it"
    if kind.code[:2] == "S8" and kind.code < "S89":
        one = f"For one value, put `# bodyplan: ignore {kind.code}` above it"
    return safe_markdown(
        f"{text}\n## Leave it out\n"
        f"{one}; for a project, "
        f'`ignore = ["{kind.code}"]` into its [configuration](../guide/checking.md#configuration).\n'
    )


def rule_index(kinds: dict[str, Kind]) -> str:
    """The table of all codes, family by family."""
    lines = [
        "# Rules",
        "",
        (
            f"The {len(kinds)} rules of bodyplan. `bodyplan explain CODE` prints why a rule "
            "matters, an example, and what to write instead; the built site has a page for each. "
            "A code is never reused for another rule."
        ),
        "",
    ]
    families: dict[str, list[Kind]] = {beginning: [] for beginning in FAMILIES}
    for code, kind in kinds.items():
        beginning = code[:3] if code[:3] in families else code[:2]
        families.setdefault(beginning, []).append(kind)
    for beginning, members in families.items():
        if members:
            lines += [
                f"## {FAMILIES.get(beginning, beginning)}",
                "",
                "| Code | Name | Severity | Fix | Problem |",
                "| --- | --- | --- | --- | --- |",
                *(
                    f"| `{k.code}` | {k.name} | {k.severity} | {k.fix} | {k.title} |"
                    for k in members
                ),
                "",
            ]
    return safe_markdown("\n".join(lines).rstrip() + "\n")


def moveit_tables(kinds: dict[str, Kind]) -> str:
    """The messages of MoveIt about problems of an SRDF, paraphrased, and the rule for each."""
    lines: list[str] = []
    for beginning, title in FAMILIES.items():
        found = [
            (kind, said)
            for code, kind in kinds.items()
            if code.startswith(beginning) and (said := moveit_words(kind))
        ]
        if found:
            lines += [f"### {title}", "", "| Rule | What MoveIt says |", "| --- | --- |"]
            lines += [f"| `{k.code}` {k.name} | {said} |" for k, said in found]
            lines.append("")
    return safe_markdown("\n".join(lines).rstrip() + "\n")


def moveit_words(kind: Kind) -> str:
    """The section of a rule's page about MoveIt, in one line; empty if there is none."""
    section = re.search(
        r"^## What MoveIt says\s*\n(.*?)(?=^## |\Z)", kind.page, re.MULTILINE | re.DOTALL
    )
    return " ".join(section[1].split()).replace("|", "\\|") if section else ""


def safe_markdown(text: str) -> str:
    """Markdown in which tags in running text stay visible, and lists stand apart."""
    lines: list[str] = []
    is_fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            is_fenced = not is_fenced
        elif not is_fenced and not line.startswith("    "):
            is_item = re.match(r"(- |\d+\. )", line) is not None
            if is_item and lines[-1].strip() and not re.match(r"(- |\d+\. |  )", lines[-1]):
                lines.append("")
            parts = re.split(r"(`[^`]*`)", line)
            parts[::2] = [part.replace("<", "&lt;") for part in parts[::2]]
            lines.append("".join(parts))
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


# Everything


def hand_written() -> list[Path]:
    """The pages that people write and that may hold examples and tables."""
    return [ROOT / "README.md", *(p for p in sorted(DOCS.rglob("*.md")) if p not in generated())]


def renewed(path: Path, *, examples: bool) -> str:
    """A page written by hand, with its tables, and the outputs of its examples, as they are now."""
    text = with_measurements(path.read_text(encoding="utf-8"))
    return refreshed(text, path.relative_to(ROOT).as_posix()) if examples else text


def stale(*, examples: bool = True) -> dict[Path, str | None]:
    """Files that differ from what they should be; None where there should be none."""
    wanted: dict[Path, str | None] = dict(generated())
    for name in built():
        if (DOCS / name).exists():  # the site builds it; in git it would become stale
            wanted[DOCS / name] = None
    for path in hand_written():
        if path not in wanted:
            wanted[path] = renewed(path, examples=examples)
    return {
        path: text
        for path, text in wanted.items()
        if (path.read_text(encoding="utf-8") if path.is_file() else None) != text
    }


def main() -> int:
    """Writes or names what is stale, and gives back the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0] if __doc__ else None, allow_abbrev=False
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if stale")
    parser.add_argument("--no-examples", action="store_true", help="do not run the examples")
    arguments = parser.parse_args()
    is_check = arguments.check
    found = stale(examples=not arguments.no_examples)
    for path, text in found.items():
        done = "removed" if text is None else "wrote"
        print(f"{'stale' if is_check else done}: {path.relative_to(ROOT).as_posix()}")
        if is_check:
            continue
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if is_check and found:
        print("run: python tools/generate.py")
    return int(is_check and bool(found))


if __name__ == "__main__":
    sys.exit(main())
