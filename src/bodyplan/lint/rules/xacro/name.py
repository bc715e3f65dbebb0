"""Undefined and invalid names: M101 to M103, M111 to M115."""

from __future__ import annotations

from bodyplan.lint.rules.xacro._problem import problem


@problem("M101", "property-undefined", "property")
def property_undefined() -> None:
    """An expression names a property that is not defined.

    ## Why it matters
    The expansion fails and produces no robot. Most often the name is misspelled. Or the
    property is defined in a file that is not included, inside a macro, where it is local, or under
    a condition that is false.

    A property may refer to a property that is defined later, if its value is not needed before. So
    the undefined name may be in the value of a property, and the problem appears where that
    property is used; the hint gives the location.

    ## What xacro says
    It prints that the name is not defined, then the expression, and the macros and files that
    contain it, without line numbers.

    ## Example
        <xacro:property name="radius" value="0.1"/>
        <sphere radius="${raduis}"/>

    ## Use instead
        <sphere radius="${radius}"/>

    Python functions that are not available directly are in a namespace: `python.sum(...)`.
    """


@problem("M102", "macro-undefined", "macro")
def macro_undefined() -> None:
    """A call refers to a macro that is not defined.

    ## Why it matters
    The expansion fails and produces no robot. The name is misspelled, the file with the macro
    is not included, or not yet: a macro must be defined before it is called. A macro of a file that
    is included with `ns="arm"` is called `<xacro:arm.NAME>`. xacro treats misspelled tags, such as
    `<xacro:propery>`, as calls too.

    ## What xacro says
    It reports an unknown macro name.

    ## Example
        <xacro:macro name="wheel" params="side">...</xacro:macro>
        <xacro:wheeel side="left"/>

    ## Use instead
        <xacro:wheel side="left"/>
    """


@problem("M103", "argument-undefined", "argument")
def argument_undefined() -> None:
    """`$(arg NAME)` refers to an argument that is neither declared nor passed.

    ## Why it matters
    The expansion fails and produces no robot. Arguments come from outside: the command line, a
    launch file. Without a declaration, every user has to pass a value. If the main file declares
    the argument after its use, xacro still needs a value; bodyplan reports it and continues with
    the default. When a folder is checked, this is a warning, and the last line of the output counts
    the files that need each argument.

    ## What xacro says
    It reports an undefined substitution argument.

    ## Example
        <link name="$(arg prefix)base"/>

    ## Use instead
        <xacro:arg name="prefix" default=""/>
        <link name="$(arg prefix)base"/>

    The declaration must precede the first use, in the file that is expanded or in one it includes.
    To check the file with another value: `bodyplan check robot.xacro prefix:=left_`.
    """


@problem("M111", "macro-name-invalid", "name")
def macro_name_invalid() -> None:
    """A property, macro or element has an invalid name.

    ## Why it matters
    The expansion ends here. Property names are used in Python expressions. They consist of letters,
    digits and underscores, do not begin with a digit or two underscores, and are not Python
    keywords. Macro names contain no dot, which separates namespaces, and `call` is reserved.

    ## Example
        <xacro:property name="wheel-radius" value="0.1"/>

    ## Use instead
        <xacro:property name="wheel_radius" value="0.1"/>
    """


@problem("M112", "property-circular", "circular")
def property_circular() -> None:
    """Properties refer to each other in a circle.

    ## Why it matters
    A property is evaluated when it is first used. If that requires its own value, the expansion
    fails.

    ## Example
        <xacro:property name="width" value="${width + 0.1}"/>

    ## Use instead
        <xacro:property name="width" value="${width + 0.1}" lazy_eval="false"/>

    This computes the new value immediately, from the old one.
    """


@problem("M113", "yaml-key-missing", "key")
def yaml_key_missing() -> None:
    """An expression uses a key that a mapping from a YAML file does not have.

    ## Why it matters
    The expansion fails and produces no robot. The key is misspelled here or in the YAML file,
    or is at another level there.

    ## Example
        <xacro:property name="sizes" value="${xacro.load_yaml('sizes.yaml')}"/>
        <sphere radius="${sizes.wheel.raduis}"/>

    ## Use instead
        <sphere radius="${sizes.wheel.radius}"/>

    A key that may be missing: `${sizes.wheel.get('radius', 0.1)}`.
    """


@problem("M114", "substitution-unknown", "substitution")
def substitution_unknown() -> None:
    """A `$(...)` substitution has an unknown command or the wrong arguments.

    ## Why it matters
    The expansion ends here. The commands are `$(find PACKAGE)`, `$(arg NAME)`, `$(env NAME)`,
    `$(optenv NAME VALUE)`, `$(eval EXPRESSION)`, `$(dirname)` and `$(cwd)`. A substitution ends at
    the first closing parenthesis.

    ## Example
        <link name="$(args prefix)base"/>

    ## Use instead
        <link name="$(arg prefix)base"/>

    To write a literal `$(`, use `$$(`.
    """


@problem("M115", "environment-variable-missing", "environment")
def environment_variable_missing() -> None:
    """`$(env NAME)` reads an environment variable that is not set or not allowed.

    ## Why it matters
    The expansion fails, on this machine and in this terminal; elsewhere it may work. A variable is
    read only with `--allow-env NAME`, because a file from an unknown source could read one that
    contains a password.

    ## Example
        <mesh filename="$(env ROBOT_MESHES)/arm.stl"/>

    ## Use instead
        <mesh filename="$(optenv ROBOT_MESHES package://arm_description/meshes)/arm.stl"/>

    An argument is better still: without environment variables, the file describes the same robot
    everywhere.
    """
