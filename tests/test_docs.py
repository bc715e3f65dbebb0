"""The documentation is true: its examples run, its links lead somewhere, its pages are fresh.

The strict build of the site (``tools/docs``) checks the links between pages, with their anchors.
"""

from __future__ import annotations

import ast
import difflib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from xml.parsers import expat

import pytest
import yaml
from tools.blocks import BlockError, blocks, refreshed

import bodyplan
from bodyplan.core import field_names
from bodyplan.lint.settings import settings_from
from bodyplan.model.arrays import RobotArrays
from bodyplan.model.arrays_layout import TYPE_CODES
from bodyplan.model.joint import JOINT_TYPES
from tests.model.every_kind import every_kind

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.rglob("*.md")),
]
GUIDE = sorted((DOCS / "guide").rglob("*.md"))
RUNNING = [page for page in PAGES if any(b.is_run for b in blocks(page.read_text("utf-8")))]
JAX_SAYS = "tool0 is 0.0" if find_spec("jax") else "this example needs JAX"
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", RUNNING, ids=name)
def test_the_examples_of_a_page_print_what_it_shows(page):
    text = page.read_text("utf-8")
    now = refreshed(text, name(page))
    difference = difflib.unified_diff(text.splitlines(), now.splitlines(), "page", "now", "", "", 1)
    assert now == text, "run: python tools/generate.py\n" + "\n".join(difference)


def test_the_readme_and_every_page_of_the_guide_have_examples_that_run():
    assert {name(page) for page in (ROOT / "README.md", *GUIDE)} <= {name(page) for page in RUNNING}


def unrun(page):
    """The blocks of a page that are not run, and are no output of one that is."""
    found = blocks(page.read_text("utf-8"))
    for block, before in zip(found, [None, *found], strict=False):
        is_output = block.language == "text" and before is not None and before.is_run
        if not (block.is_run or is_output or block.file):
            yield block


def commands(script):
    """The words behind ``bodyplan`` of each of its commands in a script."""
    for line in script.replace("\\\n", " ").splitlines():
        for part in re.split(r" [|>] ", re.sub(r"\$[A-Z_]+", "1", line.removeprefix("$ "))):
            words = shlex.split(part, comments=True)
            if "bodyplan" in words:
                yield words[words.index("bodyplan") + 1 :]


def test_commands_of_a_script_are_found():
    script = "find . | bodyplan check \\\n  --jobs $N > a.txt # b\npython -m bodyplan fmt a.urdf\n"
    assert [*commands(script)] == [["check", "--jobs", "1"], ["fmt", "a.urdf"]]


@pytest.mark.parametrize("page", [ROOT / "README.md", *GUIDE], ids=name)
def test_what_a_page_cannot_run_here_is_valid(page):
    """Blocks that need a browser, a cluster or a service: their commands and calls exist."""
    for block in unrun(page):
        if block.language in {"console", "bash", "sh"}:
            for words in commands(block.body):
                import_module(f"bodyplan.cli.verbs.{words[0]}").parser().parse_args(words[1:])
        elif block.language == "python":
            for node in ast.walk(ast.parse(block.body)):
                if isinstance(node, ast.ImportFrom) and node.module.startswith("bodyplan"):
                    assert all(hasattr(import_module(node.module), one.name) for one in node.names)
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    assert node.value.id != "bodyplan" or hasattr(bodyplan, node.attr)
        elif block.language == "yaml":
            assert yaml.safe_load(block.body)
        elif block.language == "xml":
            expat.ParserCreate().Parse(f"<all>{block.body}</all>", True)
        else:
            assert block.language in {"toml", "csv", "text", ""}
            assert not re.search(r"^(\$ )?bodyplan ", block.body, re.MULTILINE), "call it bash"


def test_pages_schemas_and_tables_made_from_the_code_are_fresh():
    command = [sys.executable, "tools/generate.py", "--check", "--no-examples"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_configurations_in_a_page_mean_something(page):
    for block in blocks(page.read_text("utf-8")):
        if block.language == "toml":
            table = tomllib.loads(block.body)
            settings_from(table.get("tool", {}).get("bodyplan", table))


@pytest.mark.parametrize("page", [page for page in PAGES if DOCS not in page.parents], ids=name)
def test_pages_outside_of_the_site_link_only_to_files_in_git(page):
    links = {t.partition("#")[0] for t in LINK.findall(page.read_text("utf-8")) if "://" not in t}
    assert links - {name(path) for path in tracked()} - {""} == set()


def test_every_page_is_in_the_menu():
    menu = set(re.findall(r"[\w/-]+\.md$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert pages <= menu


def test_what_people_write_and_the_index_of_rules_are_less_than_twelve_thousand_lines():
    texts = [path for path in tracked() if DOCS in path.parents and path.suffix == ".md"]
    assert (
        sum(len(path.read_text("utf-8").splitlines()) for path in texts if path.exists()) < 12_000
    )


def test_the_changelog_of_the_first_version_has_forty_short_lines_at_most():
    _, _, section = (ROOT / "CHANGELOG.md").read_text("utf-8").partition("## [0.1.0]")
    lines = section.splitlines()
    assert 1 < len(lines) <= 40
    shown = [re.sub(r"\]\([^)]*\)", "]", line) for line in lines]  # without addresses
    assert [line for line in shown if len(line) > 160] == []


def test_every_extra_is_described_and_measured_on_the_installation_page():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    text = (DOCS / "guide" / "installation.md").read_text("utf-8")
    extras = list(project["optional-dependencies"])
    assert sorted(re.findall(r"^\| `pip install '\.\[(\w+)\]'`", text, re.MULTILINE)) == sorted(
        extras
    )
    assert sorted(re.findall(r"^\| `(\w+)` \| \d+ MB", text, re.MULTILINE)) == sorted(extras)


def test_the_commands_of_the_readme_are_the_two_that_a_newcomer_types():
    commands = [
        b.body for b in blocks((ROOT / "README.md").read_text("utf-8")) if b.language == "bash"
    ]
    assert commands == [
        "pip install '.[all]' && bodyplan check sample:arm\n",
        "bash tools/test\n",
    ]


def test_the_contributing_guide_names_files_and_modules_that_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    paths = re.findall(r"`((?:src|tests|docs|tools|benchmarks|\.ci)/[\w./-]+?)/?`", text)
    missing = [p for p in paths if not (ROOT / p).exists() and "J123" not in p]
    assert {p for p in missing if not {"NAME", "FORMAT"} & {*re.findall("[A-Z]{4,}", p)}} == set()


@pytest.mark.parametrize(
    ("script", "words", "said"),
    [
        ("check_folder.py", [str(ROOT / "examples")], "gripper.urdf"),
        ("scale_limits.py", ["sample:arm", "slow.urdf", "--velocity", "0.5"], "8 limits of tern"),
        ("make_chain.py", ["3", "chain.urdf"], "3 rods are in chain.urdf"),
        ("batched_kinematics.py", ["sample:arm", "tool0"], "the Jacobians are right"),
        ("gradient_with_jax.py", ["sample:arm", "tool0", "0.3", "0.2", "0.5"], JAX_SAYS),
    ],
)
def test_an_example_script_runs(script, words, said, tmp_path):
    result = subprocess.run(
        [sys.executable, str(ROOT / "examples" / script), *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert said in result.stdout
    for path in tmp_path.glob("*.urdf"):
        check = [sys.executable, "-m", "bodyplan", "check", str(path), "--fail-on", "hint"]
        check += ["--ignore", "R"]  # the meshes stay where they were
        assert subprocess.run(check, check=False).returncode == 0


@pytest.mark.parametrize(
    ("script", "words", "said"),
    [
        ("check_folder.py", ["QQQ"], "QQQ is no folder"),
        ("scale_limits.py", ["QQQ.urdf", "slow.urdf"], "QQQ.urdf does not exist"),
        ("scale_limits.py", ["sample:arm.srdf", "slow.urdf"], "sample:arm.srdf is no URDF"),
        ("make_chain.py", ["3", "QQQ/chain.urdf"], "folder QQQ does not exist"),
        ("batched_kinematics.py", ["sample:arm", "QQQ"], "robot 'tern' has no link 'QQQ'"),
        ("gradient_with_jax.py", ["QQQ.urdf", "tool0", "0", "0", "0"], "QQQ.urdf does not exist"),
    ],
)
def test_an_example_script_says_what_is_wrong_in_a_sentence(script, words, said, tmp_path):
    if script == "gradient_with_jax.py" and find_spec("jax") is None:
        pytest.skip("jax is not installed")
    command = [sys.executable, str(ROOT / "examples" / script), *words]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode != 0
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_every_example_script_is_run_here():
    scripts = {path.name for path in (ROOT / "examples").glob("*.py")}
    ours = {"check_folder.py", "scale_limits.py", "make_chain.py"}
    assert scripts == ours | {"batched_kinematics.py", "gradient_with_jax.py"}


@pytest.fixture(scope="module")
def kinds():
    """The arrays of a robot with every kind of joint."""
    return every_kind(behind=True).arrays


class TestArrays:
    """The page of the arrays says what they are."""

    PAGE = (DOCS / "reference" / "arrays.md").read_text("utf-8")
    ROW = re.compile(r"^\| `(\w+)` \| (.*?) ?\| (\w+) \|", re.MULTILINE)
    ROWS = ROW.findall(PAGE.partition("<!-- arrays -->")[2].partition("<!-- /arrays -->")[0])

    def test_every_array_has_its_row_in_order(self):
        assert [field for field, _, _ in self.ROWS] == list(field_names(RobotArrays))

    @pytest.mark.parametrize(("field", "shape", "dtype"), ROWS, ids=[row[0] for row in ROWS])
    def test_shape_and_type_are_those_of_the_array(self, field, shape, dtype, kinds):
        value = getattr(kinds, field)
        sizes = {"L": len(kinds.parent), "J": len(kinds.kind), "nq": kinds.nq, "nv": kinds.nv}
        assert len(set(sizes.values())) == 4  # else one letter could stand for another
        if dtype == "str":
            words = value if shape else (value,)
            assert all(isinstance(word, str) for word in words)
            assert len(words) == (sizes[shape] if shape else 1)
            return
        letters = [word for word in re.split(r"[(), ]+", shape) if word]
        assert value.shape == tuple(sizes[w] if w in sizes else int(w) for w in letters)
        assert value.dtype.name == dtype

    def test_kinds_have_the_codes_and_numbers_of_the_page(self):
        rows = re.findall(r"^\| (\d+) \| (\w+) \| (.*?) \| (\w+)", self.PAGE, re.MULTILINE)
        assert {kind: int(code) for code, kind, _, _ in rows} == dict(TYPE_CODES)
        for _, kind, words, freedoms in rows:
            facts = JOINT_TYPES[kind]
            assert (0 if freedoms == "none" else int(freedoms)) == facts.degrees_of_freedom
            numbers = {"none": 0, "two angles": 2}.get(words)
            if numbers is None:
                numbers = len(re.findall(r"\b[xyzw]\b|\bangle\b|\blength\b", words))
            assert numbers == len(facts.variables), kind


def tracked() -> list[Path]:
    """Every file of the repository that git knows or would take."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        result = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no checkout")
    return [ROOT / os.fsdecode(word) for word in result.stdout.split(b"\0") if word]


def test_no_file_names_paths_or_registries_of_one_machine():
    folders = "work|farm|root|home/(?!ann|somebody)[a-z]+"  # ann lives in our examples
    words = ("--index" + "-url", "extra-index" + "-url", "--trusted" + "-host", "file:///" + "opt")
    pattern = re.compile(rf"(^|[^\w.>)\]\"'-])/({folders})/\w|{'|'.join(words)}", re.MULTILINE)
    found = []
    for path in tracked():
        if path.suffix in (".stl", ".lock") or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{name(path)}: {match[0]!r}" for match in pattern.finditer(text)]
    assert found == []


class TestBlocks:
    """The runner of examples tells lies from truth."""

    def test_an_output_that_changed_is_renewed(self):
        page = "```console\n$ echo new\nold\n```\n"
        assert refreshed(page) == "```console\n$ echo new\nnew\n```\n"

    def test_blocks_of_python_share_names_and_their_output_is_below(self):
        page = "```python\na = 1\n```\n\n```python\nprint(a)\n```\n\n```text\n2\n```\n"
        assert refreshed(page) == page.replace("2\n", "1\n")

    def test_a_block_may_write_a_file(self):
        page = "<!-- file: a.txt -->\n```xml\n<a/>\n```\n\n```console\n$ cat a.txt\n```\n"
        assert refreshed(page).endswith("$ cat a.txt\n<a/>\n```\n")

    def test_a_block_that_is_not_to_run_does_not(self):
        page = "<!-- not run -->\n```console\n$ false\n```\n"
        assert refreshed(page) == page

    @pytest.mark.parametrize(
        "page",
        [
            "```python\nraise ValueError\n```\n",
            "```python\nprint(1)\n```\n",
            "```console\n$ python -c 'raise ValueError'\n```\n",
        ],
    )
    def test_a_problem_is_no_output(self, page):
        with pytest.raises(BlockError):
            refreshed(page)


def test_the_tests_that_the_security_page_names_exist():
    text = (DOCS / "reference" / "security.md").read_text("utf-8")
    named = set(re.findall(r"`(?:tests/)?([a-z]+/[a-z_/]+(?:\.py)?)`", text))
    named -= {"build/fuzz", "tests/hostile", "tools/fuzz"}
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / "tests" / name).exists()] == []
