"""Which pairs of links are checked for collision, and spheres that approximate links."""

from bodyplan.spec import LENGTH, Annotated, Attr, Child, Element, Vec3, element

_SOURCE = "srdfdom model.cpp; ROS wiki srdf"


@element("disable_collisions", source=_SOURCE)
class DisableCollisions(Element):
    """A pair of links that is never checked for collision."""

    link1: Annotated[str, Attr("one link", refers=("link",), trim=True)]
    link2: Annotated[str, Attr("the other link", refers=("link",), trim=True)]
    reason: Annotated[
        str | None, Attr("the reason, such as Adjacent, Never, Always, Default, User")
    ] = None


@element("enable_collisions", source=_SOURCE)
class EnableCollisions(Element):
    """A pair of links that is checked even if one of them is disabled by default."""

    link1: Annotated[str, Attr("one link", refers=("link",), trim=True)]
    link2: Annotated[str, Attr("the other link", refers=("link",), trim=True)]
    reason: Annotated[str | None, Attr("the reason")] = None


@element("disable_default_collisions", source=_SOURCE)
class DisableDefaultCollisions(Element):
    """A link that is not checked against other links, except in enabled pairs."""

    link: Annotated[str, Attr("the link", refers=("link",), trim=True)]


@element("sphere", source=_SOURCE)
class ApproximationSphere(Element):
    """One sphere, in the frame of the link."""

    center: Annotated[Vec3, Attr("centre in the link's frame", unit=LENGTH)]
    radius: Annotated[float, Attr("radius; zero or less for a link without spheres", unit=LENGTH)]


@element("link_sphere_approximation", source=_SOURCE)
class LinkSphereApproximation(Element):
    """Spheres that cover the collision geometry of a link."""

    link: Annotated[str, Attr("the link", refers=("link",), trim=True)]
    spheres: Annotated[tuple[ApproximationSphere, ...], Child("spheres that cover the link")] = ()
