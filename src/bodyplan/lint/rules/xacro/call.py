"""Calls of macros, and what stands in the tags of the language: M104 to M110."""

from __future__ import annotations

from bodyplan.lint.rules.xacro._problem import problem


@problem("M104", "parameter-missing", "missing_parameter")
def parameter_missing() -> None:
    """A call of a macro lacks a parameter that has no default.

    ## Why it matters
    The expansion fails, so there is no robot.

    ## What xacro says
    It lists undefined parameters.

    ## Example
        <xacro:macro name="wheel" params="side radius">...</xacro:macro>
        <xacro:wheel side="left"/>

    ## Use instead
        <xacro:wheel side="left" radius="0.1"/>

    Or give the parameter a default, `radius:=0.1`; an empty text is `radius:=''`. With `radius:=^` the
    macro takes the property of that name from its caller.
    """


@problem("M105", "parameter-unknown", "parameter")
def parameter_unknown() -> None:
    """A call of a macro has an attribute that is none of its parameters.

    ## Why it matters
    The expansion fails, so there is no robot. The name is mistyped, or another version of the
    macro is meant.

    ## What xacro says
    It prints an invalid parameter.

    ## Example
        <xacro:macro name="wheel" params="side radius">...</xacro:macro>
        <xacro:wheel side="left" raduis="0.1"/>

    ## Use instead
        <xacro:wheel side="left" radius="0.1"/>
    """


@problem("M106", "block-count", "block_count")
def block_count() -> None:
    """A call of a macro has too many elements inside, or too few.

    ## Why it matters
    The expansion fails, so there is no robot. Parameters with a star, `*origin`, take the
    elements inside the call, one each and in order; there are no defaults for them.

    ## What xacro says
    It prints that there are not enough blocks, or an unused block.

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
    """`xacro:insert_block` names a block that there is not.

    ## Why it matters
    The expansion fails, so there is no robot. A block is a parameter with a star, or a property
    with elements inside. The name is written without the star, and is no expression.

    ## What xacro says
    It prints an undefined block.

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
    The expansion fails, so there is no robot. What stands in `${...}` is an expression of Python.
    It ends at the first closing brace, so there are no braces in it: `dict(a=1)` makes a mapping, `%`
    formats text.

    Values that look like numbers or truth values are such: `"0.1"` is a number, `"left"` is text.
    A sum of the two has no value.

    ## Example
        <origin xyz="0 ${'0.1' + offset} 0"/>

    ## Use instead
        <origin xyz="0 ${0.1 + offset} 0"/>
    """


@problem("M109", "condition-unclear", "condition")
def condition_unclear() -> None:
    """The value of an `if`, `unless`, `remove` or `optional` is neither true nor false.

    ## Why it matters
    The expansion fails, so there is no robot. Text is true or false only as `true`, `True`,
    `false`, `False` or a whole number; `yes`, `1.0` and the empty text are neither. An argument is
    always text.

    ## Example
        <xacro:if value="$(arg gripper)">      <!-- gripper:=parallel -->

    ## Use instead
        <xacro:if value="${'$(arg gripper)' == 'parallel'}">
    """


@problem("M110", "xacro-attribute-missing", "attribute")
def xacro_attribute_missing() -> None:
    """A tag of xacro lacks an attribute, or has some that exclude each other.

    ## Why it matters
    The expansion fails, so there is no robot. An argument has a name and a default, an include
    a file name; a property has a name and one of value, default and remove, or elements inside.

    ## Example
        <xacro:arg name="prefix"/>

    ## Use instead
        <xacro:arg name="prefix" default=""/>
    """
