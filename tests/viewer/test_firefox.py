"""The page in Firefox, of which a picture is all that it gives without a driver."""

from __future__ import annotations

import io
import shutil
import subprocess

import pytest

from bodyplan import view

np = pytest.importorskip("numpy")
images = pytest.importorskip("PIL.Image")
FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")


@pytest.mark.long
@pytest.mark.skipif(FIREFOX is None, reason="needs Firefox")
def test_the_page_opens_in_firefox(tmp_path):
    page = view("sample:arm", serve=False).save(tmp_path / "arm.html")
    (tmp_path / "profile").mkdir()
    command = [FIREFOX, "--headless", "--no-remote", "--profile", tmp_path / "profile"]
    command += ["--window-size=1000,700", "--screenshot", tmp_path / "page.png", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    with images.open(io.BytesIO((tmp_path / "page.png").read_bytes())) as picture:
        shown = np.asarray(picture.convert("L"))
    # The panel of joints, or the sentence that the browser has no WebGL: dark letters on light.
    assert shown.shape == (700, 1000)
    assert 200 < np.count_nonzero(shown < 128) < 50_000
