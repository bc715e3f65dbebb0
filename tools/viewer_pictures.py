"""Draws the pictures of the viewer that the documentation shows, with ``bodyplan render``.

``python tools/viewer_pictures.py`` writes ``docs/img/view-*.png``; it needs Chromium, Pillow and the
package example-robot-data. ``python tools/viewer_pictures.py arm`` writes one of them.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import NamedTuple

from PIL import Image

import bodyplan
from bodyplan.formats.source import Readable
from bodyplan.viewer.render import Picture, palette_of
from bodyplan.viewer.sources import Source
from bodyplan.viewer.view import picture_of

ROOT = Path(__file__).resolve().parent.parent
SIZE = (720, 540)
LARGEST = 120_000
"""Bytes of a picture."""


class Drawn(NamedTuple):
    """A picture: its robot, values of joints, what is shown, and the camera."""

    robot: str
    q: dict[str, float] = {}  # noqa: RUF012  (never changed)
    show: tuple[str, ...] = ()
    camera: str = "iso"
    theme: str = "light"


BENT = {"shoulder_pan_joint": 0.5, "shoulder_lift_joint": 0.35, "elbow_joint": 0.4}
BENT |= {"wrist_pitch_joint": 1.0, "left_finger_joint": 0.03}
PICTURES = {
    "arm": Drawn("sample:arm", BENT),
    "quadruped": Drawn("sample:quadruped"),
    "rover": Drawn("sample:rover", {"pan_joint": 0.6, "tilt_joint": 0.2}),
    "panda": Drawn(
        "panda_description/urdf/panda.urdf",
        {"panda_joint2": -0.4, "panda_joint4": -2.2, "panda_joint6": 2.0},
    ),
    "talos": Drawn("talos_data/robots/talos_full_v2.urdf"),
    "g1": Drawn("g1_description/urdf/g1_29dof_rev_1_0.urdf"),
    "arm-collision": Drawn("sample:arm", BENT, ("collision", "grid")),
    "arm-inertia": Drawn("sample:arm", BENT, ("skeleton", "inertia", "com", "grid"), theme="dark"),
}


def source_of(name: str) -> Readable:
    """Return a sample, or the path of an example robot."""
    if name.startswith("sample:"):
        return name
    sys.path.insert(0, str(ROOT))
    from tests.oracles import urdfdom

    return Path(urdfdom.example_robots()[0]).parents[2] / name


def drawn(one: Drawn) -> bytes:
    """Return a picture as PNG, with so few colors that it is small."""

    def configure(scene: bodyplan.viewer.Scene, _: object) -> None:
        scene.configure(one.q)

    scene = Source([source_of(one.robot)], configure=configure).scene()
    data = picture_of(scene, Picture(SIZE, one.camera, show=one.show, theme=one.theme))
    with Image.open(io.BytesIO(data)) as image:
        for colors in (256, 192, 128, 96, 64):
            target = io.BytesIO()
            image.convert("RGB").quantize(
                palette=palette_of([image], colors), dither=Image.Dither.NONE
            ).save(target, "PNG", optimize=True)
            if target.tell() <= LARGEST:
                break
    return target.getvalue()


if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        path = ROOT / "docs" / "img" / f"view-{name}.png"
        path.write_bytes(drawn(PICTURES[name]))
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
