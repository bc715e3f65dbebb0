"""The errors of a format's reference reader, beside ours in every form of report."""

from __future__ import annotations

import json

import jsonschema
import pytest

import bodyplan
from bodyplan.cli.verbs.schema import schema as schema_of
from bodyplan.diag.render import render

TEXT = """<sdf version="1.9">
  <model name="m">
    <link/>
    <joint name="j" type="fixed"><parent>a</parent></joint>
  </model>
</sdf>
"""
REFERENCE = {"code": 4, "name": "ATTRIBUTE_MISSING"}


@pytest.fixture(scope="module")
def report():
    return bodyplan.check(TEXT)


def test_the_full_form_names_the_error_of_the_reference(report):
    assert "D104 error [libsdformat 4 ATTRIBUTE_MISSING] missing required attribute" in render(
        report, "full"
    )


def test_the_concise_form_stays_as_it_is(report):
    assert "libsdformat" not in render(report, "concise")


def test_json_carries_number_and_name_and_fits_its_schema(report):
    data = json.loads(render(report, "json"))
    jsonschema.validate(data, schema_of("check"))
    found = {one["code"]: one.get("reference") for one in data["files"][0]["diagnostics"]}
    assert data["files"][0]["format"] == "sdf"
    assert found["D104"] == REFERENCE
    assert found["D108"] == {"code": 8, "name": "ELEMENT_MISSING"}


def test_diagnostics_of_our_own_carry_none():
    data = json.loads(render(bodyplan.check("<robot/>"), "json"))
    assert all("reference" not in one for one in data["files"][0]["diagnostics"])


def test_sarif_carries_it_with_the_rule(report):
    (run,) = json.loads(render(report, "sarif"))["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert rules["D104"]["properties"] == {"reference": REFERENCE}
