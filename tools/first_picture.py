"""Draws the moving picture at the top of README: a bad limit is saved, and the page shows where.

``python tools/first_picture.py`` writes ``docs/img/first.gif``; it needs Chromium, Pillow and
Playwright.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import bodyplan
from bodyplan.viewer.browser import find_browser
from bodyplan.viewer.live import LivePage
from bodyplan.viewer.render import palette_of
from bodyplan.viewer.sources import Source

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "img" / "first.gif"
SIZE = {"width": 1100, "height": 620}
GOOD = '<limit lower="-2.6" upper="0.7"'
BAD = '<limit lower="-150" upper="40"'
LARGEST = 3_000_000

Frames = list[tuple[Image.Image, int]]


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        samples = Path(bodyplan.__file__).parent / "samples" / "arm"
        shutil.copytree(samples, folder, dirs_exist_ok=True)
        live = LivePage(Source([Path(folder) / "arm.urdf"]), port=0)
        try:
            live.follow_in_thread()
            with sync_playwright() as tools:
                browser = tools.chromium.launch(
                    executable_path=find_browser(), args=["--no-sandbox"]
                )
                page = browser.new_page(viewport=SIZE)
                page.goto(live.url)
                page.evaluate("() => window.bodyplan.ready")
                frames = story(page, Path(folder) / "arm.urdf")
                browser.close()
        finally:
            live.stop()
    data = gif(frames)
    assert len(data) < LARGEST, len(data)
    TARGET.write_bytes(data)
    print(f"{TARGET.relative_to(ROOT)}: {len(data):,} bytes, {len(frames)} frames")


def story(page: Page, urdf: Path) -> Frames:
    """Return what is seen, and for how long [ms]."""
    frames: Frames = []

    def take(milliseconds: int) -> None:
        page.wait_for_timeout(700)  # until nothing moves and the picture is fine
        with Image.open(io.BytesIO(page.screenshot())) as image:
            frames.append((image.convert("RGB"), milliseconds))

    def pose(**q: float) -> None:
        page.evaluate("q => window.bodyplan.setQ(q)", q)

    text = urdf.read_text()
    for step in (8, *range(9)):  # the first time to fit the picture to where it ends
        pose(
            shoulder_pan_joint=0.1 * step, elbow_joint=-0.05 * step, shoulder_lift_joint=0.04 * step
        )
        if not frames:
            page.evaluate("() => window.bodyplan.setCamera({preset: 'iso'})")
        take(120)
    del frames[0]
    frames[-1] = (frames[-1][0], 1200)
    urdf.write_text(text.replace(GOOD, BAD, 1))  # as from an editor
    page.wait_for_function("() => document.querySelector('.badge')?.textContent > '0'")
    take(1500)
    page.get_by_role("tab", name="Diagnostics").click()
    take(1100)
    page.locator(".finding-head", has_text="J107").first.click()
    take(3600)
    page.keyboard.press("Escape")
    urdf.write_text(text)
    page.wait_for_function("() => document.querySelector('.badge').hidden")
    take(1640)  # ten seconds in all
    return frames


def gif(frames: Frames) -> bytes:
    """Return the frames as a GIF that repeats for ever."""
    images = [image for image, _ in frames]
    palette: Any = palette_of(images)
    made = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    target = io.BytesIO()
    durations = [milliseconds for _, milliseconds in frames]
    made[0].save(target, "GIF", save_all=True, append_images=made[1:], duration=durations, loop=0)
    return target.getvalue()


if __name__ == "__main__":
    main()
