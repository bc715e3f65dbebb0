"""Pictures as SVG, PNG or PDF.

SVG is drawn without other programs. CairoSVG converts it to the other formats.
"""

from __future__ import annotations

import math
import re
import sys
from typing import Any, Literal

PictureFormat = Literal["svg", "png", "pdf"]

_SCALE = 2.0
"""Pixels of a PNG per unit of the SVG, so that small text stays sharp."""
_MOST_PIXELS = 40e6
_LONGEST = {"png": 30_000.0, "pdf": 19_000.0}
"""Longest side: of PNG in pixels (Cairo allows 32,767), of PDF in units of 0.75 points (PDF allows
14,400 points)."""
_SIZE = re.compile(r'viewBox="0 0 (\S+) (\S+)"')


class PictureError(RuntimeError):
    """A picture cannot be converted because a package or library is not installed."""


def convert_svg(svg: str, form: PictureFormat) -> bytes:
    """Return a picture in another format.

    Very large pictures are scaled down to the largest size of the format.

    Args:
        svg: a picture that this package created.
        form: "svg", "png" (on a white background) or "pdf".

    Raises:
        PictureError: CairoSVG or the cairo library is not installed.
    """
    if form == "svg":
        return svg.encode("utf-8", "xmlcharrefreplace")
    try:
        cairosvg = _cairosvg()
    except ImportError:
        raise PictureError(
            f"{form.upper()} pictures require CairoSVG: pip install 'bodyplan[picture]'"
        ) from None
    except OSError:  # CairoSVG's binding does not find the library
        raise PictureError(
            f"{form.upper()} pictures require the cairo library: install libcairo2 (Debian), cairo "
            f"(Homebrew) or GTK (Windows)"
        ) from None
    data = svg.encode("utf-8", "xmlcharrefreplace")
    scale = _scale(svg, form)
    if form == "pdf":
        pdf: bytes = cairosvg.svg2pdf(bytestring=data, scale=scale)
        return pdf
    png: bytes = cairosvg.svg2png(bytestring=data, scale=scale, background_color="#ffffff")
    return png


def _cairosvg() -> Any:
    """Import CairoSVG without starting other programs.

    During its import, CairoSVG calls ``ctypes.util.find_library``, which on Linux starts
    ``ldconfig``, ``gcc`` and ``ld``. This function makes that call return None; CairoSVG then loads
    the cairo library by its usual name.

    Raises:
        ImportError: CairoSVG is not installed.
        OSError: the cairo library is not installed.
    """
    import ctypes.util

    find = ctypes.util.find_library
    if sys.platform.startswith("linux"):
        ctypes.util.find_library = lambda name: None  # noqa: ARG005  (as it is called)
    try:
        import cairosvg  # type: ignore[import-not-found,import-untyped,unused-ignore]
    finally:
        ctypes.util.find_library = find
    return cairosvg


def _scale(svg: str, form: Literal["png", "pdf"]) -> float:
    size = _SIZE.search(svg)
    width, height = map(float, size.groups()) if size is not None else (1.0, 1.0)
    fitting = _LONGEST[form] / max(width, height, 1.0)
    if form == "pdf":
        return min(1.0, fitting)
    return min(_SCALE, fitting, math.sqrt(_MOST_PIXELS / max(width * height, 1.0)))
