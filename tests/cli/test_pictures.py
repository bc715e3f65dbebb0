"""-o with the ending of a picture: a picture, or a sentence that names the known endings."""

from __future__ import annotations

import pytest

DRAW = {
    "show": ["show", "sample:arm"],
    "show of an SRDF": ["show", "arm.srdf", "--robot", "sample:arm"],
    "show of SDFormat": ["show", "m.sdf"],
    "workspace": ["workspace", "sample:arm", "--frame", "tool0", "--count", "50"],
    "srdf new": ["srdf", "new", "sample:arm"],
}
SDF = '<sdf version="1.9"><model name="m"><link name="base"/></model></sdf>'
START = {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.fixture(autouse=True)
def _files(here, bodyplan):
    (here / "m.sdf").write_text(SDF)
    bodyplan("srdf", "new", "sample:arm", "-o", "arm.srdf")


def require_converter(ending):
    """Skip where CairoSVG or its library is not installed."""
    try:
        if ending != "svg":
            import cairosvg  # noqa: F401
    except (ImportError, OSError) as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("ending", START)
@pytest.mark.parametrize("verb", DRAW)
def test_the_ending_makes_a_picture_which_can_be_replaced(verb, ending, here, bodyplan):
    if verb == "workspace":
        pytest.importorskip("numpy")
    require_converter(ending)
    for _ in range(2):
        status, _, err = bodyplan(*DRAW[verb], "-o", f"x.{ending}")
        assert status == 0, err
        assert (here / f"x.{ending}").read_bytes().startswith(START[ending])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show", "sample:arm", "-o", "x.xls"], "unknown ending '.xls'; known endings are .svg, "),
        (["show", "sample:arm", "--json", "-o", "x.svg"], ".svg means svg, but an option"),
        (["show", "sample:arm", "--graph", "dot", "-o", "x.png"], ".png means png, but an option"),
        (["srdf", "new", "sample:arm", "-o", "x.txt"], "known endings are .srdf, .xml, .svg, "),
        (["workspace", "sample:arm", "-o", "x"], "missing ending; known endings are .csv, .npy"),
        (["fk", "sample:arm", "-o", "x"], "missing ending; known endings are .csv, .npy"),
        (["inertia", "sample:arm", "-o", "x.csv"], "known endings are .txt, .json"),
        (["fix", "sample:arm", "-o", "x.svg"], "this verb draws no pictures"),
        (["check", "sample:arm", "-o", "x.PDF"], "this verb draws no pictures"),
        (["inertia", "sample:arm", "-o", "x.png"], "this verb draws no pictures"),
    ],
)
def test_another_ending_is_an_error(words, sentence, here, bodyplan):
    if words[0] in {"fk", "workspace", "inertia"}:
        pytest.importorskip("numpy")
    before = sorted(here.iterdir())
    status, out, err = bodyplan(*words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert sorted(here.iterdir()) == before


@pytest.mark.parametrize(
    ("name", "start"),
    [("x.dot", "digraph"), ("x.gv", "digraph"), ("x.mmd", "flowchart LR"), ("x.json", "{")],
)
def test_the_ending_names_the_format_of_a_graph_or_report(name, start, here, bodyplan):
    assert bodyplan("show", "sample:arm", "-o", name) == (0, "", "")
    assert (here / name).read_text().startswith(start)


def test_every_link_has_a_box_with_unfold(bodyplan):
    _, folded, _ = bodyplan("show", "sample:arm", "--graph", "svg")
    _, unfolded, _ = bodyplan("show", "sample:arm", "--graph", "svg", "--unfold")
    assert (folded.count("<rect"), unfolded.count("<rect")) == (9, 13)
