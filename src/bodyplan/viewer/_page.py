"""The viewer page: served by a server, or as one self-contained HTML file."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

_NAMES = ("viewer.js", "viewer.css")
_ENDS = re.compile(r"<(?=/script|script|!--)", re.IGNORECASE)
"""Text that would end a ``<script>`` element, or change how HTML parses the rest of it."""
_IN_JSON = str.maketrans({"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"})
_POLICY = (
    "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; "
    "font-src data:; connect-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'"
)
"""The content security policy of the self-contained file: the browser refuses network requests."""
_HEAD = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="bodyplan">
<link rel="icon" href="data:,">
<title>{title}</title>
"""
_NO_SCRIPT = "<noscript>This page shows a robot with JavaScript and WebGL.</noscript>"


class BundleMissingError(RuntimeError):
    """The scripts of the page are missing in this installation."""


@cache
def bundle(name: str) -> str:
    """Return a file of the built page.

    Args:
        name: "viewer.js" or "viewer.css".

    Raises:
        BundleMissingError: the file does not exist; the message explains how to build it.
    """
    assert name in _NAMES
    try:
        return files("bodyplan.viewer").joinpath("page", name).read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise BundleMissingError(
            f"the page is incomplete: bodyplan/viewer/page/{name} is missing; install bodyplan "
            f"from a wheel, or build the page with `tools/client build`"
        ) from None


def served_page(title: str = "bodyplan") -> str:
    """Return the page that fetches its scene from the server."""
    return (
        f"{_HEAD.format(policy='', title=html.escape(title))}"
        '<link rel="stylesheet" href="/viewer.css">\n</head>\n<body>\n'
        f'<div id="app"></div>\n{_NO_SCRIPT}\n'
        '<script type="module" src="/viewer.js"></script>\n</body>\n</html>\n'
    )


def whole_page(
    title: str, scene_json: str, overshoot_json: str, assets: Iterable[tuple[str, bytes]]
) -> Iterator[bytes]:
    """Yield, part by part, a self-contained HTML page with its scripts, scene and assets.

    Args:
        title: the title of the page.
        scene_json: the scene as JSON.
        overshoot_json: the result of ``Scene.overshoot_json``; empty if it was not computed.
        assets: the name and the bytes of each asset.

    Raises:
        BundleMissingError: this installation is incomplete.
    """
    script = _ENDS.sub("\\\\x3c", bundle("viewer.js")).replace("\r\n", "\n")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = _POLICY.format(scripts=f"'sha256-{digest}'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    style = bundle("viewer.css").replace("</style", "<\\/style")
    head = _HEAD.format(policy=meta, title=html.escape(title))
    yield f"{head}<style>{style}</style>\n</head>\n".encode()
    yield f'<body>\n<div id="app"></div>\n{_NO_SCRIPT}\n'.encode()
    yield b'<script type="application/json" id="scene">'
    yield scene_json.translate(_IN_JSON).encode()
    yield b"</script>\n"
    if overshoot_json:
        yield b'<script type="application/json" id="overshoot">'
        yield overshoot_json.translate(_IN_JSON).encode()
        yield b"</script>\n"
    for name, data in assets:
        yield f'<script type="text/plain" id="asset-{html.escape(name)}">'.encode()
        yield base64.b64encode(gzip.compress(data, 6, mtime=0))
        yield b"</script>\n"
    yield f'<script type="module">{script}</script>\n</body>\n</html>\n'.encode()
