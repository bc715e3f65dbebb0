"""Macro calls, expressions and the attributes of xacro tags: M104 to M110."""

from __future__ import annotations

from bodyplan.lint.rules.xacro._problem import problem


@problem("M104", "parameter-missing", "missing_parameter")
def parameter_missing() -> None:
    """A macro call lacks a parameter that has no default.

    ## Why it matters
    The expansion fails and produces no robot.

    ## What xacro says
    It lists undefined parameters.

    ## Example
        <xacro:macro name="wheel" params="side radius">...</xacro:macro>
        <xacro:wheel side="left"/>

    ## Use instead
        <xacro:wheel side="left" radius="0.1"/>

    Or give the parameter a default, `radius:=0.1`; empty text is `radius:=''`. With `radius:=^`,
    the macro uses the caller's property of that name.
    """


@problem("M105", "parameter-unknown", "parameter")
def parameter_unknown() -> None:
    """A macro call passes a parameter that the macro does not have.

    ## Why it matters
    The expansion fails and produces no robot. The name is misspelled, or another version of the
    macro is meant.

    ## What xacro says
    It reports an invalid parameter.

    ## Example
        <xacro:macro name="wheel" params="side radius">...</xacro:macro>
        <xacro:wheel side="left" raduis="0.1"/>

    ## Use instead
        <xacro:wheel side="left" radius="0.1"/>
    """


@problem("M106", "block-count", "block_count")
def block_count() -> None:
    """A macro call contains too many or too few block elements.

    ## Why it matters
    The expansion fails and produces no robot. Block parameters, such as `*origin`, receive the
    elements inside the call, one each and in order. They have no defaults.

    ## What xacro says
    It reports that there are not enough blocks, or that a block is unused.

    ## Example
        <xacro:macro name="wheel" params="side *origin">...</xacro:macro>
        <xacro:wheel side="left"/>

    ## Use instead
        <xacro:wheel side="left">
          <origin xyz="0 0.2 0"/>
        </xacro:wheel>
    """


@problem("M107", "block-undefined", "block")
def block_undefined() -> None:
    """`xacro:insert_block` refers to a block that does not exist.

    ## Why it matters
    The expansion fails and produces no robot. A block is a parameter with a star, or a property
    with elements inside. The name is written without the star and cannot be an expression.

    ## What xacro says
    It reports an undefined block.

    ## Example
        <xacro:macro name="wheel" params="*origin">
          <xacro:insert_block name="orgin"/>
        </xacro:macro>

    ## Use instead
          <xacro:insert_block name="origin"/>
    """


@problem("M108", "expression-fails", "expression")
def expression_fails() -> None:
    """An expression cannot be evaluated.

    ## Why it matters
    The expansion fails and produces no robot. `${...}` contains a Python expression. It ends at
    the first closing brace, so it cannot contain braces: use `dict(a=1)` for a mapping, and `%` to
    format text.

    Values that look like numbers or booleans are converted: `"0.1"` is a number, `"left"` is text.
    Adding the two is an error.

    ## Example
        <origin xyz="0 ${'0.1' + offset} 0"/>

    ## Use instead
        <origin xyz="0 ${0.1 + offset} 0"/>
    """


@problem("M109", "condition-not-boolean", "condition")
def condition_not_boolean() -> None:
    """The value of an `if`, `unless`, `remove` or `optional` is neither true nor false.

    ## Why it matters
    The expansion fails and produces no robot. Text is true or false only as `true`, `True`,
    `false`, `False` or a whole number; `yes`, `1.0` and the empty text are neither. An argument is
    always text.

    ## Example
        <xacro:if value="$(arg gripper)">      <!-- gripper:=parallel -->

    ## Use instead
        <xacro:if value="${'$(arg gripper)' == 'parallel'}">
    """


@problem("M110", "xacro-attribute-missing", "attribute")
def xacro_attribute_missing() -> None:
    """A xacro tag lacks a required attribute, or has attributes that exclude each other.

    ## Why it matters
    The expansion fails and produces no robot. An argument has a name and a default, an include
    a file name; a property has a name and one of value, default and remove, or elements inside.

    ## Example
        <xacro:arg name="prefix"/>

    ## Use instead
        <xacro:arg name="prefix" default=""/>
    """
