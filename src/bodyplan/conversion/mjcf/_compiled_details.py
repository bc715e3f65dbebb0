"""Details of a compiled MuJoCo model: values for which the robot model has no field.

Examples are contact and solver parameters. Every array of a compiled model, such as
``geom_solref``, belongs to a kind of element. Arrays that neither enter the robot model nor are
computed from other arrays are details, including arrays that a later MuJoCo version adds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element as Node
from zlib import crc32

from bodyplan.conversion.mjcf._geoms import numbers_of
from bodyplan.model.details import Detail, DetailValue


class _Kind(NamedTuple):
    """A kind of element in a compiled model."""

    prefix: str
    """The prefix of the names of the arrays of this kind."""
    total: str
    """Name of the attribute of the compiled model with the number of elements."""
    names: str
    """Name of the method of the compiled model that returns an element by its index."""
    word: str
    """Name of the kind in the text of details."""
    tag: str
    """The tag of the element in the file, or the tag of its section."""


_KINDS = (
    _Kind("body", "nbody", "body", "body", "body"),
    _Kind("jnt", "njnt", "joint", "joint", "joint"),
    _Kind("geom", "ngeom", "geom", "geom", "geom"),
    _Kind("site", "nsite", "site", "site", "site"),
    _Kind("cam", "ncam", "camera", "camera", "camera"),
    _Kind("light", "nlight", "light", "light", "light"),
    _Kind("mat", "nmat", "material", "material", "material"),
    _Kind("pair", "npair", "pair", "pair", "pair"),
    _Kind("eq", "neq", "equality", "equality", "equality"),
    _Kind("tendon", "ntendon", "tendon", "tendon", "tendon"),
    _Kind("actuator", "nactuator", "actuator", "actuator", "actuator"),
    _Kind("sensor", "nsensor", "sensor", "sensor", "sensor"),
    _Kind("numeric", "nnumeric", "numeric", "numeric", "numeric"),
    _Kind("key", "nkey", "key", "key", "key"),
    _Kind("hfield", "nhfield", "hfield", "hfield", "hfield"),
)
IN_HUB = frozenset(
    (
        *("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia"),
        *("jnt_type", "jnt_pos", "jnt_axis", "jnt_range", "jnt_limited", "jnt_stiffness"),
        *("jnt_actfrcrange", "jnt_actfrclimited", "geom_type", "geom_size", "geom_pos"),
        *("geom_quat", "geom_rgba", "geom_matid", "geom_dataid", "site_pos", "site_quat"),
        *("cam_pos", "cam_quat", "mat_rgba", "mat_texid", "key_qpos", "actuator_trntype"),
        *("body_contype", "body_conaffinity", "body_margin"),  # computed from the geoms
    )
)
"""The arrays that enter the robot model."""
DERIVED = re.compile(
    r"(?:\w+?_)?(?:\w*adr|\w*num|bvh\w*|oct\w*|sameframe|treeid|weldid|rootid|parentid|mocapid"
    r"|subtreemass|invweight0|simple\w*|length0|acc0|rbound|aabb|pos0|poscom0|mat0|dir0|plugin"
    r"|needstage|datatype|dim|jntid|actuatorid|signature|extrema|lengthrange|fluid|M0|data"
    r"|lengthspring|group|intrinsic|ctrlspec)"
)
"""Arrays that are computed from other arrays, or contain indices into them."""
_DRAWN = frozenset(("light", "cam", "site", "mat"))
"""Elements that only affect the viewer, or whose pose is in the robot model."""
_ENUMS = {
    "actuator_gaintype": "mjtGain",
    "actuator_biastype": "mjtBias",
    "actuator_dyntype": "mjtDyn",
    "sensor_type": "mjtSensor",
    "sensor_objtype": "mjtObj",
    "eq_type": "mjtEq",
    "eq_objtype": "mjtObj",
    "opt_integrator": "mjtIntegrator",
    "opt_cone": "mjtCone",
    "opt_solver": "mjtSolver",
    "opt_jacobian": "mjtJacobian",
}
"""Arrays of enumeration values, and the name of the enumeration."""
_OPTION = (
    *("timestep", "gravity", "wind", "magnetic", "density", "viscosity", "integrator", "cone"),
    *("solver", "jacobian", "iterations", "tolerance", "ls_iterations", "ls_tolerance", "impratio"),
    *("noslip_iterations", "noslip_tolerance", "ccd_iterations", "ccd_tolerance"),
    *("disableflags", "enableflags", "disableactuator", "o_margin", "o_solref", "o_solimp"),
    *("o_friction", "sdf_initpoints", "sdf_iterations", "sleep_tolerance"),
)
_MESH = ("smoothnormal", "maxhullvert", "needsdf", "octree_maxdepth")
"""Fields of a mesh that a compiled model does not store; only their effect is in the model."""
_REFERENCE = """<mujoco><asset><material name="m"/><hfield name="h" nrow="2" ncol="2"
size="1 1 1 1"/></asset><worldbody><light/><camera/><body name="b"><joint name="j"/>
<geom size="1"/><geom name="g" size="1"/><site name="s"/></body></worldbody>
<contact><pair geom1="g" geom2="g2"/></contact>
<tendon><spatial><site site="s"/><site site="s2"/></spatial></tendon>
<equality><joint joint1="j"/></equality><actuator><motor joint="j"/></actuator>
<sensor><jointpos joint="j"/></sensor><keyframe><key/></keyframe></mujoco>""".replace(
    "</worldbody>", '<body><geom name="g2" size="1"/><site name="s2"/></body></worldbody>'
)
"""A model with at least one element of most kinds, whose values are MuJoCo's defaults."""


@cache
def _defaults(mujoco: Any) -> dict[str, DetailValue]:
    """Return MuJoCo's default value for every array."""
    m = mujoco.MjModel.from_xml_string(_REFERENCE)
    found: dict[str, DetailValue] = {}
    for kind in _KINDS:
        if getattr(m, kind.total, 0):
            number = 1 if kind.prefix == "body" else 0
            for name in _arrays(m, kind):
                found[name] = _value(mujoco, name, getattr(m, name)[number])
    for name in _OPTION:
        if hasattr(m.opt, name):
            found[f"opt_{name}"] = _value(mujoco, f"opt_{name}", getattr(m.opt, name))
    return found


@cache
def _names(prefix: str) -> tuple[str, ...]:
    return tuple(
        name
        for name in dir(import_module("mujoco").MjModel)
        if name.startswith(f"{prefix}_") and name not in IN_HUB and not DERIVED.fullmatch(name)
    )


def _arrays(m: Any, kind: _Kind) -> Iterator[str]:
    """Yield the names of the arrays of a kind that are details and have one entry per element."""
    count = getattr(m, kind.total)
    for name in _names(kind.prefix):
        array = getattr(m, name)
        if getattr(array, "ndim", 0) and len(array) == count and not name.endswith("id"):
            yield name


def _value(mujoco: Any, array: str, value: Any) -> DetailValue:
    """Return an entry of an array as a number, several numbers, or an enumeration name."""
    enum = _ENUMS.get(array)
    if enum is not None:
        return str(getattr(mujoco, enum)(int(value)).name.split("_", 1)[1].lower())
    found = numbers_of(_flat(value))
    return found[0] if len(found) == 1 else found


def details_of(
    mujoco: Any,
    spec: Any,
    m: Any,
    bodies: Sequence[str],
    node_of: Callable[[str, str], Node | None],
) -> tuple[Detail, ...]:
    """Return the details of a compiled model that differ from MuJoCo's defaults.

    Args:
        mujoco: the package.
        spec: the ``MjSpec`` that was compiled.
        m: the compiled model.
        bodies: names of the links, by body index.
        node_of: returns the XML element with a given tag and name.
    """
    written = _written(mujoco, spec, node_of)
    return (*written, *_details(mujoco, m, bodies, node_of))


def _written(
    mujoco: Any, spec: Any, node_of: Callable[[str, str], Node | None]
) -> Iterator[Detail]:
    """Yield the details that a compiled model does not store as written in the file.

    These are the attributes of ``<size>`` and ``<statistic>``, and the fields in ``_MESH``.
    """
    for section in ("size", "statistic"):
        node = node_of(section, "")
        for name, text in {} if node is None else sorted(node.attrib.items()):
            words = text.split()
            numbers = tuple(map(float, words)) if section == "statistic" else ()
            value = (numbers[0] if len(numbers) == 1 else numbers) or text.strip()
            if value != "-1":  # -1 means that MuJoCo chooses the value
                yield Detail("", f"{section}/{name}", value, node)
    default = mujoco.MjSpec().add_mesh()
    for mesh in spec.meshes:
        for name in _MESH:
            value = float(getattr(mesh, name, 0.0))
            if value != float(getattr(default, name, 0.0)):
                yield Detail(f"mesh {mesh.name!r}", name, value, node_of("mesh", mesh.name))


def _details(
    mujoco: Any, m: Any, bodies: Sequence[str], node_of: Callable[[str, str], Node | None]
) -> Iterator[Detail]:
    defaults = _defaults(mujoco)
    for name in _OPTION:
        if hasattr(m.opt, name):
            value = _value(mujoco, f"opt_{name}", getattr(m.opt, name))
            if value != defaults.get(f"opt_{name}"):
                yield Detail("", f"option/{name}", value, node_of("option", ""))
    yield from _viewer(m, mujoco.MjModel.from_xml_string("<mujoco/>"), node_of)
    for number in range(m.ntex):
        name = m.tex(number).name
        node = node_of("texture", name)
        if node is not None and node.get("builtin", "none") != "none":
            first, size = int(m.tex_adr[number]), m.tex_height[number] * m.tex_width[number]
            data = m.tex_data[first : first + int(size * m.tex_nchannel[number])].tobytes()
            value = f"{node.get('builtin')}, checksum {crc32(data):08x}"
            yield Detail(f"texture {name!r}", "pixels", value, node)
    for number in range(m.ntext):
        name = mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_TEXT, number)
        text = bytes(m.text_data)[int(m.text_adr[number]) :].partition(b"\0")[0].decode()
        yield Detail(f"text {name!r}", "data", text, node_of("text", name))
    for kind in _KINDS:
        arrays = list(_arrays(m, kind))
        unnamed: dict[str, int] = {}
        for number in range(getattr(m, kind.total, 0)):
            own = getattr(m, kind.names)(number).name
            entity = (
                f"{kind.word} {own!r}"
                if own
                else _unnamed(mujoco, m, kind, number, bodies, unnamed)
            )
            node = node_of(kind.tag, own) if own else None
            for field, value in _references(mujoco, m, kind, number, bodies):
                yield Detail(entity, field, value, node)
            is_joint = kind.prefix == "actuator" and _is_of_joint(mujoco, m, number)
            for name in arrays:
                if is_joint and name == "actuator_gear":
                    continue  # the robot model has it as the reduction of the transmission
                value = _value(mujoco, name, getattr(m, name)[number])
                if name == "geom_friction" and isinstance(value, tuple):
                    value = (1.0, *value[1:])  # sliding friction enters the robot model
                if name.endswith("_user"):
                    value = _without_end(value)
                if value not in {defaults.get(name), ()}:
                    yield Detail(entity, name.removeprefix(f"{kind.prefix}_"), value, node)


def _viewer(m: Any, empty: Any, node_of: Callable[[str, str], Node | None]) -> Iterator[Detail]:
    """Yield the settings of ``<visual>`` that differ from MuJoCo's defaults.

    Args:
        m: the compiled model.
        empty: a compiled model without any settings.
        node_of: returns the XML element with a given tag and name.
    """
    for section in ("global_", "headlight", "map", "quality", "rgba", "scale"):
        ours, default = getattr(m.vis, section), getattr(empty.vis, section)
        for name in (one for one in dir(ours) if not one.startswith("_")):
            value = numbers_of(_flat(getattr(ours, name)))
            if value != numbers_of(_flat(getattr(default, name))):
                field = f"visual/{section.rstrip('_')}/{name}"
                yield Detail(
                    "", field, value[0] if len(value) == 1 else value, node_of("visual", "")
                )


def _without_end(value: DetailValue) -> tuple[float, ...]:
    """Return numbers without the trailing zeros with which a compiled model pads short lists."""
    numbers = list(value) if isinstance(value, tuple) else [float(value)]
    while numbers and not numbers[-1]:
        del numbers[-1]
    return tuple(numbers)


def _flat(value: Any) -> Any:
    """Return the numbers of an array, or a single number as a tuple."""
    return value.ravel() if getattr(value, "ndim", 0) else (value,)


def _unnamed(
    mujoco: Any, m: Any, kind: _Kind, number: int, bodies: Sequence[str], unnamed: dict[str, int]
) -> str:
    """Return a name for an unnamed element, such as "geom 2 of body 'arm'".

    Args:
        mujoco: the package.
        m: the compiled model.
        kind: the kind of the element.
        number: the index of the element.
        bodies: names of the links, by body index.
        unnamed: for each body or joint, how many of its elements already have such a name; it is
            updated.
    """
    attached = getattr(m, f"{kind.prefix}_bodyid", None)
    place = "" if attached is None else f" of body {bodies[int(attached[number])]!r}"
    if kind.prefix == "actuator":
        place = f" of {_target(mujoco, m, number)}"
        if _is_of_joint(mujoco, m, number):
            place = f" of joint {m.joint(int(m.actuator_trnid[number][0])).name!r}"
    count = unnamed[place] = unnamed.get(place, 0) + 1
    return f"{kind.word} {count}{place}"


def _is_of_joint(mujoco: Any, m: Any, number: int) -> bool:
    return bool(m.actuator_trntype[number] == mujoco.mjtTrn.mjTRN_JOINT)


def _target(mujoco: Any, m: Any, number: int) -> str:
    """Return the type and index of the target of an actuator, such as "tendon 0"."""
    word = mujoco.mjtTrn(int(m.actuator_trntype[number])).name.split("_", 1)[1].lower()
    return f"{word} {int(m.actuator_trnid[number][0])}"


def _references(
    mujoco: Any, m: Any, kind: _Kind, number: int, bodies: Sequence[str]
) -> Iterator[tuple[str, DetailValue]]:
    """Yield the references of an element to other elements, and its data of variable length."""

    def name_of(what: int, index: int) -> str:
        return mujoco.mj_id2name(m, what, index) or f"number {index}"

    if kind.prefix == "actuator":
        target = _target(mujoco, m, number)
        if not target.startswith("joint"):
            yield "target", target
    elif kind.prefix == "sensor":
        yield "object", name_of(int(m.sensor_objtype[number]), int(m.sensor_objid[number]))
    elif kind.prefix == "pair":
        geom = mujoco.mjtObj.mjOBJ_GEOM
        for end in ("geom1", "geom2"):
            yield end, name_of(geom, int(getattr(m, f"pair_{end}")[number]))
    elif kind.prefix == "eq":
        yield "data", numbers_of(m.eq_data[number])
        yield "object", name_of(int(m.eq_objtype[number]), int(m.eq_obj1id[number]))
    elif kind.prefix == "tendon":
        first = int(m.tendon_adr[number])
        for place in range(first, first + int(m.tendon_num[number])):
            ends = (m.wrap_type[place], m.wrap_objid[place], m.wrap_prm[place])
            yield f"path[{place - first + 1}]", numbers_of(ends)
    elif kind.prefix == "numeric":
        first = int(m.numeric_adr[number])
        data = numbers_of(m.numeric_data[first : first + int(m.numeric_size[number])])
        yield "data", data[0] if len(data) == 1 else data
    elif kind.prefix == "hfield":
        first, rows = int(m.hfield_adr[number]), int(m.hfield_nrow[number])
        columns = int(m.hfield_ncol[number])
        heights = m.hfield_data[first : first + rows * columns].tobytes()
        yield "elevation", f"{rows} x {columns}, checksum {crc32(heights):08x}"
    elif kind.prefix in {"light", "cam"}:
        yield "body", bodies[int(getattr(m, f"{kind.prefix}_bodyid")[number])]
