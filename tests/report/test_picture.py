"""Pictures in other formats than SVG: right, or a sentence that names what to install."""

from __future__ import annotations

import builtins
import struct
import subprocess
import sys

import pytest

from bodyplan import read
from bodyplan.report.pictures.image import PictureError, convert_svg
from bodyplan.report.pictures.tree_svg import to_svg
from bodyplan.report.robot import robot_report

SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}"/>'


@pytest.fixture
def _cairo():
    """Skip where CairoSVG or its library is not installed."""
    try:
        import cairosvg  # noqa: F401
    except (ImportError, OSError) as error:
        pytest.skip(str(error))


@pytest.mark.usefixtures("_cairo")
@pytest.mark.parametrize(
    ("size", "pixels"),
    [((300, 200), (600, 400)), ((20_000, 100), (30_000, 150)), ((9_000, 9_000), (6_325, 6_325))],
)
def test_a_png_has_twice_the_size_unless_that_is_too_much(size, pixels):
    data = convert_svg(SMALL.format(*size), "png")
    assert struct.unpack(">II", data[16:24]) == pytest.approx(pixels, abs=2)


@pytest.mark.usefixtures("_cairo")
def test_a_robot_becomes_png_and_pdf():
    svg = to_svg(robot_report(read("sample:quadruped")))
    assert convert_svg(svg, "png").startswith(b"\x89PNG")
    assert convert_svg(svg, "pdf").startswith(b"%PDF")
    assert convert_svg(svg, "svg") == svg.encode()


@pytest.mark.usefixtures("_cairo")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ctypes starts none elsewhere")
def test_no_program_is_started_to_find_the_library():
    code = (
        "import sys; sys.addaudithook(lambda event, _: event != 'subprocess.Popen' or sys.exit(event));"
        f"from {convert_svg.__module__} import convert_svg; convert_svg({SMALL.format(1, 1)!r}, 'pdf')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ImportError(), "PDF pictures require CairoSVG: pip install 'bodyplan[picture]'"),
        (OSError(), "PDF pictures require the cairo library: install libcairo2 (Debian)"),
    ],
)
def test_without_a_converter_the_error_names_what_to_install(monkeypatch, error, sentence):
    original = builtins.__import__

    def fail(name, *rest, **more):
        if name == "cairosvg":
            raise error
        return original(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", fail)
    with pytest.raises(PictureError) as caught:
        convert_svg(SMALL.format(1, 1), "pdf")
    assert str(caught.value).startswith(sentence)
