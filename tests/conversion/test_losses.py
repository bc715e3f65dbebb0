"""Every element that is converted is searched for fields that the robot does not have."""

import pytest

import bodyplan
from bodyplan.conversion.loss import LossLog, dropped_fields
from bodyplan.conversion.sdf import _fields as sdf_fields
from bodyplan.conversion.urdf import from_urdf
from bodyplan.core.record import REQUIRED
from bodyplan.formats import urdf
from bodyplan.spec.bind import walk
from tests.conversion.test_every_element import EVERY_ELEMENT

URDF = """<robot name="r">
  <material name="grey"><color rgba="1 0 0 1"/></material>
  <link name="a">
    <inertial><origin xyz="0 0 1"/><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><box size="1 1 1"/></geometry><material name="grey"/></visual>
    <visual><geometry><cylinder radius="1" length="1"/></geometry></visual>
    <visual><geometry><capsule radius="1" length="1"/></geometry></visual>
    <visual><geometry><mesh filename="a.stl"/></geometry></visual>
    <collision><geometry><sphere radius="1"/></geometry></collision>
  </link>
  <link name="b"/><link name="c"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit effort="1" velocity="1"/>
    <dynamics damping="1"/></joint>
  <joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j"/></joint>
  <sensor name="s" type="imu"><parent link="a"/></sensor>
  <transmission name="t"><type>x</type><joint name="j"/><actuator name="m"/></transmission>
</robot>"""
SHAPES = (
    "<box><size>1 1 1</size></box>",
    "<capsule><radius>1</radius><length>1</length></capsule>",
    "<cone><radius>1</radius><length>1</length></cone>",
    "<cylinder><radius>1</radius><length>1</length></cylinder>",
    "<ellipsoid><radii>1 1 1</radii></ellipsoid>",
    "<plane><normal>0 0 1</normal></plane>",
    "<sphere><radius>1</radius></sphere>",
    "<mesh><uri>a.dae</uri><submesh><name>x</name></submesh></mesh>",
    "<heightmap><uri>a.png</uri></heightmap>",
    "<polyline><point>0 0</point><height>1</height></polyline>",
    "<image><uri>a.png</uri></image>",
    "<empty/>",
)
VISUALS = "".join(
    f"<visual name='v{i}'><geometry>{shape}</geometry></visual>" for i, shape in enumerate(SHAPES)
)
SDF = f"""<sdf version="1.11"><world name="w"><model name="r">
  <frame name="f"/>
  <link name="a">
    <inertial><pose>0 0 1 0 0 0</pose><mass>1</mass><inertia><ixx>1</ixx></inertia></inertial>
    <collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision>
    {VISUALS}
    <visual name="look"><geometry><empty/></geometry><material>
      <script><uri>a</uri><name>b</name></script>
      <pbr><metal><albedo_map>a.png</albedo_map></metal><specular><albedo_map>b</albedo_map></specular></pbr>
    </material></visual>
    <sensor name="s" type="imu"/>
  </link>
  <link name="b"/><link name="c"/>
  <joint name="j" type="revolute"><parent>a</parent><child>b</child>
    <axis><xyz>0 0 1</xyz><limit/><dynamics/></axis>
    <physics><simbody><must_be_loop_joint>false</must_be_loop_joint></simbody></physics></joint>
  <joint name="k" type="revolute"><parent>b</parent><child>c</child>
    <axis><xyz>0 0 1</xyz><limit/><mimic joint="j"><multiplier>2</multiplier></mimic></axis></joint>
  <include><uri>part</uri></include>
</model></world></sdf>"""

PART = """<sdf version="1.11"><model name="part"><link name="a"/></model></sdf>"""
MANIFEST = """<model><name>part</name><sdf version="1.11">model.sdf</sdf></model>"""


@pytest.fixture
def searched(monkeypatch):
    """The classes whose fields were searched for losses."""
    found = set()
    declared = LossLog.declared

    def noting(self, value):
        found.add(type(value))
        declared(self, value)

    monkeypatch.setattr(LossLog, "declared", noting)
    return found


def test_every_class_that_is_converted_from_urdf_is_searched(searched):
    document = bodyplan.read(URDF.encode())
    from_urdf.from_urdf(document.root, document)
    assert {*from_urdf.KEEPS} - searched == set()


def test_every_class_that_is_converted_from_sdformat_is_searched(searched, tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / "part/model.sdf").write_text(PART)
    (tmp_path / "part/model.config").write_text(MANIFEST)
    (tmp_path / "main.sdf").write_text(SDF)
    bodyplan.load(tmp_path / "main.sdf", strict=False)
    assert {*sdf_fields.KEEPS} - searched == set()


def test_a_field_that_no_list_names_is_dropped():
    limit = dropped_fields({urdf.Limit: "lower upper"}, {urdf.Limit: {"it is weak": "effort"}})
    told = {field: reason for field, _, reason in limit[urdf.Limit]}
    assert told["effort"] == "it is weak"
    assert told["velocity"] == "not converted"
    assert not {"lower", "upper", "extra"} & {*told}


@pytest.mark.parametrize(
    ("keeps", "drops"),
    [(from_urdf.KEEPS, from_urdf.DROPS), (sdf_fields.KEEPS, sdf_fields.DROPS)],
    ids=["urdf", "sdf"],
)
def test_no_field_is_both_kept_and_dropped(keeps, drops):
    for cls, kept in keeps.items():
        dropped = " ".join(drops.get(cls, {}).values()).split()
        assert len({*kept.split(), *dropped}) == len(kept.split()) + len(dropped), cls
        assert {*kept.split(), *dropped} <= {*cls._defaults}, cls


def test_unknown_parts_of_a_shared_material_are_a_loss():
    text = URDF.replace('rgba="1 0 0 1"/>', 'rgba="1 0 0 1"/><shine/>')
    document = bodyplan.read(text.encode())
    losses = [str(loss) for loss in from_urdf.from_urdf(document.root).losses]
    assert losses == ["dropped <shine> of <material> 'grey': not defined by the format"]


ALSO_FROM_ITS_ELEMENTS = {"Sensor.type"}


def test_every_field_that_is_kept_is_read():
    """A field that ``KEEPS`` lists but the conversion does not read would be lost without a word."""
    text = EVERY_ELEMENT.read_bytes()

    def outcome(document):
        found = from_urdf.from_urdf(document.root, document)
        return found.robot, [str(loss) for loss in found.losses]

    original = bodyplan.read(text)
    expected = outcome(original)
    is_read: dict[str, bool] = {}
    for number, one in enumerate(walk(original.root)):
        for field in from_urdf.KEEPS.get(type(one), "").split():
            default = type(one)._defaults[field]
            if default is REQUIRED or getattr(one, field) == default:
                continue
            document = bodyplan.read(text)
            with document.editing() as edit:
                edit.set(list(walk(document.root))[number], **{field: default})
            name = f"{type(one).__name__}.{field}"
            is_read[name] = is_read.get(name, False) or outcome(document) != expected
    assert len(is_read) > 40
    assert {name for name, found in is_read.items() if not found} == ALSO_FROM_ITS_ELEMENTS
