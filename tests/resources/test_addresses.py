"""Addresses are taken apart without looking at a disk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.resources import Resources
from bodyplan.resources.address import parse

CASES = [
    # address, scheme, package, parts, kinds of the notes
    ("package://arm/meshes/a.stl", "package", "arm", "meshes/a.stl", ""),
    ("package://arm", "package", "arm", "", ""),
    ("package://arm/", "package", "arm", "", ""),
    ("model://arm/meshes/a.stl", "model", "arm", "meshes/a.stl", ""),
    ("PACKAGE://arm/a.stl", "package", "arm", "a.stl", "scheme"),
    ("package:arm/a.stl", "package", "arm", "a.stl", "scheme"),
    ("package:/arm/a.stl", "package", "arm", "a.stl", "scheme slashes"),
    ("package:///arm/a.stl", "package", "arm", "a.stl", "slashes"),
    ("package://arm//meshes/./a.stl", "package", "arm", "meshes/a.stl", ""),
    ("package://arm/../b/a.stl", "package", "arm", "../b/a.stl", "outside"),
    ("package://arm/meshes/../a.stl", "package", "arm", "meshes/../a.stl", ""),
    ("package://../../etc", "package", "", "../etc", "outside"),
    ("package://", "package", "", "", "package"),
    ("package://./a.stl", "package", "", "a.stl", "package"),
    ("file:///usr/a.stl", "file", "", "usr/a.stl", "absolute"),
    ("file:/opt/a.stl", "file", "", "opt/a.stl", "absolute"),
    ("file://localhost/opt/a.stl", "file", "", "opt/a.stl", "absolute"),
    ("file:///home/ann/a.stl", "file", "", "home/ann/a.stl", "home"),
    ("file:///" + "root/a.stl", "file", "", "root/a.stl", "home"),
    ("file://meshes/a.stl", "relative", "", "meshes/a.stl", "scheme"),
    ("file://../meshes/a.stl", "relative", "", "../meshes/a.stl", "scheme"),
    ("file:///C:/a.stl", "file", "", "a.stl", "drive"),
    ("file://C:/a.stl", "file", "", "a.stl", "drive"),
    ("meshes/a.stl", "relative", "", "meshes/a.stl", ""),
    ("./meshes/a.stl", "relative", "", "meshes/a.stl", ""),
    ("a:b.stl", "relative", "", "a:b.stl", ""),
    ("~/a.stl", "relative", "", "~/a.stl", "home"),
    ("/opt/a.stl", "absolute", "", "opt/a.stl", "absolute"),
    ("//opt/a.stl", "absolute", "", "opt/a.stl", "absolute"),
    ("/Users/ann/a.stl", "absolute", "", "Users/ann/a.stl", "home"),
    (r"C:\Users\ann\a.stl", "windows", "", "Users/ann/a.stl", "backslash drive home"),
    ("d:/a.stl", "windows", "", "a.stl", "drive"),
    (r"\\server\share\a.stl", "windows", "", "", "drive"),
    (r"meshes\a.stl", "relative", "", "meshes/a.stl", "backslash"),
    ("http://example.org/a.stl", "network", "", "", "network"),
    ("HTTPS://example.org/a.stl", "network", "", "", "network"),
    ("pakage://arm/a.stl", "other", "", "", "scheme"),
    ("zzz://arm/a.stl", "other", "", "", "scheme"),
    ("$(find arm)/meshes/a.stl", "other", "", "", "macro"),
    ("package://${name}/a.stl", "other", "", "", "macro"),
    ("", "empty", "", "", ""),
    (" \n", "empty", "", "", ""),
    (" a.stl ", "relative", "", "a.stl", "whitespace"),
    ("a\nb.stl", "relative", "", "a\nb.stl", "control"),
    ("a\0b.stl", "relative", "", "a\0b.stl", "control"),
    ("a/" * 101, "other", "", "", "length"),
    ("a" * 4097, "other", "", "", "length"),
]


@pytest.mark.parametrize(
    ("uri", "scheme", "package", "path", "kinds"), CASES, ids=lambda v: repr(v)[:40]
)
def test_an_address_is_taken_apart(uri, scheme, package, path, kinds):
    address = parse(uri)
    assert (address.scheme, address.package) == (scheme, package)
    assert "/".join(address.parts) == path
    assert " ".join(note.kind for note in address.notes) == kinds


@pytest.mark.parametrize(
    ("uri", "suggestion"),
    [
        ("pakage://arm/a.stl", "package://arm/a.stl"),
        ("$(find arm)/meshes/a.stl", "package://arm/meshes/a.stl"),
        ("file://$(find-pkg-share arm)/a.stl", "package://arm/a.stl"),
        ("package:arm/a.stl", "package://arm/a.stl"),
        (r"package://arm\a.stl", "package://arm/a.stl"),
        (r"meshes\a.stl", "meshes/a.stl"),
        ("package://${name}/a.stl", None),
        ("zzz://arm/a.stl", None),
        ("http://example.org/a.stl", None),
        ("C:/a.stl", None),
    ],
)
def test_what_would_be_right_is_known_without_the_file(uri, suggestion):
    assert Resources(environment={}).resolve(uri, base=None).suggestion == suggestion


@pytest.mark.parametrize("codes", ["%2e%2e/secret", "..%2fsecret", "%2E%2E%2Fsecret", "a%00b"])
def test_percent_codes_lead_nowhere_else(codes):
    assert parse(f"package://arm/{codes}").decoded is None


@given(st.text(max_size=60))
def test_no_text_brings_it_down(text):
    resolution = Resources(environment={}).resolve(text, base=None)
    assert resolution.uri == text
    assert resolution.path is None or not resolution.path.is_relative_to("/proc")


@given(
    st.lists(
        st.sampled_from(
            ["package:", "file:", "model:", "/", "//", "..", ".", "\\", "C:", "%2e", "$(find", "a"]
        ),
        max_size=12,
    )
)
def test_no_mixture_of_its_signs_brings_it_down(parts):
    for text in ("".join(parts), "/".join(parts), "\0".join(parts)):
        for remark in Resources(environment={}).resolve(text, base="/QQQ/robot").remarks:
            assert remark.detail
            assert not remark.detail.endswith(".")
