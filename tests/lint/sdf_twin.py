"""A robot in URDF as a model in SDFormat: its links with masses and shapes, and nothing else."""

from __future__ import annotations

from xml.sax.saxutils import escape

from bodyplan.formats import urdf


def sdf_twin(robot: urdf.Robot) -> str:
    """The text of a model with the links of a robot; joints and looks are left out."""
    lines = ['<?xml version="1.0"?>', '<sdf version="1.9">', f'  <model name="{robot.name}">']
    for link in robot.links:
        lines += [f'    <link name="{link.name}">', *_indented(_link(link), 6), "    </link>"]
    return "\n".join([*lines, "  </model>", "</sdf>", ""])


def _indented(lines: list[str], blanks: int) -> list[str]:
    return [" " * blanks + line for line in lines]


def _numbers(*values: float) -> str:
    return " ".join(repr(value).removesuffix(".0") for value in values)


def _pose(pose: urdf.Pose) -> list[str]:
    if pose is urdf.IDENTITY:
        return []
    if pose.quat_xyzw is not None:
        return [f'<pose rotation_format="quat_xyzw">{_numbers(*pose.xyz, *pose.quat_xyzw)}</pose>']
    return [f"<pose>{_numbers(*pose.xyz, *pose.rpy)}</pose>"]


def _link(link: urdf.Link) -> list[str]:
    lines: list[str] = []
    if link.inertial is not None:
        inner = [*_pose(link.inertial.origin), f"<mass>{_numbers(link.inertial.mass)}</mass>"]
        inertia = link.inertial.inertia
        moments = [
            f"<{name}>{_numbers(getattr(inertia, name))}</{name}>"
            for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
        ]
        inner += ["<inertia>", *_indented(moments, 2), "</inertia>"]
        lines += ["<inertial>", *_indented(inner, 2), "</inertial>"]
    for number, shown in enumerate((*link.visuals, *link.collisions)):
        inner = [*_pose(shown.origin), "<geometry>", *_indented(_shape(shown), 2), "</geometry>"]
        lines += [f'<{shown.TAG} name="{shown.TAG}_{number}">', *_indented(inner, 2)]
        lines.append(f"</{shown.TAG}>")
    return lines


def _shape(shown: urdf.Visual | urdf.Collision) -> list[str]:
    shape = shown.geometry.shape
    if shape is None:
        return []
    if isinstance(shape, urdf.Mesh):
        inner = [f"<uri>{escape(shape.filename)}</uri>"]
        if shape.scale != (1.0, 1.0, 1.0):
            inner.append(f"<scale>{_numbers(*shape.scale)}</scale>")
    elif isinstance(shape, urdf.Box):
        inner = [f"<size>{_numbers(*shape.size)}</size>"]
    else:
        inner = [f"<radius>{_numbers(shape.radius)}</radius>"]
        if not isinstance(shape, urdf.Sphere):
            inner.append(f"<length>{_numbers(shape.length)}</length>")
    return [f"<{shape.TAG}>", *_indented(inner, 2), f"</{shape.TAG}>"]
