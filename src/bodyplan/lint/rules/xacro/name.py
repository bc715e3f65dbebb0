"""Names that nothing defines, or that nothing can have: M101 to M103, M111 to M115."""

from __future__ import annotations

from bodyplan.lint.rules.xacro._problem import problem


@problem("M101", "property-undefined", "property")
def property_undefined() -> None:
    """An expression names a property that is not defined.

    ## Why it matters
    The expansion fails, so there is no robot. Most often the name is mistyped; or the property
    is defined in a file that is not included, in a macro, where nobody outside of it sees it, or
    only under a condition that does not hold.

    A property may refer to one that is defined later, as long as it is not needed before. So the
    fault may stand in the value of a property, and show only where that is used; the hint says
    where.

    ## What xacro says
    It prints that the name is not defined, then the expression, and the macros and files around it
    without lines.

    ## Example
        <xacro:property name="radius" value="0.1"/>
        <sphere radius="${raduis}"/>

    ## Use instead
        <sphere radius="${radius}"/>

    Functions of Python that are not at hand by themselves have a name space: `python.sum(...)`.
    """


@problem("M102", "macro-undefined", "macro")
def macro_undefined() -> None:
    """A macro is called that is not defined.

    ## Why it matters
    The expansion fails, so there is no robot. The name is mistyped, the file with the macro is
    not included, or not yet: a macro is defined before it is called. A macro of a file that is
    included with `ns="arm"` is called `<xacro:arm.NAME>`. Misspelt tags of the language, such as
    `<xacro:propery>`, are taken for calls too.

    ## What xacro says
    It prints an unknown macro name.

    ## Example
        <xacro:macro name="wheel" params="side">...</xacro:macro>
        <xacro:wheeel side="left"/>

    ## Use instead
        <xacro:wheel side="left"/>
    """


@problem("M103", "argument-undefined", "argument")
def argument_undefined() -> None:
    """`$(arg NAME)` asks for an argument that is neither declared nor given.

    ## Why it matters
    The expansion fails, so there is no robot. Arguments come from outside: the command line, a
    launch file. Without a declaration the file works only for those who give them all.

    ## What xacro says
    It prints an undefined substitution argument.

    ## Example
        <link name="$(arg prefix)base"/>

    ## Use instead
        <xacro:arg name="prefix" default=""/>
        <link name="$(arg prefix)base"/>

    The declaration stands before the first use, in the file that is expanded or in one it includes.
    To check the file with another value: `bodyplan check robot.xacro prefix:=left_`.
    """


@problem("M111", "macro-name-refused", "name")
def macro_name_refused() -> None:
    """A property or macro has a name that it cannot have, or an element has none.

    ## Why it matters
    The expansion ends here. Names of properties stand in expressions of Python, so they are made of
    letters, digits and underscores, begin with no digit and no two underscores, and are no word of
    that language. Names of macros have no point: it leads into name spaces; `call` is taken.

    ## Example
        <xacro:property name="wheel-radius" value="0.1"/>

    ## Use instead
        <xacro:property name="wheel_radius" value="0.1"/>
    """


@problem("M112", "property-circular", "circular")
def property_circular() -> None:
    """Properties are defined by each other.

    ## Why it matters
    A value is worked out when it is first needed. When that needs the value itself, there is no
    beginning, and the expansion ends.

    ## Example
        <xacro:property name="width" value="${width + 0.1}"/>

    ## Use instead
        <xacro:property name="width" value="${width + 0.1}" lazy_eval="false"/>

    That computes the new value at once, from the old one.
    """


@problem("M113", "yaml-key-missing", "key")
def yaml_key_missing() -> None:
    """An expression asks a mapping from a YAML file for a key that it does not have.

    ## Why it matters
    The expansion fails, so there is no robot. The key is mistyped here or in the YAML file, or
    stands there at another level.

    ## Example
        <xacro:property name="sizes" value="${xacro.load_yaml('sizes.yaml')}"/>
        <sphere radius="${sizes.wheel.raduis}"/>

    ## Use instead
        <sphere radius="${sizes.wheel.radius}"/>

    A key that may be missing: `${sizes.wheel.get('radius', 0.1)}`.
    """


@problem("M114", "substitution-unknown", "substitution")
def substitution_unknown() -> None:
    """A `$(...)` holds a command that does not exist, or one with the wrong words.

    ## Why it matters
    The expansion ends here. There are `$(find PACKAGE)`, `$(arg NAME)`, `$(env NAME)`, `$(optenv NAME
    VALUE)`, `$(eval EXPRESSION)`, `$(dirname)` and `$(cwd)`. What stands in the brackets ends at the
    first closing one.

    ## Example
        <link name="$(args prefix)base"/>

    ## Use instead
        <link name="$(arg prefix)base"/>

    For a dollar and a bracket that shall stay as they are, write `$$(`.
    """


@problem("M115", "environment-variable-missing", "environment")
def environment_variable_missing() -> None:
    """`$(env NAME)` asks for an environment variable that is not set, or not allowed.

    ## Why it matters
    The expansion fails, on this machine and in this terminal; elsewhere it may work. A variable is
    read only after `--allow-env NAME`, as a file from elsewhere could name one that holds a password.

    ## Example
        <mesh filename="$(env ROBOT_MESHES)/arm.stl"/>

    ## Use instead
        <mesh filename="$(optenv ROBOT_MESHES package://arm_description/meshes)/arm.stl"/>

    Better still is an argument: a file that asks nobody means the same robot everywhere.
    """
