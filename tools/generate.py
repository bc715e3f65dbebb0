"""Writes every page, schema and output block that is made from the code.

    python tools/generate.py            write what differs
    python tools/generate.py --check    write nothing; name what is stale, exit 1 if anything is

Made from the code are: a page for each code (``docs/rules``), the reference of each format and the
vendor extensions (``docs/formats``), the JSON Schemas (``docs/schemas``), the help of each verb
(``docs/cli.md``), the library reference (``docs/library.md``), a picture (``docs/img``). In pages
written by hand, the outputs of their examples (see ``tools/blocks.py``) and the marked tables.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.blocks import refreshed  # noqa: E402
from tools.cli_page import cli_page  # noqa: E402
from tools.conversion_page import conversion_page  # noqa: E402
from tools.library_page import library_page  # noqa: E402
from tools.measurements import with_measurements  # noqa: E402

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
    "J5": "Parts without a use",
    "I1": "Mass",
    "I2": "Tensors that no body has",
    "I3": "Placeholders",
    "I4": "Mass and tensor against the shape",
    "I5": "Tensors in the wrong frame",
    "G1": "Shapes",
    "G2": "Meshes",
    "G3": "Origins and rotations",
    "G4": "Materials",
    "G5": "Meshes, opened",
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
    "S5": "SRDF: pairs of links",
    "S6": "SRDF: spheres",
    "S7": "SRDF: passive joints and properties",
    "S80": "Settings (YAML): reading",
    "S81": "Settings (YAML): joint limits",
    "S82": "Settings (YAML): controllers",
    "S83": "Settings (YAML): controllers of MoveIt",
    "S84": "Settings (YAML): kinematics",
    "S89": "What belongs together",
    "M1": "Macros (xacro)",
    "M2": "Macros that are odd",
    "R1": "Files and packages",
    "D1": "SDFormat: the errors of libsdformat",
    "D2": "SDFormat: what libsdformat lets pass",
}
"""Titles by the beginning of the code, in the order of the index."""


def generated() -> dict[Path, str]:
    """Every file that is made from the code alone, with its content."""
    kinds = all_kinds()
    files = {DOCS / "rules" / f"{kind.code}.md": rule_page(kind) for kind in kinds.values()}
    files[DOCS / "rules" / "index.md"] = rule_index(kinds)
    files[DOCS / "moveit.md"] = moveit_page(kinds)
    for name in FORMATS:
        files[DOCS / "formats" / f"{name}.md"] = safe_markdown(page(name))
    files[DOCS / "formats" / "extensions.md"] = safe_markdown(extensions_page())
    for name in SCHEMAS:
        files[DOCS / "schemas" / f"{name}.json"] = _json(schema(name))
    files[DOCS / "cli.md"] = safe_markdown(cli_page())
    files[DOCS / "conversion-tables.md"] = safe_markdown(conversion_page())
    files[DOCS / "library.md"] = safe_markdown(library_page())
    for name in PICTURES:
        files[DOCS / "img" / f"{name}.svg"] = to_svg(robot_report(read(f"sample:{name}")))
    reach = sample_workspace(load("sample:arm"), "grasp_frame")
    files[DOCS / "img" / "reach.svg"] = workspace_to_svg(reach)
    return files


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
        f'`ignore = ["{kind.code}"]` into its [configuration](../checking.md#configuration).\n'
    )


def rule_index(kinds: dict[str, Kind]) -> str:
    """The table of all codes, family by family."""
    lines = [
        "# Codes",
        "",
        (
            f"The {len(kinds)} kinds of finding that bodyplan knows, each with a page: why it "
            "matters, an example, what to write instead. `bodyplan explain CODE` prints the same "
            "page in the terminal. A code is never used again for something else."
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
                "| code | name | severity | fix | what it finds |",
                "| --- | --- | --- | --- | --- |",
                *(
                    f"| [{k.code}]({k.code}.md) | {k.name} | {k.severity} | {k.fix} | {k.title} |"
                    for k in members
                ),
                "",
            ]
    return safe_markdown("\n".join(lines).rstrip() + "\n")


def moveit_page(kinds: dict[str, Kind]) -> str:
    """The messages of MoveIt about problems of an SRDF, paraphrased, and the rule for each."""
    lines = [
        "# MoveIt's messages",
        "",
        (
            "MoveIt reports problems of an SRDF in its log, when a planner starts. For every rule of "
            "bodyplan, this page paraphrases what srdfdom and MoveIt log, if anything. Search it for "
            "a message of the log to find the rule, then run `bodyplan check FOLDER` to find the "
            "line of the file."
        ),
        "",
    ]
    for beginning, title in FAMILIES.items():
        found = [
            (kind, said)
            for code, kind in kinds.items()
            if code.startswith(beginning) and (said := moveit_words(kind))
        ]
        if found:
            lines += [f"## {title}", "", "| Rule | What MoveIt says |", "| --- | --- |"]
            lines += [f"| [{k.code} {k.name}](rules/{k.code}.md) | {said} |" for k, said in found]
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
    made = set(generated())
    return [ROOT / "README.md", *(p for p in sorted(DOCS.rglob("*.md")) if p not in made)]


def renewed(path: Path, *, examples: bool) -> str:
    """A page written by hand, with its tables, and the outputs of its examples, as they are now."""
    text = with_measurements(path.read_text(encoding="utf-8"))
    return refreshed(text, path.relative_to(ROOT).as_posix()) if examples else text


def stale(*, examples: bool = True) -> dict[Path, str | None]:
    """Files that differ from what they should be; None where there should be none."""
    wanted: dict[Path, str | None] = dict(generated())
    for folder in ("rules", "formats", "schemas", "img"):
        for path in sorted((DOCS / folder).glob("*")):
            if path.suffix not in {".png", ".gif"}:  # made with bodyplan render and first_picture
                wanted.setdefault(path, None)
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
