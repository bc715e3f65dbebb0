"""SRDF groups of links and joints, their named states, and end effectors."""

from bodyplan.spec import POSITION, Annotated, Attr, Child, Element, Floats, Raw, Rest, element

_SOURCE = "srdfdom model.cpp; ROS wiki srdf"


@element("link", source=_SOURCE)
class GroupLink(Element):
    """A link that belongs to a group, together with its parent joint."""

    name: Annotated[str, Attr("name of the link", refers=("link",), trim=True)]


@element("joint", source=_SOURCE)
class GroupJoint(Element):
    """A joint that belongs to a group, together with its child link."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",), trim=True)]


@element("chain", source=_SOURCE)
class Chain(Element):
    """A chain from a base link to a tip link, whose joints belong to a group."""

    base_link: Annotated[str, Attr("link at which the chain begins", refers=("link",), trim=True)]
    tip_link: Annotated[str, Attr("last link of the chain", refers=("link",), trim=True)]


@element("group", source=_SOURCE)
class Subgroup(Element):
    """A group whose links and joints all belong to this group, too."""

    name: Annotated[str, Attr("name of the other group", refers=("group",), trim=True)]
    content: Annotated[tuple[Raw, ...], Rest("content; srdfdom and Pinocchio ignore it")] = ()


@element("group", source=_SOURCE)
class Group(Element):
    """A planning group: a named set of joints and links for which motions are planned."""

    name: Annotated[str, Attr("name of the group", defines="group", trim=True)]
    links: Annotated[tuple[GroupLink, ...], Child("links, each with its parent joint")] = ()
    joints: Annotated[tuple[GroupJoint, ...], Child("joints, each with its child link")] = ()
    chains: Annotated[tuple[Chain, ...], Child("joints between two links")] = ()
    subgroups: Annotated[tuple[Subgroup, ...], Child("other groups, with all members")] = ()


@element("joint", source=_SOURCE)
class StateJoint(Element):
    """The position of one joint in a named state, with one value for each variable of the joint."""

    name: Annotated[str, Attr("name of the joint", refers=("joint",), trim=True)]
    value: Annotated[
        Floats,
        Attr(
            "1 position; planar x, y, theta; floating x, y, z and a quaternion x, y, z, w",
            unit=POSITION,
        ),
    ]


@element("group_state", source=_SOURCE)
class GroupState(Element):
    """A named configuration of a group, such as "home"."""

    name: Annotated[str, Attr("name of the state", trim=True)]
    group: Annotated[str, Attr("name of the group", refers=("group",), trim=True)]
    joints: Annotated[tuple[StateJoint, ...], Child("positions of the group's joints")] = ()


@element("end_effector", source=_SOURCE)
class EndEffector(Element):
    """A gripper or tool: a group that is attached to a link of another group."""

    name: Annotated[str, Attr("name of the end effector", trim=True)]
    group: Annotated[
        str, Attr("group of the links and joints of the end effector", refers=("group",), trim=True)
    ]
    parent_link: Annotated[str, Attr("link it is attached to", refers=("link",), trim=True)]
    parent_group: Annotated[
        str | None, Attr("group that contains the parent link", refers=("group",), trim=True)
    ] = None
