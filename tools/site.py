"""The hooks of MkDocs that add what is made from the code to the site; see ``tools/docs``."""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.generate import built, built_sections  # noqa: E402
from tools.library_page import file_name, titles  # noqa: E402

from bodyplan.lint.codes import all_kinds  # noqa: E402

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!\[)`([A-Z]\d{3})`")
_SECTION = re.compile(r"<!-- built: (\w+) -->")
_LIBRARY = "reference/library/"


def on_config(config: MkDocsConfig) -> None:
    """Put the pages of the API reference into the menu, below its index."""
    for part in config.nav or ():
        for group in part.values():
            for entry in group if isinstance(group, list) else ():
                if entry.get("API reference") == f"{_LIBRARY}index.md":
                    entry["API reference"] = [
                        f"{_LIBRARY}index.md",
                        *({title: _LIBRARY + file_name(title)} for title in titles()),
                    ]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages, schemas and pictures that are not in git."""
    for name, made in built().items():
        files.append(File.generated(config, name, content=made()))


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Insert the sections that are built, and link every code to the page of its rule."""
    sections = built_sections() if "<!-- built: " in markdown else {}
    markdown = _SECTION.sub(lambda match: sections[match[1]], markdown)
    known = all_kinds()
    here = posixpath.dirname(page.file.src_uri)

    def linked(match: re.Match[str]) -> str:
        target = f"rules/{match[1]}.md"
        if match[1] not in known or target == page.file.src_uri:
            return match[0]
        return f"[{match[0]}]({posixpath.relpath(target, here or '.')})"

    parts = _FENCED.split(markdown)
    parts[::2] = [_CODE.sub(linked, part) for part in parts[::2]]
    return "".join(parts)
