"""The errors of libsdformat: their numbers and names."""

from __future__ import annotations

from bodyplan.diag.kind import Reference

CODES = {
    1: "FILE_READ",
    2: "DUPLICATE_NAME",
    3: "RESERVED_NAME",
    4: "ATTRIBUTE_MISSING",
    5: "ATTRIBUTE_INVALID",
    6: "ATTRIBUTE_DEPRECATED",
    7: "ATTRIBUTE_INCORRECT_TYPE",
    8: "ELEMENT_MISSING",
    9: "ELEMENT_INVALID",
    10: "ELEMENT_DEPRECATED",
    11: "ELEMENT_INCORRECT_TYPE",
    12: "ELEMENT_ERROR",
    13: "URI_INVALID",
    14: "URI_LOOKUP",
    15: "DIRECTORY_NONEXISTANT",
    16: "MODEL_CANONICAL_LINK_INVALID",
    17: "MODEL_WITHOUT_LINK",
    18: "NESTED_MODELS_UNSUPPORTED",
    19: "LINK_INERTIA_INVALID",
    20: "JOINT_CHILD_LINK_INVALID",
    21: "JOINT_PARENT_LINK_INVALID",
    22: "JOINT_PARENT_SAME_AS_CHILD",
    23: "FRAME_ATTACHED_TO_INVALID",
    24: "FRAME_ATTACHED_TO_CYCLE",
    25: "FRAME_ATTACHED_TO_GRAPH_ERROR",
    26: "POSE_RELATIVE_TO_INVALID",
    27: "POSE_RELATIVE_TO_CYCLE",
    28: "POSE_RELATIVE_TO_GRAPH_ERROR",
    29: "ROTATION_SNAP_CONFIG_ERROR",
    30: "STRING_READ",
    31: "MODEL_PLACEMENT_FRAME_INVALID",
    32: "VERSION_DEPRECATED",
    33: "MERGE_INCLUDE_UNSUPPORTED",
    34: "PARAMETER_ERROR",
    35: "UNKNOWN_PARAMETER_TYPE",
    36: "FATAL_ERROR",
    37: "WARNING",
    38: "JOINT_AXIS_EXPRESSED_IN_INVALID",
    39: "CONVERSION_ERROR",
    40: "PARSING_ERROR",
    41: "JOINT_AXIS_MIMIC_INVALID",
    42: "XML_ERROR",
}
"""Error names by number, as in the messages of libsdformat."""


def reference(number: int) -> Reference:
    """Return an error of libsdformat as a reference: its number with its name."""
    return Reference(number, CODES[number])
