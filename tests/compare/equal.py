"""Changes to the text of ``robots`` that leave the robot as it is: file, old text, new text.

Several old and new texts are changed together.
"""

LATERAL = '<limit lower="0" upper="0.04" effort="10" velocity="0.1"/>'
SHELL = """<visual name="shell">
      <origin xyz="0 0 0.1" rpy="0 0 0.2"/>
      <geometry><mesh filename="part.stl" scale="1 1 1"/></geometry>
      <material name="grey"/>
    </visual>"""
PLATE = """<visual name="plate">
      <geometry><box size="0.2 0.3 0.02"/></geometry>
      <material name="skin"/>
    </visual>"""
FINGER = '<link name="finger"><inertial><mass value="0.2"/><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4" iyz="0" izz="1e-4"/></inertial></link>'
MIRROR = FINGER.replace("finger", "mirror")
MESH = '<collision><geometry><mesh filename="part.stl"/></geometry></collision>'
BALL = '<collision><origin xyz="0 0 0.3"/><geometry><sphere radius="0.05"/></geometry></collision>'
CONTROL = """  <gazebo>
    <plugin name="control" filename="libcontrol.so"><rate>100</rate></plugin>
  </gazebo>
"""
UPPER = """  <gazebo reference="upper">
    <mu1>0.6</mu1>
    <mu2>0.6</mu2>
    <selfCollide>true</selfCollide>
  </gazebo>
"""
URDF = [
    ('<?xml version="1.0"?>\n', ""),
    ('<robot name="arm">', '<robot name="arm" version="1.0">'),
    ('<robot name="arm">', '<robot name="arm"><!-- an arm -->'),
    ('<mass value="4"/>', '<mass value="4.000"/>'),
    ('<mass value="4"/>', "<mass value='40e-1'/>"),
    ('<origin xyz="0 0 0.1" rpy="0 0 0"/>\n      <mass', '<origin xyz="0 0 0.1"/>\n      <mass'),
    (
        '<origin xyz="0 0 0.1" rpy="0 0 0"/>\n      <mass',
        '<origin rpy="0 0 0" xyz="0 0 .1"/>\n      <mass',
    ),
    ('rpy="0 0 0.2"', 'rpy="0 0 6.483185307179586"'),
    ('rpy="0 0 0.2"', 'rpy="3.141592653589793 3.141592653589793 3.3415926535897933"'),
    ('scale="1 1 1"', ""),
    ('filename="part.stl" scale', 'filename="copy.stl" scale'),
    ('filename="part.stl" scale="1 1 1"', 'filename="large.stl" scale="0.1 0.1 0.1"'),
    ('filename="part.stl" scale="1 1 1"', 'filename="part.obj" scale="1 1 1"'),
    ('filename="part.stl" scale', 'filename="./part.stl" scale'),
    (
        '<box size="0.2 0.3 0.02"/></geometry>',
        '<box size="0.3 0.2 0.02"/></geometry><origin rpy="0 0 1.5707963267948966"/>',
    ),
    (
        '<box size="0.2 0.3 0.02"/></geometry>',
        '<box size="0.2 0.3 0.02"/></geometry><origin rpy="3.141592653589793 0 0"/>',
    ),
    (
        '<origin xyz="0 0 0.1"/>\n      <geometry><cyl',
        '<origin xyz="0 0 0.1" rpy="0 0 1"/>\n      <geometry><cyl',
    ),
    (
        '<origin xyz="0 0 0.1"/>\n      <geometry><cyl',
        '<origin xyz="0 0 0.1" rpy="3.141592653589793 0 0"/>\n      <geometry><cyl',
    ),
    (
        '<origin xyz="0 0 0.3"/><geometry><sphere',
        '<origin xyz="0 0 0.3" rpy="1 2 3"/><geometry><sphere',
    ),
    ((MESH, BALL), (BALL, MESH.replace("part", "copy"))),
    ((SHELL, PLATE), (PLATE, SHELL.replace("part", "copy"))),
    ((FINGER, MIRROR), (MIRROR, FINGER.replace("0.2", "0.20"))),
    ('<material name="grey"/>', '<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>'),
    ('<color rgba="0.5 0.5 0.5 1"/>', '<color rgba="0.50 .5 5e-1 1.0"/>'),
    ('<texture filename="skin.png"/>', '<texture filename="copy.png"/>'),
    ('<material name="skin"/>', '<material name="skin"><texture filename="skin.png"/></material>'),
    ('<axis xyz="0 0 1"/>', '<axis xyz="0 0 2"/>'),
    ('<axis xyz="0 1 0"/>', '<axis xyz="0 0.5 0.0"/>'),
    ('<origin xyz="0 0.02 0.3"/>', '<origin xyz="0 0.02 0.3" rpy="0 0 6.283185307179586"/>'),
    ('rpy="0 0.1 0"', 'rpy="0 0.10 -0"'),
    ('rpy="0 0.1 0"', 'rpy="-0.0 0.1 0.0"'),
    ('<mimic joint="slide" multiplier="1" offset="0"/>', '<mimic joint="slide"/>'),
    (
        '<mimic joint="slide" multiplier="1" offset="0"/>',
        '<mimic offset="0.0" joint="slide" multiplier="1.0"/>',
    ),
    ('damping="0.4" friction="0.3"', 'friction="0.30" damping="0.40"'),
    (LATERAL, '<limit velocity="1e-1" upper="4e-2" effort="10.0" lower="0"/>'),
    (LATERAL, '<limit upper="0.04" effort="10" velocity="0.1"/>'),
    (
        '<parent link="upper"/>\n    <child link="tool"/>',
        '<child link="tool"/>\n    <parent link="upper"/>',
    ),
    ('soft_upper_limit="1.9" k_position="10"', 'k_position="10.0" soft_upper_limit="1.90"'),
    ("<mechanicalReduction>50<", "<mechanicalReduction> 50.0 <"),
    (
        '<sensor name="eye" type="camera" update_rate="30">',
        '<sensor type="camera" name="eye" update_rate="30.0">',
    ),
    (
        '<origin xyz="0 0 0.01" rpy="0 0 0"/>\n    <camera>',
        '<origin xyz="0 0 0.01"/>\n    <camera>',
    ),
    ((CONTROL, UPPER), (UPPER, CONTROL)),
    ("<rate>100</rate>", "<rate> 100.0 </rate>"),
    ("<mu1>0.6</mu1>\n    <mu2>0.6</mu2>", "<mu2>0.6</mu2>\n    <mu1>0.60</mu1>"),
    (
        '<joint name="shoulder"><command_interface name="position"/><state_interface name="position"/></joint>',
        '<joint name="shoulder"><state_interface name="position"/><command_interface name="position"/></joint>',
    ),
    ('<link name="tool"/>', '<link name="tool"></link>'),
    ('<link name="base">', '<link\n  name="base"\n>'),
    ('izz="0.03"', 'izz="3.0e-2"'),
    ('<calibration rising="0.1"/>', '<calibration rising="1e-1"/>'),
    ('rpy="0 0.1 0"', 'rpy="3.141592653589793 3.041592653589793 3.141592653589793"'),
    (MESH, MESH.replace("stl", "obj")),
    ("<mu1>0.6</mu1>", '<mu1>0.6</mu1></gazebo><gazebo reference="upper">'),
    ("<selfCollide>true", "<selfCollide>1"),
    ("</selfCollide>", "</selfCollide><turnGravityOff>false</turnGravityOff>"),
    ('<origin xyz="0 0 0.35"/>', '<origin xyz="0 0 0.35"/><axis xyz="1 0 0"/>'),
    ('<material name="grey"><c', '<material name="unused"/><material name="grey"><c'),
    # the tensor on axes that are turned by half a turn about z, and by a quarter turn
    (
        ('<origin xyz="0 0 0.1" rpy="0 0 0"/>\n      <mass', 'ixy="0.001"'),
        ('<origin xyz="0 0 0.1" rpy="0 0 3.141592653589793"/>\n      <mass', 'ixy="0.001"'),
    ),
    (
        (
            '<origin xyz="0 0 0.1" rpy="0 0 0"/>\n      <mass',
            'ixx="0.04" ixy="0.001" ixz="0" iyy="0.05"',
        ),
        (
            '<origin xyz="0 0 0.1" rpy="0 0 1.5707963267948966"/>\n      <mass',
            'ixx="0.05" ixy="-0.001" ixz="0" iyy="0.04"',
        ),
    ),
]
SDF = [
    ('<?xml version="1.0"?>\n', ""),
    ('<sdf version="1.9">', '<sdf version="1.10">'),
    ("<pose>0 0 0.5 0 0 0</pose>", "<pose>0 0 .5  0 0 -0.0</pose>"),
    ("<pose>0 0 0.5 0 0 0</pose>", '<pose degrees="true">0 0 0.5 0 0 360</pose>'),
    ("<pose>0 0 0.5 0 0 0</pose>", '<pose rotation_format="quat_xyzw">0 0 0.5 0 0 0 1</pose>'),
    ("<static>false</static>", ""),
    ("<self_collide>false</self_collide>", ""),
    ("<static>false", "<static>0"),
    ("<gravity>true</gravity>", ""),
    ("<gravity>true", "<gravity>1"),
    ("<pose>0 0 0.4 0 0 0</pose>", '<pose relative_to="shoulder">0 0 0.4 0 0 0</pose>'),
    ("<scale>1 1 1</scale>", ""),
    ("<uri>part.stl</uri>", "<uri>copy.stl</uri>"),
    ("<uri>part.stl</uri><scale>1 1 1</scale>", "<uri>large.stl</uri><scale>0.1 0.1 0.1</scale>"),
    ("<ixz>0</ixz><iyy>0.05</iyy><iyz>0</iyz>", "<iyy>0.05</iyy>"),
    ("<mass>4</mass>", "<mass>4.0</mass>"),
    ("<diffuse>0.5 0.5 0.5 1</diffuse>", "<diffuse>0.5 0.5 0.5 1.0</diffuse>"),
    ("<mu>0.6</mu><mu2>0.6</mu2>", "<mu2>0.60</mu2><mu>6e-1</mu>"),
    (
        '<pose relative_to="base">0 0 0.2 0 0.1 0</pose>',
        '<pose degrees="true" relative_to="base">0 0 0.2 0 5.729577951308233 0</pose>',
    ),
    (
        '<pose relative_to="base">0 0 0.2 0 0.1 0</pose>',
        '<pose relative_to="__model__">0 0 0.2 0 0.1 0</pose>',
    ),
    ('<pose relative_to="shoulder"/>', '<pose relative_to="base">0 0 0.2 0 0.1 0</pose>'),
    # the joint frame moves along its axis, and turns about it: the motion is the same
    (
        (
            '<pose relative_to="base">0 0 0.2 0 0.1 0</pose>',
            '<pose relative_to="shoulder"/>',
            "<update_rate>50</update_rate>",
        ),
        (
            '<pose relative_to="upper">0 0 0.1 0 0 0.5</pose>',
            '<pose relative_to="base">0 0 0.2 0 0.1 0</pose>',
            "<update_rate>50</update_rate><pose>0 0 -0.1 0 0 -0.5</pose>",
        ),
    ),
    (
        "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>2",
        '<axis><xyz expressed_in="upper">0 0 1</xyz><limit><lower>-1</lower><upper>2',
    ),
    (
        "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>2",
        "<axis><xyz>0 0 3</xyz><limit><lower>-1</lower><upper>2",
    ),
    ("<parent>base</parent><child>upper</child>", "<child>upper</child><parent>base</parent>"),
    (
        "<pose>0 0 0.3 0 0 0</pose><geometry><ellipsoid>",
        "<pose>0 0 0.3 3.141592653589793 0 0</pose><geometry><ellipsoid>",
    ),
    ("<rate>100</rate>", "<rate>1e2</rate>"),
    ('<pose relative_to="base">0.1 0 0.4 0', '<pose relative_to="base">0.1 0 0.4 1'),
    (
        '<frame name="grasp" attached_to="upper"><pose>',
        '<frame name="grasp" attached_to="shoulder"><pose relative_to="upper">',
    ),
    ('<model name="arm">', '<model name="arm" canonical_link="base">'),
    (
        "<screw_thread_pitch>0.01</screw_thread_pitch>",
        "<thread_pitch>-628.3185307179587</thread_pitch>",
    ),
    ("<mass>2</mass>", "<mass>2</mass><density>3</density>"),
    (
        "<cast_shadows>false</cast_shadows>",
        "<cast_shadows>0</cast_shadows><transparency>0</transparency>",
    ),
    ("<uri>part.stl</uri><scale>1 1 1</scale>", "<scale>1 1 1</scale><uri>part.obj</uri>"),
    (
        "<static>false</static>",
        "<static>false</static><allow_auto_disable>true</allow_auto_disable>",
    ),
    ('type="fixed"><parent>world', 'type="fixed"><pose>0 0 0.3 0 0 0</pose><parent>world'),
    (
        ('<model name="arm">', "</model>"),
        ('<world name="w"><model name="arm">', "</model></world>"),
    ),
]
MJCF = [
    ('<mujoco model="arm">', '<mujoco model="arm"><!-- an arm -->'),
    ('<mujoco model="arm">', '<mujoco model="arm"><compiler angle="degree" autolimits="true"/>'),
    (' timestep="0.002"', ""),
    ('pos="0 0 0.2">\n        <joint', 'pos="0 0 0.2" euler="0 0 360">\n        <joint'),
    ('pos="0 0 0.2">\n        <joint', 'pos="0 0 0.2" quat="1 0 0 0">\n        <joint'),
    ('pos="0 0 0.2">\n        <joint', 'pos="0 0 .20" quat="2 0 0 0">\n        <joint'),
    ('axis="0 0 1" range', 'axis="0 0 5" range'),
    ('type="capsule" size="0.03 0.1"', 'type="capsule" size="0.03" fromto="0 0 -0.1 0 0 0.1"'),
    ('size="0.1 0.1" pos="0 0 0.1" friction', 'size="0.1" fromto="0 0 0 0 0 0.2" friction'),
    ('friction="0.6 0.005 0.0001"', 'friction="0.6"'),
    ('forcerange="-30 30"', 'forcerange="-30 30" forcelimited="true"'),
    ('contype="0" conaffinity="0"', 'contype="0" conaffinity="0" condim="3"'),
    (
        ('<mujoco model="arm">', ' damping="0.4" frictionloss="0.3"'),
        (
            '<mujoco model="arm"><default><default class="d"><joint damping="0.4" frictionloss="0.3"/></default></default>',
            ' class="d"',
        ),
    ),
    (
        '<position name="servo" joint="shoulder" kp="100" kv="5"',
        '<general name="servo" joint="shoulder" biastype="affine" gainprm="100" biasprm="0 -100 -5"',
    ),
    ('file="part.stl"', 'file="copy.stl"'),
    ('file="part.stl"', 'file="part.obj"'),
    (' gravity="0 0 -9.81"', ""),
    (
        ('<mujoco model="arm">', "-57.29577951308232 114.59155902616465", 'springref="5"'),
        (
            '<mujoco model="arm"><compiler angle="radian"/>',
            "-1 2",
            'springref="0.08726646259971647"',
        ),
    ),
    ('name="upper" pos="0 0 0.2"', 'name="upper" pos="0 0 0.2" xyaxes="1 0 0 0 1 0"'),
    ('name="upper" pos="0 0 0.2"', 'name="upper" pos="0 0 0.2" axisangle="0 0 1 0"'),
    (
        'size="0.01 0.01 0.02" mass="0.2"/>\n        </body>\n        <body name="mirror"',
        'size="0.01 0.01 0.02" density="12500"/>\n        </body>\n        <body name="mirror"',
    ),
    (
        '<motor name="pull" joint="slide" gear="2"/>',
        '<general name="pull" joint="slide" gear="2 0 0 0 0 0"/>',
    ),
    (' polycoef="0 1 0 0 0"', ""),
    ('name="home" qpos', 'name="home" qvel="0 0 0" qpos'),
    ('anchor="0 0 0.4"', 'anchor="0 0 0.4" active="true"'),
]
SRDF = [
    ('link1="base" link2="upper"', 'link1="upper" link2="base"'),
    ('value="0.5"', 'value="5e-1"'),
    ('<joint name="shoulder"/></group>', '<link name="upper"/></group>'),
    (' parent_group="arm"', ""),
]
EQUAL = [
    (file, old, new)
    for file, changes in (
        ("arm.urdf", URDF),
        ("arm.sdf", SDF),
        ("arm.xml", MJCF),
        ("arm.srdf", SRDF),
    )
    for old, new in changes
]
