"""PR2 and its successors: motors and belts in transmissions, properties of joints."""

from bodyplan.spec.raw import Dialect, Extension

DIALECT = Dialect(
    title="PR2",
    about="Older than ros_control; the names live on in robots that were derived from the PR2.",
    reader="pr2_mechanism_model",
    source="pr2_mechanism_model transmissions; robot_model before ROS Electric",
    urdf=(
        Extension(
            "Transmission", "simulated_actuated_joint", "joint that is actuated in simulation"
        ),
        Extension("Transmission", "compensator", "filter of the belt between motor and joint"),
        Extension(
            "Transmission",
            "motorTorqueConstant",
            "torque constant of the motor",
            holds="number",
            unit="N·m/A",
        ),
        Extension(
            "Transmission",
            "pulsesPerRevolution",
            "encoder pulses per revolution",
            holds="number",
        ),
        Extension(
            "Joint",
            "joint_properties",
            "former name of `<dynamics>`",
            "robot_model before ROS Electric",
        ),
        Extension(
            "Joint",
            "joint_properties/@damping",
            "viscous friction",
            "robot_model before ROS Electric",
            "number",
            "N·s/m or N·m·s/rad",
            "viscous_friction",
        ),
        Extension(
            "Joint",
            "joint_properties/@friction",
            "Coulomb friction",
            "robot_model before ROS Electric",
            "number",
            "N or N·m",
            "coulomb_friction",
        ),
    ),
)
