"""The hardware and controller plugins whose interfaces are all in the files.

A custom plugin may export more interfaces from its code, so an interface that is not in the files is only information there.

Source: ros2_control hardware_interface and mock_components, the *_ros2_control packages of the
simulators, and the plugin descriptions of ros2_controllers and ros_controllers.
"""

from __future__ import annotations

_HARDWARE = frozenset(
    {
        "fake_components/GenericSystem",
        "gazebo_ros2_control/GazeboSystem",
        "gz_ros2_control/GazeboSimSystem",
        "ign_ros2_control/IgnitionSystem",
        "joint_state_topic_hardware_interface/JointStateTopicSystem",
        "mock_components/GenericSystem",
        "topic_based_ros2_control/TopicBasedSystem",
    }
)
_CONTROLLER_PACKAGES = frozenset(
    {
        "ackermann_steering_controller",
        "admittance_controller",
        "battery_state_broadcaster",
        "bicycle_steering_controller",
        "chained_filter_controller",
        "diff_drive_controller",
        "effort_controllers",
        "force_torque_sensor_broadcaster",
        "force_torque_sensor_controller",
        "forward_command_controller",
        "four_wheel_steering_controller",
        "gpio_controllers",
        "gps_sensor_broadcaster",
        "gripper_action_controller",
        "gripper_controllers",
        "imu_sensor_broadcaster",
        "imu_sensor_controller",
        "joint_state_broadcaster",
        "joint_state_controller",
        "joint_trajectory_controller",
        "mecanum_drive_controller",
        "omni_wheel_drive_controller",
        "parallel_gripper_action_controller",
        "pid_controller",
        "pose_broadcaster",
        "position_controllers",
        "range_sensor_broadcaster",
        "steering_controllers_library",
        "tricycle_controller",
        "tricycle_steering_controller",
        "velocity_controllers",
    }
)


def is_custom_hardware(plugin: str | None) -> bool:
    """Return whether a hardware plugin may export interfaces that its block does not list."""
    return bool(plugin) and (plugin or "").strip() not in _HARDWARE


def is_custom_controller(type_: str | None) -> bool:
    """Return whether a controller may export interfaces that other controllers claim."""
    return bool(type_) and (type_ or "").strip().partition("/")[0] not in _CONTROLLER_PACKAGES
