"""Names in a description that mean something to the program that shows an output, as data."""

from __future__ import annotations

from typing import NamedTuple


class Markup(NamedTuple):
    """A name, and what of it must not be in an output.

    Args:
        name: the name of a link.
        words: the verb, for a robot R.urdf that has the link, and O.urdf, in which it has another
            mass.
        pattern: a regular expression that the output must not match.
    """

    name: str
    words: tuple[str, ...]
    pattern: str


_SARIF = ("check", "R.urdf", "--format", "sarif")
_MERMAID = ("show", "R.urdf", "--graph", "mermaid", "--unfold")
_MARKDOWN = ("diff", "R.urdf", "O.urdf", "--format", "markdown", "--anyway")
_A_LINK = r'"(?:message|description)": \{\s*"text": ".*(?<!\\)(?:\\\\\\\\)*\]\('
"""The middle of a link in a message in JSON, where each backslash is written twice."""
_CLICK = "[click here](https://example.com/steal)"

MARKUP = {
    "a link in SARIF": Markup(_CLICK, _SARIF, _A_LINK),
    "a link with a backslash in SARIF": Markup("[a\\](https://example.com)", _SARIF, _A_LINK),
    "a link with two backslashes in SARIF": Markup("[a\\\\](https://example.com)", _SARIF, _A_LINK),
    "a directive in Mermaid": Markup(
        "%%{init: {'themeCSS': '.node{display:none}'}}%%", _MERMAID, r"%%\{"
    ),
    "a quotation mark in Mermaid": Markup('a"] --> b["', _MERMAID, r'a"\]'),
    "a link in Markdown": Markup(_CLICK, _MARKDOWN, r"(?<!\\)\]"),
    "an address in Markdown": Markup("https://example.com", _MARKDOWN, "https://"),
    "a short address in Markdown": Markup("www.example.com", _MARKDOWN, r"www\."),
    "a user in Markdown": Markup("@octocat", _MARKDOWN, "@octocat"),
    "a mail in Markdown": Markup("a@example.com", _MARKDOWN, "@example"),
    "an issue in Markdown": Markup("a #1", _MARKDOWN, "#1"),
    "an issue by its prefix in Markdown": Markup("GH-1", _MARKDOWN, "GH-1"),
    "a picture in Markdown": Markup("![a](https://example.com/a.png)", _MARKDOWN, r"(?<!\\)!"),
    "an element in Markdown": Markup("<img src=https://example.com>", _MARKDOWN, "<img"),
}
