"""Hostile includes of SDFormat: each a folder of files, ``m.sdf`` first, and the answer's code."""

from __future__ import annotations

from tests.hostile.sdformat_files import BALL, LAUGHS, LINK, Bomb, include, joint, model, world
from tests.hostile.semantics import MILLION, many

OUTSIDE = "/etc/passwd"
FUEL = "https://fuel.gazebosim.org/1.0/QQQ/models/m"


def config(file: str = "model.sdf", version: str = "1.9") -> bytes:
    """What leads to the file of a model."""
    return (
        f'<model><name>m</name><sdf version="{version}">{file}</sdf>'
        "<description>QQQ</description></model>"
    ).encode()


def circle(length: int, merge: bool = False) -> Bomb:
    """Models in a circle of includes."""
    files = {
        f"m{number or ''}.sdf": model(
            LINK + include(f"m{(number + 1) % length or ''}.sdf", merge=merge), f"m{number}"
        )
        for number in range(length)
    }
    return Bomb(files)


def row(length: int, merge: bool = False) -> Bomb:
    """Models that include the next each."""
    files = {
        f"m{number or ''}.sdf": model(
            LINK + include(f"m{number + 1}.sdf", merge=merge), f"m{number}"
        )
        for number in range(length)
    }
    return Bomb({**files, f"m{length}.sdf": model(LINK, "end")})


def folder_model(name: str, data: bytes, manifest: bytes | None = None) -> dict[str, bytes]:
    """A model in a folder of its own."""
    return {f"{name}/model.config": manifest or config(), f"{name}/model.sdf": data}


INCLUDES = {
    # includes that lead in circles, or on and on
    "a model that includes itself": lambda: circle(1),
    "a model that merges itself": lambda: circle(1, merge=True),
    "a model that includes itself 10,000 times": lambda: Bomb(
        {"m.sdf": model(LINK + include("m.sdf") * 10_000)}
    ),
    "a model that includes itself by its model.config": lambda: Bomb(
        {"m.sdf": model(include("a")), **folder_model("a", model(LINK + include("../a"), "a"))}
    ),
    "a circle of 3 models": lambda: circle(3),
    "a circle of 500 models": lambda: circle(500),
    "a circle of 500 models that merge each other": lambda: circle(500, merge=True),
    "1,000 files that include the next": lambda: row(1000),
    "150 files that merge the next": lambda: row(150, merge=True),
    "12 models that each include the next 10 times": lambda: Bomb(
        {
            f"m{number or ''}.sdf": model(
                LINK
                + "".join(
                    include(f"m{number + 1}.sdf", f"<name>n{copy}</name>") for copy in range(10)
                )
            )
            for number in range(12)
        }
        | {"m12.sdf": model(LINK)}
    ),
    "50 models that each include all": lambda: Bomb(
        {
            f"m{number or ''}.sdf": model(
                LINK
                + "".join(
                    include(f"m{other or ''}.sdf", f"<name>n{other}</name>") for other in range(50)
                )
            )
            for number in range(50)
        }
    ),
    # many includes
    "10,000 includes of one missing model": lambda: Bomb(
        {"m.sdf": world(many(10_000, include("model://QQQ", "<name>m#</name>")))}
    ),
    "10,000 includes of one folder": lambda: Bomb(
        {
            "m.sdf": world(many(10_000, include("a", "<name>m#</name>"))),
            **folder_model("a", model(LINK, "a")),
        }
    ),
    "20,000 includes of missing models": lambda: Bomb(
        {"m.sdf": world(many(20_000, include("model://QQQ#")))}
    ),
    "10,000 includes of one model": lambda: Bomb(
        {
            "m.sdf": world(many(10_000, include("a.sdf", "<name>m#</name>"))),
            "a.sdf": model(LINK + BALL, "a"),
        }
    ),
    "10,000 includes of models of Fuel": lambda: Bomb(
        {"m.sdf": world(many(10_000, include(f"{FUEL}#")))}
    ),
    "a world of 5,000 models that are all there": lambda: Bomb(
        {"m.sdf": world(many(5000, include("a/m#")))}
        | {f"a/m{n}/model.config": config() for n in range(5000)}
        | {f"a/m{n}/model.sdf": model(LINK, f"m{n}") for n in range(5000)}
    ),
    "900 models that are merged": lambda: Bomb(
        {
            "m.sdf": model(LINK + "".join(include(f"a{n}.sdf", merge=True) for n in range(900))),
            **{
                f"a{n}.sdf": model(f'<link name="l{n}"/>{joint(n, f"l{n}", "l0")}', f"a{n}")
                for n in range(900)
            },
        }
    ),
    "one model that is merged 10,000 times": lambda: Bomb(
        {
            "m.sdf": model(LINK + include("a.sdf", merge=True) * 10_000),
            "a.sdf": model('<link name="x"/><frame name="y"/>', "a"),
        }
    ),
    "20,000 params of an include": lambda: Bomb(
        {
            "m.sdf": model(
                LINK
                + "<include><uri>a.sdf</uri><experimental:params>"
                + many(
                    10_000,
                    '<link element_id="l#" action="add" name="p#"/>'
                    '<visual element_id="l::v#" action="modify"><pose>1e308</pose></visual>',
                ).decode()
                + "</experimental:params></include>"
            ),
            "a.sdf": model(LINK + many(5000, '<link name="l#"/>').decode(), "a"),
        }
    ),
    "20 models of 140,000 elements each": lambda: Bomb(
        {
            "m.sdf": model(LINK + many(20, include("a#.sdf", "<name>m#</name>")).decode()),
            **{f"a{n}.sdf": model(LINK + "<a/>" * 140_000, "a") for n in range(20)},
        }
    ),
    "2,000 includes of a model of 20,000 plugins": lambda: Bomb(
        {
            "m.sdf": world(many(2000, include("a.sdf", "<name>m#</name>"))),
            "a.sdf": model(LINK + '<plugin name="p" filename="p"/>' * 20_000, "a"),
        }
    ),
    "2,000 includes of a link of 20,000 shapes": lambda: Bomb(
        {
            "m.sdf": world(many(2000, include("a.sdf", "<name>m#</name>"))),
            "a.sdf": model(
                '<link name="l"><inertial auto="true"/>' + BALL * 20_000 + "</link>", "a"
            ),
        }
    ),
    # includes that lead out
    "includes that lead out of the folders": lambda: Bomb(
        {
            "m.sdf": model(
                LINK
                + "".join(
                    include(uri)
                    for uri in (
                        *(
                            "../" * 30 + "etc/passwd",
                            OUTSIDE,
                            f"file://{OUTSIDE}",
                            "model://../../x",
                        ),
                        *("model:///etc", "inside.sdf", "inside", "file:///dev/zero", "/dev/stdin"),
                        *(
                            "..",
                            ".",
                            "/",
                            "~",
                            "~root",
                            "$HOME",
                            "%2e%2e/%2e%2e/etc/passwd",
                            "C:\\x",
                        ),
                        *(
                            "a",
                            "b",
                            "c",
                            "\\\\host\\x",
                            "file://host/x",
                            "ftp://host/x",
                            "data:,x",
                            "m.sdf/x",
                        ),
                    )
                )
            )
        },
        {
            "inside.sdf": OUTSIDE,
            "inside": "/etc",
            "loop.sdf": "loop.sdf",
            "a": "/etc",
            "b/model.config": OUTSIDE,
            "c/model.config": "../m.sdf",
        },
    ),
    "includes of odd names": lambda: Bomb(
        {
            "m.sdf": model(
                LINK
                + "".join(
                    include(uri)
                    for uri in (
                        *("a&#10;b.sdf", "a\x7f\x9b31mQQQ.sdf", "\u202eQQQ.sdf", "x" * 5000, " "),
                        *(
                            "a/" * 3000,
                            "loop.sdf",
                            "a%00b.sdf",
                            "a%0Ab.sdf",
                            "model://" + "a/" * 3000,
                        ),
                        *(
                            "q?x=1#y",
                            "model://m?x",
                            "model://",
                            "file://",
                            "://",
                            ":",
                            "%",
                            "a\u0300",
                        ),
                    )
                )
            ),
            "a\nb.sdf": model(LINK, "a\x9b"),
            "a\x7f\x9b31mQQQ.sdf": model('<link name="QQQ\x9b"/><frame name="f\u202e"/>', "b"),
        },
        {"loop.sdf": "loop.sdf"},
    ),
    # model.config
    "a model.config of 5 MB": lambda: Bomb(
        {
            "m.sdf": model(LINK + include("a") + include("b")),
            **folder_model("a", model(LINK, "a"), b"<model>" + b"<QQQ/>" * 800_000 + b"</model>"),
            **folder_model("b", model(LINK, "b"), b"<model>" + b" " * 5 * MILLION + b"</model>"),
        }
    ),
    "model.configs that are none": lambda: Bomb(
        {
            "m.sdf": model(LINK + "".join(include(f"a{number}") for number in range(13))),
            **folder_model("a0", model(LINK), LAUGHS + b"<model><sdf>&c;</sdf></model>"),
            **folder_model("a1", model(LINK), LAUGHS + b"<model><sdf>&e;</sdf></model>"),
            **folder_model("a2", model(LINK), b"<QQQ/>"),
            **folder_model("a3", model(LINK), b"\0\xff" * 1000),
            **folder_model("a4", model(LINK), b" "),
            **folder_model("a5", model(LINK), b"<sdf><sdf><sdf>" + config()),
            **folder_model("a6", model(LINK), config("../../../../etc/passwd")),
            **folder_model("a7", model(LINK), config(OUTSIDE)),
            **folder_model("a8", model(LINK), config("model.config")),
            **folder_model("a9", model(LINK), config(".")),
            **folder_model("a10", model(LINK), config(version="1." + "9" * 10_000)),
            **folder_model("a12", model(LINK), config("../a8/model.config")),
            **folder_model("a11", model(LINK), config("\x7f&#13;\x9b" + "x" * 10_000)),
        }
    ),
    "a model.config with 100,000 versions": lambda: Bomb(
        {
            "m.sdf": model(LINK + include("a")),
            **folder_model(
                "a",
                model(LINK, "a"),
                b"<model>" + many(100_000, '<sdf version="1.#">m#.sdf</sdf>') + b"</model>",
            ),
        }
    ),
}

INCLUDE_CODES = {
    "a model that includes itself": "D311",
    "a model that merges itself": "D311",
    "a model that includes itself 10,000 times": "D311",
    "a model that includes itself by its model.config": "D311",
    "a circle of 3 models": "D311",
    "a circle of 500 models": "D311",
    "a circle of 500 models that merge each other": "D311",
    "1,000 files that include the next": "D311",
    "150 files that merge the next": "D102",
    "12 models that each include the next 10 times": "D311",
    "50 models that each include all": "D311",
    "10,000 includes of one missing model": "D114",
    "20,000 includes of missing models": "D114",
    "10,000 includes of models of Fuel": "D114",
    "900 models that are merged": "D122",
    "one model that is merged 10,000 times": "D102",
    "20,000 params of an include": "D108",
    "20 models of 140,000 elements each": "D312",
    "2,000 includes of a link of 20,000 shapes": "D101",
    "includes that lead out of the folders": "D113",
    "includes of odd names": "D114",
    "a model.config of 5 MB": "D114",
    "model.configs that are none": "D101",
    "a model.config with 100,000 versions": "D101",
}
