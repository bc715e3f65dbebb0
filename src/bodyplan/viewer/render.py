"""Pictures of a scene, drawn by the page in a headless browser."""

from __future__ import annotations

import base64
import binascii
import io
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

from bodyplan.viewer._renderer import RenderError, renderer
from bodyplan.viewer._server import Content
from bodyplan.viewer.browser import BrowserMissingError
from bodyplan.viewer.picture import Frame, Picture

__all__ = [
    "BrowserMissingError",
    "Frame",
    "Picture",
    "RenderError",
    "gif_of",
    "palette_of",
    "rendered",
]

_USUAL = ("visual", "grid", "shadows")
"""The visible parts of the scene by default."""
_PNG = b"\x89PNG\r\n\x1a\n"


def rendered(content: Content, picture: Picture, frames: Sequence[Frame]) -> Iterator[bytes]:
    """Yield a picture of each frame, as PNG.

    Args:
        content: the scene.
        picture: the appearance of the pictures.
        frames: the frames, at least one.

    Raises:
        BrowserMissingError: no browser is installed.
        RenderError: the page could not be drawn.
    """
    width, height = picture.size
    request = {
        "address": _hash(picture),
        "width": width,
        "height": height,
        "transparent": picture.is_transparent,
        "theme": picture.theme,
        "frames": [_request(frame, picture) for frame in frames],
    }
    with renderer() as one:
        for body in one.draw(content, request, len(frames)):
            yield _png(body)


def _request(frame: Frame, picture: Picture) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if frame.q:
        found["q"] = dict(frame.q)
    if frame.camera or picture.camera:
        found["camera"] = dict(frame.camera) or {"preset": picture.camera}
    return found


def _hash(picture: Picture) -> str:
    shown = picture.show
    hidden = (f"-{name}" for name in _USUAL if shown and name not in shown)
    values = {
        "camera": picture.camera,
        "show": ",".join((*shown, *hidden)),
        "theme": picture.theme,
    }
    found = "&".join(f"{name}={quote(value, safe=',')}" for name, value in values.items() if value)
    return f"#{found}" if found else ""


def _png(body: bytes) -> bytes:
    """Return the PNG picture from the data that the page sent, which is the PNG or a data URL.

    Raises:
        RenderError: the page sent the reason why it could not draw the picture.
    """
    if body.startswith(_PNG):
        return body
    text = body.decode("utf-8", "replace")
    if text.startswith("data:image/png;base64,"):
        try:
            return base64.b64decode(text.partition(",")[2])
        except binascii.Error:
            pass
    try:
        found = json.loads(text)
        reason = found["error"] if isinstance(found, dict) else text
    except (ValueError, KeyError):
        reason = text
    raise RenderError(f"the page could not be drawn: {str(reason)[:500]}")


def gif_of(frames: Iterable[bytes], seconds: float) -> bytes:
    """Return an animated GIF that repeats endlessly.

    Args:
        frames: PNG pictures.
        seconds: the duration of each frame [s].

    Raises:
        RenderError: Pillow is not installed; the message explains how to install it.
    """
    try:
        from PIL import Image
    except ModuleNotFoundError:
        raise RenderError(
            "GIF pictures require Pillow, which is not installed: pip install 'bodyplan[view]'"
        ) from None
    images = []
    for frame in frames:
        with Image.open(io.BytesIO(frame), formats=("PNG",)) as image:
            images.append(image.convert("RGBA"))
    is_transparent = any(any(image.getchannel("A").histogram()[:128]) for image in images)
    palette = palette_of(images)
    made = [_indexed(image, palette, is_transparent=is_transparent) for image in images]
    target = io.BytesIO()
    more = {"transparency": 255, "disposal": 2} if is_transparent else {"disposal": 1}
    made[0].save(
        target,
        "GIF",
        save_all=True,
        append_images=made[1:],
        duration=round(1000 * seconds),
        loop=0,
        optimize=False,
        **more,
    )
    return target.getvalue()


def palette_of(images: Sequence[Any], colors: int = 255) -> Any:
    """Return an image with one palette for all pictures, so that constant colors do not flicker.

    Each color is weighted by the square root of its number of pixels, because most pixels show the
    background but the colors of the robot matter more.
    """
    from PIL import Image

    chosen = images[:: max(1, len(images) // 8)]
    width, height = 256, 192
    sheet = Image.new("RGB", (width, height * len(chosen)))
    for number, image in enumerate(chosen):
        small = image.convert("RGB").resize((width, height), Image.Resampling.NEAREST)
        sheet.paste(small, (0, height * number))
    counts: Any = sheet.getcolors(width * height * len(chosen))
    weighted = b"".join(bytes(color) * math.isqrt(count) for count, color in counts)
    return Image.frombytes("RGB", (len(weighted) // 3, 1), weighted).quantize(colors, kmeans=1)


def _indexed(image: Any, palette: Any, *, is_transparent: bool) -> Any:
    """Return a picture with the colors of a palette; transparent pixels have the index 255."""
    from PIL import Image

    made = image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
    if is_transparent:
        clear = image.getchannel("A").point(lambda value: 255 if value < 128 else 0)
        made.paste(255, mask=clear)
    return made
