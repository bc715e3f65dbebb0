"""The verb explain: pages, lists, and near names."""

from __future__ import annotations

import json
import re
import sys

import pytest

from bodyplan.lint.codes import all_kinds


def test_a_code_has_a_page(bodyplan):
    status, out, err = bodyplan("explain", "J101")
    assert (status, err) == (0, "")
    head, line = out.splitlines()[:2]
    assert re.fullmatch(r"J101 limit-missing \(error; fix: \w+; since [\d.]+\)", head)
    assert line == "=" * len(head)
    assert "\n## Why it matters\n" in out


def test_the_name_and_small_letters_will_do(bodyplan):
    page = bodyplan("explain", "J101")
    assert bodyplan("explain", "j101") == page
    assert bodyplan("explain", "limit-missing") == page
    assert bodyplan("explain", "LIMIT-MISSING") == page


def test_several_codes_have_a_page_each(bodyplan):
    _, out, _ = bodyplan("explain", "J101", "X001")
    assert out == f"{bodyplan('explain', 'J101')[1]}\n\n{bodyplan('explain', 'X001')[1]}"


def test_without_a_code_all_are_listed(bodyplan):
    status, out, _ = bodyplan("explain")
    assert status == 0
    assert [line[:4] for line in out.splitlines()] == list(all_kinds())


def test_the_beginning_of_codes_lists_them(bodyplan):
    _, out, _ = bodyplan("explain", "J5")
    codes = [line[:4] for line in out.splitlines()]
    assert codes
    assert codes == [code for code in all_kinds() if code.startswith("J5")]


def test_every_code_has_its_page(bodyplan):
    for code, kind in all_kinds().items():
        status, out, _ = bodyplan("explain", code)
        assert status == 0
        assert out.startswith(f"{code} {kind.name} (")


def test_pages_come_as_json(bodyplan):
    _, out, _ = bodyplan("explain", "J101", "--json")
    (page,) = json.loads(out)["codes"]
    assert set(page) == {"code", "name", "severity", "fix", "since", "page"}
    assert len(json.loads(bodyplan("explain", "--json")[1])["codes"]) == len(all_kinds())


@pytest.mark.parametrize("word", ["ATTRIBUTE_MISSING", "attribute_missing", "4"])
def test_errors_of_the_reference_parser_lead_to_our_pages(bodyplan, word):
    status, out, _ = bodyplan("explain", word)
    assert status == 0
    assert out == bodyplan("explain", "D104")[1]
    assert "\nIn libsdformat: 4 ATTRIBUTE_MISSING\n" in out


def test_the_error_of_the_reference_parser_is_in_the_json(bodyplan):
    (page,) = json.loads(bodyplan("explain", "D104", "--json")[1])["codes"]
    assert page["reference"] == {"code": 4, "name": "ATTRIBUTE_MISSING"}


def test_an_error_that_no_file_leads_to_is_a_sentence(bodyplan):
    status, out, err = bodyplan("explain", "18")
    assert (status, out) == (2, "")
    assert err.startswith("bodyplan: libsdformat 18 NESTED_MODELS_UNSUPPORTED has no code: ")


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("limit-mising", "did you mean 'limit-missing'?"),
        ("ATTRIBUTE_MISING", "did you mean 'ATTRIBUTE_MISSING'"),
        ("J999", "`bodyplan explain J` lists J101 to "),
        ("qqqqq", "`bodyplan explain` lists all codes"),
    ],
)
def test_unknown_codes_get_a_hint(bodyplan, word, hint):
    status, out, err = bodyplan("explain", word)
    assert (status, out) == (2, "")
    assert err.startswith(f"bodyplan: unknown code {word!r}; {hint}")


@pytest.mark.parametrize("columns", [40, 60, 200])
def test_a_page_fits_its_terminal(bodyplan, monkeypatch, columns):
    whole = bodyplan("explain", "J101")[1]
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    page = bodyplan("explain", "J101")[1]
    assert page.split()[9:] == whole.split()[9:]  # the head has its line below it
    text = [line for line in page.splitlines()[1:] if not line.startswith("    ")]
    assert max(map(len, text)) <= min(columns, 100)
    code = [line for line in whole.splitlines() if line.startswith("    ")]
    assert [line for line in page.splitlines() if line.startswith("    ")] == code
