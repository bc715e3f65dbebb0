"""Gazebo: elements of SDFormat in URDF, and the frame names of sensors."""

from bodyplan.spec.raw import NO_READER, Dialect, Extension

DIALECT = Dialect(
    title="Gazebo",
    about=(
        "In URDF, libsdformat reads elements of SDFormat only inside `<gazebo>`. Outside of it, the "
        "elements below have no effect."
    ),
    reader="gz-sensors",
    source="gz-sensors; libsdformat parser_urdf.cc; kortex_description, icub-models",
    urdf=(
        Extension("Collision", "surface", "friction and contact, as in SDFormat", NO_READER),
        Extension("Collision", "contact", "contact parameters, as in SDFormat", NO_READER),
        Extension(
            "Collision", "max_contacts", "number of contacts, as in SDFormat", NO_READER, "number"
        ),
        Extension("Collision", "material", "colour of the collision shape", NO_READER),
        Extension(
            "ControlledJoint", "mimic", "mimic parameters, as in `<joint>` of the robot", NO_READER
        ),
        Extension("Link", "origin", "pose of the link, written by CAD exporters", NO_READER),
        Extension(
            "Transmission",
            "robotNamespace",
            "ROS namespace; gazebo_ros_control reads the one in its plugin instead",
            NO_READER,
            "text",
        ),
        Extension(
            "Dynamics",
            "@spring_reference",
            "position at which a spring has no force, as in SDFormat",
            NO_READER,
            "number",
            "m or rad",
            "spring_reference",
        ),
    ),
    sdf=(
        Extension("Sensor", "gz_frame_id", "frame of the sensor's messages", holds="text"),
        Extension(
            "Sensor",
            "ignition_frame_id",
            "frame of the sensor's messages, up to Gazebo Fortress",
            holds="text",
        ),
    ),
)
