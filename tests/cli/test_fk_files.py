"""Files of configurations for fk: tables with and without names, arrays, and what is wrong."""

from __future__ import annotations

import io
import json
import pickle

import numpy as np
import pytest
from tests.cli.test_fk import JOINTS, numbers, table

from bodyplan.description.load import load


@pytest.fixture(scope="module")
def arm():
    """The sample arm."""
    return load("sample:arm")


# Files of configurations


def test_columns_are_in_any_order_and_the_other_joints_where_they_are(bodyplan, here, arm):
    (here / "q.csv").write_text(
        "# a path\n\nflange_joint, elbow_joint\n0.1,0.2\n-0.3,0.4\n", encoding="utf-8-sig"
    )
    words = ("--configurations", "q.csv", "-q", "wrist_roll_joint=1", "--frame", "tool0")
    status, out, err = bodyplan("fk", "sample:arm", *words, "-o", "poses.csv")
    assert (status, out, err) == (0, "", "poses.csv: 2 poses\n")
    rows = table((here / "poses.csv").read_text())
    assert [row["row"] for row in rows] == ["1", "2"]
    for row, (flange, elbow) in zip(rows, ((0.1, 0.2), (-0.3, 0.4)), strict=True):
        q = arm.q(wrist_roll_joint=1.0, flange_joint=flange, elbow_joint=elbow)
        pose = arm.forward_kinematics(q, ["tool0"], form="position_quat_xyzw")[0]
        assert np.abs(numbers(row) - pose).max() < 1e-15


@pytest.mark.parametrize("separator", [",", ";", "\t", " "])
def test_a_table_without_names_has_a_column_for_each_number(bodyplan, here, arm, separator):
    q = arm.random(1, 5)
    (here / "q.csv").write_text("".join(separator.join(map(repr, r)) + "\n" for r in q.tolist()))
    words = ("--configurations", "q.csv", "-o", "poses.npy", "--form", "xyz-quat", "--quiet")
    assert bodyplan("fk", "sample:arm", *words) == (0, "", "")
    expected = arm.forward_kinematics(q, form="position_quat_xyzw")
    assert np.array_equal(np.load("poses.npy"), expected)


@pytest.mark.parametrize("kind", ["float32", "int64", ">f8", "float16"])
def test_arrays_of_any_real_numbers_are_read(bodyplan, here, kind):
    np.save("q.npy", np.asfortranarray(np.zeros((3, 7), kind)))
    words = ("--configurations", "q.npy", "-o", "poses.json", "--frame", "tool0")
    assert bodyplan("fk", "sample:arm", *words)[0] == 0
    found = json.loads((here / "poses.json").read_text())["configurations"]
    assert [one["poses"][0]["xyz"][0] for one in found] == pytest.approx([0.428] * 3)


def test_configurations_come_from_standard_input_too(bodyplan, feed):
    feed("elbow_joint\n0.5\n")
    _, out, _ = bodyplan("fk", "sample:arm", "--configurations", "-", "--csv", "--frame", "tool0")
    words = ("fk", "sample:arm", "-q", "elbow_joint=0.5", "--csv", "--frame", "tool0")
    assert out == bodyplan(*words)[1]
    feed(b"\x93NUMPY")
    assert bodyplan("fk", "sample:arm", "--configurations", "-")[0] == 2


def test_many_configurations_are_worked_out_in_parts(bodyplan, here, arm, monkeypatch):
    monkeypatch.setattr("bodyplan.jobs.poses._BLOCK", 1000)
    q = arm.random(2, 101)
    np.save("q.npy", q)
    words = ("fk", "sample:arm", "--configurations", "q.npy", "--frame", "tool0", "--quiet")
    for target in ("p.npy", "p.csv", "p.json"):
        assert bodyplan(*words, "-o", target) == (0, "", "")
    expected = arm.forward_kinematics(q, ["tool0"])
    assert np.array_equal(np.load("p.npy"), expected)
    rows = table((here / "p.csv").read_text())
    assert [int(row["row"]) for row in rows] == list(range(1, 102))
    found = json.loads((here / "p.json").read_text())["configurations"]
    xyz = [one["poses"][0]["xyz"] for one in found]
    assert np.array_equal(xyz, expected[:, 0, :3, 3] + 0.0)
    assert np.array_equal([list(one["q"].values()) for one in found], q)


def test_a_table_for_people_ends_before_they_are_tired(bodyplan, here):
    np.save("q.npy", np.zeros((2000, 7)))
    _, out, _ = bodyplan("fk", "sample:arm", "--configurations", "q.npy", "--frame", "tool0")
    assert out.splitlines()[-1] == "and 1,000 more configurations; write all with -o FILE.csv"


WRONG_FILES = [
    ("", "q.csv is empty; expected a header with joint names, and one line per configuration"),
    ("elbow_joint\n", "q.csv has a header but no configurations"),
    ("elbow_jointQQQ\n1\n", "q.csv: robot 'tern' has no joint 'elbow_jointQQQ'; did you mean "),
    (
        "tool0\n1\n",
        "q.csv: robot 'tern' has no joint 'tool0'; that is a link; its parent joint is 'tool0_",
    ),
    ("tool0_joint\n1\n", "q.csv: joint 'tool0_joint' is fixed and has no position"),
    ("right_finger_joint\n0\n", "q.csv: joint 'right_finger_joint' mimics 'left_finger_joint': "),
    ("elbow_joint,elbow_joint\n1,2\n", "q.csv: duplicate column 'elbow_joint'"),
    ("elbow_joint,\n1,\n", "q.csv:2: missing number in column 2"),
    ("elbow_joint,flange_joint\n1,2\n3\n", "q.csv:3: expected 2 values, got 1"),
    ("elbow_joint\n1\nabc\n", "q.csv:3: expected a number, got 'abc' in column 1"),
    ("elbow_joint\n1_0\n", "q.csv:2: expected a number, got '1_0' in column 1"),
    ("elbow_joint\n1\nnan\n", "q.csv:3: elbow_joint is nan, not a finite position"),
    ("elbow_joint\n-inf\n1e999\n", "q.csv:2: elbow_joint is -inf, not a finite position (2 "),
    (
        "elbow_joint;flange_joint\n0,5;1\n",
        "q.csv:2: expected a number, got '0,5' in column 1; use a decimal point",
    ),
    (
        "elbow_joint flange_joint\n0 1\n",
        "q.csv:2: expected a number, got '0 1' in column 1; separate columns with commas",
    ),
    (
        "# elbow_joint,flange_joint\n0,1\n",
        (
            "q.csv has 2 columns and no header; configurations of this robot have 7 columns "
            f"({', '.join(JOINTS)}); a line that begins with # is a comment\n"
        ),
    ),
    ("1,2,3\n", "q.csv has 3 columns and no header; configurations of this robot have 7 columns"),
    (b"\xff\xfea\x00", "q.csv:1: not UTF-8 text"),
    ("elbow_joint\n\0\n", "q.csv:2: binary data"),
    ("a" * 1_000_001, "q.csv:1: this line is longer than 1,000,000 bytes"),
    (b"PK\x03\x04rest", "q.csv is an archive; save one of its tables as .csv or .npy"),
]


@pytest.mark.parametrize(("data", "sentence"), WRONG_FILES, ids=[s[:30] for _, s in WRONG_FILES])
def test_what_is_wrong_with_a_table_is_reported_in_a_sentence(bodyplan, here, data, sentence):
    (here / "q.csv").write_bytes(data if isinstance(data, bytes) else data.encode())
    status, out, err = bodyplan("fk", "sample:arm", "--configurations", "q.csv")
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan: {sentence}")
    assert err.count("\n") == 1


def _header(shape):
    stream = io.BytesIO()
    about = {"descr": "<f8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stream, about)
    return stream.getvalue()


def _saved(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


WRONG_ARRAYS = [
    (
        _saved(np.array([{}, 1], object)),
        "q.npy contains Python objects, not numbers; they are never",
    ),
    (_saved(np.zeros((5, 6))), "q.npy has shape (5, 6); expected (rows, 7)"),
    (_saved(np.zeros((5, 2, 7))), "q.npy has shape (5, 2, 7); expected (rows, 7)"),
    (_saved(np.float64(1)), "q.npy has shape (); expected (rows, 7)"),
    (
        _saved(np.zeros((5, 7), complex)),
        "q.npy contains values of type complex128; expected real numbers",
    ),
    (_saved(np.zeros((5, 7), bool)), "q.npy contains values of type bool; expected real numbers"),
    (_saved(np.array(["a"] * 7)), "q.npy contains values of type <U1; expected real numbers"),
    (_saved(np.zeros((0, 7))), "q.npy has no configurations"),
    (_saved(np.full((3, 7), np.nan)), "q.npy, row 1: shoulder_pan_joint is nan, not a finite"),
    (_saved(np.zeros((5, 7)))[:-8], "q.npy is truncated: its header declares 35 numbers"),
    (_saved(np.zeros((5, 7)))[:30], "q.npy: invalid header of a NumPy file"),
    (_header((10**12, 7)), "q.npy contains 7,000,000,000,000 numbers; at most 50,000,000 are read"),
    (_header((-5, 7)), "q.npy has shape (-5, 7); expected (rows, 7)"),
    (pickle.dumps([1, 2]), "q.npy is not a NumPy file: its first bytes differ"),
    (b"", "q.npy is not a NumPy file: its first bytes differ"),
]


@pytest.mark.parametrize(("data", "sentence"), WRONG_ARRAYS, ids=[s[6:40] for _, s in WRONG_ARRAYS])
def test_what_is_wrong_with_an_array_is_reported_in_a_sentence(bodyplan, here, data, sentence):
    (here / "q.npy").write_bytes(data)
    status, out, err = bodyplan("fk", "sample:arm", "--configurations", "q.npy")
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan: {sentence}")
    assert err.count("\n") == 1


def test_nothing_is_unpickled(bodyplan, here):
    class Trap:
        def __reduce__(self):
            return (open, ("trapped", "w"))

    np.save("q.npy", np.array([Trap()], object), allow_pickle=True)
    (here / "trapped").unlink(missing_ok=True)
    assert bodyplan("fk", "sample:arm", "--configurations", "q.npy")[0] == 2
    (here / "q.npy").write_bytes(pickle.dumps(Trap()))
    assert bodyplan("fk", "sample:arm", "--configurations", "q.npy")[0] == 2
    assert not (here / "trapped").exists()


def test_a_table_without_end_is_stopped(bodyplan, here, monkeypatch):
    monkeypatch.setattr("bodyplan.kinematics.configuration_file.MAX_NUMBERS", 100)
    (here / "q.csv").write_text("elbow_joint\n" + "1\n" * 101)
    assert bodyplan("fk", "sample:arm", "--configurations", "q.csv")[::2] == (
        2,
        "bodyplan: q.csv has more numbers than the limit of 100; split the file\n",
    )


def test_a_table_of_more_numbers_than_there_is_room_for_is_refused(bodyplan, here, monkeypatch):
    """A column for one joint may stand for very many joints."""
    (here / "q.csv").write_text("elbow_joint\n" + "0.1\n" * 30)
    monkeypatch.setattr("bodyplan.kinematics.configuration_file.MAX_NUMBERS", 200)
    told = "q.csv has 30 configurations of 7 numbers each: more than the limit of 200 in total; split the file"
    words = ("--configurations", "q.csv")
    assert bodyplan("fk", "sample:arm", *words) == (2, "", f"bodyplan: {told}\n")


def test_the_hint_on_a_comma_is_for_commas(here, bodyplan):
    for cell, hint in (("1_000", ""), ("0;5", "")):
        (here / "q.csv").write_text(f"elbow_joint\n{cell}\n")
        _, _, err = bodyplan("fk", "sample:arm", "--configurations", "q.csv")
        assert err.endswith(f"expected a number, got {cell!r} in column 1{hint}\n")
