"""More differences, as in ``planted``: what only one format has, and what is for other programs.

A line has the old text, what becomes of it, and the entity and field that are named. After the old
text there is another one ("+"), before it ("-"), or instead of it ("="). The field "-" is the whole
entity.
"""

LINES = {
    "arm.urdf": """
<link name="tool"/> | = <link name="tool" type="laser"/> | link 'tool' | type
<collision name="hull"> | + <verbose value="x"/> | collision 'hull' of link 'base' | verbose
<link name="tool"/> | = <link name="tool"><visual><geometry><sphere radius="0.01"/></geometry></visual></link> | visual of link 'tool' | -
type="fixed"><parent link="base"/><child link="spare"/> | = type="fixed"><origin xyz="0 0 0.1"/><parent link="base"/><child link="spare"/> | joint 'hook' | origin.xyz
soft_lower_limit="-0.9" | = soft_lower_limit="-0.8" | joint 'shoulder' | safety_controller/soft_lower_limit
k_position="10" | = k_position="11" | joint 'shoulder' | safety_controller/k_position
<safety_controller soft_lower_limit="-0.9" soft_upper_limit="1.9" k_position="10" k_velocity="20"/> | = | joint 'shoulder' | safety_controller/soft_lower_limit
<calibration rising="0.1"/> | = <calibration falling="0.1"/> | joint 'shoulder' | calibration/rising
<mimic joint="slide" multiplier | = <mimic joint="shoulder" multiplier | joint 'follow' | mimic.leader
name="slide" type="prismatic" | = name="slide" type="continuous" | joint 'slide' | type
format="RGB8" | = format="L8" | sensor 'eye' | camera/image/format
near="0.01" | = near="0.02" | sensor 'eye' | camera/image/near
<camera><image width="640" height="480" format="RGB8" hfov="1.2" near="0.01" far="50"/></camera> | = <ray><horizontal samples="10" resolution="1" min_angle="-1" max_angle="1"/></ray> | sensor 'eye' | camera/image/width
<mu2>0.6</mu2> | + <kp>1000</kp> | gazebo 'upper' | kp
<mu2>0.6</mu2> | + <material>Gazebo/Blue</material> | gazebo 'upper' | material
<mu2>0.6</mu2> | + <turnGravityOff>true</turnGravityOff> | gazebo 'upper' | turnGravityOff
<mu2>0.6</mu2> | + <maxContacts>2</maxContacts> | gazebo 'upper' | maxContacts
<gazebo reference="upper"> | - <gazebo reference="shoulder"><preserveFixedJoint>true</preserveFixedJoint></gazebo> | gazebo 'shoulder' | preserveFixedJoint
<gazebo reference="upper"> | - <gazebo reference="shoulder"><implicitSpringDamper>true</implicitSpringDamper></gazebo> | gazebo 'shoulder' | implicitSpringDamper
<state_interface name="position"/> | + <state_interface name="velocity"/> | state_interface 'velocity' of joint 'shoulder' of ros2_control 'system' | -
<command_interface name="position"/> | = <command_interface name="position"><param name="min">-1</param></command_interface> | command_interface 'position' of joint 'shoulder' of ros2_control 'system' | -
<hardware><plugin>mock_components/GenericSystem</plugin> | + <param name="ip">1.2.3.4</param> | param 'ip' of ros2_control 'system' | hardware/value
type="system"> | = type="actuator"> | ros2_control 'system' | type
<transmission name="drive"> | = <transmission name="drive2"> | transmission 'drive' | name
</robot> | - <loop_joint name="l" type="spherical"><link1 link="tool"/><link2 link="base"/></loop_joint> | loop 'l' | -
</robot> | - <mujoco><compiler balanceinertia="true"/></mujoco> | robot | mujoco/compiler/balanceinertia
</robot> | - <drake:collision_filter_group xmlns:drake="d" name="g"><drake:member link="base"/></drake:collision_filter_group> | drake:collision_filter_group 'g' | xmlns:drake
<link name="tool"/> | = <link name="tool"><contact><lateral_friction value="0.3"/></contact></link> | link 'tool' | contact/lateral_friction/value
effort="30" velocity="3"/> | = effort="30" velocity="3" acceleration="2"/> | joint 'shoulder' | limit/acceleration
<collision><geometry><mesh filename="part.stl"/> | = <collision concave="yes"><geometry><mesh filename="part.stl"/> | link 'upper' | collision[2]/concave
<dynamics damping="0.4" friction="0.3"/> | = <dynamics damping="0.4" friction="0.3" spring_stiffness="3"/> | joint 'shoulder' | dynamics.spring_stiffness
<texture filename="skin.png"/> | + <color rgba="1 0 0 1"/> | visual 'plate' of link 'base' | material.rgba
filename="part.stl"/></geometry></collision> | = filename="part.stl" scale="1 1 1.001"/></geometry></collision> | collision '#1' of link 'upper' | shape.scale
""",
    "arm.sdf": """
<link name="upper"> | + <kinematic>true</kinematic> | link 'upper' | kinematic
<link name="upper"> | + <enable_wind>true</enable_wind> | link 'upper' | enable_wind
<link name="upper"> | + <must_be_base_link>true</must_be_base_link> | link 'upper' | must_be_base_link
<link name="upper"> | + <velocity_decay><linear>0.1</linear></velocity_decay> | link 'upper' | velocity_decay/linear
<link name="upper"> | + <light name="l" type="point"><diffuse>1 0 0 1</diffuse></light> | light 'l' of link 'upper' | diffuse
<link name="upper"> | + <self_collide>true</self_collide> | link 'upper' | self_collide
<link name="upper"> | + <battery name="b"><voltage>12</voltage></battery> | battery 'b' of link 'upper' | voltage
<link name="upper"> | + <particle_emitter name="p" type="point"><emitting>true</emitting></particle_emitter> | particle_emitter 'p' of link 'upper' | -
<link name="upper"> | + <audio_sink/> | link 'upper' | audio_sink
<link name="upper"> | + <projector name="p"><texture>a.png</texture></projector> | projector 'p' of link 'upper' | texture
<static>false</static> | + <allow_auto_disable>false</allow_auto_disable> | robot | allow_auto_disable
<static>false</static> | + <enable_wind>true</enable_wind> | robot | enable_wind
<model name="arm"> | = <model name="arm" placement_frame="grasp"> | joint 'anchor' | origin.xyz
<link name="lower"><pose relative_to="elbow"/> | = <link name="lower"><pose relative_to="elbow">0 0 0 0 0 0.1</pose> | joint 'elbow' | origin.rpy
<capsule><radius>0.03</radius><length>0.2</length></capsule> | = <cone><radius>0.03</radius><length>0.2</length></cone> | collision 'c1' of link 'upper' | shape
<capsule><radius>0.03</radius><length>0.2</length></capsule> | = <plane><normal>0 1 0</normal><size>1 1</size></plane> | collision 'c1' of link 'upper' | shape
<uri>part.stl</uri> | + <submesh><name>a</name></submesh> | visual 'shell' of link 'base' | shape.part
<mesh><uri>part.stl</uri> | = <mesh optimization="convex_hull"><uri>part.stl</uri> | visual 'shell' of link 'base' | geometry/mesh/optimization
<visual name="plate"> | + <laser_retro>3</laser_retro> | visual 'plate' of link 'base' | laser_retro
<visual name="plate"> | + <visibility_flags>3</visibility_flags> | visual 'plate' of link 'base' | visibility_flags
<visual name="plate"> | + <meta><layer>2</layer></meta> | visual 'plate' of link 'base' | meta/layer
<diffuse>0.5 0.5 0.5 1</diffuse> | + <emissive>1 0 0 1</emissive> | visual 'shell' of link 'base' | material/emissive
<diffuse>0.5 0.5 0.5 1</diffuse> | + <pbr><metal><roughness>0.2</roughness></metal></pbr> | visual 'shell' of link 'base' | material/pbr/metal/roughness
<diffuse>0.5 0.5 0.5 1</diffuse> | + <specular>0.2 0.2 0.2 1</specular> | visual 'shell' of link 'base' | material/specular
<collision name="hull"> | + <max_contacts>3</max_contacts> | collision 'hull' of link 'base' | max_contacts
<contact><ode><kp>1000</kp></ode> | = <contact><collide_bitmask>2</collide_bitmask><ode><kp>1000</kp></ode> | collision 'hull' of link 'base' | surface/contact/collide_bitmask
<surface><friction> | = <surface><bounce><restitution_coefficient>0.4</restitution_coefficient></bounce><friction> | collision 'hull' of link 'base' | surface/bounce/restitution_coefficient
<mu>0.6</mu> | + <fdir1>1 0 0</fdir1> | collision 'hull' of link 'base' | surface/friction/ode/fdir1
<mu2>0.6</mu2> | + <slip1>0.2</slip1> | collision 'hull' of link 'base' | surface/friction/ode/slip1
<topic>imu</topic> | + <always_on>true</always_on> | sensor 'imu' of link 'base' | always_on
<topic>imu</topic> | + <visualize>true</visualize> | sensor 'imu' of link 'base' | visualize
<inertial><mass>2</mass> | = <inertial auto="true"><density>3</density><mass>2</mass> | link 'upper' | inertial.origin.xyz
<mass>4</mass> | + <fluid_added_mass><xx>3</xx></fluid_added_mass> | link 'base' | inertial/fluid_added_mass/xx
<velocity>3</velocity> | + <dissipation>0.3</dissipation> | joint 'shoulder' | axis/limit/dissipation
<damping>0.4</damping> | + <spring_reference>0.3</spring_reference> | joint 'shoulder' | dynamics.spring_reference
<physics><ode> | = <physics><simbody><must_be_loop_joint>true</must_be_loop_joint></simbody><ode> | joint 'shoulder' | physics/simbody/must_be_loop_joint
<screw_thread_pitch>0.01</screw_thread_pitch> | = <thread_pitch>-100</thread_pitch> | joint 'thread' | pitch
<axis><xyz>1 0 0</xyz> | + <mimic joint="shoulder"><multiplier>2</multiplier></mimic> | joint 'elbow' | axis[2]/mimic/joint
<update_rate>50</update_rate> | + <force_torque><frame>parent</frame></force_torque> | sensor 'torque' of joint 'shoulder' | force_torque/frame
<update_rate>50</update_rate> | + <force_torque><measure_direction>parent_to_child</measure_direction></force_torque> | sensor 'torque' of joint 'shoulder' | force_torque/measure_direction
<link name="upper"> | - <model name="sub"><link name="x"/></model><joint name="jj" type="fixed"><parent>base</parent><child>sub::x</child></joint> | link 'sub::x' | -
<plugin name="control" | - <gripper name="g"><grasp_check><attach_steps>3</attach_steps></grasp_check><gripper_link>upper</gripper_link><palm_link>base</palm_link></gripper> | gripper 'g' | gripper_link
<link name="upper"> | + <my:thing xmlns:my="x">3</my:thing> | link 'upper' | my:thing/xmlns:my
<link name="upper"> | + <unknown_thing>3</unknown_thing> | link 'upper' | unknown_thing
<plugin name="control" filename="libcontrol.so"><rate>100</rate></plugin> | = <plugin name="control" filename="libcontrol.so"><rate>100</rate><!-- --><rate>200</rate></plugin> | plugin 'control' | rate
<joint name="shoulder" type="revolute"> | = <joint name="shoulder" type="continuous"> | joint 'shoulder' | limit.lower
<joint name="link_back" type="ball"> | = <joint name="link_back" type="universal"> | loop 'link_back' | type
<parent>lower</parent><child>nut</child> | = <parent>nut</parent><child>lower</child> | joint 'thread' | axis
<axis><xyz>0 0 1</xyz><limit><lower>-3 | = <axis><xyz>0 0 1</xyz><mimic joint="shoulder"><multiplier>2</multiplier></mimic><limit><lower>-3 | joint 'thread' | mimic
""",
    "arm.xml": """
<option gravity | = <option integrator="implicitfast" gravity | robot | option/integrator
<option gravity | = <option wind="1 0 0" gravity | robot | option/wind
<option gravity="0 0 -9.81" timestep="0.002"/> | = <option gravity="0 0 -9.81" timestep="0.002"><flag contact="disable"/></option> | robot | self_collide
<mujoco model="arm"> | + <compiler inertiafromgeom="true"/> | link 'base' | inertial.mass
<mujoco model="arm"> | + <size memory="100M"/> | robot | size/memory
<mujoco model="arm"> | + <statistic extent="3"/> | robot | statistic/extent
<body name="upper" pos="0 0 0.2"> | = <body name="upper" pos="0 0 0.2" gravcomp="1"> | body 'upper' | gravcomp
damping="0.4" | +  ref="0.2" | joint 'shoulder' | limit.lower
damping="0.4" | +  margin="0.2" | joint 'shoulder' | margin
damping="0.4" | +  solreflimit="0.05 1" | joint 'shoulder' | solref
damping="0.4" | +  actuatorfrcrange="-3 3" | joint 'shoulder' | limit.effort
damping="0.4" | +  limited="false" | joint 'shoulder' | limit.lower
damping="0.4" | +  pos="0 0.1 0" | joint 'shoulder' | axis position
damping="0.4" | +  user="1 2" | joint 'shoulder' | user
name="rod" type="capsule" | +  condim="4" | geom 'rod' | condim
name="rod" type="capsule" | +  priority="2" | geom 'rod' | priority
name="rod" type="capsule" | +  contype="2" | geom 'rod' | contype
name="rod" type="capsule" | +  group="3" | visual 'rod' of link 'upper' | -
name="rod" type="capsule" | +  solref="0.05 1" | geom 'rod' | solref
name="rod" type="capsule" | +  margin="0.01" | geom 'rod' | margin
name="rod" type="capsule" | +  rgba="1 0 0 1" | visual 'rod' of link 'upper' | material.rgba
name="tip" type="box" size="0.01 0.01 0.02" mass="0.2" | = name="tip" type="box" size="0.01 0.01 0.02" density="1000" | link 'finger' | inertial.mass
mass="2"/> | = mass="2" shellinertia="true"/> | link 'upper' | inertial.inertia
name="tip" type="box" | = name="tip" type="ellipsoid" | link 'finger' | inertial.inertia
<site name="mark" pos="0 0 0.2"/> | = <site name="mark" pos="0 0 0.2" size="0.1"/> | site 'mark' | size
<site name="mark" pos="0 0 0.2"/> | = <site name="mark" pos="0 0 0.2" rgba="1 0 0 1"/> | site 'mark' | rgba
fovy="45" | +  mode="track" | camera 'eye' | mode
fovy="45" | +  resolution="10 10" | camera 'eye' | resolution
<exclude name="no" body1="base" body2="finger"/> | + <pair geom1="hull" geom2="tip" friction="1 1 0 0 0"/> | pair 1 | geom1
anchor="0 0 0.4" | +  active="false" | loop 'ring' | -
anchor="0 0 0.4" | +  solref="0.1 1" | equality 'ring' | solref
<connect name="ring" body1="base" body2="mirror" anchor="0 0 0.4"/> | = <weld name="ring" body1="base" body2="mirror"/> | loop 'ring' | type
polycoef="0 1 0 0 0" | = polycoef="0 1 0.5 0 0" | joint 'follow' | mimic
polycoef="0 1 0 0 0" | +  active="false" | joint 'follow' | mimic
<tendon><fixed name="cord"> | = <tendon><fixed name="cord" stiffness="3"> | tendon 'cord' | stiffness
<tendon><fixed name="cord"> | = <tendon><fixed name="cord" limited="true" range="0 1"> | tendon 'cord' | limited
<motor name="pull" joint="slide" gear="2"/> | = <motor name="pull" tendon="cord" gear="2"/> | transmission 'slide_transmission' | -
<motor name="pull" | = <motor ctrllimited="true" ctrlrange="-1 1" name="pull" | joint 'slide' | limit.effort
<gyro name="spin" site="mark" | = <accelerometer name="spin" site="mark" | sensor 'spin' | type
<gyro name="spin" site="mark" | = <gyro cutoff="3" name="spin" site="mark" | sensor 'spin' | cutoff
name="home" qpos | = name="home" qvel="1 0 0" qpos | key 'home' | qvel
name="home" qpos | = name="home" time="1" qpos | key 'home' | time
<material name="grey" rgba="0.5 0.4 0.5 1"/> | = <material name="grey" rgba="0.5 0.4 0.5 1" specular="0.1"/> | material 'grey' | specular
<mesh name="part" file="part.stl"/> | = <mesh name="part" file="part.stl" scale="1 1 2"/> | visual 'shell' of link 'base' | shape.scale
<mesh name="part" file="part.stl"/> | = <mesh name="part" file="part.stl" smoothnormal="true"/> | mesh 'part' | smoothnormal
<mesh name="part" file="part.stl"/> | = <mesh name="part" file="part.stl" maxhullvert="10"/> | mesh 'part' | maxhullvert
<light name="lamp" pos="0 0 3"/> | + <geom name="floor" type="plane" size="1 1 1"/> | visual 'floor' of link 'world' | -
<light name="lamp" pos="0 0 3"/> | = <light name="lamp" pos="0 0 3" dir="1 0 -1"/> | light 'lamp' | dir
""",
    "arm.srdf": """
<group name="arm"><joint name="shoulder"/></group> | = <group name="arm"><joint name="shoulder"/><group name="hand"/></group> | group 'arm' | joints
<link name="mirror"/></group> | = </group> | group 'hand' | joints
parent_frame="world" | = parent_frame="odom" | virtual joint | parent
child_link="base" | = child_link="upper" | virtual joint | child
name="fix" type | = name="fixx" type | virtual joint | name
<passive_joint name="follow"/> | + <joint_property joint_name="shoulder" property_name="angular_distance_weight" value="2"/> | joint property 'shoulder' | angular_distance_weight
center="0 0 0" | = center="0 0 0.01" | spheres of link 'finger' | spheres
<disable_collisions link1="finger" | - <enable_collisions link1="base" link2="mirror"/> | enabled pair 'base and mirror' | -
<disable_collisions link1="finger" | - <disable_default_collisions link="mirror"/> | default collision 'mirror' | -
<robot name="arm"> | + <my_vendor a="1"/> | SRDF | my_vendor/a
<group name="arm"><joint name="shoulder"/> | + <vendor x="2"/> | group 'arm' of SRDF | vendor/x
<group name="arm"> | = <group name="arm" kinematics="kdl"> | group 'arm' of SRDF | kinematics
<robot name="arm"> | = <robot name="leg"> | SRDF | name
name="home" group="arm" | = name="home2" group="arm" | state 'arm/home' | shoulder
<passive_joint name="follow"/> | = <passive_joint name="slide"/> | passive joint 'follow' | -
<end_effector name="gripper" | - <end_effector name="gripper2" parent_link="upper" group="hand"/> | end effector 'gripper2' | name
""",
}


def _case(file: str, line: str) -> tuple[str, str, str, str, str]:
    """The file, old text, new text, entity and field of a line."""
    old, change, entity, field = (part.strip() for part in line.split(" | "))
    how, _, text = change.partition(" ")
    new = {"+": old + text, "-": text + old, "=": text}[how]
    return file, old, new, entity, field.removeprefix("-")


MORE = [_case(file, line) for file, text in LINES.items() for line in text.strip().splitlines()]
