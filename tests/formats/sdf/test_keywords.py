"""Keywords that libsdformat keeps whatever they are: another one is a warning, and the file is read."""

import pytest

import bodyplan
from bodyplan.formats.pages import schema

CAMERA = '<sensor name="s" type="camera"><camera>{}</camera></sensor>'
KEYWORDS = {
    "box_type": CAMERA.format("<box_type>{}</box_type>"),
    "segmentation_type": CAMERA.format("<segmentation_type>{}</segmentation_type>"),
    "localization": '<sensor name="s" type="imu"><imu><orientation_reference_frame>'
    "<localization>{}</localization></orientation_reference_frame></imu></sensor>",
    "normal_map": '<visual name="v"><geometry><empty/></geometry><material><pbr><metal>'
    '<normal_map type="{}">a.png</normal_map></metal></pbr></material></visual>',
}
GOOD = {
    "box_type": "full_2d",
    "segmentation_type": "panoptic",
    "localization": "GRAV_UP",
    "normal_map": "object",
}


def found(name, word):
    text = f'<link name="l">{KEYWORDS[name].format(word)}</link>'
    document = bodyplan.read(f'<sdf version="1.12"><model name="m">{text}</model></sdf>')
    return [d for d in document.diagnostics if d.code == "D134"]


@pytest.mark.parametrize("name", KEYWORDS)
def test_an_unknown_keyword_is_a_warning_that_names_the_known_ones(name):
    assert found(name, GOOD[name]) == []
    (warning,) = found(name, "QQQ")
    assert (str(warning.severity), GOOD[name] in warning.message) == ("warning", True)


@pytest.mark.parametrize("name", KEYWORDS)
def test_another_case_is_distinguished_from_another_keyword(name):
    (warning,) = found(name, GOOD[name].swapcase())
    assert warning.hint == (
        "values are case-sensitive and must not be surrounded by spaces"
        if name != "localization"
        else "did you mean 'GRAV_UP'?"
    )


def test_the_schema_lists_the_keywords():
    assert "visible_box_2d" in str(schema("sdf"))
