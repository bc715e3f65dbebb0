"""Pictures for textures: what Pillow reads is shown, and what it rejects has a reason."""

import io
import zlib

import pytest
from tests.oracles import urdfdom

from bodyplan.geometry import pictures
from bodyplan.geometry.opened import as_file
from bodyplan.geometry.pictures import PictureError, as_png, image_of, load_image

PIL = pytest.importorskip("PIL.Image")
KINDS = {"png": "PNG", "jpg": "JPEG", "bmp": "BMP", "gif": "GIF", "tga": "TGA", "webp": "WEBP"}
NOT_PICTURES = {
    b"": "is empty",
    b"This is no picture.": "is not a picture",
    b"version https://git-lfs.github.com/spec/v1\noid": "is a Git LFS pointer",
    b"<!DOCTYPE html><html>": "is a web page",
    b"\x89PNG\r\n\x1a\n": "is an incomplete PNG file",
    b"\xff\xd8\xff\xe0\0\x04ab": "is an incomplete JPEG file",
    b"BM" + bytes(60): "has no pixels",
    b"DDS " + bytes(200): "is a DDS file",
}


def drawn(kind="PNG", size=(40, 30)):
    buffer = io.BytesIO()
    image = PIL.linear_gradient("L").resize(size).convert("RGB")
    image.save(buffer, kind)
    return buffer.getvalue()


def is_read_by_pillow(data):
    try:
        with PIL.open(io.BytesIO(data)) as image:
            image.load()
    except (OSError, SyntaxError):
        return False
    return True


def reason(path):
    with pytest.raises(PictureError) as error:
        load_image(path)
    assert image_of(path) is None
    assert str(error.value).startswith(path.name)
    return error.value


@pytest.mark.parametrize("ending", KINDS)
def test_a_picture_is_shown_as_png_or_jpeg(tmp_path, ending):
    path = tmp_path / f"t.{ending}"
    path.write_bytes(drawn(KINDS[ending]))
    media, data = load_image(path)
    assert media == ("image/jpeg" if ending == "jpg" else "image/png")
    with PIL.open(io.BytesIO(as_png("t", (media, data), as_file(path)))) as image:
        assert (image.format, image.size) == ("PNG", (40, 30))


@pytest.mark.parametrize("data", NOT_PICTURES)
def test_what_is_not_a_picture_has_a_reason(tmp_path, data):
    path = tmp_path / "t.png"
    path.write_bytes(data)
    assert not is_read_by_pillow(data) or data.startswith(b"DDS")
    assert NOT_PICTURES[data] in str(reason(path))


def test_a_png_that_ends_early_is_incomplete_wherever_it_ends(tmp_path):
    whole = drawn()
    path = tmp_path / "t.png"
    for length in range(8, len(whole)):
        path.write_bytes(whole[:length])
        assert "incomplete" in str(reason(path)), length


def test_a_png_with_another_byte_is_damaged(tmp_path):
    whole = drawn()
    path = tmp_path / "t.png"
    at = whole.index(b"IDAT") + 8
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
    assert "checksums" in str(reason(path))


def header(pixels, kind):
    """A picture that declares a width and height of this many pixels."""
    if kind == "PNG":
        content = b"IHDR" + pixels.to_bytes(4) * 2 + b"\x08\x02\0\0\0"
        parts = [content, b"IDAT" + zlib.compress(b""), b"IEND"]
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            (len(part) - 4).to_bytes(4) + part + zlib.crc32(part).to_bytes(4) for part in parts
        )
    sizes = pixels.to_bytes(2) * 2
    return b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08" + sizes + bytes(4) + b"\xff\xda\0\x02"


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_that_declares_too_many_pixels_is_left_out(tmp_path, kind):
    path = tmp_path / "t"
    path.write_bytes(header(2, kind))
    assert image_of(path) is not None
    path.write_bytes(header(60_000, kind))
    assert reason(path).is_left_out
    path.write_bytes(header(0, kind))
    assert "has no pixels" in str(reason(path))


def test_a_file_that_is_too_large_is_left_out(tmp_path):
    path = tmp_path / "t.png"
    with path.open("wb") as stream:
        stream.truncate(40_000_000)  # sparse
    assert reason(path).is_left_out


def test_other_formats_require_pillow(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "find_spec", lambda _: None)
    path = tmp_path / "t.bmp"
    path.write_bytes(drawn("BMP", (41, 30)))
    error = reason(path)
    assert error.is_left_out
    assert "Pillow" in error.remedy


def test_a_folder_and_a_missing_file_have_a_reason(tmp_path):
    for path in (tmp_path, tmp_path / "QQQ.png"):
        assert "cannot be read" in str(reason(path))


@pytest.mark.skipif(not urdfdom.available(), reason="example-robot-data is not installed")
def test_every_texture_of_real_robots_is_shown():
    folder = next(p for p in urdfdom.example_robots()[0].parents if p.name == "robots")
    found = [p for p in folder.rglob("*") if p.suffix.lower() in {".png", ".jpg", ".jpeg", ".tif"}]
    assert len(found) > 20
    for path in found:
        if is_read_by_pillow(path.read_bytes()):
            assert image_of(path) is not None, path
