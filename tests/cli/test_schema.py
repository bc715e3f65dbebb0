"""The verb schema: valid schemas, pages, and where they go."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from tests.cli.conftest import ERROR


@pytest.mark.parametrize(
    "name", ["urdf", "srdf", "sdf", "model_state", "report", "inertia", "fk", "workspace"]
)
def test_each_schema_is_one(bodyplan, name):
    status, out, err = bodyplan("schema", name)
    assert (status, err) == (0, "")
    Draft202012Validator.check_schema(json.loads(out))


def test_the_report_fits_its_schema(bodyplan, here):
    (here / "a.urdf").write_text(ERROR)
    schema = json.loads(bodyplan("schema", "report")[1])
    report = json.loads(bodyplan("check", "a.urdf", "none.urdf", "sample:arm", "--json")[1])
    Draft202012Validator(schema).validate(report)


@pytest.mark.parametrize("name", ["urdf", "srdf", "sdf", "model_state"])
def test_each_format_has_a_page(bodyplan, name):
    status, out, _ = bodyplan("schema", name, "--format", "markdown")
    assert status == 0
    assert out.startswith("# ")
    assert "| field |" in out


def test_the_result_can_go_to_a_file(bodyplan, here):
    printed = bodyplan("schema", "urdf")[1]
    assert bodyplan("schema", "urdf", "-o", "urdf.json") == (0, "", "")
    assert (here / "urdf.json").read_text("utf-8") == printed
    assert bodyplan("schema", "urdf", "-o", "-")[1] == printed


def test_wrong_use_is_a_sentence(bodyplan):
    assert bodyplan("schema", "report", "--format", "markdown") == (
        2,
        "",
        "bodyplan: the report has a JSON Schema only\n",
    )
    assert bodyplan("schema", "urd") == (
        2,
        "",
        (
            "bodyplan schema: 'urd' is none of urdf, srdf, sdf, model_state, report, show-sdf, "
            "inertia, fk, workspace; did you mean 'urdf'?\n"
        ),
    )
    assert bodyplan("schema")[2] == (
        "bodyplan schema: NAME is missing; see `bodyplan schema --help`\n"
    )
