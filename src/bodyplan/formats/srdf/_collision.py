"""Elements that select pairs of links for collision checking, or approximate links by spheres."""

from bodyplan.spec import LENGTH, Annotated, Attr, Child, Element, Vec3, element

_SOURCE = "srdfdom model.cpp; ROS wiki srdf"


@element("disable_collisions", source=_SOURCE)
class DisableCollisions(Element):
    """A pair of links between which collisions are not checked."""

    link1: Annotated[str, Attr("one link", refers=("link",), trim=True)]
    link2: Annotated[str, Attr("the other link", refers=("link",), trim=True)]
    reason: Annotated[
        str | None, Attr("the reason, such as Adjacent, Never, Always, Default, User")
    ] = None


@element("enable_collisions", source=_SOURCE)
class EnableCollisions(Element):
    """A pair of links whose collisions are checked despite ``<disable_default_collisions>``."""

    link1: Annotated[str, Attr("one link", refers=("link",), trim=True)]
    link2: Annotated[str, Attr("the other link", refers=("link",), trim=True)]
    reason: Annotated[str | None, Attr("the reason")] = None


@element("disable_default_collisions", source=_SOURCE)
class DisableDefaultCollisions(Element):
    """A link whose collisions are checked only in pairs of ``<enable_collisions>``."""

    link: Annotated[str, Attr("the link", refers=("link",), trim=True)]


@element("sphere", source=_SOURCE)
class ApproximationSphere(Element):
    """A sphere of the approximation of a link, expressed in the link frame."""

    center: Annotated[Vec3, Attr("centre in the link's frame", unit=LENGTH)]
    radius: Annotated[float, Attr("radius; zero or less for a link without spheres", unit=LENGTH)]


@element("link_sphere_approximation", source=_SOURCE)
class LinkSphereApproximation(Element):
    """The spheres that approximate the collision geometry of a link."""

    link: Annotated[str, Attr("the link", refers=("link",), trim=True)]
    spheres: Annotated[tuple[ApproximationSphere, ...], Child("spheres that cover the link")] = ()
