"""The verb fmt: where the result goes, and what the exit status says."""

from __future__ import annotations

import io
import sys

import pytest

from bodyplan.cli import main

UNEVEN = '<robot name="r"><link  name="a"/><!-- kept --></robot>'
EVEN = '<robot name="r">\n  <link name="a"/> <!-- kept -->\n</robot>\n'


@pytest.fixture
def uneven(tmp_path):
    path = tmp_path / "uneven.urdf"
    path.write_text(UNEVEN)
    return path


@pytest.fixture
def even(tmp_path):
    path = tmp_path / "even.urdf"
    path.write_text(EVEN)
    return path


def test_the_file_itself_is_laid_out(uneven, capsys):
    assert main(["fmt", str(uneven)]) == 0
    assert uneven.read_text() == EVEN
    assert "uneven.urdf: formatted" in capsys.readouterr().err


def test_an_even_file_is_not_written(even, capsys):
    before = even.stat().st_mtime_ns
    assert main(["fmt", str(even)]) == 0
    assert even.stat().st_mtime_ns == before
    assert capsys.readouterr() == ("", "")


def test_check_says_so_by_its_exit_status_and_writes_nothing(uneven, even, capsys):
    assert main(["fmt", "--check", str(even)]) == 0
    assert main(["fmt", "--check", str(uneven)]) == 1
    assert uneven.read_text() == UNEVEN
    assert "would be formatted" in capsys.readouterr().err


def test_diff_shows_the_changes_and_writes_nothing(uneven, capsys):
    assert main(["fmt", "--diff", "--quiet", str(uneven)]) == 1
    assert uneven.read_text() == UNEVEN
    out, err = capsys.readouterr()
    assert '+  <link name="a"/> <!-- kept -->\n' in out
    assert err == ""


def test_the_result_can_go_to_another_file(uneven, even, tmp_path):
    target = tmp_path / "new.urdf"
    assert main(["fmt", "-o", str(target), str(uneven)]) == 0
    assert (uneven.read_text(), target.read_text()) == (UNEVEN, EVEN)
    assert main(["fmt", "-o", str(tmp_path / "same.urdf"), str(even)]) == 0
    assert (tmp_path / "same.urdf").read_text() == EVEN
    assert main(["fmt", "-o", str(target), str(uneven), str(even)]) == 2


def test_standard_input_goes_to_standard_output(monkeypatch, capfdbinary):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UNEVEN.encode())))
    assert main(["fmt", "-"]) == 0
    assert capfdbinary.readouterr().out.replace(b"\r\n", b"\n") == EVEN.encode()


def test_a_folder_is_laid_out_file_by_file(uneven, even, tmp_path, capsys):
    assert main(["fmt", str(tmp_path)]) == 0
    assert uneven.read_text() == EVEN
    assert "2 files: 1 formatted, 1 unchanged" in capsys.readouterr().err


def test_a_broken_file_stays_and_the_others_are_laid_out(uneven, tmp_path, capsys):
    broken = tmp_path / "broken.urdf"
    broken.write_text('<robot  name="r">\n<link></robot>')
    assert main(["fmt", str(broken), str(uneven)]) == 2
    assert broken.read_text() == '<robot  name="r">\n<link></robot>'
    assert uneven.read_text() == EVEN
    err = capsys.readouterr().err
    assert "broken.urdf:2:" in err
    assert "the file is not formatted" in err
    assert "1 failed" in err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["no-such-file.urdf"], "does not exist"),
        (["--indent", "99", "sample:arm"], "--indent must be at least 0 and at most 16"),
        (["--indent", "many", "sample:arm"], "expected an integer"),
        (["--limit", "max_depht=3", "sample:arm"], "max_depth"),
        (["sample:arm"], "is part of bodyplan"),
    ],
)
def test_wrong_use_ends_with_a_sentence(words, part, capsys):
    if words == ["sample:arm"] and main(["fmt", "--check", "sample:arm"]) == 0:
        pytest.skip("the sample is even")
    assert main(["fmt", *words]) == 2
    assert part in capsys.readouterr().err


def test_other_files_are_rejected(tmp_path, capsys):
    page = tmp_path / "page.urdf"
    page.write_text("<html><body></body></html>")
    assert main(["fmt", str(page)]) == 2
    assert "HTML" in capsys.readouterr().err


def test_the_indent_can_be_chosen(uneven):
    assert main(["fmt", "--indent", "4", str(uneven)]) == 0
    assert "\n    <link" in uneven.read_text()


def test_a_byte_outside_the_encoding_is_rejected(tmp_path, capsys):
    path = tmp_path / "odd.urdf"
    path.write_bytes(b'<robot  name="\xff"/>')
    assert main(["fmt", str(path)]) == 2
    assert path.read_bytes() == b'<robot  name="\xff"/>'
    assert "odd.urdf" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_ends_with_a_sentence(uneven, tmp_path, capsys):
    assert main(["fmt", "-o", str(tmp_path / "no" / "folder.urdf"), str(uneven)]) == 2
    assert "cannot write" in capsys.readouterr().err
